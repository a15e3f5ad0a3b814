// Softmax and its logarithm over one dimension of contiguous data seen as (outer, count, inner).
#pragma once

#include <cstdint>

namespace sconce::kernels {

struct SoftmaxShape {
    std::int64_t outer = 1;
    std::int64_t count = 1;
    std::int64_t inner = 1;
};

// y = exp(x - max) / sum of the same, or its logarithm x - max - log(sum).
template <bool logarithm>
void softmax(const SoftmaxShape& shape, const float* x, float* y);
template <bool logarithm>
void softmax(const SoftmaxShape& shape, const double* x, double* y);

// out = s (g - sum g s) for s a softmax, or g - e^s sum g for s its logarithm.
template <bool logarithm>
void softmax_gradient(const SoftmaxShape& shape, const float* g, const float* s, float* out);
template <bool logarithm>
void softmax_gradient(const SoftmaxShape& shape, const double* g, const double* s, double* out);

}  // namespace sconce::kernels
