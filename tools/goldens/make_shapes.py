"""Writes what real PyTorch and NumPy give for views, joins, creation, indexing, gather and scatter: values, strides, gradients, errors.

usage: python3 make_shapes.py OUT.json [--seed S]

A case is {"library", "op", "args", and "out" or "error", for torch also "grad_fn" and "grads"}. Arguments stand in the order of the engine's
signature. A tensor is {"t": [dtype, base shape, order]}: 0, 1, 2 ... in the base shape, its dims then permuted by order; or
{"v": [dtype, shape, values]}. An index is a list of ["int", i], ["slice", start, stop, step], ["none"], ["ellipsis"], ["bool", b],
["tensor", tensor]. "set": true means that the op is run in place on a copy. A result is [dtype, shape, strides in elements, values], or a list of
results. "grads" are those of sum(out * w), w = cos(0, 1, 2, ...), for each float64 tensor among the arguments, row-major.
"""
import argparse
import json
import math
import random
import warnings

import numpy as np
import torch

warnings.simplefilter("ignore")


def product(shape):
    return math.prod(shape)


class Torch:
    name = "torch"

    @staticmethod
    def tensor(spec):
        if "t" in spec:
            dtype, shape, order = spec["t"]
            return torch.arange(product(shape)).to(getattr(torch, dtype)).reshape(shape).permute(order)
        dtype, shape, values = spec["v"]
        return torch.tensor([float(v) if isinstance(v, str) else v for v in values], dtype=getattr(torch, dtype)).reshape(shape)

    @staticmethod
    def dtype(name):
        return getattr(torch, name)


class NumPy:
    name = "numpy"

    @staticmethod
    def tensor(spec):
        if "t" in spec:
            dtype, shape, order = spec["t"]
            return np.arange(product(shape)).astype(dtype).reshape(shape).transpose(order)
        dtype, shape, values = spec["v"]
        return np.array(values).astype(dtype).reshape(shape)

    @staticmethod
    def dtype(name):
        return np.dtype(name)


def decode_index(library, items):
    result = []
    for kind, *rest in items:
        if kind == "int":
            result.append(rest[0])
        elif kind == "slice":
            result.append(slice(*rest))
        elif kind == "none":
            result.append(None)
        elif kind == "ellipsis":
            result.append(Ellipsis)
        elif kind == "bool":
            result.append(rest[0])
        else:
            result.append(library.tensor(rest[0]))
    return result[0] if len(result) == 1 else tuple(result)


def decode(library, arg):
    if isinstance(arg, dict):
        if "index" in arg:
            return decode_index(library, arg["index"])
        if "dtype" in arg:
            return library.dtype(arg["dtype"])
        if "list" in arg:
            return [decode(library, item) for item in arg["list"]]
        if "number" in arg:
            return float(arg["number"])
        return library.tensor(arg)
    return arg


def number(value):
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, float) and value == int(value) and abs(value) < 2**53:
        return int(value)
    return value


def encode(value):
    if isinstance(value, (list, tuple)):
        return [encode(item) for item in value]
    if isinstance(value, torch.Tensor):
        strides = list(value.stride())
        dtype = str(value.dtype)[6:]
        flat = value.detach().reshape(-1).tolist()
    else:
        value = np.asarray(value)
        strides = [s // value.itemsize for s in value.strides]
        dtype = str(value.dtype)
        flat = value.reshape(-1).tolist()
    return [dtype, list(value.shape), strides, [number(v) for v in flat]]


def set_item(x, index, value, accumulate=False):
    x[index] = value
    return x


def np_roll(x, shifts, dims=()):
    return np.roll(x, shifts[0] if len(shifts) == 1 else tuple(shifts), tuple(dims) if dims else None)


OPS = {
    "torch": {
        "to": lambda x, d: x.to(d),
        "clone": lambda x: x.clone(),
        "contiguous": lambda x: x.contiguous(),
        "view": lambda x, s: x.view(s),
        "reshape": lambda x, s: x.reshape(s),
        "flatten": lambda x, a=0, b=-1: x.flatten(a, b),
        "permute": lambda x, d: x.permute(d),
        "transpose": lambda x, a, b: x.transpose(a, b),
        "t": lambda x: x.t(),
        "movedim": lambda x, a, b: x.movedim(tuple(a), tuple(b)),
        "expand": lambda x, s: x.expand(s),
        "squeeze": lambda x, d=None: x.squeeze() if d is None else x.squeeze(d[0] if len(d) == 1 else tuple(d)),
        "unsqueeze": lambda x, d: x.unsqueeze(d),
        "diagonal": lambda x, o=0, a=0, b=1: x.diagonal(o, a, b),
        "narrow": lambda x, d, s, n: x.narrow(d, s, n),
        "as_strided": lambda x, s, t, o=0: x.as_strided(s, t, o),
        "as_strided_scatter": lambda x, y, s, t, o=0: torch.as_strided_scatter(x, y, s, t, o),
        "cat": lambda ts, d=0: torch.cat(ts, d),
        "stack": lambda ts, d=0: torch.stack(ts, d),
        "split": lambda x, n, d=0: x.split(n, d),
        "split_with_sizes": lambda x, n, d=0: x.split_with_sizes(n, d),
        "unbind": lambda x, d=0: x.unbind(d),
        "repeat": lambda x, r: x.repeat(r),
        "flip": lambda x, d: x.flip(d),
        "roll": lambda x, s, d=(): x.roll(tuple(s), tuple(d)),
        "tril": lambda x, k=0: x.tril(k),
        "triu": lambda x, k=0: x.triu(k),
        "zeros": lambda s, d=None: torch.zeros(s, dtype=d),
        "ones": lambda s, d=None: torch.ones(s, dtype=d),
        "full": lambda s, v, d=None: torch.full(s, v, dtype=d),
        "arange": lambda a, b, c, d=None: torch.arange(a, b, c, dtype=d),
        "linspace": lambda a, b, n, d=None: torch.linspace(a, b, n, dtype=d),
        "eye": lambda n, m, d=None: torch.eye(n, m, dtype=d),
        "index": lambda x, i: x[i],
        "index_put": set_item,
        "copy": lambda x, y: x.copy_(y),
        "fill": lambda x, v: x.fill_(v),
        "gather": lambda x, d, i: x.gather(d, i),
        "scatter": lambda x, d, i, s: x.scatter(d, i, s),
        "scatter_add": lambda x, d, i, s: x.scatter_add(d, i, s),
        "index_select": lambda x, d, i: x.index_select(d, i),
        "index_add": lambda x, d, i, s, a=1: x.index_add(d, i, s, alpha=a),
        "take": lambda x, i: x.take(i),
        "masked_select": lambda x, m: x.masked_select(m),
        "nonzero": lambda x: x.nonzero(),
    },
    "numpy": {
        "to": lambda x, d: x.astype(d),
        "clone": lambda x: x.copy(),
        "reshape": lambda x, s: x.reshape(s),
        "permute": lambda x, d: x.transpose(d),
        "transpose": lambda x, a, b: x.swapaxes(a, b),
        "movedim": lambda x, a, b: np.moveaxis(x, a, b),
        "expand": lambda x, s: np.broadcast_to(x, s),
        "squeeze": lambda x, d=None: x.squeeze(None if d is None else tuple(d)),
        "unsqueeze": lambda x, d: np.expand_dims(x, d),
        "diagonal": lambda x, o=0, a=0, b=1: x.diagonal(o, a, b),
        "cat": lambda ts, d=0: np.concatenate(ts, d),
        "stack": lambda ts, d=0: np.stack(ts, d),
        "flip": lambda x, d: np.flip(x, tuple(d)),
        "roll": np_roll,
        "tril": lambda x, k=0: np.tril(x, k),
        "triu": lambda x, k=0: np.triu(x, k),
        "zeros": lambda s, d=None: np.zeros(s, d or float),
        "ones": lambda s, d=None: np.ones(s, d or float),
        "full": lambda s, v, d=None: np.full(s, v, d),
        "arange": lambda a, b, c, d=None: np.arange(a, b, c, d),
        "linspace": lambda a, b, n, d=None: np.linspace(a, b, n, dtype=d),
        "eye": lambda n, m, d=None: np.eye(n, m, dtype=d or float),
        "index": lambda x, i: x[i],
        "index_put": set_item,
        "copy": lambda x, y: (np.copyto(x, y, casting="unsafe"), x)[1],
    },
}

IN_PLACE = {"index_put", "copy", "fill"}


def tensors_of(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from tensors_of(item)


def run(library, op, args):
    case = {"library": library.name, "op": op, "args": args}
    values = [decode(library, arg) for arg in args]
    leaves = []
    if library is Torch:
        for value in values:
            leaves += [t.requires_grad_() for t in tensors_of(value) if t.dtype == torch.float64]
    if op in IN_PLACE:
        case["set"] = True
        # A copy that gradients flow through: leaves take no writes.
        values[0] = values[0].clone() if library is Torch else values[0].copy()
    try:
        out = OPS[library.name][op](*values)
        results = list(tensors_of(out))
        case["out"] = encode(out)
        recorded = [t for t in results if t.grad_fn is not None and t.is_floating_point()]
        if recorded:
            case["grad_fn"] = type(recorded[0].grad_fn).__name__
            seeds = [torch.cos(torch.arange(t.numel(), dtype=torch.float64)).reshape(t.shape).to(t.dtype) for t in recorded]
            grads = torch.autograd.grad(recorded, leaves, seeds, allow_unused=True)
            case["grads"] = [None if g is None else [number(v) for v in g.reshape(-1).tolist()] for g in grads]
    except Exception as error:  # every error is data here
        case["error"] = [type(error).__name__, str(error)]
        case.pop("out", None)
    return case


# ---- indices at random


def random_shape(rng):
    return [rng.choice([1, 2, 2, 3, 3, 4]) for _ in range(rng.choice([0, 1, 1, 2, 2, 2, 3, 3, 4]))]


def random_tensor(rng, shape, dtype="float64"):
    order = list(range(len(shape)))
    if rng.random() < 0.3:
        rng.shuffle(order)
    base = [0] * len(shape)
    for place, dim in enumerate(order):
        base[dim] = shape[place]
    return {"t": [dtype, base, order]}


def random_slice(rng, extent, numpy):
    def bound():
        return rng.choice([None, rng.randint(-extent - 1, extent + 1)])

    step = rng.choice([None, None, 1, 2, 3])
    if numpy and rng.random() < 0.3:
        step = rng.choice([-1, -2, -3])
    if rng.random() < 0.01:
        step = rng.choice([0, -1])
    return ["slice", bound(), bound(), step]


def random_picks(rng, extent, shapes):
    shape = rng.choice(shapes)
    low, high = -extent, extent - 1
    if rng.random() < 0.03:
        high += 1
    if low > high:
        low, high = 0, 0
    return ["tensor", {"v": [rng.choice(["int64", "int64", "int32"]), shape, [rng.randint(low, high) for _ in range(product(shape))]]}]


def random_index(rng, shape, numpy):
    items = []
    dim = 0
    flavour = rng.choice(["basic", "basic", "tensors", "masks", "mixed", "mixed"])
    shapes = rng.choice([[[2]], [[2], [1]], [[2, 1], [2], [1, 2]], [[2], []], [[0]], [[3], [2]]])
    ellipsis = rng.random() < 0.3
    while dim < len(shape):
        if rng.random() < 0.12:
            items.append(["none"])
        if rng.random() < 0.03:
            items.append(["bool", rng.random() < 0.7])
        if ellipsis and rng.random() < 0.4:
            items.append(["ellipsis"])
            ellipsis = False
            dim += rng.randint(0, len(shape) - dim)
            continue
        if rng.random() < 0.15:
            break
        roll = rng.random()
        if flavour in ("tensors", "mixed") and roll < 0.45:
            items.append(random_picks(rng, shape[dim], shapes))
            dim += 1
        elif flavour in ("masks", "mixed") and roll < 0.75:
            length = min(rng.choice([1, 1, 2]), len(shape) - dim)
            extents = shape[dim : dim + length]
            if rng.random() < 0.04:
                extents = [e + 1 for e in extents]
            items.append(["tensor", {"v": ["bool", extents, [rng.random() < 0.5 for _ in range(product(extents))]]}])
            dim += length
        elif roll < 0.88:
            items.append(random_slice(rng, shape[dim], numpy))
            dim += 1
        else:
            bound = shape[dim] if rng.random() < 0.96 else shape[dim] + 1
            items.append(["int", rng.randint(-bound, bound - 1)])
            dim += 1
    if rng.random() < 0.02:
        items.append(["int", 0])
    return items or [rng.choice([["ellipsis"], ["none"]])]


def random_value(rng, library, shape, items):
    if rng.random() < 0.25:
        return rng.choice([7, {"number": 2.5}])
    probe = library.tensor({"v": ["float64", shape, list(range(product(shape)))]})
    try:
        result = list(probe[decode_index(library, items)].shape)
    except Exception:
        return 7
    shape = [1 if rng.random() < 0.2 else extent for extent in result][rng.choice([0, 0, 0, 1]) :]
    if rng.random() < 0.15:
        shape = [1] + shape
    if rng.random() < 0.05:
        shape = [extent + 1 for extent in shape] + ([2] if rng.random() < 0.3 else [])
    dtype = rng.choice(["float64"] * 8 + ["int64"])
    return {"v": [dtype, shape, [number(-1.0 - i) for i in range(product(shape))]]}


def random_cases(rng, library, reads, writes):
    numpy = library is NumPy
    cases = []
    for _ in range(reads):
        shape = random_shape(rng)
        cases.append(run(library, "index", [random_tensor(rng, shape), {"index": random_index(rng, shape, numpy)}]))
    for _ in range(writes):
        shape = random_shape(rng)
        items = random_index(rng, shape, numpy)
        target = random_tensor(rng, shape, rng.choice(["float64", "float64", "float64", "int64"]))
        picked = [i for kind, *rest in items if kind == "tensor" for i in [rest[0]["v"]] if i[0] != "bool"]
        # What a place holds that is written twice is not defined; the value must not depend on which write is last.
        value = rng.choice([7, {"number": 2.5}]) if picked else random_value(rng, library, shape, items)
        cases.append(run(library, "index_put", [target, {"index": items}, value]))
    return cases


# ---- everything else, case by case


def f(shape, order=None, dtype="float64"):
    return {"t": [dtype, shape, order if order is not None else list(range(len(shape)))]}


def v(values, shape=None, dtype="float64"):
    return {"v": [dtype, [len(values)] if shape is None else shape, values]}


def d(name):
    return {"dtype": name}


def many(*tensors):
    return {"list": list(tensors)}


def real(value):
    return {"number": value}


ROWS = f([2, 3])
COLUMNS = f([3, 2], [1, 0])
CUBE = f([2, 3, 4])
TURNED = f([2, 3, 4], [2, 0, 1])
ONES = f([1, 3, 1])
ZERO_D = v([3.0], [])
EMPTY = f([0, 3])

SHARED = [
    *[("to", [x, d(t)]) for x in (ROWS, TURNED, v([1.5, -2.5, 300.0]), v([0, 1, 2], dtype="int64")) for t in ("float32", "int64", "uint8", "bool", "float64")],
    *[("to", [v(["nan", "inf", "-inf", 1e20]), d(t)]) for t in ("int64", "int32", "bool", "float32")],
    *[("clone", [x]) for x in (ROWS, COLUMNS, TURNED, ZERO_D, EMPTY)],
    *[("reshape", [x, s]) for x, s in (
        (ROWS, [6]), (ROWS, [3, 2]), (ROWS, [-1]), (ROWS, [2, -1, 1]), (COLUMNS, [6]), (COLUMNS, [3, 2]), (CUBE, [6, 4]), (CUBE, [4, 6]), (CUBE, [2, 2, 6]),
        (TURNED, [4, 6]), (TURNED, [8, 3]), (ONES, [3]), (ONES, [1, 1, 3, 1]), (ZERO_D, [1, 1]), (ZERO_D, []), (EMPTY, [3, 0]), (EMPTY, [0, 7]), (EMPTY, [-1, 3]),
        (EMPTY, [0, -1]), (ROWS, [4, 2]), (ROWS, [4, -1]), (ROWS, [-1, -1]), (ROWS, []), (ROWS, [0, -1]), (ROWS, [10**12, 10**12]))],
    *[("permute", [x, s]) for x, s in ((CUBE, [2, 0, 1]), (CUBE, [-1, 0, 1]), (TURNED, [1, 2, 0]), (ZERO_D, []), (CUBE, [0, 1]), (CUBE, [0, 0, 1]), (CUBE, [0, 1, 5]))],
    *[("transpose", [x, a, b]) for x, a, b in ((CUBE, 0, 2), (CUBE, -1, -2), (CUBE, 1, 1), (CUBE, 0, 5), (CUBE, 5, 0))],
    *[("movedim", [x, a, b]) for x, a, b in (
        (CUBE, [0], [2]), (CUBE, [0, 1], [1, 2]), (CUBE, [-1, 0], [0, -1]), (CUBE, [0], [5]), (CUBE, [5], [0]), (CUBE, [0, 0], [0, 1]), (CUBE, [0, 1], [0, 0]),
        (CUBE, [0, 1], [0]))],
    *[("expand", [x, s]) for x, s in (
        (ONES, [2, 3, 4]), (ROWS, [4, 2, 3]), (ROWS, [1, 2, 3]), (ROWS, [1, 1, 2, 3]), (ZERO_D, [2]), (ZERO_D, []), (v([1.0]), [0]), (EMPTY, [2, 0, 3]), (ROWS, [4, 3]),
        (ROWS, [3]), (ROWS, [2, -3]))],
    *[("squeeze", x) for x in ([ONES], [ONES, [0]], [ONES, [0, 2]], [ONES, [-1]], [ZERO_D], [ONES, [5]], [ONES, [0, 0]])],
    *[("unsqueeze", [x, n]) for x, n in ((ROWS, 0), (ROWS, 1), (ROWS, -1), (ROWS, -3), (COLUMNS, 1), (ZERO_D, 0), (ROWS, 3), (ROWS, -4))],
    *[("diagonal", x) for x in ([ROWS], [ROWS, 1], [ROWS, -1], [CUBE, 0, 1, 2], [CUBE, 1, 2, 0], [TURNED, -1, 0, -1], [ROWS, 0, 1, 1], [ROWS, 0, 0, 5], [v([1.0, 2.0])])],
    *[("cat", x) for x in (
        [many(ROWS, ROWS)], [many(ROWS, COLUMNS), 0], [many(ROWS, f([2, 1])), 1], [many(ROWS, f([2, 4])), -1], [many(ROWS, EMPTY)], [many(TURNED, TURNED), 2],
        [many(v([1, 2], dtype="int64"), v([1.5]))], [many(v([True], dtype="bool"), v([3], dtype="uint8"))], [many(v([1], dtype="int64"), v([1.5], dtype="float32"))],
        [many()], [many(ZERO_D, ZERO_D)], [many(ROWS, CUBE)], [many(ROWS, f([3, 3])), 1], [many(ROWS, ROWS), 2], [many(ROWS)])],
    *[("stack", x) for x in (
        [many(ROWS, COLUMNS)], [many(ROWS, ROWS), 1], [many(ROWS, ROWS, ROWS), -1], [many(ZERO_D, ZERO_D)], [many(v([1, 2], dtype="int64"), v([1.5, 2.5]))], [many()],
        [many(ROWS, f([3, 2]))], [many(ROWS, ROWS), 3])],
    *[("flip", [x, s]) for x, s in ((ROWS, [0]), (ROWS, [0, 1]), (TURNED, [-1]), (EMPTY, [0]), (ROWS, []), (ROWS, [2]), (ROWS, [0, 0]))],
    *[("roll", x) for x in (
        [ROWS, [1]], [ROWS, [-1]], [ROWS, [8]], [COLUMNS, [1]], [ROWS, [1], [0]], [ROWS, [-1], [1]], [ROWS, [1, 2], [0, 1]], [CUBE, [1, 1], [2, 2]], [EMPTY, [1], [0]],
        [ROWS, [1], [5]])],
    *[(op, x) for op in ("tril", "triu") for x in ([ROWS], [ROWS, 1], [ROWS, -1], [ROWS, 5], [ROWS, -5], [TURNED], [CUBE, 1], [f([3, 0])], [f([2, 2], dtype="bool"), -1])],
    *[(op, x) for op in ("zeros", "ones") for x in ([[2, 3]], [[]], [[0]], [[2], d("int64")], [[2], d("bool")], [[2, -1]], [[10**10, 10**10]])],
    *[("full", x) for x in (
        [[2], 3], [[2], real(3.5)], [[2], True], [[2], 3, d("float32")], [[2], real(1.7), d("int64")], [[2], 5, d("bool")], [[2], 300, d("uint8")], [[2], -1, d("uint8")],
        [[2], real(1e20), d("int64")], [[2], real("nan"), d("int64")], [[2], real(1e39), d("float32")], [[2], real("inf"), d("float32")])],
    *[("arange", x) for x in (
        [0, 5, 1], [5, 0, -2], [2, 9, 3], [0, real(1.0), real(0.1)], [0, real(2.0), real(0.1)], [real(0.1), real(5.0), real(0.3), d("float32")], [0, real(2.0), real(0.1), d("float32")],
        [0, 40, 1, d("float32")], [real(-1.0), real(3.7), real(0.0625), d("float32")], [real(-3.3), real(3.3), real(0.11), d("float32")], [real(1.5), real(-9.0), real(-0.37)],
        [real(0.1), real(7.0), real(0.7), d("float64")], [1, 10, 4, d("uint8")], [0, 600, 100, d("uint8")], [0, 3, real(0.5), d("int64")], [real(0.5), 3, real(1.5), d("int32")],
        [0, 2, 1, d("bool")], [0, 3, 1, d("bool")], [True, 3, 1], [0, 3, 0], [0, real("inf"), 1], [0, real("nan"), 1], [real("-inf"), 1, 2], [0, 3, real("nan")], [0, real(1e30), 1],
        [3, 0, 1], [0, 3, -1], [2**53 - 3, 2**53, 1], [real(0.0), real(33.0), real(1.1), d("float32")])],
    *[("linspace", x) for x in (
        [0, 1, 7], [0, 1, 1], [0, 1, 0], [0, 1, -1], [real(-2.5), real(7.3), 50, d("float32")], [real(0.1), real(0.7), 7, d("float64")], [3, 1, 5, d("float32")], [1, 1, 3],
        [0, 10, 4, d("int64")], [-1, 1, 4, d("int64")], [real(-3.0), 3, 11, d("int32")], [real(-10.0), real(10.0), 101, d("float32")], [real(-10.0), real(10.0), 101, d("float64")])],
    *[("eye", x) for x in ([3, 3], [2, 3], [3, 2, d("int64")], [0, 2], [2, 2, d("bool")], [-1, 2], [2, -1])],
    *[("copy", [x, y]) for x, y in (
        (ROWS, f([2, 3], dtype="int64")), (ROWS, v([7.0, 8.0, 9.0])), (f([2, 3], dtype="int64"), v([1.5, -2.5, 3.5])), (ROWS, ZERO_D), (ROWS, v([1.0, 2.0])),
        (ROWS, f([4, 2, 3])), (ROWS, f([1, 2, 3])))],
]

TORCH = [
    *[("contiguous", [x]) for x in (COLUMNS, TURNED)],
    *[("view", [x, s]) for x, s in ((ROWS, [3, 2]), (TURNED, [4, 6]), (COLUMNS, [6]), (CUBE, [-2, 3]), (CUBE, [2, 12]), (ONES, [3, 1]))],
    *[("flatten", x) for x in ([CUBE], [CUBE, 1], [CUBE, 0, 1], [TURNED], [TURNED, 1, 2], [ZERO_D], [CUBE, 2, 1], [CUBE, 0, 5])],
    *[("t", [x]) for x in (ROWS, v([1.0, 2.0]), ZERO_D, CUBE)],
    ("expand", [ROWS, [-1, -1]]), ("expand", [ROWS, [-1, 2, 3]]), ("squeeze", [ROWS, [0]]), ("squeeze", [ZERO_D, [0]]),
    *[("narrow", x) for x in ([CUBE, 1, 1, 2], [CUBE, -1, -3, 2], [TURNED, 0, 2, 0], [CUBE, 1, 2, 5], [CUBE, 1, 5, 0], [CUBE, 1, 0, -1], [ZERO_D, 0, 0, 1], [CUBE, 5, 0, 1])],
    *[("as_strided", x) for x in (
        [ROWS, [2, 2], [1, 1]], [ROWS, [3], [2], 1], [ROWS, [2, 2, 2], [0, 1, 2]], [ROWS, [], []], [ROWS, [0], [1], 50], [ROWS, [3, 3], [3, 1]], [ROWS, [2], [-1]], [ROWS, [2], [1, 1]],
        [ROWS, [2], [1], -1])],
    *[("as_strided_scatter", x) for x in (
        # Without gradients: that of self comes out as the window's in 2.14, where it should be all but the window's.
        [f([2, 3], dtype="float32"), v([9.0, 8.0], dtype="float32"), [2], [3]], [f([2, 3], dtype="float32"), v([9.0, 8.0], dtype="float32"), [2], [1], 4],
        [ROWS, v([9.0]), [2], [1]])],
    ("cat", [many(ROWS, v([]))]), ("cat", [many(v([]), ROWS), 1]), ("cat", [many(v([]), v([])), 0]),
    *[("split", x) for x in ([CUBE, 2, 1], [CUBE, 3, 2], [CUBE, 5], [EMPTY, 2], [CUBE, 0], [CUBE, -1], [ZERO_D, 1], [CUBE, 1, 5])],
    *[("split_with_sizes", x) for x in ([CUBE, [1, 2], 1], [TURNED, [2, 0, 2]], [CUBE, [1, 2]], [CUBE, [3, -1]])],
    *[("unbind", x) for x in ([CUBE], [TURNED, 1], [CUBE, -1], [EMPTY], [ZERO_D], [CUBE, 5])],
    *[("repeat", x) for x in ([ROWS, [2, 1]], [COLUMNS, [1, 3]], [ROWS, [2, 1, 2]], [ZERO_D, [3]], [ZERO_D, []], [ROWS, [0, 2]], [ROWS, [2]], [ROWS, [-1, 1]])],
    ("roll", [ROWS, []]), ("roll", [ROWS, [1, 1], [0]]), ("roll", [ZERO_D, [0], [0]]), ("tril", [v([1.0])]), ("triu", [ZERO_D]),
    *[("linspace", [0, real("inf"), 4]), ("linspace", [0, real(1e39), 3]), ("linspace", [3, -3, 7, d("uint8")]), ("linspace", [0, 300, 3, d("uint8")]), ("linspace", [0, 1, 3, d("bool")])],
    *[("fill", [x, n]) for x, n in ((ROWS, real(2.5)), (ROWS, ZERO_D), (f([2], dtype="int64"), real(1.9)), (f([2], dtype="uint8"), 300), (f([2], dtype="uint8"), v([300], [], "int64")), (ROWS, v([1.0])))],
    *[("gather", x) for x in (
        [CUBE, 1, v([0, 2, 1, 1], [1, 2, 2], "int64")], [TURNED, 0, v([3, 0, 1, 2], [2, 1, 2], "int64")], [ROWS, -1, v([1, 1], [1, 2], "int32")], [ZERO_D, 0, v([0, 0], dtype="int64")],
        [v([5.0]), 0, v([0], [], "int64")], [ROWS, 0, v([], [0], "int64")], [ROWS, 1, v([3], [1, 1], "int64")], [ROWS, 1, v([-1], [1, 1], "int64")], [ROWS, 1, v([0, 0, 0], [3, 1], "int64")],
        [ROWS, 1, v([0], dtype="int64")], [ROWS, 1, v([0.0], [1, 1])], [ROWS, 2, v([0], [1, 1], "int64")])],
    *[(op, [x, n, i, s]) for op in ("scatter", "scatter_add") for x, n, i, s in (
        (f([3, 3]), 0, v([0, 2, 1], [1, 3], "int64"), v([10.0, 20.0, 30.0], [1, 3])), (TURNED, 1, v([1, 0, 0, 1, 1, 0], [3, 1, 2], "int64"), f([3, 1, 2])),
        (ROWS, 1, v([0, 3], [1, 2], "int64"), f([1, 2])), (ROWS, 1, v([0, 1], [1, 2], "int64"), f([1, 1])), (ROWS, 1, v([0, 1], dtype="int64"), f([1, 2])),
        (ROWS, 1, v([0, 1], [1, 2], "int64"), v([1, 2], [1, 2], "int64")), (ZERO_D, 0, v([0], [], "int64"), v([2.0], [])))],
    ("scatter", [ROWS, 1, v([0, 1], [1, 2], "int64"), f([1, 2, 1])]), ("scatter_add", [v([0.0, 0.0, 0.0]), 0, v([0, 0, 2, 0], dtype="int64"), v([1.0, 2.0, 3.0, 4.0])]), ("scatter", [ROWS, 1, v([0, 2, 1, 1], [2, 2], "int64"), real(9.5)]),
    ("scatter", [ROWS, 1, v([0, 1, 2], [3, 1], "int64"), 1]),
    *[("index_select", x) for x in (
        [CUBE, 1, v([2, 0, 2], dtype="int64")], [TURNED, 0, v([3], dtype="int32")], [ROWS, -1, v([], dtype="int64")], [ROWS, 0, v([1], [], "int64")], [ZERO_D, 0, v([0], dtype="int64")],
        [ROWS, 0, v([2], dtype="int64")], [ROWS, 0, v([-1], dtype="int64")], [ROWS, 0, v([0], [1, 1], "int64")], [ROWS, 0, v([0.0])])],
    *[("index_add", x) for x in (
        [CUBE, 1, v([2, 0, 2], dtype="int64"), CUBE], [ROWS, 0, v([1], dtype="int64"), f([1, 3]), real(-2.0)], [ROWS, 0, v([1], dtype="int64"), f([1, 2])],
        [ROWS, 0, v([1], dtype="int64"), f([2, 3])], [ROWS, 0, v([5], dtype="int64"), f([1, 3])], [ROWS, 0, v([1], dtype="int64"), f([1, 3], dtype="int64")],
        [ROWS, 0, v([1], [1, 1], "int64"), f([1, 3])], [ROWS, 0, v([1.0]), f([1, 3])])],
    *[("take", x) for x in ([TURNED, v([0, 5, -1, 5], [2, 2], "int64")], [ROWS, v([6], dtype="int64")], [ROWS, v([0], dtype="int32")], [EMPTY, v([0], dtype="int64")], [EMPTY, v([], dtype="int64")])],
    *[("masked_select", [x, m]) for x, m in (
        (ROWS, v([True, False, True, False, True, True], [2, 3], "bool")), (CUBE, v([True, False, True, True], dtype="bool")), (v([4.0]), v([True, True, False], dtype="bool")),
        (ZERO_D, v([True], [], "bool")), (ROWS, v([1, 0, 1], dtype="int64")), (ROWS, v([True, False], dtype="bool")))],
    *[("nonzero", [x]) for x in (ROWS, TURNED, f([2, 2], dtype="bool"), ZERO_D, v([0.0], []), EMPTY, v([0.0, "nan", 0.0, -0.0]))],
]


def i(*items):
    return {"index": [list(item) for item in items]}


PICK = v([0, 1], dtype="int64")
INDICES = [
    *[(x, i(*items)) for x in (CUBE, ZERO_D) for items in (
        [("int", 0)], [("int", 1)], [("int", -9)], [("slice", None, None, None)], [("ellipsis",)], [("none",)], [("bool", True)], [("bool", False)], [("ellipsis",), ("none",)],
        [("tensor", v([0], [], "int64"))], [("tensor", v([True], [], "bool"))], [("int", 0), ("int", 0), ("int", 0), ("int", 0)])],
    *[(CUBE, i(*items)) for items in (
        [("slice", 0, 2, None)], [("slice", 0, 2, None), ("slice", 0, 100, 1)], [("int", 0), ("slice", None, None, None)], [("int", 0), ("slice", -100, None, None)],
        [("slice", None, None, 0)], [("none",), ("int", 5)], [("tensor", PICK), ("slice", None, None, None), ("tensor", PICK)], [("int", 0), ("slice", None, None, None), ("tensor", PICK)],
        [("tensor", PICK), ("tensor", v([0, 1, 2], dtype="int64"))], [("tensor", v([0.5]))], [("tensor", v([5], dtype="int64"))], [("slice", None, None, None), ("tensor", v([5], dtype="int64"))],
        [("tensor", v([True, False, True], dtype="bool"))], [("ellipsis",), ("ellipsis",)], [("tensor", v([], dtype="int64"))], [("tensor", v([True] * 6, [2, 3], "bool")), ("int", 1)],
        [("tensor", PICK), ("ellipsis",), ("tensor", PICK)], [("slice", None, None, None), ("bool", True), ("tensor", PICK)], [("tensor", v([True] * 48, [2, 3, 4, 2], "bool"))])],
    (EMPTY, i(("tensor", v([0], dtype="int64")))), (EMPTY, i(("slice", 1, 5, 2))), (v([1.0, 2.0]), i(("tensor", v([1, 0], dtype="uint8")))), (f([2, 2]), i(("tensor", PICK), ("none",), ("tensor", PICK))),
]

WRITES = [
    (ROWS, i(("int", 0)), v([1.0, 2.0])), (ROWS, i(("int", 0)), f([2, 3])), (ROWS, i(("int", 0)), f([1, 1, 3])), (ROWS, i(("tensor", PICK)), f([1, 1, 3])), (ROWS, i(("tensor", PICK)), v([1.0, 2.0])),
    (ROWS, i(("slice", None, None, None)), real(1.0)), (ROWS, i(("slice", 0, 2, None)), f([2, 3])), (ROWS, i(("ellipsis",)), f([2, 3])), (ROWS, i(("ellipsis",)), ZERO_D), (ROWS, i(("none",)), real(1.0)),
    (ROWS, i(("bool", True)), v([1.0, 2.0, 3.0])), (ROWS, i(("bool", False)), v([1.0] * 7)), (ROWS, i(("tensor", v([True, False], dtype="bool"))), v([7], [], "int64")),
    (v([1.0, 2.0, 3.0]), i(("tensor", v([True, False, True], dtype="bool"))), v([7, 8], dtype="int64")), (v([1.0, 2.0, 3.0]), i(("tensor", v([True, True, True], dtype="bool"))), v([7.0, 8.0])),
    (v([1.0, 2.0]), i(("tensor", v([True, True], dtype="bool"))), f([2, 2])), (v([1.0, 2.0]), i(("tensor", v([True, True], dtype="bool"))), v([5.0])),
    (f([3], dtype="int64"), i(("int", 0)), real(1.7)), (f([3], dtype="int64"), i(("int", 0)), real("nan")), (f([3], dtype="int64"), i(("int", 0)), real("inf")), (f([3], dtype="int64"), i(("int", 0)), real(1e20)),
    (f([3], dtype="uint8"), i(("int", 0)), 300), (f([3], dtype="uint8"), i(("int", 0)), -1), (f([3], dtype="uint8"), i(("tensor", PICK)), 300), (f([3], dtype="uint8"), i(("int", 0)), v([300], [], "int64")),
    (f([3], dtype="bool"), i(("int", 0)), 5), (f([3], dtype="float32"), i(("int", 0)), real(1e39)), (f([3], dtype="int64"), i(("slice", None, None, None)), v([1.5, 2.5, -1.5])),
    (CUBE, i(("tensor", PICK), ("slice", None, None, None), ("tensor", PICK)), v([1.0, 2.0, 3.0, 4.0])), (CUBE, i(("slice", None, None, None), ("tensor", PICK)), real(1.0)),
    (CUBE, i(("tensor", v([True, False, True, False, True, True], [2, 3], "bool"))), f([4, 4])), (CUBE, i(("tensor", v([True, False, True, False, True, True], [2, 3], "bool"))), v([1.0, 2.0])),
    (CUBE, i(("tensor", v([True, False], dtype="bool")), ("int", 0)), v([7], [], "int64")), (CUBE, i(("int", 0), ("tensor", PICK)), f([2, 4])),
]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--reads", type=int, default=220)
    parser.add_argument("--writes", type=int, default=110)
    options = parser.parse_args()
    torch.set_num_threads(1)
    rng = random.Random(options.seed)
    cases = []
    for library in (Torch, NumPy):
        extra = TORCH if library is Torch else []
        cases += [run(library, op, args) for op, args in SHARED + extra if op in OPS[library.name]]
        cases += [run(library, "index", list(args)) for args in INDICES]
        cases += [run(library, "index_put", list(args)) for args in WRITES]
        cases += random_cases(rng, library, options.reads, options.writes)
    with open(options.out, "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases) + "\n]\n")
    failures = sum("error" in case for case in cases)
    print(f"torch {torch.__version__}, numpy {np.__version__}: {len(cases)} cases, {failures} of them errors")


if __name__ == "__main__":
    main()
