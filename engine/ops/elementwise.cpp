// Binary arithmetic, element by element, and the ops that choose between elements.
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

template <class F>
Value arithmetic(const Args& args, F f) {
    return visit_dtype(promoted(args), [&]<class T>(TypeTag<T>) { return map_pair<T, T>(args, f); });
}

// alpha * other, the form add and sub share in torch.
template <class F>
Value with_alpha(const Args& args, F f) {
    const Scalar alpha = args.scalar(2);
    if (alpha.kind() == Scalar::Kind::integer && alpha.integer() == 1) {
        return arithmetic(args, f);
    }
    Args scaled(args.dialect());
    scaled.push(args[0]);
    scaled.push(mul(args[1], alpha));
    return arithmetic(scaled, f);
}

Value add_forward(const Args& args) {
    return with_alpha(args, []<class T>(T a, T b) { return wrapping(a, b, [](auto x, auto y) { return x + y; }); });
}

// d(a + alpha b) = grad, alpha grad
Grads add_backward(const Tape& tape, const Tensor& grad) {
    const Scalar alpha = tape.args().scalar(2);
    const bool plain = alpha.kind() == Scalar::Kind::integer && alpha.integer() == 1;
    return {grad, plain || !tape.needs(1) ? grad : mul(grad, alpha)};
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
    return with_alpha(args, []<class T>(T a, T b) { return wrapping(a, b, [](auto x, auto y) { return x - y; }); });
}

// d(a - alpha b) = grad, -alpha grad
Grads sub_backward(const Tape& tape, const Tensor& grad) {
    const Scalar alpha = tape.args().scalar(2);
    const bool plain = alpha.kind() == Scalar::Kind::integer && alpha.integer() == 1;
    return {grad, !tape.needs(1) ? Tensor() : plain ? neg(grad) : neg(mul(grad, alpha))};
}

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
        return mod == 0 && b != 0 ? std::copysign(T{0}, b) : mod;
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

Value remainder_forward(const Args& args) {
    return integer_aware(args, []<class T>(T a, T b) { return floor_remainder(a, b); });
}

// d(a mod b) = grad, -grad floor(a / b)
Grads remainder_backward(const Tape& tape, const Tensor& grad) {
    return {grad, tape.needs(1) ? neg(mul(grad, apply<"floor_divide">(tape.operand(0), tape.operand(1)))) : Tensor()};
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
    return {grad, tape.needs(1) ? neg(mul(grad, apply<"trunc">(div(tape.operand(0), tape.operand(1))))) : Tensor()};
}

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
    return args.is_tensor(0) && args.is_tensor(1) ? "PowBackward1" : "PowBackward0";
}

template <class T>
bool is_nan(T value) {
    if constexpr (std::is_floating_point_v<T>) {
        return value != value;
    }
    return false;
}

Value maximum_forward(const Args& args) {
    return arithmetic(args, []<class T>(T a, T b) { return is_nan(a) ? a : is_nan(b) ? b : a > b ? a : b; });
}

Value minimum_forward(const Args& args) {
    return arithmetic(args, []<class T>(T a, T b) { return is_nan(a) ? a : is_nan(b) ? b : a < b ? a : b; });
}

// The larger (smaller) operand gets the gradient; where they tie, each gets half.
Grads extremum_backward(const Tape& tape, const Tensor& grad, bool maximum) {
    const Value a = tape.operand(0);
    const Value b = tape.operand(1);
    const Tensor tie = apply<"eq">(a, b);
    const Tensor half = div(grad, Scalar(2));
    Grads grads(2);
    for (std::size_t i = 0; i < 2; ++i) {
        if (tape.needs(i)) {
            const Tensor wins = (i == 0) == maximum ? apply<"gt">(a, b) : apply<"lt">(a, b);
            grads[i] = where(tie, half, where(wins, grad, Scalar(0.0)));
        }
    }
    return grads;
}

Grads maximum_backward(const Tape& tape, const Tensor& grad) { return extremum_backward(tape, grad, true); }
Grads minimum_backward(const Tape& tape, const Tensor& grad) { return extremum_backward(tape, grad, false); }

Value atan2_forward(const Args& args) {
    const Dtype dtype = to_floating(args.dialect(), promoted(args));
    return visit_floating(
        dtype, [&]<class T>(TypeTag<T>) { return map_pair<T, T>(args, [](T a, T b) { return std::atan2(a, b); }); });
}

// d atan2(a, b) = grad b / (a^2 + b^2), -grad a / (a^2 + b^2)
Grads atan2_backward(const Tape& tape, const Tensor& grad) {
    const Value a = tape.operand(0);
    const Value b = tape.operand(1);
    const Tensor scaled = div(grad, add(mul(a, a), mul(b, b)));
    return {mul(scaled, b), tape.needs(1) ? neg(mul(scaled, a)) : Tensor()};
}

// ---- choosing

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

Value masked_fill_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor& mask = args.tensor(1);
    if (mask.dtype() != Dtype::boolean) {
        throw Error(ErrorKind::dtype, "masked_fill_ only supports boolean masks, but got mask with dtype " +
                                          std::string(name_of(mask.dtype())));
    }
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

// grad inside the bounds, 0 outside
Grads clamp_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& self = tape.input(0);
    Tensor result = grad;
    if (tape.args().has(1)) {
        result = where(apply<"ge">(self, tape.args()[1]), result, Scalar(0.0));
    }
    if (tape.args().has(2)) {
        result = where(apply<"le">(self, tape.args()[2]), result, Scalar(0.0));
    }
    return {result};
}

std::string_view clamp_grad_name(const Args&) { return "ClampBackward1"; }

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
     .in_place = true},
    {.signature = "remainder(Operand self, Operand other) -> Tensor",
     .names = "torch.remainder Tensor.remainder numpy.remainder numpy.mod",
     .doc = "Remainder with the sign of the divisor, as Python's %.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = remainder_forward,
     .backward = remainder_backward,
     .keeps = Keep::inputs,
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
    {.signature = "maximum(Operand self, Operand other) -> Tensor",
     .names = "torch.maximum Tensor.maximum numpy.maximum",
     .doc = "The larger of two elements; NaN wins.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = maximum_forward,
     .backward = maximum_backward,
     .keeps = Keep::inputs,
     .wgsl = "max(a, b)"},
    {.signature = "minimum(Operand self, Operand other) -> Tensor",
     .names = "torch.minimum Tensor.minimum numpy.minimum",
     .doc = "The smaller of two elements; NaN wins.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = minimum_forward,
     .backward = minimum_backward,
     .keeps = Keep::inputs,
     .wgsl = "min(a, b)"},
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
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> elementwise_ops() { return table; }

}  // namespace sconce
