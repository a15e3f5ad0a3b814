"""cuDNN's switches."""

enabled, benchmark, deterministic, allow_tf32, benchmark_limit = True, False, False, True, None


def is_available():
    """Whether there is a cuDNN: no."""
    return False


def version():
    """The version of cuDNN: none."""
    return None
