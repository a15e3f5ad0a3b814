import torch
from torch.autograd import Function
from torch.autograd.function import once_differentiable


def attempt(make):
    try:
        print(make())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


class Exp(Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(x, y)
        ctx.k = 5
        return y

    @staticmethod
    def backward(ctx, grad):
        x, y = ctx.saved_tensors
        print("backward", ctx.needs_input_grad, grad, torch.is_grad_enabled(), type(y.grad_fn).__name__, x.is_leaf)
        return grad * y


x = torch.tensor([1.0, 2.0], requires_grad=True)
y = Exp.apply(x)
print(y, y.grad_fn.name(), y.grad_fn.k, y.grad_fn.saved_tensors[0], y.requires_grad, y.is_leaf)
(y * 2).sum().backward()
print(x.grad)
attempt(lambda: y.sum().backward())
attempt(lambda: y.grad_fn.saved_tensors)
y = Exp.apply(x * 3)
y.sum().backward(retain_graph=True)
y.sum().backward()
print(x.grad)
y = Exp.apply(x)
(g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
print(g)
(gg,) = torch.autograd.grad(g.sum(), x, create_graph=True)
print(gg, torch.autograd.grad(gg.sum(), x))
with torch.no_grad():
    print(Exp.apply(x))
print(Exp.apply(torch.ones(1)))
print(torch.autograd.grad(Exp.apply(Exp.apply(x)).sum(), x))
print(torch.autograd.grad(Exp.apply(x).sum(), [x, torch.ones(1, requires_grad=True)], allow_unused=True))


class Linear(Function):
    @staticmethod
    def forward(ctx, input, weight, bias=None):
        ctx.save_for_backward(input, weight, bias)
        output = input.mm(weight.t())
        return output if bias is None else output + bias

    @staticmethod
    def backward(ctx, grad):
        input, weight, bias = ctx.saved_tensors
        print(ctx.needs_input_grad, bias is None)
        grad_input = grad.mm(weight) if ctx.needs_input_grad[0] else None
        grad_weight = grad.t().mm(input) if ctx.needs_input_grad[1] else None
        grad_bias = grad.sum(0) if bias is not None and ctx.needs_input_grad[2] else None
        return grad_input, grad_weight, grad_bias


torch.manual_seed(0)
data, weight = torch.randn(4, 3), torch.randn(2, 3, requires_grad=True)
bias = torch.randn(2, requires_grad=True)
Linear.apply(data, weight, bias).pow(2).sum().backward()
print(weight.grad, bias.grad)
double = [torch.randn(*shape, dtype=torch.float64, requires_grad=True) for shape in ((4, 3), (2, 3), (2,))]


class Cube(Function):
    @staticmethod
    def forward(x, n):
        return x**n, x * n

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, n = inputs
        ctx.save_for_backward(x)
        ctx.n = n
        if x.dtype is torch.float32:
            print(ctx.needs_input_grad, len(output))

    @staticmethod
    def backward(ctx, power, product):
        (x,) = ctx.saved_tensors
        return power * ctx.n * x ** (ctx.n - 1) + product * ctx.n, None


p, q = Cube.apply(x, 3)
print(p, q)
x.grad = None
(p.sum() + q.sum()).backward()
print(x.grad)
x.grad = None
Cube.apply(x, 3)[1].sum().backward()
print(x.grad)
print(torch.autograd.gradcheck(lambda x: Cube.apply(x, 3), torch.tensor([0.5, 2.0], dtype=torch.float64, requires_grad=True)))


# What outputs may be
class Mixed(Function):
    @staticmethod
    def forward(ctx, x, y):
        return x, y, x.argmax(), 3, None, x * 2

    @staticmethod
    def backward(ctx, *grads):
        print(grads)
        return grads[0], None


out = Mixed.apply(x, torch.ones(2))
print(out, out[0] is x)
out[0].sum().backward()


class Partly(Function):
    @staticmethod
    def forward(ctx, x):
        a, b = x * 2, x * 3
        ctx.mark_non_differentiable(b)
        return a, b

    @staticmethod
    def backward(ctx, *grads):
        print(grads)
        return grads[0]


a, b = Partly.apply(x)
print(a.requires_grad, b.requires_grad, b)
a.sum().backward()


class Bare(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 2, x * 3

    @staticmethod
    def backward(ctx, *grads):
        print(grads)
        return grads[0]


Bare.apply(x)[0].sum().backward()
Bare.apply(x)[1].sum().backward()


class Doubling(Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(2)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


z = x * 1
w = Doubling.apply(z)
print(w is z, w)
x.grad = None
(w * w).sum().backward()
print(x.grad)
attempt(lambda: Doubling.apply(torch.ones(1, requires_grad=True)))


class Once(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * 2 * x


print(torch.autograd.grad(Once.apply(x).sum(), x))


# What backward may return
def returning(value):
    class Made(Function):
        @staticmethod
        def forward(ctx, *args):
            return args[0] * 2

        @staticmethod
        def backward(ctx, grad):
            return value(grad)

    return Made


x.grad = None
for value, args in (
    (lambda g: (g, g), (x,)), (lambda g: (g, None), (x,)), (lambda g: (g,), (x, 3)), (lambda g: (g, g), (x, 3)),
    (lambda g: 3, (x,)), (lambda g: torch.ones(3), (x,)), (lambda g: torch.ones(1), (x,)), (lambda g: torch.ones(3, 2), (x,)),
    (lambda g: None, (x,)), (lambda g: g.double(), (x,)), (lambda g: [g], (x,)),
):
    attempt(lambda: returning(value).apply(*args).sum().backward())
    print(x.grad)


class Empty(Function):
    pass


class NoBackward(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2


class Keeping(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(3)
        return x * 1


attempt(lambda: Empty.apply(x))
attempt(lambda: NoBackward.apply(x).sum().backward())
attempt(lambda: Keeping.apply(x))
z = x * 1
y = Exp.apply(z)
z.add_(1)
attempt(lambda: y.sum().backward())
y = Exp.apply(x)
y.detach().zero_()
attempt(lambda: y.sum().backward())


class Straight(Function):
    """The straight-through estimator of quantization."""

    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad


x.grad = None
(Straight.apply(x * 1.3) * torch.tensor([1.0, 10.0])).sum().backward()
print(x.grad)
y = Straight.apply(x)
print(y.view(1, 2), y[0], y.sum() * 2)
y.retain_grad()
y.pow(2).sum().backward()
print(y.grad, x.grad)
