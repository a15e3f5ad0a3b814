"""Numbers drawn one by one: those of the gamma, Poisson's and Cauchy's distributions."""

import math

from ._data import flat_values, from_flat
from ._define import make_function
from .autograd.function import Function
from .autograd.grad_mode import no_grad


class _Source:
    """Uniform and normal numbers of a generator, in float64."""

    def __init__(self, generator):
        from . import empty, float64

        self._place, self._generator = empty((), dtype=float64), generator

    def uniform(self):
        """A number of [0, 1)."""
        return self._place.uniform_(generator=self._generator).item()

    def normal(self):
        """A standard normal number."""
        return self._place.normal_(generator=self._generator).item()


def _poisson_number(rate, source):
    if rate == 0:
        return 0
    if rate < 10:
        least, product, count = math.exp(-rate), source.uniform(), 0
        while product > least:
            count += 1
            product *= source.uniform()
        return count
    # Hoermann, The transformed rejection method for generating Poisson random variables (1993).
    root, logarithm = math.sqrt(rate), math.log(rate)
    b = 0.931 + 2.53 * root
    a = -0.059 + 0.02483 * b
    inverse, limit = 1.1239 + 1.1328 / (b - 3.4), 0.9277 - 3.6224 / (b - 2)
    while True:
        u, v = source.uniform() - 0.5, source.uniform()
        us = 0.5 - abs(u)
        k = math.floor((2 * a / us + b) * u + rate + 0.43)
        if us >= 0.07 and v <= limit:
            return k
        if k < 0 or (us < 0.013 and v > us):
            continue
        if math.log(v) + math.log(inverse) - math.log(a / (us * us) + b) <= -rate + k * logarithm - math.lgamma(k + 1):
            return k


def _gamma_number(alpha, source):
    scale = 1.0
    if alpha < 1:
        if alpha == 0:
            return 0.0
        scale = (1 - source.uniform()) ** (1 / alpha)
        alpha += 1
    # Marsaglia and Tsang, A simple method for generating gamma variables (2000).
    d = alpha - 1 / 3
    c = 1 / math.sqrt(9 * d)
    while True:
        y = 0.0
        while y <= 0:
            x = source.normal()
            y = 1 + c * x
        v, u, square = y * y * y, 1 - source.uniform(), x * x
        if u < 1 - 0.0331 * square * square or math.log(u) < 0.5 * square + d * (1 - v + math.log(v)):
            return scale * d * v


def _cauchy_number(_, source):
    return math.tan(math.pi * (min(max(source.uniform(), 2.0**-52), 1 - 2.0**-52) - 0.5))


def standard_cauchy(input):
    """Standard Cauchy numbers of the shape and dtype of `input`."""
    return _drawn(input, None, _cauchy_number, -math.inf)


def _drawn(input, generator, draw, least=0.0):
    source = _Source(generator)
    with no_grad():
        numbers = [max(draw(value, source), least) for value in flat_values(input.detach().contiguous())]
        return from_flat(numbers, input.shape, input.dtype)


class _Poisson(Function):
    _node = "PoissonBackward0"

    @staticmethod
    def forward(ctx, input, generator):
        return _drawn(input, generator, _poisson_number)

    @staticmethod
    def backward(ctx, grad):
        return grad * 0, None


def _poisson(input, generator):
    if not input.dtype.is_floating_point:
        raise NotImplementedError(f'"poisson_cpu" not implemented for {input.dtype._noun!r}')
    if input.shape.numel() and bool((input < 0).any()):
        raise RuntimeError("invalid Poisson rate, expected rate to be non-negative")
    return _Poisson.apply(input, generator)


def _gamma(input, generator):
    from . import finfo

    return _drawn(input, generator, _gamma_number, finfo(input.dtype).tiny)


poisson = make_function(
    "poisson", [("(Tensor input, Generator? generator=None)", _poisson)], "For each element a number of Poisson's distribution."
)
_standard_gamma = make_function("_standard_gamma", [("(Tensor input, Generator? generator=None)", _gamma)])
