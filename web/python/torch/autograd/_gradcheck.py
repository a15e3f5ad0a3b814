"""gradcheck: analytical gradients against central differences."""

import warnings

import torch
from torch import Tensor

__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]


class GradcheckError(RuntimeError):
    """Two ways of computing a gradient that do not agree."""


def _tuple(value):
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def _differentiable(values):
    return [v for v in _tuple(values) if isinstance(v, Tensor) and v.requires_grad]


def _numerical(function, inputs, target, eps):
    """One Jacobian of shape (elements of the input, elements of the output) for each output."""
    rows = []
    # A copy is changed, since a write to the input itself would spoil what its graph keeps.
    changed = target.detach().clone().requires_grad_()
    flat = changed.detach().view(-1)
    inputs = [changed if item is target else item for item in inputs]
    for place in range(flat.numel()):
        before, found = flat[place].item(), []
        for sign in (-1, 1):
            flat[place] = before + sign * eps
            found.append([out.detach().clone() for out in _tuple(function(*inputs)) if isinstance(out, Tensor)])
        flat[place] = before
        rows.append([((b - a) / (2 * eps)).reshape(-1) for a, b in zip(*found)])
    return [torch.stack(column) for column in zip(*rows)]


def _analytical(output, inputs):
    """One Jacobian of shape (elements of the input, elements of the output) for each input."""
    columns = []
    for j in range(output.numel()):
        seed = torch.zeros_like(output, requires_grad=False).reshape(-1)
        seed[j] = 1
        grads = torch.autograd.grad(output, inputs, seed.view(output.shape), retain_graph=True, allow_unused=True)
        columns.append(
            [(torch.zeros_like(i) if g is None else g).detach().reshape(-1) for g, i in zip(grads, inputs)]
        )
    return [torch.stack(column, 1) for column in zip(*columns)]


def _check_inputs(inputs):
    found = False
    for i, item in enumerate(inputs):
        if isinstance(item, Tensor) and item.requires_grad:
            found = True
            if item.dtype is not torch.float64:
                warnings.warn(
                    f"Input #{i} requires gradient and is not a double precision floating point or complex. This check "
                    "will likely fail if all the inputs are not of double precision floating point or complex. ",
                    stacklevel=4,
                )
    if not found:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but none of them have requires_grad=True."
        )


def _gradcheck(func, inputs, eps, atol, rtol, nondet_tol, check_undefined_grad):
    _check_inputs(inputs)
    outputs = _tuple(func(*inputs))
    targets = _differentiable(inputs)
    tracked = [out for out in outputs if isinstance(out, Tensor) and out.requires_grad]
    if not tracked:
        for target in targets:
            for i, numerical in enumerate(_numerical(func, inputs, target, eps)):
                if numerical.abs().max() > 0:
                    raise GradcheckError("Numerical gradient for function expected to be zero")
        return True
    numbers = [i for i, out in enumerate(outputs) if isinstance(out, Tensor) and out.requires_grad]
    numericals = [_numerical(func, inputs, target, eps) for target in targets]
    for i, out in zip(numbers, tracked):
        analytical = _analytical(out, targets)
        if nondet_tol is not None:
            again = _analytical(out, targets)
            if any((a - b).abs().max() > nondet_tol for a, b in zip(analytical, again) if a.numel()):
                raise GradcheckError(
                    "Backward is not reentrant, i.e., running backward with same input and grad_output multiple times "
                    "gives different values, although analytical gradient matches numerical gradient."
                    f"The tolerance for nondeterminism was {nondet_tol}."
                )
        for j, numerical in enumerate(numericals):
            a, n = analytical[j], numerical[i]
            if not torch.allclose(a, n, rtol, atol):
                raise GradcheckError(
                    f"Jacobian mismatch for output {i} with respect to input {j},\nnumerical:{n}\nanalytical:{a}\n"
                )
    if check_undefined_grad:
        _check_undefined(tracked, targets)
    return True


def _check_undefined(outputs, inputs):
    """A gradient of zeros must be as good as none."""
    seeds = [torch.zeros_like(out, requires_grad=False) for out in outputs]
    grads = torch.autograd.grad(outputs, inputs, seeds, retain_graph=True, allow_unused=True)
    for grad in grads:
        if grad is not None and not (grad == 0).all():
            raise GradcheckError("backward not multiplied by grad_output")


def gradcheck(
    func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, nondet_tol=0.0, check_undefined_grad=True,
    check_grad_dtypes=False, check_batched_grad=False, check_batched_forward_grad=False, check_forward_ad=False,
    check_backward_ad=True, fast_mode=False, masked=None,
):  # fmt: skip
    """Whether the gradients of `func` at `inputs` (float64) agree with central differences of step `eps`.

    Raises GradcheckError, or with `raise_exception=False` returns False, where they do not.
    """
    if check_forward_ad:
        raise NotImplementedError("forward-mode differentiation is not in this course's PyTorch subset")
    try:
        return _gradcheck(func, _tuple(inputs), eps, atol, rtol, nondet_tol, check_undefined_grad)
    except GradcheckError:
        if raise_exception:
            raise
        return False


def gradgradcheck(
    func, inputs, grad_outputs=None, *, eps=1e-6, atol=1e-5, rtol=1e-3, gen_non_contig_grad_outputs=False,
    raise_exception=True, nondet_tol=0.0, check_undefined_grad=True, check_grad_dtypes=False, check_batched_grad=False,
    check_fwd_over_rev=False, check_rev_over_rev=True, fast_mode=False, masked=False,
):  # fmt: skip
    """gradcheck of the gradients themselves, at `grad_outputs` or at random ones."""
    inputs = _tuple(inputs)
    if grad_outputs is None:
        outputs = _differentiable(func(*inputs))
        grad_outputs = tuple(torch.testing.make_tensor(o.shape, dtype=o.dtype, low=-1, high=1) for o in outputs)
        grad_outputs = tuple(g.requires_grad_() for g in grad_outputs)
    grad_outputs = _tuple(grad_outputs)

    def first(*given):
        given_inputs, seeds = given[: len(inputs)], given[len(inputs) :]
        targets = _differentiable(given_inputs)
        grads = torch.autograd.grad(
            _differentiable(func(*given_inputs)), targets, seeds, create_graph=True, allow_unused=True
        )
        return tuple(g for g in grads if g is not None)

    return gradcheck(
        first, inputs + grad_outputs, eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception,
        nondet_tol=nondet_tol, check_undefined_grad=check_undefined_grad,
    )  # fmt: skip
