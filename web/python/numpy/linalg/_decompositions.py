"""Solutions and factorizations of matrices, by the same algorithms as the torch face's, in the argument's precision."""

from collections import namedtuple

from .._array import scalar_or_array
from .._creation import asarray
from .._dtypes import finfo, float16, float32, float64
from .._engine import ops
from .._ufuncs import ufuncs

EighResult = namedtuple("EighResult", ["eigenvalues", "eigenvectors"])
QRResult = namedtuple("QRResult", ["Q", "R"])
SVDResult = namedtuple("SVDResult", ["U", "S", "Vh"])
SlogdetResult = namedtuple("SlogdetResult", ["sign", "logabsdet"])
for _result in (EighResult, QRResult, SVDResult, SlogdetResult):
    _result.__module__ = "numpy.linalg._linalg"


def _error(words):
    from . import LinAlgError

    return LinAlgError(words)


def _matrices(a, square=False, batched=True):
    a = asarray(a)
    if a.ndim < 2 or (not batched and a.ndim != 2):
        wanted = "at least two-dimensional" if batched else "two-dimensional"
        raise _error(f"{a.ndim}-dimensional array given. Array must be {wanted}")
    if square and a.shape[-1] != a.shape[-2]:
        raise _error("Last 2 dimensions of the array must be square")
    if a.dtype is float16:
        raise TypeError("array type float16 is unsupported in linalg")
    return a if a.dtype in (float32, float64) else a.astype(float64)


def _torch(a):
    from torch import from_numpy

    return from_numpy(a)


def _run(name, *arrays, refused="Singular matrix", **options):
    """torch.linalg.NAME of arrays, as arrays."""
    from torch import linalg

    try:
        found = getattr(linalg, name)(*map(_torch, arrays), **options)
    except linalg.LinAlgError:
        raise _error(refused) from None
    return tuple(part.numpy() for part in found) if isinstance(found, tuple) else found.numpy()


def inv(a):
    """The inverse of a square matrix, or of each of a stack. Raises LinAlgError for a singular one."""
    a = _matrices(a, True)
    return _run("inv", a.astype(float64)).astype(a.dtype)


def solve(a, b):
    """x of a @ x = b; b is a vector, a matrix, or a stack of matrices. Raises LinAlgError for a singular matrix."""
    a, b = _matrices(a, True), asarray(b)
    single = a.dtype is float32 and b.dtype is float32
    a, b = (part.astype(float32 if single else float64) for part in (a, b))
    given = b.reshape((1,) * (a.ndim - 2) + (-1, 1)) if b.ndim == 1 else b
    if given.shape[-2] != a.shape[-1]:
        letters = ("(m,m),(m)->(m)", "(m,m),(m,n)->(m,n)")[b.ndim > 1]
        raise ValueError(
            f"{'solve1' if b.ndim == 1 else 'solve'}: Input operand 1 has a mismatch in its core dimension 0, with gufunc "
            f"signature {letters} (size {given.shape[-2]} is different from {a.shape[-1]})"
        )
    found = _run("solve", a, given)
    return found[..., 0] if b.ndim == 1 else found


def _signed_log(a):
    """Sign and logarithm of the determinant, by the factors of the matrix itself: torch takes the transposed one's."""
    a = _matrices(a, True)
    turned = ops.clone(ops.transpose(a, -1, -2))
    return _run("slogdet", ops.transpose(turned, -1, -2))


def det(a):
    """The determinant of a square matrix, or of each of a stack."""
    sign, logarithm = _signed_log(a)
    return scalar_or_array(asarray(sign * ufuncs["exp"](logarithm)))


def slogdet(a):
    """Sign and logarithm of the absolute value of the determinant."""
    return SlogdetResult(*map(scalar_or_array, _signed_log(a)))


def cholesky(a, /, *, upper=False):
    """The lower triangular L with a = L @ L.T, or the upper. Raises LinAlgError unless `a` is positive definite."""
    return _run("cholesky", _matrices(a, True), refused="Matrix is not positive definite", upper=upper)


def eigh(a, UPLO="L"):
    """Eigenvalues, ascending, and eigenvectors as columns, of a symmetric matrix; the vectors' signs are arbitrary."""
    UPLO = UPLO.upper()
    if UPLO not in ("L", "U"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    return EighResult(*_run("eigh", _matrices(a, True), UPLO=UPLO))


def eigvalsh(a, UPLO="L"):
    """The eigenvalues of a symmetric matrix, ascending."""
    return eigh(a, UPLO).eigenvalues


def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    """U, S and Vh of a = U @ diag(S) @ Vh, the singular values descending; or only these without `compute_uv`."""
    a = _matrices(a)
    return SVDResult(*_run("svd", a, full_matrices=full_matrices)) if compute_uv else _run("svdvals", a)


def svdvals(x, /):
    """The singular values, descending."""
    return _run("svdvals", _matrices(x))


def qr(a, mode="reduced"):
    """Q with orthonormal columns and R upper triangular of a = Q @ R; mode "reduced", "complete" or "r"."""
    if mode not in ("reduced", "complete", "r"):
        raise ValueError(f"Unrecognized mode '{mode}'")
    q, r = _run("qr", _matrices(a), mode=mode)
    return r if mode == "r" else QRResult(q, r)


def pinv(a, rcond=None, hermitian=False, *, rtol=None):
    """The Moore-Penrose inverse; singular values under `rtol` times the largest count as zeros."""
    a = _matrices(a)
    limit = 1e-15 if rcond is None and rtol is None else rtol if rcond is None else rcond
    return _run("pinv", a, rtol=float(limit))


def matrix_rank(A, tol=None, hermitian=False, *, rtol=None):
    """How many singular values are not negligible."""
    A = asarray(A)
    if A.ndim < 2:
        return int(not (A == 0).all())
    sizes = svdvals(A)
    if tol is None:
        rtol = max(A.shape[-2:]) * finfo(sizes.dtype).eps if rtol is None else rtol
        tol = sizes.max(axis=-1, keepdims=True) * rtol
    return (sizes > tol).sum(axis=-1)


def cond(x, p=None):
    """The condition number in a norm: the 2-norm unless `p` says otherwise."""
    from . import norm

    x = asarray(x)
    if p in (None, 2, -2):
        sizes = svdvals(x)
        return sizes[..., -1] / sizes[..., 0] if p == -2 else sizes[..., 0] / sizes[..., -1]
    return norm(x, p, axis=(-2, -1)) * norm(inv(x), p, axis=(-2, -1))


def lstsq(a, b, rcond=None):
    """(x that makes the norm of a @ x - b least, sums of squared residuals, rank of a, its singular values)."""
    a, b = _matrices(a, batched=False), asarray(b)
    b = b.astype(a.dtype) if b.dtype is not a.dtype else b
    vector = b.ndim == 1
    right = b.reshape(-1, 1) if vector else b
    if right.ndim != 2:
        raise _error(f"{right.ndim}-dimensional array given. Array must be two-dimensional")
    if a.shape[0] != right.shape[0]:
        raise _error("Incompatible dimensions")
    rcond = finfo(a.dtype).eps * max(a.shape) if rcond is None else rcond
    left, sizes, across = svd(a, full_matrices=False)
    kept = sizes > rcond * sizes.max()
    rank = int(kept.sum())
    x = across[:rank].T @ ((left[:, :rank].T @ right) / sizes[:rank].reshape(-1, 1))
    left_over = asarray([], a.dtype)
    if rank == a.shape[1] < a.shape[0]:
        left_over = ((right - a @ x) ** 2).sum(axis=0)
    return x[:, 0] if vector else x, left_over, rank, sizes


def tensorinv(a, ind=2):
    """The inverse of an array as a map from its last dimensions to its first `ind`."""
    a = asarray(a)
    if ind <= 0:
        raise ValueError("Invalid ind argument.")
    old = a.shape
    size = 1
    for extent in old[ind:]:
        size *= extent
    return inv(a.reshape(size, -1)).reshape(old[ind:] + old[:ind])
