import numpy as np
from _show import show

a = np.random.default_rng(0).normal(size=(4, 4))
b = np.random.default_rng(1).normal(size=4)
s = np.ones((3, 2, 2)) + np.eye(2)
m = np.array([[1.0, 2], [3, 4]])
x, y = np.arange(3), np.array([4, 5, 6])
f = np.ones(2, np.float32)
show(globals(), r'''
np.linalg.inv(m), np.linalg.det(m), np.linalg.solve(m, [1, 2]), np.linalg.solve(m, np.eye(2))
np.linalg.inv([[1, 2], [3, 4]]), np.linalg.det([[2, 0], [0, 3]]), np.linalg.inv(np.array([[True, False], [False, True]]))
np.linalg.inv(m.astype(np.float32)), np.linalg.det(m.astype(np.float32)), np.linalg.solve(m.astype(np.float32), f)
np.linalg.solve(m.astype(np.float32), np.ones(2)).dtype, np.linalg.solve(m.astype(int), f).dtype
np.linalg.inv(a)
np.linalg.det(a), np.linalg.solve(a, b)
np.allclose(a @ np.linalg.inv(a), np.eye(4)), np.linalg.inv(a.T) - np.linalg.inv(a).T < 1e-12
np.linalg.matrix_power(a, -2)
np.linalg.inv(s), np.linalg.det(s), np.linalg.solve(s, np.ones(2)), np.linalg.solve(s, np.ones((2, 1))).shape
np.linalg.inv(np.ones((0, 0))), np.linalg.det(np.ones((0, 0))), np.linalg.inv(np.ones((0, 2, 2))).shape
np.linalg.inv(np.ones((2, 2)))
np.linalg.det(np.ones((2, 2)))
np.linalg.solve(np.ones((2, 2)), np.ones(2))
np.linalg.inv(np.ones(3))
np.linalg.inv(5)
np.linalg.inv(np.ones((2, 3)))
np.linalg.det(np.ones((2, 3)))
np.linalg.matrix_power(np.ones((2, 3)), -1)
np.linalg.solve(np.eye(2), np.ones(3))
np.linalg.solve(np.eye(2), np.ones((3, 1)))
np.c_[x, y], np.c_[1:4], np.c_[np.array([[1, 2, 3]]), 0, 0, np.array([[4, 5, 6]])], np.c_[1.5, 2]
np.c_[np.ones((2, 2)), np.zeros(2)], np.c_[np.ones((2, 1, 2)), np.zeros((2, 1, 1))].shape, len(np.c_)
np.r_[1:4, 0, 4], np.r_[-1:1:6j, [0] * 3, 5, 6], np.r_[0:1:0.25], np.r_[:3], np.r_[5], np.r_[True, False]
np.r_[f, 1.5], np.r_[np.float32(1), f], np.r_["0,2", x, y], np.r_["1,2,0", [1, 2]], np.r_["0,3,-1", x].shape, np.r_["0,3,1", x].shape
np.c_[np.ones(2), np.ones(3)]
np.c_[()]
np.r_["x", 1]
''')  # fmt: skip
