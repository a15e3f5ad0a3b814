// Pooling, borders, sliding blocks and resizing: gradients and their gradients against central differences.
#include "tests/engine/support/gradcheck.hpp"
#include "tests/engine/support/waves.hpp"

using namespace sconce;
using namespace sconce::test;
using Int = std::int64_t;

TEST_CASE("gradients of pooling", "[pooling][gradcheck]") {
    const Tensor image = uneven({2, 2, 5, 6});
    gradcheck(
        [](const TensorList& in) {
            return call<"max_pool">(in[0], Shape{3, 2}, Shape{2, 1}, Shape{1, 0}, Shape{1, 2}, false);
        },
        {image});
    gradcheck(
        [](const TensorList& in) {
            return call<"avg_pool">(in[0], Shape{3, 2}, Shape{2, 2}, Shape{1, 1}, true, false, Value());
        },
        {image});
    gradcheck(
        [](const TensorList& in) {
            return call<"avg_pool">(in[0], Shape{2, 2}, Shape{1, 2}, Shape{0, 0}, false, true, Int{3});
        },
        {image});
    gradcheck([](const TensorList& in) { return call<"adaptive_avg_pool">(in[0], Shape{3, 4}); }, {image});
    gradcheck([](const TensorList& in) { return call<"adaptive_max_pool">(in[0], Shape{3, 4}); }, {image});
    gradcheck([](const TensorList& in) { return call<"adaptive_avg_pool">(in[0], Shape{2, 1, 2}); },
              {uneven({1, 2, 3, 2, 4})});
}

TEST_CASE("gradients of borders", "[padding][gradcheck]") {
    gradcheck([](const TensorList& in) { return call<"constant_pad_nd">(in[0], Shape{1, -2, 0, 3}, Scalar(2.5)); },
              {uneven({2, 3, 5})});
    for (const Int border : {0, 1, 2}) {
        gradcheck([=](const TensorList& in) { return call<"border_pad">(in[0], Shape{2, 1, 1, 2}, border); },
                  {uneven({2, 3, 4})});
    }
}

TEST_CASE("gradients of sliding blocks and of shuffles", "[padding][gradcheck]") {
    gradcheck(
        [](const TensorList& in) { return call<"im2col">(in[0], Shape{2, 3}, Shape{1, 2}, Shape{1, 0}, Shape{2, 1}); },
        {uneven({1, 2, 4, 6})});
    gradcheck(
        [](const TensorList& in) {
            return call<"col2im">(in[0], Shape{4, 5}, Shape{2, 3}, Shape{1, 1}, Shape{0, 1}, Shape{1, 2});
        },
        {uneven({12, 9})});
    gradcheck([](const TensorList& in) { return call<"pixel_shuffle">(in[0], Int{2}); }, {uneven({1, 8, 2, 3})});
    gradcheck([](const TensorList& in) { return call<"pixel_unshuffle">(in[0], Int{2}); }, {uneven({2, 4, 6})});
    gradcheck([](const TensorList& in) { return call<"channel_shuffle">(in[0], Int{3}); }, {uneven({2, 6, 2})});
}

TEST_CASE("gradients of resizing", "[resampling][gradcheck]") {
    const std::vector<double> none;
    for (const Int mode : {0, 1, 2, 3}) {
        for (const bool align : {false, true}) {
            gradcheck([&](const TensorList& in) { return call<"interpolate">(in[0], Shape{3, 7}, mode, align, none); },
                      {uneven({1, 2, 4, 5})});
        }
    }
    gradcheck(
        [](const TensorList& in) {
            return call<"interpolate">(in[0], Shape{2, 6, 3}, Int{2}, false, std::vector<double>{1.2, 1.5, 0.8});
        },
        {uneven({1, 1, 2, 4, 4})});
}
