"""Functions made of others that are one step of the graph, as torch's own are."""

from . import grad_mode
from .function import Function


class _Composed(Function):
    """`run(*args)`; its gradient is that of what it is made of."""

    @staticmethod
    def forward(ctx, run, *args):
        ctx.run, ctx.tensors = run, [i for i, needed in enumerate(ctx.needs_input_grad[1:]) if needed]
        ctx.others = [None if i in ctx.tensors else value for i, value in enumerate(args)]
        leaves = [args[i].detach().requires_grad_() for i in ctx.tensors]
        with grad_mode.enable_grad():
            output = run(*_filled(ctx, leaves))
        ctx.save_for_backward(*(args[i] for i in ctx.tensors))
        ctx.inner = leaves, output
        return output.detach()

    @staticmethod
    def backward(ctx, grad):
        from . import grad as gradient

        inputs, again = ctx.saved_tensors, grad_mode.is_grad_enabled()
        leaves, output = ctx.inner
        if again:
            # To be differentiated once more, the gradient has to depend on the inputs themselves.
            leaves, output = inputs, ctx.run(*_filled(ctx, inputs))
        found = iter(gradient(output, leaves, grad, retain_graph=True, create_graph=again, allow_unused=True))
        return None, *(next(found) if i in ctx.tensors else None for i in range(len(ctx.others)))


def _filled(ctx, tensors):
    """The arguments, `tensors` at their places."""
    given = list(ctx.others)
    for i, tensor in zip(ctx.tensors, tensors):
        given[i] = tensor
    return given


def step(name):
    """A decorator: the function of tensors and constants as one step, `<NAMEBackward0>`."""
    node = type(name, (_Composed,), {"_node": f"{name}Backward0", "__module__": __name__})

    def decorate(run):
        return lambda *args: node.apply(run, *args)

    return decorate
