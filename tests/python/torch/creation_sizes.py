"""What sizes below 0 say, and what float() says of a tensor that requires a gradient."""

import warnings

import torch

x = torch.ones(2)


def attempt(run):
    try:
        print(run())
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, str(error).splitlines()[0])


for name in ("empty", "zeros", "ones", "rand", "randn"):
    for size in ((-1,), (2, -3), ((-1, 2),)):
        attempt(lambda: getattr(torch, name)(*size))
for name in ("new_empty", "new_zeros", "new_ones"):
    attempt(lambda: getattr(x, name)(-1))
    attempt(lambda: getattr(x, name)((2, -3)))
for run in (
    lambda: torch.full((-1,), 2.0), lambda: torch.full((2, -3), 1), lambda: torch.randint(5, (-1,)),
    lambda: torch.randint(0, 5, (2, -3)), lambda: torch.eye(-1), lambda: torch.eye(2, -1), lambda: torch.linspace(0, 1, -1),
    lambda: torch.normal(0.0, 1.0, (2, -1)), lambda: x.new_full((-1,), 1.0), lambda: torch.Tensor(-1),
    lambda: torch.FloatTensor(2, -1), lambda: torch.empty(-1, dtype=torch.int64), lambda: torch.nn.Linear(-1, 2),
    lambda: torch.nn.Embedding(-1, 2), lambda: torch.logspace(0, 1, -2), lambda: torch.arange(-1), lambda: torch.randperm(-1),
):  # fmt: skip
    attempt(run)

warnings.simplefilter("always")
leaf = torch.tensor(2.0, requires_grad=True)
with warnings.catch_warnings(record=True) as caught:
    with torch.no_grad():
        print(float(leaf), int(leaf), caught)
    print(leaf.item(), bool(leaf), f"{leaf:.2f}", leaf.tolist(), caught)
    print(float(leaf), float(leaf), int(leaf * 2), len(caught), caught[0].category)
    print(str(caught[0].message).partition(" (Triggered")[0])
