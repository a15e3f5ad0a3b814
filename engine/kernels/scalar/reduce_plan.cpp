#include "engine/kernels/scalar/reduce_plan.hpp"

#include <cstdlib>
#include <utility>

namespace sconce::kernels {

namespace {

// Whether dimension `a`, walked inside `b` so far, belongs inside it: negative yes, positive no, 0 undecided.
int compare_reduced_first(const ReducePlan& plan, int a, int b) {
    if ((plan.out[a] == 0) != (plan.out[b] == 0)) {
        return plan.out[a] == 0 ? -1 : 1;
    }
    for (const auto* strides : {&plan.out, &plan.in}) {
        const std::int64_t x = (*strides)[a];
        const std::int64_t y = (*strides)[b];
        if (x == 0 || y == 0) {
            continue;
        }
        if (x != y) {
            return x < y ? -1 : 1;
        }
        if (plan.extent[a] > plan.extent[b]) {
            return 1;
        }
    }
    return 0;
}

// NumPy orders the axes before it allocates the result, hence by the input alone.
int compare_by_stride(const ReducePlan& plan, int a, int b) {
    if (plan.in[a] == 0 || plan.in[b] == 0) {
        return 0;
    }
    return std::abs(plan.in[a]) <= std::abs(plan.in[b]) ? -1 : 1;
}

void swap_dims(ReducePlan& plan, int a, int b) {
    std::swap(plan.extent[a], plan.extent[b]);
    std::swap(plan.in[a], plan.in[b]);
    std::swap(plan.out[a], plan.out[b]);
}

// Insertion sort that looks past undecided pairs, which a general sort may not do.
void order_dims(ReducePlan& plan, Walk walk) {
    for (int i = 1; i < plan.ndim; ++i) {
        int target = i;
        for (int j = i - 1; j >= 0; --j) {
            const int order = walk == Walk::reduced_first ? compare_reduced_first(plan, j, target) : compare_by_stride(plan, j, i);
            if (order < 0) {
                break;
            }
            if (order > 0) {
                if (walk == Walk::reduced_first) {
                    swap_dims(plan, j, target);
                }
                target = j;
            }
        }
        if (walk == Walk::by_stride) {
            for (int j = i; j > target; --j) {
                swap_dims(plan, j, j - 1);
            }
        }
    }
}

void merge_dims(ReducePlan& plan) {
    if (plan.ndim == 0) {
        return;
    }
    int last = 0;
    for (int d = 1; d < plan.ndim; ++d) {
        const bool trivial = plan.extent[last] == 1 || plan.extent[d] == 1;
        const bool one_run = plan.in[last] * plan.extent[last] == plan.in[d] && plan.out[last] * plan.extent[last] == plan.out[d];
        if (trivial || one_run) {
            if (plan.extent[last] == 1) {
                plan.in[last] = plan.in[d];
                plan.out[last] = plan.out[d];
            }
            plan.extent[last] *= plan.extent[d];
            continue;
        }
        ++last;
        plan.extent[last] = plan.extent[d];
        plan.in[last] = plan.in[d];
        plan.out[last] = plan.out[d];
    }
    plan.ndim = last + 1;
}

}  // namespace

ReducePlan plan_reduction(Walk walk, const Shape& shape, const Strides& in_strides, const Strides& out_strides) {
    ReducePlan plan;
    plan.ndim = static_cast<int>(shape.size());
    for (int d = 0; d < plan.ndim; ++d) {
        const auto source = static_cast<std::size_t>(plan.ndim - 1 - d);
        plan.extent[d] = shape[source];
        plan.in[d] = in_strides[source];
        plan.out[d] = out_strides[source];
        plan.empty = plan.empty || plan.extent[d] == 0;
        if (walk == Walk::by_stride && plan.in[d] < 0 && plan.out[d] == 0) {
            plan.start += plan.in[d] * (plan.extent[d] - 1);
            plan.in[d] = -plan.in[d];
        }
    }
    order_dims(plan, walk);
    merge_dims(plan);
    while (plan.reduced < plan.ndim && plan.out[plan.reduced] == 0) {
        ++plan.reduced;
    }
    for (; plan.ndim < 2; ++plan.ndim) {
        plan.extent[plan.ndim] = 1;
        plan.in[plan.ndim] = 0;
        plan.out[plan.ndim] = 0;
    }
    return plan;
}

}  // namespace sconce::kernels
