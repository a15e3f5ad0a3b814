// Special functions: gradients against central differences. Values are held to PyTorch's in tests/python.
#include <catch2/catch_all.hpp>
#include <string>

#include "tests/engine/support/gradcheck.hpp"
#include "tests/engine/support/waves.hpp"

using namespace sconce;
using namespace sconce::test;
using Int = std::int64_t;

TEST_CASE("gradients of special functions", "[special][gradcheck]") {
    const auto name = GENERATE(as<std::string>{}, "asinh", "sinc", "lgamma", "digamma");
    INFO(name);
    const auto f = [name](const TensorList& in) { return run(Dialect::torch, name, {in[0]}); };
    gradcheck(f, {uneven({3, 4})}, {.absolute = 1e-5, .relative = 1e-5});
}

TEST_CASE("gradients of special functions on part of the line", "[special][gradcheck]") {
    gradcheck([](const TensorList& in) { return call<"acosh">(add(in[0], Scalar(1.1))); }, {fractions({3, 4})});
    gradcheck([](const TensorList& in) { return call<"atanh">(in[0]); }, {fractions({3, 4})});
    const Int n = GENERATE(Int{0}, Int{1}, Int{2}, Int{3});
    gradcheck([n](const TensorList& in) { return call<"polygamma">(add(in[0], Scalar(1)), n); }, {fractions({3, 4})},
              {.absolute = 1e-5, .relative = 1e-5});
}

TEST_CASE("gradients of special functions of two", "[special][gradcheck]") {
    const TensorList two{uneven({2, 3}), uneven({3}, 1)};
    gradcheck([](const TensorList& in) { return call<"hypot">(in[0], in[1]); }, two);
    gradcheck([](const TensorList& in) { return call<"logaddexp">(in[0], in[1]); }, two);
    gradcheck([](const TensorList& in) { return call<"logaddexp2">(in[0], in[1]); }, two);
    gradcheck([](const TensorList& in) { return call<"copysign">(in[0], in[1]); }, two);
    gradcheck([](const TensorList& in) { return call<"xlogy">(in[0], in[1]); }, {uneven({2, 3}), fractions({3})});
    gradcheck([](const TensorList& in) { return call<"xlogy">(Scalar(2.0), in[0]); }, {fractions({3})});
    gradcheck([](const TensorList& in) { return call<"xlogy">(in[0], Scalar(2.0)); }, {uneven({3})});
}

// DLMF 5.4.12, 5.4.16, 25.6.1: psi(1) = -gamma, psi'(1) = pi^2 / 6, psi''(1) = -2 zeta(3)
TEST_CASE("the gamma function's derivatives at 1", "[special]") {
    const auto at_one = [](Int n) { return values_of(apply<"polygamma">(tensor_of({1}, {1}), n))[0]; };
    CHECK_THAT(at_one(0), Catch::Matchers::WithinAbs(-0.57721566490153286, 1e-15));
    CHECK_THAT(at_one(1), Catch::Matchers::WithinAbs(1.6449340668482264, 1e-15));
    CHECK_THAT(at_one(2), Catch::Matchers::WithinAbs(-2.4041138063191886, 1e-14));
}
