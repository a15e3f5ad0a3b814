"""RAdam."""

from .optimizer import PerTensor, add, addcmul_, check, check_betas, check_lr, lerp_, scalar_tensor, zeros_like

__all__ = ["RAdam"]


class RAdam(PerTensor):
    """Adam that adapts its rate only once the average of squares can be trusted (Liu et al. 2020)."""

    _added_later = {**PerTensor._added_later, "decoupled_weight_decay": False}

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, decoupled_weight_decay=False, *,
        foreach=None, maximize=False, capturable=False, differentiable=False,
    ):  # fmt: skip
        check_lr(lr)
        check(eps, "epsilon value")
        check_betas(betas)
        check(weight_decay, "weight_decay value")
        defaults = {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "maximize": maximize,
            "foreach": foreach, "capturable": capturable, "decoupled_weight_decay": decoupled_weight_decay,
            "differentiable": differentiable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _start(self, p, state, group):
        state["step"] = scalar_tensor(0.0)
        state["exp_avg"], state["exp_avg_sq"] = zeros_like(p), zeros_like(p)

    def _update(self, p, grad, state, group, lr):
        beta1, beta2 = group["betas"]
        decay, average, squares = group["weight_decay"], state["exp_avg"], state["exp_avg_sq"]
        step = state["step"].add_(1).item()
        if decay != 0:
            if group["decoupled_weight_decay"]:
                p.mul_(1 - lr * decay)
            else:
                grad = add(grad, p, decay)
        lerp_(average, grad, 1 - beta1)
        addcmul_(squares.mul_(beta2), grad, grad, 1 - beta2)
        correction2 = 1 - beta2**step
        update = average / (1 - beta1**step) * lr
        longest = 2 / (1 - beta2) - 1
        length = longest - 2 * step * (beta2**step) / correction2
        if length > 5.0:
            rectified = (
                (length - 4) * (length - 2) * longest / ((longest - 4) * (longest - 2) * length)
            ) ** 0.5
            update = update * (squares.sqrt().add_(group["eps"]).reciprocal() * correction2**0.5) * rectified
        p.sub_(update)
