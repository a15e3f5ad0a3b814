"""Adamax."""

from .._tensor import face
from .optimizer import PerTensor, add, addcdiv_, check, check_betas, check_lr, lerp_, scalar_tensor, zeros_like

__all__ = ["Adamax"]

_maximum = face.operation("maximum")


class Adamax(PerTensor):
    """Adam with the infinity norm (Kingma and Ba 2015, section 7)."""

    def __init__(
        self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *, maximize=False,
        differentiable=False, capturable=False,
    ):  # fmt: skip
        check_lr(lr)
        check(eps, "epsilon value")
        check_betas(betas)
        check(weight_decay, "weight_decay value")
        defaults = {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _start(self, p, state, group):
        state["step"] = scalar_tensor(0.0)
        state["exp_avg"], state["exp_inf"] = zeros_like(p), zeros_like(p)

    def _update(self, p, grad, state, group, lr):
        beta1, beta2 = group["betas"]
        average, largest = state["exp_avg"], state["exp_inf"]
        step = state["step"].add_(1).item()
        if group["weight_decay"] != 0:
            grad = add(grad, p, group["weight_decay"])
        lerp_(average, grad, 1 - beta1)
        largest.copy_(_maximum(largest.mul_(beta2), grad.abs().add_(group["eps"])))
        addcdiv_(p, average, largest, -(lr / (1 - beta1**step)))
