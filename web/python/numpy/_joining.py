"""Functions that join arrays and cut them apart."""

import operator

from . import _dtypes
from ._array import ndarray
from ._creation import asarray
from ._dtypes import can_cast, promote
from ._engine import ops
from ._indexing import normalize_axis
from ._shaping import atleast_1d, atleast_2d, atleast_3d, broadcast_to, ravel


def _common(arrays, dtype, casting):
    if dtype is not None:
        found = _dtypes.find(dtype)
        for a in arrays:
            if not can_cast(a.dtype, found, casting):
                raise TypeError(
                    f"Cannot cast array data from {a.dtype!r} to {found!r} according to the rule '{casting}'"
                )
    else:
        found = arrays[0].dtype
        for a in arrays[1:]:
            found = promote(found, a.dtype)
    return [a if a.dtype is found else a.astype(found) for a in arrays]


def concatenate(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    """The arrays one after the other along an axis; flattened first when the axis is None.

    Raises ValueError when their other lengths differ.
    """
    if isinstance(arrays, (int, float)) or not hasattr(arrays, "__iter__"):
        raise TypeError(f"the first input argument needs to be a sequence, got {type(arrays).__name__}")
    parts = [asarray(a) for a in arrays]
    if not parts:
        raise ValueError("need at least one array to concatenate")
    if axis is None:
        parts, axis = [ravel(part) for part in parts], 0
    if not parts[0].ndim:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    first = parts[0]
    axis = normalize_axis(axis, first.ndim)
    for place, part in enumerate(parts[1:], 1):
        _check_joins(first, part, place, axis)
    result = ops.cat(_common(parts, dtype, casting), axis)
    if out is None:
        return result
    out[...] = result
    return out


concat = concatenate


def _check_joins(first, part, place, axis):
    if part.ndim != first.ndim:
        raise ValueError(
            "all the input arrays must have same number of dimensions, but the array at index 0 has "
            f"{first.ndim} dimension(s) and the array at index {place} has {part.ndim} dimension(s)"
        )
    for dim, (n, m) in enumerate(zip(first.shape, part.shape)):
        if n != m and dim != axis:
            raise ValueError(
                "all the input array dimensions except for the concatenation axis must match exactly, but along "
                f"dimension {dim}, the array at index 0 has size {n} and the array at index {place} has size {m}"
            )


def stack(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    """The arrays, all of one shape, side by side along a new axis."""
    parts = [asarray(a) for a in arrays]
    if not parts:
        raise ValueError("need at least one array to stack")
    if len({part.shape for part in parts}) > 1:
        raise ValueError("all input arrays must have the same shape")
    result = ops.stack(_common(parts, dtype, casting), normalize_axis(axis, parts[0].ndim + 1))
    if out is None:
        return result
    out[...] = result
    return out


def _pieces(tup, convert):
    if isinstance(tup, ndarray) or isinstance(tup, (list, tuple)):
        return [convert(asarray(a)) for a in tup]
    raise TypeError('arrays to stack must be passed as a "sequence" type such as list or tuple.')


def vstack(tup, *, dtype=None, casting="same_kind"):
    """The arrays one below the other; those of one dimension are rows."""
    return concatenate(_pieces(tup, atleast_2d), 0, dtype=dtype, casting=casting)


def hstack(tup, *, dtype=None, casting="same_kind"):
    """The arrays side by side: along the first axis for one dimension, else along the second."""
    parts = _pieces(tup, atleast_1d)
    axis = 0 if parts and parts[0].ndim == 1 else 1
    return concatenate(parts, axis, dtype=dtype, casting=casting)


def dstack(tup):
    """The arrays along a third axis."""
    return concatenate(_pieces(tup, atleast_3d), 2)


def column_stack(tup):
    """Arrays of one dimension as columns, beside those of two."""
    return concatenate(_pieces(tup, lambda a: a if a.ndim > 1 else a.reshape(-1, 1)), 1)


def append(arr, values, axis=None):
    """A new array with `values` after the elements of `arr`, along an axis or flattened."""
    return concatenate([asarray(arr), asarray(values)], axis)


def insert(arr, obj, values, axis=None):
    """A new array with `values` put in before the position `obj`."""
    source = asarray(arr)
    if axis is None:
        source, axis = source.reshape(-1), 0
    axis = normalize_axis(axis, source.ndim)
    length = source.shape[axis]
    place = operator.index(obj)
    if not -length <= place <= length:
        raise IndexError(f"index {place} is out of bounds for axis {axis} with size {length}")
    place = place + length if place < 0 else place
    before = (slice(None),) * axis
    new = asarray(values).astype(source.dtype)
    if source.ndim == 1:
        new = new.reshape(-1)
    else:
        shape = list(source.shape)
        shape[axis] = 1
        new = broadcast_to(new, shape) if new.ndim < source.ndim else new
    return concatenate([source[(*before, slice(None, place))], new, source[(*before, slice(place, None))]], axis)


def delete(arr, obj, axis=None):
    """A new array without the positions `obj` (an integer, a slice or integers) along an axis."""
    source = asarray(arr)
    if axis is None:
        source, axis = source.reshape(-1), 0
    axis = normalize_axis(axis, source.ndim)
    length = source.shape[axis]
    gone = range(length)[obj] if isinstance(obj, slice) else asarray(obj).reshape(-1).tolist()
    for place in gone:
        if not -length <= place < length:
            raise IndexError(f"index {place} is out of bounds for axis {axis} with size {length}")
    dropped = {place % length for place in gone}
    return source[(*(slice(None),) * axis, [i for i in range(length) if i not in dropped])]


def array_split(ary, indices_or_sections, axis=0):
    """Views of consecutive parts along an axis: a number of nearly equal ones, or cut at given positions."""
    source = asarray(ary)
    axis = normalize_axis(axis, source.ndim)
    length = source.shape[axis]
    if isinstance(indices_or_sections, (list, tuple, ndarray)):
        cuts = [0, *(int(i) for i in indices_or_sections), length]
    else:
        sections = operator.index(indices_or_sections)
        if sections <= 0:
            raise ValueError("number sections must be larger than 0.")
        each, extra = divmod(length, sections)
        cuts = [i * each + min(i, extra) for i in range(sections + 1)]
    before = (slice(None),) * axis
    return [source[(*before, slice(begin, end))] for begin, end in zip(cuts, cuts[1:])]


def split(ary, indices_or_sections, axis=0):
    """As `array_split`, but a number of parts must divide the axis. Raises ValueError when it does not."""
    if not isinstance(indices_or_sections, (list, tuple, ndarray)):
        length = asarray(ary).shape[axis]
        if length % indices_or_sections:
            raise ValueError("array split does not result in an equal division")
    return array_split(ary, indices_or_sections, axis)


def hsplit(ary, indices_or_sections):
    """`split` along the second axis, or the first of one dimension."""
    source = asarray(ary)
    if not source.ndim:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    return split(source, indices_or_sections, 1 if source.ndim > 1 else 0)


def vsplit(ary, indices_or_sections):
    """`split` along the first axis of an array of two dimensions or more."""
    source = asarray(ary)
    if source.ndim < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(source, indices_or_sections, 0)
