import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical

torch.manual_seed(0)
A = torch.tensor([[.7, .3], [.4, .6]])
B = torch.tensor([[.5, .4, .1], [.1, .3, .6]])
pi = torch.tensor([.6, .4])
obs = [0, 1, 2, 2, 0]
alpha = pi * B[:, obs[0]]
for o in obs[1:]:
    alpha = (alpha @ A) * B[:, o]
print("likelihood", alpha.sum())
la = pi.log() + B[:, obs[0]].log()
for o in obs[1:]:
    la = torch.logsumexp(la.unsqueeze(1) + A.log(), dim=0) + B[:, o].log()
print(torch.logsumexp(la, 0), alpha.sum().log())
delta, back = pi.log() + B[:, obs[0]].log(), []
for o in obs[1:]:
    m, i = (delta.unsqueeze(1) + A.log()).max(0)
    delta = m + B[:, o].log()
    back.append(i)
path = [delta.argmax().item()]
for i in reversed(back):
    path.append(i[path[-1]].item())
print(path[::-1], delta.max())
z = torch.multinomial(pi, 1).item()
seq = []
for _ in range(10):
    seq.append(torch.multinomial(B[z], 1).item())
    z = torch.multinomial(A[z], 1).item()
print(seq)
st = torch.matrix_power(A, 50)
print(st)
# bandit
true = torch.tensor([0.1, 0.5, 0.8])
Q, N = torch.zeros(3), torch.zeros(3)
for t in range(200):
    a = torch.randint(3, (1,)).item() if torch.rand(1).item() < 0.1 else int(Q.argmax())
    r = torch.bernoulli(true[a])
    N[a] += 1
    Q[a] += (r - Q[a]) / N[a]
print(Q, N)
logits = nn.Parameter(torch.zeros(3))
opt = torch.optim.Adam([logits], lr=0.1)
baseline = 0.0
for t in range(100):
    d = Categorical(logits=logits)
    a = d.sample()
    r = torch.bernoulli(true[a]).item()
    loss = -d.log_prob(a) * (r - baseline)
    opt.zero_grad(); loss.backward(); opt.step()
    baseline += 0.1 * (r - baseline)
print(logits.softmax(-1), f"{baseline:.3f}")


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.affine1, self.dropout, self.affine2 = nn.Linear(4, 16), nn.Dropout(p=0.6), nn.Linear(16, 2)
        self.saved_log_probs, self.rewards = [], []

    def forward(self, x):
        return F.softmax(self.affine2(F.relu(self.dropout(self.affine1(x)))), dim=1)


policy = Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
eps = torch.finfo(torch.float32).eps
for ep in range(5):
    state = torch.randn(4)
    for t in range(8):
        probs = policy(state.float().unsqueeze(0))
        m = Categorical(probs)
        action = m.sample()
        policy.saved_log_probs.append(m.log_prob(action))
        policy.rewards.append(1.0 if (state[0] > 0) == bool(action.item()) else 0.0)
        state = torch.tanh(state + torch.randn(4))
    R, returns = 0, []
    for r in policy.rewards[::-1]:
        R = r + 0.99 * R
        returns.insert(0, R)
    returns = torch.tensor(returns)
    returns = (returns - returns.mean()) / (returns.std() + eps)
    ploss = torch.cat([-lp * R for lp, R in zip(policy.saved_log_probs, returns)]).sum()
    optimizer.zero_grad(); ploss.backward(); optimizer.step()
    print(f"Episode {ep}\treward: {sum(policy.rewards):.1f}\tloss: {ploss.item():.4f}")
    del policy.rewards[:], policy.saved_log_probs[:]
# gridworld value iteration
P = torch.zeros(2, 5, 5)
for s in range(5):
    P[0, s, max(0, s - 1)] = 1; P[1, s, min(4, s + 1)] = 1
Rw = torch.zeros(5); Rw[4] = 1.0
V = torch.zeros(5)
for i in range(60):
    Qv = Rw + 0.9 * (P @ V)
    V = Qv.max(0).values
print(V, Qv.argmax(0))
# DQN-ish replay
from collections import deque, namedtuple
import random
T = namedtuple('T', 's a r s2')
random.seed(0)
mem = deque(maxlen=50)
for _ in range(60):
    s = torch.randn(3); mem.append(T(s, random.randrange(2), float(s.sum() > 0), torch.randn(3)))
net, tgt = nn.Linear(3, 2), nn.Linear(3, 2)
tgt.load_state_dict(net.state_dict())
o = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(4):
    b = T(*zip(*random.sample(mem, 8)))
    q = net(torch.stack(b.s)).gather(1, torch.tensor(b.a).unsqueeze(1)).squeeze(1)
    with torch.no_grad():
        y = torch.tensor(b.r) + 0.9 * tgt(torch.stack(b.s2)).max(1)[0]
    l = F.smooth_l1_loss(q, y)
    o.zero_grad(); l.backward(); o.step()
    for tp, p in zip(tgt.parameters(), net.parameters()):
        tp.data.mul_(0.9).add_(0.1 * p.data)
    print(f"{l.item():.4f}", end=" ")
print(tgt.weight)
