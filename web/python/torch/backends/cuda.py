"""CUDA's switches."""

from contextlib import contextmanager
from types import SimpleNamespace

matmul = SimpleNamespace(
    allow_tf32=False, allow_fp16_reduced_precision_reduction=True, allow_bf16_reduced_precision_reduction=True
)


def is_built():
    """Whether this build could use CUDA: no."""
    return False


def flash_sdp_enabled():
    """Whether attention may use its flash kernel."""
    return True


def mem_efficient_sdp_enabled():
    """Whether attention may use its memory-efficient kernel."""
    return True


def math_sdp_enabled():
    """Whether attention may use its plain formula."""
    return True


def enable_flash_sdp(enabled):
    """Accepted: there is one kernel here."""


def enable_mem_efficient_sdp(enabled):
    """Accepted: there is one kernel here."""


def enable_math_sdp(enabled):
    """Accepted: there is one kernel here."""


@contextmanager
def sdp_kernel(enable_flash=True, enable_math=True, enable_mem_efficient=True, enable_cudnn=True):
    """A context that chooses attention's kernel: there is one here."""
    yield {}
