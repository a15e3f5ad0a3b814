"""Products of arrays: `matmul`, `dot` and their relatives."""

import math

from . import _reductions, _trouble
from ._array import attach, known, ndarray, scalar_or_array
from ._creation import asarray
from ._dtypes import bool_, int64, promote
from ._engine import ops
from ._indexing import normalize_axis
from ._scalars import generic
from ._shaping import moveaxis
from ._ufuncs import shape_text, ufuncs


def matmul(x1, x2, /, out=None, **unsupported):
    """Matrix product: (..., n, k) and (..., k, m) give (..., n, m); an operand of one dimension is a vector.

    Raises ValueError when the inner lengths differ.
    """
    if unsupported:
        raise NotImplementedError(f"matmul: {next(iter(unsupported))}= is not in this course's NumPy subset")
    a, b = asarray(x1), asarray(x2)
    for place, x in enumerate((a, b)):
        if not x.ndim:
            raise ValueError(
                f"matmul: Input operand {place} does not have enough dimensions (has 0, gufunc core with signature "
                "(n?,k),(k,m?)->(n?,m?) requires 1)"
            )
    inner = b.shape[0 if b.ndim == 1 else -2]
    if a.shape[-1] != inner:
        raise ValueError(
            "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            f"(n?,k),(k,m?)->(n?,m?) (size {inner} is different from {a.shape[-1]})"
        )
    if a.ndim > 2 or b.ndim > 2:
        _check_batches(a, b)
    result = _product(a, b)
    if a.ndim == b.ndim == 1:
        known(result, (), promote(a.dtype, b.dtype))
    _trouble.examine_product("matmul", result, a, b)
    if out is None:
        return scalar_or_array(result)
    out[...] = result
    return out


def _check_batches(a, b):
    first, second = a.shape[:-2], b.shape[:-2]
    if all(n == m or 1 in (n, m) for n, m in zip(reversed(first), reversed(second))):
        return

    def remapped(x):
        shape = x.shape
        batch = [str(n) for n in shape[:-2]]
        return f"{shape_text(shape)}->({','.join([*batch, 'newaxis', 'newaxis'])})"

    wanted = [*([1] if a.ndim > 1 else []), *([1] if b.ndim > 1 else [])]
    core = ",".join(str(n) for n in ([a.shape[-2]] if a.ndim > 1 else []) + ([b.shape[-1]] if b.ndim > 1 else []))
    raise ValueError(
        "operands could not be broadcast together with remapped shapes [original->remapped]: "
        f"{remapped(a)} {remapped(b)}  and requested shape ({core})"
    ) if wanted else ValueError("operands could not be broadcast together")


def _product(a, b):
    dtype = promote(a.dtype, b.dtype)
    if a.dtype is not b.dtype:
        a, b = a.astype(dtype, copy=False), b.astype(dtype, copy=False)
    if dtype is bool_:
        return ops.ne(ops.matmul(a.astype(int64), b.astype(int64)), 0)
    return ops.matmul(a, b)


def dot(a, b, out=None):
    """Sum of products over the last axis of `a` and the second to last of `b`; a plain product for a number."""
    a, b = asarray(a), asarray(b)
    if not a.ndim or not b.ndim:
        result = ops.mul(a, b)
    else:
        axis = b.ndim - 2 if b.ndim > 1 else 0
        _check_aligned(a, b, a.ndim - 1, axis)
        result = _contract(a, b, axis)
        _trouble.examine_product("dot", result, a, b)
    if out is None:
        return scalar_or_array(result)
    out[...] = result
    return out


def _check_aligned(a, b, first, second):
    n, m = a.shape[first], b.shape[second]
    if n != m:
        raise ValueError(
            f"shapes {shape_text(a.shape)} and {shape_text(b.shape)} not aligned: {n} (dim {first}) != {m} (dim {second})"
        )


def _contract(a, b, axis):
    """Products of the last axis of `a` with one axis of `b`, the other axes in their order."""
    if a.ndim <= 2 and b.ndim <= 2 and axis == max(0, b.ndim - 2):
        return _product(a, b)
    inner = a.shape[-1]
    rest = b.shape[:axis] + b.shape[axis + 1 :]
    columns = moveaxis(b, axis, 0).reshape(inner, -1)
    return _product(a.reshape(-1, inner), columns).reshape(a.shape[:-1] + rest)


def inner(a, b, /):
    """Sum of products over the last axes of both."""
    a, b = asarray(a), asarray(b)
    if not a.ndim or not b.ndim:
        return scalar_or_array(ops.mul(a, b))
    # NumPy multiplies by the transpose, and its words are about that.
    turned = moveaxis(b, -1, -2) if b.ndim > 1 else b
    _check_aligned(a, turned, a.ndim - 1, max(b.ndim - 2, 0))
    return scalar_or_array(_contract(a, b, b.ndim - 1))


def vdot(a, b, /):
    """Sum of products of all elements in row-major order."""
    return dot(asarray(a).reshape(-1), asarray(b).reshape(-1))


def vecdot(x1, x2, /, *, axis=-1):
    """Sum of products along an axis of both."""
    return _reductions.sum(asarray(x1) * asarray(x2), axis)


def outer(a, b, out=None):
    """The product of every element of `a` with every one of `b`, of shape (a.size, b.size)."""
    result = ufuncs["multiply"](asarray(a).reshape(-1, 1), asarray(b).reshape(1, -1))
    if out is None:
        return result
    out[...] = result
    return out


def kron(a, b):
    """The Kronecker product: every element of `a` times the whole of `b`."""
    a, b = asarray(a), asarray(b)
    rank = max(a.ndim, b.ndim)
    first = (1,) * (rank - a.ndim) + a.shape
    second = (1,) * (rank - b.ndim) + b.shape
    spread_a = a.reshape([n for pair in zip(first, (1,) * rank) for n in pair])
    spread_b = b.reshape([n for pair in zip((1,) * rank, second) for n in pair])
    return (spread_a * spread_b).reshape([n * m for n, m in zip(first, second)])


def tensordot(a, b, axes=2):
    """Sum of products over the last `axes` axes of `a` and the first of `b`, or over the pairs that `axes` lists."""
    a, b = asarray(a), asarray(b)
    if isinstance(axes, (tuple, list)):
        first, second = (list(x) if isinstance(x, (tuple, list)) else [x] for x in axes)
    else:
        first, second = list(range(a.ndim - axes, a.ndim)), list(range(axes))
    first = [normalize_axis(axis, a.ndim) for axis in first]
    second = [normalize_axis(axis, b.ndim) for axis in second]
    if [a.shape[i] for i in first] != [b.shape[j] for j in second]:
        raise ValueError("shape-mismatch for sum")
    rest_a = [i for i in range(a.ndim) if i not in first]
    rest_b = [j for j in range(b.ndim) if j not in second]
    count = math.prod(a.shape[i] for i in first)
    left = ops.permute(a, rest_a + first).reshape(-1, count)
    right = ops.permute(b, second + rest_b).reshape(count, -1)
    return _product(left, right).reshape([a.shape[i] for i in rest_a] + [b.shape[j] for j in rest_b])


def cross(a, b, axis=-1):
    """The cross product of vectors of three numbers along an axis."""
    a, b = moveaxis(asarray(a), axis, -1), moveaxis(asarray(b), axis, -1)
    if a.shape[-1] != 3 or b.shape[-1] != 3:
        raise ValueError("incompatible dimensions for cross product\n(dimension must be 3)")
    parts = [a[..., (i + 1) % 3] * b[..., (i + 2) % 3] - a[..., (i + 2) % 3] * b[..., (i + 1) % 3] for i in range(3)]
    return moveaxis(ops.stack([asarray(part) for part in parts], -1), -1, axis)


def _matmul_operator(a, b):
    for side in (a, b):
        if not isinstance(side, (ndarray, generic, list, tuple, int, float)) and not hasattr(side, "__array__"):
            return NotImplemented
        if hasattr(side, "_handle") and not isinstance(side, ndarray):
            return NotImplemented
    return matmul(a, b)


attach(dot, lambda self, b, out=None: dot(self, b, out))
ndarray.__matmul__ = lambda self, other: _matmul_operator(self, other)
ndarray.__rmatmul__ = lambda self, other: _matmul_operator(other, self)
ndarray.__imatmul__ = lambda self, other: matmul(self, other, out=self)
