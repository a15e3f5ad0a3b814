"""RMSprop."""

from .optimizer import PerTensor, add, add_, addcdiv_, addcmul_, check, check_lr, lerp_, scalar_tensor, zeros_like

__all__ = ["RMSprop"]


class RMSprop(PerTensor):
    """Steps divided by a running root mean square of the gradients (Hinton 2012); `centered` as in Graves 2013."""

    _added_later = {**PerTensor._added_later, "momentum": 0, "centered": False}

    def __init__(
        self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False, capturable=False,
        foreach=None, maximize=False, differentiable=False,
    ):  # fmt: skip
        check_lr(lr)
        check(eps, "epsilon value")
        check(momentum, "momentum value")
        check(weight_decay, "weight_decay value")
        check(alpha, "alpha value")
        defaults = {
            "lr": lr, "momentum": momentum, "alpha": alpha, "eps": eps, "centered": centered,
            "weight_decay": weight_decay, "capturable": capturable, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _start(self, p, state, group):
        state["step"], state["square_avg"] = scalar_tensor(0.0), zeros_like(p)
        if group["momentum"] > 0:
            state["momentum_buffer"] = zeros_like(p)
        if group["centered"]:
            state["grad_avg"] = zeros_like(p)

    def _update(self, p, grad, state, group, lr):
        alpha, squares = group["alpha"], state["square_avg"]
        state["step"].add_(1)
        if group["weight_decay"] != 0:
            grad = add(grad, p, group["weight_decay"])
        addcmul_(squares.mul_(alpha), grad, grad, 1 - alpha)
        if group["centered"]:
            average = state["grad_avg"]
            lerp_(average, grad, 1 - alpha)
            root = addcmul_(squares.clone(), average, average, -1).sqrt_()
        else:
            root = squares.sqrt()
        root.add_(group["eps"])
        if group["momentum"] > 0:
            buffer = state["momentum_buffer"]
            addcdiv_(buffer.mul_(group["momentum"]), grad, root)
            add_(p, buffer, -lr)
        else:
            addcdiv_(p, grad, root, -lr)
