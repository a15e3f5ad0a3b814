"""torch.linalg: factorizations and solutions, made of differentiable operations where no iteration is needed.

Elimination follows LAPACK's order (partial pivoting, columns scaled by the pivot's reciprocal), QR its signs. Eigenvalues
and singular values come from Jacobi's rotations, in float64; their gradients are of first order.
"""

import math

from . import _types, return_types
from ._data import flat_values, from_flat
from ._define import as_step, make_function, named
from ._norms import matrix_norm as _matrix_norm, p_norm as _p_norm
from ._series import cross as _cross
from ._tensor import describe, face

_call = face.operation
_cat, _stack, _where, _arange, _eye = (_call(name) for name in ("cat", "stack", "where", "arange", "eye"))


class LinAlgError(RuntimeError):
    """A matrix that an algorithm cannot do with, such as a singular one."""


LinAlgError.__module__, LinAlgError.__name__, LinAlgError.__qualname__ = "torch._C", "_LinAlgError", "_LinAlgError"


def _floating(name, *matrices):
    for a in matrices:
        if not a.dtype._has_gradient:
            raise RuntimeError(f"linalg.{name}: Expected a floating point or complex tensor as input. Got {a.dtype._noun}")


def _two_dimensions(name, a):
    if a.ndim < 2:
        raise RuntimeError(f"linalg.{name}: The input tensor A must have at least 2 dimensions.")


def _matrices(name, a):
    _two_dimensions(name, a)
    _floating(name, a)


def _square(name, a):
    _two_dimensions(name, a)
    if a.shape[-1] != a.shape[-2]:
        raise RuntimeError(
            f"linalg.{name}: A must be batches of square matrices, but they are {a.shape[-2]} by {a.shape[-1]} matrices"
        )
    _floating(name, a)


def _batched(a):
    """The matrices as one batch (N, rows, columns)."""
    return a.reshape(a.shape[:-2].numel(), *a.shape[-2:])


def _eliminate(m, count):
    """Row echelon form of a batch (N, n, width) by its first `count` columns: (the rows, pivots, signs, places).

    `places` is the order (N, n) into which the rows were put.
    """
    batch, rows, width = m.shape
    lanes = _arange(0, batch, 1)
    places = _arange(0, rows, 1).expand(batch, rows).contiguous()
    signs, pivots = m.new_ones(batch), []
    for k in range(count):
        best = m.detach()[:, k:, k].abs().argmax(1) + k if batch else lanes
        swapped = best.ne(k)
        if bool(swapped.any()):
            order = _arange(0, rows, 1).expand(batch, rows).contiguous()
            order[lanes, best] = k
            order[:, k] = best
            m = m.gather(1, order.unsqueeze(-1).expand(batch, rows, width))
            places = places.gather(1, order)
            signs = _where(swapped, -signs, signs)
        pivot = m[:, k, k]
        pivots.append(pivot)
        factors = m[:, k + 1 :, k] * pivot.masked_fill(pivot.eq(0), 1).reciprocal().unsqueeze(1)
        below = m[:, k + 1 :] - factors.unsqueeze(2) * m[:, k : k + 1]
        m = _cat([m[:, : k + 1], below], 1)
    return m, pivots, signs, places


def _substitute(upper, right):
    """X of upper @ X = right for batches of upper triangular matrices (N, n, n) and right sides (N, n, k)."""
    n, solved = upper.shape[-1], None
    for k in range(n - 1, -1, -1):
        row = right[:, k : k + 1]
        if solved is not None:
            row = row - upper[:, k : k + 1, k + 1 :] @ solved
        row = row / upper[:, k : k + 1, k : k + 1]
        solved = row if solved is None else _cat([row, solved], 1)
    return right if solved is None else solved


def _solved(a, b, refuse):
    """X of a @ X = b for batches; `refuse(i)` is raised where the i-th pivot (from 1) is zero."""
    n = a.shape[-1]
    rows, pivots, _, _ = _eliminate(_cat([a, b], 2), n)
    for i, pivot in enumerate(pivots, 1):
        if bool(pivot.detach().eq(0).any()):
            raise refuse(i)
    return _substitute(rows[:, :, :n], rows[:, :, n:])


def _inv(a):
    """The inverse of a square matrix, or of each of a batch."""
    _square("inv", a)

    def refuse(i):
        return LinAlgError(
            f"linalg.inv: The diagonal element {i} is zero, the inversion could not be completed because the input matrix is "
            "singular."
        )

    batch = _batched(a)
    unit = _eye(a.shape[-1], a.shape[-1], a.dtype).expand(batch.shape)
    return _solved(batch, unit, refuse).view(a.shape)


def _solve(a, b, left):
    """X of A @ X = B (X @ A = B with left=False); B is a matrix or a vector, or a batch of either."""
    _floating("solve", a, b)
    _square("solve", a)
    vector = b.ndim == 1 or (b.ndim + 1 == a.ndim and b.shape == a.shape[:-1])
    right = b.unsqueeze(-1) if vector else b
    if not left:
        return _solve(a.mT, right.mT, True).mT
    if right.shape[-2] != a.shape[-1]:
        raise RuntimeError(
            f"linalg.solve: Incompatible shapes of A and B for the equation AX = B ({a.shape[-2]}x{a.shape[-1]} and "
            f"{right.shape[-2]}x{right.shape[-1]})"
        )
    from ._tiling import _broadcast_shape

    lanes = _broadcast_shape([a.shape[:-2], right.shape[:-2]])
    a, right = a.expand(*lanes, *a.shape[-2:]), right.expand(*lanes, *right.shape[-2:])

    def refuse(i):
        return LinAlgError("torch.linalg.solve: The solver failed because the input matrix is singular.")

    solution = _solved(_batched(a), _batched(right), refuse).view(right.shape)
    return solution.squeeze(-1) if vector else solution


def _slogdet(a):
    # As torch does, which has the transposed matrix at hand; the determinant's last digit depends on it.
    a = a.mT if describe(a).is_contiguous else a
    _, pivots, signs, _ = _eliminate(_batched(a), a.shape[-1])
    found = _stack(pivots, 1) if pivots else a.new_ones(signs.shape[0], 0)
    return found, signs


def _det(a):
    """The determinant of a square matrix, or of each of a batch."""
    _square("det", a)
    pivots, signs = _slogdet(a)
    return (pivots.prod(1) * signs).reshape(a.shape[:-2])


def _signed_log_det(a):
    """The sign of the determinant and the logarithm of its absolute value."""
    _square("slogdet", a)
    pivots, signs = _slogdet(a)
    sign, size = pivots.detach().sign().prod(1) * signs, pivots.abs().log().sum(1)
    return return_types.linalg_slogdet((sign.reshape(a.shape[:-2]), size.reshape(a.shape[:-2])))


def _logdet(a):
    """The logarithm of the determinant: NaN where that is negative."""
    sign, size = _signed_log_det(a)
    return _where(sign.eq(-1), math.nan, size)


def _cholesky(a, upper):
    """L of A = L @ L.T, lower triangular, for symmetric positive-definite matrices; L.T with upper=True."""
    _square("cholesky", a)
    given = a.mT if upper else a
    # The values of the lower triangle, with gradients for both, as torch gives them.
    average = (given + given.mT) / 2
    lower = given.detach().tril() + given.detach().tril(-1).mT
    rest = _batched(average - average.detach() + lower)
    n, columns = a.shape[-1], []
    for k in range(n):
        pivot = rest[:, 0, 0]
        if not bool(pivot.detach().gt(0).all()):
            raise LinAlgError(
                "linalg.cholesky: The factorization could not be completed because the input is not positive-definite (the "
                f"leading minor of order {k + 1} is not positive-definite)."
            )
        column = rest[:, :, 0] / pivot.sqrt().unsqueeze(1)
        columns.append(_cat([column.new_zeros(column.shape[0], k), column], 1))
        rest = rest[:, 1:, 1:] - column[:, 1:].unsqueeze(2) * column[:, 1:].unsqueeze(1)
    made = (_stack(columns, 2) if columns else rest).view(a.shape)
    return made.mT if upper else made


def _qr(a, mode):
    """Q with orthonormal columns and R upper triangular of A = Q @ R, by Householder's reflections.  Mode as in NumPy."""
    _matrices("qr", a)
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(
            f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), 'r', or 'complete'"
        )
    rows, columns = a.shape[-2:]
    r, reflections, least = _batched(a), [], min(rows, columns)
    for k in range(min(least, rows - 1)):
        column = r[:, k:, k]
        first, rest = column[:, 0], column[:, 1:]
        still = rest.detach().eq(0).all(1)
        size = column.square().sum(1).masked_fill(still, 1).sqrt()
        beta = _where(first.detach().ge(0), -size, size)
        scale = ((beta - first) / beta).masked_fill(still, 0)
        tail = rest / (first - beta).masked_fill(still, 1).unsqueeze(1)
        v = _cat([first.new_ones(first.shape[0], 1), tail], 1).unsqueeze(2)
        reflections.append((k, v, scale))
        r = _reflected(r, k, v, scale)
    kept = rows if mode == "complete" else least
    r = r[:, :kept].triu().view(*a.shape[:-2], kept, columns)
    if mode == "r":
        return return_types.linalg_qr((a.new_empty(0), r))
    q = _eye(rows, kept, a.dtype).expand(_batched(a).shape[0], rows, kept)
    for k, v, scale in reversed(reflections):
        q = _reflected(q, k, v, scale)
    return return_types.linalg_qr((q.reshape(*a.shape[:-2], rows, kept), r))


def _reflected(m, k, v, scale):
    """The batch with the reflection I - scale v v^T applied to its rows from k on."""
    below = m[:, k:]
    changed = below - scale.view(-1, 1, 1) * (v @ (v.mT @ below))
    return changed if not k else _cat([m[:, :k], changed], 1)


def _rotate(x, y, cosine, sine):
    for i, (a, b) in enumerate(zip(x, y)):
        x[i], y[i] = cosine * a - sine * b, sine * a + cosine * b


_SWEEPS, _ENOUGH = 60, 1e-15


def _eigen(rows):
    """Eigenvalues, ascending, and eigenvectors as rows, of a symmetric matrix by Jacobi's rotations."""
    n = len(rows)
    m = [row[:] for row in rows]
    vectors = [[float(i == j) for j in range(n)] for i in range(n)]
    for _ in range(_SWEEPS):
        off = sum(m[i][j] ** 2 for i in range(n) for j in range(i))
        if off <= (_ENOUGH * max(1e-300, max(abs(m[i][i]) for i in range(n)))) ** 2:
            break
        for p in range(n - 1):
            for q in range(p + 1, n):
                if m[p][q] == 0:
                    continue
                theta = (m[q][q] - m[p][p]) / (2 * m[p][q])
                t = math.copysign(1, theta) / (abs(theta) + math.hypot(theta, 1))
                cosine = 1 / math.hypot(t, 1)
                sine = t * cosine
                _rotate(m[p], m[q], cosine, sine)
                for row in m:
                    row[p], row[q] = cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]
                _rotate(vectors[p], vectors[q], cosine, sine)
    order = sorted(range(n), key=lambda i: m[i][i])
    return [m[i][i] for i in order], [vectors[i] for i in order]


def _singular(columns):
    """Singular values, descending, with left and right vectors as rows, of a matrix given by its columns (Hestenes)."""
    n = len(columns)
    u = [column[:] for column in columns]
    v = [[float(i == j) for j in range(n)] for i in range(n)]
    for _ in range(_SWEEPS):
        turned = False
        for p in range(n - 1):
            for q in range(p + 1, n):
                a = math.sumprod(u[p], u[p])
                b = math.sumprod(u[q], u[q])
                c = math.sumprod(u[p], u[q])
                if abs(c) <= _ENOUGH * math.sqrt(a * b) or not c:
                    continue
                turned = True
                zeta = (b - a) / (2 * c)
                t = math.copysign(1, zeta) / (abs(zeta) + math.hypot(zeta, 1))
                cosine = 1 / math.hypot(t, 1)
                _rotate(u[p], u[q], cosine, t * cosine)
                _rotate(v[p], v[q], cosine, t * cosine)
        if not turned:
            break
    sizes = [math.sqrt(math.sumprod(column, column)) for column in u]
    order = sorted(range(n), key=lambda i: -sizes[i])
    left = [[x / sizes[i] if sizes[i] else 0.0 for x in u[i]] for i in order]
    return [sizes[i] for i in order], left, [v[i] for i in order]


def _lists(a):
    """A batch's matrices as lists of rows."""
    flat = flat_values(_batched(a.detach()).contiguous())
    rows, columns = a.shape[-2:]
    each = rows * columns
    return [
        [flat[i + j * columns : i + (j + 1) * columns] for j in range(rows)] for i in range(0, len(flat), each or 1)
    ]


def _laid(items, shape, dtype):
    """Nested lists as a tensor."""
    flat = items
    for _ in range(len(shape) - 1):
        flat = [part for item in flat for part in item]
    return from_flat(list(flat), shape, dtype)


def _varying(a):
    """Zeros through which the gradient of first order reaches `a`."""
    return a - a.detach() if a.requires_grad else None


def _eigh(a, uplo):
    """Eigenvalues, ascending, and eigenvectors as columns, of symmetric matrices; the vectors' signs are arbitrary."""
    _two_dimensions("eigh", a)
    if a.shape[-1] == a.shape[-2] and not a.dtype.is_floating_point:
        raise NotImplementedError(f'"linalg_eigh_cpu" not implemented for {a.dtype._noun!r}')
    _square("eigh", a)
    if uplo not in ("L", "U"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {uplo}")
    given = a if uplo == "L" else a.mT
    found = [_eigen([[m[max(i, j)][min(i, j)] for j in range(len(m))] for i in range(len(m))]) for m in _lists(given)]
    n, lanes = a.shape[-1], a.shape[:-2]
    count = len(found)
    values = _laid([pair[0] for pair in found], (count, n), a.dtype).view(*lanes, n)
    vectors = _laid([pair[1] for pair in found], (count, n, n), a.dtype).view(*lanes, n, n).mT.contiguous()
    zeros = _varying((given + given.mT) / 2)
    if zeros is not None:
        turned = vectors.mT @ zeros @ vectors
        gaps = values.unsqueeze(-2) - values.unsqueeze(-1)
        gaps = gaps + _eye(n, n, a.dtype) * math.inf if n else gaps
        gaps = gaps.masked_fill(gaps.isnan(), math.inf)
        values, vectors = values + turned.diagonal(0, -2, -1), vectors + vectors @ (turned / gaps)
    return return_types.linalg_eigh((values, vectors))


def _eig(a):
    """Eigenvalues and eigenvectors as columns, complex, of square matrices."""
    from ._eigen import eig

    _square("eig", a)
    return eig(a)


def _factors(a):
    """Singular values, left and right vectors (as columns) of a batch, as constants."""
    rows, columns = a.shape[-2:]
    wide = rows < columns
    tall = a.mT if wide else a
    found = [_singular([list(column) for column in zip(*m)]) for m in _lists(tall)]
    count, least, lanes = len(found), min(rows, columns), a.shape[:-2]
    sizes = _laid([f[0] for f in found], (count, least), a.dtype).view(*lanes, least)
    left = _laid([f[1] for f in found], (count, least, max(rows, columns)), a.dtype).view(*lanes, least, max(rows, columns)).mT
    right = _laid([f[2] for f in found], (count, least, least), a.dtype).view(*lanes, least, least).mT
    return (sizes, right, left) if wide else (sizes, left, right)


def _svdvals(a):
    """The singular values of a matrix, descending."""
    _matrices("svd", a)
    sizes, left, right = _factors(a)
    zeros = _varying(a)
    return sizes if zeros is None else sizes + (left * (zeros @ right)).sum(-2)


def _completed(vectors, rows):
    """Orthonormal columns with further ones up to a square matrix."""
    count = vectors.shape[-1]
    if count == rows:
        return vectors
    q = _qr(vectors, "complete")[0]
    return _cat([vectors, q[..., count:]], -1)


def _svd(a, full_matrices):
    """U, S and Vh of A = U @ diag(S) @ Vh, the singular values descending; the vectors' signs are arbitrary."""
    _matrices("svd", a)
    if a.requires_grad and _call("is_grad_enabled")():
        raise NotImplementedError(
            "gradients through the vectors of linalg.svd are not in this course's PyTorch subset: use linalg.svdvals"
        )
    sizes, left, right = _factors(a)
    if full_matrices:
        left, right = _completed(left, a.shape[-2]), _completed(right, a.shape[-1])
    return return_types.linalg_svd((left.contiguous(), sizes, right.mT.contiguous()))


def _pinv(a, rtol, atol):
    """The Moore-Penrose inverse: singular values under max(atol, rtol * the largest) count as zeros."""
    if a.ndim < 2 or not a.dtype.is_floating_point:
        raise RuntimeError(
            f"linalg.pinv({a.dtype._noun}{{{list(a.shape)}}}): expected a tensor with 2 or more dimensions of float, double, "
            "cfloat or cdouble types"
        )
    sizes, left, right = _factors(a)
    kept = sizes.gt(_limit(a, sizes, rtol, atol))
    inverse = sizes.masked_fill(kept.logical_not(), 1).reciprocal() * kept
    p = (right * inverse.unsqueeze(-2)) @ left.mT
    zeros = _varying(a)
    if zeros is None:
        return p
    fixed = a.detach()
    turned = zeros.mT
    # Golub and Pereyra, The differentiation of pseudo-inverses (1973).
    outside = turned - turned @ (fixed @ p)
    inside = turned - (p @ fixed) @ turned
    return p - p @ zeros @ p + (p @ p.mT) @ outside + inside @ (p.mT @ p)


def _limit(a, sizes, rtol, atol):
    if rtol is None:
        rtol = 0.0 if atol else max(a.shape[-2:]) * _types.finfo(a.dtype).eps
    return (sizes.amax(-1, keepdim=True) * rtol).clamp(min=atol or 0.0)


def _matrix_rank(a, tol, hermitian):
    """How many singular values are not negligible."""
    if a.ndim < 2:
        raise RuntimeError("torch.linalg.matrix_rank: The input tensor input must have at least 2 dimensions.")
    if not a.dtype.is_floating_point:
        raise RuntimeError("This function doesn't handle types other than float and double")
    sizes = _svdvals(a.detach())
    limit = _limit(a, sizes, None, None) if tol is None else tol
    return sizes.gt(limit).sum(-1)


def _power(a, n):
    """A multiplied by itself n times; with n < 0, its inverse."""
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        _square("matrix_power", a)
    if n < 0:
        return _power(_inv(a), -n)
    result = None
    while n:
        if n & 1:
            result = a if result is None else result @ a
        n >>= 1
        if n:
            a = a @ a
    return _eye(a.shape[-1], a.shape[-1], a.dtype).expand(a.shape).clone() if result is None else result


def _exponential(a):
    """exp of square matrices, by Taylor's series of the matrix halved until it is small, squared back."""
    _square("matrix_exp", a)
    wide = a.to(_types.float64)
    size = float(wide.detach().abs().sum(-2).amax()) if a.shape.numel() else 0.0
    halvings = max(0, math.ceil(math.log2(size / 0.25))) if size > 0.25 else 0
    small = wide / 2.0**halvings
    unit = _eye(a.shape[-1], a.shape[-1], _types.float64).expand(a.shape)
    result = term = unit
    for k in range(1, 15):
        term = term @ small / k
        result = result + term
    for _ in range(halvings):
        result = result @ result
    return result.to(a.dtype)


def multi_dot(tensors, *, out=None):
    """The product of two or more matrices (the first and last may be vectors), in the order of fewest multiplications."""
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    first, last = tensors[0], tensors[-1]
    chain = [first.unsqueeze(0) if first.ndim == 1 else first, *tensors[1:-1], last.unsqueeze(1) if last.ndim == 1 else last]
    sizes = [chain[0].shape[0], *(m.shape[1] for m in chain)]
    count = len(chain)
    best = {(i, i): (0, i) for i in range(count)}
    for span in range(1, count):
        for i in range(count - span):
            j = i + span
            best[i, j] = min(
                (best[i, k][0] + best[k + 1, j][0] + sizes[i] * sizes[k + 1] * sizes[j + 1], k) for k in range(i, j)
            )

    def product(i, j):
        if i == j:
            return chain[i]
        k = best[i, j][1]
        return product(i, k) @ product(k + 1, j)

    result = product(0, count - 1)
    result = result.squeeze(0) if first.ndim == 1 else result
    result = result.squeeze(-1) if last.ndim == 1 else result
    return result.view(result.shape)


def _triangular(a, b, upper, left, unitriangular):
    """X of A @ X = B for triangular A (X @ A = B with left=False)."""
    _square("solve_triangular", a)
    if not left:
        return _triangular(a.mT, b.mT, not upper, True, unitriangular).mT
    lanes = (a[..., :1, :1] * b[..., :1, :1]).shape[:-2]
    a, b = _batched(a.expand(*lanes, *a.shape[-2:])), b.expand(*lanes, *b.shape[-2:])
    shape, right = b.shape, _batched(b)
    if unitriangular:
        a = a.triu(1) + a.tril(-1) + _eye(a.shape[-1], a.shape[-1], a.dtype)
    if upper:
        return _substitute(a, right).view(shape)
    return _substitute(a.flip((1, 2)), right.flip((1,))).flip((1,)).view(shape)


def lstsq(A, B, rcond=None, *, driver=None):
    """X that makes the norm of A @ X - B least, with the residuals, A's rank and (for "gelsd", "gelss") singular values."""
    if A.ndim < 2:
        raise RuntimeError("torch.linalg.lstsq: input must have at least 2 dimensions.")
    if A.dtype is not B.dtype:
        raise RuntimeError(
            "torch.linalg.lstsq: Expected input and other to have the same dtype, but got input's dtype "
            f"{A.dtype._noun} and other's dtype {B.dtype._noun}"
        )
    vector = B.ndim == 1
    right = B.unsqueeze(-1) if vector else B
    _floating("lstsq", A)
    solution = _pinv(A, rcond, None) @ right
    rank, (rows, columns) = _matrix_rank(A, None, False), A.shape[-2:]
    full = driver in ("gels", "gelsd", "gelss") and rows > columns and bool(rank.eq(columns).all())
    rank = rank if driver != "gels" else A.new_empty(0, dtype=_types.int64)
    residuals = (A @ solution - right).square().sum(-2) if full else A.new_empty(0)
    sizes = _svdvals(A.detach()) if driver in ("gelsd", "gelss") else A.new_empty(0)
    solution = solution.squeeze(-1) if vector else solution
    return return_types.linalg_lstsq((as_step("LinalgLstsqBackward0", solution), residuals, rank, sizes))


def _cond(a, p):
    """The condition number of a matrix in a norm: the 2-norm unless `p` says otherwise."""
    if a.ndim < 2:
        raise RuntimeError("linalg.cond: The input tensor must have at least 2 dimensions.")
    if p in (None, 2, -2):
        sizes = _svdvals(a)
        return sizes[..., -1] / sizes[..., 0] if p == -2 else sizes[..., 0] / sizes[..., -1]
    return _matrix_norm(a, p) * _matrix_norm(_inv(a), p)


def _norm(a, order, dim, keepdim, dtype):
    """A vector norm, or a matrix norm where `ord` or two dimensions say so."""
    if order is None:
        return _p_norm(a, 2.0, dim, keepdim, dtype)
    dims = None if dim is None else tuple(dim) if isinstance(dim, (tuple, list)) else (dim,)
    if dims is None:
        if isinstance(order, str):
            dims = (-2, -1)
        elif a.ndim not in (1, 2):
            raise RuntimeError(
                f"linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got {a.ndim}D."
            )
        else:
            dims = tuple(range(a.ndim))
    if len(dims) == 2:
        return _matrix_norm(a, order, dims, keepdim, dtype)
    if isinstance(order, str):
        raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple. Got {', '.join(map(str, dims))}")
    return _p_norm(a, order, dims, keepdim, dtype)


def _vecdot(x, y, dim):
    """The sums of products along a dimension."""
    return (x * y).sum(dim)


def _vander(x, n):
    """The matrix whose columns are the powers of a vector's elements, the lowest first."""
    from ._define import functions

    return functions["vander"](x, n, True)


_OUT = "Tensor? out=None"
_NORM = f"int[1]? dim=None, bool keepdim=False, *, Dtype? dtype=None, {_OUT}"
_MATRIX = f"int[] dim=(-2,-1), bool keepdim=False, *, Dtype? dtype=None, {_OUT}"
_DEFINED = {
    "inv": (f"(Tensor A, *, {_OUT})", _inv),
    "solve": (f"(Tensor A, Tensor B, *, bool left=True, {_OUT})", _solve),
    "det": (f"(Tensor A, *, {_OUT})", _det),
    "slogdet": ("(Tensor A, *, Tensor[]? out=None)", _signed_log_det),
    "cholesky": (f"(Tensor A, *, bool upper=False, {_OUT})", _cholesky),
    "qr": ("(Tensor A, str mode='reduced', *, Tensor[]? out=None)", _qr),
    "eigh": ("(Tensor A, str UPLO='L', *, Tensor[]? out=None)", _eigh),
    "eigvalsh": (f"(Tensor A, str UPLO='L', *, {_OUT})", lambda a, uplo: _eigh(a, uplo)[0]),
    "eig": ("(Tensor A, *, Tensor[]? out=None)", _eig),
    "eigvals": (f"(Tensor A, *, {_OUT})", lambda a: _eig(a)[0]),
    "svd": ("(Tensor A, bool full_matrices=True, *, str? driver=None, Tensor[]? out=None)",
            lambda a, full, driver: _svd(a, full)),
    "svdvals": (f"(Tensor A, *, str? driver=None, {_OUT})", lambda a, driver: _svdvals(a)),
    "pinv": (f"(Tensor A, *, float? atol=None, float? rtol=None, bool hermitian=False, {_OUT})",
             lambda a, atol, rtol, hermitian: _pinv(a, rtol, atol)),
    "matrix_rank": (f"(Tensor A, float? tol=None, bool hermitian=False, *, {_OUT})", _matrix_rank),
    "matrix_power": (f"(Tensor A, int n, *, {_OUT})", _power),
    "matrix_exp": ("(Tensor A)", _exponential),
    "solve_triangular": (
        f"(Tensor A, Tensor B, *, bool upper, bool left=True, bool unitriangular=False, {_OUT})", _triangular
    ),
    "cond": (f"(Tensor A, object? p=None, *, {_OUT})", _cond),
    "vecdot": (f"(Tensor x, Tensor y, *, int dim=-1, {_OUT})", _vecdot),
    "cross": (f"(Tensor input, Tensor other, *, int dim=-1, {_OUT})", _cross),
    "matmul": (f"(Tensor input, Tensor other, *, {_OUT})", _call("matmul")),
    "diagonal": ("(Tensor A, *, int offset=0, int dim1=-2, int dim2=-1)", _call("diagonal")),
    "vander": ("(Tensor x, *, int? N=None)", _vander),
}  # fmt: skip
_SEVERAL = {
    "norm": [(f"(Tensor A, Number? ord=None, {_NORM})", _norm), (f"(Tensor A, str ord, {_NORM})", _norm)],
    "vector_norm": [(f"(Tensor x, Number ord=2, {_NORM})", lambda x, *given: _p_norm(x, *given))],
    "matrix_norm": [
        (f"(Tensor A, Number ord, {_MATRIX})", _matrix_norm), (f"(Tensor A, str ord='fro', {_MATRIX})", _matrix_norm),
    ],
}  # fmt: skip
# What each is in the graph, where torch has it as one step.
_STEPS = {
    "inv": "InvEx", "solve": "SolveEx", "det": "Det", "slogdet": "Slogdet", "cholesky": "CholeskyEx", "qr": "Qr",
    "eig": "Eig", "eigvals": "Eig", "eigh": "Eigh", "eigvalsh": "Eigh", "svd": "Svd", "svdvals": "Svd", "pinv": "Pinv",
    "matrix_exp": "MatrixExp", "solve_triangular": "SolveTriangular", "cross": "Cross",
}  # fmt: skip
for _name, _overloads in {**{name: [one] for name, one in _DEFINED.items()}, **_SEVERAL}.items():
    _doc = _overloads[0][1].__doc__ or ""
    if _name in _STEPS:
        _overloads = [(text, named(f"Linalg{_STEPS[_name]}Backward0", run)) for text, run in _overloads]
    globals()[_name] = make_function(f"linalg_{_name}", _overloads, _doc, "torch.linalg")

__all__ = ["LinAlgError", "lstsq", "multi_dot", *_DEFINED, *_SEVERAL]


