import torch, warnings
from torch import nn
warnings.simplefilter("ignore")
torch.manual_seed(0)
for dim in (0, 1, None):
    l = nn.utils.parametrizations.weight_norm(nn.Linear(3, 2), dim=dim)
    print(l.weight, l.parametrizations.weight.original0.shape)
    l(torch.ones(1, 3)).sum().backward(); print(l.parametrizations.weight.original0.grad, l.parametrizations.weight.original1.grad)
o = nn.utils.weight_norm(nn.Conv1d(2, 3, 2)); print(o.weight.grad_fn, o(torch.ones(1, 2, 4)).shape) if 0 else print(o(torch.ones(1, 2, 4)).shape)
c = nn.utils.parametrizations.weight_norm(nn.Conv2d(2, 3, 2), dim=1); print(type(c.weight.grad_fn).__name__)
w = l.weight; g = torch.autograd.grad((w ** 2).sum(), l.parametrizations.weight.original0, create_graph=True)[0]; print(torch.autograd.grad(g.sum(), l.parametrizations.weight.original0))
s = nn.utils.parametrizations.spectral_norm(nn.Linear(3, 2)); print(type(s.weight.grad_fn).__name__)
