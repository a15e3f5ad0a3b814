"""The inverse of max pooling: each maximum back at its place."""

from .._tensor import face
from ..autograd._composed import step
from ._functions import inner, listed

__all__ = ["max_unpool1d", "max_unpool2d", "max_unpool3d"]

_call = face.operation


def _unpool_output_size(input, kernel_size, stride, padding, output_size):
    dims = len(kernel_size)
    default = [
        (extent - 1) * step + kernel - 2 * pad
        for extent, step, kernel, pad in zip(input.shape[-dims:], stride, kernel_size, padding)
    ]
    if output_size is None:
        size = default
    else:
        if len(output_size) == dims + 2:
            output_size = output_size[2:]
        if len(output_size) != dims:
            raise ValueError(
                f"output_size should be a sequence containing {dims} or {dims + 2} elements, but it has a length of "
                f"'{len(output_size)}'"
            )
        for d, wanted in enumerate(output_size):
            low, high = default[d] - stride[d], default[d] + stride[d]
            if not low < wanted < high:
                raise ValueError(f'invalid output_size "{output_size}" (dim {d} must be between {low} and {high})')
        size = list(output_size)
    for d, extent in enumerate(size):
        if extent < 0:
            raise ValueError(
                "max_unpooling: output_size must contain non-negative spatial dimensions, but got "
                f"output_size[{d}]={extent}"
            )
    return size


def _scattered(input, indices, size):
    dims = len(size)
    places, values = indices.flatten(-dims), input.flatten(-dims)
    volume = 1
    for extent in size:
        volume *= extent
    if places.shape.numel():
        for wrong in (int(places.min()), int(places.max())):
            if not 0 <= wrong < volume:
                raise RuntimeError(
                    f"Found an invalid max index: {wrong} (output volumes are of size {'x'.join(map(str, size))})"
                )
    return values.new_zeros(*values.shape[:-1], volume).scatter(-1, places, values).unflatten(-1, size)


def _checked(input, indices, dims):
    if str(indices.dtype) != "torch.int64":
        raise RuntimeError(f"elements in indices should be type int64 but got: {indices.dtype._noun}")
    if input.ndim not in (dims + 1, dims + 2):
        raise RuntimeError(
            f"Input to max_unpooling{dims}d should be a {dims + 1}d or {dims + 2}d Tensor, but got a tensor with {input.ndim} "
            "dimensions."
        )
    if input.shape != indices.shape:
        raise RuntimeError(
            "Expected shape of indices to be same as that of the input tensor "
            f"({list(input.shape)}) but got indices tensor with shape: {list(indices.shape)}"
        )


_scatter2d, _scatter3d = step("MaxUnpool2D")(_scattered), step("MaxUnpool3D")(_scattered)


def _max_unpool2d_run(input, indices, output_size):
    _checked(input, indices, 2)
    return _scatter2d(input, indices, output_size)


def _max_unpool3d_run(input, indices, output_size, stride, padding):
    _checked(input, indices, 3)
    return _scatter3d(input, indices, output_size)


_max_unpool2d = inner("max_unpool2d", "(Tensor input, Tensor indices, int[2] output_size)", _max_unpool2d_run)
_max_unpool3d = inner(
    "max_unpool3d", "(Tensor input, Tensor indices, int[3] output_size, int[3] stride, int[3] padding)", _max_unpool3d_run
)


def _sizes(input, kernel_size, stride, padding, output_size, dims):
    kernel, pads = listed(kernel_size, dims), listed(padding, dims)
    steps = kernel if stride is None else listed(stride, dims)
    return _unpool_output_size(input, kernel, steps, pads, output_size), steps, pads


def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The maxima (N, C, L) of max_pool1d at their `indices`, zeros elsewhere."""
    size, _, _ = _sizes(input, kernel_size, stride, padding, output_size, 1)
    return _max_unpool2d(input.unsqueeze(-1), indices.unsqueeze(-1), [*size, 1]).squeeze(-1)


def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The maxima (N, C, H, W) of max_pool2d at their `indices`, zeros elsewhere."""
    size, _, _ = _sizes(input, kernel_size, stride, padding, output_size, 2)
    return _max_unpool2d(input, indices, size)


def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The maxima (N, C, D, H, W) of max_pool3d at their `indices`, zeros elsewhere."""
    return _max_unpool3d(input, indices, *_sizes(input, kernel_size, stride, padding, output_size, 3))
