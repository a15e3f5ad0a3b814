#include "engine/core/dialect.hpp"

#include <algorithm>

namespace sconce {

namespace {

Dtype default_floating_dtype = Dtype::float32;

Dtype wider(Dtype a, Dtype b) {
    if (a == b) {
        return a;
    }
    if (category_of(a) != category_of(b)) {
        return category_of(a) > category_of(b) ? a : b;
    }
    if (size_of(a) == size_of(b)) {
        // float16 with bfloat16, uint8 with int8: the next type holds both.
        return is_floating(a) ? Dtype::float32 : Dtype::int16;
    }
    return size_of(a) > size_of(b) ? a : b;
}

Dtype numpy_strong(Dtype a, Dtype b) {
    const Dtype result = wider(a, b);
    const Dtype other = result == a ? b : a;
    // The float must hold every value of the integer: float16 holds those of 8 bits, float32 those of 16.
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
        case Category::floating: break;
    }
    return dialect == Dialect::torch ? default_floating_dtype : Dtype::float64;
}

Dtype to_floating(Dialect dialect, Dtype dtype) {
    return is_floating(dtype) ? dtype : default_dtype(dialect, Category::floating);
}

Dtype promote(Dialect dialect, Dtype a, Dtype b) {
    return dialect == Dialect::torch ? wider(a, b) : numpy_strong(a, b);
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
        return weak > category_of(strong.dtype) ? default_dtype(dialect, weak) : strong.dtype;
    }
    // Category first; a zero-dimensional tensor raises the category but not the width.
    if ((a.ndim == 0) == (b.ndim == 0)) {
        return wider(a.dtype, b.dtype);
    }
    const PromotionInput& dimensioned = a.ndim > 0 ? a : b;
    const PromotionInput& single = a.ndim > 0 ? b : a;
    return category_of(single.dtype) > category_of(dimensioned.dtype) ? single.dtype : dimensioned.dtype;
}

}  // namespace sconce
