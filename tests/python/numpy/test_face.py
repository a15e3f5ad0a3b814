"""What cannot be compared with the real library's output line by line: the subset's own words, NumPy 2.4's changes,
sharing storage with torch, wide and large data."""

import copy
import gc
import inspect
import pickle

import numpy as np


def raises(kind, text, function, *args, **kwargs):
    try:
        function(*args, **kwargs)
    except kind as error:
        assert type(error) is kind or kind is Exception, type(error)
        assert text in str(error), f"{error!s} does not say {text!r}"
        return error
    raise AssertionError(f"no {kind.__name__}")


# names the subset lacks
raises(AttributeError, "module 'numpy' has no attribute 'fft'\nnumpy.fft is not in this course's NumPy subset: torch and numpy have no Fourier transforms here.", lambda: np.fft)
raises(AttributeError, "the nearest name here is numpy.mean.", lambda: np.meen)
raises(AttributeError, "the nearest name here is numpy.argsort.", lambda: np.argsotr)
raises(AttributeError, "'numpy.ndarray' object has no attribute 'summ'\nndarray.summ is not in this course's NumPy subset; the nearest name here is ndarray.sum.", lambda: np.zeros(1).summ)
raises(AttributeError, "numpy.linalg.eig is not in this course's NumPy subset", lambda: np.linalg.eig)
raises(AttributeError, "numpy.random.poissn is not in this course's NumPy subset", lambda: np.random.poissn)
raises(ModuleNotFoundError, "No module named 'numpy.fft'\nnumpy.fft is not in this course's NumPy subset", lambda: __import__("numpy.fft"))
raises(TypeError, "the dtype 'uint32' is not in this course's NumPy subset", np.zeros, 2, dtype="uint32")
raises(TypeError, "arrays of strings are not in this course's NumPy subset", np.array, ["a"])
raises(TypeError, "arrays of None are not in this course's NumPy subset", np.array, [None, 1])
raises(NotImplementedError, "where= is not in this course's NumPy subset", np.add, 1, 2, where=np.array([True]))

# 2.3: float32 goes to exponents at 1e6, beyond which its zeros would not be digits of the value
assert repr(np.array([1234567.0], dtype=np.float32)) == "array([1.234567e+06], dtype=float32)"
assert repr(np.array([999999.0, 1000.0], dtype=np.float32)) == "array([999999.,   1000.], dtype=float32)"
assert str(np.float32(1234567)) == "1.234567e+06" and str(np.float32(999999)) == "999999.0"
# 2.3: comparison with text gives a NumPy bool; count_nonzero gives a NumPy integer
assert repr(np.float64(2) == "a") == "np.False_" and repr(np.count_nonzero([1, 0, 2])) == "np.int64(2)"
# 2.4: only arrays of no dimensions convert to Python scalars
raises(TypeError, "only 0-dimensional arrays can be converted to Python scalars", float, np.array([2.5]))
raises(TypeError, "only 0-dimensional arrays can be converted to Python scalars", int, np.array([1, 2]))
assert np.__version__ == "2.4.6"

# too much memory is an error, and the next line works
try:
    np.zeros(10**12)
except MemoryError as caught:
    assert str(caught) == "Unable to allocate 7.28 TiB for an array with shape (1000000000000,) and data type float64"
assert np.zeros(3).sum() == 0

# wide integers and large arrays go through whole
wide = np.array([2**62, -(2**62), 2**53 + 1] * 2000)
assert wide.tolist()[:3] == [2**62, -(2**62), 2**53 + 1] and wide[2] == 2**53 + 1 and int(wide.max()) == 2**62
assert np.array([2**53 + 1])[0] == 2**53 + 1 and np.int64(2**53 + 1) + np.array([0]) == 2**53 + 1
big = np.arange(100_000)
assert big.sum() == 4999950000 and big.tolist()[-1] == 99_999 and (big * 2.5)[99_999] == 249997.5
assert np.array(list(range(100_000)), dtype=np.float32)[-1] == 99_999
assert np.array([True, False] * 5000).tolist()[:3] == [True, False, True]
assert big.astype(np.float32).tobytes()[-4:] == np.float32(99_999).astype(np.float32)._as_array_method("tobytes")

# copies and pickles
for value in (np.float64(1.5), np.int64(3), np.float32(0.1), np.True_, np.arange(6.0).reshape(2, 3), np.dtype("float32")):
    for other in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert type(other) is type(value) and np.array_equal(other, value) if isinstance(value, np.ndarray) else other == value

# signatures and docstrings
assert str(inspect.signature(np.mean)).startswith("(a, axis=None, dtype=None, out=None, keepdims=<no value>")
assert str(inspect.signature(np.concatenate)).startswith("(arrays, axis=0, out=None, *, dtype=None")
undocumented = [
    name for name in dir(np)
    if not name.startswith("_") and callable(getattr(np, name)) and not (getattr(np, name).__doc__ or "").strip()
]  # fmt: skip
assert not undocumented, undocumented
assert [name for name in dir(np.ndarray) if not name.startswith("_") and not getattr(np.ndarray, name).__doc__] == []

# torch shares storage with arrays
import torch  # noqa: E402

array = np.array([1.0, 2.0, 3.0])
tensor = torch.from_numpy(array)
tensor[0] = 10
assert array[0] == 10
array[1] = 20
assert tensor[1].item() == 20
back = tensor.numpy()
back[2] = 30
assert array[2] == 30 and isinstance(back, np.ndarray) and back.dtype == np.float64
assert torch.tensor(array).dtype is torch.float64 and torch.tensor(np.float32(2.5)).item() == 2.5
assert np.asarray(torch.ones(2, 2)).tolist() == [[1.0, 1.0], [1.0, 1.0]] and np.array(torch.arange(3)).dtype == np.int64
assert torch.tensor([1.0, 2.0]).mul(np.float64(2)).tolist() == [2.0, 4.0] and (np.float64(2) * torch.ones(2)).tolist() == [2.0, 2.0]
assert isinstance(torch.ones(2) * np.sqrt(4), torch.Tensor) and isinstance(np.sqrt(4) * torch.ones(2), torch.Tensor)
assert isinstance(torch.ones(2) / np.int64(2), torch.Tensor) and isinstance(np.float32(2) - torch.ones(2), torch.Tensor)
raises(RuntimeError, "Can't call numpy() on Tensor that requires grad", np.asarray, torch.ones(2, requires_grad=True))

del array, tensor, back, wide, big, value, other
gc.collect()
