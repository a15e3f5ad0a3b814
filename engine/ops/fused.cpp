// Three operands, element by element, in one pass: interpolation, and sums with a product or a quotient. Products are added with one
// rounding, as torch's kernels do.
#include <algorithm>
#include <cmath>

#include "engine/autograd/tape.hpp"
#include "engine/ops/elementwise.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

// result = f(args[0], args[1], args[2]) for elements of type T.
template <class T, class F>
Tensor map_three(const Args& args, F f) {
    const Shape first = broadcast_shapes(args.dialect(), operand_shape(args, 0), operand_shape(args, 1));
    const Shape shape = broadcast_shapes(args.dialect(), first, operand_shape(args, 2));
    const LoopOperand<T> a = loop_operand<T>(args, 0, shape);
    const LoopOperand<T> b = loop_operand<T>(args, 1, shape);
    const LoopOperand<T> c = loop_operand<T>(args, 2, shape);
    Tensor result = Tensor::empty(shape, dtype_of<T>());
    const auto plan = kernels::make_plan<4>(shape, {&a.strides, &b.strides, &c.strides, &result.strides()});
    const int inner = plan.ndim - 1;
    kernels::for_each_run(plan, [&](Int n, const std::array<Int, 4>& at) {
        const T* x = a.data() + at[0];
        const T* y = b.data() + at[1];
        const T* z = c.data() + at[2];
        T* out = result.data<T>() + at[3];
        for (Int i = 0; i < n; ++i) {
            out[i * plan.stride[3][inner]] =
                f(x[i * plan.stride[0][inner]], y[i * plan.stride[1][inner]], z[i * plan.stride[2][inner]]);
        }
    });
    return result;
}

// The dtype that three tensors have in common.
Dtype promoted_three(const Args& args) {
    PromotionInput total = args.promotion(0);
    for (std::size_t i = 1; i < 3; ++i) {
        const PromotionInput next = args.promotion(i);
        total.dtype = promote(args.dialect(), total, next);
        total.ndim = next.category > total.category   ? next.ndim
                     : next.category < total.category ? total.ndim
                                                      : std::max(total.ndim, next.ndim);
        total.category = category_of(total.dtype);
    }
    return total.dtype;
}

bool is_one(const Scalar& number) { return number.real() == 1; }

Tensor scaled(const Value& a, const Scalar& factor) { return is_one(factor) ? std::get<Tensor>(a) : mul(a, factor); }

// ---- addcmul, addcdiv

Value addcmul_forward(const Args& args) {
    const Dtype dtype = promoted_three(args);
    if (!is_floating(dtype)) {
        const Scalar& value = args.scalar(3);
        const Scalar factor = is_complex(dtype) ? value : Scalar(value.integer());
        return add(args[0], mul(scaled(args[1], factor), args[2]));
    }
    return visit_floating(dtype, [&]<class T>(TypeTag<T>) {
        const T value = args.scalar(3).to<T>();
        return map_three<T>(args, [value](T a, T b, T c) { return multiply_add(value * b, c, a); });
    });
}

// d (a + value b c) = grad, grad value c, grad value b
Grads addcmul_backward(const Tape& tape, const Tensor& grad) {
    const Scalar& value = tape.args().scalar(3);
    return {grad, tape.needs(1) ? mul(grad, scaled(tape.input(2), value)) : Tensor(),
            tape.needs(2) ? mul(grad, scaled(tape.input(1), value)) : Tensor()};
}

Value addcdiv_forward(const Args& args) {
    if (std::max(category_of(args.tensor(1).dtype()), category_of(args.tensor(2).dtype())) < Category::floating) {
        throw Error(
            ErrorKind::dtype,
            "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform a "
            "true "
            "division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input + value * "
            "torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * tensor1 / "
            "tensor2) for float inputs. The future addcdiv behavior is just the latter implementation: (input + value "
            "* "
            "tensor1 / tensor2), for all dtypes.");
    }
    const Dtype dtype = promoted_three(args);
    if (is_complex(dtype)) {
        return add(args[0], div(scaled(args[1], args.scalar(3)), args[2]));
    }
    return visit_floating(dtype, [&]<class T>(TypeTag<T>) {
        const T value = args.scalar(3).to<T>();
        return map_three<T>(args, [value](T a, T b, T c) { return a + value * b / c; });
    });
}

// d (a + value b / c) = grad, grad value / c, -grad value b / c^2
Grads addcdiv_backward(const Tape& tape, const Tensor& grad) {
    const Scalar& value = tape.args().scalar(3);
    const Tensor& c = tape.input(2);
    return {grad, tape.needs(1) ? mul(grad, div(value, c)) : Tensor(),
            tape.needs(2) ? mul(neg(grad), div(scaled(tape.input(1), value), mul(c, c))) : Tensor()};
}

// ---- lerp

void check_lerp(const Args& args) {
    const Dtype dtype = args.tensor(0).dtype();
    for (std::size_t i = 1; i < 3; ++i) {
        if (args.is_tensor(i) && args.tensor(i).dtype() != dtype) {
            throw Error(ErrorKind::dtype, "expected dtype " + std::string(native_name_of(dtype)) + " for `" +
                                              (i == 1 ? "end" : "weight") + "` but got dtype " +
                                              std::string(native_name_of(args.tensor(i).dtype())));
        }
    }
    if (category_of(dtype) < Category::floating) {
        throw Error(ErrorKind::unsupported, "\"lerp_kernel_" + std::string(args.is_tensor(2) ? "tensor" : "scalar") +
                                                "\" not implemented for '" + std::string(long_name_of(dtype)) + "'");
    }
}

Value lerp_forward(const Args& args) {
    check_lerp(args);
    if (is_complex(args.tensor(0).dtype())) {
        return add(args[0], mul(sub(args[1], args[0]), args[2]));
    }
    return visit_floating(args.tensor(0).dtype(),
                          [&]<class T>(TypeTag<T>) { return map_three<T>(args, interpolated<T>); });
}

// d (a + w (end - a)) = grad (1 - w), grad w, grad (end - a)
Grads lerp_backward(const Tape& tape, const Tensor& grad) {
    Grads grads(3);
    const Value weight = tape.operand(2);
    if (tape.needs(0)) {
        const auto* number = std::get_if<Scalar>(&weight);
        grads[0] = mul(grad, number != nullptr ? Value(Scalar(1 - number->real())) : Value(sub(Scalar(1), weight)));
    }
    if (tape.needs(1)) {
        grads[1] = mul(grad, weight);
    }
    if (tape.needs(2)) {
        grads[2] = mul(grad, sub(tape.input(1), tape.input(0)));
    }
    return grads;
}

std::string_view lerp_grad_name(const Args& args) { return args.is_tensor(2) ? "LerpBackward1" : "LerpBackward0"; }

constexpr OpDef table[] = {
    {.signature = "addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor",
     .doc = "self + value * tensor1 * tensor2, element by element.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = addcmul_forward,
     .backward = addcmul_backward,
     .keeps = Keep::inputs,
     .in_place = true},
    {.signature = "addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor",
     .doc = "self + value * tensor1 / tensor2, element by element.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = addcdiv_forward,
     .backward = addcdiv_backward,
     .keeps = Keep::inputs,
     .domain = {0.5, 3},
     .in_place = true},
    {.signature = "lerp(Tensor self, Tensor end, Operand weight) -> Tensor",
     .names = "torch.lerp Tensor.lerp",
     .doc = "self + weight * (end - self), element by element.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::broadcast,
     .forward = lerp_forward,
     .backward = lerp_backward,
     .keeps = Keep::inputs,
     .grad_name = lerp_grad_name,
     .in_place = true},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> fused_ops() { return table; }

}  // namespace sconce
