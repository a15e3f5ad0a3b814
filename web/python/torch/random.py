"""Random generators, and the methods that fill a tensor from one."""

import os

from . import _types
from ._define import as_step, method
from ._tensor import face

__all__ = ["fork_rng", "get_rng_state", "initial_seed", "manual_seed", "seed", "set_rng_state"]

_call = face.operation
_seed_engine, _read_seed = _call("manual_seed"), _call("initial_seed")
_new, _free = _call("torch_generator_new"), _call("torch_generator_free")

# Numbers of generators that died. A finalizer may not call the engine, so the next new generator frees them.
_unused = []


class Generator:
    """A stream of random numbers of its own; `generator=` of the random functions takes one."""

    __module__ = "torch._C"
    __slots__ = ("_number",)

    def __init__(self, device="cpu"):
        _types.require_cpu(device)
        while _unused:
            _free(_unused.pop())
        self._number = _new()

    def __del__(self, _bury=_unused.append):
        if self._number:
            _bury(self._number)

    @property
    def device(self):
        """Where the generator is: the CPU."""
        return _types.cpu

    def manual_seed(self, seed):
        """Start the stream anew from `seed`; returns the generator."""
        seed = int(seed)
        if not -0x8000000000000000 <= seed <= 0xFFFFFFFFFFFFFFFF:
            raise RuntimeError("Overflow when unpacking unsigned long long")
        # A row carries integers of 64 bits with a sign; the engine reads their bits.
        _seed_engine(seed - (1 << 64) if seed >= 1 << 63 else seed, self._number)
        return self

    def seed(self):
        """Seed the stream from the system's randomness; returns the seed."""
        seed = int.from_bytes(os.urandom(8), "little")
        self.manual_seed(seed)
        return seed

    def initial_seed(self):
        """The seed the stream started from."""
        return _read_seed(self._number) & 0xFFFFFFFFFFFFFFFF

    def get_state(self):
        """The state as a tensor of uint8."""
        return _call("get_rng_state")(self._number)

    def set_state(self, new_state):
        """Put a state back."""
        _call("set_rng_state")(new_state, self._number)


default_generator = object.__new__(Generator)
default_generator._number = 0


def number(generator):
    """The engine's number of a generator; 0, the default one, for None."""
    return 0 if generator is None else generator._number


def manual_seed(seed):
    """Start torch's random stream anew from `seed`; returns the generator."""
    return default_generator.manual_seed(seed)


def initial_seed():
    """The seed the default stream started from."""
    return default_generator.initial_seed()


def seed():
    """Seed the default stream from the system's randomness; returns the seed."""
    return default_generator.seed()


def get_rng_state():
    """The default generator's state as a tensor of uint8."""
    return default_generator.get_state()


def set_rng_state(new_state):
    """Put the default generator's state back."""
    default_generator.set_state(new_state)


_normal, _uniform = _call("normal_fill"), _call("uniform_fill")


@method("normal_", "(float mean=0, float std=1, *, Generator? generator=None)")
def normal_(self, mean, std, generator):
    """Fill with normal random numbers; returns the tensor."""
    if std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    _normal(self, mean, std, number(generator))
    return as_step("NormalBackward0", self)


@method("uniform_", "(float from=0, float to=1, *, Generator? generator=None)")
def uniform_(self, low, high, generator):
    """Fill with random numbers uniform on [from, to); returns the tensor."""
    if low > high:
        raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={high:g}")
    _uniform(self, low, high, number(generator))
    return as_step("UniformBackward0", self)
