// A Python number on its way through the engine: bool, int, float or complex, with int64 kept exact.
#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>

#include "engine/core/dtype.hpp"

namespace sconce {

class Scalar {
  public:
    enum class Kind : std::uint8_t { none, boolean, integer, real, complex };

    constexpr Scalar() = default;
    constexpr Scalar(bool value) : kind_(Kind::boolean), integer_(value ? 1 : 0) {}
    template <class T>
        requires(std::is_integral_v<T> && !std::is_same_v<T, bool>)
    constexpr Scalar(T value) : kind_(Kind::integer), integer_(static_cast<std::int64_t>(value)) {}
    template <class T>
        requires std::is_floating_point_v<T>
    constexpr Scalar(T value) : kind_(Kind::real), real_(static_cast<double>(value)) {}
    constexpr Scalar(std::complex<double> value) : kind_(Kind::complex), real_(value.real()), imag_(value.imag()) {}

    constexpr Kind kind() const { return kind_; }
    constexpr bool has_value() const { return kind_ != Kind::none; }
    // Whether it is held as a float; of a complex number, the real part.
    constexpr bool is_real() const { return kind_ >= Kind::real; }
    constexpr bool is_complex() const { return kind_ == Kind::complex; }
    constexpr std::int64_t integer() const { return is_real() ? static_cast<std::int64_t>(real_) : integer_; }
    constexpr double real() const { return is_real() ? real_ : static_cast<double>(integer_); }
    constexpr double imag() const { return imag_; }
    constexpr Category category() const {
        switch (kind_) {
            case Kind::complex: return Category::complex;
            case Kind::real: return Category::floating;
            case Kind::integer: return Category::integral;
            default: return Category::boolean;
        }
    }

    template <class T>
    constexpr T to() const {
        if constexpr (std::is_same_v<T, bool>) {
            return is_real() ? real_ != 0 || imag_ != 0 : integer_ != 0;
        } else if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>) {
            using Part = typename T::value_type;
            return {static_cast<Part>(real()), static_cast<Part>(imag_)};
        } else {
            return is_real() ? static_cast<T>(real_) : static_cast<T>(integer_);
        }
    }

  private:
    Kind kind_ = Kind::none;
    std::int64_t integer_ = 0;
    double real_ = 0;
    double imag_ = 0;
};

}  // namespace sconce
