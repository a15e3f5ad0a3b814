"""Polynomials as arrays of coefficients, the highest power first."""

from ._array import scalar_or_array
from ._creation import arange, asarray, zeros
from ._dtypes import float64
from ._functions import convolve
from ._joining import concatenate


def vander(x, N=None, increasing=False):
    """The powers of each element of a vector as a row, descending unless `increasing`."""
    x = asarray(x)
    if x.ndim != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    N = len(x) if N is None else N
    powers = x.reshape(-1, 1) ** arange(N)
    return powers if increasing else powers[:, ::-1]


def polyval(p, x):
    """The value of a polynomial at x."""
    x = asarray(x)
    y = x * 0
    for c in asarray(p):
        y = y * x + c
    return scalar_or_array(asarray(y))


def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    """The coefficients of the polynomial of degree `deg` nearest to the points, by least squares."""
    from .linalg import lstsq

    if full or cov:
        raise NotImplementedError("polyfit: full and cov are not in this course's NumPy subset")
    x, y = asarray(x).astype(float64), asarray(y).astype(float64)
    if deg < 0:
        raise ValueError("expected deg >= 0")
    if x.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if x.size == 0:
        raise TypeError("expected non-empty vector for x")
    if y.ndim < 1 or y.ndim > 2:
        raise TypeError("expected 1D or 2D array for y")
    if x.shape[0] != y.shape[0]:
        raise TypeError("expected x and y to have same length")
    left, right = vander(x, deg + 1), y
    if w is not None:
        w = asarray(w).astype(float64)
        left, right = left * w.reshape(-1, 1), right * (w.reshape(-1, 1) if y.ndim == 2 else w)
    scale = (left * left).sum(axis=0) ** 0.5
    c = lstsq(left / scale, right, len(x) * 2.0**-52 if rcond is None else rcond)[0]
    return c / (scale if c.ndim == 1 else scale.reshape(-1, 1))


def _padded(p, length):
    p = asarray(p).reshape(-1)
    return concatenate([zeros(length - len(p), p.dtype), p]) if len(p) < length else p


def polyadd(a1, a2):
    """The sum of two polynomials."""
    length = max(asarray(a1).size, asarray(a2).size)
    return _padded(a1, length) + _padded(a2, length)


def polymul(a1, a2):
    """The product of two polynomials."""
    return convolve(a1, a2)


def polyder(p, m=1):
    """The m-th derivative of a polynomial."""
    p = asarray(p)
    for _ in range(m):
        p = p[:-1] * arange(len(p) - 1, 0, -1)
    return p


def polyint(p, m=1, k=0):
    """The m-th integral of a polynomial, with the constant k."""
    p = asarray(p)
    for _ in range(m):
        p = concatenate([p / arange(len(p), 0, -1), asarray([k])])
    return p
