"""Backward hooks of modules: the module's inputs and outputs pass through nodes of the graph that call them."""

import warnings

from ..._tensor import Tensor, face
from ...autograd.function import Function
from ...autograd.grad_mode import is_grad_enabled

__all__ = ["Crossing"]

_zeros = face.operation("zeros")


class BackwardHookFunction(Function):
    """The identity; its backward gives the gradients to `receive` and passes on what that returns."""

    @staticmethod
    def forward(ctx, receive, *tensors):
        """The tensors, each as a view."""
        ctx.receive = receive
        ctx.set_materialize_grads(False)
        return tuple(tensor.view_as(tensor) for tensor in tensors)

    @staticmethod
    def backward(ctx, *grads):
        """The gradients that `receive` makes of `grads`."""
        return None, *ctx.receive(grads)


def _watch(receive, values):
    """`values` with the tensors that require grad passed through a node, and where those are; None for no such tensor."""
    places = [i for i, value in enumerate(values) if isinstance(value, Tensor) and value.requires_grad]
    if not places or not is_grad_enabled():
        return values, None
    watched = list(values)
    for i, tensor in zip(places, BackwardHookFunction.apply(receive, *(values[i] for i in places))):
        watched[i] = tensor
    return type(values)(watched) if type(values) in (tuple, list) else type(values)(*watched), places


def _spread(places, grads, count):
    """The gradients of `count` values, None where one has none."""
    spread = [None] * count
    for i, grad in zip(places or (), grads):
        spread[i] = grad
    return tuple(spread)


class Crossing:
    """One call of a module with backward hooks: what goes in and comes out of it on the way back."""

    def __init__(self, module, hooks, pre_hooks):
        self._module, self._hooks, self._pre_hooks = module, hooks, pre_hooks
        self._inputs = self._outputs = self._grad_outputs = None
        self._input_count = self._output_count = 0
        self._constants = ()

    def enter(self, args):
        """The arguments of forward, watched."""
        watched, self._inputs = _watch(self._after_inputs, args)
        self._input_count = len(args)
        if self._inputs is not None:
            rest = ((i, arg) for i, arg in enumerate(args) if isinstance(arg, Tensor) and i not in self._inputs)
            self._constants = [(i, arg.shape, arg.dtype) for i, arg in rest]
        return watched

    def leave(self, result):
        """The result of forward, watched; only tensors and tuples of them can be."""
        if not isinstance(result, (Tensor, tuple)):
            warnings.warn(
                "For backward hooks to be called, module output should be a Tensor or a tuple of Tensors but received "
                f"{type(result)}",
                stacklevel=4,
            )
        alone = not isinstance(result, tuple)
        values = (result,) if alone else result
        watched, self._outputs = _watch(self._before_outputs, values)
        self._output_count = len(values)
        return watched[0] if alone else watched

    def _before_outputs(self, grads):
        given = _spread(self._outputs, grads, self._output_count)
        for hook in self._pre_hooks:
            found = hook(self._module, given)
            if found is None:
                continue
            if len(found) != len(given):
                raise RuntimeError(
                    f"Backward pre hook returned an invalid number of grad_output, got {len(found)}, but expected "
                    f"{len(given)}"
                )
            given = found
        if self._inputs is not None:
            self._grad_outputs = given
        elif self._hooks:
            self._without_inputs(given)
        return tuple(given[i] for i in self._outputs)

    def _without_inputs(self, grad_outputs):
        warnings.warn(
            "Full backward hook is firing when gradients are computed with respect to module outputs since no inputs "
            "require gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html#torch.nn.Module."
            "register_full_backward_hook for more details.",
            stacklevel=5,
        )
        for hook in self._hooks:
            found = hook(self._module, (None,) * self._input_count, grad_outputs)
            if found is not None and not (isinstance(found, tuple) and all(grad is None for grad in found)):
                raise RuntimeError(
                    "Backward hook for Modules where no input requires gradient should always return None or None for all "
                    "gradients."
                )

    def _after_inputs(self, grads):
        if self._grad_outputs is None:  # the outputs took no part in this backward
            return grads
        given = list(_spread(self._inputs, grads, self._input_count))
        for i, shape, dtype in self._constants:
            given[i] = _zeros(shape, dtype)  # as torch shows the gradient of a tensor that needs none
        given = tuple(given)
        for hook in self._hooks:
            found = hook(self._module, given, self._grad_outputs)
            if found is None:
                continue
            if len(found) != len(given):
                raise RuntimeError(
                    f"Backward hook returned an invalid number of grad_input, got {len(found)}, but expected {len(given)}"
                )
            given = found
        self._grad_outputs = None
        return tuple(given[i] for i in self._inputs)
