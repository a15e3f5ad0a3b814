// Matrix products over any strides.
#pragma once

#include <cstdint>

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

}  // namespace sconce::kernels
