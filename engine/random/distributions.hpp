// Distributions beyond the uniform and the normal, drawn in NumPy's order. The two generators of NumPy differ in how they
// make normals and exponentials, and share what is built on those.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <span>

#include "engine/random/libm.hpp"

namespace sconce {

template <class S>
concept UniformSource = requires(S source) {
    { source.next_double() } -> std::same_as<double>;
};

// NumpyGenerator and NumpyLegacy.
template <class S>
concept VariateSource = UniformSource<S> && requires(S source) {
    { source.standard_normal() } -> std::same_as<double>;
    { source.standard_exponential() } -> std::same_as<double>;
};

}  // namespace sconce

// None of these checks its arguments.
namespace sconce::draw {

// log of the gamma function.
double log_gamma(double x);

template <VariateSource S>
double standard_gamma(S& source, double shape) {
    if (shape == 1.0) {
        return source.standard_exponential();
    }
    if (shape == 0.0) {
        return 0.0;
    }
    // J. Ahrens, U. Dieter, "Computer methods for sampling from gamma, beta, Poisson and binomial distributions",
    // Computing 12 (1974).
    while (shape < 1.0) {
        const double u = source.next_double();
        const double v = source.standard_exponential();
        if (u <= 1.0 - shape) {
            const double x = exact::pow(u, 1.0 / shape);
            if (x <= v) {
                return x;
            }
        } else {
            const double y = -exact::log((1.0 - u) / shape);
            const double x = exact::pow(1.0 - shape + shape * y, 1.0 / shape);
            if (x <= v + y) {
                return x;
            }
        }
    }
    // G. Marsaglia, W. W. Tsang, "A simple method for generating gamma variables", ACM TOMS 26 (2000).
    const double b = shape - 1.0 / 3.0;
    const double c = 1.0 / std::sqrt(9.0 * b);
    for (;;) {
        double x;
        double v;
        do {
            x = source.standard_normal();
            v = 1.0 + c * x;
        } while (v <= 0.0);
        v = v * v * v;
        const double u = source.next_double();
        if (u < 1.0 - 0.0331 * (x * x) * (x * x) || exact::log(u) < 0.5 * x * x + b * (1.0 - v + exact::log(v))) {
            return b * v;
        }
    }
}

// M. Joehnk's method where both shapes are at most one.
template <VariateSource S>
double beta(S& source, double a, double b) {
    if (a > 1.0 || b > 1.0) {
        const double x = standard_gamma(source, a);
        return x / (x + standard_gamma(source, b));
    }
    constexpr double tiny = 3e-103;
    if (a < tiny && b < tiny) {
        return (a + b) * source.next_double() < a ? 1.0 : 0.0;
    }
    for (;;) {
        const double u = source.next_double();
        const double v = source.next_double();
        const double x = exact::pow(u, 1.0 / a);
        const double y = exact::pow(v, 1.0 / b);
        if (x + y > 1.0 || u + v <= 0.0) {
            continue;
        }
        if (x > 0.0 && y > 0.0) {
            return x / (x + y);
        }
        // A power underflowed: the same ratio from the logarithms. RandomState keeps an older form of this, equal but for
        // last places.
        const double lead = exact::log(u) / a - exact::log(v) / b;
        return lead > 0.0 ? exact::exp(-exact::log1p(exact::exp(-lead)))
                          : exact::exp(lead - exact::log1p(exact::exp(lead)));
    }
}

// Below ten: uniforms multiplied until they fall under e^-rate (D. Knuth). From ten on: W. Hoermann, "The transformed
// rejection method for generating Poisson random variables", Insurance: Mathematics and Economics 12 (1993).
template <UniformSource S>
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
    const double inner = 0.9277 - 3.6224 / (b - 2.0);
    const double log_rate = exact::log(rate);
    for (;;) {
        const double u = source.next_double() - 0.5;
        const double v = source.next_double();
        const double edge = 0.5 - std::fabs(u);
        const double k = std::floor((2.0 * a / edge + b) * u + rate + 0.43);
        if (edge >= 0.07 && v <= inner) {
            return static_cast<std::int64_t>(k);
        }
        if (k < 0.0 || (edge < 0.013 && v > edge)) {
            continue;
        }
        if (exact::log(v) + exact::log(inverse_alpha) - exact::log(a / (edge * edge) + b) <=
            -rate + k * log_rate - log_gamma(k + 1.0)) {
            return static_cast<std::int64_t>(k);
        }
    }
}

namespace detail {

// The terms of the distribution subtracted from one uniform until it is used up; started again beyond ten deviations.
template <UniformSource S>
std::int64_t binomial_by_inversion(S& source, std::int64_t n, double p) {
    const double q = 1.0 - p;
    const double count = static_cast<double>(n);
    const double first = exact::exp(count * exact::log(q));
    const double mean = count * p;
    const auto bound = static_cast<std::int64_t>(std::min(count, mean + 10.0 * std::sqrt(mean * q + 1.0)));
    std::int64_t x = 0;
    double term = first;
    double u = source.next_double();
    while (u > term) {
        ++x;
        if (x > bound) {
            x = 0;
            term = first;
            u = source.next_double();
        } else {
            u -= term;
            term = (static_cast<double>(n - x + 1) * p * term) / (static_cast<double>(x) * q);
        }
    }
    return x;
}

// Stirling's correction, over x, in the form of the paper below.
inline double stirling(double x) {
    const double square = x * x;
    return (13680.0 - (462.0 - (132.0 - (99.0 - 140.0 / square) / square) / square) / square) / x / 166320.0;
}

// V. Kachitvichyanukul, B. Schmeiser, "Binomial random variate generation", Communications of the ACM 31 (1988),
// algorithm BTPE: a triangle, two parallelograms and two exponential tails over the distribution, then rejection. p at
// most one half.
template <UniformSource S>
std::int64_t binomial_by_rejection(S& source, std::int64_t n, double p) {
    const double count = static_cast<double>(n);
    const double q = 1.0 - p;
    const double middle = count * p + p;
    const double mode = std::floor(middle);
    const double variance = count * p * q;
    const double p1 = std::floor(2.195 * std::sqrt(variance) - 4.6 * q) + 0.5;
    const double center = mode + 0.5;
    const double left = center - p1;
    const double right = center + p1;
    const double c = 0.134 + 20.5 / (15.3 + mode);
    const double a_left = (middle - left) / (middle - left * p);
    const double lambda_left = a_left * (1.0 + a_left / 2.0);
    const double a_right = (right - middle) / (right * q);
    const double lambda_right = a_right * (1.0 + a_right / 2.0);
    const double p2 = p1 * (1.0 + 2.0 * c);
    const double p3 = p2 + c / lambda_left;
    const double p4 = p3 + c / lambda_right;

    for (;;) {
        const double u = source.next_double() * p4;
        double v = source.next_double();
        double y;
        if (u <= p1) {
            return static_cast<std::int64_t>(std::floor(center - p1 * v + u));
        }
        if (u <= p2) {
            const double x = left + (u - p1) / c;
            v = v * c + 1.0 - std::fabs(mode - x + 0.5) / p1;
            if (v > 1.0) {
                continue;
            }
            y = std::floor(x);
        } else if (u <= p3) {
            y = std::floor(left + exact::log(v) / lambda_left);
            if (y < 0.0 || v == 0.0) {
                continue;
            }
            v = v * (u - p2) * lambda_left;
        } else {
            y = std::floor(right - exact::log(v) / lambda_right);
            if (y > count || v == 0.0) {
                continue;
            }
            v = v * (u - p3) * lambda_right;
        }
        const double k = std::fabs(y - mode);
        if (k <= 20.0 || k >= variance / 2.0 - 1.0) {
            const double s = p / q;
            const double a = s * (count + 1.0);
            double f = 1.0;
            for (double i = mode + 1.0; i <= y; ++i) {
                f *= a / i - s;
            }
            for (double i = y + 1.0; i <= mode; ++i) {
                f /= a / i - s;
            }
            if (v > f) {
                continue;
            }
            return static_cast<std::int64_t>(y);
        }
        // A squeeze around the normal density, and the exact ratio by Stirling's formula between the two.
        const double rho = (k / variance) * ((k * (k / 3.0 + 0.625) + 0.16666666666666666) / variance + 0.5);
        const double t = -k * k / (2.0 * variance);
        const double log_v = exact::log(v);
        if (log_v < t - rho) {
            return static_cast<std::int64_t>(y);
        }
        if (log_v > t + rho) {
            continue;
        }
        const double x1 = y + 1.0;
        const double f1 = mode + 1.0;
        const double z = count + 1.0 - mode;
        const double w = count - y + 1.0;
        if (log_v > center * exact::log(f1 / x1) + (count - mode + 0.5) * exact::log(z / w) +
                        (y - mode) * exact::log(w * p / (x1 * q)) + stirling(f1) + stirling(z) + stirling(x1) +
                        stirling(w)) {
            continue;
        }
        return static_cast<std::int64_t>(y);
    }
}

}  // namespace detail

template <UniformSource S>
std::int64_t binomial(S& source, std::int64_t n, double p) {
    if (n == 0 || p == 0.0) {
        return 0;
    }
    if (p > 0.5) {
        return n - binomial(source, n, 1.0 - p);
    }
    return p * static_cast<double>(n) <= 30.0 ? detail::binomial_by_inversion(source, n, p)
                                              : detail::binomial_by_rejection(source, n, p);
}

// out sums to n; out.size() categories, whose probabilities sum to one.
template <UniformSource S>
void multinomial(S& source, std::int64_t n, std::span<const double> probabilities, std::span<std::int64_t> out) {
    std::fill(out.begin(), out.end(), std::int64_t{0});
    double left = 1.0;
    for (std::size_t i = 0; i + 1 < out.size() && n > 0; ++i) {
        out[i] = binomial(source, n, probabilities[i] / left);
        n -= out[i];
        left -= probabilities[i];
    }
    if (n > 0) {
        out.back() = n;
    }
}

// By running sums of the distribution where few terms are likely; else see geometric_by_inversion of each generator.
template <UniformSource S>
std::int64_t geometric_by_search(S& source, double p) {
    const double q = 1.0 - p;
    double term = p;
    double sum = p;
    std::int64_t x = 1;
    for (const double u = source.next_double(); u > sum; ++x) {
        term *= q;
        sum += term;
    }
    return x;
}

template <UniformSource S>
double laplace(S& source, double location, double scale) {
    for (;;) {
        const double u = source.next_double();
        if (u >= 0.5) {
            return location - scale * exact::log(2.0 - u - u);
        }
        if (u > 0.0) {
            return location + scale * exact::log(u + u);
        }
    }
}

template <UniformSource S>
double gumbel(S& source, double location, double scale) {
    for (;;) {
        const double u = 1.0 - source.next_double();
        if (u < 1.0) {
            return location - scale * exact::log(-exact::log(u));
        }
    }
}

template <UniformSource S>
double logistic(S& source, double location, double scale) {
    for (;;) {
        const double u = source.next_double();
        if (u > 0.0) {
            return location + scale * exact::log(u / (1.0 - u));
        }
    }
}

template <UniformSource S>
double triangular(S& source, double left, double mode, double right) {
    const double base = right - left;
    const double left_base = mode - left;
    const double u = source.next_double();
    return u <= left_base / base ? left + std::sqrt(u * (left_base * base))
                                 : right - std::sqrt((1.0 - u) * ((right - mode) * base));
}

template <VariateSource S>
double log_normal(S& source, double mean, double sigma) {
    return exact::exp(mean + sigma * source.standard_normal());
}

template <VariateSource S>
double chi_square(S& source, double freedom) {
    return 2.0 * standard_gamma(source, freedom / 2.0);
}

template <VariateSource S>
double standard_t(S& source, double freedom) {
    const double x = source.standard_normal();
    return std::sqrt(freedom / 2.0) * x / std::sqrt(standard_gamma(source, freedom / 2.0));
}

template <VariateSource S>
double standard_cauchy(S& source) {
    const double x = source.standard_normal();
    return x / source.standard_normal();
}

template <VariateSource S>
double weibull(S& source, double shape) {
    return shape == 0.0 ? 0.0 : exact::pow(source.standard_exponential(), 1.0 / shape);
}

// out sums to one; as many concentrations, each above zero. Generator takes another way where all are below 0.1.
template <VariateSource S>
void dirichlet(S& source, std::span<const double> concentrations, std::span<double> out) {
    double sum = 0.0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = standard_gamma(source, concentrations[i]);
        sum += out[i];
    }
    const double inverse = 1.0 / sum;
    for (double& value : out) {
        value *= inverse;
    }
}

}  // namespace sconce::draw
