// Strided loops over up to three operands: one plan walks any broadcast, and the innermost run is handed over with its strides so
// that contiguous runs compile to vector code.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/core/interrupt.hpp"
#include "engine/core/shape.hpp"

namespace sconce::kernels {

// Extents with neighbouring dimensions merged where every operand allows it; strides in elements.
template <int operands>
struct Plan {
    int ndim = 0;
    // Set for the first ndim dimensions only: clearing all 32 would cost more than a small op's arithmetic.
    std::array<std::int64_t, max_dims> extent;
    std::array<std::array<std::int64_t, max_dims>, operands> stride;
};

template <int operands>
Plan<operands> make_plan(const Shape& shape, const std::array<const Strides*, operands>& strides) {
    Plan<operands> plan;
    for (std::size_t d = 0; d < shape.size(); ++d) {
        if (shape[d] == 1) {
            continue;
        }
        const int last = plan.ndim - 1;
        bool merges = last >= 0;
        for (int k = 0; k < operands && merges; ++k) {
            merges = plan.stride[k][last] == (*strides[k])[d] * shape[d];
        }
        if (!merges && plan.ndim == max_dims) {
            throw Error(ErrorKind::unsupported,
                        "tensors of more than " + std::to_string(max_dims) + " dimensions are not in this subset");
        }
        const int target = merges ? last : plan.ndim++;
        plan.extent[target] = merges ? plan.extent[target] * shape[d] : shape[d];
        for (int k = 0; k < operands; ++k) {
            plan.stride[k][target] = (*strides[k])[d];
        }
    }
    if (plan.ndim == 0) {
        plan.ndim = 1;
        plan.extent[0] = 1;
        for (int k = 0; k < operands; ++k) {
            plan.stride[k][0] = 1;
        }
    }
    return plan;
}

// Calls run(count, offsets) for each innermost run; the strides of the run are plan.stride[k][plan.ndim - 1].
template <int operands, class Run>
void for_each_run(const Plan<operands>& plan, Run&& run) {
    for (int d = 0; d < plan.ndim; ++d) {
        if (plan.extent[d] == 0) {
            return;
        }
    }
    std::array<std::int64_t, operands> offset{};
    const int inner = plan.ndim - 1;
    if (inner == 0) {
        run(plan.extent[0], offset);
        return;
    }
    std::array<std::int64_t, max_dims> index;
    std::fill_n(index.begin(), inner, 0);
    std::int64_t since_poll = 0;
    while (true) {
        run(plan.extent[inner], offset);
        since_poll += plan.extent[inner];
        if (since_poll > (1 << 22)) {
            check_interrupt();
            since_poll = 0;
        }
        int d = inner - 1;
        for (; d >= 0; --d) {
            ++index[d];
            for (int k = 0; k < operands; ++k) {
                offset[k] += plan.stride[k][d];
            }
            if (index[d] < plan.extent[d]) {
                break;
            }
            for (int k = 0; k < operands; ++k) {
                offset[k] -= plan.stride[k][d] * plan.extent[d];
            }
            index[d] = 0;
        }
        if (d < 0) {
            return;
        }
    }
}

// out[i] = f(a[i]); the output is contiguous.
template <class In, class Out, class F>
void map_unary(const Plan<2>& plan, const In* a, Out* out, F f) {
    const int inner = plan.ndim - 1;
    const std::int64_t sa = plan.stride[0][inner];
    const std::int64_t so = plan.stride[1][inner];
    for_each_run(plan, [&](std::int64_t n, const std::array<std::int64_t, 2>& at) {
        const In* x = a + at[0];
        Out* y = out + at[1];
        if (sa == 1 && so == 1) {
            for (std::int64_t i = 0; i < n; ++i) {
                y[i] = f(x[i]);
            }
        } else {
            for (std::int64_t i = 0; i < n; ++i) {
                y[i * so] = f(x[i * sa]);
            }
        }
    });
}

// out[i] = f(a[i], b[i]), all three without gaps.
template <class In, class Out, class F>
void map_flat(std::int64_t n, const In* a, const In* b, Out* out, F f) {
    for (std::int64_t i = 0; i < n; ++i) {
        out[i] = f(a[i], b[i]);
    }
}

// out[i] = f(a[i], b[i]).
template <class In, class Out, class F>
void map_binary(const Plan<3>& plan, const In* a, const In* b, Out* out, F f) {
    const int inner = plan.ndim - 1;
    const std::int64_t sa = plan.stride[0][inner];
    const std::int64_t sb = plan.stride[1][inner];
    const std::int64_t so = plan.stride[2][inner];
    for_each_run(plan, [&](std::int64_t n, const std::array<std::int64_t, 3>& at) {
        const In* x = a + at[0];
        const In* y = b + at[1];
        Out* z = out + at[2];
        if (so == 1 && sa == 1 && sb == 1) {
            map_flat(n, x, y, z, f);
        } else if (so == 1 && sa == 1 && sb == 0) {
            const In right = *y;
            for (std::int64_t i = 0; i < n; ++i) {
                z[i] = f(x[i], right);
            }
        } else if (so == 1 && sa == 0 && sb == 1) {
            const In left = *x;
            for (std::int64_t i = 0; i < n; ++i) {
                z[i] = f(left, y[i]);
            }
        } else {
            for (std::int64_t i = 0; i < n; ++i) {
                z[i * so] = f(x[i * sa], y[i * sb]);
            }
        }
    });
}

}  // namespace sconce::kernels
