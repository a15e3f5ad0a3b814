// PCG64, the word source of NumPy's default_rng.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/random/seed_sequence.hpp"

namespace sconce {

// M. O'Neill, "PCG: a family of simple fast space-efficient statistically good algorithms for random number generation"
// (2014): a 128-bit linear congruential generator, its output XSL-RR.
class Pcg64 {
  public:
    __extension__ using Wide = unsigned __int128;

    struct State {
        Wide state;
        Wide increment;  // odd
        // The unused high half of the word that the last 32-bit draw split.
        bool has_half;
        std::uint32_t half;
    };

    explicit Pcg64(const SeedSequence& seeds) {
        const auto words = seeds.generate_u64(4);
        state_.increment = wide(words[2], words[3]) << 1 | 1;
        step();
        state_.state += wide(words[0], words[1]);
        step();
    }

    std::uint64_t next_u64() {
        step();
        const auto high = static_cast<std::uint64_t>(state_.state >> 64);
        const auto low = static_cast<std::uint64_t>(state_.state);
        return std::rotr(high ^ low, static_cast<int>(high >> 58));
    }

    // The low half of a 64-bit word, then its high half; 64-bit draws in between do not disturb the half kept.
    std::uint32_t next_u32() {
        if (state_.has_half) {
            state_.has_half = false;
            return state_.half;
        }
        const std::uint64_t word = next_u64();
        state_.has_half = true;
        state_.half = static_cast<std::uint32_t>(word >> 32);
        return static_cast<std::uint32_t>(word);
    }

    // In [0, 1) by steps of 2^-53.
    double next_double() { return static_cast<double>(next_u64() >> 11) * 0x1p-53; }

    // In [0, 1) by steps of 2^-24.
    float next_float() { return static_cast<float>(next_u32() >> 8) * 0x1p-24f; }

    const State& state() const { return state_; }
    void set_state(const State& state) { state_ = state; }

  private:
    static Wide wide(std::uint64_t high, std::uint64_t low) { return static_cast<Wide>(high) << 64 | low; }

    void step() { state_.state = state_.state * wide(2549297995355413924u, 4865540595714422341u) + state_.increment; }

    State state_{0, 0, false, 0};
};

}  // namespace sconce
