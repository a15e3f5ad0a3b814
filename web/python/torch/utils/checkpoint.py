"""Activation checkpointing's interface. Memory here is small, so nothing is dropped and computed again."""

import warnings

__all__ = ["checkpoint", "checkpoint_sequential"]

_DIFFERENCES = (
    "use_reentrant=False is recommended, but if you need to preserve the current default behavior, you can pass "
    "use_reentrant=True. Refer to docs for more details on the differences between the two variants."
)


def checkpoint(
    function=None, *args, use_reentrant=None, preserve_rng_state=True, context_fn=None, determinism_check="default",
    debug=False, early_stop=True, respect_saved_tensors_hooks=None, **kwargs,
):  # fmt: skip
    """What `function(*args, **kwargs)` gives; values and gradients are those of a checkpointed call."""
    if use_reentrant is None:
        warnings.warn(
            "torch.utils.checkpoint: the use_reentrant parameter should be passed explicitly. Starting in PyTorch 2.9, "
            f"calling checkpoint without use_reentrant will raise an exception. {_DIFFERENCES}",
            stacklevel=2,
        )
    if kwargs and use_reentrant is not False:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    return function(*args, **kwargs)


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    """What the modules of a Sequential, or functions of a list, give one after the other."""
    if use_reentrant is None:
        warnings.warn(
            "torch.utils.checkpoint.checkpoint_sequential: the use_reentrant parameter should be passed explicitly. In "
            f"version 2.9 we will raise an exception if use_reentrant is not passed. {_DIFFERENCES}",
            stacklevel=2,
        )
    unknown = [name for name in kwargs if name != "preserve_rng_state"]
    if unknown:
        raise ValueError("Unexpected keyword arguments: " + ",".join(unknown))
    for function in functions.children() if hasattr(functions, "children") else functions:
        input = function(input)
    return input
