"""The public names of the faces, as a program would find them: what the compatibility page lists."""

import inspect
import sys
from importlib import import_module
from types import ModuleType

PACKAGES = ("torch", "numpy")
# Classes whose methods are listed as modules' names are.
CLASSES = ("torch.Tensor", "torch.nn.Module", "torch.optim.Optimizer", "numpy.ndarray", "numpy.random.Generator")


# What only an object has.
_OF_OBJECTS = ("param_groups",)


def _belongs(value):
    home = getattr(value, "__module__", None)
    return not isinstance(home, str) or home.partition(".")[0] in PACKAGES


def public(owner):
    """{name: value} of what `owner`, a module or class, offers of its own; its modules too."""
    found = {}
    for name in dir(owner):
        if name.startswith("_"):
            continue
        value = getattr(owner, name, None) if isinstance(owner, ModuleType) else inspect.getattr_static(owner, name)
        listed = name in getattr(owner, "__all__", ())
        if isinstance(value, ModuleType):
            if value.__name__ == f"{owner.__name__}.{name}":
                found[name] = value
        elif listed or not hasattr(owner, "__all__") and _belongs(value):
            found[name] = value
    return found


def _repeats(module, parent):
    """Whether all that a module offers is also its parent's: then it is where the parent's names are written."""
    offered = {name: value for name, value in public(module).items() if not isinstance(value, ModuleType)}
    return bool(offered) and all(getattr(parent, name, None) is value for name, value in offered.items())


def _modules(module):
    yield module
    for value in public(module).values():
        if isinstance(value, ModuleType) and not _repeats(value, module):
            yield from _modules(value)


def _first_line(value):
    doc = inspect.getdoc(value) or ""
    lines = [line for line in doc.splitlines() if line.strip()]
    # A function's docstring begins with its signature where torch's does.
    while lines and ("->" in lines[0] or lines[0].partition("(")[0].isidentifier() and lines[0].endswith(")")):
        lines.pop(0)
    text = ""
    for line in lines:
        text = f"{text} {line.strip()}".strip()
        if text.endswith((".", ":")):
            break
    return text


def _described(value):
    return _first_line(value) if callable(value) or inspect.isroutine(value) or isinstance(value, property) else ""


def _kind(value):
    if inspect.isclass(value):
        return "class"
    if isinstance(value, property) or inspect.isdatadescriptor(value):
        return "attribute"
    return "function" if callable(value) or isinstance(value, (staticmethod, classmethod)) else "constant"


def missing(names):
    """Those of `names` that are not there. A method of "Tensor" may be an array's as well: its receiver was not known."""
    return [name for name in names if not _is_there(name)]


def _is_there(name):
    first, *rest = name.split(".")
    if first == "Tensor":
        return any(hasattr(getattr(import_module(package), kind), rest[0]) for package, kind in (
            ("torch", "Tensor"), ("numpy", "ndarray"),
        ))  # fmt: skip
    value = import_module(first)
    for part in rest:
        try:
            value = getattr(value, part)
        except AttributeError:
            return inspect.isclass(value) and part in _OF_OBJECTS
    return True


def _identity(value):
    """A number that a thing has under each of its names; none for plain values."""
    return None if isinstance(value, (int, float, str, tuple, type(None))) else id(value)


def groups():
    """[{title, names: [[name, kind, doc, identity]]}] of every module and of some classes."""
    found = []
    for package in PACKAGES:
        for module in _modules(import_module(package)):
            found.append((module.__name__, module))
    for path in CLASSES:
        owner, _, name = path.rpartition(".")
        found.append((path, getattr(sys.modules[owner], name)))
    return [
        {"title": title, "names": [
            [name, _kind(value), _described(value), _identity(value)]
            for name, value in sorted(public(owner).items()) if not isinstance(value, ModuleType)
        ]}
        for title, owner in found
    ]  # fmt: skip


def everything(census):
    """What the page needs: the groups, what is missing with its advice, and the engine's operations with their names."""
    from sconce_face.advice import advice, advised
    from sconce_face.schema import operations

    return {
        "groups": groups(),
        "missing": [[name, advice(name) or ""] for name in dict.fromkeys((*missing(census), *advised()))],
        "operations": [[operation.name, operation.names] for operation in operations().values()],
    }
