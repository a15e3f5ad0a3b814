"""Modules whose parameters take their shapes from the first input."""

from ..parameter import UninitializedParameter, is_lazy

__all__ = ["LazyModuleMixin"]


def uninitialized(device=None, dtype=None):
    """A parameter whose shape the first input decides."""
    return UninitializedParameter(device=device, dtype=dtype)


class LazyModuleMixin:
    """Mixed in before a module class: `initialize_parameters` runs before the first forward.

    The module then becomes one of `cls_to_become`.
    """

    cls_to_become = None

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._initialize_hook = self.register_forward_pre_hook(_infer_parameters, with_kwargs=True)

    def initialize_parameters(self, *args, **kwargs):
        """Override: give the parameters their shapes, from the arguments of forward."""
        raise NotImplementedError(f"initialize_parameters is not implemented for {type(self).__name__}")

    def has_uninitialized_params(self):
        """Whether a parameter or buffer still lacks a shape."""
        return any(map(is_lazy, (*self._parameters.values(), *self._buffers.values())))


def _infer_parameters(module, args, kwargs):
    module.initialize_parameters(*args, **kwargs)
    if module.has_uninitialized_params():
        raise RuntimeError(f"module {module._get_name()} has not been fully initialized")
    module._initialize_hook.remove()
    del module._initialize_hook
    if module.cls_to_become is not None:
        module.__class__ = module.cls_to_become
