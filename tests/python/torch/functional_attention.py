import torch
import torch.nn.functional as F
from _show import show

torch.manual_seed(6)
r = torch.randn
q, k, v = r(2, 4, 5, 8), r(2, 4, 5, 8), r(2, 4, 5, 8)
mask, bias = torch.ones(5, 5).tril().bool(), r(5, 5)
keys, values = r(2, 2, 5, 8), r(2, 2, 5, 8)


def grads(call):
    made = {name: globals()[name].detach().clone().requires_grad_() for name in ("q", "k", "v")}
    y = eval(call, {**globals(), **made})
    y.backward(torch.linspace(-1, 2, y.numel()).view(y.shape))
    print(call, y.detach().sum(-1), y.grad_fn.name(), *[x.grad.sum((1, 3)) + 1 for x in made.values() if x.grad is not None])


for call in ("(q, k, v)", "(q, k, v, mask)", "(q, k, v, bias)", "(q, k, v, is_causal=True)", "(q, k, v, scale=0.3)",
             "(q, k, v, dropout_p=0.3)", "(q, k, v, mask, 0.3)", "(q, k, v, bias, dropout_p=0.5)",
             "(q, k, v, is_causal=True, dropout_p=0.2, scale=0.5)", "(q, keys, values, enable_gqa=True)",
             "(q, keys, values, dropout_p=0.4, enable_gqa=True)"):
    torch.manual_seed(8)
    grads("F.scaled_dot_product_attention" + call)
    print(torch.rand(1))

show(globals(), """
F.scaled_dot_product_attention(q, k, v, dropout_p=1.0).abs().sum()
F.scaled_dot_product_attention(q, k, v, torch.zeros(5, 5).bool(), 0.5).sum()
F.scaled_dot_product_attention(q, r(2, 2, 5, 8), r(2, 2, 5, 8))
F.scaled_dot_product_attention(q, r(2, 3, 5, 8), r(2, 3, 5, 8), enable_gqa=True)
F.scaled_dot_product_attention(q, r(2, 2, 5, 8), r(2, 1, 5, 8), enable_gqa=True).shape
F.scaled_dot_product_attention(q, r(2, 3, 5, 8), r(2, 3, 5, 8), dropout_p=0.1, enable_gqa=True)
F.scaled_dot_product_attention(q, k, v, dropout_p=1.5)
F.scaled_dot_product_attention(q, k, v, dropout_p=-0.5)
F.scaled_dot_product_attention(q, k, v, torch.ones(5, 5).long())
F.scaled_dot_product_attention(q, k, v, torch.ones(4, 5))
F.scaled_dot_product_attention(q, k, v, torch.ones(4, 5).bool(), dropout_p=0.1)
F.scaled_dot_product_attention(q, k.double(), v)
F.scaled_dot_product_attention(q, k[..., :7], v)
F.scaled_dot_product_attention(q[0, 0, 0], k[0, 0, 0], v[0, 0, 0])
F.scaled_dot_product_attention(q[0, 0], k[0, 0], v[0, 0], enable_gqa=True)
F.scaled_dot_product_attention(q, k, v, torch.ones(5, 5), is_causal=True, dropout_p=0.1)
""")
