"""make_tensor: random tensors for tests."""

import math

import torch


def make_tensor(
    *shape, dtype, device=None, low=None, high=None, requires_grad=False, noncontiguous=False, exclude_zero=False,
    memory_format=None,
):  # fmt: skip
    """A tensor of uniform random numbers in [low, high): -9 to 9 for floating dtypes and -9 to 10 for whole ones.

    Raises ValueError where low or high are no numbers, or none lies between them.
    """
    if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
        shape = shape[0]
    shape = tuple(shape)
    if dtype is torch.bool:
        limits = 0, 2
    elif dtype.is_floating_point:
        limits = -9, 9
    else:
        limits = (-9 if dtype.is_signed else 0), 10
    low, high = (given if given is not None else default for given, default in zip((low, high), limits))
    if low != low or high != high:
        raise ValueError(f"`low` and `high` cannot be NaN, but got {low=} and {high=}")
    if low > high:
        raise ValueError(f"`low` must be less than or equal to `high`, but got {low} > {high}")
    padded = (*shape[:-1], 2 * shape[-1]) if noncontiguous and math.prod(shape) > 1 else shape
    if dtype.is_floating_point:
        result = torch.empty(padded, dtype=dtype).uniform_(low, high)
    else:
        result = torch.randint(math.floor(low), math.ceil(high), padded, dtype=dtype)
    if padded is not shape:
        result = result[..., ::2]
    if exclude_zero:
        smallest = torch.finfo(dtype).tiny if dtype.is_floating_point else 1
        result[result == 0] = smallest
    return result.requires_grad_() if requires_grad else result
