"""Products of vectors and matrices."""

from ._define import both, define, defines, functions
from ._tensor import Tensor, face

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


def _combined(product, a, beta, alpha):
    """beta * a + alpha * product, without the factors that are 1, and without a where beta is 0."""
    product = product if alpha == 1 else product * alpha
    if beta == 0:
        return product
    return (a if beta == 1 else a * beta) + product


def _check_matrices(mat1, mat2):
    for word, matrix in (("mat1", mat1), ("mat2", mat2)):
        if matrix.ndim != 2:
            raise RuntimeError(f"{word} must be a matrix, got {matrix.ndim}-D tensor")
    if mat1.shape[1] != mat2.shape[0]:
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({mat1.shape[0]}x{mat1.shape[1]} and "
            f"{mat2.shape[0]}x{mat2.shape[1]})"
        )


def _addmm(a, mat1, mat2, beta, alpha):
    _check_matrices(mat1, mat2)
    return _combined(_matmul(mat1, mat2), a.expand(mat1.shape[0], mat2.shape[1]), beta, alpha)


def _addmv(a, mat, vec, beta, alpha):
    if mat.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got {a.ndim}, {mat.ndim}, {vec.ndim}")
    if mat.shape[1] != vec.shape[0] or a.ndim and a.shape[0] not in (1, mat.shape[0]):
        raise RuntimeError(
            f"size mismatch, got input ({a.shape[0] if a.ndim else 1}), mat ({mat.shape[0]}x{mat.shape[1]}), vec "
            f"({vec.shape[0]})"
        )
    return _combined(_matmul(mat, vec), a, beta, alpha)


def _baddbmm(a, batch1, batch2, beta, alpha):
    return _combined(bmm(batch1, batch2), a.expand(batch1.shape[0], batch1.shape[1], batch2.shape[-1]), beta, alpha)


def _addbmm(a, batch1, batch2, beta, alpha):
    return _combined(bmm(batch1, batch2).sum(0), a, beta, alpha)


def _addr(a, vec1, vec2, beta, alpha):
    return _combined(functions["outer"](vec1, vec2), a, beta, alpha)


_SCALES = f"*, Number beta=1, Number alpha=1, {_OUT}"
for _name, _names, _run, _doc in (
    ("addmm", "Tensor mat1, Tensor mat2", _addmm, "beta * input + alpha * mat1 @ mat2."),
    ("addmv", "Tensor mat, Tensor vec", _addmv, "beta * input + alpha * mat @ vec."),
    ("baddbmm", "Tensor batch1, Tensor batch2", _baddbmm, "beta * input + alpha * batch1 @ batch2, matrix by matrix."),
    ("addbmm", "Tensor batch1, Tensor batch2", _addbmm, "beta * input + alpha * the sum of batch1 @ batch2."),
    ("addr", "Tensor vec1, Tensor vec2", _addr, "beta * input + alpha * the outer product of two vectors."),
):
    define(_name, (f"(Tensor input, {_names}, {_SCALES})", both(_run)), in_place=True, doc=_doc)

define("ger", (f"(Tensor input, Tensor vec2, *, {_OUT})", lambda a, vec2: functions["outer"](a, vec2)),
       doc="The table of products of two vectors.")  # fmt: skip


def chain_matmul(*matrices, out=None):
    """The product of several matrices, in the order that takes the fewest multiplications."""
    import warnings

    from .linalg import multi_dot

    warnings.warn(
        "torch.chain_matmul is deprecated and will be removed in a future PyTorch release. Use torch.linalg.multi_dot "
        "instead, which accepts a list of two or more tensors rather than multiple parameters.",
        stacklevel=2,
    )
    return matrices[0] if len(matrices) == 1 else multi_dot(matrices)


functions["chain_matmul"] = chain_matmul


def _late_method(name):
    def call(self, *args, **kwargs):
        from . import _old_linalg

        return getattr(_old_linalg, name)(self, *args, **kwargs)

    call.__name__, call.__qualname__, call.__module__ = name, f"Tensor.{name}", "torch"
    call.__doc__ = f"As torch.{name}."
    return call


for _name in ("cholesky_solve", "det", "inverse", "logdet", "matrix_exp", "matrix_power", "pinverse", "slogdet", "svd"):
    setattr(Tensor, _name, _late_method(_name))
