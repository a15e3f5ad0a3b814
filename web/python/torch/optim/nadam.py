"""NAdam."""

from .._tensor import Tensor
from .optimizer import PerTensor, add, addcdiv_, addcmul_, check, check_betas, check_lr, lerp_, scalar_tensor, zeros_like

__all__ = ["NAdam"]


class NAdam(PerTensor):
    """Adam with Nesterov momentum (Dozat 2016)."""

    _added_later = {**PerTensor._added_later, "decoupled_weight_decay": False}
    _capturable_names = "params, mu_products and state_steps"

    def __init__(
        self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, momentum_decay=4e-3,
        decoupled_weight_decay=False, *, foreach=None, maximize=False, capturable=False, differentiable=False,
    ):  # fmt: skip
        check_lr(lr)
        check(eps, "epsilon value")
        check_betas(betas)
        check(weight_decay, "weight_decay value")
        check(momentum_decay, "momentum_decay value")
        defaults = {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "momentum_decay": momentum_decay,
            "decoupled_weight_decay": decoupled_weight_decay, "maximize": maximize, "foreach": foreach,
            "capturable": capturable, "differentiable": differentiable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def __setstate__(self, state):
        super().__setstate__(state)
        for kept in self.state.values():
            if "mu_product" in kept and not isinstance(kept["mu_product"], Tensor):
                kept["mu_product"] = scalar_tensor(kept["mu_product"])

    def _start(self, p, state, group):
        state["step"], state["mu_product"] = scalar_tensor(0.0), scalar_tensor(1.0)
        state["exp_avg"], state["exp_avg_sq"] = zeros_like(p), zeros_like(p)

    def _update(self, p, grad, state, group, lr):
        beta1, beta2 = group["betas"]
        decay, momentum_decay = group["weight_decay"], group["momentum_decay"]
        average, squares = state["exp_avg"], state["exp_avg_sq"]
        step = state["step"].add_(1).item()
        if decay != 0:
            if group["decoupled_weight_decay"]:
                p.mul_(1 - lr * decay)
            else:
                grad = add(grad, p, decay)
        mu = beta1 * (1.0 - 0.5 * (0.96 ** (step * momentum_decay)))
        mu_next = beta1 * (1.0 - 0.5 * (0.96 ** ((step + 1) * momentum_decay)))
        product = state["mu_product"].mul_(mu).item()
        lerp_(average, grad, 1 - beta1)
        addcmul_(squares.mul_(beta2), grad, grad, 1 - beta2)
        denominator = squares.div(1 - beta2**step).sqrt().add_(group["eps"])
        addcdiv_(p, grad, denominator, -lr * (1.0 - mu) / (1.0 - product))
        addcdiv_(p, average, denominator, -lr * mu_next / (1.0 - product * mu_next))
