import torch
import torch.nn.functional as F
from _show import show

torch.manual_seed(4)
r = torch.randn
x, w, b = r(2, 3, 4), r(5, 4), r(5)


def grads(call, scope, *leaves):
    """The call's value, name and gradients under an uneven weighting."""
    scope = {**globals(), **scope}
    made = {name: value.detach().clone().requires_grad_() for name, value in scope.items() if name in leaves}
    scope.update(made)
    y = eval(call, scope)
    y.backward(torch.linspace(-1, 2, y.numel(), dtype=y.dtype).view(y.shape))
    print(call, y.detach(), y.grad_fn.name(), *[made[name].grad for name in leaves])


for shape in ((4,), (3, 4), (2, 3, 4), (2, 2, 3, 4)):
    grads("F.linear(a, w, b)", {"a": r(shape)}, "a", "w", "b")
    grads("F.linear(a, w)", {"a": r(shape)}, "a", "w")
grads("F.linear(a.permute(2, 1, 0), w, b)", {"a": r(4, 3, 2)}, "a", "w", "b")
grads("F.linear(a, w.T)", {"a": r(2, 5)}, "a", "w")
grads("F.linear(a, w[0])", {"a": r(2, 4)}, "a")
print(F.linear(torch.arange(4).view(2, 2), torch.tensor([[1, 2], [3, 4]]), torch.tensor([1, 1])))
grads("F.bilinear(x, a, v, b)", {"a": r(2, 3, 2), "v": r(5, 4, 2)}, "x", "a", "v", "b")

table = r(6, 3)
i = torch.tensor([[0, 2, 2], [5, 0, 1]])
grads("F.embedding(i, table)", {}, "table")
grads("F.embedding(i, table, padding_idx=0)", {}, "table")
grads("F.embedding(i, table, padding_idx=-1)", {}, "table")
grads("F.embedding(i, table, scale_grad_by_freq=True)", {}, "table")
print(F.embedding(torch.tensor(3), table).shape, torch.embedding(table, i.int()).shape)

for dtype in (torch.float32, torch.float64):
    torch.set_printoptions(edgeitems=1, threshold=20, precision=3)
    x, g, h = r(2, 4, 3, 5, dtype=dtype), r(5, dtype=dtype), r(5, dtype=dtype)
    c, d = r(4, dtype=dtype), r(4, dtype=dtype)
    grads("F.layer_norm(x, (5,))", {}, "x")
    grads("F.layer_norm(x, (5,), g, h)", {}, "x", "g", "h")
    grads("F.layer_norm(x, (3, 5), k, eps=0.1)", {"k": r(3, 5, dtype=dtype)}, "x", "k")
    grads("F.rms_norm(x, (5,))", {}, "x")
    grads("F.rms_norm(x, [5], g, 0.01)", {}, "x", "g")
    grads("F.group_norm(x, 2)", {}, "x")
    grads("F.group_norm(x, 2, c, d)", {}, "x", "c", "d")
    grads("F.group_norm(x, 4, c)", {}, "x", "c")
    grads("F.instance_norm(x)", {}, "x")
    grads("F.instance_norm(x, weight=c, bias=d)", {}, "x", "c", "d")
    mean, var = torch.zeros(4, dtype=dtype), torch.ones(4, dtype=dtype)
    grads("F.batch_norm(x, mean, var, c, d, training=True)", {}, "x", "c", "d")
    print(mean, var)
    grads("F.batch_norm(x, mean, var, training=True, momentum=0.5, eps=0.01)", {}, "x")
    print(mean, var)
    grads("F.batch_norm(x, mean, var, c, d)", {}, "x", "c", "d")
    grads("F.batch_norm(x, None, None, c, training=True)", {}, "x", "c")
    print(F.instance_norm(x, mean, var, momentum=0.3).abs().sum(), mean, var)
grads("F.batch_norm(m, None, None, training=True)", {"m": r(6, 4)}, "m")
grads("F.layer_norm(x.transpose(1, 3), (4,))", {}, "x")
grads("F.group_norm(x.transpose(0, 1), 2)", {}, "x")

x = r(3, 8).double().requires_grad_()
c, d, mean, var = r(8).double(), r(8).double(), r(8).double(), torch.rand(8).double()
for call in ("F.layer_norm(x, (8,), c, d)", "F.rms_norm(x, (8,))", "F.group_norm(x, 2)", "F.batch_norm(x, None, None, training=True)",
             "F.linear(x, v)", "F.batch_norm(x, mean, var)"):
    v = r(2, 8).double()
    first, = torch.autograd.grad(eval(call).pow(3).sum(), x, create_graph=True)
    print(call, torch.autograd.grad(first.pow(2).sum(), x)[0])

ones = torch.ones(3, 8)
for call in ("F.dropout(ones)", "F.dropout(ones, 0.2)", "F.alpha_dropout(ones, 0.3, True)", "F.dropout1d(ones[None])",
             "F.dropout1d(ones)", "F.dropout2d(ones.view(2, 3, 2, 2))", "F.dropout3d(torch.ones(2, 3, 1, 2, 2))",
             "F.feature_alpha_dropout(torch.ones(2, 3, 2), 0.4, True)", "F.dropout(ones, 1.0)", "F.dropout(ones, 0.0)",
             "F.dropout(ones, training=False) is ones", "torch.dropout(ones, 0.25, True)", "F.dropout(ones.double(), 0.5)",
             "F.dropout(ones.T, 0.5)", "F.dropout(ones[:, ::2], 0.5)"):
    torch.manual_seed(7)
    print(call, eval(call), torch.rand(1))
torch.manual_seed(7)
a = torch.ones(2, 3)
print(F.dropout(a, 0.5, inplace=True) is a, a)
a = torch.ones(2, 3, requires_grad=True)
y = F.dropout(a, 0.5)
y.sum().backward()
print(y, a.grad)

torch.manual_seed(9)
print(F.gumbel_softmax(r(2, 3), tau=0.5), F.gumbel_softmax(r(2, 3), hard=True))

x = r(2, 4, 6)
z, o = torch.zeros(4), torch.ones(4)
show(globals(), """
F.linear(r(2, 4), r(3, 5))
F.linear(x, r(3, 5))
F.linear(r(4), r(3, 5))
F.linear(r(2, 4), r(3, 4), r(5))
F.linear(r(2, 4).double(), r(3, 4))
F.linear(x, r(3, 6), r(5))
F.linear(r(2, 4).double(), r(3, 4), r(3))
F.linear(x.double(), r(3, 6), r(3))
F.linear(r(()), r(3, 6))
F.linear(r(2, 4), r(4)).shape
F.linear(r(2, 4), r(4), r(()))
F.linear(r(2, 4), r(2, 3, 4))
F.linear(r(2, 4), r(3, 5), r(3))
F.linear(r(2, 4), r(3, 4), r(3).double())
F.linear(r(2, 4), r(3, 4), r(1)).shape, F.linear(r(2, 4), r(3, 4), r(2, 3)).shape, F.linear(r(2, 0), r(3, 0), r(3)).shape
F.linear('a', r(3, 4))
F.linear(r(2, 4))
F.bilinear(r(2, 3), r(2, 4), r(5, 3, 3))
F.bilinear(r(2, 3), r(3, 4), r(5, 3, 4))
F.embedding(torch.tensor([9]), table)
F.embedding(torch.tensor([-1]), table)
F.embedding(torch.tensor([1.]), table)
F.embedding(torch.tensor([1]), table, padding_idx=7)
F.embedding(torch.tensor([True]), table)
F.embedding([1], table)
F.embedding(torch.tensor([1]), table[0])
F.layer_norm(x, (5,))
F.layer_norm(x, (4, 5))
F.layer_norm(x, ())
F.layer_norm(x, (6,), r(5))
F.layer_norm(x, (6,), r(6), r(5))
F.layer_norm(x, 6)
F.layer_norm(x.long(), (6,))
F.layer_norm(x.double(), (6,), r(6), r(6))
F.layer_norm(x, (6,), r(6).double())
F.layer_norm(3, (6,))
F.layer_norm(x, (6.5,))
F.rms_norm(x, (5,))
F.rms_norm(x.long(), (6,))
F.rms_norm(x, (6,), r(6).double()).dtype
F.group_norm(x, 2, r(5))
F.group_norm(x, 3)
F.group_norm(x, 2, r(4), r(3))
F.group_norm(x.long(), 2)
F.group_norm(x, 0)
F.group_norm(r(1, 4), 4)
F.group_norm(r(4), 4)
F.batch_norm(x, z[:3], o)
F.batch_norm(x, z, o[:3])
F.batch_norm(x, z, o, r(3))
F.batch_norm(x, z, o, r(4), r(3))
F.batch_norm(x, None, None)
F.batch_norm(r(1, 4), z, o, training=True)
F.batch_norm(x.long(), z, o)
F.batch_norm(x.double(), z, o)
F.batch_norm(x, z, None)
F.batch_norm(x, z, o, eps=-1.)
F.batch_norm(x, z, o, training=True, eps=0.)
F.batch_norm(x, z, o, training=True, momentum=None)
F.instance_norm(r(2, 4, 1))
F.instance_norm(x, use_input_stats=False)
F.dropout(x, 1.5)
F.dropout(x.long(), 0.5)
F.dropout1d(r(3))
torch.dropout(x, 0.5)
torch.layer_norm(x, (6,)).shape, torch.group_norm(x, 2).shape, torch.rms_norm(x, (6,)).shape
""")
