// What reductions share: which dimensions go, the shapes before and after, and the way back for gradients.
#pragma once

#include <array>

#include "engine/autograd/tape.hpp"
#include "engine/kernels/scalar/reduce_plan.hpp"
#include "engine/ops/functions.hpp"

namespace sconce {

struct Reduction {
    std::array<bool, max_dims> reduced{};
    Shape kept;              // the input's shape with 1 in place of each reduced extent
    Shape result;            // the result's shape
    std::int64_t count = 1;  // elements that one result takes in
};

// What an empty list of dimensions means. NumPy always takes it as none.
enum class NoDims : std::uint8_t { all, none };

// `dims` null stands for every dimension. Throws in the dialect's words for a dimension out of range or named twice.
Reduction reduction_over(Dialect dialect, const Shape& shape, const Shape* dims, bool keepdim,
                         NoDims no_dims = NoDims::all);

// The list argument `param` (int[]?), null for None.
inline const Shape* dims_argument(const Args& args, std::size_t param) {
    return args.has(param) ? &args.ints(param) : nullptr;
}

// An uninitialised result, laid out as the library does: torch contiguous, NumPy in the order of the input's strides.
Tensor empty_result(Dialect dialect, const Tensor& self, const Reduction& reduction, Dtype dtype);
// The walk over `self` into that result.
kernels::ReducePlan plan_of(Dialect dialect, const Tensor& self, const Reduction& reduction);

// Sum of `self` in dtype `dtype`, in the dialect's order. Not recorded.
Tensor sum_as(Dialect dialect, const Tensor& self, const Reduction& reduction, Dtype dtype);

// ---- for backward functions; recorded

// A reduction's gradient or result with 1 in place of each reduced extent, so that it broadcasts against the input.
inline Tensor with_kept_dims(const Tensor& reduced, const Reduction& reduction) {
    return reduced.shape() == reduction.kept ? reduced : reshape(reduced, reduction.kept);
}

// The reduction a node of signature (Tensor self, int[]? dim, bool keepdim, ...) did.
inline Reduction reduction_of(const Tape& tape, std::size_t dim_param = 1, NoDims no_dims = NoDims::all) {
    return reduction_over(tape.args().dialect(), tape.shape(0), dims_argument(tape.args(), dim_param), false, no_dims);
}

// Backward of picking one element of a whole tensor: grad shared equally among the elements that equal the result, or among the NaNs
// where it is NaN. The node keeps its input and its result.
Grads evenly_shared(const Tape& tape, const Tensor& grad);

}  // namespace sconce
