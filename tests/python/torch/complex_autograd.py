"""Gradients through complex tensors: torch's conjugate convention, names of nodes, and rotary attention trained a step."""

import torch


def refused(call):
    try:
        print("no error:", call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


def gradients(call, *inputs):
    """The gradients of a real number made of call's result."""
    leaves = [value.clone().requires_grad_() for value in inputs]
    result = call(*leaves)
    weights = torch.arange(1, result.numel() + 1).reshape(result.shape) * (0.5 + 0.125j if result.is_complex() else 0.5)
    loss = (result * weights).sum()
    loss = loss.real + 2 * loss.imag if loss.is_complex() else loss
    loss.backward()
    return [leaf.grad for leaf in leaves]


z = torch.tensor([1 + 2j, -3 + 0.5j, 4j, -2])
v = torch.tensor([2 - 1j, 1j, 1 + 1j, 4])
x = torch.tensor([0.5, -1.0, 2.0, 3.0])
m = torch.tensor([[1 + 1j, 2 - 1j, 3j], [4, 5 + 2j, 6]])

print("-- names")
a, r = z.clone().requires_grad_(), x.clone().requires_grad_()
made = (
    a * v, a + 1, a / 2, -a, a.abs(), a.angle(), a.conj(), a.real, a.imag, a.exp(), a.log(), a**2, a.sum(), a.mean(),
    torch.polar(r, r), torch.complex(r, r), torch.view_as_real(a), torch.view_as_complex(r.reshape(2, 2)), a.sgn(), a[0],
    a.clone(), a.to(torch.complex128), a.reshape(2, 2), torch.outer(a, a), r * 1j, a.sqrt(), a.reciprocal(), a.square(),
    torch.cat([a, a]), torch.stack([a, a]), torch.where(x > 0, a, v), a @ a,
)  # fmt: skip
for result in made:
    print(type(result.grad_fn).__name__, result.dtype, result.requires_grad)
print(a, a * 2, torch.view_as_real(a * 1j), sep="\n")

print("-- values")
print(gradients(lambda a: a * v, z), gradients(lambda a, b: a * b, z, v), gradients(lambda a, b: a / b, z, v), sep="\n")
print(gradients(lambda a, b: a * b, x, z), gradients(lambda a, b: a + b, x, z), gradients(lambda a, b: b / a, x, z), sep="\n")
for name in ("abs", "angle", "conj", "exp", "log", "sqrt", "square", "reciprocal", "sgn", "sin", "cos", "sum", "mean", "prod",
             "cumsum", "std", "var", "neg", "rsqrt", "sigmoid"):  # fmt: skip
    arguments = (0,) if name == "cumsum" else ()
    print(name, *gradients(lambda a: getattr(a, name)(*arguments), z))
print(gradients(lambda a: a.real, z), gradients(lambda a: a.imag, z), gradients(torch.view_as_real, z), sep="\n")
print(gradients(torch.polar, x, x), gradients(torch.complex, x, x), gradients(lambda a: torch.view_as_complex(a.reshape(2, 2)), x))
print(gradients(lambda a: a**2, z), gradients(lambda a: a**3, z), gradients(lambda a: a**1.5, z), gradients(lambda a: 2**a, z), sep="\n")
print(gradients(lambda a, b: a @ b, m, m.T), gradients(lambda a: a @ a.mH, m), gradients(torch.outer, z, v), gradients(torch.dot, z, v), sep="\n")
print(gradients(lambda a: a[1:], z), gradients(lambda a: a[torch.tensor([0, 0])], z), gradients(lambda a: torch.cat([a, a * 1j]), z), sep="\n")
print(gradients(lambda a: torch.where(x > 0, a, 0), z), gradients(lambda a: a.masked_fill(x > 0, 1j), z), sep="\n")
print(gradients(lambda a: a.expand(2, 4), z), gradients(lambda a: m[:, :1] * a, z), gradients(lambda a: a.to(torch.complex128) * 1j, z), sep="\n")
print(gradients(lambda a: a.gather(0, torch.tensor([0, 0, 2])), z), gradients(lambda a: a.abs().square(), torch.zeros(2, dtype=torch.complex64)))
print(gradients(lambda a: a.abs(), torch.zeros(2, dtype=torch.complex64)), gradients(lambda a: a.angle(), x), gradients(lambda a: a.sgn(), x))
print(gradients(lambda a: torch.linalg.vector_norm(a), z), gradients(lambda a: a.norm(), m))

print("-- written in place")
a = z.clone().requires_grad_()
b = a * 1
b.mul_(2j)
b[0] = 1
torch.view_as_real(b)[1, 0] = 0.0
b.imag[2] = 5.0
print(b)
b.abs().sum().backward()
print(a.grad)
r = x.clone().requires_grad_()
pairs = (r * 1).reshape(2, 2)
turned = torch.view_as_complex(pairs)
turned.mul_(1j)
(pairs * torch.tensor([[1.0, 2.0], [3.0, 4.0]])).sum().backward()
print(r.grad)

print("-- walks")
a = z.clone().requires_grad_()
refused(lambda: a.sum().backward())
refused(lambda: (a * 2).backward())
(a * v).sum().backward(torch.tensor(1 + 0j))
print(a.grad)
(a * v).sum().abs().backward()
print(a.grad)
first, = torch.autograd.grad((a * a * a).sum().real, a, create_graph=True)
print(first)
print(torch.autograd.grad((first * first.conj()).real.sum(), a))
with torch.no_grad():
    a -= 0.1 * a.grad
print(a.is_leaf, a)
refused(lambda: torch.tensor([1, 2], requires_grad=True))

print("-- a step towards a target")
w = torch.tensor([0.1 + 0.1j, 0.2 - 0.3j], requires_grad=True)
target = torch.tensor([1 - 1j, 0.5j])
optimizer = torch.optim.SGD([w], lr=0.3)
for _ in range(4):
    optimizer.zero_grad()
    loss = (w - target).abs().square().sum()
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.4f}", w.detach())

print("-- rotary attention")


def frequencies(dim, end, theta=10000.0):
    freqs = 1.0 / (theta ** (torch.arange(0, dim, 2)[: (dim // 2)].float() / dim))
    t = torch.arange(end, device=freqs.device)
    freqs = torch.outer(t, freqs).float()
    return torch.polar(torch.ones_like(freqs), freqs)


def rotate(xq, xk, freqs_cis):
    xq_ = torch.view_as_complex(xq.float().reshape(*xq.shape[:-1], -1, 2))
    xk_ = torch.view_as_complex(xk.float().reshape(*xk.shape[:-1], -1, 2))
    shape = [d if i == 1 or i == xq_.ndim - 1 else 1 for i, d in enumerate(xq_.shape)]
    freqs_cis = freqs_cis.view(*shape)
    xq_out = torch.view_as_real(xq_ * freqs_cis).flatten(3)
    xk_out = torch.view_as_real(xk_ * freqs_cis).flatten(3)
    return xq_out.type_as(xq), xk_out.type_as(xk)


torch.manual_seed(0)
freqs_cis = frequencies(8, 16)
print(freqs_cis[:3], freqs_cis.shape, freqs_cis.dtype)
xq, xk, xv = (torch.randn(2, 5, 2, 8, requires_grad=True) for _ in range(3))
rq, rk = rotate(xq, xk, freqs_cis[:5])
print(rq.shape, rq.dtype, rq[0, 3, 0], rk[1, 4, 1])
scores = (rq.transpose(1, 2) @ rk.transpose(1, 2).transpose(2, 3)) / 8**0.5
mask = torch.full((5, 5), float("-inf")).triu(1)
out = torch.softmax(scores + mask, -1) @ xv.transpose(1, 2)
print(out[0, 1])
out.square().mean().backward()
print(xq.grad[0, :3, 0], xk.grad[1, 2], xv.grad[0, 0], sep="\n")
half = rotate(xq.detach().bfloat16(), xk.detach().bfloat16(), freqs_cis[:5])[0]
print(half.dtype, half[0, 1, 0])
