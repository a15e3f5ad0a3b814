"""Padding of the last one, two or three dimensions."""

from .. import functional as F
from .batchnorm import check_dims
from .module import Module
from .utils import _ntuple, own

__all__ = [
    "CircularPad1d", "CircularPad2d", "CircularPad3d", "ConstantPad1d", "ConstantPad2d", "ConstantPad3d",
    "ReflectionPad1d", "ReflectionPad2d", "ReflectionPad3d", "ReplicationPad1d", "ReplicationPad2d", "ReplicationPad3d",
    "ZeroPad1d", "ZeroPad2d", "ZeroPad3d",
]  # fmt: skip


class _PadNd(Module):
    """Pads the last `_dims` dimensions as `padding` says: an int, or (left, right, top, bottom, front, back)."""

    __constants__ = ["padding"]
    _dims = 0
    _mode = ""

    def __init__(self, padding):
        super().__init__()
        self.padding = _ntuple(2 * self._dims)(padding)

    def forward(self, input):
        """`input` padded."""
        return F.pad(input, self.padding, self._mode)

    def extra_repr(self):
        """The padding."""
        return f"{self.padding}"


class _CircularPadNd(_PadNd):
    _mode = "circular"

    def forward(self, input):
        """`input` padded."""
        check_dims(input, self._dims + 1, self._dims + 2)
        return super().forward(input)


class _ConstantPadNd(_PadNd):
    __constants__ = ["padding", "value"]

    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def forward(self, input):
        """`input` padded."""
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self):
        """The padding and the value."""
        return f"padding={self.padding}, value={self.value}"


class _ReflectionPadNd(_PadNd):
    _mode = "reflect"


class _ReplicationPadNd(_PadNd):
    _mode = "replicate"


class _ZeroPadNd(_ConstantPadNd):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        """The padding."""
        return f"{self.padding}"


def _family(kind, base, what):
    """The classes of one kind of padding for 1, 2 and 3 dimensions."""
    for n in (1, 2, 3):
        name = f"{kind}Pad{n}d"
        doc = f"Pads the last {n} dimension{'s' if n > 1 else ''} with {what}; `padding` is an int or {2 * n} ints."
        yield own("__init__")(type(name, (base,), {"__doc__": doc, "__module__": __name__, "_dims": n}))


CircularPad1d, CircularPad2d, CircularPad3d = _family("Circular", _CircularPadNd, "the values of the opposite edge")
ConstantPad1d, ConstantPad2d, ConstantPad3d = _family("Constant", _ConstantPadNd, "`value`")
ReflectionPad1d, ReflectionPad2d, ReflectionPad3d = _family("Reflection", _ReflectionPadNd, "values mirrored at the edge")
ReplicationPad1d, ReplicationPad2d, ReplicationPad3d = _family("Replication", _ReplicationPadNd, "the values of the edge")
ZeroPad1d, ZeroPad2d, ZeroPad3d = _family("Zero", _ZeroPadNd, "zeros")
