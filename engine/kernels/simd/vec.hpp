// Sixteen-byte vectors in the compilers' own notation: the same source is simd128 in Wasm and SSE natively.
#pragma once

#include <cstring>

#if defined(__wasm_simd128__)
#    include <wasm_simd128.h>
#endif

namespace sconce::kernels {

template <class T>
struct Vec {
    static constexpr int lanes = 16 / sizeof(T);
    using type = T __attribute__((vector_size(16)));
};

template <class T>
inline typename Vec<T>::type load(const T* at) {
    typename Vec<T>::type value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

template <class T>
inline void store(T* at, typename Vec<T>::type value) {
    std::memcpy(at, &value, sizeof value);
}

// Every lane by name: a sum with a vector of zeros costs an addition that no compiler may drop, for -0 + 0 is 0.
inline Vec<float>::type splat(float value) { return Vec<float>::type{value, value, value, value}; }
inline Vec<double>::type splat(double value) { return Vec<double>::type{value, value}; }

// a * b + c; fused where relaxed SIMD has it, so only for results that the real libraries leave undefined to the last bit.
inline Vec<float>::type madd(Vec<float>::type a, Vec<float>::type b, Vec<float>::type c) {
#if defined(__wasm_relaxed_simd__)
    return (Vec<float>::type)wasm_f32x4_relaxed_madd((v128_t)a, (v128_t)b, (v128_t)c);
#else
    return a * b + c;
#endif
}

inline Vec<double>::type madd(Vec<double>::type a, Vec<double>::type b, Vec<double>::type c) {
#if defined(__wasm_relaxed_simd__)
    return (Vec<double>::type)wasm_f64x2_relaxed_madd((v128_t)a, (v128_t)b, (v128_t)c);
#else
    return a * b + c;
#endif
}

// Rows of a square become its columns.
inline void transpose(Vec<float>::type (&rows)[4]) {
    const Vec<float>::type low_a = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
    const Vec<float>::type low_b = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
    const Vec<float>::type high_a = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
    const Vec<float>::type high_b = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
    rows[0] = __builtin_shufflevector(low_a, low_b, 0, 1, 4, 5);
    rows[1] = __builtin_shufflevector(low_a, low_b, 2, 3, 6, 7);
    rows[2] = __builtin_shufflevector(high_a, high_b, 0, 1, 4, 5);
    rows[3] = __builtin_shufflevector(high_a, high_b, 2, 3, 6, 7);
}

inline void transpose(Vec<double>::type (&rows)[2]) {
    const Vec<double>::type first = __builtin_shufflevector(rows[0], rows[1], 0, 2);
    rows[1] = __builtin_shufflevector(rows[0], rows[1], 1, 3);
    rows[0] = first;
}

}  // namespace sconce::kernels
