"""Counting and finding: unique, bincount, histograms, binary search, mode, running extremes, quantiles."""

import math
from bisect import bisect_left, bisect_right

from . import _types, return_types
from ._data import flat_values, from_flat
from ._define import as_step, define, defines, functions, named
from ._shaping import _dimension
from ._tensor import Tensor, face

_call = face.operation
_OUT = "Tensor? out=None"
_OUTS = "Tensor[]? out=None"
_unique, _gather, _where = _call("unique"), _call("gather"), _call("where")


def _lanes(a, dim):
    """The vectors along `dim` as Python lists, and a function that lays such lists out again."""
    moved = a.detach().movedim(dim, -1) if a.ndim else a.detach().reshape(1)
    extent = moved.shape[-1]
    values = flat_values(moved.contiguous())
    lanes = [values[i : i + extent] for i in range(0, len(values), extent)] if extent else []

    def laid(rows, dtype):
        width = len(rows[0]) if rows else extent
        made = from_flat([item for row in rows for item in row], (*moved.shape[:-1], width), dtype)
        return made.movedim(-1, dim).contiguous() if a.ndim else made.reshape(())

    return lanes, laid


def _answer(values, inverse, counts, return_inverse, return_counts):
    found = (values,) + (inverse,) * return_inverse + (counts,) * return_counts
    return found if len(found) > 1 else values


def _slices(a, dim):
    """The dimension, and each of its slices as a tuple of numbers."""
    dim = _dimension(a, dim)
    moved = a.detach().movedim(dim, 0).contiguous()
    width = moved.shape[1:].numel()
    values = flat_values(moved)
    return dim, [tuple(values[i * width : (i + 1) * width]) for i in range(moved.shape[0])]


def _unique_slices(a, dim, distinct):
    """The slices of `dim` that `distinct` keeps: their places, each slice's number among them, and how many of each."""
    dim, slices = _slices(a, dim)
    kept, inverse, counts = distinct(slices)
    places = from_flat([slices.index(item) if isinstance(item, tuple) else item for item in kept], (len(kept),), _types.int64)
    return (
        a.detach().index_select(dim, places),
        from_flat(inverse, (len(slices),), _types.int64),
        from_flat(counts, (len(kept),), _types.int64),
    )


def _sorted_distinct(items):
    kept = sorted(set(items))
    numbers = {item: i for i, item in enumerate(kept)}
    inverse = [numbers[item] for item in items]
    counts = [0] * len(kept)
    for number in inverse:
        counts[number] += 1
    return kept, inverse, counts


def _runs(items):
    """The places where a new run of equal items begins, each item's run, and the runs' lengths."""
    starts, inverse = [], []
    for i, item in enumerate(items):
        if not starts or item != items[starts[-1]]:
            starts.append(i)
        inverse.append(len(starts) - 1)
    counts = [b - a for a, b in zip(starts, [*starts[1:], len(items)])]
    return starts, inverse, counts


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The distinct elements in order (or slices of `dim`), where each element is among them, how often each occurs."""
    if dim is None:
        values, inverse, counts = _unique(input.detach())
        inverse = inverse.view(input.shape)
    else:
        values, inverse, counts = _unique_slices(input, dim, _sorted_distinct)
    return _answer(values, inverse, counts, return_inverse, return_counts)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """As `unique`, dropping only elements equal to the one before."""
    if dim is None:
        flat = input.detach().reshape(-1)
        values, inverse, counts = _unique_slices(flat, 0, _runs)
        inverse = inverse.view(input.shape)
    else:
        values, inverse, counts = _unique_slices(input, dim, _runs)
    return _answer(values, inverse, counts, return_inverse, return_counts)


for _function in (unique, unique_consecutive):
    functions[_function.__name__] = _function
    setattr(Tensor, _function.__name__, _function)
    _function.__module__ = "torch.functional"


@defines("bincount", "(Tensor input, Tensor? weights=None, int minlength=0)")
def bincount(a, weights, minlength):
    """How often each of 0, 1, 2, ... occurs in a vector of them, or the sums of the elements' weights."""
    if a.dtype.is_floating_point or a.dtype is _types.bool_:
        raise NotImplementedError(f"\"bincount_cpu\" not implemented for '{a.dtype._noun}'")
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    if a.ndim != 1 or bool(a.lt(0).any()):
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if weights is not None and weights.shape != a.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    size = max(minlength, int(a.max()) + 1 if a.shape[0] else 0)
    if weights is None:
        counted = a.new_ones(a.shape, dtype=_types.int64)
    else:
        counted = weights.detach()
        counted = counted if counted.dtype is _types.float32 else counted.to(_types.float64)
    start = counted.new_zeros(size)
    return _call("index_add")(start, 0, a.to(_types.int64), counted, 1) if a.shape[0] else start


def _range_of(a, low, high, margin):
    """The ends of the bins: those of the data where low and high are equal, widened where these are equal too."""
    if low == high and a.shape.numel():
        low, high = float(a.min()), float(a.max())
    return (low - margin, high + margin) if low == high else (low, high)


def _counts(values, edges, weights, even):
    bins, sums = len(edges) - 1, [0.0] * (len(edges) - 1)
    low, high = edges[0], edges[-1]
    for value, weight in zip(values, weights):
        if not low <= value <= high:
            continue
        if even:
            place = min(int((value - low) * bins / (high - low)), bins - 1)
            # The quotient may have been rounded over an edge.
            if value < edges[place]:
                place -= 1
            elif value >= edges[place + 1] and place < bins - 1:
                place += 1
        else:
            place = min(bisect_right(edges, value) - 1, bins - 1)
        sums[place] += weight
    return sums


def _check_bins(a, bins):
    if not a.dtype.is_floating_point:
        raise NotImplementedError(f"\"histogram_cpu\" not implemented for '{a.dtype._noun}'")
    if bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0")


@defines("histc", f"(Tensor input, int bins=100, Number min=0, Number max=0, *, {_OUT})")
def histc(a, bins, low, high):
    """How many elements lie in each of `bins` equal intervals from `min` to `max` (those of the data when both are 0)."""
    _check_bins(a, bins)
    low, high = float(low), float(high)
    if low > high:
        raise RuntimeError("torch.histc: max must be larger than min")
    low, high = _range_of(a, low, high, 1.0)
    if not (math.isfinite(low) and math.isfinite(high)):
        raise RuntimeError(f"torch.histc: range of [{low:g}, {high:g}] is not finite")
    values, edges = flat_values(a), flat_values(_call("linspace")(low, high, bins + 1, a.dtype))
    return from_flat(_counts(values, edges, [1.0] * len(values), True), (bins,), a.dtype)


def _histogram(a, boundaries, weight, density, even):
    values, edges = flat_values(a), flat_values(boundaries)
    if weight is not None and weight.shape != a.shape:
        raise RuntimeError(
            "torch.histogramdd: if weight tensor is provided it should have the same shape as the input tensor excluding its "
            f"innermost dimension, but got input with shape [{len(values)}, 1] and weight with shape "
            f"[{weight.shape.numel()}]"
        )
    weights = flat_values(weight) if weight is not None else [1.0] * len(values)
    sums = _counts(values, edges, weights, even)
    if density:
        total = sum(sums)
        sums = [s / total / (b - a) if total else math.nan for s, a, b in zip(sums, edges, edges[1:])]
    return return_types.histogram((from_flat(sums, (len(sums),), a.dtype), boundaries))


def _histogram_even(a, bins, span, weight, density):
    _check_bins(a, bins)
    if span is not None:
        low, high = span
        if low > high:
            raise RuntimeError(
                f"torch.histogramdd: min should not exceed max, but got min {low:g} max {high:g} for dimension 0"
            )
        low, high = (low - 0.5, high + 0.5) if low == high else (low, high)
    else:
        low, high = _range_of(a, 0.0, 0.0, 0.5) if a.shape.numel() else (0.0, 1.0)
    return _histogram(a, _call("linspace")(low, high, bins + 1, a.dtype), weight, density, True)


define(
    "histogram",
    (
        f"(Tensor input, Tensor bins, *, Tensor? weight=None, bool density=False, {_OUTS})",
        lambda a, bins, weight, density: _histogram(a, bins, weight, density, False),
    ),
    (
        f"(Tensor input, int bins=100, *, float[]? range=None, Tensor? weight=None, bool density=False, {_OUTS})",
        _histogram_even,
    ),
    doc="The weight of the elements in each interval, and the intervals' edges.",
)  # fmt: skip


def _found(boundaries, value, right):
    if value != value:
        return len(boundaries)
    return (bisect_right if right else bisect_left)(boundaries, value)


def _searched(places, shape, out_int32):
    return from_flat(places, shape, _types.int32 if out_int32 else _types.int64)


def _bucketize(a, boundaries, out_int32, right):
    if boundaries.ndim != 1:
        raise RuntimeError(f"boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})")
    edges = flat_values(boundaries)
    if not isinstance(a, Tensor):
        return _searched([_found(edges, a, right)], (), out_int32)
    return _searched([_found(edges, value, right) for value in flat_values(a)], a.shape, out_int32)


define(
    "bucketize",
    (f"(Tensor input, Tensor boundaries, *, bool out_int32=False, bool right=False, {_OUT})", _bucketize),
    ("(Number self, Tensor boundaries, *, bool out_int32=False, bool right=False)", _bucketize), method=False,
    doc="The number of the interval between ascending `boundaries` in which each element lies; it ends at a boundary, or "
        "begins there with `right`.",
)  # fmt: skip


def _searchsorted(edges, a, out_int32, right, side, sorter):
    if side not in (None, "left", "right"):
        raise RuntimeError(f"torch.searchsorted(): side can only be 'left' or 'right' but got {side}")
    if side == "left" and right:
        raise RuntimeError(
            "torch.searchsorted(): side and right can't be set to opposites, got side of left while right was True"
        )
    right = right or side == "right"
    if sorter is not None:
        edges = _gather(edges, -1, sorter)
    if not isinstance(a, Tensor):
        if edges.ndim != 1:
            raise RuntimeError(
                "torch.searchsorted(): input value can be a scalar only when boundaries tensor dimension is 1, but we got "
                f"boundaries tensor dim({edges.ndim}) and input value's dim(0) numel(1)"
            )
        return _searched([_found(flat_values(edges), a, right)], (), out_int32)
    if edges.ndim != 1 and edges.shape[:-1] != a.shape[:-1]:
        raise RuntimeError(
            "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries tensor "
            f"and input value tensor must match, but we got boundaries tensor {list(edges.shape)} and input value tensor "
            f"{list(a.shape)}"
        )
    values, known, width = flat_values(a), flat_values(edges), edges.shape[-1]
    if edges.ndim == 1:
        return _searched([_found(known, value, right) for value in values], a.shape, out_int32)
    each = a.shape[-1]
    rows = [known[i : i + width] for i in range(0, len(known), width)]
    return _searched([_found(rows[i // each], value, right) for i, value in enumerate(values)], a.shape, out_int32)


_SEARCH = f"*, bool out_int32=False, bool right=False, str? side=None, Tensor? sorter=None, {_OUT}"
define(
    "searchsorted", (f"(Tensor sorted_sequence, Tensor input, {_SEARCH})", _searchsorted),
    (f"(Tensor sorted_sequence, Number self, {_SEARCH})", _searchsorted), method=False,
    doc="Where each element belongs in the ascending last dimension of `sorted_sequence`.",
)  # fmt: skip


def _isin(a, known, assume_unique, invert):
    wanted = set(flat_values(known)) if isinstance(known, Tensor) else {known}
    if not isinstance(a, Tensor):
        return from_flat([(a in wanted) != invert], (), _types.bool_)
    return from_flat([(value in wanted) != invert for value in flat_values(a)], a.shape, _types.bool_)


_ISIN = f"*, bool assume_unique=False, bool invert=False, {_OUT}"
define(
    "isin", (f"(Tensor elements, Tensor test_elements, {_ISIN})", _isin),
    (f"(Number element, Tensor test_elements, {_ISIN})", _isin),
    (f"(Tensor elements, Number test_element, {_ISIN})", _isin), method=False,
    doc="Whether each element is among others, or is not with `invert`.",
)  # fmt: skip


def _extent(a, dim, name):
    if not a.ndim:
        return 0
    dim = _dimension(a, dim)
    if not a.shape[dim]:
        raise IndexError(f"{name}(): Expected reduction dim {dim} to have non-zero size.")
    return dim


def _picked(a, places, dim, keepdim):
    """The elements at one place along `dim` for each lane, and the places."""
    if not a.ndim:
        return a.clone(), places
    values = _gather(a, dim, places)
    return (values, places) if keepdim else (values.squeeze(dim), places.squeeze(dim))


def _most_frequent(lane):
    """The place of the last of the most frequent elements, the smallest among equals in frequency."""
    last, often = {}, {}
    for i, value in enumerate(lane):
        key = value if value == value else math.nan
        last[key], often[key] = i, often.get(key, 0) + 1
    most = max(often.values())
    return last[min((key for key in often if often[key] == most), key=lambda key: (key != key, key))]


@defines("mode", f"(Tensor input, int dim=-1, bool keepdim=False, *, {_OUTS})", step="ModeBackward0")
def mode(a, dim, keepdim):
    """The most frequent element along a dimension, the smallest of several, with the index of its last occurrence."""
    dim = _extent(a, dim, "mode")
    lanes, laid = _lanes(a, dim)
    return return_types.mode(_picked(a, laid([[_most_frequent(lane)] for lane in lanes], _types.int64), dim, keepdim))


def _running(better):
    def run(lane):
        places, best = [], 0
        for i, value in enumerate(lane):
            if lane[best] == lane[best] and (value != value or better(value, lane[best])) or value != value:
                best = i
            places.append(best)
        return places

    return run


def _define_running(name, better):
    places_of, kind = _running(better), getattr(return_types, name)

    def run(a, dim):
        if not a.ndim:
            return kind((a.clone(), from_flat([0], (), _types.int64)))
        dim = _dimension(a, dim)
        lanes, laid = _lanes(a, dim)
        places = laid([places_of(lane) for lane in lanes], _types.int64)
        return kind((_gather(a, dim, places), places))

    define(name, (f"(Tensor input, int dim, *, {_OUTS})", run),
           doc=f"The running {name[3:]}imum along a dimension, with its indices.",
           step=f"{name.capitalize()}Backward0")  # fmt: skip


_define_running("cummax", lambda value, best: value >= best)
_define_running("cummin", lambda value, best: value <= best)


@defines("aminmax", f"(Tensor input, *, int? dim=None, bool keepdim=False, {_OUTS})", step="AminmaxBackward0")
def aminmax(a, dim, keepdim):
    """The smallest and the largest element, of all or along a dimension."""
    if dim is None:
        if not a.shape.numel():
            raise RuntimeError(
                "aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity."
            )
        low, high = a.amin(), a.amax()
        shape = (1,) * a.ndim
        return return_types.aminmax((low.reshape(shape), high.reshape(shape)) if keepdim else (low, high))
    return return_types.aminmax((a.amin(dim, keepdim), a.amax(dim, keepdim)))


_NAN_DIMS = f"(Tensor input, int[1]? dim=None, bool keepdim=False, *, Dtype? dtype=None, {_OUT})"


@defines("nansum", _NAN_DIMS, step="NansumBackward0")
def nansum(a, dim, keepdim, dtype):
    """The sum of the elements that are not NaN."""
    kept = a.masked_fill(a.isnan(), 0) if a.dtype.is_floating_point else a
    return _call("sum")(kept, dim, keepdim, dtype)


@defines("nanmean", _NAN_DIMS)
def nanmean(a, dim, keepdim, dtype):
    """The mean of the elements that are not NaN."""
    if not a.dtype.is_floating_point:
        raise RuntimeError(f"nanmean(): expected input to have floating point or complex dtype but got {a.dtype._noun}")
    count = _call("sum")(a.isnan().logical_not(), dim, keepdim, None)
    return nansum(a, dim, keepdim, dtype) / count


def _nanmedian_place(lane):
    places = [i for i, value in enumerate(lane) if value == value] or range(len(lane))
    order = sorted(places, key=lambda i: lane[i])
    return order[(len(order) - 1) // 2]


def _nanmedian(a):
    flat = a.reshape(-1)
    return flat[_nanmedian_place(flat_values(flat))] if flat.shape[0] else a.new_full((), math.nan)


def _nanmedian_dim(a, dim, keepdim):
    dim = _extent(a, dim, "nanmedian")
    lanes, laid = _lanes(a, dim)
    return return_types.nanmedian(_picked(a, laid([[_nanmedian_place(l)] for l in lanes], _types.int64), dim, keepdim))


define(
    "nanmedian", ("(Tensor input)", named("NanmedianBackward0", _nanmedian)),
    (f"(Tensor input, int dim, bool keepdim=False, *, {_OUTS})", named("NanmedianBackward1", _nanmedian_dim)),
    doc="The median of the elements that are not NaN.",
)  # fmt: skip

_MODES = ("linear", "lower", "higher", "midpoint", "nearest")


def _quantile(name, ignores_nan):
    def run(a, q, dim, keepdim, interpolation):
        if not a.shape.numel():
            raise RuntimeError(f"{name}() input tensor must be non-empty")
        if a.dtype not in (_types.float32, _types.float64):
            raise RuntimeError(f"{name}() input tensor must be either float or double dtype")
        if interpolation not in _MODES:
            raise RuntimeError(
                f"{name}() interpolation must be one of linear, lower, higher, midpoint or nearest, but got {interpolation}"
            )
        if isinstance(q, Tensor):
            if q.ndim > 1:
                raise RuntimeError(f"{name}() q must be a scalar or 1D tensor")
            if q.dtype is not a.dtype:
                raise RuntimeError(f"{name}() q tensor must be same dtype as the input tensor")
            if not bool(q.ge(0).logical_and(q.le(1)).all()):
                raise RuntimeError(f"{name}() q values must be in the range [0, 1]")
        elif not 0 <= q <= 1:
            raise RuntimeError(f"{name}() q must be in the range [0, 1] but got {q:g}")
        else:
            q = from_flat([q], (), a.dtype)
        return _quantiles(a, q, dim, keepdim, interpolation, ignores_nan)

    return run


def _quantiles(a, q, dim, keepdim, interpolation, ignores_nan):
    rank = a.ndim
    lanes = a.reshape(-1) if dim is None else a if not rank else a.movedim(dim, -1)
    lanes = lanes.reshape(1) if not lanes.ndim else lanes
    ordered = lanes.sort(-1)[0]
    count = ordered.shape[-1]
    missing = ordered.isnan()
    qs = q.reshape(-1)
    if ignores_nan:
        last = (count - missing.sum(-1, keepdim=True) - 1).to(a.dtype).clamp(min=0)
        ranks = last * qs
    else:
        ranks = (qs * (count - 1)).expand(*ordered.shape[:-1], qs.shape[0])
        ranks = _where(missing.any(-1, keepdim=True), float(count - 1), ranks)
    if interpolation in ("lower", "higher", "nearest"):
        ranks = ranks.floor() if interpolation == "lower" else ranks.ceil() if interpolation == "higher" else ranks.round()
    below = ranks.to(_types.int64)
    values = _gather(ordered, -1, below)
    if interpolation in ("linear", "midpoint"):
        weights = ranks - below if interpolation == "linear" else ranks.new_full(ranks.shape, 0.5)
        above = _gather(ordered, -1, ranks.ceil().to(_types.int64))
        values = values.lerp(above, weights)
    if keepdim:
        values = values.reshape((1,) * rank + (-1,)) if dim is None else values.unsqueeze(dim) if dim >= 0 else (
            values.unsqueeze(dim - 1)
        )
    return as_step("SqueezeBackward4", values.squeeze(-1)) if not q.ndim else values.movedim(-1, 0)


for _name, _ignores in (("quantile", False), ("nanquantile", True)):
    _run = _quantile(_name, _ignores)
    _tail = f"int? dim=None, bool keepdim=False, *, str interpolation='linear', {_OUT}"
    define(_name, (f"(Tensor input, Tensor q, {_tail})", _run), (f"(Tensor input, float q, {_tail})", _run),
           doc="The q-th quantiles of all elements or along a dimension, between two elements by `interpolation`.")  # fmt: skip


@defines("msort", f"(Tensor input, *, {_OUT})")
def msort(a):
    """The tensor sorted along its first dimension."""
    return a.sort(0)[0]
