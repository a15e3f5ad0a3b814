"""torch.special: names that SciPy's special functions have, most of them torch's own under another name."""

import torch

from . import _types
from ._define import named
from ._tensor import face

_NAMES = {
    "digamma": "digamma", "erf": "erf", "erfc": "erfc", "erfinv": "erfinv", "exp2": "exp2", "expit": "sigmoid",
    "expm1": "expm1", "gammaln": "lgamma", "log1p": "log1p", "logit": "logit", "logsumexp": "logsumexp", "psi": "digamma",
    "round": "round", "sinc": "sinc", "xlogy": "xlogy",
}  # fmt: skip
globals().update({name: getattr(torch, own) for name, own in _NAMES.items() if hasattr(torch, own)})


def softmax(input, dim, *, dtype=None):
    """exp(x) / sum(exp(x)) along `dim`."""
    return torch.softmax(input, dim, dtype=dtype)


def log_softmax(input, dim, *, dtype=None):
    """The logarithm of softmax along `dim`."""
    return torch.log_softmax(input, dim, dtype=dtype)


def entr(input, *, out=None):
    """-x log(x), 0 at 0 and minus infinity below."""
    return _entr(input)


def _entropy(input):
    x = input if input.dtype.is_floating_point else input.to(_types.get_default_dtype())
    safe = x.masked_fill(x.le(0), 1)
    return face.operation("where")(x.lt(0), -torch.inf, safe * -safe.log())


_entr = named("SpecialEntrBackward0", _entropy)
