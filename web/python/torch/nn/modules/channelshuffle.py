"""Mixing of channel groups (Zhang et al., 2018)."""

from .. import functional as F
from .module import Module

__all__ = ["ChannelShuffle"]


class ChannelShuffle(Module):
    """Interleaves `groups` groups of channels of (N, C, ...)."""

    __constants__ = ["groups"]

    def __init__(self, groups):
        super().__init__()
        self.groups = groups

    def forward(self, input):
        """`input` with its channels reordered."""
        return F.channel_shuffle(input, self.groups)

    def extra_repr(self):
        """The number of groups."""
        return f"groups={self.groups}"
