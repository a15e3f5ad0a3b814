"""The mathematics that both forms of weight and spectral normalisation share."""

from ...autograd._composed import step
from ...autograd.grad_mode import no_grad
from .. import functional as F


def norm_except_dim(v, dim):
    """The 2-norms over all dimensions but `dim`, which keeps its place; over all for -1."""
    if dim == -1:
        return v.norm()
    return v.norm(2, tuple(d for d in range(v.dim()) if d != dim), keepdim=True)


def _scaled(v, g, dim):
    return v * (g / norm_except_dim(v, dim))


_scaled_step = step("WeightNormInterface")(_scaled)


def weight_from(v, g, dim):
    """g * v / |v| (Salimans and Kingma, 2016)."""
    # torch has one step for a length in the first or the last dimension.
    return (_scaled_step if dim in (0, v.dim() - 1) else _scaled)(v, g, dim)


def as_matrix(weight, dim):
    """The weight with `dim` first and all others as one."""
    if dim != 0:
        weight = weight.permute(dim, *(d for d in range(weight.dim()) if d != dim))
    return weight.reshape(weight.size(0), -1)


def unit(size, like, eps):
    """A random vector of length 1."""
    return F.normalize(like.new_empty(size).normal_(0, 1), dim=0, eps=eps)


@no_grad()
def iterate(matrix, u, v, steps, eps, u_first):
    """Bring u and v closer to the first singular vectors, in place (Miyato et al., 2018)."""
    for _ in range(steps):
        for first in (u_first, not u_first):
            if first:
                u.copy_(F.normalize(matrix @ v, dim=0, eps=eps))
            else:
                v.copy_(F.normalize(matrix.t() @ u, dim=0, eps=eps))


def default_dim(module):
    """The dimension of a module's weight that counts its outputs."""
    from ..modules.conv import ConvTranspose1d, ConvTranspose2d, ConvTranspose3d

    return 1 if isinstance(module, (ConvTranspose1d, ConvTranspose2d, ConvTranspose3d)) else 0
