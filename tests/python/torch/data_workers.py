# Real workers are processes, ours are not: order, random numbers and what a worker knows of itself must agree.
import random

import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, get_worker_info


class Noisy(Dataset):
    def __len__(self):
        return 9

    def __getitem__(self, i):
        info = get_worker_info()
        return i, info.id, info.num_workers, torch.rand(1).item(), random.random(), info.seed % 1000, info.dataset.extra

    extra = 0


class Counting(IterableDataset):
    def __init__(self, start, end):
        self.start, self.end = start, end

    def __iter__(self):
        info = get_worker_info()
        return iter((i, info.id, torch.randint(100, ()).item()) for i in range(self.start, self.end))


class Shared(Counting):
    def __iter__(self):
        info = get_worker_info()
        return iter(range(self.start + info.id, self.end, info.num_workers))


def share(number):
    info = get_worker_info()
    info.dataset.extra = 10 + number


def part(number):
    dataset = get_worker_info().dataset
    length = (dataset.end - dataset.start) // get_worker_info().num_workers
    dataset.start += number * length
    dataset.end = dataset.start + length


def show(dataset, **options):
    torch.manual_seed(7)
    random.seed(7)
    loader = DataLoader(dataset, multiprocessing_context="fork", **options)
    for _ in range(2):
        print([batch for batch in loader])
    print(torch.rand(1), random.random(), get_worker_info())


show(Noisy(), num_workers=2, batch_size=2, worker_init_fn=share)
show(Noisy(), num_workers=1, batch_size=4, shuffle=True)
show(Noisy(), num_workers=2, batch_size=4, shuffle=True, drop_last=True, generator=torch.Generator().manual_seed(1))
show(Counting(0, 3), num_workers=2, batch_size=2)
show(Shared(0, 11), num_workers=2, batch_size=2)
show(Shared(0, 11), num_workers=2, batch_size=None)
show(Counting(0, 10), num_workers=2, batch_size=3, worker_init_fn=part)
dataset = Counting(3, 5)
show(dataset, num_workers=1, worker_init_fn=part)
print(dataset.start, dataset.end)
