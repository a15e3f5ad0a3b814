"""The DataLoader: batches of a dataset's samples.

Workers are not processes here: each is a place in the round with random streams of its own, so that batches, their order
and the random numbers drawn for them are those of real worker processes.
"""

import copy
import warnings

import torch

from ._collate import default_collate, default_convert
from .dataset import IterableDataset, Subset, TensorDataset
from .sampler import BatchSampler, RandomSampler, Sampler, SequentialSampler, draw_seed

__all__ = ["DataLoader", "default_collate", "default_convert", "get_worker_info"]

_FIXED = ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers")
_worker_info = None


class WorkerInfo:
    """What `get_worker_info` says inside a worker: `id`, `num_workers`, `seed` and its copy of `dataset`."""

    def __init__(self, id, num_workers, seed, dataset):
        self.id, self.num_workers, self.seed, self.dataset = id, num_workers, seed, dataset


def get_worker_info():
    """The worker whose sample is being fetched, or None outside workers."""
    return _worker_info


class _InfiniteConstantSampler(Sampler):
    def __iter__(self):
        while True:
            yield None


class DataLoader:
    """Batches of a dataset.

    batch_size     samples a batch; None for samples on their own
    shuffle        in random order; or `sampler`, or `batch_sampler` for whole batches of indices
    collate_fn     makes a batch of a list of samples; `default_collate` unless given
    num_workers    in how many workers' rounds samples are fetched; all of them run here, one after the other
    generator      where random orders and the workers' seeds come from

    Raises ValueError for options that exclude each other.
    """

    _initialized = False

    def __class_getitem__(cls, item):
        return cls

    def __init__(
        self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None,
        pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None, multiprocessing_context=None, generator=None,
        *, prefetch_factor=None, persistent_workers=False, pin_memory_device="", in_order=True,
    ):  # fmt: skip
        prefetch_factor = _checked_workers(num_workers, timeout, prefetch_factor, persistent_workers)
        if multiprocessing_context is not None and num_workers == 0:
            raise ValueError(
                "multiprocessing_context can only be used with multi-process loading (num_workers > 0), but got "
                f"num_workers={num_workers}"
            )
        self.dataset, self.num_workers, self.prefetch_factor = dataset, num_workers, prefetch_factor
        self.pin_memory, self.pin_memory_device, self.timeout = pin_memory, pin_memory_device, timeout
        self.worker_init_fn, self.multiprocessing_context = worker_init_fn, multiprocessing_context
        self.in_order = in_order
        self._iterable = isinstance(dataset, IterableDataset)
        if self._iterable:
            given = {"shuffle": shuffle or None, "sampler": sampler, "batch_sampler": batch_sampler}
            for name, value in given.items():
                if value is not None:
                    raise ValueError(
                        f"DataLoader with IterableDataset: expected unspecified {name} option, but got {name}={value}"
                    )
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError(
                    "batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last"
                )
            batch_size = None
        elif batch_size is None and drop_last:
            raise ValueError(
                "batch_size=None option disables auto-batching and is mutually exclusive with drop_last"
            )
        if sampler is None:
            if self._iterable:
                sampler = _InfiniteConstantSampler()
            else:
                sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size, self.drop_last, self.sampler = batch_size, drop_last, sampler
        self.batch_sampler, self.generator = batch_sampler, generator
        self.collate_fn = collate_fn or (default_collate if self._auto_collation else default_convert)
        self.persistent_workers = persistent_workers
        self._length_said = None
        self._initialized = True

    def __setattr__(self, name, value):
        if self._initialized and name in _FIXED:
            raise ValueError(f"{name} attribute should not be set after {type(self).__name__} is initialized")
        super().__setattr__(name, value)

    @property
    def _auto_collation(self):
        return self.batch_sampler is not None

    @property
    def _index_sampler(self):
        return self.batch_sampler if self._auto_collation else self.sampler

    def __iter__(self):
        return _Iterator(self)

    def __len__(self):
        if not self._iterable:
            return len(self._index_sampler)
        length = self._length_said = len(self.dataset)
        if self.batch_size is None:
            return length
        return length // self.batch_size if self.drop_last else -(-length // self.batch_size)


def _checked_workers(num_workers, timeout, prefetch_factor, persistent_workers):
    if num_workers < 0:
        raise ValueError(
            "num_workers option should be non-negative; use num_workers=0 to disable multiprocessing."
        )
    if timeout < 0:
        raise ValueError("timeout option should be non-negative")
    if num_workers == 0 and prefetch_factor is not None:
        raise ValueError(
            "prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 to enable "
            "multiprocessing, otherwise set prefetch_factor to None."
        )
    if prefetch_factor is not None and prefetch_factor < 0:
        raise ValueError("prefetch_factor option should be non-negative")
    if persistent_workers and num_workers == 0:
        raise ValueError("persistent_workers option needs num_workers > 0")
    return 2 if num_workers > 0 and prefetch_factor is None else prefetch_factor


def _rows(dataset, index):
    """The batch that default_collate makes of a TensorDataset's samples, taken in one piece; None where it might differ."""
    while type(dataset) is Subset:
        index, dataset = [dataset.indices[i] for i in index], dataset.dataset
    if type(dataset) is not TensorDataset or set(map(type, index)) != {int}:
        return None
    tensors = dataset.tensors
    return None if any(t.requires_grad for t in tensors) else [t[index] for t in tensors]


class _Fetcher:
    """Samples of a dataset as a batch."""

    def __init__(self, loader, dataset):
        self.dataset, self.collate, self.batched = dataset, loader.collate_fn, loader._auto_collation
        self.drop_last = loader.drop_last
        self.iterator = iter(dataset) if loader._iterable else None
        self.ended = False

    def fetch(self, index):
        if self.iterator is not None:
            return self.collate(self._next(index))
        if not self.batched:
            return self.collate(self.dataset[index])
        if self.collate is default_collate:
            rows = _rows(self.dataset, index)
            if rows is not None:
                return rows
        many = getattr(self.dataset, "__getitems__", None)
        return self.collate(many(index) if many else [self.dataset[i] for i in index])

    def _next(self, places):
        if self.ended:
            raise StopIteration
        if not self.batched:
            return next(self.iterator)
        data = []
        for _ in places:
            try:
                data.append(next(self.iterator))
            except StopIteration:
                self.ended = True
                break
        if not data or (self.drop_last and len(data) < len(places)):
            raise StopIteration
        return data


def _random():
    import random  # which only loaders with workers need

    return random


class _Worker:
    """A worker: a fetcher with its own random streams, which it changes places with while it works."""

    def __init__(self, loader, number, base_seed):
        dataset = copy.copy(loader.dataset)
        self.info = WorkerInfo(number, loader.num_workers, base_seed + number, dataset)
        self.streams = None
        with self:
            _random().seed(self.info.seed)
            torch.manual_seed(self.info.seed)
            if loader.worker_init_fn is not None:
                loader.worker_init_fn(number)
            self.fetcher = _Fetcher(loader, dataset)

    def __enter__(self):
        global _worker_info
        self.outside = _random().getstate(), torch.get_rng_state()
        if self.streams is not None:
            _put_streams(*self.streams)
        _worker_info = self.info

    def __exit__(self, *_):
        global _worker_info
        self.streams = _random().getstate(), torch.get_rng_state()
        _put_streams(*self.outside)
        _worker_info = self.outside = None

    def fetch(self, index):
        with self:
            return self.fetcher.fetch(index)


def _put_streams(python, torch_):
    _random().setstate(python)
    torch.set_rng_state(torch_)


class _Iterator:
    """One pass over a loader."""

    def __init__(self, loader):
        if loader.pin_memory:
            warnings.warn(
                "'pin_memory' argument is set as true but no accelerator is found, then device pinned memory won't be "
                "used.",
                stacklevel=3,
            )
        self._loader, self._yielded = loader, 0
        self._indices = iter(loader._index_sampler)
        # Drawn even where no worker needs it, as the real one does: later numbers depend on it.
        self._base_seed = draw_seed(loader.generator)
        count = loader.num_workers
        if count:
            self._fetchers = [_Worker(loader, i, self._base_seed) for i in range(count)]
        else:
            if loader.timeout != 0:
                raise AssertionError("_SingleProcessDataLoaderIter requires timeout == 0")
            self._fetchers = [_Fetcher(loader, loader.dataset)]
        self._turn = 0

    def __iter__(self):
        return self

    def __len__(self):
        return len(self._loader._index_sampler)

    def _next(self):
        while True:
            index = next(self._indices)
            place = self._turn % len(self._fetchers)
            try:
                data = self._fetchers[place].fetch(index)
            except StopIteration:
                # An iterable dataset has ended in this worker: the others go on.
                if len(self._fetchers) == 1:
                    raise
                del self._fetchers[place]
                self._turn = place
                continue
            self._turn = place + 1
            return data

    def __next__(self):
        data = self._next()
        self._yielded += 1
        loader = self._loader
        if loader._iterable and loader._length_said is not None and self._yielded > loader._length_said:
            text = (
                f"Length of IterableDataset {loader.dataset} was reported to be {loader._length_said}(when accessing "
                f"len(dataloader)), but {self._yielded} samples have been fetched. "
            )
            if loader.num_workers > 0:
                text += (
                    "For multiprocessing data-loading, this could be caused by not properly configuring the "
                    "IterableDataset replica at each worker. Please see "
                    "https://pytorch.org/docs/stable/data.html#torch.utils.data.IterableDataset for examples."
                )
            warnings.warn(text, stacklevel=2)
        return data
