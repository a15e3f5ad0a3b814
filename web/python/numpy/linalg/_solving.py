"""What elimination gives: the solution of equations, the inverse, the determinant. All is computed in float64."""

import math

from .._array import scalar_or_array
from .._creation import asarray, empty, eye
from .._dtypes import float32, float64
from .._joining import concatenate
from .._products import outer
from .._shaping import broadcast_shapes, broadcast_to


class LinAlgError(ValueError):
    """A linear algebra function could not go on, for instance with a singular matrix."""


LinAlgError.__module__ = "numpy.linalg"


def _square(a):
    """The matrices in float64, and the dtype of the result."""
    matrices = asarray(a)
    if matrices.ndim < 2:
        raise LinAlgError(f"{matrices.ndim}-dimensional array given. Array must be at least two-dimensional")
    if matrices.shape[-1] != matrices.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return matrices.astype(float64), matrices.dtype if matrices.dtype is float32 else float64


def _eliminate(rows, count):
    """`rows` made upper triangular in their first `count` columns, and the sign of the exchanges; 0 when singular."""
    rows, sign = rows.copy(), 1.0
    for k in range(count):
        best = k + int(abs(rows[k:, k]).argmax())
        if not rows[best, k]:
            return rows, 0.0
        if best != k:
            rows[[k, best]] = rows[[best, k]]
            sign = -sign
        factors = rows[k + 1 :, k] * (1 / rows[k, k])
        rows[k + 1 :, k:] -= outer(factors, rows[k, k:])
    return rows, sign


def _solved(matrix, right):
    n = len(matrix)
    rows, sign = _eliminate(concatenate([matrix, right], 1), n)
    if not sign:
        raise LinAlgError("Singular matrix")
    solution = rows[:, n:]
    for k in reversed(range(n)):
        solution[k] /= rows[k, k]
        solution[:k] -= outer(rows[:k, k], solution[k])
    return solution


def _each(run, *stacks):
    """`run` on the matrices of each place of the stacks."""
    lead = broadcast_shapes(*(stack.shape[:-2] for stack in stacks))
    count = math.prod(lead)
    flat = [broadcast_to(stack, (*lead, *stack.shape[-2:])).reshape((count, *stack.shape[-2:])) for stack in stacks]
    return lead, [run(*matrices) for matrices in zip(*flat)]


def _stacked(lead, parts, shape, dtype):
    result = empty((len(parts), *shape))
    for i, part in enumerate(parts):
        result[i] = part
    return result.reshape((*lead, *shape)).astype(dtype)


def inv(a):
    """The inverse of a square matrix, or of each of a stack.

    Raises LinAlgError when a matrix is singular.
    """
    matrices, dtype = _square(a)
    n = matrices.shape[-1]
    lead, parts = _each(lambda matrix: _solved(matrix, eye(n)), matrices)
    return _stacked(lead, parts, (n, n), dtype)


def solve(a, b):
    """The x of a @ x = b; b is one vector, or matrices whose columns are solved for.

    Raises LinAlgError when a matrix is singular.
    """
    (matrices, dtype), right = _square(a), asarray(b)
    vector = right.ndim == 1
    n, columns = matrices.shape[-1], right[:, None] if vector else right
    if columns.ndim < 2 or columns.shape[-2] != n:
        name, form = ("solve1", "(m,m),(m)->(m)") if vector else ("solve", "(m,m),(m,n)->(m,n)")
        raise ValueError(
            f"{name}: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature {form} (size "
            f"{columns.shape[-2] if columns.ndim > 1 else 0} is different from {n})"
        )
    lead, parts = _each(_solved, matrices, columns.astype(float64))
    dtype = dtype if right.dtype is float32 else float64
    result = _stacked(lead, parts, (n, columns.shape[-1]), dtype)
    return result[..., 0] if vector else result


def _determinant(matrix):
    rows, sign = _eliminate(matrix, len(matrix))
    logarithm = 0.0
    for k in range(len(matrix) if sign else 0):
        # By logarithms, as NumPy does it, for the last digit.
        pivot = float(rows[k, k])
        sign, logarithm = math.copysign(sign, sign * pivot), logarithm + math.log(abs(pivot))
    return sign * math.exp(logarithm)


def det(a):
    """The determinant of a square matrix, or of each of a stack."""
    matrices, dtype = _square(a)
    lead, parts = _each(_determinant, matrices)
    return scalar_or_array(_stacked(lead, parts, (), dtype))


for _function in (inv, solve, det):
    _function.__module__ = "numpy.linalg"
