"""Storages that tensors share, and the recorded graph walked step by step."""
import torch, warnings
x = torch.arange(6.).reshape(2, 3)
s = x.untyped_storage()
print(s.nbytes(), s.size(), len(s), type(s), s.device, s.data_ptr() == x.data_ptr(), s.data_ptr() == x[1].untyped_storage().data_ptr())
print(s[5], s.tolist()[:8])
print(torch.tensor([1, 2], dtype=torch.uint8).untyped_storage())
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    t = x.t().storage()
    print(t, type(t), t.size(), len(t), t[2], t.tolist(), list(t), t.dtype, t.nbytes(), t.data_ptr() == x.data_ptr(), t.element_size())
    print(w[0].category.__name__, w[0].message, len(w))
t[0] = 5.0
print(x, x[1].storage_offset(), x[1].storage().data_ptr() == x.storage().data_ptr())
s.fill_(0)
print(x)
a = torch.ones(2, requires_grad=True); b = torch.ones(2)
y = (a * 2 + b).sum()
f = y.grad_fn
print(f.next_functions[0][0].name(), f.next_functions[0][1], len(f.next_functions))
add = f.next_functions[0][0]
print([(type(g).__name__, i) for g, i in add.next_functions])
mul = add.next_functions[0][0]
print([(None if g is None else type(g).__name__, i) for g, i in mul.next_functions])
acc = mul.next_functions[0][0]
print(acc.variable, acc.next_functions, acc.name())
def walk(fn, depth=0):
    if fn is None: return
    print("  " * depth + type(fn).__name__)
    for nxt, _ in fn.next_functions: walk(nxt, depth + 1)
layer = torch.nn.Linear(3, 2); torch.manual_seed(0)
walk(torch.nn.functional.mse_loss(torch.relu(layer(torch.ones(4, 3))), torch.zeros(4, 2)).grad_fn)
print(y.grad_fn == y.grad_fn, y.grad_fn is y.grad_fn, f.next_functions[0][0] == add, hash(add) == hash(add), f.metadata)
u, v = torch.split(a * 3, 1)
print([(type(g).__name__, i) for g, i in (u + v).grad_fn.next_functions], a.grad_fn)
z = torch.cat([a, a * 2]); print([type(g).__name__ for g, _ in z.grad_fn.next_functions])
w = a * a; print([type(g).__name__ for g, _ in w.grad_fn.next_functions])
print([type(g).__name__ if g else None for g, _ in (a ** 2).grad_fn.next_functions], [type(g).__name__ if g else None for g, _ in torch.where(b > 0, a, b).grad_fn.next_functions])
