"""What torch says about a name the subset lacks, in the words both faces share."""

from sconce_face import missing

_LIBRARY = "PyTorch"


# What to do instead, where the nearest name would not help.
_ADVICE = {
    "torch.jit": "functions and modules run as they are: leave torch.jit out",
    "torch.multiprocessing": "a page runs one process",
    "torch.profiler": "measure with time.perf_counter()",
    "torch.hub": "a page downloads no models: build one with torch.nn",
    "torch.onnx": "models stay in the page: keep them with torch.save",
    "torch.sparse": "use dense tensors",
    "torch.sparse_coo_tensor": "use a dense tensor",
    "torch.quantization": "use floating point tensors",
    "torch.ao": "use floating point tensors",
    "torch.fx": "call the module itself",
    "torch.export": "call the module itself",
    "torch.fft": "numpy and torch have no Fourier transforms here",
    "torch.float8_e4m3fn": "use torch.float16 or torch.bfloat16",
    "Tensor.to_sparse": "use dense tensors",
    "Tensor.astype": "that is NumPy's: use Tensor.to(dtype)",
    "Tensor.copy": "that is NumPy's: use Tensor.clone()",
}


def _advised(name, owner):
    advice = _ADVICE.get(f"{owner}.{name}")
    return f"{owner}.{name} is not in this course's {_LIBRARY} subset: {advice}." if advice else None


def report(name, owner, names):
    """The AttributeError for `owner.name`, where `names` are those that exist."""
    words, advised = f"module {owner!r} has no attribute {name!r}", _advised(name, owner)
    return AttributeError(f"{words}\n{advised}") if advised else missing.absent(words, name, owner, names, _LIBRARY)


def hint(name, owner, names):
    """One sentence: that the name is not in the subset, and what to use instead or the nearest name that is."""
    return _advised(name, owner) or missing.hint(name, owner, names, _LIBRARY)


missing.watch_imports("torch", _LIBRARY)
