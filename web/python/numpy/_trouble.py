"""Finding floating-point trouble: which warning, if any, NumPy would give for an operation's result.

NumPy reads the processor's exception flags. There are none in WebAssembly, so a result is first asked
whether all of it is finite, which it nearly always is; only then are result and operands compared.
"""

import math

from sconce_face.bridge import row

from . import _engine
from ._array import ndarray
from ._engine import ops
from ._errstate import report, watches

_POLES = {
    "divide": lambda a, b: ops.eq(b, 0),
    "floor_divide": lambda a, b: ops.eq(b, 0),
    "power": lambda a, b: ops.eq(a, 0),
    "log": lambda x: ops.eq(x, 0),
    "log2": lambda x: ops.eq(x, 0),
    "log10": lambda x: ops.eq(x, 0),
    "log1p": lambda x: ops.eq(x, -1),
    "reciprocal": lambda x: ops.eq(x, 0),
    "arctanh": lambda x: ops.eq(ops.abs(x), 1),
}
_SMALL = 64


def all_finite(array):
    """Whether no element is NaN or infinite."""
    if _engine.has("all_finite"):
        return ops.all_finite(array)
    size = array.size
    if size <= _SMALL:
        if size == 0:
            return True
        ops.values(array)
        return math.isfinite(sum(row[1 : size + 1]))
    # A sum is finite only if all its terms are; one that overflows merely costs the closer look.
    return math.isfinite(ops.item(ops.sum(array)))


def examine(operation, result, operands):
    """Report the trouble of an elementwise operation, given its floating-point result and its operands.

    `operands` are arrays or Python numbers.
    """
    if not watches("divide", "over", "invalid") or all_finite(result):
        return
    arrays = [x if isinstance(x, ndarray) else ops.full((), x, _python_dtype(x)) for x in operands]
    infinite = ops.isinf(result)
    for x in arrays:
        infinite = ops.logical_and(infinite, ops.isfinite(x))
    pole = _POLES.get(operation)
    if pole is not None:
        at_pole = ops.logical_and(infinite, pole(*arrays))
        if _any(at_pole):
            report("divide", operation)
        infinite = ops.logical_and(infinite, ops.logical_not(at_pole))
    if _any(infinite):
        report("over", operation)
    undefined = ops.isnan(result)
    for x in arrays:
        undefined = ops.logical_and(undefined, ops.logical_not(ops.isnan(x)))
    if _any(undefined):
        report("invalid", operation)


def examine_cast(source, target):
    """Report the trouble of casting floats: to integers when not finite, to float32 when out of its range."""
    if target.kind in "iu":
        if not all_finite(source):
            report("invalid", "cast")
    elif source.dtype.itemsize > target.itemsize and not all_finite(source.astype(target, _watch=False)):
        if _any(ops.logical_and(ops.isfinite(source), ops.isinf(source.astype(target, _watch=False)))):
            report("over", "cast")


def examine_reduction(operation, result, source):
    """Report the trouble of a sum or product of floats: overflow, or infinities that cancel."""
    if all_finite(result):
        return
    finite = ops.item(ops.all(ops.isfinite(source)))
    if finite:
        report("over", operation)
    elif _any(ops.isnan(result)) and not _any(ops.isnan(source)):
        report("invalid", operation)


def _any(mask):
    return bool(ops.item(ops.any(mask)))


def _python_dtype(value):
    from ._dtypes import find

    return find(type(value))
