import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
n = 200
theta = torch.rand(n) * 2 * torch.pi
r = torch.cat([torch.ones(n // 2), 2 * torch.ones(n // 2)]) + 0.1 * torch.randn(n)
X = torch.stack([r * theta.cos(), r * theta.sin()], dim=1)
y = torch.cat([torch.zeros(n // 2), torch.ones(n // 2)]).long()
perm = torch.randperm(n)
X, y = X[perm], y[perm]
Xtr, ytr, Xte, yte = X[:160], y[:160], X[160:], y[160:]
print(X.shape, y.shape, y.bincount(), X.dtype, y.dtype)


class MLP(nn.Module):
    def __init__(self, sizes, act=nn.Tanh):
        super().__init__()
        layers = []
        for i, (a, b) in enumerate(zip(sizes, sizes[1:])):
            layers.append(nn.Linear(a, b))
            if i < len(sizes) - 2:
                layers.append(act())
        self.net = nn.Sequential(*layers)

    def forward(self, x):
        return self.net(x)


model = MLP([2, 16, 16, 2])
print(model)
print(f"{sum(p.numel() for p in model.parameters()):,} parameters")
opt = torch.optim.Adam(model.parameters(), lr=1e-2, weight_decay=1e-4)
for epoch in range(1, 61):
    model.train()
    total, correct = 0.0, 0
    for i in range(0, len(Xtr), 32):
        xb, yb = Xtr[i:i + 32], ytr[i:i + 32]
        logits = model(xb)
        loss = F.cross_entropy(logits, yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item() * len(xb)
        correct += (logits.argmax(1) == yb).sum().item()
    if epoch % 20 == 0:
        model.eval()
        with torch.no_grad():
            acc = (model(Xte).argmax(-1) == yte).float().mean()
        print(f"epoch {epoch:3d} | loss {total / len(Xtr):.4f} | train acc {correct / len(Xtr):.3f} | test acc {acc:.3f}")
print(opt.state_dict()['param_groups'])
st = opt.state[model.net[0].bias]
print(st['step'], st['exp_avg'].shape, sorted(st.keys()))
conf = torch.zeros(2, 2, dtype=torch.int64)
for t, p in zip(yte, model(Xte).argmax(1)):
    conf[t, p] += 1
print(conf)
# Adam by hand against torch's
w = torch.tensor([1.0, -2.0], requires_grad=True)
v = w.detach().clone().requires_grad_(True)
o = torch.optim.Adam([v], lr=0.1)
m1, m2 = torch.zeros(2), torch.zeros(2)
for t in range(1, 6):
    (w ** 2).sum().backward()
    with torch.no_grad():
        m1 = 0.9 * m1 + 0.1 * w.grad
        m2 = 0.999 * m2 + 0.001 * w.grad ** 2
        w -= 0.1 * (m1 / (1 - 0.9 ** t)) / ((m2 / (1 - 0.999 ** t)).sqrt() + 1e-8)
        w.grad.zero_()
    o.zero_grad(); (v ** 2).sum().backward(); o.step()
    print(t, w.data, v.data)
print(w, v.grad)
