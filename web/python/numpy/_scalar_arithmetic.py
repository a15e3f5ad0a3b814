"""Arithmetic of scalar types, attached to them as operators.

It follows NEP 50: Python's own numbers take the dtype of the NumPy operand, two NumPy operands meet in the
dtype that holds both. It runs in Python: float64 arithmetic is the machine's own, and float32 results
rounded from float64 are exact for + - * / (53 >= 2 * 24 + 2 bits, Figueroa 1995).
"""

import math
import operator
from functools import cache

from . import _dtypes
from ._creation import asarray
from ._errstate import report
from ._scalars import (
    bool_, check_bounds, complexfloating, false, float64, floating, generic, int8, int64, integer, limits, make, number,
    rounded, true,
)  # fmt: skip
from ._ufuncs import ufuncs
from .exceptions import _UFuncNoLoopError


def _wrap_integer(cls, value, operation):
    least, most = limits[cls]
    if not least <= value <= most:
        value = (value - least) % (most - least + 1) + least
        if operation:
            report("over", "scalar " + operation)
    return make(cls, value)


def _wrap_float(cls, value, operation, operands):
    nearest = cls.dtype.nearest
    if nearest:
        value = nearest(value)
    if not math.isfinite(value):
        if value != value:
            if not any(v != v for v in operands):
                report("invalid", "scalar " + operation)
        elif all(map(math.isfinite, operands)):
            report("over", "scalar " + operation)
    return make(cls, value)


@cache
def common_type(a, b):
    """The scalar type two scalar types meet in."""
    return _dtypes.promote(a.dtype, b.dtype).type


def _rounded(cls, value):
    """A Python number as one of the floating type `cls`."""
    nearest = cls.dtype.nearest
    if nearest is None:
        return value
    near = nearest(float(value))
    if math.isinf(near) and not math.isinf(value):
        report("over", "cast")
    return near


def _meet(cls, other):
    """The type in which a scalar of type `cls` meets `other`, and other's value there; None for what is no number."""
    kind = type(other)
    if kind is float:
        if cls is float64 or issubclass(cls, complexfloating):
            return cls, other
        return (cls, _rounded(cls, other)) if issubclass(cls, floating) else (float64, other)
    if kind is bool:
        return cls, other
    if kind is complex:
        return _dtypes.complex_of(cls.dtype).type, other
    if isinstance(other, generic):
        return common_type(cls, kind), other._value
    if isinstance(other, int):
        if cls is bool_:
            return int64, other
        if issubclass(cls, integer):
            check_bounds(cls, other)
        return cls, (_rounded(cls, other) if issubclass(cls, floating) else other)
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
        count = limits[cls][1] - limits[cls][0] + 1
        if abs(a) > 1 and b >= count.bit_length():
            return _wrap_integer(cls, pow(a, b, count) + count, "power")
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


def _refused(ufunc):
    return TypeError(
        f"ufunc '{ufunc}' not supported for the input types, and the inputs could not be safely coerced to "
        "any supported types according to the casting rule ''safe''"
    )


def _of_complex(cls, ufunc, a, b):
    operate = {
        "add": operator.add, "subtract": operator.sub, "multiply": operator.mul, "divide": operator.truediv,
        "power": operator.pow,
    }.get(ufunc)  # fmt: skip
    if operate is None:
        raise _refused(ufunc)
    a, b = rounded(cls, complex(a)), rounded(cls, complex(b))
    try:
        return make(cls, rounded(cls, operate(a, b)))
    except (ZeroDivisionError, OverflowError):
        return ufuncs[ufunc](asarray(make(cls, a)), asarray(make(cls, b)))


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
    return None


def _no_number(self, other, ufunc, symbol, reflected):
    """What an operator gives for an operand that is no number."""
    if isinstance(other, (list, tuple)):
        if ufunc == "multiply":
            if isinstance(self, integer):
                return other * self._value
            raise TypeError(f"can't multiply sequence by non-int of type 'numpy.{type(self).__name__}'")
        pair = (other, asarray(self)) if reflected else (asarray(self), other)
        return ufuncs[ufunc](*pair)
    if isinstance(other, str):
        if ufunc == "multiply" and isinstance(self, integer):
            return other * self._value
        if reflected:
            return NotImplemented
        raise _UFuncNoLoopError(
            f"ufunc {ufunc!r} did not contain a loop with signature matching types "
            f"({self.dtype!r}, dtype('<U{len(other)}')) -> None"
        )
    if other is None:
        names = type(self._value).__name__, "NoneType"
        left, right = names[::-1] if reflected else names
        raise TypeError(f"unsupported operand type(s) for {symbol}: '{left}' and '{right}'")
    return NotImplemented


def _arithmetic(dunder, ufunc, symbol, apply):
    def combine(cls, a, b):
        if cls is bool_:
            found = _boolean(ufunc, a, b)
            return apply(int8, int(a), int(b)) if found is None else found
        return _of_complex(cls, ufunc, a, b) if issubclass(cls, complexfloating) else apply(cls, a, b)

    def forward(self, other):
        met = _meet(type(self), other)
        if met is None:
            return _no_number(self, other, ufunc, symbol, False)
        cls, value = met
        return combine(cls, self._value, value)

    def reflected(self, other):
        met = _meet(type(self), other)
        if met is None:
            return _no_number(self, other, ufunc, symbol, True)
        cls, value = met
        return combine(cls, value, self._value)

    return forward, reflected


def _bitwise(dunder, ufunc, operate):
    def forward(self, other, flip=False):
        met = _meet(type(self), other)
        if met is None:
            return _no_number(self, other, ufunc, dunder, flip)
        cls, value = met
        if issubclass(cls, (floating, complexfloating)):
            raise _refused(ufunc)
        a, b = (value, self._value) if flip else (self._value, value)
        if cls is bool_ and "shift" not in ufunc:
            return true if operate(bool(a), bool(b)) else false
        return _wrap_integer(int8 if cls is bool_ else cls, operate(int(a), int(b)), None)

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
                return ufuncs[ufunc](self, other)
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
        return true if operate(self._value, value) else false

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
    complexfloating.__neg__ = lambda self: make(type(self), -self._value)
    complexfloating.__abs__ = lambda self: self._part(abs(self._value))
    floating.__neg__ = lambda self: make(type(self), -self._value)
    floating.__abs__ = lambda self: make(type(self), abs(self._value))


_install()
