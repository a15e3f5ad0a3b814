"""Functions that reshape, repeat and rearrange arrays; many are methods of `ndarray` too."""

import math
import operator

from . import _dtypes
from ._array import attach, lock, ndarray, shared_or_own, size_of, view_of
from ._creation import arange, asarray, empty
from ._engine import ops
from ._indexing import normalize_axis
from ._ufuncs import shape_text

# Shape --------------------------------------------------------------------------------------------------------------


def reshape(a, /, shape=None, order="C", *, copy=None):
    """The elements in row-major order under another shape, of which one length may be -1; a view where it can be.

    Raises ValueError when the number of elements differs.
    """
    if shape is None:
        raise TypeError("reshape() missing 1 required positional argument: 'shape'")
    source = asarray(a)
    if order not in ("C", "A", "K"):
        raise NotImplementedError(f"reshape: order={order!r} is not in this course's NumPy subset")
    sizes = _reshaped(source, shape)
    result = ops.reshape(source, sizes)
    if copy:
        return ops.clone(result) if ops.same_storage(result, source) else result
    return shared_or_own(result, source)


def _reshaped(source, shape):
    if isinstance(shape, ndarray):
        shape = shape.tolist()
    sizes = [_size(n) for n in (shape if isinstance(shape, (tuple, list)) else (shape,))]
    unknown = sizes.count(-1)
    if unknown > 1:
        raise ValueError("can only specify one unknown dimension")
    known = math.prod(n for n in sizes if n != -1)
    total = source.size
    wrong = any(n < -1 for n in sizes) or (known != total if not unknown else known == 0 or total % known)
    if wrong:
        shown = "(" + ",".join("newaxis" if n < 0 else str(n) for n in sizes) + ("," if len(sizes) == 1 else "") + ")"
        raise ValueError(f"cannot reshape array of size {total} into shape {shown}")
    if unknown:
        sizes[sizes.index(-1)] = total // known
    return sizes


def _size(value):
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer") from None


def ravel(a, order="C"):
    """The elements in row-major order as one dimension; a view where it can be."""
    return reshape(a, -1 if asarray(a).size else 0, order)


def transpose(a, axes=None):
    """A view with the axes in another order, reversed unless `axes` gives one."""
    source = asarray(a)
    if axes is None:
        axes = range(source.ndim - 1, -1, -1)
    else:
        axes = [_size(axis) for axis in (axes if isinstance(axes, (tuple, list, ndarray)) else (axes,))]
        if len(axes) != source.ndim:
            raise ValueError("axes don't match array")
        axes = [normalize_axis(axis, source.ndim) for axis in axes]
        if len(set(axes)) != len(axes):
            raise ValueError("repeated axis in transpose")
    return view_of(ops.permute(source, list(axes)), source)


permute_dims = transpose


def matrix_transpose(x, /):
    """A view with the last two axes exchanged."""
    source = asarray(x)
    if source.ndim < 2:
        raise ValueError(f"Input array must be at least 2-dimensional, but it is {source.ndim}")
    return view_of(ops.transpose(source, -1, -2), source)


def swapaxes(a, axis1, axis2):
    """A view with two axes exchanged."""
    source = asarray(a)
    first = normalize_axis(axis1, source.ndim, "axis1")
    return view_of(ops.transpose(source, first, normalize_axis(axis2, source.ndim, "axis2")), source)


def moveaxis(a, source, destination):
    """A view with some axes moved to other places, the rest in their order."""
    array = asarray(a)
    froms = _axis_list(source, array.ndim, "source")
    tos = _axis_list(destination, array.ndim, "destination")
    if len(froms) != len(tos):
        raise ValueError("`source` and `destination` arguments must have the same number of elements")
    order = [axis for axis in range(array.ndim) if axis not in froms]
    for to, axis in sorted(zip(tos, froms)):
        order.insert(to, axis)
    return transpose(array, order)


def rollaxis(a, axis, start=0):
    """A view with one axis moved before another."""
    array = asarray(a)
    axis = normalize_axis(axis, array.ndim)
    start = start + array.ndim if start < 0 else start
    return moveaxis(array, axis, start - 1 if axis < start else start)


def _axis_list(axes, ndim, name):
    listed = [normalize_axis(axis, ndim, name) for axis in (axes if isinstance(axes, (tuple, list)) else (axes,))]
    if len(set(listed)) != len(listed):
        raise ValueError(f"repeated axis in `{name}` argument")
    return listed


def squeeze(a, axis=None):
    """A view without the axes of length one, or without those named. Raises ValueError for another length."""
    source = asarray(a)
    if axis is None:
        kept = [n for n in source.shape if n != 1]
    else:
        axes = [normalize_axis(one, source.ndim) for one in (axis if isinstance(axis, tuple) else (axis,))]
        if any(source.shape[one] != 1 for one in axes):
            raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
        kept = [n for i, n in enumerate(source.shape) if i not in axes]
    return view_of(ops.reshape(source, kept), source)


def expand_dims(a, axis):
    """A view with axes of length one put in where `axis` says."""
    source = asarray(a)
    wanted = axis if isinstance(axis, (tuple, list)) else (axis,)
    total = source.ndim + len(wanted)
    axes = [normalize_axis(one, total) for one in wanted]
    if len(set(axes)) != len(axes):
        raise ValueError("repeated axis")
    lengths = iter(source.shape)
    return view_of(ops.reshape(source, [1 if i in axes else next(lengths) for i in range(total)]), source)


def atleast_1d(*arys):
    """The arguments as arrays of at least one dimension."""
    return _each(arys, lambda a: a if a.ndim else a.reshape(1))


def atleast_2d(*arys):
    """The arguments as arrays of at least two dimensions, new ones in front."""
    return _each(arys, lambda a: a if a.ndim > 1 else a.reshape(1, -1))


def atleast_3d(*arys):
    """The arguments as arrays of at least three dimensions."""
    def raised(a):
        if a.ndim == 2:
            return a[:, :, None]
        return a if a.ndim > 2 else a.reshape(1, -1, 1)

    return _each(arys, raised)


def _each(arys, convert):
    results = tuple(convert(asarray(a)) for a in arys)
    return results[0] if len(results) == 1 else results


def broadcast_shapes(*args):
    """The shape that shapes broadcast to. Raises ValueError when they do not."""
    shapes = [size_of(shape) for shape in args]
    result = [1] * max(map(len, shapes), default=0)
    for shape in shapes:
        for place, length in enumerate(reversed(shape), 1):
            if length != 1 and result[-place] not in (1, length):
                raise ValueError(
                    "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg 0 with "
                    f"shape {shape_text(shapes[0])} and arg {shapes.index(shape)} with shape {shape_text(shape)}."
                )
            if length != 1:
                result[-place] = length
    return tuple(result)


def broadcast_to(array, shape, subok=False):
    """A view of another shape in which axes of length one, and new ones in front, repeat."""
    source, sizes = asarray(array), size_of(shape)
    if len(sizes) < source.ndim:
        raise ValueError("input operand has more dimensions than allowed by the axis remapping")
    if any(n not in (1, m) for n, m in zip(reversed(source.shape), reversed(sizes))):
        raise ValueError(
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            f"{shape_text(source.shape)}  and requested shape {shape_text(sizes)}"
        )
    return lock(view_of(ops.expand(source, sizes), source))


def broadcast_arrays(*args, subok=False):
    """The arguments as views of the one shape they broadcast to."""
    arrays = [asarray(a) for a in args]
    shape = broadcast_shapes(*(a.shape for a in arrays))
    return tuple(broadcast_to(a, shape) for a in arrays)


# Repeating and rearranging ------------------------------------------------------------------------------------------


def tile(A, reps):
    """The array repeated `reps` times along each axis."""
    source = asarray(A)
    counts = tuple(reps) if isinstance(reps, (tuple, list, ndarray)) else (reps,)
    rank = max(source.ndim, len(counts))
    source = source.reshape((1,) * (rank - source.ndim) + source.shape)
    return ops.repeat(source, [1] * (rank - len(counts)) + [operator.index(n) for n in counts])


def repeat(a, repeats, axis=None):
    """Every element, or part along an axis, repeated in place: once for all or a count each."""
    source = asarray(a)
    if axis is None:
        source, axis = source.reshape(-1), 0
    axis = normalize_axis(axis, source.ndim)
    length = source.shape[axis]
    counts = asarray(repeats).reshape(-1).tolist()
    if any(count < 0 for count in counts):
        raise ValueError("repeats may not contain negative values.")
    if len(counts) == 1:
        counts *= length
    if len(counts) != length:
        raise ValueError(f"operands could not be broadcast together with shape ({length},) ({len(counts)},)")
    return source[(*(slice(None),) * axis, [i for i, count in enumerate(counts) for _ in range(count)])]


def flip(m, axis=None):
    """The elements in reverse order along all axes or some."""
    source = asarray(m)
    axes = range(source.ndim) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    return ops.flip(source, [normalize_axis(one, source.ndim) for one in axes])


def flipud(m):
    """The rows in reverse order."""
    return flip(m, 0)


def fliplr(m):
    """The columns in reverse order."""
    source = asarray(m)
    if source.ndim < 2:
        raise ValueError("Input must be >= 2-d.")
    return flip(source, 1)


def rot90(m, k=1, axes=(0, 1)):
    """The array turned by k quarter turns in the plane of two axes."""
    source = asarray(m)
    if axes[0] == axes[1] or abs(axes[0] - axes[1]) == source.ndim:
        raise ValueError("Axes must be different.")
    first, second = (normalize_axis(axis, source.ndim) for axis in axes)
    k %= 4
    if k == 0:
        return source[...]
    if k == 2:
        return flip(source, (first, second))
    turned = flip(source, second) if k == 1 else source
    turned = swapaxes(turned, first, second)
    return turned if k == 1 else flip(turned, second)


def roll(a, shift, axis=None):
    """The elements moved along an axis, those pushed out coming in at the other end."""
    source = asarray(a)
    if axis is None:
        return roll(source.reshape(-1), shift, 0).reshape(source.shape)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    shifts = shift if isinstance(shift, (tuple, list)) else (shift,) * len(axes)
    for by, one in zip(shifts, axes):
        one = normalize_axis(one, source.ndim)
        length = source.shape[one]
        if length:
            places = (arange(length) - operator.index(by)) % length
            source = ops.index_select(source, one, places)
    return source if axes else ops.clone(source)


def tril(m, k=0):
    """The elements at and below the `k`-th diagonal, zero elsewhere."""
    return ops.tril(_matrix(m), k)


def triu(m, k=0):
    """The elements at and above the `k`-th diagonal, zero elsewhere."""
    return ops.triu(_matrix(m), k)


def _matrix(m):
    source = asarray(m)
    return broadcast_to(source, (source.shape[0],) * 2) if source.ndim == 1 else source


def diagonal(a, offset=0, axis1=0, axis2=1):
    """A view of a diagonal of two axes."""
    source = asarray(a)
    if source.ndim < 2:
        raise ValueError("diag requires an array of at least two dimensions")
    return view_of(ops.diagonal(source, offset, axis1, axis2), source)


def diag(v, k=0):
    """A diagonal of a matrix, or a matrix with a given diagonal."""
    source = asarray(v)
    if source.ndim == 2:
        return ops.clone(diagonal(source, k))
    if source.ndim != 1:
        raise ValueError("Input must be 1- or 2-d.")
    size = source.shape[0] + abs(k)
    result = ops.zeros((size, size), source.dtype)
    rows = arange(source.shape[0]) + max(-k, 0)
    result[rows, rows + k] = source
    return result


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    """Sum of a diagonal."""
    return diagonal(a, offset, axis1, axis2).sum(axis=-1, dtype=dtype, out=out)


def fill_diagonal(a, val, wrap=False):
    """Set the main diagonal of an array in place."""
    size = min(a.shape)
    places = arange(size)
    a[(places,) * a.ndim] = val


def _triangle_indices(kept):
    def function(n, k=0, m=None):
        from ._indexing import nonzero

        return nonzero(kept(ops.ones((n, n if m is None else m), _dtypes.bool_), k))

    return function


tril_indices, triu_indices = _triangle_indices(tril), _triangle_indices(triu)
tril_indices.__name__, triu_indices.__name__ = "tril_indices", "triu_indices"
tril_indices.__doc__ = "The indices of the elements at and below the `k`-th diagonal of an (n, m) array."
triu_indices.__doc__ = "The indices of the elements at and above the `k`-th diagonal of an (n, m) array."


def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    """Coordinate arrays of a grid from the coordinates along each axis."""
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    lines = [asarray(x).reshape(-1) for x in xi]
    rank = len(lines)
    order = list(range(rank))
    if indexing == "xy" and rank > 1:
        order[0], order[1] = 1, 0
    shaped = [line.reshape((1,) * place + (-1,) + (1,) * (rank - place - 1)) for line, place in zip(lines, order)]
    if sparse:
        return tuple(shaped)
    shape = broadcast_shapes(*(line.shape for line in shaped)) if shaped else ()
    return tuple(ops.clone(broadcast_to(line, shape)) for line in shaped)


def pad(array, pad_width, mode="constant", **kwargs):
    """The array with a border of given widths: constant (zero unless `constant_values` says), edge, reflect or wrap."""
    source = asarray(array)
    widths = asarray(pad_width)
    widths = broadcast_to(widths, (source.ndim, 2)).tolist()
    fill = kwargs.pop("constant_values", 0)
    if kwargs or mode not in ("constant", "edge", "reflect", "symmetric", "wrap"):
        raise NotImplementedError(f"pad: mode={mode!r} with {list(kwargs)} is not in this course's NumPy subset")
    if mode == "constant":
        shape = [n + before + after for n, (before, after) in zip(source.shape, widths)]
        result = empty(shape, source.dtype)
        result[...] = fill
        result[tuple(slice(before, before + n) for n, (before, _) in zip(source.shape, widths))] = source
        return result
    for axis, (before, after) in enumerate(widths):
        places = [_padded_place(i, source.shape[axis], mode) for i in range(-before, source.shape[axis] + after)]
        source = source[(*(slice(None),) * axis, places)]
    return source


def _padded_place(i, length, mode):
    if mode == "edge":
        return min(max(i, 0), length - 1)
    if mode == "wrap" or length == 1:
        return i % length
    period = 2 * length - 2 if mode == "reflect" else 2 * length
    i %= period
    return i if i < length else (period - i if mode == "reflect" else period - 1 - i)


# Methods ------------------------------------------------------------------------------------------------------------


def _sizes(args, name):
    if not args:
        raise TypeError(f"{name}() takes exactly 1 argument (0 given)")
    return args[0] if len(args) == 1 else args


def _axes(axes):
    if not axes or axes == (None,):
        return None
    return axes[0] if len(axes) == 1 and isinstance(axes[0], (tuple, list)) else axes


def _flatten(self, order="C"):
    """A copy of the elements in row-major order as one dimension."""
    flat = ravel(self, order)
    return flat if flat._base is None else ops.clone(flat)


def _matrix_view(self):
    if self.ndim < 2:
        raise ValueError("matrix transpose with ndim < 2 is undefined")
    return matrix_transpose(self)


attach(
    reshape, lambda self, *shape, order="C", copy=None: reshape(self, _sizes(shape, "reshape"), order, copy=copy)
)
attach(transpose, lambda self, *axes: transpose(self, _axes(axes)))
attach(ravel, lambda self, order="C": ravel(self, order))
attach(_flatten, _flatten, "flatten")
attach(squeeze, lambda self, axis=None: squeeze(self, axis))
attach(swapaxes, lambda self, axis1, axis2: swapaxes(self, axis1, axis2))
attach(repeat, lambda self, repeats, axis=None: repeat(self, repeats, axis))
attach(diagonal, lambda self, offset=0, axis1=0, axis2=1: diagonal(self, offset, axis1, axis2))
attach(trace, lambda self, offset=0, axis1=0, axis2=1, dtype=None, out=None: trace(
    self, offset, axis1, axis2, dtype, out
))
ndarray.T = property(transpose, doc="A view with the axes in reverse order.")
ndarray.mT = property(_matrix_view, doc="A view with the last two axes exchanged.")
