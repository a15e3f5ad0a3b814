import collections
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import Dataset, DataLoader

torch.manual_seed(100)
corpus = "we are about to study the idea of a computational process processes are abstract beings that inhabit computers as they evolve processes manipulate other abstract things called data".split()
vocab = sorted(set(corpus))
w2i = {w: i for i, w in enumerate(vocab)}
freq = collections.Counter(corpus)
print(len(vocab), freq.most_common(3))


class SkipGram(Dataset):
    def __init__(self, words, window=2):
        self.pairs = [(w2i[words[i]], w2i[words[j]]) for i in range(len(words)) for j in range(max(0, i - window), min(len(words), i + window + 1)) if i != j]

    def __len__(self):
        return len(self.pairs)

    def __getitem__(self, k):
        return self.pairs[k]


ds = SkipGram(corpus)
dl = DataLoader(ds, batch_size=16, shuffle=True, drop_last=True, generator=torch.Generator().manual_seed(3))
print(len(ds), len(dl), ds[0])
b = next(iter(dl))
print(type(b), b)
noise = torch.tensor([freq[w] for w in vocab], dtype=torch.float).pow(0.75)
noise /= noise.sum()


class SGNS(nn.Module):
    def __init__(self, v, d):
        super().__init__()
        self.inp, self.out = nn.Embedding(v, d), nn.Embedding(v, d)
        nn.init.uniform_(self.inp.weight, -0.5 / d, 0.5 / d)
        nn.init.zeros_(self.out.weight)

    def forward(self, c, o, k=4):
        neg = torch.multinomial(noise, c.size(0) * k, replacement=True).view(c.size(0), k)
        vc = self.inp(c)
        pos = F.logsigmoid((vc * self.out(o)).sum(-1))
        ng = F.logsigmoid(-torch.bmm(self.out(neg), vc.unsqueeze(2)).squeeze(2)).sum(1)
        return -(pos + ng).mean()


m = SGNS(len(vocab), 8)
opt = torch.optim.Adagrad(m.parameters(), lr=0.3)
for ep in range(6):
    tot = 0
    for c, o in dl:
        opt.zero_grad()
        l = m(c, o)
        l.backward()
        opt.step()
        tot += l.item()
    print(f"epoch {ep} loss {tot / len(dl):.4f}")
W = F.normalize(m.inp.weight.detach(), dim=1)
s, i = (W @ W[w2i["processes"]]).topk(4)
print(s[0], vocab[i[0]])


class CBOW(nn.Module):
    def __init__(self, v, d, ctx):
        super().__init__()
        self.embeddings = nn.Embedding(v, d)
        self.linear1 = nn.Linear(ctx * d, 16)
        self.linear2 = nn.Linear(16, v)

    def forward(self, inputs):
        e = self.embeddings(inputs).view((1, -1))
        return F.log_softmax(self.linear2(F.relu(self.linear1(e))), dim=1)


tri = [([corpus[i], corpus[i + 1]], corpus[i + 2]) for i in range(len(corpus) - 2)]
model, lossf = CBOW(len(vocab), 6, 2), nn.NLLLoss()
o = torch.optim.SGD(model.parameters(), lr=0.05)
for ep in range(3):
    total = torch.Tensor([0])
    for ctx, tgt in tri:
        idx = torch.tensor([w2i[w] for w in ctx], dtype=torch.long)
        model.zero_grad()
        lp = model(idx)
        loss = lossf(lp, torch.tensor([w2i[tgt]], dtype=torch.long))
        loss.backward(); o.step()
        total += loss.item()
    print(total)
emb = nn.Embedding.from_pretrained(torch.eye(3), freeze=True)
print(emb, emb(torch.LongTensor([[0, 2]])), emb.weight.requires_grad)
em = nn.Embedding(5, 2, max_norm=1.0)
with torch.no_grad():
    em.weight.copy_(torch.arange(10.).view(5, 2))
print(em, em(torch.tensor([1, 3])))
print(em.weight)
bag = nn.EmbeddingBag(5, 3, mode='sum')
with torch.no_grad():
    bag.weight.copy_(torch.arange(15.).view(5, 3))
print(bag, bag(torch.tensor([1, 2, 4, 3]), torch.tensor([0, 2])), bag(torch.tensor([[0, 1], [2, 2]])))
print(nn.EmbeddingBag.from_pretrained(torch.eye(3), mode='max')(torch.tensor([0, 1, 2]), torch.tensor([0, 1, 1])))
