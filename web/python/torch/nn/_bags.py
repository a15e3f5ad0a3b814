"""Tables of embeddings: rows kept short, and rows summed up by bags."""

import warnings

from .._define import functions
from .._tensor import face
from ..autograd._composed import step
from ..autograd.grad_mode import no_grad
from ._functions import inner

__all__ = ["embedding_bag"]

_call = face.operation
_MODES = {"sum": 0, "mean": 1, "max": 2}
_INTEGERS = ("torch.int64", "torch.int32")


def renorm(weight, indices, max_norm, norm_type):
    """Shorten those rows of `weight` in place that `indices` names and whose norm is above `max_norm`."""
    with no_grad():
        rows = indices.unique()
        values = weight.index_select(0, rows)
        lengths = values.norm(norm_type, 1, True)
        weight.index_copy_(0, rows, values * (max_norm / (lengths + 1e-7)).where(lengths > max_norm, 1.0))


def _bag_of_each(offsets, count):
    """The bag each of `count` indices belongs to."""
    return functions["searchsorted"](offsets, functions["arange"](count), right=True) - 1


def _maxima(rows, kept, starts, ends):
    """The largest of each bag's rows, zeros where a bag has none."""
    longest = int((ends - starts).max()) if starts.shape[0] else 0
    if not longest:
        return rows.new_zeros(starts.shape[0], rows.shape[1])
    places = starts.unsqueeze(1) + functions["arange"](longest)
    inside = places < ends.unsqueeze(1)
    places = places.masked_fill(~inside, 0)
    inside = (inside & kept[places]).unsqueeze(2)
    found = rows[places].masked_fill(~inside, -float("inf")).max(1).values
    return found.masked_fill(~inside.any(1), 0.0)


def _bag_sums(weight, scales, indices, offsets, by_frequency, mode, padding_idx):
    count, bags = indices.shape[0], offsets.shape[0]
    rows = _call("embedding")(weight, indices, padding_idx, by_frequency, False)
    kept = indices != padding_idx
    of = _bag_of_each(offsets, count)
    if mode == 2:
        ends = functions["cat"]([offsets[1:], offsets.new_full((1,), count)])
        return _maxima(rows, kept, offsets, ends)
    rows = rows.masked_fill(~kept.unsqueeze(1), 0.0)
    if scales is not None:
        rows = rows * scales.unsqueeze(1)
    sums = weight.new_zeros(bags, weight.shape[1]).index_add(0, of, rows)
    if mode == 0:
        return sums
    counts = weight.new_zeros(bags).index_add(0, of, kept.to(weight.dtype))
    return sums / counts.clamp(min=1).unsqueeze(1)


_bag_step = step("EmbeddingBag")(_bag_sums)


def _embedding_bag_run(
    weight, indices, offsets, by_frequency, mode, sparse, per_sample_weights, include_last_offset, padding_idx
):
    for name, given in (("indices", indices), ("offsets", offsets)):
        if str(given.dtype) not in _INTEGERS:
            raise RuntimeError(
                f"Expected tensor for argument #1 '{name}' to have one of the following scalar types: Long, Int; but got "
                f"{given.type()} instead (while checking arguments for embedding_bag)"
            )
    if offsets.shape[0]:
        first, last = int(offsets[0]), int(offsets[-1])
        if first != 0:
            raise RuntimeError(
                "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. However, "
                f"got {first}\n[ {offsets.type()}{{}} ]"
            )
        if last > indices.shape[0]:
            raise RuntimeError(
                f"offsets[-1] can not be greater than input's length {indices.shape[0]} but got offsets[-1] of {last}"
            )
    if include_last_offset:
        if not offsets.shape[0]:
            raise RuntimeError("include_last_offset: numBags should be at least 1")
        offsets = offsets[:-1]
    padding_idx = -1 if padding_idx is None else padding_idx
    if not -weight.shape[0] <= padding_idx < max(weight.shape[0], 1):
        raise RuntimeError(
            f"padding_idx must be within the number of embeddings, -{weight.shape[0]} through {weight.shape[0] - 1}, but got "
            f"{padding_idx}"
        )
    return _bag_step(weight, per_sample_weights, indices, offsets, by_frequency, mode, padding_idx)


_embedding_bag = inner(
    "embedding_bag",
    "(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq, int mode, bool sparse, "
    "Tensor? per_sample_weights, bool include_last_offset, int? padding_idx)",
    _embedding_bag_run,
)


def embedding_bag(
    input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, mode="mean", sparse=False,
    per_sample_weights=None, include_last_offset=False, padding_idx=None,
):  # fmt: skip
    """The sum, mean or maximum of the rows of `weight` (V, D) that each bag of indices names, as (bags, D).

    `input` is (bags, length), or all bags' indices one after the other with the `offsets` at which each begins.
    """
    if str(weight.dtype) == "torch.int64" and input.dtype.is_floating_point:
        warnings.warn(
            "Argument order of nn.functional.embedding_bag was changed. Usage `embedding_bag(weight, input, ...)` is "
            "deprecated, and should now be `embedding_bag(input, weight, ...)`.",
            stacklevel=2,
        )
        weight, input = input, weight
    if per_sample_weights is not None and input.size() != per_sample_weights.size():
        raise ValueError(
            f"embedding_bag: If per_sample_weights ({per_sample_weights.shape}) is not None, then it must have the same "
            f"shape as the input ({input.shape})"
        )
    if weight.dim() != 2:
        raise ValueError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.dim()}")
    if input.dim() == 2:
        if offsets is not None:
            raise ValueError(
                "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length "
                f"sequences. However, found offsets of type {type(offsets)}"
            )
        offsets = functions["arange"](0, input.numel(), input.size(1), dtype=input.dtype)
        include_last_offset = False
        input = input.reshape(-1)
        per_sample_weights = None if per_sample_weights is None else per_sample_weights.reshape(-1)
    elif input.dim() != 1:
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.dim()}")
    elif offsets is None:
        raise ValueError("offsets has to be a 1D Tensor but got None")
    elif offsets.dim() != 1:
        raise ValueError("offsets has to be a 1D Tensor")
    if mode not in _MODES:
        raise ValueError("mode has to be one of sum, mean or max")
    if mode == "max" and scale_grad_by_freq:
        raise ValueError("max mode does not support scaling the gradient by the frequency")
    if mode == "max" and sparse:
        raise ValueError("max mode does not support sparse weights")
    if max_norm is not None:
        renorm(weight, input, max_norm, norm_type)
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError(
            "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for mode='sum' (got "
            f"mode='{mode}'). Please open a feature request on GitHub."
        )
    return _embedding_bag(
        weight, input, offsets, scale_grad_by_freq, _MODES[mode], sparse, per_sample_weights, include_last_offset, padding_idx
    )
