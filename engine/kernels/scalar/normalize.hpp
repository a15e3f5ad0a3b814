// Normalisation of groups of elements by their own mean and variance: layers, groups of channels, batches.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/core/interrupt.hpp"
#include "engine/core/parallel.hpp"

namespace sconce::kernels {

// Contiguous data as groups that are normalised together, each of `runs` runs of `length` adjacent elements.
struct NormLayout {
    std::int64_t groups = 0;
    std::int64_t runs = 1;
    std::int64_t length = 0;
    std::int64_t group_step = 0;
    std::int64_t run_step = 0;
    // Scale and shift go by the place in the run, or by run: number (group % wrap) * runs_a_group + run (or without the run).
    bool by_element = false;
    std::int64_t wrap = 1;
    std::int64_t runs_a_group = 1;
    bool by_run = false;

    std::int64_t count() const { return runs * length; }
    // Groups for one thread at a time.
    std::int64_t grain() const { return grain_for(count(), 1 << 16); }
    std::int64_t start(std::int64_t group, std::int64_t run) const { return group * group_step + run * run_step; }
    std::int64_t channel(std::int64_t group, std::int64_t run) const {
        return group % wrap * runs_a_group + (by_run ? run : 0);
    }
};

// value(0) + ... + value(n - 1) in double, eight partial sums abreast.
template <class Value>
double wide_sum(std::int64_t n, Value value) {
    constexpr std::int64_t lanes = 8;
    double lane[lanes] = {};
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes) {
        for (std::int64_t k = 0; k < lanes; ++k) {
            lane[k] += value(i + k);
        }
    }
    double total = 0;
    for (; i < n; ++i) {
        total += value(i);
    }
    for (const double part : lane) {
        total += part;
    }
    return total;
}

struct Moments {
    std::vector<double> mean;
    std::vector<double> variance;  // biased
};

// Mean and variance of each group, or 0 and the mean square where the groups are not `centred`.
template <class T>
Moments moments(const NormLayout& layout, const T* x, bool centred) {
    Moments result{.mean = std::vector<double>(static_cast<std::size_t>(layout.groups)),
                   .variance = std::vector<double>(static_cast<std::size_t>(layout.groups))};
    const auto count = static_cast<double>(layout.count());
    const auto of_group = [&](std::int64_t g) {
        double mean = 0;
        for (std::int64_t r = 0; centred && r < layout.runs; ++r) {
            const T* run = x + layout.start(g, r);
            mean += wide_sum(layout.length, [=](std::int64_t i) { return static_cast<double>(run[i]); });
        }
        mean /= count;
        double squares = 0;
        for (std::int64_t r = 0; r < layout.runs; ++r) {
            const T* run = x + layout.start(g, r);
            squares += wide_sum(layout.length, [=](std::int64_t i) {
                const double d = static_cast<double>(run[i]) - mean;
                return d * d;
            });
        }
        result.mean[static_cast<std::size_t>(g)] = mean;
        result.variance[static_cast<std::size_t>(g)] = squares / count;
    };
    parallel_for(layout.groups, layout.grain(), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t g = begin; g < end; ++g) {
            of_group(g);
            if ((g & 0xff) == 0xff) {
                check_interrupt();
            }
        }
    });
    return result;
}

// y = (x - mean) scale[g] weight + bias; a null weight is 1, a null bias 0.
template <class T>
void normalize(const NormLayout& layout, const T* x, const double* mean, const double* scale, const T* weight,
               const T* bias, T* y) {
    const auto group = [&](std::int64_t g) {
        const auto own_scale = static_cast<T>(scale[g]);
        const auto own_mean = static_cast<T>(mean[g]);
        for (std::int64_t r = 0; r < layout.runs; ++r) {
            const T* in = x + layout.start(g, r);
            T* out = y + layout.start(g, r);
            if (layout.by_element) {
                for (std::int64_t i = 0; i < layout.length; ++i) {
                    const T value = (in[i] - own_mean) * own_scale;
                    out[i] = (weight != nullptr ? value * weight[i] : value) + (bias != nullptr ? bias[i] : T{0});
                }
                continue;
            }
            const std::int64_t channel = layout.channel(g, r);
            const T factor = weight != nullptr ? own_scale * weight[channel] : own_scale;
            const T shift = bias != nullptr ? bias[channel] : T{0};
            for (std::int64_t i = 0; i < layout.length; ++i) {
                out[i] = (in[i] - own_mean) * factor + shift;
            }
        }
    };
    parallel_for(layout.groups, layout.grain(), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t g = begin; g < end; ++g) {
            group(g);
        }
    });
}

// With n elements a group, h = (x - mean) scale and u = grad weight:
// dx = scale (u - mean(u) - h mean(u h)), without mean(u) where not centred, and scale u where the moments are `fixed`;
// dweight = sum grad h, dbias = sum grad. Any of the three may be null.
template <class T>
void normalize_gradient(const NormLayout& layout, const T* grad, const T* x, const double* mean, const double* scale,
                        const T* weight, bool centred, bool fixed, T* dx, T* dweight, T* dbias) {
    const auto count = static_cast<double>(layout.count());
    for (std::int64_t g = 0; g < layout.groups; ++g) {
        const auto own_scale = static_cast<T>(scale[g]);
        const auto own_mean = static_cast<T>(mean[g]);
        double total = 0;
        double along = 0;
        for (std::int64_t r = 0; r < layout.runs; ++r) {
            const T* u = grad + layout.start(g, r);
            const T* in = x + layout.start(g, r);
            const auto hat = [=](std::int64_t i) { return (in[i] - own_mean) * own_scale; };
            if (layout.by_element) {
                const auto weighted = [=](std::int64_t i) { return weight != nullptr ? u[i] * weight[i] : u[i]; };
                total += wide_sum(layout.length, weighted);
                along += wide_sum(layout.length, [=](std::int64_t i) { return weighted(i) * hat(i); });
                for (std::int64_t i = 0; dweight != nullptr && i < layout.length; ++i) {
                    dweight[i] += u[i] * hat(i);
                }
                for (std::int64_t i = 0; dbias != nullptr && i < layout.length; ++i) {
                    dbias[i] += u[i];
                }
                continue;
            }
            const std::int64_t channel = layout.channel(g, r);
            const double plain = wide_sum(layout.length, [=](std::int64_t i) { return static_cast<double>(u[i]); });
            const double across = wide_sum(layout.length, [=](std::int64_t i) { return u[i] * hat(i); });
            const double w = weight != nullptr ? static_cast<double>(weight[channel]) : 1;
            total += w * plain;
            along += w * across;
            if (dweight != nullptr) {
                dweight[channel] += static_cast<T>(across);
            }
            if (dbias != nullptr) {
                dbias[channel] += static_cast<T>(plain);
            }
        }
        if (dx == nullptr) {
            continue;
        }
        const auto level = static_cast<T>(centred && !fixed ? total / count : 0);
        const auto tilt = static_cast<T>(fixed ? 0 : along / count);
        for (std::int64_t r = 0; r < layout.runs; ++r) {
            const T* u = grad + layout.start(g, r);
            const T* in = x + layout.start(g, r);
            T* out = dx + layout.start(g, r);
            const T w = weight != nullptr && !layout.by_element ? weight[layout.channel(g, r)] : T{1};
            for (std::int64_t i = 0; i < layout.length; ++i) {
                const T own = layout.by_element && weight != nullptr ? weight[i] : w;
                out[i] = own_scale * (u[i] * own - level - (in[i] - own_mean) * own_scale * tilt);
            }
        }
        if ((g & 0xff) == 0xff) {
            check_interrupt();
        }
    }
}

}  // namespace sconce::kernels
