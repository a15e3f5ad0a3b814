import numpy as np
import torch
import torch.nn.functional as F
from _show import show

FLOATS = [torch.float32, torch.float64, torch.float16, torch.bfloat16]
ALL = [*FLOATS, torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool, torch.complex64]


def ask(*names, run):
    try:
        result = run()
        text = str(result)
    except Exception as error:
        text = f"{type(error).__name__}: {str(error).splitlines()[0]}"
    print(*names, text)


# A layer's parameters and what they are given.
for own in ALL:
    for other in ALL:
        weight, ones = torch.ones(2, 3).to(other), torch.ones(3).to(other)
        if own is not other:
            for shape in ((1, 3), (3,)):
                x = torch.ones(shape).to(own)
                ask("linear", own, other, run=lambda: F.linear(x, weight))
                ask("linear", own, other, "bias of the weight", run=lambda: F.linear(x, weight, torch.ones(2).to(other)))
                ask("linear", own, other, "bias of the input", run=lambda: F.linear(x, weight, torch.ones(2).to(own)))
        x = torch.tensor([[1, 2, 4]]).to(own)
        ask("layer_norm", own, other, run=lambda: F.layer_norm(x, (3,), ones))
        ask("layer_norm", own, other, "bias of the weight", run=lambda: F.layer_norm(x, (3,), ones, ones))
        ask("layer_norm", own, other, "bias of the input", run=lambda: F.layer_norm(x, (3,), ones, torch.ones(3).to(own)))
    ask("linear", own, "no bias, other", run=lambda: F.linear(torch.ones(1, 3).to(own), torch.ones(2, 3).to(own), torch.ones(2).double()))
    mask = torch.tensor([1, 0, 1]).to(own)
    ask("masked_fill_", own, run=lambda: torch.ones(3).masked_fill_(mask, 2))
    ask("masked_fill", own, run=lambda: torch.ones(3, dtype=torch.int64).masked_fill(mask, 2))
    ask("masked_select", own, run=lambda: torch.ones(3).masked_select(mask))
    if own is not torch.uint8:
        ask("masked_scatter", own, run=lambda: torch.ones(3).masked_scatter(mask, torch.zeros(3)))

show(globals(), r'''
h = torch.tensor([[1., 2., 4.]], dtype=torch.bfloat16, requires_grad=True); w = torch.tensor([1., 2., 3.], requires_grad=True)
y = F.layer_norm(h, (3,), w, w); y
y.float().square().sum().backward(); h.grad.dtype, w.grad.dtype, h.grad.shape
torch.remainder(torch.tensor(-1.5), 0.5), torch.tensor([-1.5, 1.5, -0.0, 0.0, 2.0, -2.0]) % 0.5
torch.remainder(torch.tensor([-1.5, 1.5, -0.0, 0.0, 2.0, -2.0], dtype=torch.float64), -0.5), torch.tensor([-1.5, 1.5, 1.7]) % torch.tensor([0.5, -0.5, -0.5])
np.remainder(np.array([-1.5, 1.5, -0.0, 0.0, 2.0]), 0.5), np.array([-1.5, 1.5, -0.0, 0.0, 2.0], np.float32) % -0.5
a = torch.tensor([1., 0, -1], requires_grad=True); v = torch.tensor([0.5], requires_grad=True)
torch.heaviside(a, v.detach()), torch.heaviside(a.detach(), v), torch.heaviside(a.detach(), v.detach()), a.detach().clone().heaviside_(v.detach())
torch.heaviside(a, v).sum().backward()
torch.heaviside(torch.tensor([1, 0, -1]), torch.tensor([7])), torch.heaviside(torch.tensor([float("nan"), -0.0]), torch.tensor(2.))
torch.heaviside(torch.tensor([1, 0, -1]), torch.tensor([0.5]))
torch.heaviside(torch.ones(2).half(), torch.ones(2))
x = torch.ones(2, 3, requires_grad=True); p = torch.ones(2, 3) / 3
F.cross_entropy(x, p), F.cross_entropy(x, p, reduction="sum"), F.cross_entropy(x, p, reduction="none"), F.cross_entropy(x, p, label_smoothing=0.1)
F.cross_entropy(x, p, weight=torch.ones(3)), F.cross_entropy(x[0], p[0]), F.cross_entropy(x[0], p[0], reduction="none"), F.cross_entropy(x, torch.tensor([0, 1]))
F.cross_entropy(x, torch.tensor([0, 1]), label_smoothing=0.1), F.cross_entropy(x[0], p[0], reduction="sum")
torch.from_numpy(np.array([1, 2], np.int16)), torch.from_numpy(np.array([1, 2], np.int8)), torch.from_numpy(np.array([1, 0.1], np.float16))
torch.from_numpy(np.array([1, 65535], np.uint16)), torch.tensor(np.array([1, 2], np.int8)), torch.as_tensor(np.array([0.1], np.float16))
torch.tensor([0.1, 2]).half().numpy(), torch.tensor([1, -2]).char().numpy(), torch.tensor([1, -2]).short().numpy(), torch.tensor([1, 2], dtype=torch.uint16).numpy()
torch.ones(2).bfloat16().numpy()
torch.tensor(np.float16(0.1)), torch.tensor(np.int8(2)), torch.tensor(np.uint16(2)), torch.tensor([np.int16(2), np.int16(4)]), torch.tensor([np.float16(0.5)])
n = np.array([1, 2, 3], np.int16); t = torch.from_numpy(n); t[0] = 9
n, t.numpy() is not n, np.asarray(t), np.array(t.half())
torch.tensor([1, 2], dtype=torch.uint16), torch.uint16.is_signed, torch.uint16.itemsize, torch.uint16.is_floating_point, torch.iinfo(torch.uint16)
torch.tensor([1, 2], dtype=torch.uint16) + torch.tensor([1, 2])
torch.tensor([1, 2], dtype=torch.uint16) * torch.tensor([1, 2], dtype=torch.uint8)
torch.promote_types(torch.uint16, torch.int32)
torch.promote_types(torch.uint16, torch.float16), torch.promote_types(torch.uint16, torch.uint16)
torch.tensor([1, 2], dtype=torch.uint16) + torch.tensor([1., 2]), torch.tensor([1, 2], dtype=torch.uint16) + 1.5, torch.tensor([3, 1], dtype=torch.uint16) / 2
torch.tensor([1, 2], dtype=torch.uint16).sum(), torch.tensor([1, 2], dtype=torch.uint16) * 2, torch.tensor([1, 2], dtype=torch.uint16) == 1, torch.tensor([3, 1], dtype=torch.uint16).sort()
torch.tensor([1, 70000], dtype=torch.uint16)
torch.tensor([-1], dtype=torch.uint16), torch.tensor([3, -1]).to(torch.uint16), torch.tensor([3.7, -1.2]).to(torch.uint16), torch.tensor([3, 1], dtype=torch.uint16).int()
torch.zeros(2, dtype=torch.uint16), torch.full((2,), 3, dtype=torch.uint16), torch.tensor([3, 1], dtype=torch.uint16).tolist(), torch.tensor([3], dtype=torch.uint16).item()
torch.cat([torch.tensor([3, 1], dtype=torch.uint16)] * 2), torch.stack([torch.tensor([3, 1], dtype=torch.uint16)] * 2), torch.tensor([3, 1], dtype=torch.uint16).reshape(2, 1)
torch.cat([torch.tensor([3, 1], dtype=torch.uint16), torch.tensor([1])])
torch.tensor([3, 1], dtype=torch.uint16).mean()
torch.tensor([1, 2], dtype=torch.uint16).type(), torch.equal(torch.tensor([3], dtype=torch.uint16), torch.tensor([3], dtype=torch.uint16))
''')
