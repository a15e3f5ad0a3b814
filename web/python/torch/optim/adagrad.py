"""Adagrad."""

from .._tensor import face
from .optimizer import PerTensor, add, addcdiv_, addcmul_, check, check_fused, check_lr, scalar_tensor

__all__ = ["Adagrad"]

_full = face.operation("full")


class Adagrad(PerTensor):
    """Steps divided by the root of the sum of all squared gradients so far (Duchi et al. 2011)."""

    _added_later = {"foreach": None, "maximize": False, "differentiable": False, "fused": None}

    def __init__(
        self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, foreach=None, *,
        maximize=False, differentiable=False, fused=None,
    ):  # fmt: skip
        check_lr(lr)
        check(lr_decay, "lr_decay value")
        check(weight_decay, "weight_decay value")
        check(initial_accumulator_value, "initial_accumulator_value value")
        check(eps, "epsilon value")
        defaults = {
            "lr": lr, "lr_decay": lr_decay, "eps": eps, "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable, "fused": fused,
        }  # fmt: skip
        super().__init__(params, defaults)
        check_fused(fused, foreach, differentiable)
        for group in self.param_groups:
            for p in group["params"]:
                self._start(p, self.state[p], group)

    def share_memory(self):
        """There is one process here: nothing to share."""

    def _start(self, p, state, group):
        state["step"] = scalar_tensor(0.0)
        state["sum"] = _full(p.shape, self.defaults["initial_accumulator_value"], p.dtype)

    def _update(self, p, grad, state, group, lr):
        step = state["step"].add_(1).item()
        if group["weight_decay"] != 0:
            grad = add(grad, p, group["weight_decay"])
        total = addcmul_(state["sum"], grad, grad)
        addcdiv_(p, grad, total.sqrt().add_(group["eps"]), -(lr / (1 + (step - 1) * group["lr_decay"])))
