"""What can be asked of a tensor besides its values, and of dtypes: storage, device, promotion."""

import warnings

from . import _types
from ._data import build
from ._define import define, defines, functions, make_function, make_plain_method, method, unary
from ._tensor import Tensor, describe, face

_call = face.operation


def _answers(value):
    return lambda self: value


for _name, _value, _doc in (
    ("get_device", -1, "The index of the GPU: -1, for the CPU."),
    ("is_inference", False, "Whether it was made in inference mode."),
    ("is_neg", False, "Whether its negation is still to be done."),
    ("is_shared", False, "Whether other processes share its memory."),
):
    setattr(Tensor, _name, make_plain_method(_name, _answers(_value), _doc))
setattr(Tensor, "share_memory_", make_plain_method("share_memory_", lambda self: self, "The tensor itself."))
setattr(Tensor, "is_signed", make_plain_method(
    "is_signed", lambda self: self.dtype.is_signed or self.dtype.is_floating_point, "Whether the dtype has negative numbers."
))  # fmt: skip
for _name in ("is_mps", "is_xpu", "is_sparse_csr", "is_mkldnn", "is_vulkan", "is_nested", "is_xla", "is_ipu", "is_maia"):
    setattr(Tensor, _name, property(_answers(False)))
Tensor.output_nr, Tensor.is_cpu = property(_answers(0)), property(_answers(True))


Tensor.name = property(_answers(None))


def _sparse_only(name, layout):
    def refuse(self):
        raise RuntimeError(f"{name} expected sparse {layout} layout but got Strided")

    return make_plain_method(name, refuse, "Raises RuntimeError: the tensor is dense.")


for _name, _layout in (
    ("values", "tensor"), ("indices", "coordinate tensor"), ("coalesce", "coordinate tensor"),
    ("is_coalesced", "coordinate tensor"), ("crow_indices", "row compressed tensor"),
    ("col_indices", "row compressed tensor"),
):  # fmt: skip
    setattr(Tensor, _name, _sparse_only(_name, _layout))


@method("pin_memory", "(Device? device=None)")
def pin_memory(self, device):
    """Raises RuntimeError: there is no accelerator to pin memory for."""
    raise RuntimeError("Cannot access accelerator device when none is available.")


@method("is_pinned", "(Device? device=None)")
def is_pinned(self, device):
    """Whether the memory is pinned: no."""
    return False


def _adjoint(name):
    def run(self):
        if name == "H" and self.ndim != 2:
            raise RuntimeError(f"tensor.H is only supported on matrices (2-D tensors). Got {self.ndim}-D tensor.")
        if self.ndim < 2:
            raise RuntimeError(
                f"tensor.adjoint() is only supported on matrices or batches of matrices. Got {self.ndim}-D tensor."
            )
        turned = self.transpose(-2, -1)
        return turned.conj() if self.dtype.is_complex else turned

    run.__doc__ = "The tensor with its last two dimensions exchanged, complex numbers conjugated."
    return run


Tensor.H, Tensor.mH = property(_adjoint("H")), property(_adjoint("mH"))


@defines("adjoint", "(Tensor input)")
def adjoint(a):
    """The tensor with its last two dimensions exchanged, complex numbers conjugated."""
    return a.mH


def _new(self, *args, **kwargs):
    """A tensor of this one's dtype, from sizes or from a sequence or tensor of values."""
    if not args:
        return self.new_empty(0)
    if isinstance(args[0], (int, _types.Size)) or isinstance(args[0], Tensor) and not args[0].ndim and len(args) > 1:
        return self.new_empty(*args)
    return build(args[0], self.dtype)


_new.__name__, _new.__qualname__ = "new", "Tensor.new"
Tensor.new = _new


def _resize(self, *sizes):
    """Deprecated: the tensor viewed in another shape of as many elements."""
    warnings.warn("non-inplace resize is deprecated", stacklevel=2)
    sizes = sizes[0] if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)) else sizes
    wanted, have = _types.Size(sizes).numel(), self.shape.numel()
    if wanted != have:
        raise RuntimeError(
            f"requested resize to {'x'.join(map(str, sizes))} ({wanted} elements in total), but the given tensor has a size "
            f"of {'x'.join(map(str, self.shape))} ({have} elements). autograd's resize can only change the shape of a given "
            "tensor, while preserving the number of elements. "
        )
    return self.reshape(sizes)


_resize.__name__, _resize.__qualname__ = "resize", "Tensor.resize"
Tensor.resize = _resize


@method("detach_", "()")
def detach_(self):
    """Take the tensor out of the graph; returns it."""
    fresh = unary("detach")(self)
    self._handle, fresh._handle = fresh._handle, self._handle
    return self


@method("is_same_size", "(Tensor other)")
def is_same_size(self, other):
    """Whether the shapes are equal."""
    return self.shape == other.shape


@method("sum_to_size", "(int[] size)")
def sum_to_size(self, size):
    """The sums over the dimensions in which `size` would have to be broadcast to this shape."""
    given, own = list(size), list(self.shape)
    ahead = len(own) - len(given)
    if ahead < 0 or any(a not in (1, b) for a, b in zip(given, own[ahead:])):
        raise RuntimeError(f"size {{{given}}} is not expandable to size {{{own}}}.")
    result = self.sum(tuple(range(ahead))) if ahead else self
    kept = [i for i, (a, b) in enumerate(zip(given, own[ahead:])) if a == 1 and b != 1]
    return result.sum(tuple(kept), keepdim=True) if kept else result


@method("fill_diagonal_", "(Number fill_value, bool wrap=False)")
def fill_diagonal_(self, fill_value, wrap):
    """The main diagonal (where all indices are equal) becomes a number; with `wrap`, a tall matrix's goes on below."""
    if self.ndim < 2:
        raise RuntimeError("dimensions must larger than 1")
    if self.ndim > 2 and len(set(self.shape)) > 1:
        raise RuntimeError("all dimensions of input must be of equal length")
    about = describe(self)
    step, size = sum(about.strides), min(self.shape)
    if wrap and self.ndim == 2 and self.shape[0] > self.shape[1]:
        width = self.shape[1]
        size = (self.shape[0] * width + width) // (width + 1)
    _call("as_strided")(self, (size,), (step,), about.storage_offset).fill_(fill_value)
    return self


def _apply(self, callable):
    """Each element becomes what a Python function makes of it; returns the tensor.  Slow."""
    return self.copy_(build([callable(value) for value in self.reshape(-1).tolist()], self.dtype).view(self.shape))


def _map(self, tensor, callable):
    """Each element becomes what a Python function makes of it and the other tensor's; returns the tensor.  Slow."""
    pairs = zip(self.reshape(-1).tolist(), tensor.expand(self.shape).reshape(-1).tolist())
    return self.copy_(build([callable(a, b) for a, b in pairs], self.dtype).view(self.shape))


for _name, _function in (("apply_", _apply), ("map_", _map)):
    _function.__name__, _function.__qualname__ = _name, f"Tensor.{_name}"
    setattr(Tensor, _name, _function)


_as_real = unary("view_as_real")


def real(a):
    """The real parts, a view; a real tensor itself."""
    return _as_real(a).select(-1, 0) if a.dtype.is_complex else a


def imag(a):
    """The imaginary parts, a view."""
    if not a.dtype.is_complex:
        raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")
    return _as_real(a).select(-1, 1)


for _run in (real, imag):
    functions[_run.__name__] = make_function(_run.__name__, [("(Tensor input)", _run)], _run.__doc__)
    setattr(Tensor, _run.__name__, property(_run, lambda self, value, run=_run: run(self).copy_(value)))


@defines("conj", "(Tensor input)")
def conj(a):
    """The complex conjugate: a real tensor itself."""
    if not a.dtype.is_complex:
        return a
    result = unary("conj")(a)
    result.__dict__["_is_conj"] = not is_conj(a)
    return result


@defines("is_conj", "(Tensor input)")
def is_conj(a):
    """Whether it was made by conj(), which torch does only when the numbers are needed."""
    return a.__dict__.get("_is_conj", False)


@defines("resolve_conj", "(Tensor input)")
def resolve_conj(a):
    """The tensor with the conjugation done."""
    return unary("clone")(a) if is_conj(a) else a


define("conj_physical", ("(Tensor input)", lambda a: unary("conj")(a)), doc="The complex conjugate.", in_place=False)
define("resolve_neg", ("(Tensor input)", lambda a: a), doc="The tensor itself: negations are done at once.")


@defines("is_complex", "(Tensor input)", method=False)
def is_complex(a):
    """Whether the elements are complex."""
    return a.dtype.is_complex


@defines("is_nonzero", "(Tensor input)")
def is_nonzero(a):
    """Whether the only element is not zero."""
    return bool(a)


@defines("is_same_size", "(Tensor input, Tensor other)", method=False)
def _is_same_size(a, other):
    """Whether the shapes are equal."""
    return a.shape == other.shape


def _sample(value):
    """An empty stand-in with the dtype and the rank that promotion looks at."""
    if not isinstance(value, Tensor):
        return value
    return _call("empty")((0,) if value.ndim else (), value.dtype)


def result_type(tensor1, tensor2):
    """The dtype that arithmetic on two tensors or numbers gives."""
    if not isinstance(tensor1, Tensor) and not isinstance(tensor2, Tensor):
        return build([tensor1, tensor2]).dtype
    return _call("add")(_sample(tensor1), _sample(tensor2), 1).dtype


def promote_types(type1, type2):
    """The smallest dtype that holds the numbers of both."""
    return _call("add")(_call("empty")((0,), type1), _call("empty")((0,), type2), 1).dtype


def _category(dtype):
    return 3 if dtype.is_complex else 2 if dtype.is_floating_point else 0 if dtype is _types.bool_ else 1


def can_cast(from_, to):
    """Whether a conversion between two dtypes is one that promotion allows."""
    return _category(from_) <= _category(to)


for _function in (result_type, promote_types, can_cast):
    functions[_function.__name__] = _function


@method("untyped_storage", "()")
def untyped_storage(self):
    """The bytes that this tensor and its views share."""
    from .storage import UntypedStorage

    return UntypedStorage(self)


@method("storage", "()")
def storage(self):
    """The numbers that this tensor and its views share. Deprecated in favour of untyped_storage()."""
    from .storage import TypedStorage

    warnings.warn(
        "TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be the only storage class. "
        "This should only matter to you if you are using storages directly.  To access UntypedStorage directly, use "
        "tensor.untyped_storage() instead of tensor.storage()",
        stacklevel=3,
    )
    return TypedStorage.under(self)
