"""What surrounds the tensors: threads, precision, determinism, compilation, devices.  Loaded when first asked for."""

import warnings

from . import _types
from ._tensor import face
from ._types import device as _device

_thread_count, _set_thread_count = face.operation("thread_count"), face.operation("set_thread_count")
_state = {"matmul precision": "highest", "deterministic": False, "warn only": False, "warn always": False}
_PRECISIONS = ("highest", "high", "medium")
_said = set()


def warn_once(words):
    """A UserWarning, the first time these words are said."""
    if words not in _said:
        _said.add(words)
        warnings.warn(words, stacklevel=3)


def compile(
    model=None, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None, disable=False, **_later
):
    """Accepted: the model or function itself, which runs as it is.  As a decorator, with or without arguments."""
    if mode is not None and options is not None:
        raise RuntimeError("Either mode or options can be specified, but both can't be specified at the same time.")
    warn_once(
        "torch.compile compiles nothing in this course's PyTorch subset: it returns what it was given, which runs as it is."
    )
    return (lambda given: given) if model is None else model


def set_float32_matmul_precision(precision):
    """Accepted: products of float32 are always computed in float32 here."""
    if precision in _PRECISIONS:
        _state["matmul precision"] = precision
        return
    warnings.warn(
        f"{precision} is not one of 'highest', 'high', or 'medium'; the currentsetFloat32MatmulPrecision call has no effect.",
        stacklevel=2,
    )


def get_float32_matmul_precision():
    """What `set_float32_matmul_precision` was last given."""
    return _state["matmul precision"]


def set_default_tensor_type(t):
    """Deprecated: the dtype of new floating point tensors, by a tensor type such as torch.DoubleTensor."""
    import torch

    warnings.warn(
        "torch.set_default_tensor_type() is deprecated as of PyTorch 2.1, please use torch.set_default_dtype() and "
        "torch.set_default_device() as alternatives.",
        stacklevel=2,
    )
    if isinstance(t, str):
        found = {f"torch.{dtype._legacy}": dtype for dtype in _types.dtypes}.get(t)
        if found is None:
            if t.startswith("torch.cuda."):
                raise TypeError(f"type {t} not available. Torch not compiled with CUDA enabled.")
            raise ValueError(f"invalid type: '{t}'")
    else:
        found = getattr(t, "_torch_dtype", None) or (_types.float32 if t is torch.Tensor else None)
    if found is None or not found.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    torch.set_default_dtype(found)


def get_default_device():
    """The device of new tensors: the CPU."""
    return _types.cpu


def set_default_device(device):
    """Say where new tensors are: only the CPU exists here."""
    _types.require_cpu(device)


def get_num_threads():
    """How many threads share a large operation: one in a page."""
    return _thread_count()


def set_num_threads(number):
    """Accepted: in a page operations use one thread."""
    if not isinstance(number, int):
        raise TypeError(f"set_num_threads expects an int, but got {type(number).__name__}")
    if number <= 0:
        raise RuntimeError("set_num_threads expects a positive integer")
    _set_thread_count(number)


get_num_interop_threads, set_num_interop_threads = get_num_threads, set_num_threads


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Accepted: every operation here gives the same result each time."""
    _state["deterministic"], _state["warn only"] = bool(mode), bool(warn_only)


def are_deterministic_algorithms_enabled():
    """What `use_deterministic_algorithms` was last given."""
    return _state["deterministic"]


def is_deterministic_algorithms_warn_only_enabled():
    """Whether only a warning was asked for."""
    return _state["deterministic"] and _state["warn only"]


def get_deterministic_debug_mode():
    """0, 1 or 2: not asked to be deterministic, to warn, to raise."""
    return 0 if not _state["deterministic"] else 1 if _state["warn only"] else 2


def set_warn_always(b):
    """Accepted: which warnings repeat is up to Python's filters here."""
    _state["warn always"] = bool(b)


def is_warn_always_enabled():
    """What `set_warn_always` was last given."""
    return _state["warn always"]


def is_storage(obj):
    """Whether `obj` is a storage."""
    return type(obj).__name__ in ("TypedStorage", "UntypedStorage")


def get_device_module(device=None):
    """The module of a device type, such as torch.cuda."""
    import torch

    kind = _device(device).type if device is not None else "cpu"
    return getattr(torch, kind)
