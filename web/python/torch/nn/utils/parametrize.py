"""Parametrizations: a tensor of a module computed, at every use, from others that are trained in its place."""

import contextlib
import copy
from collections.abc import Sequence

from ..._tensor import Tensor
from ...autograd.grad_mode import no_grad
from ..modules.container import ModuleDict, ModuleList
from ..parameter import Parameter

__all__ = [
    "ParametrizationList", "cached", "is_parametrized", "register_parametrization", "remove_parametrizations",
    "transfer_parametrizations_and_params", "type_before_parametrizations",
]  # fmt: skip

_depth, _cache = 0, {}


@contextlib.contextmanager
def cached():
    """A block in which each parametrized tensor is computed once."""
    global _depth
    _depth += 1
    try:
        yield
    finally:
        _depth -= 1
        if not _depth:
            _cache.clear()


def _register(module, name, tensor):
    if isinstance(tensor, Parameter):
        module.register_parameter(name, tensor)
    else:
        module.register_buffer(name, tensor)


def _same(kind, where, expected, found, names):
    """Raise ValueError unless a parametrization kept the tensor's dtype or shape."""
    if expected != found:
        raise ValueError(
            f"Registering a parametrization may not change the {kind} of the tensor, unless {where} flag is enabled.\n"
            f"{names[0]}: {expected}\n{names[1]}: {found}"
        )


class ParametrizationList(ModuleList):
    """The parametrizations of one tensor, applied one after the other to `original`, or `original0`, `original1`, ..."""

    def __init__(self, modules, original, unsafe=False):
        if len(modules) == 0:
            raise ValueError("ParametrizationList requires one or more modules.")
        super().__init__(modules)
        self.unsafe = unsafe
        shape, dtype = original.shape, original.dtype
        with no_grad():
            new = original
            for module in reversed(list(self)):
                if hasattr(module, "right_inverse"):
                    with contextlib.suppress(NotImplementedError):
                        new = module.right_inverse(new)
        self.is_tensor = isinstance(new, Tensor)
        if not self.is_tensor and not isinstance(new, Sequence):
            raise ValueError(
                "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got "
                + type(new).__name__
            )
        self.ntensors = 1 if self.is_tensor else len(new)
        if self.is_tensor:
            if dtype != new.dtype:
                raise ValueError(
                    "When `right_inverse` outputs one tensor, it may not change the dtype.\n"
                    f"original.dtype: {dtype}\nright_inverse(original).dtype: {new.dtype}"
                )
            if new is not original:
                original.data = new
            _register(self, "original", original)
        else:
            for i, part in enumerate(new):
                self._add_original(i, part, original)
        if not unsafe:
            self._check(self(), shape, dtype)

    def _add_original(self, i, part, original):
        if not isinstance(part, Tensor):
            raise ValueError(
                "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got element "
                f"{i} of the sequence with type {type(part).__name__}."
            )
        if isinstance(original, Parameter):
            part = Parameter(part, original.requires_grad)
        part.requires_grad_(original.requires_grad)
        _register(self, f"original{i}", part)

    @staticmethod
    def _check(made, shape, dtype):
        if not isinstance(made, Tensor):
            raise ValueError(f"A parametrization must return a tensor. Got {type(made).__name__}.")
        _same("dtype", "`unsafe`", dtype, made.dtype, ("unparametrized dtype", "parametrized dtype"))
        _same("shape", "`unsafe`", shape, made.shape, ("unparametrized shape", "parametrized shape"))

    def right_inverse(self, value):
        """Let the originals be such that the parametrized tensor is `value`."""
        with no_grad():
            for module in reversed(list(self)):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError(f"parametrization {type(module).__name__} does not implement right_inverse.")
                value = module.right_inverse(value)
            if self.is_tensor:
                if not isinstance(value, Tensor):
                    raise ValueError(f"`right_inverse` should return a tensor. Got {type(value).__name__}")
                if value.dtype != self.original.dtype:
                    raise ValueError(
                        f"The tensor returned by `right_inverse` has dtype {value.dtype} while `original` has dtype "
                        f"{self.original.dtype}"
                    )
                self.original.data = value
                return
            if not isinstance(value, Sequence):
                raise ValueError(f"'right_inverse' must return a sequence of tensors. Got {type(value).__name__}.")
            if len(value) != self.ntensors:
                raise ValueError(
                    f"'right_inverse' must return a sequence of tensors of length {self.ntensors}. Got a sequence of "
                    f"length {len(value)}."
                )
            for i, part in enumerate(value):
                getattr(self, f"original{i}").data = part

    def forward(self):
        """The parametrized tensor."""
        first, *others = self
        made = first(self.original) if self.is_tensor else first(*self._originals())
        for module in others:
            made = module(made)
        return made

    def _originals(self):
        return [getattr(self, f"original{i}") for i in range(self.ntensors)]


def _refuse_pickling(self):
    raise RuntimeError(
        "Serialization of parametrized modules is only supported through state_dict(). See:\n"
        "https://pytorch.org/tutorials/beginner/saving_loading_models.html"
        "#saving-loading-a-general-checkpoint-for-inference-and-or-resuming-training"
    )


def _copied(self, memo):
    made = type(self).__new__(type(self))
    memo[id(self)] = made
    made.__dict__ = copy.deepcopy(self.__dict__, memo)
    return made


def _as_property(name):
    def read(self):
        parametrizations = self.parametrizations[name]
        if not _depth:
            return parametrizations()
        key = id(self), name
        if key not in _cache:
            _cache[key] = parametrizations()
        return _cache[key]

    def write(self, value):
        self.parametrizations[name].right_inverse(value)

    return property(read, write)


def _check_further(module, name, parametrization):
    """What holds for the first parametrization must hold for one on top of others."""
    before = getattr(module, name)
    made = parametrization(before)
    if not isinstance(made, Tensor):
        raise ValueError(f"A parametrization must return a tensor. Got {type(made).__name__}.")
    for kind in ("dtype", "shape"):
        names = f"module.{name}.{kind}", f"parametrization(module.{name}).{kind}"
        _same(kind, "the `unsafe`", getattr(before, kind), getattr(made, kind), names)


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    """Compute a parameter or buffer of `module` by `parametrization` from now on; returns the module.

    `parametrization.right_inverse`, where there is one, says what is trained instead.
    """
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        if not unsafe:
            _check_further(module, tensor_name, parametrization)
        module.parametrizations[tensor_name].append(parametrization)
        module.parametrizations[tensor_name].unsafe |= unsafe
    elif tensor_name in module._buffers or tensor_name in module._parameters:
        parametrizations = ParametrizationList([parametrization], getattr(module, tensor_name), unsafe=unsafe)
        delattr(module, tensor_name)
        if not is_parametrized(module):
            kind = type(module)
            body = {"__getstate__": _refuse_pickling}
            if not hasattr(kind, "__deepcopy__"):
                body["__deepcopy__"] = _copied
            module.__class__ = type(f"Parametrized{kind.__name__}", (kind,), body)
            module.parametrizations = ModuleDict()
        setattr(type(module), tensor_name, _as_property(tensor_name))
        module.parametrizations[tensor_name] = parametrizations
    else:
        raise ValueError(
            f"Module '{module}' does not have a parameter, a buffer, or a parametrized element with name '{tensor_name}'"
        )
    return module


def is_parametrized(module, tensor_name=None):
    """Whether `module` has parametrizations, or one of that tensor."""
    parametrizations = getattr(module, "parametrizations", None)
    if not isinstance(parametrizations, ModuleDict):
        return False
    return len(parametrizations) > 0 if tensor_name is None else tensor_name in parametrizations


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    """Let the tensor be an ordinary one again: as it is computed now, or as its original; returns the module."""
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    parametrizations = module.parametrizations[tensor_name]
    if not parametrizations.is_tensor and not leave_parametrized:
        raise ValueError(
            "Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in terms of a "
            "sequence of tensors."
        )
    with no_grad():
        made = getattr(module, tensor_name) if leave_parametrized else None
    if not parametrizations.is_tensor:
        original = Parameter(made) if any(part.requires_grad for part in parametrizations._originals()) else made
    else:
        original = parametrizations.original
        if made is not None:
            original.data = made
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    _register(module, tensor_name, original)
    if not is_parametrized(module):
        del module.parametrizations
        module.__class__ = type(module).__bases__[0]
    return module


def type_before_parametrizations(module):
    """The class that the module had before it was parametrized."""
    return type(module).__bases__[0] if is_parametrized(module) else type(module)


def transfer_parametrizations_and_params(from_module, to_module, tensor_name=None):
    """Give `to_module` the parametrizations and originals of `from_module`; returns it."""
    if not is_parametrized(from_module):
        return to_module
    for name in from_module.parametrizations if tensor_name is None else [tensor_name]:
        if not hasattr(to_module, name):
            setattr(to_module, name, Parameter(getattr(from_module, name)))
        source = from_module.parametrizations[name]
        for parametrization in source:
            register_parametrization(to_module, name, parametrization)
        target = to_module.parametrizations[name]
        for key in ["original"] if source.is_tensor else [f"original{i}" for i in range(source.ntensors)]:
            setattr(target, key, getattr(source, key))
    return to_module
