#include "engine/ops/numbers.hpp"

#include <cmath>
#include <limits>
#include <string>

namespace sconce {

namespace {

// Integers wrap in torch as long as their magnitude fits; floats must lie in the range of the type.
template <class T>
bool fits_torch(const Scalar& number) {
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, double>) {
        return true;
    } else if constexpr (std::is_same_v<T, float>) {
        const double value = number.real();
        return !std::isfinite(value) || std::fabs(value) <= static_cast<double>(std::numeric_limits<float>::max());
    } else {
        if (number.is_real()) {
            const double value = number.real();
            // The largest int64 is no double: the one next to it, 2^63, must stay out.
            const bool below_top = sizeof(T) == 8 ? value < 9223372036854775808.0
                                                  : value <= static_cast<double>(std::numeric_limits<T>::max());
            return value >= static_cast<double>(std::numeric_limits<T>::lowest()) && below_top;
        }
        const std::int64_t value = number.integer();
        constexpr auto most = static_cast<std::int64_t>(std::numeric_limits<T>::max());
        return value <= most &&
               value >= (std::is_signed_v<T> ? static_cast<std::int64_t>(std::numeric_limits<T>::lowest()) : -most);
    }
}

template <class T>
void check_numpy(const Scalar& number, Dtype dtype) {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        if (number.is_real()) {
            if (std::isnan(number.real())) {
                throw Error(ErrorKind::value, "cannot convert float NaN to integer");
            }
            if (std::isinf(number.real())) {
                throw Error(ErrorKind::value, "cannot convert float infinity to integer");
            }
            if (std::fabs(number.real()) >= 9223372036854775808.0) {
                throw Error(ErrorKind::value, "Python int too large to convert to C long");
            }
        }
        const std::int64_t value = number.integer();
        if (value > static_cast<std::int64_t>(std::numeric_limits<T>::max()) ||
            value < static_cast<std::int64_t>(std::numeric_limits<T>::lowest())) {
            throw Error(ErrorKind::value, "Python integer " + std::to_string(value) + " out of bounds for " +
                                              std::string(name_of(dtype)));
        }
    }
}

constexpr std::string_view cpp_name(Dtype dtype) {
    constexpr std::string_view names[dtype_count] = {"float", "double", "int64_t", "int", "uint8_t", "bool"};
    return names[static_cast<int>(dtype)];
}

}  // namespace

const Scalar& checked_number(Dialect dialect, const Scalar& number, Dtype dtype) {
    visit_dtype(dtype, [&]<class T>(TypeTag<T>) {
        if (dialect == Dialect::numpy) {
            check_numpy<T>(number, dtype);
        } else if (!fits_torch<T>(number)) {
            throw Error(ErrorKind::value,
                        "value cannot be converted to type " + std::string(cpp_name(dtype)) + " without overflow");
        }
    });
    return number;
}

}  // namespace sconce
