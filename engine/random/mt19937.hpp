// The Mersenne Twister, the word source of torch's CPU generator and of NumPy's legacy one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sconce {

// M. Matsumoto, T. Nishimura, "Mersenne Twister: a 623-dimensionally equidistributed uniform pseudo-random number
// generator", ACM TOMACS 8 (1998), with the seeding of their 2002 revision.
class Mt19937 {
  public:
    static constexpr std::size_t word_count = 624;
    using Words = std::array<std::uint32_t, word_count>;

    explicit Mt19937(std::uint32_t seed_value = 5489) { seed(seed_value); }

    void seed(std::uint32_t value);
    void seed(std::span<const std::uint32_t> key);  // at least one word

    std::uint32_t next_u32() {
        if (position_ == word_count) {
            refill();
        }
        std::uint32_t y = words_[position_++];
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c5680u;
        y ^= (y << 15) & 0xefc60000u;
        return y ^ (y >> 18);
    }

    // The word drawn first is the high half.
    std::uint64_t next_u64() {
        const std::uint64_t high = next_u32();
        return high << 32 | next_u32();
    }

    // In [0, 1) by steps of 2^-53, as NumPy makes it: 27 bits of one word, 26 of the next.
    double next_double() {
        const std::uint32_t high = next_u32() >> 5;
        const std::uint32_t low = next_u32() >> 6;
        return (high * 0x1p26 + low) * 0x1p-53;
    }

    const Words& words() const { return words_; }

    // Words used since the last refill; word_count where the next draw refills.
    std::size_t position() const { return position_; }

    // Whether nothing was drawn since seeding: torch's state tells this from a used-up block.
    bool untouched() const { return untouched_; }

    // position at most word_count; untouched only with word_count.
    void set_state(const Words& words, std::size_t position, bool untouched = false);

  private:
    void refill();

    Words words_{};
    std::size_t position_ = word_count;
    bool untouched_ = true;
};

}  // namespace sconce
