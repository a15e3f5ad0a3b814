"""Element by element: arithmetic, comparison, logic, and the operators of Tensor."""

import operator

from sconce_face import quick
from sconce_face.bridge import Owned

from ._define import both, define, defines, unary
from ._tensor import Tensor, face

_call = face.operation


def _rounded(divide, rounded):
    def run(self, other, rounding_mode):
        if rounding_mode is None:
            return divide(self, other)
        if rounding_mode in ("floor", "trunc"):
            return rounded(self, other, rounding_mode == "floor")
        raise RuntimeError(
            f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{rounding_mode}'"
        )

    return run


_modes = tuple(_rounded(_call("div", in_place), _call("div_rounded", in_place)) for in_place in (False, True))

_PAIR = "(Operand input, Operand other, *, Tensor? out=None)"
_PAIR_ALPHA = "(Operand input, Operand other, *, Number alpha=1, Tensor? out=None)"
_ALPHA_FIRST = "(Operand input, Number alpha, Operand other, *, Tensor? out=None)"

for _name, _alias in (("add", ()), ("sub", ("subtract",))):
    _run = (_call(_name), _call(_name, in_place=True))
    _old = tuple((lambda a, alpha, b, run=run: run(a, b, alpha)) for run in _run)
    define(_name, (_PAIR_ALPHA, _run), (_ALPHA_FIRST, _old, True), in_place=True, aliases=_alias)

define("mul", (_PAIR, "mul"), in_place=True, aliases=("multiply",))
define(
    "div", (_PAIR, "div"), ("(Operand input, Operand other, *, str? rounding_mode, Tensor? out=None)", _modes),
    ("(Tensor input, Number other, *, str? rounding_mode)", _modes), in_place=True, aliases=("divide",),
)  # fmt: skip
define("true_divide", (_PAIR, "div"), ("(Tensor input, Number other)", "div"), in_place=True)
define("floor_divide", (_PAIR, "floor_divide"), ("(Tensor input, Number other)", "floor_divide"), in_place=True)

_TENSORS = "(Tensor input, Tensor other, *, Tensor? out=None)"
_NUMBER = "(Tensor input, Number other, *, Tensor? out=None)"
_NUMBER_FIRST = "(Number self, Tensor other)"

_COMPARED = {
    "eq": (), "ne": ("not_equal",), "lt": ("less",), "le": ("less_equal",), "gt": ("greater",),
    "ge": ("greater_equal",), "fmod": (),
}  # fmt: skip
for _name, _alias in _COMPARED.items():
    define(_name, (_TENSORS, _name), (_NUMBER, _name), in_place=True, aliases=_alias)

for _name in ("remainder", "bitwise_and", "bitwise_or", "bitwise_xor"):
    define(_name, (_TENSORS, _name), (_NUMBER_FIRST, _name), (_NUMBER, _name), method=False)
    define(_name, (_TENSORS, _name), (_NUMBER, _name), function=False, in_place=True)

_POWERS = (
    ("(Tensor input, Tensor exponent, *, Tensor? out=None)", "pow"),
    ("(Tensor input, Number exponent, *, Tensor? out=None)", "pow"),
)
define("pow", _POWERS[0], ("(Number self, Tensor exponent, *, Tensor? out=None)", "pow"), _POWERS[1], method=False)
define("pow", *_POWERS, function=False, in_place=True)

for _name in ("maximum", "minimum", "logical_and", "logical_or", "logical_xor", "atan2"):
    define(_name, (_TENSORS, _name), in_place=_name not in ("maximum", "minimum"))


define(
    "rsub", ("(Tensor input, Tensor other, *, Number alpha=1)", "rsub"),
    ("(Tensor input, Number other, Number alpha=1)", "rsub"), method=False,
)  # fmt: skip


def _clamp(clamp, clamp_tensor):
    def run(self, low, high):
        if low is None and high is None:
            raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
        bounded_by_tensors = isinstance(low, Tensor) or isinstance(high, Tensor)
        return (clamp_tensor if bounded_by_tensors else clamp)(self, low, high)

    return run


_clamps = tuple(_clamp(_call("clamp", in_place), _call("clamp_tensor", in_place)) for in_place in (False, True))
define(
    "clamp", ("(Tensor input, Tensor? min=None, Tensor? max=None, *, Tensor? out=None)", _clamps),
    ("(Tensor input, Number? min=None, Number? max=None, *, Tensor? out=None)", _clamps),
    in_place=True, aliases=("clip",),
)  # fmt: skip
for _bound in ("min", "max"):
    define(
        f"clamp_{_bound}", (f"(Tensor input, Tensor {_bound}, *, Tensor? out=None)", f"clamp_{_bound}"),
        (f"(Tensor input, Number {_bound}, *, Tensor? out=None)", f"clamp_{_bound}"), in_place=True,
    )  # fmt: skip


_where = _call("where")
define(
    "where", ("(Tensor condition)", lambda condition: condition.nonzero(as_tuple=True)),
    ("(Tensor condition, Tensor input, Tensor other, *, Tensor? out=None)", _where),
    ("(Tensor condition, Number self, Tensor other)", _where),
    ("(Tensor condition, Tensor input, Number other)", _where),
    ("(Tensor condition, Number self, Number other)", _where), method=False,
)  # fmt: skip


@defines("where", "(Tensor input, Tensor condition, Operand other)", function=False)
def _where_method(self, condition, other):
    """The elements of self where condition is True, and of other elsewhere."""
    return _where(condition, self, other)


define(
    "masked_fill", ("(Tensor input, Tensor mask, Tensor value)", "masked_fill"),
    ("(Tensor input, Tensor mask, Number value)", "masked_fill"), in_place=True,
)  # fmt: skip


def _round(rounding):
    def run(self, decimals):
        if not decimals:
            return rounding(self)
        scale = 10.0 ** abs(decimals)
        scaled = self * scale if decimals > 0 else self / scale
        rounded = rounding(scaled)
        return rounded / scale if decimals > 0 else rounded * scale

    return run


define(
    "round", ("(Tensor input, *, Tensor? out=None)", "round"),
    ("(Tensor input, *, int decimals, Tensor? out=None)", both(_round(_call("round")))), in_place=True,
    step="RoundBackward1",
)  # fmt: skip


def _is_number(value):
    """Whether an operator may take `value` as a number: a Python number or a NumPy scalar."""
    return isinstance(value, (int, float, complex)) or (hasattr(value, "item") and not isinstance(value, Owned))


def _uncommon(call, reflected=False):
    """What an operator does with an operand that the runtime does not read itself."""

    def slow(self, other):
        if not _is_number(other):
            return NotImplemented
        return call(other, self) if reflected else call(self, other)

    return slow


def _with_arrays(slow, symbol):
    """`slow`, and for a NumPy array on the right what real torch ends up with: NumPy's result, as a tensor."""
    apply = getattr(operator, f"__{symbol}__")

    def either(self, other):
        if not isinstance(other, Owned):
            return slow(self, other)
        from ._data import build  # that module needs this one's operators

        return build(apply(self.numpy(), other))

    return either


def _in_place(call):
    def in_place(self, other):
        return call(self, other) if isinstance(other, Tensor) or _is_number(other) else NotImplemented

    return in_place


_FORWARD, _REFLECTED = (quick.Argument(0), quick.Argument(1)), (quick.Argument(1), quick.Argument(0))
_ALONE, _ARRAYS = (quick.Argument(0, Owned),), (quick.Argument(0, Owned), quick.Argument(1, Owned))


def _attach(name, function, operation=None, sources=_FORWARD):
    """Make `function` a method of Tensor; calls whose arguments the runtime can read go to an operation of the engine."""
    function.__name__, function.__qualname__, function.__module__ = name, f"Tensor.{name}", "torch"
    setattr(Tensor, name, function)
    if operation is not None:
        quick.add(function, _call(operation).target, sources, len(sources))


_ARITHMETIC = {
    "add": "add", "sub": "sub", "mul": "mul", "truediv": "div", "floordiv": "floor_divide", "mod": "remainder",
    "pow": "pow", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor",
}  # fmt: skip
for _symbol, _name in _ARITHMETIC.items():
    _run = _call(_name)
    _attach(f"__{_symbol}__", _with_arrays(_uncommon(_run), _symbol), _name)
    _attach(f"__r{_symbol}__", _uncommon(_run, True), _name, _REFLECTED)
    _attach(f"__i{_symbol}__", _in_place(_call(_name, in_place=True)))
# A number on the left of these is a function of the tensor on their right.
_attach("__rsub__", _uncommon(_call("rsub")), "rsub")
_reciprocal = unary("reciprocal")
_attach("__rtruediv__", lambda self, other: _reciprocal(self).__mul__(other))
_attach("__rdiv__", Tensor.__rtruediv__)
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    _slow = _uncommon(_call(_name))
    _attach(f"__{_name}__", _with_arrays(_slow, _name) if _name in ("eq", "ne") else _slow, _name)

_attach("__matmul__", _with_arrays(lambda self, other: NotImplemented, "matmul"), "matmul", _ARRAYS)
_attach("__neg__", lambda self: unary("neg")(self), "neg", _ALONE)
_attach("__abs__", lambda self: unary("abs")(self), "abs", _ALONE)


def _invert(self):
    if self.dtype._has_gradient:
        raise TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors")
    return unary("bitwise_not")(self)


_attach("__invert__", _invert)
