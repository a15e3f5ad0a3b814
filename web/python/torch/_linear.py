"""Products of vectors and matrices."""

from ._define import define, defines
from ._tensor import face

_call = face.operation
_matmul = _call("matmul")
_OUT = "Tensor? out=None"

define("matmul", (f"(Tensor input, Tensor other, *, {_OUT})", "matmul"))


@defines("dot", f"(Tensor input, Tensor tensor, *, {_OUT})")
def dot(a, tensor):
    """The sum of the products of two vectors' elements."""
    if a.ndim != 1 or tensor.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {a.ndim}D and {tensor.ndim}D tensors")
    if a.dtype is not tensor.dtype:
        raise RuntimeError(
            f"dot : expected both vectors to have same dtype, but found {a.dtype._noun} and {tensor.dtype._noun}"
        )
    if a.shape != tensor.shape:
        n, m = a.shape[0], tensor.shape[0]
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{n}] and src [{m}] to have the same number of elements, but "
            f"got {n} and {m} elements respectively"
        )
    return _matmul(a, tensor)


@defines("mm", f"(Tensor input, Tensor mat2, *, {_OUT})")
def mm(a, mat2):
    """The product of two matrices."""
    for word, matrix in (("self", a), ("mat2", mat2)):
        if matrix.ndim != 2:
            raise RuntimeError(f"{word} must be a matrix")
    return _matmul(a, mat2)


@defines("bmm", f"(Tensor input, Tensor mat2, *, {_OUT})")
def bmm(a, mat2):
    """The products of two batches of matrices (B, N, M) and (B, M, P)."""
    for i, batch in enumerate((a, mat2), 1):
        if batch.ndim != 3:
            raise RuntimeError(f"batch{i} must be a 3D tensor")
    if a.shape[0] != mat2.shape[0] or a.shape[2] != mat2.shape[1]:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{a.shape[0]}, {a.shape[2]}] but got: "
            f"[{mat2.shape[0]}, {mat2.shape[1]}]."
        )
    return _matmul(a, mat2)


@defines("mv", f"(Tensor input, Tensor vec, *, {_OUT})")
def mv(a, vec):
    """The product of a matrix and a vector."""
    if a.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got 1, {a.ndim}, {vec.ndim}")
    return _matmul(a, vec)
