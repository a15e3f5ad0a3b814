import torch
from _show import show

x = torch.arange(6.).reshape(2, 3)
z = torch.arange(24).reshape(2, 3, 4)
show(globals(), """
x.view(3, 2), x.view(-1), x.view(2, -1), x.view((3, 2)), x.view([6]), x.view(size=(6,)), x.view(-1, 1).shape
x.reshape(3, 2), x.reshape(-1), x.reshape((3, 2)), torch.reshape(x, (6,)), torch.reshape(x, [-1, 2]), x.reshape(shape=(6,))
x.view(4)
x.view(4, -1)
x.view(-1, -1)
x.view(5, -1)
x.reshape(4, 2)
x.view('a')
x.view(2, 'a')
x.reshape(2, 'b')
x.reshape('b')
x.view()
x.T.view(6)
x.T.reshape(6)
torch.zeros(0).view(0, -1)
x.t(), x.T, x.mT, z.mT.shape
x[0].mT
z.t()
x.transpose(0, 1), x.transpose(-2, -1).shape, torch.transpose(x, 0, 1).shape, x.swapaxes(0, 1).shape, torch.swapdims(x, 0, 1).shape
x.transpose(1)
x.transpose(0, 5)
x.transpose('a', 0)
x.permute(1, 0).shape, x.permute((1, 0)).shape, torch.permute(z, (2, 0, 1)).shape, z.permute(2, 0, 1).shape, z.permute(-1, 0, 1).shape, x.permute(dims=(1, 0)).shape
x.permute(0, 0)
x.permute('a')
z.movedim(0, -1).shape, torch.movedim(z, (0, 1), (1, 0)).shape
x.unsqueeze(0).shape, x.unsqueeze(-1).shape, torch.unsqueeze(x, dim=1).shape
x.unsqueeze(5)
x.unsqueeze()
x[None].squeeze(0).shape, x[None].squeeze().shape, x.squeeze(0).shape, torch.zeros(1, 2, 1).squeeze().shape, torch.zeros(1, 2, 1).squeeze((0, 2)).shape, torch.squeeze(x[None], dim=0).shape
x.squeeze(5)
x.flatten(), z.flatten(1).shape, z.flatten(0, 1).shape, torch.flatten(z, start_dim=1).shape, torch.tensor(1).flatten(), x.ravel().shape
x[:1].expand(4, 3), x.expand(2, 2, 3).shape, x.expand(-1, 3).shape, x[:, :1].expand(-1, 5).shape, x.expand((2, 3)).shape, x.expand_as(torch.zeros(4, 2, 3)).shape, torch.broadcast_to(x[0], (2, 3)).shape
x.expand(3, 3)
x.expand(3)
x.repeat(2, 1), x.repeat(1, 2).shape, x.repeat((2, 1)).shape, x.repeat(3, 1, 1).shape
x.repeat(2)
x.view_as(torch.zeros(6)).shape, x.reshape_as(torch.zeros(3, 2)).shape
torch.cat([x, x]), torch.cat((x, x), 1), torch.cat([x, x], dim=-1).shape, torch.concat([x, x]).shape, torch.cat([x, x.long()]).dtype, torch.cat([x.long(), torch.tensor([[True, False, True]])])
torch.cat(tensors=[x, x], axis=0).shape
torch.cat(x)
torch.cat([x, 1])
torch.cat([])
torch.cat([x, torch.zeros(3, 2)])
torch.cat([x, torch.zeros(3, 3)], 1)
torch.cat([x, torch.zeros(3)])
torch.cat([torch.tensor(1), torch.tensor(2)])
torch.cat([x, torch.zeros(0)]).shape
torch.cat([x, x], 5)
torch.stack([x, x]).shape, torch.stack((x[0], x[1]), dim=1), torch.stack([torch.tensor(1), torch.tensor(2)]), torch.stack([x, x], -1).shape
torch.stack(x)
torch.stack([])
torch.stack([x, x[0]])
torch.hstack([x, x]).shape, torch.vstack([x[0], x[1]]).shape, torch.hstack([x[0], x[0]])
x.split(1), x.split([1, 1]), torch.split(x, 2, dim=1), x.split(2), torch.split(torch.arange(5), 2)
x.split([1, 2])
x.split(0)
x.split(-1)
x.split(1, 5)
x.chunk(2), torch.chunk(x, 2, dim=1), torch.arange(7).chunk(3)
x.chunk(0)
x.unbind(), torch.unbind(x, 1), x.unbind(dim=-1)
torch.tensor(1).unbind()
x.flip(0), x.flip(0, 1), torch.flip(x, [1]), x.flip((0,))
torch.roll(torch.arange(4), 1), x.roll(1, 1), torch.roll(x, shifts=(1, 1), dims=(0, 1))
torch.diagonal(torch.eye(3)), torch.diag(torch.tensor([1, 2])), torch.diag(torch.arange(9).reshape(3, 3)), torch.diag(torch.tensor([1., 2.]), 1), z.diagonal(0, 1, 2).shape
torch.diag(torch.zeros(1, 1, 1))
torch.trace(torch.arange(9).reshape(3, 3)), torch.outer(torch.tensor([1, 2]), torch.tensor([3, 4]))
torch.trace(z)
torch.outer(x, x[0])
x @ x.T, x @ x[0], x[0] @ x[0], x.T @ x[:, 0], torch.matmul(x, x.T), x.matmul(x.T), torch.mm(x, x.T), torch.dot(x[0], x[1]), torch.mv(x, x[0])
z @ torch.ones(4, 2, dtype=torch.int64)
(z @ z.transpose(1, 2)).shape, (z.float() @ torch.ones(4)).shape, (torch.ones(3) @ z.float()).shape, (torch.ones(5, 1, 2, 3) @ torch.ones(4, 3, 2)).shape
torch.bmm(z, z.mT).shape
x @ x
x @ x[:, 0]
x[0] @ x
x @ z.float()
x.long() @ x
torch.zeros(2, 3, 4) @ torch.zeros(5, 4, 5)
torch.zeros(2, 3, 4) @ torch.zeros(2, 3, 5)
torch.matmul(x, 3)
torch.tensor(1.) @ x
torch.mm(x, x[0])
torch.mm(x, x)
torch.bmm(x, x)
torch.dot(x, x)
torch.dot(x[0], torch.ones(2))
torch.dot(x[0])
torch.mv(x[0], x)
v = x.view(6); v[0] = 9; print(x[0, 0]); x[0, 0] = 0
x.contiguous() is x, x.T.contiguous() is x.T, x.clone() is x
x.T.clone().stride(), x.numel(), torch.numel(x)
""")
