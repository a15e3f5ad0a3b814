"""Sums and products of float16, rounded where NumPy rounds them.

NumPy's inner loop runs over the elements that lie closest in memory. Where these are folded, it keeps a float32 and rounds at
the end of the loop; from one loop to the next, and between running sums, there are only halves.
"""

import math

from ._dtypes import float16, float32
from ._engine import ops
from ._shaping import moveaxis

_JOINED = {"sum": (ops.add, 0.0), "prod": (ops.mul, 1.0)}
_RUNNING = {"cumsum": ops.add, "cumprod": ops.mul}


def folded(name, source, axes, keep):
    """The "sum" or "prod" of an array of halves over `axes`, all of them for None."""
    join, start = _JOINED[name]
    strides, ndim = source.strides, source.ndim
    axes = range(ndim) if axes is None else axes
    kept_shape = tuple(1 if axis in axes else n for axis, n in enumerate(source.shape))
    shape = kept_shape if keep else tuple(n for axis, n in enumerate(source.shape) if axis not in axes)
    order = sorted((axis for axis in range(ndim) if source.shape[axis] != 1), key=lambda axis: abs(strides[axis]))
    inner = []
    for axis in order:
        if axis not in axes:
            break
        inner.append(axis)
    outer = [axis for axis in reversed(order) if axis in axes and axis not in inner]
    wide = ops.to(source, float32)
    for axis in inner:
        wide = getattr(ops, name)(wide, [axis] if name == "sum" else axis, True, None)
    rows = moveaxis(wide, outer, list(range(len(outer))))
    rows = rows.reshape((math.prod(source.shape[axis] for axis in outer), -1))
    total = ops.full((rows.shape[1],), start, float16)
    for place in range(rows.shape[0]):
        total = ops.to(join(ops.to(total, float32), rows[place]), float16)
    return total.reshape(shape)


def running(name, source, axis):
    """The "cumsum" or "cumprod" of an array of halves along an axis."""
    join, rows = _RUNNING[name], moveaxis(source, axis, 0)
    totals = []
    for place in range(rows.shape[0]):
        row = ops.contiguous(rows[place : place + 1])
        totals.append(join(totals[-1], row) if totals else row)
    return moveaxis(ops.cat(totals, 0), 0, axis) if totals else ops.clone(source)
