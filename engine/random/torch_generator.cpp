#include "engine/random/torch_generator.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstring>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/random/distributions.hpp"
#include "engine/random/fma.hpp"
#include "engine/random/libm.hpp"

namespace sconce {

namespace {

// Where torch keeps what in the bytes of a state (little-endian; each engine word in eight bytes).
namespace layout {
constexpr std::size_t seed = 0;
constexpr std::size_t left = 8;
constexpr std::size_t seeded = 12;
constexpr std::size_t next = 16;
constexpr std::size_t words = 24;
constexpr std::size_t spare = 5024;
constexpr std::size_t spare_valid = 5040;
}  // namespace layout

template <class T>
void put(TorchGenerator::StateBytes& bytes, std::size_t place, T value) {
    std::memcpy(bytes.data() + place, &value, sizeof value);
}

template <class T>
T get(std::span<const std::uint8_t> bytes, std::size_t place) {
    T value;
    std::memcpy(&value, bytes.data() + place, sizeof value);
    return value;
}

double exponential(double uniform, double lambda) { return -1.0 / lambda * exact::log1p(-uniform); }

template <class T, class F>
void generate(std::span<T> out, F f) {
    for (T& value : out) {
        value = static_cast<T>(f());
    }
}

}  // namespace

void TorchGenerator::manual_seed(std::uint64_t seed) {
    initial_seed_ = seed;
    engine_.seed(static_cast<std::uint32_t>(seed));
    spare_.reset();
}

TorchGenerator::StateBytes TorchGenerator::get_state() const {
    StateBytes bytes{};
    const std::size_t used = engine_.untouched() ? 0 : engine_.position();
    put<std::uint64_t>(bytes, layout::seed, initial_seed_);
    // torch counts what is left of a block before the draw that uses it, so that one is left of a used-up block.
    put<std::int32_t>(bytes, layout::left,
                      engine_.untouched() ? 1 : static_cast<std::int32_t>(Mt19937::word_count + 1 - used));
    put<std::int32_t>(bytes, layout::seeded, 1);
    put<std::uint64_t>(bytes, layout::next, used);
    for (std::size_t i = 0; i < Mt19937::word_count; ++i) {
        put<std::uint64_t>(bytes, layout::words + 8 * i, engine_.words()[i]);
    }
    put<double>(bytes, layout::spare, spare_.value_or(0.0));
    put<std::int32_t>(bytes, layout::spare_valid, spare_.has_value() ? 1 : 0);
    return bytes;
}

void TorchGenerator::set_state(std::span<const std::uint8_t> bytes) {
    if (bytes.size() != state_bytes) {
        throw Error(ErrorKind::value, "Expected a CPUGeneratorImplState of size " + std::to_string(state_bytes) +
                                          " but found the input RNG state size to be " + std::to_string(bytes.size()));
    }
    const auto left = get<std::int32_t>(bytes, layout::left);
    const auto next = get<std::uint64_t>(bytes, layout::next);
    if (get<std::int32_t>(bytes, layout::seeded) != 1 || left < 1 || left > 624 || next > 624) {
        throw Error(ErrorKind::value, "Invalid mt19937 state");
    }
    Mt19937::Words words;
    for (std::size_t i = 0; i < Mt19937::word_count; ++i) {
        words[i] = static_cast<std::uint32_t>(get<std::uint64_t>(bytes, layout::words + 8 * i));
    }
    engine_.set_state(words, left == 1 ? Mt19937::word_count : static_cast<std::size_t>(next), left == 1 && next == 0);
    initial_seed_ = get<std::uint64_t>(bytes, layout::seed);
    spare_.reset();
    if (get<std::int32_t>(bytes, layout::spare_valid) != 0) {
        spare_ = get<double>(bytes, layout::spare);
    }
}

double TorchGenerator::next_normal() {
    if (spare_) {
        return *std::exchange(spare_, std::nullopt);
    }
    const double angle = 2.0 * std::numbers::pi * next_double();
    const double radius = std::sqrt(-2.0 * exact::log1p(-next_double()));
    spare_ = radius * exact::sin(angle);
    return radius * exact::cos(angle);
}

void TorchGenerator::fill_uniform(std::span<float> out, double from, double to) {
    const auto low = static_cast<float>(from);
    const float range = static_cast<float>(to) - low;
    generate(out, [&] { return exact::fma(next_float(), range, low); });
}

void TorchGenerator::fill_uniform(std::span<double> out, double from, double to) {
    const double range = to - from;
    if (from == 0.0 && range == 1.0) {
        generate(out, [&] { return next_double(); });
        return;
    }
    generate(out, [&] { return exact::fma(next_double(), range, from); });
}

void TorchGenerator::fill_exponential(std::span<float> out, double lambda) {
    generate(out, [&] { return exponential(next_double(), lambda); });
}

void TorchGenerator::fill_exponential(std::span<double> out, double lambda) {
    generate(out, [&] { return exponential(next_double(), lambda); });
}

namespace {

template <class T>
void fill_geometric_as(TorchGenerator& generator, std::span<T> out, double p) {
    generate(out, [&] { return std::ceil(exact::log(generator.next_double()) / exact::log1p(-p)); });
}

template <class T>
void fill_cauchy_as(TorchGenerator& generator, std::span<T> out, double median, double sigma) {
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    generate(out, [&] {
        const double u = std::clamp(generator.next_double(), epsilon, 1.0 - epsilon);
        const double angle = std::numbers::pi * (u - 0.5);
        return exact::fma(sigma, exact::sin(angle) / exact::cos(angle), median);
    });
}

template <class T>
void fill_log_normal_as(TorchGenerator& generator, std::span<T> out, double mean, double std) {
    generate(out, [&] { return exact::exp(exact::fma(generator.next_normal(), std, mean)); });
}

// torch's binary search over running sums of the weights' own type, the last of which counts as one.
template <std::floating_point T>
void pick_with_replacement(TorchGenerator& generator, std::span<const T> weights, std::span<std::int64_t> out) {
    std::vector<T> sums(weights.size());
    std::partial_sum(weights.begin(), weights.end(), sums.begin());
    const T total = sums.back();
    for (T& sum : sums) {
        sum /= total;
    }
    sums.back() = 1;
    for (std::int64_t& item : out) {
        const double sample = generator.next_double();
        item = std::lower_bound(sums.begin(), sums.end(), sample) - sums.begin();
    }
}

// The race of exponential clocks: the largest of weight / exponential is category i with probability weight_i.
template <std::floating_point T>
void pick_without_replacement(TorchGenerator& generator, std::span<const T> weights, std::span<std::int64_t> out) {
    std::vector<T> scores(weights.size());
    generator.fill_exponential(scores);
    std::transform(weights.begin(), weights.end(), scores.begin(), scores.begin(), std::divides<T>());
    std::vector<std::int64_t> order(weights.size());
    std::iota(order.begin(), order.end(), std::int64_t{0});
    std::partial_sort_copy(order.begin(), order.end(), out.begin(), out.end(), [&](std::int64_t a, std::int64_t b) {
        const T x = scores[static_cast<std::size_t>(a)];
        const T y = scores[static_cast<std::size_t>(b)];
        return x > y || (x == y && a < b);
    });
}

template <std::floating_point T>
void multinomial_as(TorchGenerator& generator, std::span<const T> weights, std::span<std::int64_t> out,
                    bool replacement) {
    if (replacement && out.size() != 1) {
        pick_with_replacement(generator, weights, out);
    } else {
        pick_without_replacement(generator, weights, out);
    }
}

}  // namespace

void TorchGenerator::fill_geometric(std::span<float> out, double p) { fill_geometric_as(*this, out, p); }
void TorchGenerator::fill_geometric(std::span<double> out, double p) { fill_geometric_as(*this, out, p); }

void TorchGenerator::fill_cauchy(std::span<float> out, double median, double sigma) {
    fill_cauchy_as(*this, out, median, sigma);
}
void TorchGenerator::fill_cauchy(std::span<double> out, double median, double sigma) {
    fill_cauchy_as(*this, out, median, sigma);
}

void TorchGenerator::fill_log_normal(std::span<float> out, double mean, double std) {
    fill_log_normal_as(*this, out, mean, std);
}
void TorchGenerator::fill_log_normal(std::span<double> out, double mean, double std) {
    fill_log_normal_as(*this, out, mean, std);
}

std::int64_t TorchGenerator::poisson(double rate) { return draw::poisson(*this, rate); }

void TorchGenerator::multinomial(std::span<const float> weights, std::span<std::int64_t> out, bool replacement) {
    multinomial_as(*this, weights, out, replacement);
}
void TorchGenerator::multinomial(std::span<const double> weights, std::span<std::int64_t> out, bool replacement) {
    multinomial_as(*this, weights, out, replacement);
}

}  // namespace sconce
