"""Apple's GPUs."""


def is_available():
    """Whether there is an Apple GPU to use: no."""
    return False


def is_built():
    """Whether this build could use one: no."""
    return False


def is_macos_or_newer(major, minor):
    """Whether the system is a macOS at least that new: no."""
    return False
