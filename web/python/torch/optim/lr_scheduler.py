"""Schedules of learning rates: each `step()` of a scheduler sets its optimizer's rates for the next epoch."""

import math
import types
import warnings
import weakref
from bisect import bisect_right
from collections import Counter
from functools import wraps

from .._tensor import Tensor
from ._cosine import cos
from .optimizer import Optimizer, to_number

__all__ = [
    "ChainedScheduler", "ConstantLR", "CosineAnnealingLR", "CosineAnnealingWarmRestarts", "CyclicLR", "ExponentialLR",
    "LRScheduler", "LambdaLR", "LinearLR", "MultiStepLR", "MultiplicativeLR", "OneCycleLR", "PolynomialLR",
    "ReduceLROnPlateau", "SequentialLR", "StepLR",
]  # fmt: skip

EPOCH_DEPRECATION_WARNING = (
    "The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where possible. Please use "
    "`scheduler.step()` to step the scheduler. During the deprecation, if epoch is different from None, the closed form is "
    "used instead of the new chainable form, where available. Please open an issue if you are unable to replicate your use "
    "case: https://github.com/pytorch/pytorch/issues/new/choose."
)
_HOW = "See more details at https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"


def per_group(name, optimizer, value):
    """An option as one value a parameter group."""
    if not isinstance(value, (list, tuple)):
        value = [value] * len(optimizer.param_groups)
    elif len(value) != len(optimizer.param_groups):
        raise ValueError(
            f"{name} must have the same length as optimizer.param_groups. {name} has {len(value)} values, param_groups "
            f"has {len(optimizer.param_groups)}."
        )
    return [_copied(v) for v in value]


def _copied(value):
    return value.clone() if isinstance(value, Tensor) else value


def current(optimizer, key="lr"):
    """An option of every parameter group."""
    return [_copied(group[key]) for group in optimizer.param_groups]


def put(group, value):
    """Set a group's learning rate, in place where it is a tensor."""
    if isinstance(group["lr"], Tensor):
        group["lr"].fill_(to_number(value))
    else:
        group["lr"] = value


def require_optimizer(optimizer):
    """Raise TypeError unless `optimizer` is one."""
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")


def _noting_calls(optimizer):
    """Let the optimizer's step note that it was called, for the warning about the order of the two steps."""
    if hasattr(optimizer.step, "_wrapped_by_lr_sched"):
        return
    reference, step = weakref.ref(optimizer), optimizer.step.__func__

    @wraps(step)
    def wrapper(*args, **kwargs):
        optimizer = reference()
        optimizer._opt_called = True
        return step(optimizer, *args, **kwargs)

    wrapper._wrapped_by_lr_sched = True
    optimizer.step = wrapper


class LRScheduler:
    """Base class: a subclass gives `get_lr()`, the rates for `self.last_epoch`, one a parameter group."""

    _get_lr_called_within_step = False
    _is_initial = False

    def __init__(self, optimizer, last_epoch=-1):
        require_optimizer(optimizer)
        self.optimizer = optimizer
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", _copied(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError(
                    f"param 'initial_lr' is not specified in param_groups[{i}] when resuming scheduler with last_epoch "
                    ">= 0.\nThis typically happens when:\n1. You're trying to resume training from a checkpoint but "
                    "haven't properly loaded the optimizer state\n2. You're using last_epoch >= 0 for a fresh training "
                    "run (not recommended)"
                )
        self.base_lrs = current(optimizer, "initial_lr")
        self.last_epoch = last_epoch
        _noting_calls(optimizer)
        self._initial_step()

    def _initial_step(self):
        self._step_count = 0
        self._is_initial = True
        try:
            self.step()
        finally:
            self._is_initial = False

    def state_dict(self):
        """Everything but the optimizer, as a dict."""
        return {key: value for key, value in self.__dict__.items() if key != "optimizer"}

    def load_state_dict(self, state_dict):
        """Take over a `state_dict`."""
        self.__dict__.update(state_dict)

    def get_last_lr(self):
        """The rates last set, one a parameter group."""
        return self._last_lr

    def get_lr(self):
        """The rates for this epoch, computed from those before."""
        raise NotImplementedError

    def _warn_outside_step(self):
        if not self._get_lr_called_within_step:
            warnings.warn(
                "To get the last learning rate computed by the scheduler, please use `get_last_lr()`.", stacklevel=3
            )

    def step(self, epoch=None):
        """Set the rates for the next epoch."""
        if self._step_count == 1:
            if not hasattr(self.optimizer.step, "_wrapped_by_lr_sched"):
                warnings.warn(
                    "Seems like `optimizer.step()` has been overridden after learning rate scheduler initialization. "
                    f"Please, make sure to call `optimizer.step()` before `lr_scheduler.step()`. {_HOW}",
                    stacklevel=2,
                )
            elif not getattr(self.optimizer, "_opt_called", False):
                warnings.warn(
                    "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you "
                    "should call them in the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  Failure "
                    f"to do this will result in PyTorch skipping the first value of the learning rate schedule. {_HOW}",
                    stacklevel=2,
                )
        self._step_count += 1
        if epoch is not None:
            warnings.warn(EPOCH_DEPRECATION_WARNING, stacklevel=2)
        self._update_lr(epoch)

    def _update_lr(self, epoch=None):
        if epoch is None:
            self.last_epoch += 1
            compute = self.get_lr
        else:
            self.last_epoch = epoch
            compute = getattr(self, "_get_closed_form_lr", self.get_lr)
        self._set(compute)

    def _set(self, compute):
        self._get_lr_called_within_step = True
        try:
            for group, lr in zip(self.optimizer.param_groups, compute(), strict=True):
                put(group, lr)
        finally:
            self._get_lr_called_within_step = False
        self._last_lr = current(self.optimizer)


class _LRScheduler(LRScheduler):
    """The base class under its old name."""


class _Lambdas(LRScheduler):
    """A schedule by functions of the epoch, one a parameter group."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        self.optimizer = optimizer
        count = len(optimizer.param_groups)
        if not isinstance(lr_lambda, (list, tuple)):
            lr_lambda = [lr_lambda] * count
        elif len(lr_lambda) != count:
            raise ValueError(f"Expected {count} lr_lambdas, but got {len(lr_lambda)}")
        self.lr_lambdas = list(lr_lambda)
        self._check()
        super().__init__(optimizer, last_epoch)

    def _check(self):
        pass

    def state_dict(self):
        """Everything but the optimizer; of the functions, what objects among them hold."""
        state = super().state_dict()
        del state["lr_lambdas"]
        state["lr_lambdas"] = [
            None if isinstance(f, types.FunctionType) else f.__dict__.copy() for f in self.lr_lambdas
        ]
        return state

    def load_state_dict(self, state_dict):
        """Take over a `state_dict`; functions stay as they are."""
        self.__dict__.update({key: value for key, value in state_dict.items() if key != "lr_lambdas"})
        for function, held in zip(self.lr_lambdas, state_dict["lr_lambdas"]):
            if held is not None:
                function.__dict__.update(held)


class LambdaLR(_Lambdas):
    """The initial rate times `lr_lambda(epoch)`."""

    def get_lr(self):
        """The rates for this epoch."""
        self._warn_outside_step()
        return [base * f(self.last_epoch) for f, base in zip(self.lr_lambdas, self.base_lrs)]


class MultiplicativeLR(_Lambdas):
    """The rate before times `lr_lambda(epoch)`."""

    def _check(self):
        for function in self.lr_lambdas:
            if not callable(function):
                raise TypeError(f"lr_lambda should be a function, but got {type(function).__name__}")

    def get_lr(self):
        """The rates for this epoch."""
        self._warn_outside_step()
        if self._is_initial:
            return current(self.optimizer)
        return [g["lr"] * f(self.last_epoch) for f, g in zip(self.lr_lambdas, self.optimizer.param_groups)]


class StepLR(LRScheduler):
    """The rate times `gamma` every `step_size` epochs."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        """The rates for this epoch."""
        self._warn_outside_step()
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return current(self.optimizer)
        return [group["lr"] * self.gamma for group in self.optimizer.param_groups]

    def _get_closed_form_lr(self):
        return [base * self.gamma ** (self.last_epoch // self.step_size) for base in self.base_lrs]


class MultiStepLR(LRScheduler):
    """The rate times `gamma` at each of the epochs `milestones`."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones, self.gamma = Counter(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        """The rates for this epoch."""
        self._warn_outside_step()
        if self.last_epoch not in self.milestones:
            return current(self.optimizer)
        factor = self.gamma ** self.milestones[self.last_epoch]
        return [group["lr"] * factor for group in self.optimizer.param_groups]

    def _get_closed_form_lr(self):
        passed = bisect_right(sorted(self.milestones.elements()), self.last_epoch)
        return [base * self.gamma**passed for base in self.base_lrs]


class ConstantLR(LRScheduler):
    """The rate times `factor` for the first `total_iters` epochs."""

    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1):
        if factor > 1.0 or factor < 0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        """The rates for this epoch."""
        self._warn_outside_step()
        if self.last_epoch == 0:
            return [group["lr"] * self.factor for group in self.optimizer.param_groups]
        if self.last_epoch != self.total_iters:
            return current(self.optimizer)
        return [group["lr"] * (1.0 / self.factor) for group in self.optimizer.param_groups]

    def _get_closed_form_lr(self):
        factor = self.factor + (self.last_epoch >= self.total_iters) * (1 - self.factor)
        return [base * factor for base in self.base_lrs]


class LinearLR(LRScheduler):
    """The rate times a factor that goes from `start_factor` to `end_factor` within `total_iters` epochs."""

    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1):
        if start_factor > 1.0 or start_factor <= 0:
            raise ValueError("Starting multiplicative factor expected to be greater than 0 and less or equal to 1.")
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        """The rates for this epoch."""
        self._warn_outside_step()
        groups, start, rise = self.optimizer.param_groups, self.start_factor, self.end_factor - self.start_factor
        if self.last_epoch == 0:
            return [group["lr"] * start for group in groups]
        if self._is_initial or self.last_epoch > self.total_iters:
            return current(self.optimizer)
        growth = 1.0 + rise / (self.total_iters * start + (self.last_epoch - 1) * rise)
        return [group["lr"] * growth for group in groups]

    def _get_closed_form_lr(self):
        start, rise = self.start_factor, self.end_factor - self.start_factor
        factor = start + rise * min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * factor for base in self.base_lrs]


class ExponentialLR(LRScheduler):
    """The rate times `gamma` every epoch."""

    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        """The rates for this epoch."""
        self._warn_outside_step()
        if self._is_initial:
            return current(self.optimizer)
        return [group["lr"] * self.gamma for group in self.optimizer.param_groups]

    def _get_closed_form_lr(self):
        return [base * self.gamma**self.last_epoch for base in self.base_lrs]


class PolynomialLR(LRScheduler):
    """The rate goes to 0 within `total_iters` epochs, as a polynomial of degree `power`."""

    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1):
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        """The rates for this epoch."""
        self._warn_outside_step()
        if self._is_initial or self.last_epoch > self.total_iters:
            return current(self.optimizer)
        left, before = 1.0 - self.last_epoch / self.total_iters, 1.0 - (self.last_epoch - 1) / self.total_iters
        decay = (left / before) ** self.power
        return [group["lr"] * decay for group in self.optimizer.param_groups]

    def _get_closed_form_lr(self):
        left = 1.0 - min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * left**self.power for base in self.base_lrs]


class CosineAnnealingLR(LRScheduler):
    """The rate follows half a cosine to `eta_min` at epoch `T_max` (Loshchilov and Hutter 2017)."""

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        """The rates for this epoch."""
        self._warn_outside_step()
        groups, epoch, length, least = self.optimizer.param_groups, self.last_epoch, self.T_max, self.eta_min
        if self._is_initial:
            return current(self.optimizer)
        if self._step_count == 1 and epoch > 0:
            return [least + (base - least) * (1 + cos(epoch * math.pi / length)) / 2 for base in self.base_lrs]
        if (epoch - 1 - length) % (2 * length) == 0:
            return [
                group["lr"] + (base - least) * (1 - cos(math.pi / length)) / 2
                for base, group in zip(self.base_lrs, groups)
            ]
        ratio = (1 + cos(math.pi * epoch / length)) / (1 + cos(math.pi * (epoch - 1) / length))
        return [ratio * (group["lr"] - least) + least for group in groups]

    def _get_closed_form_lr(self):
        least, height = self.eta_min, 1 + cos(math.pi * self.last_epoch / self.T_max)
        return [least + (base - least) * height / 2 for base in self.base_lrs]


class CosineAnnealingWarmRestarts(LRScheduler):
    """Half cosines from the initial rate to `eta_min`, the first of `T_0` epochs, each `T_mult` times the one before."""

    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0, last_epoch=-1):
        if T_0 <= 0 or not isinstance(T_0, int):
            raise ValueError(f"Expected positive integer T_0, but got {T_0}")
        if T_mult < 1 or not isinstance(T_mult, int):
            raise ValueError(f"Expected integer T_mult >= 1, but got {T_mult}")
        if not isinstance(eta_min, (float, int)):
            raise ValueError(f"Expected float or int eta_min, but got {eta_min} of type {type(eta_min)}")
        self.T_0 = self.T_i = T_0
        self.T_mult, self.eta_min, self.T_cur = T_mult, eta_min, last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        """The rates for this epoch."""
        self._warn_outside_step()
        least, height = self.eta_min, 1 + cos(math.pi * self.T_cur / self.T_i)
        return [least + (base - least) * height / 2 for base in self.base_lrs]

    def step(self, epoch=None):
        """Set the rates for the next epoch, or for `epoch`, which may be a fraction."""
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur %= self.T_i
                self.T_i *= self.T_mult
        elif epoch < 0:
            raise ValueError(f"Expected non-negative epoch, but got {epoch}")
        elif epoch < self.T_0:
            self.T_i, self.T_cur = self.T_0, epoch
        elif self.T_mult == 1:
            self.T_cur = epoch % self.T_0
        else:
            passed = int(math.log((epoch / self.T_0 * (self.T_mult - 1) + 1), self.T_mult))
            self.T_cur = epoch - self.T_0 * (self.T_mult**passed - 1) / (self.T_mult - 1)
            self.T_i = self.T_0 * self.T_mult**passed
        self.last_epoch = math.floor(epoch)
        self._set(self.get_lr)


class _Several(LRScheduler):
    """What schedulers made of schedulers share."""

    _few = ""

    def _check(self, optimizer, schedulers):
        name = type(self).__name__
        if len(schedulers) < 1:
            raise ValueError(f"{name} expects at least one scheduler{self._few}, but got no scheduler.")
        for i, scheduler in enumerate(schedulers):
            if not hasattr(scheduler, "optimizer"):
                raise TypeError(f"{name} at index {i} should have `optimizer` as its attribute.")
            if isinstance(scheduler, ReduceLROnPlateau):
                raise ValueError(
                    f"{name} does not support `ReduceLROnPlateau` scheduler as it requires additional kwargs to be "
                    f"specified when calling `step`, but got one at index {i} in the given schedulers sequence."
                )
            if optimizer != scheduler.optimizer:
                raise ValueError(
                    f"{name} expects all schedulers to belong to the same optimizer, but got scheduler "
                    f"{type(scheduler).__name__} at index {i} has {scheduler.optimizer}, which is different from "
                    f"{type(optimizer).__name__}."
                )

    def state_dict(self):
        """Everything but the optimizer, the schedulers as their own `state_dict`."""
        state = super().state_dict()
        del state["_schedulers"]
        state["_schedulers"] = [scheduler.state_dict() for scheduler in self._schedulers]
        return state

    def load_state_dict(self, state_dict):
        """Take over a `state_dict`."""
        self.__dict__.update({key: value for key, value in state_dict.items() if key != "_schedulers"})
        for scheduler, state in zip(self._schedulers, state_dict["_schedulers"]):
            scheduler.load_state_dict(state)


class SequentialLR(_Several):
    """One scheduler after another; `milestones` are the epochs at which the next begins."""

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1):
        self._check(optimizer, schedulers)
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(
                "Sequential Schedulers expects number of schedulers provided to be one more than the number of milestone "
                f"points, but got number of schedulers {len(schedulers)} and the number of milestones to be equal to "
                f"{len(milestones)}"
            )
        self._schedulers, self._milestones, self.last_epoch = schedulers, milestones, last_epoch + 1
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            put(group, group["initial_lr"])
        self.recursive_undo()
        first = schedulers[bisect_right(milestones, 0)]
        first._initial_step()
        self._last_lr = first.get_last_lr()

    def recursive_undo(self, sched=None):
        """Take back the first step that every scheduler made when it was created."""
        sched = self if sched is None else sched
        if hasattr(sched, "_schedulers"):
            for inner in sched._schedulers:
                self.recursive_undo(inner)
        elif hasattr(sched, "last_epoch"):
            sched.last_epoch -= 1

    def step(self):
        """Set the rates for the next epoch."""
        self.last_epoch += 1
        place = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[place]
        if place > 0 and self._milestones[place - 1] == self.last_epoch:
            scheduler._update_lr(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


class ChainedScheduler(_Several):
    """Several schedulers at once, each changing what the one before left."""

    _few = " to be chained"

    def __init__(self, schedulers, optimizer=None):
        optimizer = optimizer or (schedulers[0].optimizer if schedulers else None)
        self._check(optimizer, schedulers)
        self._schedulers, self.optimizer = schedulers, optimizer
        self._last_lr = current(schedulers[-1].optimizer)

    def step(self):
        """Set the rates for the next epoch."""
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = current(self._schedulers[-1].optimizer)


class ReduceLROnPlateau(LRScheduler):
    """The rate times `factor` when a measured value has not become better for more than `patience` epochs."""

    def __init__(
        self, optimizer, mode="min", factor=0.1, patience=10, threshold=1e-4, threshold_mode="rel", cooldown=0,
        min_lr=0, eps=1e-8,
    ):  # fmt: skip
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        self.factor = factor
        require_optimizer(optimizer)
        self.optimizer = optimizer
        count = len(optimizer.param_groups)
        if isinstance(min_lr, (list, tuple)):
            if len(min_lr) != count:
                raise ValueError(f"expected {count} min_lrs, got {len(min_lr)}")
            self.default_min_lr, self.min_lrs = None, list(min_lr)
        else:
            self.default_min_lr, self.min_lrs = min_lr, [min_lr] * count
        self.patience, self.cooldown, self.eps, self.last_epoch = patience, cooldown, eps, 0
        self._last_lr = current(optimizer)
        self._init_is_better(mode, threshold, threshold_mode)
        self._reset()

    def _reset(self):
        self.best, self.cooldown_counter, self.num_bad_epochs = self.mode_worse, 0, 0

    def step(self, metrics, epoch=None):
        """Take note of this epoch's value, and lower the rates if it is time."""
        value = float(metrics)
        if epoch is None:
            epoch = self.last_epoch + 1
        else:
            warnings.warn(EPOCH_DEPRECATION_WARNING, stacklevel=2)
        self.last_epoch = epoch
        if self._is_better(value, self.best):
            self.best, self.num_bad_epochs = value, 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce_lr()
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
        self._last_lr = current(self.optimizer)

    def _reduce_lr(self):
        groups = self.optimizer.param_groups
        if len(groups) != len(self.min_lrs):
            if self.default_min_lr is None:
                raise RuntimeError(
                    f"The number of param groups in the `optimizer` ({len(groups)}) differs from when "
                    f"`ReduceLROnPlateau` was initialized ({len(self.min_lrs)}), usually due to a new param group being "
                    "added to the optimizer. Please modify the `min_lrs` field to match the length of the `optimizer` "
                    "param groups."
                )
            self.min_lrs = [self.default_min_lr] * len(groups)
        for group, least in zip(groups, self.min_lrs):
            old = float(group["lr"])
            new = max(old * self.factor, least)
            if old - new > self.eps:
                put(group, new)

    @property
    def in_cooldown(self):
        """Whether the rates were lowered within the last `cooldown` epochs."""
        return self.cooldown_counter > 0

    def _is_better(self, value, best):
        lower = self.mode == "min"
        if self.threshold_mode == "rel":
            return value < best * (1.0 - self.threshold) if lower else value > best * (self.threshold + 1.0)
        return value < best - self.threshold if lower else value > best + self.threshold

    def _init_is_better(self, mode, threshold, threshold_mode):
        if mode not in ("min", "max"):
            raise ValueError(f"mode {mode} is unknown!")
        if threshold_mode not in ("rel", "abs"):
            raise ValueError(f"threshold mode {threshold_mode} is unknown!")
        self.mode_worse = math.inf if mode == "min" else -math.inf
        self.mode, self.threshold, self.threshold_mode = mode, threshold, threshold_mode

    def load_state_dict(self, state_dict):
        """Take over a `state_dict`."""
        self.__dict__.update(state_dict)
        self._init_is_better(self.mode, self.threshold, self.threshold_mode)


from ._cycles import CyclicLR, OneCycleLR  # noqa: E402  (they build on LRScheduler)
