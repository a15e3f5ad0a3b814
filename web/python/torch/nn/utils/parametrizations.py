"""Ready-made parametrizations: weight normalisation and spectral normalisation."""

from ..._tensor import Tensor
from ..modules.module import Module
from .. import functional as F
from . import _norms, parametrize

__all__ = ["spectral_norm", "weight_norm"]


class _WeightNorm(Module):
    def __init__(self, dim=0):
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g, weight_v):
        """The weight of length g in the direction of v."""
        return _norms.weight_from(weight_v, weight_g, self.dim)

    def right_inverse(self, weight):
        """The weight's length and the weight."""
        return _norms.norm_except_dim(weight, self.dim), weight


def weight_norm(module, name="weight", dim=0):
    """Train the length and the direction of a weight apart; `dim` keeps a length for each of its rows, None one for all."""
    parametrize.register_parametrization(module, name, _WeightNorm(dim), unsafe=True)

    def rename(state_dict, prefix, *_):
        # State dicts of the older torch.nn.utils.weight_norm have other names.
        for i, old in enumerate((f"{prefix}{name}_g", f"{prefix}{name}_v")):
            if old in state_dict:
                state_dict[f"{prefix}parametrizations.{name}.original{i}"] = state_dict.pop(old)

    module._register_load_state_dict_pre_hook(rename)
    return module


class _SpectralNorm(Module):
    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        ndim = weight.ndim
        if not -ndim <= dim < ndim:
            raise IndexError(
                f"Dimension out of range (expected to be in range of [-{ndim}, {ndim - 1}] but got {dim})"
            )
        if n_power_iterations <= 0:
            raise ValueError(
                f"Expected n_power_iterations to be positive, but got n_power_iterations={n_power_iterations}"
            )
        self.dim, self.eps = dim % ndim, eps
        if ndim > 1:
            self.n_power_iterations = n_power_iterations
            matrix = _norms.as_matrix(weight.detach(), self.dim)
            u, v = (matrix.new_empty(size).normal_(0, 1) for size in matrix.shape)
            self.register_buffer("_u", F.normalize(u, dim=0, eps=eps))
            self.register_buffer("_v", F.normalize(v, dim=0, eps=eps))
            _norms.iterate(matrix, self._u, self._v, 15, eps, True)

    def forward(self, weight):
        """The weight divided by its largest singular value."""
        if weight.ndim == 1:
            return F.normalize(weight, dim=0, eps=self.eps)
        matrix = _norms.as_matrix(weight, self.dim)
        if self.training:
            _norms.iterate(matrix, self._u, self._v, self.n_power_iterations, self.eps, True)
        # Copies: the next call writes the buffers, which backward would read.
        return weight / (self._u.clone() @ (matrix @ self._v.clone()))

    def right_inverse(self, value):
        """`value` itself."""
        return value


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Keep the largest singular value of a weight at 1 (Miyato et al., 2018)."""
    weight = getattr(module, name, None)
    if not isinstance(weight, Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    dim = _norms.default_dim(module) if dim is None else dim
    parametrize.register_parametrization(module, name, _SpectralNorm(weight, n_power_iterations, dim, eps))
    return module
