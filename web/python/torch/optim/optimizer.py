"""The base of all optimizers: parameter groups, state, hooks."""

import functools
import warnings
from collections import OrderedDict, defaultdict
from copy import deepcopy
from itertools import chain

from sconce_face import quick
from sconce_face.bridge import Owned

from .. import _types
from .._data import build
from .._tensor import Tensor, face
from ..autograd.grad_mode import enable_grad, switch
from ..utils.hooks import RemovableHandle

__all__ = ["Optimizer", "register_optimizer_step_post_hook", "register_optimizer_step_pre_hook"]

# What updates are made of, called without a reading of their arguments: add_(p, grad, alpha), addcdiv_(p, a, b, value).
add, add_, addcmul_, addcdiv_, lerp_ = (
    face.operation("add"), *(face.operation(name, in_place=True) for name in ("add", "addcmul", "addcdiv", "lerp"))
)  # fmt: skip
for _operation in (add, add_):
    _sources = quick.Argument(0, Owned), quick.Argument(1, Owned), quick.Argument(2, float)
    quick.add(_operation, _operation.target, _sources, 3)
_zeros = face.operation("zeros")
_every_pre_hook, _every_post_hook = OrderedDict(), OrderedDict()
_HOOKS = (
    "_optimizer_step_pre_hooks", "_optimizer_step_post_hooks", "_optimizer_state_dict_pre_hooks",
    "_optimizer_state_dict_post_hooks", "_optimizer_load_state_dict_pre_hooks", "_optimizer_load_state_dict_post_hooks",
)  # fmt: skip
_CAPTURABLE = ["cuda", "xpu", "hpu", "privateuseone", "xla"]


class _Required:
    def __repr__(self):
        return "<required parameter>"


required = _Required()


def _register(hooks, hook, prepend=False):
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


def register_optimizer_step_pre_hook(hook):
    """Call `hook(optimizer, args, kwargs)` before every optimizer's step."""
    return _register(_every_pre_hook, hook)


def register_optimizer_step_post_hook(hook):
    """Call `hook(optimizer, args, kwargs)` after every optimizer's step."""
    return _register(_every_post_hook, hook)


def _typename(value):
    if isinstance(value, Tensor):
        return value.type()
    module = getattr(value, "__module__", None)
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None) or type(value).__name__
    return name if module in (None, "builtins") else f"{module}.{name}"


def _with_hooks(step):
    """`step` between the hooks of this optimizer and those of all."""

    @functools.wraps(step)
    def wrapper(*args, **kwargs):
        self = args[0]
        for hook in chain(_every_pre_hook.values(), self._optimizer_step_pre_hooks.values()):
            result = hook(self, args, kwargs)
            if result is not None:
                if not isinstance(result, tuple) or len(result) != 2:
                    raise RuntimeError(f"{step} must return None or a tuple of (new_args, new_kwargs), but got {result}.")
                args, kwargs = result
        out = step(*args, **kwargs)
        for hook in chain(self._optimizer_step_post_hooks.values(), _every_post_hook.values()):
            hook(self, args, kwargs)
        return out

    wrapper.hooked = True
    return wrapper


class Optimizer:
    """Base class of optimizers.

    params    tensors, (name, tensor) pairs, or dicts of them with options of their own under "params"
    defaults  options of groups that do not give them

    Raises ValueError for an empty list, a non-leaf tensor, a tensor in two groups; TypeError for what is no tensor.
    """

    def __init__(self, params, defaults):
        self.defaults = defaults
        self._make_hooks()
        if isinstance(params, Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, but got "
                + _typename(params)
            )
        self.state = defaultdict(dict)
        self.param_groups = []
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def _make_hooks(self):
        for name in _HOOKS:
            if name not in self.__dict__:
                setattr(self, name, OrderedDict())
        cls = type(self)
        if not getattr(cls.step, "hooked", False):
            cls.step = _with_hooks(cls.step)

    def __getstate__(self):
        return {"defaults": self.defaults, "state": self.state, "param_groups": self.param_groups}

    def __setstate__(self, state):
        self.__dict__.update(state)
        self._make_hooks()
        self.defaults.setdefault("differentiable", False)

    def __repr__(self):
        lines = [f"{type(self).__name__} ("]
        for i, group in enumerate(self.param_groups):
            lines += ["", f"Parameter Group {i}"] if i else ["Parameter Group 0"]
            lines += [f"    {key}: {group[key]}" for key in sorted(group) if key != "params"]
        return "\n".join(lines) + "\n)"

    def register_step_pre_hook(self, hook):
        """Call `hook(optimizer, args, kwargs)` before each step; it may return new (args, kwargs)."""
        return _register(self._optimizer_step_pre_hooks, hook)

    def register_step_post_hook(self, hook):
        """Call `hook(optimizer, args, kwargs)` after each step."""
        return _register(self._optimizer_step_post_hooks, hook)

    def register_state_dict_pre_hook(self, hook, prepend=False):
        """Call `hook(optimizer)` before `state_dict` is made."""
        return _register(self._optimizer_state_dict_pre_hooks, hook, prepend)

    def register_state_dict_post_hook(self, hook, prepend=False):
        """Call `hook(optimizer, state_dict)` on each `state_dict`; it may return another."""
        return _register(self._optimizer_state_dict_post_hooks, hook, prepend)

    def register_load_state_dict_pre_hook(self, hook, prepend=False):
        """Call `hook(optimizer, state_dict)` before a state is loaded; it may return another."""
        return _register(self._optimizer_load_state_dict_pre_hooks, hook, prepend)

    def register_load_state_dict_post_hook(self, hook, prepend=False):
        """Call `hook(optimizer)` after a state was loaded."""
        return _register(self._optimizer_load_state_dict_post_hooks, hook, prepend)

    def state_dict(self):
        """The state as a dict: "state" by parameter number, "param_groups" with numbers instead of parameters."""
        for hook in self._optimizer_state_dict_pre_hooks.values():
            hook(self)
        numbers, groups, start = {}, [], 0
        for group in self.param_groups:
            for i, p in enumerate(group["params"], start):
                numbers.setdefault(id(p), i)
            packed = {key: value for key, value in group.items() if key != "params"}
            packed["params"] = [numbers[id(p)] for p in group["params"]]
            start += len(packed["params"])
            groups.append(packed)
        state = {numbers[id(k)] if isinstance(k, Tensor) else k: v for k, v in self.state.items()}
        result = {"state": state, "param_groups": groups}
        for hook in self._optimizer_state_dict_post_hooks.values():
            other = hook(self, result)
            result = result if other is None else other
        return result

    def load_state_dict(self, state_dict):
        """Take over the options and state of a `state_dict`; raises ValueError where the groups do not fit."""
        state_dict = state_dict.copy()
        for hook in self._optimizer_load_state_dict_pre_hooks.values():
            other = hook(self, state_dict)
            state_dict = state_dict if other is None else other
        saved = deepcopy(state_dict["param_groups"])
        if len(self.param_groups) != len(saved):
            raise ValueError("loaded state dict has a different number of parameter groups")
        if any(len(g["params"]) != len(s["params"]) for g, s in zip(self.param_groups, saved)):
            raise ValueError("loaded state dict contains a parameter group that doesn't match the size of optimizer's group")
        numbers = chain.from_iterable(s["params"] for s in saved)
        parameters = dict(zip(numbers, chain.from_iterable(g["params"] for g in self.param_groups)))
        state = defaultdict(dict)
        for key, value in state_dict["state"].items():
            if key in parameters:
                state[parameters[key]] = _cast_state(parameters[key], value)
            else:
                state[key] = value
        for group, new in zip(self.param_groups, saved):
            new["params"] = group["params"]
            if "param_names" in group:
                new.setdefault("param_names", group["param_names"])
        self.__setstate__({"state": state, "param_groups": saved})
        for hook in self._optimizer_load_state_dict_post_hooks.values():
            hook(self)

    def zero_grad(self, set_to_none=True):
        """Forget the gradients of all parameters; with `set_to_none=False` fill them with zeros."""
        for group in self.param_groups:
            for p in group["params"]:
                if set_to_none:
                    del p.grad
                    continue
                grad = p.grad
                if grad is not None:
                    if not grad.is_leaf:
                        grad = p.grad = grad.detach()
                    grad.requires_grad_(False)
                    grad.zero_()

    def step(self, closure=None):
        """Update the parameters from their gradients; `closure`, if given, computes the loss anew."""
        raise NotImplementedError

    def add_param_group(self, param_group):
        """Add a dict of "params" and options to `param_groups`."""
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        params = param_group["params"]
        if isinstance(params, set):
            raise TypeError(
                "optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets "
                "will change between runs. Please use a list instead."
            )
        given = [params] if isinstance(params, Tensor) else list(params)
        names = [p[0] for p in given if isinstance(p, tuple)]
        params = param_group["params"] = [p[1] if isinstance(p, tuple) else p for p in given]
        if names:
            if len(names) != len(params):
                raise ValueError("all optimizer params should be with/without names. Some param names are missing")
            param_group["param_names"] = names
        for p in params:
            if not isinstance(p, Tensor):
                raise TypeError("optimizer can only optimize Tensors, but one of the params is " + _typename(p))
            if not self.defaults.get("differentiable") and not (p.is_leaf or p.retains_grad):
                raise ValueError("can't optimize a non-leaf Tensor")
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(
                    f"parameter group didn't specify a value of required optimization parameter {name}"
                )
            param_group.setdefault(name, default)
        if len(params) != len(set(params)):
            warnings.warn(
                "optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; "
                "see github.com/pytorch/pytorch/issues/40967 for more information",
                stacklevel=3,
            )
        known = set()
        for group in self.param_groups:
            known.update(group["params"])
            if ("param_names" in param_group) != ("param_names" in group):
                how = "with names" if "param_names" in param_group else "without names"
                raise ValueError(
                    "all optimizer param groups should be with/without names. "
                    f"cannot add param group {how} to the optimizer"
                )
        if not known.isdisjoint(params):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)


def _cast_state(param, value, key=None):
    """A saved state made anew for `param`: its tensors in the parameter's dtype, except the count of steps."""
    if isinstance(value, Tensor):
        return value.to(param.dtype) if key != "step" and param.dtype.is_floating_point else value
    if isinstance(value, dict):
        return {k: _cast_state(param, v, k) for k, v in value.items()}
    if hasattr(value, "__iter__"):
        return type(value)(_cast_state(param, v) for v in value)
    return value


def scalar_tensor(value):
    """A 0-d tensor such as the count of steps: float32, or float64 where that is the default."""
    wide = _types.get_default_dtype() is _types.float64
    return build(value, _types.float64 if wide else _types.float32)


def zeros_like(p):
    """A state of zeros for `p`."""
    return _zeros(p.shape, p.dtype)


def to_number(value):
    """An option as a Python number, where it may have been given as a tensor of one element."""
    return value.item() if isinstance(value, Tensor) else value


def check_lr(lr, foreach=None, capturable=False):
    """Raise ValueError, as every optimizer does, unless `lr` is a number or 1-element tensor of at least 0."""
    if isinstance(lr, Tensor):
        if foreach and not capturable:
            raise ValueError("lr as a Tensor is not supported for capturable=False and foreach=True")
        if lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
    check(lr, "learning rate")


def check(value, name):
    """Raise ValueError unless `value` is at least 0."""
    if not 0.0 <= value:
        raise ValueError(f"Invalid {name}: {value}")


def check_betas(betas):
    """Raise ValueError unless both are in [0, 1)."""
    for i in (0, 1):
        if not 0.0 <= betas[i] < 1.0:
            raise ValueError(f"Invalid beta parameter at index {i}: {betas[i]}")


def check_fused(fused, foreach, differentiable):
    """Raise RuntimeError where `fused` is combined with what excludes it."""
    if fused and differentiable:
        raise RuntimeError("`fused` does not support `differentiable`")
    if fused and foreach:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")


class PerTensor(Optimizer):
    """An optimizer that treats each parameter on its own: `_start(p, state, group)` once, then `_update(...)`.

    `foreach` and `fused` choose between kernels that compute the same on real devices; here there is one.
    """

    _added_later = {"foreach": None, "maximize": False, "differentiable": False, "capturable": False}
    _capturable_devices = _CAPTURABLE
    _capturable_names = "params and state_steps"

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            for name, default in self._added_later.items():
                group.setdefault(name, default)
            for p in group["params"]:
                kept = self.state.get(p)
                if kept and "step" in kept and not isinstance(kept["step"], Tensor):
                    kept["step"] = scalar_tensor(float(kept["step"]))

    def step(self, closure=None):
        """Update every parameter that has a gradient; returns the closure's loss, if one is given."""
        before, loss = switch(bool(self.defaults["differentiable"])), None
        try:
            if closure is not None:
                with enable_grad():
                    loss = closure()
            for group in self.param_groups:
                self._step_group(group)
        finally:
            switch(before)
        return loss

    def _step_group(self, group):
        pairs = [(p, p.grad) for p in group["params"]]
        lr, maximize = to_number(group["lr"]), group["maximize"]
        for p, grad in pairs:
            if grad is None:
                continue
            state = self.state[p]
            if not state:
                self._start(p, state, group)
            if group.get("capturable"):
                raise AssertionError(
                    f"If capturable=True, {self._capturable_names} must be on supported devices: "
                    f"{self._capturable_devices}."
                )
            self._update(p, -grad if maximize else grad, state, group, lr)

    def _start(self, p, state, group):
        raise NotImplementedError

    def _update(self, p, grad, state, group, lr):
        raise NotImplementedError
