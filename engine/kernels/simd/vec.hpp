// Sixteen-byte vectors in the compilers' own notation: the same source is simd128 in Wasm and SSE natively.
#pragma once

#include <cstring>

#if defined(__wasm_relaxed_simd__)
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

template <class T>
inline typename Vec<T>::type splat(T value) {
    return typename Vec<T>::type{} + value;
}

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

}  // namespace sconce::kernels
