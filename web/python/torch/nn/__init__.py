"""Building blocks of networks: modules, parameters, functions, initialisers."""

from importlib import import_module

from . import functional, init, modules, parameter
from .modules import Module
from .parameter import Buffer, Parameter, UninitializedBuffer, UninitializedParameter

_SUBMODULES = ("attention", "parallel", "utils")
__all__ = [
    "Buffer", "Parameter", "UninitializedBuffer", "UninitializedParameter", "functional", "init", "modules", "parameter",
    "DataParallel", *modules.__all__, *_SUBMODULES,
]  # fmt: skip


def __getattr__(name):
    if name in _SUBMODULES:
        return import_module(f".{name}", __name__)
    if name == "DataParallel":
        from .parallel import DataParallel as found
    elif name in modules.__all__:
        found = getattr(modules, name)
    else:
        raise AttributeError(name)
    globals()[name] = found
    return found


def __dir__():
    return list(__all__)
