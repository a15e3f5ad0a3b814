"""The schedules of Smith: CyclicLR and OneCycleLR, which move the momentum against the rate."""

import math
import types
from functools import partial

from ._cosine import cos
from .lr_scheduler import LRScheduler, per_group, put, require_optimizer


class _Cycling(LRScheduler):
    """A schedule that also sets momentum, or Adam's first beta."""

    def _start_momentum(self, optimizer, base_momentum, max_momentum, last_epoch):
        if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
            raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
        self.use_beta1 = "betas" in optimizer.defaults
        lows = per_group("base_momentum", optimizer, base_momentum)
        highs = per_group("max_momentum", optimizer, max_momentum)
        if last_epoch == -1:
            for low, high, group in zip(lows, highs, optimizer.param_groups):
                self._put_momentum(group, high)
                group["max_momentum"], group["base_momentum"] = high, low
        return lows, highs

    def _put_momentum(self, group, value):
        if self.use_beta1:
            group["betas"] = (value, *group["betas"][1:])
        else:
            group["momentum"] = value


class CyclicLR(_Cycling):
    """The rate goes up and down between `base_lr` and `max_lr` (Smith 2017).

    mode      "triangular", "triangular2" (half the height each cycle) or "exp_range" (gamma**iteration times it)
    scale_fn  a function of the cycle or iteration (`scale_mode`) instead of a mode
    """

    def __init__(
        self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None, mode="triangular", gamma=1.0,
        scale_fn=None, scale_mode="cycle", cycle_momentum=True, base_momentum=0.8, max_momentum=0.9, last_epoch=-1,
    ):  # fmt: skip
        require_optimizer(optimizer)
        self.optimizer = optimizer
        base_lrs = per_group("base_lr", optimizer, base_lr)
        if last_epoch == -1:
            for lr, group in zip(base_lrs, optimizer.param_groups):
                put(group, lr)
        self.max_lrs = per_group("max_lr", optimizer, max_lr)
        up = float(step_size_up)
        down = up if step_size_down is None else float(step_size_down)
        self.total_size = up + down
        self.step_ratio = up / self.total_size
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode, self.gamma, self._scale_fn_custom, self.scale_mode = mode, gamma, scale_fn, scale_mode
        self._init_scale_fn()
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            found = self._start_momentum(optimizer, base_momentum, max_momentum, last_epoch)
            self.base_momentums, self.max_momentums = found
        super().__init__(optimizer, last_epoch)
        self.base_lrs = base_lrs

    def _init_scale_fn(self):
        if self._scale_fn_custom is not None:
            return
        if self.mode == "exp_range":
            self._scale_fn_ref, self.scale_mode = partial(self._exp_range_scale_fn, self.gamma), "iterations"
        else:
            halved = self.mode == "triangular2"
            self._scale_fn_ref = self._triangular2_scale_fn if halved else self._triangular_scale_fn
            self.scale_mode = "cycle"

    def scale_fn(self, x):
        """The factor of the height in cycle or iteration `x`."""
        return (self._scale_fn_custom or self._scale_fn_ref)(x)

    @staticmethod
    def _triangular_scale_fn(x):
        return 1.0

    @staticmethod
    def _triangular2_scale_fn(x):
        return 1 / (2.0 ** (x - 1))

    @staticmethod
    def _exp_range_scale_fn(gamma, x):
        return gamma**x

    def get_lr(self):
        """The rates for this iteration; sets the momentum too."""
        self._warn_outside_step()
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        height = x / self.step_ratio if x <= self.step_ratio else (x - 1) / (self.step_ratio - 1)

        def risen(low, high):
            return (high - low) * height * self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)

        lrs = [low + risen(low, high) for low, high in zip(self.base_lrs, self.max_lrs)]
        if self.cycle_momentum:
            for low, high, group in zip(self.base_momentums, self.max_momentums, self.optimizer.param_groups):
                self._put_momentum(group, high - risen(low, high))
        return lrs

    def state_dict(self):
        """Everything but the optimizer; of a `scale_fn` that is an object, what it holds."""
        state = super().state_dict()
        state.pop("_scale_fn_ref", None)
        function = state.pop("_scale_fn_custom")
        plain = function is None or isinstance(function, types.FunctionType)
        state["_scale_fn_custom"] = None if plain else function.__dict__.copy()
        return state

    def load_state_dict(self, state_dict):
        """Take over a `state_dict`."""
        held = state_dict.pop("_scale_fn_custom")
        super().load_state_dict(state_dict)
        if held is not None:
            self._scale_fn_custom.__dict__.update(held)
        self._init_scale_fn()


class OneCycleLR(_Cycling):
    """The rate rises to `max_lr` and falls far below where it began, once (Smith and Topin 2018).

    The length is `total_steps`, or `epochs` times `steps_per_epoch`; a step is a batch.
    """

    def __init__(
        self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3,
        anneal_strategy="cos", cycle_momentum=True, base_momentum=0.85, max_momentum=0.95, div_factor=25.0,
        final_div_factor=1e4, three_phase=False, last_epoch=-1,
    ):  # fmt: skip
        require_optimizer(optimizer)
        self.optimizer = optimizer
        self.total_steps = self._length(total_steps, epochs, steps_per_epoch)
        self._schedule_phases = self._phases(pct_start, three_phase)
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        self._anneal_func_type = anneal_strategy
        highs = per_group("max_lr", optimizer, max_lr)
        if last_epoch == -1:
            for high, group in zip(highs, optimizer.param_groups):
                group["initial_lr"] = high / div_factor
                group["max_lr"] = high
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._start_momentum(optimizer, base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch)

    @staticmethod
    def _length(total_steps, epochs, steps_per_epoch):
        if total_steps is not None:
            if total_steps <= 0 or not isinstance(total_steps, int):
                raise ValueError(f"Expected positive integer total_steps, but got {total_steps}")
            return total_steps
        if epochs is None or steps_per_epoch is None:
            raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
        for name, value in (("epochs", epochs), ("steps_per_epoch", steps_per_epoch)):
            if not isinstance(value, int) or value <= 0:
                raise ValueError(f"Expected positive integer {name}, but got {value}")
        return epochs * steps_per_epoch

    def _phases(self, share, three_phase):
        def phase(end, *names):
            keys = ("start_lr", "end_lr", "start_momentum", "end_momentum")
            return {"end_step": end, **dict(zip(keys, names))}

        total = self.total_steps
        rise = phase(float(share * total) - 1, "initial_lr", "max_lr", "max_momentum", "base_momentum")
        if not three_phase:
            return [rise, phase(total - 1, "max_lr", "min_lr", "base_momentum", "max_momentum")]
        fall = phase(float(2 * share * total) - 2, "max_lr", "initial_lr", "base_momentum", "max_momentum")
        return [rise, fall, phase(total - 1, "initial_lr", "min_lr", "max_momentum", "max_momentum")]

    def _anneal_func(self, start, end, share):
        cos = self._anneal_func_type == "cos"
        return self._annealing_cos(start, end, share) if cos else self._annealing_linear(start, end, share)

    @staticmethod
    def _annealing_cos(start, end, pct):
        return end + (start - end) / 2.0 * (cos(math.pi * pct) + 1)

    @staticmethod
    def _annealing_linear(start, end, pct):
        return (end - start) * pct + start

    def get_lr(self):
        """The rates for this step; sets the momentum too."""
        self._warn_outside_step()
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(
                f"Tried to step {step} times. The specified number of total steps is {self.total_steps}"
            )
        start = 0.0
        for phase in self._schedule_phases:
            if step <= phase["end_step"] or phase is self._schedule_phases[-1]:
                break
            start = phase["end_step"]
        share = (step - start) / (phase["end_step"] - start)
        lrs = []
        for group in self.optimizer.param_groups:
            lrs.append(self._anneal_func(group[phase["start_lr"]], group[phase["end_lr"]], share))
            if self.cycle_momentum:
                ends = group[phase["start_momentum"]], group[phase["end_momentum"]]
                self._put_momentum(group, self._anneal_func(*ends, share))
        return lrs


for _class in (CyclicLR, OneCycleLR):
    _class.__module__ = "torch.optim.lr_scheduler"
