"""The named pairs that torch returns where a function gives values and indices."""


class _Pair(tuple):
    """A tuple of (values, indices) with both as attributes."""

    __slots__ = ()
    values = property(lambda self: self[0])
    indices = property(lambda self: self[1])

    def __repr__(self):
        return f"torch.return_types.{type(self).__name__}(\nvalues={self[0]!r},\nindices={self[1]!r})"


def _make(name):
    return type(name, (_Pair,), {"__slots__": (), "__module__": "torch.return_types", "__doc__": _Pair.__doc__})


max, min, sort, topk, median, kthvalue = map(_make, ("max", "min", "sort", "topk", "median", "kthvalue"))
