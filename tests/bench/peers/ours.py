"""The workloads as a learner writes them, in a cell: `peers/ours.mjs` runs this once, then `prepare`, `timed` and `release`."""

import time

import torch
import torch.nn as nn
import torch.nn.functional as F

# a, b, c and d are the inputs; the options are variables.
EXPRESSIONS = {
    "matmul": "a @ b",
    "attention": "F.scaled_dot_product_attention(a, b, c, is_causal=causal)",
    "attentionBackward": "torch.autograd.grad(F.scaled_dot_product_attention(a, b, c, is_causal=causal), (a, b, c), d)",
    "softmax": "F.softmax(a, dim=-1)",
    "layerNorm": "F.layer_norm(a, b.shape, b, c)",
    "add": "a + b",
    "sum": "a.sum(axis)",
    "max": "a.amax(axis)",
}
COMPARED_STEPS = 3


def numbers(shape, seed, scale=1.0):
    """What `numbers` of workloads.mjs makes. Piece by piece: memory taken on the way must not count as attention's."""
    result = torch.full(shape, float(scale))
    if seed != 0:
        prime, piece = 65521, 65536
        flat = result.view(-1)
        for start in range(0, flat.numel(), piece):
            h = (torch.arange(start, min(start + piece, flat.numel())) * 48271 + seed * 7919) % prime
            flat[start : start + piece] = (h * (h + 3) % prime / 32768 - 1) * scale
    return result


def integers(shape, seed, limit):
    return ((numbers(shape, seed) + 1) / 2 * limit).floor().long()


def sampled(result):
    flat = result.detach().flatten()
    return flat[:: max(1, flat.numel() // 997)].tolist()


class Mlp(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in zip(sizes, sizes[1:]))

    def forward(self, x):
        for layer in self.layers[:-1]:
            x = F.relu(layer(x))
        return self.layers[-1](x)

    def named(self):
        for i, layer in enumerate(self.layers):
            yield f"w{i}", layer.weight
            yield f"b{i}", layer.bias


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        B, T, C = x.shape
        q, k, v = (part.view(B, T, self.heads, -1).transpose(1, 2) for part in self.qkv(self.norm1(x)).split(C, dim=2))
        mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(mixed.transpose(1, 2).reshape(B, T, C))
        return x + self.down(F.relu(self.up(self.norm2(x))))


class Gpt(nn.Module):
    def __init__(self, vocabulary, length, width, heads, layers):
        super().__init__()
        self.tokens, self.positions = nn.Embedding(vocabulary, width), nn.Embedding(length, width)
        self.blocks = nn.Sequential(*(Block(width, heads) for _ in range(layers)))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, vocabulary, bias=False)

    def forward(self, tokens):
        x = self.tokens(tokens) + self.positions(torch.arange(tokens.shape[1]))
        return self.head(self.norm(self.blocks(x)))

    def named(self):
        yield "tokens", self.tokens.weight
        yield "positions", self.positions.weight
        for i, block in enumerate(self.blocks):
            for name in "norm1", "norm2":
                yield f"{i}.{name}.scale", getattr(block, name).weight
                yield f"{i}.{name}.shift", getattr(block, name).bias
            for name in "qkv", "out", "up", "down":
                yield f"{i}.{name}.weight", getattr(block, name).weight
                yield f"{i}.{name}.bias", getattr(block, name).bias
        yield "norm.scale", self.norm.weight
        yield "norm.shift", self.norm.bias
        yield "head.weight", self.head.weight


def start_from(model, parameters):
    """Give the model's parameters the values that every contender starts from."""
    linear = {id(layer.weight) for layer in model.modules() if isinstance(layer, nn.Linear)}
    with torch.no_grad():
        for name, parameter in model.named():
            value = numbers(**parameters[name])
            parameter.copy_(value.T if id(parameter) in linear else value)
    return model


def train_mlp(parameters, batch, sizes, lr):
    model = start_from(Mlp(sizes), parameters)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    x, y = numbers((batch, sizes[0]), 1), integers((batch,), 2, sizes[-1])

    def step():
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss

    return step


def train_gpt(parameters, batch, length, vocabulary, width, heads, layers, lr):
    model = start_from(Gpt(vocabulary, length, width, heads, layers), parameters)
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    tokens, targets = integers((batch, length), 1, vocabulary), integers((batch, length), 2, vocabulary)

    def step():
        loss = F.cross_entropy(model(tokens).view(-1, vocabulary), targets.view(-1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss

    return step


TRAINING = {"trainMlp": train_mlp, "trainGpt": train_gpt}


def compile_loop(expression, names):
    """A loop over the expression, its names as locals, as in a function of the learner's; results are dropped as they come."""
    source = f"def loop(repeats, {', '.join(names)}):\n    for _ in range(repeats):\n        {expression}\n"
    scope = {"torch": torch, "F": F}
    exec(source, scope)
    return lambda repeats: scope["loop"](repeats, **names)


loop = None


def prepare(op, inputs, options, parameters):
    """Make the loop of a workload; returns the numbers to compare."""
    global loop
    if op in TRAINING:
        step = TRAINING[op](parameters, **options)
        loop = compile_loop("step()", {"step": step})
        return [step().item() for _ in range(COMPARED_STEPS)]
    names = {name: numbers(**given) for name, given in zip("abcd", inputs)} | options
    if op == "attentionBackward":
        for name in "abc":
            names[name].requires_grad_()
    loop = compile_loop(EXPRESSIONS[op], names)
    result = eval(EXPRESSIONS[op], {"torch": torch, "F": F}, names)
    return [x for one in (result if isinstance(result, tuple) else (result,)) for x in sampled(one)]


def timed(repeats):
    start = time.perf_counter()
    loop(repeats)
    return (time.perf_counter() - start) * 1000


def release():
    global loop
    loop = None
