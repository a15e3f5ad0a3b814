// Matrix products over any strides.
#pragma once

#include <cstdint>

#include "engine/kernels/simd/scratch.hpp"

namespace sconce::kernels {

// A matrix in memory: element (i, j) at data[i * row + j * column].
template <class T>
struct MatrixView {
    T* data;
    std::int64_t row;
    std::int64_t column;
};

// c (m x n, columns adjacent: c.column == 1) = a (m x k) b (k x n), or c += a b when `accumulate`.
// Packed panels and a register-blocked inner kernel, after Goto and van de Geijn, "Anatomy of high-performance matrix
// multiplication" (2008). Results do not depend on the strides of a and b.
void matmul(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c, std::int64_t m, std::int64_t n,
            std::int64_t k, bool accumulate = false);
void matmul(MatrixView<const double> a, MatrixView<const double> b, MatrixView<double> c, std::int64_t m,
            std::int64_t n, std::int64_t k, bool accumulate = false);

// A right-hand side laid out once for many products.
template <class T>
struct PackedMatrix {
    // Columns lie in panels of this many, filled up with zeros.
    static constexpr std::int64_t panel = 32 / sizeof(T);

    Scratch<T> data;
    std::int64_t depth;
};

PackedMatrix<float> packed(MatrixView<const float> b, std::int64_t depth, std::int64_t columns);
PackedMatrix<double> packed(MatrixView<const double> b, std::int64_t depth, std::int64_t columns);

// c (m x n) = a (m x depth) times columns [first, first + n) of b; `first` and n are multiples of the panel.
void matmul(MatrixView<const float> a, const PackedMatrix<float>& b, std::int64_t first, MatrixView<float> c,
            std::int64_t m, std::int64_t n);
void matmul(MatrixView<const double> a, const PackedMatrix<double>& b, std::int64_t first, MatrixView<double> c,
            std::int64_t m, std::int64_t n);

}  // namespace sconce::kernels
