"""Assertions on arrays, for checks in lessons."""

from .. import _functions
from .._array import ndarray
from .._creation import asarray
from .._printing import array2string, array_repr
from .._shaping import broadcast_arrays

__all__ = ["assert_", "assert_allclose", "assert_almost_equal", "assert_array_almost_equal", "assert_array_equal",
           "assert_equal"]  # fmt: skip

_SHOWN = 5


def assert_(val, msg=""):
    """Raise AssertionError when `val` is not true."""
    if not val:
        raise AssertionError(msg)


def _text(value, precision):
    lines = (array_repr(value, precision=precision) if isinstance(value, ndarray) else repr(value)).splitlines()
    return "\n".join(lines) if len(lines) <= 4 else "\n".join(lines[:3]) + "..."


def _message(header, err_msg, verbose, actual, desired, precision=8):
    words = f"\n{header}"
    if err_msg:
        fits = "\n" not in err_msg and len(err_msg) < 79 - len(words)
        words += f" {err_msg}" if fits else f"\n{err_msg}"
    if verbose:
        words += f"\n ACTUAL: {_text(actual, precision)}\n DESIRED: {_text(desired, precision)}"
    return words


def _places(actual, desired, good):
    """Where the first mismatches are, a line each."""
    places = [tuple(place) for place in zip(*((~good).nonzero()[d].tolist() for d in range(good.ndim)))]
    if not places:
        return []
    a, b = broadcast_arrays(actual, desired)
    if len(places) == 1:
        head = "Mismatch at index:"
    elif len(places) <= _SHOWN:
        head = "Mismatch at indices:"
    else:
        head = f"First {_SHOWN} mismatches are at indices:"
    return [head] + [
        f" {list(place)}: {a[place].item()!r} (ACTUAL), {b[place].item()!r} (DESIRED)" for place in places[:_SHOWN]
    ]


def _differences(actual, desired, good):
    """The largest differences where the arrays differ; truth values have none."""
    if actual.dtype.kind == "b" and desired.dtype.kind == "b":
        return []
    a, b = (asarray(side)[~good] for side in broadcast_arrays(actual, desired))
    distance, size = asarray(abs(a - b)), asarray(abs(b))
    known = size != 0
    relative = asarray((distance[known] / size[known]).max()) if known.any() else asarray(float("inf"))
    return [
        f"Max absolute difference among violations: {array2string(asarray(distance.max()))}",
        f"Max relative difference among violations: {array2string(relative)}",
    ]


def _compare(close, actual, desired, header, err_msg, verbose, strict, equal_nan=True, precision=6):
    actual, desired = asarray(actual), asarray(desired)
    different = actual.shape != desired.shape if strict else actual.ndim and desired.ndim and actual.shape != desired.shape
    if different or strict and actual.dtype != desired.dtype:
        what = f"shapes {actual.shape}, {desired.shape} mismatch" if different else "dtypes {}, {} mismatch".format(
            actual.dtype, desired.dtype
        )
        raise AssertionError(_message(header, f"{err_msg}\n({what})", verbose, actual, desired, precision))
    marks = [("nan", lambda x: x != x)] if equal_nan else []
    for name, mark in (*marks, ("inf", lambda x: asarray(abs(x)) == float("inf"))):
        if not asarray(mark(actual) == mark(desired)).all():
            words = f"{err_msg}\n{name} location mismatch:"
            raise AssertionError(_message(header, words, verbose, actual, desired, precision))
    good = asarray(close(actual, desired))
    if equal_nan:
        good = asarray(good | ((actual != actual) & (desired != desired)))
    wrong = good.size - int(good.sum())
    if wrong:
        remarks = [
            f"Mismatched elements: {wrong} / {good.size} ({100 * wrong / good.size:.3g}%)",
            *(_places(actual, desired, good) if good.ndim else ()),
            *_differences(actual, desired, good),
        ]
        raise AssertionError(_message(header, "\n".join([err_msg, *remarks]), verbose, actual, desired, precision))


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True, *, strict=False):
    """Raise AssertionError unless |actual - desired| <= atol + rtol * |desired| everywhere."""
    _compare(
        lambda a, b: _functions.isclose(a, b, rtol, atol, equal_nan), actual, desired,
        f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}", str(err_msg), verbose, strict, equal_nan,
    )  # fmt: skip


def assert_array_equal(actual, desired, err_msg="", verbose=True, *, strict=False):
    """Raise AssertionError unless the arrays have the same elements; NaN equals NaN."""
    _compare(lambda a, b: a == b, actual, desired, "Arrays are not equal", str(err_msg), verbose, strict)


def assert_array_almost_equal(actual, desired, decimal=6, err_msg="", verbose=True):
    """Raise AssertionError unless |actual - desired| < 1.5 * 10**-decimal everywhere."""
    _compare(
        lambda a, b: (a == b) | (abs(a - b) < 1.5 * 10.0**-decimal), actual, desired,
        f"Arrays are not almost equal to {decimal} decimals", str(err_msg), verbose, False, precision=decimal,
    )  # fmt: skip


def assert_almost_equal(actual, desired, decimal=7, err_msg="", verbose=True):
    """Raise AssertionError unless the numbers, or the arrays' elements, agree to `decimal` decimals."""
    if isinstance(actual, (ndarray, tuple, list)) or isinstance(desired, (ndarray, tuple, list)):
        assert_array_almost_equal(actual, desired, decimal, err_msg)
    elif not (actual == desired or (actual != actual and desired != desired)) and not (
        abs(desired - actual) < 1.5 * 10.0**-decimal
    ):
        header = f"Arrays are not almost equal to {decimal} decimals"
        raise AssertionError(_message(header, str(err_msg), verbose, actual, desired))


def assert_equal(actual, desired, err_msg="", verbose=True, *, strict=False):
    """Raise AssertionError unless two objects are equal, item by item where they hold items; NaN equals NaN."""
    if isinstance(desired, dict) and isinstance(actual, dict):
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for key in desired:
            if key not in actual:
                raise AssertionError(repr(key))
            assert_equal(actual[key], desired[key], f"key={key!r}\n{err_msg}", verbose)
    elif isinstance(desired, (list, tuple)) and isinstance(actual, (list, tuple)):
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for place, (one, other) in enumerate(zip(actual, desired)):
            assert_equal(one, other, f"item={place!r}\n{err_msg}", verbose)
    elif isinstance(actual, ndarray) or isinstance(desired, ndarray):
        assert_array_equal(actual, desired, err_msg, verbose, strict=strict)
    elif not (actual == desired or (actual != actual and desired != desired)):
        raise AssertionError(_message("Items are not equal:", str(err_msg), verbose, actual, desired))
