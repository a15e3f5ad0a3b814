"""The NumPy face's view of the engine: its operations by name, and how a handle becomes an array."""

from sconce_face import bridge, quick
from sconce_face.schema import Face, operations

from . import exceptions

bridge.set_errors(
    bridge.NUMPY,
    shape=ValueError,
    value=ValueError,
    dtype=exceptions.UFuncTypeError,
    axis=exceptions.AxisError,
    memory=exceptions._ArrayMemoryError,
)


class _Operations:
    """The engine's operations as attributes, each made when first asked for.

    `ops.add(a, b)` returns an array even where NumPy gives a scalar; `ops.add_` is the in-place form.
    """

    def __getattr__(self, name):
        if not has(name.removesuffix("_")):
            raise NotImplementedError(f"this build of the engine has no operation {name!r}")
        found = face.operation(name.removesuffix("_"), in_place=name.endswith("_"))
        quick.add_operation(found)
        setattr(self, name, found)
        return found


def has(name):
    """Whether this build of the engine has an operation."""
    return name in operations()


def _wrap(handle):
    return _array_from_handle(handle)


def bind(array_from_handle):
    """Tell the engine's view how an array is made of a handle; called once, at import."""
    global _array_from_handle
    _array_from_handle = array_from_handle


face = Face(bridge.NUMPY, _wrap, lambda dtype: dtype.code)
ops = _Operations()
_array_from_handle = None
