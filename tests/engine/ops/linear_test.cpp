// linear and embedding against their definitions, and gradients against central differences.
#include <catch2/catch_all.hpp>

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

TEST_CASE("gradients of products of one rank", "[linear][gradcheck]") {
    gradcheck([](const TensorList& in) { return call<"dot">(in[0], in[1]); }, {uneven({4}), uneven({4}, 1)});
    gradcheck([](const TensorList& in) { return call<"mv">(in[0], in[1]); }, {uneven({3, 4}), uneven({4}, 1)});
    gradcheck([](const TensorList& in) { return call<"mm">(in[0], in[1]); }, {uneven({3, 4}), uneven({4, 2}, 1)});
    gradcheck([](const TensorList& in) { return call<"bmm">(in[0], in[1]); },
              {uneven({2, 3, 4}), uneven({2, 4, 2}, 1)});
}

TEST_CASE("gradients of products that are added", "[linear][gradcheck]") {
    struct Case {
        const char* name;
        Shape self, first, second;
    };
    const Case one = GENERATE(values<Case>({
        {"addmm", {2}, {3, 4}, {4, 2}},
        {"addmv", {3}, {3, 4}, {4}},
        {"addmv", {}, {3, 4}, {4}},
        {"baddbmm", {3, 1}, {2, 3, 4}, {2, 4, 2}},
        {"addbmm", {3, 2}, {2, 3, 4}, {2, 4, 2}},
        {"addr", {3, 1}, {3}, {4}},
    }));
    const double beta = GENERATE(1.0, 0.7);
    INFO(one.name);
    const auto f = [&](const TensorList& in) {
        return run(Dialect::torch, one.name, {in[0], in[1], in[2], Scalar(beta), Scalar(beta + 0.5)});
    };
    gradcheck(f, {uneven(one.self), uneven(one.first, 1), uneven(one.second, 2)});
    gradcheck([&](const TensorList& in) { return run(Dialect::torch, one.name, {in[0], in[1], in[2]}); },
              {uneven(one.self), uneven(one.first, 1), uneven(one.second, 2)});
}
