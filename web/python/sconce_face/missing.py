"""What the faces say of names their subset lacks: the library's own words, then the nearest name that exists."""

import difflib


def hint(name, owner, names, library):
    """One sentence: that `owner.name` is not in the subset of `library`, and the nearest of `names` that is."""
    public = [known for known in names if not known.startswith("_")]
    near = difflib.get_close_matches(name, public, 1, 0.0)
    said = f"{owner}.{name} is not in this course's {library} subset"
    return f"{said}; the nearest name here is {owner}.{near[0]}." if near else f"{said}."


def absent(words, name, owner, names, library):
    """The AttributeError for `owner.name`, beginning with `words`, which are the library's own."""
    if name.startswith("__"):
        return AttributeError(words)
    return AttributeError(f"{words}\n{hint(name, owner, names, library)}")


def module_getattr(namespace, library):
    """A `__getattr__` for a module whose globals are `namespace`."""
    owner = namespace["__name__"]

    def __getattr__(name):
        raise absent(f"module {owner!r} has no attribute {name!r}", name, owner, list(namespace), library)

    return __getattr__
