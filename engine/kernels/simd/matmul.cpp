#include "engine/kernels/simd/matmul.hpp"

#include <algorithm>
#include <vector>

#include "engine/core/interrupt.hpp"
#include "engine/kernels/simd/vec.hpp"

namespace sconce::kernels {

namespace {

using Int = std::int64_t;

// Block sizes: a panel of b (depth x tile_columns) stays in the first-level cache, a block of a in the second.
constexpr Int tile_rows = 4;
constexpr Int block_depth = 256;
constexpr Int block_rows = 128;
constexpr Int block_columns = 1024;

template <class T>
constexpr Int tile_columns = 2 * Vec<T>::lanes;

// a's block as panels of tile_rows rows, column by column; missing rows are zero.
template <class T>
void pack_rows(MatrixView<const T> a, Int rows, Int depth, T* out) {
    for (Int i = 0; i < rows; i += tile_rows) {
        const Int height = std::min(tile_rows, rows - i);
        for (Int p = 0; p < depth; ++p) {
            const T* source = a.data + i * a.row + p * a.column;
            for (Int r = 0; r < tile_rows; ++r) {
                *out++ = r < height ? source[r * a.row] : T{};
            }
        }
    }
}

// b's block as panels of tile_columns columns, row by row; missing columns are zero.
template <class T>
void pack_columns(MatrixView<const T> b, Int depth, Int columns, T* out) {
    constexpr Int width = tile_columns<T>;
    for (Int j = 0; j < columns; j += width) {
        const Int there = std::min(width, columns - j);
        for (Int p = 0; p < depth; ++p) {
            const T* source = b.data + p * b.row + j * b.column;
            if (there == width && b.column == 1) {
                std::copy_n(source, width, out);
            } else {
                for (Int c = 0; c < width; ++c) {
                    out[c] = c < there ? source[c * b.column] : T{};
                }
            }
            out += width;
        }
    }
}

// One tile_rows x tile_columns tile of c from two packed panels, added to what c holds unless `fresh`.
template <class T>
void tile(const T* a, const T* b, Int depth, T* c, Int c_row, Int rows, Int columns, bool fresh) {
    using V = typename Vec<T>::type;
    constexpr Int lanes = Vec<T>::lanes;
    V total[tile_rows][2] = {};
    for (Int p = 0; p < depth; ++p) {
        const V left = load(b);
        const V right = load(b + lanes);
        for (Int r = 0; r < tile_rows; ++r) {
            const V x = splat(a[r]);
            total[r][0] = madd(x, left, total[r][0]);
            total[r][1] = madd(x, right, total[r][1]);
        }
        a += tile_rows;
        b += tile_columns<T>;
    }
    if (rows == tile_rows && columns == tile_columns<T>) {
        for (Int r = 0; r < tile_rows; ++r) {
            T* out = c + r * c_row;
            store(out, fresh ? total[r][0] : load(out) + total[r][0]);
            store(out + lanes, fresh ? total[r][1] : load(out + lanes) + total[r][1]);
        }
        return;
    }
    for (Int r = 0; r < rows; ++r) {
        for (Int j = 0; j < columns; ++j) {
            const T value = total[r][j / lanes][j % lanes];
            T& out = c[r * c_row + j];
            out = fresh ? value : out + value;
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
    std::vector<T> packed;
    if (x_step != 1) {
        packed.resize(static_cast<std::size_t>(k));
        for (Int p = 0; p < k; ++p) {
            packed[static_cast<std::size_t>(p)] = x[p * x_step];
        }
        x = packed.data();
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

template <class T>
void multiply(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, Int m, Int n, Int k, bool accumulate) {
    if (m == 0 || n == 0) {
        return;
    }
    if (n == 1) {
        column_product(a, b.data, b.row, c.data, c.row, m, k, accumulate);
        return;
    }
    if (m == 1) {
        column_product({b.data, b.column, b.row}, a.data, a.column, c.data, Int{1}, n, k, accumulate);
        return;
    }
    if (k == 0 || m * n * k <= 512) {
        small(a, b, c, m, n, k, accumulate);
        return;
    }
    constexpr Int width = tile_columns<T>;
    const Int depth_limit = std::min(block_depth, k);
    const Int rows_limit = std::min(block_rows, (m + tile_rows - 1) / tile_rows * tile_rows);
    const Int columns_limit = std::min(block_columns, (n + width - 1) / width * width);
    std::vector<T> packed_a(static_cast<std::size_t>(rows_limit * depth_limit));
    std::vector<T> packed_b(static_cast<std::size_t>(columns_limit * depth_limit));
    for (Int j = 0; j < n; j += block_columns) {
        const Int columns = std::min(block_columns, n - j);
        for (Int p = 0; p < k; p += block_depth) {
            const Int depth = std::min(block_depth, k - p);
            pack_columns<T>({b.data + p * b.row + j * b.column, b.row, b.column}, depth, columns, packed_b.data());
            for (Int i = 0; i < m; i += block_rows) {
                const Int rows = std::min(block_rows, m - i);
                pack_rows<T>({a.data + i * a.row + p * a.column, a.row, a.column}, rows, depth, packed_a.data());
                for (Int jj = 0; jj < columns; jj += width) {
                    for (Int ii = 0; ii < rows; ii += tile_rows) {
                        tile(packed_a.data() + ii * depth, packed_b.data() + jj * depth, depth,
                             c.data + (i + ii) * c.row + j + jj, c.row, std::min(tile_rows, rows - ii),
                             std::min(width, columns - jj), p == 0 && !accumulate);
                    }
                }
                if (rows * columns * depth > (1 << 20)) {
                    check_interrupt();
                }
            }
        }
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

}  // namespace sconce::kernels
