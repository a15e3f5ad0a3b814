"""Element by element, made of the engine's operations: interpolation, fused products, logarithms of sums, special values."""

import math

from . import _types
from ._define import both, define, defines, unary
from ._tensor import Tensor, face

_OUT = "Tensor? out=None"
_where, _mul, _pow = (face.operation(name) for name in ("where", "mul", "pow"))
_log = unary("log")


def _floating(a):
    """`a`, integers as the default floating point dtype."""
    return a if a.dtype._has_gradient else a.to(_types.get_default_dtype())


_C_NAMES = {
    "float32": "float", "float64": "double", "int64": "long int", "int32": "int", "uint8": "unsigned char", "bool": "bool",
}  # fmt: skip


def c_name(dtype):
    """A dtype as torch's C++ names it."""
    return _C_NAMES.get(dtype._name, dtype._name)


define(
    "lerp", (f"(Tensor input, Tensor end, Tensor weight, *, {_OUT})", "lerp"),
    (f"(Tensor input, Tensor end, Number weight, *, {_OUT})", "lerp"), in_place=True,
)  # fmt: skip
for _name in ("addcmul", "addcdiv"):
    _runs = (face.operation(_name), face.operation(_name, in_place=True))
    _old = tuple((lambda a, value, tensor1, tensor2, run=run: run(a, tensor1, tensor2, value)) for run in _runs)
    define(
        _name, (f"(Tensor input, Tensor tensor1, Tensor tensor2, *, Number value=1, {_OUT})", _runs),
        (f"(Tensor input, Number value, Tensor tensor1, Tensor tensor2, *, {_OUT})", _old, True), in_place=True,
    )  # fmt: skip


def _define_pair(name, run, doc="", numbers=(), in_place=True, aliases=(), step=None):
    """A function of two tensors; `numbers` names the side ("first", "second") that may be a number."""
    runs = both(run) if in_place and callable(run) else run
    overloads = [(f"(Tensor input, Tensor other, *, {_OUT})", runs)]
    if "first" in numbers:
        overloads.append((f"(Number self, Tensor other, *, {_OUT})", run))
    if "second" in numbers:
        overloads.append((f"(Tensor input, Number other, *, {_OUT})", runs))
    if "first" not in numbers:
        define(name, *overloads, doc=doc, in_place=in_place, aliases=aliases, step=step)
        return
    define(name, *overloads, doc=doc, method=False, aliases=aliases, step=step)
    define(name, overloads[0], overloads[-1], doc=doc, function=False, in_place=in_place, aliases=aliases, step=step)


def _signbit(a):
    negative = a.lt(0)
    return negative.logical_or(a.eq(0).logical_and((1 / a).lt(0))) if a.dtype.is_floating_point else negative


def _ldexp(a, other):
    return a * _pow(2.0, other)


def _shift(name, shifted):
    def run(a, b):
        for value in (a, b):
            if isinstance(value, Tensor) and (value.dtype.is_floating_point or value.dtype is _types.bool_):
                raise NotImplementedError(f"\"{name}_cpu\" not implemented for '{value.dtype._noun}'")
        return shifted(a, 2**b if not isinstance(b, Tensor) else _pow(2, b))

    return run


_define_pair("fmax", "fmax", in_place=False)
_define_pair("fmin", "fmin", in_place=False)
_define_pair("bitwise_left_shift", _shift("lshift", _mul), "The bits moved to the left.", ("second",))
_define_pair(
    "bitwise_right_shift", _shift("rshift", face.operation("floor_divide")), "The bits moved to the right.", ("second",)
)
_define_pair("hypot", "hypot")
_define_pair("logaddexp", "logaddexp", in_place=False)
_define_pair("logaddexp2", "logaddexp2", in_place=False)
_define_pair("xlogy", "xlogy", numbers=("first", "second"))
_define_pair("copysign", "copysign", numbers=("second",))
_define_pair("ldexp", _ldexp, "input * 2**other, element by element.", step="LdexpBackward0")


def _wide(a):
    """`a` in float64 or complex128."""
    return a.to(_types.complex128 if a.dtype.is_complex else _types.float64)


def _float_power(a, exponent):
    widened = [_wide(value) if isinstance(value, Tensor) else value * 1.0 for value in (a, exponent)]
    return _pow(*widened)


define(
    "float_power", (f"(Tensor input, Tensor exponent, *, {_OUT})", _float_power),
    (f"(Number self, Tensor exponent, *, {_OUT})", _float_power),
    (f"(Tensor input, Number exponent, *, {_OUT})", _float_power), method=False,
    doc="input ** exponent in float64.",
)  # fmt: skip
define(
    "float_power", ("(Tensor input, Tensor exponent)", both(_float_power)),
    ("(Tensor input, Number exponent)", both(_float_power)), function=False, in_place=True,
    doc="input ** exponent in float64.",
)  # fmt: skip


def _whole(name, a, b):
    for value in (a, b):
        if value.dtype.is_floating_point or value.dtype is _types.bool_:
            raise NotImplementedError(f"\"{name}_cpu\" not implemented for '{value.dtype._noun}'")


def _gcd(a, b):
    _whole("gcd", a, b)
    a, b = a + b * 0, b + a * 0
    while bool(b.ne(0).any()):
        rest = a.remainder(b.masked_fill(b.eq(0), 1))
        a, b = _where(b.eq(0), a, b), _where(b.eq(0), b, rest)
    return a.abs()


def _lcm(a, b):
    _whole("lcm", a, b)
    common = _gcd(a, b)
    return (a * face.operation("floor_divide")(b, common.masked_fill(common.eq(0), 1))).abs()


_define_pair("gcd", _gcd, "The greatest common divisor, element by element.")
_define_pair("lcm", _lcm, "The least common multiple, element by element.")


def _define_one(name, run, doc="", in_place=True, aliases=(), step=None):
    run = both(run) if in_place and callable(run) else run
    define(name, (f"(Tensor input, *, {_OUT})", run), doc=doc, in_place=in_place, aliases=aliases, step=step)


def _polygamma(n, a):
    return face.operation("polygamma")(a, n)


define("polygamma", (f"(int n, Tensor input, *, {_OUT})", _polygamma), method=False, doc="The n-th derivative of digamma.")
define("polygamma", ("(Tensor input, int n)", "polygamma"), function=False, in_place=True)


_define_one("frac", lambda a: a - a.trunc(), "The part of each number after the point.", step="FracBackward0")
_define_one("deg2rad", lambda a: _floating(a) * (math.pi / 180), "Degrees as radians.", step="Deg2RadBackward0")
_define_one("rad2deg", lambda a: _floating(a) * (180 / math.pi), "Radians as degrees.", step="Rad2DegBackward0")
for _name, _alias in (("asinh", "arcsinh"), ("acosh", "arccosh"), ("atanh", "arctanh")):
    _define_one(_name, _name, aliases=(_alias,))
for _name in ("sinc", "lgamma", "digamma"):
    _define_one(_name, _name)
_define_one("signbit", _signbit, "Whether the sign is negative, that of -0.0 included.", in_place=False)
_define_one("isposinf", lambda a: a.eq(math.inf), "Whether each number is infinity.", in_place=False)
_define_one("isneginf", lambda a: a.eq(-math.inf), "Whether each number is minus infinity.", in_place=False)


@defines("positive", "(Tensor input)")
def positive(a):
    """The tensor itself."""
    if a.dtype is _types.bool_:
        raise NotImplementedError("The `+` operator, on a bool tensor is not supported.")
    return a


@defines("isreal", "(Tensor input)")
def isreal(a):
    """Whether each number is real."""
    return a.imag.eq(0) if a.dtype.is_complex else face.operation("ones")(a.shape, _types.bool_)


def _nan_to_num(a, nan, posinf, neginf):
    if not a.dtype.is_floating_point:
        return a.clone()
    limits = _types.finfo(a.dtype)
    a = a.masked_fill(a.isnan(), 0.0 if nan is None else nan)
    a = a.masked_fill(a.eq(math.inf), limits.max if posinf is None else posinf)
    return a.masked_fill(a.eq(-math.inf), limits.min if neginf is None else neginf)


define(
    "nan_to_num",
    (f"(Tensor input, float? nan=None, float? posinf=None, float? neginf=None, *, {_OUT})", both(_nan_to_num)),
    in_place=True, doc="The tensor with NaN as `nan` (0) and infinities as `posinf` and `neginf` (the largest numbers).",
    step="NanToNumBackward0",
)  # fmt: skip


def _logit(a, eps):
    a = _floating(a)
    if eps is not None:
        a = _where(a.lt(eps), eps, _where(a.gt(1 - eps), 1 - eps, a))
    return _log(a / (1 - a))


define(
    "logit", (f"(Tensor input, float? eps=None, *, {_OUT})", both(_logit)), in_place=True,
    doc="log(x / (1 - x)), x first clamped to [eps, 1 - eps] where eps is given.", step="LogitBackward0",
)  # fmt: skip


def _shifted_left(self, other):
    return self.bitwise_left_shift(other)


def _shifted_right(self, other):
    return self.bitwise_right_shift(other)


Tensor.__lshift__, Tensor.__rshift__, Tensor.__pos__ = _shifted_left, _shifted_right, positive


def _reflected_matmul(self, other):
    return face.operation("matmul")(other, self) if isinstance(other, Tensor) else NotImplemented


_reflected_matmul.__name__, _reflected_matmul.__qualname__ = "__rmatmul__", "Tensor.__rmatmul__"
Tensor.__rmatmul__ = _reflected_matmul
