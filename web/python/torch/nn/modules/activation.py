"""Activations, element by element or along a dimension."""

import warnings

from ..._define import functions
from .. import functional as F
from .. import init as initialisers
from .module import Module
from .utils import fresh, own

__all__ = [
    "CELU", "ELU", "GELU", "GLU", "Hardshrink", "Hardsigmoid", "Hardswish", "Hardtanh", "LeakyReLU", "LogSigmoid",
    "LogSoftmax", "Mish", "MultiheadAttention", "PReLU", "RReLU", "ReLU", "ReLU6", "SELU", "SiLU", "Sigmoid", "Softmax",
    "Softmax2d", "Softmin", "Softplus", "Softshrink", "Softsign", "Tanh", "Tanhshrink", "Threshold",
]  # fmt: skip


def __getattr__(name):
    if name == "MultiheadAttention":
        from .attention import MultiheadAttention

        return MultiheadAttention
    raise AttributeError(name)


class _Inplace(Module):
    """An activation whose only choice is whether to overwrite its input."""

    __constants__ = ["inplace"]

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def extra_repr(self):
        """Whether the input is overwritten."""
        return "inplace=True" if self.inplace else ""


class _InplaceUnsaid(_Inplace):
    """One whose repr does not tell."""

    def extra_repr(self):
        """Nothing."""
        return ""


def _inplace_text(module):
    return ", inplace=True" if module.inplace else ""


class Threshold(Module):
    """x where x > threshold, else `value`."""

    __constants__ = ["threshold", "value", "inplace"]

    def __init__(self, threshold, value, inplace=False):
        super().__init__()
        self.threshold, self.value, self.inplace = threshold, value, inplace

    def forward(self, input):
        """The activation of `input`."""
        return F.threshold(input, self.threshold, self.value, self.inplace)

    def extra_repr(self):
        """The threshold and the value."""
        return f"threshold={self.threshold}, value={self.value}{_inplace_text(self)}"


@own("__init__")
class ReLU(_Inplace):
    """max(x, 0)."""

    def forward(self, input):
        """The activation of `input`."""
        return F.relu(input, inplace=self.inplace)


class RReLU(Module):
    """LeakyReLU with a slope drawn from [lower, upper] in training, its mean in evaluation (Xu et al., 2015)."""

    __constants__ = ["lower", "upper", "inplace"]

    def __init__(self, lower=1.0 / 8, upper=1.0 / 3, inplace=False):
        super().__init__()
        self.lower, self.upper, self.inplace = lower, upper, inplace

    def forward(self, input):
        """The activation of `input`."""
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)

    def extra_repr(self):
        """The bounds of the slope."""
        return f"lower={self.lower}, upper={self.upper}{_inplace_text(self)}"


class Hardtanh(Module):
    """x clamped to [min_val, max_val]."""

    __constants__ = ["min_val", "max_val", "inplace"]

    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None):
        super().__init__()
        for old, given in (("min_value", min_value), ("max_value", max_value)):
            if given is not None:
                warnings.warn(
                    f"keyword argument `{old}` is deprecated and renamed to `{old[:-2]}`", FutureWarning, stacklevel=2
                )
        self.min_val = min_val if min_value is None else min_value
        self.max_val = max_val if max_value is None else max_value
        self.inplace = inplace
        if self.max_val <= self.min_val:
            raise AssertionError(f"max_val ({self.max_val}) must be greater than min_val ({self.min_val})")

    def forward(self, input):
        """The activation of `input`."""
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self):
        """The bounds."""
        return f"min_val={self.min_val}, max_val={self.max_val}{_inplace_text(self)}"


class ReLU6(Hardtanh):
    """min(max(x, 0), 6)."""

    def __init__(self, inplace=False):
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self):
        """Whether the input is overwritten."""
        return "inplace=True" if self.inplace else ""


class Sigmoid(Module):
    """1 / (1 + exp(-x))."""

    def forward(self, input):
        """The activation of `input`."""
        return functions["sigmoid"](input)


@own("__init__")
class Hardsigmoid(_InplaceUnsaid):
    """min(max(x + 3, 0), 6) / 6."""

    def forward(self, input):
        """The activation of `input`."""
        return F.hardsigmoid(input, self.inplace)


class Tanh(Module):
    """The hyperbolic tangent."""

    def forward(self, input):
        """The activation of `input`."""
        return functions["tanh"](input)


@own("__init__")
class SiLU(_Inplace):
    """x * sigmoid(x)."""

    def forward(self, input):
        """The activation of `input`."""
        return F.silu(input, inplace=self.inplace)


@own("__init__")
class Mish(_Inplace):
    """x * tanh(softplus(x)) (Misra, 2019)."""

    def forward(self, input):
        """The activation of `input`."""
        return F.mish(input, inplace=self.inplace)


@own("__init__")
class Hardswish(_InplaceUnsaid):
    """x * Hardsigmoid(x) (Howard et al., 2019)."""

    def forward(self, input):
        """The activation of `input`."""
        return F.hardswish(input, self.inplace)


class _Alpha(Module):
    __constants__ = ["alpha", "inplace"]

    def __init__(self, alpha=1.0, inplace=False):
        super().__init__()
        self.alpha, self.inplace = alpha, inplace

    def extra_repr(self):
        """The scale of the negative side."""
        return f"alpha={self.alpha}{_inplace_text(self)}"


@own("__init__")
class ELU(_Alpha):
    """x where x > 0, else alpha * (exp(x) - 1) (Clevert et al., 2015)."""

    def forward(self, input):
        """The activation of `input`."""
        return F.elu(input, self.alpha, self.inplace)


@own("__init__")
class CELU(_Alpha):
    """max(x, 0) + min(0, alpha * (exp(x / alpha) - 1)) (Barron, 2017)."""

    def forward(self, input):
        """The activation of `input`."""
        return F.celu(input, self.alpha, self.inplace)


@own("__init__")
class SELU(_Inplace):
    """The self-normalising ELU (Klambauer et al., 2017)."""

    def forward(self, input):
        """The activation of `input`."""
        return F.selu(input, self.inplace)


class GLU(Module):
    """a * sigmoid(b) of the halves a, b of `dim` (Dauphin et al., 2016)."""

    __constants__ = ["dim"]

    def __init__(self, dim=-1):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        """The activation of `input`; `dim` is half as long."""
        return F.glu(input, self.dim)

    def extra_repr(self):
        """The dimension."""
        return f"dim={self.dim}"


class GELU(Module):
    """x * P(Z <= x) of a standard normal Z, or its "tanh" approximation (Hendrycks and Gimpel, 2016)."""

    __constants__ = ["approximate"]

    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        """The activation of `input`."""
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self):
        """The approximation."""
        return f"approximate={self.approximate!r}"


class _Shrink(Module):
    __constants__ = ["lambd"]

    def __init__(self, lambd=0.5):
        super().__init__()
        self.lambd = lambd

    def extra_repr(self):
        """The threshold."""
        return str(self.lambd)


@own("__init__")
class Hardshrink(_Shrink):
    """x where |x| > lambd, else 0."""

    def forward(self, input):
        """The activation of `input`."""
        return F.hardshrink(input, self.lambd)


@own("__init__")
class Softshrink(_Shrink):
    """x moved by `lambd` towards 0, and 0 where |x| <= lambd."""

    def forward(self, input):
        """The activation of `input`."""
        return F.softshrink(input, self.lambd)


class LeakyReLU(Module):
    """x where x > 0, else negative_slope * x."""

    __constants__ = ["inplace", "negative_slope"]

    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__()
        self.negative_slope, self.inplace = negative_slope, inplace

    def forward(self, input):
        """The activation of `input`."""
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self):
        """The slope."""
        return f"negative_slope={self.negative_slope}{_inplace_text(self)}"


class LogSigmoid(Module):
    """The logarithm of sigmoid(x)."""

    def forward(self, input):
        """The activation of `input`."""
        return F.logsigmoid(input)


class Softplus(Module):
    """log(1 + exp(beta * x)) / beta, and x itself where beta * x > threshold."""

    __constants__ = ["beta", "threshold"]

    def __init__(self, beta=1.0, threshold=20.0):
        super().__init__()
        self.beta, self.threshold = beta, threshold

    def forward(self, input):
        """The activation of `input`."""
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self):
        """beta and the threshold."""
        return f"beta={self.beta}, threshold={self.threshold}"


class PReLU(Module):
    """LeakyReLU with a learned slope, one for all or one for each channel (He et al., 2015)."""

    __constants__ = ["num_parameters"]

    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        self.num_parameters, self.init = num_parameters, init
        self.weight = fresh(num_parameters, device, dtype)
        self.reset_parameters()

    def reset_parameters(self):
        """Set the slopes to `init`."""
        initialisers.constant_(self.weight, self.init)

    def forward(self, input):
        """The activation of `input`."""
        return F.prelu(input, self.weight)

    def extra_repr(self):
        """The number of slopes."""
        return f"num_parameters={self.num_parameters}"


class Softsign(Module):
    """x / (1 + |x|)."""

    def forward(self, input):
        """The activation of `input`."""
        return F.softsign(input)


class Tanhshrink(Module):
    """x - tanh(x)."""

    def forward(self, input):
        """The activation of `input`."""
        return F.tanhshrink(input)


class _Along(Module):
    """A softmax along `dim`."""

    __constants__ = ["dim"]

    def __init__(self, dim=None):
        if dim is not None and (not isinstance(dim, int) or isinstance(dim, bool)):
            raise TypeError(f"dim must be an int or None, got {type(dim)}")
        super().__init__()
        self.dim = dim

    def extra_repr(self):
        """The dimension."""
        return f"dim={self.dim}"


class Softmin(Module):
    """softmax(-x) along `dim`."""

    __constants__ = ["dim"]

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        """The activation of `input`."""
        return F.softmin(input, self.dim, _stacklevel=5)

    def extra_repr(self):
        """The dimension."""
        return f"dim={self.dim}"


@own("__init__")
class Softmax(_Along):
    """exp(x) / sum(exp(x)) along `dim`."""

    def forward(self, input):
        """The activation of `input`."""
        return F.softmax(input, self.dim, _stacklevel=5)


class Softmax2d(Module):
    """softmax over the channels of (N, C, H, W) or (C, H, W)."""

    def forward(self, input):
        """The activation of `input`."""
        if input.dim() not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.dim()}D instead")
        return F.softmax(input, -3, _stacklevel=5)


@own("__init__")
class LogSoftmax(_Along):
    """The logarithm of softmax along `dim`."""

    def forward(self, input):
        """The activation of `input`."""
        return F.log_softmax(input, self.dim, _stacklevel=5)
