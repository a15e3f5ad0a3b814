"""Values and gradients at NaN, at infinities, at ties and at kinks."""

import math

import torch
import torch.nn.functional as F

nan, inf = math.nan, math.inf
X = [nan, -1.0, 0.0, 2.0, inf, -inf, 1.0, 3.0, -0.0, 0.5]
Y = [1.0, nan, 0.0, 2.0, inf, -inf, 2.0, 1.0, 0.0, 0.5]
Z = [2.0, 2.0, 1.0, 2.0, inf, 0.0, 1.0, 2.0, nan, -1.0]


def show(name, f, *values):
    leaves = [torch.tensor(value, requires_grad=True) for value in values]
    result = f(*leaves)
    result.sum().backward()
    print(name, result.detach(), *(leaf.grad for leaf in leaves), sep="\n  ")


print(torch.sign(torch.tensor(X)), torch.sign(torch.tensor(nan, dtype=torch.float64)))
for name in ("abs", "relu", "square", "sqrt", "rsqrt", "nan_to_num", "frac", "expm1", "log1p"):
    show(name, getattr(torch, name), X)
for name in ("maximum", "minimum", "fmax", "fmin", "max", "min", "clamp_min", "clamp_max", "atan2", "xlogy", "copysign"):
    show(name, getattr(torch, name), X, Y)
show("clamp", lambda x: torch.clamp(x, 0.0, 1.0), X)
show("clamp from", lambda x: torch.clamp(x, min=0.0), X)
show("clamp to", lambda x: torch.clamp(x, max=1.0), X)
show("clamp crossed", lambda x: torch.clamp(x, 2.0, 1.0), X)
show("clamp_min number", lambda x: torch.clamp_min(x, 0.0), X)
show("clamp_max number", lambda x: torch.clamp_max(x, 1.0), X)
show("clamp tensors", torch.clamp, X, Y, Z)
show("clamp from a tensor", lambda x, y: torch.clamp(x, min=y), X, Y)
show("clamp to a tensor", lambda x, y: torch.clamp(x, max=y), X, Y)
for name in ("leaky_relu", "hardswish", "hardsigmoid", "softshrink", "hardshrink", "softplus", "elu", "relu6"):
    show(name, getattr(F, name), X)
show("threshold", lambda x: F.threshold(x, 0.5, 9.0), X)
show("hypot", torch.hypot, [3.0, -5.0, inf, nan], [4.0, 12.0, nan, 1.0])
show("logaddexp", torch.logaddexp, [1.0, -2.0, 100.0, -inf], [2.0, 0.5, 0.0, 1.0])
show("logaddexp2", torch.logaddexp2, [1.0, -2.0, 100.0, -inf], [2.0, 0.5, 0.0, 1.0])
for p in (0.5, 1, 1.5, 2, 3, inf, -inf, -1):
    show(f"norm {p}", lambda x: torch.linalg.vector_norm(x, p), [1.0, 0.5, -2.0, 2.0])
for p in (1, 1.5, 2, 3):
    show(f"norm {p} of zeros", lambda x: torch.linalg.vector_norm(x, p), [0.0, 0.0])
at = [0.5, 1.0, 2.5, 10.0, -0.5, -2.5, 100.0, 1e-3]
for name in ("lgamma", "digamma", "asinh", "sinc"):
    show(name, getattr(torch, name), at)
show("acosh", torch.acosh, [1.5, 2.0, 100.0, 0.5])
show("atanh", torch.atanh, [0.5, -0.9, 0.0, 2.0])
for n in (0, 1, 2, 3):
    show(f"polygamma {n}", lambda x: torch.polygamma(n, x), at[:-1])
try:
    torch.polygamma(-1, torch.ones(2))
except RuntimeError as error:
    print(error)
place = torch.tensor([[0, 1, 0], [0, 0, 1]])
for reduce in ("sum", "prod", "mean", "amax", "amin"):
    for include_self in (True, False):
        show(
            f"scatter_reduce {reduce} {include_self}",
            lambda a, b: a.scatter_reduce(0, place, b, reduce, include_self=include_self),
            [[2.0, 0.5, 3.0], [1.0, 4.0, 3.0], [5.0, 6.0, 7.0]], [[0.0, 4.0, 3.0], [2.0, 0.5, 3.0]],
        )  # fmt: skip
whole = torch.tensor([5, 7, -3])
for reduce in ("sum", "prod", "mean", "amax", "amin"):
    print(whole.scatter_reduce(0, torch.tensor([0, 0, 2]), torch.tensor([-4, 9, 2]), reduce))
show("index_fill", lambda a, b: a.index_fill(0, torch.tensor([0, 2, 0]), b), [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], 0.5)
show("unfold", lambda a: a.unfold(0, 3, 2) * torch.arange(9.0).view(3, 3), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])
for make in (lambda a: a.unfold(0, 8, 1), lambda a: a.unfold(0, 2, 0), lambda a: a.unfold(0, -1, 1), lambda a: a.unfold(1, 2, 1)):
    try:
        make(torch.ones(7))
    except (RuntimeError, IndexError) as error:
        print(error)
for divide in ("floor", "trunc"):
    show(divide, lambda a, b: torch.div(a, b, rounding_mode=divide), [7.0, -7.0, 5.5], [2.0, 2.0, -2.0])
quotient = torch.ones(2, requires_grad=True) // 2
print(quotient)
try:
    quotient.sum().backward()
except RuntimeError as error:
    print(error)
