"""assert_close: whether two values are close, and if not, where and by how much."""

import cmath
import sys
import warnings
from collections.abc import Mapping, Sequence

import torch
from torch import Tensor

_PRECISIONS = {
    "float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5), "float64": (1e-7, 1e-7),
    "complex32": (1e-3, 1e-5), "complex64": (1.3e-6, 1e-5), "complex128": (1e-7, 1e-7),
}  # fmt: skip
_NUMBER_DTYPES = {int: "int64", bool: "bool", float: "float64", complex: "complex128"}


class _Failure(Exception):
    """A comparison that did not hold: what is raised, with which text, for which item of the containers."""

    def __init__(self, kind, text, path=()):
        super().__init__(text)
        self.kind, self.text, self.path = kind, text, path

    def error(self, msg):
        """The exception the caller sees; `msg` replaces its text, or makes another of it."""
        text = self.text
        if self.path:
            text += f"\n\nThe failure occurred for item {''.join(f'[{key!r}]' for key in self.path)}"
        return self.kind(msg(text) if callable(msg) else msg if isinstance(msg, str) else text)


class _Options:
    def __init__(self, rtol, atol, **checks):
        self.rtol, self.atol = rtol, atol
        self.__dict__.update(checks)

    def tolerances(self, names, path):
        """The tolerances given, or those of the less precise dtype."""
        if (self.rtol is None) != (self.atol is None):
            missing = "rtol" if self.rtol is None else "atol"
            raise _Failure(
                ValueError, f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.", path
            )
        if self.rtol is not None:
            return self.rtol, self.atol
        found = [_PRECISIONS.get(name, (0.0, 0.0)) for name in names]
        return max(r for r, _ in found), max(a for _, a in found)


def _numpy(name):
    numpy = sys.modules.get("numpy")
    return getattr(numpy, name, ()) if numpy else ()


def _differences(what, start, differences, rtol, atol):
    exact = rtol == 0 and atol == 0
    text = f"{what} are not {'equal' if exact else 'close'}!\n\n{start}\n"
    for (kind, difference, index), tolerance in zip(differences, (atol, rtol)):
        if index is None:
            text += f"{kind.title()} difference: {difference}"
        else:
            text += f"Greatest {kind} difference: {difference} at index {index}"
        text += "\n" if exact else f" (up to {tolerance} allowed)\n"
    return text.strip()


def _scalar_text(actual, expected, rtol, atol):
    difference = abs(actual - expected)
    relative = float("inf") if expected == 0 else difference / abs(expected)
    start = f"Expected {expected} but got {actual}."
    return _differences(
        "Scalars", start, (("absolute", difference, None), ("relative", relative, None)), rtol, atol
    )


def _place(flat, shape):
    index = []
    for size in reversed(shape):
        flat, rest = divmod(flat, size)
        index.append(rest)
    return tuple(reversed(index))


def _tensor_text(actual, expected, matches, rtol, atol):
    count, shape = matches.numel(), matches.shape
    wrong = count - int(matches.sum())
    actual, expected, matches = actual.flatten(), expected.flatten(), matches.flatten()
    if not (actual.dtype.is_floating_point or actual.dtype.is_complex):
        actual, expected = actual.to(torch.int64), expected.to(torch.int64)
    found = []
    absolute = (actual - expected).abs()
    absolute[matches] = 0
    relative = absolute / expected.abs()
    relative[matches] = 0
    for kind, difference in (("absolute", absolute), ("relative", relative)):
        greatest, place = difference.max(0)
        found.append((kind, greatest.item(), _place(int(place), shape)))
    start = f"Mismatched elements: {wrong} / {count} ({wrong / count:.1%})"
    return _differences("Tensor-likes", start, found, rtol, atol)


def _compare_none(actual, expected, path, options):
    def compare():
        if actual is not expected:
            raise _Failure(AssertionError, f"None mismatch: {actual} is not {expected}", path)

    return compare


def _compare_bools(actual, expected, path, options):
    actual, expected = bool(actual), bool(expected)

    def compare():
        if actual is not expected:
            raise _Failure(AssertionError, f"Booleans mismatch: {actual} is not {expected}", path)

    return compare


def _compare_numbers(actual, expected, path, options):
    actual, expected = (value.item() if hasattr(value, "item") else value for value in (actual, expected))
    rtol, atol = options.tolerances([_NUMBER_DTYPES[type(value)] for value in (actual, expected)], path)

    def compare():
        kinds = type(actual), type(expected)
        if options.check_dtype and kinds[0] is not kinds[1]:
            raise _Failure(AssertionError, f"The (d)types do not match: {kinds[0]} != {kinds[1]}.", path)
        if actual == expected or (options.equal_nan and cmath.isnan(actual) and cmath.isnan(expected)):
            return
        difference = abs(actual - expected)
        if not (cmath.isfinite(difference) and difference <= atol + rtol * abs(expected)):
            raise _Failure(AssertionError, _scalar_text(actual, expected, rtol, atol), path)

    return compare


def _compare_tensors(actual, expected, path, options):
    rtol, atol = options.tolerances([actual.dtype._name, expected.dtype._name], path)

    def compare():
        for name, wanted, read in (
            ("shape", True, lambda t: t.shape),
            ("stride()", options.check_stride, lambda t: t.stride()),
            ("dtype", options.check_dtype, lambda t: t.dtype),
        ):
            found = read(actual), read(expected)
            if wanted and found[0] != found[1]:
                text = f"The values for attribute '{name}' do not match: {found[0]} != {found[1]}."
                raise _Failure(AssertionError, text, path)
        a, b = actual, expected
        if a.dtype is not b.dtype:
            common = (a.detach().flatten()[:0] * b.detach().flatten()[:0]).dtype
            a, b = a.to(common), b.to(common)
        matches = torch.isclose(a, b, rtol=rtol, atol=atol, equal_nan=options.equal_nan)
        if matches.all():
            return
        if a.ndim == 0:
            raise _Failure(AssertionError, _scalar_text(a.item(), b.item(), rtol, atol), path)
        raise _Failure(AssertionError, _tensor_text(a, b, matches, rtol, atol), path)

    return compare


def _as_tensors(actual, expected, options):
    """Both as tensors where one's class is the other's or derived from it; else None."""
    related = isinstance(actual, type(expected)) or isinstance(expected, type(actual))
    if not related or (not options.allow_subclasses and type(actual) is not type(expected)):
        return None
    try:
        return [value if isinstance(value, Tensor) else torch.as_tensor(value) for value in (actual, expected)]
    except Exception:  # whatever it was, this is nothing like a tensor
        return None


def _pairs(actual, expected, path, options):
    """The comparisons that two values come down to, as functions. Raises where their structures differ."""
    if all(isinstance(value, Sequence) and not isinstance(value, str) for value in (actual, expected)):
        sizes = len(actual), len(expected)
        if sizes[0] != sizes[1]:
            raise _Failure(
                AssertionError, f"The length of the sequences mismatch: {sizes[0]} != {sizes[1]}", path
            )
        for i in range(sizes[0]):
            yield from _pairs(actual[i], expected[i], (*path, i), options)
        return
    if isinstance(actual, Mapping) and isinstance(expected, Mapping):
        here, there = set(actual), set(expected)
        if here != there:
            raise _Failure(
                AssertionError,
                "The keys of the mappings do not match:\n"
                f"Missing keys in the actual mapping: {sorted(there - here)}\n"
                f"Additional keys in the actual mapping: {sorted(here - there)}",
                path,
            )
        try:
            keys = sorted(here)
        except TypeError:
            keys = list(here)
        for key in keys:
            yield from _pairs(actual[key], expected[key], (*path, key), options)
        return
    both = actual, expected
    if actual is None or expected is None:
        yield _compare_none(actual, expected, path, options)
    elif all(isinstance(value, (bool, _numpy("bool_"))) for value in both):
        yield _compare_bools(actual, expected, path, options)
    elif all(isinstance(value, (int, float, complex, _numpy("number"))) for value in both):
        yield _compare_numbers(actual, expected, path, options)
    else:
        tensors = _as_tensors(actual, expected, options)
        if tensors is None:
            raise _Failure(
                TypeError,
                f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}.",
                path,
            )
        yield _compare_tensors(*tensors, path, options)


def assert_close(
    actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False, check_device=True,
    check_dtype=True, check_layout=True, check_stride=False, msg=None,
):  # fmt: skip
    """Raise AssertionError unless |actual - expected| <= atol + rtol * |expected| everywhere.

    Compares tensors, arrays, numbers, and containers of them; both tolerances follow the dtype unless given. `msg`
    replaces the text of the error, or makes another of it.
    """
    options = _Options(
        rtol, atol, equal_nan=equal_nan, check_dtype=check_dtype, check_stride=check_stride,
        allow_subclasses=allow_subclasses,
    )  # fmt: skip
    try:
        pairs = list(_pairs(actual, expected, (), options))
    except _Failure as failure:
        raise failure.error(None) from None
    for compare in pairs:
        try:
            compare()
        except _Failure as failure:
            raise failure.error(msg) from None


def assert_allclose(actual, expected, rtol=None, atol=None, equal_nan=True, msg=""):
    """assert_close as it was once, with other tolerances."""
    warnings.warn(
        "`torch.testing.assert_allclose()` is deprecated since 1.12 and will be removed in a future release. Please use "
        "`torch.testing.assert_close()` instead. You can find detailed upgrade instructions in "
        "https://github.com/pytorch/pytorch/issues/61844.",
        FutureWarning,
        stacklevel=2,
    )
    actual = actual if isinstance(actual, Tensor) else torch.tensor(actual)
    expected = expected if isinstance(expected, Tensor) else torch.tensor(expected, dtype=actual.dtype)
    if rtol is None and atol is None:
        old = {"float16": (1e-3, 1e-3), "float32": (1e-4, 1e-5), "float64": (1e-5, 1e-8)}
        found = [old.get(t.dtype._name, (0.0, 0.0)) for t in (actual, expected)]
        rtol, atol = max(r for r, _ in found), max(a for _, a in found)
    assert_close(
        actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=False, msg=msg or None
    )
