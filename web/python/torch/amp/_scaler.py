"""Scaling of losses, so that gradients in float16 do not vanish."""

import warnings
from enum import Enum

from .._tensor import Tensor
from ..autograd.grad_mode import no_grad

_HINT = "This may indicate your script did not use scaler.scale(loss or outputs) earlier in the iteration."


class OptState(Enum):
    """How far an optimizer has come since the last update."""

    READY, UNSCALED, STEPPED = 0, 1, 2


class GradScaler:
    """Multiplies losses by a scale, which grows until gradients overflow and shrinks then; off for CUDA, as there is none."""

    def __init__(
        self, device="cuda", init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True
    ):
        self._device, self._enabled = device, enabled
        if enabled and device == "cuda":
            warnings.warn(
                "torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.", stacklevel=2
            )
            self._enabled = False
        if self._enabled:
            if growth_factor <= 1.0:
                raise AssertionError("The growth factor must be > 1.0.")
            if backoff_factor >= 1.0:
                raise AssertionError("The backoff factor must be < 1.0.")
            self._growth_factor, self._backoff_factor = growth_factor, backoff_factor
            self._growth_interval, self._init_scale, self._init_growth_tracker = growth_interval, init_scale, 0
            self._scale, self._growth_tracker, self._optimizers = None, None, {}

    def _started(self, name):
        for part, value in (("_scale", self._scale), ("_growth_tracker", self._growth_tracker)):
            if value is None:
                raise AssertionError(f"Attempted {name} but {part} is None.  {_HINT}")

    def _entry(self, optimizer):
        return self._optimizers.setdefault(id(optimizer), {"stage": OptState.READY, "overflow": None})

    def scale(self, outputs):
        """A tensor, or each of an iterable of tensors, times the scale."""
        if not self._enabled:
            return outputs
        if isinstance(outputs, Tensor):
            if self._scale is None:
                import torch

                self._scale = torch.full((), self._init_scale, dtype=torch.float32)
                self._growth_tracker = torch.full((), self._init_growth_tracker, dtype=torch.int32)
            return outputs * self._scale
        if not hasattr(outputs, "__iter__"):
            raise ValueError("outputs must be a Tensor or an iterable of Tensors")
        scaled = map(self.scale, outputs)
        return type(outputs)(scaled) if isinstance(outputs, (list, tuple)) else scaled

    def unscale_(self, optimizer):
        """Divide the gradients of an optimizer's parameters by the scale."""
        if not self._enabled:
            return
        self._started("unscale_")
        entry = self._entry(optimizer)
        if entry["stage"] is OptState.UNSCALED:
            raise RuntimeError("unscale_() has already been called on this optimizer since the last update().")
        if entry["stage"] is OptState.STEPPED:
            raise RuntimeError("unscale_() is being called after step().")
        inverse = self._scale.double().reciprocal().float()
        with no_grad():
            for group in optimizer.param_groups:
                for param in group["params"]:
                    if param.grad is None:
                        continue
                    if str(param.grad.dtype) == "torch.float16":
                        raise ValueError("Attempting to unscale FP16 gradients.")
                    finite = bool(param.grad.isfinite().all())
                    entry["overflow"] = bool(entry["overflow"]) or not finite
                    param.grad.mul_(inverse)
        entry["stage"] = OptState.UNSCALED

    def step(self, optimizer, *args, **kwargs):
        """One step of the optimizer, unless its gradients overflowed."""
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if "closure" in kwargs:
            raise RuntimeError("Closure use is not currently supported if GradScaler is enabled.")
        self._started("step")
        entry = self._entry(optimizer)
        if entry["stage"] is OptState.STEPPED:
            raise RuntimeError("step() has already been called since the last update().")
        if entry["stage"] is OptState.READY:
            self.unscale_(optimizer)
        if entry["overflow"] is None:
            raise AssertionError("No inf checks were recorded for this optimizer.")
        result = None if entry["overflow"] else optimizer.step(*args, **kwargs)
        entry["stage"] = OptState.STEPPED
        return result

    def update(self, new_scale=None):
        """Set the scale, or let it shrink after an overflow and grow after enough steps without one."""
        if not self._enabled:
            return
        self._started("update")
        if isinstance(new_scale, float):
            self._scale.fill_(new_scale)
        elif new_scale is not None:
            if new_scale.numel() != 1 or new_scale.requires_grad:
                raise AssertionError(
                    "new_scale should be a float or a 1-element torch.cuda.FloatTensor or torch.FloatTensor with "
                    "requires_grad=False."
                )
            self._scale.copy_(new_scale)
        else:
            found = [entry["overflow"] for entry in self._optimizers.values() if entry["overflow"] is not None]
            if not found:
                raise AssertionError("No inf checks were recorded prior to update.")
            self._adapt(any(found))
        self._optimizers = {}

    def _adapt(self, overflow):
        if overflow:
            self._scale.mul_(self._backoff_factor)
            self._growth_tracker.fill_(0)
        elif self._growth_tracker.item() + 1 == self._growth_interval:
            grown = self._scale * self._growth_factor
            if bool(grown.isfinite()):
                self._scale.copy_(grown)
            self._growth_tracker.fill_(0)
        else:
            self._growth_tracker.add_(1)

    def get_scale(self):
        """The scale, 1 where scaling is off."""
        if not self._enabled:
            return 1.0
        return self._init_scale if self._scale is None else self._scale.item()

    def get_growth_factor(self):
        """What the scale is multiplied by when it grows."""
        return self._growth_factor

    def set_growth_factor(self, new_factor):
        """Set what the scale is multiplied by when it grows."""
        self._growth_factor = new_factor

    def get_backoff_factor(self):
        """What the scale is multiplied by after an overflow."""
        return self._backoff_factor

    def set_backoff_factor(self, new_factor):
        """Set what the scale is multiplied by after an overflow."""
        self._backoff_factor = new_factor

    def get_growth_interval(self):
        """After how many steps without overflow the scale grows."""
        return self._growth_interval

    def set_growth_interval(self, new_interval):
        """Set after how many steps without overflow the scale grows."""
        self._growth_interval = new_interval

    def _get_growth_tracker(self):
        if not self._enabled:
            return 0
        return self._init_growth_tracker if self._growth_tracker is None else self._growth_tracker.item()

    def is_enabled(self):
        """Whether losses are scaled."""
        return self._enabled

    def state_dict(self):
        """The scale and how it changes; nothing where scaling is off."""
        if not self._enabled:
            return {}
        return {
            "scale": self.get_scale(), "growth_factor": self._growth_factor, "backoff_factor": self._backoff_factor,
            "growth_interval": self._growth_interval, "_growth_tracker": self._get_growth_tracker(),
        }  # fmt: skip

    def load_state_dict(self, state_dict):
        """Take over what `state_dict` gave."""
        if not self._enabled:
            return
        if not state_dict:
            raise RuntimeError(
                "The source state dict is empty, possibly because it was saved from a disabled instance of GradScaler."
            )
        self._init_scale, self._init_growth_tracker = state_dict["scale"], state_dict["_growth_tracker"]
        self._growth_factor, self._backoff_factor = state_dict["growth_factor"], state_dict["backoff_factor"]
        self._growth_interval = state_dict["growth_interval"]
        if self._scale is not None:
            self._scale.fill_(self._init_scale)
            self._growth_tracker.fill_(self._init_growth_tracker)


GradScaler.__module__ = "torch.amp.grad_scaler"
