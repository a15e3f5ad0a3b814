"""Adam and AdamW."""

from .._tensor import Tensor, face
from .optimizer import (
    PerTensor, add, addcdiv_, addcmul_, check, check_betas, check_fused, check_lr, lerp_, scalar_tensor, to_number, zeros_like,
)  # fmt: skip

__all__ = ["Adam"]

_maximum = face.operation("maximum")
_adam_step = face.operation("adam_step")


class Adam(PerTensor):
    """Adam (Kingma and Ba 2015): steps scaled by running averages of the gradient and its square.

    amsgrad                 divide by the largest average of squares so far (Reddi et al. 2018)
    decoupled_weight_decay  shrink the weights themselves instead of adding to the gradient, as AdamW does
    """

    _added_later = {**PerTensor._added_later, "amsgrad": False, "decoupled_weight_decay": False, "fused": None}

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, foreach=None,
        maximize=False, capturable=False, differentiable=False, fused=None, decoupled_weight_decay=False,
    ):  # fmt: skip
        check_lr(lr, foreach, capturable)
        check(eps, "epsilon value")
        check_betas(betas)
        check(weight_decay, "weight_decay value")
        if len({float if isinstance(b, float) else Tensor if isinstance(b, Tensor) else i for i, b in enumerate(betas)}) > 1:
            raise ValueError("betas must be either both floats or both Tensors")
        for i, beta in enumerate(betas):
            if isinstance(beta, Tensor):
                if not capturable and foreach:
                    raise ValueError(f"betas[{i}] as a Tensor is not supported for capturable=False and foreach=True")
                if beta.numel() != 1:
                    raise ValueError(f"Tensor betas[{i}] must be 1-element")
        defaults = {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "amsgrad": amsgrad,
            "maximize": maximize, "foreach": foreach, "capturable": capturable, "differentiable": differentiable,
            "fused": fused, "decoupled_weight_decay": decoupled_weight_decay,
        }  # fmt: skip
        super().__init__(params, defaults)
        check_fused(fused, foreach, differentiable)

    def _start(self, p, state, group):
        state["step"] = scalar_tensor(0.0)
        state["exp_avg"], state["exp_avg_sq"] = zeros_like(p), zeros_like(p)
        if group["amsgrad"]:
            state["max_exp_avg_sq"] = zeros_like(p)

    def _step_group(self, group):
        shrinks = group["decoupled_weight_decay"] or group["weight_decay"] == 0
        if group["amsgrad"] or group["maximize"] or group["capturable"] or group["differentiable"] or not shrinks:
            return super()._step_group(group)
        beta1, beta2 = map(to_number, group["betas"])
        lr = to_number(group["lr"])
        params, grads, averages, squares, sizes, corrections = [], [], [], [], [], []
        for p in group["params"]:
            grad = p.grad
            if grad is None:
                continue
            state = self.state[p]
            if not state:
                self._start(p, state, group)
            step = state["step"].item() + 1
            params.append(p)
            grads.append(grad)
            averages.append(state["exp_avg"])
            squares.append(state["exp_avg_sq"])
            sizes.append(lr / (1 - beta1**step))
            corrections.append((1 - beta2**step) ** 0.5)
        left = _adam_step(
            params, grads, averages, squares, sizes, corrections, beta1, beta2, group["eps"], 1 - lr * group["weight_decay"],
        )  # fmt: skip
        left = set(left)
        for i, p in enumerate(params):
            if i in left:
                self._update(p, grads[i], self.state[p], group, lr)
            else:
                self.state[p]["step"].add_(1)

    def _update(self, p, grad, state, group, lr):
        beta1, beta2 = map(to_number, group["betas"])
        decay, average, squares = group["weight_decay"], state["exp_avg"], state["exp_avg_sq"]
        step = state["step"].add_(1).item()
        if decay != 0:
            if group["decoupled_weight_decay"]:
                p.mul_(1 - lr * decay)
            else:
                grad = add(grad, p, decay)
        lerp_(average, grad, 1 - beta1)
        addcmul_(squares.mul_(beta2), grad, grad, 1 - beta2)
        if group["amsgrad"]:
            largest = state["max_exp_avg_sq"]
            squares = largest.copy_(_maximum(largest, squares))
        denominator = (squares.sqrt() / (1 - beta2**step) ** 0.5).add_(group["eps"])
        addcdiv_(p, average, denominator, -(lr / (1 - beta1**step)))
