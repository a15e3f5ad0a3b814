"""Functions of signals, images and volumes: convolution, pooling, borders, resizing, sliding blocks."""

import math

from .._define import make_function
from .._tensor import face
from ._functions import inner, listed, publish, shared

__all__ = [
    "adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d", "adaptive_max_pool1d",
    "adaptive_max_pool2d", "adaptive_max_pool3d", "avg_pool1d", "avg_pool2d", "avg_pool3d", "conv1d", "conv2d",
    "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "fold", "interpolate",
    "local_response_norm", "lp_pool1d", "lp_pool2d", "lp_pool3d", "max_pool1d", "max_pool2d", "max_pool3d", "pad",
    "unfold", "upsample", "upsample_bilinear", "upsample_nearest",
]  # fmt: skip

_call = face.operation
_NUMBER_WORDS = {1: "one int", 2: "two ints", 3: "three ints"}


# ---- convolution


def _conv(dims):
    run = _call("conv")

    def by_numbers(input, weight, bias, stride, padding, dilation, groups):
        return run(input, weight, bias, stride, padding, dilation, groups, dims, False)

    def by_name(input, weight, bias, stride, padding, dilation, groups):
        if padding not in ("same", "valid"):
            raise RuntimeError(f"Invalid padding string: '{padding}'")
        return run(input, weight, bias, stride, 0, dilation, groups, dims, padding == "same")

    start = f"(Tensor input, Tensor weight, Tensor? bias=None, int[{dims}] stride=1, "
    end = f", int[{dims}] dilation=1, int groups=1)"
    name = f"conv{dims}d"
    texts = f"{start}int[{dims}] padding=0{end}", f"{start}str padding='valid'{end}"
    return publish(name, make_function(name, [(texts[0], by_numbers), (texts[1], by_name)]))


def _conv_transpose(dims):
    run = _call("conv_transpose")
    text = (
        f"(Tensor input, Tensor weight, Tensor? bias=None, int[{dims}] stride=1, int[{dims}] padding=0, "
        f"int[{dims}] output_padding=0, int groups=1, int[{dims}] dilation=1)"
    )
    return shared(f"conv_transpose{dims}d", text, lambda *values: run(*values, dims))


conv1d, conv2d, conv3d = _conv(1), _conv(2), _conv(3)
conv_transpose1d, conv_transpose2d, conv_transpose3d = _conv_transpose(1), _conv_transpose(2), _conv_transpose(3)


# ---- pooling


def _pool_sizes(name, dims, kernel_size, stride, **others):
    """Kernel and stride, and others by name, as lists of `dims` numbers."""
    words = f"a tuple of {_NUMBER_WORDS[dims]}"
    kernel = listed(kernel_size, dims)
    if kernel is None:
        raise RuntimeError(f"{name}: kernel_size must either be a single int, or {words}")
    step = listed(stride, dims) if stride else kernel
    if stride == 0 and not isinstance(stride, (list, tuple)):
        step = [0] * dims
    if step is None:
        raise RuntimeError(f"{name}: stride must either be omitted, a single int, or {words}")
    result = [kernel, step]
    for key, value in others.items():
        items = listed(value, dims)
        if items is None:
            shape = "must be either a single int" if key == "dilation" else "must either be a single int"
            raise RuntimeError(f"{name}: {key} {shape}, or {words}")
        result.append(items)
    return result


def _one(name, key, value):
    items = listed(value, 1)
    if items is None:
        raise RuntimeError(f"{name}() argument '{key}' should contain one int (got {len(value)})")
    return items[0]


def _check_line(name, input):
    if input.ndim not in (2, 3):
        raise RuntimeError(
            f"Expected 2 to 3 dimensions, but got {input.ndim}-dimensional tensor for argument #1 'self' (while "
            f"checking arguments for {name})"
        )


def _max_pool1d_pair(input, kernel_size, stride, padding, dilation, ceil_mode):
    sizes = []
    for key, value in (("kernel_size", kernel_size), ("stride", stride), ("padding", padding), ("dilation", dilation)):
        items = listed(value, 1) if not (key == "stride" and value in ((), [])) else sizes[:1]
        if items is None:
            raise RuntimeError(
                f"max_pool1d() {key} must be an int, list of ints or tuple of ints of size 1 but got size {len(value)}"
            )
        sizes.append(items[0])
    kernel, step, pad, gap = sizes
    if input.ndim not in (2, 3) or 0 in input.shape[input.ndim - 2 :]:
        raise RuntimeError(
            "max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, but "
            f"got:{list(input.shape)}"
        )
    for key, value in (("kernel_size", kernel), ("stride", step), ("dilation", gap)):
        if value <= 0:
            raise RuntimeError(f"max_pool1d() {key} must be greater than zero, but got {value}")
    if pad < 0:
        raise RuntimeError(f"max_pool1d() padding must be non-negative, but got {pad}")
    if pad > kernel // 2:
        raise RuntimeError(
            f"max_pool1d() padding should be at most half of kernel size, but got padding={pad} and kernel_size={kernel}"
        )
    room = input.shape[-1] + 2 * pad - gap * (kernel - 1) - 1
    out = (room + (step - 1 if ceil_mode else 0)) // step + 1
    if out <= 0:
        raise RuntimeError(f"max_pool1d() Invalid computed output size: {out}")
    if not input.dtype.is_floating_point:
        raise NotImplementedError(f'"max_pool1d_impl" not implemented for {input.dtype._noun!r}')
    pair = _call("max_pool")(input.unsqueeze(-2), [1, kernel], [1, step], [0, pad], [1, gap], ceil_mode)
    return tuple([part.squeeze(-2) for part in pair])


def _max_pool_pair(dims):
    name = f"max_pool{dims}d"
    run = _call("max_pool")

    def pair(input, kernel_size, stride, padding, dilation, ceil_mode):
        sizes = _pool_sizes(name, dims, kernel_size, stride, padding=padding, dilation=dilation)
        return run(input, *sizes, ceil_mode)

    return pair


def _max_pool(dims, pair):
    text = (
        f"(Tensor input, int[{dims}] kernel_size, int[{dims}] stride=(), int[{dims}] padding=0, "
        f"int[{dims}] dilation=1, bool ceil_mode=False)"
    )
    name = f"max_pool{dims}d"
    return shared(name, text, lambda *values: pair(*values)[0]), inner(f"{name}_with_indices", text, pair)


_max_pool1d, _max_pool1d_both = _max_pool(1, _max_pool1d_pair)
_max_pool2d, _max_pool2d_both = _max_pool(2, _max_pool_pair(2))
_max_pool3d, _max_pool3d_both = _max_pool(3, _max_pool_pair(3))


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest element of each window of the last dimension, with its place where `return_indices`."""
    run = _max_pool1d_both if return_indices else _max_pool1d
    return run(input, kernel_size, () if stride is None else stride, padding, dilation, ceil_mode)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest element of each window of the last two dimensions, with its place where `return_indices`."""
    run = _max_pool2d_both if return_indices else _max_pool2d
    return run(input, kernel_size, () if stride is None else stride, padding, dilation, ceil_mode)


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest element of each window of the last three dimensions, with its place where `return_indices`."""
    run = _max_pool3d_both if return_indices else _max_pool3d
    return run(input, kernel_size, () if stride is None else stride, padding, dilation, ceil_mode)


def _avg_pool1d_run(input, kernel_size, stride, padding, ceil_mode, count_include_pad):
    _check_line("avg_pool1d", input)
    kernel = _one("avg_pool1d", "kernel_size", kernel_size)
    step = kernel if stride in ((), []) else _one("avg_pool1d", "stride", stride)
    pad = _one("avg_pool1d", "padding", padding)
    seen = input.unsqueeze(-2)
    return _call("avg_pool")(seen, [1, kernel], [1, step], [0, pad], ceil_mode, count_include_pad, None).squeeze(-2)


avg_pool1d = shared(
    "avg_pool1d",
    "(Tensor input, int[1] kernel_size, int[1] stride=(), int[1] padding=0, bool ceil_mode=False, "
    "bool count_include_pad=True)",
    _avg_pool1d_run,
)


def _avg_pool(dims):
    name = f"avg_pool{dims}d"

    def run(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
        sizes = _pool_sizes(name, dims, kernel_size, stride or (), padding=padding)
        if stride == 0:
            raise RuntimeError("stride should not be zero")
        return _call("avg_pool")(input, *sizes, ceil_mode, count_include_pad, divisor_override)

    text = (
        f"(Tensor input, int[{dims}] kernel_size, int[{dims}]? stride=None, int[{dims}] padding=0, "
        "bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None)"
    )
    return inner(name, text, run)


avg_pool2d, avg_pool3d = _avg_pool(2), _avg_pool(3)


def _with_default(size, shape):
    """An output size with the input's own extents in place of None."""
    if isinstance(size, int):
        return size
    if len(shape) <= len(size):
        raise ValueError(f"Input dimension should be at least {len(size) + 1}")
    return [own if want is None else want for want, own in zip(size, shape[len(shape) - len(size) :])]


def _adaptive_avg(input, size):
    # torch takes the mean where one element is left of each channel.
    if list(size) == [1, 1] and input.dtype.is_floating_point and input.ndim in (3, 4) and 0 not in input.shape[-2:]:
        return input.mean((-1, -2), keepdim=True)
    return _call("adaptive_avg_pool")(input, size)


def _adaptive_avg_pool1d_run(input, output_size):
    size = _one("adaptive_avg_pool1d", "output_size", output_size)
    _check_line("adaptive_avg_pool1d", input)
    return _adaptive_avg(input.unsqueeze(-2), [1, size]).squeeze(-2)


adaptive_avg_pool1d = shared(
    "adaptive_avg_pool1d", "(Tensor input, int[1] output_size)", _adaptive_avg_pool1d_run
)


def _sized(name, dims, words, run):
    def sized(input, output_size):
        size = listed(output_size, dims)
        if size is None:
            raise RuntimeError(words)
        return run(input, size)

    return inner(name, f"(Tensor input, int[{dims}] output_size)", sized)


_adaptive_avg_pool2d = _sized(
    "adaptive_avg_pool2d", 2, "adaptive_avg_pool2d: output_size must be 2", _adaptive_avg
)
_adaptive_avg_pool3d = _sized(
    "adaptive_avg_pool3d", 3, "adaptive_avg_pool3d: output_size must be 3", _call("adaptive_avg_pool")
)
_adaptive_max_pool2d = _sized(
    "adaptive_max_pool2d",
    2,
    "adaptive_max_pool2d(): internal error: output_size.size() must be 2",
    _call("adaptive_max_pool"),
)


_adaptive_max_pool3d = _sized(
    "adaptive_max_pool3d",
    3,
    "adaptive_max_pool3d(): internal error: output_size.size() must be 3",
    _call("adaptive_max_pool"),
)


def _adaptive_max_pool1d_run(input, output_size):
    size = _one("adaptive_max_pool1d", "output_size", output_size)
    _check_line("adaptive_max_pool1d", input)
    pair = _call("adaptive_max_pool")(input.unsqueeze(-2), [1, size])
    return tuple([part.squeeze(-2) for part in pair])


_adaptive_max_pool1d = shared(
    "adaptive_max_pool1d", "(Tensor input, int[1] output_size)", _adaptive_max_pool1d_run
)


def adaptive_avg_pool2d(input, output_size):
    """The averages of output_size windows that divide the last two dimensions evenly."""
    return _adaptive_avg_pool2d(input, _with_default(output_size, input.shape))


def adaptive_avg_pool3d(input, output_size):
    """The averages of output_size windows that divide the last three dimensions evenly."""
    return _adaptive_avg_pool3d(input, _with_default(output_size, input.shape))


def adaptive_max_pool1d(input, output_size, return_indices=False):
    """The largest elements of output_size windows that divide the last dimension evenly."""
    pair = _adaptive_max_pool1d(input, output_size)
    return pair if return_indices else pair[0]


def adaptive_max_pool2d(input, output_size, return_indices=False):
    """The largest elements of output_size windows that divide the last two dimensions evenly."""
    pair = _adaptive_max_pool2d(input, _with_default(output_size, input.shape))
    return pair if return_indices else pair[0]


def adaptive_max_pool3d(input, output_size, return_indices=False):
    """The largest elements of output_size windows that divide the last three dimensions evenly."""
    pair = _adaptive_max_pool3d(input, _with_default(output_size, input.shape))
    return pair if return_indices else pair[0]


def _lp_pool(norm_type, input, max_pool, avg_pool, kernel_size, stride, ceil_mode, dims):
    if norm_type == 0:
        raise ValueError(f"norm_type must be a non-zero value, but got {norm_type}")
    if norm_type == math.inf:
        return max_pool(input.abs(), kernel_size, stride, 0, 1, ceil_mode)
    if norm_type == -math.inf:
        return -max_pool(-input.abs(), kernel_size, stride, 0, 1, ceil_mode)
    out = avg_pool(input.pow(norm_type), kernel_size, () if stride is None else stride, 0, ceil_mode)
    return (out.sign() * out.abs().relu()).mul(math.prod(listed(kernel_size, dims))).pow(1.0 / norm_type)


def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The p-norm of each window of the last dimension."""
    return _lp_pool(norm_type, input, max_pool1d, avg_pool1d, kernel_size, stride, ceil_mode, 1)


def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The p-norm of each window of the last two dimensions."""
    return _lp_pool(norm_type, input, max_pool2d, avg_pool2d, kernel_size, stride, ceil_mode, 2)


def lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The p-norm of each window of the last three dimensions."""
    return _lp_pool(norm_type, input, max_pool3d, avg_pool3d, kernel_size, stride, ceil_mode, 3)


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """The input over (k + alpha * mean of squares over `size` neighbouring channels) ** beta."""
    if input.ndim < 3:
        raise ValueError(
            f"Expected 3D or higher dimensionality                          input (got {input.ndim} dimensions)"
        )
    if input.shape.numel() == 0:
        return input
    squares = input.mul(input).flatten(2).unsqueeze(1)
    padded = pad(squares, (0, 0, size // 2, (size - 1) // 2))
    means = avg_pool2d(padded, (size, 1), stride=1).squeeze(1).view(input.shape)
    return input / means.mul(alpha).add(k).pow(beta)


# ---- borders

_BORDERS = {"reflect": 0, "replicate": 1, "circular": 2}


def _pad_run(input, pad, mode, value):
    if len(pad) % 2:
        raise RuntimeError("Padding length must be divisible by 2")
    if len(pad) > 2 * input.ndim:
        raise RuntimeError(
            "Padding length should be less than or equal to two times the input dimension but got padding length "
            f"{len(pad)} and input of dimension {input.ndim}"
        )
    if mode == "constant":
        return _call("constant_pad_nd")(input, pad, 0.0 if value is None else value)
    if value is not None and value != 0:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    dims = len(pad) // 2
    if not 1 <= dims <= 3 or input.ndim not in (dims + 1, dims + 2):
        raise NotImplementedError(
            f"Padding size {len(pad)} is not supported for {input.ndim}D input tensor.\n"
            "Supported combinations for non-constant padding:\n"
            "  - 2D or 3D input: padding size = 2 (pads last dimension)\n"
            "  - 3D or 4D input: padding size = 4 (pads last 2 dimensions)\n"
            "  - 4D or 5D input: padding size = 6 (pads last 3 dimensions)"
        )
    if mode not in _BORDERS:
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    return _call("border_pad")(input, pad, _BORDERS[mode])


_pad = inner("pad", "(Tensor input, int[] pad, str mode='constant', Number? value=None)", _pad_run)


def pad(input, pad, mode="constant", value=None):
    """The input with a border; `pad` holds (before, after) for the last dimension, then for the one in front of it."""
    return _pad(input, pad, mode, value)


# ---- resizing

_LINEAR = {"linear": 1, "bilinear": 2, "trilinear": 3}


def _mode_number(mode, dims, align_corners):
    if mode in ("nearest", "nearest-exact") and 1 <= dims <= 3:
        return mode == "nearest-exact"
    if mode in _LINEAR and 1 <= dims <= 3:
        if _LINEAR[mode] == dims:
            return 2
        raise NotImplementedError(f"Got {dims + 2}D input, but {mode} mode needs {_LINEAR[mode] + 2}D input")
    if mode == "bicubic" and dims == 2:
        return 3
    raise NotImplementedError(
        f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {dims + 2}D) for the modes: nearest | linear | "
        f"bilinear | bicubic | trilinear | lanczos | area | nearest-exact (got {mode})"
    )


def _spatial_text(input, name, value):
    numbers = "o1, o2, ...,oK" if name == "output size" else "s1, s2, ...,sK"
    what = "output size of" if name == "output size" else "scale_factor of shape"
    given = "output size" if name == "output size" else "scale_factor"
    known = "Input and output" if name == "output size" else "Input and scale_factor"
    return (
        f"{known} must have the same number of spatial dimensions, but got input with spatial dimensions of "
        f"{list(input.shape[2:])} and {what} {value}. Please provide input tensor in (N, C, d1, d2, ...,dK) format and "
        f"{given} in ({numbers}) format."
    )


def _is_whole(x):
    return isinstance(x, int) or type(x).__name__.startswith("int")


def _output_size(input, size, scale_factor, dims):
    """The size asked for, or None, and the scale factors, or None."""
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is not None:
        if not isinstance(size, (list, tuple)):
            return [size] * dims, None
        if len(size) != dims:
            raise ValueError(_spatial_text(input, "output size", size))
        if not all(_is_whole(x) for x in size):
            raise TypeError(
                "expected size to be one of int or Tuple[int] or Tuple[int, int] or Tuple[int, int, int], but got size "
                f"with types {[type(x) for x in size]}"
            )
        return list(size), None
    if scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    if not isinstance(scale_factor, (list, tuple)):
        return None, [scale_factor] * dims
    if len(scale_factor) != dims:
        raise ValueError(_spatial_text(input, "scale_factor", scale_factor))
    return None, list(scale_factor)


def interpolate(
    input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None, antialias=False
):
    """The input (N, C, ...) resized to `size`, or by `scale_factor`.

    `mode` is "nearest", "nearest-exact", "linear", "bilinear", "trilinear", "bicubic" or "area".
    """
    if mode in ("nearest", "area", "nearest-exact"):
        if align_corners is not None:
            raise ValueError(
                "align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | "
                "trilinear"
            )
    elif align_corners is None:
        align_corners = False
    dims = input.ndim - 2
    output, scales = _output_size(input, size, scale_factor, dims)
    if recompute_scale_factor and size is not None:
        raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
    if output is None:
        output = [math.floor(extent * scale) for extent, scale in zip(input.shape[2:], scales)]
    if recompute_scale_factor or mode == "area":
        scales = None
    if antialias:
        raise NotImplementedError("interpolate: antialias is not in this course's PyTorch subset")
    if mode == "area" and 1 <= dims <= 3:
        return (adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d)[dims - 1](input, output)
    number = _mode_number(mode, dims, align_corners)
    return _call("interpolate")(input, output, number, bool(align_corners), scales or ())


def _deprecated(name):
    import warnings

    warnings.warn(
        f"`nn.functional.{name}` is deprecated. Use `nn.functional.interpolate` instead.", stacklevel=3
    )


def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    """The old name of `interpolate`."""
    _deprecated("upsample")
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input, size=None, scale_factor=None):
    """`interpolate` to the nearest element."""
    _deprecated("upsample_nearest")
    return interpolate(input, size, scale_factor, mode="nearest")


def upsample_bilinear(input, size=None, scale_factor=None):
    """`interpolate` between neighbours, with aligned corners."""
    _deprecated("upsample_bilinear")
    return interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)


# ---- sliding blocks


def _pairs(values):
    """Two numbers each of the arguments by name."""
    result = []
    for name, value in values.items():
        items = listed(value, 2)
        if items is None:
            raise RuntimeError(f"It is expected {name} equals to 2, but got size {len(value)}")
        result.append(items)
    return result


def _im2col_run(input, kernel_size, dilation, padding, stride):
    sizes = _pairs({"kernel_size": kernel_size, "dilation": dilation, "padding": padding, "stride": stride})
    return _call("im2col")(input, *sizes)


def _col2im_run(input, output_size, kernel_size, dilation, padding, stride):
    names = {"output_size": output_size, "kernel_size": kernel_size}
    return _call("col2im")(input, *_pairs({**names, "dilation": dilation, "padding": padding, "stride": stride}))


_SIZES = "int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride)"
_im2col = inner("im2col", f"(Tensor input, {_SIZES}", _im2col_run)
_col2im = inner("col2im", f"(Tensor input, int[2] output_size, {_SIZES}", _col2im_run)


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """The sliding blocks of (N, C, H, W) as columns (N, C * kernel area, blocks)."""
    return _im2col(input, kernel_size, dilation, padding, stride)


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """Columns (N, C * kernel area, blocks) added up where they lie in (N, C, H, W)."""
    return _col2im(input, output_size, kernel_size, dilation, padding, stride)
