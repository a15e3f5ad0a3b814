"""Gradient mode: context managers that are decorators too."""

import functools
import inspect

from sconce_face import quick

from .._tensor import face

__all__ = ["enable_grad", "inference_mode", "no_grad", "set_grad_enabled"]

_enabled = face.operation("is_grad_enabled")
switch = face.operation("set_grad_enabled")  # returns the mode before
quick.add_operation(switch)


def is_grad_enabled():
    """Whether operations are being recorded for gradients."""
    return bool(_enabled())


class _Mode:
    """A `with` block (or decorated function) in which gradient mode has one value."""

    _value = False

    def __new__(cls, function=None, *args):
        mode = object.__new__(cls)
        return mode(function) if callable(function) else mode

    def __enter__(self):
        self._before = switch(self._value)

    def __exit__(self, *_):
        switch(self._before)

    def __call__(self, function):
        cls, value = type(self), self._value

        def block():
            made = object.__new__(cls)
            made._value = value
            return made

        if inspect.isgeneratorfunction(function):

            @functools.wraps(function)
            def generator(*args, **kwargs):
                with block():
                    yield from function(*args, **kwargs)

            return generator

        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            with block():
                return function(*args, **kwargs)

        return wrapped


class no_grad(_Mode):
    """A block, or a decorated function, in which nothing is recorded for gradients."""


class enable_grad(_Mode):
    """A block, or a decorated function, in which operations are recorded for gradients."""

    _value = True


class inference_mode(_Mode):
    """A block in which nothing is recorded for gradients."""

    def __new__(cls, mode=True):
        made = object.__new__(cls)
        if callable(mode):
            return made(mode)
        made._value = not mode
        return made

    def __enter__(self):
        self._before, self._outer = is_grad_enabled(), _inference[0]
        switch(self._value and self._before)
        _inference[0] = not self._value

    def __exit__(self, *exc):
        _inference[0] = self._outer
        return super().__exit__(*exc)


# Whether the innermost inference_mode block is on.
_inference = [False]


def is_inference_mode_enabled():
    """Whether a block of inference_mode is being run."""
    return _inference[0]


class set_grad_enabled(_Mode):
    """Set gradient mode, at once; as a block, for its length."""

    def __new__(cls, mode):
        made = object.__new__(cls)
        made._value, made.mode = bool(mode), mode
        made._before = switch(made._value)
        return made

    def __enter__(self):
        switch(self._value)

    def __call__(self, function):
        switch(self._before)
        return super().__call__(function)

    def __repr__(self):
        return f"torch.autograd.grad_mode.set_grad_enabled(mode={self.mode})"
