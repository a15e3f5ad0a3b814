"""Parameters and buffers: the tensors a module owns."""

from .._data import finish
from .._define import unary
from .._tensor import Tensor, face

__all__ = ["Buffer", "Parameter", "UninitializedBuffer", "UninitializedParameter", "is_lazy"]

_detach, _empty, _require_grad = unary("detach"), face.operation("empty"), face.operation("set_requires_grad")


def _share(cls, data, requires_grad):
    """A leaf of class `cls` on the storage of `data`."""
    made = _detach(data)
    if cls is not Tensor:
        made.__class__ = cls  # the engine makes tensors of no other class
    if not requires_grad:
        return made
    if not made.dtype._has_gradient:
        finish(made, True)  # refuses
    _require_grad(made, True)
    return made


class _Marked(type(Tensor)):
    """The class of Parameter and Buffer: a tensor marked with `_MARK` is an instance too."""

    def __instancecheck__(cls, instance):
        if type.__instancecheck__(cls, instance):
            return True
        mark = cls.__dict__.get("_mark")
        return mark is not None and isinstance(instance, Tensor) and mark in instance.__dict__


class Parameter(Tensor, metaclass=_Marked):
    """A tensor that a module registers as its parameter when it becomes an attribute of it."""

    __slots__ = ()
    _mark = "_is_param"

    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            return _share(cls, _empty((0,)), requires_grad)
        if type(data) is Tensor or type(data) is Parameter:
            return _share(cls, data, requires_grad)
        marked = data.detach().requires_grad_(requires_grad)
        marked._is_param = True
        return marked

    def __deepcopy__(self, memo):
        copied = memo.get(id(self))
        if copied is None:
            copied = memo[id(self)] = type(self)(self.data.clone(), self.requires_grad)
        return copied

    def __copy__(self):
        return _share(type(self), self, self.requires_grad)

    def __repr__(self):
        return "Parameter containing:\n" + super().__repr__()

    __str__ = __repr__

    def __reduce_ex__(self, protocol):
        return type(self), (self.data, self.requires_grad)


class Buffer(Tensor, metaclass=_Marked):
    """A tensor that a module registers as its buffer; `persistent` says whether state dicts hold it."""

    __slots__ = ()
    _mark = "_is_buffer"

    def __new__(cls, data=None, *, persistent=True):
        made = _share(Tensor, _empty((0,)) if data is None else data, False)
        if data is not None and data.requires_grad:
            made.requires_grad_()
        made.persistent, made._is_buffer = persistent, True
        return made


class _Uninitialized:
    """What parameters and buffers whose shape the first input decides have in common."""

    __slots__ = ()

    def materialize(self, shape, device=None, dtype=None):
        """Become an ordinary parameter or buffer of `shape`; its values are not set."""
        self.data = _empty(tuple(shape), dtype or self.dtype)
        self.__class__ = self.cls_to_become

    @property
    def shape(self):
        """Not known yet: raises RuntimeError."""
        raise RuntimeError(
            "Can't access the shape of an uninitialized parameter or buffer. This error usually happens in "
            "`load_state_dict` when trying to load an uninitialized parameter into an initialized one. Call `forward` to "
            "initialize the parameters before accessing their attributes."
        )

    def __repr__(self):
        return f"<{type(self).__name__}>"

    __str__ = __repr__

    def __deepcopy__(self, memo):
        copied = memo.get(id(self))
        if copied is None:
            copied = memo[id(self)] = type(self)(self.requires_grad, None, self.dtype)
        return copied


class UninitializedParameter(_Uninitialized, Parameter):
    """A parameter without a shape yet."""

    __slots__ = ()
    cls_to_become = Parameter

    def __new__(cls, requires_grad=True, device=None, dtype=None):
        return _share(cls, _empty((0,), dtype), requires_grad)


class UninitializedBuffer(_Uninitialized, Tensor):
    """A buffer without a shape yet."""

    __slots__ = ()
    cls_to_become = Tensor

    def __new__(cls, requires_grad=False, device=None, dtype=None, persistent=True):
        made = _share(cls, _empty((0,), dtype), requires_grad)
        made.persistent, made._is_buffer = persistent, True
        return made


def is_lazy(param):
    """Whether the first forward call will decide the shape of `param`."""
    return isinstance(param, _Uninitialized)
