// A Python number on its way through the engine: bool, int or float, with int64 kept exact.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/core/dtype.hpp"

namespace sconce {

class Scalar {
  public:
    enum class Kind : std::uint8_t { none, boolean, integer, real };

    constexpr Scalar() = default;
    constexpr Scalar(bool value) : kind_(Kind::boolean), integer_(value ? 1 : 0) {}
    template <class T>
        requires(std::is_integral_v<T> && !std::is_same_v<T, bool>)
    constexpr Scalar(T value) : kind_(Kind::integer), integer_(static_cast<std::int64_t>(value)) {}
    template <class T>
        requires std::is_floating_point_v<T>
    constexpr Scalar(T value) : kind_(Kind::real), real_(static_cast<double>(value)) {}

    constexpr Kind kind() const { return kind_; }
    constexpr bool has_value() const { return kind_ != Kind::none; }
    constexpr bool is_real() const { return kind_ == Kind::real; }
    constexpr std::int64_t integer() const { return is_real() ? static_cast<std::int64_t>(real_) : integer_; }
    constexpr double real() const { return is_real() ? real_ : static_cast<double>(integer_); }
    constexpr Category category() const {
        return kind_ == Kind::real      ? Category::floating
               : kind_ == Kind::integer ? Category::integral
                                        : Category::boolean;
    }

    template <class T>
    constexpr T to() const {
        if constexpr (std::is_same_v<T, bool>) {
            return is_real() ? real_ != 0 : integer_ != 0;
        } else {
            return is_real() ? static_cast<T>(real_) : static_cast<T>(integer_);
        }
    }

  private:
    Kind kind_ = Kind::none;
    std::int64_t integer_ = 0;
    double real_ = 0;
};

}  // namespace sconce
