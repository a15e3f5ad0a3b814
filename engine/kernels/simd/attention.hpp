// Attention tile by tile, without the table of scores.
#pragma once

#include <cstdint>

#include "engine/kernels/simd/matmul.hpp"

namespace sconce::kernels {

// One (L, E) x (S, E) x (S, D) problem. `bias` is added to the scores; a null data pointer means none.
template <class T>
struct AttentionProblem {
    MatrixView<const T> query;
    MatrixView<const T> key;
    MatrixView<const T> value;
    MatrixView<const T> bias;
    std::int64_t length;       // L
    std::int64_t keys;         // S
    std::int64_t width;        // E
    std::int64_t value_width;  // D
    T scale;
    bool is_causal;
};

// output (L, D) = softmax(scale query key^T + bias) value and log_sum (L), the logarithm of each row's sum of exponentials. Running
// maximum and sum per row after Milakov and Gimelshein (arXiv:1805.02867) and Dao et al., FlashAttention (arXiv:2205.14135); tiles
// above the causal diagonal are skipped. A row with every key masked gives zeros.
void attention_forward(const AttentionProblem<float>& problem, float* output, float* log_sum);
void attention_forward(const AttentionProblem<double>& problem, double* output, double* log_sum);

// Adds the gradients of query, key and value for grad (L, D) = d loss / d output; the scores are computed again tile by tile.
template <class T>
struct AttentionGrads {
    MatrixView<const T> grad;
    const T* output;
    const T* log_sum;
    MatrixView<T> query;
    MatrixView<T> key;
    MatrixView<T> value;
};
void attention_backward(const AttentionProblem<float>& problem, const AttentionGrads<float>& grads);
void attention_backward(const AttentionProblem<double>& problem, const AttentionGrads<double>& grads);

}  // namespace sconce::kernels
