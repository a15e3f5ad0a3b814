"""Helpers for training: clipping gradients, parameters as one vector, padded sequences, normalised weights."""

from importlib import import_module

from . import rnn
from .clip_grad import clip_grad_norm, clip_grad_norm_, clip_grad_value_, clip_grads_with_norm_, get_total_norm
from .convert_parameters import parameters_to_vector, vector_to_parameters

# Loaded when first asked for; weight_norm and spectral_norm are functions here although modules bear their names.
_HOMES = {
    "weight_norm": "weight_norm", "remove_weight_norm": "weight_norm", "spectral_norm": "spectral_norm",
    "remove_spectral_norm": "spectral_norm", "parametrizations": None, "parametrize": None,
}  # fmt: skip
__all__ = [
    "clip_grad_norm", "clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_", "get_total_norm",
    "parameters_to_vector", "rnn", "vector_to_parameters", *_HOMES,
]  # fmt: skip


def __getattr__(name):
    if name in _HOMES:
        found = import_module(f".{_HOMES[name] or name}", __name__)
        found = globals()[name] = getattr(found, name) if _HOMES[name] else found
        return found
    raise AttributeError(name)


def __dir__():
    return list(__all__)
