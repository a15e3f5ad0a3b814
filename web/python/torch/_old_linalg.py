"""torch's own names of what torch.linalg has too; the methods of Tensor are in _linear."""

from . import linalg, return_types
from ._define import as_step

det, matrix_exp, matrix_power = linalg.det, linalg.matrix_exp, linalg.matrix_power


def inverse(input, *, out=None):
    """The inverse of a square matrix, or of each of a batch."""
    return linalg.inv(input, out=out)


def logdet(input):
    """The logarithm of the determinant: NaN where that is negative."""
    return linalg._logdet(input)


def pinverse(input, rcond=1e-15):
    """The Moore-Penrose inverse."""
    return linalg.pinv(input, rtol=rcond)


def slogdet(input, *, out=None):
    """The sign of the determinant and the logarithm of its absolute value."""
    return return_types.slogdet(linalg.slogdet(input))


def svd(input, some=True, compute_uv=True, *, out=None):
    """U, S and V of A = U @ diag(S) @ V.T; see torch.linalg.svd."""
    if not compute_uv:
        s = linalg.svdvals(input)
        rows, columns = input.shape[-2:]
        return return_types.svd((input.new_zeros(rows, rows), s, input.new_zeros(columns, columns)))
    u, s, vh = linalg.svd(input, not some)
    return return_types.svd((u, s, vh.mT))


def cholesky_solve(B, L, upper=False, *, out=None):
    """X of A @ X = B, from a triangular factor L of A."""
    low, high = (L.mT, L) if upper else (L, L.mT)
    solved = linalg.solve_triangular(high, linalg.solve_triangular(low, B, upper=False), upper=True)
    return as_step("CholeskySolveBackward0", solved)
