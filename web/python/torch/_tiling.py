"""Shapes made of shapes: grids, tiles, triangles' indices, windows, and the splits and stacks of every dimension."""

import itertools
import warnings

from . import _types
from ._data import finish, flat_values, from_flat
from ._define import as_step, define, defines, functions
from ._shaping import _at_least, _dimension
from ._tensor import Tensor, face

_call = face.operation
_OUT = "Tensor? out=None"
_cat, _stack, _arange, _index_select = (_call(name) for name in ("cat", "stack", "arange", "index_select"))


def _meshgrid(tensors, indexing):
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if any(tensor.dtype is not tensors[0].dtype for tensor in tensors):
        raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    for tensor in tensors:
        if tensor.ndim > 1:
            raise RuntimeError(
                f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {_shown(tensor)}"
            )
    if indexing not in ("ij", "xy"):
        raise RuntimeError(f"torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: {indexing}")
    swapped = indexing == "xy" and len(tensors) > 1
    if swapped:
        tensors = (tensors[1], tensors[0], *tensors[2:])
    size = [tensor.shape.numel() for tensor in tensors]
    grids = [
        tensor.view([-1 if j == i else 1 for j in range(len(tensors))]).expand(size) for i, tensor in enumerate(tensors)
    ]
    if swapped:
        grids[0], grids[1] = grids[1], grids[0]
    return tuple(grids)


def _shown(tensor):
    return repr(tensor).removeprefix("tensor(").removesuffix(")")


def meshgrid(*tensors, indexing=None):
    """Grids of coordinates from vectors; `indexing` is "ij" (the first vector runs along dimension 0) or "xy"."""
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    if indexing is None:
        warnings.warn(
            "torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument.", stacklevel=2
        )
    return _meshgrid(tuple(tensors), indexing or "ij")


def broadcast_tensors(*tensors):
    """The tensors expanded to their common shape."""
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    size = _broadcast_shape([tensor.shape for tensor in tensors])
    return tuple(tensor.expand(size) for tensor in tensors)


def _broadcast_shape(shapes):
    rank = max(map(len, shapes), default=0)
    result = [1] * rank
    for shape in shapes:
        for i in range(-1, -1 - len(shape), -1):
            if shape[i] != 1 and result[i] not in (1, shape[i]):
                raise RuntimeError(
                    f"The size of tensor a ({result[i]}) must match the size of tensor b ({shape[i]}) at non-singleton "
                    f"dimension {rank + i}"
                )
            result[i] = shape[i] if result[i] == 1 else result[i]
    return result


def broadcast_shapes(*shapes):
    """The shape that tensors of these shapes broadcast to, without making any."""
    sizes = [(shape,) if isinstance(shape, int) else tuple(shape) for shape in shapes]
    rank = max(map(len, sizes), default=0)
    result = [1] * rank
    for size in sizes:
        for i in range(-1, -1 - len(size), -1):
            if size[i] < 0:
                raise RuntimeError(f"Trying to create tensor with negative dimension ({size[i]}): ({size[i]})")
            if size[i] in (1, result[i]):
                continue
            if result[i] != 1:
                raise RuntimeError(
                    f"Attempting to broadcast a dimension of length {size[i]} at {i}! Mismatching argument at index "
                    f"{sizes.index(size)} had {size}; but expected shape should be broadcastable to {result}"
                )
            result[i] = size[i]
    return _types.Size(result)


def block_diag(*tensors):
    """The matrix with the given ones (numbers and vectors as rows) along its diagonal and zeros elsewhere."""
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    blocks = [_at_least(tensor, 2) for tensor in tensors]
    width, before, rows = sum(block.shape[1] for block in blocks), 0, []
    for block in blocks:
        height, own = block.shape
        after = width - before - own
        rows.append(_cat([block.new_zeros(height, before), block, block.new_zeros(height, after)], 1))
        before += own
    return as_step("BlockDiagBackward0", _cat(rows, 0)) if rows else _call("empty")((1, 0), None)


def cartesian_prod(*tensors):
    """All combinations with one element of each vector, as rows."""
    if len(tensors) == 1:
        return tensors[0]
    for tensor in tensors:
        if tensor.ndim != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {list(tensor.shape)}")
    return _stack([grid.flatten() for grid in _meshgrid(tensors, "ij")], 1)


def _at_least_3d(tensor):
    return _at_least(tensor, 2).unsqueeze(-1) if tensor.ndim < 3 else tensor


def _define_least(count, doc):
    def atleast(*tensors):
        if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
            tensors = tuple(tensors[0])
        made = tuple(_at_least_3d(tensor) if count == 3 else _at_least(tensor, count) for tensor in tensors)
        return made[0] if len(made) == 1 else made

    atleast.__name__ = atleast.__qualname__ = f"atleast_{count}d"
    atleast.__doc__, atleast.__module__ = doc, "torch.functional"
    functions[atleast.__name__] = atleast


_define_least(1, "The tensors, numbers as vectors.")
_define_least(2, "The tensors with at least two dimensions, vectors as rows.")
_define_least(3, "The tensors with at least three dimensions, added around a vector and after a matrix.")


for _function in (meshgrid, broadcast_tensors, broadcast_shapes, block_diag, cartesian_prod):
    _function.__module__ = "torch.functional"
    functions[_function.__name__] = _function


@defines("combinations", "(Tensor input, int r=2, bool with_replacement=False)", method=False)
def combinations(a, r, with_replacement):
    """The combinations of `r` of a vector's elements, as rows."""
    if a.ndim != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(a.shape)}")
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if not r:
        return _call("empty")((0,), a.dtype)
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    places = list(choose(range(a.shape[0]), r))
    flat = [place for row in places for place in row]
    return _index_select(a, 0, from_flat(flat, (len(flat),), _types.int64)).reshape(len(places), r)


def _repeats(repeats, extent):
    if repeats.ndim > 1:
        raise RuntimeError("repeat_interleave only accept 0D or 1D tensor for repeats" if extent is not None else
                           "repeat_interleave only accept 1D vector as repeat")  # fmt: skip
    if repeats.dtype not in (_types.int64, _types.int32):
        raise NotImplementedError(f"\"repeat_interleave_cpu\" not implemented for '{repeats.dtype._noun}'")
    counts = flat_values(repeats)
    if any(count < 0 for count in counts):
        raise RuntimeError("repeats can not be negative")
    if extent is not None:
        if len(counts) == 1:
            counts = counts * extent
        if len(counts) != extent:
            raise RuntimeError(
                f"repeats must have the same size as input along dim, but got repeats.size(0) = {len(counts)} and "
                f"input.size(0) = {extent}"
            )
    places = [i for i, count in enumerate(counts) for _ in range(count)]
    return from_flat(places, (len(places),), _types.int64)


def _repeat_interleave(a, repeats, dim, output_size):
    if dim is None:
        a, dim = a.flatten(), 0
    dim = _dimension(a, dim) if a.ndim else 0
    if not isinstance(repeats, Tensor):
        if repeats < 0:
            raise RuntimeError("Repeats must be non-negative")
        # The elements are copied beside themselves by a view that repeats a new dimension.
        spread = a.unsqueeze(dim + 1)
        spread = spread.expand([*a.shape[: dim + 1], repeats, *a.shape[dim + 1 :]])
        return spread.clone().flatten(dim, dim + 1)
    return _index_select(a, dim, _repeats(repeats, a.shape[dim]))


define(
    "repeat_interleave",
    ("(Tensor input, Tensor repeats, int? dim=None, *, int? output_size=None)", _repeat_interleave),
    ("(Tensor repeats, *, int? output_size=None)", lambda repeats, output_size: _repeats(repeats, None)),
    ("(Tensor input, int repeats, int? dim=None, *, int? output_size=None)", _repeat_interleave), method=False,
    doc="Each element (or slice along `dim`) repeated in place, `repeats` times or its own number of times.",
)  # fmt: skip
define(
    "repeat_interleave",
    ("(Tensor input, Tensor repeats, int? dim=None, *, int? output_size=None)", _repeat_interleave),
    ("(Tensor input, int repeats, int? dim=None, *, int? output_size=None)", _repeat_interleave), function=False,
    doc="Each element (or slice along `dim`) repeated in place, `repeats` times or its own number of times.",
)  # fmt: skip


@defines("tile", "(Tensor input, int[] dims)")
def tile(a, dims):
    """The tensor repeated along each dimension; missing counts are 1."""
    return _call("repeat")(a, [1] * (a.ndim - len(dims)) + list(dims))


define("unfold", ("(Tensor input, int dimension, int size, int step)", "unfold"), function=False)


@defines("unflatten", "(Tensor input, int dim, int[] sizes)")
def unflatten(a, dim, sizes):
    """The tensor with one dimension as several; one of `sizes` may be -1."""
    place = _dimension(a, dim)
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    known = 1
    for size in sizes:
        known *= size if size != -1 else 1
    extent = a.shape[place]
    fits = known == extent if -1 not in sizes else known and not extent % known
    if not fits:
        raise RuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {dim} ({extent}) in the input "
            "tensor"
        )
    inferred = [extent // known if size == -1 else size for size in sizes]
    return a.view([*a.shape[:place], *inferred, *a.shape[place + 1 :]])


def _split_at(a, indices, dim):
    dim = _dimension(a, dim)
    extent, pieces, start = a.shape[dim], [], 0

    def bound(index):
        return min(max(index + extent if index < 0 else index, 0), extent)

    for end in [*map(bound, indices), extent]:
        pieces.append(a.narrow(dim, start, max(0, end - start)))
        start = end
    return tuple(pieces)


def _tensor_split(a, sections, dim):
    if not a.ndim:
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    if isinstance(sections, Tensor):
        if sections.dtype is not _types.int64:
            raise RuntimeError(
                "tensor_split expected tensor_indices_or_sections to have dtype of long, but got " + sections.dtype._noun
            )
        if sections.ndim > 1:
            raise RuntimeError(
                "tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional tensor, but "
                f"got a tensor with {sections.ndim} dims"
            )
        sections = sections.tolist()
    if not isinstance(sections, int):
        return _split_at(a, sections, dim)
    if sections <= 0:
        raise RuntimeError(f"number of sections must be larger than 0, got {sections}")
    size, more = divmod(a.shape[_dimension(a, dim)], sections)
    return _split_at(a, [size * i + min(i, more) for i in range(1, sections)], dim)


define(
    "tensor_split",
    ("(Tensor input, Tensor tensor_indices_or_sections, int dim=0)", _tensor_split),
    ("(Tensor input, int sections, int dim=0)", _tensor_split),
    ("(Tensor input, int[] indices, int dim=0)", _tensor_split),
    doc="Views of pieces along `dim`: of as equal sizes as possible, or cut at the given places.",
)  # fmt: skip


def _define_split(name, axis, least):
    def run(a, sections):
        if a.ndim < least:
            raise RuntimeError(
                f"torch.{name} requires a tensor with at least {least} dimension, but got a tensor "
                f"with {a.ndim} dimensions!"
            )
        dim = 0 if axis == 1 and a.ndim == 1 else axis
        if isinstance(sections, int) and (sections <= 0 or a.shape[dim] % sections):
            raise RuntimeError(
                f"torch.{name} attempted to split along dimension {dim}, but the size of the dimension {a.shape[dim]} is not "
                f"divisible by the split_size {sections}!"
            )
        return _tensor_split(a, sections, dim)

    define(name, ("(Tensor input, int sections)", run), ("(Tensor input, int[] indices)", run),
           doc=f"Views of pieces along dimension {axis}.")  # fmt: skip


for _name, _axis, _least in (("hsplit", 1, 1), ("vsplit", 0, 2), ("dsplit", 2, 3)):
    _define_split(_name, _axis, _least)


@defines("dstack", f"(Tensor[] tensors, *, {_OUT})", method=False)
def dstack(tensors):
    """The tensors joined along dimension 2."""
    return _cat([_at_least_3d(tensor) for tensor in tensors], 2)


@defines("column_stack", f"(Tensor[] tensors, *, {_OUT})", method=False)
def column_stack(tensors):
    """The tensors joined along dimension 1, vectors as columns."""
    return functions["hstack"]([t.reshape(t.shape.numel(), 1) if t.ndim < 2 else t for t in tensors])


define("row_stack", (f"(Tensor[] tensors, *, {_OUT})", lambda tensors: functions["vstack"](tensors)), method=False,
       doc="The tensors joined along dimension 0, one-dimensional ones as rows.")  # fmt: skip


@defines("rot90", "(Tensor input, int k=1, int[] dims=(0,1))", step="Rot90Backward0")
def rot90(a, k, dims):
    """The tensor turned by `k` quarters in the plane of two dimensions."""
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if a.ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {a.ndim}")
    first, second = (_dimension(a, dim) for dim in dims)
    if first == second:
        raise RuntimeError(
            f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}"
        )
    turned = {
        0: lambda: a.clone(),
        1: lambda: a.flip((second,)).transpose(first, second),
        2: lambda: a.flip((first, second)),
        3: lambda: a.flip((first,)).transpose(first, second),
    }
    return turned[k % 4]()


@defines("fliplr", "(Tensor input)")
def fliplr(a):
    """The tensor with dimension 1 reversed."""
    if a.ndim < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return a.flip((1,))


@defines("flipud", "(Tensor input)")
def flipud(a):
    """The tensor with dimension 0 reversed."""
    if a.ndim < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return a.flip((0,))


def _triangle(keep):
    def run(row, col, offset, dtype, _layout, device, _pin, requires_grad):
        _types.require_cpu(device)
        for name, extent in (("row", row), ("col", col)):
            if extent < 0:
                raise RuntimeError(f"{name} must be non-negative, got{extent}")
        places = [(i, j) for i in range(row) for j in range(col) if keep(j - i, offset)]
        flat = [i for i, _ in places] + [j for _, j in places]
        return finish(from_flat(flat, (2, len(places)), dtype or _types.int64), requires_grad)

    return run


_INDICES = (
    "(int row, int col, int offset=0, *, Dtype? dtype=None, Layout? layout=None, Device? device=None, "
    "bool? pin_memory=False, bool? requires_grad=False)"
)
define("tril_indices", (_INDICES, _triangle(lambda place, offset: place <= offset)), method=False,
       doc="The row and column indices of a matrix's lower triangle, as two rows.")  # fmt: skip
define("triu_indices", (_INDICES, _triangle(lambda place, offset: place >= offset)), method=False,
       doc="The row and column indices of a matrix's upper triangle, as two rows.")  # fmt: skip


@defines("diag_embed", "(Tensor input, int offset=0, int dim1=-2, int dim2=-1)", step="DiagEmbedBackward0")
def diag_embed(a, offset, dim1, dim2):
    """Matrices whose diagonals are the last dimension's vectors, in the dimensions `dim1` and `dim2` of the result."""
    rank = a.ndim + 1
    for dim in (dim1, dim2):
        if not -rank <= dim < rank:
            raise IndexError(
                f"Dimension out of range (expected to be in range of [{-rank}, {rank - 1}], but got {dim})"
            )
    first, second = dim1 % rank, dim2 % rank
    if first == second:
        raise RuntimeError("diagonal dimensions cannot be identical " + f"{dim1}, {dim2}")
    size = a.shape[-1] + abs(offset)
    places = _arange(0, a.shape[-1], 1)
    # Each vector is laid out as one row of the flattened matrix.
    target = (places + max(0, -offset)) * size + places + max(0, offset)
    flat = a.new_zeros(*a.shape[:-1], size * size)
    laid = _call("index_add")(flat, a.ndim - 1, target, a, 1).view(*a.shape[:-1], size, size)
    return laid.movedim((-2, -1), (first, second))


@defines("diagflat", "(Tensor input, int offset=0)")
def diagflat(a, offset):
    """The matrix with the tensor's elements on its diagonal."""
    return functions["diag"](a.reshape(-1), offset)


@defines("vander", "(Tensor x, int? N=None, bool increasing=False)", method=False)
def vander(x, n, increasing):
    """The matrix whose columns are the powers of a vector's elements, the highest first unless `increasing`."""
    if x.ndim != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    n = x.shape[0] if n is None else n
    if n < 0:
        raise RuntimeError("N must be non-negative.")
    x = x if x.dtype.is_floating_point else x.to(_types.int64)
    powers = [x.new_ones(x.shape)]
    for _ in range(n - 1):
        powers.append(powers[-1] * x)
    columns = _stack(powers[:n], 1) if n else x.new_empty(x.shape[0], 0)
    return columns if increasing else columns.flip((1,))
