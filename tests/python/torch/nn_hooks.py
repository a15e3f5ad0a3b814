# Hooks of modules: forward, forward_pre, state dicts, registration, those of all modules.
import warnings

import torch
from torch import nn
from torch.nn.modules import module as every

warnings.simplefilter("ignore")
torch.manual_seed(0)


def fails(action):
    try:
        print("no error:", action())
    except Exception as error:
        print(type(error).__name__, error)


def note(text, result=None):
    def hook(*args, **kwargs):
        print(text, [type(a).__name__ for a in args])
        return result

    return hook


net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
x = torch.ones(1, 2)
plain = net(x)
handle = net.register_forward_hook(note("after"))
first = net[0].register_forward_hook(lambda m, args, out: out * 0)
print(net(x), len(net._forward_hooks))
first.remove()
handle.remove()
print(torch.equal(net(x), plain), len(net._forward_hooks))
with net.register_forward_pre_hook(note("before")):
    net.register_forward_pre_hook(lambda m, args: (args[0] * 0,), prepend=True)
    net(x)
print(net(x))
net._forward_pre_hooks.clear()
net.register_forward_pre_hook(lambda m, args: args[0] + 1)
print(net(x))


class Named(nn.Module):
    def forward(self, x, scale=1):
        if scale == 0:
            raise ValueError("no scale")
        return x * scale


named = Named()
named.register_forward_pre_hook(lambda m, args, kwargs: (args, {**kwargs, "scale": 3}), with_kwargs=True)
named.register_forward_hook(lambda m, args, kwargs, out: print("kwargs", kwargs) or out + 1, with_kwargs=True)
print(named(x))
named = Named()
named.register_forward_hook(note("always"), always_call=True)
named.register_forward_hook(note("not when it failed"))
fails(lambda: named(x, scale=0))
named.register_forward_pre_hook(lambda m, args, kwargs: args, with_kwargs=True)
fails(lambda: named(x))
order = nn.Identity()
for text in ("1", "2"):
    order.register_forward_hook(note(text))
order.register_forward_hook(note("0"), prepend=True)
order(x)

print("-- all modules")
handles = [every.register_module_forward_pre_hook(note("pre")), every.register_module_forward_hook(note("post"))]
net(x)
for handle in handles:
    handle.remove()
handle = every.register_module_parameter_registration_hook(lambda m, name, p: print("parameter", name, tuple(p.shape)))
other = every.register_module_module_registration_hook(lambda m, name, c: print("module", name))
third = every.register_module_buffer_registration_hook(lambda m, name, b: print("buffer", name))
nn.Sequential(nn.BatchNorm1d(1))
for made in (handle, other, third):
    made.remove()

print("-- state dicts")
net = nn.Linear(1, 1)
net.register_state_dict_post_hook(lambda m, state, prefix, meta: state.update(more=1))
net.register_state_dict_pre_hook(lambda m, prefix, keep: print("saving", repr(prefix), keep))
print(list(net.state_dict()))
net = nn.Sequential(nn.Linear(1, 1))
net[0].register_load_state_dict_pre_hook(lambda m, state, prefix, *rest: print("loading", prefix, list(state)))
net.register_load_state_dict_post_hook(lambda m, keys: print("loaded", keys))
print(net.load_state_dict(nn.Sequential(nn.Linear(1, 1)).state_dict()))
