"""`r_` and `c_`: arrays written as what lies in brackets."""

from ._creation import arange, asarray, linspace
from ._functions import result_type
from ._joining import concatenate


def range_of(item):
    """What a slice in such brackets stands for: a range, or as many points as its imaginary step says."""
    start, step = item.start or 0, 1 if item.step is None else item.step
    if isinstance(step, complex):
        return linspace(start, item.stop, int(abs(step)))
    return arange(start, item.stop, step)


class AxisConcatenator:
    """Joins the items of its brackets along an axis; a slice stands for a range, with a complex step for a linspace."""

    def __init__(self, axis=0, ndmin=1, trans1d=-1):
        self.axis, self.ndmin, self.trans1d = axis, ndmin, trans1d

    def __len__(self):
        return 0

    def _directed(self, words):
        if words in ("r", "c"):
            raise NotImplementedError(f"the directive {words!r}, which makes a matrix, is not in this course's NumPy subset")
        try:
            return AxisConcatenator(*(int(word) for word in words.split(",")))
        except (ValueError, TypeError):
            raise ValueError("unknown special directive") from None

    def _shaped(self, part):
        lacking = self.ndmin - part.ndim
        if lacking <= 0:
            return part
        before = self.trans1d if self.trans1d >= 0 else self.trans1d + lacking + 1
        return part.reshape(*(1,) * before, *part.shape, *(1,) * (lacking - before))

    def __getitem__(self, key):
        items = key if isinstance(key, tuple) else (key,)
        if items and isinstance(items[0], str):
            return self._directed(items[0])[items[1:]]
        items = [range_of(item) if isinstance(item, slice) else item for item in items]
        if not items:
            raise ValueError("need at least one array to concatenate")
        # Python's own numbers take the dtype of the arrays beside them.
        dtype = result_type(*(item if isinstance(item, (int, float)) else asarray(item) for item in items))
        return concatenate([self._shaped(asarray(item, dtype=dtype)) for item in items], self.axis)


class RClass(AxisConcatenator):
    """Joins along the first axis: `r_[1:4, 0, [5, 6]]`."""


class CClass(AxisConcatenator):
    """Joins columns: `c_[x, y]`."""


for _class in (AxisConcatenator, RClass, CClass):
    _class.__module__ = "numpy.lib._index_tricks_impl"

r_, c_ = RClass(), CClass(-1, 2, 0)
