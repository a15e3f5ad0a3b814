import numpy as np
x = np.arange(20).reshape(4, 5)
print(x[np.ix_([0, 2], [1, 3])], x[1:3, [0, -1]], x[[1, 2]][:, [0, 4]], x[np.arange(4), [0, 1, 2, 3]], x[x.sum(1) > 30], x[:, x[0] > 2], x[..., np.newaxis].shape)
x[1:3, 1:3] = 0; x[[0, 3], [0, 4]] = [100, 200]; x[x > 150] -= 50; x[:, 0] *= -1
print(x)
x[x == 0] = np.arange((x == 0).sum())
print(x, np.count_nonzero(x), np.flatnonzero(x > 15), np.argwhere(x < 0))
print(np.take_along_axis(x, np.argsort(x, axis=1)[:, :2], axis=1), np.compress([1, 0, 1, 0], x, axis=0), np.choose([0, 1, 0], [[1, 2, 3], [4, 5, 6]]), np.select([x < 0, x > 15], [-1, 1], 0))
print(np.diag(x[:, :4]), np.diagonal(x, 1), np.tril(x, -1), np.trace(x), np.triu_indices(3), np.tri(3))
y = x.copy(); np.put(y, [0, 1], [7, 8]); np.putmask(y, y < 0, 0); print(y); np.place(y, y > 90, [1]); print(y[0]); np.copyto(y, 3, where=y > 10); print(y)
a = np.array([1, 2, 3]); b = a; b[0] = 9; print(a, a is b); c = a[:]; c[1] = 8; print(a)
a[a > 5] = 0; print(a); a = np.append(a, [4]); print(a)
print(np.lexsort((np.array([3, 1, 2]),)), np.partition([5, 3, 1, 4], 1)[:2], np.digitize([0.5, 1.5], [0, 1, 2]), np.isin([1, 2], [2]), np.intersect1d([1, 2], [2, 3]), np.union1d([1], [2]), np.setdiff1d([1, 2], [2]))
print(np.nanmean([1, np.nan]), np.nansum([np.nan, 1]), np.isnan([np.nan, 1]), np.nan_to_num([np.nan, np.inf]), np.nanmax([1, np.nan]), np.ptp([1, 5]), np.average([1, 2], weights=[3, 1]), np.quantile([1, 2, 3], .5), np.var([1, 2]), np.cumprod([1, 2, 3]))
print(np.floor(-1.5), np.ceil([1.2]), np.round(2.5), np.rint(3.5), np.trunc(-1.7), np.sign(-3), np.abs([-1]), np.mod(-7, 3), np.fmod(-7, 3), np.divmod(7, 3), np.power(2, [1, 2]), np.square(3), np.hypot(3, 4), np.log2(8), np.log10(100), np.log1p(0), np.expm1(0), np.deg2rad(180), np.arctan2(1, 1), np.sinc(0), np.maximum([1, 5], 3), np.minimum(1, 2), np.gcd(12, 18), np.lcm(4, 6), np.bitwise_and(6, 3), 6 ^ np.int64(3), np.left_shift(1, 3), np.logical_and([1, 0], 1), np.logical_not([1]), np.isfinite(np.inf))
print(np.array([3, 1]).argsort().dtype, np.arange(3, dtype=np.float32).dtype, (np.arange(3) * 1.0).dtype, (np.float32(1) * 2).dtype, np.promote_types('i4', 'f4'), np.can_cast(np.int64, np.float32), np.issubdtype(np.int32, np.integer), np.isscalar(3), np.ndim([[1]]), np.shape([[1]]), np.size([1, 2]))
print(np.array_equal([1], [1]), np.may_share_memory(a, a), np.ascontiguousarray(x.T).flags.c_contiguous, np.atleast_2d([1]), np.asarray([1]), np.copy(a), np.zeros_like(a, dtype=float), np.ones_like(x)[0], np.full_like(a, 7), np.empty_like(a).shape, np.geomspace(1, 8, 4), np.indices((2, 2)), np.mgrid[0:2, 0:2], np.ogrid[0:2, 0:2])
np.testing.assert_allclose([1.], [1.0000000001])
try:
    np.testing.assert_allclose([1., 2.], [1.1, 2.])
except AssertionError as e:
    print(e)
try:
    np.testing.assert_array_equal([1, 2], [1, 3])
except AssertionError as e:
    print(e)
