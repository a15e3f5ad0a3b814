"""The old arguments `size_average` and `reduce`, said as `reduction`."""

import warnings


def legacy_get_string(size_average, reduce, emit_warning=True):
    """The `reduction` that the old arguments stand for, with a warning."""
    averaged, reduced = (value is None or value for value in (size_average, reduce))
    if averaged and reduced:
        reduction = "mean"
    else:
        reduction = "sum" if reduced else "none"
    if emit_warning:
        warnings.warn(
            f"size_average and reduce args will be deprecated, please use reduction='{reduction}' instead.", stacklevel=2
        )
    return reduction
