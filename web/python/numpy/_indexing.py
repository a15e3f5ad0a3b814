"""Reading and writing parts of an array: `a[...]` and `a[...] = value`."""

import operator

from . import _dtypes, _trouble
from ._array import attach, locked, ndarray, view_of, zero_dim
from ._creation import asarray
from ._engine import ops
from ._scalars import bool_, check_bounds, floating, generic, integer, make

_INVALID = (
    "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid "
    "indices"
)


class _Index:
    """An index as the engine takes it, and what kind of result it gives."""

    __slots__ = ("advanced", "ellipsis", "integers", "items")

    def __init__(self, key):
        self.items, self.integers, self.advanced, self.ellipsis = [], 0, False, False
        for part in key if type(key) is tuple else (key,):
            self.items.append(self._item(part))

    def _item(self, part):
        kind = type(part)
        if kind is int:
            self.integers += 1
            return part
        if kind is slice:
            return _plain_slice(part)
        if part is None:
            return None
        if part is Ellipsis:
            if self.ellipsis:
                raise IndexError("an index can only have a single ellipsis ('...')")
            self.ellipsis = True
            return part
        if kind is bool or kind is bool_:
            self.advanced = True
            return bool(part)
        if kind is ndarray:
            return self._array(part)
        if isinstance(part, (list, tuple, range)):
            return self._array(asarray(part) if len(part) else asarray(part, int))
        if isinstance(part, (float, floating, str)):
            raise IndexError(_INVALID)
        try:
            number = operator.index(part)
        except TypeError:
            if hasattr(part, "__array__") or hasattr(part, "_handle"):
                return self._array(asarray(part))
            raise IndexError(_INVALID) from None
        self.integers += 1
        return number

    def _array(self, part):
        if part.dtype.kind == "f":
            if part.size == 0 and part._base is None:
                part = part.astype(_dtypes.int64)
            else:
                raise IndexError("arrays used as indices must be of integer (or boolean) type")
        if not part.shape and part.dtype.kind != "b":
            self.integers += 1
            return part.item()
        self.advanced = True
        return part


def _plain_slice(part):
    start, stop, step = part.start, part.stop, part.step
    if start.__class__ in (int, None.__class__) and stop.__class__ in (int, None.__class__) and step is None:
        return part
    if step is not None and _position(step) == 0:
        raise ValueError("slice step cannot be zero")
    return slice(_position(start), _position(stop), _position(step))


def _position(value):
    if value is None:
        return None
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError("slice indices must be integers or None or have an __index__ method") from None


_part, _element = ops.index, ops.item


def _getitem(self, key):
    kind = type(key)
    if kind is int and len(self.shape) == 1:
        return make(self.dtype.type, _element(_part(self, (key,))))
    if kind is slice:
        part = _part(self, (_plain_slice(key),))
        part._dtype = self._dtype
        return view_of(part, self)
    index = _Index(key)
    full = index.integers == len(self.shape) == len(index.items)
    part = _part(self, tuple(index.items))
    if full:
        return make(self.dtype.type, _element(part))
    part._dtype = self.dtype
    if key == () if type(key) is tuple else False:
        return make(self.dtype.type, ops.item(self)) if not self.shape else view_of(part, self)
    return part if index.advanced else view_of(part, self)


def _setitem(self, key, value):
    if self._locked or self._base is not None and locked(self):
        raise ValueError("assignment destination is read-only")
    index = _Index(key)
    found = _assignable(self, value, index)
    ops.index_put_(self, index.items, _halved(found) if self.dtype is _dtypes.float16 else found)


def _halved(value):
    """What is written into an array of halves, rounded once; the engine would go by way of float32."""
    if isinstance(value, ndarray):
        return value.astype(_dtypes.float16) if value.dtype is _dtypes.float64 else value
    return asarray(value, _dtypes.float16)


def _assignable(self, value, index):
    dtype = self.dtype
    kind = type(value)
    if kind is ndarray:
        if value.shape and index.integers == len(self.shape) == len(index.items):
            raise ValueError("setting an array element with a sequence.")
        if len(value.shape) > 1 and len(index.items) == 1 and _is_full_mask(self, index.items[0]):
            raise TypeError(
                "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input has "
                f"{len(value.shape)} dimensions"
            )
        if dtype.kind in "iu" and value.dtype.kind == "f":
            _trouble.examine_cast(value, dtype)
        return ops.clone(value) if ops.same_storage(self, value) else value
    if kind in (float, int, bool, complex) or isinstance(value, generic):
        return _number(dtype, value)
    if isinstance(value, (list, tuple, range)):
        if index.integers == len(self.shape) == len(index.items):
            if dtype.kind in "iu":
                raise TypeError(
                    "int() argument must be a string, a bytes-like object or a real number, not "
                    f"'{type(value).__name__}'"
                )
            raise ValueError("setting an array element with a sequence.")
        return asarray(value)
    if isinstance(value, str):
        return _number(dtype, asarray(value, dtype)[()])
    if value is None and dtype.kind == "f":
        return float("nan")
    if value is None:
        raise TypeError("int() argument must be a string, a bytes-like object or a real number, not 'NoneType'")
    return asarray(value)


def _is_full_mask(self, item):
    return type(item) is ndarray and item.dtype.kind == "b" and item.shape == self.shape


def _number(dtype, value):
    """A Python number as the element it becomes. Raises as NumPy's assignment does."""
    strong = isinstance(value, generic)
    number = value._value if strong else value
    if dtype.kind in "iu":
        if isinstance(value, floating):
            return value.astype(dtype)._value
        number = int(number)
        if not strong or isinstance(value, integer):
            if not (strong and dtype is not value.dtype):
                check_bounds(dtype.type, number)
            elif not -(1 << 63) <= number < 1 << 63:
                check_bounds(dtype.type, number)
        return number
    if dtype.kind == "c":
        return complex(number)
    if isinstance(number, complex) and not strong:
        raise TypeError("float() argument must be a string or a real number, not 'complex'")
    return bool(number) if dtype.kind == "b" else float(value if strong else number)


ndarray.__getitem__ = _getitem
ndarray.__setitem__ = _setitem


def nonzero(a):
    """The indices of the elements that are not zero: a tuple with one array per dimension."""
    source = asarray(a)
    if not source.shape:
        raise ValueError(
            "Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() instead. If the context "
            "of this error is of the form `arr[nonzero(cond)]`, just use `arr[cond]`."
        )
    found = ops.nonzero(source)
    return tuple(ops.clone(found[:, axis]) for axis in range(source.ndim))


def argwhere(a):
    """The indices of the elements that are not zero, one row each, of shape (count, ndim)."""
    return ops.nonzero(asarray(a))


def flatnonzero(a):
    """The positions of the elements that are not zero, counted in row-major order."""
    return nonzero(asarray(a).reshape(-1))[0]


def take(a, indices, axis=None, out=None, mode="raise"):
    """The elements at `indices` along an axis; of the elements in row-major order when there is none."""
    if out is not None or mode != "raise":
        raise NotImplementedError("take: out= and mode= are not in this course's NumPy subset")
    source = asarray(a)
    if axis is None:
        source, axis = source.reshape(-1), 0
    axis = normalize_axis(axis, source.ndim)
    return source[(slice(None),) * axis + (asarray(indices, int)[()],)]


def take_along_axis(arr, indices, axis=-1):
    """The elements at `indices` along an axis, each from its own line: the gather that `argsort` prepares."""
    source, where = asarray(arr), asarray(indices)
    if axis is None:
        source, axis = source.reshape(-1), 0
    if source.ndim != where.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    axis = normalize_axis(axis, source.ndim)
    length = source.shape[axis]
    return ops.gather(source, axis, ops.where(ops.lt(where, 0), ops.add(where, length), where))


def put_along_axis(arr, indices, values, axis):
    """Write `values` to `indices` along an axis of `arr`, each to its own line."""
    where = asarray(indices)
    axis = normalize_axis(axis, arr.ndim)
    grid = []
    for i, length in enumerate(where.shape):
        line = asarray(range(length)).reshape((1,) * i + (-1,) + (1,) * (where.ndim - i - 1))
        grid.append(where if i == axis else line)
    arr[tuple(grid)] = values


def normalize_axis(axis, ndim, prefix=None):
    """An axis counted from the front. Raises AxisError when the array does not have it."""
    from .exceptions import AxisError

    try:
        axis = operator.index(axis)
    except TypeError:
        raise TypeError(f"'{type(axis).__name__}' object cannot be interpreted as an integer") from None
    if not -ndim <= axis < ndim:
        raise AxisError(axis, ndim, prefix)
    return axis + ndim if axis < 0 else axis


def compress(condition, a, axis=None, out=None):
    """The parts of `a` along an axis for which `condition` is true."""
    kept = flatnonzero(asarray(condition))
    return take(a, kept, axis, out)


def extract(condition, arr):
    """The elements, in row-major order, for which `condition` is true."""
    return asarray(arr).reshape(-1)[asarray(condition).reshape(-1).astype(bool)]


class _IndexExpression:
    """Builds index tuples by being indexed: `s_[1:3, None]`."""

    def __init__(self, as_tuple):
        self._as_tuple = as_tuple

    def __getitem__(self, item):
        return (item,) if self._as_tuple and not isinstance(item, tuple) else item


s_ = _IndexExpression(False)
index_exp = _IndexExpression(True)


def unravel_index(indices, shape, order="C"):
    """Positions in row-major order as indices: a tuple with one array (or integer) per dimension."""
    where = asarray(indices)
    sizes = shape if isinstance(shape, (tuple, list)) else (shape,)
    total = 1
    for size in sizes:
        total *= size
    if where.size and (bool((where < 0).any()) or bool((where >= total).any())):
        bad = next(i for i in where.reshape(-1).tolist() if not 0 <= i < total)
        raise ValueError(f"index {bad} is out of bounds for array with size {total}")
    parts = []
    for size in reversed(sizes):
        parts.append((where % size)[()])
        where = where // size if isinstance(where, ndarray) else zero_dim(where) // size
        where = asarray(where)
    return tuple(reversed(parts))


def _corners(self, edge):
    """The first and last `edge` positions along every dimension that has more than both; for printing."""
    part = self
    for axis, length in enumerate(self.shape):
        if length > 2 * edge:
            before = (slice(None),) * axis
            part = ops.cat([part[(*before, slice(edge))], part[(*before, slice(length - edge, None))]], axis)
    return part


ndarray._corners = _corners
attach(nonzero, lambda self: nonzero(self))
attach(take, lambda self, indices, axis=None, out=None, mode="raise": take(self, indices, axis, out, mode))
attach(compress, lambda self, condition, axis=None, out=None: compress(condition, self, axis, out))
