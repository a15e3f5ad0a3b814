"""Reading and writing parts of a tensor: `x[...]` and `x[...] = value`."""

import warnings

from sconce_face import quick
from sconce_face.bridge import Owned

from . import _types
from ._arguments import typename
from ._data import build, share
from ._define import define, defines, functions, make_function, method, named
from ._tensor import Tensor, face

_call = face.operation
get = _call("index")
put = _call("index_put")
_put_in_place = _call("index_put", in_place=True)


def _bound(value):
    if value is None or type(value) is int:
        return value
    if not hasattr(value, "__index__"):
        raise TypeError("slice indices must be integers or None or have an __index__ method")
    return value.__index__()


def _slice(item):
    step = _bound(item.step)
    if step is not None and step <= 0:
        raise ValueError("slice step cannot be zero" if step == 0 else "step must be greater than zero")
    return slice(_bound(item.start), _bound(item.stop), step)


def _sequence_is_indices(sequence):
    """Whether a list is read as a tuple of indices: it holds more than numbers."""
    return len(sequence) < 32 and any(
        item is None or item is Ellipsis or isinstance(item, (slice, list, tuple, Owned)) for item in sequence
    )


def _tensor_index(item):
    if not item.shape and not item.dtype._has_gradient:
        return item.item()
    if item.dtype is _types.uint8:
        warnings.warn(
            "indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead.", stacklevel=5
        )
        return item.to(_types.bool_)
    return item


def _item(item):
    kind = type(item)
    if kind is int or kind is bool or item is None or item is Ellipsis:
        return item
    if kind is slice:
        return _slice(item)
    if isinstance(item, Tensor):
        return _tensor_index(item)
    if isinstance(item, Owned):
        return _tensor_index(share(item))
    if isinstance(item, (list, tuple, range)):
        made = build(list(item))
        return made.to(_types.int64) if made.dtype.is_floating_point else made
    if isinstance(item, str):
        raise TypeError("new(): invalid data type 'str'")
    if isinstance(item, float) or not hasattr(item, "__index__"):
        raise IndexError(
            "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices "
            f"(got {typename(item)})"
        )
    return item.__index__()


def _items(key):
    kind = type(key)
    if kind is int:
        return (key,)
    if kind is tuple:
        return [_item(item) for item in key]
    if kind is list and _sequence_is_indices(key):
        warnings.warn(
            "Using a non-tuple sequence for multidimensional indexing is deprecated and will be changed in pytorch "
            "2.9; use x[tuple(seq)] instead of x[seq]. In pytorch 2.9 this will be interpreted as tensor index, "
            "x[torch.tensor(seq)], which will result either in an error or a different result",
            stacklevel=3,
        )
        return [_item(item) for item in key]
    return [_item(key)]


def _read(self, key):
    return get(self, _items(key))


def _write(self, key, value):
    if not isinstance(value, (Tensor, int, float, complex)):
        if isinstance(value, Owned) or not hasattr(value, "item"):
            raise TypeError(f"can't assign a {typename(value)} to a torch.{self.dtype._legacy}")
    _put_in_place(self, _items(key), value)


def _delete(self, key):
    raise TypeError("Tensor does not support deleting items")


Tensor.__getitem__, Tensor.__setitem__, Tensor.__delitem__ = _read, _write, _delete
quick.add(_read, get.target, (quick.Argument(0, Owned), quick.Argument(1)), 2)


_copy, _fill = _call("copy", in_place=True), _call("fill", in_place=True)
define("fill", ("(Tensor input, Tensor value)", "fill"), ("(Tensor input, Number value)", "fill"), method=False)
method("fill_", "(Tensor value)", "(Number value)")(_fill)


@method("copy_", "(Operand other, bool non_blocking=False)")
def copy_(self, other, non_blocking):
    """The elements become those of `other`, broadcast and converted; returns the tensor."""
    return (_copy if isinstance(other, Tensor) else _fill)(self, other)


def _zero(self):
    """Every element becomes 0; returns the tensor."""
    return _fill_zero(self, 0)


_fill_zero = named("ZeroBackward0", _fill)
_zero.__name__, _zero.__qualname__ = "zero_", "Tensor.zero_"
Tensor.zero_ = _zero
functions["zero_"] = make_function("zero_", [("(Tensor input)", _zero)], _zero.__doc__)


def _places(indices):
    return [slice(None) if item is None else _item(item) for item in indices]


@method("index_put_", "(object indices, Tensor values, bool accumulate=False)")
def index_put_(self, indices, values, accumulate):
    """The elements at `indices`, a tuple of tensors, become `values`, or grow by them with `accumulate`."""
    return _put_in_place(self, _places(indices), values, accumulate)


@defines("index_put", "(Tensor input, object indices, Tensor values, bool accumulate=False)")
def index_put(self, indices, values, accumulate):
    """The tensor with `values` at `indices`, a tuple of tensors, or added there with `accumulate`."""
    return put(self, _places(indices), values, accumulate)
