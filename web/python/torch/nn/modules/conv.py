"""Convolutions and their transposes."""

import math

from .. import functional as F
from .. import init
from .lazy import LazyModuleMixin, uninitialized
from .module import Module
from .utils import _ntuple, _reverse_repeat_tuple, _single, fresh, own

__all__ = [
    "Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d", "LazyConv1d", "LazyConv2d",
    "LazyConv3d", "LazyConvTranspose1d", "LazyConvTranspose2d", "LazyConvTranspose3d",
]  # fmt: skip

_MODES = ("zeros", "reflect", "replicate", "circular")


class _ConvNd(Module):
    __constants__ = [
        "stride", "padding", "dilation", "groups", "padding_mode", "output_padding", "in_channels", "out_channels",
        "kernel_size",
    ]  # fmt: skip
    _dims = 0

    def _make(
        self, in_channels, out_channels, kernel_size, stride, padding, dilation, transposed, output_padding, groups, bias,
        padding_mode, device, dtype,
    ):  # fmt: skip
        super().__init__()
        as_tuple = _ntuple(self._dims)
        kernel_size, stride, dilation = as_tuple(kernel_size), as_tuple(stride), as_tuple(dilation)
        padding = padding if isinstance(padding, str) else as_tuple(padding)
        if groups <= 0:
            raise ValueError("groups must be a positive integer")
        if in_channels % groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups != 0:
            raise ValueError("out_channels must be divisible by groups")
        if isinstance(padding, str):
            known = {"same", "valid"}
            if padding not in known:
                raise ValueError(f"Invalid padding string {padding!r}, should be one of {known}")
            if padding == "same" and any(s != 1 for s in stride):
                raise ValueError("padding='same' is not supported for strided convolutions")
        if padding_mode not in _MODES:
            raise ValueError(f"padding_mode must be one of {set(_MODES)}, but got padding_mode='{padding_mode}'")
        self.in_channels, self.out_channels = in_channels, out_channels
        self.kernel_size, self.stride, self.padding, self.dilation = kernel_size, stride, padding, dilation
        self.transposed, self.output_padding = transposed, as_tuple(output_padding)
        self.groups, self.padding_mode = groups, padding_mode
        self._reversed_padding_repeated_twice = self._padding_of_input()
        self.weight = fresh(self._weight_shape(), device, dtype)
        if bias:
            self.bias = fresh(out_channels, device, dtype)
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def _padding_of_input(self):
        """What F.pad takes to pad the input, from the last dimension to the first."""
        if not isinstance(self.padding, str):
            return _reverse_repeat_tuple(self.padding, 2)
        sides = []
        for d, k in zip(reversed(self.dilation), reversed(self.kernel_size)):
            total = d * (k - 1) if self.padding == "same" else 0
            sides += [total // 2, total - total // 2]
        return sides

    def _weight_shape(self):
        out, into = self.out_channels, self.in_channels
        if self.transposed:
            out, into = into, out
        return (out, into // self.groups, *self.kernel_size)

    def reset_parameters(self):
        """Draw the weight and the bias uniformly, with bound 1 / sqrt(fan_in)."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def extra_repr(self):
        """The channels, the kernel and what differs from the defaults."""
        text = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        if self.padding != (0,) * len(self.padding):
            text += f", padding={self.padding}"
        if self.dilation != (1,) * len(self.dilation):
            text += f", dilation={self.dilation}"
        if self.output_padding != (0,) * len(self.output_padding):
            text += f", output_padding={self.output_padding}"
        if self.groups != 1:
            text += f", groups={self.groups}"
        if self.bias is None:
            text += ", bias=False"
        if self.padding_mode != "zeros":
            text += f", padding_mode={self.padding_mode}"
        return text


class _Convolution(_ConvNd):
    def __init__(
        self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
        padding_mode="zeros", device=None, dtype=None,
    ):  # fmt: skip
        self._make(
            in_channels, out_channels, kernel_size, stride, padding, dilation, False, 0, groups, bias, padding_mode,
            device, dtype,
        )  # fmt: skip

    def _conv_forward(self, input, weight, bias):
        convolve, padding = getattr(F, f"conv{self._dims}d"), self.padding
        if self.padding_mode != "zeros":
            input = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
            padding = (0,) * self._dims
        return convolve(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input):
        """The convolution of `input`."""
        return self._conv_forward(input, self.weight, self.bias)


@own("__init__", "forward")
class Conv1d(_Convolution):
    """Cross-correlation.  Shapes: input (N, C, L) or (C, L), weight (out, C / groups, K)."""

    _dims = 1


@own("__init__", "forward")
class Conv2d(_Convolution):
    """Cross-correlation.  Shapes: input (N, C, H, W) or (C, H, W), weight (out, C / groups, KH, KW)."""

    _dims = 2


@own("__init__", "forward")
class Conv3d(_Convolution):
    """Cross-correlation.  Shapes: input (N, C, D, H, W) or (C, D, H, W), weight (out, C / groups, KD, KH, KW)."""

    _dims = 3


class _ConvTransposeNd(_ConvNd):
    def __init__(
        self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True,
        dilation=1, padding_mode="zeros", device=None, dtype=None,
    ):  # fmt: skip
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        self._make(
            in_channels, out_channels, kernel_size, stride, padding, dilation, True, output_padding, groups, bias,
            padding_mode, device, dtype,
        )  # fmt: skip

    def _output_padding(self, input, output_size):
        """What must be added to the result to make it `output_size`."""
        if output_size is None:
            return _single(self.output_padding)
        n = self._dims
        leading = 2 if input.dim() == n + 2 else 1
        if len(output_size) == leading + n:
            output_size = output_size[leading:]
        if len(output_size) != n:
            raise ValueError(
                f"ConvTranspose{n}D: for {input.dim()}D input, output_size must have {n} or {leading + n} elements (got "
                f"{len(output_size)})"
            )
        least = [
            (input.size(d + leading) - 1) * self.stride[d] - 2 * self.padding[d]
            + self.dilation[d] * (self.kernel_size[d] - 1) + 1
            for d in range(n)
        ]  # fmt: skip
        most = [size + stride - 1 for size, stride in zip(least, self.stride)]
        if any(not low <= size <= high for low, size, high in zip(least, output_size, most)):
            raise ValueError(
                f"requested an output size of {output_size}, but valid sizes range from {least} to {most} (for an input "
                f"of {input.size()[2:]})"
            )
        return [size - low for size, low in zip(output_size, least)]

    def forward(self, input, output_size=None):
        """The transposed convolution of `input`; `output_size` decides where stride leaves several sizes open."""
        extra = self._output_padding(input, output_size)
        convolve = getattr(F, f"conv_transpose{self._dims}d")
        return convolve(input, self.weight, self.bias, self.stride, self.padding, extra, self.groups, self.dilation)


@own("__init__", "forward")
class ConvTranspose1d(_ConvTransposeNd):
    """The gradient of Conv1d with respect to its input.  Shapes: input (N, C, L), weight (C, out / groups, K)."""

    _dims = 1


@own("__init__", "forward")
class ConvTranspose2d(_ConvTransposeNd):
    """The gradient of Conv2d with respect to its input.  Shapes: (N, C, H, W), weight (C, out / groups, KH, KW)."""

    _dims = 2


@own("__init__", "forward")
class ConvTranspose3d(_ConvTransposeNd):
    """The gradient of Conv3d with respect to its input.  Shapes: (N, C, D, H, W), weight (C, out / groups, K...)."""

    _dims = 3


class _LazyConvMixin(LazyModuleMixin):
    """Takes `in_channels` from the first input."""

    def _defer(self, out_channels, bias, device, dtype):
        self.weight = uninitialized(device, dtype)
        self.out_channels = out_channels
        if bias:
            self.bias = uninitialized(device, dtype)

    def reset_parameters(self):
        """As the module it becomes, once the channels are known."""
        if not self.has_uninitialized_params() and self.in_channels != 0:
            super().reset_parameters()

    def initialize_parameters(self, input, *args, **kwargs):
        """Take `in_channels` from `input` and draw the parameters."""
        if not self.has_uninitialized_params():
            return
        n = self._dims
        if input.dim() not in (n + 1, n + 2):
            raise RuntimeError(
                f"Expected {n + 1}D (unbatched) or {n + 2}D (batched) input to {type(self).__name__}, but got input of "
                f"size: {input.shape}"
            )
        self.in_channels = input.shape[input.dim() - n - 1]
        if self.in_channels % self.groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        self.weight.materialize(self._weight_shape())
        if self.bias is not None:
            self.bias.materialize((self.out_channels,))
        self.reset_parameters()


class _LazyConvolution(_LazyConvMixin):
    def __init__(
        self, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode="zeros",
        device=None, dtype=None,
    ):  # fmt: skip
        super().__init__(0, 0, kernel_size, stride, padding, dilation, groups, False, padding_mode, device, dtype)
        self._defer(out_channels, bias, device, dtype)


class _LazyConvTranspose(_LazyConvMixin):
    def __init__(
        self, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1,
        padding_mode="zeros", device=None, dtype=None,
    ):  # fmt: skip
        super().__init__(
            0, 0, kernel_size, stride, padding, output_padding, groups, False, dilation, padding_mode, device, dtype
        )
        self._defer(out_channels, bias, device, dtype)


def _lazy(base):
    name, mixin = f"Lazy{base.__name__}", _LazyConvolution if issubclass(base, _Convolution) else _LazyConvTranspose
    doc = f"A {base.__name__} whose `in_channels` comes from its first input."
    made = type(name, (mixin, base), {"__doc__": doc, "__module__": __name__, "cls_to_become": base})
    return own("__init__")(made)


LazyConv1d, LazyConv2d, LazyConv3d = map(_lazy, (Conv1d, Conv2d, Conv3d))
LazyConvTranspose1d, LazyConvTranspose2d, LazyConvTranspose3d = map(
    _lazy, (ConvTranspose1d, ConvTranspose2d, ConvTranspose3d)
)
