"""Sampling images at the places of a grid."""

import warnings
from itertools import product
from math import prod

from .._define import as_step, functions
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


def _bounded(at, extent, border, align_corners):
    """Coordinates kept among `extent` elements, as the border says."""
    if border == 2:
        at = _reflected(at, 0, 2 * (extent - 1)) if align_corners else _reflected(at, -1, 2 * extent - 1)
    return at.clamp(0, extent - 1) if border else at


def _places(at, extent, align_corners):
    """Places in [-1, 1] as places among `extent` elements."""
    return (at + 1) / 2 * (extent - 1) if align_corners else ((at + 1) * extent - 1) / 2


def _cubic_weights(t):
    """Keys' cubic convolution with a = -3/4 (Keys 1981), for the four neighbours of a place t after the second."""
    a = -0.75

    def near(x):
        return ((a + 2) * x - (a + 3)) * x * x + 1

    def far(x):
        return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a

    return far(t + 1), near(t), near(1 - t), far(2 - t)


def _taker(input):
    """A function of whole places, one tensor (N, ...) a dimension: the elements there, 0 outside the input."""
    batch, channels, *extents = input.shape
    flat = input.flatten(2)

    def taken(places):
        with no_grad():
            inside, index = None, 0
            for place, extent in zip(places, extents):
                within = place.ge(0) & place.lt(extent)
                inside = within if inside is None else inside & within
                index = index * extent + place.clamp(0, extent - 1).long()
            index = index.view(batch, 1, -1).expand(batch, channels, -1)
        found = flat.gather(2, index).view(batch, channels, *inside.shape[1:])
        return found.masked_fill(inside.logical_not().unsqueeze(1), 0.0)

    return taken


def _grid_sampler_run(input, grid, mode, border, align_corners):
    dims = input.ndim - 2
    if dims not in (2, 3) or grid.ndim != input.ndim or grid.shape[0] != input.shape[0] or grid.shape[-1] != dims:
        raise RuntimeError(
            "grid_sampler(): expected 4D or 5D input and grid with same number of dimensions, but got input with sizes "
            f"{list(input.shape)} and grid with sizes {list(grid.shape)}"
        )
    if mode == 2 and dims != 2:
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    taken, extents = _taker(input), input.shape[2:]
    # The grid's last dimension holds (x, y) or (x, y, z): the input's dimensions backwards.
    places = [_places(grid[..., dims - 1 - d], extents[d], align_corners) for d in range(dims)]
    if mode == 2:
        return _cubic(taken, places, extents, border, align_corners)
    places = [_bounded(at, extent, border, align_corners) for at, extent in zip(places, extents)]
    if mode == 1:
        return taken([at.round() for at in places])
    with no_grad():
        floors = [at.floor() for at in places]
    parts = [at - floor for at, floor in zip(places, floors)]
    total = 0
    for corner in product((0, 1), repeat=dims):
        weight = prod(part if side else 1 - part for side, part in zip(corner, parts))
        total = total + taken([floor + side for side, floor in zip(corner, floors)]) * weight.unsqueeze(1)
    return total


def _cubic(taken, places, extents, border, align_corners):
    with no_grad():
        floors = [at.floor() for at in places]
    weights = [_cubic_weights(at - floor) for at, floor in zip(places, floors)]
    total = 0
    for i, j in product(range(4), repeat=2):
        corner = [
            _bounded(floor + (k - 1), extent, border, align_corners)
            for floor, k, extent in zip(floors, (i, j), extents)
        ]
        total = total + taken(corner) * (weights[0][i] * weights[1][j]).unsqueeze(1)
    return total


grid_sampler = shared(
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
    found = grid_sampler(input, grid, _MODES[mode], _BORDERS[padding_mode], align_corners)
    return as_step(f"GridSampler{input.ndim - 2}DBackward0", found)


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
    grid = (base.view(1, -1, 3) @ theta.transpose(1, 2)).view(len(theta), height, width, 2)
    return as_step("AffineGridGeneratorBackward0", grid)
