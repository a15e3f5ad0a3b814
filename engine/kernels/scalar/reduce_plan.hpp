// The walk of a reduction over its input. Floating point sums depend on the order of their terms, so the walk follows the
// library whose digits are wanted.
#pragma once

#include <array>
#include <cstdint>

#include "engine/core/interrupt.hpp"
#include "engine/core/shape.hpp"

namespace sconce::kernels {

// Dimensions in walking order, the fastest first; at least two, padded with extents of 1. Strides in elements; the output's is 0
// along every reduced dimension.
struct ReducePlan {
    int ndim = 0;
    int reduced = 0;  // how many leading dimensions are reduced
    bool empty = false;
    std::array<std::int64_t, max_dims + 2> extent{};
    std::array<std::int64_t, max_dims + 2> in{};
    std::array<std::int64_t, max_dims + 2> out{};
};

enum class Walk : std::uint8_t {
    reduced_first,  // torch's TensorIterator: reduced dimensions inside, each group by increasing stride
    by_stride,      // NumPy's nditer: all dimensions by increasing stride, whatever its sign
};

using AxisOrder = std::array<int, max_dims>;

// Strides of compact memory for `shape` whose dimensions lie in the order of `like`, one stride each: NumPy's order "K", in which it
// allocates results.
Strides compact_by_stride(const Shape& shape, const Strides& like);

// `out_strides` has an entry a dimension of `shape`, 0 where the dimension is reduced. Neighbours that are one run for both
// operands are merged, as both libraries do: the merge is part of the order.
ReducePlan plan_reduction(Walk walk, const Shape& shape, const Strides& in_strides, const Strides& out_strides);

// Calls run(in offset, out offset) once for each index of the dimensions from `first` on.
template <class Run>
void for_each_outer(const ReducePlan& plan, int first, Run&& run) {
    if (plan.empty) {
        return;
    }
    std::int64_t work = 1;
    for (int d = 0; d < first; ++d) {
        work *= plan.extent[d];
    }
    std::array<std::int64_t, max_dims + 2> index{};
    std::int64_t in = 0;
    std::int64_t out = 0;
    std::int64_t since_poll = 0;
    while (true) {
        run(in, out);
        since_poll += work;
        if (since_poll > (1 << 22)) {
            check_interrupt();
            since_poll = 0;
        }
        int d = first;
        for (; d < plan.ndim; ++d) {
            in += plan.in[d];
            out += plan.out[d];
            if (++index[d] < plan.extent[d]) {
                break;
            }
            in -= plan.in[d] * plan.extent[d];
            out -= plan.out[d] * plan.extent[d];
            index[d] = 0;
        }
        if (d == plan.ndim) {
            return;
        }
    }
}

// Calls visit(in offset) for each element that one output of a Walk::reduced_first plan takes in, in order.
template <class Visit>
void for_each_reduced(const ReducePlan& plan, std::int64_t in, Visit&& visit) {
    if (plan.reduced == 0) {
        visit(in);
        return;
    }
    std::array<std::int64_t, max_dims + 2> index{};
    while (true) {
        for (std::int64_t i = 0; i < plan.extent[0]; ++i) {
            visit(in + i * plan.in[0]);
        }
        int d = 1;
        for (; d < plan.reduced; ++d) {
            in += plan.in[d];
            if (++index[d] < plan.extent[d]) {
                break;
            }
            in -= plan.in[d] * plan.extent[d];
            index[d] = 0;
        }
        if (d >= plan.reduced) {
            return;
        }
    }
}

}  // namespace sconce::kernels
