"""Intel's GPUs: there are none here."""


def is_available():
    """Whether there is an Intel GPU to use: no."""
    return False


def device_count():
    """How many there are: none."""
    return 0


def manual_seed(seed):
    """Does nothing: there is no Intel GPU here."""


manual_seed_all = manual_seed


def empty_cache():
    """Does nothing: there is no Intel GPU here."""
