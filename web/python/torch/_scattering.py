"""Writing along a dimension or at places: index_fill, index_copy, scatter_reduce, put, and the scatters of slices."""

from . import _types
from ._define import both, define, defines, method, named, out_checks
from ._indexing import put as _index_put
from ._shaping import _dimension
from ._tensor import Tensor, describe, face

_call = face.operation
_OUT = "Tensor? out=None"
_where, _gather = _call("where"), _call("gather")


def _at(a, dim, index):
    return [slice(None)] * dim + [index if index.ndim else index.reshape(1)]


define(
    "index_fill", ("(Tensor input, int dim, Tensor index, Tensor value)", "index_fill"),
    ("(Tensor input, int dim, Tensor index, Number value)", "index_fill"), in_place=True,
)  # fmt: skip


def _index_copy(a, dim, index, source):
    if index.ndim > 1:
        raise IndexError(f"index_copy_(): Index should have dimension 1 or 0 (got {index.ndim})")
    if index.dtype is not _types.int64:
        raise IndexError(f"index_copy_(): Expected a long tensor for index, but got {index.dtype._noun}")
    if a.dtype is not source.dtype:
        raise RuntimeError(
            f"index_copy_(): self and source expected to have the same dtype, but got (self) {a.dtype._noun} and (source) "
            f"{source.dtype._noun}"
        )
    if not a.ndim:
        return _index_copy(a.reshape(1), 0, index, source.reshape(1)).reshape(())
    return _index_put(a, _at(a, _dimension(a, dim), index), source)


define(
    "index_copy", (f"(Tensor input, int dim, Tensor index, Tensor source, *, {_OUT})", both(_index_copy)), in_place=True,
    step="IndexCopyBackward0", doc="The tensor with the slices of `dim` that `index` names taken from `source`.",
)  # fmt: skip


_JOINS = ("sum", "prod", "mean", "amax", "amin")


def _scatter_reduce(join):
    def run(a, dim, index, src, reduce, include_self):
        if reduce not in _JOINS:
            raise RuntimeError(f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")
        return join(a, dim, index, src, _JOINS.index(reduce), include_self)

    return run


def _index_reduce(a, dim, index, source, reduce, include_self):
    if reduce not in ("prod", "mean", "amax", "amin"):
        raise RuntimeError(f"reduce argument must be either prod, mean, amax or amin, got {reduce}.")
    if index.ndim > 1:
        raise RuntimeError("index_reduce_(): Index is supposed to be a vector")
    dim = _dimension(a, dim)
    place = index.reshape([-1 if d == dim else 1 for d in range(a.ndim)]) if a.ndim else index
    return _call("scatter_reduce")(a, dim, place.expand(source.shape), source, _JOINS.index(reduce), include_self)


define(
    "index_reduce",
    (f"(Tensor input, int dim, Tensor index, Tensor source, str reduce, *, bool include_self=True, {_OUT})",
     both(_index_reduce)), in_place=True,
    doc="The tensor with slices of `source` joined in along `dim` at `index`, by \"prod\", \"mean\", \"amax\" or \"amin\".",
)  # fmt: skip
define(
    "scatter_reduce",
    (f"(Tensor input, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True, {_OUT})",
     tuple(_scatter_reduce(_call("scatter_reduce", in_place)) for in_place in (False, True))), in_place=True,
    doc="The tensor with `src` joined in along `dim` at `index`, by \"sum\", \"prod\", \"mean\", \"amax\" or \"amin\".",
)  # fmt: skip


def _masked_scatter(a, mask, source):
    if mask.dtype is not _types.bool_:
        raise RuntimeError(f"masked_scatter_ only supports boolean masks, but got mask with dtype {mask.dtype._noun}")
    if a.dtype is not source.dtype:
        raise RuntimeError(
            f"masked_scatter: expected self and source to have same dtypes but got {a.dtype._noun} and {source.dtype._noun}"
        )
    mask, a = mask.expand(_call("where")(mask, a, a).shape), a.expand(_call("where")(mask, a, a).shape)
    order = mask.flatten().to(_types.int64).cumsum(0)
    needed = int(order[-1]) if order.shape[0] else 0
    if needed > source.shape.numel():
        raise RuntimeError("Number of elements of source < number of ones in mask")
    if not needed:
        return a.clone()
    taken = source.reshape(-1)[(order - 1).clamp(min=0)].view(a.shape)
    return _where(mask, taken, a)


define("masked_scatter", ("(Tensor input, Tensor mask, Tensor source)", both(_masked_scatter)), in_place=True,
       step="MaskedScatterBackward0",
       doc="The tensor with the elements where `mask` is True taken from `source`, in order.")  # fmt: skip


def _put(a, index, source, accumulate):
    if index.dtype is not _types.int64:
        raise RuntimeError(f"put_(): Expected a long tensor for index, but got {index.dtype._noun}")
    if a.dtype is not source.dtype:
        raise RuntimeError(
            f"put_(): self and source expected to have the same dtype, but got self.dtype = {a.dtype._noun} and source.dtype "
            f"= {source.dtype._noun}"
        )
    if index.shape.numel() != source.shape.numel():
        raise RuntimeError(
            "put_(): Expected source and index to have the same number of elements, but got source.numel() = "
            f"{source.shape.numel()}, index.numel() = {index.shape.numel()}"
        )
    if not a.shape.numel():
        if index.shape.numel():
            raise IndexError("put_(): Expected self to be non-empty when index is")
        return a.clone()
    return _index_put(a.reshape(-1), [index.reshape(-1)], source.reshape(-1), accumulate).view(a.shape)


define("put", ("(Tensor input, Tensor index, Tensor source, bool accumulate=False)", both(_put)), in_place=True,
       step="PutBackward0",
       doc="The tensor, as one row, with `source` at `index`, or added there with `accumulate`.")  # fmt: skip


def _check_part(part, src):
    if part.shape != src.shape:
        raise RuntimeError(
            f"expected src to have a size equal to the slice of self. src size = {list(src.shape)}, slice size = "
            f"{list(part.shape)}"
        )


@defines("select_scatter", "(Tensor input, Tensor src, int dim, int index)", step="SelectScatterBackward0")
def select_scatter(a, src, dim, index):
    """The tensor with the slice at `index` of a dimension taken from `src`."""
    _check_part(a.select(dim, index), src)
    return _index_put(a, [slice(None)] * _dimension(a, dim) + [index], src)


@defines(
    "slice_scatter", f"(Tensor input, Tensor src, int dim=0, int? start=None, int? end=None, int step=1, *, {_OUT})",
    step="SliceScatterBackward0",
)
def slice_scatter(a, src, dim, start, end, step):
    """The tensor with `start:end:step` of a dimension taken from `src`."""
    place = [slice(None)] * _dimension(a, dim) + [slice(start, end, step)]
    _check_part(a[tuple(place)], src)
    return _index_put(a, place, src)


@defines(
    "diagonal_scatter", "(Tensor input, Tensor src, int offset=0, int dim1=0, int dim2=1)", step="DiagonalScatterBackward0"
)
def diagonal_scatter(a, src, offset, dim1, dim2):
    """The tensor with a diagonal taken from `src`."""
    first, second = _dimension(a, dim1), _dimension(a, dim2)
    _check_part(a.diagonal(offset, dim1, dim2), src)
    steps = _call("arange")(0, src.shape[-1], 1)
    moved = a.movedim((first, second), (0, 1))
    written = _index_put(moved, [steps + max(0, -offset), steps + max(0, offset)], src.movedim(-1, 0))
    return written.movedim((0, 1), (first, second))


@defines("take_along_dim", f"(Tensor input, Tensor indices, int? dim=None, *, {_OUT})")
def take_along_dim(a, indices, dim):
    """The elements at `indices` along `dim`, both broadcast in the other dimensions; of the flat tensor without one."""
    if indices.dtype is not _types.int64:
        raise RuntimeError(f"torch.take_along_dim(): dtype of indices should be Long but got {indices.dtype._noun}")
    if dim is None:
        return _gather(a.reshape(-1), 0, indices.reshape(-1))
    if a.ndim != indices.ndim:
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of dimensions, but got "
            f"{a.ndim} dimensions for input, and {indices.ndim} dimensions for indices"
        )
    dim = _dimension(a, dim)
    from ._tiling import _broadcast_shape

    others = [shape[:dim] + shape[dim + 1 :] for shape in (tuple(a.shape), tuple(indices.shape))]
    size = _broadcast_shape(others)
    own, wanted = size.copy(), size.copy()
    own.insert(dim, a.shape[dim])
    wanted.insert(dim, indices.shape[dim])
    return _gather(a.expand(own), dim, indices.expand(wanted))


@defines("argwhere", "(Tensor input)")
def argwhere(a):
    """The indices of the elements that are not zero, as rows."""
    return a.nonzero()


def _same_storage(a, b):
    return isinstance(b, Tensor) and describe(a).storage == describe(b).storage


def _apart(out, *values):
    if any(isinstance(value, Tensor) and _same_storage(out, value) for value in values):
        raise RuntimeError(
            "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory "
            "location. Please clone() the tensor before performing the operation."
        )


def _apart_and_alike(out, a, *values):
    from ._arithmetic import c_name

    if out.dtype is not a.dtype:
        raise RuntimeError(f"Expected out tensor to have dtype {c_name(a.dtype)}, but got {c_name(out.dtype)} instead")
    _apart(out, a, *values)


def _alike(out, a, *_):
    if out.dtype is not a.dtype:
        raise RuntimeError(
            f"Expected the dtype for input and out to match, but got {a.dtype._noun} for input's dtype and "
            f"{out.dtype._noun} for out's dtype."
        )


out_checks.update(
    gather=_apart_and_alike, take=_apart, index_select=_apart, masked_select=_apart, amax=_alike, amin=_alike
)


def _become(self, fresh):
    """Let `self` be what `fresh` is, as torch's in-place changes of shape do."""
    if self.is_leaf and self.requires_grad and _call("is_grad_enabled")():
        raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
    self._handle, fresh._handle = fresh._handle, self._handle
    self._meta = fresh._meta = None
    return self


_STEPS = {"squeeze": "SqueezeBackward3", "unsqueeze": "UnsqueezeBackward1", "t": "TBackward1"}
for _name, _texts in {
    "squeeze": ("()", "(int dim)", "(int[] dim)"), "unsqueeze": ("(int dim)",), "t": ("()",),
    "transpose": ("(int dim0, int dim1)",), "swapaxes": ("(int axis0, int axis1)",), "swapdims": ("(int dim0, int dim1)",),
}.items():  # fmt: skip
    _change = named(_STEPS.get(_name, "TransposeBackward1"), lambda self, *given, name=_name: getattr(self, name)(*given))
    method(f"{_name}_", *_texts)(lambda self, *given, change=_change: _become(self, change(self, *given)))


@method("resize_", "(int[] size, *, MemoryFormat? memory_format=None)")
def resize_(self, size, memory_format):
    """The tensor with another shape: the same elements in order, further ones uninitialised; returns the tensor."""
    if self.requires_grad:
        raise RuntimeError("cannot resize variables that require grad")
    if tuple(size) == tuple(self.shape):
        return self
    wanted, have = _types.Size(size).numel(), self.shape.numel()
    if wanted <= have and describe(self).is_contiguous:
        strides = [_types.Size(size[i + 1 :]).numel() for i in range(len(size))]
        return _become(self, _call("as_strided")(self, size, strides, describe(self).storage_offset))
    fresh = _call("zeros")((wanted,), self.dtype)
    common = min(wanted, have)
    fresh[:common] = self.reshape(-1)[:common]
    return _become(self, fresh.view(size))
