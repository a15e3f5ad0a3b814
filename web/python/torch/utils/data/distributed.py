"""The sampler of distributed training, for which rank and number of replicas must be given here."""

import math

import torch

from .sampler import Sampler

__all__ = ["DistributedSampler"]


class DistributedSampler(Sampler):
    """Every `num_replicas`-th index of a dataset, beginning with `rank`; call `set_epoch` for another order."""

    def __init__(self, dataset, num_replicas=None, rank=None, shuffle=True, seed=0, drop_last=False):
        if num_replicas is None or rank is None:
            raise ValueError(
                "Default process group has not been initialized, please make sure to call init_process_group."
            )
        if rank >= num_replicas or rank < 0:
            raise ValueError(f"Invalid rank {rank}, rank should be in the interval [0, {num_replicas - 1}]")
        self.dataset, self.num_replicas, self.rank, self.epoch = dataset, num_replicas, rank, 0
        self.drop_last, self.shuffle, self.seed = drop_last, shuffle, seed
        count = len(dataset)
        left_out = num_replicas if drop_last and count % num_replicas else 0
        self.num_samples = math.ceil((count - left_out) / num_replicas)
        self.total_size = self.num_samples * num_replicas

    def __iter__(self):
        count = len(self.dataset)
        indices = list(range(count))
        if self.shuffle:
            generator = torch.Generator().manual_seed(self.seed + self.epoch)
            indices = torch.randperm(count, generator=generator).tolist()
        repeated = indices * math.ceil(self.total_size / max(count, 1))
        return iter(repeated[self.rank : self.total_size : self.num_replicas])

    def __len__(self):
        return self.num_samples

    def set_epoch(self, epoch):
        """Make the next iteration's order that of `epoch`, the same in every replica."""
        self.epoch = epoch
