// torch.Generator on the CPU: the streams that x86 machines with AVX2 give, in the flavour without MKL, bit for bit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "engine/random/mt19937.hpp"

namespace sconce {

// Which of torch's ways to make normals a tensor takes.
enum class NormalPath {
    automatic,  // contiguous float32 and float64: sixteen at a time if there are as many
    reduced,    // contiguous bfloat16 and float16: fill floats, then round them
    serial,     // not contiguous, any dtype: one by one, in the order of the tensor's memory
};

// All fills draw in the order of the span. None checks its arguments: the callers' errors are torch's own.
class TorchGenerator {
  public:
    static constexpr std::uint64_t default_seed = 67280421310721;
    static constexpr std::size_t state_bytes = 5056;
    using StateBytes = std::array<std::uint8_t, state_bytes>;

    explicit TorchGenerator(std::uint64_t seed = default_seed) { manual_seed(seed); }

    // The engine takes the low 32 bits; a negative seed is its two's complement.
    void manual_seed(std::uint64_t seed);
    std::uint64_t initial_seed() const { return initial_seed_; }

    // get_rng_state() as torch lays it out. set_state takes what get_state gave (or real torch); an Error of kind value
    // says what is wrong with another.
    StateBytes get_state() const;
    void set_state(std::span<const std::uint8_t> bytes);

    std::uint32_t next_u32() { return engine_.next_u32(); }
    std::uint64_t next_u64() { return engine_.next_u64(); }
    float next_float() { return static_cast<float>(next_u32() & 0xffffff) * 0x1p-24f; }            // [0, 1)
    double next_double() { return static_cast<double>(next_u64() & 0x1fffffffffffff) * 0x1p-53; }  // [0, 1)
    double next_normal();  // float64 Box-Muller; the second of a pair waits for the next call

    // rand, uniform_
    void fill_uniform(std::span<float> out, double from = 0.0, double to = 1.0);
    void fill_uniform(std::span<double> out, double from = 0.0, double to = 1.0);

    // randn, normal_
    void fill_normal(std::span<float> out, double mean = 0.0, double std = 1.0,
                     NormalPath path = NormalPath::automatic);
    void fill_normal(std::span<double> out, double mean = 0.0, double std = 1.0,
                     NormalPath path = NormalPath::automatic);

    // randint(low, low + range), random_(low, low + range); range 0 stands for 2^64. T any dtype's type.
    template <class T>
    void fill_integers(std::span<T> out, std::int64_t low, std::uint64_t range) {
        for (T& value : out) {
            value = static_cast<T>(static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + below(range)));
        }
    }

    // random_() without bounds: every whole number that T holds exactly, from 0.
    template <class T>
    void fill_random(std::span<T> out) {
        for (T& value : out) {
            value = any<T>();
        }
    }

    // randperm(out.size())
    template <class T>
    void fill_permutation(std::span<T> out) {
        for (std::size_t i = 0; i < out.size(); ++i) {
            out[i] = static_cast<T>(i);
        }
        for (std::size_t i = 0; i + 1 < out.size(); ++i) {
            std::swap(out[i], out[i + next_u32() % (out.size() - i)]);
        }
    }

    // bernoulli_(p), and so dropout; bernoulli(p) of a tensor of probabilities as long as out.
    template <class T>
    void fill_bernoulli(std::span<T> out, double p) {
        for (T& value : out) {
            value = static_cast<T>(next_double() < p);
        }
    }
    template <class T>
    void fill_bernoulli(std::span<T> out, std::span<const float> p) {
        for (std::size_t i = 0; i < out.size(); ++i) {
            out[i] = static_cast<T>(next_float() < p[i]);
        }
    }
    template <class T>
    void fill_bernoulli(std::span<T> out, std::span<const double> p) {
        for (std::size_t i = 0; i < out.size(); ++i) {
            out[i] = static_cast<T>(next_double() < p[i]);
        }
    }

    void fill_exponential(std::span<float> out, double lambda = 1.0);
    void fill_exponential(std::span<double> out, double lambda = 1.0);
    void fill_geometric(std::span<float> out, double p);
    void fill_geometric(std::span<double> out, double p);
    void fill_cauchy(std::span<float> out, double median = 0.0, double sigma = 1.0);
    void fill_cauchy(std::span<double> out, double median = 0.0, double sigma = 1.0);
    void fill_log_normal(std::span<float> out, double mean = 1.0, double std = 2.0);
    void fill_log_normal(std::span<double> out, double mean = 1.0, double std = 2.0);
    std::int64_t poisson(double rate);

    // One row of multinomial: out.size() categories by weights that need not sum to one. Without replacement out is
    // filled in the order of falling score; at least out.size() weights are above zero.
    void multinomial(std::span<const float> weights, std::span<std::int64_t> out, bool replacement);
    void multinomial(std::span<const double> weights, std::span<std::int64_t> out, bool replacement);

  private:
    // Since 2.14 two words are drawn from 2^28 on, as one word's remainder would favour small results.
    std::uint64_t below(std::uint64_t range) {
        if (range == 0) {
            return next_u64();
        }
        return range < (std::uint64_t{1} << 28) ? next_u32() % range : next_u64() % range;
    }

    template <class T>
    T any() {
        if constexpr (std::is_same_v<T, bool>) {
            return (next_u32() & 1) != 0;
        } else if constexpr (sizeof(T) == 8) {
            constexpr int digits = std::is_same_v<T, double> ? 53 : 63;
            return static_cast<T>(next_u64() % ((std::uint64_t{1} << digits) + std::is_floating_point_v<T>));
        } else if constexpr (std::is_same_v<T, float>) {
            return static_cast<T>(next_u32() % ((1u << 24) + 1));
        } else {
            return static_cast<T>(next_u32() % (std::uint64_t{1} << (8 * sizeof(T) - std::is_signed_v<T>)));
        }
    }

    Mt19937 engine_;
    std::uint64_t initial_seed_ = default_seed;
    std::optional<double> spare_;
};

}  // namespace sconce
