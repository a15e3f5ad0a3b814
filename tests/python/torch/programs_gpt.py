import torch, math, sys
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
# GPT in a different style: fused qkv einsum, pre-norm, weight decay groups, cosine schedule, accumulation, checkpoint
class Config:
    vocab_size, n_embd, n_head, n_layer, block_size, dropout = 12, 16, 4, 2, 8, 0.0
class Attn(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.qkv = nn.Parameter(torch.empty(3, c.n_embd, c.n_embd).normal_(std=0.1))
        self.o = nn.Linear(c.n_embd, c.n_embd)
        self.h = c.n_head
        self.register_buffer("bias", torch.tril(torch.ones(c.block_size, c.block_size)).view(1, 1, c.block_size, c.block_size))
    def forward(self, x):
        b, t, d = x.shape
        q, k, v = torch.einsum('btd,nde->nbte', x, self.qkv).view(3, b, t, self.h, -1).permute(0, 1, 3, 2, 4).unbind(0)
        a = (q @ k.mT) * (1.0 / math.sqrt(k.size(-1)))
        a = a.masked_fill(self.bias[:, :, :t, :t] == 0, float('-inf')).softmax(-1)
        return self.o((a @ v).transpose(1, 2).reshape(b, t, d)), a
class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.ln = nn.ModuleList([nn.LayerNorm(c.n_embd) for _ in range(2)])
        self.attn, self.ff = Attn(c), nn.Sequential(nn.Linear(c.n_embd, 4 * c.n_embd), nn.GELU(), nn.Linear(4 * c.n_embd, c.n_embd), nn.Dropout(c.dropout))
    def forward(self, x):
        a, w = self.attn(self.ln[0](x))
        x = x + a
        return x + self.ff(self.ln[1](x)), w
class GPT(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.tok, self.pos = nn.Embedding(c.vocab_size, c.n_embd), nn.Parameter(torch.zeros(1, c.block_size, c.n_embd))
        self.blocks, self.norm = nn.ModuleList(Block(c) for _ in range(c.n_layer)), nn.LayerNorm(c.n_embd)
    def forward(self, i, t=None):
        x = self.tok(i) + self.pos[:, :i.size(1)]
        ws = []
        for b in self.blocks:
            x, w = b(x); ws.append(w)
        logits = F.linear(self.norm(x), self.tok.weight)
        return logits, None if t is None else F.cross_entropy(logits.flatten(0, 1), t.flatten()), ws
m = GPT(Config)
decay = {n for n, p in m.named_parameters() if p.dim() >= 2 and 'ln' not in n}
opt = torch.optim.AdamW([{'params': [p for n, p in m.named_parameters() if n in decay]}, {'params': [p for n, p in m.named_parameters() if n not in decay], 'weight_decay': 0.}], lr=3e-3, weight_decay=.1, betas=(.9, .95))
sched = torch.optim.lr_scheduler.SequentialLR(opt, [torch.optim.lr_scheduler.LinearLR(opt, .1, total_iters=4), torch.optim.lr_scheduler.CosineAnnealingLR(opt, 16)], [4])
d = torch.randint(0, 12, (100,)); d[1::2] = (d[::2] + 1) % 12
print(len(decay), m.tok.weight.std())
for s in range(12):
    opt.zero_grad()
    tot = 0.
    for micro in range(2):
        ix = torch.randint(0, 90, (4,))
        x, y = torch.stack([d[i:i + 8] for i in ix]), torch.stack([d[i + 1:i + 9] for i in ix])
        _, l, w = m(x, y)
        (l / 2).backward(); tot += l.item() / 2
    g = nn.utils.clip_grad_norm_(m.parameters(), 1.)
    opt.step(); sched.step()
    if s % 3 == 0: print(f"{s:3d} loss {tot:.4f} norm {g:.4f} lr {opt.param_groups[0]['lr']:.5f}")
print(w[0][0, 0, :4, :4])
print(sum(p.numel() for p in m.parameters()), [tuple(p.shape) for p in m.parameters()][:4])
# attention table
toks = ["the", "cat", "sat"]
att = torch.tensor([[1., 0, 0], [.3, .7, 0], [.2, .5, .3]])
print("      " + " ".join(f"{t:>6}" for t in toks))
for t, r in zip(toks, att): print(f"{t:>5} " + " ".join(f"{v:6.2f}" for v in r))
# label smoothing, focal, dice
lg, tg = torch.randn(4, 3, requires_grad=True), torch.tensor([0, 2, 1, 1])
print(F.cross_entropy(lg, tg, label_smoothing=.1), F.cross_entropy(lg, tg, weight=torch.tensor([1., 2, 3])), F.cross_entropy(lg, tg, reduction='none'), F.nll_loss(lg.log_softmax(1), tg, ignore_index=1))
pt = lg.softmax(1).gather(1, tg[:, None]).squeeze(); print((-(1 - pt) ** 2 * pt.log()).mean())
# EMA, SWA, checkpoint, gradient penalty, freezing
ema = torch.optim.swa_utils.AveragedModel(nn.Linear(2, 2), multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(.9)); print(ema.n_averaged)
from torch.utils.checkpoint import checkpoint
f = nn.Sequential(nn.Linear(3, 3), nn.Tanh()); z = torch.randn(2, 3, requires_grad=True); print(torch.allclose(checkpoint(f, z, use_reentrant=False), f(z)))
with torch.inference_mode(): print((z * 2).requires_grad, torch.is_inference_mode_enabled())
print(torch.autograd.functional.jvp(lambda a: a ** 2, torch.ones(2), torch.ones(2)), torch.autograd.functional.vhp(lambda a: (a ** 3).sum(), torch.ones(2), torch.ones(2)))
print(torch.utils.data.get_worker_info(), torch.get_default_dtype(), torch.__version__[:4], torch.backends.cudnn.enabled, torch.cuda.is_available(), torch.get_num_threads() >= 1)
torch.use_deterministic_algorithms(True); print(torch.are_deterministic_algorithms_enabled()); torch.use_deterministic_algorithms(False)
for k, v in list(m.state_dict().items())[:3]: print(k, v.shape, v.dtype, v.requires_grad)
print(m.blocks[0].attn, *(n for n, _ in m.named_buffers()))
dev = torch.device("cuda" if torch.cuda.is_available() else "cpu"); print(dev, m.to(dev) is m, next(m.parameters()).device, next(m.parameters()).is_cuda)
class Two(nn.Module):
    def __init__(s): super().__init__(); s.a = nn.Linear(1, 1); s.b = s.a; s.c = None; s.register_parameter("d", None); s.e = [nn.Linear(1, 1)]
print(Two(), len(list(Two().parameters())), Two().d, [n for n, _ in Two().named_modules()])
p = nn.Parameter(torch.ones(2)); print(p, p.data, p.grad, repr(p * 2), p.requires_grad, p.is_leaf, nn.Parameter(torch.ones(1), requires_grad=False))
s = nn.Sequential(nn.Linear(1, 2), nn.ReLU()); s.append(nn.Linear(2, 1)); s.insert(1, nn.Tanh()); print(s, s[-1], len(s), s[1:3]); del s[0]; print(s)
print(torch.nn.utils.parameters_to_vector(s.parameters()).shape, sum(1 for _ in s.modules()), s.pop(0) if hasattr(s, "pop") else 0)
print(nn.init.xavier_uniform_(torch.empty(2, 2)).shape, nn.init.eye_(torch.empty(2, 2)), nn.init.trunc_normal_(torch.empty(3), std=.02).abs().max() < .05, nn.init.constant_(torch.empty(2), 3.))
