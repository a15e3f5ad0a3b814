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

void check_numpy(const Scalar& number, Dtype dtype) {
    if (!is_integral(dtype)) {
        return;
    }
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
    const int bits = static_cast<int>(8 * size_of(dtype)) - (is_unsigned(dtype) ? 0 : 1);
    const std::int64_t most = std::numeric_limits<std::int64_t>::max() >> (63 - bits);
    if (value > most || value < (is_unsigned(dtype) ? 0 : -most - 1)) {
        throw Error(ErrorKind::value,
                    "Python integer " + std::to_string(value) + " out of bounds for " + std::string(name_of(dtype)));
    }
}

// torch writes the names it uses in its own source here.
constexpr std::string_view cpp_name(Dtype dtype) {
    switch (dtype) {
        case Dtype::int64: return "int64_t";
        case Dtype::uint8: return "uint8_t";
        case Dtype::int16: return "int16_t";
        case Dtype::int8: return "int8_t";
        case Dtype::uint16: return "uint16_t";
        default: return native_name_of(dtype);
    }
}

bool fits_narrow(const Scalar& number, Dtype dtype) {
    if (is_floating(dtype)) {
        const double most = dtype == Dtype::float16 ? 65504.0 : 0x1.fep127;
        return !std::isfinite(number.real()) || std::fabs(number.real()) <= most;
    }
    // As for uint8, torch lets the negatives of what an unsigned type holds wrap.
    const double span = std::ldexp(1.0, static_cast<int>(8 * size_of(dtype)));
    return is_unsigned(dtype) ? std::fabs(number.real()) < span
                              : number.real() >= -span / 2 && number.real() < span / 2;
}

}  // namespace

const Scalar& checked_number(Dialect dialect, const Scalar& number, Dtype dtype) {
    if (is_complex(dtype)) {
        checked_number(dialect, Scalar(number.real()), part_of(dtype));
        checked_number(dialect, Scalar(number.imag()), part_of(dtype));
        return number;
    }
    bool fits = number.imag() == 0;
    if (dialect == Dialect::numpy) {
        check_numpy(number, dtype);
    } else if (is_narrow(dtype)) {
        fits = fits && fits_narrow(number, dtype);
    } else {
        visit_dtype(dtype, [&]<class T>(TypeTag<T>) { fits = fits && fits_torch<T>(number); });
    }
    if (!fits) {
        throw Error(ErrorKind::value,
                    "value cannot be converted to type " + std::string(cpp_name(dtype)) + " without overflow");
    }
    return number;
}

}  // namespace sconce
