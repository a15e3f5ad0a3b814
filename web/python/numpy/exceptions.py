"""Exceptions and warnings of the NumPy face, under the names NumPy gives them.

The classes that NumPy keeps private (casting errors of ufuncs, failed allocations) live here too and
carry NumPy's module name, since a traceback shows it.
"""

__all__ = [
    "AxisError",
    "ComplexWarning",
    "DTypePromotionError",
    "ModuleDeprecationWarning",
    "RankWarning",
    "TooHardError",
    "VisibleDeprecationWarning",
]


class AxisError(ValueError, IndexError):
    """An axis outside the dimensions of an array.

    Takes a ready text, or `axis`, `ndim` and an optional prefix.
    """

    def __init__(self, axis, ndim=None, msg_prefix=None):
        self.axis = self.ndim = None
        if ndim is None and msg_prefix is None:
            text = axis
        else:
            self.axis, self.ndim = axis, ndim
            text = f"axis {axis} is out of bounds for array of dimension {ndim}"
            if msg_prefix is not None:
                text = f"{msg_prefix}: {text}"
        self._text = text

    def __str__(self):
        return self._text


class DTypePromotionError(TypeError):
    """Two dtypes have no common dtype."""


class TooHardError(RuntimeError):
    """A bound on the work allowed was exceeded."""


class ComplexWarning(RuntimeWarning):
    """The imaginary part of a complex number was dropped."""


class ModuleDeprecationWarning(DeprecationWarning):
    """A module is deprecated."""


class VisibleDeprecationWarning(UserWarning):
    """A deprecation shown to everyone, not only to developers."""


class RankWarning(RuntimeWarning):
    """A least-squares problem is ill-conditioned."""


class UFuncTypeError(TypeError):
    """A ufunc could not be applied to the dtypes it was given."""


class _UFuncNoLoopError(UFuncTypeError):
    """A ufunc has no loop for the dtypes it was given."""


class _UFuncCastingError(UFuncTypeError):
    """A ufunc would have to cast in a way the casting rule forbids."""


class _UFuncInputCastingError(_UFuncCastingError):
    """The cast that failed was one of an input."""


class _UFuncOutputCastingError(_UFuncCastingError):
    """The cast that failed was that of the result into its destination."""


class _ArrayMemoryError(MemoryError):
    """An array could not be allocated."""


def no_loop(ufunc, *dtypes):
    """The error of a ufunc without a loop for `dtypes` (dtype objects or their reprs)."""
    return _UFuncNoLoopError(
        f"ufunc '{ufunc}' did not contain a loop with signature matching types "
        f"({', '.join(map(repr, dtypes))}) -> None"
    )


for _class in (_UFuncNoLoopError, _UFuncCastingError, _UFuncInputCastingError, _UFuncOutputCastingError):
    _class.__name__ = "UFuncTypeError"
_ArrayMemoryError.__name__ = "MemoryError"
for _class in list(globals().values()):
    if isinstance(_class, type) and _class.__module__ == __name__:
        _private = _class.__qualname__ not in __all__
        _class.__module__ = "numpy._core._exceptions" if _private else "numpy.exceptions"
del _class, _private
