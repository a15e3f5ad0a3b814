#include "engine/kernels/simd/attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/core/interrupt.hpp"
#include "engine/core/parallel.hpp"
#include "engine/kernels/simd/exp.hpp"

namespace sconce::kernels {

namespace {

using Int = std::int64_t;

// Scores of a tile and the keys they come from stay in the first-level cache; the height is whole tiles of the product.
constexpr Int query_tile = 48;
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

// row = exp(row - shift), which is not above 1; returns the sum.
template <class T>
T exponentials(T* row, Int count, T shift) {
    T sum{};
    for (Int j = 0; j < count; ++j) {
        row[j] = std::exp(row[j] - shift);
        sum += row[j];
    }
    return sum;
}

float exponentials(float* row, Int count, float shift) {
    Floats sums{};
    const Floats level = splat(shift);
    Int j = 0;
    // In pairs, which share the terms they read.
    for (; j + 8 <= count; j += 8) {
        const Floats left = exp_or_zero(load(row + j) - level);
        const Floats right = exp_or_zero(load(row + j + 4) - level);
        store(row + j, left);
        store(row + j + 4, right);
        sums += left + right;
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]) + exponentials<float>(row + j, count - j, shift);
}

// One head: what its tiles share.
template <class T>
struct Head {
    const AttentionProblem<T>& p;
    PackedMatrix<T> keys;  // (E, S)
    // A power of two may scale the queries instead of the scores, for no bit changes; any other scales the scores, as in torch's kernel.
    bool scales_queries;

    explicit Head(const AttentionProblem<T>& problem)
        : p(problem), keys(packed(transposed(problem.key), problem.width, problem.keys)) {
        int exponent = 0;
        scales_queries = std::fabs(std::frexp(problem.scale, &exponent)) == T{0.5};
    }

    Int seen_by(Int query, Int rows) const { return p.is_causal ? std::min(p.keys, query + rows) : p.keys; }

    // The queries of a tile, row by row.
    void own_queries(Int query, Int rows, T* out) const {
        const MatrixView<const T> from = rows_from(p.query, query);
        const T factor = scales_queries ? p.scale : T{1};
        for (Int i = 0; i < rows; ++i) {
            for (Int e = 0; e < p.width; ++e) {
                out[i * p.width + e] = factor * from.data[i * from.row + e * from.column];
            }
        }
    }

    // scores (rows, columns) of one tile: scaled, biased, masked by -inf above the diagonal. The table has room for whole panels.
    void scores(const T* queries, Int query, Int rows, Int key, Int columns, T* table) const {
        constexpr Int panel = PackedMatrix<T>::panel;
        matmul(MatrixView<const T>{queries, p.width, 1}, keys, key, {table, key_tile, 1}, rows,
               (columns + panel - 1) / panel * panel);
        for (Int i = 0; i < rows; ++i) {
            T* row = table + i * key_tile;
            if (!scales_queries) {
                for (Int j = 0; j < columns; ++j) {
                    row[j] *= p.scale;
                }
            }
            if (p.bias.data != nullptr) {
                const T* bias = p.bias.data + (query + i) * p.bias.row + key * p.bias.column;
                for (Int j = 0; j < columns; ++j) {
                    row[j] += bias[j * p.bias.column];
                }
            }
            if (p.is_causal) {
                const Int hidden = std::max<Int>(query + i + 1 - key, 0);
                std::fill(row + std::min(hidden, columns), row + columns, -std::numeric_limits<T>::infinity());
            }
        }
    }
};

// The running softmax of a tile of queries.
template <class T>
void forward_tile(const Head<T>& head, Int query, Int rows, T* out, T* log_sum) {
    constexpr T minus_infinity = -std::numeric_limits<T>::infinity();
    const AttentionProblem<T>& p = head.p;
    const auto queries = scratch<T>(rows * p.width);
    const auto table = scratch<T>(query_tile * key_tile);
    T top[query_tile];
    T total[query_tile];
    head.own_queries(query, rows, queries.get());
    std::fill_n(out, rows * p.value_width, T{});
    std::fill_n(top, rows, minus_infinity);
    std::fill_n(total, rows, T{});
    const Int seen = head.seen_by(query, rows);
    for (Int key = 0; key < seen; key += key_tile) {
        const Int columns = std::min(key_tile, seen - key);
        head.scores(queries.get(), query, rows, key, columns, table.get());
        for (Int i = 0; i < rows; ++i) {
            T* row = table.get() + i * key_tile;
            const T now = row_maximum(row, columns, top[i]);
            // Where everything so far is masked there is no maximum to take away.
            const T shift = now == minus_infinity ? T{} : now;
            const T sum = exponentials(row, columns, shift);
            const T shrink = std::exp(top[i] - shift);
            total[i] = total[i] * shrink + sum;
            top[i] = now;
            if (shrink != T{1}) {
                for (Int d = 0; d < p.value_width; ++d) {
                    out[i * p.value_width + d] *= shrink;
                }
            }
        }
        matmul({table.get(), key_tile, 1}, rows_from(p.value, key), {out, p.value_width, 1}, rows, p.value_width,
               columns, true);
        check_interrupt();
    }
    for (Int i = 0; i < rows; ++i) {
        // A row that sees nothing: zeros out, and exp(score - inf) = 0 in backward.
        log_sum[i] = total[i] == T{} ? std::numeric_limits<T>::infinity() : top[i] + std::log(total[i]);
        const T share = T{1} / total[i];
        for (Int d = 0; d < p.value_width && total[i] != T{}; ++d) {
            out[i * p.value_width + d] *= share;
        }
    }
}

template <class T>
void forward(const AttentionProblem<T>& p, T* output, T* log_sum) {
    const Head<T> head(p);
    const Int tiles = (p.length + query_tile - 1) / query_tile;
    parallel_for(tiles, 1, [&](Int begin, Int end) {
        for (Int tile = begin; tile < end; ++tile) {
            const Int query = tile * query_tile;
            forward_tile(head, query, std::min(query_tile, p.length - query), output + query * p.value_width,
                         log_sum + query);
        }
    });
}

// With P = exp(S - log_sum), O = P V and D = rowsum(grad * O):
// dV = P^T grad, dP = grad V^T, dS = P (dP - D), dQ = scale dS K, dK = scale dS^T Q
template <class T>
void backward(const AttentionProblem<T>& p, const AttentionGrads<T>& g) {
    constexpr Int panel = PackedMatrix<T>::panel;
    const Head<T> head(p);
    const PackedMatrix<T> values = packed(transposed(p.value), p.value_width, p.keys);  // (D, S)
    const auto queries = scratch<T>(query_tile * p.width);
    const auto weights = scratch<T>(query_tile * key_tile);
    const auto score_grads = scratch<T>(query_tile * key_tile);
    T delta[query_tile];
    for (Int query = 0; query < p.length; query += query_tile) {
        const Int rows = std::min(query_tile, p.length - query);
        const MatrixView<const T> grad = rows_from(g.grad, query);
        head.own_queries(query, rows, queries.get());
        for (Int i = 0; i < rows; ++i) {
            delta[i] = T{};
            for (Int d = 0; d < p.value_width; ++d) {
                delta[i] += grad.data[i * grad.row + d * grad.column] * g.output[(query + i) * p.value_width + d];
            }
        }
        const Int seen = head.seen_by(query, rows);
        for (Int key = 0; key < seen; key += key_tile) {
            const Int columns = std::min(key_tile, seen - key);
            head.scores(queries.get(), query, rows, key, columns, weights.get());
            matmul(grad, values, key, {score_grads.get(), key_tile, 1}, rows, (columns + panel - 1) / panel * panel);
            for (Int i = 0; i < rows; ++i) {
                T* weight = weights.get() + i * key_tile;
                T* score = score_grads.get() + i * key_tile;
                exponentials(weight, columns, g.log_sum[query + i]);
                for (Int j = 0; j < columns; ++j) {
                    score[j] = weight[j] * (score[j] - delta[i]) * p.scale;
                }
            }
            const MatrixView<const T> weight{weights.get(), key_tile, 1};
            const MatrixView<const T> score{score_grads.get(), key_tile, 1};
            matmul(transposed(weight), grad, rows_from(g.value, key), columns, p.value_width, rows, true);
            matmul(score, rows_from(p.key, key), rows_from(g.query, query), rows, p.width, columns, true);
            matmul(transposed(score), rows_from(p.query, query), rows_from(g.key, key), columns, p.width, rows, true);
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
