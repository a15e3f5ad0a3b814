// Views of a part: diagonals, ranges, and windows laid straight on the storage.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "engine/autograd/tape.hpp"
#include "engine/ops/views.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

struct Window {
    Shape shape;
    Strides strides;
    Int offset = 0;
};

// The diagonal of a tensor with these extents and strides, its dim last.
Window diagonal_window(const Args& args, const Shape& shape, const Strides& strides) {
    const int ndim = static_cast<int>(shape.size());
    const Int shift = args.integer(1);
    const auto row = static_cast<std::size_t>(named_dim(args.dialect(), args.integer(2), ndim, "axis1"));
    const auto column = static_cast<std::size_t>(named_dim(args.dialect(), args.integer(3), ndim, "axis2"));
    if (row == column) {
        throw args.dialect() == Dialect::torch
            ? Error(ErrorKind::shape, "diagonal dimensions cannot be identical " + std::to_string(args.integer(2)) +
                                          ", " + std::to_string(args.integer(3)))
            : Error(ErrorKind::argument, "axis1 and axis2 cannot be the same");
    }
    Window window;
    for (std::size_t d = 0; d < shape.size(); ++d) {
        if (d != row && d != column) {
            window.shape.push_back(shape[d]);
            window.strides.push_back(strides[d]);
        }
    }
    const Int down = shift < 0 ? -shift : 0;
    const Int right = shift > 0 ? shift : 0;
    const Int length = std::max<Int>(std::min(shape[row] - down, shape[column] - right), 0);
    window.shape.push_back(length);
    window.strides.push_back(strides[row] + strides[column]);
    window.offset = length == 0 ? 0 : down * strides[row] + right * strides[column];
    return window;
}

Value diagonal_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (self.ndim() < 2 && args.dialect() == Dialect::numpy) {
        throw Error(ErrorKind::argument, "diag requires an array of at least two dimensions");
    }
    const Window window = diagonal_window(args, self.shape(), self.strides());
    return self.view_as(window.shape, window.strides, self.offset() + window.offset);
}

// grad on the diagonal of zeros
Grads diagonal_backward(const Tape& tape, const Tensor& grad) {
    const Shape& shape = tape.shape(0);
    const Window window = diagonal_window(tape.args(), shape, contiguous_strides(shape));
    return {embedded(shape, grad, window.strides, window.offset)};
}

Value narrow_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (self.ndim() == 0) {
        throw Error(ErrorKind::shape, "narrow() cannot be applied to a 0-dim tensor.");
    }
    const Int length = args.integer(3);
    if (length < 0) {
        throw Error(ErrorKind::shape, "narrow(): length must be non-negative.");
    }
    const int dim = normalize_dim(args.dialect(), args.integer(1), self.ndim());
    const Int extent = self.size(dim);
    Int start = args.integer(2);
    if (start < -extent || start > extent) {
        throw Error(ErrorKind::index, "start out of range (expected to be in range of [" + std::to_string(-extent) +
                                          ", " + std::to_string(extent) + "], but got " + std::to_string(start) + ")");
    }
    start += start < 0 ? extent : 0;
    if (start > extent - length) {
        throw Error(ErrorKind::shape, "start (" + std::to_string(start) + ") + length (" + std::to_string(length) +
                                          ") exceeds dimension size (" + std::to_string(extent) + ").");
    }
    Shape shape = self.shape();
    shape[static_cast<std::size_t>(dim)] = length;
    return self.view_as(shape, self.strides(), self.offset() + start * self.stride(dim));
}

std::string_view slice_grad_name(const Args&) { return "SliceBackward0"; }

// grad in the window of zeros
Grads narrow_backward(const Tape& tape, const Tensor& grad) {
    const Shape& shape = tape.shape(0);
    const auto dim = static_cast<std::size_t>(normalize_dim(Dialect::torch, tape.args().integer(1), grad.ndim()));
    const Strides strides = contiguous_strides(shape);
    const Int start = tape.args().integer(2);
    return {embedded(shape, grad, strides, (start < 0 ? start + shape[dim] : start) * strides[dim])};
}

// ---- windows straight on the storage

// Throws where a window leaves the storage it is laid on.
void check_window(const Tensor& self, const Window& window) {
    if (window.shape.size() != window.strides.size()) {
        throw Error(ErrorKind::shape, "mismatch in length of strides and shape");
    }
    if (window.offset < 0) {
        throw Error(ErrorKind::value, "Tensor: invalid storage offset " + std::to_string(window.offset));
    }
    Int last = window.offset;
    for (std::size_t d = 0; d < window.shape.size(); ++d) {
        if (window.strides[d] < 0) {
            throw Error(ErrorKind::shape,
                        "as_strided: Negative strides are not supported at the moment, got strides: " +
                            torch_text(window.strides));
        }
        last += (window.shape[d] - 1) * window.strides[d];
    }
    const auto item = static_cast<Int>(size_of(self.dtype()));
    const auto held = static_cast<Int>(self.impl().storage->bytes());
    if (element_count(window.shape) != 0 && (last + 1) * item > held) {
        throw Error(ErrorKind::shape, "setStorage: sizes " + torch_text(window.shape) + ", strides " +
                                          torch_text(window.strides) + ", storage offset " +
                                          std::to_string(window.offset) + ", and itemsize " + std::to_string(item) +
                                          " requiring a storage size of " + std::to_string((last + 1) * item) +
                                          " are out of bounds for storage of size " + std::to_string(held));
    }
}

Window storage_window(const Args& args, std::size_t first) {
    return {args.ints(first), args.ints(first + 1), args.integer(first + 2)};
}

Value as_strided_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Window window = storage_window(args, 1);
    check_window(self, window);
    return self.view_as(window.shape, window.strides, window.offset);
}

// A flat row of `places` elements, each of which collects the gradients of all elements of the window that show it.
Tensor collected(Int places, const Window& window, const Tensor& grad) {
    Tensor numbers = Tensor::empty({places}, Dtype::int64);
    std::iota(numbers.data<Int>(), numbers.data<Int>() + places, Int{0});
    IndexItem item{.kind = IndexItem::Kind::tensor, .start = {}, .stop = {}, .step = {}, .tensor = {}};
    item.tensor = numbers.view_as(window.shape, window.strides, window.offset);
    return apply<"index_put">(zeros_of({places}, grad.dtype()), IndexList{item}, grad, true);
}

// Collected on the storage, and read back through the input's own window.
Grads as_strided_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& self = tape.args().tensor(0);
    const auto places = static_cast<Int>(self.impl().storage->bytes() / size_of(self.dtype()));
    const Tensor flat = collected(places, storage_window(tape.args(), 1), grad);
    return {apply<"as_strided">(flat, self.shape(), self.strides(), self.offset())};
}

// The slices of a dim of a tensor with these extents and strides, their elements last.
Window unfolded_window(const Args& args, const Shape& shape, const Strides& strides) {
    const Int size = args.integer(2);
    const Int step = args.integer(3);
    const auto dim =
        static_cast<std::size_t>(normalize_dim(args.dialect(), args.integer(1), static_cast<Int>(shape.size())));
    const Int extent = shape.empty() ? 1 : shape[dim];
    if (size < 0) {
        throw Error(ErrorKind::shape, "size is " + std::to_string(size) + " but must be >= 0");
    }
    if (size > extent) {
        throw Error(ErrorKind::shape, "maximum size for tensor at dimension " + std::to_string(dim) + " is " +
                                          std::to_string(extent) + " but size is " + std::to_string(size));
    }
    if (step <= 0) {
        throw Error(ErrorKind::shape, "step is " + std::to_string(step) + " but must be > 0");
    }
    Window window{shape, strides, 0};
    window.shape.push_back(size);
    window.strides.push_back(shape.empty() ? 1 : strides[dim]);
    if (!shape.empty()) {
        window.shape[dim] = (extent - size) / step + 1;
        window.strides[dim] *= step;
    }
    return window;
}

Value unfold_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Window window = unfolded_window(args, self.shape(), self.strides());
    return self.view_as(window.shape, window.strides, self.offset());
}

// Every element collects the gradients of the slices that it is in
Grads unfold_backward(const Tape& tape, const Tensor& grad) {
    const Shape& shape = tape.shape(0);
    const Window window = unfolded_window(tape.args(), shape, contiguous_strides(shape));
    return {reshape(collected(element_count(shape), window, grad), shape)};
}

void as_strided_scatter_in_place(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor& source = args.tensor(1);
    const Window window = storage_window(args, 2);
    check_window(self, window);
    if (source.shape() != window.shape) {
        throw Error(ErrorKind::shape, "expected src to have a size equal to the slice of self. src size = " +
                                          torch_text(source.shape()) + ", slice size = " + torch_text(window.shape));
    }
    copy_into(self.view_as(window.shape, window.strides, window.offset), source);
}

// The result keeps the whole storage, since the window may reach outside self's own.
Value as_strided_scatter_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const auto places = static_cast<Int>(self.impl().storage->bytes() / size_of(self.dtype()));
    Tensor result = Tensor::empty({places}, self.dtype());
    std::memcpy(result.bytes(), self.impl().storage->data(), self.impl().storage->bytes());
    result.impl().shape = self.shape();
    result.impl().strides = self.strides();
    result.impl().offset = self.offset();
    Args scatter = args;
    scatter[0] = result;
    as_strided_scatter_in_place(scatter);
    return result;
}

// self: grad with the window cleared; source: the window of grad. Both speak of self's storage, so self must be laid out as grad is.
Grads as_strided_scatter_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& self = tape.args().tensor(0);
    if (!self.is_contiguous() || self.offset() != 0) {
        throw Error(ErrorKind::unsupported,
                    "the gradient of as_strided_scatter on a tensor that is itself a view is not in this subset");
    }
    const Window window = storage_window(tape.args(), 2);
    const Tensor rows = apply<"contiguous">(grad);
    return {tape.needs(0) ? apply<"as_strided_scatter">(rows, zeros_of(window.shape, grad.dtype()), window.shape,
                                                        window.strides, window.offset)
                          : Tensor(),
            tape.needs(1) ? apply<"as_strided">(rows, window.shape, window.strides, window.offset) : Tensor()};
}

constexpr OpDef table[] = {
    {.signature = "diagonal(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor",
     .names = "torch.diagonal Tensor.diagonal",
     .doc =
         "A view of the diagonal of the matrices in `dim1` and `dim2`, as the last dim; `offset` counts to the right.",
     .dtype = DtypeRule::same,
     .forward = diagonal_forward,
     .backward = diagonal_backward,
     .view = true},
    {.signature = "narrow(Tensor self, int dim, int start, int length) -> Tensor",
     .names = "torch.narrow Tensor.narrow",
     .doc = "A view of `length` entries of `dim` from `start` on.",
     .dtype = DtypeRule::same,
     .forward = narrow_forward,
     .backward = narrow_backward,
     .grad_name = slice_grad_name,
     .view = true},
    {.signature = "unfold(Tensor self, int dimension, int size, int step) -> Tensor",
     .names = "Tensor.unfold",
     .doc = "A view with all slices of `size` elements, `step` apart, of a dimension as a new last one.",
     .dtype = DtypeRule::same,
     .forward = unfold_forward,
     .backward = unfold_backward,
     .view = true},
    {.signature = "as_strided(Tensor self, int[] size, int[] stride, int storage_offset=0) -> Tensor",
     .names = "torch.as_strided Tensor.as_strided",
     .doc = "A view laid straight on the storage, by extents, strides and offset in elements.",
     .dtype = DtypeRule::same,
     .forward = as_strided_forward,
     .backward = as_strided_backward,
     .keeps = Keep::inputs,
     .view = true},
    {.signature =
         "as_strided_scatter(Tensor self, Tensor src, int[] size, int[] stride, int storage_offset=0) -> Tensor",
     .names = "torch.as_strided_scatter Tensor.as_strided_scatter",
     .doc = "A copy of `self` with `src` written over the window that as_strided would show.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = as_strided_scatter_forward,
     .backward = as_strided_scatter_backward,
     .keeps = Keep::inputs,
     .any_dtype = true,
     .in_place = true,
     .in_place_forward = as_strided_scatter_in_place},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> window_ops() { return table; }

}  // namespace sconce
