import torch
from torch.autograd import gradcheck, gradgradcheck


def attempt(make):
    try:
        print(make())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


x = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64, requires_grad=True)
y = torch.tensor([[0.5], [0.2]], dtype=torch.float64, requires_grad=True)


def product(x, y):
    return (x * y).sin()


def half(x):
    return x * x.detach()


print(gradcheck(product, (x, y)), gradgradcheck(product, (x, y)), gradcheck(torch.exp, x), gradcheck(torch.cumsum, (x, 0)))
print(gradcheck(lambda a, b: (a @ b, (a + b.t()).relu()), (x.detach().repeat(2, 1).requires_grad_(), torch.full((3, 2), 0.3).double().requires_grad_())))
attempt(lambda: gradcheck(lambda x: x, torch.ones(2)))
attempt(lambda: gradcheck(half, x))
attempt(lambda: gradcheck(half, x, raise_exception=False))
attempt(lambda: gradcheck(lambda x, y: (x * y, half(x)), (x, y)))
attempt(lambda: gradcheck(lambda x: x.detach(), x))
attempt(lambda: gradcheck(lambda x: x.detach() * 0, x))
attempt(lambda: gradcheck(torch.sin, torch.ones(2, requires_grad=True), eps=1e-3, atol=1e-2))
print(gradcheck.__name__, x.grad)
