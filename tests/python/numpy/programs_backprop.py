import numpy as np

np.random.seed(1)
X = np.array([[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]])
y = np.array([[0], [1], [1], [0]])


def nonlin(x, deriv=False):
    if deriv:
        return x * (1 - x)
    return 1 / (1 + np.exp(-x))


syn0 = 2 * np.random.random((3, 4)) - 1
syn1 = 2 * np.random.random((4, 1)) - 1
print(syn0)
for j in range(3001):
    l0 = X
    l1 = nonlin(np.dot(l0, syn0))
    l2 = nonlin(np.dot(l1, syn1))
    l2_error = y - l2
    if j % 1000 == 0:
        print("Error:" + str(np.round(np.mean(np.abs(l2_error)), 6)))
    l2_delta = l2_error * nonlin(l2, deriv=True)
    l1_delta = l2_delta.dot(syn1.T) * nonlin(l1, deriv=True)
    syn1 += l1.T.dot(l2_delta)
    syn0 += l0.T.dot(l1_delta)
print(np.round(l2, 3))


class TwoLayer:
    def __init__(self, d, h, k, std=1e-1, seed=0):
        r = np.random.RandomState(seed)
        self.params = {'W1': std * r.randn(d, h), 'b1': np.zeros(h), 'W2': std * r.randn(h, k), 'b2': np.zeros(k)}

    def loss(self, X, y):
        W1, b1, W2, b2 = self.params.values()
        N = X.shape[0]
        h = np.maximum(0, X @ W1 + b1)
        s = h @ W2 + b2
        s -= s.max(1, keepdims=True)
        lse = np.log(np.exp(s).sum(1, keepdims=True))
        loss = -(s - lse)[np.arange(N), y].mean()
        ds = np.exp(s - lse); ds[np.arange(N), y] -= 1; ds /= N
        g = {'W2': h.T @ ds, 'b2': ds.sum(0)}
        dh = ds @ W2.T
        dh[h <= 0] = 0
        g['W1'], g['b1'] = X.T @ dh, dh.sum(0)
        return loss, g


def eval_numerical_gradient(f, x, h=1e-5):
    grad = np.zeros_like(x)
    it = np.nditer(x, flags=['multi_index'], op_flags=['readwrite'])
    while not it.finished:
        ix = it.multi_index
        old = x[ix]
        x[ix] = old + h
        fp = f()
        x[ix] = old - h
        fm = f()
        x[ix] = old
        grad[ix] = (fp - fm) / (2 * h)
        it.iternext()
    return grad


def rel_error(x, y):
    return np.max(np.abs(x - y) / (np.maximum(1e-8, np.abs(x) + np.abs(y))))


net = TwoLayer(4, 10, 3)
r = np.random.RandomState(1)
Xt, yt = 10 * r.randn(5, 4), np.array([0, 1, 2, 2, 1])
loss, grads = net.loss(Xt, yt)
print(round(loss, 6), type(loss))
for name in sorted(grads):
    num = eval_numerical_gradient(lambda: net.loss(Xt, yt)[0], net.params[name])
    print('%s max relative error < 1e-6: %s' % (name, rel_error(num, grads[name]) < 1e-6))
v = {k: np.zeros_like(p) for k, p in net.params.items()}
for i in range(31):
    loss, grads = net.loss(Xt, yt)
    for k in net.params:
        v[k] = 0.9 * v[k] - 1e-2 * grads[k]
        net.params[k] += v[k]
    if i % 10 == 0:
        print(i, f"{loss:.5f}")
print({k: p.shape for k, p in net.params.items()})
# batchnorm forward/backward, conv by hand
x = r.randn(4, 5)
mu, var = x.mean(axis=0), x.var(axis=0)
xh = (x - mu) / np.sqrt(var + 1e-5)
dout = r.randn(4, 5)
dx = (1. / 4) * (1 / np.sqrt(var + 1e-5)) * (4 * dout - dout.sum(0) - xh * (dout * xh).sum(0))
print(dx.round(4), np.abs(dx.sum(0)).max() < 1e-12)


def conv2d(img, k):
    H, W = img.shape
    kh, kw = k.shape
    out = np.zeros((H - kh + 1, W - kw + 1))
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = np.sum(img[i:i + kh, j:j + kw] * k)
    return out


img = np.arange(25).reshape(5, 5)
kern = np.array([[1, 0, -1]] * 3)
print(conv2d(img, kern))
win = np.lib.stride_tricks.sliding_window_view(img, (3, 3))
print(win.shape, np.einsum('ijkl,kl->ij', win, kern), (win * kern).sum(axis=(2, 3)))
print(np.pad(img, 1)[:2], np.pad(img[:2, :2], ((1, 0), (0, 2)), mode='constant', constant_values=9))
print(np.pad([1, 2, 3], 2, mode='reflect'), np.pad([1, 2, 3], (1, 2), mode='edge'), np.pad([1, 2, 3], 2, 'wrap'))
mask = np.random.rand(3, 4) < 0.5
print(mask, mask.astype(int), (np.random.randn(2, 2) * mask[:2, :2]))
print(np.random.choice(5, 3, replace=False), np.random.randint(0, 10, 4), np.random.uniform(-1, 1, 2), np.random.normal(size=2), np.random.shuffle(x))
