"""Sampling images at the places of a grid."""

import warnings

from .._define import functions
from ..autograd.grad_mode import no_grad
from ._functions import shared

_MODES = {"bilinear": 0, "nearest": 1, "bicubic": 2}
_BORDERS = {"zeros": 0, "border": 1, "reflection": 2}
_CORNERS = (
    "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. Please specify "
    "align_corners=True if the old behavior is desired. See the documentation of grid_sample for details."
)


def _reflected(at, twice_low, twice_high):
    """Coordinates thrown back into [twice_low / 2, twice_high / 2] as often as they leave it."""
    if twice_low == twice_high:
        return at * 0
    low, span = twice_low / 2, (twice_high - twice_low) / 2
    at = (at - low).abs()
    rest = at.fmod(span)
    with no_grad():
        even = (at / span).floor().remainder(2).eq(0)
    return functions["where"](even, rest + low, span - rest + low)


def _coordinates(at, extent, border, align_corners):
    """Places in [-1, 1] as places among `extent` elements."""
    at = (at + 1) / 2 * (extent - 1) if align_corners else ((at + 1) * extent - 1) / 2
    if border == 2:
        at = _reflected(at, 0, 2 * (extent - 1)) if align_corners else _reflected(at, -1, 2 * extent - 1)
    return at.clamp(0, extent - 1) if border else at


def _grid_sampler_run(input, grid, mode, border, align_corners):
    if input.ndim != 4 or mode == 2:
        raise NotImplementedError(
            "grid_sample: volumes and bicubic sampling are not in this course's PyTorch subset"
        )
    if grid.ndim != 4 or grid.shape[0] != input.shape[0] or grid.shape[-1] != 2:
        raise RuntimeError(
            "grid_sampler(): expected grid to have size 2 in last dimension and input's batch size, but got input with "
            f"sizes {list(input.shape)} and grid with sizes {list(grid.shape)}"
        )
    batch, channels, height, width = input.shape
    rows = _coordinates(grid[..., 1], height, border, align_corners)
    columns = _coordinates(grid[..., 0], width, border, align_corners)
    flat = input.flatten(2)

    def taken(row, column):
        """The elements at whole places, 0 outside the image."""
        with no_grad():
            inside = row.ge(0) & row.lt(height) & column.ge(0) & column.lt(width)
            place = (row.clamp(0, height - 1) * width + column.clamp(0, width - 1)).long()
        index = place.view(batch, 1, -1).expand(batch, channels, -1)
        return flat.gather(2, index).view(batch, channels, *row.shape[1:]) * inside.unsqueeze(1)

    if mode == 1:
        return taken(rows.round(), columns.round())
    with no_grad():
        top, left = rows.floor(), columns.floor()
    down, right = rows - top, columns - left
    total = taken(top, left) * ((1 - down) * (1 - right)).unsqueeze(1)
    total = total + taken(top, left + 1) * ((1 - down) * right).unsqueeze(1)
    total = total + taken(top + 1, left) * (down * (1 - right)).unsqueeze(1)
    return total + taken(top + 1, left + 1) * (down * right).unsqueeze(1)


_grid_sampler = shared(
    "grid_sampler",
    "(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners)",
    _grid_sampler_run,
)


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """The input (N, C, H, W) at the places grid (N, H', W', 2) names as (x, y) in [-1, 1]: (N, C, H', W')."""
    if mode not in _MODES:
        raise ValueError(
            "nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: "
            f"'{mode}'"
        )
    if padding_mode not in _BORDERS:
        raise ValueError(
            "nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: "
            f"'{padding_mode}'"
        )
    if align_corners is None:
        warnings.warn(_CORNERS, stacklevel=2)
        align_corners = False
    return _grid_sampler(input, grid, _MODES[mode], _BORDERS[padding_mode], align_corners)


def affine_grid(theta, size, align_corners=None):
    """The grid (N, H, W, 2) that the affine maps theta (N, 2, 3) make of an image of `size` (N, C, H, W)."""
    if align_corners is None:
        warnings.warn(_CORNERS, stacklevel=2)
        align_corners = False
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    if len(size) != 4:
        raise NotImplementedError("affine_grid: sizes other than (N, C, H, W) are not in this course's PyTorch subset")
    if theta.ndim != 3 or theta.shape[-2:] != (2, 3):
        raise ValueError(
            f"Expected a batch of 2D affine matrices of shape Nx2x3 for size {size}. Got {theta.shape}."
        )

    def line(extent):
        places = functions["linspace"](-1, 1, extent, dtype=theta.dtype)
        if extent <= 1:
            return functions["zeros"](extent, dtype=theta.dtype)
        return places if align_corners else places * ((extent - 1) / extent)

    height, width = size[2:]
    base = functions["ones"](height, width, 3, dtype=theta.dtype)
    base[..., 0], base[..., 1] = line(width), line(height).unsqueeze(-1)
    return (base.view(1, -1, 3) @ theta.transpose(1, 2)).view(len(theta), height, width, 2)
