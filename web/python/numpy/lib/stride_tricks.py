"""Views of an array through other strides."""

from .._array import lock, ndarray, view_of
from .._creation import asarray
from .._engine import ops
from .._shaping import broadcast_arrays, broadcast_shapes, broadcast_to

__all__ = ["as_strided", "broadcast_arrays", "broadcast_shapes", "broadcast_to", "sliding_window_view"]


def _strided(x, shape, strides, writeable):
    size = x.itemsize
    view = view_of(ops.as_strided(x, tuple(shape), tuple(step // size for step in strides), 0), x)
    return view if writeable else lock(view)


def as_strided(x, shape=None, strides=None, subok=False, writeable=True):
    """A view of the elements by a shape and by strides in bytes. Raises ValueError where they leave the array."""
    x = x if isinstance(x, ndarray) else asarray(x)
    return _strided(x, x.shape if shape is None else shape, x.strides if strides is None else strides, writeable)


def sliding_window_view(x, window_shape, axis=None, *, subok=False, writeable=False):
    """All windows of a shape along axes, as a view whose last dimensions are the windows'."""
    x = asarray(x)
    window = tuple(window_shape) if isinstance(window_shape, (tuple, list)) else (window_shape,)
    if any(extent < 0 for extent in window):
        raise ValueError("`window_shape` cannot contain negative values")
    if axis is None:
        axes = tuple(range(x.ndim))
        if len(window) != len(axes):
            raise ValueError(
                "Since axis is None, must provide window_shape for all dimensions of `x`; got "
                f"{len(window)} window_shape elements and `x.ndim` is {x.ndim}."
            )
    else:
        axes = tuple(a % x.ndim for a in (axis if isinstance(axis, (tuple, list)) else (axis,)))
        if len(window) != len(axes):
            raise ValueError(
                f"Must provide matching length window_shape and axis; got {len(window)} window_shape elements and {len(axes)} "
                "axes elements."
            )
    shape = list(x.shape)
    for a, extent in zip(axes, window):
        if shape[a] < extent:
            raise ValueError("window shape cannot be larger than input array shape")
        shape[a] -= extent - 1
    return _strided(x, (*shape, *window), x.strides + tuple(x.strides[a] for a in axes), writeable)
