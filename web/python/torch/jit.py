"""TorchScript's interface: functions and modules run as they are, so that a script of one is that one itself."""

import typing
import warnings

__all__ = ["annotate", "export", "ignore", "script", "script_if_tracing", "trace", "unused"]

Final = typing.Final


def _warn(name):
    warnings.warn(
        f"`torch.jit.{name}` is not supported in Python 3.14+ and may break. Please switch to `torch.compile` or "
        "`torch.export`.",
        FutureWarning,
        stacklevel=3,
    )


def script(obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None):
    """Accepted: the function, class or module itself, which runs as it is."""
    _warn("script")
    return obj


def trace(
    func, example_inputs=None, optimize=None, check_trace=True, check_inputs=None, check_tolerance=1e-05, strict=True,
    _force_outplace=False, _module_class=None, _compilation_unit=None, example_kwarg_inputs=None, _store_inputs=True,
):  # fmt: skip
    """Accepted: the function or module itself, which runs as it is; so its conditions are asked at each call."""
    _warn("trace")
    return func


def script_if_tracing(fn):
    """The function itself."""
    return fn


def export(fn):
    """The function itself."""
    return fn


def ignore(drop=False, **kwargs):
    """The function itself.  As a decorator, with or without arguments."""
    return drop if callable(drop) else export


def unused(fn):
    """The function itself."""
    return fn


def is_scripting():
    """Whether a compiler reads the program: no."""
    return False


def is_tracing():
    """Whether a call is being recorded: no."""
    return False


def annotate(the_type, the_value):
    """`the_value`, said to be of `the_type`."""
    return the_value
