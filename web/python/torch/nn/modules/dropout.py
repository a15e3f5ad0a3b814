"""Dropout: in training, elements, channels or features become zero at random and the others grow by 1 / (1 - p)."""

from .. import functional as F
from .module import Module

__all__ = ["AlphaDropout", "Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "FeatureAlphaDropout"]


class _DropoutNd(Module):
    __constants__ = ["p", "inplace"]

    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p, self.inplace = p, inplace

    def extra_repr(self):
        """The probability, and whether the input is overwritten."""
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(_DropoutNd):
    """Drops elements with probability `p` (Srivastava et al., 2014)."""

    def forward(self, input):
        """`input` with elements dropped; in evaluation, `input`."""
        return F.dropout(input, self.p, self.training, self.inplace)


class Dropout1d(_DropoutNd):
    """Drops whole channels of (N, C, L) or (C, L)."""

    def forward(self, input):
        """`input` with channels dropped; in evaluation, `input`."""
        return F.dropout1d(input, self.p, self.training, self.inplace)


class Dropout2d(_DropoutNd):
    """Drops whole channels of (N, C, H, W) or (N, C, L)."""

    def forward(self, input):
        """`input` with channels dropped; in evaluation, `input`."""
        return F.dropout2d(input, self.p, self.training, self.inplace)


class Dropout3d(_DropoutNd):
    """Drops whole channels of (N, C, D, H, W) or (C, D, H, W)."""

    def forward(self, input):
        """`input` with channels dropped; in evaluation, `input`."""
        return F.dropout3d(input, self.p, self.training, self.inplace)


class AlphaDropout(_DropoutNd):
    """Dropout that keeps the mean and variance of SELU's outputs (Klambauer et al., 2017)."""

    def forward(self, input):
        """`input` with elements dropped; in evaluation, `input`."""
        return F.alpha_dropout(input, self.p, self.training)


class FeatureAlphaDropout(_DropoutNd):
    """AlphaDropout of whole channels."""

    def forward(self, input):
        """`input` with channels dropped; in evaluation, `input`."""
        return F.feature_alpha_dropout(input, self.p, self.training)
