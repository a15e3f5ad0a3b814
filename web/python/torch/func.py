"""Function transforms that need no batching: gradients as functions."""

from .autograd import functional as _functional, grad as _grad
from .autograd.grad_mode import enable_grad as _enable_grad

__all__ = ["functional_call", "grad", "grad_and_value", "hessian", "jacrev", "vjp"]


def _spread(argnums, args):
    """The tensors that `argnums` names, and a function of them alone that puts them back among the others."""
    places = (argnums,) if isinstance(argnums, int) else tuple(argnums)

    def put(func, given):
        whole = list(args)
        for place, value in zip(places, given):
            whole[place] = value
        return func(*whole)

    return tuple(args[place] for place in places), put


def _derive(func, argnums, has_aux, args, kwargs):
    given, put = _spread(argnums, args)
    with _enable_grad():
        fresh = tuple(value.view_as(value) if value.requires_grad else value.detach().requires_grad_() for value in given)
        out = put(lambda *whole: func(*whole, **kwargs), fresh)
        value, aux = out if has_aux else (out, None)
        if value.ndim != 0:
            raise RuntimeError(
                "grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor with "
                f"{value.ndim} dims. Maybe you wanted to use the vjp or jacrev APIs instead?"
            )
        outer = any(item.requires_grad for item in given)
        grads = _grad(value, fresh, create_graph=outer, allow_unused=True, materialize_grads=True)
    if not outer:
        value, aux = value.detach(), _detached(aux)
    return grads[0] if isinstance(argnums, int) else grads, value, aux


def _detached(value):
    if isinstance(value, (tuple, list)):
        return type(value)(map(_detached, value))
    if isinstance(value, dict):
        return {key: _detached(item) for key, item in value.items()}
    return value.detach() if hasattr(value, "detach") else value


def grad(func, argnums=0, has_aux=False):
    """A function that gives the gradient of `func`, which returns a 0-d tensor, with respect to its `argnums`-th arguments."""

    def gradient(*args, **kwargs):
        found, _, aux = _derive(func, argnums, has_aux, args, kwargs)
        return (found, aux) if has_aux else found

    return gradient


def grad_and_value(func, argnums=0, has_aux=False):
    """As `grad`, with the value beside the gradient."""

    def both(*args, **kwargs):
        found, value, aux = _derive(func, argnums, has_aux, args, kwargs)
        return found, ((value, aux) if has_aux else value)

    return both


def jacrev(func, argnums=0):
    """A function that gives the Jacobian of `func` with respect to its `argnums`-th arguments."""

    def jacobian(*args):
        given, put = _spread(argnums, args)
        outer = any(item.requires_grad for item in given)
        found = _functional.jacobian(lambda *values: put(func, values), given, create_graph=outer)
        return found[0] if isinstance(argnums, int) and isinstance(found, tuple) else found

    return jacobian


def hessian(func, argnums=0):
    """A function that gives the Hessian of `func`, which returns a 0-d tensor, with respect to an argument."""

    def second(*args):
        given, put = _spread(argnums, args)
        found = _functional.hessian(lambda *values: put(func, values), given)
        return found[0][0] if isinstance(argnums, int) else found

    return second


def vjp(func, *primals):
    """(func(*primals), a function from a vector to its product with the Jacobian there)."""
    with _enable_grad():
        fresh = tuple(value.detach().requires_grad_() for value in primals)
        out = func(*fresh)

    def pull(*vectors):
        return _grad(out, fresh, vectors, retain_graph=True, allow_unused=True, materialize_grads=True)

    return (tuple(item.detach() for item in out) if isinstance(out, tuple) else out.detach()), pull


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """What `module` gives on `args` with other tensors in place of the parameters and buffers named in a dict."""
    named = parameter_and_buffer_dicts
    if not isinstance(named, dict):
        named = {name: value for each in named for name, value in each.items()}
    before = []
    try:
        for name, value in named.items():
            path, _, last = name.rpartition(".")
            owner = module.get_submodule(path)
            held = owner._parameters if last in owner._parameters else owner._buffers
            if last not in held:
                raise KeyError(name)
            before.append((held, last, held[last]))
            held[last] = value
        given = () if args is None else args if isinstance(args, tuple) else (args,)
        return module(*given, **(kwargs or {}))
    finally:
        for held, last, value in reversed(before):
            held[last] = value
