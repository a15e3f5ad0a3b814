"""The version of PyTorch that this subset follows."""

from . import __version__ as _version

__version__ = _version
cuda = hip = xpu = None
debug, git_version = False, "Unknown"
