"""Mixed precision."""

import functools
import warnings

from .. import _types
from .._tensor import Tensor
from .._types import device as _device
from . import _casting
from ._casting import state as _state
from ._scaler import GradScaler

__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd", "is_autocast_available"]


_SUPPORTED = (_types.bfloat16, _types.float16)


class autocast:
    """A context, or a decorator, in which products and convolutions run in a narrow dtype: bfloat16 unless `dtype` says.

    For CUDA nothing changes, as there is none.
    """

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        self.fast_dtype = get_autocast_dtype(device_type) if dtype is None else dtype
        self.device = device_type
        if not is_autocast_available(device_type):
            raise RuntimeError(f"User specified an unsupported autocast device_type '{device_type}'")
        self._cache_enabled = _state.caching if cache_enabled is None else cache_enabled
        if enabled and device_type == "cuda":
            warnings.warn("CUDA is not available or torch_xla is imported. Disabling autocast.", stacklevel=2)
            enabled = False
        elif enabled and self.fast_dtype not in _SUPPORTED:
            device = device_type.upper()
            warnings.warn(
                f"In {device} autocast, but the target dtype is not supported. Disabling autocast.\n{device} Autocast only "
                f"supports dtypes of {', '.join(map(str, _SUPPORTED))} currently.",
                stacklevel=2,
            )
            enabled = False
        self._enabled = enabled

    def __enter__(self):
        self.prev_cache_enabled = _state.caching
        self.prev, self.prev_fastdtype = is_autocast_enabled(self.device), get_autocast_dtype(self.device)
        set_autocast_enabled(self.device, self._enabled)
        set_autocast_dtype(self.device, self.fast_dtype)
        _state.nesting += 1
        _state.caching = self._cache_enabled
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        _state.nesting -= 1
        if _state.nesting == 0:
            clear_autocast_cache()
        set_autocast_enabled(self.device, self.prev)
        set_autocast_dtype(self.device, self.prev_fastdtype)
        _state.caching = self.prev_cache_enabled
        return False

    def __call__(self, func):
        if not callable(func):
            raise TypeError(
                f"autocast()(func) requires a callable, but got {type(func).__name__}. Did you mean to use autocast as a "
                "context manager? For example:\n    with torch.autocast(device_type=...):\n        output = model(input)"
            )

        @functools.wraps(func)
        def decorated(*args, **kwargs):
            with self:
                return func(*args, **kwargs)

        return decorated


def is_autocast_available(device_type):
    """Whether a device type has autocast."""
    return _device(device_type).type in ("cpu", "cuda", "mps", "xpu", "mtia", "maia", "hpu", "xla")


autocast.__module__ = "torch.amp.autocast_mode"
_elsewhere = {}


def is_autocast_enabled(device_type="cuda"):
    """Whether the operations of a device type change the dtype of what they are given."""
    return _state.enabled if _device(device_type).type == "cpu" else False


def set_autocast_enabled(device_type, enabled):
    """Switch autocast of a device type on or off."""
    if _device(device_type).type == "cpu":
        if enabled:
            _casting.install()
        _state.enabled = bool(enabled)


def get_autocast_dtype(device_type):
    """The dtype that autocast of a device type casts to."""
    kind = _device(device_type).type
    return _state.dtype if kind == "cpu" else _elsewhere.get(kind, _types.float16)


def set_autocast_dtype(device_type, dtype):
    """Say what autocast of a device type casts to."""
    kind = _device(device_type).type
    if kind == "cpu":
        _state.dtype = dtype
    else:
        _elsewhere[kind] = dtype


def is_autocast_cpu_enabled():
    """Whether products run in a narrow dtype on the CPU."""
    return is_autocast_enabled("cpu")


def is_autocast_cache_enabled():
    """Whether the narrow form of a weight is kept while autocast is on."""
    return _state.caching


def set_autocast_cache_enabled(enabled):
    """Say whether the narrow form of a weight is kept while autocast is on."""
    _state.caching = bool(enabled)


def clear_autocast_cache():
    """Forget the narrow forms of weights."""
    _state.cache.clear()


def _cast(value, dtype):
    if isinstance(value, Tensor):
        wanted = value.dtype.is_floating_point and value.dtype is not _types.float64
        return value.to(dtype) if wanted else value
    if isinstance(value, dict):
        return {_cast(key, dtype): _cast(item, dtype) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_cast(item, dtype) for item in value)
    return value


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):
    """A decorator of an autograd.Function's forward: where autocast is on, tensors are cast to `cast_inputs` and it is off."""
    if not isinstance(device_type, str):
        raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)

    @functools.wraps(fwd)
    def decorate_fwd(*args, **kwargs):
        ctx, on = args[0], is_autocast_enabled(device_type)
        ctx._dtype, ctx._fwd_used_autocast = get_autocast_dtype(device_type), on and cast_inputs is None
        if cast_inputs is None or not on:
            return fwd(*args, **kwargs)
        with autocast(device_type, enabled=False):
            return fwd(ctx, *_cast(args[1:], cast_inputs), **_cast(kwargs, cast_inputs))

    return decorate_fwd


def custom_bwd(bwd=None, *, device_type):
    """A decorator of an autograd.Function's backward: it runs with the autocast that its forward ran with."""
    if not isinstance(device_type, str):
        raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
    if bwd is None:
        return functools.partial(custom_bwd, device_type=device_type)

    @functools.wraps(bwd)
    def decorate_bwd(*args, **kwargs):
        with autocast(device_type, enabled=args[0]._fwd_used_autocast, dtype=args[0]._dtype):
            return bwd(*args, **kwargs)

    return decorate_bwd
