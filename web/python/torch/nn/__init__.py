"""Building blocks of networks; this subset has the functions of `torch.nn.functional`."""

from . import functional

__all__ = ["functional"]


def __getattr__(name):
    from .._missing import report

    raise report(name, "torch.nn", globals())
