"""Functions that lessons ask for now and then, made of the others."""

import math

from ._array import ndarray, scalar_or_array
from ._creation import arange, asarray, indices, zeros
from ._dtypes import bool_, float64, int8, int64, promote
from ._engine import ops
from ._functions import where
from ._joining import concatenate
from ._reductions import nanmean
from ._shaping import broadcast_arrays, broadcast_to, diag, moveaxis
from ._sorting import argsort, digitize, sort, union1d
from ._ufuncs import ufuncs


def _result(x):
    return scalar_or_array(asarray(x))


def _elementwise(function):
    """An elementwise function of numbers, given as one of Python's own, over arrays."""

    def run(x1, x2=None, /):
        arrays = [asarray(x1)] if x2 is None else broadcast_arrays(asarray(x1), asarray(x2))
        values = [function(*items) for items in zip(*(part.reshape(-1).tolist() for part in arrays))]
        dtype = arrays[0].dtype if x2 is None else promote(arrays[0].dtype, arrays[1].dtype)
        return _result(asarray(values, dtype).reshape(arrays[0].shape))

    run.__name__ = run.__qualname__ = function.__name__
    run.__doc__ = function.__doc__
    return run


gcd, lcm = _elementwise(math.gcd), _elementwise(math.lcm)


def _floating(x):
    x = asarray(x)
    return x if x.dtype.kind == "f" else x.astype(float64)


def _by_math(function, name, inverse_of):
    def run(x, /):
        def value(v):
            try:
                return function(v)
            except ValueError:
                return math.copysign(math.inf, v) if abs(v) == 1 else math.nan

        x = _floating(x)
        return _result(asarray([value(v) for v in x.reshape(-1).tolist()], x.dtype).reshape(x.shape))

    run.__name__ = run.__qualname__ = name
    run.__doc__ = f"The inverse of {inverse_of}."
    return run


arcsinh, arccosh = _by_math(math.asinh, "arcsinh", "sinh"), _by_math(math.acosh, "arccosh", "cosh")
arctanh = _by_math(math.atanh, "arctanh", "tanh")


def fabs(x, /):
    """The size of numbers, as floats."""
    return ufuncs["absolute"](_floating(x))


def float_power(x1, x2, /):
    """x1 ** x2 in float64."""
    return ufuncs["power"](asarray(x1).astype(float64), asarray(x2).astype(float64))


def fmax(x1, x2, /):
    """The larger of two numbers; nan only where both are."""
    x1, x2 = broadcast_arrays(asarray(x1), asarray(x2))
    return _result(where(x1 != x1, x2, where(x2 != x2, x1, ufuncs["maximum"](x1, x2))))


def fmin(x1, x2, /):
    """The smaller of two numbers; nan only where both are."""
    x1, x2 = broadcast_arrays(asarray(x1), asarray(x2))
    return _result(where(x1 != x1, x2, where(x2 != x2, x1, ufuncs["minimum"](x1, x2))))


def modf(x, /):
    """The fractional and the whole part, both with the sign of x."""
    x = _floating(x)
    whole = asarray(ufuncs["trunc"](x))
    return _result(x - whole), _result(whole)


def positive(x, /):
    """The numbers themselves, as a copy."""
    return _result(ops.clone(asarray(x)))


def divmod(x1, x2, /):
    """Quotient and remainder of floor division, at once."""
    return ufuncs["floor_divide"](x1, x2), ufuncs["remainder"](x1, x2)


def left_shift(x1, x2, /):
    """x1 * 2 ** x2 of whole numbers."""
    a, places = _whole_pair("left_shift", x1, x2)
    return _result(a * 2**places)


def right_shift(x1, x2, /):
    """x1 // 2 ** x2 of whole numbers."""
    a, places = _whole_pair("right_shift", x1, x2)
    # In two steps: the power of all places but one may be no number of the dtype.
    first = ufuncs["minimum"](places, 8 * a.dtype.itemsize - 2)
    return _result(a // 2**first // 2 ** ufuncs["minimum"](places - first, 2))


def _whole_pair(name, x1, x2):
    """The operands of a shift, of one dtype of integers: Python's own take the other's, booleans count as int8."""
    arrays = [x if type(x) is int else asarray(x) for x in (x1, x2)]
    met = [x.dtype for x in arrays if type(x) is not int]
    found = promote(met[0], met[-1]) if met else int64
    if found.kind not in "biu":
        raise TypeError(
            f"ufunc '{name}' not supported for the input types, and the inputs could not be safely coerced to any supported "
            "types according to the casting rule ''safe''"
        )
    found = int8 if found is bool_ else found
    return [asarray(x, found) for x in arrays]


def hypot(x1, x2, /):
    """The hypotenuse over two sides."""
    return ufuncs["sqrt"](asarray(x1) * x1 + asarray(x2) * x2)


def cbrt(x, /):
    """The cube root."""
    x = asarray(x).astype(float64) if asarray(x).dtype.kind != "f" else asarray(x)
    root = ufuncs["sign"](x) * abs(x) ** (1.0 / 3.0)
    # One step of Newton's method makes whole roots whole.
    better = where(root == 0, root, root - (root**3 - x) / where(root == 0, 1.0, 3 * root**2))
    return _result(better)


def copysign(x1, x2, /):
    """The size of x1 with the sign of x2."""
    return _result(where(signbit(x2), -abs(asarray(x1) * 1.0), abs(asarray(x1) * 1.0)))


def signbit(x, /):
    """Whether the sign is negative, that of -0.0 as well."""
    x = asarray(x)
    if x.dtype.kind != "f":
        return _result(x < 0)
    return _result(asarray([math.copysign(1.0, v) < 0 for v in x.reshape(-1).tolist()], bool_).reshape(x.shape))


def heaviside(x1, x2, /):
    """0 below zero, x2 at zero, 1 above."""
    x1 = asarray(x1)
    return _result(where(x1 < 0, 0.0, where(x1 == 0, asarray(x2) * 1.0, where(x1 > 0, 1.0, x1 * 1.0))))


def logaddexp(x1, x2, /):
    """log(exp(x1) + exp(x2)) without overflow."""
    x1, x2 = asarray(x1) * 1.0, asarray(x2) * 1.0
    most = ufuncs["maximum"](x1, x2)
    apart = where(x1 == x2, 0.0, -abs(x1 - x2))
    return _result(most + ufuncs["log1p"](ufuncs["exp"](apart)))


def logaddexp2(x1, x2, /):
    """log2(2 ** x1 + 2 ** x2)."""
    scale = math.log(2.0)
    return _result(asarray(logaddexp(asarray(x1) * scale, asarray(x2) * scale)) / scale)


def sinc(x):
    """sin(pi x) / (pi x), 1 at zero."""
    x = asarray(x) * 1.0
    turned = math.pi * where(x == 0, 1.0e-20, x)
    return _result(ufuncs["sin"](turned) / turned)


def isposinf(x):
    """Whether each element is infinity."""
    return _result(asarray(x) == math.inf)


def isneginf(x):
    """Whether each element is minus infinity."""
    return _result(asarray(x) == -math.inf)


def iterable(y):
    """Whether `y` can be iterated over."""
    try:
        iter(y)
    except TypeError:
        return False
    return True


def hanning(M):
    """The Hann window of M points."""
    return 0.5 + 0.5 * ufuncs["cos"](math.pi * arange(1 - M, M, 2) / (M - 1)) if M > 1 else asarray([1.0] * M)


def hamming(M):
    """The Hamming window of M points."""
    return 0.54 + 0.46 * ufuncs["cos"](math.pi * arange(1 - M, M, 2) / (M - 1)) if M > 1 else asarray([1.0] * M)


# ---- sums over named axes


def einsum(subscripts, *operands, out=None, optimize=False, **options):
    """Sums of products over axes named by letters, as in "ij,jk->ik"."""
    from torch import einsum as run, from_numpy

    arrays = [asarray(part) for part in operands]
    found = arrays[0].dtype
    for part in arrays[1:]:
        found = promote(found, part.dtype)
    try:
        result = run(subscripts, *(from_numpy(part.astype(found)) for part in arrays)).numpy()
    except RuntimeError as error:
        raise ValueError(str(error).replace("einsum(): ", "")) from None
    return scalar_or_array(result)


# ---- choosing and writing


def choose(a, choices, out=None, mode="raise"):
    """For each element of `a`, the element at its place of the choice that it names."""
    a = asarray(a)
    rows = broadcast_arrays(a, *map(asarray, choices))
    if ((a < 0) | (a >= len(choices))).any():
        raise ValueError("invalid entry in choice array")
    result = rows[1]
    for i, row in enumerate(rows[2:], 1):
        result = where(rows[0] == i, row, result)
    return result


def piecewise(x, condlist, funclist, *args, **kw):
    """For each condition the value of its function (or number) where it holds; one more function for elsewhere."""
    x = asarray(x)
    conditions = [asarray(c, bool_) for c in condlist] if not isinstance(condlist, ndarray) or condlist.ndim > 1 else [condlist]
    result = zeros(x.shape, x.dtype)
    if len(funclist) == len(conditions) + 1:
        covered = conditions[0]
        for c in conditions[1:]:
            covered = covered | c
        conditions.insert(0, ~covered)
        funclist = [funclist[-1], *funclist[:-1]]
    elif len(funclist) != len(conditions):
        count = len(conditions)
        raise ValueError(
            f"with {count} condition(s), either {count} or {count + 1} functions are expected"
        )
    for c, f in zip(conditions, funclist):
        result[c] = f(x[c], *args, **kw) if callable(f) else f
    return result


def put(a, ind, v, mode="raise"):
    """Write values at flat places of an array."""
    flat, places = a.reshape(-1), asarray(ind).reshape(-1)
    values = asarray(v).reshape(-1)
    flat[places] = values[arange(len(places)) % len(values)] if len(values) != 1 else values[0]
    if flat.base is None:
        a[...] = flat.reshape(a.shape)


def putmask(a, mask, values):
    """Write where a mask holds: the values at the same flat places, repeated if there are too few."""
    values = asarray(values).reshape(-1)
    spread = values[arange(a.size) % len(values)].reshape(a.shape)
    a[...] = where(asarray(mask, bool_), spread, a).astype(a.dtype)


def place(arr, mask, vals):
    """Write the values one after the other where a mask holds, repeated if there are too few."""
    mask, values = asarray(mask, bool_), asarray(vals).reshape(-1)
    count = int(mask.sum())
    if count and not len(values):
        raise ValueError("Cannot insert from an empty array!")
    arr[mask] = values[arange(count) % len(values)]


def copyto(dst, src, casting="same_kind", where=True):
    """Write `src` into `dst`, where a mask holds."""
    from ._dtypes import can_cast

    src = asarray(src)
    if not can_cast(src.dtype, dst.dtype, casting) and src.ndim:
        raise TypeError(f"Cannot cast array data from {src.dtype!r} to {dst.dtype!r} according to the rule '{casting}'")
    if where is True:
        dst[...] = src
        return
    mask = broadcast_to(asarray(where, bool_), dst.shape)
    dst[mask] = broadcast_to(src, dst.shape)[mask]


def diagflat(v, k=0):
    """A matrix with the flattened input on a diagonal."""
    return diag(asarray(v).reshape(-1), k)


def resize(a, new_shape):
    """An array of another shape, filled with the elements over and over."""
    shape = new_shape if isinstance(new_shape, tuple) else (new_shape,)
    flat = asarray(a).reshape(-1)
    return flat[arange(math.prod(shape)) % len(flat)].reshape(shape)


def fromfunction(function, shape, *, dtype=float, **kwargs):
    """What a function gives on the index arrays of a shape."""
    return function(*indices(shape, dtype=dtype), **kwargs)


def unstack(x, /, *, axis=0):
    """The arrays along an axis, as a tuple."""
    return tuple(moveaxis(asarray(x), axis, 0))


def trim_zeros(filt, trim="fb"):
    """A vector without the zeros at its front and back."""
    values = asarray(filt)
    places = values.nonzero()[0]
    if not len(places):
        return values[:0]
    start = int(places[0]) if "f" in trim.lower() else 0
    end = int(places[-1]) + 1 if "b" in trim.lower() else len(values)
    return filt[start:end]


def block(arrays):
    """An array of nested lists of arrays, joined along the last axis within and the one before it without."""

    def depth(item):
        return 1 + depth(item[0]) if isinstance(item, list) else 0

    def joined(item, axis):
        if not isinstance(item, list):
            item = asarray(item)
            return item.reshape((1,) * (levels - item.ndim) + item.shape)
        return concatenate([joined(part, axis + 1) for part in item], axis=axis)

    levels = depth(arrays)
    return joined(arrays, -levels)


# ---- order


def lexsort(keys, axis=-1):
    """The order of the last key, ties by the key before it, and so on."""
    keys = [asarray(key) for key in keys]
    order = arange(keys[0].shape[-1])
    for key in keys:
        order = order[argsort(key[order], kind="stable")]
    return order


def partition(a, kth, axis=-1):
    """The elements with the kth where sorting would put it, no larger ones before it: here, sorted."""
    return sort(asarray(a), axis=axis)


def argpartition(a, kth, axis=-1):
    """The order that `partition` gives."""
    return argsort(asarray(a), axis=axis)


def setxor1d(ar1, ar2, assume_unique=False):
    """The values in one array but not in both, sorted."""
    both = union1d(ar1, ar2)
    from ._sorting import isin

    return both[~(isin(both, ar1) & isin(both, ar2))]


# ---- statistics


def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """The variance of what is not nan."""
    a = asarray(a) * 1.0
    count = (~ufuncs["isnan"](a)).sum(axis=axis, keepdims=keepdims)
    off = (a - nanmean(a, axis=axis, keepdims=True)) ** 2
    off = where(ufuncs["isnan"](off), 0.0, off)
    return asarray(off).sum(axis=axis, keepdims=keepdims) / (count - ddof)


def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """The standard deviation of what is not nan."""
    return ufuncs["sqrt"](nanvar(a, axis, dtype, out, ddof, keepdims))


def _along(a, axis, run):
    from ._functions import apply_along_axis

    a = asarray(a)
    if axis is None:
        return run(a.reshape(-1))
    return apply_along_axis(run, axis, a)


def nanquantile(a, q, axis=None, keepdims=False):
    """The quantiles of what is not nan."""
    from ._reductions import quantile

    if keepdims:
        raise NotImplementedError("nanquantile: keepdims is not in this course's NumPy subset")
    return _along(a, axis, lambda v: quantile(v[~ufuncs["isnan"](v)], q))


def nanpercentile(a, q, axis=None, keepdims=False):
    """The percentiles of what is not nan."""
    return nanquantile(a, asarray(q) / 100 if not isinstance(q, (int, float)) else q / 100, axis, keepdims)


def nanmedian(a, axis=None, keepdims=False):
    """The median of what is not nan."""
    return nanquantile(a, 0.5, axis, keepdims)


def _nan_place(a, axis, fill, name):
    a = asarray(a) * 1.0
    gone = ufuncs["isnan"](a)
    if asarray(asarray(gone).all(axis=axis)).any():
        raise ValueError("All-NaN slice encountered")
    return getattr(where(gone, fill, a), name)(axis=axis)


def nanargmax(a, axis=None):
    """The place of the largest element that is not nan."""
    return _nan_place(a, axis, -math.inf, "argmax")


def nanargmin(a, axis=None):
    """The place of the smallest element that is not nan."""
    return _nan_place(a, axis, math.inf, "argmin")


def correlate(a, v, mode="valid"):
    """The sliding products of two vectors."""
    from ._functions import convolve

    a, v = asarray(a), asarray(v)
    return convolve(a, v[::-1], mode) if len(a) >= len(v) else convolve(v[::-1], a, mode)


def histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    """How many points fall into each bin of two dimensions: (counts, edges of x, edges of y)."""
    from ._sorting import histogram_bin_edges

    if density or weights is not None:
        raise NotImplementedError("histogram2d: density and weights are not in this course's NumPy subset")
    pair = bins if isinstance(bins, (list, tuple)) and len(bins) == 2 else (bins, bins)
    ranges = range or (None, None)
    edges = [histogram_bin_edges(v, b, r) for v, b, r in zip((x, y), pair, ranges)]
    counts = zeros((len(edges[0]) - 1, len(edges[1]) - 1))
    places = []
    for v, edge in zip((asarray(x), asarray(y)), edges):
        place_of = digitize(v, edge) - 1
        places.append(where(v == edge[-1], len(edge) - 2, place_of))
    for i, j in zip(*(p.tolist() for p in places)):
        if 0 <= i < counts.shape[0] and 0 <= j < counts.shape[1]:
            counts[i, j] += 1
    return counts, *edges
