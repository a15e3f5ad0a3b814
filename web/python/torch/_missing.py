"""What to say about a name the subset lacks: torch's own words, then the nearest name that exists."""

import sys
from difflib import SequenceMatcher


def report(name, owner, names):
    """The AttributeError for `owner.name`, where `names` are those that exist."""
    words = f"module {owner!r} has no attribute {name!r}"
    return AttributeError(words if name.startswith("__") else f"{words}\n{hint(name, owner, names)}")


def hint(name, owner, names):
    """One sentence: that the name is not in the subset, and the nearest that is."""
    said = f"{owner}.{name} is not in this course's PyTorch subset"
    public = sorted(known for known in names if not known.startswith("_"))
    if not public:
        return f"{said}."
    matcher = SequenceMatcher(b=name.lower())

    def likeness(known):
        matcher.set_seq1(known.lower())
        return matcher.ratio(), known[0] == name[0], -abs(len(known) - len(name))

    return f"{said}; the nearest name here is {owner}.{max(public, key=likeness)}."


class _Finder:
    """The last finder asked: what `import torch.NAME` says when there is no such module."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        owner, _, last = name.rpartition(".")
        if owner.partition(".")[0] != "torch" or last.startswith("_") or owner not in sys.modules:
            return None
        words = f"No module named {name!r}"
        raise ModuleNotFoundError(f"{words}\n{hint(last, owner, vars(sys.modules[owner]))}", name=name)


sys.meta_path.append(_Finder)
