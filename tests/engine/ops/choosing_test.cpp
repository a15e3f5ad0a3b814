// Ops that choose between elements: gradients against central differences, and where operands tie or are NaN.
#include <catch2/catch_all.hpp>
#include <limits>

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
