#include "engine/random/mt19937.hpp"

#include <algorithm>

namespace sconce {

void Mt19937::seed(std::uint32_t value) {
    words_[0] = value;
    for (std::uint32_t i = 1; i < word_count; ++i) {
        words_[i] = 1812433253u * (words_[i - 1] ^ (words_[i - 1] >> 30)) + i;
    }
    position_ = word_count;
    untouched_ = true;
}

void Mt19937::seed(std::span<const std::uint32_t> key) {
    seed(std::uint32_t{19650218});
    std::size_t i = 1;
    const auto advance = [&] {
        if (++i == word_count) {
            words_[0] = words_[word_count - 1];
            i = 1;
        }
    };
    const auto previous = [&] { return words_[i - 1] ^ (words_[i - 1] >> 30); };
    for (std::size_t step = 0; step < std::max(word_count, key.size()); ++step) {
        const std::size_t j = step % key.size();
        words_[i] = (words_[i] ^ (previous() * 1664525u)) + key[j] + static_cast<std::uint32_t>(j);
        advance();
    }
    for (std::size_t step = 1; step < word_count; ++step) {
        words_[i] = (words_[i] ^ (previous() * 1566083941u)) - static_cast<std::uint32_t>(i);
        advance();
    }
    words_[0] = 0x80000000u;
}

void Mt19937::set_state(const Words& words, std::size_t position, bool untouched) {
    words_ = words;
    position_ = position;
    untouched_ = untouched;
}

void Mt19937::refill() {
    constexpr std::size_t ahead = 397;
    const auto twist = [this](std::size_t k, std::size_t next, std::size_t far) {
        const std::uint32_t y = (words_[k] & 0x80000000u) | (words_[next] & 0x7fffffffu);
        words_[k] = words_[far] ^ (y >> 1) ^ ((y & 1) != 0 ? 0x9908b0dfu : 0u);
    };
    for (std::size_t k = 0; k < word_count - ahead; ++k) {
        twist(k, k + 1, k + ahead);
    }
    for (std::size_t k = word_count - ahead; k < word_count - 1; ++k) {
        twist(k, k + 1, k + ahead - word_count);
    }
    twist(word_count - 1, 0, ahead - 1);
    position_ = 0;
    untouched_ = false;
}

}  // namespace sconce
