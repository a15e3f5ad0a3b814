"""Rprop."""

from .._tensor import face
from .optimizer import PerTensor, addcmul_, check_lr, scalar_tensor, to_number, zeros_like

__all__ = ["Rprop"]

_full, _where = face.operation("full"), face.operation("where")


class Rprop(PerTensor):
    """Steps by the gradient's sign alone, longer while it stays the same (Riedmiller and Braun 1993)."""

    def __init__(
        self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *, capturable=False, foreach=None,
        maximize=False, differentiable=False,
    ):  # fmt: skip
        check_lr(lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        defaults = {
            "lr": lr, "etas": etas, "step_sizes": step_sizes, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable, "capturable": capturable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _start(self, p, state, group):
        state["step"], state["prev"] = scalar_tensor(0.0), zeros_like(p)
        state["step_size"] = _full(p.shape, to_number(group["lr"]), p.dtype)

    def _update(self, p, grad, state, group, lr):
        (shorter, longer), sizes = group["etas"], state["step_size"]
        state["step"].add_(1)
        agreement = grad.mul(state["prev"])
        turned = agreement < 0
        sizes.mul_(_where(turned, shorter, _where(agreement > 0, longer, sizes.new_ones(()))))
        sizes.clamp_(*group["step_sizes"])
        grad = _where(turned, 0.0, grad)
        addcmul_(p, grad.sign(), sizes, -1)
        state["prev"].copy_(grad)
