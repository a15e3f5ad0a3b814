// linear and embedding against their definitions, and gradients against central differences.
#include "tests/engine/support/gradcheck.hpp"
#include "tests/engine/support/waves.hpp"

using namespace sconce;
using namespace sconce::test;
using Int = std::int64_t;

TEST_CASE("gradients of linear", "[linear][gradcheck]") {
    const Shape lead = GENERATE(Shape{}, Shape{3}, Shape{2, 3});
    Shape shape = lead;
    shape.push_back(5);
    gradcheck([](const TensorList& in) { return call<"linear">(in[0], in[1], in[2]); },
              {uneven(shape), uneven({4, 5}, 1), uneven({4}, 2)});
    gradcheck([](const TensorList& in) { return call<"linear">(in[0], in[1]); }, {uneven(shape), uneven({4, 5}, 1)});
}

TEST_CASE("linear is the product and the bias, whatever the strides", "[linear]") {
    const Tensor x = transpose(uneven({7, 9}), 0, 1);
    const Tensor w = transpose(uneven({7, 5}, 1), 0, 1);
    const Tensor b = uneven({5}, 2);
    const std::vector<double> found = values_of(apply<"linear">(x, w, b));
    const std::vector<double> expected = values_of(add(matmul(x, transpose(w, 0, 1)), b));
    for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK_THAT(found[i], Catch::Matchers::WithinAbs(expected[i], 1e-13));
    }
}

TEST_CASE("gradients of embedding", "[embedding][gradcheck]") {
    const Tensor places = tensor_of({0, 2, 2, 1, 3, 0}, {2, 3}, Dtype::int64);
    const Int padding = GENERATE(-1, 2);
    const bool by_frequency = GENERATE(false, true);
    const auto look_up = [=](const TensorList& in) { return call<"embedding">(in[0], places, padding, by_frequency); };
    if (padding < 0 && !by_frequency) {
        gradcheck(look_up, {uneven({4, 3})});
        return;
    }
    // These two rules are not the slope of what is computed, so only the loop and the ops can be held against each other.
    const Tensor table = uneven({4, 3});
    make_tape_meta(table).requires_grad = true;
    const auto slope = [&](bool create_graph) {
        const Tensor y = std::get<Tensor>(look_up({table}));
        return values_of(gradients({y}, {table}, {uneven(y.shape(), 0.9)}, false, create_graph, false)[0]);
    };
    CHECK(slope(false) == slope(true));
}
