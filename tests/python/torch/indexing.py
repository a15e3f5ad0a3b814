import numpy as np
import torch
from _show import show

x = torch.arange(6.).reshape(2, 3)
z = torch.arange(24).reshape(2, 3, 4)
show(globals(), """
x[0], x[-1], x[0, 1], x[0][1], x[-1, -1]
x[:, 1], x[:, 1:], x[0:1], x[:, ::2], x[1:, :-1], x[:, -2:]
x[None].shape, x[:, None].shape, x[..., None].shape, x[0, :, None].shape
x[..., 0], x[0, ...], x[...], z[..., 1, :].shape, x[..., ...]
x[2]
x[-3]
x[0, 3]
x[:, -4]
x[0, 0, 0]
x[0][0][0]
x['a']
x[1.5]
x[{}]
x[1j]
x[::-1]
x[::0]
x['a':]
x[x > 2]
x[x > 100]
x[torch.tensor([True, False])], x[:, torch.tensor([True, False, True])]
x[torch.tensor([True, False, True])]
x[torch.tensor([0, 1, 0])]
x[torch.tensor([5])]
x[torch.tensor([-1])]
x[torch.tensor([1.])]
x[x]
x[[0, 1]]
x[[0, 5]]
x[[1]], x[[True, False]], x[[]]
x[[1.5]]
x[[0, 1], [1, 2]]
x[[0, 1], 1]
x[1, [0, 2]]
x[:, [True, False, True]]
x[([0, 1], [1, 2])]
x[torch.tensor([0, 1]), torch.tensor([1, 2])]
x[torch.tensor([0, 1]), torch.tensor([0, 1, 2])]
x[torch.tensor([[0], [1]]), torch.tensor([0, 2])]
x[torch.tensor(1)], x[torch.tensor(1), torch.tensor(2)]
x[torch.tensor(True)].shape, x[True].shape, x[False].shape
x[np.array([0, 1])], x[np.int64(1)]
x[torch.tensor([0, 1], dtype=torch.int32)]
x[range(2)]
x[(0, 1),]
x[()]
x[2:1], x[5:]
x[slice(torch.tensor(1), None)]
x[-1:, -1]
z[0, [0, 1]].shape, z[:, [0, 1]].shape, z[[0, 1], :, [0, 1]].shape, z[:, [0, 1], [0, 1]].shape, z[torch.tensor([[0, 1], [1, 0]])].shape
z[0, 1, 2], z[1, :, 2], z[z > 20]
z[:, None, 0].shape
torch.tensor(5)[None], torch.tensor(5)[...], torch.tensor(5)[True]
torch.tensor(5)[0]
torch.tensor(5)[:]
a = torch.zeros(2, 3)
a[0] = 1
a
a[0, 1] = torch.tensor(5)
a[:, 0] = torch.tensor([7, 8])
a
a[a == 0] = 3
a
a[torch.tensor([0, 1]), torch.tensor([1, 2])] = torch.tensor([7., 8.])
a
a[[0, 1], [0, 0]] += 1
a
a[0][1] = 9
a
a[...] = 2; a[True] = 3; a[None] = 4
a
a[:, [0, 1]] = torch.ones(2, 1)
a[0, 0] = float('nan')
a
a[torch.tensor([True, False])] = torch.ones(3)
a[0] = True
a[:] = torch.ones(1, 1, 2, 3)
a[0] = np.float64(3)
a
a[0:1] = torch.ones(2, 3)
a[0] = torch.ones(2)
a[a > 5] = torch.ones(4)
a[0] = 'a'
a[0] = [1, 2, 3]
a[0] = None
a[5] = 1
a[0] = np.array([1, 2, 3.])
del a[0]
v = a[0]; v[0] = 100; print(a)
w = a[[0]]; w[0, 0] = -1; print(a[0, 0])
a.T[0, 0] = 55; print(a)
i = torch.zeros(3, dtype=torch.int64)
i[0] = 2.7
i
i[1] = True
i
z.gather(2, torch.tensor([[[0]], [[1]]])).shape
torch.gather(x, 1, torch.tensor([[0, 2], [1, 1]]))
x.gather(1, torch.tensor([[0, 5]]))
x.gather(1, torch.tensor([0]))
x.index_select(1, torch.tensor([2, 0]))
torch.index_select(x, 0, torch.tensor([1]))
x.masked_select(x > 2)
x.masked_select(x)
x.nonzero()
x.nonzero(as_tuple=True)
torch.nonzero(torch.tensor([0, 3, 4]))
x.select(0, 1), x.select(1, -1)
x.select(0, 5)
x.select(5, 0)
torch.tensor(1).select(0, 0)
x.narrow(1, 1, 2)
x.narrow(1, 2, 2)
x.narrow(3, 0, 0)
torch.take_along_dim
""".replace("torch.take_along_dim\n", ""))
