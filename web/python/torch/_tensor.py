"""The Tensor class: one engine handle, its attributes, and conversions to Python.

Operators, methods and indexing are added by the modules of their families.
"""

from sconce_face.bridge import TORCH, Owned, row, send
from sconce_face.missing import attribute_error
from sconce_face.schema import Face

from . import _types
from ._types import Size


def _fixed(name):
    """The setter of an attribute that only the engine decides."""

    def refuse(self, value):
        raise AttributeError(f"attribute '{name}' of 'torch._C.TensorBase' objects is not writable")

    return refuse


class Tensor(Owned):
    """A multi-dimensional array of one dtype, perhaps part of an autograd graph."""

    # `_meta` is (shape, dtype): neither changes under a handle, so both are fetched once.
    __slots__ = ("__dict__",)

    @property
    def shape(self):
        """The size of each dimension, a torch.Size."""
        return (self._meta or _fetch(self))[0]

    @property
    def dtype(self):
        """The type of the elements."""
        return (self._meta or _fetch(self))[1]

    @property
    def ndim(self):
        """The number of dimensions."""
        return len(self.shape)

    @property
    def device(self):
        """Where the elements are: the CPU."""
        return _types.cpu

    @property
    def layout(self):
        """How the elements are laid out: torch.strided."""
        return _types.strided

    @property
    def itemsize(self):
        """The size of one element in bytes."""
        return self.dtype.itemsize

    @property
    def nbytes(self):
        """The size of all elements in bytes."""
        return self.dtype.itemsize * self.shape.numel()

    shape, dtype = shape.setter(_fixed("shape")), dtype.setter(_fixed("dtype"))
    ndim, device = ndim.setter(_fixed("ndim")), device.setter(_fixed("device"))

    is_cuda = property(lambda self: False)
    is_sparse = property(lambda self: False)
    is_quantized = property(lambda self: False)
    is_meta = property(lambda self: False)

    def __getattr__(self, name):
        raise attribute_error(f"{type(self).__name__!r} object has no attribute {name!r}", name, "Tensor", Tensor)

    def __hash__(self):
        return id(self)


Tensor.__module__ = "torch"
_new = object.__new__


def wrap(handle):
    """The tensor that owns `handle`."""
    tensor = _new(Tensor)
    tensor._handle, tensor._meta = handle, None
    return tensor


def typename(obj):
    """A tensor's type, else the name of `obj` or of its class, with its module."""
    if isinstance(obj, Tensor):
        return obj.type()
    named = obj if hasattr(obj, "__qualname__") else type(obj)
    module = getattr(named, "__module__", None) or ""
    return named.__qualname__ if module in ("", "builtins") else f"{module}.{named.__qualname__}"


class Description:
    """What the engine says about a tensor, read in one call."""

    __slots__ = (
        "dtype", "is_contiguous", "is_leaf", "requires_grad", "shape", "storage", "storage_bytes", "storage_offset",
        "strides", "version",
    )  # fmt: skip

    def __init__(self, fields):
        code, requires_grad, is_leaf, is_contiguous, self.version, ndim = fields[:6]
        self.dtype = _types.by_code[code]
        self.requires_grad, self.is_leaf, self.is_contiguous = bool(requires_grad), bool(is_leaf), bool(is_contiguous)
        self.shape = tuple.__new__(Size, fields[6 : 6 + ndim])
        self.strides = tuple(fields[6 + ndim : 6 + 2 * ndim])
        self.storage_offset, self.storage, self.storage_bytes = fields[6 + 2 * ndim : 9 + 2 * ndim]


def dtype_code(dtype):
    """The engine's code of a torch.dtype, or of a Python type that stands for one."""
    return dtype.code if isinstance(dtype, _types.dtype) else _types.python_types[dtype].code


face = Face(TORCH, wrap, dtype_code)
face.adopt(Tensor)
_describe = face.operation("describe")
_describe_code = face.code("describe")


def describe(tensor):
    """A fresh Description of `tensor`."""
    return Description(_describe(tensor))


def _fetch(tensor):
    send(_describe_code, tensor._handle)
    ndim = int(row[6])
    size = tuple.__new__(Size, map(int, row[7 : 7 + ndim]))
    tensor._meta = size, _types.by_code[int(row[1])]
    return tensor._meta
