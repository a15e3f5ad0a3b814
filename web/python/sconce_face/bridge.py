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


_adopted = {Owned: (None, 1.0, "_handle", "_meta")}


def _unattached(*_):
    raise RuntimeError("the engine is not attached yet: the runtime calls sconce_face.attach(engine)")


_BUILTINS = ("call", "create", "adopt", "quicken", "slacken")
_ENTRIES = (
    *_BUILTINS, "last_error", "schema_text", "stats_text", "reset_engine", "grad_fn_name", "grad_graph", "waiting",
    "_upload", "_download",
)  # fmt: skip
globals().update(dict.fromkeys(_ENTRIES, _unattached))


def attach(engine):
    """Bind the engine's entry points: those of `engine`, the runtime's object, and the builtins it put into `_sconce_call`."""
    global last_error, schema_text, stats_text, reset_engine, waiting, grad_fn_name, grad_graph, _upload, _download
    import _sconce_call

    globals().update({name: getattr(_sconce_call, name) for name in _BUILTINS})
    engine.attach(*row.buffer_info())
    last_error, waiting = engine.last_error, engine.waiting
    grad_fn_name, grad_graph = engine.grad_fn_name, engine.grad_graph
    schema_text, stats_text, reset_engine = engine.schema, engine.stats, engine.reset
    _upload, _download = engine.upload, engine.download
    for cls, (dialect, *names) in _adopted.items():
        adopt(cls, cls.__basicsize__, partial(fail, dialect=dialect), *names)
    for form in _forms:
        quicken(*form)


def detach():
    """Let go of every JavaScript object, so that the interpreter's memory can be saved as a snapshot."""
    slacken()
    globals().update(dict.fromkeys(_ENTRIES, _unattached))
    del Owned.__del__
    del sys.modules["_sconce_call"]


def adopt_class(cls, dialect, facts=(), others=()):
    """Let `create` make objects of `cls`, a subclass of Owned whose further slots are None in a new object.

    `facts` are those that arrays of one shape and dtype have in common, as `_meta`.
    """
    _adopted[cls] = dialect, 1.0 + len(facts), "_handle", "_meta", *facts, *others
    adopt(cls, cls.__basicsize__, partial(fail, dialect=dialect), *_adopted[cls][1:])


_forms = []


def add_form(*form):
    """Let calls of a Python function that have a certain form go to the engine at once: `quick.py` says what a form is."""
    _forms.append(form)
    quicken(*form)


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
