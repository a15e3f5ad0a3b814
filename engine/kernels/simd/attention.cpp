#include "engine/kernels/simd/attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/core/interrupt.hpp"

namespace sconce::kernels {

namespace {

using Int = std::int64_t;

constexpr Int query_tile = 64;
constexpr Int key_tile = 128;

template <class T>
MatrixView<const T> rows_from(MatrixView<const T> view, Int row) {
    return {view.data + row * view.row, view.row, view.column};
}

template <class T>
MatrixView<T> rows_from(MatrixView<T> view, Int row) {
    return {view.data + row * view.row, view.row, view.column};
}

template <class T>
MatrixView<const T> transposed(MatrixView<const T> view) {
    return {view.data, view.column, view.row};
}

template <class T>
MatrixView<const T> read_only(const std::vector<T>& rows, Int width) {
    return {rows.data(), width, 1};
}

// Keys that queries before `end` may see, out of those of a tile starting at `key`.
Int visible_keys(bool is_causal, Int keys, Int query_end) { return is_causal ? std::min(keys, query_end) : keys; }

// scores (rows, columns) of one tile: scaled, biased, masked by -inf above the diagonal.
template <class T>
void tile_scores(const AttentionProblem<T>& p, Int query, Int rows, Int key, Int columns, std::vector<T>& scores) {
    constexpr T minus_infinity = -std::numeric_limits<T>::infinity();
    matmul(rows_from(p.query, query), transposed(rows_from(p.key, key)), {scores.data(), key_tile, 1}, rows, columns,
           p.width);
    for (Int i = 0; i < rows; ++i) {
        T* row = scores.data() + i * key_tile;
        for (Int j = 0; j < columns; ++j) {
            row[j] *= p.scale;
        }
        if (p.bias.data != nullptr) {
            const T* bias = p.bias.data + (query + i) * p.bias.row + key * p.bias.column;
            for (Int j = 0; j < columns; ++j) {
                row[j] += bias[j * p.bias.column];
            }
        }
        if (p.is_causal) {
            for (Int j = std::max<Int>(query + i + 1 - key, 0); j < columns; ++j) {
                row[j] = minus_infinity;
            }
        }
    }
}

template <class T>
void forward(const AttentionProblem<T>& p, T* output, T* log_sum) {
    constexpr T minus_infinity = -std::numeric_limits<T>::infinity();
    std::vector<T> scores(static_cast<std::size_t>(query_tile * key_tile));
    std::vector<T> top(static_cast<std::size_t>(query_tile));
    std::vector<T> total(static_cast<std::size_t>(query_tile));
    for (Int query = 0; query < p.length; query += query_tile) {
        const Int rows = std::min(query_tile, p.length - query);
        T* out = output + query * p.value_width;
        std::fill_n(out, rows * p.value_width, T{});
        std::fill(top.begin(), top.end(), minus_infinity);
        std::fill(total.begin(), total.end(), T{});
        const Int seen = visible_keys(p.is_causal, p.keys, query + rows);
        for (Int key = 0; key < seen; key += key_tile) {
            const Int columns = std::min(key_tile, seen - key);
            tile_scores(p, query, rows, key, columns, scores);
            for (Int i = 0; i < rows; ++i) {
                T* row = scores.data() + i * key_tile;
                const T before = top[static_cast<std::size_t>(i)];
                T now = before;
                for (Int j = 0; j < columns; ++j) {
                    // A NaN must reach the result, as it does in the plain formula.
                    now = row[j] > now || row[j] != row[j] ? row[j] : now;
                }
                if (now == minus_infinity) {
                    std::fill_n(row, columns, T{});
                    continue;
                }
                T sum{};
                for (Int j = 0; j < columns; ++j) {
                    row[j] = std::exp(row[j] - now);
                    sum += row[j];
                }
                const T shrink = before == minus_infinity ? T{} : std::exp(before - now);
                total[static_cast<std::size_t>(i)] = total[static_cast<std::size_t>(i)] * shrink + sum;
                top[static_cast<std::size_t>(i)] = now;
                if (shrink != T{1}) {
                    for (Int d = 0; d < p.value_width; ++d) {
                        out[i * p.value_width + d] *= shrink;
                    }
                }
            }
            matmul({scores.data(), key_tile, 1}, rows_from(p.value, key), {out, p.value_width, 1}, rows, p.value_width,
                   columns, true);
            check_interrupt();
        }
        for (Int i = 0; i < rows; ++i) {
            const T sum = total[static_cast<std::size_t>(i)];
            // A row that sees nothing: zeros out, and exp(score - inf) = 0 in backward.
            log_sum[query + i] =
                sum == T{} ? std::numeric_limits<T>::infinity() : top[static_cast<std::size_t>(i)] + std::log(sum);
            for (Int d = 0; d < p.value_width && sum != T{}; ++d) {
                out[i * p.value_width + d] /= sum;
            }
        }
    }
}

// With P = exp(S - log_sum), O = P V and D = rowsum(grad * O):
// dV = P^T grad, dP = grad V^T, dS = P (dP - D), dQ = scale dS K, dK = scale dS^T Q
template <class T>
void backward(const AttentionProblem<T>& p, const AttentionGrads<T>& g) {
    const auto tile_size = static_cast<std::size_t>(query_tile * key_tile);
    std::vector<T> weights(tile_size);
    std::vector<T> score_grads(tile_size);
    std::vector<T> delta(static_cast<std::size_t>(query_tile));
    for (Int query = 0; query < p.length; query += query_tile) {
        const Int rows = std::min(query_tile, p.length - query);
        const MatrixView<const T> grad = rows_from(g.grad, query);
        for (Int i = 0; i < rows; ++i) {
            T sum{};
            for (Int d = 0; d < p.value_width; ++d) {
                sum += grad.data[i * grad.row + d * grad.column] * g.output[(query + i) * p.value_width + d];
            }
            delta[static_cast<std::size_t>(i)] = sum;
        }
        const Int seen = visible_keys(p.is_causal, p.keys, query + rows);
        for (Int key = 0; key < seen; key += key_tile) {
            const Int columns = std::min(key_tile, seen - key);
            tile_scores(p, query, rows, key, columns, weights);
            matmul(grad, transposed(rows_from(p.value, key)), {score_grads.data(), key_tile, 1}, rows, columns,
                   p.value_width);
            for (Int i = 0; i < rows; ++i) {
                T* weight = weights.data() + i * key_tile;
                T* score = score_grads.data() + i * key_tile;
                for (Int j = 0; j < columns; ++j) {
                    weight[j] = std::exp(weight[j] - g.log_sum[query + i]);
                    score[j] = weight[j] * (score[j] - delta[static_cast<std::size_t>(i)]) * p.scale;
                }
            }
            matmul(transposed(read_only(weights, key_tile)), grad, rows_from(g.value, key), columns, p.value_width,
                   rows, true);
            matmul(read_only(score_grads, key_tile), rows_from(p.key, key), rows_from(g.query, query), rows, p.width,
                   columns, true);
            matmul(transposed(read_only(score_grads, key_tile)), rows_from(p.query, query), rows_from(g.key, key),
                   columns, p.width, rows, true);
            check_interrupt();
        }
    }
}

}  // namespace

void attention_forward(const AttentionProblem<float>& problem, float* output, float* log_sum) {
    forward(problem, output, log_sum);
}
void attention_forward(const AttentionProblem<double>& problem, double* output, double* log_sum) {
    forward(problem, output, log_sum);
}
void attention_backward(const AttentionProblem<float>& problem, const AttentionGrads<float>& grads) {
    backward(problem, grads);
}
void attention_backward(const AttentionProblem<double>& problem, const AttentionGrads<double>& grads) {
    backward(problem, grads);
}

}  // namespace sconce::kernels
