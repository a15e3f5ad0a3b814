"""The handle that a registered hook is removed by."""

import weakref

__all__ = ["RemovableHandle"]


class RemovableHandle:
    """Takes a hook out of the dictionaries that hold it; as a `with` block, at its end.

    hooks_dict  where the hook lies under `self.id`; kept weakly
    extra_dict  one or several further dictionaries to take the id out of
    """

    next_id = 0

    def __init__(self, hooks_dict, *, extra_dict=None):
        self.hooks_dict_ref = weakref.ref(hooks_dict)
        self.id = RemovableHandle.next_id
        RemovableHandle.next_id += 1
        extra = () if extra_dict is None else (extra_dict,) if isinstance(extra_dict, dict) else extra_dict
        self.extra_dict_ref = tuple(map(weakref.ref, extra))

    def remove(self):
        """Take the hook out; more than once does no harm."""
        for reference in (self.hooks_dict_ref, *self.extra_dict_ref):
            held = reference()
            if held is not None:
                held.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()
