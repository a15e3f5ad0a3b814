import numpy as np
for v in [np.array([1., 2.5]), np.array([1e-10, 1.]), np.array([1e10, 1]), np.array([np.nan, np.inf, -1]), np.arange(1001), np.zeros((40, 40)), np.array([[True, False]]), np.array([]), np.zeros((0, 2)), np.array(5), np.array(5.0), np.float64(1/3), np.float32(1/3), np.int64(3), np.bool_(True), np.array([1, -10, 100]), np.array([0.1, 123.456]), np.array([1e5, 1e-5]), np.array([1e16]), np.array([1.0, 1e7, 1e8]), np.array([1/3], dtype=np.float32), np.array([1], dtype=np.int32), np.array([1], dtype=np.uint8), np.ones((2, 2, 2)), np.array([[1.5, 2], [100, -3]]), np.array([1e-300]), np.array([0.1 + 0.2]), np.linspace(0, 1, 7), np.array([-0.0]), np.random.default_rng(1).normal(size=(3, 3))]:
    print(v); print(repr(v))
print([np.float64(1), np.int64(2)], {'a': np.float32(0.5)}, (np.bool_(False),))
np.set_printoptions(precision=2, suppress=True)
print(np.array([1.23456, 1e-9, 1000.5]), np.array([1e10, 0.5]))
np.set_printoptions(precision=8, suppress=False, threshold=5, edgeitems=2)
print(np.arange(10), np.eye(6))
np.set_printoptions(threshold=1000, edgeitems=3, linewidth=30)
print(np.arange(20))
np.set_printoptions(linewidth=75)
with np.printoptions(formatter={'float': '{: 0.3f}'.format}):
    print(np.array([1.5, -2.25]))
print(np.array2string(np.array([1.5, 2.123456]), precision=3, separator=', '), np.array_str(np.ones(2)), np.array_repr(np.ones(2)))
print(f"{np.float64(3.14159):.2f} {np.int64(7):03d} {np.pi:.4f} {np.mean([1, 2]):5.1f}|")
print("%s %r" % (np.float64(2), np.float64(2)), str(np.float32(0.1)), repr(np.float32(0.1)), np.float64(1e22), np.float64(123456789012345678))
print(np.dtype('float64'), repr(np.dtype('int32')), np.float64, np.array([1]).dtype, np.array([1.]).dtype.name, np.finfo(np.float64).eps, np.iinfo(np.int32).max, np.finfo(np.float32))
print(np.array([1, 2, 3]).tolist(), np.array([1.0]).tolist(), list(np.array([1, 2])), tuple(np.array([1.5])))
a = np.arange(24).reshape(2, 3, 4)
print(a[0, 1], a[..., -1], a[:, ::2, 1:3], a[a % 5 == 0], a[[0, 1], [0, 2]], a[:, [0, 2]].shape, a[None].shape, a[0, :, None].shape)
print(a.base is None, a[0].base is not None, a.flags['C_CONTIGUOUS'], a.T.flags.c_contiguous, a.strides, a.itemsize, a.nbytes, a.ndim, a.size)
v = a[0]; v[0, 0] = 99; print(a[0, 0, 0]); c = a[0].copy(); c[0, 0] = -1; print(a[0, 0, 0]); print(np.shares_memory(a, v), np.may_share_memory(a, c))
s = np.array([3, 1, 2]); s.sort(); print(s, np.sort([[3, 1], [2, 4]], axis=0), np.argsort([3, 1, 2]), np.lexsort(([1, 0], [0, 0])))
print(np.sum(a, axis=1), a.max(axis=(1, 2)), a.mean(), a.std(), a.argmax(), np.unravel_index(a.argmax(), a.shape), a.cumsum()[-1], a.prod(axis=2)[1])
print(a.astype(float).dtype, a.astype('float32')[0, 0], a.view(), a.ravel()[:3], a.flatten()[:3], a.swapaxes(0, 2).shape)
rec = [(n, np.round(x, 2)) for n, x in zip("ab", np.random.default_rng(3).random(2))]
print(rec, np.set_printoptions())
print(np.info if False else np.__version__ >= "2", np.e, np.inf, np.nan, np.newaxis)
for i, row in enumerate(a[1]):
    print(i, row, row.sum(), type(row.sum()))
for idx, x in np.ndenumerate(np.array([[1, 2], [3, 4]])):
    print(idx, x)
print(np.vectorize(lambda t: t * 2)(np.arange(3)), np.apply_along_axis(sum, 1, a[0]), np.fromiter((i * i for i in range(3)), dtype=int), np.fromfunction(lambda i, j: i + j, (2, 2)))
