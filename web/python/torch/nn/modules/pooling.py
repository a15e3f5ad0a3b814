"""Pooling: the maximum, mean or norm of each window."""

from .. import functional as F
from .module import Module
from .utils import _pair, _single, _triple, own

__all__ = [
    "AdaptiveAvgPool1d", "AdaptiveAvgPool2d", "AdaptiveAvgPool3d", "AdaptiveMaxPool1d", "AdaptiveMaxPool2d",
    "AdaptiveMaxPool3d", "AvgPool1d", "AvgPool2d", "AvgPool3d", "LPPool1d", "LPPool2d", "LPPool3d", "MaxPool1d",
    "MaxPool2d", "MaxPool3d",
]  # fmt: skip


class _MaxPoolNd(Module):
    __constants__ = ["kernel_size", "stride", "padding", "dilation", "return_indices", "ceil_mode"]

    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        super().__init__()
        self.kernel_size, self.stride = kernel_size, kernel_size if stride is None else stride
        self.padding, self.dilation = padding, dilation
        self.return_indices, self.ceil_mode = return_indices, ceil_mode

    def _pool(self, function, input):
        return function(
            input, self.kernel_size, self.stride, self.padding, self.dilation, ceil_mode=self.ceil_mode,
            return_indices=self.return_indices,
        )  # fmt: skip

    def extra_repr(self):
        """The window."""
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, dilation={self.dilation}, "
            f"ceil_mode={self.ceil_mode}"
        )


class MaxPool1d(_MaxPoolNd):
    """The maximum of each window of (N, C, L) or (C, L)."""

    def forward(self, input):
        """The maxima, and with `return_indices` where they are."""
        return self._pool(F.max_pool1d, input)


class MaxPool2d(_MaxPoolNd):
    """The maximum of each window of (N, C, H, W) or (C, H, W)."""

    def forward(self, input):
        """The maxima, and with `return_indices` where they are."""
        return self._pool(F.max_pool2d, input)


class MaxPool3d(_MaxPoolNd):
    """The maximum of each window of (N, C, D, H, W) or (C, D, H, W)."""

    def forward(self, input):
        """The maxima, and with `return_indices` where they are."""
        return self._pool(F.max_pool3d, input)


class _MaxUnpoolNd(Module):
    _sizes = None

    def __init__(self, kernel_size, stride=None, padding=0):
        super().__init__()
        listed = self._sizes
        self.kernel_size, self.stride = listed(kernel_size), listed(kernel_size if stride is None else stride)
        self.padding = listed(padding)

    def _unpool(self, function, input, indices, output_size):
        return function(input, indices, self.kernel_size, self.stride, self.padding, output_size)

    def extra_repr(self):
        """The window."""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class MaxUnpool1d(_MaxUnpoolNd):
    """The maxima of MaxPool1d put back where they were, zeros elsewhere."""

    _sizes = staticmethod(_single)

    def forward(self, input, indices, output_size=None):
        """The enlarged input."""
        return self._unpool(F.max_unpool1d, input, indices, output_size)


class MaxUnpool2d(_MaxUnpoolNd):
    """The maxima of MaxPool2d put back where they were, zeros elsewhere."""

    _sizes = staticmethod(_pair)

    def forward(self, input, indices, output_size=None):
        """The enlarged input."""
        return self._unpool(F.max_unpool2d, input, indices, output_size)


class MaxUnpool3d(_MaxUnpoolNd):
    """The maxima of MaxPool3d put back where they were, zeros elsewhere."""

    _sizes = staticmethod(_triple)

    def forward(self, input, indices, output_size=None):
        """The enlarged input."""
        return self._unpool(F.max_unpool3d, input, indices, output_size)


class _AvgPoolNd(Module):
    __constants__ = ["kernel_size", "stride", "padding", "ceil_mode", "count_include_pad"]

    def extra_repr(self):
        """The window."""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool1d(_AvgPoolNd):
    """The mean of each window of (N, C, L) or (C, L)."""

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
        super().__init__()
        self.kernel_size = _single(kernel_size)
        self.stride = _single(kernel_size if stride is None else stride)
        self.padding, self.ceil_mode, self.count_include_pad = _single(padding), ceil_mode, count_include_pad

    def forward(self, input):
        """The means."""
        return F.avg_pool1d(
            input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad
        )


class _AvgPoolDivided(_AvgPoolNd):
    __constants__ = ["kernel_size", "stride", "padding", "ceil_mode", "count_include_pad", "divisor_override"]

    def __init__(
        self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
    ):
        super().__init__()
        self.kernel_size, self.stride = kernel_size, kernel_size if stride is None else stride
        self.padding, self.ceil_mode = padding, ceil_mode
        self.count_include_pad, self.divisor_override = count_include_pad, divisor_override

    def _pool(self, function, input):
        return function(
            input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad,
            self.divisor_override,
        )  # fmt: skip


@own("__init__")
class AvgPool2d(_AvgPoolDivided):
    """The mean of each window of (N, C, H, W) or (C, H, W)."""

    def forward(self, input):
        """The means."""
        return self._pool(F.avg_pool2d, input)


@own("__init__")
class AvgPool3d(_AvgPoolDivided):
    """The mean of each window of (N, C, D, H, W) or (C, D, H, W)."""

    def forward(self, input):
        """The means."""
        return self._pool(F.avg_pool3d, input)


class _LPPoolNd(Module):
    __constants__ = ["norm_type", "kernel_size", "stride", "ceil_mode"]

    def __init__(self, norm_type, kernel_size, stride=None, ceil_mode=False):
        super().__init__()
        if norm_type == 0:
            raise ValueError(f"norm_type must be a non-zero value, but got {norm_type}")
        self.norm_type, self.kernel_size, self.stride, self.ceil_mode = norm_type, kernel_size, stride, ceil_mode

    def _pool(self, function, input):
        return function(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)

    def extra_repr(self):
        """The norm and the window."""
        return (
            f"norm_type={self.norm_type}, kernel_size={self.kernel_size}, stride={self.stride}, "
            f"ceil_mode={self.ceil_mode}"
        )


class LPPool1d(_LPPoolNd):
    """The p-norm of each window of (N, C, L) or (C, L)."""

    def forward(self, input):
        """The norms."""
        return self._pool(F.lp_pool1d, input)


class LPPool2d(_LPPoolNd):
    """The p-norm of each window of (N, C, H, W) or (C, H, W)."""

    def forward(self, input):
        """The norms."""
        return self._pool(F.lp_pool2d, input)


class LPPool3d(_LPPoolNd):
    """The p-norm of each window of (N, C, D, H, W) or (C, D, H, W)."""

    def forward(self, input):
        """The norms."""
        return self._pool(F.lp_pool3d, input)


class _Adaptive(Module):
    __constants__ = ["output_size"]

    def extra_repr(self):
        """The size of the result."""
        return f"output_size={self.output_size}"


class _AdaptiveMaxPoolNd(_Adaptive):
    __constants__ = ["output_size", "return_indices"]

    def __init__(self, output_size, return_indices=False):
        super().__init__()
        self.output_size, self.return_indices = output_size, return_indices


class AdaptiveMaxPool1d(_AdaptiveMaxPoolNd):
    """The maxima of as many windows as `output_size` says; input (N, C, L) or (C, L)."""

    def forward(self, input):
        """The maxima, and with `return_indices` where they are."""
        return F.adaptive_max_pool1d(input, self.output_size, self.return_indices)


class AdaptiveMaxPool2d(_AdaptiveMaxPoolNd):
    """The maxima of as many windows as `output_size` says; input (N, C, H, W) or (C, H, W)."""

    def forward(self, input):
        """The maxima, and with `return_indices` where they are."""
        return F.adaptive_max_pool2d(input, self.output_size, self.return_indices)


class AdaptiveMaxPool3d(_AdaptiveMaxPoolNd):
    """The maxima of as many windows as `output_size` says; input (N, C, D, H, W) or (C, D, H, W)."""

    def forward(self, input):
        """The maxima, and with `return_indices` where they are."""
        return F.adaptive_max_pool3d(input, self.output_size, self.return_indices)


class _AdaptiveAvgPoolNd(_Adaptive):
    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size


class AdaptiveAvgPool1d(_AdaptiveAvgPoolNd):
    """The means of as many windows as `output_size` says; input (N, C, L) or (C, L)."""

    def forward(self, input):
        """The means."""
        return F.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd):
    """The means of as many windows as `output_size` says; input (N, C, H, W) or (C, H, W)."""

    def forward(self, input):
        """The means."""
        return F.adaptive_avg_pool2d(input, self.output_size)


class AdaptiveAvgPool3d(_AdaptiveAvgPoolNd):
    """The means of as many windows as `output_size` says; input (N, C, D, H, W) or (C, D, H, W)."""

    def forward(self, input):
        """The means."""
        return F.adaptive_avg_pool3d(input, self.output_size)
