// The plainest possible forms of the hot kernels, on xtensor: what the fast ones are tested against.
#pragma once

#include <cmath>
#include <limits>
#include <xtensor/xmath.hpp>
#include <xtensor/xview.hpp>

#include "engine/core/array.hpp"

namespace sconce::kernels::reference {

// (m, k) @ (k, n) -> (m, n)
template <class T>
xt::xarray<T> matmul(const Tensor& a, const Tensor& b) {
    const auto x = as_array<T>(a);
    const auto y = as_array<T>(b);
    xt::xarray<T> result = xt::zeros<T>({x.shape(0), y.shape(1)});
    for (std::size_t i = 0; i < x.shape(0); ++i) {
        for (std::size_t j = 0; j < y.shape(1); ++j) {
            result(i, j) = xt::sum(xt::view(x, i, xt::all()) * xt::view(y, xt::all(), j))();
        }
    }
    return result;
}

// softmax(query key^T scale + mask) value with the whole table in memory. query (L, E), key (S, E), value (S, D), mask (L, S) or empty.
template <class T>
xt::xarray<T> attention(const Tensor& query, const Tensor& key, const Tensor& value, T scale, bool is_causal,
                        const Tensor& mask = {}) {
    const auto q = as_array<T>(query);
    const auto k = as_array<T>(key);
    const auto v = as_array<T>(value);
    xt::xarray<T> result = xt::zeros<T>({q.shape(0), v.shape(1)});
    for (std::size_t i = 0; i < q.shape(0); ++i) {
        xt::xarray<T> scores = xt::sum(k * xt::view(q, i, xt::newaxis(), xt::all()), {1}) * scale;
        if (mask) {
            scores += xt::view(as_array<T>(mask), i, xt::all());
        }
        for (std::size_t j = 0; j < scores.size(); ++j) {
            if (is_causal && j > i) {
                scores(j) = -std::numeric_limits<T>::infinity();
            }
        }
        const xt::xarray<T> weights = xt::exp(scores - xt::amax(scores)());
        const T total = xt::sum(weights)();
        for (std::size_t d = 0; d < v.shape(1); ++d) {
            result(i, d) = xt::sum(weights * xt::view(v, xt::all(), d))() / total;
        }
    }
    return result;
}

}  // namespace sconce::kernels::reference
