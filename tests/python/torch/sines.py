"""Sines and cosines to the last digit, as positional encodings print them."""

import torch
torch.set_printoptions(precision=9)
x = torch.cat([torch.tensor([0.0, -0.0, 0.01, 0.5, 1.0, -1.5, 3.0, 3.1415927, 10.0, 33.25, -99.5]), torch.arange(1, 30) * 0.37])
print(x.sin()); print(x.cos())
print([v.hex() for v in x.sin().double().tolist()]); print([v.hex() for v in x.cos().double().tolist()])
pos = torch.arange(50).unsqueeze(1); div = torch.exp(torch.arange(0, 16, 2) * (-torch.log(torch.tensor(10000.0)) / 16))
pe = torch.zeros(50, 16); pe[:, 0::2] = torch.sin(pos * div); pe[:, 1::2] = torch.cos(pos * div); print(pe)
print(torch.sin(torch.tensor([1e5, 1e30, float("inf"), float("nan")])), torch.cos(torch.tensor([200.0, 5000.0])))
