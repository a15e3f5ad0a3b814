from typing import Optional
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(8)


class RMSNorm(nn.Module):
    def __init__(self, dim: int, eps: float = 1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        return (x.float() * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + self.eps)).type_as(x) * self.weight


def precompute_freqs(dim, end, theta=10000.0):
    freqs = 1.0 / (theta ** (torch.arange(0, dim, 2)[: (dim // 2)].float() / dim))
    f = torch.outer(torch.arange(end).float(), freqs)
    return torch.cos(f), torch.sin(f)


def apply_rotary_emb(xq, cos, sin):
    r, i = xq.float().reshape(xq.shape[:-1] + (-1, 2)).unbind(-1)
    cos, sin = cos[None, :, None, :], sin[None, :, None, :]
    return torch.stack([r * cos - i * sin, r * sin + i * cos], dim=-1).flatten(3).type_as(xq)


def repeat_kv(x, n_rep):
    bs, slen, n_kv, hd = x.shape
    if n_rep == 1:
        return x
    return x[:, :, :, None, :].expand(bs, slen, n_kv, n_rep, hd).reshape(bs, slen, n_kv * n_rep, hd)


class Attention(nn.Module):
    def __init__(self, dim, nh, nkv):
        super().__init__()
        self.nh, self.nkv, self.hd = nh, nkv, dim // nh
        self.wq, self.wk = nn.Linear(dim, nh * self.hd, bias=False), nn.Linear(dim, nkv * self.hd, bias=False)
        self.wv, self.wo = nn.Linear(dim, nkv * self.hd, bias=False), nn.Linear(nh * self.hd, dim, bias=False)

    def forward(self, x, cos, sin, mask: Optional[torch.Tensor] = None):
        b, t, _ = x.shape
        q, k, v = self.wq(x).view(b, t, self.nh, -1), self.wk(x).view(b, t, self.nkv, -1), self.wv(x).view(b, t, self.nkv, -1)
        q, k = apply_rotary_emb(q, cos, sin), apply_rotary_emb(k, cos, sin)
        k, v = repeat_kv(k, self.nh // self.nkv), repeat_kv(v, self.nh // self.nkv)
        q, k, v = (z.transpose(1, 2) for z in (q, k, v))
        s = q @ k.transpose(2, 3) / self.hd ** 0.5
        if mask is not None:
            s = s + mask
        o = F.softmax(s.float(), dim=-1).type_as(q) @ v
        return self.wo(o.transpose(1, 2).contiguous().view(b, t, -1))


class FeedForward(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.w1, self.w2, self.w3 = nn.Linear(dim, hidden, bias=False), nn.Linear(hidden, dim, bias=False), nn.Linear(dim, hidden, bias=False)

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)) * self.w3(x))


class MoE(nn.Module):
    def __init__(self, dim, n_experts=4, k=2):
        super().__init__()
        self.gate, self.k = nn.Linear(dim, n_experts, bias=False), k
        self.experts = nn.ModuleList(FeedForward(dim, 2 * dim) for _ in range(n_experts))

    def forward(self, x):
        flat = x.view(-1, x.shape[-1])
        logits = self.gate(flat)
        weights, selected = torch.topk(logits, self.k)
        weights = F.softmax(weights, dim=1, dtype=torch.float).to(x.dtype)
        results = torch.zeros_like(flat)
        for i, expert in enumerate(self.experts):
            batch_idx, nth = torch.where(selected == i)
            results[batch_idx] += weights[batch_idx, nth, None] * expert(flat[batch_idx])
        probs = logits.softmax(-1)
        load = F.one_hot(selected[:, 0], len(self.experts)).float().mean(0)
        self.aux = len(self.experts) * (load * probs.mean(0)).sum()
        self.counts = torch.bincount(selected.flatten(), minlength=len(self.experts))
        return results.view_as(x)


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.attn, self.ffn = Attention(dim, 4, 2), MoE(dim)
        self.n1, self.n2 = RMSNorm(dim), RMSNorm(dim)

    def forward(self, x, cos, sin, mask):
        x = x + self.attn(self.n1(x), cos, sin, mask)
        return x + self.ffn(self.n2(x))


class Model(nn.Module):
    def __init__(self, v=12, dim=16):
        super().__init__()
        self.tok = nn.Embedding(v, dim)
        self.layers = nn.ModuleList([Block(dim) for _ in range(2)])
        self.norm, self.output = RMSNorm(dim), nn.Linear(dim, v, bias=False)
        cos, sin = precompute_freqs(dim // 4, 32)
        self.register_buffer("cos", cos, persistent=False); self.register_buffer("sin", sin, persistent=False)

    def forward(self, ids):
        t = ids.shape[1]
        mask = torch.full((t, t), float("-inf")).triu_(1)
        h = self.tok(ids)
        for l in self.layers:
            h = l(h, self.cos[:t], self.sin[:t], mask)
        return self.output(self.norm(h)).float()


m = Model()
print(m)
data = torch.tensor([(i * i) % 12 for i in range(60)])
opt = torch.optim.AdamW(m.parameters(), lr=1e-2, betas=(0.9, 0.95), weight_decay=0.1)
for step in range(16):
    i = torch.randint(0, 40, (4,))
    x = torch.stack([data[k:k + 8] for k in i]); y = torch.stack([data[k + 1:k + 9] for k in i])
    lg = m(x)
    aux = sum(l.ffn.aux for l in m.layers)
    loss = F.cross_entropy(lg.view(-1, 12), y.view(-1)) + 0.01 * aux
    loss.backward()
    if (step + 1) % 2 == 0:
        gn = nn.utils.clip_grad_norm_(m.parameters(), 1.0)
        opt.step(); opt.zero_grad()
    if step % 4 == 0:
        print(step, f"loss {loss.item():.4f} aux {aux:.3f}")
print(m.layers[0].ffn.counts.sum(), m.layers[0].ffn.gate.weight.shape)
q = torch.randn(1, 3, 1, 4)
print(apply_rotary_emb(q, *precompute_freqs(4, 3)).shape, torch.allclose(apply_rotary_emb(q, *precompute_freqs(4, 3)).norm(dim=-1), q.norm(dim=-1)))
print(torch.full((3, 3), float("-inf")).triu_(1), repeat_kv(torch.arange(4.).view(1, 1, 2, 2), 2))
w = torch.ones(6, 6, dtype=torch.bool).tril().triu(-2)
print(w.long(), torch.zeros(6, 6).masked_fill(~w, -torch.inf)[3])
