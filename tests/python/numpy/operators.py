import numpy as np
from _show import show

a = np.array([1.0, 2.0, 4.0])
i = np.array([7, -7, 3])
b = np.array([True, False, True])
f = np.array([1.5, -2.5, 0.5], dtype=np.float32)
u = np.array([1, 2, 200], dtype=np.uint8)
m = np.arange(6).reshape(2, 3)
show(globals(), r'''
a + 1, a - 1, a * 2, a / 2, a // 2, a % 2, a ** 2, 2 ** a, 1 - a, 1 / a, 7 // a, 7 % a
-a, +a, abs(-a), a + a, a - a, a * a, a / a
i + 1, i - 1, i * 2, i / 2, i // 2, i % 2, i ** 2, 2 ** np.array([1, 2]), i // -2, i % -2, i / i
i + 1.5, i * True, i + np.float32(1), i + np.float64(1), i + np.int32(1), (i + np.int32(1)).dtype
f + 1, f * 1.5, f + a, f + i, f * np.float64(2), f * np.float32(2), f / 2, f ** 2, f // 1, f % 1
u + 1, u + u, u * 2, u / 2, u + i, (u + np.int64(1)).dtype, u // 3, u % 3
u + 300
u - 1
b + b, b * b, b + 1, b * 2.5, b / 2, b & b, b | ~b, b ^ True, ~b
b - b
-b
i & 3, i | 1, i ^ 2, ~i, u & 15
a & 1
a == 2, a != 2, a < 2, a <= 2, a > 2, a >= 2, i == 7, 2 < a, b == True, a == a
a == "x", a == None, a != None
a < "x"
a < None
a + "x"
"x" + a
a + None
None + a
a + [1, 2, 3], [1, 2, 3] * a, a + (1, 2, 3), [1, 2, 3] + a
a + [1, 2]
a + np.zeros(4)
m + np.zeros((3, 2))
m + np.zeros(2)
m + np.array([10, 20, 30]), m + np.array([[10], [20]]), m * m
np.array([1, 2, 3])[:, None] + np.array([10, 20])
np.float64(2) * a, np.float64(2) + i, np.int64(2) * f, np.float32(2) * i, np.float32(2) * a, np.bool_(True) + i
np.float64(2) - a, np.float64(2) / a, np.float64(2) > a, np.int64(2) ** a
np.array(5) + 1, np.array(5.0) * 2, np.array(3) + np.array(4), np.array(2) * a, -np.array(3), np.array(7) // 2, 10 - np.array(3)
divmod(i, 2), divmod(10, np.array([3, 4]))
x = a.copy(); x += 1; x
x -= 0.5; x *= 2; x /= 3; x
x **= 2; x //= 1; x
x = i.copy(); x += 1; x *= 2; x -= 3; x //= 2; x %= 4; x
x = i.copy(); x /= 2
x = i.copy(); x += 1.5
x = i.copy(); x *= np.float64(2)
x = f.copy(); x += a; x.dtype
x = f.copy(); x *= 1.5; x
x = b.copy(); x |= ~b; x
x = b.copy(); x += 1
x = a.copy(); x += np.zeros(4)
np.array([1e200]) ** 2
np.array([-1.0]) ** 0.5
np.array([2.0, 3.0]) ** -1, np.array([2, 3]) ** 2, np.array([4.0]) ** 0, np.array([2, 3]) ** 0.5
x = a.copy(); x += np.zeros((2, 3))
x = m.copy(); x += np.array([1, 2, 3]); x
x = m.copy(); x[0] += 10; x[:, 1] *= 2; x
x = a.copy(); y = x; x += 1; y is x, y
x = a.copy(); x /= x.sum(); x
x = a.copy(); v = x[1:]; v *= 10; x
x = np.arange(5); x[1:] += x[:-1]; x
1 if np.array([1]) else 0, bool(np.array([0.0])), not np.array(0)
bool(np.array([1, 2]))
bool(np.array([]))
if_error = 1 if a > 1 else 0
a and b
len(a), len(m), list(a), list(m), sum(a), max(a), 2.0 in a, 3 in a
len(np.array(1))
list(np.array(1))
float(np.array(2.5)), int(np.array(3)), int(np.array(2.7)), [1, 2, 3][np.array(1)], range(np.array(3))
[1, 2, 3][np.array([1])]
i ** -1
i ** np.array([1, -1, 2])
i ** 2.0, i ** -1.0, np.array([2, 3]) ** np.array([3, 2]), np.array([4.0, 9.0]) ** 0.5
np.array([0, 1]) ** 0, np.array([0.0]) ** 0
np.array([1, 2]) @ np.array([3, 4]), m @ m.T, m @ np.array([1, 2, 3]), np.array([1, 2]) @ m
[1, 2] @ np.array([3, 4]), np.array([3, 4]) @ [1, 2]
m @ m
a @ np.zeros(4)
m @ np.zeros(4)
np.zeros(3) @ np.zeros((4, 2))
m @ 2
2 @ m
np.zeros((2, 2, 3)) @ np.zeros((3, 3, 4))
(np.ones((2, 3, 4)) @ np.ones((4, 5))).shape, (np.ones((2, 1, 3, 4)) @ np.ones((5, 4, 2))).shape
(np.array([[1, 2]]) @ np.array([[3], [4]])), np.array([True, False]) @ np.array([True, True])
np.array([1.5, 2.5], dtype=np.float32) @ np.array([1, 2]), (f @ f).dtype, type(a @ a)
a(1)
''')
