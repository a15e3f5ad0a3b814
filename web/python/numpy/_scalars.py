"""Scalar types: what indexing a single element and reducing an array give.

`float64` is a Python float as well; the others hold their value in one slot. Arithmetic follows NEP 50:
Python's own numbers take the dtype of the NumPy operand, two NumPy operands meet in the dtype that
holds both. It runs in Python: float64 arithmetic is the machine's own, and float32 results rounded
from float64 are exact for + - * / (53 >= 2 * 24 + 2 bits, Figueroa 1995).
"""

import builtins
import math
import numbers
import operator

from sconce_face.formatting import scalar_text, to_single

from ._errstate import report
from .exceptions import _UFuncNoLoopError

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
        return _wrap_integer(type(self), ~self._value, None)

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

    def __round__(self, ndigits=None):
        return round(self._value) if ndigits is None else self._as_array_method("round", ndigits)


class float64(floating, float):
    """A double-precision number, 64 bits, and a Python float."""

    __slots__ = ()

    def __new__(cls, x=0.0, /):
        if type(x) is float or type(x) is int:
            return _new_float(cls, x)
        return _convert(cls, x, _to_float)

    _value = property(float.__float__)

    def __repr__(self):
        return f"np.float64({scalar_text(float(self))})"

    def __str__(self):
        return scalar_text(float(self))

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
        return _convert(cls, x, _to_single)

    def __repr__(self):
        return f"np.float32({scalar_text(self._value, single=True)})"

    def __str__(self):
        return scalar_text(self._value, single=True)

    def is_integer(self):
        """Whether the value is a whole number."""
        return self._value.is_integer()

    def as_integer_ratio(self):
        """Two integers whose ratio is the value."""
        return self._value.as_integer_ratio()


class int64(signedinteger):
    """A signed integer of 64 bits."""

    __slots__ = ("_value",)

    def __new__(cls, x=0, /):
        return _convert(cls, x, _to_integer)


class int32(signedinteger):
    """A signed integer of 32 bits."""

    __slots__ = ("_value",)

    def __new__(cls, x=0, /):
        return _convert(cls, x, _to_integer)


class uint8(unsignedinteger):
    """An unsigned integer of 8 bits."""

    __slots__ = ("_value",)

    def __new__(cls, x=0, /):
        return _convert(cls, x, _to_integer)


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

_BITS = {int64: 64, int32: 32, uint8: 8}


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
    return _holding(cls, value)


def _convert(cls, x, convert):
    if isinstance(x, generic):
        x = x._value
    elif not isinstance(x, (bool, int, float, str, bytes)):
        if hasattr(type(x), "__float__") and not hasattr(type(x), "__array__") and not hasattr(x, "dtype"):
            x = float(x) if issubclass(cls, floating) else int(x)
        else:
            array = _as_array(x, None if cls is bool_ else cls)
            return array if array.ndim else make(cls, convert(cls, array.item()))
    return make(cls, convert(cls, x))


def _to_float(cls, x):
    if isinstance(x, str):
        try:
            return float(x)
        except ValueError:
            raise ValueError(f"could not convert string to float: {x!r}") from None
    return float(x)


def _to_single(cls, x):
    x = _to_float(cls, x)
    rounded = to_single(x)
    if math.isinf(rounded) and not math.isinf(x):
        report("over", "cast")
    return rounded


def _to_integer(cls, x):
    value = int(x)
    check_bounds(cls, value)
    return value


def _to_bool(cls, x):
    return bool(x)


def check_bounds(cls, value):
    """Raise OverflowError when a Python integer does not fit the integer type `cls`."""
    bits = _BITS[cls]
    low, high = (0, 1 << bits) if cls is uint8 else (-(1 << (bits - 1)), 1 << (bits - 1))
    if not low <= value < high:
        if cls is int64:
            raise OverflowError("Python int too large to convert to C long")
        raise OverflowError(f"Python integer {value} out of bounds for {cls.__name__}")


def _wrap_integer(cls, value, operation):
    bits = _BITS[cls]
    low = 0 if cls is uint8 else -(1 << (bits - 1))
    if not low <= value < low + (1 << bits):
        value = (value - low) % (1 << bits) + low
        if operation:
            report("over", "scalar " + operation)
    return make(cls, value)


def _wrap_float(cls, value, operation, operands):
    if cls is float32:
        value = to_single(value)
    if not math.isfinite(value):
        if value != value:
            if not any(v != v for v in operands):
                report("invalid", "scalar " + operation)
        elif all(map(math.isfinite, operands)):
            report("over", "scalar " + operation)
    return make(cls, value)


# Arithmetic ---------------------------------------------------------------------------------------------------------

_RANK = {bool_: 0, uint8: 1, int32: 2, int64: 3, float32: 4, float64: 5}


def common_type(a, b):
    """The scalar type two scalar types meet in."""
    if a is b:
        return a
    low, high = (a, b) if _RANK[a] < _RANK[b] else (b, a)
    return float64 if high is float32 and low in (int32, int64) else high


def _meet(cls, other):
    """The type in which a scalar of type `cls` meets `other`, and other's value there; None for what is no number."""
    kind = type(other)
    if kind is float:
        if cls is float64:
            return cls, other
        return (cls, to_single(other)) if cls is float32 else (float64, other)
    if kind is bool:
        return cls, other
    if isinstance(other, generic):
        return common_type(cls, kind), other._value
    if isinstance(other, int):
        if cls is bool_:
            return int64, other
        if issubclass(cls, integer):
            check_bounds(cls, other)
        return cls, (to_single(float(other)) if cls is float32 else other)
    if isinstance(other, float):
        return _meet(cls, float(other))
    return None


def _float_divide(cls, a, b, operation):
    if b == 0:
        if a == 0 or a != a:
            return _wrap_float(cls, math.nan, operation, (a, b))
        if not math.isinf(a):
            report("divide", "scalar " + operation)
        return make(cls, math.copysign(math.inf, a) * math.copysign(1.0, b))
    return _wrap_float(cls, a / b, operation, (a, b))


def _divide(cls, a, b):
    return _float_divide(cls if issubclass(cls, floating) else float64, float(a), float(b), "divide")


def _floor_divide(cls, a, b):
    if issubclass(cls, floating):
        a, b = float(a), float(b)
        return _float_divide(cls, a, b, "floor_divide") if b == 0 else _wrap_float(cls, a // b, "floor_divide", (a, b))
    if b == 0:
        report("divide", "scalar floor_divide")
        return make(cls, 0)
    return _wrap_integer(cls, a // b, "floor_divide")


def _remainder(cls, a, b):
    if issubclass(cls, floating):
        a, b = float(a), float(b)
        return _wrap_float(cls, math.nan if b == 0 or math.isinf(a) else a % b, "remainder", (a, b))
    if b == 0:
        report("divide", "scalar remainder")
        return make(cls, 0)
    return _wrap_integer(cls, a % b, "remainder")


def _power(cls, a, b):
    if issubclass(cls, integer):
        if b < 0:
            raise ValueError("Integers to negative integer powers are not allowed.")
        bits = _BITS[cls]
        if abs(a) > 1 and b >= bits:
            return _wrap_integer(cls, pow(a, b, 1 << bits) + (1 << bits), "power")
        return _wrap_integer(cls, a**b, "power")
    a, b = float(a), float(b)
    try:
        return _wrap_float(cls, math.pow(a, b), "power", (a, b))
    except OverflowError:
        report("over", "scalar power")
        return make(cls, -math.inf if a < 0 and b % 2 == 1 else math.inf)
    except ValueError:
        if a != 0:
            report("invalid", "scalar power")
            return make(cls, math.nan)
        report("divide", "scalar power")
        return make(cls, math.copysign(math.inf, a) if b % 2 == 1 else math.inf)


def _ring(operate, name):
    def apply(cls, a, b):
        if issubclass(cls, floating):
            return _wrap_float(cls, operate(float(a), float(b)), name, (a, b))
        return _wrap_integer(cls, operate(int(a), int(b)), name)

    return apply


_OPERATIONS = {
    # dunder: ufunc, symbol, function of a type and two values
    "add": ("add", "+", _ring(operator.add, "add")),
    "sub": ("subtract", "-", _ring(operator.sub, "subtract")),
    "mul": ("multiply", "*", _ring(operator.mul, "multiply")),
    "truediv": ("divide", "/", _divide),
    "floordiv": ("floor_divide", "//", _floor_divide),
    "mod": ("remainder", "%", _remainder),
    "pow": ("power", "** or pow()", _power),
}
_BITWISE = {
    "and": ("bitwise_and", operator.and_), "or": ("bitwise_or", operator.or_), "xor": ("bitwise_xor", operator.xor),
    "lshift": ("left_shift", operator.lshift), "rshift": ("right_shift", operator.rshift),
}  # fmt: skip
_COMPARISONS = {
    "eq": ("equal", operator.eq), "ne": ("not_equal", operator.ne), "lt": ("less", operator.lt),
    "le": ("less_equal", operator.le), "gt": ("greater", operator.gt), "ge": ("greater_equal", operator.ge),
}  # fmt: skip


def _boolean(ufunc, a, b):
    if ufunc == "add":
        return true if a or b else false
    if ufunc == "multiply":
        return true if a and b else false
    if ufunc == "divide":
        return _divide(float64, a, b)
    if ufunc == "subtract":
        raise TypeError(
            "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, "
            "or the logical_xor function instead."
        )
    raise TypeError(f"{ufunc} of two booleans gives int8, which is not in this course's NumPy subset")


def _no_number(self, other, ufunc, symbol, reflected):
    """What an operator gives for an operand that is no number."""
    if isinstance(other, (list, tuple)):
        if ufunc == "multiply":
            if isinstance(self, integer):
                return other * self._value
            raise TypeError(f"can't multiply sequence by non-int of type 'numpy.{type(self).__name__}'")
        pair = (other, _as_array(self)) if reflected else (_as_array(self), other)
        return _apply_ufunc(ufunc, *pair)
    if isinstance(other, str):
        if ufunc == "multiply" and isinstance(self, integer):
            return other * self._value
        left, right = repr(self.dtype), f"dtype('<U{len(other)}')"
        left, right = (right, left) if reflected else (left, right)
        raise _UFuncNoLoopError(
            f"ufunc {ufunc!r} did not contain a loop with signature matching types ({left}, {right}) -> None"
        )
    if other is None:
        names = type(self._value).__name__, "NoneType"
        left, right = names[::-1] if reflected else names
        raise TypeError(f"unsupported operand type(s) for {symbol}: '{left}' and '{right}'")
    return NotImplemented


def _arithmetic(dunder, ufunc, symbol, apply):
    def forward(self, other):
        met = _meet(type(self), other)
        if met is None:
            return _no_number(self, other, ufunc, symbol, False)
        cls, value = met
        return _boolean(ufunc, self._value, value) if cls is bool_ else apply(cls, self._value, value)

    def reflected(self, other):
        met = _meet(type(self), other)
        if met is None:
            return _no_number(self, other, ufunc, symbol, True)
        cls, value = met
        return _boolean(ufunc, value, self._value) if cls is bool_ else apply(cls, value, self._value)

    return forward, reflected


def _bitwise(dunder, ufunc, operate):
    def forward(self, other, flip=False):
        met = _meet(type(self), other)
        if met is None:
            return _no_number(self, other, ufunc, dunder, flip)
        cls, value = met
        if issubclass(cls, floating):
            raise TypeError(
                f"ufunc '{ufunc}' not supported for the input types, and the inputs could not be safely coerced to "
                "any supported types according to the casting rule ''safe''"
            )
        a, b = (value, self._value) if flip else (self._value, value)
        if cls is bool_ and "shift" not in ufunc:
            return true if operate(bool(a), bool(b)) else false
        return _wrap_integer(int64 if cls is bool_ else cls, operate(int(a), int(b)), None)

    return forward, lambda self, other: forward(self, other, True)


def _comparison(ufunc, operate):
    def compare(self, other):
        if other is None:
            return ufunc == "not_equal" if ufunc in ("equal", "not_equal") else NotImplemented
        if isinstance(other, int) and not isinstance(other, bool):
            return true if operate(self._value, other) else false
        met = _meet(type(self), other)
        if met is None:
            if isinstance(other, (list, tuple)):
                return _apply_ufunc(ufunc, _as_array(self), other)
            if isinstance(other, str):
                if ufunc in ("equal", "not_equal"):
                    return false if ufunc == "equal" else true
                mine = f"<class 'numpy.dtypes.{type(self).__name__.capitalize()}DType'>"
                raise _UFuncNoLoopError(
                    f"ufunc {ufunc!r} did not contain a loop with signature matching types "
                    f"({mine}, <class 'numpy.dtypes.StrDType'>) -> None"
                )
            return NotImplemented
        cls, value = met
        mine = to_single(self._value) if cls is float32 else self._value
        return true if operate(mine, value) else false

    return compare


def _install():
    for dunder, (ufunc, symbol, apply) in _OPERATIONS.items():
        for name, method in zip((f"__{dunder}__", f"__r{dunder}__"), _arithmetic(dunder, ufunc, symbol, apply)):
            method.__name__ = name
            setattr(generic, name, method)
    for dunder, (ufunc, operate) in _BITWISE.items():
        for name, method in zip((f"__{dunder}__", f"__r{dunder}__"), _bitwise(dunder, ufunc, operate)):
            method.__name__ = name
            setattr(generic, name, method)
    for dunder, (ufunc, operate) in _COMPARISONS.items():
        setattr(generic, f"__{dunder}__", _comparison(ufunc, operate))
    generic.__divmod__ = lambda self, other: (self // other, self % other)
    generic.__rdivmod__ = lambda self, other: (other // self, other % self)
    number.__pos__ = lambda self: self
    integer.__neg__ = lambda self: _wrap_integer(type(self), -self._value, "negative")
    integer.__abs__ = lambda self: _wrap_integer(type(self), abs(self._value), "absolute")
    floating.__neg__ = lambda self: make(type(self), -self._value)
    floating.__abs__ = lambda self: make(type(self), abs(self._value))


_install()


def _unbound(*_):
    raise RuntimeError("numpy is still loading")


_as_array = _apply_ufunc = _unbound


def bind(as_array, apply_ufunc):
    """Tell the scalars how an array is made of them and how a ufunc is applied by name; called once, at import."""
    global _as_array, _apply_ufunc
    _as_array, _apply_ufunc = as_array, apply_ufunc
