// Softmax, its logarithm, and the loss that goes with it.
#include "engine/kernels/simd/softmax.hpp"

#include <algorithm>

#include "engine/autograd/tape.hpp"
#include "engine/ops/elementwise.hpp"

namespace sconce {

namespace {

int normalized(const Tensor& tensor, std::int64_t dim) { return normalize_dim(Dialect::torch, dim, tensor.ndim()); }

kernels::SoftmaxShape seen_from(const Tensor& tensor, int dim) {
    kernels::SoftmaxShape shape;
    for (int d = 0; d < tensor.ndim(); ++d) {
        (d < dim ? shape.outer : d == dim ? shape.count : shape.inner) *= tensor.size(d);
    }
    return shape;
}

template <bool logarithm>
Value softmax_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const int dim = normalized(self, args.integer(1));
    const Dtype dtype = args.dtype_or(2, self.dtype());
    if (!is_floating(dtype)) {
        const bool last = dim == std::max(self.ndim() - 1, 0);
        throw Error(ErrorKind::unsupported,
                    std::string("\"") + (logarithm ? "log_" : "") + (last ? "softmax_lastdim" : "softmax") +
                        "_kernel_impl\" not implemented for '" + std::string(long_name_of(dtype)) + "'");
    }
    const Tensor source = prepared(self, dtype);
    Tensor result = Tensor::empty(self.shape(), dtype);
    visit_floating(dtype, [&]<class T>(TypeTag<T>) {
        kernels::softmax<logarithm>(seen_from(self, dim), source.data<T>(), result.data<T>());
    });
    return result;
}

template <bool logarithm>
Value softmax_backward_forward(const Args& args) {
    const Tensor& result = args.tensor(1);
    const Tensor grad = prepared(args.tensor(0), result.dtype());
    const Tensor s = prepared(result, result.dtype());
    Tensor out = Tensor::empty(result.shape(), result.dtype());
    visit_floating(result.dtype(), [&]<class T>(TypeTag<T>) {
        kernels::softmax_gradient<logarithm>(seen_from(result, normalized(result, args.integer(2))), grad.data<T>(),
                                             s.data<T>(), out.data<T>());
    });
    return out;
}

// d softmax = s (grad - sum grad s)
Grads softmax_backward(const Tape& tape, const Tensor& grad) {
    return {apply<"softmax_backward">(grad, tape.result(), tape.args().integer(1))};
}
// d log_softmax = grad - softmax sum grad
Grads log_softmax_backward(const Tape& tape, const Tensor& grad) {
    return {apply<"log_softmax_backward">(grad, tape.result(), tape.args().integer(1))};
}

// With o = s (g - sum g s) and incoming u:
// d/dg = s (u - sum u s), d/ds = u (g - sum g s) - g sum u s
Grads softmax_backward_backward(const Tape& tape, const Tensor& u) {
    const Tensor& g = tape.input(0);
    const Tensor& s = tape.input(1);
    const std::int64_t dim = tape.args().integer(2);
    const Tensor shared = sum(mul(g, s), {dim}, true);
    const Tensor spread = sum(mul(u, s), {dim}, true);
    return {apply<"softmax_backward">(u, s, dim), sub(mul(u, sub(g, shared)), mul(g, spread))};
}

// With o = g - e^s sum g and incoming u:
// d/dg = u - sum u e^s, d/ds = -u e^s sum g
Grads log_softmax_backward_backward(const Tape& tape, const Tensor& u) {
    const Tensor& g = tape.input(0);
    const std::int64_t dim = tape.args().integer(2);
    const Tensor weighted = mul(u, exp(tape.input(1)));
    return {sub(u, sum(weighted, {dim}, true)), neg(mul(weighted, sum(g, {dim}, true)))};
}

// ---- negative log likelihood

enum Reduce : std::int64_t { no_reduction, mean_reduction, sum_reduction };

struct NllShape {
    std::int64_t batch = 1;
    std::int64_t classes = 1;
    std::int64_t inner = 1;
};

// self is (C), (N, C) or (N, C, d1, ...); target the same without C, or (1) beside (C).
NllShape checked_nll_shape(const Tensor& self, const Tensor& target, const Value& weight) {
    if (self.ndim() == 0) {
        throw Error(ErrorKind::argument, "Expected 1 or more dimensions (got 0)");
    }
    const int class_dim = self.ndim() == 1 ? 0 : 1;
    Shape expected = self.shape();
    expected.erase(expected.begin() + class_dim);
    if (self.ndim() == 1 && target.numel() != 1) {
        throw Error(ErrorKind::argument,
                    "For 1D input, 1D target must have size 1, but got target size: " + std::to_string(target.numel()));
    }
    if (const std::int64_t found = target.ndim() > 0 ? target.size(0) : 0; self.ndim() > 1 && self.size(0) != found) {
        throw Error(ErrorKind::argument, "Expected input batch_size (" + std::to_string(self.size(0)) +
                                             ") to match target batch_size (" + std::to_string(found) + ").");
    }
    if (self.ndim() > 1 && target.shape() != expected) {
        throw Error(
            ErrorKind::value,
            self.ndim() == 2 ? std::string("0D or 1D target tensor expected, multi-target not supported")
            : self.ndim() == 4
                ? "size mismatch (got input: " + torch_text(self.shape()) + " , target: " + torch_text(target.shape())
                : "Expected target size " + torch_text(expected) + ", got " + torch_text(target.shape()));
    }
    if (target.dtype() != Dtype::int64 && target.dtype() != Dtype::uint8) {
        throw Error(ErrorKind::dtype,
                    "expected target dtype to be Long or Byte, but got " + std::string(long_name_of(target.dtype())));
    }
    NllShape shape;
    for (int d = 0; d < self.ndim(); ++d) {
        (d < class_dim ? shape.batch : d == class_dim ? shape.classes : shape.inner) *= self.size(d);
    }
    if (const auto* w = std::get_if<Tensor>(&weight)) {
        if (w->shape() != Shape{shape.classes}) {
            throw Error(ErrorKind::value,
                        "weight tensor should be defined either for all " + std::to_string(shape.classes) +
                            " classes or no classes but got weight tensor of shape: " + torch_text(w->shape()));
        }
        if (w->dtype() != self.dtype()) {
            throw Error(ErrorKind::dtype, "expected scalar type " + std::string(long_name_of(self.dtype())) +
                                              " but found " + std::string(long_name_of(w->dtype())));
        }
    }
    return shape;
}

// int64, with the shape of the losses.
Tensor target_places(const Shape& self, const Tensor& target) {
    const Tensor places = prepared(target, Dtype::int64);
    return self.size() == 1 ? places.view_as({}, {}, places.offset()) : places;
}

// The weight of each target, 0 where it is to be ignored, with target's shape and self's dtype.
Tensor target_weights(const Tensor& places, const Value& weight, std::int64_t classes, std::int64_t ignore_index,
                      Dtype dtype) {
    Tensor result = Tensor::empty(places.shape(), dtype);
    const auto* given = std::get_if<Tensor>(&weight);
    const Tensor weights = given != nullptr ? prepared(*given, dtype) : Tensor();
    visit_floating(dtype, [&]<class T>(TypeTag<T>) {
        for (std::int64_t i = 0; i < places.numel(); ++i) {
            const std::int64_t place = places.data<std::int64_t>()[i];
            if (place != ignore_index && (place < 0 || place >= classes)) {
                throw Error(ErrorKind::index, "Target " + std::to_string(place) + " is out of bounds.");
            }
            result.data<T>()[i] = place == ignore_index ? T{0} : weights ? weights.data<T>()[place] : T{1};
        }
    });
    return result;
}

// loss_i = -w[target_i] self[i, target_i]; mean divides by the sum of the weights used
Value nll_loss_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const NllShape shape = checked_nll_shape(self, args.tensor(1), args[2]);
    const std::int64_t reduction = args.integer(3);
    if (!is_floating(self.dtype())) {
        throw Error(ErrorKind::unsupported,
                    "\"nll_loss_out_frame\" not implemented for '" + std::string(long_name_of(self.dtype())) + "'");
    }
    const Tensor places = target_places(self.shape(), args.tensor(1));
    const Tensor weights = target_weights(places, args[2], shape.classes, args.integer(4), self.dtype());
    const Tensor source = prepared(self, self.dtype());
    Tensor losses = Tensor::empty(places.shape(), self.dtype());
    visit_floating(self.dtype(), [&]<class T>(TypeTag<T>) {
        for (std::int64_t b = 0; b < shape.batch; ++b) {
            for (std::int64_t i = 0; i < shape.inner; ++i) {
                const std::int64_t at = b * shape.inner + i;
                const T weight = weights.data<T>()[at];
                const std::int64_t place = places.data<std::int64_t>()[at];
                const bool ignored = place == args.integer(4);
                losses.data<T>()[at] =
                    ignored ? T{0} : -weight * source.data<T>()[(b * shape.classes + place) * shape.inner + i];
            }
        }
    });
    if (reduction == no_reduction) {
        return losses;
    }
    const GradMode unrecorded(false);
    const Tensor total = apply<"sum">(losses);
    return reduction == sum_reduction ? total : div(total, apply<"sum">(weights));
}

// d loss = -w[target] grad at each target, shared out by the mean
Grads nll_loss_backward(const Tape& tape, const Tensor& grad) {
    const Args& args = tape.args();
    const Shape& shape = tape.shape(0);
    const std::int64_t ignored = args.integer(4);
    const std::int64_t class_dim = shape.size() == 1 ? 0 : 1;
    const Tensor places = target_places(shape, tape.input(1));
    const Tensor weights =
        target_weights(places, args[2], shape[static_cast<std::size_t>(class_dim)], ignored, tape.dtype(0));
    // 0 - w rather than -w: what is ignored gets 0, not -0.
    Tensor share = mul(grad, sub(Scalar(0), weights));
    if (args.integer(3) == mean_reduction) {
        share = div(share, apply<"sum">(weights));
    }
    // An ignored target may lie outside the classes; its share is 0 wherever it goes.
    const Tensor inside = where(apply<"eq">(places, Scalar(ignored)), Scalar(0), places);
    return {apply<"scatter">(zeros_of(shape, share.dtype()), class_dim, unsqueeze(inside, class_dim),
                             unsqueeze(share, class_dim)),
            Tensor(), Tensor()};
}
std::string_view nll_loss_grad_name(const Args& args) {
    const int ndim = args.tensor(0).ndim();
    if (ndim <= 2) {
        return "NllLossBackward0";
    }
    // torch sees other than two dims as two, and the losses as they were again.
    return ndim != 4 && args.integer(3) == no_reduction ? "ViewBackward0" : "NllLoss2DBackward0";
}

std::string_view softmax_backward_name(const Args&) { return "SoftmaxBackwardBackward0"; }
std::string_view log_softmax_backward_name(const Args&) { return "LogSoftmaxBackwardBackward0"; }

constexpr OpDef table[] = {
    {.signature = "softmax(Tensor self, int dim, Dtype? dtype=None) -> Tensor",
     .names = "torch.softmax Tensor.softmax",
     .doc = "exp of each element, divided by the sum of exp along `dim`.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = softmax_forward<false>,
     .backward = softmax_backward,
     .keeps = Keep::result},
    {.signature = "log_softmax(Tensor self, int dim, Dtype? dtype=None) -> Tensor",
     .names = "torch.log_softmax Tensor.log_softmax",
     .doc = "Logarithm of softmax along `dim`, computed without losing small probabilities.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = softmax_forward<true>,
     .backward = log_softmax_backward,
     .keeps = Keep::result},
    {.signature = "softmax_backward(Tensor grad, Tensor result, int dim) -> Tensor",
     .doc = "Gradient of softmax from the gradient of its `result`.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = softmax_backward_forward<false>,
     .backward = softmax_backward_backward,
     .keeps = Keep::inputs,
     .grad_name = softmax_backward_name},
    {.signature = "log_softmax_backward(Tensor grad, Tensor result, int dim) -> Tensor",
     .doc = "Gradient of log_softmax from the gradient of its `result`.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = softmax_backward_forward<true>,
     .backward = log_softmax_backward_backward,
     .keeps = Keep::inputs,
     .grad_name = log_softmax_backward_name},
    {.signature =
         "nll_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, int ignore_index=-100) -> Tensor",
     .doc = "Negative log likelihood of the classes `target` under the log-probabilities `self`, (N, C) or (N, C, d1, "
            "...). "
            "`reduction` is 0 for none, 1 for the weighted mean, 2 for the sum.",
     .dtype = DtypeRule::same,
     .forward = nll_loss_forward,
     .backward = nll_loss_backward,
     .keeps = Keep::inputs,
     .grad_name = nll_loss_grad_name},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> softmax_ops() { return table; }

}  // namespace sconce
