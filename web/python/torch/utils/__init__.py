"""Helpers around tensors: data loading, hooks' handles, and what needs a file or a compiler says so."""

__all__ = ["checkpoint", "data", "hooks"]


def __getattr__(name):
    if name in __all__:
        from importlib import import_module

        return import_module(f"torch.utils.{name}")
    raise AttributeError(name)
