"""Calls that go to the engine without running their function's Python.

The runtime (`web/runtime/quick.ts`) writes the arguments as a row where they lie. What it is told of is a form of call: how
many arguments go by position, the names of the others, and what each slot or list of slots is read from. A call of another
form runs the function's body, so a form must only say what the body would have done.
"""

from . import bridge
from .bridge import Owned

CONSTANT, NOTHING, ARRAY, OPERAND, NUMBER, INTS, REST, ARRAYS, INDEX = map(float, range(9))

_NUMBERS = (int, float, bool)
_READERS = {
    "Tensor": ARRAY, "Tensor?": ARRAY, "Tensor[]": ARRAYS, "Operand": OPERAND, "Scalar": OPERAND, "Scalar?": OPERAND,
    "int": NUMBER, "float": NUMBER, "bool": NUMBER, "int?": NUMBER, "float?": NUMBER, "bool?": NUMBER,
    "int[]": INTS, "int[]?": INTS, "Index[]": INDEX,
}  # fmt: skip
# The type to name where all that a parameter takes is to be read, or the common part of it.
_ANY = {
    "Tensor": Owned, "Tensor?": Owned, "int[]": tuple, **dict.fromkeys(("Operand", "int", "float", "bool", "Index[]"), object),
}  # fmt: skip


class Argument:
    """The place of an argument in a call, and its exact type; Owned is for any array, object for whatever can be read."""

    __slots__ = ("place", "rest", "type")

    def __init__(self, place, type=object, rest=False):
        self.place, self.type, self.rest = float(place), type, rest


class Target:
    """What a call of an operation needs: the array class, slot 0, the parameters' types, how the result is made."""

    __slots__ = ("_constant_slots", "cls", "code", "finish", "required", "types")

    def __init__(self, cls, code, types, required, finish, constant_slots):
        self.cls, self.code, self.types, self.required, self.finish = cls, code, types, required, finish
        self._constant_slots = constant_slots

    def steps(self, sources):
        """The steps that write a row; a source is an Argument or a value. None where the runtime cannot read one."""
        steps = []
        for kind, source in zip(self.types, sources):
            made = self._read(kind, source) if isinstance(source, Argument) else self._constants(kind, source)
            if made is None:
                return None
            steps += made
        return steps

    def _constants(self, kind, value):
        return [(CONSTANT, None, float(slot)) for slot in self._constant_slots(kind, value)]

    def _read(self, kind, source):
        reader, given, place = _READERS.get(kind), source.type, source.place
        if source.rest:
            return [(REST, None, place)]
        if given is type(None):
            return [(NOTHING, given, place), *self._constants(kind, None)]
        if reader == OPERAND and given is Owned:
            return [(CONSTANT, None, 0.0), (ARRAY, None, place)]
        if reader == INTS and given is int:
            return [(CONSTANT, None, 1.0), (NUMBER, given, place)]
        if given is object or given is Owned:
            return [(reader, None, place)] if given is _ANY.get(kind) else None
        fits = given in _NUMBERS if reader in (NUMBER, OPERAND) else reader in (INTS, ARRAYS) and _is_list(given)
        return [(reader, given, place)] if fits else None


def add_operation(operation):
    """Let an operation's own callable be skipped where it is called with just the arguments that it requires."""
    target = operation.target
    sources = [Argument(i, _ANY.get(kind, object)) for i, kind in enumerate(target.types[: target.required])]
    add(operation, target, sources, len(sources))


def _is_list(given):
    return given is list or issubclass(given, tuple)


# Notes of the engine on a result (`engine/bindings/README.md`), with which a function's body may want to do the call.
NOT_FINITE, NO_DIMENSIONS, NARROW, NOT_FLOATING = 1.0, 2.0, 4.0, 8.0


def add(function, target, sources, positional, names=(), doubts=0.0):
    """Let calls with `positional` arguments, then `names`, go to `target` with its parameters' values from `sources`.

    Where the engine refuses the call or has one of the `doubts`, notes, about the result, the function's body runs after all.
    """
    steps = target.steps(sources)
    if steps is not None:
        words = [word for step in steps for word in step]
        bridge.add_form(function, target.cls, target.finish, doubts, target.code, float(positional), names, *words)
