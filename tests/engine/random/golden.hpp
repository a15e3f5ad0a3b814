// Walks the golden files of random streams: every case has an engine call that must give its output bit for bit, or a
// stated reason why it has none.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace sconce::test {

// What a case gives: an array, a whole number or text, or a list of such. The 16-bit float dtypes are kept as floats.
struct Value {
    std::string dtype;  // empty for a list
    std::vector<std::uint8_t> bytes;
    std::vector<Value> items;
};

template <class T>
constexpr const char* dtype_name() {
    if constexpr (std::is_same_v<T, bool>) {
        return "bool";
    } else if constexpr (std::is_floating_point_v<T>) {
        return sizeof(T) == 4 ? "float32" : "float64";
    } else {
        constexpr const char* names[2][4] = {{"uint8", "uint16", "uint32", "uint64"},
                                             {"int8", "int16", "int32", "int64"}};
        return names[std::is_signed_v<T>][sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3];
    }
}

template <class T>
Value array(std::span<const T> values) {
    const auto* first = reinterpret_cast<const std::uint8_t*>(values.data());
    return {dtype_name<T>(), {first, first + values.size_bytes()}, {}};
}

template <class T>
Value array(const std::vector<T>& values) {
    return array(std::span<const T>(values));
}

template <class T>
Value scalar(T value) {
    return array(std::span<const T>(&value, 1));
}

// To a 16-bit dtype of that many mantissa bits, kept as a float; ties to even, no overflow, no subnormals.
inline float rounded(float value, int mantissa_bits) {
    const int exponent = value == 0.0f ? 0 : std::ilogb(value);
    return std::ldexp(std::nearbyint(std::ldexp(value, mantissa_bits - exponent)), exponent - mantissa_bits);
}

inline Value list(std::vector<Value> items) { return {{}, {}, std::move(items)}; }
inline Value text(const std::string& value) { return {"str", {value.begin(), value.end()}, {}}; }

// std::vector<bool> has no data(); this is one array of n values filled by f(span).
template <class T, class F>
Value filled(std::size_t n, F f) {
    const auto data = std::make_unique<T[]>(n);
    f(std::span<T>(data.get(), n));
    return array(std::span<const T>(data.get(), n));
}

using Cases = std::map<std::string, std::function<Value(std::uint32_t seed)>>;
using Reasons = std::map<std::string, std::string>;

// Fails for a case whose output differs, for one that is in neither table, and for an entry of a table that the file
// does not have.
void check_golden(const std::string& file, const Cases& cases, const Reasons& not_here);

}  // namespace sconce::test
