// Reading and writing x[...], and writing over a whole tensor.
#include <algorithm>

#include "engine/autograd/tape.hpp"
#include "engine/ops/complex.hpp"
#include "engine/ops/elementwise.hpp"
#include "engine/ops/index_plan.hpp"
#include "engine/ops/numbers.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;
using Kind = IndexItem::Kind;

// ---- reading

Value index_forward(const Args& args) { return indexed(args.dialect(), args.tensor(0), args.indices(1)); }

std::string_view index_grad_name(const Args& args) {
    const Tensor& self = args.tensor(0);
    const IndexWindow window =
        index_window(args.dialect(), self.shape(), self.strides(), self.offset(), args.indices(1));
    return window.advanced ? "IndexBackward0" : window.step_name.empty() ? "AliasBackward0" : window.step_name;
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

// Extents of one in front of a value say nothing about where it goes. torch drops them all, NumPy those that are too many.
Shape without_leading_ones(const Shape& shape, std::size_t at_least = 0) {
    auto first = shape.begin();
    while (first != shape.end() && *first == 1 && static_cast<std::size_t>(shape.end() - first) > at_least) {
        ++first;
    }
    return Shape(first, shape.end());
}

Tensor trimmed(const Tensor& value, const Shape& shape) {
    return value.view_as(shape, *view_strides(value.shape(), value.strides(), shape), value.offset());
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

// NumPy has ways of their own for one element and for a mask of the whole array, which take no value of more dimensions.
bool is_whole_mask(const Args& args) {
    const IndexList& items = args.indices(1);
    return items.size() == 1 && items[0].kind == Kind::tensor && items[0].tensor.dtype() == Dtype::boolean &&
           items[0].tensor.shape() == args.tensor(0).shape();
}

void check_numpy_value(const Args& args, const Tensor& value, const Shape& target) {
    const IndexList& items = args.indices(1);
    if (value.ndim() > 1 && is_whole_mask(args)) {
        throw Error(ErrorKind::type,
                    "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input has " +
                        std::to_string(value.ndim()) + " dimensions");
    }
    const bool element =
        std::all_of(items.begin(), items.end(), [](const IndexItem& item) { return item.kind == Kind::integer; });
    if (value.ndim() > 0 && target.empty() && element) {
        throw Error(ErrorKind::shape, "setting an array element with a sequence.");
    }
}

// `value` is what does not fit `target`, trimmed.
[[noreturn]] void refuse_shape(const Args& args, const Tensor& value, const Shape& target, bool advanced) {
    if (args.dialect() == Dialect::torch) {
        if (!advanced) {
            expanded(args.dialect(), value, target);
        }
        throw Error(ErrorKind::shape, "shape mismatch: value tensor of shape " + torch_text(value.shape()) +
                                          " cannot be broadcast to indexing result of shape " + torch_text(target));
    }
    if (is_whole_mask(args)) {
        throw Error(ErrorKind::shape, "NumPy boolean array indexing assignment cannot assign " +
                                          std::to_string(value.numel()) + " input values to the " +
                                          std::to_string(target[0]) + " output values where the mask is true");
    }
    throw Error(ErrorKind::shape, advanced
                                      ? "shape mismatch: value array of shape " + numpy_text(args.tensor(2).shape()) +
                                            " could not be broadcast to indexing result of shape " + numpy_text(target)
                                      : "could not broadcast input array from shape " + numpy_text(value.shape()) +
                                            " into shape " + numpy_text(target));
}

// The value fitted to `shape` at its end, away from where the write goes.
Tensor ready_value(const Args& args, const Tensor& target, const IndexWindow& window, const Shape& shape) {
    const Tensor& self = args.tensor(0);
    const bool torch = args.dialect() == Dialect::torch;
    if (!args.is_tensor(2)) {
        return Tensor::full({}, checked_number(args.dialect(), args.scalar(2), self.dtype()), self.dtype());
    }
    const Tensor& given = args.tensor(2);
    if (window.advanced && torch && ranges_meet(self, given)) {
        refuse_overlap();
    }
    if (!torch) {
        check_numpy_value(args, given, shape);
    }
    const Tensor value = trimmed(given, without_leading_ones(given.shape(), torch ? 0 : shape.size()));
    if (!fits(value.shape(), shape)) {
        refuse_shape(args, value, shape, window.advanced);
    }
    if (!torch) {
        const bool shared = window.advanced ? ranges_meet(self, value) : partly_meet(target, value);
        return shared ? copy_with_strides(value, value.dtype(), contiguous_strides(value.shape())) : value;
    }
    if (!window.advanced && partly_overlaps(target, value)) {
        refuse_overlap();
    }
    // A single value under one mask is a fill, and a fill converts.
    const bool fill = value.numel() == 1 && window.sole_mask && !args.boolean(3);
    if (window.advanced && value.dtype() != self.dtype() && !fill) {
        throw Error(ErrorKind::dtype, "Index put requires the source and destination dtypes match, got " +
                                          std::string(long_name_of(self.dtype())) + " for the destination and " +
                                          std::string(long_name_of(value.dtype())) + " for the source.");
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
    if (args.boolean(3) && is_complex(self.dtype())) {
        for (const bool imaginary : {false, true}) {
            put(parts_of(find_op("index_put"), args, imaginary), self.part(imaginary));
        }
        return;
    }
    if (args.boolean(3) && is_narrow(self.dtype())) {
        const Tensor wide = converted(self, wide_of(self.dtype()));
        Args through = args;
        through[0] = wide;
        if (args.is_tensor(2)) {
            through[2] = converted(args.tensor(2), wide.dtype());
        }
        put(through, wide);
        copy_into(self, wide);
        return;
    }
    bool nothing = false;
    const IndexList items = writing_items(args, nothing);
    if (nothing) {
        return;
    }
    const Dialect dialect = args.dialect();
    const IndexWindow window = index_window(dialect, self.shape(), self.strides(), self.offset(), items);
    const Tensor target = self.view_as(window.shape, window.strides, window.offset);
    if (dialect == Dialect::torch && !window.advanced) {
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
    const Shape shape = picks.result_shape();
    const Tensor value = ready_value(args, target, window, shape);
    if (!window.advanced && !args.boolean(3)) {
        copy_into(target, value);
        return;
    }
    const Tensor source = converted(value, self.dtype());
    const kernels::PickLayout layout = pick_layout(picks, broadcast_strides(source.shape(), source.strides(), shape));
    if (args.boolean(3)) {
        visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
            kernels::for_each_pick(layout, target.data<T>(), source.data<T>(),
                                   [](T& to, const T& from) { to = sum_of(to, from); });
        });
    } else {
        visit_storage(self.dtype(), [&]<class T>(TypeTag<T>) {
            kernels::for_each_pick(layout, target.data<T>(), source.data<T>(), [](T& to, const T& from) { to = from; });
        });
    }
}

void index_put_in_place(const Args& args) { put(args, args.tensor(0)); }

Value index_put_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    bool nothing = false;
    writing_items(args, nothing);
    if (nothing) {
        return self;
    }
    const Tensor result = copy_with_strides(self, self.dtype(), packed_strides(self.shape(), self.strides()));
    put(args, result);
    return result;
}

// torch writes through views of x and names the node after that, unless the index keeps all of x or is made of tensors alone.
std::string_view index_put_grad_name(const Args& args) {
    const Tensor& self = args.tensor(0);
    bool nothing = false;
    const IndexWindow window =
        index_window(args.dialect(), self.shape(), self.strides(), self.offset(), writing_items(args, nothing), false);
    if (!window.step_name.empty()) {
        return "CopySlices";
    }
    if (window.advanced) {
        return "IndexPutBackward0";
    }
    const bool fills = self.ndim() > 0 && (!args.is_tensor(2) || args.tensor(2).ndim() == 0);
    return fills ? "FillBackward3" : "CopyBackwards";
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

// Memory for a result that keeps self's layout.
Tensor unset_like(const Tensor& self) {
    const Tensor result = Tensor::empty(self.shape(), self.dtype());
    result.impl().strides = packed_strides(self.shape(), self.strides());
    return result;
}

void copy_in_place(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor& source = args.tensor(1);
    if (args.dialect() == Dialect::numpy) {
        const Tensor value = trimmed(source, without_leading_ones(source.shape(), self.shape().size()));
        if (!fits(value.shape(), self.shape())) {
            throw Error(ErrorKind::shape, "could not broadcast input array from shape " + numpy_text(value.shape()) +
                                              " into shape " + numpy_text(self.shape()));
        }
        copy_into(self, partly_meet(self, value)
                            ? copy_with_strides(value, value.dtype(), contiguous_strides(value.shape()))
                            : value);
        return;
    }
    const Shape shape = broadcast_shapes(args.dialect(), self.shape(), source.shape());
    if (shape != self.shape()) {
        throw Error(ErrorKind::shape, "output with shape " + torch_text(self.shape()) +
                                          " doesn't match the broadcast shape " + torch_text(shape));
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
    over[0] = unset_like(self);
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
        throw Error(ErrorKind::shape, "fill_ only supports 0-dimension value tensor but got tensor with " +
                                          std::to_string(args.tensor(1).ndim()) + " dimensions.");
    }
    copy_into(self, args.is_tensor(1)
                        ? args.tensor(1)
                        : Tensor::full({}, checked_number(args.dialect(), args.scalar(1), self.dtype()), self.dtype()));
}

Value fill_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    Args over = args;
    over[0] = unset_like(self);
    fill_in_place(over);
    return over[0];
}

// torch counts its four forms; these two are those of fill_, which the op is there for.
std::string_view fill_grad_name(const Args& args) { return args.is_tensor(1) ? "FillBackward3" : "FillBackward2"; }

// zeros, and the sum of all that the value became
Grads fill_backward(const Tape& tape, const Tensor& grad) {
    return {tape.needs(0) ? zeros_of(grad.shape(), grad.dtype()) : Tensor(),
            tape.needs(1) ? apply<"sum">(grad) : Tensor()};
}

constexpr OpDef table[] = {
    {.signature = "index(Tensor self, Index[] indices) -> Tensor",
     .doc = "self[indices]: a view for ints, slices, None and Ellipsis; a copy as soon as tensors or bools take part.",
     .dtype = DtypeRule::same,
     .forward = index_forward,
     .backward = index_backward,
     .grad_name = index_grad_name,
     .any_dtype = true},
    {.signature = "index_put(Tensor self, Index[] indices, Operand values, bool accumulate=False) -> Tensor",
     .doc = "`self` with `values`, broadcast, written over self[indices], or added to it with `accumulate`.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = index_put_forward,
     .backward = index_put_backward,
     .grad_name = index_put_grad_name,
     .any_dtype = true,
     .in_place = true,
     .in_place_forward = index_put_in_place},
    {.signature = "copy(Tensor self, Tensor src) -> Tensor",
     .doc = "`src`, broadcast to the shape and converted to the dtype of `self`.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = copy_forward,
     .backward = copy_backward,
     .grad_name = copy_grad_name,
     .any_dtype = true,
     .in_place = true,
     .in_place_forward = copy_in_place},
    {.signature = "fill(Tensor self, Operand value) -> Tensor",
     .doc = "One value everywhere, in the shape and dtype of `self`.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = fill_forward,
     .backward = fill_backward,
     .grad_name = fill_grad_name,
     .any_dtype = true,
     .in_place = true,
     .in_place_forward = fill_in_place},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> indexing_ops() { return table; }

}  // namespace sconce
