"""Initialisers: fill a tensor in place and return it, drawing from the default generator unless given one."""

import math
import warnings

from ..autograd.grad_mode import no_grad

__all__ = [
    "calculate_gain", "constant", "constant_", "dirac", "dirac_", "eye", "eye_", "kaiming_normal", "kaiming_normal_",
    "kaiming_uniform", "kaiming_uniform_", "normal", "normal_", "ones_", "orthogonal", "orthogonal_", "sparse",
    "sparse_", "trunc_normal_", "uniform", "uniform_", "xavier_normal", "xavier_normal_", "xavier_uniform",
    "xavier_uniform_", "zeros_",
]  # fmt: skip


def calculate_gain(nonlinearity, param=None):
    """The factor by which a nonlinearity's weights are scaled; `param` is the negative slope of leaky_relu."""
    if nonlinearity in ("linear", "sigmoid") or nonlinearity in _CONVOLUTIONS:
        return 1
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "leaky_relu":
        if param is None:
            param = 0.01
        elif isinstance(param, bool) or not isinstance(param, (int, float)):
            raise ValueError(f"negative_slope {param} not a valid number")
        return math.sqrt(2.0 / (1 + param**2))
    if nonlinearity == "selu":
        return 3.0 / 4
    raise ValueError(f"Unsupported nonlinearity {nonlinearity}")


_CONVOLUTIONS = {f"conv{kind}{n}d" for kind in ("", "_transpose") for n in (1, 2, 3)}


@no_grad()
def uniform_(tensor, a=0.0, b=1.0, generator=None):
    """Fill with values uniform on [a, b)."""
    return tensor.uniform_(a, b, generator=generator)


@no_grad()
def normal_(tensor, mean=0.0, std=1.0, generator=None):
    """Fill with normally distributed values."""
    return tensor.normal_(mean, std, generator=generator)


def _below(x):
    """P(Z <= x) of a standard normal Z."""
    return (1.0 + math.erf(x / math.sqrt(2.0))) / 2.0


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """Fill with normally distributed values between `a` and `b`, drawing again what falls outside."""
    if mean < a - 2 * std or mean > b + 2 * std:
        warnings.warn(
            "mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The distribution of values may be incorrect.",
            stacklevel=2,
        )
    with no_grad():
        if _below((b - mean) / std) - _below((a - mean) / std) > 0.3:
            return _redraw_normal(tensor, mean, std, a, b, generator)
        return _reject_uniform(tensor, mean, std, a, b, generator)


def _redraw_normal(tensor, mean, std, a, b, generator):
    """Normal values; every element is drawn anew as long as one lies outside, and only those outside are replaced."""
    low, high = tensor.new_tensor(a).item(), tensor.new_tensor(b).item()  # the bounds in the tensor's precision
    tensor.normal_(mean, std, generator=generator)
    while (outside := (tensor < low) | (tensor > high)).any():
        tensor.copy_(tensor.new_empty(tensor.shape).normal_(mean, std, generator=generator).where(outside, tensor))
    return tensor


def _reject_uniform(tensor, mean, std, a, b, generator):
    """Uniform values kept with the probability of their normal density, for windows a normal draw would rarely hit."""
    peak = -0.5 * ((max(a, min(mean, b)) - mean) / std) ** 2

    def rejected(values):
        log_odds = values.clone().sub_(mean).div_(std).pow_(2).mul_(-0.5).sub_(peak)
        return values.new_empty(values.shape).uniform_(generator=generator).log_().gt(log_odds)

    tensor.uniform_(a, b, generator=generator)
    pending = rejected(tensor)
    while pending.any():
        fresh = tensor.new_empty(tensor.shape).uniform_(a, b, generator=generator)
        tensor.copy_(fresh.where(pending, tensor))
        pending = pending.logical_and(rejected(fresh))
    return tensor


@no_grad()
def constant_(tensor, val):
    """Fill with `val`."""
    return tensor.fill_(val)


@no_grad()
def ones_(tensor):
    """Fill with 1."""
    return tensor.fill_(1.0)


@no_grad()
def zeros_(tensor):
    """Fill with 0."""
    return tensor.zero_()


@no_grad()
def eye_(tensor):
    """Make a matrix the identity: ones on its diagonal, zeros elsewhere."""
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    tensor.zero_()
    tensor.diagonal().fill_(1)
    return tensor


@no_grad()
def dirac_(tensor, groups=1):
    """Make convolution weights (out, in, k...) pass their input channels through."""
    if tensor.ndim not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    sizes = tensor.shape
    if sizes[0] % groups != 0:
        raise ValueError("dim 0 must be divisible by groups")
    per_group = sizes[0] // groups
    tensor.zero_()
    centre = tuple(size // 2 for size in sizes[2:])
    for g in range(groups):
        for d in range(min(per_group, sizes[1])):
            tensor[(g * per_group + d, d, *centre)] = 1
    return tensor


def _calculate_fan_in_and_fan_out(tensor):
    if tensor.ndim < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    field = math.prod(tensor.shape[2:])
    return tensor.shape[1] * field, tensor.shape[0] * field


def _calculate_correct_fan(tensor, mode):
    modes = ["fan_in", "fan_out"]
    mode = mode.lower()
    if mode not in modes:
        raise ValueError(f"Mode {mode} not supported, please use one of {modes}")
    return _calculate_fan_in_and_fan_out(tensor)[modes.index(mode)]


def _xavier_std(tensor, gain):
    return gain * math.sqrt(2.0 / float(sum(_calculate_fan_in_and_fan_out(tensor))))


@no_grad()
def xavier_uniform_(tensor, gain=1.0, generator=None):
    """Fill uniformly, with bound gain * sqrt(6 / (fan_in + fan_out)) (Glorot and Bengio, 2010)."""
    bound = math.sqrt(3.0) * _xavier_std(tensor, gain)
    return tensor.uniform_(-bound, bound, generator=generator)


@no_grad()
def xavier_normal_(tensor, gain=1.0, generator=None):
    """Fill normally, with std gain * sqrt(2 / (fan_in + fan_out)) (Glorot and Bengio, 2010)."""
    return tensor.normal_(0.0, _xavier_std(tensor, gain), generator=generator)


def _kaiming_std(tensor, a, mode, nonlinearity):
    """The std of He's initialisation, or None where there is nothing to fill."""
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=4)  # 2 would be no_grad's wrapper
        return None
    fan = _calculate_correct_fan(tensor, mode)
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


@no_grad()
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Fill uniformly, with bound gain * sqrt(3 / fan) (He et al., 2015); `a` is leaky_relu's negative slope."""
    std = _kaiming_std(tensor, a, mode, nonlinearity)
    if std is None:
        return tensor
    bound = math.sqrt(3.0) * std
    return tensor.uniform_(-bound, bound, generator=generator)


@no_grad()
def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Fill normally, with std gain / sqrt(fan) (He et al., 2015); `a` is leaky_relu's negative slope."""
    std = _kaiming_std(tensor, a, mode, nonlinearity)
    return tensor if std is None else tensor.normal_(0, std, generator=generator)


def _orthonormal(matrix):
    """Q of the QR of a tall matrix (m, n) whose R has a positive diagonal, by Householder reflections.

    Golub and Van Loan, Matrix Computations, 5.2.1; in float64, so that only the rounding to the tensor's type is left.
    """
    r = matrix.double()
    reflections, signs = [], []
    for k in range(r.shape[1]):
        v = r[k:, k].clone()
        first = v[0].item()
        v[0] += math.copysign(v.norm().item(), first)
        signs.append(-math.copysign(1.0, first))
        reflections.append(v / v.norm())
        _reflect(r[k:, k:], reflections[k])
    q = r.new_zeros(r.shape)
    q.diagonal().fill_(1)
    for k in range(r.shape[1] - 1, -1, -1):
        _reflect(q[k:, k:], reflections[k])
    return q.mul_(r.new_tensor(signs))


def _reflect(block, v):
    """Apply I - 2 v v' to a block of rows in place, v of length 1."""
    block.sub_(v.unsqueeze(1) * (v @ block), alpha=2)


@no_grad()
def orthogonal_(tensor, gain=1, generator=None):
    """Fill with a (semi) orthogonal matrix (Saxe et al., 2013): the first dimension against all others."""
    if tensor.ndim < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() == 0:
        return tensor
    rows = tensor.shape[0]
    flat = tensor.new_empty((rows, tensor.numel() // rows)).normal_(0, 1, generator=generator)
    wide = flat.shape[0] < flat.shape[1]
    q = _orthonormal(flat.t() if wide else flat)
    tensor.view(flat.shape).copy_(q.t() if wide else q)
    return tensor.mul_(gain)


@no_grad()
def sparse_(tensor, sparsity, std=0.01, generator=None):
    """Fill a matrix normally, then set the share `sparsity` of each column to zero (Martens, 2010)."""
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    from .. import randperm

    rows, columns = tensor.shape
    tensor.normal_(0, std, generator=generator)
    for column in range(columns):
        tensor[randperm(rows)[: math.ceil(sparsity * rows)], column] = 0
    return tensor


def _deprecated(function):
    new = function.__name__
    old = new[:-1]

    def deprecated_init(*args, **kwargs):
        warnings.warn(
            f"`nn.init.{old}` is now deprecated in favor of `nn.init.{new}`.", FutureWarning, stacklevel=2
        )
        return function(*args, **kwargs)

    deprecated_init.__name__ = deprecated_init.__qualname__ = old
    deprecated_init.__doc__ = f"The old name of `{new}`."
    return deprecated_init


uniform, normal, constant, eye, dirac = map(_deprecated, (uniform_, normal_, constant_, eye_, dirac_))
xavier_uniform, xavier_normal = map(_deprecated, (xavier_uniform_, xavier_normal_))
kaiming_uniform, kaiming_normal = map(_deprecated, (kaiming_uniform_, kaiming_normal_))
orthogonal, sparse = map(_deprecated, (orthogonal_, sparse_))
