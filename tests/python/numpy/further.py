"""Names that stand for others, and functions that no other script names."""

import numpy as np
from _show import show

a = np.array([[0.5, -0.25, 1.0], [0.75, 0.0, -1.0]])
i = np.array([6, 3, 12])
b = np.array([True, False, True])
n = np.array([1.0, np.nan, 3.0])
show(globals(), r"""
np.acos(a), np.arccos(a), np.asin(a), np.atan(a), np.atan2(a, 2), np.pow(a, 2), np.rad2deg(a), np.acos is np.arccos, np.asin is np.arcsin
np.bitwise_and(i, 5), np.bitwise_or(i, 5), np.bitwise_xor(i, 5), np.bitwise_not(i), np.bitwise_invert(i), np.bitwise_not(b)
np.bitwise_and(b, True), np.bitwise_invert is np.invert
np.bitwise_and(a, 1)
np.asanyarray([1, 2]), np.ascontiguousarray(a.T), np.ascontiguousarray(5), np.concat([i, i]), np.concat is np.concatenate
np.double is np.float64, np.single is np.float32, np.int_ is np.int64, np.intp, np.intc, np.ubyte, np.long, np.longlong(3), np.euler_gamma
issubclass(np.float64, np.generic), issubclass(np.float64, np.inexact), issubclass(np.int64, np.signedinteger), np.little_endian
isinstance(np.add, np.ufunc), np.index_exp[1:2], np.s_[1:2, ::3], np.isdtype(np.dtype(np.float64), "real floating")
np.histogram_bin_edges(a, 4), np.matrix_transpose(a), np.permute_dims(a, (1, 0)), np.may_share_memory(a, a[0]), np.may_share_memory(a, a + 1)
np.nanmin(n), np.nanprod(n), np.vecdot(a, a)
np.linalg.cross([1, 0, 0], [0, 1, 0]), np.linalg.diagonal(a), np.linalg.matmul(a, a.T), np.linalg.matrix_norm(a), np.linalg.matrix_transpose(a)
np.linalg.multi_dot([a, a.T, a]), np.linalg.outer([1, 2], [3, 4]), np.linalg.tensordot(a, a), np.linalg.trace(a), np.linalg.vecdot(a, a)
np.linalg.vector_norm(a), np.linalg.vector_norm(a, axis=1), np.linalg.vector_norm(a, ord=1), issubclass(np.linalg.LinAlgError, ValueError)
a.argsort(), a.argsort(0), a.compress([True, False, True], 1), a.conj(), a.cumprod(), a.cumprod(1), a.repeat(2), a.repeat(2, 0)
c = a.copy(); c.fill(3); c, np.arange(5).searchsorted([1, 3]), np.arange(5).searchsorted(2, side="right")
np.exceptions.AxisError(3, 2), issubclass(np.exceptions.AxisError, (ValueError, IndexError)), np.exceptions.VisibleDeprecationWarning
np.exceptions.ComplexWarning, np.exceptions.RankWarning, np.exceptions.DTypePromotionError, np.exceptions.TooHardError
np.exceptions.ModuleDeprecationWarning
g = np.random.default_rng(5); g.permuted(a, axis=1), g.permuted([1, 2, 3]), g.standard_exponential(3), [s.random() for s in g.spawn(2)]
np.random.seed(3); np.random.ranf(2), np.random.sample(2), np.random.standard_exponential(2)
np.testing.assert_array_equal([1, 2], [1, 2]), np.testing.assert_allclose(a, a + 1e-9), np.testing.assert_equal(3, 3), np.testing.assert_(True), np.random.get_state.__name__
np.testing.assert_almost_equal(1.0, 1.00000001), np.testing.assert_array_almost_equal(a, a + 1e-8)
np.testing.assert_(False, "not so")
""")  # fmt: skip
