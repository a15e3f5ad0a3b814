import torch
inf, nan = float('inf'), float('nan')
for t in [torch.tensor(1), torch.tensor(1.), torch.tensor([1e-8, 1.]), torch.tensor([1e10, 1.]), torch.tensor([1., 2., 3.]), torch.tensor([1.5, inf, nan, -inf]), torch.tensor([nan]), torch.tensor([inf, 1.]),
          torch.tensor([]), torch.zeros(0, 3), torch.zeros(2, 0, 3), torch.tensor([True, False]), torch.tensor(True), torch.ones(2, dtype=torch.half), torch.tensor([1.1, 2.2], dtype=torch.bfloat16), torch.ones(2, dtype=torch.double),
          torch.tensor([1, -200, 30]), torch.tensor([1, 2], dtype=torch.int32), torch.tensor([255], dtype=torch.uint8), torch.tensor([-128], dtype=torch.int8), torch.tensor([3], dtype=torch.int16), torch.arange(1001), torch.arange(1000).float(), torch.zeros(100, 100), torch.ones(3, 2, 2), torch.zeros(1, 1, 1, 1),
          torch.rand(0), torch.tensor([[1, 2], [3, 4]]), torch.tensor([0.1, 0.12345678]), torch.tensor([123456.789, 0.001]), torch.tensor([1e5, 1e-5]), torch.tensor([99999.0, 1.0]), torch.tensor([100000.5]), torch.tensor([1e8]), torch.tensor([12345678.]), torch.tensor(3.14159265), torch.tensor(1e-10), torch.tensor(123456789.0), torch.tensor(-0.0), torch.tensor([-0.0, 0.0]),
          torch.linspace(0, 1, 30), torch.arange(30) * 100, torch.eye(12), torch.full((2, 3), 7), torch.full((2,), True), torch.empty(0, dtype=torch.long), torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True) * 2, torch.ones(1, dtype=torch.double, requires_grad=True), torch.zeros(2, 2000), torch.arange(2000).view(2, 2, 500), torch.nn.Parameter(torch.ones(2)), torch.tensor([1e-40]), torch.tensor([65504.], dtype=torch.half), torch.tensor([1e-7], dtype=torch.half), torch.tensor([0.5, 1e4]), torch.tensor([1., 1e4 + .5]), torch.tensor([1e3, 1e-3]), torch.tensor([[1.0, nan], [inf, 1e6]]), torch.tensor([2.0, nan]), torch.tensor([0.1, -inf])]:
    print(t)
print([torch.tensor(1), torch.tensor([2.])], {'a': torch.ones(1)}, (torch.tensor(True),))
print(f"{torch.tensor(3.14159):.2f} {torch.tensor(3)} {torch.tensor([1.5])} {torch.tensor(2.5)!r:>20}|{torch.tensor(7):5d}|{torch.tensor(0.5):.1%}|{torch.tensor(1e6):,.0f}")
try:
    print(f"{torch.ones(2):.2f}")
except TypeError as e:
    print(e)
try:
    print("%d %s %.3f" % (torch.tensor(3), torch.tensor(4), torch.tensor(5.)))
    print(f"{torch.tensor(3):.2f}")
    print(f"{torch.tensor(3.5):d}")
except ValueError as e:
    print(e)
print(str(torch.tensor(5)), repr(torch.tensor(5)), torch.tensor(5).item(), torch.tensor(5).__format__(''))
torch.set_printoptions(precision=2); print(torch.tensor([1.23456, 100.]))
torch.set_printoptions(sci_mode=True); print(torch.tensor([1.23456, 100.]))
torch.set_printoptions(profile="full"); print(torch.arange(1002)[:3])
torch.set_printoptions(profile="short"); print(torch.rand(0), torch.arange(2000.) / 3)
torch.set_printoptions(profile="default", edgeitems=2, threshold=10); print(torch.arange(40.).view(4, 10))
torch.set_printoptions(linewidth=40, threshold=1000); print(torch.arange(20.)); print(torch.arange(40).view(2, 20))
torch.set_printoptions(profile="default")
print(torch.float32, torch.long, torch.device("cpu"), repr(torch.device("cuda:0")), torch.Size([1, 2]), torch.Size([]), torch.strided, torch.contiguous_format)
print(torch.finfo(torch.float32), torch.iinfo(torch.int8))
print(torch.max(torch.tensor([[1, 5], [7, 2]]), 1))
print(torch.sort(torch.tensor([3., 1.])), torch.topk(torch.tensor([1., 2.]), 1), torch.unique(torch.tensor([1, 1, 2]), return_counts=True), torch.median(torch.tensor([1., 3., 2.])), torch.mode(torch.tensor([1, 1, 2])))
print(type(torch.ones(1)), torch.ones(1).type(), torch.ones(1, dtype=torch.long).type(), torch.typename(torch.ones(1)), torch.ones(1).dtype.is_floating_point, type(torch.float32), torch.ones(1).layout, torch.ones(1).device)
print(torch.tensor([1, 2.5, True]).dtype, torch.tensor([1, True]).dtype, torch.tensor([[1, 2], [3, 4.]]), torch.tensor(range(3)), torch.tensor((1, 2)), torch.Tensor([1, 2]), torch.Tensor(2, 0), torch.LongTensor([1]), torch.FloatTensor([1]))
