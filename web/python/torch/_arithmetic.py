"""Element by element, made of the engine's operations: interpolation, fused products, logarithms of sums, special values."""

import math

from . import _types
from ._define import both, define, defines, functions, unary, without_gradient
from ._tensor import Tensor, face

_OUT = "Tensor? out=None"
_where, _maximum, _mul, _pow = (face.operation(name) for name in ("where", "maximum", "mul", "pow"))
_log = unary("log")


def _floating(a):
    """`a`, integers as the default floating point dtype."""
    return a if a.dtype._has_gradient else a.to(_types.get_default_dtype())


def _wide(a):
    """`a` in float64, where a formula in its own precision would lose digits."""
    return a.to(_types.complex128 if a.dtype.is_complex else _types.float64)


_C_NAMES = {
    "float32": "float", "float64": "double", "int64": "long int", "int32": "int", "uint8": "unsigned char", "bool": "bool",
}  # fmt: skip


def c_name(dtype):
    """A dtype as torch's C++ names it."""
    return _C_NAMES.get(dtype._name, dtype._name)


def _lerp(a, end, weight):
    if a.dtype is not end.dtype:
        raise RuntimeError(f"expected dtype {c_name(a.dtype)} for `end` but got dtype {c_name(end.dtype)}")
    if not isinstance(weight, Tensor):
        return a + (end - a) * weight if abs(weight) < 0.5 else end - (end - a) * (1 - weight)
    difference = end - a
    return _where(weight.abs().lt(0.5), a + weight * difference, end - difference * (1 - weight))


define(
    "lerp", (f"(Tensor input, Tensor end, Tensor weight, *, {_OUT})", both(_lerp)),
    (f"(Tensor input, Tensor end, Number weight, *, {_OUT})", both(_lerp)), in_place=True,
    doc="input + weight * (end - input), element by element.",
)  # fmt: skip


def _scaled(a, value):
    return a if value == 1 else a * value


def _promoted(*tensors):
    """The tensors in their common dtype, so that no product is rounded to a narrower one."""
    if all(tensor.dtype is tensors[0].dtype for tensor in tensors):
        return tensors
    common = tensors[0].dtype
    for tensor in tensors[1:]:
        common = functions["promote_types"](common, tensor.dtype)
    return [tensor.to(common) for tensor in tensors]


def _addcmul(a, tensor1, tensor2, value):
    a, tensor1, tensor2 = _promoted(a, tensor1, tensor2)
    return a + _scaled(tensor1, value) * tensor2


def _addcdiv(a, tensor1, tensor2, value):
    if not (tensor1.dtype._has_gradient or tensor2.dtype._has_gradient):
        raise RuntimeError(
            "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform a true "
            "division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input + value * "
            "torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * tensor1 / tensor2) "
            "for float inputs. The future addcdiv behavior is just the latter implementation: (input + value * tensor1 / "
            "tensor2), for all dtypes."
        )
    a, tensor1, tensor2 = _promoted(a, tensor1, tensor2)
    return a + _scaled(tensor1, value) / tensor2


for _name, _run, _sign in (("addcmul", _addcmul, "*"), ("addcdiv", _addcdiv, "/")):
    _old = both(lambda a, value, tensor1, tensor2, run=_run: run(a, tensor1, tensor2, value))
    define(
        _name, (f"(Tensor input, Tensor tensor1, Tensor tensor2, *, Number value=1, {_OUT})", both(_run)),
        (f"(Tensor input, Number value, Tensor tensor1, Tensor tensor2, *, {_OUT})", _old, True), in_place=True,
        doc=f"input + value * tensor1 {_sign} tensor2, element by element.",
    )  # fmt: skip


def _define_pair(name, run, doc, numbers=(), in_place=True, aliases=()):
    """A function of two tensors; `numbers` names the side ("first", "second") that may be a number."""
    runs = both(run) if in_place else run
    overloads = [(f"(Tensor input, Tensor other, *, {_OUT})", runs)]
    if "first" in numbers:
        overloads.append((f"(Number self, Tensor other, *, {_OUT})", run))
    if "second" in numbers:
        overloads.append((f"(Tensor input, Number other, *, {_OUT})", runs))
    if "first" not in numbers:
        define(name, *overloads, doc=doc, in_place=in_place, aliases=aliases)
        return
    define(name, *overloads, doc=doc, method=False, aliases=aliases)
    define(name, overloads[0], overloads[-1], doc=doc, function=False, in_place=in_place, aliases=aliases)


def _hypot(a, b):
    dtype = (a + b).dtype
    if not dtype.is_floating_point:
        raise NotImplementedError(f"\"hypot_cpu\" not implemented for '{dtype._noun}'")
    return (_wide(a).square() + _wide(b).square()).sqrt().to(dtype)


def _logaddexp(a, b):
    sums = _maximum(a, b) + unary("log1p")((-(a - b).abs()).exp())
    return _where(a.eq(b).logical_and(a.isinf()), a, sums)


def _logaddexp2(a, b):
    sums = _maximum(a, b) + unary("log1p")((-(a - b).abs()).exp2()) / math.log(2)
    return _where(a.eq(b).logical_and(a.isinf()), a, sums)


def _xlogy(a, b):
    a = a if isinstance(a, Tensor) else b.new_full((), a)
    b = b if isinstance(b, Tensor) else a.new_full((), b)
    nothing = a.eq(0).logical_and(b.le(0))
    return a * _log(b.masked_fill(nothing, 1))


def _heaviside(a, values):
    if a.dtype is not values.dtype:
        raise RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")
    return _where(a.eq(0), values, a.gt(0).to(a.dtype))


def _signbit(a):
    negative = a.lt(0)
    return negative.logical_or(a.eq(0).logical_and((1 / a).lt(0))) if a.dtype.is_floating_point else negative


def _copysign(a, other):
    a = _floating(a)
    size = _where(_signbit(a), -a, a)
    if isinstance(other, Tensor):
        return without_gradient(_where(_signbit(other), -size, size), other)
    return -size if math.copysign(1, other) < 0 else size


def _ldexp(a, other):
    return a * _pow(2.0, other)


def _fmax(a, b):
    return _where(a.ge(b).logical_or(b.isnan()), a, b)


def _fmin(a, b):
    return _where(a.le(b).logical_or(b.isnan()), a, b)


def _shift(name, shifted):
    def run(a, b):
        for value in (a, b):
            if isinstance(value, Tensor) and (value.dtype.is_floating_point or value.dtype is _types.bool_):
                raise NotImplementedError(f"\"{name}_cpu\" not implemented for '{value.dtype._noun}'")
        return shifted(a, 2**b if not isinstance(b, Tensor) else _pow(2, b))

    return run


_define_pair("fmax", _fmax, "The larger of two numbers, the other one where one is NaN.", in_place=False)
_define_pair("fmin", _fmin, "The smaller of two numbers, the other one where one is NaN.", in_place=False)
_define_pair("bitwise_left_shift", _shift("lshift", _mul), "The bits moved to the left.", ("second",))
_define_pair(
    "bitwise_right_shift", _shift("rshift", face.operation("floor_divide")), "The bits moved to the right.", ("second",)
)
_define_pair("hypot", _hypot, "sqrt(input**2 + other**2), element by element.")
_define_pair("logaddexp", _logaddexp, "log(exp(input) + exp(other)) without overflow.", in_place=False)
_define_pair("logaddexp2", _logaddexp2, "log2(2**input + 2**other) without overflow.", in_place=False)
_define_pair("xlogy", _xlogy, "input * log(other), 0 where input is 0.", ("first", "second"))
_define_pair("copysign", _copysign, "The size of input with the sign of other.", ("second",))
_define_pair("ldexp", _ldexp, "input * 2**other, element by element.")
define(
    "heaviside", (f"(Tensor input, Tensor values, *, {_OUT})", both(_heaviside)), in_place=True,
    doc="0 where input is negative, 1 where it is positive, `values` where it is 0.",
)  # fmt: skip


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


def _define_one(name, run, doc, in_place=True, aliases=()):
    define(name, (f"(Tensor input, *, {_OUT})", both(run) if in_place else run), doc=doc, in_place=in_place, aliases=aliases)


def _sinc(a):
    a = _floating(a) * math.pi
    still = a.eq(0)
    moved = a.masked_fill(still, 1)
    return _where(still, a * 0 + 1, moved.sin() / moved)


def _asinh(a):
    a = _floating(a)
    if a.dtype.is_complex:
        wide = _wide(a)
        return _log(wide + (wide.square() + 1).sqrt()).to(a.dtype)
    size = _wide(a).abs()
    grown = size + size.square() / (1 + (size.square() + 1).sqrt())
    grown = _where(size.isinf(), size, grown)
    return (unary("log1p")(grown) * _where(_signbit(a), -1.0, 1.0)).to(a.dtype)


def _acosh(a):
    a = _floating(a)
    wide = _wide(a)
    root = (wide - 1).sqrt() * (wide + 1).sqrt() if a.dtype.is_complex else (wide.square() - 1).sqrt()
    return _log(wide + root).to(a.dtype)


def _atanh(a):
    a = _floating(a)
    wide = _wide(a)
    return (0.5 * unary("log1p")(2 * wide / (1 - wide))).to(a.dtype)


def _lgamma(a):
    """By Stirling's series at a + 8 and the recurrence down from there; below 1/2 by reflection.  DLMF 5.11.1, 5.5.3."""
    a = _floating(a)
    wide = _wide(a)
    low = wide.lt(0.5)
    x = _where(low, 1 - wide, wide)
    product = x
    for i in range(1, 8):
        product = product * (x + i)
    z = x + 8
    inverse = 1 / z.square()
    series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse / 1188)))) / z
    upper = (z - 0.5) * _log(z) - z + 0.5 * math.log(2 * math.pi) + series - _log(product)
    # Exactly 0 at 1 and 2, with the gradient kept.
    upper = _where(x.eq(1).logical_or(x.eq(2)), upper - upper.detach(), upper)
    upper = _where(x.isinf(), x, upper)
    sine = (wide.remainder(1.0) * math.pi).sin().masked_fill(low.logical_not(), 1.0)
    result = _where(low, math.log(math.pi) - _log(sine) - upper, upper)
    return _where(wide.isinf(), math.inf, result).to(a.dtype)


def _digamma(a):
    """By the asymptotic series at a + 8 and the recurrence down from there; below 1/2 by reflection.  DLMF 5.11.2, 5.5.4."""
    a = _floating(a)
    wide = _wide(a)
    low = wide.lt(0.5)
    x = _where(low, 1 - wide, wide)
    z = x + 8
    inverse = 1 / z.square()
    series = inverse * (1 / 12 - inverse * (1 / 120 - inverse * (1 / 252 - inverse * (1 / 240 - inverse / 132))))
    upper = _log(z) - 0.5 / z - series
    for i in range(8):
        upper = upper - 1 / (x + i)
    turn = wide.remainder(1.0).masked_fill(low.logical_not(), 0.25) * math.pi
    result = _where(low, upper - math.pi / turn.tan(), upper)
    pole = wide.le(0).logical_and(wide.eq(wide.floor()))
    result = _where(pole, _where(wide.eq(0), -(1 / wide), math.nan), result)
    return result.to(a.dtype)


_define_one("frac", lambda a: a - a.trunc(), "The part of each number after the point.")
_define_one("sinc", _sinc, "sin(pi x) / (pi x), 1 at 0.")
_define_one("deg2rad", lambda a: _floating(a) * (math.pi / 180), "Degrees as radians.")
_define_one("rad2deg", lambda a: _floating(a) * (180 / math.pi), "Radians as degrees.")
_define_one("asinh", _asinh, "The inverse hyperbolic sine.", aliases=("arcsinh",))
_define_one("acosh", _acosh, "The inverse hyperbolic cosine.", aliases=("arccosh",))
_define_one("atanh", _atanh, "The inverse hyperbolic tangent.", aliases=("arctanh",))
_define_one("lgamma", _lgamma, "The logarithm of the absolute value of the gamma function.")
_define_one("digamma", _digamma, "The derivative of lgamma.")
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
)  # fmt: skip


def _logit(a, eps):
    a = _floating(a)
    if eps is not None:
        a = _where(a.lt(eps), eps, _where(a.gt(1 - eps), 1 - eps, a))
    return _log(a / (1 - a))


define(
    "logit", (f"(Tensor input, float? eps=None, *, {_OUT})", both(_logit)), in_place=True,
    doc="log(x / (1 - x)), x first clamped to [eps, 1 - eps] where eps is given.",
)  # fmt: skip


def _shifted_left(self, other):
    return self.bitwise_left_shift(other)


def _shifted_right(self, other):
    return self.bitwise_right_shift(other)


Tensor.__lshift__, Tensor.__rshift__ = _shifted_left, _shifted_right


def _reflected_division(self, other):
    return self.reciprocal() * other


_reflected_division.__name__, _reflected_division.__qualname__ = "__rdiv__", "Tensor.__rdiv__"
Tensor.__rdiv__ = _reflected_division


def _reflected_matmul(self, other):
    return face.operation("matmul")(other, self) if isinstance(other, Tensor) else NotImplemented


_reflected_matmul.__name__, _reflected_matmul.__qualname__ = "__rmatmul__", "Tensor.__rmatmul__"
Tensor.__rmatmul__ = _reflected_matmul
