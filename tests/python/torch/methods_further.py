"""Methods and functions that stand for others, or that no other script names, each beside what it stands for."""

import torch
import torch.special
from _show import show

x = torch.tensor([[-1.5, 0.25, 0.5], [0.75, 2.0, -0.5]])
y = torch.tensor([[0.4, -2.0, 0.25], [1.0, 3.0, -0.5]])
i, j = torch.tensor([12, 7, 9]), torch.tensor([2, 3, 1])
m = torch.tensor([[2.0, 1.0], [0.5, 3.0]])
for name in (
    "abs absolute acos acosh arccos arccosh arcsin arcsinh arctan arctanh asin asinh atan atanh ceil cos cosh deg2rad digamma "
    "erf exp exp2 expm1 fix floor frac isfinite isinf isnan isneginf isposinf isreal lgamma log log10 log1p log2 "
    "logical_not logit neg negative positive rad2deg reciprocal relu resolve_conj resolve_neg round rsqrt sgn sigmoid sign "
    "signbit sin sinc sinh sqrt square tan tanh trunc fliplr flipud msort corrcoef cov diff argwhere nansum nanmean median "
    "nanmedian aminmax unique_consecutive trace logcumsumexp cummax cummin"
).split():
    given = (0,) if name in ("logcumsumexp", "cummax", "cummin") else ()
    one, other = getattr(torch, name)(x, *given), getattr(x, name)(*given)
    print(name, one, str(one) == str(other))
for name in (
    "add arctan2 atan2 copysign div divide eq float_power floor_divide fmax fmin fmod ge greater greater_equal gt heaviside "
    "hypot le less less_equal logaddexp logaddexp2 logical_and logical_or logical_xor lt maximum minimum mul multiply ne "
    "not_equal pow remainder sub subtract true_divide xlogy ldexp kron isclose allclose equal dist"
).split():
    one, other = getattr(torch, name)(x, y), getattr(x, name)(y)
    print(name, one, str(one) == str(other))
for name in (
    "bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift gcd lcm floor_divide remainder fmod greater less "
    "dot inner outer vdot is_same_size"
).split():
    one, other = getattr(torch, name)(i, j), getattr(i, name)(j)
    print(name, one, str(one) == str(other))
for name in "digamma entr erf exp2 expit expm1 gammaln log1p logit psi round sinc log_softmax softmax logsumexp xlogy".split():
    given = {"log_softmax": (1,), "softmax": (0,), "logsumexp": (1,), "xlogy": (y,)}.get(name, ())
    print("special", name, getattr(torch.special, name)(x.abs(), *given))
show(globals(), r"""
x.broadcast_to(2, 2, 3).shape, x.as_strided_scatter(torch.zeros(2), (2,), (1,)), x.diagonal_scatter(torch.zeros(2))
x.select_scatter(torch.zeros(3), 0, 1), x.slice_scatter(torch.zeros(2, 1), 1, 0, 1)
x.addcdiv(y, y, value=2), x.addcmul(y, y), x.lerp(y, 0.5), x.hsplit(3)[0], x.vsplit(2)[1], x[None].dsplit(3)[2], x.tensor_split(2, 1)
m.addmm(m, m), m.addr(m[0], m[1]), m[0].addmv(m, m[0]), m.addbmm(m[None], m[None]), m[None].baddbmm(m[None], m[None]), m[None].bmm(m[None])
m.mv(m[0]), m.matrix_exp(), m.logdet(), m.slogdet(), torch.slogdet(m), torch.matrix_exp(m), m.adjoint(), torch.adjoint(m)
m.cholesky_solve(torch.linalg.cholesky(m @ m.T)), torch.svd(m).S, m.svd().S
x.diag(), m[0].diag_embed(), m.diagflat(), x.rot90(), x.swapaxes(0, 1).shape, torch.swapaxes(x, 0, 1).shape, x.swapdims(0, 1).shape
x.quantile(0.5), x.nanquantile(0.25, 1), x.histc(3, -1, 1), x.histogram(2), i.bincount().shape
x.cross(y), x.renorm(2, 0, 1.0), x.take_along_dim(torch.tensor([[0], [1]]), 1), x.nan_to_num()
torch.tensor([2.0]).is_nonzero(), x.ndimension(), x.retains_grad, x.new_empty(2).shape, x.is_neg(), x.is_cuda, x.is_meta, x.is_sparse
x.is_quantized, x.is_nested, x.is_sparse_csr, x.is_mkldnn, x.is_xpu, x.is_xla, x.is_ipu, x.is_maia, x.is_vulkan
torch.clip(x, 0, 1), torch.index_copy(x, 0, torch.tensor([1]), torch.zeros(1, 3)), torch.index_put(x, (torch.tensor([0]),), torch.zeros(3))
torch.masked_scatter(x, x > 0, torch.arange(6.0)), torch.scatter_reduce(x, 1, torch.tensor([[0], [2]]), torch.ones(2, 1), "sum")
torch.asarray([1.0, 2.0]), torch.asarray(x) is x, torch.channels_last_3d, torch.strided, torch.preserve_format, torch.layout, torch.memory_format
torch.IntTensor([1, 2]), torch.ByteTensor([3]), torch.BFloat16Tensor([1.5]), torch.IntTensor(2).dtype
torch.get_num_threads() > 0, torch.get_num_interop_threads() > 0, torch.get_device_module("cpu").__name__
torch.is_deterministic_algorithms_warn_only_enabled(), torch.bitwise_not(i), torch.vdot(m[0], m[1]), torch.seed() > 0
""")  # fmt: skip
