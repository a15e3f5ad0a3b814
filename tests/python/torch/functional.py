import torch
import torch.nn.functional as F
from _show import show

x = torch.arange(6.).reshape(2, 3)
q, k, v = torch.arange(12.).reshape(1, 3, 4) / 10, torch.arange(12.).reshape(1, 3, 4) / 7 - 1, torch.eye(3)[None]
show(globals(), """
F.softmax(x, dim=1), F.softmax(x, 0), F.softmax(x, dim=-1, dtype=torch.float64)
F.softmax(x)
F.log_softmax(x, dim=1)
F.relu(x - 2), F.relu(x, inplace=False), F.sigmoid(x), F.tanh(x), F.silu(x)
F.gelu(x - 2)
F.relu(1)
F.scaled_dot_product_attention(q, k, v)
F.scaled_dot_product_attention(q, k, v, is_causal=True)
F.scaled_dot_product_attention(q, k, v, attn_mask=torch.tril(torch.ones(3, 3)).bool())
F.scaled_dot_product_attention(q, k, v, attn_mask=torch.zeros(3, 3))
F.scaled_dot_product_attention(q, k, v, scale=1.0)
F.scaled_dot_product_attention(q[0], k[0], v[0]).shape
F.scaled_dot_product_attention(q, k, v[..., :2]).shape
F.scaled_dot_product_attention(query=q, key=k, value=v).shape
F.scaled_dot_product_attention(x, x)
F.scaled_dot_product_attention(x, x, x, foo=1)
F.scaled_dot_product_attention(x, x, x, attn_mask=torch.ones(2, 2, dtype=torch.bool), is_causal=True)
F.scaled_dot_product_attention(x, x, x, dropout_p=2.)
F.scaled_dot_product_attention(1, x, x)
F.scaled_dot_product_attention(q, k, v, attn_mask=torch.ones(q.shape[-2], k.shape[-2] + 2))
F.scaled_dot_product_attention(q, k, v, attn_mask=torch.ones(q.shape[-2] + 2, k.shape[-2]))
F.scaled_dot_product_attention(q, k, v, attn_mask=torch.ones(2, 2, 2, q.shape[-2], k.shape[-2]))
F.scaled_dot_product_attention(q, k, v, attn_mask=torch.arange(9.).view(1, 1, 3, 3))
F.cross_entropy(x, torch.tensor([0, 1])), F.cross_entropy(x, torch.tensor([0, 1]), reduction='none'), F.cross_entropy(x, torch.tensor([0, 1]), reduction='sum')
F.cross_entropy(x[0], torch.tensor(2)), F.cross_entropy(x, torch.tensor([0, -100]))
F.cross_entropy(x, torch.tensor([0, 1]), label_smoothing=0.1)
F.cross_entropy(x, torch.softmax(x, 1))
F.cross_entropy(x, torch.tensor([0, 1]), reduction='foo')
F.cross_entropy(x, torch.tensor([0, 5]))
F.cross_entropy(x, torch.tensor([0]))
F.nll_loss(F.log_softmax(x, 1), torch.tensor([0, 1]))
F.mse_loss(x, x + 1), F.mse_loss(x, x + 2, reduction='none'), F.l1_loss(x, x + 2)
F.linear(x, torch.ones(4, 3)), F.linear(x, torch.ones(4, 3), torch.ones(4))
F.one_hot(torch.tensor([0, 2])), F.one_hot(torch.tensor([0, 2]), num_classes=4)
F.one_hot(torch.tensor([0, 2]), num_classes=2)
F.normalize(x + 1, dim=1), F.normalize(x + 1, p=1, dim=0)
y = x.clone().requires_grad_()
F.cross_entropy(y, torch.tensor([0, 1])).backward()
y.grad
a = torch.randn(1, 3, 4, requires_grad=True)
F.scaled_dot_product_attention(a, a, a).requires_grad
torch.nn.functional.softmax(x, dim=0)
torch.nn.functional is F
""")
