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


def _make_named(name, *fields):
    """A tuple whose items have the names `fields`."""

    def shown(self):
        inner = ",\n".join(f"{field}={item!r}" for field, item in zip(fields, self))
        return f"torch.return_types.{name}(\n{inner})"

    members = {field: property(lambda self, i=i: self[i]) for i, field in enumerate(fields)}
    return type(name, (tuple,), {
        "__slots__": (), "__module__": "torch.return_types", "__repr__": shown, "__doc__": f"({', '.join(fields)})", **members,
    })  # fmt: skip


mode, cummax, cummin, nanmedian = map(_make, ("mode", "cummax", "cummin", "nanmedian"))
aminmax = _make_named("aminmax", "min", "max")
histogram = _make_named("histogram", "hist", "bin_edges")
slogdet, linalg_slogdet = (_make_named(name, "sign", "logabsdet") for name in ("slogdet", "linalg_slogdet"))
linalg_eig = _make_named("linalg_eig", "eigenvalues", "eigenvectors")
linalg_qr = _make_named("linalg_qr", "Q", "R")
linalg_svd = _make_named("linalg_svd", "U", "S", "Vh")
linalg_eigh = _make_named("linalg_eigh", "eigenvalues", "eigenvectors")
linalg_lstsq = _make_named("linalg_lstsq", "solution", "residuals", "rank", "singular_values")
svd = _make_named("svd", "U", "S", "V")
