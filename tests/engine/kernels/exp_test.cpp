// The vector exponential against the double one.
#include <catch2/catch_all.hpp>
#include <cmath>
#include <limits>

#include "engine/kernels/simd/exp.hpp"

using namespace sconce::kernels;

namespace {

double units_apart(float got, double expected) {
    const auto rounded = static_cast<float>(expected);
    const float unit = std::nextafter(std::fabs(rounded), std::numeric_limits<float>::infinity()) - std::fabs(rounded);
    return std::fabs(static_cast<double>(got) - expected) / static_cast<double>(unit);
}

}  // namespace

TEST_CASE("the exponential of differences is right to two units in the last place", "[exp]") {
    double worst = 0;
    double worst_normal = 0;
    for (int i = 0; i < 1'200'000; i += 4) {
        const Floats x = {-1e-4F * static_cast<float>(i) * 0.87F, -1e-4F * static_cast<float>(i + 1) * 0.87F,
                          -1e-4F * static_cast<float>(i + 2) * 0.87F, -1e-4F * static_cast<float>(i + 3) * 0.87F};
        const Floats exact = exp_not_above_zero(x);
        const Floats flushed = exp_or_zero(x);
        for (int l = 0; l < 4; ++l) {
            worst = std::max(worst, units_apart(exact[l], std::exp(static_cast<double>(x[l]))));
            if (x[l] < lowest_normal_exponent) {
                REQUIRE(flushed[l] == 0.0F);
            } else {
                worst_normal = std::max(worst_normal, units_apart(flushed[l], std::exp(static_cast<double>(x[l]))));
            }
        }
    }
    CHECK(worst <= 2);
    CHECK(worst_normal <= 2);
}

TEST_CASE("the exponential at its ends", "[exp]") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const Floats x = {0.0F, -infinity, std::numeric_limits<float>::quiet_NaN(), -1.0F};
    for (const Floats y : {exp_or_zero(x), exp_not_above_zero(x)}) {
        CHECK(y[0] == 1.0F);
        CHECK(y[1] == 0.0F);
        CHECK(std::isnan(y[2]));
        CHECK(units_apart(y[3], std::exp(-1.0)) <= 1);
    }
}
