"""Sorting and what rests on it: searching, sets, counting and histograms."""

import bisect
import builtins
import math

from . import _reductions
from ._array import attach, scalar_or_array
from ._creation import _convert, arange, asarray, linspace
from ._dtypes import bool_, can_cast, float64, int64
from ._engine import ops
from ._functions import diff
from ._indexing import nonzero, normalize_axis
from ._joining import concatenate
from ._scalars import generic


def _sorted(a, axis):
    source = asarray(a)
    if axis is None:
        source, axis = source.reshape(-1), 0
    return ops.sort(source, normalize_axis(axis, source.ndim), False, True)


def sort(a, axis=-1, kind=None, order=None, *, stable=None):
    """A sorted copy along an axis, NaN last; of all elements when the axis is None."""
    return _sorted(a, axis)[0]


def argsort(a, axis=-1, kind=None, order=None, *, stable=None):
    """The positions that sort the elements along an axis; equal ones keep their order."""
    return _sorted(a, axis)[1]


def _sort_in_place(self, axis=-1, kind=None, order=None, *, stable=None):
    """Sort the elements along an axis in place."""
    self[...] = _sorted(self, axis)[0]


def searchsorted(a, v, side="left", sorter=None):
    """Where the elements of `v` would go to keep `a`, which is sorted, in order."""
    ordered = asarray(a)
    ordered = (ordered if sorter is None else ordered[asarray(sorter)]).tolist()
    if side not in ("left", "right"):
        raise ValueError(f"search side must be 'left' or 'right' (got {side!r})")
    find_place = bisect.bisect_left if side == "left" else bisect.bisect_right
    wanted = asarray(v)
    places = [find_place(ordered, value) for value in wanted._flat_values()]
    return scalar_or_array(_convert(places, int64).reshape(wanted.shape) if wanted.shape else _convert(places[0], int64))


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True, sorted=True):
    """The different elements in order, with the position of the first, the way back and the counts if wanted."""
    if axis is not None:
        raise NotImplementedError("unique: axis= is not in this course's NumPy subset")
    source = asarray(ar)
    flat = source.reshape(-1)
    if not flat.size:
        nothing = arange(0)
        extra = [nothing] * (return_index + return_inverse + return_counts)
        return (flat, *extra) if extra else flat
    ordered, order = ops.sort(flat, 0, False, True)
    changes = ops.ne(ordered[1:], ordered[:-1])
    if equal_nan and source.dtype.kind == "f":
        changes = ops.logical_and(changes, ops.logical_not(ops.logical_and(ops.isnan(ordered[1:]), ops.isnan(ordered[:-1]))))
    starts = concatenate([asarray([0]), nonzero(changes)[0] + 1])
    results = [ordered[starts]]
    if return_index:
        results.append(order[starts])
    if return_inverse:
        labels = concatenate([asarray([0]), _reductions.cumsum(changes)])
        inverse = ops.empty(labels.shape, int64)
        inverse[order] = labels
        results.append(inverse.reshape(source.shape))
    if return_counts:
        results.append(concatenate([starts[1:], asarray([flat.size])]) - starts)
    return results[0] if len(results) == 1 else tuple(results)


def isin(element, test_elements, assume_unique=False, invert=False):
    """Which elements are among `test_elements`."""
    source = asarray(element)
    known = set(asarray(test_elements)._flat_values())
    flat = [(value in known) != invert for value in source._flat_values()]
    return scalar_or_array(_convert(flat, bool_).reshape(source.shape) if source.shape else _convert(flat[0], bool_))


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    """The elements both arrays have, in order, each once."""
    first = unique(ar1)
    return first[isin(first, ar2)]


def union1d(ar1, ar2):
    """The elements either array has, in order, each once."""
    return unique(concatenate([asarray(ar1).reshape(-1), asarray(ar2).reshape(-1)]))


def setdiff1d(ar1, ar2, assume_unique=False):
    """The elements of the first array that the second lacks, in order, each once."""
    first = unique(ar1)
    return first[~isin(first, ar2)]


def interp(x, xp, fp, left=None, right=None, period=None):
    """Values of the line through the points (xp, fp), xp increasing, at `x`; constant beyond its ends."""
    if period is not None:
        raise NotImplementedError("interp: period= is not in this course's NumPy subset")
    at, xs, ys = asarray(x), asarray(xp)._flat_values(), asarray(fp)._flat_values()
    if len(xs) != len(ys):
        raise ValueError("fp and xp are not of the same length.")
    if not xs:
        raise ValueError("array of sample points is empty")
    left, right = (ys[0] if left is None else left), (ys[-1] if right is None else right)

    def value(v):
        if v != v:
            return v
        if v < xs[0]:
            return left
        if v > xs[-1]:
            return right
        i = bisect.bisect_right(xs, v) - 1
        if i == len(xs) - 1 or xs[i] == v:
            return ys[i]
        return (ys[i + 1] - ys[i]) / (xs[i + 1] - xs[i]) * (v - xs[i]) + ys[i]

    flat = [float(value(v)) for v in at._flat_values()]
    return scalar_or_array(_convert(flat, float64).reshape(at.shape) if at.shape else _convert(flat[0], float64))


def bincount(x, /, weights=None, minlength=0):
    """How often each integer from 0 to the largest appears, or the sum of its weights."""
    source = asarray(x)
    if source.ndim != 1:
        raise ValueError("object too deep for desired array")
    if source.size and not can_cast(source.dtype, int64):
        raise TypeError(
            f"Cannot cast array data from {source.dtype!r} to dtype('int64') according to the rule 'safe'"
        )
    values = source.tolist()
    if values and builtins.min(values) < 0:
        raise ValueError("'list' argument must have no negative elements")
    counts = [0 if weights is None else 0.0] * builtins.max(minlength, builtins.max(values, default=-1) + 1)
    for place, weight in zip(values, [1] * len(values) if weights is None else asarray(weights).tolist()):
        counts[place] += weight
    return _convert(counts, int64 if weights is None else float64)


def digitize(x, bins, right=False):
    """Which of the intervals that increasing `bins` bound each element falls into."""
    return searchsorted(bins, x, side="left" if right else "right")


def histogram_bin_edges(a, bins=10, range=None, weights=None):
    """The edges of equal intervals over the range of the elements."""
    if not isinstance(bins, (int, generic)):
        return asarray(bins)
    source = asarray(a)
    if range is not None:
        low, high = range
    elif not source.size:
        low, high = 0, 1
    else:
        low, high = source.min(), source.max()
        if not math.isfinite(low) or not math.isfinite(high):
            raise ValueError(f"autodetected range of [{low}, {high}] is not finite")
    if low > high:
        raise ValueError("max must be larger than min in range parameter.")
    if low == high:
        low, high = low - 0.5, high + 0.5
    return linspace(low, high, bins + 1, dtype=source.dtype if source.dtype.kind == "f" else None)


def histogram(a, bins=10, range=None, density=None, weights=None):
    """Counts of the elements in intervals, and the edges of these; the last interval includes its end."""
    edges = histogram_bin_edges(a, bins, range)
    bounds = edges.tolist()
    source = asarray(a).reshape(-1)
    counts = [0 if weights is None else 0.0] * (len(bounds) - 1)
    shares = [1] * source.size if weights is None else asarray(weights).reshape(-1).tolist()
    for value, share in zip(source._flat_values(), shares):
        if bounds[0] <= value <= bounds[-1]:
            counts[builtins.min(bisect.bisect_right(bounds, value), len(counts)) - 1] += share
    result = _convert(counts, int64 if weights is None else float64)
    if density:
        return result / diff(edges).astype(float64) / result.sum(), edges
    return result, edges


attach(_sort_in_place, _sort_in_place, "sort")
attach(argsort, lambda self, axis=-1, kind=None, order=None, *, stable=None: argsort(self, axis))
attach(searchsorted, lambda self, v, side="left", sorter=None: searchsorted(self, v, side, sorter))
