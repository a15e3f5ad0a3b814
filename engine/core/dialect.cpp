#include "engine/core/dialect.hpp"

#include <algorithm>

namespace sconce {

namespace {

Dtype default_floating_dtype = Dtype::float32;

// `higher`, whose category is the higher one; a complex dtype keeps the width of the float it meets.
Dtype raised(Dtype lower, Dtype higher) { return lower == Dtype::float64 ? complex_of(lower) : higher; }

Dtype wider(Dtype a, Dtype b) {
    if (a == b) {
        return a;
    }
    if (category_of(a) != category_of(b)) {
        return raised(category_of(a) > category_of(b) ? b : a, category_of(a) > category_of(b) ? a : b);
    }
    if (is_floating(a)) {
        // float16 with bfloat16: the next type holds both.
        return size_of(a) == size_of(b) ? Dtype::float32 : size_of(a) > size_of(b) ? a : b;
    }
    const Dtype unsigned_one = is_unsigned(a) ? a : b;
    const Dtype other = is_unsigned(a) ? b : a;
    if (is_unsigned(unsigned_one) && !is_unsigned(other) && size_of(other) <= size_of(unsigned_one)) {
        // The next signed type holds both.
        return unsigned_one == Dtype::uint8 ? Dtype::int16 : Dtype::int32;
    }
    return size_of(a) > size_of(b) ? a : b;
}

// torch has uint16, which came late, without promotion among integers.
Dtype torch_strong(Dtype a, Dtype b) {
    if (a != b && (a == Dtype::uint16 || b == Dtype::uint16) && !is_differentiable(a) && !is_differentiable(b)) {
        throw Error(ErrorKind::value,
                    "Promotion for uint16, uint32, uint64 types is not supported, attempted to promote " +
                        std::string(long_name_of(a)) + " and " + std::string(long_name_of(b)));
    }
    return wider(a, b);
}

// `strong` where its category is high enough, else `other`: but a float made complex keeps its width.
Dtype with_category(Dialect dialect, Dtype strong, Category category, Dtype other) {
    if (category <= category_of(strong)) {
        return strong;
    }
    if (category != Category::complex || !is_floating(strong)) {
        return other;
    }
    if (is_narrow(strong) && dialect == Dialect::torch) {
        throw Error(ErrorKind::unsupported, "complex numbers with parts of 16 bits are not in this subset");
    }
    return complex_of(strong);
}

Dtype numpy_strong(Dtype a, Dtype b) {
    const Dtype result = wider(a, b);
    const Dtype other = result == a ? b : a;
    // The float must hold every value of the integer: float16 holds those of 8 bits, float32 those of 16.
    if (is_complex(result) && is_integral(other)) {
        return size_of(other) >= 4 ? Dtype::complex128 : result;
    }
    if (is_floating(result) && is_integral(other)) {
        const std::size_t needed = size_of(other) >= 4 ? 8 : size_of(other) * 2;
        return size_of(result) >= needed ? result : needed == 8 ? Dtype::float64 : Dtype::float32;
    }
    return result;
}

}  // namespace

void set_default_floating(Dtype dtype) { default_floating_dtype = dtype; }
Dtype default_floating() { return default_floating_dtype; }

Dtype default_dtype(Dialect dialect, Category category) {
    switch (category) {
        case Category::boolean: return Dtype::boolean;
        case Category::integral: return Dtype::int64;
        default: break;
    }
    const Dtype floating = dialect == Dialect::torch ? default_floating_dtype : Dtype::float64;
    return category == Category::complex ? complex_of(floating) : floating;
}

Dtype to_floating(Dialect dialect, Dtype dtype) {
    return is_differentiable(dtype) ? dtype : default_dtype(dialect, Category::floating);
}

Dtype promote(Dialect dialect, Dtype a, Dtype b) {
    return dialect == Dialect::torch ? torch_strong(a, b) : numpy_strong(a, b);
}

Dtype promote(Dialect dialect, const PromotionInput& a, const PromotionInput& b) {
    if (a.weak && b.weak) {
        return default_dtype(dialect, std::max(a.category, b.category));
    }
    if (dialect == Dialect::numpy || a.weak || b.weak) {
        if (!a.weak && !b.weak) {
            return numpy_strong(a.dtype, b.dtype);
        }
        const PromotionInput& strong = a.weak ? b : a;
        const Category weak = a.weak ? a.category : b.category;
        return with_category(dialect, strong.dtype, weak, default_dtype(dialect, weak));
    }
    // Category first; a zero-dimensional tensor raises the category but not the width.
    if ((a.ndim == 0) == (b.ndim == 0)) {
        return torch_strong(a.dtype, b.dtype);
    }
    const PromotionInput& dimensioned = a.ndim > 0 ? a : b;
    const PromotionInput& single = a.ndim > 0 ? b : a;
    return with_category(dialect, dimensioned.dtype, category_of(single.dtype), single.dtype);
}

}  // namespace sconce
