// sin and cos as torch's CPU kernels compute them, so that printed digits agree: SLEEF's single-precision functions with an error below
// 3.5 ulp (N. Shibata, F. Petrogalli: SLEEF, IEEE TPDS 2020).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "engine/kernels/scalar/fused.hpp"

namespace sconce::kernels {

// x without `turns` of pi, or of its half. pi comes in parts short enough for their products to be exact up to a number of turns.
template <std::size_t N>
float without_turns(float x, float turns, const float (&parts)[N], float share) {
    for (const float part : parts) {
        x = fused_multiply_add(turns, -part * share, x);
    }
    return x;
}

inline float reduced(float x, float turns, bool far, float share) {
    constexpr float near_parts[] = {3.1414794921875F, 0.00011315941810607910156F, 1.9841872589410058936e-09F};
    constexpr float far_parts[] = {3.140625F, 0.0009670257568359375F, 6.2771141529083251953e-07F,
                                   1.2154201256553420762e-10F};
    return far ? without_turns(x, turns, far_parts, share) : without_turns(x, turns, near_parts, share);
}

// The sine of `rest`, which is near 0, negative where asked for.
inline float sine_of_rest(float rest, bool negative) {
    const float square = rest * rest;
    const float turned = negative ? -rest : rest;
    float sum = 2.6083159809786593541503e-06F;
    sum = fused_multiply_add(sum, square, -0.0001981069071916863322258F);
    sum = fused_multiply_add(sum, square, 0.00833307858556509017944336F);
    sum = fused_multiply_add(sum, square, -0.166666597127914428710938F);
    return square * (sum * turned) + turned;
}

inline constexpr float inverse_pi = 0.318309886183790671537767526745028724F;
inline constexpr float near_limit = 125;
inline constexpr float far_limit = 39000;

inline float torch_sin(float x) {
    const float size = std::fabs(x);
    if (!(size < far_limit) || x == 0) {
        return static_cast<float>(std::sin(static_cast<double>(x)));
    }
    const float turns = std::nearbyint(x * inverse_pi);
    return sine_of_rest(reduced(x, turns, size >= near_limit, 1), (static_cast<std::int32_t>(turns) & 1) != 0);
}

inline float torch_cos(float x) {
    const float size = std::fabs(x);
    if (!(size < far_limit)) {
        return static_cast<float>(std::cos(static_cast<double>(x)));
    }
    // An odd number of quarter turns takes the cosine to a sine.
    const float quarters = 2 * std::nearbyint(x * inverse_pi - 0.5F) + 1;
    return sine_of_rest(reduced(x, quarters, size >= near_limit, 0.5F), (static_cast<std::int32_t>(quarters) & 2) == 0);
}

inline double torch_sin(double x) { return std::sin(x); }
inline double torch_cos(double x) { return std::cos(x); }

}  // namespace sconce::kernels
