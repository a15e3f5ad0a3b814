import torch
from _show import show

x = torch.arange(6.).reshape(2, 3)
y = torch.ones(2, requires_grad=True)
show(globals(), """
y
y.requires_grad, y.is_leaf, y.grad, y.grad_fn
(y * 2).requires_grad, (y * 2).is_leaf
(y * 2).grad_fn.name(), type((y * 2).grad_fn)
str((y * 2).grad_fn)[:22]
y * 2, y + 1, y - 1, y / 2, -y, y ** 2, y.exp(), y.log(), y.sum(), y.mean(), y[0], y[:1], y.view(1, 2), y.reshape(2, 1), y.unsqueeze(0), y.softmax(0), y.relu(), y.tanh(), y.sigmoid(), y.max(), y.clone(), y.sqrt(), y.abs()
y[None] @ torch.ones(2, 1), y @ y, y[y > 0], y[[0]], torch.cat([y, y]), torch.stack([y, y]), y.expand(2, 2), y.reshape(2, 1).T, y.to(torch.float64), y.masked_fill(y > 5, 0.), torch.where(y > 0, y, 0.), y.var(), y.std(), y.cumsum(0), y.log_softmax(0), y.clamp(0, 1), y.repeat(2), y.prod(), y.amax(), y.max(0).values, y.flip(0), y.squeeze(), y.permute(0), y.detach()
y.sum().backward()
y.grad
y.sum().backward(); print(y.grad)
y.grad.zero_()
y.grad = None
(y * y).sum().backward(); print(y.grad)
y.grad
y.grad = None
(y * 2).backward()
(y * 2).backward(torch.ones(3))
(y * 2).backward(gradient=2)
(y * 2).backward([1, 1])
(y * 2).backward(torch.tensor([1., 10.])); print(y.grad)
x.sum().backward()
z = (y * y).sum(); z.backward()
z.backward()
z = (y * y).sum(); z.backward(retain_graph=True); z.backward()
y.grad
y.grad.zero_(); y.detach()
torch.autograd.grad((y * 3).sum(), y)
torch.autograd.grad(y * 3, y)
torch.autograd.grad(y * 3, y, grad_outputs=torch.ones(2))
torch.autograd.grad((y * 3).sum(), [y, torch.ones(1, requires_grad=True)])
torch.autograd.grad((y * 3).sum(), [y, torch.ones(1, requires_grad=True)], allow_unused=True)
torch.autograd.grad(y.sum(), x)
torch.autograd.grad(x.sum(), x)
(g,) = torch.autograd.grad((y ** 3).sum(), y, create_graph=True)
g
torch.autograd.grad(g.sum(), y)
y.numpy()
y.add_(1)
y[0] = 1
y.tolist()
x.requires_grad_()
x.requires_grad
x.requires_grad_(False).requires_grad
x.requires_grad = 5
x.long().requires_grad_()
w = y * 2
w.requires_grad = False
x.grad = 3
x.grad = torch.ones(3)
x.grad = torch.ones(2, 3); print(x.grad); x.grad = None
w.retain_grad(); w.sum().backward(); print(w.grad)
x.retain_grad()
torch.is_grad_enabled()
with torch.no_grad(): print(torch.is_grad_enabled(), (y * 2).requires_grad, y.requires_grad)
with torch.no_grad(): y.add_(1); print(y)
with torch.enable_grad(): print((y * 2).requires_grad)
with torch.inference_mode(): print((y * 2).requires_grad)
with torch.set_grad_enabled(False): print((y * 2).requires_grad)
torch.is_grad_enabled()
torch.set_grad_enabled(False)
torch.is_grad_enabled()
torch.set_grad_enabled(True)
f = torch.no_grad()(lambda t: t * 2)
f(y).requires_grad
f = torch.no_grad(lambda t: t * 2)
f(y).requires_grad
y.data
y.detach().requires_grad
d = y.detach(); d[0] = 50; print(y)
y._version
y.data.zero_(); print(y)
p = torch.tensor([2., 3.], requires_grad=True)
q = torch.tensor([[1., 2.], [3., 4.]], requires_grad=True)
((q @ p) ** 2).sum().backward(); print(p.grad, q.grad)
p.grad = None; torch.softmax(p, 0)[0].backward(); print(p.grad)
p.grad = None; p.exp().log().sum().backward(); print(p.grad)
p.grad = None; (p / p.sum()).max().backward(); print(p.grad)
p.grad = None; p[p > 2.5].sum().backward(); print(p.grad)
p.grad = None; torch.where(p > 2.5, p, p * 10).sum().backward(); print(p.grad)
p.grad = None; p.std().backward(); print(p.grad)
p.grad = None; a = p * 1; a[0] = 5; a.sum().backward(); print(p.grad)
a = p * 2; b = a * a; a.add_(1); b.sum().backward()
a = p.clone(); a += 1; a *= 2; a.sum().backward(); print(a)
p.mean(), p.sum().item(), float(p.sum().detach())
loss = ((q @ p - 1) ** 2).mean()
loss
loss.backward()
with torch.no_grad(): p -= 0.1 * p.grad
p
p.grad.zero_()
p.is_leaf, p.requires_grad
k = torch.ones(2, requires_grad=True); k.sum().backward(); del k.grad; print(k.grad)
torch.autograd.backward([y.sum(), (y * 2).sum()]); print(y.grad)
""")
