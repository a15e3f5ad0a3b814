// The ops that backward functions use most, as C++ functions. Each goes through dispatch, so it is recorded when the walk
// builds a graph (create_graph).
#pragma once

#include "engine/ops/dispatch.hpp"

namespace sconce {

inline Tensor add(const Value& a, const Value& b) { return apply<"add">(a, b); }
inline Tensor sub(const Value& a, const Value& b) { return apply<"sub">(a, b); }
inline Tensor mul(const Value& a, const Value& b) { return apply<"mul">(a, b); }
inline Tensor div(const Value& a, const Value& b) { return apply<"div">(a, b); }
inline Tensor pow(const Value& a, const Value& b) { return apply<"pow">(a, b); }
inline Tensor neg(const Tensor& a) { return apply<"neg">(a); }
inline Tensor exp(const Tensor& a) { return apply<"exp">(a); }
inline Tensor log(const Tensor& a) { return apply<"log">(a); }
inline Tensor where(const Tensor& condition, const Value& a, const Value& b) { return apply<"where">(condition, a, b); }
inline Tensor matmul(const Tensor& a, const Tensor& b) { return apply<"matmul">(a, b); }
inline Tensor sum(const Tensor& a, const Shape& dims, bool keepdim) { return apply<"sum">(a, dims, keepdim); }
inline Tensor reshape(const Tensor& a, const Shape& shape) { return apply<"reshape">(a, shape); }
inline Tensor expand(const Tensor& a, const Shape& shape) { return apply<"expand">(a, shape); }
inline Tensor transpose(const Tensor& a, std::int64_t dim0, std::int64_t dim1) {
    return apply<"transpose">(a, dim0, dim1);
}
inline Tensor unsqueeze(const Tensor& a, std::int64_t dim) { return apply<"unsqueeze">(a, dim); }
inline Tensor zeros_of(const Shape& shape, Dtype dtype) { return Tensor::full(shape, 0, dtype); }

// Sums `a` down to `shape`, which broadcasts to a's shape: the gradient of broadcasting.
Tensor sum_to(const Tensor& a, const Shape& shape);
// `a` in contiguous memory of dtype `dtype`; the same tensor where it already is. Not recorded.
Tensor prepared(const Tensor& a, Dtype dtype);
// `a` with dtype `dtype`, any strides; the same tensor where it already is. Not recorded.
Tensor converted(const Tensor& a, Dtype dtype);
// Copies `source` (broadcast, converted) over the elements of `target`. Not recorded; bumps no version.
void copy_into(const Tensor& target, const Tensor& source);

}  // namespace sconce
