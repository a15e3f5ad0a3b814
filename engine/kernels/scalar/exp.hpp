// exp as torch's CPU kernels compute it, so that printed digits agree: SLEEF's single-precision exp with an error below 1 ulp
// (N. Shibata, F. Petrogalli: SLEEF, IEEE TPDS 2020). Its steps are fused multiply-adds.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/kernels/scalar/fused.hpp"

namespace sconce::kernels {

inline float torch_exp(float x) {
    const auto power_of_two = [](std::int32_t n) { return std::bit_cast<float>((n + 127) << 23); };
    if (!(x >= -104.0F)) {
        return x < 0 ? 0.0F : x;
    }
    if (x > 100.0F) {
        return std::numeric_limits<float>::infinity();
    }
    // x = n ln 2 + rest, ln 2 in two parts.
    const float n = std::nearbyint(x * 1.44269504088896340736F);
    const float rest = fused_multiply_add(n, -1.428606765330187045e-06F, fused_multiply_add(n, -0.693145751953125F, x));
    float sum = 0.000198527617612853646278381F;
    sum = fused_multiply_add(sum, rest, 0.00139304355252534151077271F);
    sum = fused_multiply_add(sum, rest, 0.00833336077630519866943359F);
    sum = fused_multiply_add(sum, rest, 0.0416664853692054748535156F);
    sum = fused_multiply_add(sum, rest, 0.166666671633720397949219F);
    sum = fused_multiply_add(sum, rest, 0.5F);
    sum = 1.0F + fused_multiply_add(rest * rest, sum, rest);
    // In two steps: 2^n alone may lie outside the type.
    const auto exponent = static_cast<std::int32_t>(n);
    const std::int32_t half = exponent >> 1;
    return sum * power_of_two(half) * power_of_two(exponent - half);
}

inline double torch_exp(double x) { return std::exp(x); }

}  // namespace sconce::kernels
