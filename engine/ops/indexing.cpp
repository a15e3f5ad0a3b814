// Reading and writing x[...], and writing over a whole tensor.
#include "engine/autograd/tape.hpp"
#include "engine/ops/elementwise.hpp"
#include "engine/ops/index_plan.hpp"
#include "engine/ops/numbers.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;
using Kind = IndexItem::Kind;

// ---- reading

Value index_forward(const Args& args) { return indexed(args.dialect(), args.tensor(0), args.indices(1)); }

IndexWindow window_on(Dialect dialect, const Tensor& self, const IndexList& items) {
    return index_window(dialect, self.shape(), self.strides(), self.offset(), items);
}

std::string_view index_grad_name(const Args& args) {
    const IndexWindow window = window_on(args.dialect(), args.tensor(0), args.indices(1));
    return window.advanced ? "IndexBackward0" : window.step_name;
}

// grad laid over the window of zeros; where elements were picked more than once, their gradients add up
Grads index_backward(const Tape& tape, const Tensor& grad) {
    const Shape& shape = tape.shape(0);
    const IndexList& items = tape.indices(1);
    const IndexWindow window = index_window(tape.args().dialect(), shape, contiguous_strides(shape), 0, items);
    if (!window.advanced) {
        return {embedded(shape, grad, window.strides, window.offset)};
    }
    Args args(tape.args().dialect());
    args.push(zeros_of(shape, grad.dtype()));
    args.push(items);
    args.push(grad);
    args.push(true);
    return {dispatch_in_place(find_op("index_put"), std::move(args))};
}

// ---- writing

// Extents of one in front of a value say nothing about where it goes.
Shape without_leading_ones(const Shape& shape) {
    auto first = shape.begin();
    while (first != shape.end() && *first == 1) {
        ++first;
    }
    return Shape(first, shape.end());
}

bool fits(const Shape& shape, const Shape& target) {
    if (shape.size() > target.size()) {
        return false;
    }
    const std::size_t lead = target.size() - shape.size();
    for (std::size_t d = 0; d < shape.size(); ++d) {
        if (shape[d] != 1 && shape[d] != target[lead + d]) {
            return false;
        }
    }
    return true;
}

// The one mask that makes up a whole index, or an empty Tensor.
Tensor sole_mask(const IndexList& items) {
    return items.size() == 1 && items[0].kind == Kind::tensor && items[0].tensor.dtype() == Dtype::boolean ? items[0].tensor : Tensor();
}

[[noreturn]] void refuse_shape(const Args& args, const Tensor& value, const Shape& target, bool advanced) {
    if (args.dialect() == Dialect::torch) {
        throw Error(ErrorKind::shape, "shape mismatch: value tensor of shape " + torch_text(value.shape()) +
                                          " cannot be broadcast to indexing result of shape " + torch_text(target));
    }
    const Tensor mask = sole_mask(args.indices(1));
    if (mask && mask.shape() == args.tensor(0).shape()) {
        throw value.ndim() > 1 ? Error(ErrorKind::shape, "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input has " +
                                                             std::to_string(value.ndim()) + " dimensions")
                               : Error(ErrorKind::shape, "NumPy boolean array indexing assignment cannot assign " + std::to_string(value.numel()) +
                                                             " input values to the " + std::to_string(target[0]) +
                                                             " output values where the mask is true");
    }
    throw Error(ErrorKind::shape, advanced ? "shape mismatch: value array of shape " + numpy_text(value.shape()) +
                                                 " could not be broadcast to indexing result of shape " + numpy_text(target)
                                           : "could not broadcast input array from shape " + numpy_text(value.shape()) + " into shape " +
                                                 numpy_text(target));
}

// The value as elements of self's dtype that do not lie where the write goes.
Tensor ready_value(const Args& args, const Tensor& target, bool advanced) {
    const Tensor& self = args.tensor(0);
    const Dialect dialect = args.dialect();
    if (!args.is_tensor(2)) {
        return Tensor::full({}, checked_number(dialect, args.scalar(2), self.dtype()), self.dtype());
    }
    const Tensor& value = args.tensor(2);
    if (dialect == Dialect::numpy) {
        return (advanced ? ranges_meet(self, value) : partly_meet(target, value)) ? copy_with_strides(value, value.dtype(), contiguous_strides(value.shape())) : value;
    }
    if (advanced ? ranges_meet(self, value) : partly_overlaps(target, value)) {
        refuse_overlap();
    }
    // A single value under one mask is a fill, and a fill converts.
    const bool fill = value.numel() == 1 && sole_mask(args.indices(1)) && !args.boolean(3);
    if (advanced && value.dtype() != self.dtype() && !fill) {
        throw Error(ErrorKind::dtype, "Index put requires the source and destination dtypes match, got " + std::string(long_name_of(self.dtype())) +
                                          " for the destination and " + std::string(long_name_of(value.dtype())) + " for the source.");
    }
    return value;
}

template <class T>
T sum_of(T a, T b) {
    if constexpr (std::is_same_v<T, bool>) {
        return a || b;
    } else {
        return wrapping(a, b, [](auto x, auto y) { return x + y; });
    }
}

template <class T>
void move_in(const kernels::PickLayout& layout, T* window, T* value, bool accumulate) {
    if (accumulate) {
        kernels::for_each_pick(layout, window, value, [](T& to, const T& from) { to = sum_of(to, from); });
    } else {
        kernels::for_each_pick(layout, window, value, [](T& to, const T& from) { to = from; });
    }
}

// torch takes a lone True for None, and writes nothing for a lone False whatever the value's shape.
IndexList writing_items(const Args& args, bool& nothing) {
    IndexList items = args.indices(1);
    nothing = false;
    if (args.dialect() == Dialect::torch && items.size() == 1 && items[0].kind == Kind::boolean) {
        nothing = items[0].integer == 0;
        items[0].kind = Kind::new_axis;
    }
    return items;
}

void put(const Args& args, const Tensor& self) {
    bool nothing = false;
    const IndexList items = writing_items(args, nothing);
    if (nothing) {
        return;
    }
    const Dialect dialect = args.dialect();
    const IndexWindow window = window_on(dialect, self, items);
    const Tensor target = self.view_as(window.shape, window.strides, window.offset);
    if (dialect == Dialect::torch) {
        check_writable(target);
    }
    IndexPicks picks;
    if (window.advanced) {
        picks = index_picks(dialect, window);
    } else {
        // No picks: the window is one block at place 0.
        picks.after = window.shape;
        picks.after_strides = window.strides;
        picks.places.table = {0};
    }
    const Tensor value = ready_value(args, target, window.advanced);
    const Shape shape = picks.result_shape();
    const Shape trimmed = without_leading_ones(value.shape());
    if (!fits(trimmed, shape)) {
        if (dialect == Dialect::torch && !window.advanced) {
            expanded(dialect, value.view_as(trimmed, *view_strides(value.shape(), value.strides(), trimmed), value.offset()), shape);
        }
        refuse_shape(args, value, shape, window.advanced);
    }
    if (!window.advanced && !args.boolean(3)) {
        copy_into(target, value.view_as(trimmed, *view_strides(value.shape(), value.strides(), trimmed), value.offset()));
        return;
    }
    const Tensor source = converted(value, self.dtype());
    const Strides strides = broadcast_strides(trimmed, *view_strides(source.shape(), source.strides(), trimmed), shape);
    const kernels::PickLayout layout = pick_layout(picks, strides);
    visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) { move_in(layout, target.data<T>(), source.data<T>(), args.boolean(3)); });
}

void index_put_in_place(const Args& args) { put(args, args.tensor(0)); }

Value index_put_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor result = copy_with_strides(self, self.dtype(), packed_strides(self.shape(), self.strides()));
    put(args, result);
    return result;
}

// torch writes through views of x, and names the node after that, unless index tensors are all there is.
std::string_view index_put_grad_name(const Args& args) {
    for (const IndexItem& item : args.indices(1)) {
        if (item.kind != Kind::tensor || (item.tensor.ndim() == 0 && item.tensor.dtype() != Dtype::boolean)) {
            return "CopySlices";
        }
    }
    return "IndexPutBackward0";
}

// self: grad, with zeros where values came in unless they were added; values: what grad holds there, summed over broadcasting
Grads index_put_backward(const Tape& tape, const Tensor& grad) {
    const IndexList& items = tape.indices(1);
    const bool accumulate = tape.args().boolean(3);
    Grads grads(2);
    if (tape.needs(0)) {
        grads[0] = accumulate ? grad : apply<"index_put">(grad, items, Scalar(0), false);
    }
    if (tape.needs(2)) {
        const Shape& shape = tape.shape(2);
        grads[1] = reshape(sum_to(apply<"index">(grad, items), without_leading_ones(shape)), shape);
    }
    return grads;
}

// ---- writing over everything

void copy_in_place(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor& source = args.tensor(1);
    if (args.dialect() == Dialect::numpy) {
        const Shape trimmed = without_leading_ones(source.shape());
        if (!fits(trimmed, self.shape())) {
            throw Error(ErrorKind::shape, "could not broadcast input array from shape " + numpy_text(source.shape()) + " into shape " +
                                              numpy_text(self.shape()));
        }
        const Tensor apart = partly_meet(self, source) ? copy_with_strides(source, source.dtype(), contiguous_strides(source.shape())) : source;
        copy_into(self, apart.view_as(trimmed, *view_strides(apart.shape(), apart.strides(), trimmed), apart.offset()));
        return;
    }
    const Shape shape = broadcast_shapes(args.dialect(), self.shape(), source.shape());
    if (shape != self.shape()) {
        throw Error(ErrorKind::shape, "output with shape " + torch_text(self.shape()) + " doesn't match the broadcast shape " + torch_text(shape));
    }
    check_writable(self);
    if (partly_overlaps(self, source)) {
        refuse_overlap();
    }
    copy_into(self, source);
}

Value copy_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    Args over = args;
    over[0] = Tensor::empty(self.shape(), self.dtype());
    copy_in_place(over);
    return over[0];
}

std::string_view copy_grad_name(const Args&) { return "CopyBackwards"; }

// Nothing of self is left: zeros, grad
Grads copy_backward(const Tape& tape, const Tensor& grad) {
    return {tape.needs(0) ? zeros_of(grad.shape(), grad.dtype()) : Tensor(), grad};
}

void fill_in_place(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (args.is_tensor(1) && args.tensor(1).ndim() != 0) {
        throw Error(ErrorKind::shape, "fill_ only supports 0-dimension value tensor but got tensor with " + std::to_string(args.tensor(1).ndim()) +
                                          " dimensions.");
    }
    if (args.dialect() == Dialect::torch) {
        check_writable(self);
    }
    const Scalar value = args.is_tensor(1) ? args.tensor(1).item() : args.scalar(1);
    copy_into(self, Tensor::full({}, checked_number(args.dialect(), value, self.dtype()), self.dtype()));
}

Value fill_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    Args over = args;
    over[0] = Tensor::empty(self.shape(), self.dtype());
    fill_in_place(over);
    return over[0];
}

std::string_view fill_grad_name(const Args& args) { return args.is_tensor(1) ? "FillBackward1" : "FillBackward0"; }

// zeros, and the sum of all that the value became
Grads fill_backward(const Tape& tape, const Tensor& grad) {
    return {tape.needs(0) ? zeros_of(grad.shape(), grad.dtype()) : Tensor(), tape.needs(1) ? apply<"sum">(grad) : Tensor()};
}

constexpr OpDef table[] = {
    {.signature = "index(Tensor self, Index[] indices) -> Tensor",
     .doc = "self[indices]: a view for ints, slices, None and Ellipsis; a copy as soon as tensors or bools take part.",
     .dtype = DtypeRule::same,
     .forward = index_forward,
     .backward = index_backward,
     .grad_name = index_grad_name},
    {.signature = "index_put(Tensor self, Index[] indices, Operand values, bool accumulate=False) -> Tensor",
     .doc = "`self` with `values`, broadcast, written over self[indices], or added to it with `accumulate`.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = index_put_forward,
     .backward = index_put_backward,
     .grad_name = index_put_grad_name,
     .in_place = true,
     .in_place_forward = index_put_in_place},
    {.signature = "copy(Tensor self, Tensor src) -> Tensor",
     .doc = "`src`, broadcast to the shape and converted to the dtype of `self`.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = copy_forward,
     .backward = copy_backward,
     .grad_name = copy_grad_name,
     .in_place = true,
     .in_place_forward = copy_in_place},
    {.signature = "fill(Tensor self, Operand value) -> Tensor",
     .names = "torch.fill",
     .doc = "One value everywhere, in the shape and dtype of `self`.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = fill_forward,
     .backward = fill_backward,
     .grad_name = fill_grad_name,
     .in_place = true,
     .in_place_forward = fill_in_place},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> indexing_ops() { return table; }

}  // namespace sconce
