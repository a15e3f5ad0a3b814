"""The accelerator of the machine: there is none here."""


def is_available():
    """Whether there is an accelerator: no."""
    return False


def device_count():
    """How many there are: none."""
    return 0


def current_accelerator(check_available=False):
    """The accelerator's device: none."""
    return None


def _refuse(*args, **kwargs):
    raise RuntimeError("Cannot access accelerator device when none is available.")


current_device_index = current_device_idx = set_device_index = set_device_idx = _refuse
synchronize = current_stream = empty_cache = _refuse
