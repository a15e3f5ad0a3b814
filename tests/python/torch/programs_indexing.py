import torch


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)


x = torch.arange(12).reshape(3, 4)
for f in [lambda: x[0], lambda: x[-1, -1], lambda: x[:, 1], lambda: x[1:, ::2], lambda: x[..., 0], lambda: x[None].shape, lambda: x[:, None, :].shape,
          lambda: x[[0, 2]], lambda: x[[0, 2], [1, 3]], lambda: x[x > 5], lambda: x[torch.tensor([True, False, True])], lambda: x[torch.tensor([[0, 1], [2, 0]])].shape,
          lambda: x[5], lambda: x[0, 9], lambda: x[0, 0, 0], lambda: x[[0, 5]], lambda: x[torch.tensor([3])], lambda: x[torch.tensor([True, False])], lambda: x[1.0],
          lambda: x["a"], lambda: x[::-1], lambda: x[torch.tensor([1.0])], lambda: x[True], lambda: x[False].shape, lambda: x[()].shape, lambda: x[..., None, 1].shape,
          lambda: x[[True, False, True]], lambda: x[:, [True, False, True, False]], lambda: x[0:0].shape, lambda: x[0:0], lambda: x[2:1], lambda: x[..., ...], lambda: x[range(2)],
          lambda: x[(0, 1)], lambda: x[[[0, 1], [1, 2]]], lambda: x[torch.tensor(1)], lambda: x[torch.tensor([], dtype=torch.long)].shape, lambda: x[slice(None, 2)],
          lambda: x.index_select(0, torch.tensor([0, 2])), lambda: x.index_select(2, torch.tensor([0])), lambda: x.gather(1, torch.tensor([[0], [1], [2]])), lambda: x.gather(0, torch.tensor([0])),
          lambda: x.gather(1, torch.tensor([[7]])), lambda: x.take(torch.tensor([0, 11])), lambda: x.take(torch.tensor([12])), lambda: x.masked_select(x % 2 == 0), lambda: torch.take_along_dim(x, torch.tensor([[0], [1], [2]]), 1),
          lambda: x.view(5, 3), lambda: x.view(-1, 5), lambda: x.view(-1, -1), lambda: x.reshape(2, 7), lambda: x.t().view(12), lambda: x.squeeze(5), lambda: x.unsqueeze(4), lambda: x.transpose(0, 2), lambda: x.permute(0), lambda: x.permute(0, 0),
          lambda: x.expand(2, 3, 4).shape, lambda: x.expand(3, 5), lambda: x.expand(4), lambda: x.repeat(2), lambda: x.repeat(1, 2).shape, lambda: x.split(2), lambda: x.chunk(2, 1), lambda: x.split([1, 1]), lambda: x.unbind(1), lambda: x.flip(0, 1), lambda: x.roll(1, 0),
          lambda: x.narrow(1, 1, 2), lambda: x.narrow(0, 2, 4), lambda: x.select(1, 7), lambda: torch.cat([x, x[:, :2]]), lambda: torch.stack([x, x[0]]), lambda: torch.cat([]), lambda: torch.cat([x, 1]), lambda: x.flatten(1, 0), lambda: x.unflatten(1, (2, 3)), lambda: x.diagonal(), lambda: x.nonzero(), lambda: torch.where(x > 9),
          lambda: torch.where(x > 5, x, -1), lambda: x.item(), lambda: bool(x), lambda: bool(torch.tensor([])), lambda: int(torch.tensor([3])), lambda: float(x), lambda: len(torch.tensor(1)), lambda: list(torch.tensor(1)), lambda: [i for i in torch.arange(3)], lambda: x.tolist(), lambda: 5 in x, lambda: x.numel(), lambda: x.dim(),
          lambda: x.size(2), lambda: x.size(-1), lambda: x.shape[0], lambda: x.shape, lambda: x.shape + (1,), lambda: x.stride(), lambda: x.T.is_contiguous(), lambda: x.mT.shape, lambda: torch.arange(3).T, lambda: x == x.T, lambda: x + x.T, lambda: x @ x, lambda: x.float() @ x, lambda: x @ x.T, lambda: torch.tensor(1) @ x, lambda: torch.mm(x, x[0]), lambda: torch.dot(x[0], x[0]), lambda: torch.dot(x, x), lambda: torch.bmm(x, x), lambda: x.mean(), lambda: x.float().mean(3), lambda: x.sum((0, 0)), lambda: x.max(dim=2), lambda: torch.tensor([]).max(), lambda: torch.tensor([]).mean(), lambda: torch.tensor([]).sum(), lambda: torch.zeros(0, 3).max(0), lambda: torch.zeros(0, 3).sum(0), lambda: torch.tensor([]).argmax()]:
    attempt(f)
y = torch.zeros(3, 4)
y[0] = 1; y[:, 1] = torch.tensor([5., 6., 7.]); y[y == 0] = -1; y[2, 2:] += 10; y[[0, 1], [3, 3]] = 9
print(y)


def setit(k, v):
    def f():
        z = torch.zeros(3, 4)
        z[k] = v
        return z
    return f


for k, v in [(0, torch.ones(3)), (slice(None), torch.ones(2, 4)), ((0, 0), [1, 2]), (5, 1), (torch.tensor([0, 9]), 1), (0, "a"), (torch.tensor([True, True]), 1), ((slice(None), 0), torch.ones(1)), (0, None), ([0, 1], torch.arange(8).view(2, 4)), (Ellipsis, 3), (torch.eye(3, 4) > 0, torch.tensor([1., 2., 3.])), (torch.eye(3, 4) > 0, torch.ones(2)), ((0, slice(0, 2)), torch.tensor([True, False]))]:
    attempt(setit(k, v))
z = torch.zeros(2, 3, dtype=torch.long)
z[0] = torch.tensor([1.7, -1.7, 0.2]); print(z)
z.index_fill_(1, torch.tensor([0]), 8); print(z)
z.index_add_(0, torch.tensor([0, 0]), torch.ones(2, 3, dtype=torch.long)); print(z)
z.scatter_(1, torch.tensor([[0], [2]]), 99); print(z)
z.scatter_add_(1, torch.tensor([[1, 1, 1], [0, 0, 0]]), torch.ones_like(z)); print(z)
attempt(lambda: z.scatter_(1, torch.tensor([[5]]), 1))
attempt(lambda: z.index_add_(0, torch.tensor([0]), torch.ones(1, 3)))
attempt(lambda: z.index_copy_(0, torch.tensor([0]), torch.zeros(1, 3, dtype=torch.long)))
attempt(lambda: z.masked_fill_(torch.tensor([True, False, True]), 0))
attempt(lambda: z.index_put_((torch.tensor([0]), torch.tensor([1])), torch.tensor(7)))
attempt(lambda: z.put_(torch.tensor([0, 5]), torch.tensor([1, 2])))
