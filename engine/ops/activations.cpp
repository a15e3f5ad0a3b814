// Activation functions, element by element. ReLU, sigmoid, tanh and SiLU are in unary.cpp.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/autograd/tape.hpp"
#include "engine/kernels/scalar/erf.hpp"
#include "engine/ops/elementwise.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

[[noreturn]] void not_implemented(std::string_view kernel, Dtype dtype) {
    throw Error(ErrorKind::unsupported,
                "\"" + std::string(kernel) + "\" not implemented for '" + std::string(long_name_of(dtype)) + "'");
}

// For floats alone; `kernel` is what torch's error calls the loop.
template <class F>
Value floats(const Args& args, std::string_view kernel, F f) {
    const Tensor& self = args.tensor(0);
    if (!is_floating(self.dtype())) {
        not_implemented(kernel, self.dtype());
    }
    return visit_floating(self.dtype(), [&]<class T>(TypeTag<T>) { return map_each<T, T>(self, f); });
}

Tensor greater(const Tensor& a, const Scalar& b) { return apply<"gt">(a, b); }
Tensor no_more(const Tensor& a, const Scalar& b) { return apply<"le">(a, b); }
Tensor both(const Tensor& a, const Tensor& b) { return apply<"logical_and">(a, b); }
Tensor zero_where(const Tensor& condition, const Tensor& grad) { return where(condition, Scalar(0.0), grad); }

// ---- leaky_relu, prelu, rrelu

Value leaky_relu_forward(const Args& args) {
    return floats(args, "leaky_relu_cpu",
                  [slope = args.scalar(1).real()]<class T>(T x) { return x > 0 ? x : x * static_cast<T>(slope); });
}
// grad where x > 0, else slope grad
Grads leaky_relu_backward(const Tape& tape, const Tensor& grad) {
    return {where(greater(tape.input(0), Scalar(0)), grad, mul(grad, tape.args().scalar(1)))};
}

// The weight as a tensor that broadcasts over the channels of `self`, (N, C, ...).
Tensor channel_weight(const Tensor& self, const Tensor& weight) {
    if (self.dtype() != weight.dtype()) {
        throw Error(ErrorKind::dtype, "prelu: Type promoting not supported. Got " +
                                          std::string(long_name_of(self.dtype())) + " and " +
                                          std::string(long_name_of(weight.dtype())));
    }
    if (weight.ndim() > 1) {
        throw Error(ErrorKind::shape, "prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = " +
                                          std::to_string(weight.ndim()));
    }
    if (weight.numel() == 1) {
        return reshape(weight, Shape(self.shape().size(), 1));
    }
    if (self.ndim() == 0) {
        throw Error(ErrorKind::shape, "Not allow zero-dim input tensor.");
    }
    const Int channels = self.ndim() > 1 ? self.size(1) : 1;
    if (channels != weight.numel()) {
        throw Error(ErrorKind::shape,
                    "Mismatch of parameter numbers and input channel size. Found parameter numbers = " +
                        std::to_string(weight.numel()) + " and channel size = " + std::to_string(channels) + ".");
    }
    Shape shape(self.shape().size(), 1);
    shape[1] = channels;
    return reshape(weight, shape);
}

Value prelu_forward(const Args& args) {
    const GradMode unrecorded(false);
    const Tensor weight = channel_weight(args.tensor(0), args.tensor(1));
    if (!is_floating(weight.dtype())) {
        not_implemented("prelu_cpu", weight.dtype());
    }
    Args pair;
    pair.push(args[0]);
    pair.push(weight);
    return visit_floating(weight.dtype(), [&]<class T>(TypeTag<T>) {
        return map_pair<T, T>(pair, [](T x, T w) { return x > 0 ? x : x * w; });
    });
}
// d self = grad where x > 0, else w grad; d weight = x grad where x <= 0, summed over all but the channels
Grads prelu_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& x = tape.input(0);
    const Tensor weight = channel_weight(x, tape.input(1));
    const Tensor positive = greater(x, Scalar(0));
    Grads grads(2);
    if (tape.needs(0)) {
        grads[0] = where(positive, grad, mul(grad, weight));
    }
    if (tape.needs(1)) {
        grads[1] = reshape(sum_to(zero_where(positive, mul(grad, x)), weight.shape()), tape.shape(1));
    }
    return grads;
}
std::string_view prelu_grad_name(const Args&) { return "PreluKernelBackward0"; }

// The noise is 1 where x > 0 and a drawn slope elsewhere.
Value rrelu_with_noise_forward(const Args& args) { return mul(args[0], args[1]); }
Grads rrelu_with_noise_backward(const Tape& tape, const Tensor& grad) { return {mul(grad, tape.input(1)), Tensor()}; }

// ---- exponential linear units

// scale x where x > 0, else alpha scale (e^(input_scale x) - 1)
Value elu_forward(const Args& args) {
    const double alpha = args.scalar(1).real();
    const double scale = args.scalar(2).real();
    const double input_scale = args.scalar(3).real();
    return floats(args, "elu_cpu", [=]<class T>(T x) {
        return x > 0 ? x * static_cast<T>(scale)
                     : std::expm1(x * static_cast<T>(input_scale)) * static_cast<T>(alpha * scale);
    });
}
Grads elu_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& x = tape.input(0);
    const double alpha = tape.args().scalar(1).real();
    const double scale = tape.args().scalar(2).real();
    const double input_scale = tape.args().scalar(3).real();
    const Tensor below = mul(exp(mul(x, Scalar(input_scale))), Scalar(alpha * scale * input_scale));
    return {where(no_more(x, Scalar(0)), mul(grad, below), mul(grad, Scalar(scale)))};
}

Value celu_forward(const Args& args) {
    const double alpha = args.scalar(1).real();
    if (alpha == 0) {
        throw Error(ErrorKind::value, "ZeroDivisionError: alpha cannot be 0 for CELU");
    }
    const GradMode unrecorded(false);
    return apply<"elu">(args[0], Scalar(alpha), Scalar(1.0), Scalar(1 / alpha));
}
// grad where x > 0, else grad e^(x / alpha)
Grads celu_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& x = tape.input(0);
    const Tensor below = exp(mul(x, Scalar(1 / tape.args().scalar(1).real())));
    return {where(no_more(x, Scalar(0)), mul(grad, below), grad)};
}

// The constants that keep mean 0 and variance 1 (Klambauer et al. 2017, arXiv:1706.02515).
constexpr double selu_alpha = 1.6732632423543772848170429916717;
constexpr double selu_scale = 1.0507009873554804934193349852946;

Args selu_as_elu(const Args& args) {
    Args elu(args.dialect());
    elu.push(args[0]);
    elu.push(Scalar(selu_alpha));
    elu.push(Scalar(selu_scale));
    elu.push(Scalar(1.0));
    return elu;
}
Value selu_forward(const Args& args) { return elu_forward(selu_as_elu(args)); }
Grads selu_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& x = tape.input(0);
    const Tensor below = mul(exp(x), Scalar(selu_alpha * selu_scale));
    return {where(no_more(x, Scalar(0)), mul(grad, below), mul(grad, Scalar(selu_scale)))};
}
std::string_view elu_grad_name(const Args&) { return "EluBackward0"; }

// ---- smooth gates

constexpr double gelu_inner = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;  // sqrt(2 / pi)
constexpr double gelu_cubic = 0.044715;

template <class T>
T gelu_erf(T x) {
    return kernels::torch_erf(x * static_cast<T>(std::numbers::sqrt2 / 2));
}

template <class T>
T gelu_of(T x, bool tanh) {
    if (tanh) {
        return T{0.5} * x *
               (T{1} + std::tanh(static_cast<T>(gelu_inner) * (x + static_cast<T>(gelu_cubic) * x * x * x)));
    }
    const double half = static_cast<double>(x * T{0.5});
    return static_cast<T>(half * static_cast<double>(gelu_erf(x)) + half);
}

// d gelu / d x
template <class T>
T gelu_slope(T x, bool tanh) {
    if (tanh) {
        const T t = std::tanh(static_cast<T>(gelu_inner) * (x + static_cast<T>(gelu_cubic) * x * x * x));
        const T inner = static_cast<T>(gelu_inner) * (T{1} + static_cast<T>(3 * gelu_cubic) * x * x);
        return T{0.5} * (T{1} + t) + T{0.5} * x * (T{1} - t * t) * inner;
    }
    const T density = std::exp(x * x * T{-0.5}) * static_cast<T>(gelu_inner / 2);
    return T{0.5} * (T{1} + gelu_erf(x)) + x * density;
}

Value gelu_forward(const Args& args) {
    const bool tanh = args.boolean(1);
    return floats(args, "GeluKernelImpl", [tanh](auto x) { return gelu_of(x, tanh); });
}

// The slope written in ops, for gradients of the gradient; one loop otherwise.
Grads gelu_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& x = tape.input(0);
    const bool tanh = tape.args().boolean(1);
    if (!grad_enabled() && !is_narrow(x.dtype())) {
        Args pair;
        pair.push(grad);
        pair.push(x);
        return {visit_floating(x.dtype(), [&]<class T>(TypeTag<T>) {
            return map_pair<T, T>(pair, [tanh](T g, T a) { return g * gelu_slope(a, tanh); });
        })};
    }
    const Tensor square = mul(x, x);
    if (tanh) {
        const Tensor t =
            apply<"tanh">(mul(mul(x, add(mul(square, Scalar(gelu_cubic)), Scalar(1))), Scalar(gelu_inner)));
        const Tensor inner = mul(add(mul(square, Scalar(3 * gelu_cubic)), Scalar(1)), Scalar(gelu_inner));
        const Tensor curve = mul(mul(x, sub(Scalar(1), mul(t, t))), inner);
        return {mul(grad, mul(add(add(t, Scalar(1)), curve), Scalar(0.5)))};
    }
    const Tensor density = mul(exp(mul(square, Scalar(-0.5))), Scalar(gelu_inner / 2));
    const Tensor share = mul(add(apply<"erf">(mul(x, Scalar(std::numbers::sqrt2 / 2))), Scalar(1)), Scalar(0.5));
    return {mul(grad, add(share, mul(x, density)))};
}

Value mish_forward(const Args& args) {
    return floats(args, "mish_cpu", [](auto x) { return x * std::tanh(std::log1p(std::exp(x))); });
}
// d x tanh(softplus(x)) = grad (t + x s(x) (1 - t^2)), t = tanh(softplus(x))
Grads mish_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& x = tape.input(0);
    const Tensor t = apply<"tanh">(apply<"softplus">(x));
    const Tensor curve = mul(mul(x, apply<"sigmoid">(x)), sub(Scalar(1), mul(t, t)));
    return {mul(grad, add(t, curve))};
}

// log(1 + e^(beta x)) / beta, and x itself above the threshold
Value softplus_forward(const Args& args) {
    const double beta = args.scalar(1).real();
    const double threshold = args.scalar(2).real();
    return floats(args, "softplus_cpu", [=]<class T>(T x) {
        const T scaled = x * static_cast<T>(beta);
        return scaled > static_cast<T>(threshold) ? x : std::log1p(std::exp(scaled)) / static_cast<T>(beta);
    });
}
Grads softplus_backward(const Tape& tape, const Tensor& grad) {
    const Tensor scaled = mul(tape.input(0), tape.args().scalar(1));
    return {where(greater(scaled, tape.args().scalar(2)), grad, mul(grad, apply<"sigmoid">(scaled)))};
}

Value log_sigmoid_forward(const Args& args) {
    return floats(args, "log_sigmoid_cpu",
                  []<class T>(T x) { return std::min(x, T{0}) - std::log1p(std::exp(-std::fabs(x))); });
}
// d log s(x) = grad s(-x)
Grads log_sigmoid_backward(const Tape& tape, const Tensor& grad) {
    return {mul(grad, apply<"sigmoid">(neg(tape.input(0))))};
}

struct Halves {
    Int dim;
    Int size;
};

Halves checked_halves(const Tensor& self, Int wrapped) {
    const int dim = normalize_dim(Dialect::torch, wrapped, self.ndim());
    const Int size = self.size(dim);
    if (size % 2 != 0) {
        throw Error(ErrorKind::shape, "Halving dimension must be even, but dimension " + std::to_string(dim) +
                                          " is size " + std::to_string(size));
    }
    return {dim, size / 2};
}

Value glu_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (!is_floating(self.dtype())) {
        not_implemented("glu_cpu", self.dtype());
    }
    const auto [dim, half] = checked_halves(self, args.integer(1));
    const GradMode unrecorded(false);
    return mul(apply<"narrow">(self, dim, Int{0}, half), apply<"sigmoid">(apply<"narrow">(self, dim, half, half)));
}
// With self = [a, b]: d a s(b) = [grad s(b), grad a s(b) (1 - s(b))]
Grads glu_backward(const Tape& tape, const Tensor& grad) {
    const auto [dim, half] = checked_halves(tape.input(0), tape.args().integer(1));
    const Tensor a = apply<"narrow">(tape.input(0), dim, Int{0}, half);
    const Tensor s = apply<"sigmoid">(apply<"narrow">(tape.input(0), dim, half, half));
    const Tensor first = mul(grad, s);
    return {apply<"cat">(TensorList{first, mul(mul(first, a), sub(Scalar(1), s))}, dim)};
}

// ---- pieces of straight lines

Value hardtanh_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (self.dtype() == Dtype::boolean) {
        throw Error(ErrorKind::unsupported, "Bool inputs not supported for hardtanh");
    }
    const Scalar low = args.scalar(1);
    const Scalar high = args.scalar(2);
    return visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
        return map_each<T, T>(self, [low = low.to<T>(), high = high.to<T>()](T x) {
            return x < low ? low : x > high ? high : x;
        });
    });
}
// 0 from the bounds on
Grads hardtanh_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& x = tape.input(0);
    const Tensor outside =
        apply<"logical_or">(no_more(x, tape.args().scalar(1)), apply<"ge">(x, tape.args().scalar(2)));
    return {zero_where(outside, grad)};
}
std::string_view hardtanh_grad_name(const Args&) { return "HardtanhBackward0"; }

template <class T>
T clipped_to_six(T x) {
    return std::min(std::max(x + T{3}, T{0}), T{6});
}

Value hardswish_forward(const Args& args) {
    return floats(args, "hardswish_cpu", []<class T>(T x) { return x * clipped_to_six(x) / T{6}; });
}
// 0 up to -3, grad from 3 on, grad (x / 3 + 1/2) between
Grads hardswish_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& x = tape.input(0);
    const Tensor inside = mul(grad, add(div(x, Scalar(3.0)), Scalar(0.5)));
    return {zero_where(no_more(x, Scalar(-3)), where(apply<"lt">(x, Scalar(3)), inside, grad))};
}

Value hardsigmoid_forward(const Args& args) {
    return floats(args, "hardsigmoid_cpu", []<class T>(T x) { return clipped_to_six(x) / T{6}; });
}
Grads hardsigmoid_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& x = tape.input(0);
    const Tensor inside = both(greater(x, Scalar(-3)), apply<"lt">(x, Scalar(3)));
    return {where(inside, div(grad, Scalar(6.0)), Scalar(0.0))};
}

Value hardshrink_forward(const Args& args) {
    const double lambda = args.scalar(1).real();
    return floats(args, "hardshrink_cpu",
                  [=]<class T>(T x) { return x >= static_cast<T>(-lambda) && x <= static_cast<T>(lambda) ? T{0} : x; });
}

// torch looks at lambda with the dtype's own range; the largest float prints as %g does.
Value softshrink_forward(const Args& args) {
    const Dtype dtype = args.tensor(0).dtype();
    if (!is_floating(dtype)) {
        not_implemented("softshrink_check", dtype);
    }
    const double lambda = args.scalar(1).real();
    if (!(lambda >= 0)) {
        char found[32];
        std::snprintf(found, sizeof found, "%g", lambda);
        throw Error(ErrorKind::value, std::string("lambda must be in range [0, ") +
                                          (dtype == Dtype::float64 ? "1.79769e+308" : "3.40282e+38") +
                                          "] for input dtype " + std::string(long_name_of(dtype)) + ", but found " +
                                          found);
    }
    // torch's vectors give 0 between the bounds, its loop over fewer elements than two vectors x times 0.
    const bool signs = args.tensor(0).numel() * static_cast<Int>(size_of(dtype)) < 64;
    return floats(args, "softshrink_cpu", [=]<class T>(T x) {
        const T width = static_cast<T>(lambda);
        return x > width ? x - width : x < -width ? x + width : signs || x != x ? x * T{0} : T{0};
    });
}
// 0 within [-lambda, lambda]
Grads shrink_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& x = tape.input(0);
    const double lambda = tape.args().scalar(1).real();
    return {zero_where(both(apply<"ge">(x, Scalar(-lambda)), no_more(x, Scalar(lambda))), grad)};
}

Value threshold_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (self.dtype() == Dtype::boolean) {
        not_implemented("threshold_cpu", self.dtype());
    }
    const Scalar limit = args.scalar(1);
    const Scalar value = args.scalar(2);
    return visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
        return map_each<T, T>(self,
                              [limit = limit.to<T>(), value = value.to<T>()](T x) { return x <= limit ? value : x; });
    });
}
Grads threshold_backward(const Tape& tape, const Tensor& grad) {
    return {zero_where(no_more(tape.input(0), tape.args().scalar(1)), grad)};
}

constexpr OpDef table[] = {
    {.signature = "leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor",
     .doc = "x where it is positive, else negative_slope * x.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = leaky_relu_forward,
     .backward = leaky_relu_backward,
     .keeps = Keep::inputs,
     .in_place = true},
    {.signature = "prelu(Tensor self, Tensor weight) -> Tensor",
     .names = "torch.prelu Tensor.prelu F.prelu",
     .doc = "x where it is positive, else weight * x, with one weight or one a channel (N, C, ...).",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = prelu_forward,
     .backward = prelu_backward,
     .keeps = Keep::inputs,
     .grad_name = prelu_grad_name},
    {.signature = "rrelu_with_noise(Tensor self, Tensor noise) -> Tensor",
     .doc = "x times noise, which is 1 where x is positive and a drawn slope elsewhere.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = rrelu_with_noise_forward,
     .backward = rrelu_with_noise_backward,
     .keeps = Keep::inputs,
     .in_place = true},
    {.signature = "elu(Tensor self, Scalar alpha=1.0, Scalar scale=1.0, Scalar input_scale=1.0) -> Tensor",
     .doc = "scale * x where x is positive, else scale * alpha * (exp(input_scale * x) - 1).",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = elu_forward,
     .backward = elu_backward,
     .keeps = Keep::inputs,
     .in_place = true},
    {.signature = "celu(Tensor self, Scalar alpha=1.0) -> Tensor",
     .names = "torch.celu",
     .doc = "max(0, x) + min(0, alpha * (exp(x / alpha) - 1)).",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = celu_forward,
     .backward = celu_backward,
     .keeps = Keep::inputs,
     .in_place = true},
    {.signature = "selu(Tensor self) -> Tensor",
     .names = "torch.selu",
     .doc = "elu with the scales of self-normalizing networks (Klambauer et al. 2017, arXiv:1706.02515).",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = selu_forward,
     .backward = selu_backward,
     .keeps = Keep::inputs,
     .grad_name = elu_grad_name,
     .in_place = true},
    {.signature = "gelu(Tensor self, *, bool tanh=False) -> Tensor",
     .doc = "x * P(Z <= x) of a standard normal Z, or its tanh approximation (arXiv:1606.08415).",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = gelu_forward,
     .backward = gelu_backward,
     .keeps = Keep::inputs,
     .in_place = true},
    {.signature = "mish(Tensor self) -> Tensor",
     .doc = "x * tanh(log(1 + exp(x))) (arXiv:1908.08681).",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = mish_forward,
     .backward = mish_backward,
     .keeps = Keep::inputs,
     .in_place = true},
    {.signature = "softplus(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor",
     .names = "F.softplus",
     .doc = "log(1 + exp(beta * x)) / beta; x itself where beta * x is above the threshold.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = softplus_forward,
     .backward = softplus_backward,
     .keeps = Keep::inputs},
    {.signature = "log_sigmoid(Tensor self) -> Tensor",
     .doc = "log(1 / (1 + exp(-x))).",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = log_sigmoid_forward,
     .backward = log_sigmoid_backward,
     .keeps = Keep::inputs},
    {.signature = "glu(Tensor self, int dim=-1) -> Tensor",
     .doc = "The first half along `dim` times the sigmoid of the second (arXiv:1612.08083).",
     .dtype = DtypeRule::same,
     .forward = glu_forward,
     .backward = glu_backward,
     .keeps = Keep::inputs},
    {.signature = "hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor",
     .doc = "x held between min_val and max_val.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = hardtanh_forward,
     .backward = hardtanh_backward,
     .keeps = Keep::inputs,
     .grad_name = hardtanh_grad_name,
     .in_place = true},
    {.signature = "hardswish(Tensor self) -> Tensor",
     .doc = "x * min(max(x + 3, 0), 6) / 6 (arXiv:1905.02244).",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = hardswish_forward,
     .backward = hardswish_backward,
     .keeps = Keep::inputs,
     .in_place = true},
    {.signature = "hardsigmoid(Tensor self) -> Tensor",
     .doc = "min(max(x + 3, 0), 6) / 6.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = hardsigmoid_forward,
     .backward = hardsigmoid_backward,
     .keeps = Keep::inputs,
     .in_place = true},
    {.signature = "hardshrink(Tensor self, Scalar lambd=0.5) -> Tensor",
     .names = "torch.hardshrink Tensor.hardshrink F.hardshrink",
     .doc = "x outside [-lambd, lambd], else 0.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = hardshrink_forward,
     .backward = shrink_backward,
     .keeps = Keep::inputs},
    {.signature = "softshrink(Tensor self, Scalar lambd=0.5) -> Tensor",
     .names = "F.softshrink",
     .doc = "x moved towards 0 by lambd, and 0 within [-lambd, lambd].",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = softshrink_forward,
     .backward = shrink_backward,
     .keeps = Keep::inputs},
    {.signature = "threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor",
     .names = "torch.threshold",
     .doc = "x above the threshold, else value.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = threshold_forward,
     .backward = threshold_backward,
     .keeps = Keep::inputs,
     .in_place = true},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> activation_ops() { return table; }

}  // namespace sconce
