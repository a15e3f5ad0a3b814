"""Function transforms: gradients, and functions over batches, as functions."""

from .autograd import functional as _functional, grad as _grad
from ._trees import flat as _flat, like as _like
from ._vmap import vmap
from .autograd.grad_mode import enable_grad as _enable_grad

__all__ = [
    "functional_call", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "stack_module_state", "vjp", "vmap",
]  # fmt: skip


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
    leaves = _flat(given)
    with _enable_grad():
        fresh = [value.view_as(value) if value.requires_grad else value.detach().requires_grad_() for value in leaves]
        out = put(lambda *whole: func(*whole, **kwargs), _like(given, iter(fresh)))
        value, aux = out if has_aux else (out, None)
        if not hasattr(value, "requires_grad"):
            raise RuntimeError(f"grad_and_value(f)(*args): Expected f(*args) to return a Tensor, got {type(value)}")
        if value.ndim != 0:
            raise RuntimeError(
                "grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor with "
                f"{value.ndim} dims. Maybe you wanted to use the vjp or jacrev APIs instead?"
            )
        outer = any(item.requires_grad for item in leaves)
        if value.requires_grad:
            found = _grad(value, fresh, create_graph=outer, allow_unused=True, materialize_grads=True)
        else:
            found = [item * 0 for item in leaves]
    grads = _like(given, iter(found))
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


def jacfwd(func, argnums=0, has_aux=False, *, chunk_size=None, randomness="error"):
    """As `jacrev`: there is no forward mode here."""
    if has_aux:
        raise NotImplementedError("jacfwd: has_aux is not in this course's PyTorch subset")
    return jacrev(func, argnums)


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """(func(*primals), the product of the Jacobian there with `tangents`)."""
    if has_aux:
        raise NotImplementedError("jvp: has_aux is not in this course's PyTorch subset")
    return _functional.jvp(func, primals, tangents)


def stack_module_state(models):
    """(parameters, buffers) of modules of one class, each as a dict of stacked tensors."""
    from . import stack

    if not models:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if not (all(model.training for model in models) or not any(model.training for model in models)):
        raise RuntimeError("stack_module_state: Expected all models to have the same training/eval mode.")
    if any(type(model) is not type(models[0]) for model in models):
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")

    def stacked(listed):
        rows = [dict(getattr(model, listed)()) for model in models]
        made = {}
        for name, value in rows[0].items():
            made[name] = stack([row[name] for row in rows]).detach().requires_grad_(value.requires_grad)
        return made

    return stacked("named_parameters"), stacked("named_buffers")


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
