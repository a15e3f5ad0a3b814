"""Norms of vectors and matrices; their gradients are 0 where the norm is."""

import math

from ._define import as_step
from ._shaping import _dimension
from ._tensor import Tensor, face

_vector_norm = face.operation("linalg_vector_norm")


def _converted(a, dtype, name):
    if not a.dtype._has_gradient:
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {a.dtype._noun}")
    return a if dtype is None else a.to(dtype)


def p_norm(a, order, dim=None, keepdim=False, dtype=None):
    """(sum |x|^order)^(1/order) over `dim`, with its limits at 0 (how many are not zero) and at infinities."""
    dim = (dim,) if isinstance(dim, int) else dim or None
    return _vector_norm(a.abs() if a.dtype.is_complex else a, order, dim, keepdim, dtype)


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
    return result if keepdim else as_step("AmaxBackward0", result.squeeze((rows, columns)))


def norm(self, p="fro", dim=None, keepdim=False, dtype=None):
    """The p-norm of the elements, or along `dim`; the 2-norm unless `p` says otherwise."""
    if p == "nuc":
        return matrix_norm(self, "nuc", tuple(range(self.ndim)) if dim is None else dim, keepdim, dtype)
    if isinstance(p, str) and p != "fro":
        raise RuntimeError(f"only valid string values are 'fro' and 'nuc', found {p}")
    if not self.dtype._has_gradient and dtype is None:
        raise RuntimeError(
            f"linalg.vector_norm: Expected a floating point or complex tensor as input. Got {self.dtype._noun}"
        )
    return p_norm(self, 2.0 if p in ("fro", None) else float(p), dim, keepdim, dtype)


Tensor.norm = norm
norm.__qualname__ = "Tensor.norm"
