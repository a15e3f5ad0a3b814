import warnings
from collections import namedtuple

import numpy as np
import torch
from torch.utils.data import (
    BatchSampler, ChainDataset, ConcatDataset, DataLoader, Dataset, DistributedSampler, IterableDataset, RandomSampler,
    Sampler, SequentialSampler, StackDataset, Subset, SubsetRandomSampler, TensorDataset, default_collate,
    default_convert, get_worker_info, random_split,
)  # fmt: skip
from torch.utils.data.dataloader import default_collate as same_collate
from torch.utils.data.sampler import SubsetRandomSampler as same_sampler

warnings.simplefilter("always")
shown = warnings.showwarning
warnings.showwarning = lambda message, category, *rest: print(f"{category.__name__}: {message}")


def attempt(make):
    try:
        print(make())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


class Squares(Dataset):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError(i)
        return i, float(i * i)


class Counting(IterableDataset):
    def __init__(self, start, end):
        self.start, self.end = start, end

    def __iter__(self):
        return iter(range(self.start, self.end))


class Counted(Counting):
    def __repr__(self):
        return "Counted"

    def __len__(self):
        return 3


# The order for a seed, and what is drawn on the way
data = Squares(10)
for options in ({}, {"batch_size": 3}, {"batch_size": 4, "shuffle": True}, {"batch_size": 4, "shuffle": True, "drop_last": True},
                {"batch_size": None, "shuffle": True}, {"sampler": RandomSampler(data, True, 40), "batch_size": 16},
                {"sampler": RandomSampler(data, num_samples=25), "batch_size": 25},
                {"sampler": SubsetRandomSampler([1, 5, 7, 9]), "batch_size": 2},
                {"batch_sampler": BatchSampler(SequentialSampler(data), 4, True)},
                {"batch_size": 5, "shuffle": True, "generator": torch.Generator().manual_seed(3)}):
    torch.manual_seed(42)
    loader = DataLoader(data, **options)
    print(len(loader), loader.batch_size, loader.drop_last)
    for batch in loader:
        print(batch)
    print([batch[0].tolist() if torch.is_tensor(batch[0]) else batch[0] for batch in loader])
    print(torch.rand(2))

# Iteration in the middle, two at once, numbering
torch.manual_seed(0)
loader = DataLoader(TensorDataset(torch.arange(6), torch.arange(12).reshape(6, 2) / 10), batch_size=2, shuffle=True)
first, second = iter(loader), iter(loader)
print(next(first), next(second), len(first))
for i, (x, y) in enumerate(loader):
    print(i, x, y, x.dtype, y.shape)

x = torch.arange(6.0).reshape(3, 2)
for whole in (TensorDataset(x, torch.tensor([1, 2, 3])), Subset(TensorDataset(x), [2, -1]), Subset(Subset(TensorDataset(x), (2, 0)), [1])):
    print([batch for batch in DataLoader(whole, batch_size=2)], next(iter(DataLoader(whole, sampler=[-1]))))
attempt(lambda: list(DataLoader(TensorDataset(x), sampler=[5])))
print(next(iter(DataLoader(TensorDataset(x.clone().requires_grad_()), 2))))
print(next(iter(DataLoader(TensorDataset(x), batch_sampler=[torch.tensor([1, 0])]))))

# Splits
torch.manual_seed(1)
for lengths in ([7, 3], [0.8, 0.2], [0.5, 0.25, 0.25], [1 / 3, 1 / 3, 1 / 3]):
    print([split.indices for split in random_split(data, lengths)])
print([s.indices for s in random_split(range(10), [3, 7], generator=torch.Generator().manual_seed(42))])
parts = random_split(data, [0.3, 0.7], torch.Generator().manual_seed(0))
print([len(p) for p in parts], parts[0][0], parts[0][[0, 1]] if False else list(parts[0]))
attempt(lambda: random_split(data, [3, 3]))
attempt(lambda: random_split(data, [1.5, -0.5]))
print([len(s) for s in random_split(Squares(1), [0.5, 0.5])])

# Datasets of datasets
both = Squares(2) + Squares(3)
print(type(both).__name__, len(both), both[4], both[-1], both.cumulative_sizes, [*both])
attempt(lambda: both[-6])
attempt(lambda: ConcatDataset([]))
attempt(lambda: ConcatDataset([Counting(0, 1)]))
attempt(lambda: TensorDataset(torch.ones(2), torch.ones(3)))
attempt(lambda: Dataset()[0])
print(list(Counting(0, 2) + Counting(5, 7)), len(ChainDataset([Counted(0, 1), Counted(0, 1)])))
attempt(lambda: list(ChainDataset([Squares(1)])))
stacked = StackDataset(Squares(3), torch.arange(3))
print(stacked[1], len(stacked), list(DataLoader(stacked, 2)))
print(next(iter(DataLoader(StackDataset(a=torch.arange(3), b=Squares(3)), batch_size=3))))
attempt(lambda: StackDataset(Squares(1), Squares(2)))
attempt(lambda: StackDataset())
subset = Subset(data, [3, 1, 4])
print(len(subset), subset[0], list(DataLoader(subset, batch_size=2)))


class Odd(Subset):
    def __getitem__(self, i):
        return 1


attempt(lambda: Odd(data, [1]))

# Iterable datasets, workers
print(list(DataLoader(Counting(0, 5), batch_size=2)), list(DataLoader(Counting(0, 3), batch_size=None)))
print(list(DataLoader(Counting(0, 5), batch_size=2, drop_last=True)))
counted = DataLoader(Counted(0, 5), batch_size=None)
print(len(counted), [int(x) for x in counted])
attempt(lambda: len(DataLoader(Counting(0, 5))))
print(get_worker_info())

# Batches of anything
Point = namedtuple("Point", "x y")
for batch in ([1, 2, 3], [1.5, 2.5], ["a", "b"], [True, False], [torch.ones(2), torch.zeros(2)], [(1, 2.0), (3, 4.0)],
              [[1, 2], [3, 4]], [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}], [Point(1, 2.0), Point(3, 4.0)],
              [np.ones(2), np.zeros(2)], [np.float32(1.5), np.float32(2.5)], [np.array([1, 2], dtype=np.int64)] * 2,
              [b"x", b"y"], [((1, 2), {"k": torch.tensor(1)}), ((3, 4), {"k": torch.tensor(2)})]):
    print(default_collate(batch))
attempt(lambda: default_collate([None, None]))
attempt(lambda: default_collate([object, object]))
attempt(lambda: default_collate([[1], [1, 2]]))
attempt(lambda: default_collate([torch.ones(2), torch.ones(3)]))
attempt(lambda: default_collate([{1, 2}]))
print(default_convert([np.ones(2), (1, "x"), {"k": np.float64(2.0)}]), default_collate is same_collate, SubsetRandomSampler is same_sampler)
print(list(DataLoader([1, 2, 3, 4], batch_size=2, collate_fn=lambda samples: sum(samples))))
print(list(DataLoader(["a", "b", "c"], batch_size=2)), list(DataLoader(np.arange(4.0), 3)), list(DataLoader(torch.eye(2))))

# Samplers by themselves
class Backwards(Sampler):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return iter(range(self.n - 1, -1, -1))

    def __len__(self):
        return self.n


print(list(DataLoader(data, 4, sampler=Backwards(10)))[0], list(BatchSampler(Backwards(5), 2, False)), len(BatchSampler(Backwards(5), 2, False)),
      list(BatchSampler(range(5), 2, True)), len(BatchSampler(range(5), 2, True)))
torch.manual_seed(5)
print(list(RandomSampler(range(6))), list(RandomSampler(range(6), generator=torch.Generator().manual_seed(1))), len(RandomSampler(data)))
for drop in (False, True):
    for rank in (0, 1, 2):
        sampler = DistributedSampler(data, 3, rank, seed=4, drop_last=drop)
        sampler.set_epoch(rank // 2)
        print(len(sampler), list(sampler))
print(list(DistributedSampler(range(2), 5, 4, shuffle=False)))

# What is refused
attempt(lambda: DataLoader(data, num_workers=-1))
attempt(lambda: DataLoader(data, timeout=-1))
attempt(lambda: DataLoader(data, prefetch_factor=2))
attempt(lambda: DataLoader(data, num_workers=1, prefetch_factor=-2))
attempt(lambda: DataLoader(data, persistent_workers=True))
attempt(lambda: DataLoader(data, batch_size=0))
attempt(lambda: DataLoader(data, batch_size=2.5))
attempt(lambda: DataLoader(data, batch_size=True))
attempt(lambda: DataLoader(data, drop_last=1))
attempt(lambda: DataLoader(data, batch_size=None, drop_last=True))
attempt(lambda: DataLoader(data, sampler=[1], shuffle=True))
attempt(lambda: DataLoader(data, batch_sampler=[[1]], shuffle=True))
attempt(lambda: DataLoader(data, batch_sampler=[[1]], batch_size=2))
attempt(lambda: DataLoader(Counting(0, 1), shuffle=True))
attempt(lambda: DataLoader(Counting(0, 1), sampler=[0]))
attempt(lambda: DataLoader(Counting(0, 1), batch_sampler=[[0]]))
attempt(lambda: DataLoader(data, multiprocessing_context="fork"))
attempt(lambda: DataLoader([], shuffle=True))
attempt(lambda: RandomSampler(data, replacement=3))
attempt(lambda: RandomSampler(data, num_samples=-1))
attempt(lambda: DistributedSampler(data, 2, 2))
attempt(lambda: DistributedSampler(data))
attempt(lambda: next(iter(DataLoader(data, timeout=3))))
attempt(lambda: len(next(iter(DataLoader(data, pin_memory=True)))))
loader = DataLoader(data)


def change():
    loader.batch_size = 3


attempt(change)
for name in ("dataset", "sampler", "batch_sampler", "drop_last"):
    attempt(lambda: setattr(loader, name, None))
warnings.showwarning = shown  # which else would keep this script alive
