// Softmax and its logarithm over one dimension of contiguous data seen as (outer, count, inner).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/core/interrupt.hpp"
#include "engine/kernels/scalar/reduce.hpp"

namespace sconce::kernels {

struct SoftmaxShape {
    std::int64_t outer = 1;
    std::int64_t count = 1;
    std::int64_t inner = 1;
};

// Combines the lanes as torch's horizontal reductions do: floats by halves, doubles one after the other.
template <class T, int lanes>
T across_lanes(Pack<T, lanes> pack) {
    if constexpr (lanes == 8) {
        for (int half = lanes / 2; half > 0; half /= 2) {
            for (int k = 0; k < half; ++k) {
                pack.lane[k] += pack.lane[k + half];
            }
        }
    } else {
        for (int k = 1; k < lanes; ++k) {
            pack.lane[0] += pack.lane[k];
        }
    }
    return pack.lane[0];
}

// Sum of value(0) .. value(count - 1), spread over the lanes of a vector as torch's softmax does.
template <class T, class Value>
T lane_sum(std::int64_t count, Value value) {
    constexpr int lanes = lanes_of<T>;
    if (count < lanes) {
        T sum = value(0);
        for (std::int64_t i = 1; i < count; ++i) {
            sum += value(i);
        }
        return sum;
    }
    RowPack<T> sums;
    for (int k = 0; k < lanes; ++k) {
        sums.lane[k] = value(k);
    }
    std::int64_t i = lanes;
    for (; i + lanes <= count; i += lanes) {
        for (int k = 0; k < lanes; ++k) {
            sums.lane[k] += value(i + k);
        }
    }
    for (int k = 0; i < count; ++i, ++k) {
        sums.lane[k] += value(i);
    }
    return across_lanes(sums);
}

// y = exp(x - max) / sum of the same, or its logarithm x - max - log(sum).
template <bool logarithm, class T>
void softmax_row(const T* x, T* y, std::int64_t count) {
    const T highest = row_extreme(x[0], x, count, std::greater<>{});
    if constexpr (logarithm) {
        const T log_sum = std::log(lane_sum<T>(count, [=](std::int64_t i) { return std::exp(x[i] - highest); }));
        for (std::int64_t i = 0; i < count; ++i) {
            y[i] = x[i] - highest - log_sum;
        }
    } else {
        for (std::int64_t i = 0; i < count; ++i) {
            y[i] = std::exp(x[i] - highest);
        }
        // torch multiplies by the reciprocal here, and divides where the dimension is not the last.
        const T scale = T{1} / lane_sum<T>(count, [=](std::int64_t i) { return y[i]; });
        for (std::int64_t i = 0; i < count; ++i) {
            y[i] *= scale;
        }
    }
}

// The same over the first dimension of (count, inner), all columns abreast.
template <bool logarithm, class T>
void softmax_columns(const T* x, T* y, std::int64_t count, std::int64_t inner, std::vector<T>& scratch) {
    scratch.assign(static_cast<std::size_t>(2 * inner), T{});
    T* highest = scratch.data();
    T* sum = highest + inner;
    std::copy_n(x, inner, highest);
    for (std::int64_t d = 1; d < count; ++d) {
        for (std::int64_t i = 0; i < inner; ++i) {
            highest[i] = extreme(highest[i], x[d * inner + i], std::greater<>{});
        }
    }
    for (std::int64_t d = 0; d < count; ++d) {
        for (std::int64_t i = 0; i < inner; ++i) {
            const T value = std::exp(x[d * inner + i] - highest[i]);
            sum[i] += value;
            if constexpr (!logarithm) {
                y[d * inner + i] = value;
            }
        }
    }
    if constexpr (logarithm) {
        for (std::int64_t i = 0; i < inner; ++i) {
            sum[i] = std::log(sum[i]);
        }
    }
    for (std::int64_t d = 0; d < count; ++d) {
        for (std::int64_t i = 0; i < inner; ++i) {
            const std::int64_t at = d * inner + i;
            y[at] = logarithm ? x[at] - highest[i] - sum[i] : y[at] / sum[i];
        }
    }
}

template <bool logarithm, class T>
void softmax(const SoftmaxShape& shape, const T* x, T* y) {
    std::vector<T> scratch;
    const std::int64_t block = shape.count * shape.inner;
    std::int64_t since_poll = 0;
    for (std::int64_t o = 0; o < shape.outer && block > 0; ++o) {
        if (shape.inner == 1) {
            softmax_row<logarithm>(x + o * block, y + o * block, shape.count);
        } else {
            softmax_columns<logarithm>(x + o * block, y + o * block, shape.count, shape.inner, scratch);
        }
        since_poll += block;
        if (since_poll > (1 << 20)) {
            check_interrupt();
            since_poll = 0;
        }
    }
}

// out = s (g - sum g s) for s a softmax, or g - e^s sum g for s its logarithm.
template <bool logarithm, class T>
void softmax_gradient(const SoftmaxShape& shape, const T* g, const T* s, T* out) {
    std::vector<T> sums(static_cast<std::size_t>(shape.inner));
    const std::int64_t block = shape.count * shape.inner;
    for (std::int64_t o = 0; o < shape.outer && block > 0; ++o, g += block, s += block, out += block) {
        if (shape.inner == 1) {
            sums[0] = lane_sum<T>(shape.count, [=](std::int64_t i) { return logarithm ? g[i] : g[i] * s[i]; });
        } else {
            sums.assign(sums.size(), T{});
            for (std::int64_t d = 0; d < shape.count; ++d) {
                for (std::int64_t i = 0; i < shape.inner; ++i) {
                    const std::int64_t at = d * shape.inner + i;
                    sums[static_cast<std::size_t>(i)] += logarithm ? g[at] : g[at] * s[at];
                }
            }
        }
        for (std::int64_t d = 0; d < shape.count; ++d) {
            for (std::int64_t i = 0; i < shape.inner; ++i) {
                const std::int64_t at = d * shape.inner + i;
                const T sum = sums[static_cast<std::size_t>(i)];
                out[at] = logarithm ? g[at] - std::exp(s[at]) * sum : (g[at] - sum) * s[at];
            }
        }
    }
}

}  // namespace sconce::kernels
