"""How samples become a batch."""

import copy
import sys
from collections.abc import Mapping, MutableMapping, MutableSequence, Sequence

import torch
from torch import Tensor

_REFUSED = "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}"


def _numpy_kind(value):
    """ "array" or "scalar" where `value` is NumPy's."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return None
    return "array" if isinstance(value, numpy.ndarray) else "scalar" if isinstance(value, numpy.generic) else None


def _like(sample, build, items):
    """A container of the sample's own class around `items`, or the plain one where that cannot be made."""
    try:
        return build()
    except TypeError:
        return items()


def _mapped(sample, convert):
    """A mapping like `sample` with `convert(key)` for its values."""

    def build():
        made = {key: convert(key) for key in sample}
        if not isinstance(sample, MutableMapping):
            return type(sample)(made)
        clone = copy.copy(sample)
        clone.update(made)
        return clone

    return _like(sample, build, lambda: {key: convert(key) for key in sample})


def _listed(sample, items):
    """A sequence like `sample` with other items."""

    def build():
        if not isinstance(sample, MutableSequence):
            return type(sample)(items)
        clone = copy.copy(sample)
        for i, item in enumerate(items):
            clone[i] = item
        return clone

    return _like(sample, build, lambda: items)


def default_convert(data):
    """A sample on its own: NumPy arrays and numbers in it become tensors."""
    if isinstance(data, (Tensor, str, bytes)):
        return data
    if _numpy_kind(data):
        return torch.as_tensor(data)
    if isinstance(data, Mapping):
        return _mapped(data, lambda key: default_convert(data[key]))
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*map(default_convert, data))
    if isinstance(data, tuple):
        return [default_convert(item) for item in data]
    if isinstance(data, Sequence):
        return _listed(data, [default_convert(item) for item in data])
    return data


def default_collate(batch):
    """A batch of a list of samples: tensors are stacked, numbers become a tensor, containers are kept."""
    sample = batch[0]
    if isinstance(sample, Tensor):
        return torch.stack(batch, 0)
    kind = _numpy_kind(sample)
    if kind == "array":
        return torch.stack([torch.as_tensor(item) for item in batch], 0)
    if kind == "scalar":
        return torch.as_tensor(batch)
    if isinstance(sample, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(sample, int):
        return torch.tensor(batch)
    if isinstance(sample, (str, bytes)):
        return batch
    if isinstance(sample, Mapping):
        return _mapped(sample, lambda key: default_collate([item[key] for item in batch]))
    if isinstance(sample, tuple) and hasattr(sample, "_fields"):
        return type(sample)(*map(default_collate, zip(*batch)))
    if isinstance(sample, Sequence):
        if any(len(item) != len(sample) for item in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        columns = [default_collate(column) for column in zip(*batch)]
        return columns if isinstance(sample, tuple) else _listed(sample, columns)
    raise TypeError(_REFUSED.format(type(sample)))
