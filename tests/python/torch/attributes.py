import torch
from _show import show

x = torch.arange(6.).reshape(2, 3)
show(globals(), """
torch.float32
str(torch.float)
torch.float is torch.float32, torch.double is torch.float64, torch.long is torch.int64, torch.int is torch.int32
torch.bool, torch.uint8
torch.dtype('a')
torch.float32.itemsize, torch.float32.is_floating_point, torch.int32.is_signed, torch.uint8.is_signed
isinstance(torch.float32, torch.dtype)
x.dtype, x.long().dtype, (x > 1).dtype
x.dtype == torch.float32
{torch.float32: 1}[x.dtype]
torch.device('cpu')
torch.device('cpu', 0)
torch.device('cuda:1')
str(torch.device('cpu'))
x.device
x.device.type, x.device.index
x.device == 'cpu'
torch.device('cpu') == x.device
torch.device('foo')
torch.device('cpu:x')
torch.device()
x.layout
torch.finfo(torch.float32)
torch.finfo(torch.float64)
torch.finfo()
torch.finfo(torch.float32).max, torch.finfo(torch.float32).eps, torch.finfo(torch.float32).tiny, torch.finfo(torch.float32).min
torch.finfo(torch.float32).bits, torch.finfo(torch.float32).dtype
torch.finfo(torch.int32)
torch.iinfo(torch.int64)
torch.iinfo(torch.uint8)
torch.iinfo(torch.int32).max, torch.iinfo(torch.int64).min
torch.iinfo(torch.float32)
torch.iinfo(torch.bool)
torch.Size([2, 3])
x.shape, x.size(), x.size(0), x.size(dim=-1)
str(x.shape)
x.shape[0], x.shape[:1], x.shape[-1]
x.shape + (1,)
(1,) + x.shape
x.shape.numel()
torch.Size([1]) * 2
torch.Size([2]) + torch.Size([3])
torch.Size()
torch.Size('ab')
torch.Size([1.5])
x.shape == (2, 3), x.shape == [2, 3]
hash(x.shape) == hash((2, 3))
list(x.shape), tuple(x.shape)
a, b = x.shape
a, b
x.size(5)
x.size('a')
x.dim(), x.ndim, x.numel(), x.nelement(), x.stride(), x.stride(0), x.element_size(), x.itemsize, x.nbytes
x.T.stride(), x.T.is_contiguous(), x.is_contiguous(), x.T.contiguous().stride()
x.storage_offset(), x[1].storage_offset()
x.data_ptr() == x.view(6).data_ptr(), x.data_ptr() == x[1].data_ptr()
x.type()
x.type(torch.int)
x.type('torch.DoubleTensor')
x.to(torch.int)
x.to(torch.float32) is x
x.to(torch.float64)
x.to('cpu') is x
x.to(torch.device('cpu'), torch.float64).dtype
x.to(dtype=torch.float64).dtype
x.to(torch.ones(1, dtype=torch.int64))
x.to(torch.float32, copy=True) is x
x.to('cuda')
x.to('foo')
x.cuda()
x.cpu() is x
x.double().dtype, x.float().dtype, x.long().dtype, x.int().dtype, x.bool().dtype, x.byte().dtype
x.float() is x
x.type_as(torch.ones(1, dtype=torch.int64)).dtype
torch.tensor([-1.7, 1.7]).long()
torch.tensor([0., 2.]).bool()
torch.tensor([True, False]).float()
x.is_floating_point(), torch.is_floating_point(x.long()), x.is_complex()
torch.get_default_dtype()
torch.set_default_dtype(torch.int32)
torch.set_default_dtype('a')
torch.set_default_dtype(torch.float64)
torch.tensor([1.5]), torch.zeros(2), torch.arange(3.), torch.tensor([1.5], dtype=torch.float32)
torch.set_default_dtype(torch.float32)
torch.tensor([1.5])
type(x)
torch.typename(x)
torch.inf, torch.nan, torch.pi, torch.e
bool(x)
bool(torch.tensor([]))
bool(torch.tensor([0.])), bool(torch.tensor(1))
float(x)
int(x)
float(torch.tensor([2.5])), int(torch.tensor(2.7)), int(torch.tensor(3))
int(torch.tensor(float('nan')))
[1, 2, 3][torch.tensor(1)]
[1, 2, 3][torch.tensor(1.)]
[1, 2, 3][x]
list(range(torch.tensor(3)))
len(x), len(x[0])
len(x[0, 0])
list(x[0, 0])
list(x[0])
[row.tolist() for row in x]
3 in x, 30 in x
'a' in x
x in [x]
hash(x) == hash(x), hash(x) == id(x)
{x: 1}[x]
complex(torch.tensor(1.))
format(x, '.2f')
round(torch.tensor(2.567), 2)
x.label = 3
x.label
x.shape = 3
x.dtype = torch.int
import copy, pickle
c = copy.copy(x); print(torch.equal(c, x), pickle.loads(pickle.dumps(x)), pickle.loads(pickle.dumps(torch.float64)) is torch.float64)
copy.deepcopy(torch.ones(1, requires_grad=True) * 2)
y = copy.deepcopy(x); y[0, 0] = 100; print(x[0, 0], y[0, 0])
max(torch.tensor([3, 1, 2]))
sum(torch.tensor([3, 1, 2]))
sorted(torch.tensor([3, 1, 2]))
a, b = torch.tensor([[1, 2], [3, 4]])
a, b
""")
