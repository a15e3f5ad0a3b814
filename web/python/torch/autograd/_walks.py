"""Backward walks that stop: where a hook or a Function of the program has its say.

The engine knows a stop by a key alone, and tells which keys' steps have died.
"""

import weakref
from collections import OrderedDict
from functools import partial

from sconce_face import schema

from .._arguments import typename
from .._tensor import Tensor, face
from ..utils.hooks import RemovableHandle
from . import grad_mode

_call = face.operation
_begin, _resume, _offered, _end = map(_call, ("begin_walk", "resume_walk", "walk_gradients", "end_walk"))
_forgotten, _hook_key = _call("forgotten_keys"), _call("hook_key")

_strong, _weak = {}, weakref.WeakValueDictionary()


def forget():
    """Let go of what answers for steps that have died."""
    if _strong or _weak:
        for key in _forgotten():
            _strong.pop(key, None)
            _weak.pop(key, None)


schema.when_settled.append(forget)


def keep(key, answerer, tensors):
    """Let `answerer` answer for the graph's step `key`, which made or takes in `tensors`.

    It lives in the tensors, so that an answerer that speaks of them dies with them, and by itself once one has gone before
    the step.
    """
    forget()
    _weak[key] = answerer
    for tensor in tensors:
        watch = weakref.ref(tensor, partial(_keep_on, key))
        tensor.__dict__.setdefault("_answerers", []).append((answerer, watch))


def _keep_on(key, _):
    answerer = _weak.get(key)
    if answerer is not None:
        _strong[key] = answerer


def find(key):
    """What answers for `key`, or None."""
    return _strong.get(key) or _weak.get(key)


def needed():
    """Whether any walk could stop."""
    forget()
    return bool(_strong or _weak)


def walk(outputs, seeds, inputs, retain_graph, create_graph, capture):
    """The gradients of `inputs`, or none where `capture` is False and they are added to the leaves' .grad."""
    key = _begin(outputs, seeds, inputs, retain_graph, create_graph, capture)
    try:
        while key:
            answerer, grads = find(key), _offered()
            if answerer is not None:
                with grad_mode.set_grad_enabled(create_graph):
                    grads = answerer.answer(grads, retain_graph)
            places = [i for i, grad in enumerate(grads) if grad is not None]
            key = _resume([grads[i] for i in places], places, len(grads))
        return _offered()
    finally:
        _end()


class _Hooks:
    """The hooks on one gradient, in the order they were registered."""

    def __init__(self):
        self.hooks = OrderedDict()

    def answer(self, grads, retain_graph):
        """The gradient as the hooks leave it."""
        (grad,) = grads
        for hook in list(self.hooks.values()):
            changed = hook(grad)
            if changed is not None:
                _check_changed(hook, grad, changed)
                grad = changed
        return (grad,)


class _AfterHooks(_Hooks):
    """The hooks that are called with a leaf once its gradient has been added."""

    def __init__(self, leaf):
        super().__init__()
        self.leaf = weakref.ref(leaf)

    def answer(self, grads, retain_graph):
        """Nothing: the gradient is not theirs to change."""
        leaf = self.leaf()
        for hook in list(self.hooks.values()) if leaf is not None else ():
            hook(leaf)
        return ()


def _check_changed(hook, before, after):
    if not isinstance(after, Tensor):
        raise TypeError(f"expected Variable, but hook returned '{typename(after)}'")
    name = getattr(hook, "__name__", None) or type(hook).__name__
    if after.dtype is not before.dtype:
        kinds = f"was {before.type()} got {after.type()}"
        raise RuntimeError(f"hook '{name}' has changed the type of value ({kinds})")
    if after.shape != before.shape:
        raise RuntimeError(f"hook '{name}' has changed the size of value")


def _register(tensor, hook, after):
    key = _hook_key(tensor, after)
    found = find(key)
    if found is None:
        found = _AfterHooks(tensor) if after else _Hooks()
        keep(key, found, (tensor,))
    handle = RemovableHandle(found.hooks)
    found.hooks[handle.id] = hook
    return handle


def register_hook(self, hook):
    """Call `hook(grad)` whenever a gradient of this tensor is computed; what it returns, if anything, replaces it.

    Returns a handle whose `remove()` takes the hook away.
    """
    return _register(self, hook, False)


def register_post_accumulate_grad_hook(self, hook):
    """Call `hook(tensor)` whenever backward has added to this leaf's .grad; returns a removable handle."""
    return _register(self, hook, True)
