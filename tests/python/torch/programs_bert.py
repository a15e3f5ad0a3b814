import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(7)
vocab = ["[PAD]", "[CLS]", "[SEP]", "[MASK]"] + "the cat dog sat ran on mat log a big".split()
w2i = {w: i for i, w in enumerate(vocab)}
sents = ["the cat sat on the mat", "a dog ran", "the big dog sat on a log"]
ids = [[1] + [w2i[w] for w in s.split()] + [2] for s in sents]
maxlen = max(map(len, ids))
batch = nn.utils.rnn.pad_sequence([torch.tensor(i) for i in ids], batch_first=True, padding_value=0)
print(batch, maxlen)
mask = batch.ne(0)
print(mask.sum(1), mask.long())


class BertEmbeddings(nn.Module):
    def __init__(self, v, d, maxlen, p=0.1):
        super().__init__()
        self.word = nn.Embedding(v, d, padding_idx=0)
        self.pos = nn.Embedding(maxlen, d)
        self.seg = nn.Embedding(2, d)
        self.LayerNorm = nn.LayerNorm(d, eps=1e-12)
        self.dropout = nn.Dropout(p)

    def forward(self, x, t=None):
        t = torch.zeros_like(x) if t is None else t
        p = torch.arange(x.size(1), device=x.device).unsqueeze(0).expand_as(x)
        return self.dropout(self.LayerNorm(self.word(x) + self.pos(p) + self.seg(t)))


class Bert(nn.Module):
    def __init__(self, v, d=16, layers=2, heads=2):
        super().__init__()
        self.emb = BertEmbeddings(v, d, 32)
        layer = nn.TransformerEncoderLayer(d, heads, 32, dropout=0.1, activation="gelu", batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.pooler = nn.Sequential(nn.Linear(d, d), nn.Tanh())
        self.cls = nn.Linear(d, v)
        self.cls.weight = self.emb.word.weight

    def forward(self, x, mask):
        h = self.encoder(self.emb(x), src_key_padding_mask=~mask)
        return self.cls(h), self.pooler(h[:, 0])


m = Bert(len(vocab))
print(m)
inp, labels = batch.clone(), torch.full_like(batch, -100)
prob = torch.full(batch.shape, 0.3)
prob.masked_fill_(batch < 4, 0.0)
sel = torch.bernoulli(prob).bool()
labels[sel] = batch[sel]
inp[sel] = 3
print(sel.sum(), inp, labels)
opt = torch.optim.AdamW(m.parameters(), lr=5e-3)
sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: min((s + 1) / 5, max(0.0, (30 - s) / 25)))
for step in range(30):
    logits, pooled = m(inp, mask)
    loss = F.cross_entropy(logits.transpose(1, 2), labels)
    loss.backward()
    opt.step(); sched.step(); opt.zero_grad()
    if step % 6 == 0:
        print(step, f"{loss.item():.4f}", f"{sched.get_last_lr()[0]:.6f}")
m.eval()
with torch.no_grad():
    logits, pooled = m(inp, mask)
print(logits.shape, pooled.shape)
print(logits.argmax(-1)[sel], batch[sel])
print(m.emb.word.weight[0])
sim = F.cosine_similarity(pooled.unsqueeze(1), pooled.unsqueeze(0), dim=-1)
print(sim.diagonal(), sim.shape)
top = logits[0, 1].softmax(-1).topk(3)
print(top.indices, type(top).__name__)
