"""Samplers: the order in which a DataLoader takes the samples of a dataset."""

import itertools

import torch
from torch._tensor import face

__all__ = [
    "BatchSampler", "RandomSampler", "Sampler", "SequentialSampler", "SubsetRandomSampler", "WeightedRandomSampler",
]  # fmt: skip

_randint = face.operation("randint")


def draw_seed(generator=None):
    """63 random bits, as torch.empty((), dtype=torch.int64).random_() draws them."""
    from torch.random import number

    half = 1 << 62
    return _randint(-half, half, (), torch.int64, number(generator)).item() + half


class Sampler:
    """Base class of samplers: a subclass gives `__iter__` over indices and, mostly, `__len__`."""

    def __class_getitem__(cls, item):
        return cls

    def __iter__(self):
        raise NotImplementedError


class SequentialSampler(Sampler):
    """The indices of a dataset in order."""

    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


class RandomSampler(Sampler):
    """The indices of a dataset in random order, or drawn at random with `replacement`."""

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source, self.replacement, self._num_samples = data_source, replacement, num_samples
        self.generator = generator
        if not isinstance(replacement, bool):
            raise TypeError(f"replacement should be a boolean value, but got replacement={replacement}")
        if not isinstance(self.num_samples, int) or self.num_samples <= 0:
            raise ValueError(
                f"num_samples should be a positive integer value, but got num_samples={self.num_samples}"
            )

    @property
    def num_samples(self):
        """How many indices one iteration gives."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self):
        n, generator = len(self.data_source), self.generator
        if generator is None:
            generator = torch.Generator().manual_seed(draw_seed())
        if self.replacement:
            whole, rest = divmod(self.num_samples, 32)
            for count in (*[32] * whole, rest):
                yield from torch.randint(n, (count,), generator=generator).tolist()
        else:
            whole, rest = divmod(self.num_samples, n)
            for _ in range(whole):
                yield from torch.randperm(n, generator=generator).tolist()
            yield from torch.randperm(n, generator=generator).tolist()[:rest]

    def __len__(self):
        return self.num_samples


class SubsetRandomSampler(Sampler):
    """Given indices in random order."""

    def __init__(self, indices, generator=None):
        self.indices, self.generator = indices, generator

    def __iter__(self):
        for i in torch.randperm(len(self.indices), generator=self.generator).tolist():
            yield self.indices[i]

    def __len__(self):
        return len(self.indices)


def _require(value, kind, word, name):
    if not isinstance(value, kind) or (kind is int and (isinstance(value, bool) or value <= 0)):
        raise ValueError(f"{name} should be a {word} value, but got {name}={value}")


class WeightedRandomSampler(Sampler):
    """`num_samples` indices drawn with probabilities proportional to `weights`."""

    def __init__(self, weights, num_samples, replacement=True, generator=None):
        _require(num_samples, int, "positive integer", "num_samples")
        _require(replacement, bool, "boolean", "replacement")
        self.weights = torch.as_tensor(weights, dtype=torch.float64)
        if self.weights.ndim != 1:
            shape = tuple(self.weights.shape)
            raise ValueError(f"weights should be a 1d sequence but given weights have shape {shape}")
        self.num_samples, self.replacement, self.generator = num_samples, replacement, generator

    def __iter__(self):
        drawn = torch.multinomial(self.weights, self.num_samples, self.replacement, generator=self.generator)
        yield from drawn.tolist()

    def __len__(self):
        return self.num_samples


class BatchSampler(Sampler):
    """Lists of `batch_size` indices of another sampler; the last may be shorter unless `drop_last`."""

    def __init__(self, sampler, batch_size, drop_last):
        _require(batch_size, int, "positive integer", "batch_size")
        _require(drop_last, bool, "boolean", "drop_last")
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self):
        indices = iter(self.sampler)
        while batch := [*itertools.islice(indices, self.batch_size)]:
            if self.drop_last and len(batch) < self.batch_size:
                return
            yield batch

    def __len__(self):
        count = len(self.sampler)
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)
