"""Shapes and places: views, joins, splits, gathers."""

from sconce_face.bridge import Owned

from . import _types
from ._arguments import typename
from ._define import as_step, define, defines, fixed, make_plain_method, method, named, unary
from ._tensor import Tensor, describe, face

_call = face.operation
_OUT = "Tensor? out=None"
_expand, _narrow, _squeeze, _permute, _transpose, _unbind = (
    _call(name) for name in ("expand", "narrow", "squeeze", "permute", "transpose", "unbind")
)

define("reshape", ("(Tensor input, int[] shape)", "reshape"))
define("permute", ("(Tensor input, int[] dims)", "permute"))
for _name in ("transpose", "swapaxes", "swapdims"):
    _dims = "axis0, int axis1" if _name == "swapaxes" else "dim0, int dim1"
    define(_name, (f"(Tensor input, int {_dims})", "transpose"), doc="The tensor with two dimensions exchanged.")
define(
    "squeeze", ("(Tensor input)", "squeeze"), ("(Tensor input, int dim)", "squeeze"),
    ("(Tensor input, int[] dim)", named("SqueezeBackward2", _squeeze)),
)  # fmt: skip
define("unsqueeze", ("(Tensor input, int dim)", "unsqueeze"))
define("flatten", ("(Tensor input, int start_dim=0, int end_dim=-1)", "flatten"))
define("ravel", ("(Tensor input)", fixed("reshape", (-1,))), doc="The elements as one dimension.")
define("diagonal", ("(Tensor input, int offset=0, int dim1=0, int dim2=1)", "diagonal"))
_movedim = _call("movedim")
define(
    "movedim", ("(Tensor input, int source, int destination)", lambda a, s, d: _movedim(a, (s,), (d,))),
    ("(Tensor input, int[] source, int[] destination)", "movedim"), aliases=("moveaxis",),
)  # fmt: skip
define("broadcast_to", ("(Tensor input, int[] size)", "expand"), doc="The tensor expanded to a shape.")


def _view_as_dtype(self, dtype):
    if dtype is self.dtype.to_real():
        return unary("view_as_real")(self).flatten(-2) if self.dtype.is_complex else self
    if dtype is self.dtype.to_complex() and self.dtype.is_floating_point:
        return unary("view_as_complex")(self.unflatten(-1, (-1, 2)))
    raise NotImplementedError("view(dtype) is not in this course's PyTorch subset")


define(
    "view", ("(Tensor input, Dtype dtype)", _view_as_dtype), ("(Tensor input, int[] size)", "view"), function=False,
    doc="A view of the same elements with another shape.",
)  # fmt: skip
define(
    "expand", ("(Tensor input, int[] size, *, bool implicit=False)", lambda a, size, implicit: _expand(a, size)),
    function=False, doc="A view in which dimensions of size 1 repeat without copying.",
)  # fmt: skip
define(
    "repeat", ("(Tensor input, int[] repeats)", "repeat"), function=False,
    doc="The tensor repeated along each dimension.",
)  # fmt: skip


for _name, _target in (("view_as", "view"), ("reshape_as", "reshape"), ("expand_as", "expand")):
    method(_name, "(Tensor other)")(lambda self, other, call=_call(_target): call(self, other.shape))


def _narrow_at(a, dim, start, length):
    if start.ndim or start.dtype.is_floating_point or start.dtype is _types.bool_:
        raise RuntimeError("start must be an 0-dim integral Tensor.")
    return _narrow(a, dim, start.item(), length)


define(
    "narrow", ("(Tensor input, int dim, Tensor start, int length)", _narrow_at),
    ("(Tensor input, int dim, int start, int length)", "narrow"),
)  # fmt: skip


def _dimension(a, dim):
    if not a.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    if not -a.ndim <= dim < a.ndim:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-a.ndim}, {a.ndim - 1}], but got {dim})"
        )
    return dim % a.ndim


_split_evenly, _split_by_sizes = _call("split"), _call("split_with_sizes")


def _split(self, split_size_or_sections, dim=0):
    """Views of consecutive pieces along `dim`: of one size (the last may be smaller), or of the sizes given."""
    sizes = split_size_or_sections
    if isinstance(sizes, (list, tuple)):
        return _split_by_sizes(self, sizes, dim)
    if not hasattr(sizes, "__index__"):
        raise TypeError(
            f"split_with_sizes(): argument 'split_sizes' (position 2) must be tuple of ints, not {typename(sizes)}"
        )
    return _split_evenly(self, sizes.__index__(), dim)


def split(tensor, split_size_or_sections, dim=0):
    """Views of consecutive pieces along `dim`: of one size (the last may be smaller), or of the sizes given."""
    return _split(tensor, split_size_or_sections, dim)


_split.__name__, _split.__qualname__ = "split", "Tensor.split"
Tensor.split = _split


@defines("chunk", "(Tensor input, int chunks, int dim=0)")
def chunk(a, chunks, dim):
    """At most `chunks` views of equal size along `dim`; the last may be smaller."""
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    extent = a.shape[_dimension(a, dim)]
    return _split(a, max(1, -(-extent // chunks)), dim) if extent else (a.narrow(dim, 0, 0),) * chunks


define("unbind", ("(Tensor input, int dim=0)", "unbind"))


@defines("select", "(Tensor input, int dim, int index)")
def select(a, dim, index):
    """The slice at `index` along a dimension, which is removed."""
    from ._indexing import get

    if not a.ndim:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim = _dimension(a, dim)
    if not -a.shape[dim] <= index < a.shape[dim]:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(a.shape)} at dimension {dim}"
        )
    return get(a, [slice(None)] * dim + [index])


define("index_select", (f"(Tensor input, int dim, Tensor index, *, {_OUT})", "index_select"))
_gather = _call("gather")
define(
    "gather",
    (
        f"(Tensor input, int dim, Tensor index, *, bool sparse_grad=False, {_OUT})",
        lambda a, dim, index, sparse_grad: _gather(a, dim, index),
    ),
)
define("take", (f"(Tensor input, Tensor index, *, {_OUT})", "take"))
define(
    "scatter", ("(Tensor input, int dim, Tensor index, Tensor src, *, Tensor? out=None)", "scatter"),
    ("(Tensor input, int dim, Tensor index, Number value, *, Tensor? out=None)", "scatter"),
    in_place=face.has_in_place("scatter"),
)  # fmt: skip
define("flip", ("(Tensor input, int[] dims)", "flip"))
for _name in ("tril", "triu"):
    define(_name, (f"(Tensor input, int diagonal=0, *, {_OUT})", _name), in_place=True)
define("roll", ("(Tensor input, int[1] shifts, int[1] dims=())", "roll"))

_nonzero = _call("nonzero")


def _places(a, as_tuple):
    if not as_tuple:
        return _nonzero(a)
    return _unbind(_nonzero(a if a.ndim else a.unsqueeze(0)), 1)


define(
    "nonzero", (f"(Tensor input, *, {_OUT})", _nonzero), ("(Tensor input, *, bool as_tuple)", _places),
)  # fmt: skip


define("masked_select", (f"(Tensor input, Tensor mask, *, {_OUT})", "masked_select"))
_cat, _stack = _call("cat"), _call("stack")


@defines("cat", f"(Tensor[] tensors, int dim=0, *, {_OUT})", method=False, aliases=("concat", "concatenate"))
def cat(tensors, dim):
    """The tensors joined along an existing dimension."""
    if not tensors:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
    return _cat(tensors, dim)


@defines("stack", f"(Tensor[] tensors, int dim=0, *, {_OUT})", method=False)
def stack(tensors, dim):
    """The tensors joined along a new dimension."""
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    return _stack(tensors, dim)


def _at_least(tensor, ndim):
    while tensor.ndim < ndim:
        tensor = tensor.unsqueeze(0)
    return tensor


@defines("hstack", f"(Tensor[] tensors, *, {_OUT})", method=False)
def hstack(tensors):
    """The tensors joined along dimension 1 (dimension 0 for one-dimensional ones)."""
    tensors = [_at_least(tensor, 1) for tensor in tensors]
    return cat(tensors, 0 if tensors and tensors[0].ndim == 1 else 1)


@defines("vstack", f"(Tensor[] tensors, *, {_OUT})", method=False)
def vstack(tensors):
    """The tensors joined along dimension 0, one-dimensional ones as rows."""
    return cat([_at_least(tensor, 2) for tensor in tensors], 0)


@defines("outer", f"(Tensor input, Tensor vec2, *, {_OUT})")
def outer(a, vec2):
    """The table of products of two vectors."""
    for i, vector in enumerate((a, vec2)):
        if vector.ndim != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {('self', 'vec2')[i]}, but got {vector.ndim}-D")
    return a.unsqueeze(1) * vec2


@defines("diag", f"(Tensor input, int diagonal=0, *, {_OUT})")
def diag(a, diagonal):
    """The diagonal of a matrix, or the matrix with a vector on its diagonal."""
    if a.ndim == 2:
        return as_step("DiagonalBackward0_copy", a.diagonal(diagonal).clone())
    if a.ndim != 1:
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {a.ndim}D")
    size = a.shape[0] + abs(diagonal)
    places = _call("arange")(0, a.shape[0], 1)
    rows, columns = places + max(0, -diagonal), places + max(0, diagonal)
    zeros = _call("zeros")((size, size), a.dtype)
    from ._indexing import put

    return as_step("DiagEmbedBackward0", put(zeros, [rows, columns], a))


@defines("trace", "(Tensor input)", step="TraceBackward0")
def trace(a):
    """The sum of the diagonal of a matrix."""
    if a.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {a.ndim}")
    return a.diagonal().sum()


@method("size", "(int? dim=None)")
def _size(self, dim):
    """The shape, or the size of one dimension."""
    return self.shape if dim is None else self.shape[_dimension(self, dim)]


@method("stride", "(int? dim=None)")
def _stride(self, dim):
    """How many elements apart neighbours lie along each dimension, or along one."""
    strides = describe(self).strides
    return strides if dim is None else strides[_dimension(self, dim)]


@method("is_contiguous", "(*, MemoryFormat memory_format=None)")
def _is_contiguous(self, memory_format):
    """Whether the elements lie in memory in the order of their indices."""
    from ._data import is_laid_out  # that module comes later

    return is_laid_out(self, memory_format)


def _plain(name, value, doc):
    setattr(Tensor, name, make_plain_method(name, value, doc))


_plain("dim", lambda self: len(self.shape), "The number of dimensions.")
_plain("ndimension", lambda self: len(self.shape), "The number of dimensions.")
_plain("numel", lambda self: self.shape.numel(), "The number of elements.")
_plain("nelement", lambda self: self.shape.numel(), "The number of elements.")
_plain("storage_offset", lambda self: describe(self).storage_offset, "Where in its storage the tensor begins.")
_plain("data_ptr", lambda self: describe(self).storage << 32 | describe(self).storage_offset * self.itemsize,
       "A number that two tensors share exactly when their first elements are the same memory.")
_plain("element_size", lambda self: self.dtype.itemsize, "The size of one element in bytes.")
_plain("is_floating_point", lambda self: self.dtype.is_floating_point, "Whether the elements are floating point.")
_plain("is_complex", lambda self: self.dtype.is_complex, "Whether the elements are complex.")


@defines("numel", "(Tensor input)", method=False)
def numel(a):
    """The number of elements."""
    return a.shape.numel()


@defines("is_floating_point", "(Tensor input)", method=False)
def is_floating_point(a):
    """Whether the elements are floating point."""
    return a.dtype.is_floating_point


def _flipped(self):
    """The tensor with its dimensions in reverse order."""
    return _permute(self, tuple(range(self.ndim))[::-1])


def _matrices_flipped(self):
    """The tensor with its last two dimensions exchanged."""
    if self.ndim < 2:
        raise RuntimeError("tensor.mT is only supported on matrices or batches of matrices. Got "
                           f"{self.ndim}-D tensor.")
    return _transpose(self, -2, -1)


Tensor.T, Tensor.mT = property(_flipped), property(_matrices_flipped)


def _length(self):
    if not self.shape:
        raise TypeError("len() of a 0-d tensor")
    return self.shape[0]


def _iterate(self):
    if not self.shape:
        raise TypeError("iteration over a 0-d tensor")
    return iter(_unbind(self, 0))


def _contains(self, element):
    numpy_scalar = hasattr(element, "item") and not isinstance(element, Owned)
    if not isinstance(element, (Tensor, int, float, complex)) and not numpy_scalar:
        raise RuntimeError(
            f"Tensor.__contains__ only supports Tensor or scalar, but you passed in a {type(element)}."
        )
    return bool((element == self).any())


Tensor.__len__, Tensor.__iter__, Tensor.__contains__ = _length, _iterate, _contains
