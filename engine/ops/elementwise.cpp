// Binary arithmetic, element by element.
#include "engine/ops/elementwise.hpp"

#include <algorithm>
#include <cmath>

#include "engine/autograd/tape.hpp"
#include "engine/kernels/scalar/cast.hpp"

namespace sconce {

Tensor sum_to(const Tensor& a, const Shape& shape) {
    if (a.shape() == shape) {
        return a;
    }
    const std::size_t lead = a.shape().size() - shape.size();
    Shape dims;
    for (std::size_t i = 0; i < a.shape().size(); ++i) {
        if (i < lead || (shape[i - lead] == 1 && a.shape()[i] != 1)) {
            dims.push_back(static_cast<std::int64_t>(i));
        }
    }
    const Tensor summed = dims.empty() ? a : sum(a, dims, true);
    return summed.shape() == shape ? summed : reshape(summed, shape);
}

void copy_into(const Tensor& target, const Tensor& source) {
    kernels::copy_strided(target, source, broadcast_strides(source.shape(), source.strides(), target.shape()));
}

Tensor converted(const Tensor& a, Dtype dtype) {
    if (a.dtype() == dtype) {
        return a;
    }
    Tensor result = Tensor::empty(a.shape(), dtype);
    copy_into(result, a);
    return result;
}

Tensor prepared(const Tensor& a, Dtype dtype) {
    if (a.dtype() == dtype && a.is_contiguous()) {
        return a;
    }
    Tensor result = Tensor::empty(a.shape(), dtype);
    copy_into(result, a);
    return result;
}

namespace {

using Int = std::int64_t;

// ---- arithmetic

bool is_plain(const Scalar& alpha) { return alpha.kind() == Scalar::Kind::integer && alpha.integer() == 1; }

// a + alpha b
Value scaled_sum(const Args& args, const Scalar& alpha) {
    const Dtype dtype = promoted(args);
    if (alpha.is_real() && !is_floating(dtype)) {
        throw Error(ErrorKind::value,
                    "For integral input tensors, argument alpha must not be a floating point number.");
    }
    if (!is_floating(dtype)) {
        return add(args[0], mul(args[1], alpha));
    }
    return visit_floating(dtype, [&]<class T>(TypeTag<T>) {
        return map_pair<T, T>(args, [factor = alpha.to<T>()](T a, T b) { return multiply_add(factor, b, a); });
    });
}

Value add_forward(const Args& args) {
    if (!is_plain(args.scalar(2))) {
        return scaled_sum(args, args.scalar(2));
    }
    return arithmetic(args, []<class T>(T a, T b) { return wrapping(a, b, [](auto x, auto y) { return x + y; }); });
}

// d(a + alpha b) = grad, alpha grad
Grads add_backward(const Tape& tape, const Tensor& grad) {
    const Scalar& alpha = tape.args().scalar(2);
    return {grad, is_plain(alpha) || !tape.needs(1) ? grad : mul(grad, alpha)};
}

bool is_bool(const Args& args, std::size_t i) { return args.promotion(i).category == Category::boolean; }

void check_torch_subtraction(const Args& args) {
    if (is_bool(args, 0) && is_bool(args, 1)) {
        throw Error(
            ErrorKind::unsupported,
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` "
            "operator instead.");
    }
    if (is_bool(args, 0) || is_bool(args, 1)) {
        throw Error(ErrorKind::unsupported,
                    "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a "
                    "mask, use the `~` or `logical_not()` operator instead.");
    }
}

Value sub_forward(const Args& args) {
    if (args.dialect() == Dialect::torch) {
        check_torch_subtraction(args);
    } else if (promoted(args) == Dtype::boolean) {
        throw Error(
            ErrorKind::type,
            "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, "
            "or the logical_xor function instead.");
    }
    const Scalar& alpha = args.scalar(2);
    if (!is_plain(alpha)) {
        return scaled_sum(args, alpha.is_real() ? Scalar(-alpha.real()) : Scalar(-alpha.integer()));
    }
    return arithmetic(args, []<class T>(T a, T b) { return wrapping(a, b, [](auto x, auto y) { return x - y; }); });
}

// d(a - alpha b) = grad, -alpha grad
Grads sub_backward(const Tape& tape, const Tensor& grad) {
    const Scalar& alpha = tape.args().scalar(2);
    return {grad, !tape.needs(1) ? Tensor() : is_plain(alpha) ? neg(grad) : neg(mul(grad, alpha))};
}

// The operator with a number on its left is another function in torch, with a node of its own.
Value rsub_forward(const Args& args) {
    Args turned = args;
    std::swap(turned[0], turned[1]);
    return sub_forward(turned);
}

// d(b - alpha a) = -alpha grad, grad
Grads rsub_backward(const Tape& tape, const Tensor& grad) {
    const Scalar& alpha = tape.args().scalar(2);
    return {!tape.needs(0) ? Tensor() : is_plain(alpha) ? neg(grad) : neg(mul(grad, alpha)), grad};
}

std::string_view rsub_grad_name(const Args& args) { return args.is_tensor(1) ? "RsubBackward0" : "RsubBackward1"; }

Value mul_forward(const Args& args) {
    return arithmetic(args, []<class T>(T a, T b) { return wrapping(a, b, [](auto x, auto y) { return x * y; }); });
}

// d(a b) = grad b, grad a
Grads mul_backward(const Tape& tape, const Tensor& grad) {
    return {tape.needs(0) ? mul(grad, tape.operand(1)) : Tensor(),
            tape.needs(1) ? mul(grad, tape.operand(0)) : Tensor()};
}

Value div_forward(const Args& args) {
    const Dtype dtype = to_floating(args.dialect(), promoted(args));
    return visit_floating(dtype,
                          [&]<class T>(TypeTag<T>) { return map_pair<T, T>(args, [](T a, T b) { return a / b; }); });
}

// d(a / b) = grad / b, -grad a / b^2
Grads div_backward(const Tape& tape, const Tensor& grad) {
    const Value b = tape.operand(1);
    return {tape.needs(0) ? div(grad, b) : Tensor(),
            tape.needs(1) ? neg(mul(grad, div(div(tape.operand(0), b), b))) : Tensor()};
}

[[noreturn]] void zero_division() { throw Error(ErrorKind::value, "ZeroDivisionError"); }

// Rounds towards minus infinity, as Python's // and %.
template <class T>
T floor_quotient(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
        if (b == 0) {
            return a / b;
        }
        const T mod = std::fmod(a, b);
        T quotient = (a - mod) / b;
        if (mod != 0 && (b < 0) != (mod < 0)) {
            quotient -= 1;
        }
        if (quotient == 0) {
            return std::copysign(T{0}, a / b);
        }
        const T floored = std::floor(quotient);
        return quotient - floored > T{0.5} ? floored + 1 : floored;
    } else if constexpr (std::is_signed_v<T>) {
        if (b == -1) {
            return wrapping(T{0}, a, [](auto x, auto y) { return x - y; });
        }
        const T quotient = a / b;
        return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
    } else {
        return static_cast<T>(a / b);
    }
}

template <class T>
T floor_remainder(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
        T mod = std::fmod(a, b);
        if (mod != 0 && (b < 0) != (mod < 0)) {
            mod += b;
        }
        return mod;
    } else if constexpr (std::is_signed_v<T>) {
        if (b == -1) {
            return 0;
        }
        const T mod = a % b;
        return mod != 0 && (mod < 0) != (b < 0) ? mod + b : mod;
    } else {
        return static_cast<T>(a % b);
    }
}

// Integer division: torch raises on zero, numpy gives 0 (its face warns).
template <class F>
Value integer_aware(const Args& args, F f) {
    Dtype dtype = promoted(args);
    if (dtype == Dtype::boolean) {
        dtype = args.dialect() == Dialect::torch ? Dtype::boolean : Dtype::uint8;
    }
    const bool torch = args.dialect() == Dialect::torch;
    return visit_dtype(dtype, [&]<class T>(TypeTag<T>) {
        if constexpr (std::is_floating_point_v<T>) {
            return map_pair<T, T>(args, f);
        } else {
            return map_pair<T, T>(args, [&](T a, T b) {
                if (b == 0) {
                    if (torch) {
                        zero_division();
                    }
                    return T{0};
                }
                return static_cast<T>(f(a, b));
            });
        }
    });
}

Value floor_divide_forward(const Args& args) {
    return integer_aware(args, []<class T>(T a, T b) { return floor_quotient(a, b); });
}

// torch records what it has no derivative of, and says so when asked for one.
[[noreturn]] void not_differentiable(std::string_view name) {
    throw Error(ErrorKind::autograd, "derivative for aten::" + std::string(name) + " is not implemented");
}

std::string_view no_grad_name(const Args&) { return "NotImplemented"; }
Grads floor_divide_backward(const Tape&, const Tensor&) { not_differentiable("floor_divide"); }

template <class T>
T truncated_quotient(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
        return std::trunc(a / b);
    } else if constexpr (std::is_signed_v<T>) {
        return b == -1 ? wrapping(T{0}, a, [](auto x, auto y) { return x - y; }) : a / b;
    } else {
        return static_cast<T>(a / b);
    }
}

Value div_rounded_forward(const Args& args) {
    return args.boolean(2) ? floor_divide_forward(args)
                           : integer_aware(args, []<class T>(T a, T b) { return truncated_quotient(a, b); });
}

// Flat almost everywhere
Grads div_rounded_backward(const Tape& tape, const Tensor& grad) {
    const auto flat = [&](std::size_t i) { return tape.needs(i) ? zeros_of(grad.shape(), grad.dtype()) : Tensor(); };
    return {flat(0), flat(1)};
}

std::string_view div_rounded_grad_name(const Args& args) { return args.is_tensor(1) ? "DivBackward2" : "DivBackward3"; }

Value remainder_forward(const Args& args) {
    if (args.dialect() == Dialect::torch) {
        return integer_aware(args, []<class T>(T a, T b) { return floor_remainder(a, b); });
    }
    // In NumPy a zero has the divisor's sign.
    return integer_aware(args, []<class T>(T a, T b) {
        const T mod = floor_remainder(a, b);
        if constexpr (std::is_floating_point_v<T>) {
            return mod == 0 && b != 0 ? std::copysign(mod, b) : mod;
        }
        return mod;
    });
}

// d(a mod b) = grad, -grad floor(a / b)
Grads remainder_backward(const Tape& tape, const Tensor& grad) {
    if (!tape.args().is_tensor(0)) {
        not_differentiable("remainder");
    }
    return {grad,
            tape.needs(1) ? neg(mul(grad, apply<"div_rounded">(tape.operand(0), tape.operand(1), true))) : Tensor()};
}

std::string_view remainder_grad_name(const Args& args) {
    return !args.is_tensor(0) ? "NotImplemented" : args.is_tensor(1) ? "RemainderBackward1" : "RemainderBackward0";
}

Value fmod_forward(const Args& args) {
    return integer_aware(args, []<class T>(T a, T b) {
        if constexpr (std::is_floating_point_v<T>) {
            return std::fmod(a, b);
        } else if constexpr (std::is_signed_v<T>) {
            return b == -1 ? T{0} : static_cast<T>(a % b);
        } else {
            return static_cast<T>(a % b);
        }
    });
}

// d fmod(a, b) = grad, -grad trunc(a / b)
Grads fmod_backward(const Tape& tape, const Tensor& grad) {
    return {grad,
            tape.needs(1) ? neg(mul(grad, apply<"div_rounded">(tape.operand(0), tape.operand(1), false))) : Tensor()};
}

std::string_view fmod_grad_name(const Args& args) { return args.is_tensor(1) ? "FmodBackward1" : "FmodBackward0"; }

template <class T>
T integer_power(T base, T exponent) {
    if constexpr (std::is_signed_v<T>) {
        if (exponent < 0) {
            // Only +-1 has an integer reciprocal.
            return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
        }
    }
    T result = 1;
    while (exponent > 0) {
        if (exponent & 1) {
            result = wrapping(result, base, [](auto x, auto y) { return x * y; });
        }
        base = wrapping(base, base, [](auto x, auto y) { return x * y; });
        exponent = static_cast<T>(exponent >> 1);
    }
    return result;
}

template <class T>
T power(T base, T exponent) {
    // Squares and roots are exact products in both libraries, not calls of pow.
    if (exponent == T{2}) {
        return base * base;
    }
    if (exponent == T{0.5}) {
        return std::sqrt(base);
    }
    return std::pow(base, exponent);
}

bool has_negative(const Args& args, std::size_t i) {
    if (!args.is_tensor(i)) {
        return args.scalar(i).real() < 0;
    }
    bool found = false;
    const Tensor exponents = prepared(args.tensor(i), Dtype::int64);
    for (Int k = 0; k < exponents.numel(); ++k) {
        found = found || exponents.data<Int>()[k] < 0;
    }
    return found;
}

Value pow_forward(const Args& args) {
    const Dtype dtype = promoted(args);
    if (!is_floating(dtype)) {
        if (has_negative(args, 1)) {
            if (args.dialect() == Dialect::numpy) {
                throw Error(ErrorKind::value, "Integers to negative integer powers are not allowed.");
            }
            if (!args.is_tensor(1)) {
                throw Error(ErrorKind::value, "Integers to negative integer powers are not allowed.");
            }
        }
        const Dtype integral = dtype == Dtype::boolean ? Dtype::uint8 : dtype;
        return visit_dtype(integral, [&]<class T>(TypeTag<T>) -> Tensor {
            if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
                return map_pair<T, T>(args, [](T a, T b) { return integer_power(a, b); });
            } else {
                throw Error(ErrorKind::internal, "pow: integral dtype expected");
            }
        });
    }
    return visit_floating(
        dtype, [&]<class T>(TypeTag<T>) { return map_pair<T, T>(args, [](T a, T b) { return power(a, b); }); });
}

// d(a^b) = grad b a^(b-1), grad a^b log a; the second is 0 where a = 0 and b >= 0
Grads pow_backward(const Tape& tape, const Tensor& grad) {
    const Value base = tape.operand(0);
    const Value exponent = tape.operand(1);
    Grads grads(2);
    if (tape.needs(0)) {
        if (const auto* number = std::get_if<Scalar>(&exponent)) {
            const Scalar less =
                number->is_complex() ? Scalar(number->to<std::complex<double>>() - 1.0) : Scalar(number->real() - 1);
            grads[0] = number->to<bool>() ? mul(grad, mul(pow(base, less), *number)) : mul(grad, Scalar(0));
        } else {
            const Tensor plain = mul(grad, mul(exponent, pow(base, sub(exponent, Scalar(1)))));
            grads[0] = where(apply<"eq">(exponent, Scalar(0)), Scalar(0.0), plain);
        }
    }
    if (tape.needs(1)) {
        const auto* number = std::get_if<Scalar>(&base);
        const Tensor a = number != nullptr ? Tensor::full({}, *number, tape.dtype(1)) : std::get<Tensor>(base);
        const Tensor& b = std::get<Tensor>(exponent);
        const Tensor size = is_complex(b.dtype()) ? b.part(false) : b;
        const Tensor flat = apply<"logical_and">(apply<"eq">(a, Scalar(0)), apply<"ge">(size, Scalar(0)));
        grads[1] = where(flat, Scalar(0.0), mul(grad, mul(tape.result(), log(a))));
    }
    return grads;
}

std::string_view pow_grad_name(const Args& args) {
    return !args.is_tensor(0) ? "PowBackward2" : args.is_tensor(1) ? "PowBackward1" : "PowBackward0";
}

Value atan2_forward(const Args& args) {
    const Dtype dtype = to_floating(args.dialect(), promoted(args));
    return visit_floating(
        dtype, [&]<class T>(TypeTag<T>) { return map_pair<T, T>(args, [](T a, T b) { return std::atan2(a, b); }); });
}

// d atan2(a, b) = grad b / (a^2 + b^2), -grad a / (a^2 + b^2), 0 where both are
Grads atan2_backward(const Tape& tape, const Tensor& grad) {
    const Value a = tape.operand(0);
    const Value b = tape.operand(1);
    const Tensor square = add(mul(a, a), mul(b, b));
    const Tensor scaled = where(apply<"eq">(square, Scalar(0)), Scalar(0.0), div(grad, square));
    return {mul(scaled, b), tape.needs(1) ? neg(mul(scaled, a)) : Tensor()};
}

constexpr OpDef table[] = {
    {.signature = "add(Operand self, Operand other, *, Scalar alpha=1) -> Tensor",
     .names = "torch.add Tensor.add numpy.add",
     .doc = "Sum of two tensors, element by element; `other` is scaled by `alpha` first.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = add_forward,
     .backward = add_backward,
     .wgsl = "a + b",
     .in_place = true},
    {.signature = "sub(Operand self, Operand other, *, Scalar alpha=1) -> Tensor",
     .names = "torch.sub torch.subtract Tensor.sub Tensor.subtract numpy.subtract",
     .doc = "Difference of two tensors, element by element; `other` is scaled by `alpha` first.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = sub_forward,
     .backward = sub_backward,
     .wgsl = "a - b",
     .in_place = true},
    {.signature = "rsub(Operand self, Operand other, *, Scalar alpha=1) -> Tensor",
     .doc = "other - alpha * self, element by element.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = rsub_forward,
     .backward = rsub_backward,
     .grad_name = rsub_grad_name},
    {.signature = "mul(Operand self, Operand other) -> Tensor",
     .names = "torch.mul torch.multiply Tensor.mul Tensor.multiply numpy.multiply",
     .doc = "Product of two tensors, element by element.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = mul_forward,
     .backward = mul_backward,
     .keeps = Keep::inputs,
     .wgsl = "a * b",
     .in_place = true},
    {.signature = "div(Operand self, Operand other) -> Tensor",
     .names = "torch.div torch.divide torch.true_divide Tensor.div Tensor.divide Tensor.true_divide numpy.divide "
              "numpy.true_divide",
     .doc = "Quotient of two tensors, element by element; integers give floats.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::broadcast,
     .forward = div_forward,
     .backward = div_backward,
     .keeps = Keep::inputs,
     .wgsl = "a / b",
     .domain = {0.5, 3},
     .in_place = true},
    {.signature = "floor_divide(Operand self, Operand other) -> Tensor",
     .names = "torch.floor_divide Tensor.floor_divide numpy.floor_divide",
     .doc = "Quotient rounded towards minus infinity, element by element.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = floor_divide_forward,
     .backward = floor_divide_backward,
     .grad_name = no_grad_name,
     .in_place = true},
    {.signature = "div_rounded(Operand self, Operand other, bool floor) -> Tensor",
     .doc = "Quotient rounded towards minus infinity or, without `floor`, towards 0.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = div_rounded_forward,
     .backward = div_rounded_backward,
     .grad_name = div_rounded_grad_name,
     .in_place = true},
    {.signature = "remainder(Operand self, Operand other) -> Tensor",
     .names = "torch.remainder Tensor.remainder numpy.remainder numpy.mod",
     .doc = "Remainder with the sign of the divisor, as Python's %.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = remainder_forward,
     .backward = remainder_backward,
     .keeps = Keep::inputs,
     .grad_name = remainder_grad_name,
     .domain = {0.5, 3},
     .in_place = true},
    {.signature = "fmod(Operand self, Operand other) -> Tensor",
     .names = "torch.fmod Tensor.fmod numpy.fmod",
     .doc = "Remainder with the sign of the dividend, as C's fmod.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = fmod_forward,
     .backward = fmod_backward,
     .keeps = Keep::inputs,
     .grad_name = fmod_grad_name,
     .domain = {0.5, 3},
     .in_place = true},
    {.signature = "pow(Operand self, Operand exponent) -> Tensor",
     .names = "torch.pow Tensor.pow numpy.power numpy.pow",
     .doc = "`self` raised to `exponent`, element by element.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = pow_forward,
     .backward = pow_backward,
     .keeps = Keep::both,
     .grad_name = pow_grad_name,
     .domain = {0.5, 3},
     .in_place = true},
    {.signature = "atan2(Operand self, Operand other) -> Tensor",
     .names = "torch.atan2 torch.arctan2 Tensor.atan2 Tensor.arctan2 numpy.arctan2 numpy.atan2",
     .doc = "Angle of the point (other, self) in radians, in (-pi, pi].",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::broadcast,
     .forward = atan2_forward,
     .backward = atan2_backward,
     .keeps = Keep::inputs,
     .wgsl = "atan2(a, b)",
     .in_place = true},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> elementwise_ops() { return table; }

}  // namespace sconce
