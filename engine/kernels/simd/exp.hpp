// Exponentials of what a maximum was taken from: vectors of floats, none above 0.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/kernels/scalar/exp.hpp"
#include "engine/kernels/simd/vec.hpp"

namespace sconce::kernels {

using Floats = Vec<float>::type;
using Ints = std::int32_t __attribute__((vector_size(16)));

// Below it exp leaves float's normal numbers.
constexpr float lowest_normal_exponent = -87.0F;

// log2(e), a number that added to a small one leaves that one, rounded, in the lowest bits, ln 2 in two parts, and the terms of the
// polynomial. Read from memory: a browser makes a vector constant anew, of several instructions, at each turn of a loop.
struct ExpTerms {
    Floats log2e, rounder, minus_ln2_low, minus_ln2_high, terms[6], one;
};
extern const ExpTerms exp_terms;

// exp of lanes from lowest_normal_exponent to 0, and NaN of NaN: the steps of torch_exp, whose result it is wherever madd is fused.
[[gnu::always_inline]] inline Floats exp_of_normal(Floats x) {
    const ExpTerms& t = exp_terms;
    const Floats shifted = madd(x, t.log2e, t.rounder);
    const Floats n = shifted - t.rounder;
    const Floats rest = madd(n, t.minus_ln2_low, madd(n, t.minus_ln2_high, x));
    Floats sum = t.terms[0];
    for (int i = 1; i < 6; ++i) {
        sum = madd(sum, rest, t.terms[i]);
    }
    sum = t.one + madd(rest * rest, sum, rest);
    return (Floats)((Ints)sum + ((Ints)shifted << 23));
}

// The same of any lane that is not above 0, with 0 for a result below float's normal numbers.
inline Floats exp_or_zero(Floats x) {
    const Ints gone = x < splat(lowest_normal_exponent);
    return (Floats)((Ints)exp_of_normal(x) & ~gone);
}

// Highest of `count` numbers and `highest`, which is none of them or all so far; NaN is passed over, for its exponential brings it to
// the result.
template <class T>
T row_maximum(const T* row, std::int64_t count, T highest) {
    using V = typename Vec<T>::type;
    constexpr std::int64_t lanes = Vec<T>::lanes;
    V best = splat(highest);
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const V next = load(row + i);
        best = best < next ? next : best;
    }
    for (std::int64_t l = 0; l < lanes; ++l) {
        highest = highest < best[l] ? best[l] : highest;
    }
    for (; i < count; ++i) {
        highest = highest < row[i] ? row[i] : highest;
    }
    return highest;
}

inline bool any(Ints lanes) {
#if defined(__wasm_simd128__)
    return wasm_v128_any_true((v128_t)lanes);
#else
    return __builtin_reduce_or(lanes) != 0;
#endif
}

// The same, exact below the normal numbers as well.
inline Floats exp_not_above_zero(Floats x) {
    if (any(x < splat(lowest_normal_exponent))) {
        return Floats{torch_exp(x[0]), torch_exp(x[1]), torch_exp(x[2]), torch_exp(x[3])};
    }
    return exp_of_normal(x);
}

}  // namespace sconce::kernels
