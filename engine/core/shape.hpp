// Extents and strides. Both count elements, never bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <xtensor/xstorage.hpp>

#include "engine/core/dialect.hpp"

namespace sconce {

using Shape = xt::svector<std::int64_t, 6>;
using Strides = Shape;

inline constexpr int max_dims = 32;

// Product of the extents. Throws ErrorKind::memory when it does not fit 63 bits.
std::int64_t element_count(const Shape& shape);
Strides contiguous_strides(const Shape& shape);
bool is_contiguous(const Shape& shape, const Strides& strides);
// Throws ErrorKind::shape with the dialect's words when the two do not broadcast together.
Shape broadcast_shapes(Dialect dialect, const Shape& a, const Shape& b);
// Strides that read a tensor of `shape` as if it had `target` extents (0 where an extent is repeated). `shape` must broadcast to it.
Strides broadcast_strides(const Shape& shape, const Strides& strides, const Shape& target);

// Maps a negative dim into range. Throws ErrorKind::axis with the dialect's words.
int normalize_dim(Dialect dialect, std::int64_t dim, std::int64_t ndim);

std::string torch_text(const Shape& shape);  // [2, 3]
std::string numpy_text(const Shape& shape);  // (2, 3) and (2,)

}  // namespace sconce
