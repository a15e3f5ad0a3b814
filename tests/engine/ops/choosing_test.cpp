// Ops that choose between elements: gradients against central differences, and where operands tie or are NaN.
#include <catch2/catch_all.hpp>
#include <cmath>
#include <string>

#include "tests/engine/support/gradcheck.hpp"
#include "tests/engine/support/waves.hpp"

using namespace sconce;
using namespace sconce::test;
using Int = std::int64_t;

TEST_CASE("gradients of ops that choose", "[choosing][gradcheck]") {
    const TensorList two{uneven({2, 3}), uneven({3}, 1)};
    gradcheck([](const TensorList& in) { return call<"maximum">(in[0], in[1]); }, two);
    gradcheck([](const TensorList& in) { return call<"minimum">(in[0], in[1]); }, two);
    gradcheck([](const TensorList& in) { return call<"clamp_min">(in[0], in[1]); }, two);
    gradcheck([](const TensorList& in) { return call<"clamp_max">(in[0], in[1]); }, two);
    gradcheck([](const TensorList& in) { return call<"clamp_tensor">(in[0], in[1], Value()); }, two);
    gradcheck([](const TensorList& in) { return call<"clamp_tensor">(in[0], Value(), in[1]); }, two);
    gradcheck([](const TensorList& in) { return call<"clamp_tensor">(in[0], in[1], in[2]); },
              {uneven({2, 3}), uneven({3}, 1), uneven({2, 1}, 2)});
}

TEST_CASE("ties share a gradient, and a NaN hands it to both", "[choosing]") {
    const double nan = std::nan("");
    const Tensor a = vector_of({1, 2, nan});
    const Tensor b = vector_of({1, 3, 0});
    for (const Tensor& leaf : {a, b}) {
        make_tape_meta(leaf).requires_grad = true;
    }
    const auto name = GENERATE(as<std::string>{}, "maximum", "fmax", "clamp_min");
    INFO(name);
    const Tensor result = run_one(Dialect::torch, name, {a, b});
    const TensorList grads = gradients({result}, {a, b}, {Tensor::full({3}, 1, Dtype::float64)}, false, false, false);
    CHECK(values_of(grads[0]) == std::vector<double>{0.5, 0, 1});
    CHECK(values_of(grads[1]) == std::vector<double>{0.5, 1, 1});
}
