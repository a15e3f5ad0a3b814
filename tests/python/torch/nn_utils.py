# nn.utils: clipping of gradients, parameters as a vector.
import warnings

import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_, clip_grad_value_, parameters_to_vector, vector_to_parameters


def fails(action):
    try:
        print("no error:", action())
    except Exception as error:
        print(type(error).__name__, error)


def grads(net):
    return [p.grad for p in net.parameters()]


def made():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 2), nn.Tanh(), nn.Linear(2, 1))
    net(torch.randn(4, 3) * 10).square().sum().backward()
    return net


for norm_type in (2.0, 1, float("inf"), 3):
    net = made()
    print(clip_grad_norm_(net.parameters(), 1.0, norm_type), grads(net))
net = made()
print(clip_grad_norm_(net.parameters(), max_norm=1e6), clip_grad_norm_(net[0].weight, 0.5), net[0].weight.grad)
print(nn.utils.get_total_norm(grads(net)), clip_grad_norm_([], 1.0), clip_grad_norm_([torch.ones(1)], 1.0))
clip_grad_value_(net.parameters(), 0.1)
print(grads(net))
clip_grad_value_(net[2].bias, 0.01)
print(net[2].bias.grad)
net[0].weight.grad.fill_(float("inf"))
fails(lambda: clip_grad_norm_(net.parameters(), 1.0, error_if_nonfinite=True))
print(clip_grad_norm_(net.parameters(), 1.0), net[0].weight.grad)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    clip_grad_norm_((p for p in ()), 1.0)
    nn.utils.clip_grad_norm(net.parameters(), 1.0)
print([(w.category.__name__, str(w.message)) for w in caught])

net = made()
vector = parameters_to_vector(net.parameters())
print(vector, vector.grad_fn is not None)
vector_to_parameters(torch.arange(float(len(vector))), net.parameters())
print(net[0].weight, net[2].bias, net[0].weight.grad is not None, isinstance(net[0].weight, nn.Parameter))
fails(lambda: vector_to_parameters([1.0], net.parameters()))
print(nn.DataParallel(net).module is net, nn.DataParallel(nn.Linear(1, 1)), list(nn.DataParallel(nn.Linear(1, 1)).state_dict()))

from torch.nn.attention import SDPBackend, sdpa_kernel  # noqa: E402

with sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.MATH]):
    x = torch.ones(1, 1, 2, 4)
    print(nn.functional.scaled_dot_product_attention(x, x, x).shape, SDPBackend.MATH, repr(SDPBackend.MATH), SDPBackend(1))
fails(lambda: sdpa_kernel(3).__enter__())
