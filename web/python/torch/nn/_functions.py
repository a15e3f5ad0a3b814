"""How the families of torch.nn.functional make functions that read their arguments as torch's own do."""

import sys

from .._define import functions, make_function, named
from .._tensor import face

MODULE = "torch.nn.functional"


def inner(name, text, run):
    """A function of torch.nn.functional alone; `run` is a callable or an engine operation's name."""
    return make_function(name, [(text, face.operation(run) if isinstance(run, str) else run)], module=MODULE)


def shared(name, text, run):
    """A function that torch shows under its own name as well."""
    return publish(name, make_function(name, [(text, face.operation(run) if isinstance(run, str) else run)]))


def publish(name, made):
    """Show a function under torch, whose own names were set before torch.nn was read."""
    functions[name] = made
    vars(sys.modules["torch"]).setdefault(name, made)
    return made


def both_forms(make, name, text, operation, step=None):
    """`NAME` and `NAME_`, which writes over its input, of an engine operation; `make` is `inner` or `shared`.

    `step` is what torch names the step of the graph that `NAME_` makes, where that is not `NAME`'s.
    """
    in_place = face.operation(operation, in_place=True)
    return make(name, text, operation), make(name + "_", text, in_place if step is None else named(step, in_place))


def listed(value, dims):
    """A number for each of `dims` dimensions from one or from as many, or None where there are other than that."""
    items = [value] if isinstance(value, int) else list(value)
    return items * dims if len(items) == 1 else items if len(items) == dims else None
