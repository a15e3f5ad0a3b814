"""CUDA: there is none here, and each function says what real PyTorch without CUDA says."""

from .. import _types

_NO_CUDA = "Torch not compiled with CUDA enabled"


def _refusing(name, doc):
    def refuse(*args, **kwargs):
        raise AssertionError(_NO_CUDA)

    refuse.__name__ = refuse.__qualname__ = name
    refuse.__doc__ = doc
    return refuse


for _name in (
    "synchronize", "current_device", "get_device_name", "get_device_capability", "get_device_properties",
    "current_stream", "default_stream", "get_rng_state", "set_rng_state", "initial_seed", "init", "stream",
    "set_device", "reset_peak_memory_stats", "mem_get_info", "can_device_access_peer", "set_per_process_memory_fraction",
):  # fmt: skip
    globals()[_name] = _refusing(_name, "Raises AssertionError: there is no CUDA here.")


def _answering(name, value, doc):
    def answer(*args, **kwargs):
        return value

    answer.__name__ = answer.__qualname__ = name
    answer.__doc__ = doc
    return answer


for _name, _value in {"is_available": False, "is_initialized": False, "is_bf16_supported": False, "device_count": 0}.items():
    globals()[_name] = _answering(_name, _value, f"{_value}: there is no CUDA here.")
for _name in ("memory_allocated", "max_memory_allocated", "memory_reserved", "max_memory_reserved", "memory_cached"):
    globals()[_name] = _answering(_name, 0, "0: there is no CUDA here.")
for _name in ("manual_seed", "manual_seed_all", "seed", "seed_all", "empty_cache", "ipc_collect"):
    globals()[_name] = _answering(_name, None, "Does nothing: there is no CUDA here.")


def get_rng_state_all():
    """The states of all devices' generators: none."""
    return []


def get_arch_list():
    """The architectures of the build: none."""
    return []


def memory_summary(device=None, abbreviated=False):
    """A table of the memory in use: empty."""
    return ""


class device:
    """A context that chooses a CUDA device: without effect here."""

    def __init__(self, device):
        self.idx = _types.device(device).index if isinstance(device, str) else device

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        return False


class Stream:
    """A queue of CUDA work: there is none here."""

    def __new__(cls, *args, **kwargs):
        raise RuntimeError("torch.cuda.Stream requires CUDA support")


class Event:
    """A mark in a CUDA stream: there is none here."""

    def __new__(cls, *args, **kwargs):
        raise RuntimeError("Tried to instantiate dummy base class Event")


def _cuda_type(name):
    def refuse(cls, *args, **kwargs):
        raise TypeError(f"type torch.cuda.{name} not available. Torch not compiled with CUDA enabled.")

    return type(name, (), {"__new__": refuse, "__module__": "torch.cuda", "__doc__": "A CUDA tensor: there is none here."})


for _dtype in _types.dtypes:
    globals()[_dtype._legacy] = _cuda_type(_dtype._legacy)


def __getattr__(name):
    if name == "amp":
        from importlib import import_module

        return import_module("torch.cuda.amp")
    raise AttributeError(name)


def __dir__():
    return [*globals(), "amp"]
