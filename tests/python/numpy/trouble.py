import numpy as np
from _show import show

a = np.array([1.0, 0.0, -1.0])
z = np.zeros(3)
big = np.array([1e308, 1.0])
inf = np.array([np.inf, 1.0])
show(globals(), r'''
a / 0
a / z
1 / a
0 / z
a // 0
a % 0
np.array([1, 2]) // 0
np.array([1, 2]) % 0
np.array([1, 2]) / 0
np.array([1, 2]) // np.array([0, 1])
np.log(a)
np.log(0)
np.log(-1)
np.log2(a)
np.log10(z)
np.log1p([-1.0, -2.0])
np.sqrt(a)
np.sqrt(-1)
np.exp([1000.0, 1.0])
np.exp(1000)
np.exp(-1000)
np.exp(np.array([100.0], dtype=np.float32))
np.square(big * 1e10)
big * 10
big + big
inf - inf
inf * 0
np.inf - inf
-inf + inf
np.power(0.0, -1)
np.array([0.0, 2.0]) ** -1
np.array([-8.0]) ** (1 / 3)
np.array([10.0]) ** 400
np.reciprocal(z)
np.arcsin([2.0])
np.sin(inf)
np.sum([1e308, 1e308])
np.sum([np.inf, -np.inf])
np.prod([1e200, 1e200])
np.array([np.nan, 1.0]) + 1
np.array([np.nan, 1.0]) / np.nan
np.maximum(np.nan, a)
np.array([np.nan]) > 1, np.nan in np.array([np.nan])
np.float32(1e38) * np.array([10.0], dtype=np.float32)
np.array([1e300]).astype(np.float32)
x = big.copy(); x *= 10; x
x = a.copy(); x /= 0; x
x = np.array([3, 4]); x //= 0; x
np.mean([np.inf, -np.inf])
np.std([np.inf, 1.0])
with np.errstate(divide="ignore", invalid="ignore"): print(a / z)
with np.errstate(all="raise"): a / 0
with np.errstate(invalid="raise"): np.sqrt(-1.0)
old = np.seterr(divide="ignore"); print(a / 0, old); np.seterr(**old)
np.geterr()
np.errstate(divide="foo").__enter__()
s = np.array([-np.inf, -np.inf]); s - s.max()
w = np.exp(s - s.max()); w / w.sum()
''')
