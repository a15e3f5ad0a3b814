"""Storages as files name them: the class of each dtype, and the elements that the tensors of a file share."""

from sconce_face import bridge

from . import _types
from ._define import unary
from ._tensor import describe, face

__all__ = ["TypedStorage"]

_empty, _as_strided = face.operation("empty"), face.operation("as_strided")


class TypedStorage:
    """The elements of one storage; tensors made by `view` share them. A class of its own per dtype."""

    dtype = None

    def __init__(self, count):
        if self.dtype is None:
            raise NotImplementedError("storages of their own are not in this course's PyTorch subset: use a tensor")
        self.count, self.owner, self.content = count, None, None

    def __len__(self):
        return self.count

    def size(self):
        """The number of elements."""
        return self.count

    def nbytes(self):
        """The size in bytes."""
        return self.count * self.dtype.itemsize

    def fill(self, content):
        """Set all elements from bytes, little-endian; at once, or when the first tensor is made."""
        if len(content) != self.nbytes():
            raise RuntimeError(f"a storage of {self.nbytes()} bytes was saved with {len(content)}")
        self.content = content
        if self.owner is not None:
            self._upload()

    def _upload(self):
        if self.content is not None and self.count:
            bridge.upload(self.owner._handle, self.content)
        self.content = None

    def view(self, offset, size, stride):
        """A tensor of `size` and `stride`, beginning with element `offset`."""
        size, stride = tuple(size), tuple(stride)
        if self.owner is None:
            # A tensor that is the whole storage is made as such, not as a view of another.
            whole = offset == 0 and _types.Size(size).numel() == self.count and stride == _row_major(size)
            self.owner = _empty(size if whole else (self.count,), self.dtype)
            self._upload()
            if whole:
                return self.owner
        return _as_strided(unary("detach")(self.owner), size, stride, offset)


def _row_major(size):
    strides, step = [], 1
    for extent in reversed(size):
        strides.append(step)
        step *= max(extent, 1)
    return tuple(reversed(strides))


def _class_of(dtype):
    name = dtype._legacy.replace("Tensor", "Storage")
    return type(name, (TypedStorage,), {"dtype": dtype, "__module__": "torch", "__doc__": f"A storage of {dtype}."})


classes = {dtype: _class_of(dtype) for dtype in _types.dtypes}
by_name = {made.__name__: made for made in classes.values()}


def content(tensor):
    """The elements of a tensor's whole storage, as bytes."""
    buffer = bytearray(describe(tensor).storage_bytes)
    if buffer:
        flat = _as_strided(unary("detach")(tensor), (len(buffer) // tensor.itemsize,), (1,), 0)
        bridge.download(flat._handle, buffer)
    return buffer
