import torch
from torch import nn
from torch.func import grad, vmap, jacrev, jacfwd, hessian, functional_call, vjp, jvp, stack_module_state, grad_and_value

torch.manual_seed(0)
print(grad(torch.sin)(torch.tensor(0.0)), grad(grad(torch.sin))(torch.tensor(1.0)))
x = torch.arange(4.)
print(jacrev(lambda v: v ** 2)(x))
print(jacfwd(torch.cumsum, argnums=0)(x, 0) if False else jacfwd(lambda v: v.cumsum(0))(x))
print(hessian(lambda v: (v ** 3).sum())(x))
print(vmap(torch.dot)(torch.ones(3, 2), torch.arange(6.).view(3, 2)))
print(vmap(lambda a, b: a + b, in_dims=(0, None))(torch.arange(3.), torch.tensor(1.)))
model = nn.Linear(3, 1)
params = dict(model.named_parameters())


def loss_fn(p, x, y):
    return ((functional_call(model, p, (x,)) - y) ** 2).mean()


xs, ys = torch.randn(5, 3), torch.randn(5, 1)
g = grad(loss_fn)(params, xs, ys)
print({k: v.shape for k, v in g.items()})
per = vmap(grad(loss_fn), in_dims=(None, 0, 0))(params, xs, ys)
print({k: v.shape for k, v in per.items()}, torch.allclose(per['weight'].mean(0), g['weight'], atol=1e-6))
out, f_vjp = vjp(lambda a: a * a, torch.tensor([1., 2.]))
print(out, f_vjp(torch.ones(2)))
print(jvp(lambda a: a * a, (torch.tensor([1., 2.]),), (torch.tensor([1., 0.]),)))
print(grad_and_value(lambda w: (w ** 2).sum())(torch.tensor([1., 2.])))
print(grad(lambda a, b: a * b, argnums=(0, 1))(torch.tensor(2.), torch.tensor(3.)))
print(grad(lambda a: (a ** 2, a + 1), has_aux=True)(torch.tensor(3.)))
models = [nn.Linear(3, 2) for _ in range(3)]
ps, bufs = stack_module_state(models)
print({k: v.shape for k, v in ps.items()})
base = models[0]
print(vmap(lambda p, b, x: functional_call(base, (p, b), (x,)), in_dims=(0, 0, None))(ps, bufs, xs).shape)
try:
    grad(lambda a: a * 2)(torch.ones(3))
except RuntimeError as e:
    print(e)
try:
    grad(lambda a: 3)(torch.ones(1))
except RuntimeError as e:
    print(e)
try:
    vmap(torch.add)(torch.ones(3), torch.ones(2))
except ValueError as e:
    print(e)
w = torch.zeros(2)
for i in range(3):
    gw = grad(lambda w: ((w - torch.tensor([1., 2.])) ** 2).sum())(w)
    w = w - 0.25 * gw
    print(i, w)
