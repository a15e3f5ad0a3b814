"""Nested tuples, lists and dicts, and their leaves."""


def flat(value):
    """The leaves of nested tuples, lists and dicts."""
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in flat(item)]
    if isinstance(value, (tuple, list)):
        return [leaf for item in value for leaf in flat(item)]
    return [value]


def like(value, leaves):
    """`leaves`, an iterator, in the structure of `value`."""
    if isinstance(value, dict):
        return type(value)((key, like(item, leaves)) for key, item in value.items())
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(like(item, leaves) for item in value))
    if isinstance(value, (tuple, list)):
        return type(value)(like(item, leaves) for item in value)
    return next(leaves)
