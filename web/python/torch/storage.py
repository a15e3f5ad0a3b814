"""Storages: what lies under a tensor and the tensors that share it; and as files name them, with a class of each dtype."""

from sconce_face import bridge

from . import _types
from ._define import unary
from ._tensor import Tensor, describe, face

__all__ = ["TypedStorage", "UntypedStorage"]

_empty, _as_strided = face.operation("empty"), face.operation("as_strided")


class TypedStorage:
    """The elements of one storage; tensors made by `view` share them. A class of its own per dtype."""

    dtype = None

    def __init__(self, count):
        if self.dtype is None:
            raise NotImplementedError("storages of their own are not in this course's PyTorch subset: use a tensor")
        self.count, self.owner, self.content = count, None, None

    @staticmethod
    def under(tensor):
        """The storage of a tensor, as numbers of its dtype."""
        found = object.__new__(TypedStorage)
        found.dtype, found.owner, found.content = tensor.dtype, _whole(tensor), None
        found.count = len(found.owner)
        return found

    @property
    def device(self):
        """Where the storage is: the CPU."""
        return _types.cpu

    def __getitem__(self, index):
        return self.owner[index].item() if isinstance(index, int) else TypedStorage.under(self.owner[index].clone())

    def __setitem__(self, index, value):
        self.owner[index] = value

    def __iter__(self):
        return iter(self.tolist())

    def tolist(self):
        """All elements as Python numbers."""
        return self.owner.tolist()

    def data_ptr(self):
        """The address of the first element."""
        return self.owner.data_ptr()

    def element_size(self):
        """The size of an element in bytes."""
        return self.dtype.itemsize

    def untyped(self):
        """The same storage as bytes."""
        return UntypedStorage(self.owner)

    def __repr__(self):
        return _listed(self.tolist(), f"torch.storage.TypedStorage(dtype={self.dtype}, device=cpu)")

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


class UntypedStorage:
    """The bytes under a tensor and under all that share its memory."""

    def __init__(self, tensor=None):
        if not isinstance(tensor, Tensor):
            raise NotImplementedError("storages of their own are not in this course's PyTorch subset: use a tensor")
        self._whole = _whole(tensor)

    @property
    def device(self):
        """Where the storage is: the CPU."""
        return _types.cpu

    def __len__(self):
        return len(self._whole) * self._whole.itemsize

    def size(self):
        """The size in bytes."""
        return len(self)

    nbytes = size

    def data_ptr(self):
        """The address of the first byte."""
        return self._whole.data_ptr()

    def __getitem__(self, index):
        return content(self._whole)[index]

    def __setitem__(self, index, value):
        buffer = content(self._whole)
        buffer[index] = value
        bridge.upload(self._whole._handle, buffer)

    def __iter__(self):
        return iter(self.tolist())

    def tolist(self):
        """All bytes as Python numbers."""
        return list(content(self._whole))

    def fill_(self, value):
        """Set all bytes; returns the storage."""
        bridge.upload(self._whole._handle, bytes([value]) * len(self))
        return self

    def __repr__(self):
        return _listed(self.tolist(), "torch.storage.UntypedStorage(device=cpu)")


TypedStorage.__module__ = UntypedStorage.__module__ = "torch.storage"


def _whole(tensor):
    """All elements of the storage of `tensor`, on which it is."""
    return _as_strided(unary("detach")(tensor), (describe(tensor).storage_bytes // tensor.itemsize,), (1,), 0)


def _listed(values, name):
    return "".join(f" {value}\n" for value in values) + f"[{name} of size {len(values)}]"


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
        bridge.download(_whole(tensor)._handle, buffer)
    return buffer
