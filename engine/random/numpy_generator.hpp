// numpy.random.Generator over PCG64: what default_rng(seed) gives, bit for bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/random/bounded.hpp"
#include "engine/random/pcg64.hpp"
#include "engine/random/seed_sequence.hpp"

namespace sconce {

// All fills draw in the order of the span. None checks its arguments: the callers' errors are NumPy's own.
class NumpyGenerator {
  public:
    explicit NumpyGenerator(SeedSequence seeds) : seeds_(std::move(seeds)), source_(seeds_) {}

    std::vector<NumpyGenerator> spawn(std::size_t count);

    // The word source: its state, and single draws (next_double() and the like).
    Pcg64& source() { return source_; }
    const Pcg64& source() const { return source_; }

    double next_double() { return source_.next_double(); }

    void fill_random(std::span<double> out);  // [0, 1)
    void fill_random(std::span<float> out);
    void fill_uniform(std::span<double> out, double low, double high);  // high - low finite

    double standard_normal();
    float standard_normal_float();
    void fill_standard_normal(std::span<double> out);
    void fill_standard_normal(std::span<float> out);
    void fill_normal(std::span<double> out, double location, double scale);

    double standard_exponential();
    float standard_exponential_float();
    void fill_standard_exponential(std::span<double> out);
    void fill_standard_exponential(std::span<float> out);
    // method="inv"
    void fill_standard_exponential_inverse(std::span<double> out);
    void fill_standard_exponential_inverse(std::span<float> out);

    // integers(low, low + range, endpoint=True), T one of bool and the integer types of 8 to 64 bits. For bounds that
    // differ by element, keep one Bounded<T, Rejection::lemire> for the whole call and draw from source().
    template <class T>
    void fill_integers(std::span<T> out, T low, std::uint64_t range) {
        Bounded<T, Rejection::lemire> draw;
        for (T& value : out) {
            value = draw(source_, low, range);
        }
    }

    // The other distributions are in distributions.hpp, but for these, which the two generators draw differently.
    std::int64_t geometric(double p);
    double rayleigh(double scale);

    // The order that shuffle() gives to 0 .. n-1, and so shuffle of anything of length n: take the items in that order.
    std::vector<std::int64_t> permutation(std::int64_t n);

    // choice(population, size, replace=False, shuffle=shuffle), size at most population.
    std::vector<std::int64_t> choose(std::int64_t population, std::int64_t size, bool shuffle);

  private:
    // Shuffles the places from first to the end, downwards.
    void shuffle_tail(std::span<std::int64_t> items, std::size_t first);

    SeedSequence seeds_;
    Pcg64 source_;
};

}  // namespace sconce
