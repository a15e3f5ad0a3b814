"""The inverse of the error function."""

import math

from ._define import make_function
from .autograd.function import Function


def _value(y):
    from . import float64, where

    wide = y.detach().to(float64)
    inside = where(wide.abs() < 1, wide, 0.0)
    # Winitzki, A handy approximation for the error function and its inverse (2008); then Newton's steps.
    logarithm = ((1 - inside) * (1 + inside)).log()
    half = 2 / (math.pi * 0.147) + logarithm / 2
    x = inside.sign() * ((half * half - logarithm / 0.147).sqrt() - half).sqrt()
    for _ in range(4):
        x = x - (x.erf() - inside) / (2 / math.sqrt(math.pi) * (-x * x).exp())
    x = where(wide.abs() < 1, x, where(wide.abs() == 1, wide * math.inf, math.nan))
    return x.to(y.dtype)


class _Erfinv(Function):
    _node = "ErfinvBackward0"

    @staticmethod
    def forward(ctx, y):
        x = _value(y)
        ctx.save_for_backward(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 0.5 * math.sqrt(math.pi) * x.square().exp() * grad


def _run(y):
    return _Erfinv.apply(y if y.dtype.is_floating_point else y.float())


erfinv = make_function("erfinv", [("(Tensor input, *, Tensor? out=None)", _run)], "x with erf(x) = input.")
