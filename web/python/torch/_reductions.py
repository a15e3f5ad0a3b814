"""Over dimensions: sums, means, extremes, sorting, softmax."""

from . import return_types
from ._define import define, defines, fixed
from ._tensor import face

_call = face.operation
_DIMS = "int[1]? dim, bool keepdim=False"
_OUT = "Tensor? out=None"

_sum, _mean, _prod = _call("sum"), _call("mean"), _call("prod")
define(
    "sum", ("(Tensor input, *, Dtype? dtype=None)", fixed("sum", None, False)),
    (f"(Tensor input, {_DIMS}, *, Dtype? dtype=None, {_OUT})", _sum),
)  # fmt: skip
define(
    "mean", (f"(Tensor input, *, Dtype? dtype=None, {_OUT})", fixed("mean", None, False)),
    (f"(Tensor input, {_DIMS}, *, Dtype? dtype=None, {_OUT})", _mean),
)  # fmt: skip
define(
    "prod", ("(Tensor input, *, Dtype? dtype=None)", fixed("prod", None, False)),
    (f"(Tensor input, int dim, bool keepdim=False, *, Dtype? dtype=None, {_OUT})", _prod),
)  # fmt: skip


def _over(dim):
    """No dimensions mean all of them."""
    return None if dim == () or dim == [] else dim


def _spread(name):
    call = _call(name)

    def corrected(a, dim, correction, keepdim):
        return call(a, _over(dim), 1 if correction is None else correction, keepdim)

    def unbiased_over(a, dim, unbiased, keepdim):
        return corrected(a, dim, int(unbiased), keepdim)

    def unbiased_whole(a, unbiased):
        return corrected(a, None, int(unbiased), False)

    return unbiased_over, corrected, unbiased_whole


for _name in ("var", "std"):
    _listed, _corrected, _whole = _spread(_name)
    define(
        _name, (f"(Tensor input, int[1]? dim, bool unbiased=True, bool keepdim=False, *, {_OUT})", _listed),
        (f"(Tensor input, int[1]? dim=None, *, Number? correction=None, bool keepdim=False, {_OUT})", _corrected),
        ("(Tensor input, bool unbiased=True)", _whole),
    )  # fmt: skip
    _listed, _corrected, _whole = _spread(f"{_name}_mean")
    define(
        f"{_name}_mean", ("(Tensor input, int[1]? dim, bool unbiased=True, bool keepdim=False)", _listed),
        ("(Tensor input, int[1]? dim=None, *, Number? correction=None, bool keepdim=False)", _corrected),
        ("(Tensor input, bool unbiased=True)", _whole), method=False,
    )  # fmt: skip


def _extreme(name, pairwise):
    whole, along = _call(f"{name}_all"), _call(f"{name}_dim")
    pair = getattr(return_types, name)
    define(
        name, (f"(Tensor input, *, {_OUT})", whole),
        (f"(Tensor input, Tensor other, *, {_OUT})", pairwise),
        (
            "(Tensor input, int dim, bool keepdim=False, *, Tensor[]? out=None)",
            lambda a, dim, keepdim: pair(along(a, dim, keepdim)),
        ),
        doc=f"The {name}imum of all elements, of two tensors element by element, or along a dimension with its index.",
    )  # fmt: skip


_extreme("max", "maximum")
_extreme("min", "minimum")

for _name in ("amax", "amin"):
    define(
        _name,
        (
            f"(Tensor input, int[1] dim=(), bool keepdim=False, *, {_OUT})",
            lambda a, dim, keepdim, run=_call(_name): run(a, _over(dim), keepdim),
        ),
    )

for _name in ("argmax", "argmin"):
    define(_name, (f"(Tensor input, int? dim=None, bool keepdim=False, *, {_OUT})", _name))


def _truth(name):
    call = _call(name)
    define(
        name, (f"(Tensor input, *, {_OUT})", call),
        (f"(Tensor input, int[]? dim=None, bool keepdim=False, *, {_OUT})", call),
        (f"(Tensor input, int dim, bool keepdim=False, *, {_OUT})", lambda a, dim, keepdim: call(a, (dim,), keepdim)),
    )  # fmt: skip


_truth("any")
_truth("all")

for _name in ("cumsum", "cumprod"):
    define(_name, (f"(Tensor input, int dim, *, Dtype? dtype=None, {_OUT})", _name), in_place=True)
define("logsumexp", (f"(Tensor input, int[1] dim, bool keepdim=False, *, {_OUT})", "logsumexp"))
for _name in ("softmax", "log_softmax"):
    define(_name, (f"(Tensor input, int dim, Dtype? dtype=None, *, {_OUT})", _name))

_sort, _topk = _call("sort"), _call("topk")
define(
    "sort",
    (
        "(Tensor input, *, bool? stable, int dim=-1, bool descending=False, Tensor[]? out=None)",
        lambda a, stable, dim, descending: return_types.sort(_sort(a, dim, descending, bool(stable))),
    ),
    (
        "(Tensor input, int dim=-1, bool descending=False, *, Tensor[]? out=None)",
        lambda a, dim, descending: return_types.sort(_sort(a, dim, descending, False)),
    ),
)
define(
    "argsort",
    (
        f"(Tensor input, *, bool stable, int dim=-1, bool descending=False, {_OUT})",
        lambda a, stable, dim, descending: _sort(a, dim, descending, stable)[1],
    ),
    (
        "(Tensor input, int dim=-1, bool descending=False)",
        lambda a, dim, descending: _sort(a, dim, descending, False)[1],
    ),
    doc="The indices that sort a tensor along a dimension.",
)


@defines("topk", "(Tensor input, int k, int dim=-1, bool largest=True, bool sorted=True, *, Tensor[]? out=None)")
def topk(a, k, dim, largest, sorted):
    """The k largest (or smallest) elements along a dimension, with their indices."""
    return return_types.topk(_topk(a, k, dim, largest, sorted))


define(
    "count_nonzero", ("(Tensor input, int? dim=None)", "count_nonzero"), ("(Tensor input, int[] dim)", "count_nonzero"),
)  # fmt: skip


_median, _kth = _call("median_dim"), _call("kthvalue")
define(
    "median", ("(Tensor input)", "median_all"),
    (
        "(Tensor input, int dim, bool keepdim=False, *, Tensor[]? out=None)",
        lambda a, dim, keepdim: return_types.median(_median(a, dim, keepdim)),
    ),
    doc="The middle element, the lower of two: of all, or along a dimension with its index.",
)  # fmt: skip
define(
    "kthvalue",
    (
        "(Tensor input, int k, int dim=-1, bool keepdim=False, *, Tensor[]? out=None)",
        lambda a, k, dim, keepdim: return_types.kthvalue(_kth(a, k, dim, keepdim)),
    ),
)


@defines("equal", "(Tensor input, Tensor other)")
def equal(a, b):
    """Whether two tensors have the same shape and elements."""
    return _call("equal")(a, b)


_TOLERANCES = "(Tensor input, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False)"


def _tolerant(name):
    call = _call(name)

    def run(a, b, rtol, atol, equal_nan):
        for word, value in (("rtol", rtol), ("atol", atol)):
            if value < 0:
                raise RuntimeError(f"{word} must be greater than or equal to zero, but got {value:g}")
        return call(a, b, rtol, atol, equal_nan)

    return run


define("allclose", (_TOLERANCES, _tolerant("allclose")))
define("isclose", (_TOLERANCES, _tolerant("isclose")))
