"""The engine's schema as callable operations, and functions with real signatures made from it.

A `Face` is one library's view of the engine. `face.operation("sum")` returns a callable that takes Python values in
the order of the engine's signature, writes them as slots and turns the result into Python values; `face.publish(...)`
makes functions for every name the schema lists under a prefix such as "numpy".
"""

import inspect
import json
from functools import cache

from . import bridge, quick
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


def scalar_slots(value):
    """A Python number (or anything with `__index__` or `__float__`) as the slots of a `Scalar`."""
    kind = type(value)
    if kind is float:
        return 3.0, value
    if kind is bool:
        return 1.0, value
    if kind is int:
        if -_EXACT_INT <= value <= _EXACT_INT:
            return 2.0, value
        if -(1 << 63) <= value < 1 << 63:
            return 4.0, value >> 32, value & 0xFFFFFFFF
        raise OverflowError("Python int too large to convert to C long")
    if isinstance(value, complex):
        return 5.0, value.real, value.imag
    if hasattr(value, "item"):
        return scalar_slots(value.item())
    if hasattr(value, "__index__"):
        return scalar_slots(value.__index__())
    return 3.0, float(value)


def _operand_slots(value):
    return (0.0, value._handle) if isinstance(value, bridge.Owned) else scalar_slots(value)


def _list_slots(values):
    return (1.0, values) if type(values) is int else (len(values), *values)  # one number for a list of one


def _index_slots(items):
    slots = [len(items)]
    for item in items:
        if type(item) is int:
            slots += (0.0, item, 0.0, 0.0)
        elif item is None:
            slots += (2.0, 0.0, 0.0, 0.0)
        elif item is Ellipsis:
            slots += (3.0, 0.0, 0.0, 0.0)
        elif item is True or item is False:
            slots += (4.0, item, 0.0, 0.0)
        elif isinstance(item, bridge.Owned):
            slots += (5.0, item._handle, 0.0, 0.0)
        elif isinstance(item, slice):
            slots += (1.0, *[NAN if part is None else part for part in (item.start, item.stop, item.step)])
        else:
            slots += (0.0, item, 0.0, 0.0)
    return slots


# How a value named `{0}` is written in the row, by parameter type, as a piece of a tuple.
_SLOTS = {
    "Tensor": "{0}._handle",
    "Tensor?": "0.0 if {0} is None else {0}._handle",
    "Tensor[]": "len({0}), *[item._handle for item in {0}]",
    "Operand": "*operand_slots({0})",
    "Scalar": "*scalar_slots({0})",
    "Scalar?": "*((-1.0, 0.0) if {0} is None else scalar_slots({0}))",
    "Dtype": "dtype_code({0})",
    "Dtype?": "-1.0 if {0} is None else dtype_code({0})",
    "int[]": "*list_slots({0})",
    "float[]": "*list_slots({0})",
    "int[]?": "*((-1.0,) if {0} is None else list_slots({0}))",
    "Index[]": "*index_slots({0})",
    **dict.fromkeys(("int", "float", "bool"), "{0}"),
    **dict.fromkeys(("int?", "float?", "bool?"), "NAN if {0} is None else {0}"),
}


@cache
def _maker(types, required, ending):
    """A function that makes the callable of any operation with parameters of these `types`; `ending` says what it returns.

    Python text is made once a form, so that a call is one expression, without a loop over its parameters.
    """
    names = [f"a{i}" for i in range(len(types))]
    parameters = [name if i < required else f"{name}=d{i}" for i, name in enumerate(names)]
    slots = "".join(f"{_SLOTS[kind].format(name)}, " for kind, name in zip(types, names))
    body = {
        "object": f"return bridge.create(cls, code, {slots})",
        "first argument": f"send(code, {slots})\n        return a0",
        "finish": f"return finish(send(code, {slots}))",
        "slots": f"return ({slots})",
    }[ending]
    defaults = "".join(f", d{i}" for i in range(required, len(names)))
    source = (
        f"def make(cls, code, finish, dtype_code{defaults}):\n"
        f"    def call({', '.join(parameters)}):\n"
        f"        {body}\n"
        f"    return call\n"
    )
    scope = {
        "bridge": bridge, "send": send, "scalar_slots": scalar_slots, "operand_slots": _operand_slots,
        "list_slots": _list_slots, "index_slots": _index_slots, "NAN": NAN,
    }  # fmt: skip
    exec(compile(source, "<sconce operation>", "exec"), scope)
    return scope["make"]


def _decode_scalar(_):
    kind, value = row[0], row[1]
    if kind == 3:
        return value
    if kind == 4:
        return (int(value) << 32) | int(row[2])
    if kind == 5:
        return complex(value, row[2])
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


# What a face wants called whenever the engine has been given back what died.
when_settled = []


def settle():
    """Give the engine back the handle of every array that has died; the next call would otherwise take them along."""
    while bridge.waiting():
        send(operations()["nop"].id * 8)
        for call in when_settled:
            call()


class Face:
    """One library's view of the engine.

    dialect     bridge.TORCH or bridge.NUMPY
    wrap        makes the library's array object from a handle
    dtype_code  turns the library's dtype into the engine's code; raises on what it does not know
    """

    def __init__(self, dialect, wrap, dtype_code):
        self.dialect, self.wrap, self.dtype_code = dialect, wrap, dtype_code
        self._cls, self._made = None, {}

    def adopt(self, cls, facts=(), others=()):
        """Make `cls` this library's array class, with further slots as `bridge.adopt_class` takes them."""
        self._cls = cls
        bridge.adopt_class(cls, self.dialect, facts, others)

    def code(self, name, in_place=False):
        """Slot 0 of a row that calls operation `name` in this face's dialect."""
        operation = self._entry(name)
        if in_place and not operation.in_place:
            raise LookupError(f"{name} has no in-place form")
        return operation.id * 8 + self.dialect + (IN_PLACE if in_place else 0)

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
        made = self._made.get((name, in_place))
        if made is None:
            made = self._made[name, in_place] = self._make(name, in_place)
        return made

    def _make(self, name, in_place):
        entry = self._entry(name)
        finish, ending = None, "finish"
        if in_place:
            ending = "first argument"
        elif entry.returns == "Tensor":
            ending = "object"
        elif entry.returns == "Tensor?":
            finish = self._optional_tensor
        elif "Tensor" in entry.returns:
            finish = self._tensors
        else:
            finish = _DECODERS[entry.returns]
        required = sum(p.default is REQUIRED for p in entry.params)
        types, code = tuple(p.type for p in entry.params), float(self.code(name, in_place))
        defaults = (p.default for p in entry.params[required:])
        made = _maker(types, required, ending)(self._cls, code, finish, self.dtype_code, *defaults)
        result = {"object": None, "first argument": True, "finish": False if entry.returns == "Scalar" else finish}[ending]
        made.target = quick.Target(self._cls, code, types, required, result, self._constant_slots)
        return made

    def _constant_slots(self, kind, value):
        return _maker((kind,), 1, "slots")(None, None, None, self.dtype_code)(value)

    def _optional_tensor(self, handle):
        return self.wrap(handle) if handle else None

    def _tensors(self, _):
        wrap = self.wrap
        return tuple([wrap(handle) if handle else None for handle in _items()])

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


def _signature_source(params, names):
    parts, starred = [], False
    for p, name in zip(params, names):
        if p.keyword_only and not starred:
            parts.append("*")
            starred = True
        parts.append(name if p.default is REQUIRED else f"{name}={p.default!r}")
    return ", ".join(parts)
