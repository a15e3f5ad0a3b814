import numpy as np
from _show import show

a = np.arange(6).reshape(2, 3)
t = np.arange(24).reshape(2, 3, 4)
show(globals(), r'''
a.reshape(3, 2), a.reshape((3, 2)), a.reshape(-1), a.reshape(6, 1).shape, a.reshape(-1, 2), np.reshape(a, (1, 6)), a.reshape(2, -1, 1).shape
a.reshape(4)
a.reshape(4, -1)
a.reshape(-1, -1)
a.reshape((2, "a"))
a.reshape(2.0, 3)
a.reshape()
a.T, t.T.shape, a.transpose(), t.transpose(1, 0, 2).shape, t.transpose((2, 0, 1)).shape, np.transpose(a, (1, 0)), t.swapaxes(0, 2).shape, t.mT.shape
a.transpose(0, 0)
a.transpose(0)
a.transpose(0, 5)
a.ravel(), a.flatten(), a.T.ravel(), a.T.flatten(), np.ravel([[1, 2], [3, 4]])
b = a.ravel(); b[0] = 100; a[0, 0], a.T.ravel().base is a
c = a.flatten(); c[0] = -1; a[0, 0]; a[0, 0] = 0
np.squeeze(np.zeros((1, 3, 1))).shape, np.zeros((1, 3, 1)).squeeze(0).shape, np.squeeze(np.zeros((1, 3, 1)), axis=(0, 2)).shape
np.squeeze(np.zeros((2, 1)), axis=0)
np.expand_dims(a, 0).shape, np.expand_dims(a, -1).shape, np.expand_dims(a, (0, 3)).shape, a[None].shape, a[:, np.newaxis].shape, a[..., None].shape
np.expand_dims(np.zeros(3), 5)
np.swapaxes(a, 0, 2)
np.moveaxis(t, 0, -1).shape, np.moveaxis(t, [0, 1], [-1, -2]).shape, np.rollaxis(t, 2).shape
np.moveaxis(t, 0, 5)
np.concatenate([a, a]), np.concatenate([a, a], axis=1), np.concatenate([[1, 2], [3.5]]), np.concatenate((a, a), axis=None), np.concatenate([a, a.T.reshape(2, 3)], 0).shape
np.concatenate([np.zeros((2, 3)), np.zeros((3, 2))])
np.concatenate([np.zeros((2, 3)), np.zeros(3)])
np.concatenate([np.zeros(3)], axis=1)
np.concatenate([])
np.concatenate([1, 2])
np.stack([[1, 2], [3, 4]]), np.stack([[1, 2], [3, 4]], axis=1), np.stack([a, a], axis=-1).shape
np.stack([np.zeros(2), np.zeros(3)])
np.stack([])
np.vstack([[1, 2], [3, 4]]), np.vstack([a, [7, 8, 9]]), np.hstack([[1, 2], [3]]), np.hstack([a, a]), np.dstack([[1, 2], [3, 4]]), np.column_stack([[1, 2], [3, 4]])
np.vstack([np.zeros(2), np.zeros(3)])
np.hstack([np.zeros((2, 2)), np.zeros((3, 2))])
np.append([1, 2], [3, 4]), np.append(a, [[9, 9, 9]], axis=0), np.insert([1, 2, 3], 1, 9), np.delete([1, 2, 3], 1), np.delete(a, 0, axis=1)
np.split(np.arange(6), 3), np.split(np.arange(6), [2, 3]), np.array_split(np.arange(5), 2), np.hsplit(a, 3), np.vsplit(a, 2)
np.split(np.arange(5), 2)
np.tile([1, 2], 2), np.tile([1, 2], (2, 2)), np.tile(a, 2), np.repeat([1, 2], 2), np.repeat(a, 2, axis=1), np.repeat([1, 2], [2, 3]), np.repeat(3, 2)
np.flip(a), np.flip(a, 0), np.fliplr(a), np.flipud(a), np.roll([1, 2, 3], 1), np.roll(a, 1, axis=1), np.roll(a, 1), np.rot90(a)
np.broadcast_to([1, 2, 3], (2, 3)), np.broadcast_shapes((2, 1), (3,)), [x.shape for x in np.broadcast_arrays([1, 2], [[1], [2]])]
np.broadcast_to(np.zeros(3), (2, 4))
np.broadcast_shapes((2,), (3,))
np.tril(a), np.triu(a), np.tril(np.ones((3, 3))), np.triu(np.ones((3, 3)), k=1), np.triu(np.ones((3, 3), dtype=bool), 1), np.tril_indices(3), np.triu_indices(2, 1)
np.atleast_1d(3), np.atleast_2d([1, 2]), np.atleast_3d([1]).shape, np.diagonal(a), a.diagonal(1), a.trace()
np.pad([1, 2], 1), np.pad([1, 2, 3], (1, 2), constant_values=9), np.pad(a, ((1, 0), (0, 1))), np.pad([1, 2, 3], 2, mode="edge"), np.pad([1, 2, 3], 2, mode="reflect"), np.pad([1, 2, 3], 2, mode="wrap")
v = a[0]; v.base is a, a.base is None, a[0].base is a, a.T.base is a.base, a.copy().base is None, np.shares_memory(a, a[0])
v[0] = 50; a
a[0, 0] = 0
r = a.reshape(3, 2); r[0, 0] = 77; a[0, 0], np.shares_memory(a, r); a[0, 0] = 0
s = a[:, ::2]; s[...] = -1; a
a = np.arange(6).reshape(2, 3); w = a.T; w[0, 1] = 99; a
a.flags.c_contiguous, a.T.flags.c_contiguous, a.T.flags.f_contiguous, a.flags["C_CONTIGUOUS"], a.flags.owndata, a[0].flags.owndata
a.flags
a.shape = (3, 2); a
a.shape = (4,)
list(a.flat), a.flat[1], a.size, a.ndim, np.shape([[1, 2]]), np.ndim([[1]]), np.size([[1, 2]]), np.size([[1, 2]], 0)
''')
