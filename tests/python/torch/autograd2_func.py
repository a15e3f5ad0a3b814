import torch
from torch import nn
from torch.func import functional_call, grad, grad_and_value, hessian, jacrev, vjp

x, y = torch.tensor([1.0, 2.0]), torch.tensor(3.0)


def f(x, y):
    return (x**3).sum() * y


print(grad(f)(x, y), grad(f, argnums=1)(x, y), grad(f, (0, 1))(x, y), grad_and_value(f)(x, y))
print(grad(torch.sin)(y), grad(grad(torch.sin))(y), grad(grad(grad(torch.sin)))(y))
print(jacrev(lambda x: x**2)(x), hessian(lambda x: (x**3).sum())(x), jacrev(f, 1)(x, y), jacrev(f, (0, 1))(x, y))
out, pull = vjp(lambda x: x**2, x)
print(out, pull(torch.ones(2)))
print(grad(lambda x: (x.sum(), x * 2), has_aux=True)(x), grad_and_value(lambda x: (x.sum(), {"k": x * 2}), has_aux=True)(x))
try:
    grad(lambda x: x)(x)
except RuntimeError as error:
    print(error)
layer = nn.Linear(2, 1)
weights = {"weight": torch.ones(1, 2), "bias": torch.zeros(1)}
print(functional_call(layer, weights, (x,)), functional_call(nn.Sequential(layer), {"0.bias": torch.ones(1) * 5, "0.weight": torch.zeros(1, 2)}, x))
