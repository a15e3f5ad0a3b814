"""The version of PyTorch that this subset follows."""

from . import __version__

cuda = hip = xpu = None
debug, git_version = False, "Unknown"
