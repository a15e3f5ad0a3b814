# RNN, LSTM, GRU and their cells: outputs, states, gradients, packed sequences, errors.
import warnings

import torch
from torch import nn
from torch.nn.utils import rnn

warnings.simplefilter("ignore")


def fails(action):
    try:
        print("no error:", action())
    except Exception as error:
        print(type(error).__name__, error)


def show(value):
    if isinstance(value, torch.Tensor):
        print(tuple(value.shape), [round(v, 4) + 0.0 for v in value.detach().flatten()[:6].tolist()], round(value.sum().item(), 4))
    elif isinstance(value, rnn.PackedSequence):
        show(value.data)
        print(value.batch_sizes, value.sorted_indices, value.unsorted_indices)
    else:
        for part in value:
            show(part)


OPTIONS = [
    {}, {"num_layers": 2}, {"bidirectional": True}, {"batch_first": True}, {"bias": False},
    {"num_layers": 2, "bidirectional": True, "batch_first": True},
]
for kind in (nn.RNN, nn.LSTM, nn.GRU):
    for options in OPTIONS:
        torch.manual_seed(0)
        net = kind(3, 4, **options)
        x = torch.randn(2, 5, 3, requires_grad=True)
        print(kind.__name__, options)
        output, state = net(x)
        show((output, state))
        output.square().sum().backward()
        show([x.grad] + [p.grad for p in net.parameters()][:3])
torch.manual_seed(0)
show(nn.RNN(3, 4, nonlinearity="relu")(torch.randn(5, 2, 3)))
show(nn.LSTM(3, 4, proj_size=2, num_layers=2, bidirectional=True)(torch.randn(5, 2, 3)))

print("-- states, unbatched")
torch.manual_seed(0)
for kind in (nn.RNN, nn.LSTM, nn.GRU):
    net = kind(3, 4, 2)
    h = torch.randn(2, 2, 4)
    show(net(torch.randn(5, 2, 3), (h, h * 2) if kind is nn.LSTM else h))
    h = h[:, 0]
    show(net(torch.randn(5, 3), (h, h) if kind is nn.LSTM else h))
    show(net(torch.randn(5, 3)))
net = nn.GRU(3, 4, 2, dropout=0.5).eval()
show(net(torch.randn(5, 2, 3)))
net.flatten_parameters()
print(len(net.all_weights), net._all_weights, type(net(torch.randn(5, 2, 3))[1].grad_fn).__name__)

print("-- cells")
torch.manual_seed(0)
for cell in (nn.RNNCell(3, 4), nn.RNNCell(3, 4, nonlinearity="relu"), nn.LSTMCell(3, 4), nn.GRUCell(3, 4), nn.GRUCell(3, 4, bias=False)):
    x, h = torch.randn(2, 3), torch.randn(2, 4)
    pair = isinstance(cell, nn.LSTMCell)
    show((cell(x), cell(x, (h, h) if pair else h), cell(x[0]), cell(x[0], (h[0], h[0]) if pair else h[0])))
print(cell(x))
print(nn.LSTMCell(3, 4)(x))
print(nn.RNNCell(3, 4)(x))

print("-- packed")
torch.manual_seed(0)
sequences = [torch.randn(n, 3) for n in (2, 5, 3)]
padded = rnn.pad_sequence(sequences, batch_first=True)
show(padded)
show(rnn.pad_sequence(sequences, padding_value=-1.0, padding_side="left"))
packed = rnn.pack_padded_sequence(padded, [2, 5, 3], batch_first=True, enforce_sorted=False)
show(packed)
print(packed)
show(rnn.pad_packed_sequence(packed, batch_first=True))
show(rnn.pad_packed_sequence(packed, padding_value=9.0, total_length=6))
show(rnn.pack_sequence(sorted(sequences, key=len, reverse=True)))
show(rnn.unpack_sequence(rnn.pack_sequence(sequences, enforce_sorted=False)))
show(rnn.unpad_sequence(padded, torch.tensor([2, 5, 3]), batch_first=True))
for kind in (nn.RNN, nn.LSTM, nn.GRU):
    torch.manual_seed(1)
    net = kind(3, 4, num_layers=2, bidirectional=True)
    output, state = net(packed)
    show((output, state))
    show(rnn.pad_packed_sequence(output))
    output.data.square().sum().backward()
    show([p.grad for p in net.parameters()][:3])
x = padded.clone().requires_grad_()
rnn.pad_packed_sequence(rnn.pack_padded_sequence(x, torch.tensor([2, 5, 3]), True, False))[0].square().sum().backward()
print(x.grad)

print("-- errors")
net = nn.LSTM(3, 4)
fails(lambda: net(torch.ones(1)))
fails(lambda: net(torch.ones(2, 2, 5)))
fails(lambda: net(torch.ones(2, 2, 3, dtype=torch.float64)))
fails(lambda: net(torch.ones(2, 2, 3), (torch.ones(1, 2, 5), torch.ones(1, 2, 4))))
fails(lambda: net(torch.ones(2, 2, 3), (torch.ones(1, 2, 4), torch.ones(1, 3, 4))))
fails(lambda: net(torch.ones(2, 2, 3), (torch.ones(2, 4), torch.ones(2, 4))))
fails(lambda: net(torch.ones(2, 3), (torch.ones(1, 2, 4), torch.ones(1, 2, 4))))
fails(lambda: nn.GRU(3, 4)(torch.ones(2, 2, 3), torch.ones(2, 2, 4)))
fails(lambda: nn.GRU(3, 4)(torch.ones(2, 2, 3), torch.ones(2, 4)))
fails(lambda: nn.GRU(3, 4)(torch.ones(2, 3), torch.ones(1, 2, 4)))
fails(lambda: nn.RNN(3, 4)(torch.ones(1)))
fails(lambda: nn.RNN(3, 4, nonlinearity="gelu"))
fails(lambda: nn.RNN(3, 4, proj_size=2))
fails(lambda: nn.GRU(3, 4, proj_size=2))
fails(lambda: nn.LSTM(3, 4, proj_size=4))
fails(lambda: nn.LSTM(0, 4))
fails(lambda: nn.LSTM(3, -1))
fails(lambda: nn.LSTM(3, 4.0))
fails(lambda: nn.LSTM(3, 4, dropout=2))
fails(lambda: nn.LSTM(3, 4, num_layers=0))
fails(lambda: nn.LSTM(3, 4, bias=1))
fails(lambda: nn.RNNCell(3, 4)(torch.ones(1, 1, 3)))
fails(lambda: nn.GRUCell(3, 4)(torch.ones(2, 5)))
fails(lambda: nn.GRUCell(3, 4)(torch.ones(2, 3), torch.ones(3, 4)))
fails(lambda: nn.LSTMCell(3, 4)(torch.ones(2, 3), (torch.ones(2, 4), torch.ones(2, 5))))
fails(lambda: nn.LSTMCell(3, 4)(torch.ones(2, 3), (torch.ones(2, 4), torch.ones(2, 4, 1))))
fails(lambda: rnn.pack_padded_sequence(padded, [2, 5, 3], batch_first=True))
fails(lambda: rnn.pack_padded_sequence(padded, [2, 0, 3], batch_first=True, enforce_sorted=False))
fails(lambda: rnn.pack_padded_sequence(padded, [2, 1], batch_first=True))
fails(lambda: rnn.pad_packed_sequence(packed, total_length=2))
fails(lambda: rnn.pad_sequence(3))
fails(lambda: rnn.pad_sequence([]))
fails(lambda: rnn.pad_sequence(sequences, padding_side="top"))
