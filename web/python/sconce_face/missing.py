"""What a face says of names its subset lacks: the library's own words, then what to use instead or the nearest name."""

import sys
from difflib import SequenceMatcher
from importlib.machinery import PathFinder
from opcode import opmap
from types import ModuleType

from .advice import NEIGHBOURS, advice

_IMPORT_FROM = opmap["IMPORT_FROM"]
_LIBRARIES = {"torch": "PyTorch", "numpy": "NumPy", "Tensor": "PyTorch", "ndarray": "NumPy"}


def _public(owner):
    """The public names of a module or class, without the modules that it imports from elsewhere."""
    package, held = getattr(owner, "__name__", "").partition(".")[0], vars(owner)
    for name in dir(owner):
        value = held.get(name)
        if not name.startswith("_") and (not isinstance(value, ModuleType) or value.__name__.partition(".")[0] == package):
            yield name


def hint(name, owner, names):
    """One sentence: that `owner.name` is not in the subset, and what to use instead or the nearest of `names` that is."""
    said = f"{owner}.{name} is not in this course's {_LIBRARIES[owner.partition('.')[0]]} subset"
    instead = advice(f"{owner}.{name}")
    if instead:
        return f"{said}: {instead}."
    public = sorted(names)
    if not public:
        return f"{said}."
    matcher = SequenceMatcher(b=name.lower())

    def likeness(known):
        matcher.set_seq1(known.lower())
        return matcher.ratio(), known[0] == name[0], -abs(len(known) - len(name))

    return f"{said}; the nearest name here is {owner}.{max(public, key=likeness)}."


def attribute_error(words, name, owner, kind):
    """The AttributeError of an object of class `kind`: `words`, and the hint, in which the class is called `owner`."""
    # Protocols are asked for often, by hasattr; a search for a near name takes its time.
    return AttributeError(words if name.startswith("_") else f"{words}\n{hint(name, owner, _public(kind))}")


class FaceModule(ModuleType):
    """A module of a face, which tells what it lacks.

    A module whose library has words for some names that are gone keeps them in `_former_words`, a function of the name.
    """

    def __dir__(self):
        # With what is loaded when first asked for.
        return sorted({*super().__dir__(), *vars(self).get("__all__", ())})

    def __getattr__(self, name):
        owner, asking = self.__name__, sys._getframe(1)
        words = f"module {owner!r} has no attribute {name!r}"
        # Before `from package import name` Python looks whether the name is there, and then for a module of that name.
        if name.startswith("_") and not advice(f"{owner}.{name}") or asking.f_code.co_name == "_handle_fromlist":
            raise AttributeError(words)
        if former := "_former_words" in vars(self) and self._former_words(name):
            raise AttributeError(former)
        instead = hint(name, owner, _public(self))
        if asking.f_code.co_code[asking.f_lasti] == _IMPORT_FROM:
            # Python would put its own words in place of an AttributeError's.
            raise ImportError(f"cannot import name {name!r} from {owner!r}\n{instead}", name=owner)
        raise AttributeError(f"{words}\n{instead}")


# As type() shows it: to a program it is a module like any other.
FaceModule.__name__ = FaceModule.__qualname__ = "module"
FaceModule.__module__ = "builtins"


class _Finder:
    """The first finder asked: makes the faces' modules FaceModules, and explains imports of those they lack."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        package, _, last = name.partition(".")[0], *name.rpartition(".")[1:]
        if package not in ("torch", "numpy", *NEIGHBOURS):
            return None
        spec = PathFinder.find_spec(name, path)
        if package in NEIGHBOURS:
            if spec is None:
                raise ModuleNotFoundError(f"No module named {name!r}\n{name} is not in this course: {advice(name)}.", name=name)
            return spec
        if spec is not None:
            spec.loader.create_module = lambda spec: FaceModule(spec.name)
            return spec
        owner = sys.modules.get(name.rpartition(".")[0])
        if owner is None or last.startswith("_") and not advice(name):
            return None
        raise ModuleNotFoundError(f"No module named {name!r}\n{hint(last, owner.__name__, _public(owner))}", name=name)


def watch():
    """From now on the faces' modules tell what they lack."""
    if _Finder not in sys.meta_path:
        sys.meta_path.insert(0, _Finder)
