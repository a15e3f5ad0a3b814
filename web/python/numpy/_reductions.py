"""Functions that fold an array, or one of its axes, into fewer elements; the same as methods of `ndarray`."""

import builtins
import math

from . import _dtypes, _trouble
from ._array import known, ndarray, scalar_or_array
from ._creation import asarray
from ._dtypes import bool_, float16, float32, float64, int64
from ._engine import ops
from ._errstate import report, warn
from ._indexing import normalize_axis


class _NoValue:
    """The default of parameters for which None means something."""

    def __repr__(self):
        return "<no value>"


_missing = _NoValue()


def _refuse(name, **given):
    for parameter, value in given.items():
        if value is not _missing and value is not None and value is not True:
            raise NotImplementedError(f"{name}: {parameter}= is not in this course's NumPy subset")


def _axes(axis, ndim):
    """An axis argument as the engine takes it: a list of axes from the front, or None for all."""
    if axis is None:
        return None
    if isinstance(axis, (tuple, list)):
        axes = [normalize_axis(one, ndim) for one in axis]
        if len(set(axes)) != len(axes):
            raise ValueError("duplicate value in 'axis'")
        return axes
    return [normalize_axis(axis, ndim)]


def _count(shape, axes):
    """How many elements each result is made of."""
    return math.prod(shape) if axes is None else math.prod(shape[axis] for axis in axes)


def _finish(result, out):
    if out is None:
        return scalar_or_array(result)
    out[...] = result
    return out


def _keep(keepdims):
    return keepdims is not _missing and builtins.bool(keepdims)


def _folded(name, source, axes, keep, dtype):
    """The engine's reduction over several axes, one after the other where it takes only one."""
    if source.dtype is float16:
        from . import _halves

        return _halves.folded(name, source, axes, keep)
    if name == "sum" or not axes:
        return getattr(ops, name)(source, axes, keep, dtype) if name == "sum" else _prod_all(source, axes, keep, dtype)
    for axis in sorted(axes, reverse=True):
        source = ops.prod(source, axis, keep, dtype)
    return source


def _prod_all(source, axes, keep, dtype):
    if axes is not None:
        return ops.clone(source) if dtype is None else source.astype(dtype)
    result = ops.prod(source, None, False, dtype)
    return result.reshape((1,) * source.ndim) if keep else result


def _total(name, operation, a, axis, dtype, out, keepdims, initial, where):
    _refuse(name, where=where)
    source = asarray(a)
    found = None if dtype is None else _dtypes.find(dtype)
    if found is not None and source.dtype is not found:
        source = source.astype(found)
    axes = _axes(axis, source.ndim)
    if axes == []:
        return _finish(ops.clone(source), out)
    result = _folded(name, source, axes, _keep(keepdims), found)
    if axes is None and not _keep(keepdims):
        known(result, (), source.dtype if source.dtype.kind in "fc" else int64)
    if source.dtype.kind == "f":
        _trouble.examine_reduction(operation, result, source)
    if initial is not _missing and initial is not None:
        result = asarray(result + initial if name == "sum" else result * initial)
    return _finish(result, out)


def sum(a, axis=None, dtype=None, out=None, keepdims=_missing, initial=_missing, where=_missing):
    """Sum of the elements, over all axes, one, or several. Integers and booleans sum to int64."""
    if type(a) is not ndarray and hasattr(a, "__next__"):
        raise TypeError(
            "Calling np.sum(generator) is deprecated. Use np.sum(np.fromiter(generator)) or the python sum builtin "
            "instead."
        )
    return _total("sum", "reduce", a, axis, dtype, out, keepdims, initial, where)


def prod(a, axis=None, dtype=None, out=None, keepdims=_missing, initial=_missing, where=_missing):
    """Product of the elements, over all axes, one, or several. Integers and booleans multiply to int64."""
    return _total("prod", "reduce", a, axis, dtype, out, keepdims, initial, where)


def mean(a, axis=None, dtype=None, out=None, keepdims=_missing, *, where=_missing):
    """Arithmetic mean: the sum over all axes, one, or several, divided by the count. Integers give float64."""
    _refuse("mean", where=where)
    source, narrow = _averaged(asarray(a), dtype)
    axes = _axes(axis, source.ndim)
    count = _count(source.shape, axes)
    if count == 0:
        warn("Mean of empty slice.")
    total = ops.sum(source, axes, _keep(keepdims))
    if axes is None and not _keep(keepdims):
        known(total, (), source.dtype)
    _trouble.examine_reduction("reduce", total, source)
    return _finish(_narrowed(_divided(total, count), narrow), out)


def _floating(source):
    return source if source.dtype.kind in "fc" else source.astype(float64)


def _averaged(source, dtype):
    """An array as what is averaged, and whether the result is to be a half: halves are averaged as float32."""
    if dtype is not None:
        return source.astype(dtype), False
    return (source.astype(float32), True) if source.dtype is float16 else (_floating(source), False)


def _narrowed(result, narrow):
    return known(ops.to(result, float16), result.shape, float16) if narrow else result


def _divided(total, count):
    """A sum divided by a count, with the warning division by zero gives."""
    result = known(ops.div(total, float(count)), total.shape, total.dtype)
    if count <= 0 and total.size:
        report("invalid", "divide" if total.shape or total.dtype is not float64 else "scalar divide")
    return result


def _variance(name, a, axis, dtype, out, ddof, keepdims, where, mean, correction):
    _refuse(name, where=where)
    if correction is not _missing:
        if ddof != 0:
            raise ValueError("ddof and correction can't be provided simultaneously.")
        ddof = correction
    source, narrow = _averaged(asarray(a), dtype)
    axes = _axes(axis, source.ndim)
    count = _count(source.shape, axes)
    if ddof >= count:
        warn("Degrees of freedom <= 0 for slice")
    # Two passes, as NumPy does: the squares of the distances from the mean, summed.
    kept = tuple(1 if axes is None or i in axes else n for i, n in enumerate(source.shape))
    if mean is _missing:
        sums = known(ops.sum(source, axes, True), kept, source.dtype)
        centre = _divided(sums, count)
    else:
        sums, centre = None, asarray(mean)
    distance = known(ops.sub(source, centre), source.shape, source.dtype)
    if not _trouble.all_finite(distance):
        if sums is not None:
            _trouble.examine_reduction("reduce", sums, source)
        _trouble.examine("subtract", distance, (source, centre))
    if source.dtype.kind == "c":
        distance = ops.abs(distance)
    total = ops.sum(ops.mul(distance, distance), axes, _keep(keepdims))
    if axes is None and not _keep(keepdims):
        known(total, (), _dtypes.part_of(source.dtype))
    return _narrowed(_divided(total, builtins.max(count - ddof, 0)), narrow)


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=_missing, *, where=_missing, mean=_missing,
        correction=_missing):
    """Variance: the mean squared distance from the mean, with the count less `ddof` as divisor."""
    return _finish(_variance("var", a, axis, dtype, out, ddof, keepdims, where, mean, correction), out)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=_missing, *, where=_missing, mean=_missing,
        correction=_missing):
    """Standard deviation: the square root of the variance (see `var`)."""
    return _finish(_root(_variance("std", a, axis, dtype, out, ddof, keepdims, where, mean, correction)), out)


def _root(squares):
    return known(ops.sqrt(squares), squares.shape, squares.dtype)


def _extreme(name, op, a, axis, out, keepdims, initial, where):
    _refuse(name, where=where)
    source = asarray(a)
    axes = _axes(axis, source.ndim)
    bounded = initial is not _missing and initial is not None
    if _count(source.shape, axes) == 0:
        if not bounded:
            raise ValueError(f"zero-size array to reduction operation {name}imum which has no identity")
        shape = () if axes is None else tuple(n for i, n in enumerate(source.shape) if i not in axes)
        return _finish(ops.full(shape, initial, source.dtype), out)
    result = getattr(ops, op)(source, axes, _keep(keepdims)) if axes != [] else ops.clone(source)
    if axes is None and not _keep(keepdims):
        known(result, (), source.dtype)
    if bounded:
        result = getattr(ops, f"{name}imum")(result, initial)
    return _finish(result, out)


def max(a, axis=None, out=None, keepdims=_missing, initial=_missing, where=_missing):
    """The largest element, over all axes, one, or several; NaN when there is one."""
    return _extreme("max", "amax", a, axis, out, keepdims, initial, where)


def min(a, axis=None, out=None, keepdims=_missing, initial=_missing, where=_missing):
    """The smallest element, over all axes, one, or several; NaN when there is one."""
    return _extreme("min", "amin", a, axis, out, keepdims, initial, where)


amax, amin = max, min


def ptp(a, axis=None, out=None, keepdims=_missing):
    """The largest element less the smallest."""
    from ._ufuncs import ufuncs

    source = asarray(a)
    largest, smallest = max(source, axis, None, keepdims), min(source, axis, None, keepdims)
    return _finish(ufuncs["subtract"]._binary(asarray(largest), asarray(smallest)), out)


def _arg_extreme(name, a, axis, out, keepdims):
    source = asarray(a)
    axis = None if axis is None else normalize_axis(axis, source.ndim)
    if (source.size if axis is None else source.shape[axis]) == 0:
        raise ValueError(f"attempt to get {name} of an empty sequence")
    keep = _keep(keepdims)
    result = getattr(ops, name)(source, axis, keep and axis is not None)
    if axis is None:
        known(result, (), int64)
    if keep and axis is None:
        result = result.reshape((1,) * source.ndim)
    return _finish(result, out)


def argmax(a, axis=None, out=None, *, keepdims=_missing):
    """The position of the first largest element, in row-major order or along an axis."""
    return _arg_extreme("argmax", a, axis, out, keepdims)


def argmin(a, axis=None, out=None, *, keepdims=_missing):
    """The position of the first smallest element, in row-major order or along an axis."""
    return _arg_extreme("argmin", a, axis, out, keepdims)


def _quantifier(name, a, axis, out, keepdims, where):
    _refuse(name, where=where)
    source = asarray(a)
    result = getattr(ops, name)(source, _axes(axis, source.ndim), _keep(keepdims))
    if axis is None and not _keep(keepdims):
        known(result, (), bool_)
    return _finish(result, out)


def any(a, axis=None, out=None, keepdims=_missing, *, where=_missing):
    """Whether any element is true, over all axes, one, or several."""
    return _quantifier("any", a, axis, out, keepdims, where)


def all(a, axis=None, out=None, keepdims=_missing, *, where=_missing):
    """Whether all elements are true, over all axes, one, or several."""
    return _quantifier("all", a, axis, out, keepdims, where)


def count_nonzero(a, axis=None, *, keepdims=False):
    """How many elements are not zero."""
    return sum(ops.ne(asarray(a), 0), axis=axis, keepdims=keepdims)


def _cumulative(op, a, axis, dtype, out):
    source = asarray(a)
    if axis is None:
        source, axis = source.reshape(-1), 0
    if dtype is not None:
        source = source.astype(dtype)
    if source.dtype is float16:
        from . import _halves

        result = _halves.running(op, source, normalize_axis(axis, source.ndim))
    else:
        result = getattr(ops, op)(source, normalize_axis(axis, source.ndim))
    if source.dtype.kind == "f":
        _trouble.examine_reduction("accumulate", result, source)
    if out is None:
        return result
    out[...] = result
    return out


def cumsum(a, axis=None, dtype=None, out=None):
    """Running sums along an axis, or over the elements in row-major order."""
    return _cumulative("cumsum", a, axis, dtype, out)


def cumprod(a, axis=None, dtype=None, out=None):
    """Running products along an axis, or over the elements in row-major order."""
    return _cumulative("cumprod", a, axis, dtype, out)


def average(a, axis=None, weights=None, returned=False, *, keepdims=_missing):
    """Mean weighted by `weights`, which have the shape of `a` or are one line along the axis."""
    source = asarray(a)
    if weights is None:
        result = mean(source, axis, keepdims=keepdims)
        count = _count(source.shape, _axes(axis, source.ndim))
        return (result, asarray(float(count))[()]) if returned else result
    weight = asarray(weights)
    if weight.shape != source.shape:
        if axis is None:
            raise TypeError("Axis must be specified when shapes of a and weights differ.")
        axis = normalize_axis(axis, source.ndim)
        if weight.shape != (source.shape[axis],):
            raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
        weight = weight.reshape((-1,) + (1,) * (source.ndim - axis - 1))
        weight = ops.expand(weight, source.shape)
    scale = sum(weight, axis, keepdims=keepdims)
    if any(scale == 0):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    result = sum(source * weight, axis, keepdims=keepdims) / scale
    return (result, scale) if returned else result


def _quantile(source, positions, axis, keepdims, method):
    """Linear interpolation between the sorted elements at fractional `positions` of [0, 1]."""
    if method != "linear":
        raise NotImplementedError(f"quantile: method={method!r} is not in this course's NumPy subset")
    source = _floating(source)
    shape = source.shape
    axes = list(range(source.ndim)) if axis is None else _axes(axis, source.ndim)
    rest = [i for i in range(source.ndim) if i not in axes]
    lines = ops.permute(source, rest + axes).reshape([shape[i] for i in rest] + [-1])
    ordered = ops.sort(lines, -1)[0]
    length = lines.shape[-1]
    results = []
    for q in positions:
        if not 0 <= q <= 1:
            raise ValueError("Quantiles must be in the range [0, 1]")
        at = q * (length - 1)
        low = builtins.min(int(math.floor(at)), length - 1)
        high = builtins.min(low + 1, length - 1)
        a, b, t = ordered[..., low], ordered[..., high], at - low
        # The form NumPy uses, exact at both ends.
        step = b - a
        value = b - step * (1 - t) if t >= 0.5 else a + step * t
        value = asarray(value)
        unordered = asarray(any(lines != lines, -1))
        value = ops.where(unordered, math.nan, value)
        if _keep(keepdims):
            value = value.reshape([1 if i in axes else n for i, n in enumerate(shape)])
        results.append(value)
    return results


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=_missing, *, weights=None):
    """The `q`-th quantile (0 to 1) of the elements, over all axes or some, interpolated linearly."""
    _refuse("quantile", weights=weights)
    source, wanted = asarray(a), asarray(q)
    if source.size == 0:
        raise IndexError("index -1 is out of bounds for axis 0 with size 0")
    parts = _quantile(source, wanted.reshape(-1).tolist(), axis, keepdims, method)
    result = parts[0] if not wanted.shape else ops.stack(parts, 0).reshape(wanted.shape + parts[0].shape)
    return _finish(result, out)


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=_missing, *, weights=None):
    """The `q`-th percentile (0 to 100) of the elements; see `quantile`."""
    wanted = asarray(q)
    if any(wanted < 0) or any(wanted > 100):
        raise ValueError("Percentiles must be in the range [0, 100]")
    return quantile(a, wanted / 100, axis, out, overwrite_input, method, keepdims, weights=weights)


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """The middle of the sorted elements, or the mean of the two middle ones, over all axes or some."""
    source = asarray(a)
    if source.size == 0:
        warn("Mean of empty slice.")
        report("invalid", "scalar divide")
        return asarray(math.nan)[()]
    source = _floating(source)
    axes = list(range(source.ndim)) if axis is None else _axes(axis, source.ndim)
    rest = [i for i in range(source.ndim) if i not in axes]
    lines = ops.permute(source, rest + axes).reshape([source.shape[i] for i in rest] + [-1])
    ordered = ops.sort(lines, -1)[0]
    length = lines.shape[-1]
    half = length // 2
    middle = ordered[..., half : half + 1] if length % 2 else ordered[..., half - 1 : half + 1]
    result = asarray(mean(middle, -1))
    result = ops.where(asarray(any(lines != lines, -1)), math.nan, result)
    if keepdims:
        result = result.reshape([1 if i in axes else n for i, n in enumerate(source.shape)])
    return _finish(result, out)


def _ignoring_nan(name, fill, fold):
    def function(a, axis=None, dtype=None, out=None, keepdims=_missing):
        source = asarray(a)
        if source.dtype.kind == "f":
            source = ops.where(ops.isnan(source), fill, source)
        return fold(source, axis, dtype, out, keepdims)

    function.__name__ = name
    function.__doc__ = f"As `{fold.__name__}`, passing over NaN."
    return function


nansum, nanprod = _ignoring_nan("nansum", 0.0, sum), _ignoring_nan("nanprod", 1.0, prod)


def nanmax(a, axis=None, out=None, keepdims=_missing):
    """As `max`, passing over NaN."""
    source = asarray(a)
    return max(ops.where(ops.isnan(source), -math.inf, source), axis, out, keepdims)


def nanmin(a, axis=None, out=None, keepdims=_missing):
    """As `min`, passing over NaN."""
    source = asarray(a)
    return min(ops.where(ops.isnan(source), math.inf, source), axis, out, keepdims)


def nanmean(a, axis=None, dtype=None, out=None, keepdims=_missing):
    """As `mean`, passing over NaN."""
    source = asarray(a)
    return _finish(
        asarray(nansum(source, axis, dtype, None, keepdims) / sum(~isnan_of(source), axis, keepdims=keepdims)), out
    )


def isnan_of(source):
    """Which elements are NaN; for integers none."""
    return ops.isnan(source)


for _function in (sum, prod, mean, var, std, max, min, argmax, argmin, any, all, cumsum, cumprod):
    setattr(ndarray, _function.__name__, _function)
