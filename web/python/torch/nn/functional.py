"""Functions of networks: activations, attention, losses."""

import warnings

from .._define import functional, make_function
from .._tensor import face

_call = face.operation
_log_softmax = _call("log_softmax")


def _implicit_dim(name, input, stacklevel):
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.",
        stacklevel=stacklevel,
    )
    return 0 if input.ndim in (0, 1, 3) else 1


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """exp(x) / sum(exp(x)) along `dim`, in `dtype` where it is given."""
    if dim is None:
        dim = _implicit_dim("softmax", input, _stacklevel)
    return input.softmax(dim, dtype=dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """The logarithm of softmax along `dim`, computed without overflow."""
    if dim is None:
        dim = _implicit_dim("log_softmax", input, _stacklevel)
    return input.log_softmax(dim, dtype=dtype)


def _relu(input):
    return input.relu()


_relu_function = make_function("relu", [("(Tensor input)", _relu)], module="torch.nn.functional")


def relu(input, inplace=False):
    """max(x, 0), element by element."""
    return input.relu_() if inplace else _relu_function(input)


_attention = _call("scaled_dot_product_attention")


def _scaled_dot_product_attention(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa):
    if attn_mask is not None and is_causal:
        raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
    if not 0 <= dropout_p <= 1:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {dropout_p:g}")
    return _attention(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa)


scaled_dot_product_attention = make_function(
    "scaled_dot_product_attention",
    [
        (
            "(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0, "
            "bool is_causal=False, *, float? scale=None, bool enable_gqa=False)",
            _scaled_dot_product_attention,
        )
    ],
    "softmax(query @ key.mT * scale + mask) @ value, with scale 1 / sqrt(E) unless given.\n\n"
    "Shapes: query (..., L, E), key (..., S, E), value (..., S, Ev), attn_mask broadcastable to (..., L, S): bool,\n"
    "True where attention is allowed, or added to the scores; result (..., L, Ev).",
    "torch.nn.functional",
)


def _reduced(losses, reduction):
    if reduction == "mean":
        return losses.mean()
    if reduction == "sum":
        return losses.sum()
    if reduction == "none":
        return losses
    raise ValueError(f"{reduction} is not a valid value for reduction")


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """The squared differences, reduced by "mean", "sum" or "none"."""
    if target.shape != input.shape:
        warnings.warn(
            f"Using a target size ({target.shape}) that is different to the input size ({input.shape}). This will "
            "likely lead to incorrect results due to broadcasting. Please ensure they have the same size.",
            stacklevel=2,
        )
    return _reduced((input - target).square(), reduction)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """The absolute differences, reduced by "mean", "sum" or "none"."""
    return _reduced((input - target).abs(), reduction)


_nll_loss = _call("nll_loss")
_REDUCTIONS = ("none", "mean", "sum")


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """Minus the log-probability of each target class; targets equal to `ignore_index` do not count.

    Shapes: input (N, C), (C,) or (N, C, d1, ...); target (N,), () or (N, d1, ...).
    """
    if reduction not in _REDUCTIONS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return _nll_loss(input, target, weight, _REDUCTIONS.index(reduction), ignore_index)


def cross_entropy(
    input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
):
    """The negative log-likelihood of the targets under softmax(input).

    Shapes: input (N, C), (C,) or (N, C, d1, ...); target (N,), () or (N, d1, ...) of class indices, or of input's
    shape for probabilities.
    """
    if reduction not in _REDUCTIONS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    dim = 0 if input.ndim == 1 else 1
    logs = _log_softmax(input, dim)
    classes = input.shape[dim]
    weighted = logs if weight is None else logs * weight.reshape([-1] + [1] * (input.ndim - dim - 1))
    if target.shape == input.shape and target.dtype.is_floating_point:
        if label_smoothing:
            target = target * (1 - label_smoothing) + label_smoothing / classes
        losses = -(weighted * target).sum(dim)
        return losses.sum() / losses.shape.numel() if reduction == "mean" else _reduced(losses, reduction)
    loss = nll_loss(logs, target, weight, None, ignore_index, None, reduction)
    if not label_smoothing:
        return loss
    ignored = target.eq(ignore_index)
    smooth = -weighted.sum(dim).masked_fill(ignored, 0.0)
    if reduction == "mean":
        kept = ignored.logical_not()
        counted = kept.sum() if weight is None else (weight[target.masked_fill(ignored, 0)] * kept).sum()
        smooth = smooth.sum() / counted
    else:
        smooth = _reduced(smooth, reduction)
    return (1 - label_smoothing) * loss + label_smoothing / classes * smooth


def gelu(input, approximate="none"):
    """x * P(Z <= x) of a standard normal Z, or its tanh approximation."""
    if approximate == "none":
        return input * (0.5 * (1 + (input * 0.7071067811865476).erf()))
    if approximate == "tanh":
        inner = 0.7978845608028654 * (input + 0.044715 * input * input * input)
        return 0.5 * input * (1 + inner.tanh())
    raise RuntimeError("approximate argument must be either none or tanh.")


def linear(input, weight, bias=None):
    """input @ weight.T + bias.  Shapes: input (..., in), weight (out, in), bias (out)."""
    product = input @ weight.T
    return product if bias is None else product + bias


def one_hot(tensor, num_classes=-1):
    """A last dimension with 1 at each element's class and 0 elsewhere."""
    if num_classes == -1:
        num_classes = int(tensor.max()) + 1
    if bool(tensor.lt(0).any()):
        raise RuntimeError("Class values must be non-negative.")
    if bool(tensor.ge(num_classes).any()):
        raise RuntimeError("Class values must be smaller than num_classes.")
    classes = _call("arange")(0, num_classes, 1)
    return tensor.unsqueeze(-1).eq(classes).to(tensor.dtype)


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """The input divided by its p-norm along `dim`."""
    return input / input.norm(p, dim, keepdim=True).clamp_min(eps).expand(input.shape)


# What the schema lists for `F` and nothing above wraps.
for _name, _function in functional.items():
    globals().setdefault(_name, _function)


def __getattr__(name):
    from .._missing import report

    raise report(name, "torch.nn.functional", globals())
