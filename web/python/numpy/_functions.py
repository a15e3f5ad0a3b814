"""Functions that are neither one ufunc nor one reduction: choices, rounding, comparison, types, sequences."""

import builtins
import math
import warnings

from . import _dtypes, _reductions, _trouble
from ._array import attach, ndarray, scalar_or_array
from ._creation import asarray
from ._dtypes import bool_, can_cast, find, float16, float64, int64, promote
from ._engine import ops
from ._indexing import nonzero, normalize_axis
from ._scalars import generic
from ._joining import concatenate
from ._products import matmul
from ._shaping import broadcast_shapes, moveaxis
from ._ufuncs import operand, shape_text, ufuncs
from .exceptions import ComplexWarning

# Choices and comparison ---------------------------------------------------------------------------------------------


def where(condition, x=None, y=None, /):
    """Elements of `x` where the condition is true, of `y` elsewhere; without them, where it is true (`nonzero`)."""
    if x is None and y is None:
        return nonzero(condition)
    if x is None or y is None:
        raise ValueError("either both or neither of x and y should be given")
    chosen = asarray(condition)
    chosen = chosen if chosen.dtype is bool_ else ops.ne(chosen, 0)
    sides = [side if type(side) in (int, float, bool) else asarray(side) for side in (x, y)]
    for side, other in (sides, sides[::-1]):
        if isinstance(side, ndarray) and type(other) is int:
            # A wide integer beside floats must round, beside integers must fit; both as in arithmetic.
            operand(other, side.dtype)
    try:
        broadcast_shapes(*(s.shape for s in (chosen, *sides) if isinstance(s, ndarray)))
    except ValueError:
        shown = " ".join(shape_text(asarray(s).shape) for s in (chosen, *sides))
        raise ValueError(f"operands could not be broadcast together with shapes {shown} ") from None
    return ops.where(chosen, *sides)


def select(condlist, choicelist, default=0):
    """Elements of the first choice whose condition is true, else `default`."""
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    result = asarray(default)
    for condition, choice in zip(reversed(condlist), reversed(choicelist)):
        result = where(condition, choice, result)
    return result


def clip(a, a_min=None, a_max=None, out=None, *, min=None, max=None):
    """The elements, those below `a_min` or above `a_max` replaced by it."""
    low, high = (a_min if min is None else min), (a_max if max is None else max)
    result = asarray(a)
    if result.dtype.kind in "iu":
        least, most = _dtypes.limits(result.dtype)
        low = None if type(low) is int and low < least else low
        high = None if type(high) is int and high > most else high
    if low is not None:
        result = ufuncs["maximum"]._binary(result, low)
    if high is not None:
        result = ufuncs["minimum"]._binary(result, high)
    if low is None and high is None:
        result = ops.clone(result)
    return scalar_or_array(result) if out is None else ufuncs["add"]._store(result, out, result)


def round(a, decimals=0, out=None):
    """The elements rounded to a number of decimals, halves to even.

    As NumPy does it: scaled by a power of ten, rounded to whole numbers, scaled back.
    """
    source = asarray(a)
    if source.dtype.kind == "f":
        if decimals == 0:
            result = ops.round(source)
        elif decimals > 0:
            scale = 10.0**decimals
            result = ops.div(ops.round(ops.mul(source, scale)), scale)
        else:
            scale = 10.0**-decimals
            result = ops.mul(ops.round(ops.div(source, scale)), scale)
    elif decimals >= 0 or source.dtype is bool_:
        result = ops.clone(source)
    else:
        scale = 10.0**-decimals
        result = ops.mul(ops.round(ops.div(source, scale)), scale).astype(source.dtype)
    return scalar_or_array(result) if out is None else ufuncs["add"]._store(result, out, result)


around = round


def fix(x, out=None):
    """The elements rounded towards zero."""
    return ufuncs["trunc"](x, out=out)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    """The elements with NaN and infinities replaced: by zero and the largest numbers unless given."""
    source = asarray(x)
    if source.dtype.kind != "f":
        return scalar_or_array(ops.clone(source))
    limits = _dtypes.finfo(source.dtype)
    high, low = float(limits.max if posinf is None else posinf), float(limits.min if neginf is None else neginf)
    result = ops.where(ops.isnan(source), nan, source)
    result = ops.where(ops.eq(source, math.inf), high, result)
    return scalar_or_array(ops.where(ops.eq(source, -math.inf), low, result))


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Where |a - b| <= atol + rtol * |b|, or both are the same infinity, or both NaN if that counts."""
    if type(b) in (int, float) and asarray(a).dtype.kind in "fc":
        b = asarray(b, asarray(a).dtype)
    a, b = asarray(a), asarray(b)
    distance = abs_of(ops.sub(a.astype(_at_least_float(a)), b.astype(_at_least_float(b))))
    near = ops.le(distance, ops.add(ops.mul(ops.abs(b.astype(_at_least_float(b))), rtol), atol))
    near = ops.logical_and(near, ops.isfinite(b))
    near = ops.logical_or(near, ops.eq(a, b))
    if equal_nan:
        near = ops.logical_or(near, ops.logical_and(ops.isnan(a), ops.isnan(b)))
    return scalar_or_array(near)


def abs_of(x):
    """Absolute values, as an array."""
    return ops.abs(x)


def _at_least_float(x):
    return x.dtype if x.dtype.kind in "fc" else float64


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether all elements are close (see `isclose`), as a Python bool."""
    return bool(_reductions.all(isclose(a, b, rtol, atol, equal_nan)))


def array_equal(a1, a2, equal_nan=False):
    """Whether two arrays have the same shape and elements, as a Python bool."""
    try:
        a, b = asarray(a1), asarray(a2)
    except (TypeError, ValueError):
        return False
    if a.shape != b.shape:
        return False
    same = ops.eq(a, b)
    if equal_nan and a.dtype.kind in "fc" and b.dtype.kind in "fc":
        same = ops.logical_or(same, ops.logical_and(ops.isnan(a), ops.isnan(b)))
    return bool(_reductions.all(same))


def array_equiv(a1, a2):
    """Whether two arrays broadcast to the same elements."""
    a, b = asarray(a1), asarray(a2)
    try:
        broadcast_shapes(a.shape, b.shape)
    except ValueError:
        return False
    return bool(_reductions.all(ops.eq(a, b)))


def isscalar(element):
    """Whether `element` is a number and not an array."""
    return isinstance(element, (generic, int, float, complex, bool, str, bytes))


def shares_memory(a, b, /, max_work=-1):
    """Whether two arrays have elements in common memory."""
    return isinstance(a, ndarray) and isinstance(b, ndarray) and ops.same_storage(a, b)


may_share_memory = shares_memory


def ndim(a):
    """Number of dimensions."""
    return asarray(a).ndim


def shape(a):
    """Length of each dimension."""
    return asarray(a).shape


def size(a, axis=None):
    """Number of elements, or the length of an axis."""
    source = asarray(a)
    if axis is None:
        return source.size
    return math.prod(source.shape[one] for one in (axis if isinstance(axis, tuple) else (axis,)))


def result_type(*arrays_and_dtypes):
    """The dtype that arithmetic on these arrays, numbers and dtypes gives."""
    if not arrays_and_dtypes:
        raise ValueError("at least one array or dtype is required")
    strong, weak = None, None
    for item in arrays_and_dtypes:
        if type(item) in (int, float):
            weak = float if float in (type(item), weak) else int
            continue
        found = item.dtype if isinstance(item, (ndarray, generic)) else asarray(item).dtype if isinstance(
            item, (list, tuple, bool)) else find(item)
        strong = found if strong is None else promote(strong, found)
    if strong is None:
        return find(weak)
    if weak is float and strong.kind not in "fc":
        return float64
    return int64 if weak is int and strong is bool_ else strong


def promote_types(type1, type2):
    """The smallest dtype both can be cast to."""
    return promote(find(type1), find(type2))


def can_cast_(from_, to, casting="safe"):
    """Whether values of one dtype may be cast to another under a rule."""
    source = from_.dtype if isinstance(from_, (ndarray, generic)) else find(from_)
    return can_cast(source, find(to), casting)


def issubdtype(arg1, arg2):
    """Whether a dtype is, or is below, another in the hierarchy of scalar types."""
    def kind(x):
        return x if isinstance(x, type) and issubclass(x, generic) else find(x).type

    return issubclass(kind(arg1), kind(arg2))


def isdtype(dtype, kind):
    """Whether a dtype is of a kind such as "bool", "integral", "real floating", "numeric"."""
    found = find(dtype)
    kinds = kind if isinstance(kind, tuple) else (kind,)
    groups = {
        "bool": "b", "signed integer": "i", "unsigned integer": "u", "integral": "iu", "real floating": "f",
        "complex floating": "c", "numeric": "iufc",
    }  # fmt: skip
    return builtins.any(found.kind in groups[k] if k in groups else found is find(k) for k in kinds)


# Sequences and counts -----------------------------------------------------------------------------------------------


def diff(a, n=1, axis=-1, prepend=None, append=None):
    """The differences of neighbours along an axis, taken `n` times."""
    if prepend is not None or append is not None:
        raise NotImplementedError("diff: prepend= and append= are not in this course's NumPy subset")
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n}")
    source = asarray(a)
    if not source.ndim:
        raise ValueError("diff requires input that is at least one dimensional")
    before = (slice(None),) * normalize_axis(axis, source.ndim)
    for _ in range(n):
        later, earlier = source[(*before, slice(1, None))], source[(*before, slice(None, -1))]
        source = ops.ne(later, earlier) if source.dtype is bool_ else ufuncs["subtract"](later, earlier)
    return source


def ediff1d(ary):
    """The differences of neighbours of the elements in row-major order."""
    flat = asarray(ary).reshape(-1)
    return ufuncs["subtract"](flat[1:], flat[:-1])


def convolve(a, v, mode="full"):
    """The discrete convolution of two sequences: "full", "same" or "valid"."""
    a, v = asarray(a).reshape(-1), asarray(v).reshape(-1)
    if not a.size or not v.size:
        raise ValueError(f"{'a' if not a.size else 'v'} cannot be empty")
    if a.size < v.size:
        a, v = v, a
    n, m = a.size, v.size
    full = ops.zeros((n + m - 1,), promote(a.dtype, v.dtype))
    for shift, weight in enumerate(v):
        full[shift : shift + n] += a * weight
    if mode == "full":
        return full
    if mode == "same":
        return ops.clone(full[(m - 1) // 2 : (m - 1) // 2 + n])
    if mode == "valid":
        return ops.clone(full[m - 1 : n])
    raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got {mode!r})")


def gradient(f, *varargs, axis=None, edge_order=1):
    """Slopes along an axis of evenly spaced values: central inside, one-sided at the ends."""
    source = asarray(f)
    source = source if source.dtype.kind == "f" else source.astype(float64)
    axes = range(source.ndim) if axis is None else (axis,)
    step = varargs[0] if varargs else 1.0
    if len(varargs) > 1 or asarray(step).ndim or edge_order != 1:
        raise NotImplementedError("gradient: uneven spacing and edge_order= are not in this course's NumPy subset")
    results = []
    for one in axes:
        line = moveaxis(source, one, 0)
        if line.shape[0] < 2:
            raise ValueError(
                "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are "
                "required."
            )
        slopes = ops.empty(line.shape, source.dtype)
        slopes[1:-1] = (line[2:] - line[:-2]) / (2.0 * step)
        slopes[0], slopes[-1] = (line[1] - line[0]) / step, (line[-1] - line[-2]) / step
        results.append(moveaxis(slopes, 0, one))
    return results[0] if len(results) == 1 else tuple(results)


def trapezoid(y, x=None, dx=1.0, axis=-1):
    """The integral of samples by the trapezoid rule."""
    values = moveaxis(asarray(y), axis, -1)
    width = dx if x is None else diff(asarray(x))
    return _reductions.sum(width * (values[..., 1:] + values[..., :-1]) / 2.0, -1)


def corrcoef(x, y=None, rowvar=True):
    """Correlation of the rows (or columns) of an array with one another."""
    covariance = cov(x, y, rowvar)
    if not covariance.ndim:
        return covariance / covariance
    spread = ops.sqrt(ops.diagonal(covariance))
    return clip(covariance / spread[:, None] / spread[None, :], -1, 1)


def cov(m, y=None, rowvar=True, bias=False, ddof=None):
    """Covariance of the rows (or columns) of an array with one another."""
    rows = asarray(m)
    rows = rows.reshape(1, -1) if rows.ndim < 2 else rows
    rows = rows.T if not rowvar and rows.shape[0] != 1 else rows
    if y is not None:
        other = asarray(y)
        rows = concatenate([rows, other.reshape(1, -1) if other.ndim < 2 else other if rowvar else other.T], 0)
    rows = rows.astype(float64)
    distance = rows - rows.mean(axis=1, keepdims=True)
    divisor = rows.shape[1] - ((0 if bias else 1) if ddof is None else ddof)
    product = matmul(distance, distance.T) / divisor
    return product.reshape(()) if rows.shape[0] == 1 else product


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """A function of each line along an axis."""
    lines = moveaxis(asarray(arr), axis, -1)
    outer_shape = lines.shape[:-1]
    results = [asarray(func1d(line, *args, **kwargs)) for line in lines.reshape(-1, lines.shape[-1])]
    stacked = ops.stack(results, 0).reshape(outer_shape + results[0].shape)
    return moveaxis(stacked, -1, axis) if results[0].ndim else stacked


class vectorize:
    """A Python function as one of arrays, called for every element."""

    def __init__(self, pyfunc, otypes=None, doc=None):
        self.pyfunc, self.otypes = pyfunc, otypes
        self.__doc__ = doc or pyfunc.__doc__

    def __call__(self, *args):
        arrays = [asarray(a) for a in args]
        full = broadcast_shapes(*(a.shape for a in arrays))
        columns = [ops.expand(a, full).reshape(-1) if full else a.reshape(-1) for a in arrays]
        values = [self.pyfunc(*items) for items in zip(*columns)]
        result = asarray(values, None if self.otypes is None else self.otypes[0])
        return result.reshape(full)[()] if not full else result.reshape(full)


# Methods ------------------------------------------------------------------------------------------------------------


def _astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True, *, _watch=True):
    """The elements as another dtype: a new array, unless it is the same one and `copy` is false.

    Floats become integers by dropping the fraction. Raises TypeError when the casting rule forbids it.
    """
    found = find(dtype)
    if found is self.dtype:
        return ops.clone(self) if copy else self
    if not can_cast(self.dtype, found, casting):
        raise TypeError(
            f"Cannot cast array data from {self.dtype!r} to {found!r} according to the rule '{casting}'"
        )
    result = ops.to(self, found)
    if self.dtype.kind == "c" and found.kind not in "cb":
        warnings.warn("Casting complex values to real discards the imaginary part", ComplexWarning, stacklevel=2)
    if _watch and (self.dtype.kind == "f" or found is float16) and found.kind != "b":
        _trouble.examine_cast(self, found)
    return result


attach(_astype, _astype, "astype")
attach(clip, lambda self, min=None, max=None, out=None: clip(self, min, max, out))
attach(round, lambda self, decimals=0, out=None: round(self, decimals, out))
