"""What a snapshot of the interpreter holds: the faces imported and warm, nothing of the engine or of JavaScript.

The build calls `prepare()` once and saves Python's memory; `wake()` sets afresh in each page what must differ.
"""

import gc
import json
import random

import sconce_face
from sconce_face import bridge, schema

# What lessons import besides the faces, and what these would import only when first used.
LIBRARY = (
    "collections.abc", "contextlib", "copy", "dataclasses", "datetime", "enum", "functools", "itertools", "json", "math",
    "os", "pprint", "random", "re", "string", "textwrap", "time", "typing",
)  # fmt: skip
FACES = (
    "numpy", "numpy.linalg", "numpy.random", "torch", "torch.autograd", "torch.func", "torch.linalg", "torch.nn",
    "torch.nn.functional", "torch.optim", "torch.optim.lr_scheduler", "torch.testing", "torch.utils.data",
)  # fmt: skip

# Functions that are made when first called, and bytecode that Python adapts to its operands: both are kept. No generator may be
# made here: the engine that a page loads knows none.
WARM_UP = """
import numpy as np, torch
from torch import nn
import torch.nn.functional as F

for _ in range(3):
    x = torch.arange(12, dtype=torch.float32).reshape(3, 4)
    w = torch.ones(4, 2, requires_grad=True)
    y = (x @ w + 1.5) / 2 - x[:, :2] * 3
    y.sum().backward()
    repr(x), repr(w.grad), repr(y), f"{y[0, 0].item():.4f}", x.shape, x.T, x.view(4, 3), x[1], x[1:, None]
    F.softmax(x, dim=-1), x.masked_fill(x > 3, float("-inf")), torch.tril(torch.ones(3, 3)), x.transpose(0, 1)
    torch.cat([x, x]), x.mean(dim=0)
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    repr(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    loss = F.cross_entropy(model(x), torch.tensor([0, 1, 0]))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    q = torch.randn(1, 2, 3, 4)
    F.scaled_dot_product_attention(q, q, q, is_causal=True)
    nn.Embedding(5, 4)(torch.tensor([[1, 2]])), nn.LayerNorm(4)(x)
    a = np.arange(6.0).reshape(2, 3)
    repr(a + 1), a.T @ a, a.sum(axis=0), a[0, 1:], np.exp(a).mean()
"""


def prepare():
    """Import and warm up, then let go of the engine. Raises AssertionError when an array would be left behind."""
    for name in (*LIBRARY, *FACES):
        __import__(name)
    scope = {"__name__": "warm_up"}
    exec(compile(WARM_UP, "<warm up>", "exec", dont_inherit=True), scope)
    scope.clear()
    gc.collect()
    schema.settle()
    live = json.loads(bridge.stats_text())["live_handles"]
    assert live == 0, f"{live} arrays are alive where a snapshot is to be taken, expected none"
    sconce_face.detach()
    gc.collect()


def wake():
    """Seed afresh what drew its seed when the snapshot was made. What Python seeds only when first used needs nothing."""
    random.seed()
