"""What layers are made of beside activations: products, tables, normalisation, dropout."""

import math

from .._define import as_step, functions
from .._tensor import face
from ..autograd.grad_mode import no_grad
from ._functions import shared

__all__ = [
    "alpha_dropout", "batch_norm", "bilinear", "dropout", "dropout1d", "dropout2d", "dropout3d", "embedding",
    "feature_alpha_dropout", "group_norm", "instance_norm", "layer_norm", "rms_norm",
]  # fmt: skip

_call = face.operation


# ---- products


def _bilinear_run(input1, input2, weight, bias):
    for i, (a, b) in enumerate(zip(input1.shape[:-1], input2.shape[:-1])):
        if a != b:
            raise RuntimeError(f"bilinear(): input batch dimensions do not match at dim {i}: got {a} and {b}")
    for i, x in ((1, input1), (2, input2)):
        if x.shape[-1] != weight.shape[i]:
            raise RuntimeError(
                f"bilinear(): input{i} size does not match weight size: got {x.shape[-1]} but expected {weight.shape[i]}"
            )
    outs, left, right = weight.shape
    halves = input1 @ weight.transpose(0, 1).reshape(left, outs * right)
    product = (halves.unflatten(-1, (outs, right)) @ input2.unsqueeze(-1)).squeeze(-1)
    return as_step("ViewBackward0", product) if bias is None else product + bias


bilinear = shared(
    "bilinear", "(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None)", _bilinear_run
)


# ---- tables

_embedding = shared(
    "embedding",
    "(Tensor weight, Tensor indices, int padding_idx=-1, bool scale_grad_by_freq=False, bool sparse=False)",
    "embedding",
)


def embedding(
    input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False
):
    """The rows of `weight` (V, D) that `input` (...) names, as (..., D); the row `padding_idx` gets no gradient."""
    if padding_idx is None:
        padding_idx = -1
    else:
        rows = weight.shape[0]
        if not -rows <= padding_idx < max(rows, 1):
            raise AssertionError("Padding_idx must be within num_embeddings")
        padding_idx %= max(rows, 1)
    if max_norm is not None:
        from ._bags import renorm

        renorm(weight, input, max_norm, norm_type)
    return _embedding(weight, input, padding_idx, scale_grad_by_freq, sparse)


# ---- normalisation

_layer_norm = shared(
    "layer_norm",
    "(Tensor input, int[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float eps=1e-05, "
    "bool cudnn_enable=True)",
    lambda x, shape, weight, bias, eps, _, run=_call("layer_norm"): run(x, shape, weight, bias, eps),
)
_rms_norm = shared(
    "rms_norm", "(Tensor input, int[] normalized_shape, Tensor? weight=None, float? eps=None)", "rms_norm"
)
_group_norm = shared(
    "group_norm",
    "(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1e-05, bool cudnn_enabled=True)",
    lambda x, groups, weight, bias, eps, _, run=_call("group_norm"): run(x, groups, weight, bias, eps),
)
_batch_norm = shared(
    "batch_norm",
    "(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, "
    "float momentum, float eps, bool cudnn_enabled)",
    lambda *values, run=_call("batch_norm"): run(*values[:-1]),
)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    """Normalise over the last dimensions, those of `normalized_shape`; then times `weight` plus `bias`."""
    return _layer_norm(input, normalized_shape, weight, bias, eps, True)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """The input over the root of its mean square in the last dimensions, times `weight`."""
    return _rms_norm(input, normalized_shape, weight, eps)


def _check_more_than_one(size, shown):
    if math.prod(size[:1] + size[2:]) == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {shown}")


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    """Normalise each of `num_groups` groups of channels of each sample (N, C, ...)."""
    if input.ndim < 2:
        raise RuntimeError(f"Expected at least 2 dimensions for input tensor but received {input.ndim}")
    size = [input.shape[0] * input.shape[1] // num_groups, num_groups, *input.shape[2:]]
    _check_more_than_one(size, size)
    return _group_norm(input, num_groups, weight, bias, eps, True)


def batch_norm(
    input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    """Normalise each channel of (N, C, ...) by the batch's moments, which move the running ones, or by those."""
    if training:
        _check_more_than_one(input.shape, input.shape)
        if eps <= 0.0:
            raise ValueError(f"batch_norm eps must be positive during training, but got {eps}")
    elif eps < 0.0:
        raise ValueError(f"batch_norm eps must be non-negative, but got {eps}")
    return _batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, True)


def _instance_norm_run(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, _):
    if not use_input_stats and (running_mean is None or running_var is None):
        raise RuntimeError("Expected running_mean and running_var to be defined when use_input_stats is false")
    batch, channels = input.shape[:2]

    def repeated(values):
        return None if values is None else values.repeat(batch)

    mean, var = repeated(running_mean), repeated(running_var)
    flat = input.contiguous().view(1, batch * channels, *input.shape[2:])
    result = _call("batch_norm")(
        flat, repeated(weight), repeated(bias), mean, var, use_input_stats, momentum, eps
    )
    if use_input_stats:
        with no_grad():
            for running, moved in ((running_mean, mean), (running_var, var)):
                if running is not None:
                    running.copy_(moved.view(batch, channels).mean(0))
    return result.view(input.shape)


_instance_norm = shared(
    "instance_norm",
    "(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool use_input_stats, "
    "float momentum, float eps, bool cudnn_enabled)",
    _instance_norm_run,
)


def instance_norm(
    input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-5
):
    """Normalise each channel of each sample (N, C, ...)."""
    if use_input_stats and math.prod(input.shape[2:]) == 1:
        raise ValueError(f"Expected more than 1 spatial element when training, got input size {input.shape}")
    return _instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, True)


# ---- dropout

_ALPHA = 1.7580993408473766  # -min(selu): what keeps selu's mean and variance
_bernoulli = _call("bernoulli_fill")


def _like(input):
    """A tensor for noise that lies in memory as the input does: torch draws in that order."""
    if input.is_contiguous():
        return functions["empty_like"](input)
    strides = input.stride()
    order = sorted(range(input.ndim), key=lambda d: -strides[d])
    return input.new_empty([input.shape[d] for d in order]).permute([order.index(d) for d in range(input.ndim)])


def _noise(input, p, feature):
    if not feature:
        noise = _like(input)
    else:
        if input.ndim < 2:
            raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
        noise = input.new_empty(input.shape[:2] + (1,) * (input.ndim - 2))
    _bernoulli(noise, 1 - p)
    return noise


def _dropout_run(feature, alpha, in_place):
    def run(input, p, train):
        if not 0 <= p <= 1:
            raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {p:g}")
        if p == 0 or not train or input.shape.numel() == 0:
            return input
        multiply = input.mul_ if in_place else input.mul
        if p == 1:
            return multiply(_call("zeros")((), input.dtype))
        noise = _noise(input, p, feature)
        if not alpha:
            return multiply(noise.div_(1 - p))
        a = 1 / math.sqrt((_ALPHA * _ALPHA * p + 1) * (1 - p))
        shift = noise.add(-1).mul_(_ALPHA * a).add_(_ALPHA * a * p)
        product = multiply(noise.mul_(a))
        return product.add_(shift) if in_place else product.add(shift)

    return run


def _dropout_forms(name, feature=False, alpha=False):
    text = "(Tensor input, float p, bool train)"
    return (
        shared(name, text, _dropout_run(feature, alpha, False)),
        shared(name + "_", text, _dropout_run(feature, alpha, True)),
    )


_dropout = _dropout_forms("dropout")
_alpha_dropout = _dropout_forms("alpha_dropout", alpha=True)
_feature_dropout = _dropout_forms("feature_dropout", feature=True)
_feature_alpha_dropout = _dropout_forms("feature_alpha_dropout", feature=True, alpha=True)


def _check_probability(p):
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def dropout(input, p=0.5, training=True, inplace=False):
    """In training, zero each element with probability p and divide the others by 1 - p."""
    _check_probability(p)
    return _dropout[inplace](input, p, training)


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Dropout that keeps the mean and the variance of selu's outputs."""
    _check_probability(p)
    return _alpha_dropout[inplace](input, p, training)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """alpha_dropout of whole channels."""
    _check_probability(p)
    return _feature_alpha_dropout[inplace](input, p, training)


def _warn(words):
    import warnings

    warnings.warn(words, stacklevel=3)


def _of_channels(input, p, training, inplace, batched):
    if batched:
        return _feature_dropout[inplace](input, p, training)
    input = input.unsqueeze_(0) if inplace else input.unsqueeze(0)
    result = _feature_dropout[inplace](input, p, training)
    return result.squeeze_(0) if inplace else result.squeeze(0)


def dropout1d(input, p=0.5, training=True, inplace=False):
    """Dropout of whole channels of (N, C, L) or (C, L)."""
    _check_probability(p)
    if input.ndim not in (2, 3):
        raise RuntimeError(
            f"dropout1d: Expected 2D or 3D input, but received a {input.ndim}D input. Note that dropout1d exists to "
            "provide channel-wise dropout on inputs with 1 spatial dimension, a channel dimension, and an optional "
            "batch dimension (i.e. 2D or 3D inputs)."
        )
    return _of_channels(input, p, training, inplace, input.ndim == 3)


def dropout2d(input, p=0.5, training=True, inplace=False):
    """Dropout of whole channels of (N, C, H, W)."""
    _check_probability(p)
    if input.ndim not in (3, 4):
        _warn(
            f"dropout2d: Received a {input.ndim}-D input to dropout2d, which is deprecated and will result in an error "
            "in a future release. To retain the behavior and silence this warning, please use dropout instead. Note "
            "that dropout2d exists to provide channel-wise dropout on inputs with 2 spatial dimensions, a channel "
            "dimension, and an optional batch dimension (i.e. 3D or 4D inputs)."
        )
    if input.ndim == 3:
        _warn(
            "dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout behavior is desired "
            "- input is interpreted as shape (N, C, L), where C is the channel dim. This behavior will change in a "
            "future release to interpret the input as one without a batch dimension, i.e. shape (C, H, W). To maintain "
            "the 1D channel-wise dropout behavior, please switch to using dropout1d instead."
        )
    return _feature_dropout[inplace](input, p, training)


def dropout3d(input, p=0.5, training=True, inplace=False):
    """Dropout of whole channels of (N, C, D, H, W) or (C, D, H, W)."""
    _check_probability(p)
    if input.ndim not in (4, 5):
        _warn(
            f"dropout3d: Received a {input.ndim}-D input to dropout3d, which is deprecated and will result in an error "
            "in a future release. To retain the behavior and silence this warning, please use dropout instead. Note "
            "that dropout3d exists to provide channel-wise dropout on inputs with 3 spatial dimensions, a channel "
            "dimension, and an optional batch dimension (i.e. 4D or 5D inputs)."
        )
    return _of_channels(input, p, training, inplace, input.ndim == 5)
