"""What happens on floating-point trouble: `errstate`, `seterr`, and the warnings themselves.

WebAssembly has no floating-point exception flags, so the callers find trouble by looking at results
and operands and report it here.
"""

import functools
import os
import sys
import warnings

_KINDS = ("divide", "over", "under", "invalid")
_MODES = ("ignore", "warn", "raise", "call", "print", "log")
_TEXTS = {"divide": "divide by zero", "over": "overflow", "under": "underflow", "invalid": "invalid value"}
_OURS = (os.path.dirname(__file__) + os.sep, os.path.dirname(os.path.dirname(__file__)) + os.sep + "sconce_face")

_state = {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}


def warn(text, category=RuntimeWarning):
    """Warn at the learner's line: frames of the face are passed over."""
    if sys.version_info >= (3, 12):
        warnings.warn(text, category, stacklevel=2, skip_file_prefixes=_OURS)
    else:
        warnings.warn(text, category, stacklevel=2)


def watches(*kinds):
    """Whether any of these kinds of trouble is not ignored, so that looking for it is worth the time."""
    return any(_state[kind] != "ignore" for kind in kinds)


def report(kind, operation):
    """Treat trouble of a kind ("divide", "over", "under", "invalid") met in `operation` as the state asks."""
    mode = _state[kind]
    if mode == "ignore":
        return
    text = f"{_TEXTS[kind]} encountered in {operation}"
    if mode == "raise":
        raise FloatingPointError(text)
    if mode == "print":
        print(f"Warning: {text}", file=sys.stderr)
    elif mode in ("call", "log"):
        raise NotImplementedError(f"the error mode {mode!r} is not in this course's NumPy subset")
    else:
        warn(text)


def geterr():
    """How each kind of floating-point trouble is treated: a dict with keys divide, over, under, invalid."""
    return dict(_state)


def seterr(all=None, divide=None, over=None, under=None, invalid=None):
    """Set how floating-point trouble is treated and return the old setting.

    Each mode is one of "ignore", "warn", "raise", "print". Raises ValueError for another.
    """
    old = dict(_state)
    for kind, mode in zip(_KINDS, (divide, over, under, invalid)):
        mode = all if mode is None else mode
        if mode is None:
            continue
        if mode not in _MODES:
            raise ValueError(f"invalid error mode {mode!r}")
        _state[kind] = mode
    return old


class errstate:
    """Context manager and decorator that sets how floating-point trouble is treated; arguments as in `seterr`."""

    def __init__(self, *, call=None, all=None, divide=None, over=None, under=None, invalid=None):
        self._wanted = {"all": all, "divide": divide, "over": over, "under": under, "invalid": invalid}

    def __enter__(self):
        self._old = seterr(**self._wanted)

    def __exit__(self, *_):
        _state.update(self._old)

    def __call__(self, function):
        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            with errstate(**self._wanted):
                return function(*args, **kwargs)

        return wrapped
