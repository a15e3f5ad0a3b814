"""NumPy's Python face on the Sconce engine: the subset that the course uses, with NumPy's own names and words."""

import math as _math

from . import _dtypes, _scalars, exceptions
from ._dtypes import dtype, finfo, iinfo
from ._scalars import (
    bool_, complex64, complex128, complexfloating, floating, float16, float32, float64, generic, inexact, int8, int16, int32,
    int64, integer, number, signedinteger, uint8, uint16, unsignedinteger,
)  # fmt: skip
from ._array import ndarray
from . import (  # noqa: I001 (in order of need)
    _creation, _ufuncs, _scalar_arithmetic, _indexing, _reductions, _shaping, _joining, _products, _functions, _sorting,
    _complex, _printing,
)  # fmt: skip
from ._former_names import words as _former_words
from ._errstate import errstate, geterr, seterr
from ._ufuncs import ufunc

__version__ = "2.4.6"

_scalars.bind(_creation.asarray)

_PUBLIC = {
    _creation: "arange array asanyarray asarray ascontiguousarray copy empty empty_like eye frombuffer fromiter full "
    "full_like geomspace identity indices linspace logspace ones ones_like tri zeros zeros_like",
    _indexing: "argwhere compress extract flatnonzero index_exp nonzero put_along_axis s_ take take_along_axis "
    "unravel_index",
    _reductions: "all amax amin any argmax argmin average count_nonzero cumprod cumsum max mean median min nanmax "
    "nanmean nanmin nanprod nansum percentile prod ptp quantile std sum var",
    _shaping: "atleast_1d atleast_2d atleast_3d broadcast_arrays broadcast_shapes broadcast_to diag diagonal expand_dims "
    "fill_diagonal flip fliplr flipud matrix_transpose meshgrid moveaxis pad permute_dims ravel repeat reshape roll "
    "rollaxis rot90 squeeze swapaxes tile trace transpose tril tril_indices triu triu_indices",
    _joining: "append array_split column_stack concat concatenate delete dstack hsplit hstack insert split stack vsplit "
    "vstack",
    _products: "cross dot inner kron matmul outer tensordot vdot vecdot",
    _functions: "allclose apply_along_axis around array_equal array_equiv clip convolve corrcoef cov diff ediff1d fix "
    "gradient isclose isdtype isscalar issubdtype may_share_memory nan_to_num ndim promote_types result_type round select "
    "shape shares_memory size trapezoid vectorize where",
    _sorting: "argsort bincount digitize histogram histogram_bin_edges interp intersect1d isin searchsorted setdiff1d sort "
    "union1d unique",
    _complex: "angle imag iscomplex iscomplexobj isreal isrealobj real real_if_close",
    _printing: "array2string array_repr array_str format_float_positional format_float_scientific get_printoptions "
    "printoptions set_printoptions",
}
for _module, _names in _PUBLIC.items():
    for _name in _names.split():
        globals()[_name] = getattr(_module, _name)
        if getattr(globals()[_name], "__module__", "").startswith("numpy._"):
            globals()[_name].__module__ = "numpy"
globals().update(_ufuncs.ufuncs)
can_cast = _functions.can_cast_

bool = bool_
double, single, int_, intp, intc, ubyte, byte_bounds = float64, float32, int64, int64, int32, uint8, None
half, byte, short, ushort, long, longlong = float16, int8, int16, uint16, int64, int64
csingle, cdouble = complex64, complex128
True_, False_ = _scalars.true, _scalars.false
pi, e, euler_gamma = _math.pi, _math.e, 0.5772156649015329
inf, nan = _math.inf, _math.nan
newaxis = None
little_endian = True

ndarray.__repr__ = lambda self: _printing.array_repr(self)
ndarray.__str__ = lambda self: _printing.array_str(self)


def deg2rad(x, /, **kwargs):
    """Degrees as radians."""
    return _ufuncs.ufuncs["multiply"](x, pi / 180.0, **kwargs)


def rad2deg(x, /, **kwargs):
    """Radians as degrees."""
    return _ufuncs.ufuncs["multiply"](x, 180.0 / pi, **kwargs)


radians, degrees = deg2rad, rad2deg

from . import linalg, random, testing  # noqa: E402 (they take what is above)

del byte_bounds

# Families that are loaded when one of their names is first asked for.
_LATE = {
    "_files": "load save savez savez_compressed",
    "_index_tricks": "diag_indices ix_ mgrid ndenumerate ndindex nditer ogrid ravel_multi_index tril_indices_from "
    "triu_indices_from",
    "_polynomials": "polyadd polyder polyfit polyint polymul polyval vander",
    "_ranges": "c_ r_",
    "_rarer": "arccosh arcsinh arctanh fabs float_power fmax fmin modf positive "
    "argpartition block cbrt choose copysign copyto correlate diagflat divmod einsum fromfunction gcd "
    "hanning hamming heaviside histogram2d hypot isneginf isposinf iterable lcm left_shift "
    "lexsort logaddexp logaddexp2 nanargmax nanargmin nanmedian nanpercentile nanquantile nanstd nanvar partition "
    "piecewise place put putmask resize right_shift setxor1d signbit sinc trim_zeros unstack",
    "_text_files": "fromstring genfromtxt loadtxt savetxt",
}
_late_home = {name: family for family, names in _LATE.items() for name in names.split()}


def __getattr__(name):
    from importlib import import_module

    if name in _late_home:
        found = globals()[name] = getattr(import_module(f"numpy.{_late_home[name]}"), name)
        if (getattr(found, "__module__", None) or "").startswith("numpy._"):
            found.__module__ = "numpy"
        return found
    if name == "lib":
        return import_module("numpy.lib")
    raise AttributeError(name)


def __dir__():
    return [*globals(), *_late_home]
