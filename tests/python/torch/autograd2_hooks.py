import torch


def attempt(make):
    try:
        print(make())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


x = torch.ones(2, requires_grad=True)

# What a hook may return
for hook in (lambda g: 3, lambda g: torch.ones(5), lambda g: g.double()):
    handle = x.register_hook(hook)
    attempt(lambda: (x * 2).sum().backward())
    handle.remove()
attempt(lambda: torch.ones(1).register_hook(print))
attempt(lambda: torch.ones(1).register_post_accumulate_grad_hook(print))
attempt(lambda: (x * 2).register_post_accumulate_grad_hook(print))

# Order, and that a leaf's hook sees the whole gradient
x.grad = None
x.register_hook(lambda g: print("first", g))
doubling = x.register_hook(lambda g: g * 2)
x.register_post_accumulate_grad_hook(lambda p: print("after", p is x, p.grad))
y = x * 3
y.register_hook(lambda g: print("y", g))
(y.sum() + (x * 5).sum()).backward()
print(x.grad, type(doubling).__name__)
print(torch.autograd.grad((x * 2).sum(), x))
doubling.remove()
doubling.remove()
x.grad = None
(x * 3).sum().backward()

# Hooks on computed tensors change what flows on
a = torch.tensor([1.0, 2.0], requires_grad=True)
b = a * 2
b.register_hook(lambda g: g * 10)
b.retain_grad()
c = b * b
c.register_hook(lambda g: print("c", g))
c.sum().backward()
print(b.grad, a.grad)
gathered = {}


def model(inputs):
    hidden = inputs * 3
    hidden.register_hook(lambda g: gathered.__setitem__("hidden", g))
    return (hidden**2).sum()


a.grad = None
model(a).backward()
print(gathered, a.grad)
with_handle = a * 2
with with_handle.register_hook(lambda g: g * 0):
    with_handle.sum().backward(retain_graph=True)
    print(a.grad)
with_handle.sum().backward()
print(a.grad)

# Second derivatives, other walks inside, exceptions
d = a**3
d.register_hook(lambda g: g * 2)
(g,) = torch.autograd.grad(d.sum(), a, create_graph=True)
print(g, torch.autograd.grad(g.sum(), a))
e = torch.ones(1, requires_grad=True)
a.grad = None
f = a * 1


def walk_inside(g):
    with torch.enable_grad():
        (e * e * g.sum().item()).backward()


f.register_hook(walk_inside)
f.sum().backward()
print(a.grad, e.grad)


def failing(g):
    raise ValueError("from the hook")


h = a * 1
h.register_hook(failing)
attempt(lambda: h.sum().backward())
a.grad = None
(a * 2).sum().backward()
print(a.grad)
attempt(lambda: torch.autograd.grad(h.sum(), a))

# A step after each parameter's own gradient
weights = [torch.ones(1, requires_grad=True) for _ in range(3)]
for i, w in enumerate(weights):

    def step(p, i=i):
        with torch.no_grad():
            p -= 0.1 * p.grad
        print("step", i, p)
        p.grad = None

    w.register_post_accumulate_grad_hook(step)
out = torch.ones(1)
for w in weights:
    out = out * w * 2
out.backward()
print([w.grad for w in weights])

# One object for a gradient
print(weights[0].grad, x.grad is x.grad)
held = x.grad
x.grad.zero_()
print(held, x.grad is held)
new = torch.ones(2)
x.grad = new
print(x.grad is new)
x.grad = None
print(x.grad)
