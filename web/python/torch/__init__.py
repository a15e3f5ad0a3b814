"""PyTorch's Python face on the Sconce engine: the subset that the course uses, with torch's own names and words."""

import math as _math

from . import _define, _types
from ._tensor import Tensor, face as _face, typename
from . import _elementwise, _reductions, _shaping  # noqa: F401  (each adds its family's functions and methods)
from . import _data, _creation, _indexing, _linear, _printing, autograd
from . import random, return_types
from . import _arithmetic, _attributes, _einsum, _norms, _sampling, _scattering, _searching, _series, _tiling  # noqa: F401
from ._creation import legacy as _legacy
from ._data import from_numpy
from ._printing import set_printoptions
from ._shaping import split
from ._types import (
    Size, bfloat16, complex64, complex128, contiguous_format, device, dtype, finfo, float16, float32, float64,
    get_default_dtype, iinfo, int8, int16, int32, int64, layout, memory_format, preserve_format, strided, uint8, uint16,
)  # fmt: skip
from .autograd.grad_mode import (
    enable_grad, inference_mode, is_grad_enabled, is_inference_mode_enabled, no_grad, set_grad_enabled,
)  # fmt: skip
from .random import (
    Generator, default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state,
)  # fmt: skip

__version__ = "2.14.1"

_define.define_rest()
globals().update(_define.functions)
globals().update(_types.aliases)
globals().update(_legacy)
bool = _types.bool_
channels_last, channels_last_3d = memory_format("channels_last"), memory_format("channels_last_3d")
inf, nan, pi, e = _math.inf, _math.nan, _math.pi, _math.e
newaxis = None

from . import nn  # noqa: E402  (takes functions that the schema lists)


def is_tensor(obj):
    """Whether `obj` is a tensor."""
    return isinstance(obj, Tensor)


def set_default_dtype(d):
    """The floating point dtype that new tensors of Python floats take: torch.float32 or torch.float64."""
    if not isinstance(d, dtype):
        raise TypeError("invalid dtype object: only floating-point types are supported as the default type")
    if not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    _types.remember_default_dtype(d)
    _face.operation("set_default_dtype")(d)


def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    """The p-norm of the elements, or along `dim`; the 2-norm unless `p` says otherwise."""
    return input.norm(p, dim, keepdim, dtype)


_LATE = {
    "accelerator", "amp", "backends", "compiler", "cpu", "cuda", "distributed", "distributions", "func", "jit", "linalg",
    "mps", "optim", "profiler", "serialization", "special", "storage", "testing", "utils", "version", "xpu",
}  # fmt: skip
# Names of modules that are loaded with their first use.
_LATE_NAMES = {
    "grid_sampler": "nn._grid", "load": "serialization", "save": "serialization",
    **dict.fromkeys((
        "autocast", "clear_autocast_cache", "get_autocast_dtype", "is_autocast_cache_enabled", "is_autocast_cpu_enabled",
        "is_autocast_enabled",
        "set_autocast_cache_enabled", "set_autocast_dtype", "set_autocast_enabled",
    ), "amp"),
    "_standard_gamma": "_rejection", "erfinv": "_inverse_erf", "poisson": "_rejection", "vmap": "_vmap",
    **dict.fromkeys((
        "cholesky_solve", "det", "inverse", "logdet", "matrix_exp", "matrix_power", "pinverse", "slogdet", "svd",
    ), "_old_linalg"),
    **dict.fromkeys((
        "are_deterministic_algorithms_enabled", "compile", "get_default_device", "get_deterministic_debug_mode",
        "get_device_module", "get_float32_matmul_precision", "get_num_interop_threads", "get_num_threads",
        "is_deterministic_algorithms_warn_only_enabled", "is_storage",
        "is_warn_always_enabled", "set_default_device", "set_default_tensor_type", "set_float32_matmul_precision",
        "set_num_interop_threads", "set_num_threads", "set_warn_always", "use_deterministic_algorithms",
    ), "_environment"),
}  # fmt: skip


def __getattr__(name):
    if name in _LATE:
        from importlib import import_module

        return import_module(f"torch.{name}")
    if name in _LATE_NAMES:
        from importlib import import_module

        return getattr(import_module(f"torch.{_LATE_NAMES[name]}"), name)
    if name.endswith("Storage"):
        from .storage import by_name

        if name in by_name:
            return by_name[name]
    raise AttributeError(name)


def __dir__():
    return [name for name in {*globals(), *_LATE, *_LATE_NAMES} if not name.startswith("_") or name == "__version__"]
