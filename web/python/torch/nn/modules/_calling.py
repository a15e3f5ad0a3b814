"""How a module is called: its hooks, those of all modules, and the mixin of Module that keeps and runs them."""

import warnings
import weakref
from collections import OrderedDict

from .utils import as_module

buffer_registration, module_registration, parameter_registration = OrderedDict(), OrderedDict(), OrderedDict()
_forward_pre, _forward, _backward_pre, _backward = OrderedDict(), OrderedDict(), OrderedDict(), OrderedDict()
_forward_with_kwargs, _forward_always = OrderedDict(), OrderedDict()


def registered(hooks, module, name, value):
    """`value` after the hooks that watch registrations have had their say."""
    for hook in hooks.values():
        output = hook(module, name, value)
        value = value if output is None else output
    return value


def _keep(hooks, hook, *, marks=(), prepend=False):
    """Add `hook` to `hooks`; each of `marks` is a (dict, whether to note the hook in it). Returns the handle."""
    from ...utils.hooks import RemovableHandle

    handle = RemovableHandle(hooks, extra_dict=[marked for marked, _ in marks])
    hooks[handle.id] = hook
    for marked, wanted in marks:
        if wanted:
            marked[handle.id] = True
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


def register_module_buffer_registration_hook(hook):
    """Call hook(module, name, buffer) whenever a buffer is registered; it may return another."""
    return _keep(buffer_registration, hook)


def register_module_module_registration_hook(hook):
    """Call hook(module, name, submodule) whenever a part is registered; it may return another."""
    return _keep(module_registration, hook)


def register_module_parameter_registration_hook(hook):
    """Call hook(module, name, param) whenever a parameter is registered; it may return another."""
    return _keep(parameter_registration, hook)


def register_module_forward_pre_hook(hook):
    """Call hook(module, args) before the forward of every module."""
    return _keep(_forward_pre, hook)


def register_module_forward_hook(hook, *, with_kwargs=False, always_call=False):
    """Call hook(module, args, output) after the forward of every module."""
    marks = [(_forward_always, always_call), (_forward_with_kwargs, with_kwargs)]
    return _keep(_forward, hook, marks=marks)


def register_module_full_backward_pre_hook(hook):
    """Call hook(module, grad_output) before the backward of every module."""
    return _keep(_backward_pre, hook)


def register_module_full_backward_hook(hook):
    """Call hook(module, grad_input, grad_output) after the backward of every module."""
    return _keep(_backward, hook)


class _Bound:
    """A hook that takes its module first and does not keep it alive."""

    def __init__(self, hook, module):
        self.hook, self.module = hook, weakref.ref(module)

    def __call__(self, *args, **kwargs):
        module = self.module()
        if module is None:
            raise RuntimeError("You are trying to call the hook of a dead Module!")
        return self.hook(module, *args, **kwargs)

    def __deepcopy__(self, memo):
        module = self.module()
        return _Bound(self.hook, memo.get(id(module), module))


_KEPT = (
    "_backward_pre_hooks", "_backward_hooks", "_is_full_backward_hook", "_forward_hooks", "_forward_hooks_with_kwargs",
    "_forward_hooks_always_called", "_forward_pre_hooks", "_forward_pre_hooks_with_kwargs", "_state_dict_hooks",
    "_state_dict_pre_hooks", "_load_state_dict_pre_hooks", "_load_state_dict_post_hooks",
)  # fmt: skip


def _unimplemented(self, *input):
    """Override with the module's computation."""
    raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')


@as_module
class Calls:
    """The part of Module that keeps hooks and calls `forward` among them."""

    forward = _unimplemented

    @staticmethod
    def _start_hooks(state):
        for name in _KEPT:
            state[name] = OrderedDict()
        state["_is_full_backward_hook"] = None

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        """Call hook(module, args) before each forward; what it returns replaces the arguments."""
        marks = [(self._forward_pre_hooks_with_kwargs, with_kwargs)]
        return _keep(self._forward_pre_hooks, hook, marks=marks, prepend=prepend)

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        """Call hook(module, args, output) after each forward; what it returns replaces the output."""
        marks = [(self._forward_hooks_with_kwargs, with_kwargs), (self._forward_hooks_always_called, always_call)]
        return _keep(self._forward_hooks, hook, marks=marks, prepend=prepend)

    def register_full_backward_pre_hook(self, hook, prepend=False):
        """Call hook(module, grad_output) before the module's backward; what it returns replaces the gradients."""
        return _keep(self._backward_pre_hooks, hook, prepend=prepend)

    def register_full_backward_hook(self, hook, prepend=False):
        """Call hook(module, grad_input, grad_output) after the module's backward; it may return other grad_input."""
        self._is_full_backward_hook = True
        return _keep(self._backward_hooks, hook, prepend=prepend)

    def register_backward_hook(self, hook):
        """Not here: torch deprecated it; use `register_full_backward_hook`."""
        raise NotImplementedError(
            "Module.register_backward_hook is not in this course's PyTorch subset: use register_full_backward_hook"
        )

    def _register_state_dict_hook(self, hook):
        if getattr(hook, "_from_public_api", False):
            raise RuntimeError(
                "Cannot register the same function as the state dict post hook that was previously registered via "
                "register_state_dict_post_hook"
            )
        return _keep(self._state_dict_hooks, hook)

    def register_state_dict_post_hook(self, hook):
        """Call hook(module, state_dict, prefix, local_metadata) after `state_dict`."""
        hook._from_public_api = True
        return _keep(self._state_dict_hooks, hook)

    def register_state_dict_pre_hook(self, hook):
        """Call hook(module, prefix, keep_vars) before `state_dict`."""
        return _keep(self._state_dict_pre_hooks, hook)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        return _keep(self._load_state_dict_pre_hooks, _Bound(hook, self) if with_module else hook)

    def register_load_state_dict_pre_hook(self, hook):
        """Call hook(module, state_dict, prefix, ...) before `load_state_dict` takes the module's values."""
        return self._register_load_state_dict_pre_hook(hook, with_module=True)

    def register_load_state_dict_post_hook(self, hook):
        """Call hook(module, incompatible_keys) after `load_state_dict`."""
        return _keep(self._load_state_dict_post_hooks, hook)

    def __call__(self, *args, **kwargs):
        if not (
            self._forward_hooks or self._forward_pre_hooks or self._backward_hooks or self._backward_pre_hooks
            or _forward or _forward_pre or _backward or _backward_pre
        ):  # fmt: skip
            return self.forward(*args, **kwargs)
        return self._call_with_hooks(args, kwargs)

    def _call_with_hooks(self, args, kwargs):
        done, result = set(), None
        try:
            args, kwargs = self._before_forward(args, kwargs)
            crossing = None
            if _backward or _backward_pre or self._backward_hooks or self._backward_pre_hooks:
                from ._backward import Crossing

                crossing = Crossing(
                    self, (*_backward.values(), *self._backward_hooks.values()),
                    (*_backward_pre.values(), *self._backward_pre_hooks.values()),
                )  # fmt: skip
                args = crossing.enter(args)
            result = self.forward(*args, **kwargs)
            for key, hook in (*_forward.items(), *self._forward_hooks.items()):
                done.add(key)
                output = self._forward_hook(key, hook, args, kwargs, result)
                result = result if output is None else output
            return result if crossing is None else crossing.leave(result)
        except Exception:
            self._after_failure(args, kwargs, result, done)
            raise

    def _before_forward(self, args, kwargs):
        for key, hook in (*_forward_pre.items(), *self._forward_pre_hooks.items()):
            if key in self._forward_pre_hooks_with_kwargs:
                found = hook(self, args, kwargs)
                if found is None:
                    continue
                if not isinstance(found, tuple) or len(found) != 2:
                    raise RuntimeError(
                        f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {found}."
                    )
                args, kwargs = found
            else:
                found = hook(self, args)
                if found is not None:
                    args = found if isinstance(found, tuple) else (found,)
        return args, kwargs

    def _forward_hook(self, key, hook, args, kwargs, result):
        if key in self._forward_hooks_with_kwargs or key in _forward_with_kwargs:
            return hook(self, args, kwargs, result)
        return hook(self, args, result)

    def _after_failure(self, args, kwargs, result, done):
        """Run the hooks that are to be called even when forward, or a hook before them, raised."""
        for always, hooks, owner in (
            (_forward_always, _forward, "global module"), (self._forward_hooks_always_called, self._forward_hooks, "module"),
        ):  # fmt: skip
            for key, hook in hooks.items():
                if key not in always or key in done:
                    continue
                try:
                    output = self._forward_hook(key, hook, args, kwargs, result)
                    result = result if output is None else output
                except Exception as error:
                    warnings.warn(
                        f"{owner} forward hook with ``always_call=True`` raised an exception that was silenced as another "
                        f"error was raised in forward: {error}",
                        stacklevel=2,
                    )
