"""torch.func.vmap: the function on each slice, the results stacked."""

import functools

from ._tensor import Tensor
from ._trees import flat, like

__all__ = ["vmap"]


def _name(func):
    return getattr(func, "__name__", None) or repr(func)


def _spread(dims, value):
    """A dimension for each leaf of `value`, from one or from as many as its structure has; None where they do not fit."""
    if dims is None or isinstance(dims, int):
        return [dims] * len(flat(value))
    if isinstance(dims, dict) and isinstance(value, dict) and dims.keys() == value.keys():
        pairs = [(dims[key], item) for key, item in value.items()]
    elif isinstance(dims, (tuple, list)) and isinstance(value, (tuple, list)) and len(dims) == len(value):
        pairs = list(zip(dims, value))
    else:
        return None
    found = [_spread(*pair) for pair in pairs]
    return None if any(part is None for part in found) else [leaf for part in found for leaf in part]


def _checked_dims(func, in_dims, args):
    head = f"vmap({_name(func)}, in_dims={in_dims}, ...)(<inputs>): "
    if not isinstance(in_dims, (int, tuple)):
        raise ValueError(
            f"{head}expected `in_dims` to be int or a (potentially nested) tuple matching the structure of inputs, got: "
            f"{type(in_dims)}."
        )
    if not args:
        raise ValueError(
            f"vmap({_name(func)})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to vmap over a "
            "function with no inputs. The latter is unsupported."
        )
    dims = _spread(in_dims, args)
    if dims is None:
        raise ValueError(f"{head}in_dims is not compatible with the structure of `inputs`.")
    for leaf, dim in zip(flat(args), dims):
        if dim is not None and not isinstance(dim, int):
            raise ValueError(f"{head}Got in_dim={dim} for an input but in_dim must be either an integer dimension or None.")
        if dim is not None and not isinstance(leaf, Tensor):
            raise ValueError(
                f"{head}Got in_dim={dim} for an input but the input is of type {type(leaf)}. We cannot vmap over non-Tensor "
                "arguments, please use None as the respective in_dim"
            )
        if dim is not None and not -leaf.dim() <= dim < leaf.dim():
            raise ValueError(
                f"{head}Got in_dim={dim} for some input, but that input is a Tensor of dimensionality {leaf.dim()} so expected "
                f"in_dim to satisfy -{leaf.dim()} <= in_dim < {leaf.dim()}."
            )
    return dims


def _stacked(func, results, out_dims):
    import torch

    first = results[0]
    dims = _spread(out_dims, first)
    if dims is None:
        raise ValueError(
            f"vmap({_name(func)}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with the structure of "
            "`outputs`."
        )
    columns = zip(*map(flat, results))
    leaves = []
    for column, dim in zip(columns, dims):
        if dim is None:
            leaves.append(column[0])
            continue
        if not isinstance(column[0], Tensor):
            name = _name(func)
            raise ValueError(
                f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(column[0])}. Did you mean to set "
                "out_dims= to None for output?"
            )
        leaves.append(torch.stack(column, dim))
    return like(first, iter(leaves))


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """A function that runs `func` on each slice of its tensors along `in_dims` and stacks what it returns along `out_dims`."""
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(
            f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}"
        )
    if not (chunk_size is None or chunk_size > 0):
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        dims = [*_checked_dims(func, in_dims, args), *(0 if isinstance(leaf, Tensor) else None for leaf in flat(kwargs))]
        leaves = [*flat(args), *flat(kwargs)]
        sizes = [leaf.size(dim) for leaf, dim in zip(leaves, dims) if dim is not None]
        if not sizes:
            raise ValueError("vmap: Expected at least one Tensor to vmap over")
        if any(size != sizes[0] for size in sizes):
            raise ValueError(
                f"vmap: Expected all tensors to have the same size in the mapped dimension, got sizes {sizes} for the mapped "
                "dimension"
            )
        slices = [leaf.unbind(dim) if dim is not None else [leaf] * sizes[0] for leaf, dim in zip(leaves, dims)]
        results = []
        for row in zip(*slices):
            given = iter(row)
            results.append(func(*like(args, given), **like(kwargs, given)))
        if not results:
            raise NotImplementedError("vmap over no slices is not in this course's PyTorch subset")
        return _stacked(func, results, out_dims)

    return wrapped
