"""What to use instead of a name that the faces lack, where the nearest name would not help."""

_SPARSE = "use dense tensors"
_FLOATING = "use floating point tensors"
_NO_COMPLEX = "keep real and imaginary parts in tensors of their own"
_ONE_PROCESS = "a page runs one process"
_NO_DOWNLOADS = "a page downloads no models and no data sets"

# By the name as a program writes it; advice for a module is also for what is in it.
_ADVICE = {
    "torch.ao": _FLOATING,
    "torch.export": "call the module itself",
    "torch.fft": "torch and numpy have no Fourier transforms here",
    "torch.float8_e4m3fn": "use torch.float16 or torch.bfloat16",
    "torch.float8_e5m2": "use torch.float16 or torch.bfloat16",
    "torch.fx": "call the module itself",
    "torch.hub": f"{_NO_DOWNLOADS}: build a model of torch.nn",
    "torch.multiprocessing": f"{_ONE_PROCESS}: call the function itself",
    "torch.onnx": "models stay in the page: keep them with torch.save",
    "torch.quantization": _FLOATING,
    "torch.sparse": _SPARSE,
    "torch.sparse_coo_tensor": _SPARSE,
    "torch.sparse_csr_tensor": _SPARSE,
    "torch.utils._pytree": "walk the lists and dicts yourself",
    "torch.utils.cpp_extension": "a page has no compiler: write the function in Python",
    "torch.utils.model_zoo": f"{_NO_DOWNLOADS}: build a model of torch.nn",
    "torch.utils.tensorboard": "keep what you measure in a list and print it",
    "torch.distributions.binomial": "add up draws of Bernoulli",
    "Tensor.astype": "that is NumPy's: use Tensor.to(dtype)",
    "Tensor.copy": "that is NumPy's: use Tensor.clone()",
    "Tensor.index": "write tensor[...]",
    "Tensor.partition": "use Tensor.sort",
    "Tensor.to_sparse": _SPARSE,
    "Tensor.tofile": "use torch.save",
    "numpy.fft": "torch and numpy have no Fourier transforms here",
    "numpy.memmap": "a page has no large files: use numpy.load",
    "numpy.polyfit": "solve the least squares of numpy.vander's columns with torch.linalg.lstsq",
    "numpy.argpartition": "use numpy.argsort",
    "numpy.partition": "use numpy.sort",
    "numpy.random.beta": "draw with torch.distributions.Beta",
    "numpy.random.binomial": "count numpy.random.rand(n) < p",
    "numpy.random.multivariate_normal": "multiply numpy.random.standard_normal by a root of the covariance",
    "numpy.random.pareto": "write (1 - numpy.random.rand()) ** (-1 / a) - 1",
    "numpy.random.triangular": "add two draws of numpy.random.uniform",
    "numpy.uint": "use numpy.int64",
    "numpy.uint32": "use numpy.int64",
    "numpy.uint64": "use numpy.int64",
    "numpy.uintc": "use numpy.int64",
    "numpy.uintp": "use numpy.int64",
    "ndarray.partition": "use ndarray.sort",
    "ndarray.tofile": "use numpy.save",
    "torchaudio": _NO_DOWNLOADS,
    "torchtext": f"{_NO_DOWNLOADS}: put a text into a string and split it",
    "torchvision": f"{_NO_DOWNLOADS}: make the tensors, or build a model of torch.nn",
}

# Modules that teaching code imports beside torch, and that no page has.
NEIGHBOURS = ("torchaudio", "torchtext", "torchvision")


def advice(name):
    """What to use instead of `name`, or None; advice for a module is also for what is in it."""
    while name:
        if name in _ADVICE:
            return _ADVICE[name]
        name = name.rpartition(".")[0]
    return None


def advised():
    """Every name that has its own advice."""
    return tuple(_ADVICE)
