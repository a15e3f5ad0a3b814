"""What torch says about a name the subset lacks, in the words both faces share."""

from sconce_face import missing

_LIBRARY = "PyTorch"


def report(name, owner, names):
    """The AttributeError for `owner.name`, where `names` are those that exist."""
    return missing.absent(f"module {owner!r} has no attribute {name!r}", name, owner, names, _LIBRARY)


def hint(name, owner, names):
    """One sentence: that the name is not in the subset, and the nearest that is."""
    return missing.hint(name, owner, names, _LIBRARY)


missing.watch_imports("torch", _LIBRARY)
