"""Scalar types: what indexing a single element and reducing an array give.

`float64` is a Python float as well; the others hold their value in one slot. Their operators are those of
`_scalar_arithmetic`.
"""

import builtins
import math
import numbers
import warnings

from sconce_face.formatting import scalar_text

from ._errstate import report
from .exceptions import ComplexWarning, _UFuncNoLoopError

_new_float = float.__new__


class NumpyType(type):
    """Metaclass of the face's array and scalar classes.

    NumPy's classes are C types, whose full name Python's own error texts show: "'numpy.ndarray' object is
    not callable". A class written in Python shows its short name there, so the short name is made the full
    one and `__name__` answers as ever.
    """

    _full_name = type.__dict__["__name__"]

    def __new__(meta, name, bases, namespace):
        cls = super().__new__(meta, "numpy." + name, bases, namespace)
        cls.__module__ = "numpy"
        return cls

    @property
    def __name__(cls):
        return NumpyType._full_name.__get__(cls).rpartition(".")[2]


class generic(metaclass=NumpyType):
    """Base of all scalar types."""

    __slots__ = ()
    __iter__ = None
    __array_priority__ = -1000000.0
    dtype = None

    ndim = 0
    shape = ()
    strides = ()
    size = 1
    itemsize = property(lambda self: self.dtype.itemsize)
    nbytes = property(lambda self: self.dtype.itemsize)
    T = real = base = property(lambda self: self)
    imag = property(lambda self: type(self)(0))

    def __array__(self, dtype=None, copy=None):
        return _as_array(self, dtype)

    def item(self, *args):
        """The value as a number of Python's own."""
        return self._as_array_method("item", *args) if args else self._value

    def tolist(self):
        """The value as a number of Python's own."""
        return self._value

    def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
        """This scalar as one of another dtype."""
        return _as_array(self).astype(dtype, casting=casting)[()]

    def __getitem__(self, index):
        if index == () or index is Ellipsis or index is None:
            return _as_array(self)[index]
        raise IndexError("invalid index to scalar variable.")

    def __bool__(self):
        return builtins.bool(self._value)

    def __int__(self):
        return int(self._value)

    def __float__(self):
        return float(self._value)

    def __complex__(self):
        return complex(self._value)

    def __hash__(self):
        return hash(self._value)

    def __str__(self):
        return str(self._value)

    def __format__(self, spec):
        return format(self._value, spec) if spec else format(self._value)

    def __reduce__(self):
        return type(self), (self._value,)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def conjugate(self):
        """The scalar itself: it is real."""
        return self

    conj = conjugate

    def _as_array_method(self, name, *args, **kwargs):
        return getattr(_as_array(self), name)(*args, **kwargs)


def _delegate(name):
    def method(self, *args, **kwargs):
        return self._as_array_method(name, *args, **kwargs)

    method.__name__ = name
    method.__doc__ = f"`ndarray.{name}` of this scalar as an array of no dimensions."
    return method


for _name in ("all any argmax argmin argsort clip copy cumprod cumsum fill flatten max mean min nonzero prod ravel "
              "repeat reshape round squeeze std sum swapaxes take transpose var view tobytes").split():  # fmt: skip
    setattr(generic, _name, _delegate(_name))
del _name


class number(generic):
    """Base of the number types."""

    __slots__ = ()


class integer(number):
    """Base of the integer types."""

    __slots__ = ()
    denominator = property(lambda self: 1)
    numerator = property(lambda self: self)

    def __repr__(self):
        return f"np.{type(self).__name__}({self._value})"

    def __index__(self):
        return self._value

    def is_integer(self):
        """True: every integer is one."""
        return True

    def bit_count(self):
        """Number of ones in the binary form of the absolute value."""
        return abs(self._value).bit_count()

    def __invert__(self):
        least, most = limits[type(self)]
        return make(type(self), least + most - self._value)

    def __round__(self, ndigits=None):
        return self._value if ndigits is None else self._as_array_method("round", ndigits)


class signedinteger(integer):
    """Base of the signed integer types."""

    __slots__ = ()


class unsignedinteger(integer):
    """Base of the unsigned integer types."""

    __slots__ = ()


class inexact(number):
    """Base of the number types that round."""

    __slots__ = ()


class floating(inexact):
    """Base of the floating-point types."""

    __slots__ = ()

    def __repr__(self):
        return f"np.{type(self).__name__}({str(self)})"

    def __str__(self):
        return scalar_text(float(self._value), self.dtype.nearest)

    def is_integer(self):
        """Whether the value is a whole number."""
        return self._value.is_integer()

    def as_integer_ratio(self):
        """Two integers whose ratio is the value."""
        return self._value.as_integer_ratio()

    def __round__(self, ndigits=None):
        return round(self._value) if ndigits is None else self._as_array_method("round", ndigits)


class complexfloating(inexact):
    """Base of the complex number types."""

    __slots__ = ()

    def _part(self, value):
        return make(float32 if type(self) is complex64 else float64, value)

    real = property(lambda self: self._part(self._value.real))
    imag = property(lambda self: self._part(self._value.imag))

    def __float__(self):
        warnings.warn("Casting complex values to real discards the imaginary part", ComplexWarning, stacklevel=2)
        return self._value.real

    def __int__(self):
        return int(float(self))

    def __repr__(self):
        return f"np.{type(self).__name__}({self._text()})"

    def __str__(self):
        return f"({self._text()})" if self._has_real() else self._text()

    def _has_real(self):
        return self._value.real != 0 or math.copysign(1.0, self._value.real) < 0

    def _text(self):
        real, imag = (scalar_text(x, self.dtype.nearest).removesuffix(".0") for x in (self._value.real, self._value.imag))
        if not self._has_real():
            return f"{imag}j"
        return f"{real}{'' if imag.startswith('-') else '+'}{imag}j"

    def conjugate(self):
        """The scalar with the opposite imaginary part."""
        return make(type(self), self._value.conjugate())

    conj = conjugate


class complex128(complexfloating, complex):
    """A complex number of two double-precision parts, and a Python complex."""

    __slots__ = ()

    def __new__(cls, real=0.0, imag=0.0, /):
        return _convert(cls, complex(real, imag) if imag else real, _to_complex)

    _value = property(complex.__complex__)
    __complex__, __hash__, __bool__ = complex.__complex__, complex.__hash__, complex.__bool__


class complex64(complexfloating):
    """A complex number of two single-precision parts."""

    __slots__ = ("_value",)

    def __new__(cls, real=0.0, imag=0.0, /):
        return _convert(cls, complex(real, imag) if imag else real, _to_complex)


class float64(floating, float):
    """A double-precision number, 64 bits, and a Python float."""

    __slots__ = ()

    def __new__(cls, x=0.0, /):
        if type(x) is float or type(x) is int:
            return _new_float(cls, x)
        return _convert(cls, x, _to_float)

    _value = property(float.__float__)

    __repr__, __str__ = floating.__repr__, floating.__str__
    __hash__ = float.__hash__
    __bool__ = float.__bool__
    __int__ = float.__int__
    __float__ = float.__float__
    __format__ = float.__format__
    is_integer = float.is_integer
    as_integer_ratio = float.as_integer_ratio


class float32(floating):
    """A single-precision number, 32 bits."""

    __slots__ = ("_value",)

    def __new__(cls, x=0.0, /):
        return _convert(cls, x, _to_rounded)


class float16(floating):
    """A half-precision number, 16 bits."""

    __slots__ = ("_value",)

    def __new__(cls, x=0.0, /):
        return _convert(cls, x, _to_rounded)


# The smallest and the largest value of each integer type.
limits = {}


def _integer_type(base, bits):
    signed = base is signedinteger
    name, kind = (f"int{bits}", "A signed") if signed else (f"uint{bits}", "An unsigned")

    def __new__(cls, x=0, /):
        return _convert(cls, x, _to_integer)

    made = NumpyType(name, (base,), {
        "__qualname__": name, "__doc__": f"{kind} integer of {bits} bits.", "__slots__": ("_value",), "__new__": __new__,
    })  # fmt: skip
    limits[made] = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    return made


int8, int16, int32, int64 = (_integer_type(signedinteger, bits) for bits in (8, 16, 32, 64))
uint8, uint16 = (_integer_type(unsignedinteger, bits) for bits in (8, 16))


class bool(generic):  # noqa: A001 - the name its repr and error texts show
    """A truth value."""

    __slots__ = ("_value",)

    def __new__(cls, x=False, /):
        if type(x) is bool:
            return true if x else false
        return _convert(cls, x, _to_bool)

    def __repr__(self):
        return "np.True_" if self._value else "np.False_"

    def __invert__(self):
        return false if self._value else true

    def __neg__(self):
        raise TypeError(
            "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the "
            "logical_not function instead."
        )

    def __pos__(self):
        raise _UFuncNoLoopError(
            "ufunc 'positive' did not contain a loop with signature matching types <class 'numpy.dtypes.BoolDType'>"
            " -> None"
        )

    def __abs__(self):
        return self


bool_ = bool
bool = builtins.bool

numbers.Integral.register(integer)
numbers.Real.register(floating)
numbers.Complex.register(inexact)


def _holding(cls, value):
    new = object.__new__(cls)
    new._value = value
    return new


true, false = _holding(bool_, True), _holding(bool_, False)


def make(cls, value):
    """The scalar of a type that holds `value`, a Python number already in that type's range."""
    if cls is float64:
        return _new_float(float64, value)
    if cls is bool_:
        return true if value else false
    if cls is complex128:
        return complex.__new__(complex128, value)
    return _holding(cls, value)


def _convert(cls, x, convert):
    if isinstance(x, generic):
        x = x._value
    elif not isinstance(x, (bool, int, float, complex, str, bytes)):
        if hasattr(type(x), "__float__") and not hasattr(type(x), "__array__") and not hasattr(x, "dtype"):
            x = float(x) if issubclass(cls, floating) else int(x)
        else:
            array = _as_array(x, cls)
            return array if array.ndim else make(cls, convert(cls, array.item()))
    return make(cls, convert(cls, x))


def _to_float(cls, x):
    if isinstance(x, str):
        try:
            return float(x)
        except ValueError:
            raise ValueError(f"could not convert string to float: {x!r}") from None
    return float(x)


def _to_rounded(cls, x):
    x = _to_float(cls, x)
    rounded = cls.dtype.nearest(x)
    if math.isinf(rounded) and not math.isinf(x):
        report("over", "cast")
    return rounded


def _to_complex(cls, x):
    return rounded(cls, complex(x))


def rounded(cls, value):
    """A Python complex number with parts as precise as those of the complex type `cls`."""
    nearest = cls.dtype.nearest
    return complex(nearest(value.real), nearest(value.imag)) if nearest else value


def _to_integer(cls, x):
    value = int(x)
    check_bounds(cls, value)
    return value


def _to_bool(cls, x):
    return bool(x)


def check_bounds(cls, value):
    """Raise OverflowError when a Python integer does not fit the integer type `cls`."""
    least, most = limits[cls]
    if not least <= value <= most:
        if cls is int64:
            raise OverflowError("Python int too large to convert to C long")
        raise OverflowError(f"Python integer {value} out of bounds for {cls.__name__}")


def _unbound(*_):
    raise RuntimeError("numpy is still loading")


_as_array = _unbound


def bind(as_array):
    """Tell the scalars how an array is made of them; called once, at import."""
    global _as_array
    _as_array = as_array
