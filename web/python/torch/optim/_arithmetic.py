"""The compound updates of optimizers, rounded as real PyTorch's CPU kernels round them.

Those kernels multiply and add float32 with one rounding (FMA). A product of two float32 is exact in float64 and the
sum rounded from there to float32 differs from one rounding in about one of 2**29 cases, so float64 stands in for it.
"""

from struct import Struct

from .. import _types
from .._tensor import Tensor, face

_call = face.operation
_to, _mul, _add, _sub, _div = (_call(name) for name in ("to", "mul", "add", "sub", "div"))
_times, _plus, _copy = (_call(name, in_place=True) for name in ("mul", "add", "copy"))
_float = Struct("f")
_WIDE, _SINGLE = _types.float64, _types.float32


def single(value):
    """A Python number rounded to float32, as a kernel for float32 receives it."""
    return _float.unpack(_float.pack(value))[0]


def _fused(target, scale, factor, addend, dtype):
    """target <- scale * factor + addend with one rounding; `scale` a tensor or a number of `dtype` already."""
    if dtype is not _SINGLE:
        return _copy(target, _add(_mul(factor, scale), addend))
    return _copy(target, _plus(_times(_to(factor, _WIDE), scale), addend))


def _number(value, dtype):
    value = value.item() if isinstance(value, Tensor) else value
    return value if dtype is _WIDE else single(value)


def add_(target, other, alpha):
    """target += alpha * other."""
    dtype = target.dtype
    return _fused(target, _number(alpha, dtype), other, target, dtype)


def add(a, other, alpha):
    """a + alpha * other, a new tensor."""
    dtype = a.dtype
    return _fused(_call("empty")(a.shape, dtype), _number(alpha, dtype), other, a, dtype)


def addcmul_(target, first, second, value=1):
    """target += value * first * second."""
    dtype = target.dtype
    scaled = first if value == 1 else _mul(first, _number(value, dtype))
    return _fused(target, second, scaled, target, dtype)


def addcdiv_(target, first, second, value=1):
    """target += value * first / second."""
    scaled = first if value == 1 else _mul(first, _number(value, target.dtype))
    return _plus(target, _div(scaled, second))


def lerp_(target, end, weight):
    """target += weight * (end - target), from the nearer end as torch does."""
    dtype = target.dtype
    weight = _number(weight, dtype)
    if abs(weight) < 0.5:
        return _fused(target, weight, _sub(end, target), target, dtype)
    return _fused(target, _number(weight - 1, dtype), _sub(end, target), end, dtype)
