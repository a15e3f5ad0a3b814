"""Stochastic gradient descent."""

from .optimizer import PerTensor, add, add_, check_fused, check_lr

__all__ = ["SGD"]


class SGD(PerTensor):
    """Stochastic gradient descent, with momentum (Sutskever et al. 2013) if asked."""

    _added_later = {"nesterov": False, "maximize": False, "foreach": None, "differentiable": False, "fused": False}

    def __init__(
        self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False, foreach=None,
        differentiable=False, fused=None,
    ):  # fmt: skip
        check_lr(lr)
        if momentum < 0.0:
            raise ValueError(f"Invalid momentum value: {momentum}")
        if weight_decay < 0.0:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        defaults = {
            "lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay, "nesterov": nesterov,
            "maximize": maximize, "foreach": foreach, "differentiable": differentiable, "fused": fused,
        }  # fmt: skip
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, defaults)
        check_fused(fused, foreach, differentiable)

    def _step_group(self, group):
        lr, momentum, decay = group["lr"], group["momentum"], group["weight_decay"]
        pairs = [(p, p.grad) for p in group["params"]]
        for p, grad in pairs:
            if grad is None:
                continue
            if group["maximize"]:
                grad = -grad
            if decay != 0:
                grad = add(grad, p, decay)
            if momentum != 0:
                state = self.state[p]
                buffer = state.get("momentum_buffer")
                if buffer is None:
                    buffer = state["momentum_buffer"] = grad.detach().clone()
                else:
                    add_(buffer.mul_(momentum), grad, 1 - group["dampening"])
                grad = add(grad, buffer, momentum) if group["nesterov"] else buffer
            add_(p, grad, -lr)
