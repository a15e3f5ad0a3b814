// The two libraries the engine speaks for differ in promotion rules, default dtypes and error texts.
#pragma once

#include <cstdint>

#include "engine/core/dtype.hpp"
#include "engine/core/scalar.hpp"

namespace sconce {

enum class Dialect : std::uint8_t { torch = 0, numpy = 1 };

// An operand as promotion sees it. A weak operand is a Python number, whose category counts but whose width does not.
struct PromotionInput {
    Dtype dtype = Dtype::float32;
    int ndim = 0;
    bool weak = false;
    Category category = Category::floating;
};

// torch: the highest category wins; within it, dimensioned tensors outrank zero-dimensional ones, which outrank numbers
// (https://docs.pytorch.org/docs/stable/tensor_attributes.html#type-promotion-doc). numpy: NEP 50.
Dtype promote(Dialect dialect, const PromotionInput& a, const PromotionInput& b);
Dtype promote(Dialect dialect, Dtype a, Dtype b);

// The dtype a number takes when it stands alone.
Dtype default_dtype(Dialect dialect, Category category);
// Where integers become floats (exp, mean, true division).
Dtype to_floating(Dialect dialect, Dtype dtype);

void set_default_floating(Dtype dtype);
Dtype default_floating();

}  // namespace sconce
