"""numpy.lib: views by strides."""

from . import stride_tricks

__all__ = ["stride_tricks"]
