import numpy as np, warnings
warnings.simplefilter("ignore")
rng = np.random.default_rng(7)


def attempt(n, f):
    try:
        print(f"[{n}]", repr(f()))
    except Exception as e:
        print(f"[{n}] {type(e).__name__}: {e}")


a = np.arange(12).reshape(3, 4)
b = np.array([[1.5, -2.], [0., 4.25]])
v = np.array([3, 1, 2])
for n in """a.T[1:, ::2]
a[::-1, ::-1]
a[[2, 0]][:, [1, 3]]
a[a % 2 == 0].sum()
a.sum(0), a.sum(1, keepdims=True), a.mean(axis=0), a.std(1), a.var()
a.min(1), a.argmax(1), a.cumsum(1)[0], np.ptp(a, 0)
a.dot(a.T), a @ a.T
a.reshape(-1, 2, 3).shape, a.ravel()[:3], a.flatten().shape
np.where(a > 5, a, -a)
np.concatenate([a, a], axis=1).shape, np.vstack([a, a]).shape, np.stack([v, v]).shape, np.dstack([v, v]).shape
np.split(a, 3)[1], np.hsplit(a, 2)[0], np.array_split(v, 2)
np.sort(v), np.argsort(v), np.sort(v)[::-1], v.argsort().argsort()
np.unique(np.array([3, 1, 3]), return_index=True, return_inverse=True)
np.bincount(np.array([0, 1, 1, 5])), np.digitize([1.5, 3.2], [0, 1, 2, 3]), np.histogram([1, 2, 2, 3], bins=[0, 2, 4])
np.clip(b, -1, 2), np.round(b), np.floor(b), np.sign(b), np.abs(b), np.sqrt(np.abs(b)), np.exp(b), np.log1p(np.abs(b))
np.maximum(b, 0), np.minimum(b, 1), np.isnan(b).any(), np.isfinite(b).all()
np.linspace(0, 1, 4), np.arange(0, 1, .25), np.logspace(0, 2, 3), np.zeros((2, 2)), np.ones(3, dtype=int), np.full(2, 7.5), np.eye(2), np.empty(0)
np.random.seed(0), np.random.rand(2), np.random.randn(2), np.random.randint(0, 5, 3), np.random.permutation(4), np.random.choice([10, 20, 30], 2), np.random.normal(0, 1, 2), np.random.uniform(size=2)
rng.random(2), rng.normal(size=2), rng.integers(0, 10, 3), rng.permutation(4), rng.choice(5, 2), rng.uniform(0, 1, 2), rng.standard_normal(2)
np.tile(v, 2), np.repeat(v, 2), np.repeat(v, [1, 2, 0]), np.roll(v, 1), np.flip(v), np.rot90(b)
np.outer(v, v), np.inner(v, v), np.cross([1, 2, 3], [4, 5, 6]), np.kron([1, 2], [1, 1]), np.vdot(v, v), np.tensordot(b, b)
np.triu(a), np.tril(a), np.diag(v), np.diag(a), np.trace(a), np.diagonal(a, 1)
np.any(a > 10), np.all(a >= 0, axis=0), np.count_nonzero(a), np.nonzero(v > 1), np.flatnonzero(v > 1), np.argwhere(a > 9)
np.expand_dims(v, 1).shape, np.squeeze(np.ones((1, 3))).shape, np.moveaxis(np.ones((1, 2, 3)), 0, 2).shape, np.transpose(a).shape, np.swapaxes(a, 0, 1).shape, v[:, None].shape, v[np.newaxis].shape
np.percentile(v, 50), np.median(a, axis=1), np.quantile(v, [.1, .9]), np.average(v, weights=[1, 2, 3]), np.corrcoef(v, v[::-1]), np.cov(v), np.var(v, ddof=1)
np.diff(v), np.gradient(np.array([1., 4, 9])), np.cumsum(v), np.cumprod(v), np.trapezoid(v), np.convolve(v, [1, 1]), np.interp(1.5, [1, 2], [3, 4])
np.allclose(b, b + 1e-9), np.array_equal(a, a), np.isclose(1, 1 + 1e-9), np.isin(v, [1, 2]), np.in1d if hasattr(np, 'in1d') else 0
np.meshgrid(v, [1, 2]), np.indices((2, 2)).shape, np.unravel_index(5, (2, 3)), np.tril_indices(2)
a.astype(float).dtype, a.astype(bool), v.astype(np.float32) / 2, a.tolist()[0], v.item(1), a.size, a.nbytes, a.itemsize, a.ndim
v / 2, v // 2, v % 2, v ** 2, -v, v == 2, v != 2, v > 1, ~(v > 1), (v > 1) & (v < 3), (v > 1) | (v == 1), v @ v, 2 ** v, 1 / v, v + 0.5, v * True
v.copy() is v, v.view() is v, np.asarray(v) is v, np.array(v) is v, v.base is None, v[1:].base is v
int(v[0]), float(b[0, 0]), bool(v[0]), len(a), [x for x in v], list(map(int, v)), sum(v), max(v), sorted(v), 3 in v, tuple(a.shape)
isinstance(v[0], int), isinstance(v[0], np.integer), isinstance(b[0, 0], float), type(v[0]), type(b[0, 0]), np.issubdtype(v.dtype, np.number), v.dtype == int, v.dtype == 'int64', v.dtype.kind
str(v), repr(v), f"{v}", f"{b[0, 0]:.3f}", "%s" % v, "{}".format(b), str(b[0, 0]), repr(b[0, 0])
np.array([1, 2, 3], dtype=float), np.array([[1], [2]]), np.array((1, 2)), np.array(range(3)), np.array([True, False]), np.array(5), np.array([]), np.array([[]]).shape, np.array([1, 2.5, True])
np.sum([[1, 2], [3, 4]], axis=1), np.mean([1, 2, 3]), np.max([1, 5]), np.argmax([1, 5]), np.std([1, 2, 3]), np.prod([1, 2, 3]), np.sum(x for x in [1, 2]) if 0 else 0
np.insert(v, 1, 9), np.delete(v, 0), np.append(v, [4, 5]), np.append(a, [[1, 2, 3, 4]], axis=0).shape, np.pad(v, 1), np.pad(b, ((0, 1), (1, 0)))
np.searchsorted([1, 2, 3], 2.5), np.take(v, [0, 2]), np.compress([True, False, True], v), np.extract(v > 1, v), np.select([v > 2, v > 1], [v, -v]), np.choose([0, 1], [[1, 2], [3, 4]])
np.logical_and(v > 1, v < 3), np.logical_not(v > 1), np.logical_xor([True], [False]), np.bitwise_and(5, 3), np.invert(np.array([1])), np.left_shift(1, 2)
np.vectorize(lambda x: x + 1)(v), np.apply_along_axis(np.sum, 1, a), np.fromiter(range(3), int), np.frombuffer(b'\\x01\\x02', dtype=np.uint8)
np.einsum('ij->i', a), np.einsum('ij,kj->ik', a, a).shape, np.einsum('i,i', v, v)
np.nanmean([1, np.nan]), np.nanmax([1, np.nan]), np.nansum([1, np.nan]), np.nan_to_num([np.nan, np.inf]), np.isnan(np.nan), np.nan == np.nan, np.inf - np.inf
np.floor_divide(7, 2), np.mod(-7, 2), np.divmod(7, 2), np.power(2, 3), np.float_power(2, 3) if hasattr(np, 'float_power') else 0, np.reciprocal(2.), np.square(3), np.positive(1) if hasattr(np, 'positive') else 0, np.negative(1)
np.dtype('f4'), np.dtype(float).name, np.float32(1.1), np.float64(1.1), np.int32(5), np.uint8(250) + np.uint8(10), np.bool_(1), np.finfo(np.float32).eps, np.iinfo(np.int64).max
a.flags['C_CONTIGUOUS'], a.T.flags['F_CONTIGUOUS'], a.strides, a.T.strides
np.ones((2, 3)) * np.array([1, 2]), 
np.ones(3) + np.ones(4)
np.array([1, 2]) @ np.array([1, 2, 3])
a.reshape(5, 2)
a[3]
a[0, 4]
a['x']
np.concatenate([a, v])
np.zeros(3)[1.5]
np.arange(3) and True
np.linalg.inv(a)
np.array([[1, 2], [3]])
np.zeros(-1)
np.zeros((2, 3), 'foo')
v.sort(), v, v.fill(0), v, v.put([0], [5]), v, v.resize(2) if 0 else 0
a.max(axis=5)
np.mean(a, axis=(0, 2))
np.stack([v, a])
np.dot(a, a)
np.split(v, 2)
int('a')
np.random.choice(3, 5, replace=False)
np.random.randint(5, 3)
a.transpose(0, 0)
np.expand_dims(v, 3)
np.squeeze(a, 0)
np.swapaxes(a, 0, 3)
a.astype('abc')
np.int64('a')
np.float64('nan'), np.float64('1e3'), np.int64('12')
np.fmax([1, np.nan], [2, 3]), np.modf(-1.5), np.fabs([-1]), np.real(v)
np.sum(a, dtype=float), np.add.reduce(a), np.add.accumulate(v), np.multiply.outer(v, v), np.maximum.reduce(a, axis=1), np.add(1, 2, dtype=float), np.add(v, 1, out=np.zeros(3))
np.bool(True), np.True_ + 1, np.sum(np.array([True, True])), True + np.True_
np.set_printoptions(precision=3), np.array([1.23456]), np.set_printoptions(precision=8)""".split("\n"):
    attempt(n[:30], lambda: eval(n))
