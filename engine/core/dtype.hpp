// Element types: codes, sizes, categories, and the dispatch from a runtime code to a C++ type.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "engine/core/error.hpp"

namespace sconce {

// The ordinals are part of the call format (engine/bindings/README.md): append, never reorder.
enum class Dtype : std::uint8_t {
    float32,
    float64,
    int64,
    int32,
    uint8,
    boolean,
    float16,
    bfloat16,
    int16,
    int8,
    complex64,
    complex128,
    uint16
};

inline constexpr int dtype_count = 13;

enum class Category : std::uint8_t { boolean, integral, floating, complex };

struct DtypeTraits {
    std::string_view name;         // as both libraries spell it
    std::string_view long_name;    // as torch's error texts spell it ("Float", "Long")
    std::string_view native_name;  // the C++ type, where torch's error texts have that
    std::size_t size;
    Category category;
};

inline constexpr DtypeTraits dtype_traits[dtype_count] = {
    {"float32", "Float", "float", 4, Category::floating},
    {"float64", "Double", "double", 8, Category::floating},
    {"int64", "Long", "long int", 8, Category::integral},
    {"int32", "Int", "int", 4, Category::integral},
    {"uint8", "Byte", "unsigned char", 1, Category::integral},
    {"bool", "Bool", "bool", 1, Category::boolean},
    {"float16", "Half", "c10::Half", 2, Category::floating},
    {"bfloat16", "BFloat16", "c10::BFloat16", 2, Category::floating},
    {"int16", "Short", "short int", 2, Category::integral},
    {"int8", "Char", "signed char", 1, Category::integral},
    {"complex64", "ComplexFloat", "c10::complex<float>", 8, Category::complex},
    {"complex128", "ComplexDouble", "c10::complex<double>", 16, Category::complex},
    {"uint16", "UInt16", "unsigned short", 2, Category::integral},
};

constexpr const DtypeTraits& traits(Dtype dtype) { return dtype_traits[static_cast<int>(dtype)]; }
constexpr std::size_t size_of(Dtype dtype) { return traits(dtype).size; }
constexpr std::string_view name_of(Dtype dtype) { return traits(dtype).name; }
constexpr std::string_view long_name_of(Dtype dtype) { return traits(dtype).long_name; }
constexpr std::string_view native_name_of(Dtype dtype) { return traits(dtype).native_name; }
constexpr Category category_of(Dtype dtype) { return traits(dtype).category; }
constexpr bool is_floating(Dtype dtype) { return category_of(dtype) == Category::floating; }
constexpr bool is_integral(Dtype dtype) { return category_of(dtype) == Category::integral; }
constexpr bool is_complex(Dtype dtype) { return category_of(dtype) == Category::complex; }
constexpr bool is_unsigned(Dtype dtype) { return dtype == Dtype::uint8 || dtype == Dtype::uint16; }
constexpr bool is_differentiable(Dtype dtype) { return category_of(dtype) >= Category::floating; }

// The dtype of a complex number's two parts, and that of the complex numbers with such parts.
constexpr Dtype part_of(Dtype dtype) {
    return dtype == Dtype::complex64 ? Dtype::float32 : dtype == Dtype::complex128 ? Dtype::float64 : dtype;
}
constexpr Dtype complex_of(Dtype part) { return part == Dtype::float64 ? Dtype::complex128 : Dtype::complex64; }

// Narrow dtypes are stored as they are and computed through a wide one (engine/ops/widening.hpp).
constexpr bool is_narrow(Dtype dtype) { return dtype >= Dtype::float16 && !is_complex(dtype); }
constexpr Dtype wide_of(Dtype dtype) {
    return !is_narrow(dtype) ? dtype : is_floating(dtype) ? Dtype::float32 : Dtype::int32;
}

template <class T>
struct TypeTag {
    using type = T;
};

// Calls f(TypeTag<T>{}) for the C++ type that computes in `dtype`, which must not be a narrow one.
template <class F>
decltype(auto) visit_dtype(Dtype dtype, F&& f) {
    switch (dtype) {
        case Dtype::float32: return std::forward<F>(f)(TypeTag<float>{});
        case Dtype::float64: return std::forward<F>(f)(TypeTag<double>{});
        case Dtype::int64: return std::forward<F>(f)(TypeTag<std::int64_t>{});
        case Dtype::int32: return std::forward<F>(f)(TypeTag<std::int32_t>{});
        case Dtype::uint8: return std::forward<F>(f)(TypeTag<std::uint8_t>{});
        case Dtype::boolean: return std::forward<F>(f)(TypeTag<bool>{});
        default: throw Error(ErrorKind::internal, "no loop computes in " + std::string(name_of(dtype)));
    }
}

// Calls f(TypeTag<T>{}) for an unsigned type as wide as an element of `dtype`: for what moves elements and never reads them.
template <class F>
decltype(auto) visit_storage(Dtype dtype, F&& f) {
    switch (size_of(dtype)) {
        case 1: return std::forward<F>(f)(TypeTag<std::uint8_t>{});
        case 2: return std::forward<F>(f)(TypeTag<std::uint16_t>{});
        case 4: return std::forward<F>(f)(TypeTag<std::uint32_t>{});
        case 16: return std::forward<F>(f)(TypeTag<std::array<std::uint64_t, 2>>{});
        default: return std::forward<F>(f)(TypeTag<std::uint64_t>{});
    }
}

template <class F>
decltype(auto) visit_floating(Dtype dtype, F&& f) {
    if (dtype == Dtype::float64) {
        return std::forward<F>(f)(TypeTag<double>{});
    }
    if (dtype == Dtype::float32) {
        return std::forward<F>(f)(TypeTag<float>{});
    }
    throw Error(ErrorKind::dtype, "expected a floating point dtype, got " + std::string(name_of(dtype)));
}

// Calls f(TypeTag<T>{}) for the type of the two parts of the complex `dtype`.
template <class F>
decltype(auto) visit_parts(Dtype dtype, F&& f) {
    return dtype == Dtype::complex128 ? std::forward<F>(f)(TypeTag<double>{}) : std::forward<F>(f)(TypeTag<float>{});
}

template <class T>
constexpr Dtype dtype_of();
template <>
constexpr Dtype dtype_of<float>() {
    return Dtype::float32;
}
template <>
constexpr Dtype dtype_of<double>() {
    return Dtype::float64;
}
template <>
constexpr Dtype dtype_of<std::int64_t>() {
    return Dtype::int64;
}
template <>
constexpr Dtype dtype_of<std::int32_t>() {
    return Dtype::int32;
}
template <>
constexpr Dtype dtype_of<std::uint8_t>() {
    return Dtype::uint8;
}
template <>
constexpr Dtype dtype_of<bool>() {
    return Dtype::boolean;
}
template <>
constexpr Dtype dtype_of<std::complex<float>>() {
    return Dtype::complex64;
}
template <>
constexpr Dtype dtype_of<std::complex<double>>() {
    return Dtype::complex128;
}

}  // namespace sconce
