"""Norms of vectors and matrices; their gradients are 0 where the norm is."""

import math

from ._define import without_gradient
from ._shaping import _dimension
from ._tensor import Tensor, face

_where = face.operation("where")


def _dims(a, dim):
    if dim is None:
        return tuple(range(a.ndim))
    given = dim if isinstance(dim, (tuple, list)) else (dim,)
    return tuple(_dimension(a, one) if a.ndim else 0 for one in given) or tuple(range(a.ndim))


def _converted(a, dtype, name):
    if not (a.dtype.is_floating_point or a.dtype.is_complex):
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {a.dtype._noun}")
    return a if dtype is None else a.to(dtype)


def p_norm(a, order, dim=None, keepdim=False, dtype=None, name="linalg.vector_norm"):
    """(sum |x|^order)^(1/order) over `dim`, with its limits at 0 (how many are not zero) and at infinities."""
    values = _converted(a, dtype, name).abs()
    if not values.ndim:
        values = values.reshape(1)
        return p_norm(values, order, (0,), False).reshape(())
    dims = _dims(values, dim)
    if order == math.inf or order == -math.inf:
        return (values.amax if order > 0 else values.amin)(dims, keepdim)
    if order == 0:
        return without_gradient(values.ne(0).to(values.dtype).sum(dims, keepdim), *_lanes_of(values, dims, keepdim))
    if order == 1:
        return values.sum(dims, keepdim)
    sums = (values.square() if order == 2 else _powers(values, order)).sum(dims, keepdim)
    if not sums.requires_grad:
        return sums.sqrt() if order == 2 else sums.pow(1 / order)
    nothing = sums.eq(0)
    safe = sums.masked_fill(nothing, 1)
    return (safe.sqrt() if order == 2 else safe.pow(1 / order)).masked_fill(nothing, 0 if order > 0 else math.inf)


def _powers(values, order):
    """|x|^order, whose gradient at 0 is 0 also where the power's is not finite."""
    if order >= 1 or not values.requires_grad:
        return values.pow(order)
    nothing = values.eq(0)
    return _where(nothing, values.detach().pow(order), values.masked_fill(nothing, 1).pow(order))


def _lanes_of(values, dims, keepdim):
    return (values.sum(dims, keepdim),) if values.requires_grad else ()


def matrix_norm(a, order="fro", dim=(-2, -1), keepdim=False, dtype=None):
    """The norm of the matrices in two dimensions: "fro", "nuc", or an order of 1, 2, infinity or their negatives."""
    if a.ndim < 2:
        raise RuntimeError("linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")
    a = _converted(a, dtype, "linalg.matrix_norm")
    if len(dim) != 2:
        raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple. Got {', '.join(map(str, dim))}")
    rows, columns = (_dimension(a, one) for one in dim)
    if rows == columns:
        raise RuntimeError(f"linalg.matrix_norm: dims must be different. Got ({dim[0]}, {dim[1]})")
    if order == "fro":
        return p_norm(a, 2.0, (rows, columns), keepdim)
    if order not in ("nuc", 1, 2, math.inf, -1, -2, -math.inf):
        shown = order if isinstance(order, str) else f"{order:g}"
        raise RuntimeError(f"linalg.matrix_norm: Order {shown} not supported.")
    if order == "nuc" or abs(order) == 2:
        from .linalg import svdvals

        singular = svdvals(a.movedim((rows, columns), (-2, -1)))
        result = singular.sum(-1) if order == "nuc" else singular.amax(-1) if order > 0 else singular.amin(-1)
        for one in sorted((rows, columns)) if keepdim else ():
            result = result.unsqueeze(one)
        return result
    summed, kept = (rows, columns) if abs(order) == 1 else (columns, rows)
    sums = a.abs().sum(summed, keepdim=True)
    result = (sums.amax if order > 0 else sums.amin)(kept, keepdim=True)
    return result if keepdim else result.squeeze((rows, columns))


def norm(self, p="fro", dim=None, keepdim=False, dtype=None):
    """The p-norm of the elements, or along `dim`; the 2-norm unless `p` says otherwise."""
    if p == "nuc":
        return matrix_norm(self, "nuc", tuple(range(self.ndim)) if dim is None else dim, keepdim, dtype)
    if isinstance(p, str) and p != "fro":
        raise RuntimeError(f"only valid string values are 'fro' and 'nuc', found {p}")
    if not self.dtype.is_floating_point and dtype is None:
        raise RuntimeError(
            f"linalg.vector_norm: Expected a floating point or complex tensor as input. Got {self.dtype._noun}"
        )
    return p_norm(self, 2.0 if p in ("fro", None) else float(p), dim, keepdim, dtype)


Tensor.norm = norm
norm.__qualname__ = "Tensor.norm"
