#include "engine/random/numpy_generator.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "engine/random/distributions.hpp"
#include "engine/random/libm.hpp"
#include "engine/random/ziggurat_tables.hpp"

namespace sconce {

namespace {

// The C library's log1pf is correctly rounded; rounding the double result is the same but for one argument in 2^29.
float log1p_float(float x) { return static_cast<float>(exact::log1p(static_cast<double>(x))); }

}  // namespace

std::vector<NumpyGenerator> NumpyGenerator::spawn(std::size_t count) {
    std::vector<NumpyGenerator> out;
    out.reserve(count);
    for (SeedSequence& child : seeds_.spawn(count)) {
        out.emplace_back(std::move(child));
    }
    return out;
}

void NumpyGenerator::fill_random(std::span<double> out) {
    for (double& value : out) {
        value = source_.next_double();
    }
}

void NumpyGenerator::fill_random(std::span<float> out) {
    for (float& value : out) {
        value = source_.next_float();
    }
}

void NumpyGenerator::fill_uniform(std::span<double> out, double low, double high) {
    const double range = high - low;
    for (double& value : out) {
        value = low + range * source_.next_double();
    }
}

// The ziggurat: G. Marsaglia, W. W. Tsang, Journal of Statistical Software 5 (2000). A layer and a place in it from one
// word; nearly always the place is under the curve, else the wedge or the tail decides.
double NumpyGenerator::standard_normal() {
    for (;;) {
        const std::uint64_t word = source_.next_u64();
        const std::size_t layer = word & 0xff;
        const bool negative = (word >> 8 & 1) != 0;
        const std::uint64_t place = word >> 9 & 0x000fffffffffffff;
        const double width = static_cast<double>(place) * tables::normal_width_double[layer];
        const double x = negative ? -width : width;
        if (place < tables::normal_inside_double[layer]) [[likely]] {
            return x;
        }
        if (layer == 0) {
            for (;;) {
                const double beyond = -tables::normal_tail_start_inverse * exact::log1p(-source_.next_double());
                const double y = -exact::log1p(-source_.next_double());
                if (y + y > beyond * beyond) {
                    const double tail = tables::normal_tail_start + beyond;
                    return (place >> 8 & 1) != 0 ? -tail : tail;
                }
            }
        }
        const double* height = tables::normal_height_double + layer;
        if ((height[-1] - height[0]) * source_.next_double() + height[0] < exact::exp(-0.5 * x * x)) {
            return x;
        }
    }
}

float NumpyGenerator::standard_normal_float() {
    for (;;) {
        const std::uint32_t word = source_.next_u32();
        const std::size_t layer = word & 0xff;
        const bool negative = (word >> 8 & 1) != 0;
        const std::uint32_t place = word >> 9;
        const float width = static_cast<float>(place) * tables::normal_width_float[layer];
        const float x = negative ? -width : width;
        if (place < tables::normal_inside_float[layer]) [[likely]] {
            return x;
        }
        if (layer == 0) {
            constexpr auto start = static_cast<float>(tables::normal_tail_start);
            constexpr auto start_inverse = static_cast<float>(tables::normal_tail_start_inverse);
            for (;;) {
                const float beyond = -start_inverse * log1p_float(-source_.next_float());
                const float y = -log1p_float(-source_.next_float());
                if (y + y > beyond * beyond) {
                    return (place >> 8 & 1) != 0 ? -(start + beyond) : start + beyond;
                }
            }
        }
        const float* height = tables::normal_height_float + layer;
        const double curve = exact::exp(-0.5 * static_cast<double>(x) * static_cast<double>(x));
        if ((height[-1] - height[0]) * source_.next_float() + height[0] < static_cast<float>(curve)) {
            return x;
        }
    }
}

void NumpyGenerator::fill_standard_normal(std::span<double> out) {
    std::generate(out.begin(), out.end(), [this] { return standard_normal(); });
}

void NumpyGenerator::fill_standard_normal(std::span<float> out) {
    std::generate(out.begin(), out.end(), [this] { return standard_normal_float(); });
}

void NumpyGenerator::fill_normal(std::span<double> out, double location, double scale) {
    for (double& value : out) {
        value = location + scale * standard_normal();
    }
}

double NumpyGenerator::standard_exponential() {
    for (;;) {
        const std::uint64_t word = source_.next_u64() >> 3;
        const std::size_t layer = word & 0xff;
        const std::uint64_t place = word >> 8;
        const double x = static_cast<double>(place) * tables::exponential_width_double[layer];
        if (place < tables::exponential_inside_double[layer]) [[likely]] {
            return x;
        }
        if (layer == 0) {
            return tables::exponential_tail_start - exact::log1p(-source_.next_double());
        }
        const double* height = tables::exponential_height_double + layer;
        if ((height[-1] - height[0]) * source_.next_double() + height[0] < exact::exp(-x)) {
            return x;
        }
    }
}

float NumpyGenerator::standard_exponential_float() {
    for (;;) {
        const std::uint32_t word = source_.next_u32() >> 1;
        const std::size_t layer = word & 0xff;
        const std::uint32_t place = word >> 8;
        const float x = static_cast<float>(place) * tables::exponential_width_float[layer];
        if (place < tables::exponential_inside_float[layer]) [[likely]] {
            return x;
        }
        if (layer == 0) {
            return static_cast<float>(tables::exponential_tail_start) - log1p_float(-source_.next_float());
        }
        const float* height = tables::exponential_height_float + layer;
        const auto curve = static_cast<float>(exact::exp(-static_cast<double>(x)));
        if ((height[-1] - height[0]) * source_.next_float() + height[0] < curve) {
            return x;
        }
    }
}

void NumpyGenerator::fill_standard_exponential(std::span<double> out) {
    std::generate(out.begin(), out.end(), [this] { return standard_exponential(); });
}

void NumpyGenerator::fill_standard_exponential(std::span<float> out) {
    std::generate(out.begin(), out.end(), [this] { return standard_exponential_float(); });
}

void NumpyGenerator::fill_standard_exponential_inverse(std::span<double> out) {
    for (double& value : out) {
        value = -exact::log1p(-source_.next_double());
    }
}

void NumpyGenerator::fill_standard_exponential_inverse(std::span<float> out) {
    for (float& value : out) {
        value = -log1p_float(-source_.next_float());
    }
}

std::int64_t NumpyGenerator::geometric(double p) {
    if (p >= 1.0 / 3.0) {
        return draw::geometric_by_search(*this, p);
    }
    return static_cast<std::int64_t>(std::ceil(-standard_exponential() / exact::log1p(-p)));
}

double NumpyGenerator::rayleigh(double scale) { return scale * std::sqrt(2.0 * standard_exponential()); }

void NumpyGenerator::shuffle_tail(std::span<std::int64_t> items, std::size_t first) {
    for (std::size_t i = items.size(); i-- > first;) {
        std::swap(items[i], items[bounded_u64<Rejection::lemire>(source_, i)]);
    }
}

std::vector<std::int64_t> NumpyGenerator::permutation(std::int64_t n) {
    std::vector<std::int64_t> items(static_cast<std::size_t>(n));
    std::iota(items.begin(), items.end(), std::int64_t{0});
    // Not by the rejection of shuffle_tail: NumPy shuffles arrays and its own choices in two ways.
    for (std::size_t i = items.size(); i-- > 1;) {
        std::swap(items[i], items[bounded_u64<Rejection::masked>(source_, i)]);
    }
    return items;
}

std::vector<std::int64_t> NumpyGenerator::choose(std::int64_t population, std::int64_t size, bool shuffle) {
    if (population > 10000 && size > population / (shuffle ? 50 : 20)) {
        std::vector<std::int64_t> items(static_cast<std::size_t>(population));
        std::iota(items.begin(), items.end(), std::int64_t{0});
        shuffle_tail(items, static_cast<std::size_t>(std::max<std::int64_t>(population - size, 1)));
        return {items.end() - size, items.end()};
    }
    // R. Floyd's method: the j-th draw is from 0 .. j, and j itself where the draw was taken before. The set of those
    // taken is a table of open addresses.
    constexpr auto free = ~std::uint64_t{0};
    const auto wanted = static_cast<std::uint64_t>(1.2 * static_cast<double>(size));
    const std::uint64_t mask = wanted == 0 ? 0 : free >> std::countl_zero(wanted);
    std::vector<std::uint64_t> taken(mask + 1, free);
    const auto take = [&](std::uint64_t value) {
        std::uint64_t place = value & mask;
        while (taken[place] != free && taken[place] != value) {
            place = (place + 1) & mask;
        }
        const bool fresh = taken[place] == free;
        taken[place] = value;
        return fresh;
    };
    std::vector<std::int64_t> items;
    items.reserve(static_cast<std::size_t>(size));
    for (std::int64_t j = population - size; j < population; ++j) {
        std::uint64_t value = bounded_u64<Rejection::lemire>(source_, static_cast<std::uint64_t>(j));
        if (!take(value)) {
            value = static_cast<std::uint64_t>(j);
            take(value);
        }
        items.push_back(static_cast<std::int64_t>(value));
    }
    if (shuffle) {
        shuffle_tail(items, 1);
    }
    return items;
}

}  // namespace sconce
