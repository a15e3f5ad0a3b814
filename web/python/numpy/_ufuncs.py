"""Elementwise functions (`ufunc` objects) and the operators of arrays, which are the same functions."""

import math

from sconce_face import quick
from sconce_face.bridge import Owned
from sconce_face.schema import operations

from . import _dtypes, _engine, _trouble
from ._array import known, locked, ndarray, scalar_or_array, zero_dim
from ._creation import asarray
from ._dtypes import bool_, can_cast, complex_of, float64, floating_of, int8, int64, limits, promote
from ._engine import ops
from ._errstate import report
from ._scalars import check_bounds, generic, make
from ._scalars import float64 as float_type
from .exceptions import _UFuncNoLoopError, _UFuncOutputCastingError

# NumPy's name: engine's operation, kind of result dtype.
# "same": as the operands; "float": floating, integers become the float that holds them; "quotient": they become float64;
# "bool": bool.
_UNARY = {
    "negative": ("neg", "same"), "absolute": ("abs", "same"), "sign": ("sign", "same"), "square": ("square", "same"),
    "exp": ("exp", "float"), "exp2": ("exp2", "float"), "expm1": ("expm1", "float"), "log": ("log", "float"),
    "log2": ("log2", "float"), "log10": ("log10", "float"), "log1p": ("log1p", "float"), "sqrt": ("sqrt", "float"),
    "reciprocal": ("reciprocal", "same"), "sin": ("sin", "float"), "cos": ("cos", "float"), "tan": ("tan", "float"),
    "sinh": ("sinh", "float"), "cosh": ("cosh", "float"), "tanh": ("tanh", "float"), "arcsin": ("asin", "float"),
    "arccos": ("acos", "float"), "arctan": ("atan", "float"), "arcsinh": ("asinh", "float"),
    "arccosh": ("acosh", "float"), "arctanh": ("atanh", "float"), "floor": ("floor", "same"), "ceil": ("ceil", "same"),
    "trunc": ("trunc", "same"), "rint": ("round", "float"), "isnan": ("isnan", "bool"), "isinf": ("isinf", "bool"),
    "isfinite": ("isfinite", "bool"), "logical_not": ("logical_not", "bool"), "invert": ("bitwise_not", "same"),
    "signbit": ("signbit", "bool"), "conjugate": ("conj", "same"),
}  # fmt: skip
_BINARY = {
    "add": ("add", "same"), "subtract": ("sub", "same"), "multiply": ("mul", "same"), "divide": ("div", "quotient"),
    "floor_divide": ("floor_divide", "same"), "remainder": ("remainder", "same"), "fmod": ("fmod", "same"),
    "power": ("pow", "same"), "maximum": ("maximum", "same"), "minimum": ("minimum", "same"),
    "arctan2": ("atan2", "float"), "equal": ("eq", "bool"), "not_equal": ("ne", "bool"), "less": ("lt", "bool"),
    "less_equal": ("le", "bool"), "greater": ("gt", "bool"), "greater_equal": ("ge", "bool"),
    "logical_and": ("logical_and", "bool"), "logical_or": ("logical_or", "bool"),
    "logical_xor": ("logical_xor", "bool"), "bitwise_and": ("bitwise_and", "same"),
    "bitwise_or": ("bitwise_or", "same"), "bitwise_xor": ("bitwise_xor", "same"),
}  # fmt: skip
_ALIASES = {
    "abs": "absolute", "conj": "conjugate", "true_divide": "divide", "mod": "remainder", "pow": "power", "acos": "arccos",
    "asin": "arcsin", "atan": "arctan", "atan2": "arctan2", "acosh": "arccosh", "asinh": "arcsinh",
    "atanh": "arctanh", "bitwise_not": "invert", "bitwise_invert": "invert",
}  # fmt: skip
_NEVER_TROUBLED = frozenset(
    "negative absolute sign floor ceil trunc rint maximum minimum arctan tanh arcsinh arctan2 conjugate".split()
)
_REAL_ONLY = frozenset(
    "floor ceil trunc floor_divide remainder fmod arctan2 signbit invert bitwise_and bitwise_or bitwise_xor".split()
)
_OF_BYTES = ("floor_divide", "remainder", "fmod", "power")
_GUARDED = ("subtract", "floor_divide", "remainder", "fmod", "power")

_EXACT = 1 << 53
_PLAIN = (int, float, float_type)


def _binary_dtypes(kind):
    """Result dtype by the dtype of the first operand and the dtype, or Python type, of the second."""
    table = {}
    for a in _dtypes.by_code.values():
        for b in (*_dtypes.by_code.values(), bool, int, float, complex):
            if isinstance(b, _dtypes.dtype):
                met = promote(a, b)
            elif b is bool:
                met = a
            elif b is int:
                met = int64 if a is bool_ else a
            elif b is float:
                met = a if a.kind in "fc" else float64
            else:
                met = complex_of(a)
            if kind in ("float", "quotient") and met.kind not in "fc":
                met = floating_of(met) if kind == "float" else float64
            table[a, b] = bool_ if kind == "bool" else met
    return table


def operand(value, partner):
    """`value` as the engine takes it beside an operand of dtype `partner`; None for what is no operand.

    An array, or a Python number where that means the same: a NumPy scalar counts with its own dtype.
    """
    if type(value) in (ndarray, float, int, bool, complex):
        return value
    if isinstance(value, generic):
        own = value.dtype
        if own is partner or own is bool_ or (own is float64 and partner.nearest is None):
            return value._value
        if own is int64 and partner is float64:
            return value._value
        return zero_dim(value)
    if isinstance(value, (int, float, complex)):
        return next(base for base in (int, float, complex) if isinstance(value, base))(value)
    if isinstance(value, (list, tuple, range)):
        return asarray(value)
    if isinstance(value, Owned) or value is None or isinstance(value, (str, bytes)):
        return None
    if hasattr(value, "__array__"):
        return asarray(value)
    return None


def _check_weak_int(value, partner):
    if partner.kind in "iu" and (partner is not int64 or not -_EXACT <= value <= _EXACT):
        check_bounds(partner.type, value)


class ufunc:
    """An elementwise function.

    Operands are broadcast against each other; the dtype of the result follows theirs. `out` takes an array
    to write the result into, `dtype` one to compute in. Raises ValueError when shapes do not broadcast.
    """

    nout = 1
    signature = None

    def __init__(self, name, op, kind, nin):
        self.__name__, self._op, self._kind, self.nin = name, op, kind, nin
        self._watched = kind != "bool" and name not in _NEVER_TROUBLED
        self._dtypes = _binary_dtypes(kind) if nin == 2 else None
        entry = operations().get(op)
        self.__doc__ = f"{name}({'x' if nin == 1 else 'x1, x2'}, /, out=None, *, where=True, dtype=None)\n\n" + (
            entry.doc if entry else ""
        )

    nargs = property(lambda self: self.nin + 1)
    identity = property(lambda self: {"add": 0, "multiply": 1, "logical_and": True, "logical_or": False}.get(self.__name__))

    def __repr__(self):
        return f"<ufunc '{self.__name__}'>"

    def __reduce__(self):
        return self.__name__

    def __call__(self, *args, out=None, where=True, casting="same_kind", order="K", dtype=None, subok=True, **unknown):
        if unknown:
            raise TypeError(f"{self.__name__}() got an unexpected keyword argument '{next(iter(unknown))}'")
        if where is not True:
            raise NotImplementedError(f"{self.__name__}: where= is not in this course's NumPy subset; use numpy.where")
        if len(args) == self.nin + 1:
            *args, out = args
        if len(args) != self.nin:
            raise TypeError(
                f"{self.__name__}() takes from {self.nin} to {self.nin + 1} positional arguments but {len(args)} were "
                "given"
            )
        if dtype is not None:
            args = [asarray(x).astype(dtype) for x in args]
        keep = out is Ellipsis
        if isinstance(out, tuple):
            (out,) = out
        if self.__name__ == "sqrt" and type(args[0]) in _PLAIN and args[0] >= 0 and out is None:
            return make(float_type, math.sqrt(args[0]))  # the machine's own, rounded as the engine's
        result = self._unary(*args) if self.nin == 1 else self._binary(*args)
        if out is None:
            return scalar_or_array(result)
        return result if keep else self._store(result, out, *args)

    def _store(self, result, out, *operands):
        if not isinstance(out, ndarray):
            raise TypeError("return arrays must be of ArrayType")
        if not can_cast(result.dtype, out.dtype, "same_kind"):
            raise casting_error(self.__name__, result.dtype, out.dtype)
        check_output(result.shape, out.shape, operands)
        _check_writeable(out)
        out[...] = result
        return out

    def _unary(self, x):
        x = self._array(x)
        dtype = x.dtype
        if dtype is bool_ and self.__name__ in ("negative", "positive", "sign"):
            raise self._boolean_error()
        if dtype.kind == "c":
            return self._of_complex(x)
        if self._kind == "float" and dtype.kind != "f":
            found = floating_of(dtype)
            x = known(ops.to(x, found), x.shape, found)
        elif dtype is bool_ and self.__name__ in ("square", "reciprocal"):
            return self._unary(ops.to(x, int8))
        elif self.__name__ == "reciprocal" and dtype.kind != "f":
            return self._whole_reciprocal(x)
        result = known(getattr(ops, self._op)(x), x.shape, bool_ if self._kind == "bool" else x.dtype)
        if self._watched and result._dtype.kind == "f":
            _trouble.examine(self.__name__, result, (x,))
        return result

    def _refused(self):
        return TypeError(
            f"ufunc {self.__name__!r} not supported for the input types, and the inputs could not be safely coerced to any "
            "supported types according to the casting rule ''safe''"
        )

    def _of_complex(self, x):
        if self.__name__ in _REAL_ONLY:
            raise self._refused()
        if self.__name__ == "rint":
            result = ops.clone(x)
            result.real, result.imag = ops.round(x.real), ops.round(x.imag)
            return result
        result = getattr(ops, "sgn" if self.__name__ == "sign" else self._op)(x)
        return known(result, x.shape, result.dtype)

    def _whole_reciprocal(self, x):
        if _trouble.any_true(ops.eq(x, 0)):
            report("divide", self.__name__)
            report("invalid", self.__name__)
        result = ops.where(ops.eq(ops.abs(x), 1), x, ops.where(ops.eq(x, 0), limits(x.dtype)[0], ops.zeros((), x.dtype)))
        return ops.to(result, x.dtype)

    def _array(self, x):
        if type(x) is ndarray:
            return x
        if x is None or isinstance(x, dict):
            raise TypeError(
                f"loop of ufunc does not support argument 0 of type {type(x).__name__} which has no callable "
                f"{self.__name__} method"
            )
        if isinstance(x, (str, bytes)):
            raise TypeError(
                f"ufunc {self.__name__!r} not supported for the input types, and the inputs could not be safely coerced "
                "to any supported types according to the casting rule ''safe''"
            )
        return asarray(x)

    def _boolean_error(self):
        if self.__name__ == "negative":
            return TypeError(
                "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the "
                "logical_not function instead."
            )
        return _UFuncNoLoopError(
            f"ufunc {self.__name__!r} did not contain a loop with signature matching types "
            "<class 'numpy.dtypes.BoolDType'> -> None"
        )

    def _binary(self, a, b):
        for x, other, flipped in ((b, a, False), (a, b, True)):
            if x is None or isinstance(x, str):
                return _no_operand(self, _DUNDER_OF.get(self.__name__, ""), asarray(other), x, flipped)
        if isinstance(a, Owned) and isinstance(b, Owned):
            a, b = asarray(a), asarray(b)
        elif isinstance(a, Owned) or (isinstance(a, generic) and not isinstance(b, Owned)):
            a = asarray(a)
            b = operand(b, a.dtype)
        else:
            b = asarray(b)
            a = operand(a, b.dtype)
        if a is None or b is None:
            raise TypeError(f"{self.__name__}: expected numbers or arrays of them")
        return self._compute(a, b)

    def _compute(self, a, b):
        """The result for two operands, at least one of them an array, the other an array or a Python number."""
        if type(a) is ndarray:
            first, second, number = a.dtype, b.dtype if type(b) is ndarray else type(b), b
        else:
            first, second, number = b.dtype, type(a), a
        if second is int:
            if first.kind in "iu" and self._kind == "same":
                _check_weak_int(number, first)
            if self._kind == "bool" and first.kind in "iu":
                least, most = limits(first)
                if not least <= number <= most:
                    return self._compare_beyond(a, b)
        dtype = self._dtypes[first, second]
        name = self.__name__
        if dtype is bool_ and name in _OF_BYTES:
            # Booleans count as int8 here.
            a, b = (ops.to(x, int8) if type(x) is ndarray else int(x) for x in (a, b))
            return self._compute(a, b)
        if name in _REAL_ONLY and (dtype.kind == "c" or second is complex):
            raise self._refused()
        if dtype.kind not in "fc" and name in _GUARDED:
            self._guard(dtype, a, b)
        if name == "arctan2":
            a, b = (ops.to(x, dtype) if type(x) is ndarray and x.dtype is not dtype else x for x in (a, b))
        result = getattr(ops, self._op)(a, b)
        result._dtype = dtype
        if type(a) is not ndarray:
            result._shape = b.shape
        elif type(b) is not ndarray or a.shape == b.shape:
            result._shape = a.shape
        if self._watched and dtype.kind == "f":
            _trouble.examine(name, result, (a, b))
        return result

    def _guard(self, dtype, a, b):
        """Refuse, or warn of, what integers and booleans cannot do; after their shapes have met."""
        name, array = self.__name__, type(b) is ndarray
        if array and type(a) is ndarray and not meet(a.shape, b.shape):
            return  # the engine has the words for it
        if dtype is bool_ and name == "subtract":
            raise TypeError(
                "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, "
                "or the logical_xor function instead."
            )
        if name == "power":
            if _trouble.any_true(ops.lt(b, 0)) if array else b < 0:
                raise ValueError("Integers to negative integer powers are not allowed.")
        elif name in ("floor_divide", "remainder", "fmod"):
            if _trouble.any_true(ops.eq(b, 0)) if array else b == 0:
                report("divide", name)
            if name == "floor_divide" and dtype.kind == "i":
                self._check_quotient(dtype, a, b)

    def _check_quotient(self, dtype, a, b):
        """Report that the least integer divided by -1 has no place in its dtype."""
        array = type(b) is ndarray
        if _trouble.any_true(ops.eq(b, -1)) if array else b == -1:
            least = limits(dtype)[0]
            overflows = ops.logical_and(ops.eq(a, least), ops.eq(b, -1)) if array else ops.eq(a, least)
            if _trouble.any_true(overflows):
                report("over", self.__name__)

    def _compare_beyond(self, a, b):
        """The result where one operand is an integer outside the range of the other's dtype."""
        array, number = (a, b) if type(a) is ndarray else (b, a)
        first_larger = (number > 0) != (array is a)
        answer = {
            "equal": False, "not_equal": True, "less": not first_larger, "less_equal": not first_larger,
            "greater": first_larger, "greater_equal": first_larger,
        }.get(self.__name__)  # fmt: skip
        if answer is None:
            return getattr(ops, self._op)(array, number != 0)
        return known(ops.full(array.shape, answer, bool_), array.shape, bool_)

    # Methods of binary ufuncs ---------------------------------------------------------------------------------------

    def reduce(self, array, axis=0, dtype=None, out=None, keepdims=False):
        """Apply the function along an axis (or all, with None) until one element is left."""
        from . import _reductions

        function = {
            "add": _reductions.sum, "multiply": _reductions.prod, "maximum": _reductions.max,
            "minimum": _reductions.min, "logical_and": _reductions.all, "logical_or": _reductions.any,
        }.get(self.__name__)  # fmt: skip
        if function is None or out is not None:
            raise NotImplementedError(f"{self.__name__}.reduce of this form is not in this course's NumPy subset")
        keywords = {"dtype": dtype} if dtype is not None else {}
        return function(array, axis=axis, keepdims=keepdims, **keywords)

    def accumulate(self, array, axis=0, dtype=None, out=None):
        """The results of `reduce` for every leading part of an axis."""
        from . import _reductions

        function = {"add": _reductions.cumsum, "multiply": _reductions.cumprod}.get(self.__name__)
        if function is None or out is not None:
            raise NotImplementedError(f"{self.__name__}.accumulate is not in this course's NumPy subset")
        return function(array, axis=axis, dtype=dtype)

    def outer(self, A, B, /, **kwargs):
        """The function of every pair of an element of A and one of B, of shape A.shape + B.shape."""
        a, b = asarray(A), asarray(B)
        return self(a.reshape(a.shape + (1,) * b.ndim), b, **kwargs)

    def at(self, a, indices, b=None, /):
        """Apply the function in place at places of `a`, once for each time a place is named."""
        if not isinstance(a, ndarray):
            raise TypeError("first operand must be array")
        _check_writeable(a)
        places = asarray(range(a.size)).reshape(a.shape)[indices]
        flat = a.reshape(-1)
        # Sorted by how often it has come up before, no place comes twice in one round.
        seen, rounds = {}, []
        for position, place in enumerate(asarray(places).reshape(-1).tolist()):
            turn = seen[place] = seen.get(place, -1) + 1
            if turn == len(rounds):
                rounds.append(([], []))
            rounds[turn][0].append(place)
            rounds[turn][1].append(position)
        values = None
        if b is not None:
            b = asarray(b)
            shape = asarray(places).shape
            values = (b + asarray(places) * 0).reshape(-1) if b.shape != shape else b.reshape(-1)
        for where, positions in rounds:
            given = (flat[where],) if values is None else (flat[where], values[positions])
            flat[where] = asarray(self(*given)).astype(a.dtype)
        if not flat.flags.owndata:
            return
        a[...] = flat.reshape(a.shape)


ufunc.__module__ = "numpy"


def shape_text(shape):
    """A shape as error texts show it: no spaces."""
    return "(" + ",".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"


def meet(first, second):
    """The shape two shapes broadcast to, or None where they do not."""
    longer, shorter = (first, second) if len(first) >= len(second) else (second, first)
    padded = (1,) * (len(longer) - len(shorter)) + shorter
    if any(n != m and 1 not in (n, m) for n, m in zip(longer, padded)):
        return None
    return tuple(m if n == 1 else n for n, m in zip(longer, padded))


def check_output(shape, target, operands):
    """Raise as NumPy does when a result of a shape does not go into an output of shape `target`."""
    if shape == target:
        return
    padded = (1,) * (len(shape) - len(target)) + target
    if any(n != m and 1 not in (n, m) for n, m in zip(reversed(shape), reversed(padded))):
        shown = " ".join(shape_text(asarray(x).shape) for x in operands)
        raise ValueError(f"operands could not be broadcast together with shapes {shown} {shape_text(target)} ")
    if len(shape) > len(target) or any(n != m and m == 1 for n, m in zip(reversed(shape), reversed(target))):
        raise ValueError(
            f"non-broadcastable output operand with shape {shape_text(target)} doesn't match the broadcast shape "
            f"{shape_text(shape)}"
        )


def casting_error(name, source, target):
    """The error of a ufunc whose result may not be cast to where it should go."""
    return _UFuncOutputCastingError(
        f"Cannot cast ufunc {name!r} output from {source!r} to {target!r} with casting rule 'same_kind'"
    )


def _make():
    made = {name: ufunc(name, op, kind, 1) for name, (op, kind) in _UNARY.items() if _engine.has(op)}
    made |= {name: ufunc(name, op, kind, 2) for name, (op, kind) in _BINARY.items() if _engine.has(op)}
    made |= {alias: made[name] for alias, name in _ALIASES.items() if name in made}
    return made


ufuncs = _make()
globals().update(ufuncs)


# Operators of ndarray -----------------------------------------------------------------------------------------------

_SYMBOLS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "** or pow()", "and": "&",
    "or": "|", "xor": "^", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!=",
}  # fmt: skip
_DUNDERS = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "floordiv": "floor_divide",
    "mod": "remainder", "pow": "power", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor",
}  # fmt: skip
_POWERS = {2: "square", 0.5: "sqrt", -1: "reciprocal"}
_COMPARISONS = {
    "eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal",
}  # fmt: skip


_DUNDER_OF = {name: dunder for dunder, name in {**_DUNDERS, **_COMPARISONS}.items()}


def _operator(function, dunder):
    """The operator for a binary ufunc, and the one for an array on its right."""

    def operator(self, other):
        value = operand(other, self.dtype)
        if value is None:
            return _no_operand(function, dunder, self, other, False)
        return scalar_or_array(function._compute(self, value))

    def reflected(self, other):
        value = operand(other, self.dtype)
        if value is None:
            return _no_operand(function, dunder, self, other, True)
        return scalar_or_array(function._compute(value, self))

    return operator, reflected


def _quicken(operator, function, partners):
    """Let the engine alone do what an operator does with common operands, where nothing is to be said about the result."""
    name, target = function.__name__, getattr(ops, function._op).target
    doubts = quick.NO_DIMENSIONS + quick.NARROW
    if function._watched:
        doubts += quick.NOT_FINITE
    if name in _GUARDED and name != "subtract":
        doubts += quick.NOT_FLOATING
    for partner in partners:
        quick.add(operator, target, (quick.Argument(0, Owned), quick.Argument(1, partner)), 2, doubts=doubts)


def _no_operand(function, dunder, self, other, flipped):
    if isinstance(other, str):
        if dunder in ("eq", "ne"):
            return ops.full(self.shape, dunder == "ne", bool_)
        pair = [repr(self.dtype), f"dtype('<U{len(other)}')"]
        if dunder in _COMPARISONS:
            name = self.dtype.name.capitalize()
            pair = [f"<class 'numpy.dtypes.{name}DType'>", "<class 'numpy.dtypes.StrDType'>"]
        pair = pair[::-1] if flipped else pair
        raise _UFuncNoLoopError(
            f"ufunc {function.__name__!r} did not contain a loop with signature matching types ({', '.join(pair)}) "
            "-> None"
        )
    if other is None:
        if dunder in ("eq", "ne"):
            return ops.full(self.shape, dunder == "ne", bool_)
        kind = {"b": "bool", "i": "int", "u": "int", "f": "float", "c": "complex"}[self.dtype.kind]
        pair = (other, kind) if flipped else (kind, other)
        left, right = ("NoneType" if side is None else side for side in pair)
        if dunder in _COMPARISONS:
            raise TypeError(f"'{_SYMBOLS[dunder]}' not supported between instances of '{left}' and '{right}'")
        raise TypeError(f"unsupported operand type(s) for {_SYMBOLS[dunder]}: '{left}' and '{right}'")
    return NotImplemented


def _check_writeable(array):
    if locked(array):
        raise ValueError("output array is read-only")


def _in_place(function, dunder):
    name = function.__name__

    def operator(self, other):
        value = operand(other, self.dtype)
        if value is None:
            if isinstance(other, Owned):
                value = asarray(other)
            else:
                return _no_operand(function, dunder, self, other, False)
        _check_writeable(self)
        number = type(value) is not ndarray
        if type(value) is int and self.dtype.kind in "iu":
            _check_weak_int(value, self.dtype)
        dtype = function._dtypes[self.dtype, type(value) if number else value.dtype]
        if not can_cast(dtype, self.dtype, "same_kind"):
            raise casting_error(name, dtype, self.dtype)
        if not number and value.shape != self.shape:
            shape = meet(self.shape, value.shape)
            check_output(value.shape if shape is None else shape, self.shape, (self, value))
        # Trouble is found by comparing the result with its operands, which must then still be there.
        if name == "power" and number and _shortcut(self, value):
            self[...] = ufuncs[_POWERS[value]]._unary(self)
        else:
            self[...] = function._compute(self, value)
        return self

    return operator


def _shortcut(self, power):
    # NumPy's own shortcuts, which round differently from a power and warn under their own names.
    if type(power) not in (int, float) or power not in _POWERS:
        return False
    return self.dtype.kind in "fc" or (type(power) is int and power > 0)


def _power_operator(forward):
    def operator(self, other):
        if _shortcut(self, other):
            return scalar_or_array(ufuncs[_POWERS[other]]._unary(self))
        return forward(self, other)

    return operator


def _unary_operator(function):
    def operator(self):
        return scalar_or_array(function._unary(self))

    return operator


def _shift_operator(name, reflected):
    def operator(self, other):
        from . import _rarer

        shift = getattr(_rarer, name)
        return shift(other, self) if reflected else shift(self, other)

    return operator


def _conjugated(self):
    """The array with opposite imaginary parts; itself when its elements are real."""
    return ufuncs["conjugate"](self) if self.dtype.kind == "c" else self


def _install():
    for dunder, name in {**_DUNDERS, **_COMPARISONS}.items():
        if name not in ufuncs:
            continue
        forward, reflected = _operator(ufuncs[name], dunder)
        _quicken(forward, ufuncs[name], (Owned, float, int))
        if name == "power":
            forward = _power_operator(forward)
            _quicken(forward, ufuncs[name], (Owned,))
        setattr(ndarray, f"__{dunder}__", forward)
        if dunder in _DUNDERS:
            setattr(ndarray, f"__r{dunder}__", reflected)
            setattr(ndarray, f"__i{dunder}__", _in_place(ufuncs[name], dunder))
    for dunder, name in (("neg", "negative"), ("abs", "absolute"), ("invert", "invert")):
        setattr(ndarray, f"__{dunder}__", _unary_operator(ufuncs[name]))
    for dunder, name in (("lshift", "left_shift"), ("rshift", "right_shift")):
        setattr(ndarray, f"__{dunder}__", _shift_operator(name, False))
        setattr(ndarray, f"__r{dunder}__", _shift_operator(name, True))
    for name in ("conj", "conjugate"):
        setattr(ndarray, name, _conjugated)
    ndarray.__pos__ = lambda self: scalar_or_array(ops.clone(self))
    ndarray.__divmod__ = lambda self, other: (self // other, self % other)
    ndarray.__rdivmod__ = lambda self, other: (other // self, other % self)


_install()
# Assigning __eq__ after the class body leaves __hash__ alone: arrays stay unhashable.
