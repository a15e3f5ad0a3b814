import numpy as np
from _show import show

show(globals(), r'''
np.array([1, 2, 3]), np.array((1, 2)), np.array(range(3)), np.array([[1, 2], [3, 4]]), np.array([[[1]]]).shape
np.array([1, 2.5, True]), np.array([True, False]), np.array([True, 2]), np.array([1, 2], dtype=float), np.array([1.7, -1.7], dtype=int)
np.array([np.float32(1), np.float32(2)]), np.array([np.float32(1), 2]), np.array([np.int32(1), 2]), np.array([np.float64(1), 2])
np.array([np.array([1, 2]), np.array([3, 4])]), np.array([np.array([1, 2]), [3.5, 4]]), np.array([np.array(1), np.array(2)])
np.array([np.zeros(2), np.ones(2)], dtype=int)
np.array([[1, 2], [3]])
np.array([[1, 2], [3, 4, 5]])
np.array([1, [2, 3]])
np.array([[1], 2])
np.array([[[1], [2, 3]]])
np.array([[1, 2], [3, [4]]])
np.array([np.array([1, 2]), np.array([3, 4, 5])])
np.array(["a"], dtype=float)
np.array(["1.5", "2"], dtype=float)
np.array([300], dtype=np.uint8)
np.array([-1], dtype=np.uint8)
np.array([2**40], dtype=np.int32)
np.array([float("nan")], dtype=int)
np.array([2**63 - 1, -2**63]), np.array([2**53 + 1])
np.array([0, 1, 2], dtype=bool), np.array([0.0, 0.5], dtype=bool)
np.array([1, 2, 3], ndmin=2), np.array(5, ndmin=1)
np.array(np.float32(2)), np.array(np.int64(2)).dtype, np.array(True).dtype, np.array(2.0).dtype
a = np.array([1, 2]); b = np.array(a); b[0] = 9; c = np.asarray(a); c[1] = 7
a, b, c is a, np.asarray(a, dtype=float) is a
np.array(a, copy=False) is a
np.array([1, 2], copy=False)
np.zeros(3), np.ones((2, 2)), np.zeros((2, 3), dtype=int), np.ones(2, dtype=bool), np.zeros(()), np.zeros((2, 1, 0)).shape
np.full(3, 7), np.full((2, 2), 1.5), np.full(2, True), np.full(2, 7, dtype=float), np.full((2, 2), [1, 2])
np.zeros_like(np.ones((2, 2), dtype=int)), np.ones_like([1.5, 2]), np.full_like(np.zeros(2), 3), np.full_like(np.zeros(2, dtype=int), 3.7)
np.empty((2, 3)).shape, np.empty_like(np.zeros((3, 1))).shape
np.arange(5), np.arange(1, 4), np.arange(0, 1, 0.25), np.arange(3.0), np.arange(5, 0, -2), np.arange(3, dtype=float), np.arange(3, 1)
np.arange(0, 1, 0.1), np.arange(1, 2, 0.1), np.arange(-1, 1, 0.5), np.arange(0.5, 3), np.arange(10, step=3), np.arange(np.int64(3))
np.arange(1, 2, 0.1).tolist()
np.arange(0, 1, 0.1).tolist()
np.arange(stop=3), np.arange(start=1, stop=3), np.arange(3, dtype=np.int32), np.arange(4, dtype=np.float32)
np.arange(0, 10, 0)
np.arange()
np.linspace(0, 1, 5), np.linspace(0, 10, 3, dtype=int), np.linspace(0, 1, 4, endpoint=False), np.linspace(0, 1, 5, retstep=True)
np.linspace(-3, 3, 7), np.linspace(0, 1, 1), np.linspace(0, 1, 0), np.linspace(1, 0, 3), np.linspace(2, 3, 10).tolist()
np.linspace([0, 1], [1, 2], 3), np.linspace(0, 1).shape, np.linspace(0, 0.3, 4).tolist()
np.linspace(0, 1, -1)
np.linspace(0, 1, 2.5)
np.logspace(0, 3, 4), np.logspace(0, 2, 3, base=2), np.geomspace(1, 1000, 4)
np.eye(2), np.eye(2, 3), np.eye(3, k=1), np.eye(3, k=-1), np.identity(2), np.eye(2, dtype=int), np.tri(3), np.tri(2, 3, -1)
np.diag([1, 2]), np.diag([1, 2], 1), np.diag(np.arange(9).reshape(3, 3)), np.diag(np.arange(9).reshape(3, 3), -1)
np.indices((2, 2)), np.meshgrid([1, 2], [3, 4, 5]), np.meshgrid([1, 2], [3, 4], indexing="ij")
np.fromiter((i * i for i in range(4)), dtype=float), np.frombuffer(b"\x01\x02", dtype=np.uint8)
np.zeros(-1)
np.zeros((2, -1))
np.zeros(10**12)
np.zeros((10**6, 10**6))
np.ones(10**15)
np.zeros("a")
np.zeros(2.5)
np.zeros(2, dtype="foo")
np.array([1, 2]).dtype, np.array([1.0]).dtype, np.array([[1, 2]]).shape, np.array([1, 2]).ndim, np.array([[1, 2]]).size
np.array([1, 2]).itemsize, np.array([1, 2]).nbytes, np.arange(6).reshape(2, 3).strides, np.arange(6).reshape(2, 3).T.strides
np.arange(3).tolist(), np.array(2.5).tolist(), np.array([[True]]).tolist(), np.array([1.5]).item(), np.arange(6).reshape(2, 3).item(4)
np.arange(6).reshape(2, 3).item(1, 2), np.arange(3).tobytes()
np.arange(3).item()
np.arange(3).item(5)
np.arange(3).astype(float), np.array([1.9, -1.9]).astype(int), np.array([0, 2]).astype(bool), np.array([True]).astype(int)
np.array([1.5, 2.5]).astype(np.float32), np.arange(3).astype("float32").dtype, np.array([300, -1]).astype(np.uint8)
np.array([np.nan, 1.0]).astype(int)[1]
np.array([1e300]).astype(np.float32)
np.array([1.5]).astype(int, casting="safe")
np.arange(6).reshape(2, 3).copy(), np.copy([1, 2]), np.array([1, 2]).view()
hash(np.array([1]))
{np.array([1]): 2}
''')
