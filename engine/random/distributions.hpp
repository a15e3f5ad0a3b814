// Distributions beyond the uniform and the normal, drawn from any source of words as NumPy draws them.
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/random/bounded.hpp"
#include "engine/random/libm.hpp"

namespace sconce::draw {

// log of the gamma function by Stirling's series, shifted up by the recurrence below seven: S. Zhang, J. Jin,
// "Computation of Special Functions" (1996).
double log_gamma(double x);

// Below ten: uniforms multiplied until they fall under e^-rate (D. Knuth). From ten on: W. Hoermann, "The transformed
// rejection method for generating Poisson random variables", Insurance: Mathematics and Economics 12 (1993).
template <BitSource S>
std::int64_t poisson(S& source, double rate) {
    if (rate == 0.0) {
        return 0;
    }
    if (rate < 10.0) {
        const double stop = exact::exp(-rate);
        double product = source.next_double();
        std::int64_t count = 0;
        for (; product > stop; ++count) {
            product *= source.next_double();
        }
        return count;
    }
    const double b = 0.931 + 2.53 * std::sqrt(rate);
    const double a = -0.059 + 0.02483 * b;
    const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
    const double inner = 0.9277 - 3.6224 / (b - 2);
    const double log_rate = exact::log(rate);
    for (;;) {
        const double u = source.next_double() - 0.5;
        const double v = source.next_double();
        const double edge = 0.5 - std::fabs(u);
        const double k = std::floor((2 * a / edge + b) * u + rate + 0.43);
        if (edge >= 0.07 && v <= inner) {
            return static_cast<std::int64_t>(k);
        }
        if (k < 0 || (edge < 0.013 && v > edge)) {
            continue;
        }
        if (exact::log(v) + exact::log(inverse_alpha) - exact::log(a / (edge * edge) + b) <=
            -rate + k * log_rate - log_gamma(k + 1)) {
            return static_cast<std::int64_t>(k);
        }
    }
}

}  // namespace sconce::draw
