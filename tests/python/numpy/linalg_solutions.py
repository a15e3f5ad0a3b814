import numpy as np
np.set_printoptions(precision=6, suppress=True)
A = np.array([[4., 1, 2], [1, 3, 0], [2, 0, 5]])
b = np.array([1., 2, 3])
print(np.linalg.solve(A, b), np.linalg.solve(A, np.eye(3)), np.linalg.inv(A), np.linalg.det(A), np.linalg.slogdet(A))
print(np.linalg.eigvalsh(A), np.linalg.svd(A, compute_uv=False), np.linalg.matrix_rank(A), round(float(np.linalg.cond(A)), 9), np.linalg.cholesky(A))
w, v = np.linalg.eigh(A); print(np.allclose(A @ v, v * w), w)
U, S, Vt = np.linalg.svd(A[:, :2], full_matrices=False); print(U.shape, S, Vt.shape, np.allclose(U * S @ Vt, A[:, :2]))
U, S, Vt = np.linalg.svd(A[:, :2]); print(U.shape, S.shape, Vt.shape)
Q, R = np.linalg.qr(A); print(np.allclose(Q @ R, A), np.round(np.abs(R), 4), np.allclose(Q.T @ Q, np.eye(3)))
x, res, rank, s = np.linalg.lstsq(np.c_[np.ones(4), np.arange(4)], np.array([1., 2.9, 5.1, 7]), rcond=None); print(x, res, rank, s)
print(np.linalg.pinv(A[:, :2]), np.linalg.norm(A), round(float(np.linalg.norm(A, 2)), 9), round(float(np.linalg.norm(A, "nuc")), 9), np.linalg.norm(A, 1), np.linalg.norm(A, axis=1), np.linalg.matrix_power(A, 3), np.linalg.matrix_power(A, -2))
print(np.linalg.solve(np.stack([A, 2 * A]), np.ones((2, 3, 1))).shape, np.linalg.inv(np.stack([A, 2 * A]))[1], np.linalg.det(np.stack([A, 2 * A])), np.linalg.det(np.array([[1, 2], [3, 4]])), np.linalg.inv(np.array([[1, 2], [3, 4]])))
print(np.linalg.inv(A.astype(np.float32)).dtype, np.linalg.solve(A.astype(np.float32), b).dtype, np.polyfit([0, 1, 2, 3], [1, 3, 5, 7.2], 1), np.polyval([1, 2, 3], 2), np.polyder([1, 2, 3]), np.vander([1, 2, 3], 3), np.polymul([1, 1], [1, -1]))
for f in (lambda: np.linalg.inv(np.zeros((2, 2))), lambda: np.linalg.inv(np.ones((2, 3))), lambda: np.linalg.inv(np.ones(3)), lambda: np.linalg.cholesky(-np.eye(2)), lambda: np.linalg.solve(A, np.ones(2)), lambda: np.linalg.solve(A, np.ones((2, 2))), lambda: np.linalg.det(np.ones((2, 3))), lambda: np.linalg.solve(np.zeros((2, 2)), np.ones(2)), lambda: np.linalg.lstsq(A, np.ones(2), rcond=None), lambda: np.linalg.norm(A, 'foo'), lambda: np.linalg.qr(A, mode='x'), lambda: np.polyfit([1, 2], [1], 1)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print(np.einsum('ij,jk->ik', A, A), np.einsum('ii', A), np.einsum('ij->j', A), np.einsum('i,j->ij', b, b), np.einsum('bij,bjk->bik', np.ones((2, 2, 3)), np.ones((2, 3, 2))))
c = np.zeros(4); np.add.at(c, [0, 0, 2], 1); print(c); np.subtract.at(c, [0, 1], [5, 6]); print(c); m = np.zeros((2, 2), int); np.add.at(m, ([0, 0, 1], [1, 1, 0]), [1, 2, 3]); print(m); np.maximum.at(c, [0, 0], [3, 2]); print(c)
r = np.arange(3); r.flags.writeable = False
for f in (lambda: r.__setitem__(0, 1), lambda: r.__iadd__(1), lambda: np.add(r, 1, out=r), lambda: r[:2].__setitem__(0, 1), lambda: np.broadcast_to(b, (2, 3)).__setitem__(0, 1), lambda: r.copy().__setitem__(0, 5), lambda: r.flags):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print(np.ix_([0, 2], [1]), A[np.ix_([0, 2], [0, 2])], np.r_[1:4, 0, 7], np.r_[0:1:5j], np.c_[b, b], np.mgrid[0:2, 0:3], np.ogrid[0:2, 0:2], list(np.ndindex(2, 2)), [(i, v) for i, v in np.ndenumerate(b)])
it = np.nditer(A[:2, :2], flags=['multi_index'])
for v in it:
    print(it.multi_index, v, end=' ')
for v in np.nditer(np.zeros(2), op_flags=['readwrite']):
    v[...] = 5
print(np.lexsort(([1, 2, 0], [0, 0, 1])), np.select([b < 2, b > 2], [10, 20], 0) if hasattr(np, "select") else 0, np.choose([0, 1, 0], [[1, 2, 3], [4, 5, 6]]), np.nanvar([1, np.nan, 3]), np.nanstd([1., 2, np.nan]), np.nanmedian([1, np.nan, 5]), np.hypot(3, 4), np.logaddexp(0, 1), np.sinc([0, .5]), np.gcd(12, 18), np.lcm([4, 6], 10), np.copysign(3, -1), np.signbit([-0., 1]), np.heaviside([-1, 0, 1], .5), np.setxor1d([1, 2], [2, 3]), np.partition([3, 1, 2], 1)[1], np.nanargmax([1, np.nan, 3]), np.left_shift(1, 3), np.resize([1, 2, 3], (2, 4)), np.fromfunction(lambda i, j: i * 10 + j, (2, 2)), np.block([[np.eye(2), np.ones((2, 1))], [np.zeros((1, 3))]]), np.piecewise(b, [b < 2, b >= 2], [lambda t: -t, 5]), np.hanning(5), np.trim_zeros([0, 1, 0]), np.iterable([1]), np.isreal(1), np.diagflat([1, 2]), np.correlate([1, 2, 3], [0, 1, .5]), np.ravel_multi_index(([0, 1], [1, 2]), (2, 3)))
h, ex, ey = np.histogram2d([0, 1, 1], [0, 1, 1], bins=2); print(h, ex, ey)
p = b.copy(); np.put(p, [0], [9]); np.putmask(p, p > 8, 0); np.place(p, p == 0, [7]); np.copyto(p, 1.5, where=p > 6); print(p)
for m in ([[1,2],[3,4]],[[2,1],[1,3]],[[4,7],[2,6]],[[1,2,3],[0,1,4],[5,6,0]],[[6,1,1],[4,-2,5],[2,8,7]],[[2.,0],[0,3]],[[1,2,3],[4,5,6],[7,8,9]],[[3,8],[4,6]]):
    a=np.array(m,dtype=float); print(repr(np.linalg.det(a)), np.linalg.slogdet(a)[1].item().hex(), np.linalg.inv(a).tolist() if abs(np.linalg.det(a))>1e-6 else 0)
