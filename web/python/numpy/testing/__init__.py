"""Assertions on arrays, for checks in lessons."""

from sconce_face.missing import module_getattr

from .. import _functions
from .._creation import asarray
from .._indexing import argwhere
from .._printing import array2string

__all__ = ["assert_", "assert_allclose", "assert_almost_equal", "assert_array_almost_equal", "assert_array_equal",
           "assert_equal"]  # fmt: skip


def assert_(val, msg=""):
    """Raise AssertionError when `val` is not true."""
    if not val:
        raise AssertionError(msg)


def _compare(close, actual, desired, header, err_msg):
    actual, desired = asarray(actual), asarray(desired)
    lines = [header]
    if err_msg:
        lines.append(str(err_msg))
    if actual.shape != desired.shape and actual.ndim and desired.ndim:
        lines.append(f"(shapes {actual.shape}, {desired.shape} mismatch)")
    else:
        good = asarray(close(actual, desired))
        wrong = good.size - int(good.sum())
        if not wrong:
            return
        share = 100 * wrong / good.size
        lines.append(f"Mismatched elements: {wrong} / {good.size} ({share:.3g}%)")
        lines.append(_places(good, actual, desired))
        if actual.dtype.kind != "b" and desired.dtype.kind != "b":
            distance = asarray(asarray(abs(asarray(actual - desired)))[~good])
            lines.append(f"Max absolute difference among violations: {array2string(asarray(distance.max()))}")
            sizes = asarray(abs(asarray(desired + 0 * actual))[~good]) if good.ndim else asarray([abs(desired)])
            kept = sizes != 0
            ratios = distance.reshape(-1)[kept] / sizes.reshape(-1)[kept]
            found = array2string(asarray(ratios.max())) if ratios.size else "inf"
            lines.append(f"Max relative difference among violations: {found if kept.all() else 'inf'}")
    lines += [f" ACTUAL: {actual!r}", f" DESIRED: {desired!r}"]
    raise AssertionError("\n" + "\n".join(lines))


def _places(good, actual, desired):
    places = argwhere(~good).tolist() if good.ndim else [[]]

    def at(x, place):
        return x if x.ndim == 0 else x[tuple(place)]

    shown = "\n".join(f" {p}: {at(actual, p)} (ACTUAL), {at(desired, p)} (DESIRED)" for p in places[:5])
    if len(places) == 1:
        return f"Mismatch at index:\n{shown}"
    return f"{'Mismatch at indices' if len(places) <= 5 else 'First 5 mismatches are at indices'}:\n{shown}"


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True, *, strict=False):
    """Raise AssertionError unless |actual - desired| <= atol + rtol * |desired| everywhere."""
    _compare(
        lambda a, b: _functions.isclose(a, b, rtol, atol, equal_nan), actual, desired,
        f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}\n", err_msg,
    )  # fmt: skip


def assert_array_equal(actual, desired, err_msg="", verbose=True, *, strict=False):
    """Raise AssertionError unless the arrays have the same elements; NaN equals NaN."""
    _compare(
        lambda a, b: (a == b) | ((a != a) & (b != b)), actual, desired, "Arrays are not equal\n", err_msg
    )


def assert_array_almost_equal(actual, desired, decimal=6, err_msg="", verbose=True):
    """Raise AssertionError unless |actual - desired| < 1.5 * 10**-decimal everywhere."""
    _compare(
        lambda a, b: abs(a - b) < 1.5 * 10.0**-decimal, actual, desired,
        f"Arrays are not almost equal to {decimal} decimals\n", err_msg,
    )  # fmt: skip


assert_equal, assert_almost_equal = assert_array_equal, assert_array_almost_equal

__getattr__ = module_getattr(globals(), "NumPy")
