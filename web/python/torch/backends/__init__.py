"""Switches of libraries and devices that this build does not have: they can be read and set, and change nothing."""

from types import SimpleNamespace

from . import cuda, cudnn, mps

__all__ = ["cpu", "cuda", "cudnn", "mkl", "mkldnn", "mps", "openmp", "opt_einsum"]


def _absent(**more):
    return SimpleNamespace(is_available=lambda: False, **more)


mkl, openmp, opt_einsum = _absent(), _absent(), _absent(enabled=True, strategy=None)
mkldnn = _absent(enabled=True, deterministic=False, allow_tf32=True)
cpu = SimpleNamespace(get_cpu_capability=lambda: "DEFAULT")
