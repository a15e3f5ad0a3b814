// The bridge to xtensor: any tensor's window as an xtensor expression, for reference kernels and tests.
#pragma once

#include <vector>
#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>

#include "engine/core/tensor.hpp"

namespace sconce {

// A strided xtensor adaptor over the elements of `tensor`; it does not own them. T must be the tensor's element type.
template <class T>
auto as_array(const Tensor& tensor) {
    std::vector<std::size_t> shape(tensor.shape().begin(), tensor.shape().end());
    std::vector<std::ptrdiff_t> strides(tensor.strides().begin(), tensor.strides().end());
    for (std::size_t i = 0; i < shape.size(); ++i) {
        // xtensor marks repeated axes by stride 0, and wants it on extents of one as well.
        if (shape[i] == 1) {
            strides[i] = 0;
        }
    }
    std::size_t reach = tensor.numel() == 0 ? 0 : 1;
    for (std::size_t i = 0; i < shape.size() && reach != 0; ++i) {
        reach += (shape[i] - 1) * static_cast<std::size_t>(strides[i]);
    }
    return xt::adapt(tensor.data<T>(), reach, xt::no_ownership(), shape, strides);
}

}  // namespace sconce
