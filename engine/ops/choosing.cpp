// Ops that choose between elements: the larger, the smaller, by a condition, between bounds.
#include "engine/autograd/tape.hpp"
#include "engine/ops/elementwise.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

// ---- maximum, minimum

template <class T>
bool is_nan(T value) {
    if constexpr (std::is_floating_point_v<T>) {
        return value != value;
    }
    return false;
}

// Of equals the first: they may be zeros of two signs.
struct Larger {
    template <class T>
    T operator()(T a, T b) const {
        return a >= b ? a : b;
    }
};

struct Smaller {
    template <class T>
    T operator()(T a, T b) const {
        return a <= b ? a : b;
    }
};

template <class Choose>
Value extremum_forward(const Args& args) {
    return arithmetic(args, []<class T>(T a, T b) { return is_nan(a) ? a : is_nan(b) ? b : Choose{}(a, b); });
}

// A NaN beside a number counts as missing.
template <class Choose>
Value number_forward(const Args& args) {
    return arithmetic(args, []<class T>(T a, T b) { return is_nan(a) ? b : is_nan(b) ? a : Choose{}(a, b); });
}

// Arguments 0 and `other`: the larger (smaller) gets the gradient; where they tie, each gets half, and beside a NaN both get all.
Grads shared_between(const Tape& tape, const Tensor& grad, std::size_t other, bool maximum) {
    const Value a = tape.operand(0);
    const Value b = tape.operand(other);
    const Tensor tie = apply<"eq">(a, b);
    const Tensor half = div(grad, Scalar(2));
    Grads grads(2);
    for (std::size_t i = 0; i < 2; ++i) {
        if (tape.needs(i == 0 ? 0 : other)) {
            const Tensor loses = (i == 0) == maximum ? apply<"lt">(a, b) : apply<"gt">(a, b);
            grads[i] = where(tie, half, where(loses, Scalar(0.0), grad));
        }
    }
    return grads;
}

Grads maximum_backward(const Tape& tape, const Tensor& grad) { return shared_between(tape, grad, 1, true); }
Grads minimum_backward(const Tape& tape, const Tensor& grad) { return shared_between(tape, grad, 1, false); }

// ---- where, masked_fill

Value where_forward(const Args& args) {
    Args pair(args.dialect());
    pair.push(args[1]);
    pair.push(args[2]);
    const Tensor& condition = args.tensor(0);
    if (args.dialect() == Dialect::torch && condition.dtype() != Dtype::boolean && condition.dtype() != Dtype::uint8) {
        throw Error(ErrorKind::dtype, "where expected condition to be a boolean tensor, but got a tensor with dtype " +
                                          std::string(long_name_of(condition.dtype())));
    }
    const Shape values = broadcast_shapes(args.dialect(), operand_shape(args, 1), operand_shape(args, 2));
    const Shape shape = broadcast_shapes(args.dialect(), condition.shape(), values);
    return visit_dtype(promoted(pair), [&]<class T>(TypeTag<T>) {
        const Tensor chosen = converted(condition, Dtype::boolean);
        const Strides condition_strides = broadcast_strides(chosen.shape(), chosen.strides(), shape);
        const LoopOperand<T> a = loop_operand<T>(pair, 0, shape);
        const LoopOperand<T> b = loop_operand<T>(pair, 1, shape);
        Tensor result = Tensor::empty(shape, dtype_of<T>());
        const auto plan = kernels::make_plan<4>(shape, {&condition_strides, &a.strides, &b.strides, &result.strides()});
        const int inner = plan.ndim - 1;
        kernels::for_each_run(plan, [&](Int n, const std::array<Int, 4>& at) {
            const bool* c = chosen.data<bool>() + at[0];
            const T* x = a.data() + at[1];
            const T* y = b.data() + at[2];
            T* z = result.data<T>() + at[3];
            for (Int i = 0; i < n; ++i) {
                z[i * plan.stride[3][inner]] =
                    c[i * plan.stride[0][inner]] ? x[i * plan.stride[1][inner]] : y[i * plan.stride[2][inner]];
            }
        });
        return result;
    });
}

// grad where the condition chose the operand, 0 elsewhere
Grads where_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& condition = tape.input(0);
    return {Tensor(), tape.needs(1) ? where(condition, grad, Scalar(0.0)) : Tensor(),
            tape.needs(2) ? where(condition, Scalar(0.0), grad) : Tensor()};
}

void check_heaviside(const Args& args) {
    if (args.tensor(0).dtype() != args.tensor(1).dtype()) {
        throw Error(ErrorKind::dtype, "heaviside is not yet implemented for tensors with different dtypes.");
    }
}

Value heaviside_forward(const Args& args) {
    check_heaviside(args);
    const Tensor& self = args.tensor(0);
    const GradMode unrecorded(false);
    const Tensor positive = converted(apply<"gt">(self, Scalar(0)), self.dtype());
    return apply<"where">(apply<"eq">(self, Scalar(0)), args.tensor(1), positive);
}

Grads heaviside_backward(const Tape&, const Tensor&) {
    throw Error(ErrorKind::autograd, "derivative for aten::heaviside is not implemented");
}

std::string_view heaviside_grad_name(const Args&) { return "NotImplemented"; }

void check_mask(const Args& args) {
    const Dtype dtype = args.tensor(1).dtype();
    if (dtype != Dtype::boolean) {
        throw Error(ErrorKind::dtype, "masked_fill_ only supports boolean masks, but got mask with dtype " +
                                          std::string(native_name_of(dtype)));
    }
}

Value masked_fill_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor& mask = args.tensor(1);
    check_mask(args);
    if (args.is_tensor(2) && args.tensor(2).ndim() != 0) {
        throw Error(ErrorKind::shape, "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with " +
                                          std::to_string(args.tensor(2).ndim()) + " dimension(s).");
    }
    Args chosen(args.dialect());
    chosen.push(mask);
    // The value takes self's dtype, as by assignment.
    chosen.push(
        converted(args.is_tensor(2) ? args.tensor(2) : Tensor::full({}, args.scalar(2), self.dtype()), self.dtype()));
    chosen.push(self);
    return where_forward(chosen);
}

// 0 where the mask filled, grad elsewhere; the value gets the sum of what it filled
Grads masked_fill_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& mask = tape.input(1);
    return {tape.needs(0) ? apply<"masked_fill">(grad, mask, Scalar(0)) : Tensor(), Tensor(),
            tape.needs(2) ? apply<"sum">(where(mask, grad, Scalar(0.0))) : Tensor()};
}

std::string_view masked_fill_grad_name(const Args& args) {
    return args.is_tensor(2) ? "MaskedFillBackward1" : "MaskedFillBackward0";
}

// ---- between bounds

Value clamp_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (!args.has(1) && !args.has(2)) {
        throw Error(args.dialect() == Dialect::torch ? ErrorKind::value : ErrorKind::argument,
                    "torch.clamp: At least one of 'min' or 'max' must not be None");
    }
    Dtype dtype = self.dtype();
    for (std::size_t i = 1; i <= 2; ++i) {
        if (args.has(i)) {
            dtype = promote(args.dialect(),
                            {.dtype = dtype, .ndim = self.ndim(), .weak = false, .category = category_of(dtype)},
                            args.promotion(i));
        }
    }
    return visit_dtype(dtype, [&]<class T>(TypeTag<T>) {
        const bool has_low = args.has(1);
        const bool has_high = args.has(2);
        const T low = has_low ? args.scalar(1).to<T>() : T{};
        const T high = has_high ? args.scalar(2).to<T>() : T{};
        return map_each<T, T>(self, [=](T value) {
            if (has_low && value < low) {
                value = low;
            }
            if (has_high && value > high) {
                value = high;
            }
            return value;
        });
    });
}

// grad strictly inside the bounds
Grads clamp_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& self = tape.input(0);
    Tensor result = grad;
    if (tape.args().has(1)) {
        result = where(apply<"gt">(self, tape.args()[1]), result, Scalar(0.0));
    }
    if (tape.args().has(2)) {
        result = where(apply<"lt">(self, tape.args()[2]), result, Scalar(0.0));
    }
    return {result};
}

std::string_view clamp_grad_name(const Args&) { return "ClampBackward1"; }

Value clamp_tensor_forward(const Args& args) {
    const GradMode unrecorded(false);
    const Tensor low = args.has(1) ? apply<"maximum">(args[0], args[1]) : args.tensor(0);
    return args.has(2) ? apply<"minimum">(low, args[2]) : low;
}

// Who is chosen gets the gradient, and two that tie get half each where min < max; a NaN in place of self is passed on to it alone.
Grads clamp_tensor_backward(const Tape& tape, const Tensor& grad) {
    const Args& args = tape.args();
    Grads grads(3);
    if (!args.has(1) || !args.has(2)) {
        const std::size_t bound = args.has(1) ? 1 : 2;
        const Grads two = shared_between(tape, grad, bound, bound == 1);
        grads[0] = two[0];
        grads[bound] = two[1];
        return grads;
    }
    const Tensor& self = tape.input(0);
    const Tensor& low = tape.input(1);
    const Tensor& high = tape.input(2);
    const auto both = [](const Tensor& a, const Tensor& b) { return apply<"logical_and">(a, b); };
    const auto either = [](const Tensor& a, const Tensor& b) { return apply<"logical_or">(a, b); };
    const Tensor half = div(grad, Scalar(2));
    const Tensor apart = apply<"lt">(low, high);
    const auto given = [&](const Tensor& chosen, const Tensor& tie) {
        return where(both(tie, apart), half, where(chosen, grad, Scalar(0.0)));
    };
    const Tensor below = apply<"lt">(self, low);
    const Tensor above = apply<"gt">(self, high);
    const Tensor at_low = apply<"eq">(self, low);
    const Tensor at_high = apply<"eq">(self, high);
    if (tape.needs(0)) {
        grads[0] = given(apply<"logical_not">(either(below, above)), either(at_low, at_high));
    }
    if (tape.needs(1)) {
        grads[1] = given(both(below, apply<"le">(low, high)), at_low);
    }
    if (tape.needs(2)) {
        grads[2] = given(either(above, apply<"gt">(low, high)), at_high);
    }
    return grads;
}

std::string_view clamp_tensor_grad_name(const Args&) { return "ClampBackward0"; }

// Beside a number nothing is shared: grad strictly inside.
Grads clamp_min_backward(const Tape& tape, const Tensor& grad) {
    if (tape.args().is_tensor(1)) {
        return maximum_backward(tape, grad);
    }
    return {where(apply<"gt">(tape.input(0), tape.operand(1)), grad, Scalar(0.0)), Tensor()};
}
Grads clamp_max_backward(const Tape& tape, const Tensor& grad) {
    if (tape.args().is_tensor(1)) {
        return minimum_backward(tape, grad);
    }
    return {where(apply<"lt">(tape.input(0), tape.operand(1)), grad, Scalar(0.0)), Tensor()};
}
std::string_view clamp_min_grad_name(const Args& args) {
    return args.is_tensor(1) ? "ClampMinBackward1" : "ClampMinBackward0";
}
std::string_view clamp_max_grad_name(const Args& args) {
    return args.is_tensor(1) ? "ClampMaxBackward1" : "ClampMaxBackward0";
}

constexpr OpDef table[] = {
    {.signature = "maximum(Operand self, Operand other) -> Tensor",
     .names = "torch.maximum Tensor.maximum numpy.maximum",
     .doc = "The larger of two elements; NaN wins.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = extremum_forward<Larger>,
     .backward = maximum_backward,
     .keeps = Keep::inputs,
     .wgsl = "max(a, b)"},
    {.signature = "minimum(Operand self, Operand other) -> Tensor",
     .names = "torch.minimum Tensor.minimum numpy.minimum",
     .doc = "The smaller of two elements; NaN wins.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = extremum_forward<Smaller>,
     .backward = minimum_backward,
     .keeps = Keep::inputs,
     .wgsl = "min(a, b)"},
    {.signature = "fmax(Tensor self, Tensor other) -> Tensor",
     .names = "torch.fmax Tensor.fmax",
     .doc = "The larger of two numbers, the other one where one is NaN.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = number_forward<Larger>,
     .backward = maximum_backward,
     .keeps = Keep::inputs},
    {.signature = "fmin(Tensor self, Tensor other) -> Tensor",
     .names = "torch.fmin Tensor.fmin",
     .doc = "The smaller of two numbers, the other one where one is NaN.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = number_forward<Smaller>,
     .backward = minimum_backward,
     .keeps = Keep::inputs},
    {.signature = "where(Tensor condition, Operand self, Operand other) -> Tensor",
     .names = "torch.where numpy.where",
     .doc = "Elements of `self` where `condition` holds, of `other` elsewhere.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = where_forward,
     .backward = where_backward,
     .keeps = Keep::inputs},
    {.signature = "masked_fill(Tensor self, Tensor mask, Operand value) -> Tensor",
     .names = "torch.masked_fill Tensor.masked_fill",
     .doc = "`self` with `value` wherever the boolean `mask`, broadcast to it, is True.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::broadcast,
     .forward = masked_fill_forward,
     .backward = masked_fill_backward,
     .keeps = Keep::inputs,
     .grad_name = masked_fill_grad_name,
     .check = check_mask,
     .in_place = true},
    {.signature = "heaviside(Tensor self, Tensor values) -> Tensor",
     .names = "torch.heaviside Tensor.heaviside",
     .doc = "0 where self is negative, 1 where it is positive, values where it is 0.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::broadcast,
     .forward = heaviside_forward,
     .backward = heaviside_backward,
     .grad_name = heaviside_grad_name,
     .check = check_heaviside,
     .in_place = true},
    {.signature = "clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor",
     .names = "torch.clamp torch.clip Tensor.clamp Tensor.clip",
     .doc = "Elements limited to [min, max]; either bound may be None.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::same,
     .forward = clamp_forward,
     .backward = clamp_backward,
     .keeps = Keep::inputs,
     .grad_name = clamp_grad_name,
     .in_place = true},
    {.signature = "clamp_tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor",
     .doc = "Elements limited to [min, max], each with bounds of its own; either may be None, and max wins.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = clamp_tensor_forward,
     .backward = clamp_tensor_backward,
     .keeps = Keep::inputs,
     .grad_name = clamp_tensor_grad_name,
     .in_place = true},
    {.signature = "clamp_min(Tensor self, Operand min) -> Tensor",
     .doc = "Elements that are at least `min`.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = extremum_forward<Larger>,
     .backward = clamp_min_backward,
     .keeps = Keep::inputs,
     .grad_name = clamp_min_grad_name,
     .in_place = true},
    {.signature = "clamp_max(Tensor self, Operand max) -> Tensor",
     .doc = "Elements that are at most `max`.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = extremum_forward<Smaller>,
     .backward = clamp_max_backward,
     .keeps = Keep::inputs,
     .grad_name = clamp_max_grad_name,
     .in_place = true},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> choosing_ops() { return table; }

}  // namespace sconce
