# The transformer's layers and stacks: outputs, gradients, masks, padding in evaluation, errors.
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
padding = torch.tensor([[False, False, False, True], [False, False, False, False]])
for options in ({}, {"batch_first": True, "norm_first": True}, {"activation": "gelu", "bias": False}):
    torch.manual_seed(0)
    options = {"dim_feedforward": 16, "dropout": 0.0, **options}
    encoder, decoder = nn.TransformerEncoderLayer(8, 2, **options), nn.TransformerDecoderLayer(8, 2, **options)
    first = bool(options.get("batch_first"))
    x = torch.randn(2, 4, 8) if first else torch.randn(4, 2, 8)
    y = torch.randn(2, 3, 8) if first else torch.randn(3, 2, 8)
    show(encoder(x))
    show(encoder(x, src_mask=causal, src_key_padding_mask=padding))
    show(encoder(x, causal, is_causal=True))
    show(decoder(y, x))
    show(decoder(y, x, tgt_mask=causal[:3, :3], memory_key_padding_mask=padding, tgt_is_causal=True))
    stack = nn.TransformerEncoder(encoder, 2, nn.LayerNorm(8))
    show(stack(x, mask=causal))
    out = nn.TransformerDecoder(decoder, 2)(y, stack(x), tgt_mask=causal[:3, :3])
    show(out)
    out.square().sum().backward()
    show([p.grad for p in stack.parameters()][:3])
    with torch.no_grad():
        show(stack.eval()(x, src_key_padding_mask=padding))
        show(stack(x, mask=causal, src_key_padding_mask=padding))
        show(encoder.eval()(x, src_key_padding_mask=padding))
torch.manual_seed(0)
model = nn.Transformer(8, 2, 1, 2, 16, dropout=0.0, batch_first=True)
source, target = torch.randn(2, 5, 8), torch.randn(2, 4, 8)
show(model(source, target, tgt_mask=causal))
show(model(source[0], target[0]))
fails(lambda: model(source, target[:1]))
fails(lambda: model(source[..., :4], target))
with torch.no_grad():
    stack = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 1, enable_nested_tensor=False).eval()
    show(stack(torch.randn(2, 4, 8), src_key_padding_mask=padding))
    stack.use_nested_tensor = True
    show(stack(torch.randn(2, 4, 8), src_key_padding_mask=padding))
    show(stack(torch.randn(2, 4, 8), src_key_padding_mask=padding.flip(1)))
    attention, masked = nn.MultiheadAttention(8, 2, batch_first=True).eval(), torch.tensor([[True] * 4, [False, False, True, True]])
    show(attention(source, source, source, is_causal=True, need_weights=False))
    show(attention(target, target, target, key_padding_mask=masked)[0][1])
    print(stack.layers[0](target, src_key_padding_mask=masked).isnan().any(-1))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16), 1)
    nn.TransformerEncoder(nn.TransformerEncoderLayer(9, 3, 16, batch_first=True), 1)
    nn.MultiheadAttention(8, 2)(source.transpose(0, 1)[:4], source.transpose(0, 1)[:4], source.transpose(0, 1)[:4], key_padding_mask=padding, attn_mask=causal)
print([str(w.message) for w in caught])
print(len(list(model.parameters())), sum(p.numel() for p in model.parameters()))
fails(lambda: nn.TransformerEncoderLayer(8, 2, activation="tanh"))
