"""The CPU as a device among devices: what it is asked is done when the answer comes."""

__all__ = [
    "Event", "Stream", "StreamContext", "current_device", "current_stream", "device_count", "is_available", "is_initialized",
    "set_device", "stream", "synchronize",
]  # fmt: skip


class Stream:
    """A queue of work: there is one, and nothing waits in it."""

    def __init__(self, priority=-1):
        pass

    def wait_stream(self, stream):
        """Does nothing: nothing waits."""

    def record_event(self):
        """Does nothing: nothing waits."""

    def wait_event(self, event):
        """Does nothing: nothing waits."""


class Event:
    """A mark in a queue of work: reached at once."""

    def query(self):
        """Whether it is reached: yes."""
        return True

    def record(self, stream=None):
        """Does nothing: nothing waits."""

    def synchronize(self):
        """Does nothing: nothing waits."""

    def wait(self, stream=None):
        """Does nothing: nothing waits."""


class StreamContext:
    """A block whose work goes to `stream`."""

    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        return None

    def __exit__(self, type, value, traceback):
        return False


_only = Stream()
stream = StreamContext


def is_available():
    """Whether there is a CPU: yes."""
    return True


is_initialized = is_available


def device_count():
    """How many there are: one."""
    return 1


def current_device():
    """Its name."""
    return "cpu"


def current_stream(device=None):
    """The queue of its work."""
    return _only


def set_device(device):
    """Does nothing: there is one CPU."""


def synchronize(device=None):
    """Does nothing: nothing waits."""
