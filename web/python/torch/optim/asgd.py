"""Averaged stochastic gradient descent."""

from .optimizer import PerTensor, add, add_, check, check_lr, scalar_tensor, zeros_like

__all__ = ["ASGD"]


class ASGD(PerTensor):
    """Stochastic gradient descent that also averages the parameters, in `state[p]["ax"]` (Polyak and Juditsky 1992)."""

    _capturable_names = "params, mus, etas, and state_steps"

    def __init__(
        self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None, maximize=False,
        differentiable=False, capturable=False,
    ):  # fmt: skip
        check_lr(lr)
        check(weight_decay, "weight_decay value")
        defaults = {
            "lr": lr, "lambd": lambd, "alpha": alpha, "t0": t0, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _start(self, p, state, group):
        lr = group["lr"]
        state["step"], state["eta"] = scalar_tensor(0.0), scalar_tensor(float(lr))
        state["mu"], state["ax"] = scalar_tensor(1.0), zeros_like(p)

    def _update(self, p, grad, state, group, lr):
        step = state["step"].add_(1).item()
        eta, mu, average = state["eta"].item(), state["mu"], state["ax"]
        if group["weight_decay"] != 0:
            grad = add(grad, p, group["weight_decay"])
        p.mul_(1 - group["lambd"] * eta)
        add_(p, grad, -eta)
        if mu.item() != 1:
            average.add_(p.sub(average).mul_(mu))
        else:
            average.copy_(p)
        state["eta"].fill_(lr / ((1 + group["lambd"] * lr * step) ** group["alpha"]))
        mu.fill_(1 / max(1, step - group["t0"]))
