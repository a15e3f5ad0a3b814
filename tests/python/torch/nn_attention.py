# MultiheadAttention: outputs, weights, gradients, masks, errors.
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")


def fails(action):
    try:
        print("no error:", action())
    except Exception as error:
        print(type(error).__name__, error)


def show(value):
    if value is None or isinstance(value, bool):
        print(value)
    elif isinstance(value, torch.Tensor):
        print(tuple(value.shape), [round(v, 4) + 0.0 for v in value.detach().flatten()[:6].tolist()], round(value.sum().item(), 3) + 0.0)
    else:
        for part in value:
            show(part)


causal = nn.Transformer.generate_square_subsequent_mask(4)
print(causal, nn.Transformer.generate_square_subsequent_mask(2, dtype=torch.float64))
padding = torch.tensor([[False, False, False, True], [False, False, False, False]])
OPTIONS = [
    {}, {"batch_first": True}, {"bias": False}, {"add_bias_kv": True, "add_zero_attn": True},
]
CALLS = [
    {}, {"need_weights": False}, {"average_attn_weights": False}, {"attn_mask": causal}, {"attn_mask": causal < 0, "need_weights": False},
    {"key_padding_mask": padding}, {"key_padding_mask": padding, "attn_mask": causal < 0},
    {"attn_mask": causal, "is_causal": True, "need_weights": False}, {"attn_mask": torch.zeros(4, 4, 4)},
]
for options in OPTIONS:
    torch.manual_seed(0)
    attention = nn.MultiheadAttention(8, 2, **options)
    x = torch.randn(2, 4, 8) if attention.batch_first else torch.randn(4, 2, 8)
    other = torch.randn_like(x)
    for call in CALLS:
        print(options, list(call))
        show(attention(x, x, x, **call))
        show(attention(x, other, other, **call))
    show(attention(x, other, x))
    attention.zero_grad()
    attention(x, x, x)[0].square().sum().backward()
    show([p.grad for p in attention.parameters()])
attention = nn.MultiheadAttention(8, 2, kdim=3, vdim=5)
show(attention(torch.randn(4, 2, 8), torch.randn(6, 2, 3), torch.randn(6, 2, 5)))
attention = nn.MultiheadAttention(8, 2)
x = torch.randn(4, 8)
show(attention(x, x, x))
show(attention(x, x, x, attn_mask=causal, key_padding_mask=padding[0].float()))
show(attention.eval()(x, x, x, need_weights=False))
print(attention(x, x, x)[0].grad_fn is not None, attention)

print("-- errors")
x = torch.randn(4, 2, 8)
fails(lambda: nn.MultiheadAttention(8, 3))
fails(lambda: nn.MultiheadAttention(0, 3))
fails(lambda: attention(x, x, x, is_causal=True))
fails(lambda: attention(x, x, x, attn_mask=torch.zeros(3, 4)))
fails(lambda: attention(x, x, x, attn_mask=torch.zeros(3, 4, 4)))
fails(lambda: attention(x, x, x, attn_mask=torch.zeros(4, dtype=torch.int64)))
fails(lambda: attention(x, x, x, attn_mask=torch.zeros(4)))
fails(lambda: attention(x, x, x, key_padding_mask=torch.zeros(4, 2)))
fails(lambda: attention(x, x, x, key_padding_mask=torch.zeros(4)))
fails(lambda: attention(x, x[0], x))
fails(lambda: attention(x, x, x[:3]))
fails(lambda: attention(torch.ones(8), x, x))
fails(lambda: attention(torch.ones(4, 2, 6), torch.ones(4, 2, 6), torch.ones(4, 2, 6)))
