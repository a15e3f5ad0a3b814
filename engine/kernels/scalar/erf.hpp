// The error function as torch's AVX2 kernels compute it: in float by a polynomial, in double by the C library.
#pragma once

#include <cmath>

#include "engine/kernels/scalar/exp.hpp"

namespace sconce::kernels {

inline double torch_erf(double x) { return std::erf(x); }

// Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26. Sums are rounded once, as fused steps round them: in float the
// difference shows where 1 + erf(x) is small, as in GELU of negative numbers.
inline float torch_erf(float x) {
    const auto fused = [](float a, float b, float c) {
        return static_cast<float>(static_cast<double>(a) * static_cast<double>(b) + static_cast<double>(c));
    };
    const float t = 1.0F / fused(std::fabs(x), 0.3275911F, 1.0F);
    float r = 1.061405429F;
    for (const float c : {-1.453152027F, 1.421413741F, -0.284496736F, 0.254829592F}) {
        r = fused(r, t, c);
    }
    return std::copysign(fused(-torch_exp(-(x * x)) * t, r, 1.0F), x);
}

}  // namespace sconce::kernels
