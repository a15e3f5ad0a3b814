"""Comparing values, and making tensors to compare."""

from .._missing import report as _report
from ._comparison import assert_allclose, assert_close
from ._creation import make_tensor

__all__ = ["assert_allclose", "assert_close", "make_tensor"]


def __getattr__(name):
    raise _report(name, "torch.testing", dict.fromkeys(__all__))
