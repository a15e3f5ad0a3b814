// Views and layouts: the same elements under another shape, and copies that change dtype or layout.
#include <algorithm>
#include <numeric>

#include "engine/autograd/tape.hpp"
#include "engine/core/narrow.hpp"
#include "engine/kernels/scalar/loops.hpp"
#include "engine/ops/views.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

// ---- copies

// torch hands the tensor itself back where nothing changes; NumPy's astype copies.
// NumPy rounds float64 to float16 at once, where torch, and a copy, go by way of float32.
Tensor halves(const Tensor& self, const Strides& strides) {
    Tensor result = Tensor::empty(self.shape(), Dtype::float16);
    result.impl().strides = strides;
    const auto plan = kernels::make_plan<2>(self.shape(), {&self.strides(), &strides});
    kernels::map_unary(plan, self.data<double>(), result.data<std::uint16_t>(), half_from_double);
    return result;
}

Value to_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (self.dtype() == args.dtype(1) && args.dialect() == Dialect::torch) {
        return self;
    }
    const Strides strides = packed_strides(self.shape(), self.strides());
    if (args.dialect() == Dialect::numpy && self.dtype() == Dtype::float64 && args.dtype(1) == Dtype::float16) {
        return halves(self, strides);
    }
    return copy_with_strides(self, args.dtype(1), strides);
}

// The walk casts the gradient back.
Grads pass_backward(const Tape&, const Tensor& grad) { return {grad}; }

std::string_view to_grad_name(const Args&) { return "ToCopyBackward0"; }

// torch keeps the order of dims in memory, NumPy's copy() makes rows.
Value clone_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const bool torch = args.dialect() == Dialect::torch;
    return copy_with_strides(self, self.dtype(),
                             torch ? packed_strides(self.shape(), self.strides()) : contiguous_strides(self.shape()));
}

Value contiguous_forward(const Args& args) { return prepared(args.tensor(0), args.tensor(0).dtype()); }
std::string_view clone_grad_name(const Args&) { return "CloneBackward0"; }

Value alias_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    return self.view_as(self.shape(), self.strides(), self.offset());
}

// ---- view and reshape

std::string reshape_text(const Shape& size) {
    std::string text = "(";
    for (std::size_t i = 0; i < size.size(); ++i) {
        text += (i ? "," : "") + (size[i] < 0 ? "newaxis" : std::to_string(size[i]));
    }
    return text + (size.size() == 1 ? ",)" : ")");
}

Error reshape_error(Dialect dialect, const Shape& size, Int count) {
    return dialect == Dialect::torch
               ? Error(ErrorKind::shape,
                       "shape '" + torch_text(size) + "' is invalid for input of size " + std::to_string(count))
               : Error(ErrorKind::shape,
                       "cannot reshape array of size " + std::to_string(count) + " into shape " + reshape_text(size));
}

// `size` with its -1 filled in.
Shape inferred_size(Dialect dialect, const Shape& size, Int count) {
    Shape result = size;
    std::optional<std::size_t> unknown;
    Int known = 1;
    for (std::size_t i = 0; i < size.size(); ++i) {
        if (size[i] == -1 || (size[i] < 0 && dialect == Dialect::numpy)) {
            if (unknown) {
                throw Error(ErrorKind::shape, dialect == Dialect::torch ? "only one dimension can be inferred"
                                                                        : "can only specify one unknown dimension");
            }
            unknown = i;
        } else if (size[i] < 0) {
            throw Error(ErrorKind::shape, "invalid shape dimension " + std::to_string(size[i]) + " at index " +
                                              std::to_string(i) + " of shape " + torch_text(size));
        } else if (__builtin_mul_overflow(known, size[i], &known)) {
            throw reshape_error(dialect, size, count);
        }
    }
    if (!unknown) {
        if (known != count) {
            throw reshape_error(dialect, size, count);
        }
        return result;
    }
    if (known == 0 && count == 0 && dialect == Dialect::torch) {
        throw Error(ErrorKind::shape,
                    "cannot reshape tensor of 0 elements into shape " + torch_text(size) +
                        " because the unspecified dimension size -1 can be any value and is ambiguous");
    }
    if (known == 0 || count % known != 0) {
        throw reshape_error(dialect, size, count);
    }
    result[*unknown] = count / known;
    return result;
}

Value view_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Shape size = inferred_size(args.dialect(), args.ints(1), self.numel());
    const auto strides = view_strides(self.shape(), self.strides(), size);
    if (!strides) {
        throw Error(
            ErrorKind::shape,
            "view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
            "contiguous subspaces). Use .reshape(...) instead.");
    }
    return self.view_as(size, *strides, self.offset());
}

Tensor reshaped(const Tensor& self, const Shape& size) {
    if (const auto strides = view_strides(self.shape(), self.strides(), size)) {
        return self.view_as(size, *strides, self.offset());
    }
    const Tensor rows = prepared(self, self.dtype());
    return rows.view_as(size, contiguous_strides(size), 0);
}

Value reshape_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    return reshaped(self, inferred_size(args.dialect(), args.ints(1), self.numel()));
}

// The same elements: grad under the old shape
Grads view_backward(const Tape& tape, const Tensor& grad) { return {reshape(grad, tape.shape(0))}; }

std::string_view reshaped_name(const Tensor& self, const Shape& size) {
    if (self.is_contiguous()) {
        return "ViewBackward0";
    }
    return view_strides(self.shape(), self.strides(), size) ? "ReshapeAliasBackward0" : "UnsafeViewBackward0";
}

std::string_view reshape_grad_name(const Args& args) {
    const Tensor& self = args.tensor(0);
    return reshaped_name(self, inferred_size(args.dialect(), args.ints(1), self.numel()));
}

Shape flattened_size(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (self.ndim() == 0) {
        return {1};
    }
    const auto start = static_cast<std::size_t>(normalize_dim(args.dialect(), args.integer(1), self.ndim()));
    const auto end = static_cast<std::size_t>(normalize_dim(args.dialect(), args.integer(2), self.ndim()));
    if (start > end) {
        throw Error(ErrorKind::shape, "flatten() has invalid args: start_dim cannot come after end_dim");
    }
    Shape size;
    for (std::size_t d = 0; d < self.shape().size(); ++d) {
        if (d > start && d <= end) {
            size.back() *= self.shape()[d];
        } else {
            size.push_back(self.shape()[d]);
        }
    }
    return size;
}

// One dim, or none to join: the tensor itself.
Value flatten_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Shape size = flattened_size(args);
    return size == self.shape() ? self : reshaped(self, size);
}

std::string_view flatten_grad_name(const Args& args) { return reshaped_name(args.tensor(0), flattened_size(args)); }

// ---- order of dims

Shape permutation(const Args& args, int ndim) {
    const Shape& dims = args.ints(1);
    const bool torch = args.dialect() == Dialect::torch;
    if (dims.size() != static_cast<std::size_t>(ndim)) {
        throw torch
            ? Error(ErrorKind::shape,
                    "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the "
                    "desired ordering of dimensions i.e. input.dim() = " +
                        std::to_string(ndim) + " is not equal to len(dims) = " + std::to_string(dims.size()))
            : Error(ErrorKind::shape, "axes don't match array");
    }
    Shape order(dims.size());
    std::vector<bool> seen(dims.size());
    for (std::size_t i = 0; i < dims.size(); ++i) {
        order[i] = normalize_dim(args.dialect(), dims[i], ndim);
        if (seen[static_cast<std::size_t>(order[i])]) {
            throw Error(ErrorKind::shape,
                        torch ? "permute(): duplicate dims are not allowed." : "repeated axis in transpose");
        }
        seen[static_cast<std::size_t>(order[i])] = true;
    }
    return order;
}

Tensor permuted(const Tensor& self, const Shape& order) {
    Shape shape(order.size());
    Strides strides(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        shape[i] = self.size(static_cast<int>(order[i]));
        strides[i] = self.stride(static_cast<int>(order[i]));
    }
    return self.view_as(shape, strides, self.offset());
}

Value permute_forward(const Args& args) { return permuted(args.tensor(0), permutation(args, args.tensor(0).ndim())); }

// grad under the inverse permutation
Grads permute_backward(const Tape& tape, const Tensor& grad) {
    const Shape order = permutation(tape.args(), grad.ndim());
    Shape inverse(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        inverse[static_cast<std::size_t>(order[i])] = static_cast<Int>(i);
    }
    return {apply<"permute">(grad, inverse)};
}

Shape swapped(int ndim, int a, int b) {
    Shape order(static_cast<std::size_t>(ndim));
    std::iota(order.begin(), order.end(), Int{0});
    if (ndim > 0) {
        std::swap(order[static_cast<std::size_t>(a)], order[static_cast<std::size_t>(b)]);
    }
    return order;
}

Value transpose_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const int first = named_dim(args.dialect(), args.integer(1), self.ndim(), "axis1");
    const int second = named_dim(args.dialect(), args.integer(2), self.ndim(), "axis2");
    return permuted(self, swapped(self.ndim(), first, second));
}

// The swap undone
Grads transpose_backward(const Tape& tape, const Tensor& grad) {
    return {transpose(grad, tape.args().integer(1), tape.args().integer(2))};
}

Value t_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (self.ndim() > 2) {
        throw Error(ErrorKind::shape,
                    "t() expects a tensor with <= 2 dimensions, but self is " + std::to_string(self.ndim()) + "D");
    }
    return permuted(self, swapped(self.ndim(), 0, self.ndim() == 2 ? 1 : 0));
}

// (A^T)^T = A
Grads t_backward(const Tape&, const Tensor& grad) { return {apply<"t">(grad)}; }

// One side of movedim, in range and without repetition.
Shape moved_dims(Dialect dialect, const Shape& dims, int ndim, const std::string& side) {
    const bool torch = dialect == Dialect::torch;
    Shape result(dims.size());
    for (std::size_t i = 0; i < dims.size(); ++i) {
        result[i] = named_dim(dialect, dims[i], ndim, side);
        if (std::find(result.begin(), result.begin() + static_cast<std::ptrdiff_t>(i), result[i]) !=
            result.begin() + static_cast<std::ptrdiff_t>(i)) {
            throw torch ? Error(ErrorKind::shape, "movedim: repeated dim in `" + side + "` (" + torch_text(dims) + ")")
                        : Error(ErrorKind::argument, "repeated axis in `" + side + "` argument");
        }
    }
    return result;
}

// Where each dim of the result comes from: moved dims at their destinations, the others in order between them.
Shape moved_order(const Args& args, int ndim) {
    const Shape& source = args.ints(1);
    const Shape& destination = args.ints(2);
    if (source.size() != destination.size()) {
        throw args.dialect() == Dialect::torch
            ? Error(ErrorKind::shape, "movedim: Invalid source or destination dims: source (" + torch_text(source) +
                                          " dims) should contain the same number of dims as destination (" +
                                          torch_text(destination) + " dims)")
            : Error(ErrorKind::argument, "`source` and `destination` arguments must have the same number of elements");
    }
    const Shape from = moved_dims(args.dialect(), source, ndim, "source");
    const Shape to = moved_dims(args.dialect(), destination, ndim, "destination");
    const auto names = [](const Shape& dims, std::size_t d) {
        return std::find(dims.begin(), dims.end(), static_cast<Int>(d)) != dims.end();
    };
    Shape order(static_cast<std::size_t>(ndim), -1);
    for (std::size_t i = 0; i < from.size() && ndim > 0; ++i) {
        order[static_cast<std::size_t>(to[i])] = from[i];
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (!names(to, i)) {
            while (names(from, next)) {
                ++next;
            }
            order[i] = static_cast<Int>(next++);
        }
    }
    return order;
}

Value movedim_forward(const Args& args) { return permuted(args.tensor(0), moved_order(args, args.tensor(0).ndim())); }
std::string_view permute_grad_name(const Args&) { return "PermuteBackward0"; }

// The move undone
Grads movedim_backward(const Tape& tape, const Tensor& grad) {
    return {apply<"movedim">(grad, tape.args().ints(2), tape.args().ints(1))};
}

// ---- extents of one

Value expand_forward(const Args& args) { return expanded(args.dialect(), args.tensor(0), args.ints(1)); }

Value squeeze_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const std::vector<bool> wanted = dim_mask(args, 1, self.ndim(), "duplicate value in 'axis'");
    Shape shape;
    Strides strides;
    for (int d = 0; d < self.ndim(); ++d) {
        const bool drop = wanted[static_cast<std::size_t>(d)] && self.size(d) == 1;
        if (!drop) {
            if (wanted[static_cast<std::size_t>(d)] && args.has(1) && args.dialect() == Dialect::numpy) {
                throw Error(ErrorKind::shape, "cannot select an axis to squeeze out which has size not equal to one");
            }
            shape.push_back(self.size(d));
            strides.push_back(self.stride(d));
        }
    }
    return self.view_as(shape, strides, self.offset());
}

std::string_view squeeze_grad_name(const Args& args) {
    return !args.has(1) ? "SqueezeBackward0" : args.ints(1).size() == 1 ? "SqueezeBackward1" : "SqueezeBackward2";
}

Value unsqueeze_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const auto dim = static_cast<std::size_t>(normalize_dim(args.dialect(), args.integer(1), self.ndim() + 1));
    Shape shape = self.shape();
    Strides strides = self.strides();
    const Int stride = dim < shape.size() ? shape[dim] * strides[dim] : 1;
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(dim), 1);
    strides.insert(strides.begin() + static_cast<std::ptrdiff_t>(dim), stride);
    return self.view_as(shape, strides, self.offset());
}

constexpr OpDef table[] = {
    {.signature = "to(Tensor self, Dtype dtype) -> Tensor",
     .doc = "The tensor with another dtype; the tensor itself where it has that dtype already.",
     .shape = ShapeRule::same,
     .forward = to_forward,
     .backward = pass_backward,
     .grad_name = to_grad_name,
     .any_dtype = true},
    {.signature = "clone(Tensor self) -> Tensor",
     .names = "torch.clone Tensor.clone",
     .doc = "A copy in memory of its own; gradients flow back to the original.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = clone_forward,
     .backward = pass_backward,
     .any_dtype = true},
    {.signature = "contiguous(Tensor self) -> Tensor",
     .names = "Tensor.contiguous",
     .doc = "The tensor with its rows in order in memory: itself where they are, else a copy.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = contiguous_forward,
     .backward = pass_backward,
     .grad_name = clone_grad_name,
     .any_dtype = true},
    {.signature = "detach(Tensor self) -> Tensor",
     .names = "torch.detach Tensor.detach",
     .doc = "A view that takes no part in gradients.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = alias_forward,
     .view = true},
    {.signature = "alias(Tensor self) -> Tensor",
     .doc = "A view of the whole tensor.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = alias_forward,
     .backward = pass_backward,
     .view = true},
    {.signature = "view(Tensor self, int[] size) -> Tensor",
     .names = "Tensor.view",
     .doc = "The same elements under another shape, without a copy; one extent may be -1. Raises where the strides do "
            "not allow it.",
     .dtype = DtypeRule::same,
     .forward = view_forward,
     .backward = view_backward,
     .view = true},
    {.signature = "reshape(Tensor self, int[] size) -> Tensor",
     .names = "torch.reshape Tensor.reshape",
     .doc = "The same elements under another shape: a view where possible, else a copy; one extent may be -1.",
     .dtype = DtypeRule::same,
     .forward = reshape_forward,
     .backward = view_backward,
     .grad_name = reshape_grad_name,
     .any_dtype = true},
    {.signature = "flatten(Tensor self, int start_dim=0, int end_dim=-1) -> Tensor",
     .names = "torch.flatten Tensor.flatten",
     .doc = "The dims from `start_dim` to `end_dim` joined to one.",
     .dtype = DtypeRule::same,
     .forward = flatten_forward,
     .backward = view_backward,
     .grad_name = flatten_grad_name,
     .any_dtype = true},
    {.signature = "permute(Tensor self, int[] dims) -> Tensor",
     .names = "torch.permute Tensor.permute",
     .doc = "A view with the dims in the order given.",
     .dtype = DtypeRule::same,
     .forward = permute_forward,
     .backward = permute_backward,
     .view = true},
    {.signature = "transpose(Tensor self, int dim0, int dim1) -> Tensor",
     .names = "torch.transpose torch.swapaxes torch.swapdims Tensor.transpose Tensor.swapaxes Tensor.swapdims",
     .doc = "A view with two dims swapped.",
     .dtype = DtypeRule::same,
     .forward = transpose_forward,
     .backward = transpose_backward,
     .view = true},
    {.signature = "t(Tensor self) -> Tensor",
     .names = "torch.t Tensor.t",
     .doc = "A matrix transposed; vectors and single numbers as they are.",
     .dtype = DtypeRule::same,
     .forward = t_forward,
     .backward = t_backward,
     .view = true},
    {.signature = "movedim(Tensor self, int[] source, int[] destination) -> Tensor",
     .names = "torch.movedim torch.moveaxis Tensor.movedim Tensor.moveaxis",
     .doc = "A view with the dims `source` moved to the places `destination`.",
     .dtype = DtypeRule::same,
     .forward = movedim_forward,
     .backward = movedim_backward,
     .grad_name = permute_grad_name,
     .view = true},
    {.signature = "expand(Tensor self, int[] size) -> Tensor",
     .names = "Tensor.expand",
     .doc = "A view with extents of one repeated; -1 keeps an extent.",
     .dtype = DtypeRule::same,
     .forward = expand_forward,
     .backward = pass_backward,
     .view = true},
    {.signature = "squeeze(Tensor self, int[]? dim=None) -> Tensor",
     .names = "torch.squeeze Tensor.squeeze numpy.squeeze",
     .doc = "A view without its extents of one, all or those in `dim`.",
     .dtype = DtypeRule::same,
     .forward = squeeze_forward,
     .backward = view_backward,
     .grad_name = squeeze_grad_name,
     .view = true},
    {.signature = "unsqueeze(Tensor self, int dim) -> Tensor",
     .names = "torch.unsqueeze Tensor.unsqueeze",
     .doc = "A view with an extent of one put in at `dim`.",
     .dtype = DtypeRule::same,
     .forward = unsqueeze_forward,
     .backward = view_backward,
     .view = true},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> shape_ops() { return table; }

}  // namespace sconce
