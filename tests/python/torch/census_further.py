import torch
from _show import show

show(globals(), r"""
x = torch.tensor([1.0, float('nan'), 3.0])
y = torch.tensor([2.0, 5.0, float('nan')])
i = torch.tensor([1, -5, 12])
m = torch.arange(6.0).view(3, 2)
torch.fmax(x, y)
torch.fmin(x, y)
i << 2
i >> 1
torch.bitwise_left_shift(i, torch.tensor([1, 2, 3]))
torch.bitwise_right_shift(i, 1)
torch.bitwise_left_shift(x, y)
m.clone().tril_()
m.clone().triu_(1)
m.clone().cumsum_(0)
m.clone().cumprod_(1)
(m / 3).round_()
(m / 3).round_(decimals=2)
m.clone().fill_diagonal_(7)
torch.zeros(5, 2).fill_diagonal_(1, wrap=True)
torch.zeros(7, 3).fill_diagonal_(1, True)
torch.zeros(3).fill_diagonal_(1)
torch.zeros(2, 3, 2).fill_diagonal_(1)
torch.zeros(2, 2, 2).fill_diagonal_(1)
torch.newaxis
m.is_cpu
m[:, torch.newaxis].shape
torch.zeros(2, dtype=torch.long).cumsum_(0)
m.t().fill_diagonal_(3)
m.clone().tril_(5, 5)
""")
