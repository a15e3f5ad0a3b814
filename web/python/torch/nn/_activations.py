"""Activation functions."""

import warnings

from .._define import functions, named
from .._tensor import face
from ..autograd.grad_mode import no_grad
from ._functions import both_forms, inner, shared

__all__ = [
    "celu", "celu_", "elu", "elu_", "gelu", "glu", "gumbel_softmax", "hardsigmoid", "hardswish", "hardtanh",
    "hardtanh_", "leaky_relu", "leaky_relu_", "log_softmax", "logsigmoid", "mish", "relu", "relu6", "relu_",
    "rrelu", "rrelu_", "selu", "selu_", "sigmoid", "silu", "softmax", "softmin", "softsign", "tanh", "tanhshrink",
    "threshold", "threshold_",
]  # fmt: skip

_elu_text = "(Tensor input, Number alpha=1, Number scale=1, Number input_scale=1)"

_relu, relu_ = both_forms(shared, "relu", "(Tensor input)", "relu")
_leaky_relu, leaky_relu_ = both_forms(
    inner, "leaky_relu", "(Tensor input, Number negative_slope=0.01)", "leaky_relu", "LeakyReluBackward1"
)
_elu, elu_ = both_forms(inner, "elu", _elu_text, "elu", "EluBackward1")
_celu, celu_ = both_forms(shared, "celu", "(Tensor input, Number alpha=1.0)", "celu", "CeluBackward1")
_selu, selu_ = both_forms(shared, "selu", "(Tensor input)", "selu", "EluBackward1")
_hardtanh, hardtanh_ = both_forms(inner, "hardtanh", "(Tensor input, Number min_val=-1, Number max_val=1)", "hardtanh")
_threshold, threshold_ = both_forms(shared, "threshold", "(Tensor input, Number threshold, Number value)", "threshold")
_silu, _silu_ = both_forms(inner, "silu", "(Tensor input)", "silu")
_mish, _mish_ = both_forms(inner, "mish", "(Tensor input)", "mish")
_hardswish, _hardswish_ = both_forms(inner, "hardswish", "(Tensor input)", "hardswish")
_hardsigmoid, _hardsigmoid_ = both_forms(inner, "hardsigmoid", "(Tensor input)", "hardsigmoid")
_relu6 = inner("relu6", "(Tensor input)", lambda a: face.operation("hardtanh")(a, 0, 6))
_relu6_ = inner("relu6_", "(Tensor input)", lambda a: face.operation("hardtanh", in_place=True)(a, 0, 6))
_glu = inner("glu", "(Tensor input, int dim=-1)", "glu")

logsigmoid = inner("log_sigmoid", "(Tensor input)", "log_sigmoid")


def relu(input, inplace=False):
    """max(x, 0), element by element."""
    return relu_(input) if inplace else _relu(input)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    """x where it is positive, else negative_slope * x."""
    return leaky_relu_(input, negative_slope) if inplace else _leaky_relu(input, negative_slope)


def elu(input, alpha=1.0, inplace=False):
    """x where it is positive, else alpha * (exp(x) - 1)."""
    return elu_(input, alpha) if inplace else _elu(input, alpha)


def celu(input, alpha=1.0, inplace=False):
    """x where it is positive, else alpha * (exp(x / alpha) - 1)."""
    return celu_(input, alpha) if inplace else _celu(input, alpha)


def selu(input, inplace=False):
    """elu with the scales that keep mean 0 and variance 1."""
    return selu_(input) if inplace else _selu(input)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """x held between min_val and max_val."""
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    return hardtanh_(input, min_val, max_val) if inplace else _hardtanh(input, min_val, max_val)


def relu6(input, inplace=False):
    """min(max(x, 0), 6)."""
    return _relu6_(input) if inplace else _relu6(input)


def threshold(input, threshold, value, inplace=False):
    """x above the threshold, else value."""
    return threshold_(input, threshold, value) if inplace else _threshold(input, threshold, value)


def silu(input, inplace=False):
    """x * sigmoid(x)."""
    return _silu_(input) if inplace else _silu(input)


def mish(input, inplace=False):
    """x * tanh(softplus(x))."""
    return _mish_(input) if inplace else _mish(input)


def hardswish(input, inplace=False):
    """x * min(max(x + 3, 0), 6) / 6."""
    return _hardswish_(input) if inplace else _hardswish(input)


def hardsigmoid(input, inplace=False):
    """min(max(x + 3, 0), 6) / 6."""
    return _hardsigmoid_(input) if inplace else _hardsigmoid(input)


def _gelu_run(input, approximate):
    if approximate not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")
    return face.operation("gelu")(input, approximate == "tanh")


gelu = inner("gelu", "(Tensor input, *, str approximate='none')", _gelu_run)


def glu(input, dim=-1):
    """The first half along `dim` times the sigmoid of the second."""
    if input.ndim == 0:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    return _glu(input, dim)


def _slopes(input, lower, upper):
    """1 where the input is positive, elsewhere a number drawn from [lower, upper)."""
    with no_grad():
        below = input.le(0)
        noise = functions["ones_like"](input)
        drawn = functions["empty"](int(below.sum()), dtype=float)
        noise[below] = drawn.uniform_(lower, upper).to(input.dtype)
        return noise


def _mean_slopes(input, slope):
    with no_grad():
        if not input.dtype.is_floating_point:
            raise NotImplementedError(f'"leaky_relu_cpu" not implemented for {input.dtype._noun!r}')
        return functions["ones_like"](input).masked_fill(input.le(0), slope)


def _rrelu_run(in_place):
    def run(input, lower, upper, training, generator):
        if lower > upper:
            raise RuntimeError("Lower bound should be less than or equal to the upper bound")
        slopes = _slopes(input, lower, upper) if training else _mean_slopes(input, (lower + upper) / 2)
        return face.operation("rrelu_with_noise", in_place)(input, slopes)

    return run


_rrelu_text = (
    "(Tensor input, Number lower=0.125, Number upper=0.3333333333333333, bool training=False, "
    "Generator? generator=None)"
)
_rrelu = shared("rrelu", _rrelu_text, _rrelu_run(False))
rrelu_ = shared("rrelu_", _rrelu_text, named("RreluWithNoiseBackward1", _rrelu_run(True)))


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
    """x where it is positive, else x times a slope drawn from [lower, upper), or their mean when not training."""
    return (rrelu_ if inplace else _rrelu)(input, lower, upper, training)


def tanhshrink(input):
    """x - tanh(x)."""
    return input - input.tanh()


def softsign(input):
    """x / (1 + |x|)."""
    return input / (input.abs() + 1)


def tanh(input):
    """The hyperbolic tangent."""
    return input.tanh()


def sigmoid(input):
    """1 / (1 + exp(-x))."""
    return input.sigmoid()


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


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    """softmax of -x along `dim`."""
    if dim is None:
        dim = _implicit_dim("softmin", input, _stacklevel)
    return (-input).softmax(dim, dtype=dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """The logarithm of softmax along `dim`, computed without overflow."""
    if dim is None:
        dim = _implicit_dim("log_softmax", input, _stacklevel)
    return input.log_softmax(dim, dtype=dtype)


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """softmax((logits + Gumbel noise) / tau); `hard` gives one-hot samples with the soft ones' gradient."""
    if eps != 1e-10:
        warnings.warn("`eps` parameter is deprecated and has no effect.", stacklevel=2)
    gumbels = -functions["empty_like"](logits).exponential_().log()
    soft = ((logits + gumbels) / tau).softmax(dim)
    if not hard:
        return soft
    chosen = soft.max(dim, keepdim=True)[1]
    return functions["zeros_like"](logits).scatter_(dim, chosen, 1.0) - soft.detach() + soft
