"""Helpers around tensors: data loading, hooks' handles, and what needs a file or a compiler says so."""

__all__ = ["data", "hooks"]

_LAZY = ("checkpoint", "data", "hooks")


def __getattr__(name):
    if name in _LAZY:
        from importlib import import_module

        return import_module(f"torch.utils.{name}")
    from .._missing import report

    raise report(name, "torch.utils", dict.fromkeys(_LAZY))
