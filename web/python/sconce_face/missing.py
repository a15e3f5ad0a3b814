"""What a face says of names its subset lacks: the library's own words, then the nearest name that exists."""

import sys
from difflib import SequenceMatcher
from types import ModuleType


def _own(names, owner):
    """The names of a namespace without the modules that it imports from elsewhere."""
    package = owner.partition(".")[0]
    for known, value in names.items():
        if not isinstance(value, ModuleType) or value.__name__.partition(".")[0] == package:
            yield known


def hint(name, owner, names, library):
    """One sentence: that `owner.name` is not in the subset of `library`, and the nearest of `names` that is.

    `names` are names, or a module's namespace.
    """
    said = f"{owner}.{name} is not in this course's {library} subset"
    names = _own(names, owner) if isinstance(names, dict) else names
    public = sorted(known for known in names if not known.startswith("_"))
    if not public:
        return f"{said}."
    matcher = SequenceMatcher(b=name.lower())

    def likeness(known):
        matcher.set_seq1(known.lower())
        return matcher.ratio(), known[0] == name[0], -abs(len(known) - len(name))

    return f"{said}; the nearest name here is {owner}.{max(public, key=likeness)}."


def absent(words, name, owner, names, library):
    """The AttributeError for `owner.name`, beginning with `words`, which are the library's own."""
    return AttributeError(words if name.startswith("__") else f"{words}\n{hint(name, owner, names, library)}")


def module_getattr(namespace, library):
    """A `__getattr__` for a module whose globals are `namespace`."""
    owner = namespace["__name__"]

    def __getattr__(name):
        names = namespace.get("__all__") or namespace
        raise absent(f"module {owner!r} has no attribute {name!r}", name, owner, names, library)

    return __getattr__


class _Finder:
    """The last finder asked: what `import PACKAGE.NAME` says when the package's subset has no such module."""

    libraries = {}

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        owner, _, last = name.rpartition(".")
        library = cls.libraries.get(owner.partition(".")[0])
        if library is None or last.startswith("_") or owner not in sys.modules:
            return None
        words = f"No module named {name!r}"
        raise ModuleNotFoundError(f"{words}\n{hint(last, owner, vars(sys.modules[owner]), library)}", name=name)


def watch_imports(package, library):
    """Explain imports of modules that `package`, the face of `library`, does not have."""
    if not _Finder.libraries:
        sys.meta_path.append(_Finder)
    _Finder.libraries[package] = library
