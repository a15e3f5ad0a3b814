"""Apple's GPUs: there are none here."""


def is_available():
    """Whether there is an Apple GPU to use: no."""
    return False


def device_count():
    """How many there are: none."""
    return 0


def manual_seed(seed):
    """Does nothing: there is no Apple GPU here."""


def seed():
    """Does nothing: there is no Apple GPU here."""


def empty_cache():
    """Raises RuntimeError: there is no Apple GPU here."""
    raise RuntimeError("Cannot execute emptyCache() without MPS backend.")


def synchronize():
    """Raises AssertionError: there is no Apple GPU here."""
    raise AssertionError("Torch not compiled with MPS enabled")
