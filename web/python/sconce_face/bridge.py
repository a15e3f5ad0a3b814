"""The call path from Python into the engine.

One call is one row of float64 slots (`engine/bindings/README.md`), given to `call` as its arguments; results other than a
handle come back in `row`. A Python array object is an `Owned`: one handle and nothing else that must live. When it dies it
joins `dead`, and the next row carries its handle; a finalizer never calls the engine, since it may run amid a call.
"""

import sys
from array import array
from functools import partial

ROW_SLOTS = 16384
row = array("d", bytes(8 * ROW_SLOTS))
dead = []

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
    """Base of both faces' array classes: an object that owns one engine handle, kept in `_handle`.

    `_meta` is for what a face remembers about the array (shape, dtype); the operators made here leave it None.
    """

    __slots__ = ("__weakref__", "_handle", "_meta")

    # The dying object itself is put aside, until the next row takes its handle: a finalizer in Python would cost more than
    # the rest of an operator, and Stop could strike inside it. Python finalizes an object once, so it then dies for good.
    __del__ = partial(dead.append)

    def __getattr__(self, name):
        if name == "_handle":
            return 0.0  # stopped between its making and receiving its handle: there is nothing to give back
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def _unattached(*_):
    raise RuntimeError("the engine is not attached yet: call sconce_face.attach() first")


call = last_error = schema_text = stats_text = reset_engine = grad_fn_name = _upload = _download = _unattached


def attach(engine=None):
    """Bind the engine's entry points; `engine` is the runtime's `_sconce_bridge` module unless given."""
    global call, last_error, schema_text, stats_text, reset_engine, grad_fn_name, _upload, _download
    if engine is None:
        import _sconce_bridge as engine
    from _sconce_call import call

    engine.attach(row)
    last_error, grad_fn_name = engine.last_error, engine.grad_fn_name
    schema_text, stats_text, reset_engine = engine.schema, engine.stats, engine.reset
    _upload, _download = engine.upload, engine.download


def detach():
    """Let go of every JavaScript object, so that the interpreter's memory can be saved as a snapshot."""
    global call, last_error, schema_text, stats_text, reset_engine, grad_fn_name, _upload, _download
    call = last_error = schema_text = stats_text = reset_engine = grad_fn_name = _upload = _download = _unattached
    sys.modules.pop("_sconce_bridge", None)


def set_errors(dialect, **classes):
    """Say which class a face raises for an error kind, where it differs from torch's."""
    _errors[dialect].update(classes)


def fail(status, dialect):
    """Raise the error a negative `status` stands for, with the engine's text."""
    kind = KINDS[int(-status)]
    text = last_error()
    error = _errors[dialect][kind]
    raise error() if kind == "interrupted" else error(text)


def send(code, slots):
    """Call the engine with one row: `code` as in slot 0, the argument slots, the dead handles.

    Returns the engine's number: a positive handle, or 0 with the results at the start of `row`. Raises on an error.
    """
    n = len(slots)
    if n + 3 > ROW_SLOTS:
        raise ValueError(f"the call needs {n + 3} slots, more than the {ROW_SLOTS} a row has")
    if dead:
        buried = [dying._handle for dying in dead[: ROW_SLOTS - n - 3]]
        del dead[: len(buried)]  # by count: a finalizer may have appended since the copy
        status = call(code, n, *slots, len(buried), *buried)
    else:
        status = call(code, n, *slots, 0.0)
    if status < 0:
        fail(status, code & 1)
    return status


def upload(handle, buffer):
    """Copy a Python buffer over the storage of a contiguous tensor of the same size in bytes."""
    _upload(handle, buffer)


def download(handle, buffer):
    """Copy the elements of a contiguous tensor into a writable Python buffer of the same size in bytes."""
    _download(handle, buffer)


_new = object.__new__  # a face may give its class a __new__ that takes data


def binary_operator(code, cls, slow, reflected=False):
    """A binary dunder for `op(Operand self, Operand other, ...)`, kept to one call.

    `slow(self, other)` takes what is neither a `cls`, a float nor an int that a float64 slot holds exactly.
    `reflected` gives the operator whose left operand is the number.
    """
    dialect, slot = code & 1, float(code)

    # Slots are floats throughout: the engine's door reads those without a detour.
    def operator(self, other):
        if isinstance(other, cls):
            kind, value = 0.0, other._handle
        else:
            python_type = type(other)
            if python_type is float:
                kind, value = 3.0, other
            elif python_type is int and -0x20000000000000 <= other <= 0x20000000000000:
                kind, value = 2.0, other
            else:
                return slow(self, other)
        mine = 0.0
        own = self._handle
        if reflected:
            mine, own, kind, value = kind, value, 0.0, own
        if not dead:
            handle = call(slot, 4.0, mine, own, kind, value, 0.0)
        elif len(dead) == 1:
            handle = call(slot, 4.0, mine, own, kind, value, 1.0, dead.pop()._handle)
        else:
            handle = send(code, (mine, own, kind, value))
        if handle < 0:
            fail(handle, dialect)
        result = _new(cls)
        result._handle, result._meta = handle, None
        return result

    return operator


def unary_operator(code, cls):
    """A callable for `op(Tensor self)`, kept to one call."""
    dialect, slot = code & 1, float(code)

    def operator(self):
        if not dead:
            handle = call(slot, 1.0, self._handle, 0.0)
        elif len(dead) == 1:
            handle = call(slot, 1.0, self._handle, 1.0, dead.pop()._handle)
        else:
            handle = send(code, (self._handle,))
        if handle < 0:
            fail(handle, dialect)
        result = _new(cls)
        result._handle, result._meta = handle, None
        return result

    return operator
