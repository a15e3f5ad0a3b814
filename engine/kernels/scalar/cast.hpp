// Copies between dtypes and layouts.
#pragma once

#include "engine/core/tensor.hpp"

namespace sconce::kernels {

// target[i] = source[i], converted; `source` must already have the target's shape through `source_strides`.
void copy_strided(const Tensor& target, const Tensor& source, const Strides& source_strides);

}  // namespace sconce::kernels
