// Losses between an input and a target of one shape. Negative log likelihood is in softmax.cpp.
#include <algorithm>
#include <cmath>

#include "engine/autograd/tape.hpp"
#include "engine/ops/elementwise.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

enum Reduce : Int { no_reduction, mean_reduction, sum_reduction };

Tensor reduced(const Tensor& losses, Int reduction) {
    return reduction == mean_reduction  ? apply<"mean">(losses)
           : reduction == sum_reduction ? apply<"sum">(losses)
                                        : losses;
}

// grad, shared out among the elements that a mean was taken of.
Tensor shared_out(const Tape& tape, std::size_t reduction, const Tensor& grad, const Tensor& slope) {
    const bool mean = tape.args().integer(reduction) == mean_reduction;
    return mul(mean ? div(slope, Scalar(static_cast<double>(slope.numel()))) : slope, grad);
}

// The gradients of a loss that depends on input - target alone.
Grads opposed(const Tape& tape, const Tensor& share) { return {share, tape.needs(1) ? neg(share) : Tensor()}; }

// reduce(f(input, target)); `kernel` is what torch's error calls the loop.
template <class F>
Value pair_loss(const Args& args, std::string_view kernel, Int reduction, F f) {
    const Dtype dtype = promoted(args);
    if (!is_floating(dtype)) {
        throw Error(ErrorKind::unsupported,
                    "\"" + std::string(kernel) + "\" not implemented for '" + std::string(long_name_of(dtype)) + "'");
    }
    const GradMode unrecorded(false);
    return reduced(visit_floating(dtype, [&]<class T>(TypeTag<T>) { return map_pair<T, T>(args, f); }), reduction);
}

Tensor difference(const Tape& tape) { return sub(tape.input(0), tape.input(1)); }

Value mse_loss_forward(const Args& args) {
    return pair_loss(args, "mse_cpu", args.integer(2), [](auto x, auto y) { return (x - y) * (x - y); });
}
// d (x - y)^2 = 2 (x - y) grad
Grads mse_loss_backward(const Tape& tape, const Tensor& grad) {
    return opposed(tape, shared_out(tape, 2, grad, mul(difference(tape), Scalar(2.0))));
}

// (x - y)^2 / (2 beta) near 0, |x - y| - beta / 2 beyond beta
Value smooth_l1_loss_forward(const Args& args) {
    const double beta = args.real(3);
    if (beta < 0) {
        throw Error(ErrorKind::value, "smooth_l1_loss does not support negative values for beta.");
    }
    return pair_loss(args, "smooth_l1_cpu", args.integer(2), [=]<class T>(T x, T y) {
        const T b = static_cast<T>(beta);
        const T z = std::fabs(x - y);
        return z < b ? T{0.5} * z * z / b : z - T{0.5} * b;
    });
}
Grads smooth_l1_loss_backward(const Tape& tape, const Tensor& grad) {
    const Tensor slope = apply<"clamp">(div(difference(tape), Scalar(tape.args().real(3))), Scalar(-1), Scalar(1));
    return opposed(tape, shared_out(tape, 2, grad, slope));
}
std::string_view smooth_l1_grad_name(const Args&) { return "SmoothL1LossBackward0"; }

// (x - y)^2 / 2 near 0, delta (|x - y| - delta / 2) beyond delta
Value huber_loss_forward(const Args& args) {
    const double delta = args.real(3);
    if (!(delta > 0)) {
        throw Error(ErrorKind::value, "huber_loss does not support non-positive values for delta.");
    }
    return pair_loss(args, "huber_cpu", args.integer(2), [=]<class T>(T x, T y) {
        const T d = static_cast<T>(delta);
        const T z = std::fabs(x - y);
        return z <= d ? T{0.5} * z * z : d * (z - T{0.5} * d);
    });
}
Grads huber_loss_backward(const Tape& tape, const Tensor& grad) {
    const double delta = tape.args().real(3);
    const Tensor slope = apply<"clamp">(difference(tape), Scalar(-delta), Scalar(delta));
    return opposed(tape, shared_out(tape, 2, grad, slope));
}

// log(1 + e^(-y x))
Value soft_margin_loss_forward(const Args& args) {
    return pair_loss(args, "soft_margin_cpu", args.integer(2),
                     []<class T>(T x, T y) { return std::log(std::exp(-y * x) + T{1}); });
}
// d = -y s(-y x) grad
Grads soft_margin_loss_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& y = tape.input(1);
    const Tensor slope = neg(mul(y, apply<"sigmoid">(neg(mul(y, tape.input(0))))));
    return {shared_out(tape, 2, grad, slope)};
}

// ---- binary cross-entropy

Tensor weighted(const Tensor& losses, const Value& weight) {
    const auto* given = std::get_if<Tensor>(&weight);
    return given != nullptr ? mul(losses, *given) : losses;
}

// A tensor argument that may be None, as an operand or nothing.
Value optional_input(const Tape& tape, std::size_t param) {
    return tape.args().has(param) ? Value(tape.input(param)) : Value();
}

void check_same_dtype(const Tensor& input, const Tensor& target) {
    if (input.dtype() != target.dtype()) {
        throw Error(ErrorKind::dtype, "Found dtype " + std::string(long_name_of(target.dtype())) + " but expected " +
                                          std::string(long_name_of(input.dtype())));
    }
}

// (y - 1) log(1 - x) - y log x, logarithms held at -100
Value binary_cross_entropy_forward(const Args& args) {
    check_same_dtype(args.tensor(0), args.tensor(1));
    const GradMode unrecorded(false);
    const Value losses = pair_loss(args, "binary_cross_entropy", no_reduction, []<class T>(T x, T y) {
        if (!(x >= 0 && x <= 1)) {
            throw Error(ErrorKind::value, "all elements of input should be between 0 and 1");
        }
        if (!(y >= 0 && y <= 1)) {
            throw Error(ErrorKind::value, "all elements of target should be between 0 and 1");
        }
        return (y - T{1}) * std::max(std::log1p(-x), T{-100}) - y * std::max(std::log(x), T{-100});
    });
    return reduced(weighted(std::get<Tensor>(losses), args[2]), args.integer(3));
}
// d x = grad (x - y) / max(x (1 - x), 1e-12), d y = grad (log(1 - x) - log x)
Grads binary_cross_entropy_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& x = tape.input(0);
    const Value weight = optional_input(tape, 2);
    const Tensor rest = sub(Scalar(1), x);
    Grads grads(3);
    if (tape.needs(0)) {
        const Tensor slope = div(difference(tape), apply<"clamp">(mul(x, rest), Scalar(1e-12)));
        grads[0] = shared_out(tape, 3, grad, weighted(slope, weight));
    }
    if (tape.needs(1)) {
        grads[1] = shared_out(tape, 3, grad, weighted(sub(log(rest), log(x)), weight));
    }
    return grads;
}

// (1 - y) x - (1 + (w - 1) y) log s(x) with w the weight of positive answers
Value binary_cross_entropy_with_logits_forward(const Args& args) {
    const Tensor& x = args.tensor(0);
    const Tensor& y = args.tensor(1);
    if (!is_floating(promoted(args)) || !is_floating(y.dtype())) {
        throw Error(ErrorKind::dtype, "result type Float can't be cast to the desired output type " +
                                          std::string(long_name_of(is_floating(y.dtype()) ? x.dtype() : y.dtype())));
    }
    const GradMode unrecorded(false);
    Tensor logs = apply<"log_sigmoid">(x);
    if (args.has(3)) {
        logs = mul(logs, add(mul(sub(args[3], Scalar(1)), y), Scalar(1)));
    }
    return reduced(weighted(sub(mul(sub(Scalar(1), y), x), logs), args[2]), args.integer(4));
}
// d x = grad (s(x) (1 + (w - 1) y) - w y), d y = grad ((1 - w) log s(x) - x)
Grads binary_cross_entropy_with_logits_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& x = tape.input(0);
    const Tensor& y = tape.input(1);
    const Value weight = optional_input(tape, 2);
    const bool positives = tape.args().has(3);
    Grads grads(4);
    if (tape.needs(0)) {
        Tensor slope = apply<"sigmoid">(x);
        if (positives) {
            const Tensor wy = mul(tape.input(3), y);
            slope = sub(mul(slope, sub(add(wy, Scalar(1)), y)), wy);
        } else {
            slope = sub(slope, y);
        }
        grads[0] = shared_out(tape, 4, grad, weighted(slope, weight));
    }
    if (tape.needs(1)) {
        Tensor slope = neg(x);
        if (positives) {
            slope = sub(mul(sub(Scalar(1), tape.input(3)), apply<"log_sigmoid">(x)), x);
        }
        grads[1] = shared_out(tape, 4, grad, weighted(slope, weight));
    }
    return grads;
}

// ---- margins between classes

struct MarginRows {
    Int count;
    Int classes;
};

// (N, C) with one class a row, or (C) with one class.
MarginRows margin_rows(const Tensor& self, const Tensor& target) {
    if (self.ndim() > 2 || self.numel() == 0 || (self.ndim() == 2 && self.size(1) == 0)) {
        throw Error(ErrorKind::shape, "Expected non-empty vector or matrix with optional 0-dim batch size, but got: " +
                                          torch_text(self.shape()));
    }
    const Int count = self.ndim() == 2 ? self.size(0) : 1;
    if (target.ndim() > 1 || target.numel() != count) {
        throw Error(ErrorKind::shape,
                    "multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples "
                    "(batch size). Expected target size [" +
                        std::to_string(count) + "], but got " + torch_text(target.shape()) + ". Input has shape " +
                        torch_text(self.shape()) + ".");
    }
    const Int classes = self.ndim() == 0 ? 1 : self.size(-1);
    const Tensor places = prepared(target, Dtype::int64);
    for (Int i = 0; i < count; ++i) {
        if (places.data<Int>()[i] < 0 || places.data<Int>()[i] >= classes) {
            throw Error(ErrorKind::value, "target out of range");
        }
    }
    return {count, classes};
}

// sum over classes c but the target t of w_t max(0, margin - x_t + x_c)^p / C, one a row
Value multi_margin_loss_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const auto [count, classes] = margin_rows(self, args.tensor(1));
    const GradMode unrecorded(false);
    const Tensor x = reshape(self, {count, classes});
    const Tensor places = reshape(apply<"to">(args.tensor(1), Dtype::int64), {count, 1});
    const Tensor own = apply<"gather">(x, Int{1}, places);
    Tensor z = apply<"clamp">(add(sub(x, own), args[3]), Scalar(0));
    z = args.integer(2) == 2 ? mul(z, z) : z;
    if (args.has(4)) {
        z = mul(z, unsqueeze(apply<"index_select">(args.tensor(4), Int{0}, reshape(places, {count})), 1));
    }
    z = apply<"scatter">(z, Int{1}, places, Scalar(0));
    const Tensor losses = div(sum(z, {1}, false), Scalar(static_cast<double>(classes)));
    return reduced(self.ndim() < 2 ? reshape(losses, {}) : losses, args.integer(5));
}
Grads multi_margin_loss_backward(const Tape& tape, const Tensor& grad) {
    const Args& args = tape.args();
    const auto [count, classes] = margin_rows(tape.input(0), tape.input(1));
    const Tensor x = reshape(tape.input(0), {count, classes});
    const Tensor places = reshape(apply<"to">(tape.input(1), Dtype::int64), {count, 1});
    const Tensor z = add(sub(x, apply<"gather">(x, Int{1}, places)), args[3]);
    Tensor slope = args.integer(2) == 2 ? mul(apply<"clamp">(z, Scalar(0)), Scalar(2.0))
                                        : apply<"to">(apply<"gt">(z, Scalar(0)), x.dtype());
    if (args.has(4)) {
        slope = mul(slope, unsqueeze(apply<"index_select">(tape.input(4), Int{0}, reshape(places, {count})), 1));
    }
    slope = div(apply<"scatter">(slope, Int{1}, places, Scalar(0)), Scalar(static_cast<double>(classes)));
    slope = apply<"scatter_add">(slope, Int{1}, places, neg(sum(slope, {1}, true)));
    const Tensor rows = grad.numel() == count && args.integer(5) == no_reduction ? reshape(grad, {count, 1}) : grad;
    const bool mean = args.integer(5) == mean_reduction;
    return {reshape(mul(mean ? div(slope, Scalar(static_cast<double>(count))) : slope, rows), tape.shape(0)), Tensor(),
            Tensor()};
}

constexpr OpDef table[] = {
    {.signature = "mse_loss(Tensor self, Tensor target, int reduction=1) -> Tensor",
     .doc = "The squared differences. `reduction` is 0 for none, 1 for the mean, 2 for the sum.",
     .dtype = DtypeRule::promote,
     .forward = mse_loss_forward,
     .backward = mse_loss_backward,
     .keeps = Keep::inputs},
    {.signature = "smooth_l1_loss(Tensor self, Tensor target, int reduction=1, float beta=1.0) -> Tensor",
     .doc = "Squared differences near 0 and absolute ones beyond beta, with the slope of the absolute ones.",
     .dtype = DtypeRule::promote,
     .forward = smooth_l1_loss_forward,
     .backward = smooth_l1_loss_backward,
     .keeps = Keep::inputs,
     .grad_name = smooth_l1_grad_name},
    {.signature = "huber_loss(Tensor self, Tensor target, int reduction=1, float delta=1.0) -> Tensor",
     .doc = "Half the squared differences near 0 and absolute ones beyond delta.",
     .dtype = DtypeRule::promote,
     .forward = huber_loss_forward,
     .backward = huber_loss_backward,
     .keeps = Keep::inputs},
    {.signature = "soft_margin_loss(Tensor self, Tensor target, int reduction=1) -> Tensor",
     .doc = "log(1 + exp(-target * self)) for targets 1 and -1.",
     .dtype = DtypeRule::promote,
     .forward = soft_margin_loss_forward,
     .backward = soft_margin_loss_backward,
     .keeps = Keep::inputs},
    {.signature = "binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=1) -> Tensor",
     .doc = "-(y log x + (1 - y) log(1 - x)) for probabilities x, with logarithms held at -100.",
     .dtype = DtypeRule::same,
     .forward = binary_cross_entropy_forward,
     .backward = binary_cross_entropy_backward,
     .keeps = Keep::inputs,
     .domain = {0.1, 0.9}},
    {.signature = "binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight=None, Tensor? "
                  "pos_weight=None, int reduction=1) -> Tensor",
     .doc = "Binary cross-entropy of sigmoid(self), computed without leaving the logarithms.",
     .dtype = DtypeRule::same,
     .forward = binary_cross_entropy_with_logits_forward,
     .backward = binary_cross_entropy_with_logits_backward,
     .keeps = Keep::inputs},
    {.signature = "multi_margin_loss(Tensor self, Tensor target, int p=1, Scalar margin=1, Tensor? weight=None, int "
                  "reduction=1) -> Tensor",
     .doc = "The mean over classes of max(0, margin - x[target] + x[class])^p.",
     .dtype = DtypeRule::same,
     .forward = multi_margin_loss_forward,
     .backward = multi_margin_loss_backward,
     .keeps = Keep::inputs},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> loss_ops() { return table; }

}  // namespace sconce
