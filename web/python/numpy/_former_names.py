"""Names that NumPy had once: what NumPy says of them now."""

import warnings

_ALIASES = {"object": None, "float": "float64", "complex": "complex128", "str": "str_", "int": None}
_INSTEAD = {
    "Inf": "np.inf", "Infinity": "np.inf", "infty": "np.inf", "PINF": "np.inf", "NINF": "-np.inf", "NaN": "np.nan",
    "NZERO": "-0.0", "PZERO": "0.0", "float_": "np.float64", "complex_": "np.complex128", "cfloat": "np.complex128",
    "singlecomplex": "np.complex64", "longfloat": "np.longdouble", "string_": "np.bytes_", "unicode_": "np.str_",
    "round_": "np.round", "alltrue": "np.all", "sometrue": "np.any", "mat": "np.asmatrix", "issubsctype": "np.issubdtype",
    "safe_eval": "ast.literal_eval", "source": "inspect.getsource",
}  # fmt: skip
_PLACES = {"asfarray": "`np.asarray` with a proper dtype", "cast": "`np.asarray(arr, dtype=dtype)`"}


def _alias_words(name, scalar):
    if name == "int":
        more = (
            "When replacing `np.int`, you may wish to use e.g. `np.int64` or `np.int32` to specify the precision. If you "
            "wish to review your current use, check the release note link for additional information."
        )
    else:
        more = f"If you specifically wanted the numpy scalar type, use `np.{scalar}` here." if scalar else ""
    return (
        f"module 'numpy' has no attribute {name!r}.\n`np.{name}` was a deprecated alias for the builtin `{name}`. To avoid "
        f"this error in existing code, use `{name}` by itself. Doing this will not modify any behavior and is safe. {more}\n"
        "The aliases was originally deprecated in NumPy 1.20; for more details and guidance see the original release note at:\n"
        "    https://numpy.org/devdocs/release/1.20.0-notes.html#deprecations"
    )


def words(name):
    """What NumPy says of `name`, or None for a name that it never had."""
    if name in ("object", "str"):
        warnings.warn(
            f"In the future `np.{name}` will be defined as the corresponding NumPy scalar.", FutureWarning, stacklevel=3
        )
    if name in _ALIASES:
        return _alias_words(name, _ALIASES[name])
    instead = _PLACES.get(name) or (f"`{_INSTEAD[name]}`" if name in _INSTEAD else None)
    return instead and f"`np.{name}` was removed in the NumPy 2.0 release. Use {instead} instead."
