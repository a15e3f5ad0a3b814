"""Complex tensors elsewhere: random numbers, NumPy, files, linear algebra, modules, statistics."""

import copy
import io
import pickle

import numpy as np
import torch

z = torch.tensor([[1 + 2j, -3 + 0.5j], [4j, -2]])

print("-- random")
torch.manual_seed(0)
print(torch.randn(2, dtype=torch.complex64), torch.rand(2, dtype=torch.complex64), torch.randn(20, dtype=torch.complex64), sep="\n")
print(torch.randn(2, dtype=torch.complex128), torch.randn_like(z), torch.zeros(2, dtype=torch.complex64).normal_(1.0, 2.0), sep="\n")

print("-- NumPy")
a = z.numpy()
print(repr(a), a.dtype, torch.from_numpy(a).dtype)
a[0, 0] = 9
print(z[0, 0], torch.tensor(np.array([1j, 2])), torch.as_tensor(np.complex64(1 + 1j)), np.asarray(z.T))
z[0, 0] = 1 + 2j
print(z * np.float32(2), z.mean().item() * 1, np.angle(z.numpy()))

print("-- kept and copied")
print(pickle.loads(pickle.dumps(z)), copy.deepcopy(z.T))
stream = io.BytesIO()
torch.save({"z": z, "w": z.cdouble()}, stream)
stream.seek(0)
print(torch.load(stream))

print("-- seen otherwise")
print(z.view(torch.float32), torch.arange(4.0).view(torch.complex64), z.real.contiguous().view(torch.complex64).shape)
print(z.real.data_ptr() == z.data_ptr(), z.imag.storage_offset(), z.T.real.stride(), z.is_contiguous(), z.real.is_contiguous())
print(z[0].tolist(), list(z[1]), [value.item() for value in z.flatten()], 1j in z.flatten(), len(z))
print(torch.broadcast_to(z[0], (2, 2)), torch.atleast_2d(z[0, 0]), z.clone().T.contiguous().stride(), sep="\n")

print("-- linear algebra")
print(torch.linalg.inv(z), torch.kron(z, z[:1]), torch.trace(z), sep="\n")
print(torch.vdot(z[0], z[1]), torch.inner(z, z), torch.tensordot(z, z, 1), torch.addmm(z, z, z), torch.baddbmm(z[None], z[None], z[None]), sep="\n")
print(torch.linalg.matrix_norm(z), torch.norm(z, 1), torch.dist(z, z.conj()), torch.cov(z), torch.corrcoef(z), torch.diff(z), sep="\n")
print(torch.einsum("ij,jk->ik", z, z), torch.matrix_power(z, 2), z.diag(), torch.cumsum(z, 0), torch.linalg.multi_dot([z, z]), sep="\n")

print("-- modules and functions")
layer = torch.nn.Linear(2, 2, dtype=torch.complex64)
with torch.no_grad():
    layer.weight.copy_(z)
    layer.bias.copy_(z[0])
print(layer(z), sum(p.numel() for p in layer.parameters()))
layer(z).abs().sum().backward()
print(layer.weight.grad, layer.bias.grad)
print(torch.nn.functional.silu(z), torch.nn.functional.dropout(z, 0.0), torch.nn.functional.l1_loss(z, z.conj()), sep="\n")
print(torch.nn.functional.pad(z, (1, 0)), torch.nn.functional.embedding(torch.tensor([1, 0]), z), sep="\n")
print(torch.acosh(z), torch.asinh(z), torch.atanh(z), torch.asin(z), torch.acos(z), torch.atan(z), torch.expm1(z), torch.log1p(z), sep="\n")
print(torch.lerp(z, z.T, 0.25), torch.addcmul(z, z, z), torch.addcdiv(z, z, z.T), z.float_power(2), torch.logaddexp is not None, sep="\n")
print(torch.std_mean(z), torch.var(z, 0), z.mean(0), z.sum(dtype=torch.complex128), torch.nan_to_num(z), sep="\n")
torch.testing.assert_close(z, z + 1e-9)
print(torch.meshgrid(z[0], z[1], indexing="ij")[0], torch.rot90(z), torch.tile(z[0], (2,)), z.swapaxes(0, 1), sep="\n")
half = torch.ones(2, dtype=torch.bfloat16)
print((half * z[0]).dtype, torch.promote_types(torch.bfloat16, torch.complex64), torch.tensor([1j]).bool(), z.long is not None)
