"""The call path from Python into the engine.

One call is one row of float64 slots (`engine/bindings/README.md`), given as the arguments of `call` or `create`; the
runtime adds their number and the handles of arrays that have died. Results other than one tensor come back in `row`.
"""

import sys
from array import array
from functools import partial

ROW_SLOTS = 16384
row = array("d", bytes(8 * ROW_SLOTS))

TORCH, NUMPY = 0, 1
IN_PLACE = 2

KINDS = (
    None, "shape", "value", "dtype", "axis", "index", "unsupported",
    "freed", "memory", "interrupted", "argument", "type", "autograd", "internal",
)  # fmt: skip

_DEFAULT_ERRORS = {
    "shape": RuntimeError, "value": RuntimeError, "dtype": RuntimeError, "axis": IndexError, "index": IndexError,
    "unsupported": NotImplementedError, "freed": RuntimeError, "memory": RuntimeError,
    "interrupted": KeyboardInterrupt, "argument": ValueError, "type": TypeError, "autograd": RuntimeError,
    "internal": SystemError,
}  # fmt: skip
_errors = {TORCH: dict(_DEFAULT_ERRORS), NUMPY: dict(_DEFAULT_ERRORS)}


class Owned:
    """Base of both faces' array classes: an object that owns one engine handle, a float, kept in `_handle`.

    `_meta` is for what a face remembers about the array (shape, dtype); a new array has None there. Its `__del__`, which hands
    the handle back with the next row, is the runtime's.
    """

    __slots__ = ("__weakref__", "_handle", "_meta")


_adopted = {Owned: (None, ("_handle", "_meta"))}


def _unattached(*_):
    raise RuntimeError("the engine is not attached yet: the runtime calls sconce_face.attach(engine)")


_ENTRIES = (
    "call", "create", "adopt", "last_error", "schema_text", "stats_text", "reset_engine", "grad_fn_name", "grad_graph",
    "waiting", "_upload", "_download",
)  # fmt: skip
globals().update(dict.fromkeys(_ENTRIES, _unattached))


def attach(engine):
    """Bind the engine's entry points: those of `engine`, the runtime's object, and the builtins it put into `_sconce_call`."""
    global call, create, adopt, last_error, schema_text, stats_text, reset_engine, waiting
    global grad_fn_name, grad_graph, _upload, _download
    from _sconce_call import adopt, call, create

    engine.attach(*row.buffer_info())
    last_error, waiting = engine.last_error, engine.waiting
    grad_fn_name, grad_graph = engine.grad_fn_name, engine.grad_graph
    schema_text, stats_text, reset_engine = engine.schema, engine.stats, engine.reset
    _upload, _download = engine.upload, engine.download
    for cls, (dialect, names) in _adopted.items():
        adopt(cls, cls.__basicsize__, partial(fail, dialect=dialect), *names)


def detach():
    """Let go of every JavaScript object, so that the interpreter's memory can be saved as a snapshot."""
    globals().update(dict.fromkeys(_ENTRIES, _unattached))
    del Owned.__del__
    del sys.modules["_sconce_call"]


def adopt_class(cls, dialect, *names):
    """Let `create` make objects of `cls`, a subclass of Owned whose further slots `names` are None in a new object."""
    _adopted[cls] = dialect, ("_handle", "_meta", *names)
    adopt(cls, cls.__basicsize__, partial(fail, dialect=dialect), *_adopted[cls][1])


def set_errors(dialect, **classes):
    """Say which class a face raises for an error kind, where it differs from torch's."""
    _errors[dialect].update(classes)


def fail(status, dialect):
    """Raise the error a negative `status` stands for, with the engine's text."""
    kind = KINDS[int(-status)]
    text = last_error()
    error = _errors[dialect][kind]
    raise error() if kind == "interrupted" else error(text)


def send(code, *slots):
    """Call the engine with one row: `code` as in slot 0, then the argument slots.

    Returns the engine's number: a positive handle, or 0 with the results at the start of `row`. Raises on an error.
    """
    status = call(code, *slots)
    if status < 0:
        fail(status, int(code) & 1)
    return status


def upload(handle, buffer):
    """Copy a Python buffer over the storage of a contiguous tensor of the same size in bytes."""
    _upload(handle, buffer)


def download(handle, buffer):
    """Copy the elements of a contiguous tensor into a writable Python buffer of the same size in bytes."""
    _download(handle, buffer)


def binary_operator(code, cls, slow, reflected=False):
    """A binary dunder for `op(Operand self, Operand other, ...)`, kept to one call.

    `slow(self, other)` takes what is neither a `cls`, a float nor an int that a float64 slot holds exactly.
    `reflected` gives the operator whose left operand is the number.
    """
    slot = float(code)  # the engine's door reads floats without a detour

    def operator(self, other):
        python_type = type(other)
        if python_type is cls:
            return create(cls, slot, 0.0, self._handle, 0.0, other._handle)
        if python_type is float:
            return create(cls, slot, 0.0, self._handle, 3.0, other)
        if python_type is int and -0x20000000000000 <= other <= 0x20000000000000:
            return create(cls, slot, 0.0, self._handle, 2.0, other)
        if isinstance(other, cls):
            return create(cls, slot, 0.0, self._handle, 0.0, other._handle)
        return slow(self, other)

    def reflected_operator(self, other):
        python_type = type(other)
        if python_type is float:
            return create(cls, slot, 3.0, other, 0.0, self._handle)
        if python_type is int and -0x20000000000000 <= other <= 0x20000000000000:
            return create(cls, slot, 2.0, other, 0.0, self._handle)
        if isinstance(other, cls):
            return create(cls, slot, 0.0, other._handle, 0.0, self._handle)
        return slow(self, other)

    return reflected_operator if reflected else operator


def tensor_operator(code, cls, slow):
    """A binary dunder for `op(Tensor self, Tensor other)`, kept to one call; `slow` takes an `other` that is no `cls`."""
    slot = float(code)

    def operator(self, other):
        if isinstance(other, cls):
            return create(cls, slot, self._handle, other._handle)
        return slow(self, other)

    return operator


def unary_operator(code, cls):
    """A callable for `op(Tensor self)`, kept to one call."""
    slot = float(code)

    def operator(self):
        return create(cls, slot, self._handle)

    return operator
