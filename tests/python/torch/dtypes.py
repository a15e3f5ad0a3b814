"""The narrow dtypes, promotion, limits, and exp to the last bit."""

import torch
from _show import show

h = torch.tensor([[0.1, 1000.0], [-2.5, 65504.0]]).half()
b = torch.tensor([[0.1, 1000.0], [-2.5, 3e38]]).bfloat16()
i8 = torch.tensor([[1, -2], [100, 127]], dtype=torch.int8)
s = torch.tensor([[1, -2], [100, 32767]], dtype=torch.int16)
f = torch.ones(2, 2)
show(globals(), """
h
b
i8
s
h @ f
f @ h
b @ h
i8 @ s
i8 @ i8
h @ torch.ones(2)
torch.ones(2).half() @ torch.ones(2)
torch.ones(3, 2, 2).half() @ torch.ones(3, 2, 2)
f.long() @ f, 1
torch.ones(2, 2).half() @ torch.ones(2, 2).half()
torch.full((2,), 300, dtype=torch.int8)
torch.full((2,), 1e6, dtype=torch.float16)
torch.full((2,), 1e6, dtype=torch.bfloat16)
i8.clone().fill_(300)
torch.tensor([300], dtype=torch.int8)
torch.tensor([70000], dtype=torch.int16)
torch.tensor([1e6], dtype=torch.float16)
torch.tensor([1e39], dtype=torch.bfloat16)
i8 + i8 * 100
i8 + 300
i8 == 300
h + 70000, h * 1e6
h.sum(), i8.sum(), b.sum()
h / 3, i8 / 3
h + b, i8 + s, i8 + torch.ones(2, 2, dtype=torch.uint8), h + f, h + torch.ones(()), h + 1.5, i8 + 1.5, i8 + True
torch.softmax(torch.ones(2, 3).half(), -1)
torch.arange(5, dtype=torch.float16), torch.linspace(0, 1, 5, dtype=torch.bfloat16), torch.arange(3, dtype=torch.int8)
torch.tensor([1.5, 2.25], dtype=torch.float16).tolist(), torch.tensor(3.3, dtype=torch.bfloat16).item()
h.type(), b.type(), i8.type(), s.type(), h.dtype, i8.dtype
torch.HalfTensor([1, 2]), torch.CharTensor([1]), torch.ShortTensor([3])
torch.tensor([1e-7, 6e-8, 3e-8, 2e-8]).half()
torch.tensor([300, -129]).to(torch.int8), torch.tensor([300.7, -129.2, 1e10]).to(torch.int16)
torch.tensor([1e5, -70000.0, float('nan')]).half()
h.max(0), h.argmax(), h.mean(), i8.mean()
torch.cat([h, f]), torch.where(h > 0, h, b), torch.stack([i8, i8]).shape
h[0], h[:, 1], h[h > 1], i8[torch.tensor([1, 0])], h.t().contiguous(), h.view(-1)
x = h.clone()
x[0] = 7
x[:, 1] += 0.5
x
x.add_(1), x.dtype
x *= 2
x
x.copy_(torch.tensor([[1.00049, 2.0], [3.0, 4.0]])), x
r = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float16, requires_grad=True)
(r * 2).sum()
(r * r).sum().backward()
r.grad
w = torch.ones(3, requires_grad=True)
(w.half() * 2).sum().backward()
w.grad, w.half()
torch.finfo(torch.float16)
torch.finfo(torch.bfloat16)
torch.finfo(torch.float32), torch.finfo(torch.float64)
torch.iinfo(torch.int8), torch.iinfo(torch.int16)
torch.randint(0, 300, (2,), dtype=torch.int8)
torch.zeros(2, dtype=torch.short), torch.ones(2, dtype=torch.half), torch.half is torch.float16
h.float(), h.double(), h.int(), h.bool(), i8.half(), s.char(), f.short(), f.bfloat16()
h.element_size(), i8.element_size(), h.is_floating_point(), i8.is_floating_point()
torch.tensor([1, 2], dtype=torch.int8).float().exp().tolist()
torch.tensor([4.0, 1.0, -1.0, 0.3, 10.7, -87.3, 88.7, 100.1, -104.0]).exp().tolist()
torch.tensor(4.0).exp(), torch.exp(torch.tensor([4.0, 12.345]))
torch.sigmoid(torch.tensor([0.1, -3.7, 2.2, 17.0])).tolist()
torch.nn.functional.silu(torch.tensor([0.1, -3.7, 2.2, 17.0])).tolist()
""")
