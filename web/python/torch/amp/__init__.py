"""Mixed precision: accepted, and without effect here."""

import warnings

from .._environment import warn_once
from .._types import device as _device

__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd", "is_autocast_available"]


class autocast:
    """A context, or a decorator, in which real PyTorch lets some operations run in a narrower dtype.

    Nothing changes here: for CUDA because there is none, for the CPU because the subset has no such operations.
    """

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        self.device = _device(device_type).type
        self.fast_dtype, self._cache_enabled = dtype, bool(cache_enabled)
        if enabled and self.device == "cuda":
            warnings.warn("CUDA is not available or torch_xla is imported. Disabling autocast.", stacklevel=2)
        elif enabled:
            warn_once(
                f"autocast on {self.device!r} changes nothing in this course's PyTorch subset: every operation keeps the "
                "dtype of what it is given."
            )
        self._enabled = False

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        return False

    def __call__(self, func):
        return func


def is_autocast_available(device_type):
    """Whether a device type has autocast."""
    return _device(device_type).type == "cpu"


class GradScaler:
    """Scaling of losses for float16 on CUDA: disabled here, so that every method hands through what it is given."""

    def __init__(
        self, device="cuda", init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True
    ):
        self._device = device
        if enabled:
            warnings.warn(
                "torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.", stacklevel=2
            )
        self._enabled = False

    def scale(self, outputs):
        """The outputs themselves."""
        return outputs

    def unscale_(self, optimizer):
        """Nothing: the gradients are not scaled."""

    def step(self, optimizer, *args, **kwargs):
        """One step of the optimizer."""
        return optimizer.step(*args, **kwargs)

    def update(self, new_scale=None):
        """Nothing: there is no scale."""

    def get_scale(self):
        """The scale: 1."""
        return 1.0

    def is_enabled(self):
        """Whether losses are scaled: no."""
        return False

    def state_dict(self):
        """Nothing to keep."""
        return {}

    def load_state_dict(self, state_dict):
        """Nothing to put back."""


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):
    """The forward of an autograd.Function itself."""
    return (lambda given: given) if fwd is None else fwd


def custom_bwd(bwd=None, *, device_type):
    """The backward of an autograd.Function itself."""
    return (lambda given: given) if bwd is None else bwd
