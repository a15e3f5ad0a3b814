// Reductions whose result does not hang on a summation order: folds, moments, places of extrema, running folds.
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/kernels/scalar/reduce_plan.hpp"
#include "engine/kernels/scalar/sum.hpp"

namespace sconce::kernels {

// out = f(out, in), element after element in the plan's order.
template <class In, class Out, class F>
void fold(const ReducePlan& plan, const In* in, Out* out, F f) {
    const std::int64_t count = plan.extent[0];
    const std::int64_t in_step = plan.in[0];
    const std::int64_t out_step = plan.out[0];
    for_each_outer(plan, 1, [&](std::int64_t in_at, std::int64_t out_at) {
        const In* x = in + in_at;
        Out* y = out + out_at;
        if (out_step == 0) {
            Out total = *y;
            for (std::int64_t i = 0; i < count; ++i) {
                total = f(total, x[i * in_step]);
            }
            *y = total;
        } else if (out_step == 1 && in_step == 1) {
            for (std::int64_t i = 0; i < count; ++i) {
                y[i] = f(y[i], x[i]);
            }
        } else {
            for (std::int64_t i = 0; i < count; ++i) {
                y[i * out_step] = f(y[i * out_step], x[i * in_step]);
            }
        }
    });
}

// out *= products of `in` in torch's order: a contiguous reduced run goes through four vectors.
template <class T>
void packed_product(const ReducePlan& plan, const T* in, T* out) {
    constexpr int lanes = lanes_of<T>;
    constexpr int packs = 4;
    const std::int64_t count = plan.extent[0];
    if (plan.out[0] != 0 || plan.in[0] != 1 || count < lanes * packs) {
        fold(plan, in, out, [](T a, T b) { return a * b; });
        return;
    }
    for_each_outer(plan, 1, [&](std::int64_t in_at, std::int64_t out_at) {
        const T* x = in + in_at;
        std::array<RowPack<T>, packs> product;
        for (int k = 0; k < packs; ++k) {
            product[k] = load_as<RowPack<T>>(x + k * lanes);
        }
        std::int64_t i = lanes * packs;
        for (; i + lanes * packs <= count; i += lanes * packs) {
            for (int k = 0; k < packs; ++k) {
                product[k] *= load_as<RowPack<T>>(x + i + k * lanes);
            }
        }
        product[0] *= product[1];
        product[2] *= product[3];
        product[0] *= product[2];
        T total = product[0].lane[0];
        for (int k = 1; k < lanes; ++k) {
            total *= product[0].lane[k];
        }
        total *= out[out_at];
        for (; i < count; ++i) {
            total *= x[i];
        }
        out[out_at] = total;
    });
}

struct Moments {
    double mean = 0;
    double squares = 0;  // sum of squared deviations from the mean
};

// B. P. Welford, "Note on a method for calculating corrected sums of squares and products", Technometrics 4 (1962), in double
// whatever the element type, as torch does. `plan` walks reduced dimensions first, from the output at `in`.
template <class T>
Moments welford(const ReducePlan& plan, const T* from, std::int64_t in) {
    Moments moments;
    double count = 0;
    for_each_reduced(plan, in, [&](std::int64_t at) {
        const double value = static_cast<double>(from[at]);
        count += 1;
        const double delta = value - moments.mean;
        moments.mean += delta / count;
        moments.squares += delta * (value - moments.mean);
    });
    return moments;
}

// Sum of (x - mean)^2 over everything, one partial sum for each block of the two innermost dimensions: torch's way to the variance of
// a whole tensor.
template <class T>
double squared_deviations(const ReducePlan& plan, const T* in, double mean) {
    double total = 0;
    for_each_outer(plan, 2, [&](std::int64_t in_at, std::int64_t) {
        double block = 0;
        for (std::int64_t j = 0; j < plan.extent[1]; ++j) {
            const T* x = in + in_at + j * plan.in[1];
            for (std::int64_t i = 0; i < plan.extent[0]; ++i) {
                const double deviation = static_cast<double>(x[i * plan.in[0]]) - mean;
                block += deviation * deviation;
            }
        }
        total += block;
    });
    return total;
}

template <class T>
bool is_nan(T x) {
    return x != x;
}

// The extreme of two elements: NaN wins, then the later of two equal ones.
template <class T, class Before>
T extreme(T a, T b, Before before) {
    return is_nan(a) || before(a, b) ? a : b;
}

// The extreme of `first` and a contiguous row, over the lanes of a vector.
template <class T, class Before>
T row_extreme(T first, const T* x, std::int64_t count, Before before) {
    constexpr int lanes = lanes_of<T>;
    T best = first;
    std::int64_t i = 0;
    if (count >= lanes) {
        RowPack<T> bests = load_as<RowPack<T>>(x);
        for (i = lanes; i + lanes <= count; i += lanes) {
            for (int k = 0; k < lanes; ++k) {
                bests.lane[k] = extreme(bests.lane[k], x[i + k], before);
            }
        }
        for (const T lane : bests.lane) {
            best = extreme(best, lane, before);
        }
    }
    for (; i < count; ++i) {
        best = extreme(best, x[i], before);
    }
    return best;
}

// out = the extreme of out and `in`.
template <class T, class Before>
void extremes(const ReducePlan& plan, const T* in, T* out, Before before) {
    if (plan.out[0] != 0 || plan.in[0] != 1) {
        fold(plan, in, out, [before](T a, T b) { return extreme(a, b, before); });
        return;
    }
    for_each_outer(plan, 1, [&](std::int64_t in_at, std::int64_t out_at) {
        out[out_at] = row_extreme(out[out_at], in + in_at, plan.extent[0], before);
    });
}

// Place of the extreme among `count` elements: the first NaN, else the first of the equal ones.
template <class T, class Before>
std::int64_t extreme_place(const T* from, std::int64_t stride, std::int64_t count, Before before) {
    std::int64_t place = 0;
    T best = *from;
    for (std::int64_t i = 1; i < count && !is_nan(best); ++i) {
        const T value = from[i * stride];
        if (before(value, best) || is_nan(value)) {
            best = value;
            place = i;
        }
    }
    return place;
}

}  // namespace sconce::kernels
