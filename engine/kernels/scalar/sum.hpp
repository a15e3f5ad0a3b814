// Sums of floating point elements in the order of the library whose digits are wanted.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "engine/kernels/scalar/reduce_plan.hpp"

namespace sconce::kernels {

// A fixed number of lanes that compilers turn into vector registers.
template <class T, int lanes>
struct Pack {
    std::array<T, lanes> lane{};

    Pack& operator+=(const Pack& other) {
        for (int k = 0; k < lanes; ++k) {
            lane[k] += other.lane[k];
        }
        return *this;
    }
    Pack& operator*=(const Pack& other) {
        for (int k = 0; k < lanes; ++k) {
            lane[k] *= other.lane[k];
        }
        return *this;
    }
};

// The vectors of torch's AVX2 kernels: the sum of a contiguous row is spread over as many partial sums.
template <class T>
inline constexpr int lanes_of = static_cast<int>(32 / sizeof(T));
template <class T>
using RowPack = Pack<T, lanes_of<T>>;

template <class V, class T>
V load_as(const T* from) {
    if constexpr (std::is_same_v<V, T>) {
        return *from;
    } else {
        V pack;
        std::copy_n(from, pack.lane.size(), pack.lane.begin());
        return pack;
    }
}

// ---- torch

// Sums `columns` columns at once, each over `count` rows, in a cascade: sums of at least 16 elements are summed in groups again,
// four levels deep, so that only numbers of like size meet. (PyTorch's summation; rounding error grows with the group, not the row.)
template <class V, int columns, class T>
std::array<V, columns> cascade_columns(const T* from, std::int64_t row_stride, std::int64_t column_stride,
                                       std::int64_t count) {
    constexpr int levels = 4;
    const int ceil_log2 = count <= 2 ? 1 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(count - 1)));
    const int level_power = std::max(4, ceil_log2 / levels);
    const std::int64_t step = std::int64_t{1} << level_power;
    std::array<std::array<V, columns>, levels> sums{};
    std::int64_t row = 0;
    while (row + step <= count) {
        std::array<V, columns> lowest{};
        for (const std::int64_t end = row + step; row < end; ++row) {
            for (int k = 0; k < columns; ++k) {
                lowest[k] += load_as<V>(from + row * row_stride + k * column_stride);
            }
        }
        sums[0] = lowest;
        for (int level = 1; level < levels; ++level) {
            for (int k = 0; k < columns; ++k) {
                sums[level][k] += sums[level - 1][k];
            }
            sums[level - 1] = {};
            if ((row & ((step - 1) << (level * level_power))) != 0) {
                break;
            }
        }
    }
    for (; row < count; ++row) {
        for (int k = 0; k < columns; ++k) {
            sums[0][k] += load_as<V>(from + row * row_stride + k * column_stride);
        }
    }
    for (int level = 1; level < levels; ++level) {
        for (int k = 0; k < columns; ++k) {
            sums[0][k] += sums[level][k];
        }
    }
    return sums[0];
}

// One row, as four interleaved columns.
template <class V, class T>
V cascade_row(const T* from, std::int64_t stride, std::int64_t count) {
    constexpr int columns = 4;
    const std::int64_t rows = count / columns;
    std::array<V, columns> parts = cascade_columns<V, columns>(from, stride * columns, stride, rows);
    for (std::int64_t i = rows * columns; i < count; ++i) {
        parts[0] += load_as<V>(from + i * stride);
    }
    for (int k = 1; k < columns; ++k) {
        parts[0] += parts[k];
    }
    return parts[0];
}

// A contiguous row: whole vectors first, then the leftovers, then the lanes one by one.
template <class T>
T cascade_contiguous_row(const T* from, std::int64_t count) {
    constexpr int lanes = lanes_of<T>;
    const std::int64_t packs = count / lanes;
    const RowPack<T> total = cascade_row<RowPack<T>>(from, lanes, packs);
    T sum = 0;
    for (std::int64_t i = packs * lanes; i < count; ++i) {
        sum += from[i];
    }
    for (const T lane : total.lane) {
        sum += lane;
    }
    return sum;
}

// out[j] += sum over i of in[i, j], for the two innermost dimensions; i is the reduced one.
template <class T>
void cascade_block(const T* in, std::int64_t in_i, std::int64_t in_j, std::int64_t count_i, std::int64_t count_j,
                   T* out, std::int64_t out_j) {
    constexpr int lanes = lanes_of<T>;
    constexpr int columns = 4;
    const auto store = [&](std::int64_t j, const RowPack<T>& values) {
        for (int k = 0; k < lanes; ++k) {
            out[(j + k) * out_j] += values.lane[k];
        }
    };
    std::int64_t j = 0;
    if (in_i == 1 && count_i >= lanes) {
        for (; j < count_j; ++j) {
            out[j * out_j] += cascade_contiguous_row(in + j * in_j, count_i);
        }
    } else if (in_j == 1 && count_j >= lanes) {
        for (; j + columns * lanes <= count_j; j += columns * lanes) {
            const auto sums = cascade_columns<RowPack<T>, columns>(in + j, in_i, lanes, count_i);
            for (int k = 0; k < columns; ++k) {
                store(j + k * lanes, sums[k]);
            }
        }
        for (; j + lanes <= count_j; j += lanes) {
            store(j, cascade_row<RowPack<T>>(in + j, in_i, count_i));
        }
    } else if (in_i >= in_j) {
        for (; j + columns <= count_j; j += columns) {
            const auto sums = cascade_columns<T, columns>(in + j * in_j, in_i, in_j, count_i);
            for (int k = 0; k < columns; ++k) {
                out[(j + k) * out_j] += sums[k];
            }
        }
    }
    for (; j < count_j; ++j) {
        out[j * out_j] += cascade_row<T>(in + j * in_j, in_i, count_i);
    }
}

// out += sums of `in` by torch's summation; `plan` walks reduced dimensions first.
template <class T>
void cascade_sum(const ReducePlan& plan, const T* in, T* out) {
    for_each_outer(plan, 2, [&](std::int64_t in_at, std::int64_t out_at) {
        const T* x = in + in_at;
        T* y = out + out_at;
        if (plan.out[0] == 0) {
            cascade_block(x, plan.in[0], plan.in[1], plan.extent[0], plan.extent[1], y, plan.out[1]);
        } else if (plan.out[1] == 0) {
            cascade_block(x, plan.in[1], plan.in[0], plan.extent[1], plan.extent[0], y, plan.out[0]);
        } else {
            for (std::int64_t j = 0; j < plan.extent[1]; ++j) {
                for (std::int64_t i = 0; i < plan.extent[0]; ++i) {
                    y[j * plan.out[1] + i * plan.out[0]] += x[j * plan.in[1] + i * plan.in[0]];
                }
            }
        }
    });
}

// ---- NumPy

// Halves down to at most 128 elements, which eight running sums take in (NumPy's pairwise summation; N. Higham, "The accuracy of
// floating point summation", SIAM J. Sci. Comput. 14 (1993)).
template <class T>
T pairwise(const T* from, std::int64_t stride, std::int64_t count) {
    if (count < 8) {
        // Starts from -0 so that a row of negative zeros keeps its sign.
        T sum = T(-0.0);
        for (std::int64_t i = 0; i < count; ++i) {
            sum += from[i * stride];
        }
        return sum;
    }
    if (count <= 128) {
        std::array<T, 8> r;
        for (int k = 0; k < 8; ++k) {
            r[k] = from[k * stride];
        }
        std::int64_t i = 8;
        for (; i < count - count % 8; i += 8) {
            for (int k = 0; k < 8; ++k) {
                r[k] += from[(i + k) * stride];
            }
        }
        T sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
        for (; i < count; ++i) {
            sum += from[i * stride];
        }
        return sum;
    }
    std::int64_t half = count / 2;
    half -= half % 8;
    return pairwise(from, stride, half) + pairwise(from + half * stride, stride, count - half);
}

// How NumPy's iterator cuts a reduced run into calls of its inner loop, each of which sums pairwise on its own: `block` elements, the
// whole extent of the `dims` innermost dimensions, go in fills of at most `fill`.
struct Fills {
    int dims = 1;
    std::int64_t block = 0;
    std::int64_t fill = 0;
};

// Elements that lie apart, or change dtype, go through a buffer of 8192; the iterator takes as many dimensions into it as pay off by
// its estimate (1 + number of buffers) / (elements a round). The innermost dimension of `plan` is reduced.
inline Fills numpy_fills(const ReducePlan& plan, bool converts) {
    constexpr std::int64_t buffer = 8192;
    int cost = converts ? 2 : 1;
    std::int64_t size = plan.extent[0];
    int best_cost = cost;
    std::int64_t best_size = size;
    std::int64_t core = 1;
    int outer = 0;
    bool single_stride = true;
    for (int d = 1; d < plan.ndim && plan.extent[d] > 1 && !(size >= buffer && cost > 1); ++d) {
        if (single_stride && plan.in[d - 1] * plan.extent[d - 1] != plan.in[d]) {
            single_stride = false;
            cost += converts ? 0 : 1;
        }
        const bool kept = plan.out[d] != 0;
        cost += kept ? 1 : 0;
        const std::int64_t inside = size;
        size *= plan.extent[d];
        const std::int64_t round = cost > 1 ? std::min(size, buffer) : size;
        if (static_cast<double>(cost) * static_cast<double>(best_size) <=
            static_cast<double>(best_cost) * static_cast<double>(round)) {
            best_cost = cost;
            best_size = size;
            core = inside;
            outer = d;
        }
        if (kept) {
            break;
        }
    }
    if (outer == plan.reduced && outer > 0) {
        // The outermost dimension taken in is kept: one call for each of its indices.
        return {outer, core, core};
    }
    const bool buffered = converts || outer > 0;
    return {outer + 1, best_size, buffered && best_size > buffer ? core * (buffer / core) : best_size};
}

// Walks the `dims` innermost dimensions of `plan` element by element.
class Gather {
  public:
    explicit Gather(const ReducePlan& plan) : plan_(plan) {}

    void restart(std::int64_t at) {
        index_.fill(0);
        at_ = at;
    }
    template <class In, class T>
    void next(const In* in, T* to, std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i) {
            to[i] = static_cast<T>(in[at_]);
            at_ += plan_.in[0];
            for (int d = 0; ++index_[d] == plan_.extent[d] && d + 1 < plan_.ndim; ++d) {
                at_ += plan_.in[d + 1] - plan_.in[d] * plan_.extent[d];
                index_[d] = 0;
            }
        }
    }

  private:
    const ReducePlan& plan_;
    std::array<std::int64_t, max_dims + 2> index_{};
    std::int64_t at_ = 0;
};

// out += sums of `in` by NumPy's summation: pairwise where the innermost dimension is reduced, plainly row by row elsewhere.
template <class In, class T>
void pairwise_sum(const ReducePlan& plan, const In* in, T* out) {
    constexpr bool converts = !std::is_same_v<In, T>;
    if (plan.out[0] != 0) {
        for_each_outer(plan, 1, [&](std::int64_t in_at, std::int64_t out_at) {
            for (std::int64_t i = 0; i < plan.extent[0]; ++i) {
                out[out_at + i * plan.out[0]] += static_cast<T>(in[in_at + i * plan.in[0]]);
            }
        });
        return;
    }
    const Fills fills = numpy_fills(plan, converts);
    if constexpr (!converts) {
        if (fills.dims == 1) {
            for_each_outer(plan, 1, [&](std::int64_t in_at, std::int64_t out_at) {
                out[out_at] += pairwise(in + in_at, plan.in[0], fills.block);
            });
            return;
        }
    }
    std::vector<T> buffer(static_cast<std::size_t>(fills.fill));
    Gather gather(plan);
    for_each_outer(plan, fills.dims, [&](std::int64_t in_at, std::int64_t out_at) {
        gather.restart(in_at);
        for (std::int64_t done = 0; done < fills.block; done += fills.fill) {
            const std::int64_t count = std::min(fills.fill, fills.block - done);
            gather.next(in, buffer.data(), count);
            out[out_at] += pairwise(buffer.data(), 1, count);
        }
    });
}

}  // namespace sconce::kernels
