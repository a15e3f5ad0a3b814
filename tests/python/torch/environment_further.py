"""Devices that are not there, switches, and what else a program may ask of its surroundings."""

import warnings

import torch
import torch.utils.checkpoint
from torch.distributions import constraints
from _show import show

warnings.simplefilter("ignore")
x = torch.tensor([[3.0, 1.0], [2.0, 4.0]])
square = torch.tensor([[2.0, 1.0], [1.0, 3.0]])
show(globals(), r"""
torch.accelerator.current_device_index()
torch.accelerator.current_device_idx()
torch.accelerator.current_stream()
torch.accelerator.set_device_index(0)
torch.accelerator.set_device_idx(0)
torch.accelerator.synchronize()
torch.accelerator.empty_cache()
torch.cpu.is_available(), torch.cpu.is_initialized(), torch.cpu.device_count(), torch.cpu.current_device(), torch.cpu.synchronize(), torch.cpu.set_device(0)
isinstance(torch.cpu.current_stream(), torch.cpu.Stream), isinstance(torch.cpu.stream(None), torch.cpu.StreamContext), torch.cpu.Event().query()
torch.cuda.can_device_access_peer(0, 1)
torch.cuda.default_stream()
torch.cuda.mem_get_info()
torch.cuda.memory_reserved(), torch.cuda.max_memory_reserved()
torch.cuda.IntTensor(2)
torch.cuda.LongTensor([1])
torch.cuda.DoubleTensor(2), torch.cuda.HalfTensor, torch.cuda.BoolTensor, torch.cuda.ByteTensor, torch.cuda.CharTensor, torch.cuda.ShortTensor
torch.cuda.BFloat16Tensor(1)
torch.xpu.device_count(), torch.xpu.empty_cache(), torch.xpu.manual_seed(0), torch.xpu.manual_seed_all(0)
torch.version.debug, torch.version.xpu
torch.backends.mkldnn.enabled
torch.backends.cuda.flash_sdp_enabled(), torch.backends.cuda.math_sdp_enabled(), torch.backends.cuda.mem_efficient_sdp_enabled()
torch.backends.cudnn.benchmark_limit
torch.compiler.reset(), torch.compiler.disable(sum)([1, 2])
torch.amp.is_autocast_available("cpu"), torch.amp.custom_fwd is not None, torch.amp.custom_bwd is not None
torch.amp.GradScaler(enabled=False).scale(x), torch.amp.GradScaler("cpu", enabled=False).is_enabled(), torch.amp.GradScaler(enabled=False).state_dict()
torch.cuda.amp.GradScaler(enabled=False).get_scale()
constraints.real.check(x), constraints.positive.check(x - 2), constraints.nonnegative.check(x - 1), constraints.unit_interval.check(x / 3)
constraints.interval(0, 2).check(x), constraints.greater_than(2.0).check(x), constraints.less_than(2.0).check(x), constraints.boolean.check(x - 2)
constraints.integer_interval(1, 3).check(x), constraints.simplex.check(x / x.sum(-1, keepdim=True)), constraints.real_vector.check(x)
constraints.positive, constraints.interval(0, 1), constraints.greater_than(2.0), constraints.simplex, constraints.real
isinstance(constraints.positive, constraints.Constraint)
x.max(0), x.min(1), x.sort(0), x.topk(1), x.kthvalue(1), x.median(0), x.mode(0), x.nanmedian(1), x.cummax(0), x.cummin(1), x.aminmax()
torch.linalg.qr(square), torch.linalg.eigh(square).eigenvalues, torch.linalg.svd(square).S, torch.linalg.slogdet(square), torch.slogdet(square)
torch.linalg.lstsq(square, x).solution, torch.histogram(x, 2), torch.svd(square).S
type(x.max(0)), type(x.sort()), type(torch.linalg.qr(square)), type(torch.slogdet(square)), type(torch.aminmax(x)), type(torch.linalg.lstsq(square, x))
torch.utils.checkpoint.checkpoint(torch.exp, x, use_reentrant=False)
torch.utils.checkpoint.checkpoint_sequential(torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Tanh()), 2, x, use_reentrant=False)
with torch.autograd.detect_anomaly(): torch.autograd.Variable(x).sum()
with torch.autograd.set_detect_anomaly(False): x.sum()
torch.autograd.Variable(x) is x, torch.nn.parameter.is_lazy(torch.nn.Parameter(x)), torch.nn.utils.rnn.invert_permutation(torch.tensor([2, 0, 1]))
torch.alpha_dropout_(x.clone(), 0.0, True), torch.feature_dropout_(x.clone(), 0.5, False), torch.feature_alpha_dropout_(x.clone(), 0.5, False)
x.index_put((torch.tensor([0]),), torch.zeros(2))
torch.manual_seed(0) is None, torch.ones(4).multinomial(2), torch.ones(2, 3).multinomial(2, replacement=True)
torch.jit.script_if_tracing(len)([1])
""")  # fmt: skip
