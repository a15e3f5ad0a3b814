// Special functions, element by element. Both float types are computed in double, so that a float is off by its own rounding at most.
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/autograd/tape.hpp"
#include "engine/ops/elementwise.hpp"

namespace sconce {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double pi = std::numbers::pi;

// Integers become floats first.
template <class F>
Value one(const Args& args, F f) {
    const Tensor& self = args.tensor(0);
    return visit_floating(to_floating(args.dialect(), self.dtype()), [&]<class T>(TypeTag<T>) {
        return map_each<T, T>(self, [f](T x) { return static_cast<T>(f(static_cast<double>(x))); });
    });
}

// The function comes as a pointer: one loop a type serves all of them.
Value pair(const Args& args, double (*f)(double, double)) {
    return visit_floating(to_floating(args.dialect(), promoted(args)), [&]<class T>(TypeTag<T>) {
        return map_pair<T, T>(
            args, [f](T a, T b) { return static_cast<T>(f(static_cast<double>(a), static_cast<double>(b))); });
    });
}

Value one_of(const Args& args, double (*f)(double)) { return one(args, f); }

Tensor square(const Tensor& x) { return mul(x, x); }

// ---- inverse hyperbolic functions

Value asinh_forward(const Args& args) { return one_of(args, std::asinh); }
// d asinh x = grad / sqrt(x^2 + 1)
Grads asinh_backward(const Tape& tape, const Tensor& grad) {
    return {mul(grad, apply<"rsqrt">(add(square(tape.input(0)), Scalar(1))))};
}

Value acosh_forward(const Args& args) { return one_of(args, std::acosh); }
// d acosh x = grad / sqrt(x^2 - 1)
Grads acosh_backward(const Tape& tape, const Tensor& grad) {
    return {mul(grad, apply<"rsqrt">(sub(square(tape.input(0)), Scalar(1))))};
}

Value atanh_forward(const Args& args) { return one_of(args, std::atanh); }
// d atanh x = grad / (1 - x^2)
Grads atanh_backward(const Tape& tape, const Tensor& grad) {
    return {div(grad, sub(Scalar(1), square(tape.input(0))))};
}

// ---- sinc

// The product with pi is rounded to the type, as in torch: sinc(1) is not quite 0.
Value sinc_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    return visit_floating(to_floating(args.dialect(), self.dtype()), [&]<class T>(TypeTag<T>) {
        return map_each<T, T>(self, [](T x) {
            const T angle = static_cast<T>(pi) * x;
            return x == 0 ? T{1} : std::sin(angle) / angle;
        });
    });
}
// d sinc x = grad (pi x cos(pi x) - sin(pi x)) / (pi x^2), 0 at 0
Grads sinc_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& x = tape.input(0);
    const Tensor angle = mul(x, Scalar(pi));
    const Tensor rise = sub(mul(angle, apply<"cos">(angle)), apply<"sin">(angle));
    const Tensor slope = mul(grad, div(rise, mul(angle, x)));
    return {where(apply<"eq">(x, Scalar(0)), Scalar(0.0), slope)};
}

// ---- the gamma function's logarithm and its derivatives

// By the asymptotic series at x + 8 and the recurrence down from there (DLMF 5.11.2, 5.5.2); below 1/2 by reflection (5.5.4).
double digamma(double x) {
    if (x <= 0 && x == std::floor(x)) {
        return x == 0 ? -1 / x : std::numeric_limits<double>::quiet_NaN();
    }
    if (x < 0.5) {
        return digamma(1 - x) - pi / std::tan(pi * (x - std::floor(x)));
    }
    double below = 0;
    for (int i = 0; i < 8; ++i) {
        below += 1 / (x + i);
    }
    const double z = x + 8;
    const double w = 1 / (z * z);
    const double rest = 1.0 / 132 - w * (691.0 / 32760 - w / 12);
    const double series = w * (1.0 / 12 - w * (1.0 / 120 - w * (1.0 / 252 - w * (1.0 / 240 - w * rest))));
    return std::log(z) - 0.5 / z - series - below;
}

// zeta(s, x), the sum of (x + k)^-s over k >= 0: the first terms, then Euler and Maclaurin's formula (DLMF 25.11.5).
double hurwitz_zeta(double s, double x) {
    if (x <= 0 && x == std::floor(x)) {
        return infinity;
    }
    double total = 0;
    double from = x;
    for (int k = 0; k < 10 || (from < 9 && k < 1000000); ++k) {
        total += std::pow(from, -s);
        from += 1;
    }
    // The Bernoulli numbers B_2j / (2j)!
    constexpr double bernoulli[] = {
        1.0 / 12, -1.0 / 720, 1.0 / 30240, -1.0 / 1209600, 1.0 / 47900160, -691.0 / 1307674368000, 1.0 / 74724249600.0};
    const double last = std::pow(from, -s);
    total += from * last / (s - 1) + last / 2;
    double term = last * s / from;
    for (int j = 0; j < 7; ++j) {
        total += bernoulli[j] * term;
        term *= (s + 2 * j + 1) * (s + 2 * j + 2) / (from * from);
    }
    return total;
}

double polygamma(std::int64_t n, double x) {
    if (n == 0) {
        return digamma(x);
    }
    if (n == 1 && x < 0.5) {
        const double sine = std::sin(pi * (x - std::floor(x)));
        return pi * pi / (sine * sine) - hurwitz_zeta(2, 1 - x);
    }
    const auto order = static_cast<double>(n);
    return (n % 2 == 0 ? -1.0 : 1.0) * std::tgamma(order + 1) * hurwitz_zeta(order + 1, x);
}

Value lgamma_forward(const Args& args) { return one_of(args, std::lgamma); }
Grads lgamma_backward(const Tape& tape, const Tensor& grad) { return {mul(grad, apply<"digamma">(tape.input(0)))}; }

Value digamma_forward(const Args& args) { return one_of(args, digamma); }
Grads digamma_backward(const Tape& tape, const Tensor& grad) {
    return {mul(grad, apply<"polygamma">(tape.input(0), std::int64_t{1}))};
}

Value polygamma_forward(const Args& args) {
    const std::int64_t n = args.integer(1);
    if (n < 0) {
        throw Error(ErrorKind::value, "polygamma(n, x) does not support negative n.");
    }
    return one(args, [n](double x) { return polygamma(n, x); });
}
Grads polygamma_backward(const Tape& tape, const Tensor& grad) {
    return {mul(grad, apply<"polygamma">(tape.input(0), tape.args().integer(1) + 1))};
}

// ---- of two numbers

// For floats alone; `kernel` is what torch's error calls the loop.
Value pair_of_floats(const Args& args, std::string_view kernel, double (*f)(double, double)) {
    if (const Dtype dtype = promoted(args); !is_floating(dtype)) {
        throw Error(ErrorKind::unsupported,
                    "\"" + std::string(kernel) + "\" not implemented for '" + std::string(long_name_of(dtype)) + "'");
    }
    return pair(args, f);
}

Value hypot_forward(const Args& args) { return pair_of_floats(args, "hypot_cpu", std::hypot); }
// d sqrt(a^2 + b^2) = grad a / result, grad b / result
Grads hypot_backward(const Tape& tape, const Tensor& grad) {
    const auto share = [&](std::size_t i) {
        return tape.needs(i) ? mul(grad, div(tape.input(i), tape.result())) : Tensor();
    };
    return {share(0), share(1)};
}

double log_of_sum(double a, double b) {
    return std::isinf(a) && a == b ? a : std::fmax(a, b) + std::log1p(std::exp(-std::fabs(a - b)));
}
Value logaddexp_forward(const Args& args) { return pair_of_floats(args, "logaddexp_cpu", log_of_sum); }
// d log(e^a + e^b) = grad / (1 + e^(b - a)), grad / (1 + e^(a - b))
Grads logaddexp_backward(const Tape& tape, const Tensor& grad) {
    const auto share = [&](std::size_t i) {
        return tape.needs(i) ? div(grad, add(exp(sub(tape.input(1 - i), tape.input(i))), Scalar(1))) : Tensor();
    };
    return {share(0), share(1)};
}

double log2_of_sum(double a, double b) {
    const double below = std::log1p(std::exp2(-std::fabs(a - b))) * std::numbers::log2e;
    return std::isinf(a) && a == b ? a : std::fmax(a, b) + below;
}
Value logaddexp2_forward(const Args& args) { return pair_of_floats(args, "logaddexp2_cpu", log2_of_sum); }
Grads logaddexp2_backward(const Tape& tape, const Tensor& grad) {
    const auto share = [&](std::size_t i) {
        const auto other = [&] { return apply<"exp2">(sub(tape.input(1 - i), tape.input(i))); };
        return tape.needs(i) ? div(grad, add(other(), Scalar(1))) : Tensor();
    };
    return {share(0), share(1)};
}

double times_log(double x, double y) { return std::isnan(y) ? y : x == 0 ? 0 : x * std::log(y); }
Value xlogy_forward(const Args& args) { return pair(args, times_log); }
// d x log y = grad log y (0 where x = 0 and y <= 0), grad x / y
Grads xlogy_backward(const Tape& tape, const Tensor& grad) {
    const Value x = tape.operand(0);
    const Value y = tape.operand(1);
    Grads grads(2);
    if (tape.needs(0)) {
        const Tensor nothing = apply<"logical_and">(apply<"eq">(x, Scalar(0)), apply<"le">(y, Scalar(0)));
        grads[0] = mul(grad, where(nothing, Scalar(0.0), apply<"xlogy">(Scalar(1.0), y)));
    }
    if (tape.needs(1)) {
        grads[1] = div(mul(grad, x), y);
    }
    return grads;
}
std::string_view xlogy_grad_name(const Args& args) {
    return !args.is_tensor(0) ? "XlogyBackward1" : args.is_tensor(1) ? "XlogyBackward0" : "XlogyBackward2";
}

Value copysign_forward(const Args& args) { return pair(args, std::copysign); }
// d copysign(a, b) = grad result / a (0 where a is), 0
Grads copysign_backward(const Tape& tape, const Tensor& grad) {
    Grads grads(2);
    if (tape.needs(0)) {
        const Tensor& a = tape.input(0);
        grads[0] = mul(grad, where(apply<"eq">(a, Scalar(0)), Scalar(0.0), div(tape.result(), a)));
    }
    if (tape.needs(1)) {
        grads[1] = zeros_of(grad.shape(), grad.dtype());
    }
    return grads;
}
std::string_view copysign_grad_name(const Args& args) {
    return args.is_tensor(1) ? "CopysignBackward0" : "CopysignBackward1";
}

constexpr OpDef table[] = {
    {.signature = "asinh(Tensor self) -> Tensor",
     .names = "torch.asinh torch.arcsinh Tensor.asinh Tensor.arcsinh",
     .doc = "The inverse hyperbolic sine.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = asinh_forward,
     .backward = asinh_backward,
     .keeps = Keep::inputs,
     .in_place = true},
    {.signature = "acosh(Tensor self) -> Tensor",
     .names = "torch.acosh torch.arccosh Tensor.acosh Tensor.arccosh",
     .doc = "The inverse hyperbolic cosine.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = acosh_forward,
     .backward = acosh_backward,
     .keeps = Keep::inputs,
     .domain = {1.1, 3},
     .in_place = true},
    {.signature = "atanh(Tensor self) -> Tensor",
     .names = "torch.atanh torch.arctanh Tensor.atanh Tensor.arctanh",
     .doc = "The inverse hyperbolic tangent.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = atanh_forward,
     .backward = atanh_backward,
     .keeps = Keep::inputs,
     .domain = {-0.9, 0.9},
     .in_place = true},
    {.signature = "sinc(Tensor self) -> Tensor",
     .names = "torch.sinc Tensor.sinc",
     .doc = "sin(pi x) / (pi x), 1 at 0.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = sinc_forward,
     .backward = sinc_backward,
     .keeps = Keep::inputs,
     .in_place = true},
    {.signature = "lgamma(Tensor self) -> Tensor",
     .names = "torch.lgamma Tensor.lgamma",
     .doc = "The logarithm of the absolute value of the gamma function.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = lgamma_forward,
     .backward = lgamma_backward,
     .keeps = Keep::inputs,
     .domain = {0.1, 3},
     .in_place = true},
    {.signature = "digamma(Tensor self) -> Tensor",
     .names = "torch.digamma Tensor.digamma",
     .doc = "The derivative of lgamma.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = digamma_forward,
     .backward = digamma_backward,
     .keeps = Keep::inputs,
     .domain = {0.1, 3},
     .in_place = true},
    {.signature = "polygamma(Tensor self, int n) -> Tensor",
     .doc = "The n-th derivative of digamma.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::same,
     .forward = polygamma_forward,
     .backward = polygamma_backward,
     .keeps = Keep::inputs,
     .domain = {0.5, 3},
     .in_place = true},
    {.signature = "hypot(Tensor self, Tensor other) -> Tensor",
     .names = "torch.hypot Tensor.hypot",
     .doc = "sqrt(input**2 + other**2), element by element.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = hypot_forward,
     .backward = hypot_backward,
     .keeps = Keep::both,
     .in_place = true},
    {.signature = "logaddexp(Tensor self, Tensor other) -> Tensor",
     .names = "torch.logaddexp Tensor.logaddexp",
     .doc = "log(exp(input) + exp(other)) without overflow.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::broadcast,
     .forward = logaddexp_forward,
     .backward = logaddexp_backward,
     .keeps = Keep::inputs},
    {.signature = "logaddexp2(Tensor self, Tensor other) -> Tensor",
     .names = "torch.logaddexp2 Tensor.logaddexp2",
     .doc = "log2(2**input + 2**other) without overflow.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::broadcast,
     .forward = logaddexp2_forward,
     .backward = logaddexp2_backward,
     .keeps = Keep::inputs},
    {.signature = "xlogy(Operand self, Operand other) -> Tensor",
     .doc = "self * log(other), 0 where self is 0.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::broadcast,
     .forward = xlogy_forward,
     .backward = xlogy_backward,
     .keeps = Keep::inputs,
     .grad_name = xlogy_grad_name,
     .domain = {0.1, 3},
     .in_place = true},
    {.signature = "copysign(Tensor self, Operand other) -> Tensor",
     .doc = "The size of self with the sign of other.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::broadcast,
     .forward = copysign_forward,
     .backward = copysign_backward,
     .keeps = Keep::both,
     .grad_name = copysign_grad_name,
     .in_place = true},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> special_ops() { return table; }

}  // namespace sconce
