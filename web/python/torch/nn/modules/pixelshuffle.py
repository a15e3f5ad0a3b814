"""Between channels and resolution (Shi et al., 2016)."""

from .. import functional as F
from .module import Module

__all__ = ["PixelShuffle", "PixelUnshuffle"]


class PixelShuffle(Module):
    """(..., C * r * r, H, W) to (..., C, H * r, W * r)."""

    __constants__ = ["upscale_factor"]

    def __init__(self, upscale_factor):
        super().__init__()
        self.upscale_factor = upscale_factor

    def forward(self, input):
        """`input` rearranged."""
        return F.pixel_shuffle(input, self.upscale_factor)

    def extra_repr(self):
        """The factor."""
        return f"upscale_factor={self.upscale_factor}"


class PixelUnshuffle(Module):
    """(..., C, H * r, W * r) to (..., C * r * r, H, W)."""

    __constants__ = ["downscale_factor"]

    def __init__(self, downscale_factor):
        super().__init__()
        self.downscale_factor = downscale_factor

    def forward(self, input):
        """`input` rearranged."""
        return F.pixel_unshuffle(input, self.downscale_factor)

    def extra_repr(self):
        """The factor."""
        return f"downscale_factor={self.downscale_factor}"
