import io
import os
import tempfile
import torch
from torch import nn
from collections import OrderedDict

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self, h=3):
        super().__init__()
        self.features = nn.Sequential(OrderedDict([('fc1', nn.Linear(2, h)), ('act', nn.ReLU())]))
        self.head = nn.Linear(h, 1)
        self.register_buffer("steps", torch.tensor(0))
        self.register_buffer("scratch", torch.zeros(2), persistent=False)
        self.scale = nn.Parameter(torch.ones(1))

    def forward(self, x):
        return self.head(self.features(x)) * self.scale


net = Net()
print("Model's state_dict:")
for k in net.state_dict():
    print(k, "\t", net.state_dict()[k].size())
opt = torch.optim.SGD(net.parameters(), lr=0.001, momentum=0.9)
for var_name in opt.state_dict():
    print(var_name, "\t", opt.state_dict()[var_name])
net(torch.ones(4, 2)).mean().backward()
opt.step()
path = os.path.join(tempfile.mkdtemp(), "ckpt.pt")
torch.save({'epoch': 5, 'model': net.state_dict(), 'opt': opt.state_dict(), 'loss': 0.25}, path)
ck = torch.load(path)
print(ck.keys(), ck['epoch'], type(ck['model']), ck['opt']['state'].keys())
other = Net()
print(other.load_state_dict(ck['model']))
print(torch.equal(other.head.weight, net.head.weight))
o2 = torch.optim.SGD(other.parameters(), lr=0.5, momentum=0.9)
o2.load_state_dict(ck['opt'])
print(o2.param_groups[0]['lr'], torch.equal(o2.state[other.scale]['momentum_buffer'], opt.state[net.scale]['momentum_buffer']))
try:
    Net(4).load_state_dict(ck['model'])
except RuntimeError as e:
    print(e)
sd = net.state_dict()
sd['extra'] = torch.ones(1)
del sd['scale']
try:
    net.load_state_dict(sd)
except RuntimeError as e:
    print(e)
print(net.load_state_dict(sd, strict=False))
t = torch.arange(4)
buf = io.BytesIO(); torch.save([t, t[1:]], buf); buf.seek(0)
a, b = torch.load(buf)
a[1] = 100
print(b)
print(dict(net.named_children()).keys(), net.get_submodule("features.fc1"), net.get_parameter("head.bias").shape)
try:
    net.get_submodule("features.nope")
except AttributeError as e:
    print(e)
try:
    net.foo
except AttributeError as e:
    print(e)
try:
    net(torch.ones(4, 3))
except RuntimeError as e:
    print(e)


class Bad(nn.Module):
    def __init__(self):
        self.l = nn.Linear(1, 1)


try:
    Bad()
except AttributeError as e:
    print(e)


class NoForward(nn.Module):
    pass


try:
    NoForward()(1)
except NotImplementedError as e:
    print(e)
net.eval()
print(net.training, net.features.training, net.train().training, net.zero_grad(), net.scale.grad)
net.double()
print(net.head.weight.dtype, net.steps.dtype)
net.to(torch.float32).apply(lambda m: print(type(m).__name__))
print(net.features[0], len(net.features), net.features.fc1 is net.features[0])
net.add_module("tail", nn.Identity())
net.new_attr = nn.Parameter(torch.zeros(2))
print(net, [n for n, _ in net.named_parameters()][0:2])
del net.tail
print(hasattr(net, "tail"), isinstance(net.scale, torch.Tensor), type(net.scale), net.scale)
l = nn.ModuleList([nn.Linear(1, 1) for _ in range(3)])
l.append(nn.ReLU()); l.insert(0, nn.Tanh())
print(l, l[-1], l[1:3])
d = nn.ModuleDict({'a': nn.ReLU(), 'b': nn.Linear(2, 2)})
print(d, 'a' in d, list(d))
pl, pd = nn.ParameterList([torch.ones(2), nn.Parameter(torch.zeros(1))]), nn.ParameterDict({'w': torch.ones(2, 2)})
print(pl, pd)
