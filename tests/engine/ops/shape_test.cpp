// Views, joins and creation beyond what the golden cases hold: second derivatives, sharing, refusals of size, xtensor's opinion.
#include <catch2/catch_all.hpp>
#include <xtensor/xbuilder.hpp>
#include <xtensor/xmanipulation.hpp>
#include <xtensor/xview.hpp>

#include "engine/core/array.hpp"
#include "tests/engine/support/gradcheck.hpp"

using namespace sconce;
using sconce::test::gradcheck;
using sconce::test::run_one;
using sconce::test::tensor_of;
using sconce::test::values_of;

namespace {

constexpr Dialect torch = Dialect::torch;
constexpr Dialect numpy = Dialect::numpy;
using Int = std::int64_t;

Tensor counted(const Shape& shape) {
    const Tensor tensor = Tensor::empty(shape, Dtype::float64);
    for (Int i = 0; i < tensor.numel(); ++i) {
        tensor.data<double>()[i] = 0.25 * static_cast<double>(i) - 1;
    }
    return tensor;
}

template <class Expression>
std::vector<double> listed(const Expression& expression) {
    return {expression.begin(), expression.end()};
}

}  // namespace

TEST_CASE("gradients of views, first and second", "[shape][grad]") {
    const Tensor cube = counted({2, 3, 4});
    // Squared, so that the second derivative has something to show.
    const auto squared = [](const Tensor& tensor) { return mul(tensor, tensor); };
    SECTION("clone") {
        gradcheck([&](const TensorList& in) { return squared(apply<"clone">(in[0])); }, {cube});
    }
    SECTION("contiguous") {
        gradcheck([&](const TensorList& in) { return squared(apply<"contiguous">(transpose(in[0], 0, 2))); }, {cube});
    }
    SECTION("view") {
        gradcheck([&](const TensorList& in) { return squared(apply<"view">(in[0], Shape{4, -1})); }, {cube});
    }
    SECTION("reshape with a copy") {
        gradcheck([&](const TensorList& in) { return squared(reshape(transpose(in[0], 0, 2), {-1})); }, {cube});
    }
    SECTION("flatten") {
        gradcheck([&](const TensorList& in) { return squared(apply<"flatten">(in[0], Int{1}, Int{2})); }, {cube});
    }
    SECTION("permute") {
        gradcheck([&](const TensorList& in) { return squared(apply<"permute">(in[0], Shape{2, 0, 1})); }, {cube});
    }
    SECTION("t") {
        gradcheck([&](const TensorList& in) { return squared(apply<"t">(in[0])); }, {counted({2, 3})});
    }
    SECTION("movedim") {
        gradcheck([&](const TensorList& in) { return squared(apply<"movedim">(in[0], Shape{0, 1}, Shape{1, 2})); },
                  {cube});
    }
    SECTION("expand") {
        gradcheck([&](const TensorList& in) { return squared(expand(in[0], {4, 2, 3})); }, {counted({2, 1})});
    }
    SECTION("squeeze") {
        gradcheck([&](const TensorList& in) { return squared(apply<"squeeze">(in[0])); }, {counted({1, 3, 1})});
    }
    SECTION("unsqueeze") {
        gradcheck([&](const TensorList& in) { return squared(unsqueeze(in[0], 1)); }, {counted({2, 3})});
    }
    SECTION("diagonal") {
        gradcheck([&](const TensorList& in) { return squared(apply<"diagonal">(in[0], Int{1}, Int{1}, Int{2})); },
                  {cube});
    }
    SECTION("narrow") {
        gradcheck([&](const TensorList& in) { return squared(apply<"narrow">(in[0], Int{1}, Int{-2}, Int{2})); },
                  {cube});
    }
    SECTION("as_strided, with places seen twice") {
        gradcheck(
            [&](const TensorList& in) { return squared(apply<"as_strided">(in[0], Shape{3, 2}, Shape{1, 1}, Int{1})); },
            {counted({2, 3})});
    }
    SECTION("as_strided_scatter") {
        gradcheck(
            [&](const TensorList& in) {
                return squared(apply<"as_strided_scatter">(in[0], in[1], Shape{2}, Shape{3}, Int{1}));
            },
            {counted({2, 3}), counted({2})});
    }
    SECTION("to and back") {
        gradcheck(
            [&](const TensorList& in) {
                return squared(apply<"to">(apply<"to">(in[0], Dtype::float64), Dtype::float64));
            },
            {cube});
    }
}

TEST_CASE("gradients of joins and rearrangements, first and second", "[shape][grad]") {
    const Tensor a = counted({2, 3});
    const Tensor b = counted({2, 1});
    const auto squared = [](const Tensor& tensor) { return mul(tensor, tensor); };
    SECTION("cat") {
        gradcheck([&](const TensorList& in) { return squared(apply<"cat">(in, Int{-1})); }, {a, b});
    }
    SECTION("cat with a skipped tensor") {
        gradcheck(
            [&](const TensorList& in) {
                return squared(apply<"cat">(TensorList{in[0], Tensor::empty({0}, Dtype::float64), in[0]}, Int{1}));
            },
            {a});
    }
    SECTION("stack") {
        gradcheck([&](const TensorList& in) { return squared(apply<"stack">(in, Int{1})); }, {a, counted({2, 3})});
    }
    SECTION("split, one part unused") {
        gradcheck(
            [&](const TensorList& in) {
                return squared(std::get<TensorList>(call<"split">(in[0], Int{2}, Int{1}))[1]);
            },
            {a});
    }
    SECTION("split_with_sizes") {
        gradcheck(
            [&](const TensorList& in) {
                const TensorList parts = std::get<TensorList>(call<"split_with_sizes">(in[0], Shape{1, 2}, Int{1}));
                return mul(parts[0], parts[1]);
            },
            {a});
    }
    SECTION("unbind") {
        gradcheck(
            [&](const TensorList& in) {
                const TensorList rows = std::get<TensorList>(call<"unbind">(in[0], Int{0}));
                return mul(rows[0], rows[1]);
            },
            {a});
    }
    SECTION("repeat") {
        gradcheck([&](const TensorList& in) { return squared(apply<"repeat">(in[0], Shape{2, 1, 3})); }, {a});
    }
    SECTION("flip") {
        gradcheck([&](const TensorList& in) { return squared(apply<"flip">(in[0], Shape{0, 1})); }, {a});
    }
    SECTION("roll") {
        gradcheck([&](const TensorList& in) { return squared(apply<"roll">(in[0], Shape{1, -1}, Shape{0, 1})); }, {a});
    }
    SECTION("tril") {
        gradcheck([&](const TensorList& in) { return squared(apply<"tril">(in[0], Int{-1})); }, {a});
    }
    SECTION("triu") {
        gradcheck([&](const TensorList& in) { return squared(apply<"triu">(in[0], Int{1})); }, {a});
    }
}

TEST_CASE("views share storage, copies do not", "[shape]") {
    const Tensor x = counted({2, 3});
    const auto shares = [&](const Tensor& other) { return other.impl().storage == x.impl().storage; };
    CHECK(shares(run_one(torch, "detach", {x})));
    CHECK(shares(run_one(torch, "view", {x, Shape{6}})));
    CHECK(shares(run_one(torch, "reshape", {x, Shape{3, 2}})));
    CHECK(shares(run_one(torch, "t", {x})));
    CHECK(shares(run_one(numpy, "flip", {x, Shape{0}})));
    CHECK_FALSE(shares(run_one(torch, "flip", {x, Shape{0}})));
    CHECK_FALSE(shares(run_one(torch, "clone", {x})));
    CHECK_FALSE(shares(run_one(torch, "reshape", {run_one(torch, "t", {x}), Shape{6}})));
    CHECK_FALSE(shares(run_one(numpy, "to", {x, Dtype::float64})));
}

TEST_CASE("an op that changes nothing hands its argument back and leaves its history alone", "[shape]") {
    const Tensor leaf = counted({2, 3});
    make_tape_meta(leaf).requires_grad = true;
    for (const Tensor& same : {run_one(torch, "contiguous", {leaf}), run_one(torch, "to", {leaf, Dtype::float64}),
                               run_one(torch, "flatten", {run_one(torch, "flatten", {leaf})})}) {
        CHECK(requires_grad(same));
    }
    CHECK(run_one(torch, "contiguous", {leaf}).shared() == leaf.shared());
    CHECK(is_leaf(leaf));
}

TEST_CASE("sizes no memory can hold are refused, not attempted", "[shape][memory]") {
    const auto huge = test::error_of(torch, "zeros", {Shape{1'000'000'000'000}});
    CHECK(huge.kind == ErrorKind::memory);
    CHECK_THAT(huge.text, Catch::Matchers::ContainsSubstring("you tried to allocate 4000000000000 bytes"));
    CHECK(test::error_of(numpy, "ones", {Shape{1'000'000, 1'000'000}}).kind == ErrorKind::memory);
    CHECK(test::error_of(torch, "arange", {Scalar(0), Scalar(1'000'000'000'000), Scalar(1)}).kind == ErrorKind::memory);
    CHECK(test::error_of(torch, "linspace", {Scalar(0.0), Scalar(1.0), Int{1'000'000'000'000}}).kind ==
          ErrorKind::memory);
    CHECK(test::error_of(torch, "eye", {Int{1'000'000}, Int{1'000'000}}).kind == ErrorKind::memory);
    const Tensor wide = run_one(torch, "expand", {tensor_of({1}, {1}), Shape{1'000'000'000'000}});
    CHECK(wide.numel() == 1'000'000'000'000);
    CHECK(test::error_of(torch, "clone", {wide}).kind == ErrorKind::memory);
    CHECK(test::error_of(torch, "repeat", {wide, Shape{4}}).kind == ErrorKind::memory);
    CHECK(test::error_of(torch, "cat", {TensorList{wide, wide}}).kind == ErrorKind::memory);
}

TEST_CASE("tensors without elements pass through every rearrangement", "[shape]") {
    const Tensor empty = Tensor::empty({0, 3}, Dtype::float64);
    CHECK(run_one(torch, "cat", {TensorList{empty, empty}, Int{1}}).shape() == Shape{0, 6});
    CHECK(run_one(torch, "stack", {TensorList{empty, empty}}).shape() == Shape{2, 0, 3});
    CHECK(run_one(torch, "repeat", {empty, Shape{2, 2}}).shape() == Shape{0, 6});
    CHECK(run_one(torch, "flip", {empty, Shape{0, 1}}).shape() == Shape{0, 3});
    CHECK(run_one(torch, "tril", {empty}).shape() == Shape{0, 3});
    CHECK(run_one(torch, "roll", {empty, Shape{2}}).shape() == Shape{0, 3});
    CHECK(run_one(torch, "diagonal", {empty}).shape() == Shape{0});
}

TEST_CASE("xtensor sees the same rearrangements", "[shape][xtensor]") {
    const Tensor x = counted({3, 4});
    const auto array = xt::xarray<double>(as_array<double>(x));
    CHECK(values_of(run_one(torch, "permute", {x, Shape{1, 0}})) == listed(xt::xarray<double>(xt::transpose(array))));
    CHECK(values_of(run_one(torch, "flip", {x, Shape{1}})) == listed(xt::xarray<double>(xt::flip(array, 1))));
    CHECK(values_of(run_one(torch, "tril", {x, Int{1}})) == listed(xt::xarray<double>(xt::tril(array, 1))));
    CHECK(values_of(run_one(torch, "triu", {x, Int{-1}})) == listed(xt::xarray<double>(xt::triu(array, -1))));
    CHECK(values_of(run_one(torch, "cat", {TensorList{x, x}, Int{1}})) ==
          listed(xt::xarray<double>(xt::concatenate(xt::xtuple(array, array), 1))));
    CHECK(values_of(run_one(torch, "stack", {TensorList{x, x}, Int{2}})) ==
          listed(xt::xarray<double>(xt::stack(xt::xtuple(array, array), 2))));
    CHECK(values_of(run_one(torch, "diagonal", {x, Int{1}})) == listed(xt::xarray<double>(xt::diagonal(array, 1))));
}
