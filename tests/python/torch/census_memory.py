import torch
from _show import show

show(globals(), r"""
x = torch.randn(2, 3, 4, 5)
y = x.to(memory_format=torch.channels_last)
y.stride(), y.is_contiguous(), y.is_contiguous(memory_format=torch.channels_last), torch.equal(x, y), y.contiguous().stride(), x.contiguous(memory_format=torch.channels_last).stride(), x.clone(memory_format=torch.channels_last).stride(), y.clone().stride(), y.clone(memory_format=torch.contiguous_format).stride(), x.is_contiguous(memory_format=torch.channels_last)
y.float() is y, y.double().stride(), torch.channels_last
t = x.transpose(1, 2)
t.clone().stride(), t.contiguous().stride(), x.float(memory_format=torch.channels_last).stride()
torch.ones(2).contiguous(memory_format=torch.channels_last)
""")
