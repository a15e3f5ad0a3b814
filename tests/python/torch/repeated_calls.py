"""Calls of one function with arguments of one form after another, each more than once: the first call of a form may be remembered."""

import warnings

import torch


class Mine(torch.nn.Parameter):
    pass


def tell(call):
    try:
        return call()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def twice(*calls):
    for call in (*calls, *calls, *reversed(calls)):
        result = tell(call)
        print(result, getattr(result, "grad_fn", None).__class__.__name__)


t = torch.arange(6.0).view(2, 3)
w = torch.nn.Parameter(torch.ones(2, 3))
c = torch.tensor([1, 2, 3])

print("operators")
twice(
    lambda: t + 1, lambda: t + 1.5, lambda: t + True, lambda: t + (1 << 40), lambda: c + 2**62, lambda: t + 1j, lambda: t + t,
    lambda: t + w, lambda: w + Mine(t), lambda: t + None, lambda: t + "a", lambda: 2 - t, lambda: 2.5 - t, lambda: (1 << 40) - c,
    lambda: True - t, lambda: 2**t, lambda: 7 // c, lambda: c // 2, lambda: c % 2, lambda: -c, lambda: -w, lambda: abs(-t),
)  # fmt: skip
twice(
    lambda: t @ w.T, lambda: t @ 2, lambda: t @ t, lambda: t == 3, lambda: t == None, lambda: 3 < t, lambda: t <= t,
    lambda: c & 1, lambda: c & True, lambda: c ^ c, lambda: t & t, lambda: c - 1, lambda: c - True,
)  # fmt: skip

print("sizes")
twice(
    lambda: t.view(6), lambda: t.view(3, 2), lambda: t.view((3, 2)), lambda: t.view([3, -1]), lambda: t.view(t.shape[::-1]),
    lambda: t.view(-1), lambda: t.view(()), lambda: t.view(size=(6,)), lambda: t.view(torch.float32), lambda: t.view(3, 2.0),
    lambda: t.view(3, True), lambda: t.view((3, True)), lambda: t.view(torch.tensor(6)), lambda: t.view(5), lambda: t.view(),
    lambda: w.view(3, 2), lambda: t.view("a"), lambda: t.view((3, "a")), lambda: t.view(3, "a"),
)  # fmt: skip
twice(
    lambda: t.reshape(3, 2), lambda: torch.reshape(t, (3, 2)), lambda: torch.reshape(w, (-1,)), lambda: t.permute(1, 0),
    lambda: t.permute((1, 0)), lambda: torch.permute(t, (1, 0)), lambda: t.permute(0), lambda: t.transpose(0, 1),
    lambda: t.transpose(dim0=0, dim1=1), lambda: t.transpose(dim1=1, dim0=0), lambda: t.transpose(0, dim1=-1),
    lambda: t.transpose(0, dim0=1), lambda: t.transpose(0, 2), lambda: t.transpose(0, 1.0), lambda: t.expand(4, 2, 3).shape,
    lambda: t.repeat(1, 2), lambda: t.repeat((1, 2)), lambda: t[:, :1].squeeze(), lambda: t[:, :1].squeeze(1),
    lambda: t[:, :1].squeeze((0, 1)), lambda: t.unsqueeze(0), lambda: t.unsqueeze(dim=0), lambda: w.ravel(),
)  # fmt: skip

print("reductions")
twice(
    lambda: t.sum(), lambda: t.sum(0), lambda: t.sum(dim=1), lambda: t.sum(1, True), lambda: t.sum(dim=1, keepdim=True),
    lambda: t.sum(keepdim=True, dim=1), lambda: t.sum(axis=1), lambda: t.sum(axis=1, keepdims=True), lambda: t.sum((0, 1)),
    lambda: t.sum(dim=[0, 1]), lambda: t.sum(None), lambda: t.sum(dim=None), lambda: t.sum(True), lambda: t.sum(0.5),
    lambda: t.sum(dtype=torch.int64), lambda: t.sum(0, dtype=torch.int64), lambda: torch.sum(t), lambda: torch.sum(t, 1),
    lambda: torch.sum(t, dim=1), lambda: torch.sum(input=t, dim=1), lambda: torch.sum(dim=1, input=t), lambda: torch.sum(1, t),
    lambda: torch.sum(t, 1, out=torch.zeros(2)), lambda: torch.sum(t, 1, out=None), lambda: torch.sum(w), lambda: t.sum(keepdim=True),
    lambda: t.sum(2), lambda: t.sum(dim=1, dims=1), lambda: t.sum(0, dim=1), lambda: t.mean(), lambda: w.mean(0), lambda: c.mean(),
)  # fmt: skip
twice(
    lambda: t.max(), lambda: t.max(1), lambda: t.argmax(), lambda: t.argmax(1), lambda: t.argmax(dim=1, keepdim=True),
    lambda: (t > 9).any(), lambda: t.any(0), lambda: t.all(dim=1), lambda: t.exp(), lambda: w.exp(), lambda: c.exp(),
    lambda: t.exp(1), lambda: torch.exp(t), lambda: torch.exp(c), lambda: torch.exp(2), lambda: torch.exp(input=t),
    lambda: t.softmax(1), lambda: t.softmax(dim=-1), lambda: torch.softmax(t, 1),
    lambda: torch.softmax(t, 1, torch.float64), lambda: torch.softmax(t, 5), lambda: torch.softmax(c, 0),
)  # fmt: skip

print("numbers")
twice(
    lambda: t.sum().item(), lambda: c[1].item(), lambda: (t > 1)[0, 0].item(), lambda: torch.tensor(2**62 + 1).item(),
    lambda: torch.tensor(-(2**62) - 1).item(), lambda: torch.tensor(1 + 2j).item(), lambda: t.item(),
    lambda: torch.tensor(float("nan")).item(), lambda: torch.tensor(-(2**40)).item(), lambda: torch.tensor(1.5).half().item(),
)  # fmt: skip
twice(
    lambda: t.clamp(1), lambda: t.clamp(1, 3), lambda: t.clamp(1.5), lambda: t.clamp(min=1, max=3), lambda: t.clamp(max=2.5),
    lambda: t.clamp(None, 2), lambda: t.clamp(t, t), lambda: t.clamp(), lambda: torch.where(t > 2, t, 0), lambda: torch.where(t > 2, 1.5, t),
    lambda: torch.where(t > 2, t, w), lambda: torch.where(t > 2, 1, 2), lambda: torch.add(t, 1), lambda: torch.add(t, 1, alpha=2),
    lambda: torch.add(t, t, alpha=0.5), lambda: torch.add(c, c, alpha=0.5), lambda: t.add(1), lambda: t.mul(w), lambda: torch.mul(2, t),
    lambda: torch.cat([t, t]).shape, lambda: torch.cat((t, t), 1).shape, lambda: torch.cat([t, w], dim=1).grad_fn is None,
    lambda: torch.stack([t, t], dim=2).shape, lambda: torch.cat([t, 1]), lambda: torch.cat([t, c]), lambda: torch.stack([]),
)  # fmt: skip

print("indices")
x = torch.arange(24).view(2, 3, 4)
twice(
    lambda: x[1], lambda: x[-1], lambda: x[2], lambda: x[1, 2], lambda: x[1, 2, 3], lambda: x[:, 1], lambda: x[..., 1], lambda: x[0, ..., 1:3],
    lambda: x[:, None, 0].shape, lambda: x[None].shape, lambda: x[...].shape, lambda: x[()].shape, lambda: x[0, ::2], lambda: x[0, ::-1],
    lambda: x[0, 1:, -2:], lambda: x[True].shape, lambda: x[False].shape, lambda: x[0][[0, 2]], lambda: x[0, [0, 2]], lambda: x[0][torch.tensor([1])],
    lambda: x[0][x[0] > 5], lambda: x[torch.tensor(1), 2], lambda: x["a"], lambda: x[1.0], lambda: x[0:1.0], lambda: x[0, 0, 0, 0],
    lambda: x[0, torch.tensor(1) : 2], lambda: x[2**40], lambda: x[0, : 2**40].shape, lambda: x[..., ...].shape, lambda: x[0, 0, 0][None],
)  # fmt: skip

print("in place")
y = torch.zeros(3)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    twice(
        lambda: y.add_(1), lambda: y.add_(y), lambda: y.add_(1.5, alpha=2), lambda: y.mul_(0.5), lambda: y.exp_(), lambda: y.clamp_(0, 3),
        lambda: y.add_(torch.ones(2)), lambda: w.add_(1), lambda: y.fill_(2), lambda: y.zero_() is y, lambda: y.add_(True), lambda: y.add_(w),
        lambda: c.add_(1.5),
    )  # fmt: skip
print(len(caught), y.requires_grad)
