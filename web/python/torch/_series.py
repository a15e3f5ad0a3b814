"""Along a dimension or between rows: differences, trapezoids, covariances, distances, cross products."""

import math

from . import _types
from ._define import as_step, both, define, defines, functions
from ._shaping import _dimension
from ._tensor import Tensor, face
from ._tiling import _broadcast_shape

_call = face.operation
_OUT = "Tensor? out=None"
_cat = _call("cat")


@defines("diff", f"(Tensor input, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None, *, {_OUT})")
def diff(a, n, dim, prepend, append):
    """The differences of neighbours along `dim`, `n` times over; `prepend` and `append` are joined to the ends first."""
    if not a.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    for other in (prepend, append):
        if other is not None and other.ndim != a.ndim:
            raise RuntimeError("diff expects prepend or append to be the same dimension as input")
    dim = _dimension(a, dim)
    parts = [part for part in (prepend, a, append) if part is not None]
    if n and len(parts) > 1:
        a = _cat(parts, dim)
    if not n:
        return a.clone()
    for _ in range(min(n, a.shape[dim])):
        size = a.shape[dim] - 1
        late, early = a.narrow(dim, 1, size), a.narrow(dim, 0, size)
        a = late.logical_xor(early) if a.dtype is _types.bool_ else late - early
    return a


def _sides(y, dim):
    dim = _dimension(y, dim)
    size = max(0, y.shape[dim] - 1)
    return y.narrow(dim, min(1, y.shape[dim]), size), y.narrow(dim, 0, size), dim


def _steps(y, x, dim, name):
    """The differences of the sample points, shaped to go with y's pairs."""
    if x.ndim == 1:
        if x.shape[0] != y.shape[dim]:
            raise RuntimeError(f"{name}: There must be one `x` value for each sample point")
        return diff(x, 1, -1, None, None).reshape([-1 if i == dim % y.ndim else 1 for i in range(y.ndim)])
    if x.ndim < y.ndim:
        x = x.reshape((1,) * (y.ndim - x.ndim) + tuple(x.shape))
    return diff(x, 1, dim, None, None)


def _trapezoid(y, x, dim):
    if not x.ndim:
        return _trapezoid_even(y, 0.0, dim)
    late, early, at = _sides(y, dim)
    return ((late + early) * _steps(y, x, dim, "trapezoid")).sum(at) / 2


def _trapezoid_even(y, dx, dim):
    if not y.shape[_dimension(y, dim)]:
        return y.sum(dim)
    late, early, at = _sides(y, dim)
    return (late + early).sum(at) / 2 * dx


def _cumulative(y, x, dim):
    late, early, at = _sides(y, dim)
    return ((late + early) * _steps(y, x, dim, "cumulative_trapezoid")).cumsum(at) / 2


def _cumulative_even(y, dx, dim):
    late, early, at = _sides(y, dim)
    return (late + early).cumsum(at) * (dx / 2)


for _name in ("trapezoid", "trapz"):
    define(
        _name, ("(Tensor y, Tensor x, *, int dim=-1)", _trapezoid),
        ("(Tensor y, *, Number dx=1, int dim=-1)", _trapezoid_even), method=False,
        doc="The integral of samples `y` at points `x`, or `dx` apart, by the trapezoidal rule.",
    )  # fmt: skip
define(
    "cumulative_trapezoid", ("(Tensor y, Tensor x, *, int dim=-1)", _cumulative),
    ("(Tensor y, *, Number dx=1, int dim=-1)", _cumulative_even), method=False,
    doc="The running integral by the trapezoidal rule.",
)  # fmt: skip


def _check_weights(name, weights, count):
    if weights.ndim > 1:
        raise RuntimeError(
            f"cov(): expected {name} to have one or fewer dimensions but got {name} with {weights.ndim} dimensions"
        )
    floating = weights.dtype.is_floating_point
    if name == "fweights" and floating:
        raise RuntimeError(f"cov(): expected fweights to have integral dtype but got fweights with {weights.dtype._noun} dtype")
    if name == "aweights" and not floating:
        raise RuntimeError(
            f"cov(): expected aweights to have floating point dtype but got aweights with {weights.dtype._noun} dtype"
        )
    if weights.shape.numel() != count:
        raise RuntimeError(
            f"cov(): expected {name} to have the same numel as there are observations in the input but got "
            f"{weights.shape.numel()} != {count}"
        )
    if count and bool(weights.lt(0).any()):
        raise RuntimeError(f"cov(): {name} cannot be negative")


@defines("cov", "(Tensor input, *, int correction=1, Tensor? fweights=None, Tensor? aweights=None)")
def cov(a, correction, fweights, aweights):
    """The covariances of the rows, which are variables; the weights say how often, or how much, each column counts."""
    if a.ndim > 2:
        raise RuntimeError(f"cov(): expected input to have two or fewer dimensions but got an input with {a.ndim} dimensions")
    if a.dtype is _types.bool_:
        raise RuntimeError("cov(): bool dtype is not supported for input")
    rows = a if a.ndim == 2 else a.reshape(1, -1)
    count, weights = rows.shape[1], None
    for name, given in (("fweights", fweights), ("aweights", aweights)):
        if given is not None:
            _check_weights(name, given, count)
            weights = given if weights is None else weights * given
    if weights is None:
        mean, total = rows.sum(1, keepdim=True) / count, count
        norm = total - correction
    else:
        total = weights.sum()
        if not bool(total):
            raise RuntimeError("cov(): weights sum to zero, can't be normalized")
        mean = (rows * weights).sum(1, keepdim=True) / total
        spread = (weights * aweights).sum() / total * correction if aweights is not None else correction
        norm = total - spread
    if not isinstance(norm, Tensor):
        norm = rows.new_full((), norm, dtype=(rows / 1).dtype)
    if float(norm) <= 0:
        import warnings

        warnings.warn(
            "cov(): degrees of freedom is <= 0. Correction should be strictly less than the number of observations.",
            stacklevel=3,
        )
        norm = norm * 0
    centred = rows - mean
    product = centred @ (centred if weights is None else centred * weights).t().conj()
    return (product / norm).squeeze()


@defines("corrcoef", "(Tensor input)")
def corrcoef(a):
    """The correlations of the rows, which are variables."""
    if a.ndim > 2:
        raise RuntimeError(
            f"corrcoef(): expected input to have two or fewer dimensions but got an input with {a.ndim} dimensions"
        )
    covariances = cov(a, 1, None, None)
    if not covariances.ndim:
        return covariances / covariances
    spread = covariances.diagonal().real.sqrt()
    correlations = covariances / spread.unsqueeze(1) / spread.unsqueeze(0)
    if correlations.dtype.is_complex:
        return functions["complex"](correlations.real.clamp(-1, 1), correlations.imag.clamp(-1, 1))
    return correlations.clamp(-1, 1)


def _cross(a, other, dim):
    if dim is None:
        import warnings

        warnings.warn(
            "Using torch.cross without specifying the dim arg is deprecated.\nPlease either pass the dim explicitly or simply "
            "use torch.linalg.cross.\nThe default value of dim will change to agree with that of linalg.cross in a future "
            "release.",
            stacklevel=3,
        )
        dim = next((i for i, size in enumerate(a.shape) if size == 3), None)
        if dim is None:
            raise RuntimeError("no dimension of size 3 in input")
    return cross(a, other, dim)


def cross(a, other, dim):
    """The vector products along a dimension of size 3."""
    if a.ndim != other.ndim:
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    dim = _dimension(a, dim)
    if a.shape[dim] != 3 or other.shape[dim] != 3:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {dim} must have length 3. Got {a.shape[dim]} and {other.shape[dim]}"
        )
    size = _broadcast_shape([a.shape, other.shape])
    a, b = a.expand(size), other.expand(size)
    turned = [(a.roll((-i,), (dim,)), b.roll((-j,), (dim,))) for i, j in ((1, 2), (2, 1))]
    return turned[0][0] * turned[0][1] - turned[1][0] * turned[1][1]


define("cross", (f"(Tensor input, Tensor other, int? dim=None, *, {_OUT})", _cross), step="LinalgCrossBackward0",
       doc="The vector products along a dimension of size 3.")  # fmt: skip


@defines("dist", "(Tensor input, Tensor other, Number p=2)", step="DistBackward0")
def dist(a, other, p):
    """The p-norm of the difference of two tensors."""
    difference = a - other
    if not difference.dtype._has_gradient:
        raise RuntimeError(
            f"norm(): input dtype should be either floating point or complex. Got {difference.dtype._noun} instead."
        )
    return difference.norm(p)


def cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    """The p-norm distances between the rows of two matrices.  Shapes: (..., P, M) and (..., R, M) to (..., P, R)."""
    if compute_mode not in ("use_mm_for_euclid_dist_if_necessary", "use_mm_for_euclid_dist", "donot_use_mm_for_euclid_dist"):
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    for name, x in (("X1", x1), ("X2", x2)):
        if not x.dtype.is_floating_point:
            raise RuntimeError(f"cdist only supports floating-point dtypes, {name} got: {x.dtype._noun}")
    for name, x in (("X1", x1), ("X2", x2)):
        if x.ndim < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, {name} got: {x.ndim}D")
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(f"X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}")
    if p < 0:
        raise RuntimeError("cdist only supports non-negative p values")
    difference = x1.unsqueeze(-2) - x2.unsqueeze(-3)
    return as_step("CdistBackward0", difference.norm(p, -1) if difference.shape[-1] else difference.sum(-1))


def _renorm(a, p, dim, maxnorm):
    dim = _dimension(a, dim)
    others = [i for i in range(a.ndim) if i != dim]
    norms = a.norm(p, others, keepdim=True)
    return a * _call("where")(norms.gt(maxnorm), maxnorm / (norms + 1e-7), 1.0)


define(
    "renorm", (f"(Tensor input, Number p, int dim, Number maxnorm, *, {_OUT})", both(_renorm)), in_place=True,
    step="RenormBackward0", doc="The tensor with each slice of `dim` whose p-norm exceeds `maxnorm` scaled down to it.",
)  # fmt: skip


@defines("logcumsumexp", f"(Tensor input, int dim, *, {_OUT})", step="LogcumsumexpBackward0")
def logcumsumexp(a, dim):
    """The logarithms of the running sums of exponentials along `dim`, each found from the one before without overflow."""
    if not a.ndim:
        return a.clone()
    dim = _dimension(a, dim)
    running, parts = None, []
    for item in a.unbind(dim):
        running = item if running is None else _call("where")(
            item.eq(-math.inf), running, item.logaddexp(running)
        )
        parts.append(running)
    return _call("stack")(parts, dim) if parts else a.clone()




cdist.__module__ = "torch.functional"
functions["cdist"] = cdist
