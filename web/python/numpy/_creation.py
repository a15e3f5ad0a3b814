"""Arrays from Python values and from descriptions: `array`, `zeros`, `arange`, `linspace`, ..."""

import math
import struct
from array import array as buffer_of

from sconce_face import bridge
from sconce_face.formatting import to_half

from . import _dtypes
from ._array import _BUFFER_CODES, known, ndarray, size_of, view_of, zero_dim
from ._engine import ops
from ._errstate import report
from ._scalars import check_bounds, generic

_ROW_VALUES = 4096
_EXACT = 1 << 53


_required = type("required", (), {"__repr__": lambda self: "<required>"})()


def _check_given(value, function, parameter):
    if value is _required:
        raise TypeError(f"{function}() missing required argument '{parameter}' (pos 0)")


# From Python values -------------------------------------------------------------------------------------------------


def array(object=_required, dtype=None, *, copy=True, order="K", subok=False, ndmin=0, like=None):
    """An array of the elements of `object`: a number, nested sequences of numbers, or an array.

    The dtype, unless given, is the smallest of bool, int64, float64 and complex128 that holds the elements, or that of
    NumPy scalars and arrays among them. Raises ValueError when nested sequences differ in length.
    """
    _check_given(object, "array", "object")
    found = None if dtype is None else _dtypes.find(dtype)
    result = _convert(object, found)
    if copy and result is object:
        result = ops.clone(result)
    elif copy is False and not (result is object or isinstance(object, bridge.Owned)):
        raise ValueError(
            "Unable to avoid copy while creating an array as requested.\nIf using `np.array(obj, copy=False)` replace "
            "it with `np.asarray(obj)` to allow a copy when needed (no behavior change in NumPy 1.x).\nFor more details, "
            "see https://numpy.org/devdocs/numpy_2_0_migration_guide.html#adapting-to-changes-in-the-copy-keyword."
        )
    elif copy and isinstance(object, bridge.Owned) and result._base is not None:
        result = ops.clone(result)
    if result.ndim < ndmin:
        result = result.reshape((1,) * (ndmin - result.ndim) + result.shape)
    return result


def asarray(a, dtype=None, order=None, *, copy=None, device=None, like=None):
    """`a` as an array: itself when it is one of that dtype, otherwise as `array` makes one."""
    if copy:
        return array(a, dtype)
    if type(a) is ndarray and dtype is None:
        return a
    return _convert(a, None if dtype is None else _dtypes.find(dtype))


def asanyarray(a, dtype=None, order=None, *, device=None, copy=None, like=None):
    """As `asarray`."""
    return asarray(a, dtype, order, copy=copy)


def ascontiguousarray(a, dtype=None, *, like=None):
    """`a` as an array of at least one dimension whose elements lie in row-major order."""
    result = asarray(a, dtype)
    result = result if result.flags.c_contiguous else ops.clone(ops.contiguous(result))
    return result if result.ndim else result.reshape(1)


def copy(a, order="K", subok=False):
    """A new array with the elements of `a`."""
    return array(a)


def _convert(value, dtype):
    if isinstance(value, ndarray):
        return value if dtype is None or dtype is value.dtype else value.astype(dtype)
    if isinstance(value, generic):
        return zero_dim(value if dtype is None else value.astype(dtype))
    if isinstance(value, (list, tuple, range)):
        return _from_sequence(value, dtype)
    if isinstance(value, bridge.Owned):
        return _shared(value, dtype)
    if isinstance(value, (bool, int, float, complex)):
        inferred = dtype or _infer({type(value)}, [value])
        return known(ops.full((), _fit([value], inferred)[0], inferred), (), inferred)
    if isinstance(value, (buffer_of, bytearray, memoryview)):
        return _from_sequence(list(value), dtype)
    if isinstance(value, str) and dtype is not None:
        return ops.full((), _fit([value], dtype)[0], dtype)
    if hasattr(value, "__array__"):
        return _convert(value.__array__(), dtype)
    if hasattr(value, "__len__") and hasattr(value, "__getitem__") and not isinstance(value, (str, bytes, dict)):
        return _from_sequence(list(value), dtype)
    if hasattr(value, "__float__") and not isinstance(value, type):
        return _convert(float(value), dtype)
    raise _foreign(value)


def _shared(tensor, dtype):
    if getattr(tensor, "requires_grad", False):
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
    result = view_of(ops.alias(tensor), _Foreign)
    return result if dtype is None else result.astype(dtype, copy=False)


class _Foreign:
    """Stands for the other face's tensor in `ndarray.base`."""

    _base = None


def _foreign(value):
    kind = type(value).__name__
    names = {"str": "strings", "NoneType": "None", "dict": "dicts", "set": "sets"}
    named = names.get(kind, f"objects of type {kind!r}")
    return TypeError(f"arrays of {named} are not in this course's NumPy subset, which has numbers and booleans")


_SEQUENCES = (list, tuple, range, ndarray)


def _is_sequence(value):
    if isinstance(value, _SEQUENCES):
        return not isinstance(value, ndarray) or value.ndim > 0
    if isinstance(value, (bool, int, float, complex, str, bytes, generic, dict, set)):
        return False
    return hasattr(value, "__len__") and hasattr(value, "__getitem__") and getattr(value, "ndim", 1) > 0


def _from_sequence(value, dtype):
    if value and all(type(item) is ndarray for item in value) and len({item.shape for item in value}) == 1:
        stacked = ops.stack(list(value), 0)
        return stacked if dtype is None or dtype is stacked.dtype else stacked.astype(dtype)
    shape = _shape_of(value)
    flat = list(value)
    for _ in shape[1:]:
        flat = [item for part in flat for item in part]
    kinds = set(map(type, flat))
    if not kinds <= {bool, int, float, complex}:
        flat = [item[()] if isinstance(item, ndarray) else item for item in flat]
        kinds = set(map(type, flat))
    if dtype is None:
        dtype = _infer(kinds, flat) if flat else _dtype_of_empty(value)
    return from_flat(_fit(flat, dtype, kinds), shape, dtype)


def _dtype_of_empty(value):
    while isinstance(value, (list, tuple)) and value:
        value = value[0]
    return value.dtype if isinstance(value, ndarray) else _dtypes.float64


def _shape_of(value):
    shape = []
    inner = value
    while _is_sequence(inner):
        shape.append(len(inner))
        if not shape[-1]:
            break
        inner = inner[0]
    regular = _regular_depth(value, shape, 0)
    if regular < len(shape) or (shape and shape[-1] and _too_deep(value, len(shape))):
        depth = min(regular, len(shape))
        shown = tuple(shape[:depth])
        raise ValueError(
            f"setting an array element with a sequence. The requested array has an inhomogeneous shape after {depth} "
            f"dimensions. The detected shape was {shown} + inhomogeneous part."
        )
    return tuple(shape)


def _regular_depth(value, shape, depth):
    """How many leading dimensions are the same everywhere in nested sequences."""
    if depth == len(shape):
        return depth
    if not _is_sequence(value) or len(value) != shape[depth]:
        return depth
    if isinstance(value, ndarray):
        here = value.shape
        return next((depth + i for i, n in enumerate(shape[depth:]) if i >= len(here) or here[i] != n), len(shape))
    if depth == len(shape) - 1:
        return len(shape)
    return min((_regular_depth(item, shape, depth + 1) for item in value), default=len(shape))


def _too_deep(value, depth):
    for _ in range(depth - 1):
        value = [item for part in value for item in part]
    return not isinstance(value, (range, ndarray)) and any(map(_is_sequence, value))


def _infer(kinds, flat):
    """The dtype of elements of these Python and NumPy types."""
    found = None
    for kind in kinds:
        if issubclass(kind, generic):
            dtype = kind.dtype
        elif kind in (bool, int, float, complex):
            dtype = _dtypes.find(kind)
        elif issubclass(kind, (int, float, complex)):
            dtype = _dtypes.find(next(base for base in (int, float, complex) if issubclass(kind, base)))
        else:
            raise _foreign(next(item for item in flat if type(item) is kind))
        found = dtype if found is None else _dtypes.promote(found, dtype)
    if found is _dtypes.int64 and int in kinds:
        largest = max(flat, key=abs)
        if not -(1 << 63) <= int(largest) < 1 << 63:
            raise OverflowError(
                f"the Python integer {largest} does not fit int64, the largest integer type in this course's NumPy subset"
            )
    return found


def _fit(flat, dtype, kinds=None):
    """Python values as plain numbers of a dtype's range. Raises as NumPy's conversions do."""
    kinds = set(map(type, flat)) if kinds is None else kinds
    if dtype.kind == "c":
        return flat if kinds <= {complex} else [complex(item) for item in flat]
    if dtype.kind == "f":
        flat = flat if kinds <= {float} else [_to_float(item) for item in flat]
        return _halves(flat) if dtype is _dtypes.float16 else flat
    if dtype.kind == "b":
        return flat if kinds <= {bool} else [bool(item) for item in flat]
    if not kinds <= {int, bool}:
        flat = [_to_int(item) for item in flat]
    if kinds != {bool}:
        least, most = _dtypes.limits(dtype)
        for item in flat:
            if not least <= item <= most:
                check_bounds(dtype.type, int(item))
    return flat


def _halves(flat):
    """Python floats rounded to float16; once, where the engine would go by way of float32."""
    rounded = [to_half(value) for value in flat]
    if any(math.isinf(half) and not math.isinf(value) for half, value in zip(rounded, flat)):
        report("over", "cast")
    return rounded


def _to_float(item):
    try:
        return float(item)
    except ValueError:
        raise ValueError(f"could not convert string to float: {item!r}") from None
    except TypeError:
        kind = type(item).__name__
        raise TypeError(f"float() argument must be a string or a real number, not '{kind}'") from None


def _to_int(item):
    try:
        return int(item)
    except TypeError:
        kind = type(item).__name__
        raise TypeError(
            f"int() argument must be a string, a bytes-like object or a real number, not '{kind}'"
        ) from None


def from_flat(flat, shape, dtype):
    """An array of a shape and dtype from a flat list of Python numbers in row-major order."""
    if dtype.kind == "c":
        flat = [part for value in flat for part in (value.real, value.imag)]
    if len(flat) <= _ROW_VALUES and (dtype is not _dtypes.int64 or not flat or max(map(abs, flat)) <= _EXACT):
        return known(ops.from_values(flat, shape, dtype), shape, dtype)
    result = ops.empty(shape, dtype)
    if dtype is _dtypes.float16:
        flat = memoryview(struct.pack(f"{len(flat)}e", *flat)).cast("H")
    bridge.upload(result._handle, buffer_of(_BUFFER_CODES[dtype.name], flat))
    return known(result, shape, dtype)


def frombuffer(buffer, dtype=float, count=-1, offset=0, *, like=None):
    """An array of the numbers whose bytes `buffer` holds. Raises ValueError when they do not fit its length."""
    found = _dtypes.find(dtype)
    data = memoryview(buffer).cast("B")[offset:]
    if count < 0:
        if len(data) % found.itemsize:
            raise ValueError("buffer size must be a multiple of element size")
        count = len(data) // found.itemsize
    if count * found.itemsize > len(data):
        raise ValueError("buffer is smaller than requested size")
    values = buffer_of("B")
    values.frombytes(data[: count * found.itemsize])
    result = ops.empty((count,), found)
    if count:
        bridge.upload(result._handle, values)
    return result


def fromiter(iter, dtype, count=-1, *, like=None):
    """An array of one dimension from what an iterable yields."""
    values = [item for item, _ in zip(iter, range(count))] if count >= 0 else list(iter)
    return array(values, dtype)


# From descriptions --------------------------------------------------------------------------------------------------


def empty(shape=_required, dtype=float, order="C", *, device=None, like=None):
    """An array of a shape whose elements are not initialized."""
    _check_given(shape, "empty", "shape")
    return ops.empty(size_of(shape), _dtypes.find(dtype))


def zeros(shape=_required, dtype=float, order="C", *, device=None, like=None):
    """An array of zeros."""
    _check_given(shape, "zeros", "shape")
    return ops.zeros(size_of(shape), _dtypes.find(dtype))


def ones(shape, dtype=None, order="C", *, device=None, like=None):
    """An array of ones."""
    return ops.ones(size_of(shape), _dtypes.find(dtype))


def full(shape, fill_value, dtype=None, order="C", *, device=None, like=None):
    """An array with every element set to `fill_value`, of its dtype unless one is given."""
    sizes = size_of(shape)
    if isinstance(fill_value, (list, tuple, ndarray)):
        values = asarray(fill_value, dtype)
        result = ops.empty(sizes, values.dtype)
        result[...] = values
        return result
    value = fill_value._value if isinstance(fill_value, generic) else fill_value
    if dtype is None:
        found = _infer({type(fill_value)}, [value])
    else:
        found = _dtypes.find(dtype)
    return ops.full(sizes, _fit([value], found)[0], found)


def _like(a, dtype, shape):
    source = asarray(a)
    found = source.dtype if dtype is None else _dtypes.find(dtype)
    return source.shape if shape is None else size_of(shape), found


def empty_like(prototype, dtype=None, order="K", subok=True, shape=None, *, device=None):
    """An uninitialized array of the shape and dtype of another."""
    return ops.empty(*_like(prototype, dtype, shape))


def zeros_like(a, dtype=None, order="K", subok=True, shape=None, *, device=None):
    """Zeros of the shape and dtype of another array."""
    return ops.zeros(*_like(a, dtype, shape))


def ones_like(a, dtype=None, order="K", subok=True, shape=None, *, device=None):
    """Ones of the shape and dtype of another array."""
    return ops.ones(*_like(a, dtype, shape))


def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None, *, device=None):
    """An array of the shape and dtype of another with every element set to `fill_value`."""
    sizes, found = _like(a, dtype, shape)
    return full(sizes, fill_value, found)


def arange(*args, dtype=None, device=None, like=None, **named):
    """Numbers from `start` (0 unless given) up to but without `stop`, `step` apart (1 unless given).

    Element i is start + i * step, and there are ceil((stop - start) / step) of them.
    """
    start, stop, step, dtype = _arange_arguments(args, named, dtype)
    numbers = [n._value if isinstance(n, generic) else n for n in (start, stop, step)]
    found = _arange_dtype((start, stop, step)) if dtype is None else _dtypes.find(dtype)
    begin, end, by = numbers
    if by == 0:
        raise ZeroDivisionError("division by zero")
    count = max(0, math.ceil((end - begin) / by))
    if found.kind == "f":
        # NumPy steps by the rounded difference of the first two elements. The engine counts elements by the end it
        # is given; half a step past the last one leaves it no doubt.
        if found is _dtypes.float16:
            begin = to_half(begin)
            by = to_half(begin + by) - begin
            return arange(begin, begin + (count - 0.5) * by, by, dtype=_dtypes.float32).astype(found)
        by = float(begin + by) - begin
        return ops.arange(float(begin), begin + (count - 0.5) * by, by, found) if count else empty(0, found)
    return ops.arange(int(begin), int(begin) + count * int(by), int(by), found) if count else empty(0, found)


def _arange_arguments(args, named, dtype):
    names = ("start", "stop", "step", "dtype")
    if len(args) > 4:
        raise TypeError(f"arange() takes from 0 to 4 positional arguments but {len(args)} were given")
    unknown = set(named) - set(names)
    if unknown:
        raise TypeError(f"arange() got an unexpected keyword argument '{unknown.pop()}'")
    if len(args) == 1 and "stop" not in named:
        named = {**named, "stop": args[0]}
    else:
        named = {**named, **dict(zip(names, args))}
    if named.get("stop") is None:
        if named.get("start") is None:
            raise TypeError("arange() requires stop to be specified.")
        named = {**named, "start": 0, "stop": named["start"]}
    start, step = named.get("start"), named.get("step")
    return 0 if start is None else start, named["stop"], 1 if step is None else step, named.get("dtype", dtype)


def _arange_dtype(numbers):
    found = _infer({type(n) for n in numbers}, numbers)
    return _dtypes.int64 if found is _dtypes.bool_ else found


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, device=None):
    """`num` evenly spaced numbers from `start` to `stop`; without `endpoint`, the last one is left out.

    Element i is start + i * step. With `retstep` the step is returned too.
    """
    try:
        num = num.__index__()
    except AttributeError:
        raise TypeError(f"'{type(num).__name__}' object cannot be interpreted as an integer") from None
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    start, stop = asarray(start) * 1.0, asarray(stop) * 1.0
    intervals = num - 1 if endpoint else num
    delta = stop - start
    shape = delta.shape
    positions = arange(num, dtype=delta.dtype).reshape((-1,) + (1,) * len(shape))
    step = delta / intervals if intervals > 0 else math.nan
    result = positions * step if intervals > 0 else positions * delta
    result = result + start
    if endpoint and num > 1:
        result[-1] = stop
    if axis:
        from ._shaping import moveaxis

        result = moveaxis(result, 0, axis)
    if dtype is not None:
        found = _dtypes.find(dtype)
        result = (ops.floor(result) if found.kind in "iu" else result).astype(found)
    return (result, step) if retstep else result


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    """Numbers evenly spaced on a logarithmic scale, from base**start to base**stop."""
    result = base ** linspace(start, stop, num, endpoint, axis=axis)
    return result if dtype is None else result.astype(dtype)


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    """Numbers of a geometric sequence from `start` to `stop`, both positive or both negative."""
    if start == 0 or stop == 0:
        raise ValueError("Geometric sequence cannot include zero")
    sign = -1.0 if start < 0 and stop < 0 else 1.0
    result = sign * logspace(math.log10(abs(start)), math.log10(abs(stop)), num, endpoint)
    if num > 0:
        result[0] = start
        if num > 1 and endpoint:
            result[-1] = stop
    return result if dtype is None else result.astype(dtype)


def eye(N, M=None, k=0, dtype=float, order="C", *, device=None, like=None):
    """Zeros with ones on the `k`-th diagonal, of shape (N, M); M is N unless given."""
    rows, columns = size_of((N, N if M is None else M))
    found = _dtypes.find(dtype)
    if k == 0:
        return ops.eye(rows, columns, found)
    distance = arange(columns) - arange(rows).reshape(-1, 1)
    return (distance == k).astype(found)


def identity(n, dtype=None, *, like=None):
    """The identity matrix of shape (n, n)."""
    return eye(n, dtype=dtype)


def tri(N, M=None, k=0, dtype=float, *, like=None):
    """Ones at and below the `k`-th diagonal, zeros elsewhere, of shape (N, M)."""
    rows, columns = size_of((N, N if M is None else M))
    return ops.tril(ops.ones((rows, columns), _dtypes.find(dtype)), k)


def indices(dimensions, dtype=int, sparse=False):
    """The index of every element of a grid along each dimension, of shape (len(dimensions), *dimensions)."""
    sizes = size_of(dimensions)
    grids = []
    for axis, length in enumerate(sizes):
        line = arange(length, dtype=dtype).reshape((1,) * axis + (-1,) + (1,) * (len(sizes) - axis - 1))
        grids.append(line if sparse else ops.expand(line, sizes))
    return tuple(grids) if sparse else ops.stack(grids, 0)
