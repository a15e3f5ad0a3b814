import numpy as np
from _show import show

a = np.arange(10)
m = np.arange(12).reshape(3, 4)
x = np.array([1.5, 2.5, 3.5])
show(globals(), r'''
a[0], a[-1], a[2:5], a[::2], a[::-1], a[5:1:-2], a[-3:], a[:0], a[100:], a[...], a[None].shape, a[()] is a
m[0], m[1, 2], m[-1, -1], m[:, 1], m[1:, :2], m[::2, ::-1], m[..., 0], m[0, ...], m[:, None, 1].shape, m[None, ..., None].shape
m[1][2], m[(1, 2)], m[1, :], type(m[1, 2]), type(m[1]), m[np.int64(1), np.int32(2)], m[np.array(1), 2]
a[[1, 3, 5]], a[np.array([0, -1])], a[[True, False] * 5], a[a > 5], a[(a > 2) & (a < 6)], a[[]], a[np.array([[0, 1], [2, 3]])]
m[[0, 2]], m[[0, 2], [1, 3]], m[:, [0, 2]], m[[0, 2], :], m[[0, 1]][:, [1, 2]], m[np.array([[0], [2]]), np.array([1, 3])], m[1:, [0, 1]], m[[0, 1], 1:]
m[m > 5], m[m % 2 == 0], m[[True, False, True]], m[:, [True, False, True, False]], m[np.ix_([0, 2], [1, 3])] if hasattr(np, "ix_") else m[[[0], [2]], [1, 3]]
m[np.array([True, False, True]), 1], m[[0, 1], None].shape, m[[[0, 1], [1, 2]]].shape, m[0, [1, 2]], m[[1, 2], 0]
x[[0, 2]], x[x > 2], x[np.argsort(-x)], x[::-1][0], x[-1:]
b = a.copy(); b[0] = 100; b[1:3] = [7, 8]; b[-1] = -5; b
b[b > 6] = 0; b
b[[0, 1, 2]] = 9; b[[3, 4]] = [1, 2]; b
b[::2] = -1; b
b[...] = 3; b[2] = True; b
n = m.copy(); n[0] = 0; n[:, 1] = [7, 8, 9]; n[1, 2] = 100; n
n[[0, 2], [1, 3]] = -1; n[1:, :2] = [[1, 2], [3, 4]]; n
n[n < 0] = 50; n[:, 0] += 1; n
y = x.copy(); y[0] = 7; y[1] = np.float32(0.5); y[2] = np.int64(3); y
z = np.zeros(3, dtype=int); z[0] = 1.9; z[1] = -1.9; z[2] = True; z
z[:] = np.array([1.7, 2.7, 3.7]); z
z[0] = np.nan
z[0] = "5"; z[0]
z[0] = "x"
z[0] = [1, 2]
z[0] = None
x[0] = "abc"
x[5]
x[-4]
m[3]
m[0, 4]
m[0, -5]
x[1, 2]
m[0, 0, 0]
x[1.0]
x["a"]
x[[0, 5]]
x[[-4]]
m[:, [0, 5]]
m[[0, 3]]
x[[True, False]]
m[np.array([True, False])]
m[:, np.array([True, False, True])]
x[None, ..., ...]
a[[0, 1], [0, 1]]
m[[0, 1], [0, 1, 2]]
x[np.array([0.5])]
x[::0]
x[1:"a"]
x[10] = 1
x[[0, 1]] = [1, 2, 3]
x[:2] = [1, 2, 3]
m[0] = [1, 2]
m[:, 0] = np.zeros(2)
np.array(5)[0]
np.array(5)[()], np.array(5)[...], np.array(5)[None], np.array(2.5)[()]
np.nonzero([0, 1, 2]), np.nonzero(m > 8), np.where(a > 7), np.argwhere(m > 9), np.flatnonzero([[0, 1], [2, 0]]), (m > 8).nonzero()
np.take(a, [1, 2]), np.take(m, [0, 1], axis=1), m.take([0, 5]), np.take_along_axis(m, np.argsort(-m, axis=1), axis=1), np.compress([True, False, True], m, axis=0), np.extract(m > 9, m)
np.unravel_index(5, (3, 4)), np.unravel_index([1, 11], (3, 4)), np.s_[1:3, ...], np.unravel_index(m.argmax(), m.shape)
np.unravel_index(12, (3, 4))
[r.tolist() for r in m], [v for v in x], list(enumerate(np.array([1, 2])))
for k, row in enumerate(m): print(k, row, row.sum())
np.put_along_axis(n, np.array([[0], [1], [2]]), 0, axis=1); n
u = np.zeros(2, dtype=np.uint8); u[0] = 255; u
u[0] = 256
u[1] = -1
w = np.arange(5); w[1:] = w[:-1]; w
w[[0, 0, 0]] += 1; w
m[1:2, 1:2] = 100; m
''')
