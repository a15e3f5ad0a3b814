import torch
import torch.nn as nn
import torch.nn.functional as F
from dataclasses import dataclass


@dataclass
class GPTConfig:
    block_size: int = 32
    vocab_size: int = 20
    n_layer: int = 2
    n_head: int = 2
    n_embd: int = 16
    bias: bool = True


class CausalSelfAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.c_attn = nn.Linear(config.n_embd, 3 * config.n_embd, bias=config.bias)
        self.c_proj = nn.Linear(config.n_embd, config.n_embd, bias=config.bias)
        self.n_head, self.n_embd = config.n_head, config.n_embd

    def forward(self, x, cache=None):
        B, T, C = x.size()
        q, k, v = self.c_attn(x).split(self.n_embd, dim=2)
        q, k, v = [t.view(B, T, self.n_head, C // self.n_head).transpose(1, 2) for t in (q, k, v)]
        if cache is not None:
            pk, pv = cache
            k, v = torch.cat([pk, k], dim=2), torch.cat([pv, v], dim=2)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=cache is None)
        y = y.transpose(1, 2).contiguous().view(B, T, C)
        return self.c_proj(y), (k, v)


class MLP(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.c_fc = nn.Linear(config.n_embd, 4 * config.n_embd)
        self.gelu = nn.GELU(approximate='tanh')
        self.c_proj = nn.Linear(4 * config.n_embd, config.n_embd)

    def forward(self, x):
        return self.c_proj(self.gelu(self.c_fc(x)))


class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.ln_1, self.attn = nn.LayerNorm(config.n_embd), CausalSelfAttention(config)
        self.ln_2, self.mlp = nn.LayerNorm(config.n_embd), MLP(config)

    def forward(self, x, cache=None):
        a, new = self.attn(self.ln_1(x), cache)
        x = x + a
        return x + self.mlp(self.ln_2(x)), new


class GPT(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.transformer = nn.ModuleDict(dict(
            wte=nn.Embedding(config.vocab_size, config.n_embd),
            wpe=nn.Embedding(config.block_size, config.n_embd),
            h=nn.ModuleList([Block(config) for _ in range(config.n_layer)]),
            ln_f=nn.LayerNorm(config.n_embd),
        ))
        self.lm_head = nn.Linear(config.n_embd, config.vocab_size, bias=False)
        self.transformer.wte.weight = self.lm_head.weight
        self.apply(self._init_weights)

    def _init_weights(self, module):
        if isinstance(module, nn.Linear):
            torch.nn.init.normal_(module.weight, mean=0.0, std=0.02)
            if module.bias is not None:
                torch.nn.init.zeros_(module.bias)
        elif isinstance(module, nn.Embedding):
            torch.nn.init.normal_(module.weight, mean=0.0, std=0.02)

    def forward(self, idx, targets=None, caches=None):
        past = 0 if caches is None else caches[0][0].size(2)
        b, t = idx.size()
        assert past + t <= self.config.block_size, f"Cannot forward sequence of length {past + t}, block size is only {self.config.block_size}"
        pos = torch.arange(past, past + t, dtype=torch.long)
        x = self.transformer.wte(idx) + self.transformer.wpe(pos)
        new = []
        for i, block in enumerate(self.transformer.h):
            x, c = block(x, None if caches is None else caches[i])
            new.append(c)
        logits = self.lm_head(self.transformer.ln_f(x))
        loss = None
        if targets is not None:
            loss = F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1), ignore_index=-1)
        return logits, loss, new


torch.manual_seed(1337)
config = GPTConfig()
print(config)
model = GPT(config)
print(model)
print("number of parameters: %.4fM" % (sum(p.numel() for p in model.parameters()) / 1e6,))
decay = [p for p in model.parameters() if p.dim() >= 2]
nodecay = [p for p in model.parameters() if p.dim() < 2]
print(len(decay), len(nodecay))
opt = torch.optim.AdamW([{'params': decay, 'weight_decay': 0.1}, {'params': nodecay, 'weight_decay': 0.0}], lr=1e-2, betas=(0.9, 0.95))
data = torch.arange(200) * 7 % 20
for step in range(30):
    ix = torch.randint(0, 150, (4,))
    x = torch.stack([data[i:i + 16] for i in ix])
    y = torch.stack([data[i + 1:i + 17] for i in ix])
    _, loss, _ = model(x, y)
    opt.zero_grad(set_to_none=True)
    loss.backward()
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    opt.step()
    if step % 5 == 0:
        print(f"step {step} loss {loss.item():.4f} norm {norm:.4f}")
model.eval()


@torch.no_grad()
def generate(idx, n, use_cache):
    caches, ids = None, idx
    for _ in range(n):
        logits, _, new = model(ids if not use_cache or caches is None else ids[:, -1:], caches=caches)
        if use_cache:
            caches = new
        ids = torch.cat([ids, logits[:, -1].argmax(-1, keepdim=True)], dim=1)
    return ids, caches


start = torch.tensor([[3, 1]])
a, _ = generate(start, 12, False)
b, caches = generate(start, 12, True)
print(a, torch.equal(a, b))
print([(k.shape, v.shape) for k, v in caches])
try:
    model(torch.zeros(1, 40, dtype=torch.long))
except AssertionError as e:
    print(e)
print(model.lm_head.weight is model.transformer.wte.weight, model.lm_head.weight.data_ptr() == model.transformer.wte.weight.data_ptr())
print(list(model.state_dict())[:6])
try:
    model(torch.tensor([[25]]))
except IndexError as e:
    print(e)
