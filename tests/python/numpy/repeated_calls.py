"""Operators and indices with operands of one kind after another, each more than once, and the warnings they give each time."""

import warnings

import numpy as np


def tell(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = call()
        except Exception as error:
            result = f"{type(error).__name__}: {error}"
    told = [str(warning.message) for warning in caught]
    print(repr(result), getattr(result, "dtype", None), getattr(result, "shape", None), told)
    return result


def twice(*calls):
    for call in (*calls, *calls, *reversed(calls)):
        tell(call)


a = np.array([0.0, 1.0, 2.0])
i = np.array([0, 1, 2])
b = np.array([True, False, True])
f = np.array([0.0, 1.0, 3e38], dtype=np.float32)
u = np.array([0, 1, 255], dtype=np.uint8)
s = np.array(2.0)
m = np.arange(6.0).reshape(2, 3)

twice(
    lambda: a + a, lambda: a + 1, lambda: a + 1.5, lambda: a + True, lambda: a + i, lambda: i + 1, lambda: i + 1.5, lambda: i + b,
    lambda: b + b, lambda: b + 1, lambda: b - b, lambda: f + f, lambda: f * 10, lambda: f + 1, lambda: f + np.float64(1), lambda: u + 1,
    lambda: u + 300, lambda: u + u, lambda: u + 1.5, lambda: s + 1, lambda: s + s, lambda: s + a, lambda: a + s, lambda: a + m,
    lambda: m + m.T, lambda: a + np.ones(2), lambda: a + "x", lambda: a + None, lambda: a + [1, 2, 3], lambda: a + 1j, lambda: i + 2**62,
)  # fmt: skip
twice(
    lambda: a / a, lambda: a / 0, lambda: a / 2, lambda: 1 / a, lambda: i / i, lambda: i / 0, lambda: i // 0, lambda: i // i, lambda: a // a,
    lambda: i % 0, lambda: i % 2, lambda: a % 2, lambda: a % 0, lambda: a**2, lambda: a**3, lambda: a**0.5, lambda: a**-1, lambda: i**2,
    lambda: i**-1, lambda: a**a, lambda: i**i, lambda: 2**a, lambda: a * np.inf, lambda: a - np.inf, lambda: np.full(2, np.inf) - np.inf,
    lambda: np.array([1e308]) * 10, lambda: np.array([1e308]) + np.array([1e308]), lambda: np.array([np.nan]) + 1,
)  # fmt: skip
twice(
    lambda: a < 1, lambda: a == a, lambda: a == 1, lambda: i == 1.5, lambda: u == 300, lambda: u < -1, lambda: b == True, lambda: a == "x",
    lambda: a != None, lambda: s == 2, lambda: a >= m, lambda: i & 1, lambda: i & b, lambda: i | i, lambda: b ^ b, lambda: a & a,
    lambda: -a, lambda: -b, lambda: abs(-i), lambda: ~i, lambda: ~b,
)  # fmt: skip
with np.errstate(all="ignore"):
    twice(lambda: a / 0, lambda: i // 0, lambda: f * 10)
with np.errstate(all="raise"):
    twice(lambda: a / 0, lambda: f * 10, lambda: a + 1)
twice(
    lambda: a[0], lambda: a[-1], lambda: a[3], lambda: a[1:], lambda: a[::-1], lambda: a[::2], lambda: a[1:1], lambda: a[:], lambda: a[...],
    lambda: a[None], lambda: a[()], lambda: s[()], lambda: s[...], lambda: s[0], lambda: s[:], lambda: m[0], lambda: m[0, 1], lambda: m[:, 1],
    lambda: m[0:1], lambda: m[0, None], lambda: m[[0, 1], 1], lambda: m[m > 2], lambda: i[np.int64(1)], lambda: a[np.int64(1) :],
    lambda: a[1.0], lambda: a["x"], lambda: a[1.0:], lambda: a[True], lambda: b[0], lambda: u[2], lambda: f[1], lambda: (a > 0)[1:],
)  # fmt: skip

part = a[1:]
part += 10
print(a, part.base is a, (part + 1).base, (a + 1).flags.writeable)
locked = np.array([1.0, 2.0])
locked.flags.writeable = False
print((locked + 1).flags.writeable, locked[1:].flags.writeable, tell(lambda: locked.__iadd__(1)))
