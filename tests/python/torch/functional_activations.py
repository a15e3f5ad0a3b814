import warnings

import torch
import torch.nn.functional as F
from _show import show

warnings.simplefilter("ignore")
x = torch.tensor([[-4.0, -3.0, -1.0, -0.5], [0.0, 0.3, 1.0, 6.5]])
nan = torch.tensor([float("nan"), float("inf"), -float("inf")])
i = torch.tensor([[-4, 1, 2, 5], [3, -3, 0, 1]])

calls = [
    "F.relu(a)", "F.relu6(a)", "F.leaky_relu(a)", "F.leaky_relu(a, 0.2)", "F.elu(a)", "F.elu(a, 0.5)", "F.selu(a)",
    "F.celu(a)", "F.celu(a, 2.0)", "F.gelu(a)", "F.gelu(a, approximate='tanh')", "F.silu(a)", "F.mish(a)",
    "F.hardtanh(a)", "F.hardtanh(a, -2.0, 0.5)", "F.hardswish(a)", "F.hardsigmoid(a)", "F.softplus(a)",
    "F.softplus(a, 2, 5)", "F.softshrink(a)", "F.softshrink(a, 0.9)", "F.hardshrink(a)", "F.tanhshrink(a)",
    "F.softsign(a)", "F.logsigmoid(a)", "F.glu(a)", "F.glu(a, 0)", "F.rrelu(a)", "F.threshold(a, 0.1, 7.0)",
    "F.softmin(a, 1)", "F.prelu(a, torch.tensor([0.25]))", "F.prelu(a, torch.tensor([0.1, 0.2, 0.3, 0.4]))",
    "F.sigmoid(a)", "F.tanh(a)", "torch.celu(a)", "torch.selu(a)", "torch.threshold(a, 0, 1)", "a.prelu(torch.tensor(0.5))",
]
torch.set_printoptions(precision=3)
for call in calls:
    for dtype in (torch.float32, torch.float64):
        a = x.to(dtype, copy=True).requires_grad_()
        if "prelu" in call and dtype is torch.float64:
            continue
        y = eval(call)
        y.backward(torch.linspace(-1, 2, y.numel(), dtype=dtype).view(y.shape))
        print(call, y, a.grad)
    if "glu(" not in call and "prelu" not in call and "softmin" not in call:
        a = nan
        print(eval(call))

w = torch.tensor([0.1, 0.2, 0.3, 0.4], requires_grad=True)
F.prelu(x, w).pow(2).sum().backward()
print(w.grad)

for name in ("relu_", "leaky_relu_", "elu_", "selu_", "celu_", "hardtanh_", "rrelu_"):
    a = x.clone()
    print(name, getattr(F, name)(a) is a, a)
for name in ("relu", "relu6", "leaky_relu", "elu", "selu", "celu", "silu", "mish", "hardtanh", "hardswish", "hardsigmoid", "rrelu"):
    a = x.clone().requires_grad_()
    b = a * 1
    y = getattr(F, name)(b, inplace=True)
    y.sum().backward()
    print(name, y is b, a.grad)
a = x.clone()
print(F.threshold(a, 0.1, 20.0, True) is a, F.threshold_(a, 1.0, 3.0))

torch.manual_seed(0)
a = x.clone().requires_grad_()
y = F.rrelu(a, 0.1, 0.5, training=True)
y.sum().backward()
print(y, a.grad, torch.rand(2))

for name in ("gelu", "mish", "softplus", "logsigmoid", "elu", "silu"):
    a = (x.double() / 2).requires_grad_()
    g, = torch.autograd.grad(getattr(F, name)(a).pow(2).sum(), a, create_graph=True)
    h, = torch.autograd.grad(g.sum(), a)
    print(name, h)

show(globals(), """
F.relu(i), F.relu6(i), F.hardtanh(i), F.threshold(i, 1, 7), F.tanhshrink(i), F.softsign(i)
F.leaky_relu(i)
F.elu(i)
F.gelu(i)
F.mish(i)
F.hardswish(i)
F.hardsigmoid(i)
F.softplus(i)
F.softshrink(i)
F.hardshrink(i)
F.logsigmoid(i)
F.glu(i)
F.hardtanh(i > 0)
F.threshold(i > 0, 1, 7)
F.prelu(i, torch.tensor([1]))
F.prelu(x, torch.rand(3))
F.prelu(x, torch.rand(2, 2))
F.prelu(x, torch.rand(4).double())
F.prelu(x[0], torch.rand(4))
F.softshrink(x, -1.)
F.glu(torch.rand(2, 3))
F.glu(torch.tensor(1.))
F.hardtanh(x, 2, 1)
F.celu(x, 0.)
F.rrelu(x, .5, .1)
F.elu_(torch.rand(3, requires_grad=True))
F.relu('a')
F.leaky_relu('a')
F.leaky_relu(x, 'a')
F.gelu(3)
F.gelu(x, approximate=3)
F.gelu(x, approximate='foo')
F.gelu(x, 'tanh')
F.logsigmoid(3)
F.softplus(x, foo=1)
F.relu(x, foo=1)
""")
for name in ("relu", "relu6", "leaky_relu", "elu", "selu", "celu", "gelu", "silu", "mish", "hardtanh", "hardswish", "hardsigmoid",
             "softplus", "softshrink", "hardshrink", "tanhshrink", "softsign", "logsigmoid", "glu", "rrelu"):
    print(name, getattr(F, name)(torch.rand(2, 4, requires_grad=True)).grad_fn.name())
