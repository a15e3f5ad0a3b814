"""Gradients: `backward`, `grad`, and the switches of gradient mode."""

import sys
import warnings
import weakref

from sconce_face import quick
from sconce_face.bridge import Owned

from .._data import typename
from .._define import method, unary
from .._tensor import Tensor, describe, face
from . import grad_mode
from .graph import step_of
from .grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled

_LATE = {
    "Function": "function", "detect_anomaly": "anomaly_mode", "set_detect_anomaly": "anomaly_mode",
    "gradcheck": "_gradcheck", "gradgradcheck": "_gradcheck",
}  # fmt: skip
_LATE_MODULES = ("anomaly_mode", "function", "functional")
__all__ = [
    "Function", "Variable", "backward", "detect_anomaly", "enable_grad", "function", "functional", "grad", "grad_mode",
    "gradcheck", "gradgradcheck", "graph", "inference_mode", "no_grad", "set_detect_anomaly", "set_grad_enabled",
]  # fmt: skip


def __getattr__(name):
    from importlib import import_module

    if name in _LATE:
        return getattr(import_module(f"torch.autograd.{_LATE[name]}"), name)
    if name in _LATE_MODULES:
        return import_module(f"torch.autograd.{name}")
    raise AttributeError(name)

_call = face.operation
_backward, _grad, _same_grad = _call("backward"), _call("grad"), _call("same_grad")
_get_grad, _set_grad, _set_requires_grad = _call("get_grad"), _call("set_grad"), _call("set_requires_grad")
# What every training step calls, for each parameter or once.
for _operation in (_get_grad, _same_grad):
    quick.add_operation(_operation)
quick.add(_set_grad, _set_grad.target, (quick.Argument(0, Owned), quick.Argument(1, type(None))), 2)
quick.add(_backward, _backward.target, [*map(quick.Argument, range(4), (tuple, tuple, bool, bool))], 4)


def _tuple(value):
    return (value,) if isinstance(value, Tensor) or value is None else tuple(value)


def _seeds(outputs, grads):
    """The gradient each output starts from; none at all where each is a scalar's 1, which the engine knows."""
    if grads is None:
        return ()
    made = []
    for i, (output, given) in enumerate(zip(outputs, _tuple(grads))):
        if isinstance(given, Tensor):
            if given.shape != output.shape:
                raise RuntimeError(
                    f"Mismatch in shape: grad_output[{i}] has a shape of {given.shape} and output[{i}] has a shape of "
                    f"{output.shape}."
                )
        elif given is not None:
            raise TypeError(f"gradients can be either Tensors or None, but got {typename(given)}")
        elif output.requires_grad and output.shape.numel() != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        else:
            given = _call("ones")(output.shape, output.dtype)
        made.append(given)
    return made


def _stopping():
    """The module of walks that stop, where the program has given a reason to stop; else None."""
    module = sys.modules.get("torch.autograd._walks")
    return module if module is not None and module.needed() else None


def _gradients(outputs, inputs, seeds, retain_graph, create_graph, allow_unused):
    walks = _stopping()
    if walks is None:
        return _grad(outputs, inputs, seeds, retain_graph, create_graph, allow_unused)
    found = walks.walk(outputs, seeds, inputs, retain_graph, create_graph, True)
    for i, gradient in enumerate(found):
        if gradient is None and not allow_unused:
            raise RuntimeError(
                f"The differentiated Tensor at index {i} appears to not have been used in the graph. Set "
                "allow_unused=True if this is the desired behavior."
            )
    return found


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    """Add the gradients of `tensors` to the `.grad` of the leaves they were computed from."""
    tensors = _tuple(tensors)
    retain = create_graph if retain_graph is None else retain_graph
    seeds = _seeds(tensors, grad_tensors)
    if inputs is not None:
        inputs = _tuple(inputs)
        for leaf, found in zip(inputs, _gradients(tensors, inputs, seeds, bool(retain), bool(create_graph), True)):
            if found is not None:
                leaf.grad = found if leaf.grad is None else leaf.grad + found
        return
    walks = _stopping()
    if walks is None:
        _backward(tensors, seeds, bool(retain), bool(create_graph))
    else:
        walks.walk(tensors, seeds, (), bool(retain), bool(create_graph), False)


def grad(
    outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=None,
    is_grads_batched=False, materialize_grads=False,
):  # fmt: skip
    """The gradients of `outputs` with respect to `inputs`, as a tuple; no `.grad` changes."""
    outputs, inputs = _tuple(outputs), _tuple(inputs)
    retain = create_graph if retain_graph is None else retain_graph
    allow = materialize_grads if allow_unused is None else allow_unused
    found = _gradients(outputs, inputs, _seeds(outputs, grad_outputs), bool(retain), bool(create_graph), bool(allow))
    if materialize_grads:
        found = tuple(_call("zeros")(a.shape, a.dtype) if g is None else g for a, g in zip(inputs, found))
    return tuple(found)


def _tensor_backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    """Add the gradients of this tensor to the `.grad` of the leaves it was computed from."""
    backward(self, gradient, retain_graph, create_graph, inputs=inputs)


Tensor.backward = _tensor_backward

def _grad_fn(self):
    """The step that computed this tensor, or None for a leaf."""
    described = describe(self)
    if described.is_leaf or not described.requires_grad:
        return None
    return step_of(self)


def _read_grad(self):
    """The gradient that backward() added up here, or None."""
    known = self.__dict__.get("_known_grad")
    if known is not None:
        known = known()
        # Two reads give one object, as long as somebody holds it and the engine still has it.
        if known is not None and _same_grad(self, known):
            return known
    found = _get_grad(self)
    if found is not None:
        self.__dict__["_known_grad"] = weakref.ref(found)
    else:
        described = describe(self)
        if not described.is_leaf and not self.__dict__.get("_retains_grad"):
            warnings.warn(
                "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute "
                "won't be populated during autograd.backward(). If you indeed want the .grad field to be populated for a "
                "non-leaf Tensor, use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by "
                "mistake, make sure you access the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for "
                "more informations.",
                stacklevel=2,
            )
    return found


def _write_grad(self, value):
    if value is not None:
        if not isinstance(value, Tensor):
            raise TypeError(f"assigned grad expected to be a Tensor or None but got grad of type {typename(value)}")
        if value.shape != self.shape:
            raise RuntimeError(
                f"attempting to assign a gradient of size '{list(value.shape)}' to a tensor of size "
                f"'{list(self.shape)}'. Please ensure that the gradient and the tensor are the same size"
            )
        if value.dtype is not self.dtype:
            raise RuntimeError(
                f"attempting to assign a gradient with dtype '{value.dtype._noun.lower()}' to a tensor with dtype "
                f"'{self.dtype._noun.lower()}'. The gradient must match the tensor's dtype (None)."
            )
    _set_grad(self, value)
    if value is not None:
        self.__dict__["_known_grad"] = weakref.ref(value)


def _drop_grad(self):
    _set_grad(self, None)


def _read_requires_grad(self):
    """Whether gradients are computed for this tensor."""
    return describe(self).requires_grad


def _write_requires_grad(self, value):
    if not isinstance(value, bool):
        raise RuntimeError("requires_grad must be a bool")
    described = describe(self)
    if not described.is_leaf:
        if value:
            return
        raise RuntimeError(
            "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a "
            "subgraph that doesn't require differentiation use var_no_grad = var.detach()."
        )
    if value and not described.dtype._has_gradient:
        raise RuntimeError("only Tensors of floating point dtype can require gradients")
    _set_requires_grad(self, value)


Tensor.grad_fn = property(_grad_fn)
Tensor.grad = property(_read_grad, _write_grad, _drop_grad)
Tensor.requires_grad = property(_read_requires_grad, _write_requires_grad)
Tensor.is_leaf = property(lambda self: describe(self).is_leaf, doc="Whether no recorded operation made this tensor.")
Tensor._version = property(lambda self: describe(self).version)


@method("requires_grad_", "(bool requires_grad=True)")
def _requires_grad(self, requires_grad):
    """Set whether gradients are computed for this tensor; returns the tensor."""
    _write_requires_grad(self, requires_grad)
    return self


def _register_hook(self, hook):
    from . import _walks

    return _walks.register_hook(self, hook)


def _register_post_accumulate_grad_hook(self, hook):
    from . import _walks

    return _walks.register_post_accumulate_grad_hook(self, hook)


Tensor.register_hook = _register_hook
Tensor.register_post_accumulate_grad_hook = _register_post_accumulate_grad_hook


class _VariableKind(type):
    def __instancecheck__(cls, instance):
        return isinstance(instance, Tensor)


class Variable(metaclass=_VariableKind):
    """What tensors with gradients were called once: a tensor on the same elements, outside the graph."""

    def __new__(cls, data=None, requires_grad=False, volatile=None):
        if not isinstance(data, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {typename(data)}")
        return unary("detach")(data).requires_grad_(requires_grad)


def _retain_grad(self):
    """Keep this tensor's gradient in `.grad` although it is not a leaf."""
    if not self.requires_grad:
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    if not self.is_leaf:
        _call("retain_grad")(self)
        self._retains_grad = True


Tensor.retain_grad = _retain_grad
Tensor.retains_grad = property(lambda self: bool(self.__dict__.get("_retains_grad")))


def _read_data(self):
    """The same elements, outside the graph."""
    return unary("detach")(self)


def _write_data(self, value):
    if not isinstance(value, Tensor):
        raise TypeError(f"Variable data has to be a tensor, but got {typename(value)}")
    described = describe(self)
    if not described.is_leaf:
        if value.shape != self.shape or value.dtype is not self.dtype:
            raise NotImplementedError(
                "assigning .data of another shape or dtype to a computed tensor is not in this course's PyTorch subset"
            )
        with no_grad():
            unary("detach")(self).copy_(value)
        return
    if described.requires_grad and not value.dtype._has_gradient:
        raise RuntimeError("data set to a tensor that requires gradients must be floating point or complex dtype")
    # A leaf becomes what `value` is, storage included, and stays the same Python object.
    grad, fresh = _get_grad(self), unary("detach")(value)
    self._handle, fresh._handle, self._meta = fresh._handle, self._handle, None
    if described.requires_grad:
        _set_requires_grad(self, True)
    if grad is not None and grad.shape == self.shape and grad.dtype is self.dtype:
        _set_grad(self, grad)  # torch keeps one that no longer fits, too; the engine has no place for it


Tensor.data = property(_read_data, _write_data)
