"""Complex arrays and scalars: making, printing, arithmetic, parts."""

import warnings

import numpy as np


def refused(call):
    try:
        print("no error:", call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


print("-- making and printing")
print(repr(np.array([1 + 2j, 3 - 4j])), np.array([1j, 2.5]), np.array(1 + 2j), repr(np.array(1 + 2j)))
print(repr(np.array([[1 + 2j, -0.5j], [1e-5, 1e6j]])))
print(repr(np.array([1 + 2j], dtype=np.complex64)), np.zeros(2, complex), np.ones(2, dtype="c8"), repr(np.full(2, 1j)))
print(repr(np.array([1, 2], dtype=complex)), np.array([], dtype=np.complex64), np.empty(2, np.complex128).shape)
print(np.array([np.nan + 1j, complex(np.inf, -np.inf)]), np.array([1.123456789 + 2.5j, 100j]))
print(repr(np.arange(3) * 1j), repr(np.exp(1j * np.linspace(0, np.pi, 4))))
print(np.array([1 + 1j] * 1001)[:3], str(np.arange(2000) * 1j)[:60])
print(np.eye(2, dtype=complex), np.identity(2, dtype=np.complex64).dtype)

print("-- scalars")
z = np.array([1 + 2j, -3 + 0.5j, 4j, -2])
print(repr(z[0]), z[0], type(z[0]), repr(np.complex64(1 + 2j)), np.complex64(0.1 + 0.2j), repr(np.complex128(2j)), repr(np.complex128(3)))
print(isinstance(z[0], complex), isinstance(z[0], np.complexfloating), isinstance(np.complex64(1), complex), np.complex128 is np.cdouble)
print(repr(z[0] + 1), repr(z[0] * 2j), repr(z[0] / 2), repr(z[0] ** 2), repr(-z[0]), repr(abs(z[0])), repr(z[0] * np.float64(2)))
print(repr(np.complex64(1 + 2j) * np.complex64(3)), repr(np.complex64(1j) + 1.5), repr(np.float64(2) * 1j), repr(np.float32(2) * 1j))
print(repr(z[0].real), repr(z[0].imag), repr(z[0].conjugate()), repr(z[0].item()), z[0] == 1 + 2j, z[0] != 1, bool(z[0]), hash(z[0]) == hash(1 + 2j))
print(repr(np.int64(2) * 1j), repr(np.complex64(1 + 2j).real), f"{z[0]}", complex(z[0]))

print("-- dtypes")
print(z.dtype, z.dtype.kind, z.itemsize, z.nbytes, np.dtype(complex), np.dtype("c8"), np.dtype("complex64").char, z.dtype.str, z.dtype.type)
print(np.result_type(np.complex64, np.float64), np.promote_types("c8", "i4"), np.can_cast(np.float64, np.complex128), np.can_cast(complex, float))
print((np.ones(2, np.float32) * 1j).dtype, (np.ones(2, np.int64) * 1j).dtype, (np.ones(2) + np.ones(2, np.complex64)).dtype)
print(np.iscomplexobj(z), np.isrealobj(z), np.iscomplex(z), np.isreal(z), np.iscomplexobj(1j), np.issubdtype(z.dtype, np.complexfloating))

print("-- parts")
print(z.real, z.imag, np.real(z), np.imag(z), np.abs(z), np.angle(z), np.angle(z, deg=True), z.conj(), np.conj(z), z.conjugate(), sep="\n")
w = z.copy()
w.real[0] = 9
w.imag = 1
w.real += 1
print(w, np.real(3 + 4j), np.imag(2.0), np.angle(1j), np.abs(3 + 4j), np.ones(2).imag, np.ones(2).real)
print(np.real_if_close(np.array([1 + 0j, 2])), np.array([1 + 2j]).T.conj())

print("-- arithmetic")
v = np.array([2 - 1j, 1j, 1 + 1j, 4])
print(z + v, z - v, z * v, z / v, z**2, z**0.5, z**v, 2**z, -z, +z, 1 / z, z + 1, 1j - z, z * 2.0, sep="\n")
for name in ("exp", "log", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "square", "reciprocal", "log10", "log2", "sign"):
    print(name, getattr(np, name)(v))
print(np.sqrt(np.array([-4 + 0j])), np.exp(1j * np.pi), np.sqrt(-1 + 0j), np.sqrt(np.complex64(-4)))
print(z == v, z != v, np.allclose(z, z * (1 + 1e-9)), np.isclose(z, v), np.array_equal(z, z), np.isnan(z), np.isfinite(z), np.isinf(z))
w = z.copy()
w += 1
w *= 1j
w[1:3] = [5, 6j]
print(w, w.sum(), w.mean(), w.prod(), w.cumsum(), w.std(), w.var(), np.linalg.norm(w), w.any(), w.all(), np.count_nonzero(w), sep="\n")
m = np.array([[1 + 1j, 2 - 1j, 3j], [4, 5 + 2j, 6]])
print(m @ m.conj().T, m.T, m.sum(axis=0), m.mean(axis=1), m[m.real > 2], np.dot(z, v), np.vdot(z, v), np.outer(z[:2], v[:2]), sep="\n")
print(np.concatenate([z, v]), np.stack([z, v]).shape, np.where(z.real > 0, z, 0), z[::-1], z[[0, 2]], z.reshape(2, 2), np.tile(z[:1], 2), sep="\n")
print(z.tolist(), z.astype(np.complex64).dtype, np.array([1, 2]).astype(complex), z.tobytes() == z.copy().tobytes())

print("-- refused")
refused(lambda: z // v)
refused(lambda: z % 2)
refused(lambda: float(z[0]))
refused(lambda: np.floor(z))
refused(lambda: np.zeros(2).__setitem__(0, 1j))
refused(lambda: np.zeros(2).__iadd__(z[:2]))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(z.astype(float), [(w.category.__name__, str(w.message)) for w in caught])
