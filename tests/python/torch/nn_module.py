# Module: registration, members, state dicts, hooks, conversion, errors.
import copy
import pickle
import warnings
from collections import OrderedDict

import torch
from torch import nn

warnings.simplefilter("ignore")
torch.manual_seed(0)


def fails(action):
    try:
        print("no error:", action())
    except Exception as error:
        print(type(error).__name__, error)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 3)
        self.rest = nn.Sequential(nn.ReLU(), nn.Linear(3, 2))
        self.scale = nn.Parameter(torch.ones(2))
        self.register_buffer("seen", torch.zeros(1))
        self.register_buffer("hidden", torch.zeros(2), persistent=False)
        self.nothing = None
        self.register_parameter("later", None)
        self.shared = self.first

    def forward(self, x):
        return self.rest(self.first(x)) * self.scale


net = Net()
print(net)
print([n for n, _ in net.named_parameters()], [n for n, _ in net.named_parameters(remove_duplicate=False)])
print([n for n, _ in net.named_parameters(prefix="p", recurse=False)], [n for n, _ in net.named_buffers()])
print([n for n, _ in net.named_modules()], [n for n, _ in net.named_modules(remove_duplicate=False)])
print([n for n, _ in net.named_children()], len(list(net.children())), len(list(net.modules())), len(list(net.parameters())))
print(list(net.__dict__))
print(net(torch.ones(1, 2)))
print(sum(p.numel() for p in net.parameters() if p.requires_grad), net.first.weight.shape, net.scale)
print([n for n in dir(net) if n in ("first", "scale", "seen", "forward", "training", "0")])

print("-- errors of members")
fails(lambda: net.missing)
fails(lambda: setattr(net, "scale", 5))
fails(lambda: setattr(net, "scale", torch.ones(2)))
fails(lambda: setattr(net, "first", 5))
fails(lambda: setattr(net, "seen", 5))
fails(lambda: net.register_buffer("a.b", None))
fails(lambda: net.register_buffer("", None))
fails(lambda: net.register_buffer(3, None))
fails(lambda: net.register_buffer("first", torch.ones(1)))
fails(lambda: net.register_buffer("b", 5))
fails(lambda: net.register_parameter("w", torch.ones(1)))
fails(lambda: net.register_parameter("w", nn.Parameter(torch.ones(1)) * 2))
fails(lambda: net.register_parameter("a.b", None))
fails(lambda: net.add_module("x", 5))
fails(lambda: net.add_module("a.b", nn.ReLU()))
fails(lambda: net.add_module("forward", nn.ReLU()))
fails(lambda: net.get_submodule("rest.5"))
fails(lambda: net.get_submodule("scale"))
fails(lambda: net.get_parameter("rest.1.other"))
fails(lambda: net.get_parameter("seen"))
fails(lambda: net.get_buffer("scale"))
fails(lambda: nn.Module(1))
fails(lambda: nn.Module(a=1))
fails(lambda: nn.Module()(1))
fails(lambda: net.train("yes"))
fails(lambda: net.load_state_dict(5))
fails(lambda: delattr(net, "missing"))
fails(lambda: nn.ReLU(1, 2, 3))
fails(lambda: nn.Linear(2))


class Early(nn.Module):
    def __init__(self, value):
        self.member = value


fails(lambda: Early(nn.ReLU()))
fails(lambda: Early(nn.Parameter(torch.ones(1))))
fails(lambda: Early(5).forward(1))

print("-- members")
print(net.get_submodule("rest.1"), net.get_submodule("") is net, net.get_parameter("rest.1.bias").shape, net.get_buffer("seen"))
net.set_submodule("rest.0", nn.Tanh())
net.seen = torch.ones(1)
net.extra = nn.Parameter(torch.zeros(1))
net.extra = None
print(list(net._parameters), list(net._buffers), net.seen, net.rest)
del net.extra, net.shared, net.hidden
net.first.bias.requires_grad_(False)
print([p.requires_grad for p in net.parameters()])
net.requires_grad_(False).requires_grad_()
net.buffered = nn.Buffer(torch.arange(2.0), persistent=False)
net.kept = nn.Buffer(torch.arange(3))
print(list(net.state_dict()), net.buffered, net._non_persistent_buffers_set)
net.apply(lambda m: print(type(m).__name__, end=" "))
print(net.eval().training, net.rest[0].training, net.train().rest[0].training)

print("-- state dicts")
state = net.state_dict()
print(type(state).__name__, state._metadata, state["scale"], state["scale"].requires_grad)
print(net.state_dict(keep_vars=True, prefix="x.")["x.scale"])
with torch.no_grad():
    net.scale.fill_(3)
print(state["scale"])
other = Net()
del other.shared
fails(lambda: other.load_state_dict(state))
print(other.load_state_dict({k: v for k, v in state.items() if k != "kept"}))
print(other.scale, torch.equal(other.first.weight, net.first.weight))
bad = OrderedDict(state, scale=torch.ones(3), more=torch.ones(1))
del bad["rest.1.bias"], bad["kept"]
fails(lambda: other.load_state_dict(bad))
bad["scale"] = torch.ones(2)
print(other.load_state_dict(bad, strict=False))
bad["scale"] = "text"
fails(lambda: other.load_state_dict(bad, strict=False))
given = {k: v for k, v in state.items() if k != "kept"}
given["scale"] = torch.full((2,), 9.0)
other.load_state_dict(given, assign=True)
given["scale"].add_(1)
print(other.scale)
fails(lambda: nn.Linear(2, 2).load_state_dict(nn.Linear(3, 2).state_dict()))
norm = nn.BatchNorm1d(2)
old = OrderedDict((k, v) for k, v in norm.state_dict().items() if k != "num_batches_tracked")
print(nn.BatchNorm1d(2).load_state_dict(old))


class Extra(nn.Linear):
    def get_extra_state(self):
        return {"note": 1}

    def set_extra_state(self, state):
        print("got", state)


print(list(Extra(1, 1).state_dict()), Extra(1, 1).load_state_dict(Extra(1, 1).state_dict()))

print("-- conversion")
lin = nn.Linear(2, 2)
weight = lin.weight
lin(torch.ones(1, 2)).sum().backward()
print(lin.double().weight is weight, weight.dtype, weight.grad.dtype, weight.requires_grad, weight.is_leaf)
print(lin.to(torch.float32).weight.dtype, lin.to("cpu") is lin, lin.to(torch.ones(1, dtype=torch.float64)).bias.dtype)
print(lin.to("cpu", torch.float32).weight.dtype, lin.float().cpu().type(torch.float64).weight.dtype)
for action in (lin.cuda, lambda: lin.to("cuda"), lambda: lin.to(torch.int64), lambda: lin.to("no")):
    fails(action)
print(nn.BatchNorm1d(2).double().num_batches_tracked.dtype, lin.share_memory() is lin, lin.to_empty(device="cpu").weight.shape)
lin = nn.Linear(2, 1)
lin(torch.ones(1, 2)).sum().backward()
lin.zero_grad(set_to_none=False)
print(lin.weight.grad)
lin.zero_grad()
print(lin.weight.grad)

print("-- copies")
twin = copy.deepcopy(net)
print(twin.first is net.first, torch.equal(twin.first.weight, net.first.weight), twin.first.weight is net.first.weight)
tied = nn.ModuleList([nn.Linear(2, 2, bias=False), nn.Linear(2, 2, bias=False)])
tied[1].weight = tied[0].weight
print(len(list(tied.parameters())), copy.deepcopy(tied)[0].weight is copy.deepcopy(tied)[1].weight)
twin = copy.deepcopy(tied)
print(twin[0].weight is twin[1].weight, type(copy.copy(net)).__name__)
again = pickle.loads(pickle.dumps(nn.Linear(2, 1)))
print(again, again.weight.requires_grad, type(again.weight).__name__)
print(nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(2), requires_grad=False), isinstance(nn.Parameter(), torch.Tensor))
print(type(nn.Parameter(torch.ones(1)).data), type(nn.Parameter(torch.ones(1)) + 1), isinstance(torch.ones(1), nn.Parameter))
fails(lambda: nn.Parameter(torch.ones(1, dtype=torch.int64)))
fails(lambda: nn.Parameter([1.0]))
print(nn.Linear, nn.Module, nn.MultiheadAttention, nn.Parameter, nn.init.uniform_.__name__, nn.modules.linear.Linear is nn.Linear)
print([str(m).split(" of ")[0] for m in (net.state_dict, net.parameters, net.register_forward_hook, net.first.forward)])
fails(lambda: net.load_state_dict())
fails(lambda: net.register_forward_hook())
fails(lambda: nn.Conv2d(3))
fails(lambda: nn.Linear(10 / 2, 5))
fails(lambda: nn.LayerNorm((2.5,)))
fails(lambda: nn.BatchNorm1d(2.5))
fails(lambda: nn.Tanh()(3))
