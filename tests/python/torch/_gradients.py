"""Holds functions' gradients, and their gradients, against central differences in float64."""

import torch
from torch.autograd import gradcheck, gradgradcheck

torch.manual_seed(0)


def r(*shape):
    """Normal numbers that require a gradient."""
    return torch.randn(*shape, dtype=torch.float64, requires_grad=True)


def u(*shape):
    """Numbers well inside (0, 1) that require a gradient."""
    return (torch.rand(*shape, dtype=torch.float64) * 0.8 + 0.1).requires_grad_()


def check(cases):
    """Check each (function, inputs)."""
    for i, (function, inputs) in enumerate(cases):
        name = getattr(function, "__name__", "function")
        fresh = tuple(x.detach().clone().requires_grad_() for x in inputs)
        assert gradcheck(function, fresh), (i, name)
        assert gradgradcheck(function, fresh), (i, name)
