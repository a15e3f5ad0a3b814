import warnings

import torch
from torch import optim
from torch.optim import lr_scheduler
from torch.optim.lr_scheduler import (
    ChainedScheduler, ConstantLR, CosineAnnealingLR, CosineAnnealingWarmRestarts, CyclicLR, ExponentialLR, LambdaLR,
    LinearLR, LRScheduler, MultiplicativeLR, MultiStepLR, OneCycleLR, PolynomialLR, ReduceLROnPlateau, SequentialLR,
    StepLR,
)  # fmt: skip

warnings.simplefilter("always")
shown = warnings.showwarning
warnings.showwarning = lambda message, category, *rest: print(f"{category.__name__}: {message}")


def sgd(lr=0.1, **options):
    return optim.SGD([torch.ones(1, requires_grad=True)], lr, **options)


def attempt(make):
    try:
        print(make())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


def follow(make, steps=12, optimizer=None, momentum=None):
    optimizer = optimizer or sgd()
    scheduler = make(optimizer)
    print(type(scheduler).__name__, scheduler.get_last_lr())
    for _ in range(steps):
        optimizer.step()
        scheduler.step()
        group = optimizer.param_groups[0]
        print(scheduler.last_epoch if hasattr(scheduler, "last_epoch") else "", scheduler.get_last_lr(), group["lr"],
              group.get("momentum"), group.get("betas"))
    state = scheduler.state_dict()
    state.pop("_scale_fn_ref", None)
    print(state)


follow(lambda o: LambdaLR(o, lambda epoch: 0.95**epoch), 4)
follow(lambda o: LambdaLR(o, [lambda epoch: min(1.0, (epoch + 1) / 4)]), 5)
follow(lambda o: MultiplicativeLR(o, lambda epoch: 0.9), 4)
follow(lambda o: StepLR(o, 3), 10)
follow(lambda o: StepLR(o, step_size=2, gamma=0.5), 5)
follow(lambda o: MultiStepLR(o, [2, 5, 5], gamma=0.3), 8)
follow(lambda o: ConstantLR(o, factor=0.5, total_iters=4), 6)
follow(lambda o: LinearLR(o), 7)
follow(lambda o: LinearLR(o, 0.25, 0.75, 3), 5)
follow(lambda o: ExponentialLR(o, 0.9), 5)
follow(lambda o: PolynomialLR(o, 6, 2.0), 8)
follow(lambda o: CosineAnnealingLR(o, 5), 12)
follow(lambda o: CosineAnnealingLR(o, T_max=4, eta_min=0.01), 10)
follow(lambda o: CosineAnnealingWarmRestarts(o, 3), 8)
follow(lambda o: CosineAnnealingWarmRestarts(o, 2, 2, 0.001), 16)
follow(lambda o: SequentialLR(o, [ConstantLR(o, 0.1, 2), ExponentialLR(o, 0.9)], [3]), 8)
follow(lambda o: SequentialLR(o, [LinearLR(o, 0.1, total_iters=3), CosineAnnealingLR(o, 5)], milestones=[3]), 9)
follow(lambda o: ChainedScheduler([ConstantLR(o, 0.1, 2), ExponentialLR(o, 0.9)]), 6)
follow(lambda o: CyclicLR(o, 0.01, 0.1, step_size_up=3), 10, sgd(momentum=0.9))
follow(lambda o: CyclicLR(o, 0.01, 0.1, 2, 3, mode="triangular2"), 12, sgd(momentum=0.9))
follow(lambda o: CyclicLR(o, 0.01, 0.1, 2, mode="exp_range", gamma=0.9, cycle_momentum=False), 9)
follow(lambda o: CyclicLR(o, 0.01, 0.1, 2), 5, optim.Adam([torch.ones(1, requires_grad=True)]))
follow(lambda o: OneCycleLR(o, 0.5, total_steps=10), 9, sgd(momentum=0.9))
follow(lambda o: OneCycleLR(o, 0.5, epochs=3, steps_per_epoch=4, anneal_strategy="linear", three_phase=True), 11,
       optim.Adam([torch.ones(1, requires_grad=True)]))

# A plateau
optimizer = sgd()
plateau = ReduceLROnPlateau(optimizer, factor=0.5, patience=1, cooldown=1, min_lr=0.02)
for value in (1.0, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.8):
    plateau.step(torch.tensor(value))
    print(plateau.last_epoch, plateau.get_last_lr(), plateau.num_bad_epochs, plateau.in_cooldown)
print(plateau.state_dict())
for mode, threshold_mode in (("max", "rel"), ("max", "abs"), ("min", "abs")):
    optimizer = sgd()
    plateau = ReduceLROnPlateau(optimizer, mode, patience=0, threshold=0.1, threshold_mode=threshold_mode)
    for value in (1.0, 1.05, 1.2, 1.3, 0.95, 0.8):
        plateau.step(value)
        print(optimizer.param_groups[0]["lr"], plateau.best)

# Two groups, resuming, tensors, the closed form
two = optim.SGD([{"params": [torch.ones(1, requires_grad=True)], "lr": 0.5}, {"params": [torch.ones(2, requires_grad=True)]}], lr=0.1)
follow(lambda o: StepLR(o, 2, 0.1), 4, two)
print(two)
resumed = StepLR(two, 2, 0.1, last_epoch=3)
print(resumed.last_epoch, resumed.get_last_lr(), resumed.base_lrs)
tensor_lr = sgd(torch.tensor(0.1))
follow(lambda o: ExponentialLR(o, 0.5), 3, tensor_lr)
optimizer = sgd()
scheduler = StepLR(optimizer, 2, 0.5)
optimizer.step()
scheduler.step(5)
print(scheduler.get_last_lr())
print(scheduler.get_lr())
first = sgd()
one = CosineAnnealingLR(first, 7)
for _ in range(3):
    first.step()
    one.step()
second = sgd()
other = CosineAnnealingLR(second, 9)
other.load_state_dict(one.state_dict())
print(other.state_dict() == one.state_dict(), other.T_max)

# Words
late = sgd()
StepLR(late, 1).step()
attempt(lambda: StepLR(3, 1))
attempt(lambda: ReduceLROnPlateau(3))
attempt(lambda: StepLR(sgd(), 1, last_epoch=2))
attempt(lambda: LambdaLR(sgd(), [len, len]))
attempt(lambda: MultiplicativeLR(sgd(), [3]))
attempt(lambda: ConstantLR(sgd(), 2.0))
attempt(lambda: LinearLR(sgd(), 0.0))
attempt(lambda: LinearLR(sgd(), end_factor=2.0))
attempt(lambda: CosineAnnealingWarmRestarts(sgd(), 0))
attempt(lambda: CosineAnnealingWarmRestarts(sgd(), 2, 0))
attempt(lambda: CosineAnnealingWarmRestarts(sgd(), 2, 1, "x"))
attempt(lambda: CosineAnnealingWarmRestarts(sgd(), 2).step(-1))
attempt(lambda: CyclicLR(sgd(), 0.1, 0.2).get_last_lr())
attempt(lambda: CyclicLR(optim.Adagrad([torch.ones(1, requires_grad=True)]), 0.1, 0.2))
attempt(lambda: CyclicLR(sgd(), 0.1, 0.2, mode="square", cycle_momentum=False))
attempt(lambda: CyclicLR(sgd(), [0.1, 0.2], 0.2))
attempt(lambda: OneCycleLR(sgd(), 0.1))
attempt(lambda: OneCycleLR(sgd(), 0.1, total_steps=-3))
attempt(lambda: OneCycleLR(sgd(), 0.1, epochs=2.5, steps_per_epoch=1))
attempt(lambda: OneCycleLR(sgd(), 0.1, epochs=2, steps_per_epoch=0))
attempt(lambda: OneCycleLR(sgd(), 0.1, total_steps=3, pct_start=3))
attempt(lambda: OneCycleLR(sgd(), 0.1, total_steps=3, anneal_strategy="sin"))
short = sgd(momentum=0.9)
short_scheduler = OneCycleLR(short, 0.1, total_steps=2)
short.step()
short_scheduler.step()
short_scheduler.step()
attempt(short_scheduler.step)
attempt(lambda: ReduceLROnPlateau(sgd(), factor=1.0))
attempt(lambda: ReduceLROnPlateau(sgd(), "middle"))
attempt(lambda: ReduceLROnPlateau(sgd(), threshold_mode="middle"))
attempt(lambda: ReduceLROnPlateau(sgd(), min_lr=[1, 2]))
attempt(lambda: SequentialLR(sgd(), [], []))
attempt(lambda: ChainedScheduler([]))
base = sgd()
attempt(lambda: SequentialLR(base, [ReduceLROnPlateau(base)], []))
attempt(lambda: SequentialLR(base, [StepLR(base, 1)], [1]))
attempt(lambda: SequentialLR(base, [3], [1]))
print(issubclass(lr_scheduler._LRScheduler, LRScheduler))
warnings.showwarning = shown  # which else would keep this script alive
