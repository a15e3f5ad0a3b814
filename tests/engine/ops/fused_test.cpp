// Three operands in one pass: gradients against central differences, and the one rounding of a product and a sum.
#include <catch2/catch_all.hpp>
#include <limits>

#include "tests/engine/support/gradcheck.hpp"
#include "tests/engine/support/waves.hpp"

using namespace sconce;
using namespace sconce::test;
using Int = std::int64_t;

TEST_CASE("gradients of fused products and sums", "[fused][gradcheck]") {
    const TensorList three{uneven({2, 3}), uneven({3}, 1), uneven({2, 1}, 2)};
    gradcheck([](const TensorList& in) { return call<"addcmul">(in[0], in[1], in[2], Scalar(0.7)); }, three);
    gradcheck([](const TensorList& in) { return call<"addcdiv">(in[0], in[1], in[2], Scalar(0.7)); }, three);
    gradcheck([](const TensorList& in) { return call<"lerp">(in[0], in[1], in[2]); }, three);
    const Scalar weight = GENERATE(Scalar(0.3), Scalar(0.8));
    gradcheck([weight](const TensorList& in) { return call<"lerp">(in[0], in[1], weight); },
              {uneven({2, 3}), uneven({3}, 1)});
}

// (1 + 2^-12)^2 - (1 + 2^-11) is 2^-24: nothing is left of it where the product is rounded first.
TEST_CASE("a product is added with one rounding", "[fused]") {
    const double a = 1 + 0x1p-12;
    const Tensor x = tensor_of({-(1 + 0x1p-11)}, {1}, Dtype::float32);
    const Tensor y = tensor_of({a}, {1}, Dtype::float32);
    CHECK(values_of(apply<"addcmul">(x, y, y)) == std::vector{0x1p-24});
    CHECK(values_of(apply<"add">(x, y, Scalar(a))) == std::vector{0x1p-24});
    CHECK(values_of(apply<"sub">(x, y, Scalar(-a))) == std::vector{0x1p-24});
    const Tensor wide = tensor_of({-(1 + 0x1p-29)}, {1});
    CHECK(values_of(apply<"add">(wide, tensor_of({1 + 0x1p-30}, {1}), Scalar(1 + 0x1p-30))) == std::vector{0x1p-60});
}

TEST_CASE("infinities pass through fused sums", "[fused]") {
    const double inf = std::numeric_limits<double>::infinity();
    const Dtype dtype = GENERATE(Dtype::float32, Dtype::float64);
    const Tensor one = tensor_of({1}, {1}, dtype);
    CHECK(values_of(apply<"add">(one, tensor_of({inf}, {1}, dtype), Scalar(0.5))) == std::vector{inf});
    CHECK(values_of(apply<"addcmul">(tensor_of({-inf}, {1}, dtype), one, one)) == std::vector{-inf});
}
