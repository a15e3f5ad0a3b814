// Moves between a dense block and scattered places of a strided window: what advanced indexing reads and writes.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/kernels/scalar/loops.hpp"

namespace sconce::kernels {

// Where entry `i` of a list of places lies: from a table, or evenly spaced.
struct Places {
    std::vector<std::int64_t> table;
    std::int64_t step = 0;
    std::int64_t operator[](std::int64_t i) const {
        return table.empty() ? i * step : table[static_cast<std::size_t>(i)];
    }
};

// The places of a block's entries in row-major order.
inline Places places_of(const Shape& shape, const Strides& strides) {
    const Plan<1> plan = make_plan<1>(shape, {&strides});
    Places places;
    if (plan.ndim == 1) {
        places.step = plan.stride[0][0];
        return places;
    }
    places.table.reserve(static_cast<std::size_t>(element_count(shape)));
    for_each_run(plan, [&](std::int64_t n, const std::array<std::int64_t, 1>& at) {
        for (std::int64_t i = 0; i < n; ++i) {
            places.table.push_back(at[0] + i * plan.stride[0][plan.ndim - 1]);
        }
    });
    return places;
}

// The block has shape (outer, count, inner): plans of the dims before and after the picked ones, operand 0 the window, 1 the block.
struct PickLayout {
    Plan<2> outer;
    Plan<2> inner;
    std::int64_t count = 0;
    Places window;
    Places block;
};

// move(window element, block element) for every element of the block.
template <class T, class Move>
void for_each_pick(const PickLayout& layout, T* window, T* block, Move move) {
    const Plan<2>& outer = layout.outer;
    const Plan<2>& inner = layout.inner;
    const int outer_last = outer.ndim - 1;
    const int inner_last = inner.ndim - 1;
    const std::int64_t sw = inner.stride[0][inner_last];
    const std::int64_t sb = inner.stride[1][inner_last];
    for_each_run(outer, [&](std::int64_t n, const std::array<std::int64_t, 2>& at) {
        for (std::int64_t i = 0; i < n; ++i) {
            T* const w = window + at[0] + i * outer.stride[0][outer_last];
            T* const b = block + at[1] + i * outer.stride[1][outer_last];
            for (std::int64_t k = 0; k < layout.count; ++k) {
                if ((k & 0xfffff) == 0xfffff) {
                    check_interrupt();
                }
                T* const x = w + layout.window[k];
                T* const y = b + layout.block[k];
                if (inner.ndim == 1) {
                    for (std::int64_t j = 0; j < inner.extent[0]; ++j) {
                        move(x[j * sw], y[j * sb]);
                    }
                } else {
                    for_each_run(inner, [&](std::int64_t m, const std::array<std::int64_t, 2>& deep) {
                        for (std::int64_t j = 0; j < m; ++j) {
                            move(x[deep[0] + j * sw], y[deep[1] + j * sb]);
                        }
                    });
                }
            }
        }
    });
}

}  // namespace sconce::kernels
