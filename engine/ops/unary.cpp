// Functions of one tensor, element by element.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/autograd/tape.hpp"
#include "engine/kernels/scalar/erf.hpp"
#include "engine/kernels/scalar/exp.hpp"
#include "engine/kernels/scalar/trigonometric.hpp"
#include "engine/ops/elementwise.hpp"

namespace sconce {

namespace {

// Integers become floats first.
template <class F>
Value floating(const Args& args, F f) {
    const Tensor& self = args.tensor(0);
    return visit_floating(to_floating(args.dialect(), self.dtype()),
                          [&]<class T>(TypeTag<T>) { return map_each<T, T>(self, f); });
}

// Keeps the dtype.
template <class F>
Value same(const Args& args, F f) {
    const Tensor& self = args.tensor(0);
    return visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) { return map_each<T, T>(self, f); });
}

// Integers are whole already.
template <class F>
Value rounding(const Args& args, F f) {
    const Tensor& self = args.tensor(0);
    if (!is_floating(self.dtype())) {
        return apply<"clone">(self);
    }
    return floating(args, f);
}

// Integers all answer alike.
template <class F>
Value test(const Args& args, bool for_integers, F f) {
    const Tensor& self = args.tensor(0);
    if (!is_floating(self.dtype())) {
        return Tensor::full(self.shape(), for_integers, Dtype::boolean);
    }
    return visit_floating(self.dtype(), [&]<class T>(TypeTag<T>) { return map_each<T, bool>(self, f); });
}

template <class T>
T sign_of(T x) {
    if constexpr (std::is_same_v<T, bool>) {
        return x;
    } else if constexpr (std::is_unsigned_v<T>) {
        return x > 0 ? 1 : 0;
    } else {
        return static_cast<T>((x > 0) - (x < 0));
    }
}

// One-argument chain rule written once: grad times d.
Grads times(const Tensor& grad, const Value& d) { return {mul(grad, d)}; }

Value neg_forward(const Args& args) {
    if (args.tensor(0).dtype() == Dtype::boolean) {
        throw args.dialect() == Dialect::torch
            ? Error(
                  ErrorKind::unsupported,
                  "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, "
                  "use the `~` or `logical_not()` operator instead.")
            : Error(ErrorKind::type,
                    "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the "
                    "logical_not function instead.");
    }
    return same(args, []<class T>(T x) {
        if constexpr (std::is_floating_point_v<T>) {
            return -x;
        } else {
            return wrapping(T{0}, x, [](auto a, auto b) { return a - b; });
        }
    });
}
Grads neg_backward(const Tape&, const Tensor& grad) { return {neg(grad)}; }

Value abs_forward(const Args& args) {
    return same(args, []<class T>(T x) {
        if constexpr (std::is_floating_point_v<T>) {
            return std::fabs(x);
        } else if constexpr (std::is_signed_v<T>) {
            return x < 0 ? wrapping(T{0}, x, [](auto a, auto b) { return a - b; }) : x;
        } else {
            return x;
        }
    });
}
// d|x| = grad sgn(x)
Grads abs_backward(const Tape& tape, const Tensor& grad) { return times(grad, apply<"sgn">(tape.input(0))); }

// NumPy passes a NaN on, torch has 0 for it.
Value sign_forward(const Args& args) {
    if (args.dialect() == Dialect::numpy) {
        return same(args, []<class T>(T x) { return x != x ? x : sign_of(x); });
    }
    return same(args, []<class T>(T x) { return sign_of(x); });
}
// Flat almost everywhere.
Grads zero_backward(const Tape&, const Tensor& grad) { return times(grad, Scalar(0)); }

Value exp_forward(const Args& args) {
    return args.dialect() == Dialect::torch ? floating(args, [](auto x) { return kernels::torch_exp(x); })
                                            : floating(args, [](auto x) { return std::exp(x); });
}
// d e^x = grad e^x
Grads exp_backward(const Tape& tape, const Tensor& grad) { return times(grad, tape.result()); }

Value exp2_forward(const Args& args) {
    return floating(args, [](auto x) { return std::exp2(x); });
}
// d 2^x = grad 2^x ln 2
Grads exp2_backward(const Tape& tape, const Tensor& grad) {
    return times(grad, mul(tape.result(), Scalar(std::numbers::ln2)));
}

Value expm1_forward(const Args& args) {
    return floating(args, [](auto x) { return std::expm1(x); });
}
// d (e^x - 1) = grad (result + 1)
Grads expm1_backward(const Tape& tape, const Tensor& grad) { return times(grad, add(tape.result(), Scalar(1))); }

Value log_forward(const Args& args) {
    return floating(args, [](auto x) { return std::log(x); });
}
// d ln x = grad / x
Grads log_backward(const Tape& tape, const Tensor& grad) { return {div(grad, tape.input(0))}; }

Value log1p_forward(const Args& args) {
    return floating(args, [](auto x) { return std::log1p(x); });
}
// d ln(1 + x) = grad / (1 + x)
Grads log1p_backward(const Tape& tape, const Tensor& grad) { return {div(grad, add(tape.input(0), Scalar(1)))}; }

Value log2_forward(const Args& args) {
    return floating(args, [](auto x) { return std::log2(x); });
}
// d log2 x = grad / (x ln 2)
Grads log2_backward(const Tape& tape, const Tensor& grad) {
    return {div(grad, mul(tape.input(0), Scalar(std::numbers::ln2)))};
}

Value log10_forward(const Args& args) {
    return floating(args, [](auto x) { return std::log10(x); });
}
// d log10 x = grad / (x ln 10)
Grads log10_backward(const Tape& tape, const Tensor& grad) {
    return {div(grad, mul(tape.input(0), Scalar(std::numbers::ln10)))};
}

Value sqrt_forward(const Args& args) {
    return floating(args, [](auto x) { return std::sqrt(x); });
}
// d sqrt x = grad / (2 sqrt x)
Grads sqrt_backward(const Tape& tape, const Tensor& grad) { return {div(grad, mul(tape.result(), Scalar(2)))}; }

Value rsqrt_forward(const Args& args) {
    return floating(args, []<class T>(T x) { return T{1} / std::sqrt(x); });
}
// d x^(-1/2) = -grad result^3 / 2
Grads rsqrt_backward(const Tape& tape, const Tensor& grad) {
    return times(grad, mul(pow(tape.result(), Scalar(3)), Scalar(-0.5)));
}

Value square_forward(const Args& args) {
    // torch's square is a power, and powers of bools are int64.
    if (args.tensor(0).dtype() == Dtype::boolean && args.dialect() == Dialect::torch) {
        return converted(args.tensor(0), Dtype::int64);
    }
    return same(args, []<class T>(T x) { return wrapping(x, x, [](auto a, auto b) { return a * b; }); });
}
// d x^2 = 2 grad x
Grads square_backward(const Tape& tape, const Tensor& grad) { return times(grad, mul(tape.input(0), Scalar(2))); }
std::string_view square_grad_name(const Args&) { return "PowBackward0"; }

Value reciprocal_forward(const Args& args) {
    return floating(args, []<class T>(T x) { return T{1} / x; });
}
// d 1/x = -grad / x^2
Grads reciprocal_backward(const Tape& tape, const Tensor& grad) {
    const Tensor result = tape.result();
    return times(grad, neg(mul(result, result)));
}

Value sin_forward(const Args& args) {
    return floating(args, [](auto x) { return kernels::torch_sin(x); });
}
Grads sin_backward(const Tape& tape, const Tensor& grad) { return times(grad, apply<"cos">(tape.input(0))); }

Value cos_forward(const Args& args) {
    return floating(args, [](auto x) { return kernels::torch_cos(x); });
}
Grads cos_backward(const Tape& tape, const Tensor& grad) { return times(grad, neg(apply<"sin">(tape.input(0)))); }

Value tan_forward(const Args& args) {
    return floating(args, [](auto x) { return std::tan(x); });
}
// d tan x = grad (1 + tan^2 x)
Grads tan_backward(const Tape& tape, const Tensor& grad) {
    const Tensor result = tape.result();
    return times(grad, add(mul(result, result), Scalar(1)));
}

Value sinh_forward(const Args& args) {
    return floating(args, [](auto x) { return std::sinh(x); });
}
Grads sinh_backward(const Tape& tape, const Tensor& grad) { return times(grad, apply<"cosh">(tape.input(0))); }

Value cosh_forward(const Args& args) {
    return floating(args, [](auto x) { return std::cosh(x); });
}
Grads cosh_backward(const Tape& tape, const Tensor& grad) { return times(grad, apply<"sinh">(tape.input(0))); }

Value tanh_forward(const Args& args) {
    return floating(args, [](auto x) { return std::tanh(x); });
}
// d tanh x = grad (1 - tanh^2 x)
Grads tanh_backward(const Tape& tape, const Tensor& grad) {
    const Tensor result = tape.result();
    return times(grad, sub(Scalar(1), mul(result, result)));
}

Value asin_forward(const Args& args) {
    return floating(args, [](auto x) { return std::asin(x); });
}
// d asin x = grad / sqrt(1 - x^2)
Grads asin_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& x = tape.input(0);
    return times(grad, apply<"rsqrt">(sub(Scalar(1), mul(x, x))));
}

Value acos_forward(const Args& args) {
    return floating(args, [](auto x) { return std::acos(x); });
}
// d acos x = -grad / sqrt(1 - x^2)
Grads acos_backward(const Tape& tape, const Tensor& grad) { return {neg(asin_backward(tape, grad)[0])}; }

Value atan_forward(const Args& args) {
    return floating(args, [](auto x) { return std::atan(x); });
}
// d atan x = grad / (1 + x^2)
Grads atan_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& x = tape.input(0);
    return {div(grad, add(mul(x, x), Scalar(1)))};
}

template <class T>
T sigmoid_of(T x) {
    return T{1} / (T{1} + kernels::torch_exp(-x));
}

Value sigmoid_forward(const Args& args) {
    return floating(args, [](auto x) { return sigmoid_of(x); });
}
// d s(x) = grad s (1 - s)
Grads sigmoid_backward(const Tape& tape, const Tensor& grad) {
    const Tensor s = tape.result();
    return times(grad, mul(s, sub(Scalar(1), s)));
}

Value relu_forward(const Args& args) {
    return same(args, []<class T>(T x) { return x != x ? x : std::max(x, T{}); });
}
// 0 where the result is 0, else grad, also beside a NaN
Grads relu_backward(const Tape& tape, const Tensor& grad) {
    return {where(apply<"le">(tape.result(), Scalar(0)), Scalar(0.0), grad)};
}

Value erf_forward(const Args& args) {
    return floating(args, [](auto x) { return kernels::torch_erf(x); });
}
// d erf x = grad 2 / sqrt(pi) e^(-x^2)
Grads erf_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& x = tape.input(0);
    return times(grad, mul(exp(neg(mul(x, x))), Scalar(2 * std::numbers::inv_sqrtpi)));
}

Value silu_forward(const Args& args) {
    return floating(args, []<class T>(T x) { return x / (T{1} + kernels::torch_exp(-x)); });
}
// d x s(x) = grad s (1 + x (1 - s))
Grads silu_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& x = tape.input(0);
    const Tensor s = apply<"sigmoid">(x);
    return times(grad, mul(s, add(mul(x, sub(Scalar(1), s)), Scalar(1))));
}

Value floor_forward(const Args& args) {
    return rounding(args, [](auto x) { return std::floor(x); });
}
Value ceil_forward(const Args& args) {
    return rounding(args, [](auto x) { return std::ceil(x); });
}
Value trunc_forward(const Args& args) {
    return rounding(args, [](auto x) { return std::trunc(x); });
}
// Halves go to the even neighbour.
Value round_forward(const Args& args) {
    return rounding(args, [](auto x) { return std::nearbyint(x); });
}

Value isnan_forward(const Args& args) {
    return test(args, false, [](auto x) { return x != x; });
}
Value isinf_forward(const Args& args) {
    return test(args, false, [](auto x) { return std::isinf(x); });
}
Value isfinite_forward(const Args& args) {
    return test(args, true, [](auto x) { return std::isfinite(x); });
}
Value logical_not_forward(const Args& args) {
    return map_each<bool, bool>(args.tensor(0), [](bool x) { return !x; });
}

Value bitwise_not_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (is_floating(self.dtype())) {
        throw args.dialect() == Dialect::torch
            ? Error(ErrorKind::unsupported,
                    "\"bitwise_not_cpu\" not implemented for '" + std::string(long_name_of(self.dtype())) + "'")
            : Error(
                  ErrorKind::type,
                  "ufunc 'invert' not supported for the input types, and the inputs could not be safely coerced to any "
                  "supported types according to the casting rule ''safe''");
    }
    return same(args, []<class T>(T x) {
        if constexpr (std::is_same_v<T, bool>) {
            return !x;
        } else if constexpr (std::is_integral_v<T>) {
            return static_cast<T>(~x);
        } else {
            return x;
        }
    });
}

constexpr OpDef table[] = {
    {.signature = "neg(Tensor self) -> Tensor",
     .names = "torch.neg torch.negative Tensor.neg Tensor.negative numpy.negative",
     .doc = "Each element negated.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = neg_forward,
     .backward = neg_backward,
     .wgsl = "-a",
     .in_place = true},
    {.signature = "abs(Tensor self) -> Tensor",
     .names = "torch.abs torch.absolute Tensor.abs Tensor.absolute numpy.abs numpy.absolute",
     .doc = "Absolute value.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = abs_forward,
     .backward = abs_backward,
     .keeps = Keep::inputs,
     .wgsl = "abs(a)",
     .in_place = true},
    {.signature = "sign(Tensor self) -> Tensor",
     .names = "torch.sign Tensor.sign numpy.sign",
     .doc = "-1, 0 or 1 by the sign of each element.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = sign_forward,
     .backward = zero_backward,
     .wgsl = "sign(a)",
     .in_place = true},
    {.signature = "exp(Tensor self) -> Tensor",
     .names = "torch.exp Tensor.exp numpy.exp",
     .doc = "e to the power of each element.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = exp_forward,
     .backward = exp_backward,
     .keeps = Keep::result,
     .wgsl = "exp(a)",
     .in_place = true},
    {.signature = "exp2(Tensor self) -> Tensor",
     .names = "torch.exp2 Tensor.exp2 numpy.exp2",
     .doc = "2 to the power of each element.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = exp2_forward,
     .backward = exp2_backward,
     .keeps = Keep::result,
     .wgsl = "exp2(a)",
     .in_place = true},
    {.signature = "expm1(Tensor self) -> Tensor",
     .names = "torch.expm1 Tensor.expm1 numpy.expm1",
     .doc = "exp(x) - 1, accurate near 0.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = expm1_forward,
     .backward = expm1_backward,
     .keeps = Keep::result,
     .in_place = true},
    {.signature = "log(Tensor self) -> Tensor",
     .names = "torch.log Tensor.log numpy.log",
     .doc = "Natural logarithm.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = log_forward,
     .backward = log_backward,
     .keeps = Keep::inputs,
     .wgsl = "log(a)",
     .domain = {0.1, 3},
     .in_place = true},
    {.signature = "log1p(Tensor self) -> Tensor",
     .names = "torch.log1p Tensor.log1p numpy.log1p",
     .doc = "log(1 + x), accurate near 0.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = log1p_forward,
     .backward = log1p_backward,
     .keeps = Keep::inputs,
     .domain = {-0.5, 3},
     .in_place = true},
    {.signature = "log2(Tensor self) -> Tensor",
     .names = "torch.log2 Tensor.log2 numpy.log2",
     .doc = "Logarithm to base 2.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = log2_forward,
     .backward = log2_backward,
     .keeps = Keep::inputs,
     .wgsl = "log2(a)",
     .domain = {0.1, 3},
     .in_place = true},
    {.signature = "log10(Tensor self) -> Tensor",
     .names = "torch.log10 Tensor.log10 numpy.log10",
     .doc = "Logarithm to base 10.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = log10_forward,
     .backward = log10_backward,
     .keeps = Keep::inputs,
     .domain = {0.1, 3},
     .in_place = true},
    {.signature = "sqrt(Tensor self) -> Tensor",
     .names = "torch.sqrt Tensor.sqrt numpy.sqrt",
     .doc = "Square root.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = sqrt_forward,
     .backward = sqrt_backward,
     .keeps = Keep::result,
     .wgsl = "sqrt(a)",
     .domain = {0.1, 3},
     .in_place = true},
    {.signature = "rsqrt(Tensor self) -> Tensor",
     .names = "torch.rsqrt Tensor.rsqrt",
     .doc = "One over the square root.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = rsqrt_forward,
     .backward = rsqrt_backward,
     .keeps = Keep::result,
     .wgsl = "inverseSqrt(a)",
     .domain = {0.1, 3},
     .in_place = true},
    {.signature = "square(Tensor self) -> Tensor",
     .names = "torch.square Tensor.square numpy.square",
     .doc = "Each element squared.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = square_forward,
     .backward = square_backward,
     .keeps = Keep::inputs,
     .grad_name = square_grad_name,
     .wgsl = "a * a",
     .in_place = true},
    {.signature = "reciprocal(Tensor self) -> Tensor",
     .names = "torch.reciprocal Tensor.reciprocal numpy.reciprocal",
     .doc = "One over each element.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = reciprocal_forward,
     .backward = reciprocal_backward,
     .keeps = Keep::result,
     .wgsl = "1.0 / a",
     .domain = {0.5, 3},
     .in_place = true},
    {.signature = "sin(Tensor self) -> Tensor",
     .names = "torch.sin Tensor.sin numpy.sin",
     .doc = "Sine of an angle in radians.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = sin_forward,
     .backward = sin_backward,
     .keeps = Keep::inputs,
     .wgsl = "sin(a)",
     .in_place = true},
    {.signature = "cos(Tensor self) -> Tensor",
     .names = "torch.cos Tensor.cos numpy.cos",
     .doc = "Cosine of an angle in radians.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = cos_forward,
     .backward = cos_backward,
     .keeps = Keep::inputs,
     .wgsl = "cos(a)",
     .in_place = true},
    {.signature = "tan(Tensor self) -> Tensor",
     .names = "torch.tan Tensor.tan numpy.tan",
     .doc = "Tangent of an angle in radians.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = tan_forward,
     .backward = tan_backward,
     .keeps = Keep::result,
     .wgsl = "tan(a)",
     .domain = {-1, 1},
     .in_place = true},
    {.signature = "sinh(Tensor self) -> Tensor",
     .names = "torch.sinh Tensor.sinh numpy.sinh",
     .doc = "Hyperbolic sine.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = sinh_forward,
     .backward = sinh_backward,
     .keeps = Keep::inputs,
     .wgsl = "sinh(a)",
     .in_place = true},
    {.signature = "cosh(Tensor self) -> Tensor",
     .names = "torch.cosh Tensor.cosh numpy.cosh",
     .doc = "Hyperbolic cosine.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = cosh_forward,
     .backward = cosh_backward,
     .keeps = Keep::inputs,
     .wgsl = "cosh(a)",
     .in_place = true},
    {.signature = "tanh(Tensor self) -> Tensor",
     .names = "torch.tanh Tensor.tanh F.tanh numpy.tanh",
     .doc = "Hyperbolic tangent.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = tanh_forward,
     .backward = tanh_backward,
     .keeps = Keep::result,
     .wgsl = "tanh(a)",
     .in_place = true},
    {.signature = "asin(Tensor self) -> Tensor",
     .names = "torch.asin torch.arcsin Tensor.asin Tensor.arcsin numpy.arcsin numpy.asin",
     .doc = "Inverse sine, in radians.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = asin_forward,
     .backward = asin_backward,
     .keeps = Keep::inputs,
     .wgsl = "asin(a)",
     .domain = {-0.9, 0.9},
     .in_place = true},
    {.signature = "acos(Tensor self) -> Tensor",
     .names = "torch.acos torch.arccos Tensor.acos Tensor.arccos numpy.arccos numpy.acos",
     .doc = "Inverse cosine, in radians.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = acos_forward,
     .backward = acos_backward,
     .keeps = Keep::inputs,
     .wgsl = "acos(a)",
     .domain = {-0.9, 0.9},
     .in_place = true},
    {.signature = "atan(Tensor self) -> Tensor",
     .names = "torch.atan torch.arctan Tensor.atan Tensor.arctan numpy.arctan numpy.atan",
     .doc = "Inverse tangent, in radians.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = atan_forward,
     .backward = atan_backward,
     .keeps = Keep::inputs,
     .wgsl = "atan(a)",
     .in_place = true},
    {.signature = "sigmoid(Tensor self) -> Tensor",
     .names = "torch.sigmoid Tensor.sigmoid F.sigmoid",
     .doc = "1 / (1 + exp(-x)).",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = sigmoid_forward,
     .backward = sigmoid_backward,
     .keeps = Keep::result,
     .wgsl = "1.0 / (1.0 + exp(-a))",
     .in_place = true},
    {.signature = "relu(Tensor self) -> Tensor",
     .names = "torch.relu Tensor.relu F.relu",
     .doc = "The larger of each element and 0.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = relu_forward,
     .backward = relu_backward,
     .keeps = Keep::result,
     .wgsl = "max(a, 0.0)",
     .in_place = true},
    {.signature = "erf(Tensor self) -> Tensor",
     .names = "torch.erf Tensor.erf",
     .doc = "Error function.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = erf_forward,
     .backward = erf_backward,
     .keeps = Keep::inputs,
     .in_place = true},
    {.signature = "silu(Tensor self) -> Tensor",
     .names = "F.silu",
     .doc = "x times sigmoid(x), also called swish (arXiv:1606.08415).",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = silu_forward,
     .backward = silu_backward,
     .keeps = Keep::inputs,
     .wgsl = "a / (1.0 + exp(-a))",
     .in_place = true},
    {.signature = "floor(Tensor self) -> Tensor",
     .names = "torch.floor Tensor.floor numpy.floor",
     .doc = "Rounds towards minus infinity.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = floor_forward,
     .backward = zero_backward,
     .wgsl = "floor(a)",
     .in_place = true},
    {.signature = "ceil(Tensor self) -> Tensor",
     .names = "torch.ceil Tensor.ceil numpy.ceil",
     .doc = "Rounds towards plus infinity.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = ceil_forward,
     .backward = zero_backward,
     .wgsl = "ceil(a)",
     .in_place = true},
    {.signature = "trunc(Tensor self) -> Tensor",
     .names = "torch.trunc torch.fix Tensor.trunc Tensor.fix numpy.trunc",
     .doc = "Rounds towards 0.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = trunc_forward,
     .backward = zero_backward,
     .wgsl = "trunc(a)",
     .in_place = true},
    {.signature = "round(Tensor self) -> Tensor",
     .names = "torch.round Tensor.round numpy.rint",
     .doc = "Rounds to the nearest integer, halves to the even one.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = round_forward,
     .backward = zero_backward,
     .wgsl = "round(a)",
     .in_place = true},
    {.signature = "isnan(Tensor self) -> Tensor",
     .names = "torch.isnan Tensor.isnan numpy.isnan",
     .doc = "Whether each element is NaN.",
     .dtype = DtypeRule::boolean,
     .shape = ShapeRule::same,
     .forward = isnan_forward},
    {.signature = "isinf(Tensor self) -> Tensor",
     .names = "torch.isinf Tensor.isinf numpy.isinf",
     .doc = "Whether each element is infinite.",
     .dtype = DtypeRule::boolean,
     .shape = ShapeRule::same,
     .forward = isinf_forward},
    {.signature = "isfinite(Tensor self) -> Tensor",
     .names = "torch.isfinite Tensor.isfinite numpy.isfinite",
     .doc = "Whether each element is neither infinite nor NaN.",
     .dtype = DtypeRule::boolean,
     .shape = ShapeRule::same,
     .forward = isfinite_forward},
    {.signature = "logical_not(Tensor self) -> Tensor",
     .names = "torch.logical_not Tensor.logical_not numpy.logical_not",
     .doc = "Whether each element is 0 or False.",
     .dtype = DtypeRule::boolean,
     .shape = ShapeRule::same,
     .forward = logical_not_forward,
     .in_place = true},
    {.signature = "bitwise_not(Tensor self) -> Tensor",
     .names = "torch.bitwise_not Tensor.bitwise_not numpy.bitwise_not numpy.invert",
     .doc = "Bits flipped; for bools, not.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = bitwise_not_forward,
     .in_place = true},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> unary_ops() { return table; }

}  // namespace sconce
