// The fused steps against the ops they are made of.
#include <catch2/catch_all.hpp>
#include <cmath>

#include "engine/core/parallel.hpp"
#include "tests/engine/support/waves.hpp"

using namespace sconce;

namespace {

const Dtype floats[] = {Dtype::float32, Dtype::float64};

Tensor wave(const Shape& shape, double phase, Dtype dtype) { return converted(test::uneven(shape, phase), dtype); }

}  // namespace

TEST_CASE("a step of Adam in one pass rounds as its ops do", "[optimizing]") {
    const Dtype dtype = GENERATE(from_range(std::begin(floats), std::end(floats)));
    const int threads = GENERATE(1, 3);
    set_thread_count(threads);
    constexpr double beta1 = 0.9, beta2 = 0.999, eps = 1e-8, shrink = 0.98, size = 0.013, correction = 0.3;
    const Tensor param = wave({70, 1000}, 0.1, dtype);
    const Tensor grad = wave({70, 1000}, 0.2, dtype);
    const Tensor average = wave({70, 1000}, 0.3, dtype);
    const Tensor square = apply<"square">(wave({70, 1000}, 0.4, dtype));
    const Tensor next_average = apply<"lerp">(average, grad, Scalar(1 - beta1));
    const Tensor next_square = apply<"addcmul">(mul(square, Scalar(beta2)), grad, grad, Scalar(1 - beta2));
    const Tensor denominator = add(div(apply<"sqrt">(next_square), Scalar(correction)), Scalar(eps));
    const Tensor expected = apply<"addcdiv">(mul(param, Scalar(shrink)), next_average, denominator, Scalar(-size));
    const auto version = param.version();
    const auto left = std::get<Shape>(call<"adam_step">(TensorList{param}, TensorList{grad}, TensorList{average},
                                                        TensorList{square}, std::vector<double>{size},
                                                        std::vector<double>{correction}, beta1, beta2, eps, shrink));
    set_thread_count(1);
    CHECK(left.empty());
    CHECK(param.version() == version + 1);
    CHECK(test::values_of(average) == test::values_of(next_average));
    CHECK(test::values_of(square) == test::values_of(next_square));
    CHECK(test::values_of(param) == test::values_of(expected));
}

TEST_CASE("Adam leaves alone what does not lie side by side", "[optimizing]") {
    const Tensor flat = wave({4, 3}, 0.1, Dtype::float32);
    const Tensor turned = transpose(wave({3, 4}, 0.2, Dtype::float32), 0, 1);
    const Tensor wide = wave({4, 3}, 0.3, Dtype::float64);
    const auto before = test::values_of(flat);
    const auto left = std::get<Shape>(call<"adam_step">(TensorList{flat, flat, turned}, TensorList{turned, wide, flat},
                                                        TensorList{flat, flat, flat}, TensorList{flat, flat, flat},
                                                        std::vector<double>{1, 1, 1}, std::vector<double>{1, 1, 1}, 0.9,
                                                        0.999, 1e-8, 1.0));
    CHECK(left == Shape{0, 1, 2});
    CHECK(test::values_of(flat) == before);
}
