import torch
from _show import show

show(globals(), r"""
x = torch.arange(3.0)
y = torch.tensor([1.0, 2, 3], dtype=torch.bfloat16)
torch.real(x)
x.real
x.conj() is x
torch.conj(x)
torch.imag(x)
x.imag
torch.resolve_conj(x)
torch.addcdiv(x, y, x + 1, value=3.14)
torch.addcmul(x, y, y, value=3.14)
torch.addcmul(x, torch.arange(3), y)
""")
