#include "engine/core/shape.hpp"

#include <algorithm>

namespace sconce {

std::int64_t element_count(const Shape& shape) {
    std::int64_t count = 1;
    bool empty = false;
    for (const std::int64_t extent : shape) {
        if (extent == 0) {
            empty = true;
        } else if (__builtin_mul_overflow(count, extent, &count)) {
            throw Error(ErrorKind::memory,
                        "a tensor of shape " + torch_text(shape) + " has more elements than fit in memory");
        }
    }
    return empty ? 0 : count;
}

Strides contiguous_strides(const Shape& shape) {
    Strides strides(shape.size());
    std::int64_t step = 1;
    for (std::size_t i = shape.size(); i-- > 0;) {
        strides[i] = step;
        step *= std::max<std::int64_t>(shape[i], 1);
    }
    return strides;
}

bool is_contiguous(const Shape& shape, const Strides& strides) {
    std::int64_t step = 1;
    for (std::size_t i = shape.size(); i-- > 0;) {
        if (shape[i] == 0) {
            return true;
        }
        if (shape[i] != 1 && strides[i] != step) {
            // An empty extent further out still makes any strides contiguous.
            return std::find(shape.begin(), shape.end(), 0) != shape.end();
        }
        step *= shape[i];
    }
    return true;
}

Shape broadcast_shapes(Dialect dialect, const Shape& a, const Shape& b) {
    const std::size_t ndim = std::max(a.size(), b.size());
    Shape result(ndim);
    for (std::size_t i = 0; i < ndim; ++i) {
        const std::int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1;
        const std::int64_t y = i < b.size() ? b[b.size() - 1 - i] : 1;
        if (x != y && x != 1 && y != 1) {
            if (dialect == Dialect::numpy) {
                throw Error(ErrorKind::shape, "operands could not be broadcast together with shapes " + numpy_text(a) +
                                                  " " + numpy_text(b) + " ");
            }
            throw Error(ErrorKind::shape, "The size of tensor a (" + std::to_string(x) +
                                              ") must match the size of tensor b (" + std::to_string(y) +
                                              ") at non-singleton dimension " + std::to_string(ndim - 1 - i));
        }
        result[ndim - 1 - i] = x == 1 ? y : x;
    }
    return result;
}

Strides broadcast_strides(const Shape& shape, const Strides& strides, const Shape& target) {
    Strides result(target.size());
    const std::size_t lead = target.size() - shape.size();
    for (std::size_t i = 0; i < target.size(); ++i) {
        const bool repeated = i < lead || (shape[i - lead] == 1 && target[i] != 1);
        result[i] = repeated ? 0 : strides[i - lead];
    }
    return result;
}

int normalize_dim(Dialect dialect, std::int64_t dim, std::int64_t ndim) {
    const std::int64_t limit = dialect == Dialect::torch ? std::max<std::int64_t>(ndim, 1) : ndim;
    if (dim < -limit || dim >= limit) {
        if (dialect == Dialect::numpy) {
            throw Error(ErrorKind::axis, "axis " + std::to_string(dim) + " is out of bounds for array of dimension " +
                                             std::to_string(ndim));
        }
        throw Error(ErrorKind::axis, "Dimension out of range (expected to be in range of [" + std::to_string(-limit) +
                                         ", " + std::to_string(limit - 1) + "], but got " + std::to_string(dim) + ")");
    }
    return static_cast<int>(dim < 0 ? dim + limit : dim);
}

std::string torch_text(const Shape& shape) {
    std::string text = "[";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        text += (i ? ", " : "") + std::to_string(shape[i]);
    }
    return text + "]";
}

std::string numpy_text(const Shape& shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        text += (i ? "," : "") + std::to_string(shape[i]);
    }
    return text + (shape.size() == 1 ? ",)" : ")");
}

}  // namespace sconce
