import numpy as np
import torch
from _show import show

x = torch.arange(6.).reshape(2, 3)
i = torch.tensor([7, -7, 3])
b = torch.tensor([True, False, True])
show(globals(), """
x + 1, x - 1, x * 2
x / 2
x // 2
x % 2
x ** 2
2 ** x
2. ** torch.tensor(3), 2 ** torch.tensor(3)
1 - x
1 / (x + 1)
7 // torch.tensor(2), 7 % torch.tensor(4)
-x, +x, abs(-x)
x + x, x - x, x * x, x / (x + 1)
x + torch.tensor([10., 20., 30.])
x + torch.tensor([[10.], [20.]])
x + torch.zeros(4)
x + torch.zeros(3, 2)
i // 2, i % 2, i / 2
i // -2, i % -2
torch.fmod(i, 2)
i / i
i + 1.5
i + 1
i * True
(i + 1.5).dtype, (i + True).dtype, (b + 1).dtype, (b + 1.5).dtype, (b + b).dtype
(i + torch.tensor(1.5)).dtype, (i + torch.tensor([1.5])).dtype, (i.int() + i).dtype, (i.int() + torch.tensor(3)).dtype
(x.double() + x).dtype, (x + torch.tensor(1., dtype=torch.float64)).dtype, (x + torch.ones(3, dtype=torch.float64)).dtype
(i / 2).dtype, (b / b).dtype, (i.byte() + i.int()).dtype, (i // 2.).dtype
i ** 2
i ** -1
i ** 2.0
x == 1, x != 1
x < 2, x <= 2, x > 2, x >= 2
x == x, x < x.T.reshape(2, 3)
x == None
x != None
x == 'a'
x < 'a'
x < None
x + 'a'
'a' + x
x + None
x - [1, 2, 3]
x @ 3
3 @ x
x & 1
1 - b
b - b
-b
b + b, b * b
~b, ~i
~x
b & True, b | b, b ^ True
i & 3, 5 | i, i ^ 3
torch.tensor([1, 0]) & torch.tensor([True, False])
torch.tensor(5) & 3, torch.tensor(5) | 2
x < 2 < 3
x and x
not torch.tensor(0)
x.add(1), x.add(x, alpha=2), torch.add(x, 1, alpha=3)
x.sub(1), x.mul(2), x.div(2), x.pow(2)
torch.add(2, 3), torch.mul(2, 3)
torch.add(x, True)
torch.add(input=x, other=2)
torch.add(x, x2=3)
torch.add(x, 'a')
torch.add(x)
torch.add(x, x, foo=1)
torch.add(x, foo=1)
torch.add(x, x, alpha='a')
x.add('a')
x.add(x, 2)
torch.sub(x, x, 'a')
torch.mul(x)
torch.div(x, 2, rounding_mode='floor'), torch.div(x, 2, rounding_mode='trunc')
torch.div(i, 2, rounding_mode='trunc'), torch.div(i, 2, rounding_mode='floor'), torch.div(i, 2)
torch.div(x, 2, rounding_mode='foo')
torch.eq(2, 3)
torch.eq(x, 1), x.ne(1), x.gt(2), torch.le(x, x)
torch.pow(2, x), torch.pow(x, 2), x.pow(x)
torch.remainder(5, x + 1), torch.remainder(x, 2)
torch.remainder(5, 3)
torch.maximum(x, torch.tensor(2.)), torch.minimum(x, x + 1)
torch.maximum(x, 2)
torch.logical_and(x, x > 1), torch.logical_or(b, ~b), torch.logical_xor(b, b), torch.logical_not(x)
torch.atan2(x, x + 1)
torch.rsub(x, 1)
torch.exp(2)
torch.exp(x, 1)
torch.exp(x, foo=1)
torch.exp(self=x)
torch.exp(x, input=x)
torch.exp()
torch.relu(x, 1)
x.exp(1)
torch.clamp(x, 1, 3), x.clamp(min=1), x.clamp(max=2), torch.clamp(x, min=1, max=2)
torch.clamp(x)
x.clamp(0, 'a')
torch.clamp(x, torch.tensor(1.), torch.tensor(2.))
x.clamp_min(2), x.clamp_max(2), x.clip(1, 2)
torch.where(x > 2, x, 0.), torch.where(x > 2, 1, 0), torch.where(x > 2, x, -x), torch.where(x > 2, 1., x)
x.where(x > 2, 0)
torch.where(x > 2)
torch.where(1)
x.masked_fill(x > 2, float('-inf')), x.masked_fill(x > 2, torch.tensor(9.))
x.masked_fill(x)
x.masked_fill(torch.tensor([True, False, True]), 0)
torch.exp(x[0]), torch.log(x + 1), torch.sqrt(x), torch.sin(x), torch.cos(x), torch.tanh(x), torch.sigmoid(x)
x.exp().log(), x.square(), x.rsqrt(), x.reciprocal()
torch.tensor([-1.5, 2.5, 0.5, -0.5]).round(), torch.tensor([-1.5, 2.5]).floor(), torch.tensor([-1.5, 2.5]).ceil(), torch.tensor([-1.5, 2.5]).trunc()
torch.round(torch.tensor(3.14159), decimals=2)
torch.tensor([-2., 0., 3.]).sign(), torch.tensor([-2., 0., 3.]).relu(), torch.tensor([-2., 3.]).abs()
torch.isnan(torch.tensor([1., float('nan')])), torch.isinf(torch.tensor([1., float('inf')])), torch.isfinite(torch.tensor([1., float('inf')]))
torch.log(torch.tensor([-1., 0.]))
torch.tensor([1., -1., 0.]) / 0
torch.tensor([1]) // 0
torch.tensor([1]) % 0
torch.exp(i), torch.sqrt(torch.tensor([4])), torch.sin(b)
torch.allclose(x, x + 1e-9), torch.allclose(x, x + 1), torch.equal(x, x), torch.equal(x, x[0])
torch.isclose(x, x + 1e-9)
torch.isclose(x, x, rtol=-1)
torch.allclose(x, 3)
torch.allclose(x, x.double())
torch.allclose(torch.tensor([float('nan')]), torch.tensor([float('nan')]), equal_nan=True)
y = x.clone()
y += 1
y
y -= torch.ones(3)
y
y *= 2; y /= 4; print(y)
y **= 2
y
y //= 1
y
y.add_(1).mul_(2)
y.zero_()
y.fill_(3)
y.fill_('a')
y.copy_(torch.arange(3))
y.copy_(torch.arange(4))
y.exp_()
y.clamp_(1, 2)
y.relu_()
y.add_(torch.ones(5))
y.masked_fill_(y > 1, 0)
i.add_(1.5)
i.div_(2)
i.clone().add_(1)
torch.ones(3).add_(torch.ones(2, 3))
i += 1
i
i /= 2
x += 'a'
x + np.ones((2, 3)), x * np.ones(3), x - np.array([1, 2, 3]), x == np.ones(3), x @ np.ones(3), x / np.float32(2)
x < np.ones(3)
torch.tensor([1., 2.]) @ np.array([1., 2.])
np.float64(2) * torch.tensor(3.)
torch.tensor(3.) * np.float64(2)
torch.tensor([1., 2.]) * np.float32(2)
torch.tensor([1, 2]) + np.int64(2)
out = torch.empty(0)
torch.add(x, 1, out=out)
out
torch.mul(x, 2, out=torch.empty(2, 3, dtype=torch.float64)).dtype
torch.mul(x, 2, out=torch.empty(2, 3, dtype=torch.int64))
""")
