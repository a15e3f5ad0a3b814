// Elements of 16 bits that stand for float32 numbers: IEEE 754 binary16 and bfloat16, rounded to nearest, ties to even.
#pragma once

#include <bit>
#include <cstdint>

namespace sconce {

constexpr float float_from_half(std::uint16_t bits) {
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16;
    const std::uint32_t exponent = (bits >> 10) & 0x1fU;
    const std::uint32_t mantissa = bits & 0x3ffU;
    if (exponent == 0) {
        // Zero and subnormals: mantissa times 2^-24.
        const float magnitude = static_cast<float>(mantissa) * 0x1p-24F;
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
    }
    const std::uint32_t wide = exponent == 31 ? 0xffU : exponent + 112;
    return std::bit_cast<float>(sign | (wide << 23) | (mantissa << 13));
}

constexpr std::uint16_t half_from_float(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000U);
    const std::uint32_t magnitude = bits & 0x7fffffffU;
    if (magnitude >= 0x7f800000U) {
        const std::uint32_t mantissa = (magnitude >> 13) & 0x3ffU;
        return static_cast<std::uint16_t>(sign | 0x7c00U | (magnitude > 0x7f800000U ? mantissa | 0x200U : 0));
    }
    // 65520 and more round to infinity.
    if (magnitude >= 0x477ff000U) {
        return static_cast<std::uint16_t>(sign | 0x7c00U);
    }
    if (magnitude < 0x38800000U) {
        // Adding 0.5 leaves a subnormal's bits, rounded to nearest even by the addition, at the end of the mantissa.
        const float shifted = std::bit_cast<float>(magnitude) + 0.5F;
        return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3f000000U));
    }
    const std::uint32_t rounded = magnitude + 0xfffU + ((magnitude >> 13) & 1U);
    return static_cast<std::uint16_t>(sign | ((rounded - 0x38000000U) >> 13));
}

// Rounded once: a float rounded to odd on the way keeps on which side of a tie the double lay (Boldo and Melquiond 2008).
constexpr std::uint16_t half_from_double(double value) {
    const auto single = static_cast<float>(value);
    const auto back = static_cast<double>(single);
    if (back == value || value != value) {
        return half_from_float(single);
    }
    auto bits = std::bit_cast<std::uint32_t>(single);
    const bool away = value < 0 ? back < value : back > value;
    bits -= away ? 1 : 0;
    return half_from_float(std::bit_cast<float>(bits | 1U));
}

constexpr float float_from_bfloat16(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

constexpr std::uint16_t bfloat16_from_float(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7fffffffU) > 0x7f800000U) {
        return 0x7fc0;
    }
    return static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16);
}

}  // namespace sconce
