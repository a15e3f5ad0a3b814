"""Every name of the census is there, or says that it is not in the subset and what to use; nothing else is said of it."""

import json
import warnings
from importlib import import_module

import numpy
import sconce_face.advice
import torch

# What needs files, processes or a compiler.
NOT_HERE = (
    "torch.multiprocessing", "torch.utils.tensorboard", "torch.utils.cpp_extension", "numpy.memmap",
)  # fmt: skip
# Of what the receiver is, counting could not know: these are methods of str, list and dict.
NOT_OURS = ("Tensor.index", "Tensor.partition")
# What only an object has.
OBJECTS = {"torch.optim.Optimizer": torch.optim.SGD([torch.nn.Parameter(torch.ones(1))])}

with open("/tests/data/census/names.json") as file:
    census = json.load(file)


def found(name):
    """What `name` names, or the words of the error."""
    owner, _, last = name.rpartition(".")
    try:
        if owner == "Tensor":
            array = numpy.ones((2, 2))
            return getattr(array if hasattr(array, last) else torch.ones(2, 2), last), None
        value = import_module(name.partition(".")[0])
        for place, part in enumerate(parts := name.split(".")[1:], 1):
            before = name.rsplit(".", len(parts) - place + 1)[0]
            value = getattr(OBJECTS.get(before, value), part)
        return value, None
    except AttributeError as error:
        return None, str(error)


absent = {name: said for name in census for said in [found(name)[1]] if said is not None}
for name, said in absent.items():
    assert "is not in this course's" in said, f"{name}: {said}"
    assert sconce_face.advice.advice(name), f"{name} is answered with the nearest name, which seldom is what it meant"

lacking = [name for name in absent if census[name] >= 3 and not name.startswith(NOT_HERE) and name not in NOT_OURS]
assert not lacking, lacking

# Advice is for what is not there.
for name in sconce_face.advice.advised():
    owner, _, last = name.rpartition(".")
    if owner in ("Tensor", "ndarray"):
        assert not hasattr({"Tensor": torch.Tensor, "ndarray": numpy.ndarray}[owner], last), name
        continue
    try:
        import_module(name)
    except ModuleNotFoundError as error:
        assert ": ".join(("subset" if owner else "course", sconce_face.advice.advice(name))) in str(error), error
    else:
        raise AssertionError(f"{name} is there, and has advice on what to use instead")


def message(line):
    try:
        exec(line, {"torch": torch, "np": numpy})
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    raise AssertionError(f"{line} raised nothing")


# However a name is asked for, the answer says it.
assert message("import torchvision").startswith("ModuleNotFoundError: No module named 'torchvision'\ntorchvision is not in")
assert message("from torchvision import transforms").startswith("ModuleNotFoundError: No module named 'torchvision'\n")
assert message("import torch.multiprocessing as mp") == (
    "ModuleNotFoundError: No module named 'torch.multiprocessing'\ntorch.multiprocessing is not in this course's PyTorch "
    "subset: a page runs one process: call the function itself."
)
assert message("torch.multiprocessing.spawn") == (
    "AttributeError: module 'torch' has no attribute 'multiprocessing'\ntorch.multiprocessing is not in this course's "
    "PyTorch subset: a page runs one process: call the function itself."
)
for line, words in {
    "from torch.nn import Liner": "cannot import name 'Liner' from 'torch.nn'\ntorch.nn.Liner is not in this course's PyTorch "
    "subset; the nearest name here is torch.nn.Linear.",
    "from torch.nn.functional import sofmax": "cannot import name 'sofmax' from 'torch.nn.functional'\n"
    "torch.nn.functional.sofmax is not in this course's PyTorch subset; the nearest name here is torch.nn.functional.softmax.",
    "from torch.optim.lr_scheduler import StepL": "cannot import name 'StepL' from 'torch.optim.lr_scheduler'\n"
    "torch.optim.lr_scheduler.StepL is not in this course's PyTorch subset; the nearest name here is "
    "torch.optim.lr_scheduler.StepLR.",
    "from torch.utils import _pytree": "cannot import name '_pytree' from 'torch.utils'\ntorch.utils._pytree is not in this "
    "course's PyTorch subset: walk the lists and dicts yourself.",
    "from numpy import memmap": "cannot import name 'memmap' from 'numpy'\nnumpy.memmap is not in this course's NumPy subset: "
    "a page has no large files: use numpy.load.",
}.items():
    assert message(line) == f"ImportError: {words}", message(line)
assert "init_process_group is not in this course's PyTorch subset: a page runs one process" in message(
    "import torch.distributed as dist; dist.init_process_group('nccl')"
)

# A program that looks first gets Python's usual answers.
assert not hasattr(torch, "jitter") and getattr(numpy, "memmap", None) is None
try:
    from torch.nn import Liner
except ImportError:
    Liner = torch.nn.Linear
assert type(torch) is type(torch.nn.functional) and repr(type(torch)) == "<class 'module'>"
assert {"softmax", "compile", "nn", "optim", "jit"} <= set(dir(torch)) and len(dir(torch)) == len(set(dir(torch)))

# What compiles is given back as it is, with a word about it once.
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    layer = torch.nn.Linear(2, 2)
    assert torch.compile(layer) is layer and torch.compile(len, mode="reduce-overhead") is len

    @torch.compile
    def doubled(x):
        return x * 2

    @torch.compile(dynamic=True)
    def halved(x):
        return x / 2

    assert doubled(torch.ones(1)).item() == 2 and halved(torch.ones(1)).item() == 0.5
assert [str(warning.message)[:35] for warning in caught] == ["torch.compile compiles nothing in t"], caught
OBJECTS.clear()
del layer
