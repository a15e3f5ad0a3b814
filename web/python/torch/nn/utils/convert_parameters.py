"""Parameters as one vector, and back."""

from ..._tensor import Tensor, face
from ..._tensor import typename

__all__ = ["parameters_to_vector", "vector_to_parameters"]


def parameters_to_vector(parameters):
    """All elements of all parameters in order, as one vector; gradients flow through it."""
    return face.operation("cat")([p.view(-1) for p in parameters], 0)


def vector_to_parameters(vec, parameters):
    """Let the parameters be views of slices of `vec`, in order."""
    if not isinstance(vec, Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {typename(vec)}")
    start = 0
    for param in parameters:
        stop = start + param.numel()
        param.data = vec[start:stop].view_as(param).data
        start = stop
