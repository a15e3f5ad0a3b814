"""Runs PyTorch's own sample inputs through this `torch` and compares with what the real library gave.

The elements are compared here, in plain Python, not by the functions under test.
"""

import gc
import math
import re
import sys
import warnings
from array import array

import torch
import torch.nn.functional as F
from sconce_face import bridge

_CODES = {"float32": "f", "float64": "d", "int64": "q", "int32": "i", "int16": "h", "int8": "b", "uint8": "B", "bool": "B"}
_SIZES = {"bfloat16": 2, "float16": 2, "complex64": 8, "complex128": 16}
# torch.testing.assert_close's defaults, (relative, absolute).
_TOLERANCES = {
    "float32": (1.3e-6, 1e-5), "float64": (1e-7, 1e-7), "float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5),
    "complex64": (1.3e-6, 1e-5), "complex128": (1e-7, 1e-7),
}  # fmt: skip


class Unreadable(Exception):
    """A value of a type the subset lacks."""


class Missing(Exception):
    """A name the subset lacks."""


class Differs(Exception):
    """A result that is not the real library's."""


class Pack:
    """The entries' values, their tensors read from one block of bytes."""

    def __init__(self, blob):
        self.blob, self._shared = memoryview(blob), None

    def sharing(self, shared):
        """Whether tensors with equal elements are one tensor from now on, as in calls whose `out` is an input."""
        self._shared = {} if shared else None

    def elements(self, described):
        name, shape, offset = described[:3]
        size = array(_CODES[name]).itemsize if name in _CODES else _SIZES[name]
        return bytes(self.blob[offset : offset + size * math.prod(shape)])

    def tensor(self, described):
        if self._shared is None:
            return self._made(described)
        key = str(described)
        if key not in self._shared:
            self._shared[key] = self._made(described)
        return self._shared[key]

    def _made(self, described):
        name, shape, _, strides, requires_grad = described
        dtype = getattr(torch, name, None)
        if dtype is None:
            raise Unreadable(f"torch.{name}")
        raw = self.elements(described)
        if strides is not None:
            raw, made = _spread(raw, shape, strides, dtype.itemsize)
            tensor = _uploaded(raw, [made], dtype).as_strided(shape, strides)
        else:
            tensor = _uploaded(raw, shape, dtype)
        return tensor.requires_grad_() if requires_grad else tensor

    def value(self, coded):
        """A value as opinfo_dump.py wrote it."""
        if isinstance(coded, list):
            return [self.value(item) for item in coded]
        if not isinstance(coded, dict):
            return coded
        if len(coded) == 1:
            (kind, inner), = coded.items()
            if kind in _READERS:
                return _READERS[kind](self, inner)
        return {key: self.value(item) for key, item in coded.items()}


def _dtype(_, name):
    found = getattr(torch, name, None)
    if found is None:
        raise Unreadable(f"torch.{name}")
    return found


_READERS = {
    "t": Pack.tensor,
    "dtype": _dtype,
    "memory_format": _dtype,
    "tuple": lambda pack, items: tuple(pack.value(item) for item in items),
    "slice": lambda _, parts: slice(*parts),
    "float": lambda _, text: float(text),
    "device": lambda _, name: torch.device(name),
    "ellipsis": lambda *_: Ellipsis,
}


def _uploaded(raw, shape, dtype):
    tensor = torch.empty(shape, dtype=dtype)
    if raw:
        bridge.upload(tensor._handle, raw)
    return tensor


def _spread(raw, shape, strides, size):
    """The bytes of C-ordered elements laid out by `strides`, and how many elements they span."""
    places = [0]
    for extent, stride in zip(shape, strides):
        places = [place + i * stride for place in places for i in range(extent)]
    span = 1 + max(places, default=-1)
    laid = bytearray(span * size)
    for i, place in enumerate(places):
        laid[place * size : (place + 1) * size] = raw[i * size : (i + 1) * size]
    return bytes(laid), span


def _raw(tensor):
    buffer = bytearray(tensor.numel() * tensor.itemsize)
    if buffer:
        dense = tensor.detach().contiguous()
        bridge.download(dense._handle, buffer)
    return bytes(buffer)


def _numbers(raw, name):
    if name in _CODES:
        return array(_CODES[name], raw).tolist()
    if name in ("complex64", "complex128"):
        return array("f" if name == "complex64" else "d", raw).tolist()
    if name == "float16":
        return memoryview(raw).cast("B").cast("e").tolist()
    return array("f", b"".join(b"\0\0" + raw[i : i + 2] for i in range(0, len(raw), 2))).tolist()


def _compare_tensor(pack, got, described, tolerance, where):
    name, shape = described[:2]
    if not isinstance(got, torch.Tensor):
        raise Differs(f"{where} is {type(got).__name__}, not a tensor")
    if list(got.shape) != shape:
        raise Differs(f"{where} has shape {list(got.shape)}, not {shape}")
    if str(got.dtype) != f"torch.{name}":
        raise Differs(f"{where} has dtype {got.dtype}, not torch.{name}")
    mine, real = _raw(got), pack.elements(described)
    if mine == real:
        return
    mine, real = _numbers(mine, name), _numbers(real, name)
    relative, absolute = tolerance or _TOLERANCES.get(name, (0, 0))
    for i, (a, b) in enumerate(zip(mine, real)):
        if a == b or (a != a and b != b):
            continue
        if not abs(a - b) <= absolute + relative * abs(b) or math.isinf(b):
            raise Differs(f"{where} has {a!r} at {i}, not {b!r}")


def _compare(pack, got, coded, tolerance=None, where="the result"):
    if where == "the gradient" and (got is None or coded is None):
        # torch leaves some gradients of zeros undefined; which is no part of what is compared.
        if coded is not None:
            numbers = _numbers(pack.elements(coded["t"]), coded["t"][0])
        else:
            numbers = got.flatten().tolist() if got is not None else []
        if any(numbers):
            raise Differs(f"{where} is {got}, not {coded}")
        return
    if isinstance(coded, dict) and "t" in coded:
        _compare_tensor(pack, got, coded["t"], tolerance, where)
        if got.requires_grad != coded["t"][4] and where == "the result":
            raise Differs(f"{where} has requires_grad={got.requires_grad}")
        return
    if isinstance(coded, dict) and "tuple" in coded:
        coded = coded["tuple"]
    if isinstance(coded, list):
        if not isinstance(got, (tuple, list)) or len(got) != len(coded):
            raise Differs(f"{where} is no sequence of {len(coded)}")
        for a, b in zip(got, coded):
            _compare(pack, a, b, tolerance, where)
        return
    real = pack.value(coded)
    if type(got) is not type(real) or (got != real and got == got):
        raise Differs(f"{where} is {got!r}, not {real!r}")


def _attribute(owner, path):
    for part in path.split("."):
        try:
            owner = getattr(owner, part)
        except AttributeError:
            raise Missing(f"{path} is missing") from None
    return owner


def _einsum(tensors, equation):
    return torch.einsum(equation, tensors)


def _where(self, condition, other, **kwargs):
    return torch.where(condition, self, other, **kwargs)


def _embedding(weight, indices, **kwargs):
    return F.embedding(indices, weight, **kwargs)


def _normal(variant):
    if variant == "in_place":
        return lambda tensor, *args, **kwargs: tensor.normal_(*args, **kwargs)
    if variant == "number_mean":
        return lambda std, mean, *args, **kwargs: torch.normal(mean, std, *args, **kwargs)
    return torch.normal


# OpInfo's entries whose call is not the name with the sample's arguments.
_ODD = {
    "einsum": _einsum, "where": _where, "nn.functional.embedding": _embedding,
    "uniform": lambda tensor, *args, **kwargs: tensor.uniform_(*args, **kwargs),
    "rand_like": lambda *args, **kwargs: torch.randn_like(*args, **kwargs),
    "zero_": lambda tensor: torch.zero_(tensor.clone()),
    "resize_": lambda tensor, shape: tensor.clone().resize_(shape),
    "T": lambda tensor: tensor.T, "H": lambda tensor: tensor.H, "mT": lambda tensor: tensor.mT,
}  # fmt: skip
_METHODS = {
    "item", "contiguous", "expand", "expand_as", "to", "reshape_as", "view", "view_as", "bfloat16", "bool", "byte", "double",
    "float", "half", "int", "long", "short", "new_zeros", "new_ones", "new_full", "unfold", "repeat",
}  # fmt: skip
_SEEDED = {
    "item", "normal", "uniform", "randn", "randn_like", "rand_like", "randint", "multinomial", "bernoulli",
    "nn.functional.dropout", "nn.functional.multi_head_attention_forward", "nn.functional.scaled_dot_product_attention",
}  # fmt: skip


def _callable(entry):
    name, variant = entry["op"], entry["variant"]
    if name == "normal":
        return _normal(variant)
    if name in _ODD:
        return _ODD[name]
    if name in _METHODS or name.startswith("__"):
        if not hasattr(torch.Tensor, name):
            raise Missing(f"Tensor.{name} is missing")
        return lambda tensor, *args, **kwargs: getattr(torch.Tensor, name)(tensor, *args, **kwargs)
    return _attribute(torch, name)


def _tensors(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _tensors(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _tensors(item)


def _call(pack, entry, sample):
    kwargs = {name: pack.value(coded) for name, coded in sample["kwargs"].items()}
    given = pack.value(sample["input"]), pack.value(sample["args"]), kwargs
    call = _callable(entry)
    torch.manual_seed(42 if entry["op"] in _SEEDED else 0)
    return given, call(given[0], *given[1], **given[2])


def _weights(tensor):
    numbers = [math.cos(i) for i in range(tensor.numel())]
    return torch.tensor(numbers, dtype=tensor.dtype).view(tensor.shape)


def _run_sample(pack, entry, sample, tolerances):
    given, result = _call(pack, entry, sample)
    _compare(pack, result, sample["out"], tolerances.get("result"))
    if "grads" not in sample:
        return
    inputs = [tensor for tensor in _tensors(given) if tensor.requires_grad]
    outputs = [tensor for tensor in _tensors(result) if tensor.requires_grad and tensor.dtype.is_floating_point]
    got = torch.autograd.grad(outputs, inputs, [_weights(tensor) for tensor in outputs], allow_unused=True)
    _compare(pack, list(got), sample["grads"], tolerances.get("gradient"), "the gradient")


def _unsupported(error):
    return "in this course's" in str(error)


def _why(error):
    """(kind, words) of a sample that did not pass: "missing" for what the subset lacks, else "differs"."""
    if isinstance(error, Differs):
        return "differs", str(error)
    lacks = isinstance(error, (Missing, Unreadable)) or _unsupported(error)
    return "missing" if lacks else "differs", f"{type(error).__name__}: {error}".partition("\n")[0][:300]


def run(entries, blob, tolerances):
    """[{op, variant, ok, misses: [[sample, kind, why]]}] of packed entries.

    `tolerances` gives an op's "result" or "gradient" other limits, (relative, absolute), than the default.
    """
    warnings.simplefilter("ignore")
    pack, report = Pack(blob), []
    for entry in entries:
        misses = []
        for i, sample in enumerate(entry["samples"]):
            try:
                _run_sample(pack, entry, sample, tolerances.get(entry["op"], {}))
            except Exception as error:
                misses.append([i, *_why(error)])
        report.append({
            "op": entry["op"], "variant": entry["variant"], "ok": len(entry["samples"]) - len(misses), "misses": misses,
        })  # fmt: skip
    return report


_ADDRESS = re.compile(r"0x[0-9a-f]+")


def _run_error(pack, row):
    pack.sharing(True)
    try:
        _call(pack, row, row)
    except (Missing, Unreadable):
        raise
    except Exception as error:
        if _unsupported(error):
            raise
        got, real = f"{type(error).__name__}: {error}", f"{row['error']}: {row['text']}"
        if _ADDRESS.sub("", got) != _ADDRESS.sub("", real):
            raise Differs(f"raises {got!r}, not {real!r}") from None
        return
    raise Differs(f"raises nothing, not {row['error']}: {row['text']!r}")


def run_errors(rows, blob):
    """As `run`, for the packed inputs that must fail: class and text are the real ones'."""
    warnings.simplefilter("ignore")
    pack, report = Pack(blob), {}
    for row in rows:
        found = report.setdefault(
            (row["op"], row["variant"]), {"op": row["op"], "variant": row["variant"], "ok": 0, "misses": []}
        )
        try:
            _run_error(pack, row)
            found["ok"] += 1
        except Exception as error:
            found["misses"].append([found["ok"] + len(found["misses"]), *_why(error)])
    return list(report.values())


def live_handles():
    """How many arrays the engine still holds once Python has let go of all it can."""
    import json

    from sconce_face import schema

    sys.last_exc = None
    gc.collect()
    schema.settle()
    return json.loads(str(bridge.stats_text()))["live_handles"]
