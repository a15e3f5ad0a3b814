"""What a name outside the subset says, and that the call path gives its handles back."""

import gc
import json

import sconce_face.bridge as bridge
import sconce_face.schema as schema
import torch
import torch.nn.functional as F


def message(call):
    try:
        call()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    raise AssertionError("nothing was raised")


def live():
    gc.collect()
    schema.settle()
    return json.loads(str(bridge.stats_text()))["live_handles"]


said = message(lambda: torch.fft)
assert said.startswith("AttributeError: module 'torch' has no attribute 'fft'\ntorch.fft is not in this course's"), said
assert "the nearest name here is torch.softmax." in message(lambda: torch.sofmax)
assert "the nearest name here is torch.nn.functional.softmax." in message(lambda: F.sofmax)
assert "functional.warnings" not in message(lambda: F.warnigs)
assert message(lambda: torch.ones(1).sofmax).startswith("AttributeError: 'Tensor' object has no attribute 'sofmax'")
assert not hasattr(torch, "__wrapped__") and not hasattr(torch, "nothing_like_it")
assert "torch.fft" in message(lambda: __import__("torch.fft"))

import inspect

assert str(inspect.signature(torch.softmax)) == "(input, dim, dtype=None, *, out=None)"
assert str(inspect.signature(torch.Tensor.sum)) == "(self, /, dim, keepdim=False, *, dtype=None)"
assert "softmax(input, dim" in torch.softmax.__doc__ and torch.softmax.__name__ == "softmax"

before = live()
a = torch.ones(4)
for _ in range(1000):
    b = a + a
    c = (a * 2 + b).sum()
assert live() == before + 3, live() - before
kept = [a + i for i in range(3000)]
assert live() == before + 3003
del kept, a, b, c
assert live() == before, live() - before

x = torch.ones(3, requires_grad=True)
for _ in range(50):
    (x * x).sum().backward()
assert x.grad.tolist() == [100.0, 100.0, 100.0]
del x
assert live() == before, live() - before

for _ in range(20):
    message(lambda: torch.ones(3) + torch.ones(4))
assert live() == before, live() - before

# More values than one row holds travel as bytes; more handles than one row holds are refused by name.
wide = torch.arange(40000.)
assert torch.tensor(wide.tolist()).sum().item() == wide.sum().item()
assert torch.tensor([[i, i + 1] for i in range(30000)]).shape == (30000, 2)
