"""The old arguments `size_average` and `reduce`, said as `reduction`."""

import warnings


def legacy_get_string(size_average, reduce, emit_warning=True):
    """The `reduction` that the old arguments stand for, with a warning."""
    if reduce is False:
        reduction = "none"
    else:
        reduction = "sum" if size_average is False else "mean"
    if emit_warning:
        warnings.warn(
            f"size_average and reduce args will be deprecated, please use reduction='{reduction}' instead.", stacklevel=2
        )
    return reduction
