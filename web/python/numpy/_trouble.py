"""Finding floating-point trouble: which warning, if any, NumPy would give for an operation's result.

NumPy reads the processor's exception flags. There are none in WebAssembly, so a result is first asked
whether all of it is finite, which it nearly always is; only then are result and operands compared.
"""

import math

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
all_finite = ops.all_finite  # whether no element is NaN or infinite


def examine(operation, result, operands):
    """Report the trouble of an elementwise operation, given its floating-point result and its operands.

    `operands` are arrays or Python numbers.
    """
    if all_finite(result) or not watches("divide", "over", "invalid"):
        return
    nearest = result.dtype.nearest
    if nearest and any(math.isinf(nearest(x)) and not math.isinf(x) for x in operands if isinstance(x, (int, float))):
        report("over", "cast")
        return
    arrays = [x if isinstance(x, ndarray) else ops.full((), x, _python_dtype(x)) for x in operands]
    infinite = ops.isinf(result)
    for x in arrays:
        infinite = ops.logical_and(infinite, ops.isfinite(x))
    pole = _POLES.get(operation)
    if pole is not None:
        at_pole = ops.logical_and(infinite, pole(*arrays))
        if any_true(at_pole):
            report("divide", operation)
        infinite = ops.logical_and(infinite, ops.logical_not(at_pole))
    if any_true(infinite):
        report("over", operation)
    undefined = ops.isnan(result)
    for x in arrays:
        undefined = ops.logical_and(undefined, ops.logical_not(ops.isnan(x)))
    if any_true(undefined):
        report("invalid", operation)


def examine_cast(source, target):
    """Report the trouble of casting: to integers when not finite or far out of range, to smaller floats when out of range."""
    if target.kind in "iu":
        # What is narrower than 32 bits is cast by way of them.
        if not all_finite(source) or (target.itemsize < 8 and any_true(ops.ge(ops.abs(source), 2.0**31))):
            report("invalid", "cast")
    elif source.dtype.itemsize > target.itemsize and not all_finite(source.astype(target, _watch=False)):
        if any_true(ops.logical_and(ops.isfinite(source), ops.isinf(source.astype(target, _watch=False)))):
            report("over", "cast")


def examine_reduction(operation, result, source):
    """Report the trouble of a sum or product of floats: overflow, or infinities that cancel."""
    if all_finite(result):
        return
    finite = ops.item(ops.all(ops.isfinite(source)))
    if finite:
        report("over", operation)
    elif any_true(ops.isnan(result)) and not any_true(ops.isnan(source)):
        report("invalid", operation)


def examine_product(operation, result, a, b):
    """Report the trouble of a sum of products: infinities that meet zeros or cancel, and overflow."""
    if result.dtype.kind != "f" or all_finite(result):
        return
    limited = not any_true(ops.isinf(a)) and not any_true(ops.isinf(b))
    defined = not any_true(ops.isnan(a)) and not any_true(ops.isnan(b))
    if limited and defined:
        report("over", operation)
    elif not limited and any_true(ops.isnan(result)):
        report("invalid", operation)


def any_true(mask):
    """Whether any element of a boolean array is true, as a Python bool."""
    return bool(ops.item(ops.any(mask)))


def _python_dtype(value):
    from ._dtypes import find

    return find(type(value))
