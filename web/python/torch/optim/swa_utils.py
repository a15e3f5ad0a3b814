"""Averages of a model's weights along its training (Izmailov et al. 2018), and their learning rates."""

import itertools
import math
from copy import deepcopy

import torch
from torch.nn import Module

from ._cosine import cos
from .lr_scheduler import LRScheduler, per_group

__all__ = [
    "AveragedModel", "SWALR", "get_ema_avg_fn", "get_ema_multi_avg_fn", "get_swa_avg_fn", "get_swa_multi_avg_fn", "update_bn",
]  # fmt: skip


def _require_decay(decay):
    if decay < 0.0 or decay > 1.0:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] range.")


def get_ema_avg_fn(decay=0.999):
    """An `avg_fn` for an exponential moving average."""
    _require_decay(decay)

    @torch.no_grad()
    def ema_update(ema_param, current_param, num_averaged):
        return decay * ema_param + (1 - decay) * current_param

    return ema_update


def get_swa_avg_fn():
    """An `avg_fn` for the plain mean."""

    @torch.no_grad()
    def swa_update(averaged_param, current_param, num_averaged):
        return averaged_param + (current_param - averaged_param) / (num_averaged + 1)

    return swa_update


def get_ema_multi_avg_fn(decay=0.999):
    """A `multi_avg_fn` for an exponential moving average."""
    _require_decay(decay)

    @torch.no_grad()
    def ema_update(ema_param_list, current_param_list, _):
        for average, current in zip(ema_param_list, current_param_list):
            average.lerp_(current, 1 - decay)

    return ema_update


def get_swa_multi_avg_fn():
    """A `multi_avg_fn` for the plain mean."""

    @torch.no_grad()
    def swa_update(averaged_param_list, current_param_list, num_averaged):
        for average, current in zip(averaged_param_list, current_param_list):
            average.lerp_(current, 1 / (num_averaged.item() + 1))

    return swa_update


class AveragedModel(Module):
    """A copy of a model whose parameters are averages of those it was updated with.

    avg_fn        (average, parameter, how many so far) -> new average; the plain mean unless given
    multi_avg_fn  the same on lists of them, in place
    use_buffers   average buffers too, instead of copying them
    """

    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("Only one of avg_fn and multi_avg_fn should be provided")
        self.module = deepcopy(model)
        self.register_buffer("n_averaged", torch.tensor(0, dtype=torch.long, device=device))
        self.avg_fn, self.multi_avg_fn, self.use_buffers = avg_fn, multi_avg_fn, use_buffers

    def forward(self, *args, **kwargs):
        """What the averaged model gives."""
        return self.module(*args, **kwargs)

    def update_parameters(self, model):
        """Take the model's present parameters into the average."""
        pairs = zip(self.module.parameters(), model.parameters())
        buffers = list(zip(self.module.buffers(), model.buffers()))
        if self.use_buffers:
            pairs = itertools.chain(pairs, buffers)
        pairs = [(average.detach(), current.detach()) for average, current in pairs]
        if self.n_averaged == 0:
            for average, current in pairs:
                average.copy_(current)
        elif self.multi_avg_fn is not None:
            self.multi_avg_fn([a for a, _ in pairs], [c for _, c in pairs], self.n_averaged)
        else:
            average_of = self.avg_fn or get_swa_avg_fn()
            for average, current in pairs:
                average.copy_(average_of(average, current, self.n_averaged))
        if not self.use_buffers:
            for average, current in buffers:
                average.detach().copy_(current.detach())
        self.n_averaged += 1


@torch.no_grad()
def update_bn(loader, model, device=None):
    """Compute the running statistics of the model's batch norms anew, over the inputs of `loader`."""
    norms = {m: m.momentum for m in model.modules() if isinstance(m, torch.nn.modules.batchnorm._BatchNorm)}
    if not norms:
        return
    training = model.training
    model.train()
    for module in norms:
        module.reset_running_stats()
        module.momentum = None
    for batch in loader:
        model(batch[0] if isinstance(batch, (list, tuple)) else batch)
    for module, momentum in norms.items():
        module.momentum = momentum
    model.train(training)


class SWALR(LRScheduler):
    """The rate goes to `swa_lr` within `anneal_epochs` and stays there."""

    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
        for rate, group in zip(per_group("swa_lr", optimizer, swa_lr), optimizer.param_groups):
            group["swa_lr"] = rate
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        self._anneal_strategy = anneal_strategy
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}")
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def _share(self, step):
        t = max(0, min(1, step / max(1, self.anneal_epochs)))
        return (1 - cos(math.pi * t)) / 2 if self._anneal_strategy == "cos" else t

    def get_lr(self):
        """The rates for this epoch."""
        self._warn_outside_step()
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before, now = self._share(step - 1), self._share(step)
        rates = []
        for group in self.optimizer.param_groups:
            target = group["swa_lr"]
            start = target if before == 1 else (group["lr"] - before * target) / (1 - before)
            rates.append(target * now + start * (1 - now))
        return rates
