import torch
from torch.autograd.functional import hessian, hvp, jacobian, jvp, vhp, vjp


def attempt(make):
    try:
        print(make())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


def cubes(x):
    return x.pow(3).sum()


def two(x, y):
    return x * y.sum(), (x**2).sum()


a, b = torch.tensor([1.0, 2.0, 3.0]), torch.tensor([[1.0, 2.0], [3.0, 4.0]])
print(jacobian(lambda x: x**2, a))
print(hessian(cubes, a))
print(jacobian(two, (a, b)))
print(jacobian(two, (a, b), vectorize=True))
print(hessian(lambda x, y: (x.sum() * y).sum() ** 2, (a, b)))
print(vjp(two, (a, b), (a, torch.tensor(1.0))))
print(jvp(lambda x: x**3, a, torch.ones(3)))
print(hvp(cubes, a, torch.ones(3)), vhp(cubes, a, torch.ones(3)))
print(hvp(lambda x, y: (x * x).sum() * y.sum(), (a, b), (a, b)), vhp(lambda x, y: (x * x).sum() * y.sum(), (a, b), (a, b)))
attempt(lambda: jacobian(lambda x: x * 2, torch.zeros(0)))
print(vjp(cubes, a), jacobian(lambda x: x.sum(), torch.tensor(2.0)))
attempt(lambda: vjp(lambda x: x, a))
attempt(lambda: hessian(lambda x: x, a))
attempt(lambda: hessian(lambda x: (x,), a))
attempt(lambda: jacobian(cubes, 3))
attempt(lambda: jacobian(two, (a, 3)))
attempt(lambda: jacobian(lambda x: 3, a))
attempt(lambda: jacobian(cubes, a, strategy="sideways"))
attempt(lambda: vjp(lambda x: x, a, torch.ones(2)))
attempt(lambda: vjp(two, (a, b), a))
attempt(lambda: jvp(cubes, a))
attempt(lambda: hvp(two, (a, b), (a, b)))
attempt(lambda: hvp(lambda x, y: x.sum(), (a, b), (a,)))
attempt(lambda: hvp(lambda x, y: x.sum(), (a, b), (a, a)))
attempt(lambda: vhp(lambda x: x, a, a))
attempt(lambda: jacobian(lambda x: torch.ones(2), a))
attempt(lambda: jacobian(lambda x: torch.ones(2), a, strict=True))
attempt(lambda: jacobian(lambda x, y: x * 2, (a, b), strict=True))
attempt(lambda: hessian(lambda x: x.sum(), a, strict=True))
attempt(lambda: vjp(lambda x, y: x.sum(), (a, b), strict=True))
print(jacobian(lambda x: x**2, a.requires_grad_(), create_graph=True))
print(torch.autograd.grad(hessian(lambda x: (x**4).sum(), a, create_graph=True).sum(), a))
with torch.no_grad():
    print(jacobian(cubes, a))
