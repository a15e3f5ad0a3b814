"""Adadelta."""

from .optimizer import PerTensor, add, add_, addcmul_, check, check_lr, scalar_tensor, zeros_like

__all__ = ["Adadelta"]


class Adadelta(PerTensor):
    """Steps in the units of the parameters, from running averages of gradients and of steps (Zeiler 2012)."""

    _capturable_devices = PerTensor._capturable_devices[:-1]

    def __init__(
        self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *, capturable=False, maximize=False,
        differentiable=False,
    ):  # fmt: skip
        check_lr(lr)
        if not 0.0 <= rho <= 1.0:
            raise ValueError(f"Invalid rho value: {rho}")
        check(eps, "epsilon value")
        check(weight_decay, "weight_decay value")
        defaults = {
            "lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay, "maximize": maximize,
            "capturable": capturable, "foreach": foreach, "differentiable": differentiable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _start(self, p, state, group):
        state["step"] = scalar_tensor(0.0)
        state["square_avg"], state["acc_delta"] = zeros_like(p), zeros_like(p)

    def _update(self, p, grad, state, group, lr):
        rho, eps, squares, steps = group["rho"], group["eps"], state["square_avg"], state["acc_delta"]
        state["step"].add_(1)
        if group["weight_decay"] != 0:
            grad = add(grad, p, group["weight_decay"])
        addcmul_(squares.mul_(rho), grad, grad, 1 - rho)
        delta = steps.add(eps).sqrt_().div_(squares.add(eps).sqrt_()).mul_(grad)
        addcmul_(steps.mul_(rho), delta, delta, 1 - rho)
        add_(p, delta, -lr)
