"""What autocast does: products and convolutions take their tensors in a narrow dtype, losses theirs in float32.

The functions are those of the rest of the package; the first autocast that is on gives those of two lists another run, which
looks at `state` first. Until then they cost what they always do.
"""

from .. import _define, _types
from .._tensor import Tensor


class State:
    """What the autocasts now entered ask for."""

    def __init__(self):
        self.enabled, self.dtype, self.caching, self.nesting = False, _types.bfloat16, True, 0
        self.cache, self.installed = {}, False


state = State()

_NARROW = (
    "addbmm addmm baddbmm bmm conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d linear matmul mm prelu "
    "scaled_dot_product_attention"
).split()
_WIDE = (
    "avg_pool3d binary_cross_entropy binary_cross_entropy_with_logits cdist cholesky cond "
    "cosine_embedding_loss ctc_loss det eigh eigvalsh hinge_embedding_loss huber_loss inv inverse kl_div "
    "l1_loss lstsq margin_ranking_loss matrix_rank mse_loss multi_margin_loss multilabel_margin_loss nll_loss "
    "pinv pinverse poisson_nll_loss prod qr quantile slogdet smooth_l1_loss soft_margin_loss solve svd svdvals "
    "trace triplet_margin_loss"
).split()

# Made of products that are not the program's: they run as they are.
_APART = "bilinear cov corrcoef matrix_exp matrix_power pdist".split()


def _cast_to(tensor, dtype):
    found = tensor.dtype
    if found is dtype or not found.is_floating_point or found is _types.float64:
        return tensor
    if not (state.caching and dtype is state.dtype and found is _types.float32 and tensor.requires_grad and tensor.is_leaf):
        return tensor.to(dtype)
    # A weight used again is the same narrow tensor, through which its gradients are added up.
    kept = state.cache.get(id(tensor))
    if kept is None:
        kept = state.cache[id(tensor)] = tensor, tensor.to(dtype)
    return kept[1]


def _casting(run, dtype_of):
    def cast(*values):
        if not state.enabled:
            return run(*values)
        dtype = dtype_of()
        given = [_cast_to(value, dtype) if dtype and isinstance(value, Tensor) else value for value in values]
        state.enabled = False
        try:
            return run(*given)
        finally:
            state.enabled = True

    return cast


def _change(function, dtype_of):
    parser = function.__wrapped__.parser
    for signature in parser.signatures:
        signature.run = _casting(signature.run, dtype_of)
    parser.plans.clear()


def _product(plain):
    def operator(self, other):
        if state.enabled and isinstance(other, Tensor):
            return self.matmul(other)
        return plain(self, other)

    operator.__name__, operator.__qualname__ = plain.__name__, plain.__qualname__
    return operator


def _made(owner, names):
    """The functions of a namespace under these names, or under them with an underscore, that read arguments as torch does."""
    for name in names:
        for shown in (name, f"_{name}"):
            function = owner.get(shown)
            if hasattr(getattr(function, "__wrapped__", None), "parser"):
                yield function


def install():
    """Give the functions of both lists their runs, once."""
    if state.installed:
        return
    from .. import linalg
    from ..nn import _alignment, _layers, _losses, _margins, _spatial, functional

    state.installed = True
    modules = functional, _layers, _losses, _spatial, _alignment, _margins, linalg
    spaces = (_define.functions, vars(Tensor), *map(vars, modules))
    lists = (_NARROW, lambda: state.dtype), (_WIDE, lambda: _types.float32), (_APART, lambda: None)
    for names, dtype_of in lists:
        for function in {id(f): f for space in spaces for f in _made(space, names)}.values():
            _change(function, dtype_of)
    Tensor.__matmul__ = _product(Tensor.__matmul__)
