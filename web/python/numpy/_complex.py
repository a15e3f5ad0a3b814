"""Complex numbers: their parts and angles, and questions about them."""

import math

from ._array import ndarray, scalar_or_array
from ._creation import asarray
from ._engine import ops
from ._scalars import generic
from ._ufuncs import ufuncs


def real(val):
    """The real part: a view of a complex array, a real array itself."""
    return val.real if isinstance(val, (ndarray, generic)) else _of_number(val, "real")


def imag(val):
    """The imaginary part: a view of a complex array, zeros for a real one."""
    return val.imag if isinstance(val, (ndarray, generic)) else _of_number(val, "imag")


def _of_number(value, part):
    return getattr(value, part) if hasattr(value, part) else getattr(asarray(value), part)


def angle(z, deg=False):
    """The angle of complex numbers in radians, or in degrees."""
    z = asarray(z)
    result = scalar_or_array(ops.angle(z) if z.dtype.kind == "c" else ufuncs["arctan2"](ops.zeros(z.shape, z.dtype), z))
    return result * (180 / math.pi) if deg else result


def iscomplexobj(x):
    """Whether the dtype of an array or a number is complex."""
    return asarray(x).dtype.kind == "c"


def isrealobj(x):
    """Whether the dtype of an array or a number is not complex."""
    return not iscomplexobj(x)


def iscomplex(x):
    """Whether each element has an imaginary part."""
    return ufuncs["not_equal"](asarray(x).imag, 0)


def isreal(x):
    """Whether each element has no imaginary part."""
    return ufuncs["equal"](asarray(x).imag, 0)


def real_if_close(a, tol=100):
    """The real parts, where all imaginary parts are within `tol` times the machine epsilon of 0; else the array itself."""
    from ._dtypes import finfo

    a = asarray(a)
    if a.dtype.kind != "c":
        return a
    limit = tol * float(finfo(a.dtype).eps) if tol > 1 else tol
    return a.real if bool(ops.item(ops.all(ops.lt(ops.abs(a.imag), limit)))) else a
