import numpy as np

rng = np.random.default_rng(0)
X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
y = np.array([0, 0, 0, 1])


class Perceptron:
    def __init__(self, lr=0.1, n_iter=10):
        self.lr, self.n_iter = lr, n_iter

    def fit(self, X, y):
        self.w_ = np.zeros(1 + X.shape[1])
        self.errors_ = []
        for _ in range(self.n_iter):
            errors = 0
            for xi, target in zip(X, y):
                update = self.lr * (target - self.predict(xi))
                self.w_[1:] += update * xi
                self.w_[0] += update
                errors += int(update != 0.0)
            self.errors_.append(errors)
        return self

    def net_input(self, X):
        return np.dot(X, self.w_[1:]) + self.w_[0]

    def predict(self, X):
        return np.where(self.net_input(X) >= 0.0, 1, 0)


p = Perceptron().fit(X, y)
print(p.w_, p.errors_, p.predict(X), p.predict(X[0]), type(p.predict(X[0])))
# softmax regression
N, D, K = 60, 2, 3
Xs = np.concatenate([rng.normal(c, 0.5, size=(20, 2)) for c in [(0, 0), (2, 2), (0, 3)]])
ys = np.repeat(np.arange(3), 20)
print(Xs.shape, ys[:25], Xs[:2], np.bincount(ys))
W, b = 0.01 * rng.standard_normal((D, K)), np.zeros((1, K))
for i in range(101):
    scores = Xs.dot(W) + b
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    probs = e / e.sum(axis=1, keepdims=True)
    loss = -np.log(probs[range(N), ys]).mean() + 0.5 * 1e-3 * np.sum(W * W)
    if i % 20 == 0:
        print("iteration %d: loss %f" % (i, loss))
    d = probs.copy()
    d[range(N), ys] -= 1
    d /= N
    W -= 0.5 * (Xs.T @ d + 1e-3 * W)
    b -= 0.5 * d.sum(axis=0, keepdims=True)
print('training accuracy: %.2f' % (np.mean(np.argmax(Xs @ W + b, axis=1) == ys)))
print(W, b, sep='\n')
cm = np.zeros((3, 3), dtype=int)
np.add.at(cm, (ys, np.argmax(Xs @ W + b, axis=1)), 1)
print(cm, np.trace(cm) / cm.sum(), cm.diagonal() / cm.sum(1))
onehot = np.eye(K)[ys]
print(onehot[:3], onehot.dtype, onehot.sum(0))
idx = rng.permutation(N)
tr, te = np.split(idx, [45])
print(tr[:5], te.shape, sorted(te)[:3])
mean, std = Xs.mean(0), Xs.std(0, ddof=1)
Z = (Xs - mean) / std
print(np.round(Z.mean(0), 10), Z.std(0, ddof=1), np.allclose(Z.mean(0), 0))
print(f"{loss:.3f}", f"{W[0, 0]:.4e}", W.shape, repr(W[0]), str(ys[:3]))
