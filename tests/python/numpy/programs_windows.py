import numpy as np
from numpy.lib.stride_tricks import sliding_window_view, as_strided

s = np.sin(np.linspace(0, 4 * np.pi, 20))
w = sliding_window_view(s, 5)
print(w.shape, w.mean(axis=1).round(3))
print(np.convolve(s, np.ones(5) / 5, mode='valid').round(3))
X, y = sliding_window_view(s[:-1], 3), s[3:]
print(X.shape, y.shape)
coef, *_ = np.linalg.lstsq(np.column_stack([X, np.ones(len(X))]), y, rcond=None)
print(coef.round(3))
try:
    sliding_window_view(s, 50)
except ValueError as e:
    print(e)
try:
    w[0, 0] = 1
except ValueError as e:
    print(e)
a = np.arange(6)
print(as_strided(a, shape=(3, 2), strides=(16, 8)), as_strided(a, (4, 3), (8, 8)))
# game of life
Z = np.zeros((6, 6), int)
Z[1:4, 1:4] = [[0, 0, 1], [1, 0, 1], [0, 1, 1]]


def step(Z):
    N = sum(np.roll(np.roll(Z, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))
    return ((N == 3) | ((Z == 1) & (N == 2))).astype(int)


for _ in range(2):
    Z = step(Z)
print(Z)
# distances, knn, pca, kmeans
rng = np.random.default_rng(42)
P = rng.integers(0, 10, (6, 2))
D = np.sqrt(((P[:, None] - P[None]) ** 2).sum(-1))
print(P.tolist(), D.round(2)[0], np.argsort(D, axis=1)[:, 1])
np.fill_diagonal(D, np.inf)
i, j = np.unravel_index(D.argmin(), D.shape)
print(i, j, D.min())
A = rng.normal(size=(30, 3)) @ np.diag([3, 1, .1])
A -= A.mean(0)
u, sv, vt = np.linalg.svd(A, full_matrices=False)
print((sv ** 2 / (sv ** 2).sum()).round(3), np.abs(vt).round(2))
ev = np.linalg.eigvalsh(np.cov(A.T))
print(ev[::-1].round(3), (sv ** 2 / 29).round(3))
C = A[[0, 10, 20]]
for _ in range(3):
    lab = np.linalg.norm(A[:, None] - C, axis=2).argmin(1)
    C = np.array([A[lab == k].mean(0) if np.any(lab == k) else C[k] for k in range(3)])
print(np.bincount(lab, minlength=3), C.round(2))
# attention in numpy
def softmax(x, axis=-1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


Q = K = V = rng.standard_normal((4, 8)).astype(np.float32)
S = Q @ K.T / np.sqrt(8)
S[np.triu_indices(4, k=1)] = -np.inf
O = softmax(S) @ V
print(softmax(S).round(3), O.dtype, O.shape, S.dtype)
m = np.tril(np.ones((3, 3), dtype=bool))
print(m, np.where(m, 0, -np.inf))
# structured puzzle
words = [5, 2, 7, 9, 5, 2]
vocab, inv, cnt = np.unique(words, return_inverse=True, return_counts=True)
print(vocab, inv, cnt, vocab[inv][:2])
print(np.eye(len(vocab), dtype=int)[inv])
M = np.zeros((len(vocab),) * 2, int)
np.add.at(M, (inv[:-1], inv[1:]), 1)
print(M, M / np.maximum(M.sum(1, keepdims=True), 1))
img = rng.integers(0, 256, (4, 4, 3), dtype=np.uint8)
print(img[0, 0], img.mean(axis=(0, 1)).round(2), img[..., ::-1][0, 0], (img / 255.).dtype, img.transpose(2, 0, 1).shape, img.max())
print(img[:2, :2, 0] + 100, img.astype(int)[:2, :2, 0] + 100, np.clip(img[..., 0].astype(int) + 100, 0, 255).astype(np.uint8)[0])
print(img[:, :, 0].reshape(2, 2, 2, 2).max(axis=(1, 3)))
with np.errstate(divide='ignore'):
    print(np.array([1.]) / 0)
mc = rng.random((1000, 2))
print(4 * np.mean((mc ** 2).sum(1) < 1))
walk = np.cumsum(rng.choice([-1, 1], size=20))
print(walk, walk.min(), np.argmax(np.abs(walk) > 2))
