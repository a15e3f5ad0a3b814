import torch, copy, pickle, warnings
warnings.simplefilter("ignore")
torch.manual_seed(0)


def attempt(n, f):
    try:
        print(f"[{n}]", f())
    except Exception as e:
        print(f"[{n}] {type(e).__name__}: {e}")


x = torch.arange(6.).view(2, 3)
i = torch.tensor([[0, 1, 2], [2, 1, 0]])
for n in """x.apply_(lambda v: v) if 0 else x
torch.cartesian_prod(torch.tensor([1, 2]), torch.tensor([3, 4]))
torch.combinations(torch.arange(4), 2)
torch.meshgrid(torch.arange(2), torch.arange(3), indexing='ij')
torch.meshgrid(torch.arange(2), torch.arange(3), indexing='xy')[0]
x.unfold(1, 2, 1)
x.as_strided((2, 2), (1, 2))
torch.zeros(2, 3).scatter_reduce(1, i, x, 'amax')
torch.zeros(3).index_reduce(0, torch.tensor([0, 0, 2]), torch.tensor([1., 5., 3.]), 'amax')
torch.bucketize(torch.tensor([0.5, 2.5]), torch.tensor([1., 2.]))
torch.searchsorted(torch.tensor([1, 3, 5]), torch.tensor([3, 4]))
torch.histc(x, 3)
torch.histogram(x, bins=3)
torch.cummax(x, 1)
torch.cumprod(x + 1, 1)
torch.logcumsumexp(x, 1)
torch.diff(x)
torch.tril_indices(3, 3)
torch.block_diag(torch.ones(1, 2), torch.eye(2))
torch.rot90(x)
torch.fliplr(x)
torch.column_stack([torch.arange(2), torch.arange(2)])
torch.hstack([x, x]).shape
torch.dstack([x, x]).shape
torch.vsplit(x, 2)
torch.tensor_split(torch.arange(7), 3)
torch.swapaxes(x, 0, 1).shape
torch.movedim(torch.zeros(1, 2, 3), 0, -1).shape
torch.broadcast_to(torch.arange(3), (2, 3))
torch.broadcast_tensors(torch.ones(3, 1), torch.ones(1, 2))[0].shape
torch.count_nonzero(x)
torch.std_mean(x, dim=1)
torch.var_mean(x)
torch.aminmax(x)
torch.quantile(x, torch.tensor([.25, .5]))
torch.nanmean(torch.tensor([1., float('nan')]))
torch.nansum(torch.tensor([1., float('nan')]))
torch.nan_to_num(torch.tensor([float('nan'), float('inf')]))
torch.isin(torch.tensor([1, 2]), torch.tensor([2, 3]))
torch.unique_consecutive(torch.tensor([1, 1, 2, 1]), return_counts=True)
torch.kthvalue(x, 2)
torch.msort(torch.tensor([3., 1.]))
torch.argsort(x, dim=1, descending=True)
torch.lerp(torch.zeros(2), torch.ones(2), 0.3)
torch.addcmul(torch.zeros(2), torch.ones(2), torch.ones(2), value=.5)
torch.clamp(x, min=torch.tensor([1., 2., 3.]))
torch.heaviside(torch.tensor([-1., 0., 1.]), torch.tensor([.5]))
torch.sinc(torch.tensor([0., .5]))
torch.trapezoid(torch.tensor([1., 2., 3.]))
torch.cov(x)
torch.corrcoef(x)
torch.tensordot(x, x.T, 1)
torch.kron(torch.eye(2), torch.ones(1, 2))
torch.cross(torch.tensor([1., 0, 0]), torch.tensor([0., 1, 0]), dim=0)
torch.outer(torch.arange(2), torch.arange(3))
torch.frac(torch.tensor([1.5, -1.5]))
torch.fmod(torch.tensor([-3., 3.]), 2), torch.remainder(torch.tensor([-3., 3.]), 2)
torch.bitwise_and(torch.tensor(6), 3), torch.tensor(6) ^ 3, torch.tensor(1) << 3
torch.gcd(torch.tensor(12), torch.tensor(18))
torch.special.expit(torch.tensor(0.))
torch.softmax(x, 0, dtype=torch.double).dtype
torch.promote_types(torch.int8, torch.uint8), torch.result_type(x, 1), torch.can_cast(torch.float, torch.int)
torch.is_floating_point(x), torch.is_tensor(1), torch.numel(x)
x.new_tensor([1, 2]), x.new_full((2,), 3), x.new_zeros(1).dtype
x.type(torch.int64), x.type_as(torch.ones(1).double()).dtype
x.expand_as(torch.zeros(4, 2, 3)).shape, x.view_as(torch.zeros(3, 2))
x.fill_diagonal_(9) if 0 else torch.zeros(2, 2).fill_diagonal_(3)
torch.zeros(5).index_add_(0, torch.tensor([0, 0, 4]), torch.ones(3))
torch.zeros(2, 3).masked_scatter_(x > 2, torch.tensor([7., 8., 9.]))
torch.take_along_dim(x, i, 1)
x.ravel(), x.flatten().data_ptr() == x.data_ptr()
x.is_contiguous(), x.t().contiguous().stride(), x.storage_offset(), x[1].storage_offset()
x.element_size(), x.nbytes, x.itemsize
copy.deepcopy(x), pickle.loads(pickle.dumps(x))
torch.equal(x, x.clone()), (x == x.clone()).all()
torch.stack(list(x.unbind(0)), 1)
torch.einsum('ij,kj->ik', x, x), torch.einsum('ii', torch.eye(3)), torch.einsum('bij,bjk->bik', torch.ones(1, 2, 2), torch.ones(1, 2, 2))
torch.normal(torch.zeros(3), torch.ones(3))
torch.randint_like(x, 5), torch.rand_like(x).shape
torch.empty(2, 3).normal_().shape, torch.empty(2).uniform_(1, 1.0001).round(), torch.empty(3).bernoulli_(1.0), torch.empty(2).exponential_().gt(0)
torch.linspace(0, 1, 3, dtype=torch.double), torch.logspace(0, 2, 3), torch.arange(1, 2, .25), torch.full_like(x, 2, dtype=torch.int)
torch.tensor(3).new_ones(2), torch.scalar_tensor(3.), torch.asarray([1, 2]), torch.from_dlpack if 0 else 1
torch.chunk(torch.arange(5), 3), torch.split(torch.arange(5), [1, 4])
torch.triu(torch.ones(3, 3), 1).bool(), torch.ones(3, 3).tril(-1)
torch.where(x > 2), torch.argwhere(x > 4), torch.nonzero(x > 4, as_tuple=True)
torch.any(x > 4, dim=1), torch.all(x >= 0)
x.max(1, keepdim=True), x.min(), x.argmax(dim=0), x.amax((0, 1)), x.logsumexp(1), x.norm(dim=1), x.prod(), x.median(), x.mode(1)
x.repeat_interleave(2, 1), torch.repeat_interleave(torch.tensor([1, 2]), torch.tensor([2, 1])), torch.tile(torch.arange(2), (2, 2))
x.tolist(), x.numpy(), float(x[0, 1]), x[0].sum().item(), int(x.sum()), round(x.mean().item(), 2)
torch.seed() is not None, torch.initial_seed() is not None, torch.get_rng_state().shape
x.hex if 0 else 1, x.__len__(), x.__class__.__name__, x.is_cuda, x.names if 0 else 1
x.to(torch.float16), x.half().dtype, x.bfloat16()[0], x.char(), x.byte().dtype, x.bool()
x.cpu() is x, x.to('cpu') is x, x.float() is x, x.contiguous() is x, x.to(torch.double) is x
x.sub_(1).mul_(2).clamp_(0), x.zero_(), x.fill_(2), x.copy_(torch.ones(3)), x.pow_(2), x.sqrt_(), x.neg_(), x.abs_()
x.add_(torch.ones(3), alpha=2), x.div_(3, rounding_mode='floor'), x.addcdiv_(x, x), x.lerp_(x, .5)
x.unsqueeze_(0).shape, x.squeeze_(0).shape, x.t_().shape, x.transpose_(0, 1).shape, x.resize_(3, 2).shape
x.apply_(lambda v: v + 1)
x.map_(torch.ones(3, 2), lambda a, b: a + b)
x.type(3)""".split("\n"):
    attempt(n[:40], lambda: eval(n))
