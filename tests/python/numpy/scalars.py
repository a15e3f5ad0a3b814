import math
import numpy as np
from _show import show

show(globals(), r'''
f"{np.float32(0.1)}", f"{np.float32(0.1):>8}", f"{np.int64(5)}", f"{np.int64(5):05d}", f"{np.bool_(True)}", f"{np.bool_(True):d}"
f"{np.float64(1e16)}", f"{np.float64(2.5):6.2f}", "%d %s %.2f" % (np.int64(3), np.float32(0.1), np.float32(0.1))
round(np.float64(2.567), 2), round(np.float64(2.5)), round(np.float32(2.567), 2), round(np.int64(15), -1), round(np.int64(5))
np.float64(2) * 3, np.float64(2) * 3.0, np.float64(2) * True, np.float64(2) * np.float32(3)
np.float32(2) * 3, np.float32(2) * 3.5, np.float32(2) * np.int64(3), np.int64(2) * 3, np.int64(2) * 3.5, np.int64(2) / 2
np.int32(2) * np.int64(2), np.int32(2) * 2, np.uint8(2) * 2, np.uint8(200) + 100
np.uint8(2) + 300
np.int32(2) + 2**40
np.int64(2) + 2**70
np.float64(1) / 0
np.float64(0) / 0
np.float64(-1) / 0
np.float64(1) // 0
np.float64(1) % 0
np.int64(1) // 0
np.int64(1) % 0
np.int64(1) / 0
divmod(np.int64(7), 2), divmod(np.float64(7), 2)
np.int64(2) ** 3, np.int64(2) ** 0.5
np.int64(2) ** -1
np.float64(-8) ** (1 / 3)
np.float64(0) ** -1
np.int64(2**62) * 4
np.int32(2**30) * 4
np.int64(2**63 - 1) + 1
-np.uint8(3)
-np.int64(3), abs(np.int64(-3)), ~np.int64(5), ~np.bool_(True), -np.float32(2), +np.float64(1)
-np.bool_(True)
np.bool_(True) + np.bool_(True), np.bool_(True) * 2, np.bool_(True) + 1, np.bool_(True) / 2
np.bool_(True) - np.bool_(True)
np.bool_(True) - 1, 1 - np.bool_(True), True + np.bool_(True)
np.bool_(True) & True, np.bool_(True) | np.bool_(False), np.bool_(True) ^ True, True & np.bool_(False)
np.int64(6) & 3, np.int64(6) << 2, np.int64(6) >> 1, np.uint8(6) | 1
np.float64(1) & 1
np.float64(2) == 2, np.int64(3) < 4, np.float32(0.1) == 0.1, np.float64(2) == None, np.float64(2) != None
np.float64(2) < "a"
np.float64(2) + "a"
"a" + np.float64(2)
np.int64(2) + "a"
np.int64(2) * "a"
np.int64(2) * [1, 2]
[1, 2] * np.int64(2)
np.float64(2) * [1, 2]
np.float64(2) + [1, 2]
np.float64(2) + None
2 ** np.float64(3), 2.0 - np.float32(1), 7 // np.int64(2), 7 % np.int64(4), 2 ** np.int64(3)
np.float64("1.5"), np.int64("12"), np.int64(3.7), np.float64([1, 2]), np.bool_(3), np.bool_([]), np.float64(), np.int64(True)
np.float64("abc")
np.float32(1e40)
np.int64(float("nan"))
np.uint8(300)
np.uint8(-1)
np.int32(2**40)
np.float32(3.4e38) * 10
np.float64(1e308) * 10
np.float64(np.inf) - np.inf
np.float64(1.5).is_integer(), np.float64(2).is_integer(), np.float32(2).is_integer(), np.int64(2).is_integer()
np.float64(1.5).as_integer_ratio(), np.int64(5).bit_count(), np.float64(5).item(), type(np.float32(0.5).item())
np.float64(3).dtype, np.int64(3).shape, np.int64(3).T, np.float64(3).ndim, np.float64(3).size, np.int32(3).itemsize
np.float64(2.5).round(), np.float64(2.567).round(2), np.float64(3).sum(), np.int64(3).max(), np.float64(3).mean()
np.float64(3).astype(int), np.float64(3.7).astype(np.int64), np.int64(3).astype(float)
np.True_, np.False_, np.bool_, np.float64, np.int64, np.float32, np.bool is np.bool_
str(np.True_), str(np.float32(0.1)), str(np.float64(1e16)), str(np.float64(123456789012345680.0)), str(np.int64(5))
str(np.float64("nan")), repr(np.float64("inf")), repr(np.float32("-inf")), repr(np.float64("nan")), np.float64(1e-5), np.float64(0.0001)
hash(np.float64(2.5)) == hash(2.5), hash(np.int64(2)) == hash(2), hash(np.float32(0.5)) == hash(0.5), hash(np.bool_(1)) == hash(True)
isinstance(np.float64(1), float), isinstance(np.int64(1), int), isinstance(np.bool_(1), bool), isinstance(np.float32(1), np.floating)
isinstance(np.int64(1), np.integer), issubclass(np.bool_, np.number), isinstance(np.uint8(1), np.unsignedinteger)
np.float64.__mro__
np.float64.__name__, np.bool_.__name__, np.int64.__mro__
[1, 2, 3][np.int64(1)], list(range(np.int64(3)))
[1, 2][np.float64(1)]
bool(np.float64(0)), int(np.float32(3.9)), float(np.int64(3)), complex(np.float64(2))
max(np.float64(1), 2), sum([np.float64(1), np.float64(2)]), sum([np.int64(1), 2]), sum([np.bool_(1), np.bool_(1)])
np.float64(3)[0]
len(np.float64(3))
iter(np.float64(3))
np.float64(1) @ np.float64(2)
np.float64(1)()
np.int64(5).__index__(), np.int64(7).real, np.float64(2).imag, np.float64(2).conjugate()
np.float64(0.1) + 0.2, np.float32(0.1) + np.float32(0.2), np.float32(0.1) + 0.2, np.float64(1) / 3, np.float32(1) / 3
np.float64(7) // 2, np.float64(-7) // 2, np.float64(-7) % 3, np.float32(-7) % 3, np.int64(-7) // 2, np.int64(-7) % 3, np.float64(7) % -3
np.int32(3), np.uint8(3), [np.float64(1.5), np.int64(2)], {np.int64(1): 2}, (np.True_,)
np.bool_(True) + 1.5, np.bool_(True) * np.float32(2)
math.sqrt(np.float64(2)), math.floor(np.float32(2.5)), abs(np.float64(-2))
np.finfo(np.float32), np.finfo(float).eps, np.finfo(np.float64), np.iinfo(np.int32), np.iinfo(np.int64).max, np.iinfo("uint8").min
np.finfo(np.float32).eps, np.finfo(np.float32).tiny, np.finfo(np.float32).max, np.finfo(float).nmant, np.finfo(float).smallest_subnormal
np.finfo(np.float32).minexp, np.finfo(np.float32).maxexp, np.finfo(np.float32).precision
np.finfo(int)
np.iinfo(float)
np.dtype("float64"), str(np.dtype(int)), np.dtype("f4"), np.dtype(bool), np.dtype("<f8").str, np.dtype(np.uint8).str
np.dtype("float64") == "float64", np.dtype("float64") == float, np.dtype("float64") == np.float64, np.dtype("float64") != np.float32
np.dtype("i4").kind, np.dtype("i4").char, np.dtype("i8").itemsize, np.dtype("f4").name, np.dtype("f4").type, np.dtype("?")
np.dtype("foo")
np.dtype(3)
np.float64(2.5) > 2, np.float64(2.5) > np.int64(3), np.int64(3) >= np.float32(3)
''')
