"""Eigenvalues and eigenvectors of general matrices.

Householder's reduction to Hessenberg form, then the QR algorithm with Wilkinson's shifts (Golub and Van Loan, Matrix
Computations, 7.4 to 7.6), in complex numbers of double precision.
"""

import math

from . import _types, return_types
from ._data import flat_values, from_flat
from ._tensor import face

_eye = face.operation("eye")
_SMALL = 2.0**-52
_TRIES = 60


def _reflect(rows, first, vector):
    """Applies I - 2 v v^H to rows[first:]."""
    for column in range(len(rows[0])):
        share = 2 * sum(v.conjugate() * rows[first + i][column] for i, v in enumerate(vector))
        for i, v in enumerate(vector):
            rows[first + i][column] -= share * v


def _reflect_columns(rows, first, vector):
    for row in rows:
        share = 2 * sum(row[first + i] * v for i, v in enumerate(vector))
        for i, v in enumerate(vector):
            row[first + i] -= share * v.conjugate()


def _hessenberg(m, basis):
    n = len(m)
    for k in range(n - 2):
        vector = [m[i][k] for i in range(k + 1, n)]
        size = math.sqrt(sum(abs(v) ** 2 for v in vector))
        if size == abs(vector[0]):
            continue
        turn = vector[0] / abs(vector[0]) if vector[0] else 1
        vector[0] += turn * size
        size = math.sqrt(sum(abs(v) ** 2 for v in vector))
        vector = [v / size for v in vector]
        _reflect(m, k + 1, vector)
        _reflect_columns(m, k + 1, vector)
        _reflect_columns(basis, k + 1, vector)


def _shift(m, last):
    """The eigenvalue of the last two rows and columns that is nearer to the last element."""
    a, b, c, d = m[last - 1][last - 1], m[last - 1][last], m[last][last - 1], m[last][last]
    half = (a - d) / 2
    root = (half * half + b * c) ** 0.5
    if (half * root.conjugate()).real < 0:
        root = -root
    return d - b * c / (half + root) if half + root else d


def _sweep(m, basis, low, high, shift):
    """One step of QR on the block from low to high, by rotations."""
    n = len(m)
    for k in range(low, high + 1):
        m[k][k] -= shift
    turns = []
    for k in range(low, high):
        a, b = m[k][k], m[k + 1][k]
        size = math.hypot(abs(a), abs(b))
        c, s = (a / size, b / size) if size else (1, 0)
        turns.append((c, s))
        upper, lower = m[k], m[k + 1]
        for j in range(k, n):
            upper[j], lower[j] = c.conjugate() * upper[j] + s.conjugate() * lower[j], c * lower[j] - s * upper[j]
    for k, (c, s) in enumerate(turns, low):
        for row in (*m[: min(k + 2, high + 1)], *basis):
            row[k], row[k + 1] = row[k] * c + row[k + 1] * s, row[k + 1] * c.conjugate() - row[k] * s.conjugate()
    for k in range(low, high + 1):
        m[k][k] += shift


def _schur(m):
    """(T, Z) with m = Z T Z^H, T upper triangular."""
    n = len(m)
    basis = [[complex(i == j) for j in range(n)] for i in range(n)]
    _hessenberg(m, basis)
    high, tries = n - 1, 0
    while high > 0:
        low = high
        while low > 0:
            near = abs(m[low][low]) + abs(m[low - 1][low - 1])
            if abs(m[low][low - 1]) <= _SMALL * near:
                m[low][low - 1] = 0j
                break
            low -= 1
        if low == high:
            high, tries = high - 1, 0
            continue
        tries += 1
        if tries > _TRIES:
            from .linalg import LinAlgError

            raise LinAlgError("linalg.eig: The algorithm failed to converge.")
        # Now and then another shift, for matrices that the usual one leaves as they are.
        _sweep(m, basis, low, high, _shift(m, high) if tries % 10 else m[high][high] + abs(m[high][high - 1]))
    return m, basis


def _vector(m, basis, k):
    n, limit = len(m), _SMALL * max(max(map(abs, row)) for row in m)
    x = [0j] * n
    x[k] = 1 + 0j
    for i in range(k - 1, -1, -1):
        gap = m[k][k] - m[i][i]
        x[i] = sum(m[i][j] * x[j] for j in range(i + 1, k + 1)) / (gap if abs(gap) > limit else limit or 1.0)
    v = [sum(basis[i][j] * x[j] for j in range(k + 1)) for i in range(n)]
    size = math.sqrt(sum(abs(part) ** 2 for part in v))
    largest = max(v, key=abs)
    turn = largest.conjugate() / abs(largest) / size
    return [part * turn for part in v]


def _decomposed(rows):
    """Eigenvalues and eigenvectors, as rows; those of a real matrix come real or in conjugate pairs, the upper one first."""
    real = not any(isinstance(x, complex) for row in rows for x in row)
    m, basis = _schur([[complex(x) for x in row] for row in rows])
    size = max((abs(x) for row in rows for x in row), default=0.0)
    values = [m[i][i] for i in range(len(m))]
    vectors = [_vector(m, basis, k) for k in range(len(m))]
    if not real:
        return values, vectors
    done = 0
    while done < len(values):
        if abs(values[done].imag) <= 1e-10 * size or done + 1 == len(values):
            values[done] = complex(values[done].real)
            vectors[done] = [complex(part.real) for part in vectors[done]]
            done += 1
            continue
        upper = done if values[done].imag > 0 else done + 1
        value = values[upper]
        value = complex(0.0, value.imag) if abs(value.real) <= _SMALL * size else value
        values[done : done + 2] = value, value.conjugate()
        vectors[done : done + 2] = vectors[upper], [part.conjugate() for part in vectors[upper]]
        done += 2
    return values, vectors


def eig(a):
    """Eigenvalues (..., n) and eigenvectors as columns (..., n, n), complex; a vector's length is 1, its phase arbitrary.

    The gradient is of first order. Raises LinAlgError where the iteration does not converge.
    """
    n, lanes = a.shape[-1], a.shape[:-2]
    dtype = a.dtype if a.dtype.is_complex else _types.complex128 if a.dtype is _types.float64 else _types.complex64
    flat = flat_values(a.detach().contiguous())
    found = [
        _decomposed([flat[at + i * n : at + (i + 1) * n] for i in range(n)]) for at in range(0, len(flat), n * n or 1)
    ]
    values = from_flat([value for pair in found for value in pair[0]], (len(found), n), dtype).view(*lanes, n)
    rows = from_flat([x for pair in found for row in pair[1] for x in row], (len(found), n, n), dtype)
    vectors = rows.view(*lanes, n, n).mT.contiguous()
    if a.requires_grad:
        from .linalg import solve

        turned = solve(vectors, (a - a.detach()).to(dtype) @ vectors)
        gaps = values.unsqueeze(-2) - values.unsqueeze(-1) + _eye(n, n, dtype) * 1e30
        moved = vectors @ (turned / gaps)
        # A vector keeps its length.
        grown = (vectors.conj() * moved).sum(-2, keepdim=True).real
        values, vectors = values + turned.diagonal(0, -2, -1), vectors + moved - vectors * grown
    return return_types.linalg_eig((values, vectors))
