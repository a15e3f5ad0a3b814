"""The engine's schema as callable operations, and functions with real signatures made from it.

A `Face` is one library's view of the engine. `face.operation("sum")` returns a callable that takes Python values in
the order of the engine's signature, writes them as slots and turns the result into Python values; `face.publish(...)`
makes functions for every name the schema lists under a prefix such as "numpy".
"""

import inspect
import json
from functools import cache

from . import bridge
from .bridge import IN_PLACE, row, send

NAN = float("nan")
_EXACT_INT = 1 << 53


class Parameter:
    """One parameter of an operation: `name`, `type` as in the signature, `default` (or REQUIRED), `keyword_only`."""

    __slots__ = ("default", "keyword_only", "name", "type")

    def __init__(self, entry):
        self.name, self.type, self.keyword_only = entry["name"], entry["type"], bool(entry.get("kwonly"))
        self.default = _literal(entry["default"]) if "default" in entry else REQUIRED


REQUIRED = inspect.Parameter.empty


def _literal(default):
    """A default as the schema writes it: a JSON value, or the text of one in a C-like signature."""
    if not isinstance(default, str):
        return default
    words = {"None": None, "none": None, "True": True, "true": True, "False": False, "false": False}
    if default in words:
        return words[default]
    if default.startswith("["):
        return tuple(json.loads(default))
    for convert in (int, float):
        try:
            return convert(default)
        except ValueError:
            pass
    return default.strip("'\"")


class Operation:
    """One entry of the schema; `id` is its place there and the number a row carries."""

    __slots__ = ("doc", "id", "in_place", "name", "names", "params", "returns", "view")

    def __init__(self, number, entry):
        self.id, self.name, self.doc, self.returns = number, entry["name"], entry.get("doc", ""), entry["returns"]
        self.params = tuple(Parameter(p) for p in entry["params"])
        self.names = tuple(entry.get("names", ()))
        self.in_place, self.view = bool(entry.get("in_place")), bool(entry.get("view"))


@cache
def operations():
    """The schema's operations by name, in the engine's order."""
    return {entry["name"]: Operation(i, entry) for i, entry in enumerate(json.loads(bridge.schema_text()))}


def encode_scalar(slots, value):
    """Append a Python number (or anything with `__index__` or `__float__`) as the slots of a `Scalar`."""
    kind = type(value)
    if kind is float:
        slots += (3, value)
    elif kind is bool:
        slots += (1, value)
    elif kind is int:
        if -_EXACT_INT <= value <= _EXACT_INT:
            slots += (2, value)
        elif -(1 << 63) <= value < 1 << 63:
            slots += (4, value >> 32, value & 0xFFFFFFFF)
        else:
            raise OverflowError("Python int too large to convert to C long")
    elif isinstance(value, complex):
        raise NotImplementedError("complex numbers are not in this course's subset")
    elif hasattr(value, "item"):
        encode_scalar(slots, value.item())
    elif hasattr(value, "__index__"):
        encode_scalar(slots, value.__index__())
    else:
        slots += (3, float(value))


def _encode_optional_scalar(slots, value):
    if value is None:
        slots += (-1, 0)
    else:
        encode_scalar(slots, value)


def _encode_number(slots, value):
    slots.append(value)


def _encode_optional_number(slots, value):
    slots.append(NAN if value is None else value)


def _encode_numbers(slots, values):
    if type(values) is int:  # one number for a list of one
        slots += (1, values)
    else:
        slots.append(len(values))
        slots += values


def _encode_optional_numbers(slots, values):
    if values is None:
        slots.append(-1)
    else:
        _encode_numbers(slots, values)


def _encode_tensor(slots, value):
    slots.append(value._handle)


def _encode_optional_tensor(slots, value):
    slots.append(0 if value is None else value._handle)


def _encode_tensors(slots, values):
    slots.append(len(values))
    slots += [value._handle for value in values]


def _encode_operand(slots, value):
    if isinstance(value, bridge.Owned):
        slots += (0, value._handle)
    else:
        encode_scalar(slots, value)


def _encode_index(slots, items):
    slots.append(len(items))
    for item in items:
        if item is None:
            slots += (2, 0, 0, 0)
        elif item is Ellipsis:
            slots += (3, 0, 0, 0)
        elif item is True or item is False:
            slots += (4, item, 0, 0)
        elif isinstance(item, bridge.Owned):
            slots += (5, item._handle, 0, 0)
        elif isinstance(item, slice):
            slots += (1, *(NAN if part is None else part for part in (item.start, item.stop, item.step)))
        else:
            slots += (0, item, 0, 0)


_ENCODERS = {
    "Tensor": _encode_tensor, "Tensor?": _encode_optional_tensor, "Tensor[]": _encode_tensors,
    "Operand": _encode_operand, "Scalar": encode_scalar, "Scalar?": _encode_optional_scalar,
    "int": _encode_number, "float": _encode_number, "bool": _encode_number,
    "int?": _encode_optional_number, "float?": _encode_optional_number, "bool?": _encode_optional_number,
    "int[]": _encode_numbers, "float[]": _encode_numbers, "int[]?": _encode_optional_numbers,
    "Index[]": _encode_index,
}  # fmt: skip


def _decode_scalar(_):
    kind, value = row[0], row[1]
    if kind == 3:
        return value
    if kind == 4:
        return (int(value) << 32) | int(row[2])
    return bool(value) if kind == 1 else int(value)


def _items():
    return row[1 : 1 + int(row[0])]


_DECODERS = {
    "()": lambda _: None,
    "int": lambda _: int(row[0]),
    "float": lambda _: row[0],
    "bool": lambda _: bool(row[0]),
    "Scalar": _decode_scalar,
    "int[]": lambda _: list(map(int, _items())),
    "float[]": lambda _: _items().tolist(),
}


class Face:
    """One library's view of the engine.

    dialect     bridge.TORCH or bridge.NUMPY
    wrap        makes the library's array object (or scalar) from a handle
    dtype_code  turns the library's dtype into the engine's code; raises on what it does not know
    """

    def __init__(self, dialect, wrap, dtype_code):
        self.dialect, self.wrap, self.dtype_code = dialect, wrap, dtype_code
        self._encoders = {
            **_ENCODERS,
            "Dtype": lambda slots, value: slots.append(dtype_code(value)),
            "Dtype?": lambda slots, value: slots.append(-1 if value is None else dtype_code(value)),
        }

    def code(self, name, in_place=False):
        """Slot 0 of a row that calls operation `name` in this face's dialect."""
        operation = self._entry(name)
        if in_place and not operation.in_place:
            raise LookupError(f"{name} has no in-place form")
        return operation.id * 4 + self.dialect + (IN_PLACE if in_place else 0)

    def has_in_place(self, name):
        """Whether operation `name` can write its result over its first argument."""
        return self._entry(name).in_place

    def _entry(self, name):
        try:
            return operations()[name]
        except KeyError:
            raise LookupError(f"the engine has no operation named {name!r}") from None

    def operation(self, name, in_place=False):
        """A callable for operation `name`: values by position in signature order, trailing ones may be left off.

        `Tensor` values are this face's array objects, sizes are sequences of int, indices are normalized items
        (int, slice of ints, None, Ellipsis, bool, array object). An in-place call returns its first argument.
        """
        entry = self._entry(name)
        code = self.code(name, in_place)
        encoders = tuple(self._encoders[p.type] for p in entry.params)
        if in_place:
            return _in_place_call(code, encoders)
        if entry.returns == "Tensor":
            finish = self.wrap
        elif entry.returns == "Tensor?":
            finish = self._optional_tensor
        elif "Tensor" in entry.returns:
            finish = self._tensors
        else:
            finish = _DECODERS[entry.returns]

        def call(*values):
            slots = []
            for encode, value in zip(encoders, values):
                encode(slots, value)
            return finish(send(code, slots))

        return call

    def _optional_tensor(self, handle):
        return self.wrap(handle) if handle else None

    def _tensors(self, _):
        wrap = self.wrap
        return tuple([wrap(int(handle)) if handle else None for handle in _items()])

    def publish(self, prefix, target, *, skip=(), rename=(), module=None):
        """Put a function into `target` for each schema name under `prefix` ("numpy", "ndarray", ...).

        The functions take the engine's parameters by position or keyword, as their signatures say. `rename` maps
        engine parameter names to the library's; names in `skip` or already in `target` are left to the hand.
        """
        for entry in operations().values():
            for qualified in entry.names:
                owner, _, name = qualified.rpartition(".")
                if owner == prefix and name not in skip and name not in target:
                    target[name] = self.function(entry, name, dict(rename), module or prefix)

    def function(self, entry, name, rename, module):
        """A Python function for `entry` whose own signature is the operation's, so that help() and completion work."""
        names = [rename.get(p.name, p.name) for p in entry.params]
        source = f"def {name}({_signature_source(entry.params, names)}):\n    return _call({', '.join(names)})"
        scope = {"_call": self.operation(entry.name)}
        exec(compile(source, f"<{module}.{name}>", "exec"), scope)
        function = scope[name]
        function.__doc__, function.__module__, function.__qualname__ = entry.doc, module, name
        return function


def _in_place_call(code, encoders):
    def call(*values):
        slots = []
        for encode, value in zip(encoders, values):
            encode(slots, value)
        send(code, slots)
        return values[0]

    return call


def _signature_source(params, names):
    parts, starred = [], False
    for p, name in zip(params, names):
        if p.keyword_only and not starred:
            parts.append("*")
            starred = True
        parts.append(name if p.default is REQUIRED else f"{name}={p.default!r}")
    return ", ".join(parts)
