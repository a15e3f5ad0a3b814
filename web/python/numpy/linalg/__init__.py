"""Linear algebra: norms and products; solutions and decompositions are loaded when first asked for."""

from .. import _products, _reductions
from .._array import scalar_or_array
from .._creation import asarray
from .._dtypes import float64
from .._engine import ops
from .._products import matmul, outer, tensordot, vecdot
from .._shaping import diagonal, expand_dims, matrix_transpose, moveaxis, trace

_LATE = (
    "cholesky", "cond", "det", "eigh", "eigvalsh", "inv", "lstsq", "matrix_rank", "pinv", "qr", "slogdet", "solve", "svd",
    "svdvals", "tensorinv",
)  # fmt: skip
__all__ = [
    "LinAlgError", "cross", "diagonal", "matmul", "matrix_norm", "matrix_power", "matrix_transpose", "multi_dot", "norm",
    "outer", "tensordot", "trace", "vecdot", "vector_norm", *_LATE,
]  # fmt: skip

cross = _products.cross


class LinAlgError(ValueError):
    """A linear algebra function could not go on, for instance with a singular matrix."""


LinAlgError.__module__ = "numpy.linalg"


def norm(x, ord=None, axis=None, keepdims=False):
    """The norm of a vector or matrix, or of those along axes; the root of the sum of squares unless `ord` says.

    ord: for vectors any number, infinity, -infinity or 0 (how many are not zero); for matrices "fro", 1, -1 or
    infinity. Raises ValueError for another.
    """
    source = asarray(x)
    if source.dtype.kind == "c":
        source = asarray(abs(source))  # which is all that a norm sees of them
    source = source if source.dtype.kind == "f" else source.astype(float64)
    if axis is None:
        if ord is None or (ord == 2 and source.ndim == 1) or (ord == "fro" and source.ndim == 2):
            flat = source.reshape(-1)
            result = ops.sqrt(ops.matmul(flat, flat))
            return scalar_or_array(result.reshape((1,) * source.ndim) if keepdims else result)
        axis = tuple(range(source.ndim))
    axes = axis if isinstance(axis, tuple) else (axis,)
    if len(axes) == 1:
        return _vector(source, ord, axes[0], keepdims)
    if len(axes) == 2:
        return _matrix(source, ord, axes, keepdims)
    raise ValueError("Improper number of dimensions to norm.")


def _vector(source, ord, axis, keepdims):
    sizes = asarray(abs(source))
    if ord is None or ord == 2:
        return scalar_or_array(ops.sqrt(asarray(_reductions.sum(sizes * sizes, axis, keepdims=keepdims))))
    if isinstance(ord, str):
        raise ValueError(f"Invalid norm order '{ord}' for vectors")
    if ord == float("inf"):
        return _reductions.max(sizes, axis, keepdims=keepdims)
    if ord == float("-inf"):
        return _reductions.min(sizes, axis, keepdims=keepdims)
    if ord == 0:
        return _reductions.sum((source != 0).astype(source.dtype), axis, keepdims=keepdims)
    if ord == 1:
        return _reductions.sum(sizes, axis, keepdims=keepdims)
    return _reductions.sum(sizes**ord, axis, keepdims=keepdims) ** (1.0 / ord)


def _matrix(source, ord, axes, keepdims):
    rows, columns = (axis % source.ndim for axis in axes)
    if rows == columns:
        raise ValueError("Duplicate axes given.")
    if ord in (None, "fro", "f"):
        return scalar_or_array(ops.sqrt(asarray(_reductions.sum(source * source, (rows, columns), keepdims=keepdims))))
    if ord in (1, -1, float("inf"), float("-inf")):
        summed, chosen = (rows, columns) if abs(ord) == 1 else (columns, rows)
        fold = _reductions.max if ord > 0 else _reductions.min
        result = fold(_reductions.sum(abs(source), summed, keepdims=True), chosen, keepdims=True)
        return result if keepdims else scalar_or_array(asarray(result).squeeze((rows, columns)))
    if ord in (2, -2, "nuc"):
        sizes = _late("svdvals")(moveaxis(source, (rows, columns), (-2, -1)))
        result = (sizes.sum if ord == "nuc" else sizes.max if ord > 0 else sizes.min)(axis=-1)
        return expand_dims(result, (rows, columns)) if keepdims else result
    raise ValueError("Invalid norm order for matrices.")


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    """The norm of vectors along axes, of all elements unless `axis` says."""
    source = asarray(x)
    if axis is None:
        result = norm(source.reshape(-1), ord)
        return asarray(result).reshape((1,) * source.ndim) if keepdims else result
    return norm(source, ord, axis, keepdims)


def matrix_norm(x, /, *, keepdims=False, ord="fro"):
    """The norm of matrices in the last two axes."""
    return norm(x, ord, (-2, -1), keepdims)


def matrix_power(a, n):
    """A square matrix multiplied with itself, n times in all."""
    from .._creation import eye

    matrix = asarray(a)
    if matrix.ndim < 2 or matrix.shape[-1] != matrix.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    if n < 0:
        matrix, n = _late("inv")(matrix), -n
    result = eye(matrix.shape[-1], dtype=matrix.dtype)
    while n:
        if n & 1:
            result = matmul(result, matrix)
        matrix = matmul(matrix, matrix)
        n >>= 1
    return result


def multi_dot(arrays):
    """The matrix product of several arrays, from the left."""
    product = arrays[0]
    for factor in arrays[1:]:
        product = _products.dot(product, factor)
    return product


def _late(name):
    from . import _decompositions

    found = globals()[name] = getattr(_decompositions, name)
    found.__module__ = __name__
    return found


def __getattr__(name):
    if name in _LATE:
        return _late(name)
    raise AttributeError(name)
