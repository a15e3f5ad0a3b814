// Layer, RMS, group and batch normalisation: one pass forward, one backward; the gradient's own gradient is written in ops.
#include <algorithm>
#include <cmath>

#include "engine/autograd/tape.hpp"
#include "engine/kernels/scalar/normalize.hpp"
#include "engine/ops/functions.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;
using kernels::NormLayout;

Int product(const Shape& shape, std::size_t from, std::size_t to) {
    return element_count(
        Shape(shape.begin() + static_cast<std::ptrdiff_t>(from), shape.begin() + static_cast<std::ptrdiff_t>(to)));
}

Tensor optional_tensor(const Value& value) {
    const auto* tensor = std::get_if<Tensor>(&value);
    return tensor != nullptr ? *tensor : Tensor();
}

// What one normalisation does: how x is seen, over which dims, and how a weight of its own shape lies against x.
struct Norm {
    NormLayout layout;
    // For the gradient in ops: x as this shape, reduced over these dims, weights seen as the third.
    Shape seen;
    Shape dims;
    Shape weight_seen;
    double eps = 0;
    bool centred = true;
};

// x over its last dims, (..., normalized_shape)
Norm layer_norm_of(const Shape& shape, const Shape& normalized, double eps, bool centred) {
    Norm norm;
    const std::size_t lead = shape.size() - normalized.size();
    norm.layout.groups = product(shape, 0, lead);
    norm.layout.length = element_count(normalized);
    norm.layout.group_step = norm.layout.length;
    norm.layout.by_element = true;
    norm.seen = shape;
    for (std::size_t d = lead; d < shape.size(); ++d) {
        norm.dims.push_back(static_cast<Int>(d));
    }
    norm.weight_seen = normalized;
    norm.eps = eps;
    norm.centred = centred;
    return norm;
}

// (N, C, ...) as (N, groups, C / groups, ...)
Norm group_norm_of(const Shape& shape, Int groups, double eps) {
    Norm norm;
    const Int inner = product(shape, 2, shape.size());
    const Int channels = shape[1] / groups;
    norm.layout = {.groups = shape[0] * groups,
                   .runs = channels,
                   .length = inner,
                   .group_step = channels * inner,
                   .run_step = inner,
                   .wrap = groups,
                   .runs_a_group = channels,
                   .by_run = true};
    norm.seen = {shape[0], groups, channels, inner};
    norm.dims = {2, 3};
    norm.weight_seen = {1, groups, channels, 1};
    norm.eps = eps;
    return norm;
}

// (N, C, ...) over everything but C
Norm batch_norm_of(const Shape& shape, double eps) {
    Norm norm;
    const Int inner = product(shape, 2, shape.size());
    norm.layout = {.groups = shape[1],
                   .runs = shape[0],
                   .length = inner,
                   .group_step = inner,
                   .run_step = shape[1] * inner,
                   .wrap = std::max<Int>(shape[1], 1)};
    norm.seen = {shape[0], shape[1], inner};
    norm.dims = {0, 2};
    norm.weight_seen = {1, shape[1], 1};
    norm.eps = eps;
    return norm;
}

std::vector<double> inverse_deviation(const std::vector<double>& variance, double eps) {
    std::vector<double> scale(variance.size());
    std::transform(variance.begin(), variance.end(), scale.begin(), [eps](double v) { return 1 / std::sqrt(v + eps); });
    return scale;
}

// The numbers of a tensor as doubles.
std::vector<double> doubles(const Tensor& tensor) {
    const Tensor flat = prepared(tensor, Dtype::float64);
    return {flat.data<double>(), flat.data<double>() + flat.numel()};
}

template <class T>
T* data_or_null(const Tensor& tensor) {
    return tensor ? tensor.data<T>() : nullptr;
}

Tensor applied(const Norm& norm, const Tensor& self, const std::vector<double>& mean, const std::vector<double>& scale,
               const Tensor& weight, const Tensor& bias) {
    const Dtype dtype = self.dtype();
    const Tensor x = prepared(self, dtype);
    const Tensor w = weight ? prepared(weight, dtype) : Tensor();
    const Tensor b = bias ? prepared(bias, dtype) : Tensor();
    const Tensor result = Tensor::empty(self.shape(), dtype);
    visit_floating(dtype, [&]<class T>(TypeTag<T>) {
        kernels::normalize<T>(norm.layout, x.data<T>(), mean.data(), scale.data(), data_or_null<T>(w),
                              data_or_null<T>(b), result.data<T>());
    });
    return result;
}

kernels::Moments own_moments(const Norm& norm, const Tensor& self) {
    const Tensor x = prepared(self, self.dtype());
    return visit_floating(
        self.dtype(), [&]<class T>(TypeTag<T>) { return kernels::moments<T>(norm.layout, x.data<T>(), norm.centred); });
}

Tensor normalized(const Norm& norm, const Tensor& self, const Tensor& weight, const Tensor& bias) {
    const kernels::Moments found = own_moments(norm, self);
    return applied(norm, self, found.mean, inverse_deviation(found.variance, norm.eps), weight, bias);
}

// Which of x, weight and bias want a gradient.
struct Wanted {
    bool self;
    bool weight;
    bool bias;
};

// With h = (x - mean) s and u = grad w: dx = s (u - mean(u) - h mean(u h)), dw = sum grad h, db = sum grad. `running`, where it is
// given, holds mean and variance that do not depend on x: then dx = s u.
Grads gradients_in_ops(const Norm& norm, const Tensor& grad, const Tensor& self, const Tensor& weight,
                       const TensorList& running, Wanted wanted) {
    const Tensor g = reshape(grad, norm.seen);
    const Tensor x = reshape(self, norm.seen);
    const Scalar count(static_cast<double>(norm.layout.count()));
    const auto mean = [&](const Tensor& t) { return div(sum(t, norm.dims, true), count); };
    Tensor centred = x;
    if (!running.empty()) {
        centred = sub(x, reshape(running[0], norm.weight_seen));
    } else if (norm.centred) {
        centred = sub(x, mean(x));
    }
    const Tensor variance = running.empty() ? mean(mul(centred, centred)) : reshape(running[1], norm.weight_seen);
    const Tensor scale = apply<"rsqrt">(add(variance, Scalar(norm.eps)));
    const Tensor hat = mul(centred, scale);
    Grads grads(3);
    if (wanted.self) {
        const Tensor u = weight ? mul(g, reshape(weight, norm.weight_seen)) : g;
        Tensor inner = u;
        if (running.empty()) {
            inner = sub(norm.centred ? sub(u, mean(u)) : u, mul(hat, mean(mul(u, hat))));
        }
        grads[0] = reshape(mul(inner, scale), self.shape());
    }
    if (wanted.weight) {
        grads[1] = reshape(sum_to(mul(g, hat), norm.weight_seen), weight.shape());
    }
    if (wanted.bias) {
        grads[2] = sum_to(g, norm.weight_seen);
    }
    return grads;
}

Grads gradients_of_norm(const Norm& norm, const Tensor& grad, const Tensor& self, const Tensor& weight,
                        const TensorList& running, Wanted wanted) {
    if (grad_enabled() || is_narrow(self.dtype())) {
        return gradients_in_ops(norm, grad, self, weight, running, wanted);
    }
    const Dtype dtype = self.dtype();
    std::vector<double> mean;
    std::vector<double> variance;
    if (running.empty()) {
        kernels::Moments found = own_moments(norm, self);
        mean = std::move(found.mean);
        variance = std::move(found.variance);
    } else {
        mean = doubles(running[0]);
        variance = doubles(running[1]);
    }
    const std::vector<double> scale = inverse_deviation(variance, norm.eps);
    const Tensor x = prepared(self, dtype);
    const Tensor g = prepared(grad, dtype);
    const Tensor w = weight ? prepared(weight, dtype) : Tensor();
    const Int channels = norm.layout.by_element ? norm.layout.length : norm.layout.wrap * norm.layout.runs_a_group;
    Grads grads(3);
    grads[0] = wanted.self ? Tensor::empty(self.shape(), dtype) : Tensor();
    grads[1] = wanted.weight ? zeros_of({channels}, dtype) : Tensor();
    grads[2] = wanted.bias ? zeros_of({channels}, dtype) : Tensor();
    visit_floating(dtype, [&]<class T>(TypeTag<T>) {
        kernels::normalize_gradient<T>(norm.layout, g.data<T>(), x.data<T>(), mean.data(), scale.data(),
                                       data_or_null<T>(w), norm.centred, !running.empty(), data_or_null<T>(grads[0]),
                                       data_or_null<T>(grads[1]), data_or_null<T>(grads[2]));
    });
    if (grads[1]) {
        grads[1] = reshape(grads[1], weight.shape());
    }
    return grads;
}

Tensor kept(const Tape& tape, std::size_t param) { return tape.args().has(param) ? tape.input(param) : Tensor(); }

bool wants(const Tape& tape, std::size_t param) { return tape.args().has(param) && tape.needs(param); }

// A bias's gradient comes as long as there are channels; it has the weight's shape.
void give_shape(Tensor& grad, const Shape& shape) {
    if (grad) {
        grad = reshape(grad, shape);
    }
}

void check_kernel(Dtype dtype, std::string_view kernel) {
    if (!is_floating(dtype)) {
        throw Error(ErrorKind::unsupported,
                    "\"" + std::string(kernel) + "\" not implemented for '" + std::string(long_name_of(dtype)) + "'");
    }
}

// Floats of 16 bits may have parameters of 32.
void check_same_dtype(const Tensor& self, std::initializer_list<Tensor> parameters) {
    const auto all = [&](Dtype dtype) {
        return std::all_of(parameters.begin(), parameters.end(),
                           [&](const Tensor& parameter) { return !parameter || parameter.dtype() == dtype; });
    };
    if (all(self.dtype())) {
        return;
    }
    if (!all(Dtype::float32)) {
        throw Error(ErrorKind::dtype, "mixed dtype (CPU): expect parameter to have scalar type of Float");
    }
    if (self.dtype() != Dtype::float16 && self.dtype() != Dtype::bfloat16) {
        throw Error(ErrorKind::dtype, "mixed dtype (CPU): all inputs must share same datatype.");
    }
}

// ---- layer_norm, rms_norm

void check_normalized_shape(const Tensor& self, const Shape& normalized, const Tensor& weight, const Tensor& bias,
                            std::string_view separator) {
    if (normalized.empty()) {
        throw Error(ErrorKind::shape,
                    "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, "
                    "but got normalized_shape = []");
    }
    for (const auto& [name, parameter] : {std::pair("weight", weight), std::pair("bias", bias)}) {
        if (parameter && parameter.shape() != normalized) {
            throw Error(ErrorKind::shape, "Expected " + std::string(name) +
                                              " to be of same shape as normalized_shape, but got " + name +
                                              " of shape " + torch_text(parameter.shape()) +
                                              " and normalized_shape = " + torch_text(normalized));
        }
    }
    const Shape& shape = self.shape();
    if (shape.size() < normalized.size() || !std::equal(normalized.rbegin(), normalized.rend(), shape.rbegin())) {
        throw Error(ErrorKind::shape, "Given normalized_shape=" + torch_text(normalized) +
                                          ", expected input with shape [*" + std::string(separator) +
                                          torch_text(normalized).substr(1) + ", but got input of size" +
                                          torch_text(shape));
    }
}

void check_layer_norm(const Args& args) {
    check_same_dtype(args.tensor(0), {optional_tensor(args[2]), optional_tensor(args[3])});
}

Value layer_norm_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor weight = optional_tensor(args[2]);
    const Tensor bias = optional_tensor(args[3]);
    check_normalized_shape(self, args.ints(1), weight, bias, ", ");
    check_layer_norm(args);
    check_kernel(self.dtype(), "LayerNormKernelImpl");
    return normalized(layer_norm_of(self.shape(), args.ints(1), args.real(4), true), self, weight, bias);
}
Grads layer_norm_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& self = tape.input(0);
    const Norm norm = layer_norm_of(self.shape(), tape.args().ints(1), tape.args().real(4), true);
    Grads grads =
        gradients_of_norm(norm, grad, self, kept(tape, 2), {}, {tape.needs(0), wants(tape, 2), wants(tape, 3)});
    give_shape(grads[2], norm.weight_seen);
    return grads;
}
std::string_view layer_norm_grad_name(const Args&) { return "NativeLayerNormBackward0"; }

double rms_eps(const Args& args, Dtype dtype) {
    return args.has(3) ? args.real(3) : dtype == Dtype::float64 ? 0x1p-52 : 0x1p-23;
}

Value rms_norm_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor weight = optional_tensor(args[2]);
    check_normalized_shape(self, args.ints(1), weight, Tensor(), "");
    check_kernel(self.dtype(), "rms_norm");
    const Norm norm = layer_norm_of(self.shape(), args.ints(1), rms_eps(args, self.dtype()), false);
    if (weight && weight.dtype() != self.dtype()) {
        const GradMode unrecorded(false);
        return converted(mul(normalized(norm, self, Tensor(), Tensor()), weight), self.dtype());
    }
    return normalized(norm, self, weight, Tensor());
}
Grads rms_norm_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& self = tape.input(0);
    const Norm norm = layer_norm_of(self.shape(), tape.args().ints(1), rms_eps(tape.args(), self.dtype()), false);
    Grads grads = gradients_of_norm(norm, grad, self, kept(tape, 2), {}, {tape.needs(0), wants(tape, 2), false});
    grads.pop_back();
    return grads;
}
// torch's ends in a product.
std::string_view rms_norm_grad_name(const Args&) { return "MulBackward0"; }

// ---- group_norm

void check_group_norm(const Tensor& self, Int groups, const Tensor& weight, const Tensor& bias) {
    if (self.ndim() < 2) {
        throw Error(ErrorKind::shape,
                    "Expected at least 2 dimensions for input tensor but received " + std::to_string(self.ndim()));
    }
    const Int channels = self.size(1);
    if (groups <= 0) {
        throw Error(ErrorKind::value, "Expected num groups to be greater than 0, got " + std::to_string(groups));
    }
    if (channels % groups != 0) {
        throw Error(ErrorKind::shape,
                    "Expected number of channels in input to be divisible by num_groups, but got input of shape " +
                        torch_text(self.shape()) + " and num_groups=" + std::to_string(groups));
    }
    for (const auto& [name, parameter] : {std::pair("weight", weight), std::pair("bias", bias)}) {
        if (parameter && parameter.shape() != Shape{channels}) {
            throw Error(ErrorKind::shape, "Expected " + std::string(name) +
                                              " to be a vector of size equal to the number of channels in input, but "
                                              "got " +
                                              name + " of shape " + torch_text(parameter.shape()) +
                                              " and input of shape " + torch_text(self.shape()));
        }
    }
    if (channels == 0) {
        throw Error(ErrorKind::shape, "Expected number of channels to be greater than 0, got 0");
    }
    if (product(self.shape(), 2, self.shape().size()) == 0) {
        throw Error(ErrorKind::shape, "Expected HxW to be greater than 0, got 0");
    }
}

Value group_norm_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor weight = optional_tensor(args[2]);
    const Tensor bias = optional_tensor(args[3]);
    check_group_norm(self, args.integer(1), weight, bias);
    check_kernel(self.dtype(), "GroupNormKernelImpl");
    check_same_dtype(self, {weight, bias});
    return normalized(group_norm_of(self.shape(), args.integer(1), args.real(4)), self, weight, bias);
}
Grads group_norm_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& self = tape.input(0);
    const Norm norm = group_norm_of(self.shape(), tape.args().integer(1), tape.args().real(4));
    Grads grads =
        gradients_of_norm(norm, grad, self, kept(tape, 2), {}, {tape.needs(0), wants(tape, 2), wants(tape, 3)});
    give_shape(grads[2], {self.size(1)});
    return grads;
}
std::string_view group_norm_grad_name(const Args&) { return "NativeGroupNormBackward0"; }

// ---- batch_norm

enum BatchNormParam : std::size_t {
    bn_self,
    bn_weight,
    bn_bias,
    bn_mean,
    bn_variance,
    bn_training,
    bn_momentum,
    bn_eps
};

void check_batch_norm(const Args& args) {
    const Tensor& self = args.tensor(bn_self);
    const Int channels = self.ndim() > 1 ? self.size(1) : 0;
    constexpr std::pair<std::size_t, const char*> parameters[] = {
        {bn_mean, "running_mean"}, {bn_variance, "running_var"}, {bn_weight, "weight"}, {bn_bias, "bias"}};
    for (const auto& [place, name] : parameters) {
        if (args.has(place)) {
            if (args.tensor(place).numel() != channels) {
                throw Error(ErrorKind::shape, std::string(name) + " should contain " + std::to_string(channels) +
                                                  " elements not " + std::to_string(args.tensor(place).numel()));
            }
        } else if ((place == bn_mean || place == bn_variance) && !args.boolean(bn_training)) {
            throw Error(ErrorKind::value, std::string(name) + " must be defined in evaluation mode");
        }
    }
    check_kernel(self.dtype(), "batch_norm");
    check_same_dtype(self, {optional_tensor(args[bn_weight]), optional_tensor(args[bn_bias]),
                            optional_tensor(args[bn_mean]), optional_tensor(args[bn_variance])});
}

// running = momentum found + (1 - momentum) running, in the running tensor's own memory
void update_running(const Value& running, const std::vector<double>& found, double momentum) {
    const auto* target = std::get_if<Tensor>(&running);
    if (target == nullptr) {
        return;
    }
    const Tensor fresh = Tensor::empty(target->shape(), target->dtype());
    const Tensor before = prepared(*target, target->dtype());
    visit_floating(target->dtype(), [&]<class T>(TypeTag<T>) {
        for (std::size_t i = 0; i < found.size(); ++i) {
            fresh.data<T>()[i] = static_cast<T>(momentum) * static_cast<T>(found[i]) +
                                 static_cast<T>(1 - momentum) * before.data<T>()[i];
        }
    });
    copy_into(*target, fresh);
    target->bump_version();
}

Value batch_norm_forward(const Args& args) {
    check_batch_norm(args);
    const Tensor& self = args.tensor(bn_self);
    const Tensor weight = optional_tensor(args[bn_weight]);
    const Tensor bias = optional_tensor(args[bn_bias]);
    if (self.ndim() < 2) {
        return zeros_of(self.shape(), self.dtype());  // without channels only nothing passes the checks
    }
    const Norm norm = batch_norm_of(self.shape(), args.real(bn_eps));
    if (!args.boolean(bn_training)) {
        return applied(norm, self, doubles(args.tensor(bn_mean)),
                       inverse_deviation(doubles(args.tensor(bn_variance)), norm.eps), weight, bias);
    }
    kernels::Moments found = own_moments(norm, self);
    const Tensor result = applied(norm, self, found.mean, inverse_deviation(found.variance, norm.eps), weight, bias);
    const auto count = static_cast<double>(norm.layout.count());
    for (double& variance : found.variance) {
        variance *= count / (count - 1);
    }
    if (self.numel() > 0) {
        update_running(args[bn_mean], found.mean, args.real(bn_momentum));
        update_running(args[bn_variance], found.variance, args.real(bn_momentum));
    }
    return result;
}
Grads batch_norm_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& self = tape.input(bn_self);
    if (self.ndim() < 2) {
        return {grad};
    }
    const Norm norm = batch_norm_of(self.shape(), tape.args().real(bn_eps));
    TensorList running;
    if (!tape.args().boolean(bn_training)) {
        running = {tape.input(bn_mean), tape.input(bn_variance)};
    }
    Grads grads = gradients_of_norm(norm, grad, self, kept(tape, bn_weight), running,
                                    {tape.needs(bn_self), wants(tape, bn_weight), wants(tape, bn_bias)});
    give_shape(grads[2], {self.size(1)});
    return grads;
}
std::string_view batch_norm_grad_name(const Args&) { return "NativeBatchNormBackward0"; }

constexpr OpDef table[] = {
    {.signature = "layer_norm(Tensor self, int[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float "
                  "eps=1e-05) -> Tensor",
     .doc = "(x - mean) / sqrt(variance + eps) * weight + bias, with the moments of the last dims, those of "
            "normalized_shape (Ba et al. 2016, arXiv:1607.06450).",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = layer_norm_forward,
     .backward = layer_norm_backward,
     .keeps = Keep::inputs,
     .grad_name = layer_norm_grad_name,
     .check = check_layer_norm},
    {.signature = "rms_norm(Tensor self, int[] normalized_shape, Tensor? weight=None, float? eps=None) -> Tensor",
     .names = "torch.rms_norm",
     .doc = "x / sqrt(mean(x^2) + eps) * weight over the last dims (Zhang and Sennrich 2019, arXiv:1910.07467).",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = rms_norm_forward,
     .backward = rms_norm_backward,
     .keeps = Keep::inputs,
     .grad_name = rms_norm_grad_name},
    {.signature = "group_norm(Tensor self, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1e-05) "
                  "-> Tensor",
     .doc = "Normalises each group of channels of each sample (N, C, ...) (Wu and He 2018, arXiv:1803.08494).",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = group_norm_forward,
     .backward = group_norm_backward,
     .keeps = Keep::inputs,
     .grad_name = group_norm_grad_name},
    {.signature = "batch_norm(Tensor self, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, "
                  "bool training, float momentum, float eps) -> Tensor",
     .doc = "Normalises each channel of (N, C, ...) by the batch's moments, which move the running ones, or in "
            "evaluation by the running ones (Ioffe and Szegedy 2015, arXiv:1502.03167).",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = batch_norm_forward,
     .backward = batch_norm_backward,
     .keeps = Keep::inputs,
     .grad_name = batch_norm_grad_name},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> normalization_ops() { return table; }

}  // namespace sconce
