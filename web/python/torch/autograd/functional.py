"""Jacobians, Hessians and their products with vectors, for functions of one tensor or several."""

import torch
from torch import Tensor

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]

_OUTPUTS = "outputs of the user-provided function"
_NO_VECTOR = (
    "The vector v can only be None if the {} is a single Tensor with a single element."
)


def _as_tuple(value, what, where):
    """(whether it was a tuple, the tensors). Raises TypeError where one is no tensor."""
    many = isinstance(value, tuple)
    for i, item in enumerate(value if many else (value,)):
        if not isinstance(item, Tensor):
            got = f"value at index {i} has type" if many else f"given {what} has type"
            raise TypeError(
                f"The {what} given to {where} must be either a Tensor or a tuple of Tensors but the {got} {type(item)}."
            )
    return many, value if many else (value,)


def _unpacked(found, *many):
    """Nested tuples without the levels that the caller had none of."""
    outer, *inner = many
    if inner:
        found = tuple(_unpacked(item, *inner) for item in found)
    return found if outer else found[0]


def _prepared(inputs, create_graph, need_graph=True):
    return tuple(
        item.view_as(item) if create_graph and item.requires_grad else item.detach().requires_grad_(need_graph)
        for item in inputs
    )


def _finished(found, create_graph):
    if isinstance(found, Tensor):
        return found if create_graph else found.detach()
    return tuple(_finished(item, create_graph) for item in found)


def _vector(v, like, many, create_graph, where, none_fits):
    if v is None:
        if len(like) != 1 or like[0].numel() != 1:
            raise RuntimeError(none_fits)
        return None
    v = _prepared(_as_tuple(v, "v", where)[1], create_graph, False)
    if len(v) != len(like):
        if many:
            raise RuntimeError(f"v is a tuple of invalid length: should be {len(like)} but got {len(v)}.")
        raise RuntimeError("The given v should contain a single Tensor.")
    for i, (given, other) in enumerate(zip(v, like)):
        if given.shape != other.shape:
            entry = f"Entry {i} in " if many else ""
            raise RuntimeError(f"{entry}v has invalid size: should be {other.shape} but got {given.shape}.")
    return v


def _require(tensors, words, strict):
    for i, item in enumerate(tensors if strict else ()):
        if item is None:
            raise RuntimeError(
                f"The output of the user-provided function is independent of input {i}. This is not allowed in strict mode."
            )
        if not item.requires_grad:
            raise RuntimeError(words.format(i))


_OUTPUT_WORDS = (
    "Output {} of the user-provided function does not require gradients. The outputs must be computed in a differentiable "
    "manner from the input when running in strict mode."
)
_JACOBIAN_WORDS = (
    "While computing the hessian, found that the jacobian of the user-provided function with respect to input {} is "
    "independent of the input. This is not allowed in strict mode. You should ensure that your function is twice "
    "differentiable and that the jacobian depends on the inputs (this would be violated by a linear function for example)."
)
_GRADIENT_WORDS = (
    "The gradient with respect to input {} is independent of the inputs of the user-provided function. This is not allowed "
    "in strict mode."
)


def _grad(outputs, inputs, seeds=None, create_graph=False, retain_graph=None):
    """torch.autograd.grad over the outputs that require one; None for each input where none does."""
    seeds = (None,) * len(outputs) if seeds is None else seeds
    pairs = [(out, seed) for out, seed in zip(outputs, seeds) if out is not None and out.requires_grad]
    if not pairs:
        return (None,) * len(inputs)
    outputs, seeds = zip(*pairs)
    return torch.autograd.grad(
        outputs, inputs, seeds, allow_unused=True, create_graph=create_graph, retain_graph=retain_graph
    )


def _filled(grads, like, strict, create_graph, words, what):
    found = []
    for i, (grad, other) in enumerate(zip(grads, like)):
        if grad is None:
            if strict:
                raise RuntimeError(words.format(i))
            grad = torch.zeros_like(other)
        elif strict and create_graph and not grad.requires_grad:
            raise RuntimeError(
                f"The {what} of the user-provided function is independent of input {i}. This is not allowed in strict mode "
                "when create_graph=True."
            )
        found.append(grad)
    return tuple(found)


def _mode(create_graph):
    return torch.set_grad_enabled(create_graph or torch.is_grad_enabled())


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """(func(*inputs), the product of `v` with the Jacobian there)."""
    with torch.enable_grad():
        many, inputs = _as_tuple(inputs, "inputs", "vjp")
        inputs = _prepared(inputs, create_graph)
        many_out, outputs = _as_tuple(func(*inputs), _OUTPUTS, "vjp")
        _require(outputs, _OUTPUT_WORDS, strict)
        words = (
            "The vector v can only be None if the user-provided function returns a single Tensor with a single element."
        )
        v = _vector(v, outputs, many_out, create_graph, "vjp", words)
    with _mode(create_graph):
        words = (
            "The output of the user-provided function is independent of input {}. This is not allowed in strict mode."
        )
        found = _filled(_grad(outputs, inputs, v, create_graph), inputs, strict, create_graph, words, "jacobian")
    return _unpacked(_finished(outputs, create_graph), many_out), _unpacked(_finished(found, create_graph), many)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """(func(*inputs), the product of the Jacobian there with `v`), by differentiating a vjp with respect to its vector."""
    with torch.enable_grad():
        many, inputs = _as_tuple(inputs, "inputs", "jvp")
        inputs = _prepared(inputs, create_graph)
        words = _NO_VECTOR.format("input to the user-provided function")
        v = _vector(v, inputs, many, create_graph, "jvp", words)
        many_out, outputs = _as_tuple(func(*inputs), _OUTPUTS, "jvp")
        _require(outputs, _OUTPUT_WORDS, strict)
        seeds = tuple(torch.zeros_like(out, requires_grad=True) for out in outputs)
        grads = _grad(outputs, inputs, seeds, create_graph=True)
        _require(grads, _GRADIENT_WORDS, strict)
    with torch.set_grad_enabled(create_graph or torch.is_grad_enabled()):
        words = (
            "The gradient with respect to the input is independent of entry {} in the grad_outputs when using the double "
            "backward trick to compute forward mode gradients. This is not allowed in strict mode."
        )
        found = _filled(_grad(grads, seeds, v, create_graph), outputs, strict, create_graph, words, "jacobian")
    return _unpacked(_finished(outputs, create_graph), many_out), _unpacked(_finished(found, create_graph), many_out)


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """The Jacobian of `func`: one tensor of shape (*output, *input) for each pair of output and input.

    `vectorize` and `strategy` say how it is computed elsewhere; here it is row by row, backwards.
    """
    if strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError(
            'Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your function has more outputs than '
            'inputs, "forward-mode" tends to be more performant. Otherwise, prefer to use "reverse-mode".'
        )
    with torch.enable_grad():
        many, inputs = _as_tuple(inputs, "inputs", "jacobian")
        inputs = _prepared(inputs, create_graph)
        many_out, outputs = _as_tuple(func(*inputs), _OUTPUTS, "jacobian")
        _require(outputs, _OUTPUT_WORDS, strict)
        found = tuple(_rows(out, i, inputs, create_graph, strict) for i, out in enumerate(outputs))
    return _unpacked(_finished(found, create_graph), many_out, many)


def _rows(out, place, inputs, create_graph, strict):
    rows = []
    for j in range(out.numel()):
        grads = _grad((out.reshape(-1)[j],), inputs, create_graph=create_graph, retain_graph=True)
        words = f"Output {place} of the user-provided function is independent of input {{}}. "
        words += "This is not allowed in strict mode."
        rows.append(_filled(grads, inputs, strict, create_graph, words, "jacobian"))
    columns = zip(*rows) if rows else ((),) * len(inputs)
    return tuple(torch.stack(list(column)).view(out.shape + item.shape) for column, item in zip(columns, inputs))


def _single(value, where):
    many, (out, *_) = _as_tuple(value, _OUTPUTS, where)
    if many:
        raise RuntimeError(f"The function given to {where} should return a single Tensor")
    if out.numel() != 1:
        raise RuntimeError(f"The Tensor returned by the function given to {where} should contain a single element")
    return out


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    """The Hessian of a function with one output element: one tensor of shape (*input, *input) for each pair of inputs."""
    many, inputs = _as_tuple(inputs, "inputs", "hessian")
    if outer_jacobian_strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode".')

    def scalar(*given):
        out = _single(func(*given), "hessian")
        _require((out,), _OUTPUT_WORDS, strict)
        return out.squeeze()

    def first(*given):
        found = jacobian(scalar, given, create_graph=True)
        _require(found, _JACOBIAN_WORDS, strict)
        return found

    return _unpacked(jacobian(first, inputs, create_graph, strict, vectorize), many, many)


def _second(func, inputs, v, create_graph, strict, where):
    """(many, inputs, v, output, gradient with a graph): what vhp and hvp share."""
    many, inputs = _as_tuple(inputs, "inputs", where)
    inputs = _prepared(inputs, create_graph)
    words = _NO_VECTOR.format("input to the user-provided function")
    v = _vector(v, inputs, many, create_graph, where, words)
    out = _single(func(*inputs), where)
    _require((out,), _OUTPUT_WORDS, strict)
    grads = _grad((out,), inputs, create_graph=True)
    _require(grads, _JACOBIAN_WORDS, strict)
    return many, inputs, v, out, grads


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    """(func(*inputs), the product of `v` with the Hessian there)."""
    with torch.enable_grad():
        many, inputs, v, out, grads = _second(func, inputs, v, create_graph, strict, "vhp")
    with _mode(create_graph):
        words = (
            "The jacobian of the user-provided function is independent of input {}. This is not allowed in strict mode."
        )
        found = _filled(_grad(grads, inputs, v, create_graph), inputs, strict, create_graph, words, "hessian")
    return _finished(out, create_graph), _unpacked(_finished(found, create_graph), many)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    """(func(*inputs), the product of the Hessian there with `v`)."""
    with torch.enable_grad():
        many, inputs, v, out, grads = _second(func, inputs, v, create_graph, strict, "hvp")
        seeds = tuple(torch.zeros_like(item, requires_grad=True) for item in inputs)
        twice = _grad(grads, inputs, seeds, create_graph=True)
    with _mode(create_graph):
        words = (
            "The hessian of the user-provided function is independent of entry {} in the grad_jacobian. This is not allowed "
            "in strict mode as it prevents from using the double backward trick to replace forward mode AD."
        )
        found = _filled(_grad(twice, seeds, v, create_graph), inputs, strict, create_graph, words, "hessian")
    return _finished(out, create_graph), _unpacked(_finished(found, create_graph), many)
