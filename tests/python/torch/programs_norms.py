import torch
from torch import nn

torch.manual_seed(42)


class BatchNorm1d:
    def __init__(self, dim, eps=1e-5, momentum=0.1):
        self.eps, self.momentum, self.training = eps, momentum, True
        self.gamma, self.beta = torch.ones(dim), torch.zeros(dim)
        self.running_mean, self.running_var = torch.zeros(dim), torch.ones(dim)

    def __call__(self, x):
        if self.training:
            m = x.mean(0, keepdim=True)
            v = x.var(0, keepdim=True)
        else:
            m, v = self.running_mean, self.running_var
        self.out = self.gamma * (x - m) / torch.sqrt(v + self.eps) + self.beta
        if self.training:
            with torch.no_grad():
                self.running_mean = (1 - self.momentum) * self.running_mean + self.momentum * m
                self.running_var = (1 - self.momentum) * self.running_var + self.momentum * v
        return self.out

    def parameters(self):
        return [self.gamma, self.beta]


class LayerNorm(nn.Module):
    def __init__(self, d, eps=1e-5):
        super().__init__()
        self.gamma, self.beta, self.eps = nn.Parameter(torch.ones(d)), nn.Parameter(torch.zeros(d)), eps

    def forward(self, x):
        mu = x.mean(-1, keepdim=True)
        var = ((x - mu) ** 2).mean(-1, keepdim=True)
        return self.gamma * (x - mu) / (var + self.eps).sqrt() + self.beta

    def extra_repr(self):
        return f"{self.gamma.shape[0]}, eps={self.eps}"


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def _norm(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)

    def forward(self, x):
        return self._norm(x.float()).type_as(x) * self.weight


bn = BatchNorm1d(100)
x = torch.randn(32, 100)
y = bn(x)
print(y.shape, y[:, 0].mean().abs() < 1e-6, y[:, 0].std(), y[0, :].mean(), y[0, :].std())
ref = nn.BatchNorm1d(100)
print(ref, (ref(x) - y).abs().max())
print(torch.allclose(ref.running_mean, bn.running_mean[0], atol=1e-6), torch.allclose(ref.running_var, bn.running_var[0]), ref.num_batches_tracked)
ref.eval(); bn.training = False
print(torch.allclose(ref(x), bn(x), atol=1e-5))
x = torch.randn(2, 3, 10, requires_grad=True)
ln, ln_ref = LayerNorm(10), nn.LayerNorm(10)
print(ln, ln_ref)
print(torch.allclose(ln(x), ln_ref(x), atol=1e-6))
rms = RMSNorm(10)
print(rms, nn.RMSNorm(10, eps=1e-6), torch.allclose(rms(x), nn.RMSNorm(10, eps=1e-6)(x)))
print(ln(x)[0, 0])
print(rms(x)[0, 0])
g = torch.autograd.grad(ln(x).pow(3).sum(), x)[0]
g2 = torch.autograd.grad(ln_ref(x).pow(3).sum(), x)[0]
print(torch.allclose(g, g2, atol=1e-4), g.shape)
gn = nn.GroupNorm(2, 6)
z = torch.randn(4, 6, 5)
print(gn, gn(z).view(4, 2, -1).mean(-1).abs().max() < 1e-6)
inorm = nn.InstanceNorm1d(6)
print(inorm, inorm(z).std(-1, unbiased=False)[0])
try:
    nn.LayerNorm(8)(torch.randn(2, 10))
except RuntimeError as e:
    print(e)
try:
    nn.BatchNorm1d(5)(torch.randn(1, 5))
except ValueError as e:
    print(e)
try:
    nn.BatchNorm2d(5)(torch.randn(3, 5))
except ValueError as e:
    print(e)
try:
    nn.GroupNorm(4, 6)
except ValueError as e:
    print(e)
print(ref.state_dict().keys())
print({k: v.shape for k, v in ref.state_dict().items()})
