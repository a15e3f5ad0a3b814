#include "engine/kernels/scalar/reduce_plan.hpp"

#include <algorithm>
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

// Insertion sort that looks past undecided pairs, which a general sort may not do.
void order_reduced_first(ReducePlan& plan) {
    for (int i = 1; i < plan.ndim; ++i) {
        int mine = i;
        for (int j = i - 1; j >= 0; --j) {
            const int order = compare_reduced_first(plan, j, mine);
            if (order < 0) {
                break;
            }
            if (order > 0) {
                std::swap(plan.extent[j], plan.extent[mine]);
                std::swap(plan.in[j], plan.in[mine]);
                std::swap(plan.out[j], plan.out[mine]);
                mine = j;
            }
        }
    }
}

// The dimensions from the fastest to the slowest, by the size of their strides; repeated ones (stride 0) stay where they are.
AxisOrder order_by_stride(const Strides& strides) {
    const int ndim = static_cast<int>(strides.size());
    AxisOrder order{};
    for (int i = 0; i < ndim; ++i) {
        order[i] = ndim - 1 - i;
        int target = i;
        for (int j = i - 1; j >= 0; --j) {
            const std::int64_t mine = strides[static_cast<std::size_t>(order[i])];
            const std::int64_t other = strides[static_cast<std::size_t>(order[j])];
            if (mine == 0 || other == 0) {
                continue;
            }
            if (std::abs(other) <= std::abs(mine)) {
                break;
            }
            target = j;
        }
        std::rotate(order.begin() + target, order.begin() + i, order.begin() + i + 1);
    }
    return order;
}

void merge_dims(ReducePlan& plan) {
    if (plan.ndim == 0) {
        return;
    }
    int last = 0;
    for (int d = 1; d < plan.ndim; ++d) {
        const bool trivial = plan.extent[last] == 1 || plan.extent[d] == 1;
        const bool one_run =
            plan.in[last] * plan.extent[last] == plan.in[d] && plan.out[last] * plan.extent[last] == plan.out[d];
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

Strides compact_by_stride(const Shape& shape, const Strides& like) {
    Strides strides(shape.size());
    const AxisOrder order = order_by_stride(like);
    std::int64_t step = 1;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const auto dim = static_cast<std::size_t>(order[i]);
        strides[dim] = step;
        step *= std::max<std::int64_t>(shape[dim], 1);
    }
    return strides;
}

ReducePlan plan_reduction(Walk walk, const Shape& shape, const Strides& in_strides, const Strides& out_strides) {
    ReducePlan plan;
    plan.ndim = static_cast<int>(shape.size());
    const AxisOrder order = walk == Walk::by_stride ? order_by_stride(in_strides) : AxisOrder{};
    for (int d = 0; d < plan.ndim; ++d) {
        const auto source = static_cast<std::size_t>(walk == Walk::by_stride ? order[d] : plan.ndim - 1 - d);
        plan.extent[d] = shape[source];
        plan.in[d] = in_strides[source];
        plan.out[d] = out_strides[source];
        plan.empty = plan.empty || plan.extent[d] == 0;
    }
    if (walk == Walk::reduced_first) {
        order_reduced_first(plan);
    }
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
