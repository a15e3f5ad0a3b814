"""Complex tensors: making, printing, arithmetic, parts, and the words of what they refuse."""

import math
import warnings

import torch


def refused(call):
    try:
        print("no error:", call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}".split(" (Triggered")[0].split("\nException raised")[0])


print("-- making")
print(torch.tensor([1 + 2j]))
print(torch.tensor(3 - 0.5j), torch.tensor([1j, 2.0, 3, True]))
print(torch.tensor([[1 + 2j, -3.25j], [0.001 + 1000j, 2]]))
print(torch.tensor([1 + 2j], dtype=torch.complex128), torch.tensor([1, 2], dtype=torch.cfloat))
print(torch.tensor([1, 2], dtype=complex), torch.tensor([], dtype=torch.complex64))
print(torch.zeros(2, 2, dtype=torch.complex64), torch.ones(2, dtype=torch.cdouble))
print(torch.full((2,), 1 - 1j), torch.full((2,), 2, dtype=torch.complex64), torch.eye(2, dtype=torch.complex64))
print(torch.linspace(0, 1, 3, dtype=torch.complex64), torch.empty(2, dtype=torch.complex64).shape)
print(torch.complex(torch.tensor([1.0, 2.0]), torch.tensor([3.0, -4.0])))
print(torch.polar(torch.tensor([1.0, 2.0]), torch.tensor([math.pi / 2, 2.5], dtype=torch.float32)))
print(torch.zeros_like(torch.tensor([1j])), torch.tensor([1j]).new_ones(2), torch.tensor([2j]).new_tensor([1.5]))

print("-- printing")
print(torch.tensor([1e-5 + 1j, 2e6 - 3j]))
print(torch.tensor([complex(math.nan, math.inf), complex(-math.inf, -0.0)]))
print(torch.tensor([1.5 + 10j, -200.25 + 3.125j]))
print(torch.arange(40).reshape(2, 20) * (1 + 0.5j))
print(torch.arange(1200).to(torch.complex64) * 1j)
print(torch.tensor([[1 + 1j]] * 3, requires_grad=True))
torch.set_printoptions(precision=2, sci_mode=True)
print(torch.tensor([1 + 2j, 0.125 - 3j]))
torch.set_printoptions(profile="default")
torch.set_default_dtype(torch.float64)
print(torch.tensor([1 + 2j]), torch.tensor([1j]).dtype, torch.tensor([1j], dtype=torch.complex64))
torch.set_default_dtype(torch.float32)
print(repr(torch.tensor(1 + 2j).item()), torch.tensor([[1 + 2j], [3]]).tolist())
print(complex(torch.tensor(1 + 2j)), float(torch.tensor(2 + 0j)), bool(torch.tensor(0j)), f"{torch.tensor(1 + 2j)}")

print("-- dtype")
z = torch.tensor([1 + 2j, -3 + 0.5j, 4j, -2])
print(z.dtype, z.is_complex(), torch.is_complex(z), z.is_floating_point(), z.itemsize, z.nbytes, z.type())
print(torch.complex64.is_complex, torch.complex64.to_real(), torch.float64.to_complex(), torch.cfloat is torch.complex64)
print(torch.finfo(torch.complex64))
for a in (torch.float32, torch.float64, torch.int64, torch.bool, torch.complex64, torch.complex128):
    one, many = torch.ones((), dtype=a), torch.ones(2, dtype=a)
    print(a, (one * z[0]).dtype, (many + z[0]).dtype, (one + z).dtype, (many[:1] * z).dtype, (many * 1j).dtype, (one * 2j).dtype)
print(torch.promote_types(torch.complex64, torch.float64), torch.result_type(z, 2.0), torch.can_cast(torch.complex64, torch.float32))
print(z.to(torch.complex128).dtype, torch.tensor([1, 0]).to(torch.complex64), z.cdouble().dtype, z.to(torch.bool))

print("-- parts")
print(z.real, z.imag, torch.real(z), torch.imag(z))
print(z.abs(), z.angle(), abs(z), torch.angle(torch.tensor([1.0, -1.0, 0.0, math.nan])))
print(z.conj(), z.conj().is_conj(), z.is_conj(), z.conj().conj().is_conj(), z.conj().resolve_conj().is_conj(), z.conj_physical())
print(z.sgn(), torch.sgn(torch.tensor([-2.0, 0.0, 3.0])), torch.sgn(torch.tensor([0j])))
print(torch.view_as_real(z), torch.view_as_real(z).shape)
print(torch.view_as_complex(torch.tensor([[1.0, 2.0], [3.0, -4.0]])))
w = z.clone()
w.real[0] = 9.0
w.imag.mul_(2)
torch.view_as_real(w)[1, 0] = -1.0
print(w)
w.real = torch.zeros(4)
print(w, torch.tensor([1.0]).real, torch.isreal(torch.tensor([1 + 0j, 1j])))
m = torch.tensor([[1 + 1j, 2 - 1j, 3j], [4, 5 + 2j, 6]])
print(m.mH, m.H.shape, m.mT.shape, m.T.shape, m.adjoint())

print("-- arithmetic")
v = torch.tensor([2 - 1j, 1j, 1 + 1j, 4])
print(z + v, z - v, z * v, z / v, sep="\n")
print(z + 1, 2 * z, z - 1j, 1j * z, 1 / z, z / 2, (1 + 1j) / v, -z, +z, sep="\n")
print(torch.add(z, v, alpha=2), torch.add(z, v, alpha=1j), torch.sub(z, 1, alpha=2))
print(z**2, z**3, z**0.5, z**-1, z**1.5, 2**z, z**v, torch.pow(z, 1j), sep="\n")
print(z.square(), z.reciprocal(), z.sqrt(), z.exp(), z.log(), sep="\n")
print(torch.tensor([-4.0 + 0j]).sqrt(), torch.exp(torch.tensor(1j * math.pi)))
for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "rsqrt", "log2", "log10", "sigmoid"):
    print(name, getattr(torch, name)(v))
print(torch.tensor([1.0, 2.0]) * 1j, torch.tensor([1, 2]) + 1j, torch.tensor([1.0], dtype=torch.float64) * 1j)
print(z == v, z != z, z == 4j, torch.equal(z, z.clone()), torch.isclose(z, z + 1e-9), torch.allclose(z, z * 1.1))
print(torch.isnan(torch.tensor([complex(math.nan, 0), 1j])), torch.isinf(torch.tensor([complex(0, math.inf), 1j])), z.isfinite())
print(z.logical_not(), z.any(), z.all(), z.nonzero().flatten(), torch.count_nonzero(z))

print("-- in place")
w = z.clone()
w += 1
w *= 1j
w[0] = 2 - 2j
w[1:3] = torch.tensor([1.0, 2.0])
w.div_(2).add_(v, alpha=2)
print(w, w.fill_(1j), w.zero_(), w.copy_(v), w.neg_())
refused(lambda: torch.ones(2).mul_(1j))
refused(lambda: torch.ones(2).add_(z[:2]))
refused(lambda: torch.ones(2).fill_(1j))
refused(lambda: torch.full((2,), 1j, dtype=torch.float32))
refused(lambda: torch.add(z, z, out=torch.empty(4)))

print("-- over dimensions")
print(m.sum(), m.sum(0), m.mean(1, keepdim=True), m.prod(), m.prod(1), m.cumsum(1), m.std(), m.var(1), sep="\n")
print(torch.linalg.norm(m), m.norm(), torch.linalg.vector_norm(z), m.abs().max())
print(torch.sum(torch.tensor([1.0, 2.0]), dtype=torch.complex64), torch.tensor([1, 2]).mean(dtype=torch.complex64))

print("-- products")
print(m @ m.mH, m @ torch.tensor([1j, 1, 0]), torch.dot(z, v), torch.outer(z[:2], v[:3]), sep="\n")
print(torch.bmm(torch.stack([m, m]), torch.stack([m.T, m.mH])), torch.mv(m, torch.tensor([1j, 1, 0])), torch.mm(m, m.T), sep="\n")
print(torch.einsum("ij,kj->ik", m, m.conj()))
refused(lambda: m @ torch.ones(3, 2))

print("-- moving")
print(m.T.contiguous(), m[:, 1:], m[0, 1], m[torch.tensor([1, 0])], m[m.abs() > 3], m.flatten()[::2], sep="\n")
print(torch.cat([m, m.conj()], 1), torch.stack([z, v]), torch.cat([z, torch.ones(1)]), sep="\n")
print(torch.where(z.abs() > 3, z, v), torch.where(z.abs() > 3, z, 0.0), z.masked_fill(z.abs() > 3, 1j), sep="\n")
print(m.gather(1, torch.tensor([[0, 2], [1, 1]])), m.index_select(1, torch.tensor([2, 0])), m.flip(0), m.roll(1, 1), sep="\n")
print(m.repeat(1, 2), m.expand(2, 2, 3).shape, m.tril(), m.triu(1), m.unsqueeze(0).permute(2, 0, 1).shape, sep="\n")
print([part.tolist() for part in m.split(1)], m.unbind(0)[1], m.reshape(3, 2), m.chunk(2, 1)[0], sep="\n")
print(torch.zeros(3, dtype=torch.complex64).index_add(0, torch.tensor([0, 0, 2]), z[:3]))
print(torch.zeros(3, dtype=torch.complex128).scatter_add(0, torch.tensor([0, 0, 2]), z[:3].cdouble()))
w = torch.zeros(3, dtype=torch.complex64)
w.index_put_((torch.tensor([1, 1]),), z[:2], accumulate=True)
print(w, m.cdouble().T.contiguous()[1], m.cdouble()[:, torch.tensor([2, 0])], sep="\n")

print("-- refused")
for call in (
    lambda: z < v, lambda: z >= 1, lambda: z.max(), lambda: z.argmax(), lambda: z.sort(), lambda: torch.maximum(z, v),
    lambda: z.relu(), lambda: z.floor(), lambda: z.round(), lambda: z.clamp(0, 1), lambda: z % 2, lambda: z // 2,
    lambda: torch.softmax(z, 0), lambda: z.topk(1), lambda: z.sign(), lambda: torch.atan2(z, v), lambda: z & 1,
    lambda: z.erf(), lambda: z.fmod(2), lambda: z.ceil(), lambda: z.trunc(), lambda: torch.tensor([1.0]).imag,
    lambda: float(torch.tensor(1j)), lambda: int(torch.tensor(1j)), lambda: torch.view_as_real(torch.ones(2)),
    lambda: torch.view_as_complex(torch.ones(3)), lambda: torch.view_as_complex(torch.tensor(1.0)),
    lambda: torch.view_as_complex(torch.ones(2, 2, dtype=torch.int64)), lambda: torch.view_as_complex(torch.ones(2, 3).T),
    lambda: torch.view_as_complex(torch.ones(2, 3)[:, 1:]), lambda: torch.view_as_complex(torch.ones(6)[1:3]),
    lambda: torch.view_as_complex(torch.ones(2, 2).T), lambda: torch.polar(torch.ones(1), torch.ones(1, dtype=torch.int64)),
    lambda: torch.polar(torch.ones(1), torch.ones(1, dtype=torch.float64)),
    lambda: torch.complex(torch.ones(1, dtype=torch.int64), torch.ones(1)), lambda: z.H, lambda: [1, 2][torch.tensor(1j)],
    lambda: torch.tensor([1j], dtype=torch.float32), lambda: torch.tensor([1j], dtype=torch.int64),
    lambda: torch.isclose(z, z.real),
):  # fmt: skip
    refused(call)

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(z.to(torch.float32), z.float(), torch.zeros(4).copy_(z), z.to(torch.int64), z.double())
    print([f"{w.category.__name__}: {w.message}".split(" (Triggered")[0] for w in caught])
