// a * b + c rounded once, without hardware: WebAssembly has no exact fused multiply-add, and the streams of the real
// libraries were made with one.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace sconce::exact {

namespace detail {

struct Pair {
    double head;  // the rounded result
    double tail;  // what rounding lost, exactly
};

// Knuth's two-sum: head + tail == a + b for any order of magnitudes.
inline Pair two_sum(double a, double b) {
    const double head = a + b;
    const double shadow = head - a;
    return {head, (a - (head - shadow)) + (b - shadow)};
}

// Veltkamp's split: two halves of at most 26 bits each. Overflows from 2^996 on.
inline Pair halves(double a) {
    const double scaled = 134217729.0 * a;
    const double head = scaled - (scaled - a);
    return {head, a - head};
}

// Dekker's two-product: head + tail == a * b unless it overflows or the tail underflows.
inline Pair two_product(double a, double b) {
    const double head = a * b;
    const Pair x = halves(a);
    const Pair y = halves(b);
    return {head, ((x.head * y.head - head) + x.head * y.tail + x.tail * y.head) + x.tail * y.tail};
}

// The sum rounded to odd: of the two doubles around an inexact sum, the one whose last bit is set. One more rounding
// after it cannot go wrong on a tie.
inline double add_to_odd(double a, double b) {
    const Pair sum = two_sum(a, b);
    std::uint64_t bits = std::bit_cast<std::uint64_t>(sum.head);
    if (sum.tail != 0.0 && (bits & 1) == 0) {
        bits += (sum.tail > 0.0) == (sum.head > 0.0) ? 1 : -1;
    }
    return std::bit_cast<double>(bits);
}

// S. Boldo, G. Melquiond, "Emulation of a FMA and correctly rounded sums", IEEE Trans. Computers 57 (2008):
// head + tail + c rounded once, head + tail a product's two parts.
inline double sum_of_three(double head, double tail, double c) {
    const Pair low = two_sum(c, tail);
    const Pair high = two_sum(head, low.head);
    return high.head + add_to_odd(high.tail, low.tail);
}

}  // namespace detail

// Exact where |a|, |b|, |a b| < 2^990 and a b is zero or |a b| > 2^-900.
inline double fma(double a, double b, double c) {
    const detail::Pair product = detail::two_product(a, b);
    const detail::Pair sum = detail::two_sum(product.head, c);
    // Rounding the low part first moves it at most onto a tie of the whole sum, never across one. On a tie what remains
    // is a power of two; then, and seldom else, the whole sum is made again so that one rounding decides.
    const double low = sum.tail + product.tail;
    const double result = sum.head + low;
    const double rest = (sum.head - result) + low;
    constexpr std::uint64_t fraction = (std::uint64_t{1} << 52) - 1;
    if ((std::bit_cast<std::uint64_t>(rest) & fraction) == 0 && rest != 0.0) [[unlikely]] {
        return detail::sum_of_three(product.head, product.tail, c);
    }
    return result;
}

// The product of two floats is exact in double. Rounding the sum twice (to double, then to float) goes wrong only where
// the first result lies exactly between two floats; there rounding to odd decides. Exact for normal results and zero.
inline float fma(float a, float b, float c) {
    const double product = static_cast<double>(a) * static_cast<double>(b);
    const double sum = product + static_cast<double>(c);
    constexpr std::uint64_t below_float = (std::uint64_t{1} << 29) - 1;
    constexpr std::uint64_t tie = std::uint64_t{1} << 28;
    if ((std::bit_cast<std::uint64_t>(sum) & below_float) == tie) [[unlikely]] {
        return static_cast<float>(detail::add_to_odd(product, static_cast<double>(c)));
    }
    return static_cast<float>(sum);
}

}  // namespace sconce::exact
