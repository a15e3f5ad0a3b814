#include "engine/random/numpy_legacy.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/random/distributions.hpp"
#include "engine/random/libm.hpp"

namespace sconce {

void NumpyLegacy::seed(std::uint32_t value) {
    source_.seed(value);
    spare_.reset();
}

void NumpyLegacy::seed(std::span<const std::uint32_t> key) {
    source_.seed(key);
    spare_.reset();
}

void NumpyLegacy::fill_rand(std::span<double> out) {
    for (double& value : out) {
        value = source_.next_double();
    }
}

void NumpyLegacy::fill_uniform(std::span<double> out, double low, double high) {
    const double range = high - low;
    for (double& value : out) {
        value = low + range * source_.next_double();
    }
}

// G. Marsaglia's polar method: two normals from a point in the unit disc. The second is given first.
double NumpyLegacy::standard_normal() {
    if (spare_) {
        return *std::exchange(spare_, std::nullopt);
    }
    double x;
    double y;
    double square;
    do {
        x = 2.0 * source_.next_double() - 1.0;
        y = 2.0 * source_.next_double() - 1.0;
        square = x * x + y * y;
    } while (square >= 1.0 || square == 0.0);
    const double factor = std::sqrt(-2.0 * exact::log(square) / square);
    spare_ = factor * x;
    return factor * y;
}

void NumpyLegacy::fill_randn(std::span<double> out) {
    std::generate(out.begin(), out.end(), [this] { return standard_normal(); });
}

void NumpyLegacy::fill_normal(std::span<double> out, double location, double scale) {
    for (double& value : out) {
        value = location + scale * standard_normal();
    }
}

double NumpyLegacy::standard_exponential() { return -exact::log(1.0 - source_.next_double()); }

std::int64_t NumpyLegacy::geometric(double p) {
    if (p >= 1.0 / 3.0) {
        return draw::geometric_by_search(*this, p);
    }
    return static_cast<std::int64_t>(std::ceil(exact::log1p(-next_double()) / exact::log(1.0 - p)));
}

double NumpyLegacy::rayleigh(double scale) { return scale * std::sqrt(-2.0 * exact::log1p(-next_double())); }

// Whole words, each from its lowest byte on; what is left of the last one is lost.
void NumpyLegacy::fill_bytes(std::span<std::uint8_t> out) {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        word = i % 4 == 0 ? source_.next_u32() : word >> 8;
        out[i] = static_cast<std::uint8_t>(word);
    }
}

std::vector<std::int64_t> NumpyLegacy::permutation(std::int64_t n) {
    std::vector<std::int64_t> items(static_cast<std::size_t>(n));
    std::iota(items.begin(), items.end(), std::int64_t{0});
    for (std::size_t i = items.size(); i-- > 1;) {
        std::swap(items[i], items[bounded_u64<Rejection::masked>(source_, i)]);
    }
    return items;
}

}  // namespace sconce
