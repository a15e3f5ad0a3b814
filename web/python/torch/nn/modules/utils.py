"""What the modules' constructors share."""

from collections.abc import Iterable
from types import FunctionType

from ..._define import functions
from ..parameter import Parameter

__all__ = ["consume_prefix_in_state_dict_if_present"]


def fresh(shape, device=None, dtype=None):
    """A new parameter of `shape` (or one size), its values not set."""
    return Parameter(functions["empty"](shape, device=device, dtype=dtype))


def as_module(cls):
    """A class decorator for a part of Module: its methods show as Module's own."""
    for name, found in vars(cls).items():
        if isinstance(found, FunctionType):
            found.__qualname__, found.__module__ = f"Module.{name}", "torch.nn.modules.module"
    return cls


def own(*names):
    """A class decorator: what `cls` inherits under `names` bears its name, as errors about arguments say it."""

    def decorate(cls):
        for name in names:
            found = getattr(cls, name)
            made = FunctionType(found.__code__, found.__globals__, name, found.__defaults__, found.__closure__)
            made.__kwdefaults__, made.__doc__ = found.__kwdefaults__, found.__doc__
            made.__qualname__, made.__module__ = f"{cls.__qualname__}.{name}", cls.__module__
            setattr(cls, name, made)
        return cls

    return decorate


def _ntuple(n, name="parse"):
    def parse(x):
        return tuple(x) if isinstance(x, Iterable) else (x,) * n

    parse.__name__ = name
    return parse


_single, _pair = _ntuple(1, "_single"), _ntuple(2, "_pair")
_triple, _quadruple = _ntuple(3, "_triple"), _ntuple(4, "_quadruple")


def _reverse_repeat_tuple(t, n):
    return tuple(x for x in reversed(t) for _ in range(n))


def consume_prefix_in_state_dict_if_present(state_dict, prefix):
    """Take `prefix` off the keys of a state dict, in place."""
    for key in list(state_dict):
        if key.startswith(prefix):
            state_dict[key[len(prefix) :]] = state_dict.pop(key)
    metadata = getattr(state_dict, "_metadata", None)
    if metadata is None:
        return
    for key in list(metadata):
        if key and (key == prefix.replace(".", "") or key.startswith(prefix)):
            metadata[key[len(prefix) :]] = metadata.pop(key)
