#include "engine/kernels/simd/softmax.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "engine/core/interrupt.hpp"
#include "engine/core/parallel.hpp"
#include "engine/kernels/scalar/reduce.hpp"
#include "engine/kernels/simd/exp.hpp"

namespace sconce::kernels {

namespace {

// y[i] = exp(x[i] - shift[i * step]), where no difference is above 0 and step is 0 or 1.
void exponentials(std::int64_t count, const float* x, const float* shift, std::int64_t step, float* y) {
    const Floats level = splat(*shift);
    std::int64_t i = 0;
    for (; i + 4 <= count; i += 4) {
        store(y + i, exp_not_above_zero(load(x + i) - (step == 0 ? level : load(shift + i))));
    }
    for (; i < count; ++i) {
        y[i] = torch_exp(x[i] - shift[i * step]);
    }
}

void exponentials(std::int64_t count, const double* x, const double* shift, std::int64_t step, double* y) {
    for (std::int64_t i = 0; i < count; ++i) {
        y[i] = std::exp(x[i] - shift[i * step]);
    }
}

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

// y = exp(x - shift); returns the sum, over the lanes of a vector as torch's softmax spreads it.
double exponentials_summed(std::int64_t count, const double* x, double shift, double* y) {
    exponentials(count, x, &shift, 0, y);
    return lane_sum<double>(count, [=](std::int64_t i) { return y[i]; });
}

float exponentials_summed(std::int64_t count, const float* x, float shift, float* y) {
    static_assert(lanes_of<float> == 8);
    if (count < 8) {
        exponentials(count, x, &shift, 0, y);
        return lane_sum<float>(count, [=](std::int64_t i) { return y[i]; });
    }
    const Floats level = splat(shift);
    Floats low{};
    Floats high{};
    std::int64_t i = 0;
    for (; i + 8 <= count; i += 8) {
        const Floats left = exp_not_above_zero(load(x + i) - level);
        const Floats right = exp_not_above_zero(load(x + i + 4) - level);
        store(y + i, left);
        store(y + i + 4, right);
        low += left;
        high += right;
    }
    RowPack<float> sums;
    store(sums.lane.data(), low);
    store(sums.lane.data() + 4, high);
    for (int k = 0; i < count; ++i, ++k) {
        y[i] = torch_exp(x[i] - shift);
        sums.lane[k] += y[i];
    }
    return across_lanes(sums);
}

// The result's place holds the exponentials until they are summed.
template <bool logarithm, class T>
void softmax_row(const T* x, T* y, std::int64_t count) {
    const T highest = row_maximum(x, count, -std::numeric_limits<T>::infinity());
    const T sum = exponentials_summed(count, x, highest, y);
    if constexpr (logarithm) {
        const T log_sum = std::log(sum);
        for (std::int64_t i = 0; i < count; ++i) {
            y[i] = x[i] - highest - log_sum;
        }
    } else {
        // torch multiplies by the reciprocal here, and divides where the dimension is not the last.
        const T scale = T{1} / sum;
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
        T* row = y + d * inner;
        exponentials(inner, x + d * inner, highest, 1, row);
        for (std::int64_t i = 0; i < inner; ++i) {
            sum[i] += row[i];
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

// Elements that repay waking a thread.
constexpr std::int64_t worth_sharing = 1 << 16;

template <bool logarithm, class T>
void softmax_of(const SoftmaxShape& shape, const T* x, T* y) {
    const std::int64_t block = shape.count * shape.inner;
    parallel_for(
        block > 0 ? shape.outer : 0, grain_for(block, worth_sharing), [&](std::int64_t begin, std::int64_t end) {
            std::vector<T> scratch;
            std::int64_t since_poll = 0;
            for (std::int64_t o = begin; o < end; ++o) {
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
        });
}

template <bool logarithm, class T>
void gradient_of(const SoftmaxShape& shape, const T* all_g, const T* all_s, T* all_out) {
    const std::int64_t block = shape.count * shape.inner;
    parallel_for(
        block > 0 ? shape.outer : 0, grain_for(block, worth_sharing), [&](std::int64_t begin, std::int64_t end) {
            std::vector<T> sums(static_cast<std::size_t>(shape.inner));
            const T none{};
            for (std::int64_t o = begin; o < end; ++o) {
                const T* g = all_g + o * block;
                const T* s = all_s + o * block;
                T* out = all_out + o * block;
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
                if constexpr (logarithm) {
                    exponentials(block, s, &none, 0, out);
                }
                const auto finish = [=](std::int64_t at, T sum) {
                    out[at] = logarithm ? g[at] - out[at] * sum : (g[at] - sum) * s[at];
                };
                if (shape.inner == 1) {
                    for (std::int64_t at = 0; at < block; ++at) {
                        finish(at, sums[0]);
                    }
                    continue;
                }
                for (std::int64_t d = 0; d < shape.count; ++d) {
                    for (std::int64_t i = 0; i < shape.inner; ++i) {
                        finish(d * shape.inner + i, sums[static_cast<std::size_t>(i)]);
                    }
                }
            }
        });
}

}  // namespace

template <bool logarithm>
void softmax(const SoftmaxShape& shape, const float* x, float* y) {
    softmax_of<logarithm>(shape, x, y);
}
template <bool logarithm>
void softmax(const SoftmaxShape& shape, const double* x, double* y) {
    softmax_of<logarithm>(shape, x, y);
}
template <bool logarithm>
void softmax_gradient(const SoftmaxShape& shape, const float* g, const float* s, float* out) {
    gradient_of<logarithm>(shape, g, s, out);
}
template <bool logarithm>
void softmax_gradient(const SoftmaxShape& shape, const double* g, const double* s, double* out) {
    gradient_of<logarithm>(shape, g, s, out);
}

template void softmax<false>(const SoftmaxShape&, const float*, float*);
template void softmax<true>(const SoftmaxShape&, const float*, float*);
template void softmax<false>(const SoftmaxShape&, const double*, double*);
template void softmax<true>(const SoftmaxShape&, const double*, double*);
template void softmax_gradient<false>(const SoftmaxShape&, const float*, const float*, float*);
template void softmax_gradient<true>(const SoftmaxShape&, const float*, const float*, float*);
template void softmax_gradient<false>(const SoftmaxShape&, const double*, const double*, double*);
template void softmax_gradient<true>(const SoftmaxShape&, const double*, const double*, double*);

}  // namespace sconce::kernels
