"""Where real PyTorch's kernels multiply and add with one rounding, and where a number on the left is multiplied in."""

import torch

torch.manual_seed(0)
a, b, c = torch.randn(1000), torch.randn(1000), torch.randn(1000)


def fused(x, y, z):
    return (x.double() * y.double() + z.double()).float()


def alike(name, found, expected):
    print(name, torch.equal(found, expected))


for alpha in (0.3, -1.7, 1e-3):
    once = fused(b, torch.tensor(alpha), a)
    alike("add", torch.add(a, b, alpha=alpha), once)
    alike("sub", torch.sub(a, b, alpha=-alpha), once)
    alike("rsub", torch.rsub(b, a, alpha=-alpha), once)
    alike("add_", a.clone().add_(b, alpha=alpha), once)
    alike("strided", torch.add(a[::2], b[::2], alpha=alpha), once[::2])
    print(torch.equal(once, a + b * alpha))
for value in (1, 2, 0.3):
    scaled = b * value
    alike("addcmul", torch.addcmul(a, b, c, value=value), fused(scaled, c, a))
    alike("addcmul_", a.clone().addcmul_(b, c, value=value), fused(scaled, c, a))
    alike("addcdiv", torch.addcdiv(a, b, c, value=value), a + scaled / c)
    table = torch.addcmul(a[:, None], b[:, None], c[None, :5], value=value)
    alike("broadcast", table, fused(scaled[:, None], c[None, :5], a[:, None]))
for weight in (0.3, 0.7, 0.5, -2.0):
    w = torch.tensor(weight)
    alike("lerp", torch.lerp(a, b, weight), fused(w, b - a, a) if abs(weight) < 0.5 else fused(w - 1, b - a, b))
weights = torch.rand(1000) * 2 - 0.5
alike("lerp", torch.lerp(a, b, weights), torch.where(weights.abs() < 0.5, fused(weights, b - a, a), fused(weights - 1, b - a, b)))

m = torch.arange(1.0, 40.0)
for k in (1, 2, 3.0, 0.1, 7):
    print(torch.equal(k / m, m.reciprocal() * k), torch.equal(k / m, torch.tensor(float(k)) / m))
whole = torch.arange(1, 9)
print(2 / whole, 2.5 / whole, 2 - whole.to(torch.uint8), 0.5 - whole)


def attempt(run):
    try:
        print(run())
    except (RuntimeError, TypeError, NotImplementedError) as error:
        print(type(error).__name__, str(error).splitlines()[0])


x = torch.ones(2)
attempt(lambda: "a" - x)
attempt(lambda: [1] - x)
attempt(lambda: True - x)
attempt(lambda: 1 - torch.tensor([True]))
attempt(lambda: torch.rsub(torch.tensor([True]), 1))
attempt(lambda: torch.add(whole, whole, alpha=0.5))
attempt(lambda: torch.sub(whole, whole, alpha=0.5))
attempt(lambda: torch.rsub(whole, whole, alpha=0.5))
attempt(lambda: torch.add(whole, whole, alpha=2))
attempt(lambda: whole.clone().add_(whole, alpha=0.5))
attempt(lambda: torch.lerp(whole, whole, 2))
attempt(lambda: torch.lerp(whole, whole, whole))
attempt(lambda: torch.lerp(x, x.double(), 1))
attempt(lambda: torch.lerp(x, x, x.double()))
attempt(lambda: torch.lerp(x, torch.ones(3), 0.5))
attempt(lambda: torch.addcmul(x, whole[:2], x))
attempt(lambda: torch.addcmul(whole, whole, whole, value=0.5))
attempt(lambda: torch.addcmul(whole, whole, whole, value=2))
attempt(lambda: torch.addcmul(whole, x[0], x[0]))
attempt(lambda: torch.addcdiv(whole, whole, whole))
attempt(lambda: torch.addcdiv(x, x, whole[:2]))
attempt(lambda: whole.clone().addcmul_(x[0], x[0]))
attempt(lambda: torch.addcmul(x, torch.ones(3), x))
attempt(lambda: torch.addcmul(x.half(), x.half(), x))
