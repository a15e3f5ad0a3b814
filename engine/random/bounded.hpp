// Whole numbers below a bound from random words, in NumPy's two ways and with its order of draws.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>

namespace sconce {

template <class S>
concept BitSource = requires(S source) {
    { source.next_u32() } -> std::same_as<std::uint32_t>;
    { source.next_u64() } -> std::same_as<std::uint64_t>;
    { source.next_double() } -> std::same_as<double>;
};

// How draws that would favour small results are thrown away: lemire in Generator, masked in RandomState.
enum class Rejection { lemire, masked };

// Draws of type T. One object serves one call of the library: 8-bit, 16-bit and bool draws share a 32-bit word within a
// call, and the rest of the word is lost after it.
template <class T, Rejection how>
class Bounded {
  public:
    // low + a draw from 0 .. range, both ends included; range counts modulo the width of T.
    template <BitSource S>
    T operator()(S& source, T low, std::uint64_t range) {
        if constexpr (std::same_as<T, bool>) {
            return range == 0 ? low : static_cast<bool>(piece(source, 1));
        } else {
            using Word = std::make_unsigned_t<T>;
            return static_cast<T>(static_cast<Word>(static_cast<Word>(low) + below(source, static_cast<Word>(range))));
        }
    }

  private:
    template <BitSource S>
    std::uint32_t piece(S& source, int bits) {
        if (pieces_ == 0) {
            word_ = source.next_u32();
            pieces_ = 32 / bits - 1;
        } else {
            word_ >>= bits;
            --pieces_;
        }
        return word_ & ((1u << bits) - 1);
    }

    template <class Word, BitSource S>
    Word draw(S& source) {
        if constexpr (sizeof(Word) == 8) {
            return source.next_u64();
        } else if constexpr (sizeof(Word) == 4) {
            return source.next_u32();
        } else {
            return static_cast<Word>(piece(source, 8 * sizeof(Word)));
        }
    }

    template <class Word, BitSource S>
    Word below(S& source, Word range) {
        if (range == 0) {
            return 0;
        }
        if constexpr (sizeof(Word) == 8) {
            if (range <= std::numeric_limits<std::uint32_t>::max()) {
                return below(source, static_cast<std::uint32_t>(range));
            }
        }
        if (range == std::numeric_limits<Word>::max()) {
            return draw<Word>(source);
        }
        if constexpr (how == Rejection::masked) {
            const auto mask = static_cast<Word>(std::numeric_limits<Word>::max() >> std::countl_zero(range));
            Word value;
            do {
                value = draw<Word>(source) & mask;
            } while (value > range);
            return value;
        } else {
            return lemire(source, range);
        }
    }

    // D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019): the high part of word * count,
    // and a new word where the low part falls among the few that would make some results likelier.
    template <class Word, BitSource S>
    Word lemire(S& source, Word range) {
        __extension__ using Wide = std::conditional_t < sizeof(Word) == 8, unsigned __int128, std::uint64_t > ;
        constexpr int bits = 8 * sizeof(Word);
        const auto count = static_cast<Word>(range + 1);
        Wide product = static_cast<Wide>(draw<Word>(source)) * count;
        if (static_cast<Word>(product) < count) {
            const auto threshold = static_cast<Word>((std::numeric_limits<Word>::max() - range) % count);
            while (static_cast<Word>(product) < threshold) {
                product = static_cast<Wide>(draw<Word>(source)) * count;
            }
        }
        return static_cast<Word>(product >> bits);
    }

    std::uint32_t word_ = 0;
    int pieces_ = 0;
};

// 0 .. range, both ends included.
template <Rejection how, BitSource S>
std::uint64_t bounded_u64(S& source, std::uint64_t range) {
    return Bounded<std::uint64_t, how>()(source, 0, range);
}

}  // namespace sconce
