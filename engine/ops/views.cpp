// Geometry that several families share.
#include "engine/ops/views.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace sconce {

std::optional<Strides> view_strides(const Shape& shape, const Strides& strides, const Shape& target) {
    if (std::find(shape.begin(), shape.end(), 0) != shape.end()) {
        return shape == target ? strides : contiguous_strides(target);
    }
    Strides result(target.size(), 1);
    std::size_t open = target.size();
    std::size_t end = shape.size();
    while (end > 0) {
        // A chunk is a run of dims that lie evenly in memory: whole dims of the target must fill it exactly.
        std::size_t begin = end - 1;
        const std::int64_t step = strides[begin];
        std::int64_t chunk = shape[begin];
        while (begin > 0 && (shape[begin - 1] == 1 || strides[begin - 1] == chunk * step)) {
            --begin;
            chunk *= shape[begin];
        }
        std::int64_t filled = 1;
        while (open > 0 && (filled < chunk || target[open - 1] == 1)) {
            --open;
            result[open] = filled * step;
            filled *= target[open];
        }
        if (filled != chunk) {
            return std::nullopt;
        }
        end = begin;
    }
    return result;
}

namespace {

bool is_dense(const Shape& shape, const Strides& strides) {
    std::vector<std::size_t> order;
    for (std::size_t d = 0; d < shape.size(); ++d) {
        if (shape[d] != 1) {
            order.push_back(d);
        }
    }
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return strides[a] < strides[b]; });
    std::int64_t step = 1;
    for (const std::size_t d : order) {
        if (strides[d] != step) {
            return false;
        }
        step *= shape[d];
    }
    return true;
}

}  // namespace

Strides packed_strides(const Shape& shape, const Strides& strides) {
    if (std::find(shape.begin(), shape.end(), 0) != shape.end()) {
        return contiguous_strides(shape);
    }
    if (is_dense(shape, strides)) {
        return strides;
    }
    // Innermost first. A repeated dim (stride 0) has no place of its own: it neither passes a neighbour nor stops the search for one.
    std::vector<std::size_t> order(shape.size());
    std::iota(order.rbegin(), order.rend(), std::size_t{0});
    for (std::size_t i = 1; i < order.size(); ++i) {
        std::size_t at = i;
        for (std::size_t before = i; before-- > 0;) {
            const std::int64_t inner = std::abs(strides[order[before]]);
            const std::int64_t outer = std::abs(strides[order[at]]);
            if (inner == 0 || outer == 0) {
                continue;
            }
            if (inner < outer) {
                break;
            }
            if (inner > outer || shape[order[before]] > shape[order[at]]) {
                std::swap(order[before], order[at]);
                at = before;
            }
        }
    }
    Strides result(shape.size());
    std::int64_t step = 1;
    for (const std::size_t d : order) {
        result[d] = step;
        step *= shape[d];
    }
    return result;
}

Tensor copy_with_strides(const Tensor& self, Dtype dtype, const Strides& strides) {
    Tensor result = Tensor::empty(self.shape(), dtype);
    result.impl().strides = strides;
    copy_into(result, self);
    return result;
}

Tensor expanded(Dialect dialect, const Tensor& self, const Shape& size) {
    const Shape& shape = self.shape();
    const bool torch = dialect == Dialect::torch;
    if (size.size() < shape.size()) {
        throw torch
            ? Error(ErrorKind::shape, "expand(torch." + std::string(long_name_of(self.dtype())) + "Tensor{" +
                                          torch_text(shape) + "}, size=" + torch_text(size) +
                                          "): the number of sizes provided (" + std::to_string(size.size()) +
                                          ") must be greater or equal to the number of dimensions in the tensor (" +
                                          std::to_string(shape.size()) + ")")
            : Error(ErrorKind::shape, "input operand has more dimensions than allowed by the axis remapping");
    }
    const std::size_t lead = size.size() - shape.size();
    Shape target = size;
    Strides strides(size.size());
    for (std::size_t i = size.size(); i-- > 0;) {
        const bool fresh = i < lead;
        const std::int64_t extent = fresh ? 1 : shape[i - lead];
        if (target[i] == -1 && torch) {
            if (fresh) {
                throw Error(ErrorKind::shape,
                            "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension " +
                                std::to_string(i));
            }
            target[i] = extent;
        }
        if (target[i] < 0) {
            throw torch ? Error(ErrorKind::shape, "The expanded size of the tensor (" + std::to_string(target[i]) +
                                                      ") must match the existing size (" + std::to_string(extent) +
                                                      ") at non-singleton dimension " + std::to_string(i) +
                                                      ".  Target sizes: " + torch_text(size) +
                                                      ".  Tensor sizes: " + torch_text(shape))
                        : Error(ErrorKind::shape, "all elements of broadcast shape must be non-negative");
        }
        if (target[i] == extent) {
            strides[i] = !fresh ? self.strides()[i - lead] : i + 1 < size.size() ? target[i + 1] * strides[i + 1] : 1;
        } else if (extent == 1) {
            strides[i] = 0;
        } else {
            throw torch ? Error(ErrorKind::shape, "The expanded size of the tensor (" + std::to_string(target[i]) +
                                                      ") must match the existing size (" + std::to_string(extent) +
                                                      ") at non-singleton dimension " + std::to_string(i) +
                                                      ".  Target sizes: " + torch_text(size) +
                                                      ".  Tensor sizes: " + torch_text(shape))
                        : Error(ErrorKind::shape,
                                "operands could not be broadcast together with remapped shapes [original->remapped]: " +
                                    numpy_text(shape) + "  and requested shape " + numpy_text(size));
        }
    }
    return self.view_as(target, strides, self.offset());
}

int named_dim(Dialect dialect, std::int64_t dim, std::int64_t ndim, const std::string& name) {
    try {
        return normalize_dim(dialect, dim, ndim);
    } catch (const Error& error) {
        throw dialect == Dialect::torch ? error : Error(error.kind(), name + ": " + error.what());
    }
}

std::vector<bool> dim_mask(const Args& args, std::size_t i, int ndim, const char* repeated) {
    const std::size_t count = static_cast<std::size_t>(ndim);
    if (!args.has(i)) {
        return std::vector<bool>(count, true);
    }
    // A tensor without dims accepts dim 0 and -1 in torch; they name nothing.
    std::vector<bool> mask(std::max<std::size_t>(count, 1), false);
    for (const std::int64_t dim : args.ints(i)) {
        const auto d = static_cast<std::size_t>(normalize_dim(args.dialect(), dim, ndim));
        if (mask[d]) {
            throw args.dialect() == Dialect::torch
                ? Error(ErrorKind::shape, "dim " + std::to_string(d) + " appears multiple times in the list of dims")
                : Error(ErrorKind::argument, repeated);
        }
        mask[d] = true;
    }
    mask.resize(count);
    return mask;
}

Tensor embedded(const Shape& shape, const Tensor& grad, const Strides& strides, std::int64_t offset) {
    Args args;
    args.push(zeros_of(shape, grad.dtype()));
    args.push(grad);
    args.push(grad.shape());
    args.push(strides);
    args.push(offset);
    return dispatch_in_place(find_op("as_strided_scatter"), std::move(args));
}

void refuse_overlap() {
    throw Error(ErrorKind::value,
                "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single "
                "memory location. Please clone() the tensor before performing the operation.");
}

void check_writable(const Tensor& target) {
    for (int d = 0; d < target.ndim(); ++d) {
        if (target.stride(d) == 0 && target.size(d) > 1) {
            throw Error(
                ErrorKind::value,
                "unsupported operation: more than one element of the written-to tensor refers to a single memory "
                "location. Please clone() the tensor before performing the operation.");
        }
    }
}

bool ranges_meet(const Tensor& a, const Tensor& b) {
    if (a.impl().storage != b.impl().storage || a.numel() == 0 || b.numel() == 0) {
        return false;
    }
    const auto reach = [](const Tensor& tensor) {
        std::int64_t low = tensor.offset();
        std::int64_t high = tensor.offset();
        for (int d = 0; d < tensor.ndim(); ++d) {
            (tensor.stride(d) < 0 ? low : high) += tensor.stride(d) * (tensor.size(d) - 1);
        }
        const auto item = static_cast<std::int64_t>(size_of(tensor.dtype()));
        return std::pair(low * item, (high + 1) * item);
    };
    const auto [a_low, a_high] = reach(a);
    const auto [b_low, b_high] = reach(b);
    return a_low < b_high && b_low < a_high;
}

bool partly_meet(const Tensor& a, const Tensor& b) {
    return ranges_meet(a, b) && !(a.offset() == b.offset() && a.shape() == b.shape() && a.strides() == b.strides());
}

bool partly_overlaps(const Tensor& target, const Tensor& source) {
    return partly_meet(target, source) && is_dense(target.shape(), target.strides()) &&
           is_dense(source.shape(), source.strides());
}

}  // namespace sconce
