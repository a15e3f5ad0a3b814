"""Products of vectors and matrices."""

from ._define import define, functions
from ._tensor import Tensor

_OUT = "Tensor? out=None"

define("matmul", (f"(Tensor input, Tensor other, *, {_OUT})", "matmul"))


for _name, _other in (("dot", "tensor"), ("mv", "vec"), ("mm", "mat2"), ("bmm", "mat2")):
    define(_name, (f"(Tensor input, Tensor {_other}, *, {_OUT})", _name))
for _name, _names in (
    ("addmm", "Tensor mat1, Tensor mat2"), ("addmv", "Tensor mat, Tensor vec"),
    ("baddbmm", "Tensor batch1, Tensor batch2"), ("addbmm", "Tensor batch1, Tensor batch2"),
    ("addr", "Tensor vec1, Tensor vec2"),
):  # fmt: skip
    define(_name, (f"(Tensor input, {_names}, *, Number beta=1, Number alpha=1, {_OUT})", _name), in_place=True)

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
