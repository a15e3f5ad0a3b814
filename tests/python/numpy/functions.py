import numpy as np
from _show import show

a = np.array([1.0, 4.0, 9.0])
i = np.array([3, -1, 2])
m = np.arange(6.0).reshape(2, 3)
show(globals(), r'''
np.add, np.sqrt, np.add(2, 3), np.sqrt(4), np.sqrt(2), np.exp(0), np.abs(-3), np.abs(-3.5), np.sin(0), np.floor(2.7), np.maximum(2, 3.5)
np.power(2, 3), np.divide(1, 2), np.sign(-2.0), np.square(3), np.isnan(1.0), np.mod(7, 3), np.floor_divide(7, 2), np.logical_and(1, 0), np.greater(2, 1), np.negative(3)
np.sqrt(a), np.exp(np.zeros(2)), np.log(np.ones(2)), np.abs(i), np.sign(i), np.square(i), np.negative(a), np.reciprocal(a), np.floor([1.5, -1.5]), np.ceil([1.5, -1.5]), np.trunc([1.5, -1.5]), np.rint([0.5, 1.5, 2.5])
np.log2([1, 2, 8]), np.log10([1, 10, 100]), np.log1p(0.0), np.expm1(0.0), np.exp2([0, 1, 2]), np.sin([0.0]), np.cos([0.0]), np.tan([0.0]), np.arctan2([1.0], [1.0]), np.arcsin([1.0]), np.tanh([0.0])
np.exp(1), np.exp([1, 2]), np.log([1, 2, 3]), np.sin(1.0), np.cos(np.pi), np.tanh(0.5), np.arctan(1), np.sinh(1.0), np.cosh(1.0), np.exp(np.float32(1)), np.log(np.float32(2)), np.sqrt(np.float32(2))
np.add([1, 2], [3, 4]), np.subtract(5, [1, 2]), np.multiply([1, 2], 2.5), np.divide([1, 2], 2), np.maximum([1, 5], [3, 2]), np.minimum([1, 5], 3), np.remainder([7, -7], 3), np.fmod([7, -7], 3), np.power([1, 2, 3], 2)
np.equal([1, 2], [1, 3]), np.not_equal(1, 2), np.less([1, 2], 2), np.less_equal(1, [1, 0]), np.greater_equal([1, 2], 2), np.logical_or([0, 1], 0), np.logical_not([0, 2]), np.logical_xor([1, 1], [0, 1]), np.bitwise_and(6, 3), np.invert([0, 1]), np.isnan([np.nan, 1]), np.isinf([np.inf, 1]), np.isfinite([np.nan, np.inf, 1]), np.signbit([-1.0, 1.0])
np.maximum([1, np.nan], 2), np.minimum([np.nan, 1], [0, 2]), np.abs(np.array([True])), np.positive(a) if hasattr(np, "positive") else a
np.degrees(np.pi), np.radians([0.0, 180.0]), np.deg2rad(90)
out = np.zeros(3); np.add(a, 1, out=out) is out, out, np.multiply(a, 2, out)
np.add(a, 1, out=np.zeros(2))
np.add(a, 0.5, out=np.zeros(3, dtype=int))
np.add(1)
np.add(1, 2, 3, 4)
np.add(1, 2, foo=3)
np.sqrt("a")
np.add([1, 2], [1, 2, 3])
np.add(np.array([1, 2]), "a")
np.add(1, 2, dtype=float), np.sqrt(4, dtype=np.float32)
np.add.__name__, np.add.nin, np.add.nout, np.add.identity, np.sqrt.nin
np.where([True, False], [1, 2], [3, 4]), np.where(a > 2, a, 0), np.where(a > 2, 1, 0), np.where(i > 0, "x", "y") if False else None, np.where([[True], [False]], [1, 2], 0.5), np.where(a > 100, a, np.nan)
np.where([True, False], [1, 2, 3], 0)
np.where(True, 1, 2), np.where([1, 0], 1.5, 2), np.where(a > 2, np.float32(1), np.float32(0)).dtype
np.clip([1, 5, 9], 2, 6), np.clip([1.0, 5, 9], None, 6), np.clip(5, 1, 3), a.clip(2), a.clip(max=3), np.clip([1, 2, 3], 1.5, 2.5), np.clip(a, [2, 2, 2], 5)
np.round([1.567, 2.5, -0.5], 1), np.round(2.5), np.round([15, 25], -1), np.round(3.14159, 2), a.round(), np.round(np.float32(2.345), 2), np.around(1234.5, -2), np.round([0.5, 1.5, 2.5]), np.round(2.675, 2), np.fix([1.7, -1.7])
np.isclose([1.0, 2.0], [1.0, 2.1]), np.isclose(1, 1 + 1e-9), np.allclose([1, 2], [1, 2.0000001]), np.allclose([1], [2]), np.allclose(np.nan, np.nan), np.allclose([np.nan], [np.nan], equal_nan=True), np.isclose([np.inf, 1], [np.inf, np.inf]), np.allclose(a, a + 1, atol=2)
np.array_equal([1, 2], [1, 2]), np.array_equal([1, 2], [1, 2, 3]), np.array_equal([1, np.nan], [1, np.nan]), np.array_equal([np.nan], [np.nan], equal_nan=True), np.array_equiv([1, 1], [[1, 1], [1, 1]])
np.dot([1, 2], [3, 4]), np.dot(m, [1, 2, 3]), np.dot(m, m.T), np.dot(2, 3), np.dot(2.0, [1, 2]), a.dot(a), np.dot(np.ones((2, 3, 4)), np.ones((4, 5))).shape, np.dot(np.ones((2, 3)), np.ones((4, 3, 5))).shape
np.dot([1, 2], [1, 2, 3])
np.dot(m, m)
np.dot(m, [1, 2])
np.inner([1, 2], [3, 4]), np.inner(m, m), np.outer([1, 2], [3, 4, 5]), np.vdot([[1, 2]], [[3, 4]]), np.cross([1, 0, 0], [0, 1, 0]), np.kron([1, 2], [1, 1]), np.tensordot(m, m, axes=([1], [1])), np.matmul(m, m.T)
np.inner([1, 2], [1, 2, 3])
np.matmul(2, m)
np.linalg.norm([3, 4]), np.linalg.norm(m), np.linalg.norm(m, axis=1), np.linalg.norm([1, -2, 3], 1), np.linalg.norm([1, -2, 3], np.inf), np.linalg.norm(m, axis=0, keepdims=True), np.linalg.matrix_power(np.array([[1, 1], [1, 0]]), 5)
np.sort([3, 1, 2]), np.sort([[3, 1], [2, 0]]), np.sort([[3, 1], [2, 0]], axis=0), np.argsort([3, 1, 2]), np.sort([3, np.nan, 1]), np.argsort([[3, 1], [0, 2]], axis=0), np.sort([[3, 1], [2, 0]], axis=None), np.argsort([2, 1, 2, 1], kind="stable")
s = np.array([3, 1, 2]); s.sort(); s
np.unique([3, 1, 1, 2]), np.unique([1, 2, 1], return_counts=True), np.unique([3, 1, 1], return_index=True, return_inverse=True), np.searchsorted([1, 3, 5], 3), np.searchsorted([1, 3, 5], [0, 3, 9], side="right"), np.isin([1, 2, 3], [2]), np.intersect1d([1, 2], [2, 3]), np.union1d([1, 2], [2, 3]), np.setdiff1d([1, 2], [2])
np.bincount([0, 1, 1, 3]), np.bincount([0, 1], weights=[0.5, 1.5]), np.digitize([0.5, 1.5], [0, 1, 2]), np.histogram([1, 2, 1], bins=2), np.histogram([0.1, 0.4, 0.9], bins=[0, 0.5, 1]), np.interp(2.5, [1, 2, 3], [3, 2, 0]), np.interp([0, 9], [1, 2], [10, 20])
np.convolve([1, 2, 3], [0, 1, 0.5]), np.convolve([1, 2, 3], [0, 1, 0.5], "same"), np.convolve([1, 2, 3], [0, 1, 0.5], "valid"), np.gradient([1.0, 4.0, 9.0]), np.trapezoid([1, 2, 3]), np.cov([1, 2, 3]), np.corrcoef([1, 2, 3], [1, 2, 4])
np.nan_to_num([np.nan, np.inf, 1.0]), np.isscalar(3), np.isscalar(a), np.result_type(np.float32, np.int64), np.result_type(a, 1), np.promote_types("i4", "f4"), np.can_cast("i4", "f8"), np.can_cast(float, int), np.issubdtype(np.float32, np.floating), np.issubdtype(int, np.integer)
np.apply_along_axis(np.sum, 1, m), np.vectorize(lambda v: v + 1)([1, 2]), np.select([a > 5, a > 2], [1, 2], 0), np.fill_diagonal(m.copy(), 0)
np.pi, np.e, np.inf, np.nan, np.newaxis is None, np.__version__[:1]
np.float64(np.sqrt(2)).hex(), np.sqrt(np.arange(5.0)), np.sqrt([2.0, 3.0]).tolist()
np.random.default_rng(0).normal(size=3)
''')
