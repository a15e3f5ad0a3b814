#include "engine/kernels/simd/matmul.hpp"

#include <algorithm>
#include <cstddef>

#include "engine/core/interrupt.hpp"
#include "engine/core/parallel.hpp"
#include "engine/kernels/simd/vec.hpp"

namespace sconce::kernels {

namespace {

using Int = std::int64_t;
// Addresses inside the loops: a word of the machine, which in Wasm is half an Int.
using Step = std::ptrdiff_t;

// A tile's sums, two vectors a row, fill the sixteen registers that simd128 gets on x86 with room for the operands.
constexpr Step tile_rows = 6;
// A panel of b (depth x tile_columns) stays in the first-level cache, a block of a in the second.
constexpr Int block_depth = 256;
constexpr Int block_rows = 96;
constexpr Int block_columns = 1024;
constexpr Int first_level_bytes = 32768;
// Multiplications that repay waking a second thread.
constexpr Int worth_sharing = 1 << 20;

template <class T>
constexpr Step tile_columns = 2 * Vec<T>::lanes;
static_assert(tile_columns<float> == PackedMatrix<float>::panel && tile_columns<double> == PackedMatrix<double>::panel);

// out (rows x columns, `step` apart) = the same part of a whose columns step by one: by squares, so that both sides move in vectors.
template <class T>
void copy_transposed(const T* a, Step column, Step rows, Step columns, T* out, Step step) {
    constexpr Step lanes = Vec<T>::lanes;
    Step i = 0;
    for (; i + lanes <= rows; i += lanes) {
        Step j = 0;
        for (; j + lanes <= columns; j += lanes) {
            typename Vec<T>::type square[lanes];
            for (Step l = 0; l < lanes; ++l) {
                square[l] = load(a + i + (j + l) * column);
            }
            transpose(square);
            for (Step l = 0; l < lanes; ++l) {
                store(out + (i + l) * step + j, square[l]);
            }
        }
        for (; j < columns; ++j) {
            for (Step l = 0; l < lanes; ++l) {
                out[(i + l) * step + j] = a[i + l + j * column];
            }
        }
    }
    for (; i < rows; ++i) {
        for (Step j = 0; j < columns; ++j) {
            out[i * step + j] = a[i + j * column];
        }
    }
}

template <class T>
void copy_block(MatrixView<const T> a, Step rows, Step columns, T* out, Step step) {
    if (a.column == 1) {
        for (Step i = 0; i < rows; ++i) {
            std::copy_n(a.data + i * a.row, columns, out + i * step);
        }
    } else if (a.row == 1) {
        copy_transposed(a.data, static_cast<Step>(a.column), rows, columns, out, step);
    } else {
        for (Step i = 0; i < rows; ++i) {
            for (Step j = 0; j < columns; ++j) {
                out[i * step + j] = a.data[i * a.row + j * a.column];
            }
        }
    }
}

// b's block as panels of tile_columns columns, row by row; missing columns are zero.
template <class T>
void pack_columns(MatrixView<const T> b, Step depth, Step columns, T* out) {
    constexpr Step width = tile_columns<T>;
    for (Step j = 0; j < columns; j += width, out += depth * width) {
        const Step there = std::min(width, columns - j);
        const MatrixView<const T> panel{b.data + j * b.column, b.row, b.column};
        if (there < width) {
            std::fill_n(out, depth * width, T{});
        } else if (b.column == 1) {
            for (Step p = 0; p < depth; ++p) {
                const T* source = panel.data + p * b.row;
                store(out + p * width, load(source));
                store(out + p * width + width / 2, load(source + width / 2));
            }
            continue;
        }
        copy_block(panel, depth, there, out, width);
    }
}

template <class T>
struct Panel {
    const T* data;
    Step step;  // from one row to the next
};

// The compiler would find each pointer anew from a shared index, an addition an access.
template <class T>
inline void keep_pointer(const T*& pointer) {
    asm volatile("" : "+r"(pointer));
}

// One tile of c (rows x tile_columns): a, where its elements lie, times a panel of b; added to what c holds unless `fresh`.
// Either a's columns are adjacent and `step` leads from row to row, or its rows are and `step` leads from column to column.
template <class T, Step rows, bool columns_adjacent>
void tile(const T* a, Step step, Panel<T> b, Step depth, T* c, Step c_row, bool fresh) {
    using V = typename Vec<T>::type;
    constexpr Step lanes = Vec<T>::lanes;
    V total[rows][2] = {};
    const T* row[columns_adjacent ? rows : 1];
    for (Step r = 0; r < std::ssize(row); ++r) {
        row[r] = a + r * step;
    }
    const auto add = [&](Step p) {
        const V left = load(b.data);
        const V right = load(b.data + lanes);
#pragma clang loop unroll(full)
        for (Step r = 0; r < rows; ++r) {
            const V x = splat(columns_adjacent ? row[r][p] : row[0][r]);
            total[r][0] = madd(x, left, total[r][0]);
            total[r][1] = madd(x, right, total[r][1]);
        }
        b.data += b.step;
    };
    const auto advance = [&](Step by) {
        for (const T*& from : row) {
            from += by;
            keep_pointer(from);
        }
    };
    // A way out after each step keeps the optimisers from fetching the operands of several steps at once, for which there are no
    // registers.
    for (Step left = depth;;) {
        add(0);
        if (--left == 0) {
            break;
        }
        if constexpr (columns_adjacent) {
            add(1);
            if (--left == 0) {
                break;
            }
            add(2);
            if (--left == 0) {
                break;
            }
            add(3);
            if (--left == 0) {
                break;
            }
        }
        advance(columns_adjacent ? 4 : step);
    }
    for (Step r = 0; r < rows; ++r) {
        T* out = c + r * c_row;
        store(out, fresh ? total[r][0] : load(out) + total[r][0]);
        store(out + lanes, fresh ? total[r][1] : load(out + lanes) + total[r][1]);
    }
}

// All rows of c under one panel, in tiles as high as are left.
template <class T, bool columns_adjacent>
void strip(const T* a, Step row, Step step, Panel<T> b, Step rows, Step depth, T* c, Step c_row, bool fresh) {
    Step i = 0;
    const auto tiles = [&]<Step height>() {
        for (; i + height <= rows; i += height) {
            tile<T, height, columns_adjacent>(a + i * row, step, b, depth, c + i * c_row, c_row, fresh);
        }
    };
    tiles.template operator()<tile_rows>();
    tiles.template operator()<4>();
    tiles.template operator()<2>();
    tiles.template operator()<1>();
}

// The same for the first `columns` columns of the panel: the others of c are somebody else's, or nobody's.
template <class T>
void multiply_panel(MatrixView<const T> a, Panel<T> b, Step rows, Step columns, Step depth, T* c, Step c_row,
                    bool fresh) {
    constexpr Step width = tile_columns<T>;
    const auto run = [&](MatrixView<const T> part, Step height, T* out, Step out_row, bool anew) {
        const auto row = static_cast<Step>(part.row);
        const auto column = static_cast<Step>(part.column);
        if (column == 1) {
            strip<T, true>(part.data, row, row, b, height, depth, out, out_row, anew);
        } else {
            strip<T, false>(part.data, row, column, b, height, depth, out, out_row, anew);
        }
    };
    if (columns == width) {
        run(a, rows, c, c_row, fresh);
        return;
    }
    T edge[tile_rows * width];
    for (Step i = 0; i < rows; i += tile_rows) {
        const Step height = std::min(tile_rows, rows - i);
        run({a.data + i * a.row, a.row, a.column}, height, edge, width, true);
        for (Step r = 0; r < height; ++r) {
            for (Step j = 0; j < columns; ++j) {
                T& out = c[(i + r) * c_row + j];
                out = fresh ? edge[r * width + j] : out + edge[r * width + j];
            }
        }
    }
}

// Row by row, for products too small to repay packing.
template <class T>
void small(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, Int m, Int n, Int k, bool accumulate) {
    for (Int i = 0; i < m; ++i) {
        for (Int j = 0; j < n; ++j) {
            const T* x = a.data + i * a.row;
            const T* y = b.data + j * b.column;
            T total{};
            for (Int p = 0; p < k; ++p) {
                total += x[p * a.column] * y[p * b.row];
            }
            T& out = c.data[i * c.row + j];
            out = accumulate ? out + total : total;
        }
    }
}

// One row times a matrix, or a matrix times one column, reads every element once: packing would only add traffic.
template <class T>
void column_product(MatrixView<const T> a, const T* x, Int x_step, T* y, Int y_step, Int m, Int k, bool accumulate) {
    Scratch<T> copy;
    if (x_step != 1) {
        copy = scratch<T>(k);
        for (Int p = 0; p < k; ++p) {
            copy[static_cast<std::size_t>(p)] = x[p * x_step];
        }
        x = copy.get();
    }
    using V = typename Vec<T>::type;
    constexpr Int lanes = Vec<T>::lanes;
    for (Int i = 0; i < m; ++i) {
        const T* row = a.data + i * a.row;
        T total{};
        if (a.column == 1) {
            V sums[4] = {};
            Int p = 0;
            for (; p + 4 * lanes <= k; p += 4 * lanes) {
                for (Int u = 0; u < 4; ++u) {
                    sums[u] = madd(load(row + p + u * lanes), load(x + p + u * lanes), sums[u]);
                }
            }
            const V all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
            for (Int l = 0; l < lanes; ++l) {
                total += all[l];
            }
            for (; p < k; ++p) {
                total += row[p] * x[p];
            }
        } else {
            for (Int p = 0; p < k; ++p) {
                total += row[p * a.column] * x[p];
            }
        }
        T& out = y[i * y_step];
        out = accumulate ? out + total : total;
    }
}

// Whether tiles may read a block of a where it lies. Rows that are far apart, column after column, would each take a page.
template <class T>
bool reads_in_place(MatrixView<const T> a, Int depth) {
    constexpr Int near = 2 * first_level_bytes;
    return a.column == 1 || (a.row == 1 && depth * a.column * static_cast<Int>(sizeof(T)) <= near);
}

// Whether panels of b may be read where they lie: when they are used too few times to repay a copy, or are in the cache anyway.
template <class T>
bool panels_in_place(MatrixView<const T> b, Int m, Int k) {
    return b.column == 1 && (m <= 2 * tile_rows || k * b.row * static_cast<Int>(sizeof(T)) <= first_level_bytes);
}

// The part of a product that one block of b gives: a (m x depth) times b (depth x columns).
template <class T>
void multiply_block(MatrixView<const T> a, MatrixView<const T> b, T* packed, bool b_in_place, MatrixView<T> c, Int m,
                    Int columns, Int depth, bool fresh) {
    constexpr Int width = tile_columns<T>;
    constexpr Int shared_columns = 32 * width;
    const Int whole = b_in_place ? columns / width * width : 0;
    // Of what may be read in place, a last panel that is not full is packed all the same: its rows may end where the matrix does.
    parallel_for((columns - whole + width - 1) / width, 32, [&](Int begin, Int end) {
        pack_columns<T>({b.data + (whole + begin * width) * b.column, b.row, b.column}, static_cast<Step>(depth),
                        static_cast<Step>(std::min(columns - whole, end * width) - begin * width),
                        packed + begin * width * depth);
    });
    const bool a_in_place = reads_in_place(a, depth);
    const Int across = (columns + shared_columns - 1) / shared_columns;
    const Int blocks = (m + block_rows - 1) / block_rows * across;
    parallel_for(blocks, m * columns * depth < worth_sharing ? blocks : 1, [&](Int begin, Int end) {
        const auto copy = scratch<T>(a_in_place ? 0 : block_rows * depth);
        for (Int block = begin; block < end; ++block) {
            const Int i = block / across * block_rows;
            const Int first = block % across * shared_columns;
            const Int rows = std::min(block_rows, m - i);
            MatrixView<const T> left{a.data + i * a.row, a.row, a.column};
            if (!a_in_place) {
                copy_block<T>(left, static_cast<Step>(rows), static_cast<Step>(depth), copy.get(),
                              static_cast<Step>(depth));
                left = {copy.get(), depth, 1};
            }
            for (Int j = first; j < std::min(columns, first + shared_columns); j += width) {
                const Panel<T> panel = j < whole ? Panel<T>{b.data + j, static_cast<Step>(b.row)}
                                                 : Panel<T>{packed + (j - whole) * depth, width};
                multiply_panel(left, panel, static_cast<Step>(rows), static_cast<Step>(std::min(width, columns - j)),
                               static_cast<Step>(depth), c.data + i * c.row + j, static_cast<Step>(c.row), fresh);
            }
            if (rows * shared_columns * depth > (1 << 20)) {
                check_interrupt();
            }
        }
    });
}

template <class T>
void multiply_blocks(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, Int m, Int n, Int k,
                     bool accumulate) {
    constexpr Int width = tile_columns<T>;
    const bool b_in_place = panels_in_place(b, m, k);
    const Int packed_columns = b_in_place ? width : (std::min(block_columns, n) + width - 1) / width * width;
    const auto packed = scratch<T>(packed_columns * std::min(block_depth, k));
    for (Int j = 0; j < n; j += block_columns) {
        for (Int p = 0; p < k; p += block_depth) {
            multiply_block<T>({a.data + p * a.column, a.row, a.column},
                              {b.data + p * b.row + j * b.column, b.row, b.column}, packed.get(), b_in_place,
                              {c.data + j, c.row, 1}, m, std::min(block_columns, n - j), std::min(block_depth, k - p),
                              p == 0 && !accumulate);
        }
    }
}

template <class T>
void multiply(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, Int m, Int n, Int k, bool accumulate) {
    if (m == 0 || n == 0) {
        return;
    }
    if (n == 1) {
        column_product(a, b.data, b.row, c.data, c.row, m, k, accumulate);
    } else if (m == 1) {
        column_product({b.data, b.column, b.row}, a.data, a.column, c.data, Int{1}, n, k, accumulate);
    } else if (k == 0 || m * n * k <= 512) {
        small(a, b, c, m, n, k, accumulate);
    } else {
        multiply_blocks(a, b, c, m, n, k, accumulate);
    }
}

template <class T>
PackedMatrix<T> pack(MatrixView<const T> b, Int depth, Int columns) {
    constexpr Int panel = PackedMatrix<T>::panel;
    PackedMatrix<T> result{scratch<T>((columns + panel - 1) / panel * panel * depth), depth};
    pack_columns(b, static_cast<Step>(depth), static_cast<Step>(columns), result.data.get());
    return result;
}

template <class T>
void multiply_packed(MatrixView<const T> a, const PackedMatrix<T>& b, Int first, MatrixView<T> c, Int m, Int n) {
    constexpr Int width = tile_columns<T>;
    for (Int j = 0; j < n; j += width) {
        multiply_panel<T>(a, {b.data.get() + (first + j) * b.depth, width}, static_cast<Step>(m), width,
                          static_cast<Step>(b.depth), c.data + j, static_cast<Step>(c.row), true);
    }
}

}  // namespace

void matmul(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c, Int m, Int n, Int k,
            bool accumulate) {
    multiply(a, b, c, m, n, k, accumulate);
}

void matmul(MatrixView<const double> a, MatrixView<const double> b, MatrixView<double> c, Int m, Int n, Int k,
            bool accumulate) {
    multiply(a, b, c, m, n, k, accumulate);
}

PackedMatrix<float> packed(MatrixView<const float> b, Int depth, Int columns) { return pack(b, depth, columns); }
PackedMatrix<double> packed(MatrixView<const double> b, Int depth, Int columns) { return pack(b, depth, columns); }

void matmul(MatrixView<const float> a, const PackedMatrix<float>& b, Int first, MatrixView<float> c, Int m, Int n) {
    multiply_packed(a, b, first, c, m, n);
}

void matmul(MatrixView<const double> a, const PackedMatrix<double>& b, Int first, MatrixView<double> c, Int m, Int n) {
    multiply_packed(a, b, first, c, m, n);
}

}  // namespace sconce::kernels
