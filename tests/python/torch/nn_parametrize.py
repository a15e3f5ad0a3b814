# Parametrizations; weight and spectral normalisation in both their forms.
import copy
import warnings

import torch
from torch import nn
from torch.nn import utils
from torch.nn.utils import parametrizations, parametrize

warnings.simplefilter("ignore")


def fails(action):
    try:
        print("no error:", action())
    except Exception as error:
        print(type(error).__name__, error)


def shown(tensor):
    return [round(v, 4) + 0.0 for v in tensor.detach().flatten().tolist()]


class Symmetric(nn.Module):
    def forward(self, x):
        return x.triu() + x.triu(1).transpose(-1, -2)

    def right_inverse(self, a):
        return a.triu()


class Half(nn.Module):
    def forward(self, x):
        return x / 2


class Wide(nn.Module):
    def forward(self, x):
        return torch.cat([x, x])


torch.manual_seed(0)
layer = nn.Linear(3, 3)
print(parametrize.register_parametrization(layer, "weight", Symmetric()) is layer, layer)
print(shown(layer.weight), isinstance(layer, nn.Linear), type(layer).__name__, parametrize.type_before_parametrizations(layer))
print([n for n, _ in layer.named_parameters()], list(layer.state_dict()), parametrize.is_parametrized(layer, "weight"))
layer(torch.ones(1, 3)).sum().backward()
print(shown(layer.parametrizations.weight.original.grad))
layer.weight = torch.arange(9.0).view(3, 3)
print(shown(layer.weight))
with parametrize.cached():
    print(layer.weight is layer.weight)
print(layer.weight is layer.weight, shown(copy.deepcopy(layer).weight))
parametrize.register_parametrization(layer, "weight", Half())
print(layer, shown(layer.weight))
fails(lambda: setattr(layer, "weight", torch.ones(3, 3)))
parametrize.remove_parametrizations(layer, "weight")
print(layer, shown(layer.weight), type(layer.weight).__name__, [n for n, _ in layer.named_parameters()])
parametrize.register_parametrization(layer, "bias", Half())
parametrize.remove_parametrizations(layer, "bias", leave_parametrized=False)
print(shown(layer.bias), parametrize.is_parametrized(layer))
fails(lambda: parametrize.register_parametrization(nn.Linear(2, 2), "weight", Wide()))
fails(lambda: parametrize.register_parametrization(nn.Linear(2, 2), "none", Wide()))
fails(lambda: parametrize.remove_parametrizations(nn.Linear(2, 2), "weight"))

print("-- weight norm")
for dim in (0, 1, None):
    torch.manual_seed(0)
    layer = parametrizations.weight_norm(nn.Linear(3, 2), dim=dim)
    torch.manual_seed(0)
    old = utils.weight_norm(nn.Linear(3, 2), dim=dim)
    print([(n, tuple(p.shape)) for n, p in layer.named_parameters()], [(n, tuple(p.shape)) for n, p in old.named_parameters()])
    print(layer, shown(layer.weight), shown(layer.parametrizations.weight.original0), old, shown(old.weight))
    x = torch.ones(1, 3)
    layer(x).square().sum().backward()
    old(x).square().sum().backward()
    print(shown(layer.parametrizations.weight.original0.grad), shown(layer.parametrizations.weight.original1.grad), shown(old.weight_v.grad))
    print(layer.load_state_dict(old.state_dict()))
    parametrize.remove_parametrizations(layer, "weight")
    utils.remove_weight_norm(old)
    print(layer, shown(layer.weight), [n for n, _ in old.named_parameters()], shown(old.weight))
fails(lambda: utils.remove_weight_norm(old))
fails(lambda: utils.weight_norm(utils.weight_norm(old)))

print("-- spectral norm")
torch.manual_seed(0)
layer = parametrizations.spectral_norm(nn.Linear(3, 2))
print(layer, list(layer.state_dict()), shown(layer.weight))
layer(torch.ones(1, 3)).square().sum().backward()
print(shown(layer.parametrizations.weight.original.grad), shown(layer.weight), shown(layer.eval().weight), shown(layer.weight))
print(shown(parametrizations.spectral_norm(nn.Linear(3, 2), "bias").bias))
torch.manual_seed(0)
old = utils.spectral_norm(nn.Linear(3, 2), n_power_iterations=2)
print(old, list(old.state_dict()), shown(old(torch.ones(1, 3))), shown(old.weight_u))
old(torch.ones(1, 3)).square().sum().backward()
print(shown(old.weight_orig.grad), shown(old.eval()(torch.ones(1, 3))))
utils.remove_spectral_norm(old)
print([n for n, _ in old.named_parameters()], shown(old.weight))
fails(lambda: utils.remove_spectral_norm(old))
fails(lambda: utils.spectral_norm(utils.spectral_norm(old)))
fails(lambda: parametrizations.spectral_norm(nn.Linear(2, 2), dim=5))
fails(lambda: parametrizations.spectral_norm(nn.Linear(2, 2), n_power_iterations=0))
