import torch
from torch import nn

torch.manual_seed(4)
net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
acts, grads = {}, {}


def get_activation(name):
    def hook(model, input, output):
        acts[name] = output.detach()
    return hook


handles = [m.register_forward_hook(get_activation(n)) for n, m in net.named_children()]
bh = net[0].register_full_backward_hook(lambda m, gi, go: grads.update({'in': gi, 'out': go}))
pre = net.register_forward_pre_hook(lambda m, args: print("pre", [a.shape for a in args]))
x = torch.randn(3, 4)
net(x).sum().backward()
for k, v in acts.items():
    print(k, v.shape, f"{v.mean():.4f} {v.std():.4f} saturated {(v.abs() > 0.97).float().mean() * 100:.2f}%")
print(grads['in'], grads['out'][0].shape)
for h in handles:
    h.remove()
pre.remove(); bh.remove()
print(net[1]._forward_hooks, len(net._forward_pre_hooks))
h = net[1].register_forward_hook(lambda m, i, o: o * 0)
print(net(x))
h.remove()
h = net[0].register_forward_hook(lambda m, args, kwargs, o: print(kwargs), with_kwargs=True)
net(x); h.remove()
v = torch.tensor([1., 2., 3.], requires_grad=True)
h = v.register_hook(lambda g: g * 2)
v.sum().backward()
print(v.grad); h.remove()
h = net[2].weight.register_post_accumulate_grad_hook(lambda p: print("accumulated", p.grad.shape))
net(x).sum().backward(); h.remove()


class Hist:
    def __init__(self, bins=8):
        self.bins = bins

    def __call__(self, m, i, o):
        hst = torch.histc(o.detach(), bins=self.bins, min=-1, max=1)
        print(type(m).__name__, hst.int().tolist(), o.detach().quantile(torch.tensor([.25, .75])))


hs = [l.register_forward_hook(Hist()) for l in net]
net(x)
[h.remove() for h in hs]


class GradCam(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 3, 3, padding=1)
        self.fc = nn.Linear(3, 2)

    def forward(self, x):
        self.a = self.conv(x).relu()
        self.a.register_hook(self.save)
        return self.fc(self.a.mean((2, 3)))

    def save(self, g):
        self.g = g


c = GradCam()
img = torch.zeros(1, 1, 6, 6); img[..., 2:4, 2:4] = 1
c(img)[0, 1].backward()
cam = (c.g.mean((2, 3), keepdim=True) * c.a).sum(1).relu().squeeze()
print(cam.shape, c.g.shape, cam.detach().argmax())
x = torch.randn(2, 3, requires_grad=True)
x.register_hook(lambda g: print("x grad", tuple(g.shape)))
s = x.softmax(-1)
s.register_hook(lambda g: print("s grad"))
s[:, 0].sum().backward()


class Rev(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, lam):
        ctx.lam = lam
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return -ctx.lam * g, None


z = torch.ones(2, requires_grad=True)
Rev.apply(z, 0.5).sum().backward()
print(z.grad, Rev.apply(z, 1.0))


class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, i):
        result = i.exp()
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad_output):
        result, = ctx.saved_tensors
        return grad_output * result


class MyReLU(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.clamp(min=0)

    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        grad_input = grad_output.clone()
        grad_input[input < 0] = 0
        return grad_input


class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return torch.round(x)

    @staticmethod
    def backward(ctx, g):
        return g


class Broken(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        return x * y

    @staticmethod
    def backward(ctx, g):
        return g


q = torch.tensor([-1., 0.6, 2.4], requires_grad=True)
print(Exp.apply(q), MyReLU.apply(q), Round.apply(q))
(Exp.apply(q) + MyReLU.apply(q) + Round.apply(q)).sum().backward()
print(q.grad, Exp.apply(q).grad_fn.name())
print(torch.autograd.gradcheck(Exp.apply, torch.randn(3, dtype=torch.double, requires_grad=True)))
try:
    Broken.apply(q, q).sum().backward()
except RuntimeError as e:
    print(e)
try:
    Exp(q)
except Exception as e:
    print(type(e).__name__)
