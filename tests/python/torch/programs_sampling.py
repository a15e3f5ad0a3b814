import torch
import torch.nn.functional as F

torch.manual_seed(2)
vocab = ["the", "a", "cat", "dog", "sat", "ran", "on", "."]
logits = torch.tensor([2.0, 1.5, 0.3, 0.2, -0.5, -1.0, -2.0, -3.0])


def top_k_logits(logits, k):
    v, _ = torch.topk(logits, k)
    out = logits.clone()
    out[out < v[..., [-1]]] = -float('Inf')
    return out


def top_p(logits, p):
    sorted_logits, sorted_indices = torch.sort(logits, descending=True)
    cum = torch.cumsum(F.softmax(sorted_logits, dim=-1), dim=-1)
    remove = cum > p
    remove[..., 1:] = remove[..., :-1].clone()
    remove[..., 0] = 0
    mask = remove.scatter(-1, sorted_indices, remove)
    return logits.masked_fill(mask, -float('inf'))


for T in (0.5, 1.0, 2.0):
    p = F.softmax(logits / T, dim=-1)
    print(f"T={T}:", " ".join(f"{w}:{v:.3f}" for w, v in zip(vocab, p.tolist())))
    print("  entropy", -(p * p.log()).sum())
print(top_k_logits(logits, 3))
print(top_p(logits, 0.8), F.softmax(top_p(logits, 0.8), -1))
print(top_k_logits(torch.stack([logits, logits.flip(0)]), 2))
p = F.softmax(top_k_logits(logits, 3), -1)
s = torch.multinomial(p, 20, replacement=True)
print(s, s.bincount(minlength=8))
print([vocab[i] for i in torch.multinomial(F.softmax(logits, -1), 5)])
try:
    torch.multinomial(p, 5)
except RuntimeError as e:
    print(e)
try:
    torch.multinomial(logits, 1)
except RuntimeError as e:
    print(e)
try:
    torch.multinomial(torch.tensor([1, 2]), 1)
except RuntimeError as e:
    print(e)
try:
    torch.topk(logits, 9)
except RuntimeError as e:
    print(e)
cat = torch.distributions.Categorical(logits=logits)
print(cat, cat.sample((5,)), cat.log_prob(torch.tensor(0)), cat.entropy())
g = -torch.log(-torch.log(torch.rand(4, 8)))
print((logits + g).argmax(-1))
print(F.gumbel_softmax(logits.expand(2, 8), tau=0.5, hard=True).sum(-1))
rp = logits.clone()
seen = torch.tensor([0, 1])
rp[seen] = torch.where(rp[seen] > 0, rp[seen] / 1.3, rp[seen] * 1.3)
print(rp)
print(torch.argsort(logits, descending=True)[:3], logits.argmax(), logits.max(0), torch.sort(logits)[1])
minp = F.softmax(logits, -1)
print(torch.where(minp < 0.1 * minp.max(), torch.tensor(0.), minp))
print(torch.bernoulli(torch.full((2, 5), 0.5)), torch.randint(0, 10, (5,)), torch.randperm(6), torch.normal(0., 1., (2, 2)))
tokens = torch.randint(0, 8, (1, 3))
trans = torch.rand(8, 8)
for _ in range(5):
    nxt = torch.multinomial(F.softmax(trans[tokens[:, -1]] / 0.7, -1), 1)
    tokens = torch.cat([tokens, nxt], dim=-1)
print(tokens, ' '.join(vocab[t] for t in tokens.squeeze().tolist()))


def beam_search(step, start, width, n):
    beams = [([start], 0.0)]
    for _ in range(n):
        new = []
        for seq, sc in beams:
            lp = F.log_softmax(step[seq[-1]], -1)
            top = torch.topk(lp, width)
            for v, i in zip(*top):
                new.append((seq + [i.item()], sc + v.item()))
        beams = sorted(new, key=lambda b: b[1], reverse=True)[:width]
    return beams


for seq, sc in beam_search(trans, 0, 3, 4):
    print(seq, f"{sc:.4f}")
perp = torch.exp(F.cross_entropy(trans[tokens[0, :-1]], tokens[0, 1:]))
print(f"perplexity {perp:.3f}")
