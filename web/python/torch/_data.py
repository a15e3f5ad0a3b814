"""Between Python's values and tensors: torch.tensor, as_tensor, from_numpy, item, tolist, numpy."""

import math
import warnings
from array import array

from sconce_face import bridge, quick
from sconce_face.bridge import Owned

from . import _types
from ._arguments import typename
from ._define import define, make_method, method, unary
from ._tensor import Tensor, describe, face

_call = face.operation
_from_values, _empty, _to, _item, _values = (_call(n) for n in ("from_values", "empty", "to", "item", "values"))
_detach, _grad_enabled = unary("detach"), _call("is_grad_enabled")

_TYPECODES = {
    "float32": "f", "float64": "d", "int64": "q", "int32": "i", "uint8": "B", "bool": "B", "complex64": "f", "complex128": "d",
}  # fmt: skip
_SMALL = 256  # up to here the values travel in the row itself
_EXACT = 1 << 53
_SEQUENCES = (list, tuple, range)


def _is_array(value):
    """Whether `value` is a NumPy array of this engine."""
    return isinstance(value, Owned) and not isinstance(value, Tensor)


def _is_sequence(value):
    return isinstance(value, _SEQUENCES) or (isinstance(value, Owned) and len(value.shape) > 0)


def _shape_of(data):
    shape = []
    while _is_sequence(data):
        shape.append(len(data))
        if not shape[-1]:
            return shape
        data = data[0]
    if shape and isinstance(data, str):
        raise ValueError("too many dimensions 'str'")
    return shape


def _gather(data, shape, dim, flat):
    """Append the elements of nested sequences to `flat`, checking that they are as regular as `shape` says."""
    if isinstance(data, Tensor):
        raise ValueError("only one element tensors can be converted to Python scalars")
    if isinstance(data, Owned):
        data = data.tolist()
    if dim == len(shape) - 1:
        flat.extend(data)
        return
    expected = shape[dim + 1]
    for item in data:
        if not _is_sequence(item):
            raise TypeError("not a sequence")
        if len(item) != expected:
            raise ValueError(f"expected sequence of length {expected} at dim {dim + 1} (got {len(item)})")
        _gather(item, shape, dim + 1, flat)


def _dtype_of(value):
    if isinstance(value, Owned) or (hasattr(value, "dtype") and hasattr(value, "item")):
        dtype = value.dtype
        return dtype if isinstance(dtype, _types.dtype) else _from_numpy_dtype(dtype)
    if isinstance(value, bool):
        return _types.bool_
    if isinstance(value, int):
        return _types.int64
    if isinstance(value, float):
        return _types.get_default_dtype()
    if isinstance(value, complex):
        return _types.get_default_dtype().to_complex()
    if isinstance(value, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{typename(value)}'")
    if _is_sequence(value):
        return _types.get_default_dtype() if not len(value) else _common(map(_dtype_of, value))
    raise RuntimeError(f"Could not infer dtype of {typename(value)}")


def _from_numpy_dtype(dtype):
    try:
        return _types.by_name[dtype.name]
    except (AttributeError, KeyError):
        raise TypeError(
            f"can't convert np.ndarray of type numpy.{dtype}. The only supported types are: float64, float32, float16, "
            "complex64, complex128, int64, int32, int16, int8, uint64, uint32, uint16, uint8, and bool."
        ) from None


_RANKS = {
    "bool": 0, "uint8": 1, "int8": 2, "uint16": 3, "int16": 3, "int32": 4, "int64": 5, "float16": 6, "bfloat16": 7,
    "float32": 8, "float64": 9, "complex64": 10, "complex128": 11,
}  # fmt: skip


def _common(found):
    return max(found, key=lambda dtype: _RANKS[dtype._name])


def _infer(flat):
    kinds = set(map(type, flat))
    if not kinds:
        return _types.get_default_dtype()
    if kinds <= {complex, float, int, bool}:
        if complex in kinds:
            return _types.get_default_dtype().to_complex()
        if float in kinds:
            return _types.get_default_dtype()
        return _types.int64 if int in kinds else _types.bool_
    return _common(map(_dtype_of, flat))


def _plain(value):
    """An element as a Python number."""
    if isinstance(value, Tensor) and value.shape.numel() != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    return value.item() if hasattr(value, "item") else value


def _stored(value, dtype):
    """`value` as an element of an integer or bool dtype, checked as torch checks it."""
    if isinstance(value, (*_SEQUENCES, complex)):
        raise TypeError(f"'{typename(value)}' object cannot be interpreted as an integer")
    if dtype is _types.bool_:
        return bool(value)
    overflow = f"value cannot be converted to type {dtype._name} without overflow"
    if isinstance(value, float):
        if not math.isfinite(value):
            raise RuntimeError(overflow)
        span = dtype.itemsize * 8 - dtype.is_signed
        if not (-(2.0**span) if dtype.is_signed else 0) <= value < 2.0**span:
            raise RuntimeError(overflow)
        return int(value)
    if not -(1 << 63) <= value < 1 << 63:
        raise ValueError("Overflow when unpacking long long")
    bits = dtype.itemsize * 8
    if not dtype.is_signed:
        # torch lets the negatives of what an unsigned type holds wrap.
        if not -(1 << bits) < value < 1 << bits:
            raise RuntimeError(overflow)
        return value % (1 << bits)
    if not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
        raise RuntimeError(overflow)
    return value


def _elements(flat, dtype):
    """The Python numbers `flat` as elements of `dtype`."""
    if dtype.is_complex:
        return array("d", [part for value in flat for part in (value.real, value.imag)])
    if dtype.is_floating_point:
        return array("d", flat)
    if dtype is _types.int64 and set(map(type, flat)) <= {int, bool}:
        try:
            return array("q", flat)
        except OverflowError:
            raise ValueError("Overflow when unpacking long long") from None
    return [_stored(value, dtype) for value in flat]


def from_flat(flat, shape, dtype):
    """The tensor of `shape` whose elements, in order, are the Python numbers `flat`."""
    if not set(map(type, flat)) <= {complex, float, int, bool}:
        flat = [_plain(value) for value in flat]
    elements = _elements(flat, dtype)
    wide = dtype is _types.int64 and any(abs(value) >= _EXACT for value in elements)
    if len(elements) <= _SMALL and not wide:
        return _from_values(elements, shape, dtype)
    stored = _types.wide.get(dtype, dtype)
    tensor = _empty(shape, stored)
    bridge.upload(tensor._handle, array(_TYPECODES[stored._name], elements))
    return tensor if stored is dtype else _to(tensor, dtype)


def build(data, dtype=None):
    """A new tensor from numbers, nested sequences, arrays or tensors: what `torch.tensor` makes of its data."""
    if isinstance(data, Owned):
        source = _detach(data if isinstance(data, Tensor) else share(data))
        return unary("clone")(source) if dtype is None or dtype is source.dtype else _to(source, dtype)
    if isinstance(data, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{typename(data)}'")
    if not _is_sequence(data):
        dtype = dtype or _dtype_of(data)
        return from_flat([_plain(data)], (), dtype)
    shape, flat = _shape_of(data), []
    if isinstance(data, (list, tuple)) and any(map(_is_array, data)):
        warnings.warn(
            "Creating a tensor from a list of numpy.ndarrays is extremely slow. Please consider converting the list to "
            "a single numpy.ndarray with numpy.array() before converting to a tensor.",
            stacklevel=4,
        )
        dtype = dtype or _dtype_of(data)
    try:
        if 0 not in shape:
            _gather(data, shape, 0, flat)
    except (TypeError, ValueError):
        if dtype is None:
            _dtype_of(data)  # an element of no dtype is reported before an irregular shape
        raise
    return from_flat(flat, shape, dtype or _infer(flat))


def share(array_):
    """A tensor on the storage of a NumPy array."""
    return unary("alias")(array_)


def finish(tensor, requires_grad):
    """A new tensor with the `requires_grad` its caller asked for."""
    if not requires_grad:
        return tensor
    if not tensor.dtype._has_gradient:
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    return tensor.requires_grad_()


def _tensor(data, dtype, device, requires_grad, pin_memory):
    _types.require_cpu(device)
    if isinstance(data, Tensor):
        warnings.warn(
            "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
            "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor).",
            stacklevel=3,
        )
    return finish(build(data, dtype), requires_grad)


define(
    "tensor",
    (
        "(object data, *, Dtype? dtype=None, Device? device=None, bool requires_grad=False, bool pin_memory=False)",
        _tensor,
    ),
    method=False,
    doc="A new tensor of the numbers in `data`: a number, a (nested) sequence, a NumPy array.",
)


def _as_tensor(data, dtype, device):
    _types.require_cpu(device)
    if not isinstance(data, Owned):
        return build(data, dtype)
    tensor = data if isinstance(data, Tensor) else share(data)
    return tensor if dtype is None or dtype is tensor.dtype else _to(tensor, dtype)


for _name in ("as_tensor", "asarray"):
    define(
        _name, ("(object data, Dtype? dtype=None, Device? device=None)", _as_tensor), method=False,
        doc="`data` as a tensor, without a copy where it is a tensor or a NumPy array already.",
    )  # fmt: skip


def from_numpy(ndarray):
    """A tensor that shares the storage of a NumPy array."""
    if not _is_array(ndarray):
        raise TypeError(f"expected np.ndarray (got {typename(ndarray)})")
    _from_numpy_dtype(ndarray.dtype)
    return share(ndarray)


def _numpy(self, *, force=False):
    """The tensor as a NumPy array that shares its storage."""
    if self.requires_grad and not force:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
    if self.dtype is _types.bfloat16:
        raise TypeError("Got unsupported ScalarType BFloat16")
    from numpy._array import array_from_handle

    return array_from_handle(bridge.send(face.code("detach"), self._handle))


def item(self):
    """The only element as a Python number."""
    return _item(self)


def _only(self):
    """The only element, for float() and its like; they warn, once, where that cuts a gradient off."""
    if self.shape.numel() != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    global _warned_scalar
    if not _warned_scalar and self.requires_grad and _grad_enabled():
        _warned_scalar = True
        warnings.warn(
            "Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior.\n"
            "Consider using tensor.detach() first.",
            stacklevel=3,
        )
    return _item(self)


_warned_scalar = False


def _truth(self):
    count = self.shape.numel()
    if count != 1:
        which = "no values" if count == 0 else "more than one value"
        raise RuntimeError(f"Boolean value of Tensor with {which} is ambiguous")
    return bool(_item(self))


def _index(self):
    if self.dtype._has_gradient or self.shape.numel() != 1:
        raise TypeError("only integer tensors of a single element can be converted to an index")
    return int(_item(self))


def _format(self, spec):
    return format(_item(self), spec) if not self.shape else object.__format__(self, spec)


def _real(self, name):
    """The only element, which must be no complex number, for a Python type torch calls `name`."""
    value = _only(self)
    if isinstance(value, complex):
        if value.imag:
            raise RuntimeError(f"value cannot be converted to type {name} without overflow")
        return value.real
    return value


Tensor.__float__ = lambda self: float(_real(self, "double"))
Tensor.__int__ = lambda self: int(_real(self, "int64_t"))
Tensor.__complex__ = lambda self: complex(_only(self))
Tensor.__bool__, Tensor.__index__, Tensor.__format__, Tensor.item = _truth, _index, _format, item
quick.add(item, _item.target, (quick.Argument(0, Owned),), 1)


def flat_values(tensor):
    """All elements in order, as a list of Python numbers."""
    tensor = tensor if not tensor.requires_grad else _detach(tensor)
    dtype, count = tensor.dtype, tensor.shape.numel()
    if dtype in _types.wide:
        dtype = _types.wide[dtype]
        tensor = _to(tensor, dtype)
    if count <= _SMALL and dtype is not _types.int64:
        found = _values(tensor)
    elif count:
        buffer = array(_TYPECODES[dtype._name], bytes(count * dtype.itemsize))
        dense = unary("contiguous")(tensor)
        bridge.download(dense._handle, buffer)
        found = buffer.tolist()
    else:
        return []
    if dtype.is_complex:
        return list(map(complex, found[::2], found[1::2]))
    if dtype.is_floating_point:
        return found
    return list(map(bool if dtype is _types.bool_ else int, found))


def tolist(self):
    """The elements as a Python number or nested lists of them."""
    values = flat_values(self)
    if not self.shape:
        return values[0]
    for size in self.shape[:0:-1]:
        count = len(values) // size if size else self.shape[:-1].numel()
        values = [values[i * size : (i + 1) * size] for i in range(count)]
    return values


Tensor.tolist, Tensor.numpy = tolist, _numpy


def rebuild(values, shape, dtype, requires_grad):
    """The tensor that pickle took apart."""
    return finish(from_flat(values, shape, dtype), requires_grad)


def _reduced(self, protocol):
    return rebuild, (flat_values(self), tuple(self.shape), self.dtype, self.requires_grad)


def _copied(self):
    return _detach(self).requires_grad_(self.requires_grad)


def _deeply_copied(self, memo):
    if not self.is_leaf:
        raise RuntimeError(
            "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  "
            "If you were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, "
            "see https://github.com/pytorch/pytorch/pull/103001"
        )
    copied = unary("clone")(_detach(self)).requires_grad_(self.requires_grad)
    memo[id(self)] = copied
    return copied


Tensor.__reduce_ex__, Tensor.__copy__, Tensor.__deepcopy__ = _reduced, _copied, _deeply_copied


def _array(self, dtype=None, copy=None):
    found = self.numpy()
    return found if dtype is None else found.astype(dtype)


Tensor.__array__ = _array


_warned_cast = False


def cast(self, dtype):
    """The tensor in another dtype; the first imaginary part to be lost is reported."""
    global _warned_cast
    if self.dtype.is_complex and not (dtype.is_complex or dtype is _types.bool_ or _warned_cast):
        _warned_cast = True
        warnings.warn("Casting complex values to real discards the imaginary part", stacklevel=4)
    return _to(self, dtype)


def _moved(self, dtype, copy):
    if dtype is None or dtype is self.dtype:
        return unary("clone")(self) if copy else self
    return cast(self, dtype)


def _to_device(self, device, dtype, non_blocking, copy, memory_format):
    _types.require_cpu(device)
    return _to_dtype(self, dtype, non_blocking, copy, memory_format)


def _to_dtype(self, dtype, non_blocking, copy, memory_format):
    moved = _moved(self, dtype, copy)
    if memory_format is None or memory_format is _types.preserve_format or is_laid_out(moved, memory_format):
        return moved
    return _laid_out(moved, memory_format)


def _to_other(self, other, non_blocking, copy, memory_format):
    return _to_dtype(self, other.dtype, non_blocking, copy, memory_format)


_TAIL = "bool non_blocking=False, bool copy=False, *, MemoryFormat? memory_format=None"
Tensor.to = make_method(
    "to",
    [
        (f"(Device? device=None, Dtype? dtype=None, {_TAIL})", _to_device),
        (f"(Dtype dtype, {_TAIL})", _to_dtype),
        (f"(Tensor tensor, {_TAIL})", _to_other),
    ],
    "The tensor with another dtype; itself where it has that dtype already.",
)

_CONVERSIONS = {
    **_types.aliases, "bool": _types.bool_, "byte": _types.uint8, "char": _types.int8, "bfloat16": _types.bfloat16,
}  # fmt: skip
for _name, _dtype in _CONVERSIONS.items():
    method(_name, "(*, MemoryFormat? memory_format=None)")(
        lambda self, memory_format, dtype=_dtype: _to_dtype(self, dtype, False, False, memory_format)
    )
method("type_as", "(Tensor other)")(lambda self, other: _moved(self, other.dtype, False))
method("cpu", "(*, MemoryFormat? memory_format=None)")(lambda self, memory_format: self)


@method("cuda", "(Device? device=None, bool non_blocking=False, *, MemoryFormat? memory_format=None)")
def _cuda(self, device, non_blocking, memory_format):
    """The tensor on a CUDA device: there is none here."""
    raise AssertionError("Torch not compiled with CUDA enabled")


@method("type", "(object? dtype=None, bool non_blocking=False, *, MemoryFormat? memory_format=None)")
def _type(self, dtype, non_blocking, memory_format):
    """The name of the tensor's type, or the tensor converted to another type."""
    if dtype is None:
        return f"torch.{self.dtype._legacy}"
    if isinstance(dtype, str):
        legacy = {f"torch.{t._legacy}": t for t in _types.dtypes}
        if dtype not in legacy:
            raise ValueError(f"invalid type: '{dtype}'")
        dtype = legacy[dtype]
    elif isinstance(dtype, type) and hasattr(dtype, "_torch_dtype"):
        dtype = dtype._torch_dtype
    elif not isinstance(dtype, _types.dtype):
        raise TypeError("dtype must be a type, str, or dtype object")
    return _moved(self, dtype, False)


_CHANNELS_LAST = {"channels_last": 4, "channels_last_3d": 5}


def is_laid_out(self, memory_format):
    """Whether the elements lie in memory as a memory format has them; in order of their indices without one."""
    ndim = _CHANNELS_LAST.get(memory_format and memory_format._name)
    if ndim is None:
        return describe(self).is_contiguous
    return self.ndim == ndim and describe(self.movedim(1, -1)).is_contiguous


def _laid_out(self, memory_format):
    """A copy of the tensor in a memory format: as it lies, or in order, unless that is one of those with channels last."""
    ndim = _CHANNELS_LAST.get(memory_format and memory_format._name)
    if ndim is None:
        return unary("clone" if memory_format is None or memory_format is _types.preserve_format else "contiguous")(self)
    if self.ndim != ndim:
        raise RuntimeError(f"required rank {ndim} tensor to use {memory_format._name} format")
    return unary("contiguous")(self.movedim(1, -1)).movedim(-1, 1)


@method("contiguous", "(*, MemoryFormat memory_format=None)")
def _contiguous(self, memory_format):
    """The tensor itself where its elements lie in order, else a copy that does."""
    if is_laid_out(self, memory_format):
        return self
    return _laid_out(self, memory_format or _types.contiguous_format)


define(
    "clone", ("(Tensor input, *, MemoryFormat? memory_format=None)", _laid_out),
    doc="A copy of the tensor; gradients flow through it.",
)  # fmt: skip
