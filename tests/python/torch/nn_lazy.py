# Lazy modules: the first input gives their shapes.
import copy

import torch
from torch import nn


def fails(action):
    try:
        print("no error:", action())
    except Exception as error:
        print(type(error).__name__, error)


torch.manual_seed(0)
print(nn.LazyConv2d(2, 3, padding=1, bias=False), nn.LazyBatchNorm2d(), nn.LazyConvTranspose1d(2, 3), nn.LazyInstanceNorm1d(), nn.LazyBatchNorm1d(affine=False))
m = nn.LazyLinear(2)
print(m, m.weight, list(m.state_dict()), m.has_uninitialized_params(), isinstance(m.weight, nn.Parameter), isinstance(m, nn.Linear))
fails(lambda: m.weight.shape)
print([type(p).__name__ for p in m.parameters()])
c = copy.deepcopy(m)
print(c.weight, type(c))
print(m(torch.ones(1, 3)).detach(), type(m), m.weight, type(m.weight), m)
print(c(torch.ones(1, 4)).shape, c.weight.requires_grad, c.weight.is_leaf)
d = nn.LazyLinear(2)
print(d.load_state_dict(m.state_dict()), d.weight, type(d))
print(d(torch.ones(1, 3)).detach(), d)
e = nn.LazyLinear(2)
print(e.load_state_dict(nn.LazyLinear(2).state_dict()))
s = nn.Sequential(nn.LazyLinear(4), nn.ReLU(), nn.LazyLinear(1))
print(s)
s(torch.ones(2, 5)).sum().backward()
print(s, s[0].weight.grad.shape)
fails(lambda: nn.LazyLinear(2)(torch.ones(1, 3)) and nn.LazyConv2d(2, 3)(torch.ones(1, 3)))
n = nn.LazyLinear(2).double()
print(n.weight, n(torch.ones(1, 2, dtype=torch.float64)).dtype)
print(nn.LazyConv2d(4, 3, dtype=torch.float64).weight.dtype)
