import math
import warnings
import torch
from torch import nn, optim
from torch.optim.lr_scheduler import *

torch.manual_seed(0)


def run(make, steps=8, lr=0.1, **kw):
    p = nn.Parameter(torch.tensor([1.0]))
    opt = optim.SGD([p], lr=lr, **kw)
    s = make(opt)
    out = []
    for _ in range(steps):
        out.append(opt.param_groups[0]['lr'])
        opt.step()
        s.step()
    print(f"{type(s).__name__:28s}", " ".join(f"{v:.5f}" for v in out))
    return s


run(lambda o: StepLR(o, 3))
run(lambda o: MultiStepLR(o, [2, 5], gamma=0.3))
run(lambda o: ExponentialLR(o, 0.9))
run(lambda o: CosineAnnealingLR(o, T_max=8, eta_min=1e-3))
run(lambda o: CosineAnnealingWarmRestarts(o, T_0=3, T_mult=2))
run(lambda o: LinearLR(o, start_factor=0.1, total_iters=4))
run(lambda o: ConstantLR(o, factor=0.5, total_iters=3))
run(lambda o: PolynomialLR(o, total_iters=6, power=2.0))
run(lambda o: LambdaLR(o, lambda s: 0.95 ** s))
run(lambda o: MultiplicativeLR(o, lambda s: 0.95))
run(lambda o: OneCycleLR(o, max_lr=0.5, total_steps=10), momentum=0.9)
run(lambda o: CyclicLR(o, base_lr=0.01, max_lr=0.1, step_size_up=3, mode="triangular2", cycle_momentum=False))
s = run(lambda o: SequentialLR(o, [LinearLR(o, 0.1, total_iters=3), CosineAnnealingLR(o, 5)], milestones=[3]))
run(lambda o: ChainedScheduler([ConstantLR(o, factor=0.1, total_iters=2), ExponentialLR(o, gamma=0.9)]))
print(s.state_dict().keys(), s.get_last_lr())
p = nn.Parameter(torch.zeros(1))
opt = optim.Adam([p], lr=1.0)
pl = ReduceLROnPlateau(opt, 'min', factor=0.5, patience=1)
for v in [1.0, 0.9, 0.9, 0.9, 0.95, 0.8, 0.8, 0.8]:
    pl.step(v)
    print(opt.param_groups[0]['lr'], end=" ")
print()


def get_lr(it, warmup=4, total=12, max_lr=6e-4, min_lr=6e-5):
    if it < warmup:
        return max_lr * (it + 1) / (warmup + 1)
    if it > total:
        return min_lr
    ratio = (it - warmup) / (total - warmup)
    return min_lr + 0.5 * (1.0 + math.cos(math.pi * ratio)) * (max_lr - min_lr)


for it in range(0, 15, 2):
    for g in opt.param_groups:
        g['lr'] = get_lr(it)
    print(f"{it}: {opt.param_groups[0]['lr']:.2e}", end="; ")
print()
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    o2 = optim.SGD([p], lr=0.1)
    st = StepLR(o2, 1)
    st.step()
    o2.step()
    print([str(x.message).split(".")[0] for x in w])
try:
    optim.SGD([p], lr=-1)
except ValueError as e:
    print(e)
try:
    optim.Adam([], lr=0.1)
except ValueError as e:
    print(e)
try:
    optim.Adam([torch.zeros(1, requires_grad=True) * 2])
except ValueError as e:
    print(e)
try:
    optim.SGD(p, lr=0.1)
except TypeError as e:
    print(e)
try:
    optim.SGD([p], lr=0.1, nesterov=True)
except ValueError as e:
    print(e)
try:
    optim.Adam([p], betas=(1.0, 0.9))
except ValueError as e:
    print(e)
try:
    OneCycleLR(o2, max_lr=0.1)
except ValueError as e:
    print(e)
print(optim.SGD([{'params': [p]}, {'params': [nn.Parameter(torch.ones(1))], 'lr': 0.5}], lr=0.1, momentum=0.9))
for cls in [optim.SGD, optim.Adam, optim.AdamW, optim.RMSprop, optim.Adagrad, optim.Adadelta, optim.Adamax, optim.NAdam, optim.RAdam, optim.ASGD, optim.Rprop]:
    w_ = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
    o = cls([w_], lr=0.1)
    for _ in range(5):
        o.zero_grad()
        ((w_ - 1) ** 2).sum().backward()
        o.step()
    print(f"{cls.__name__:10s}", w_.detach())
w_ = torch.tensor([1.0, -2.0], requires_grad=True)
lb = optim.LBFGS([w_], lr=0.5, max_iter=5)


def closure():
    lb.zero_grad()
    l = (w_[0] - 3) ** 2 + 10 * (w_[1] - w_[0]) ** 2
    l.backward()
    return l


for _ in range(4):
    print(f"{lb.step(closure).item():.4f}", end=" ")
print(w_)
