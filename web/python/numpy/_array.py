"""The `ndarray` class: one engine handle, facts about it fetched when first asked for, and NumPy's operators.

Methods that are also functions of the module (`sum`, `reshape`, ...) are attached by the modules that
define them.
"""

import math
from array import array as buffer_of

from sconce_face import bridge
from sconce_face.bridge import Owned
from sconce_face.missing import attribute_error

from . import _dtypes, _engine
from ._engine import ops
from ._scalars import NumpyType, make

_new = object.__new__
_BUFFER_CODES = {"float32": "f", "float64": "d", "int64": "q", "int32": "i", "uint8": "B", "bool": "B",
                 "int16": "h", "int8": "b", "uint16": "H", "complex64": "f", "complex128": "d",
                 # Python has no arrays of halves: their bits travel.
                 "float16": "H"}  # fmt: skip
_ROW_VALUES = 4096
_EXACT = 1 << 53


class ndarray(Owned, metaclass=NumpyType):
    """An array of numbers of one dtype, with any number of dimensions.

    Made by `numpy.array`, `numpy.zeros` and the like; calling the class gives an array of uninitialized
    elements. Views share their elements with the array they were made from.
    """

    # `_locked` is true where the elements may not be written; views ask the array they are of.
    __slots__ = ("_base", "_dtype", "_locked", "_shape")
    __array_priority__ = 0.0
    __hash__ = None

    def __new__(cls, shape, dtype=float, buffer=None, offset=0, strides=None, order=None):
        if buffer is not None or strides is not None:
            raise NotImplementedError("ndarray: buffer= and strides= are not in this course's NumPy subset")
        return ops.empty(size_of(shape), _dtypes.find(dtype))

    # Facts ----------------------------------------------------------------------------------------------------------

    def _learn(self):
        facts = ops.describe(self)
        rank = facts[5]
        self._dtype = _dtypes.by_code[facts[0]]
        self._shape = tuple(facts[6 : 6 + rank])
        return facts

    @property
    def shape(self):
        """The length of each dimension."""
        if self._shape is None:
            self._learn()
        return self._shape

    @shape.setter
    def shape(self, value):
        reshaped = self.reshape(value)
        if not ops.same_storage(self, reshaped):
            raise AttributeError(
                "Incompatible shape for in-place modification. Use `.reshape()` to make a copy with the desired shape."
            )
        self._handle, reshaped._handle = reshaped._handle, self._handle
        self._shape = None

    @property
    def dtype(self):
        """The type of the elements."""
        if self._dtype is None:
            self._learn()
        return self._dtype

    @property
    def ndim(self):
        """Number of dimensions."""
        return len(self.shape)

    @property
    def size(self):
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def itemsize(self):
        """Bytes an element takes."""
        return self.dtype.itemsize

    @property
    def nbytes(self):
        """Bytes the elements take."""
        return self.size * self.dtype.itemsize

    @property
    def strides(self):
        """Bytes to step from one element to the next, for each dimension."""
        facts = self._learn()
        rank = facts[5]
        return tuple(step * self._dtype.itemsize for step in facts[6 + rank : 6 + 2 * rank])

    @property
    def base(self):
        """The array whose elements this one shares, or None when it has its own."""
        return self._base

    @property
    def flags(self):
        """How the elements lie in memory, and whether they may be written."""
        return _Flags(self)

    @property
    def real(self):
        """The real parts of complex elements, a view; the array itself when its elements are real."""
        return self._part(0) if self.dtype.kind == "c" else self

    @real.setter
    def real(self, value):
        self.real[...] = value

    @property
    def imag(self):
        """The imaginary parts of complex elements, a view; zeros when the elements are real."""
        return self._part(1) if self.dtype.kind == "c" else ops.zeros(self.shape, self.dtype)

    @imag.setter
    def imag(self, value):
        if self.dtype.kind != "c":
            raise TypeError("array does not have imaginary part to set")
        self.imag[...] = value

    def _part(self, place):
        return view_of(ops.view_as_real(self)[..., place], self)

    @property
    def flat(self):
        """The elements in row-major order, to iterate over or index."""
        return _Flat(self)

    # Python's view --------------------------------------------------------------------------------------------------

    def _flat_values(self):
        """The elements in row-major order, as a list of Python numbers."""
        size, dtype = self.size, self.dtype
        if size == 0:
            return []
        if size <= _ROW_VALUES:
            values = ops.values(self)
            if dtype.kind == "f":
                return values
            if dtype.kind == "c":
                return list(map(complex, values[::2], values[1::2]))
            if dtype.kind == "b":
                return list(map(bool, values))
            if dtype is not _dtypes.int64 or max(map(abs, values)) < _EXACT:
                return list(map(int, values))
        buffer = self._buffer()
        values = memoryview(buffer).cast("B").cast("e").tolist() if dtype is _dtypes.float16 else buffer.tolist()
        if dtype.kind == "c":
            return list(map(complex, values[::2], values[1::2]))
        return list(map(bool, values)) if dtype.kind == "b" else values

    def _buffer(self):
        buffer = buffer_of(_BUFFER_CODES[self.dtype.name], bytes(self.nbytes))
        dense = ops.contiguous(self)
        bridge.download(dense._handle, buffer)
        return buffer

    def tolist(self):
        """The elements as nested lists of Python numbers; a number for an array of no dimensions."""
        return nest(self._flat_values(), self.shape)

    def tobytes(self, order="C"):
        """The elements' bytes in row-major order."""
        return self._buffer().tobytes() if self.size else b""

    def item(self, *args):
        """One element as a Python number: the only one, or the one at an index.

        Raises ValueError when there is no index and not exactly one element, IndexError for an index outside.
        """
        if args:
            index = args[0] if len(args) == 1 and isinstance(args[0], tuple) else args
            if len(index) == 1 and self.ndim != 1:
                return self.reshape(-1)[index[0]].item()
            return self[tuple(index)].item()
        if self.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return ops.item(self)

    def __array__(self, dtype=None, copy=None):
        return self if dtype is None or _dtypes.find(dtype) is self.dtype else self.astype(dtype)

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self):
        if not self.shape:
            raise TypeError("iteration over a 0-d array")
        if len(self.shape) == 1 and self.shape[0] <= _ROW_VALUES:
            kind = self.dtype.type
            return iter([make(kind, value) for value in self._flat_values()])
        return (self[i] for i in range(self.shape[0]))

    def __contains__(self, element):
        return bool((self == element).any())

    def __bool__(self):
        if self.size == 1:
            return bool(ops.item(self))
        if self.size == 0:
            raise ValueError(
                "The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an array is not "
                "empty."
            )
        raise ValueError(
            "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()"
        )

    def _single(self):
        if self.shape:
            raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
        return ops.item(self)

    def __int__(self):
        return int(self._single())

    def __float__(self):
        return float(self._single())

    def __complex__(self):
        return complex(self._single())

    def __index__(self):
        if self.shape or self.dtype.kind not in "iu":
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return ops.item(self)

    def __format__(self, spec):
        if not self.shape:
            return format(self.item(), spec)
        if spec:
            raise TypeError("unsupported format string passed to numpy.ndarray.__format__")
        return str(self)

    def __copy__(self):
        return ops.clone(self)

    def __deepcopy__(self, memo):
        return ops.clone(self)

    def __reduce__(self):
        return _rebuild, (self.dtype.name, self.shape, self.tobytes())

    # Copies ---------------------------------------------------------------------------------------------------------

    def copy(self, order="C"):
        """A new array with the same elements."""
        return ops.clone(self)

    def fill(self, value):
        """Set every element to a number."""
        self[...] = value

    def view(self, dtype=None, type=None):
        """A new array object on the same elements. Raises NotImplementedError for another dtype."""
        if dtype is not None and _dtypes.find(dtype) is not self.dtype:
            raise NotImplementedError("ndarray.view: reading elements as another dtype is not in this course's subset")
        return view_of(ops.alias(self), self)

    def __getattr__(self, name):
        raise attribute_error(f"'numpy.ndarray' object has no attribute {name!r}", name, "ndarray", ndarray)


def _put(self, indices, values, mode="raise"):
    from ._rarer import put

    put(self, indices, values, mode)


_put.__name__, _put.__qualname__, _put.__doc__ = "put", "ndarray.put", "Write values at flat places."
ndarray.put = _put


def attach(function, method, name=None):
    """Make `method` a method of arrays, under the name and with the words of the module's function it stands for."""
    method.__name__ = name or function.__name__
    method.__qualname__ = f"ndarray.{method.__name__}"
    method.__doc__ = function.__doc__
    setattr(ndarray, method.__name__, method)


def array_from_handle(handle):
    """The array that owns a handle of the engine."""
    result = _new(ndarray)
    result._handle = handle
    result._base = result._dtype = result._locked = result._shape = None
    return result


_engine.bind(array_from_handle)
_engine.face.adopt(ndarray, ("_dtype", "_shape"), ("_base", "_locked"))


def _rebuild(dtype, shape, data):
    found = _dtypes.find(dtype)
    result = ops.empty(shape, found)
    if data:
        bridge.upload(result._handle, data)
    return result


def lock(array):
    """The array, whose elements may not be written through it from now on."""
    array._locked = True
    return array


def known(result, shape, dtype):
    """`result` after noting its shape and dtype where the caller knows them, which saves asking the engine."""
    result._shape, result._dtype = shape, dtype
    return result


def scalar_or_array(result):
    """What NumPy returns for a computed array: the scalar, when it has no dimensions."""
    if result.shape:
        return result
    return make(result.dtype.type, ops.item(result))


def view_of(view, parent):
    """`view` after noting whose elements it shares."""
    view._base = parent if parent._base is None else parent._base
    return view


def shared_or_own(result, parent):
    """As `view_of` where the two share elements; a copy owns its own."""
    if ops.same_storage(result, parent):
        view_of(result, parent)
    return result


def zero_dim(scalar):
    """An array of no dimensions that holds a NumPy scalar."""
    return known(ops.full((), scalar._value, scalar.dtype), (), scalar.dtype)


def size_of(shape):
    """A shape argument (an integer or a sequence of them) as a tuple. Raises as NumPy does."""
    if isinstance(shape, ndarray):
        shape = shape.tolist()
    if isinstance(shape, (tuple, list)):
        sizes = tuple(map(_length, shape))
    else:
        try:
            sizes = (_length(shape),)
        except TypeError:
            if isinstance(shape, str):
                raise
            raise TypeError(f"expected a sequence of integers or a single integer, got '{shape!r}'") from None
    if any(size < 0 for size in sizes):
        raise ValueError("negative dimensions are not allowed")
    if any(size >= 1 << 63 for size in sizes):
        raise ValueError("Maximum allowed dimension exceeded")
    return sizes


def _length(value):
    try:
        return value.__index__()
    except AttributeError:
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer") from None


def nest(flat, shape):
    """Nested lists of a shape from a flat list in row-major order."""
    if not shape:
        return flat[0]
    for length in reversed(shape[1:]):
        if length == 0:
            return _empty_nest(shape)
        flat = [flat[i : i + length] for i in range(0, len(flat), length)]
    return flat


def _empty_nest(shape):
    return [_empty_nest(shape[1:]) for _ in range(shape[0])] if shape else []


def locked(array):
    """Whether an array's elements may not be written."""
    return array._locked or (array._base is not None and bool(array._base._locked))


class _Flags:
    def __init__(self, array):
        facts = array._learn()
        rank = facts[5]
        shape, strides = array._shape, facts[6 + rank : 6 + 2 * rank]
        self.c_contiguous = _dense(shape, strides)
        self.f_contiguous = _dense(shape[::-1], strides[::-1])
        self.owndata = array._base is None
        self._array, self.aligned = array, True
        self.writebackifcopy = False

    @property
    def writeable(self):
        """Whether the elements may be written."""
        return not locked(self._array)

    @writeable.setter
    def writeable(self, value):
        if value and self._array._base is not None and self._array._base._locked:
            raise ValueError("cannot set WRITEABLE flag to True of this array")
        self._array._locked = not value

    contiguous = property(lambda self: self.c_contiguous)
    forc = property(lambda self: self.c_contiguous or self.f_contiguous)

    def __getitem__(self, key):
        return getattr(self, {"C": "c_contiguous", "F": "f_contiguous", "W": "writeable"}.get(key, key.lower()))

    def __setitem__(self, key, value):
        if key not in ("W", "WRITEABLE"):
            raise KeyError("Unknown flag")
        self.writeable = value

    def __repr__(self):
        names = ("C_CONTIGUOUS", "F_CONTIGUOUS", "OWNDATA", "WRITEABLE", "ALIGNED", "WRITEBACKIFCOPY")
        return "".join(f"  {name} : {self[name]}\n" for name in names)


def _dense(shape, strides):
    expected = 1
    for length, step in zip(reversed(shape), reversed(strides)):
        if length == 0:
            return True
        if length != 1 and step != expected:
            return False
        expected *= length
    return True


class _Flat:
    """An array's elements in row-major order."""

    def __init__(self, array):
        self.base, self._next = array, 0

    def __len__(self):
        return self.base.size

    def __iter__(self):
        kind = self.base.dtype.type
        return iter([make(kind, value) for value in self.base._flat_values()])

    def __next__(self):
        if self._next >= self.base.size:
            raise StopIteration
        self._next += 1
        return self[self._next - 1]

    def __getitem__(self, index):
        return self.base.flatten()[index]

    def __setitem__(self, index, value):
        if isinstance(index, slice) and index == slice(None):
            self.base[...] = value
            return
        flat = self.base.flatten()
        flat[index] = value
        self.base[...] = flat.reshape(self.base.shape)
