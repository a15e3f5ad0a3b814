// Geometry that several families share: views, dense layouts, and checks of dims and sizes in both dialects' words.
#pragma once

#include <optional>

#include "engine/ops/functions.hpp"

namespace sconce {

// Strides that read `shape` as `target` without moving an element; none where a copy is needed. Both have the same number of elements.
std::optional<Strides> view_strides(const Shape& shape, const Strides& strides, const Shape& target);

// Strides of a fresh tensor that keeps the order of the dims in memory, as torch's preserve_format: a dense layout stays as it is,
// any other is packed.
Strides packed_strides(const Shape& shape, const Strides& strides);

// A copy with dtype `dtype` and the strides given, which must be dense. Not recorded.
Tensor copy_with_strides(const Tensor& self, Dtype dtype, const Strides& strides);

// `self` seen as `size`, repeated where an extent is 1. Not recorded. Throws ErrorKind::shape in the dialect's words.
Tensor expanded(Dialect dialect, const Tensor& self, const Shape& size);

// normalize_dim for one of several axes, which NumPy's error names ("axis2: axis 5 is out of bounds ...").
int named_dim(Dialect dialect, std::int64_t dim, std::int64_t ndim, const std::string& name);

// Which dims the list in args[i] names; all where it is missing. Throws for dims out of range and for repetition, which NumPy words
// differently from function to function.
std::vector<bool> dim_mask(const Args& args, std::size_t i, int ndim, const char* repeated = "repeated axis");

// Zeros of `shape` with `grad` laid over the window of the given strides and offset: the gradient of a view.
Tensor embedded(const Shape& shape, const Tensor& grad, const Strides& strides, std::int64_t offset);

// Whether the two lie in one storage with ranges that meet.
bool ranges_meet(const Tensor& a, const Tensor& b);
// The same, but for the very same window, which a copy may read and write at once.
bool partly_meet(const Tensor& a, const Tensor& b);
// The same again where torch can tell: for windows without gaps.
bool partly_overlaps(const Tensor& target, const Tensor& source);
// Throws torch's refusal to write where several elements share one place, or from a window that the target partly covers.
void check_writable(const Tensor& target);
[[noreturn]] void refuse_overlap();

}  // namespace sconce
