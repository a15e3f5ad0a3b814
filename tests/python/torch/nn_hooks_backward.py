# Backward hooks of modules.
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")
torch.manual_seed(0)


def fails(action):
    try:
        print("no error:", action())
    except Exception as error:
        print(type(error).__name__, error)


net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
net[0].register_full_backward_hook(lambda m, into, out: print("hook", into, out))
net[0].register_full_backward_pre_hook(lambda m, out: print("pre", out))
x = torch.ones(1, 2, requires_grad=True)
y = net[0](x)
print(y)
y.sum().backward()
print(x.grad)
net(torch.ones(1, 2)).sum().backward()
double = nn.Linear(2, 1)
double.register_full_backward_hook(lambda m, into, out: (into[0] * 2,))
x.grad = None
double(x).sum().backward()
print(x.grad, double.weight)
double.register_full_backward_pre_hook(lambda m, out: (out[0] * 10,))
x.grad = None
double(x).sum().backward()
print(x.grad)
double.register_full_backward_hook(lambda m, into, out: (into[0], None))
fails(lambda: double(x).sum().backward())
with torch.no_grad():
    print(net(x).requires_grad)


class Two(nn.Module):
    def forward(self, a, b):
        return a * 2, a * b


two = Two()
two.register_full_backward_hook(lambda m, into, out: print([g is not None for g in into], [g is not None for g in out]))
a, b = torch.ones(2, requires_grad=True), torch.ones(2)
first, second = two(a, b)
(first.sum() + second.sum()).backward()
print(a.grad)


class Mixed(nn.Module):
    def forward(self, a, b, c, n):
        return a * 2, a * b, c * 1, n


mixed = Mixed()
mixed.register_full_backward_hook(lambda m, into, out: print(into, out))
for both in (True, False):
    first, second, *_ = mixed(a, b, torch.tensor([1, 2, 3]), 3)
    print(first, second, _)
    (first.sum() + second.sum() if both else first.sum()).backward()
