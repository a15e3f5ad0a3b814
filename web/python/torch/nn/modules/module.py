"""Module: a piece of a network that knows its parameters, buffers and parts."""

from ... import _types
from ..._arguments import Parser
from ..._tensor import Tensor, typename
from ...autograd.grad_mode import no_grad
from ..parameter import Buffer, Parameter
from . import _calling
from ._calling import (
    register_module_buffer_registration_hook, register_module_forward_hook, register_module_forward_pre_hook,
    register_module_full_backward_hook, register_module_full_backward_pre_hook,
    register_module_module_registration_hook, register_module_parameter_registration_hook,
)  # fmt: skip
from ._states import States

__all__ = [
    "Module", "register_module_buffer_registration_hook", "register_module_forward_hook",
    "register_module_forward_pre_hook", "register_module_full_backward_hook", "register_module_full_backward_pre_hook",
    "register_module_module_registration_hook", "register_module_parameter_registration_hook",
]  # fmt: skip


def indented(text):
    """`text` with every line but the first two columns in."""
    first, *rest = text.split("\n")
    return "\n".join([first, *("  " + line if line.strip() else "" for line in rest)])


_set = object.__setattr__


class _Conversion:
    """Reads the arguments of Module.to: (device, dtype, non_blocking), (dtype, non_blocking), (tensor, non_blocking)."""

    _parser = None

    @classmethod
    def parse(cls, args, kwargs):
        """The (device, dtype) asked for; either may be None."""
        if cls._parser is None:
            tail = "bool non_blocking=False, bool copy=False, *, MemoryFormat? memory_format=None"
            cls._parser = Parser("to", [
                (f"(Device? device=None, Dtype? dtype=None, {tail})", lambda device, dtype, *_: (device, dtype)),
                (f"(Dtype dtype, {tail})", lambda dtype, *_: (None, dtype)),
                (f"(Tensor tensor, {tail})", lambda tensor, *_: (tensor.device, tensor.dtype)),
            ])  # fmt: skip
        key = (*map(type, args), *kwargs, *map(type, kwargs.values()))
        plan, values = cls._parser.parse(args, kwargs, key)
        return plan.run(*values)


def _converted(dtype):
    return lambda t: t.to(dtype) if t.is_floating_point() else t


class Module(_calling.Calls, States):
    """The base of all network modules: assign parameters, buffers and modules as attributes, and define `forward`."""

    dump_patches = False
    call_super_init = False
    _version = 1

    def __init__(self, *args, **kwargs):
        if not self.call_super_init:
            if kwargs:
                raise TypeError(
                    f"{type(self).__name__}.__init__() got an unexpected keyword argument '{next(iter(kwargs))}'"
                )
            if args:
                raise TypeError(
                    f"{type(self).__name__}.__init__() takes 1 positional argument but {len(args) + 1} were given"
                )
        state = self.__dict__
        state["training"] = True
        state["_parameters"], state["_buffers"], state["_non_persistent_buffers_set"] = {}, {}, set()
        self._start_hooks(state)
        state["_modules"] = {}
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    def _admit(self, kind, name, members):
        """Check the name under which a member is registered."""
        if not isinstance(name, str):
            raise TypeError(f"{kind} name should be a string. Got {typename(name)}")
        if "." in name:
            raise KeyError(f'{kind} name can\'t contain "."')
        if name == "":
            raise KeyError(f'{kind} name can\'t be empty string ""')
        if hasattr(self, name) and name not in members:
            raise KeyError(f"attribute '{name}' already exists")

    def register_buffer(self, name, tensor, persistent=True):
        """Add a buffer: a tensor that belongs to the module but is no parameter; state dicts hold persistent ones."""
        if "_buffers" not in self.__dict__:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        self._admit("buffer", name, self._buffers)
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(
                f"cannot assign '{typename(tensor)}' object to buffer '{name}' (torch Tensor or None required)"
            )
        self._buffers[name] = _calling.registered(_calling.buffer_registration, self, name, tensor)
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def register_parameter(self, name, param):
        """Add a parameter; None holds its place."""
        if "_parameters" not in self.__dict__:
            raise AttributeError("cannot assign parameter before Module.__init__() call")
        self._admit("parameter", name, self._parameters)
        if param is not None:
            if not isinstance(param, Parameter):
                raise TypeError(
                    f"cannot assign '{typename(param)}' object to parameter '{name}' "
                    "(torch.nn.Parameter or None required)"
                )
            if not param.is_leaf:
                raise ValueError(
                    f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be created explicitly. "
                    f"To express '{name}' as a function of another Tensor, compute the value in the forward() method."
                )
            param = _calling.registered(_calling.parameter_registration, self, name, param)
        self._parameters[name] = param

    def add_module(self, name, module):
        """Add a module as a part under `name`; None holds its place."""
        if not isinstance(module, Module) and module is not None:
            raise TypeError(f"{typename(module)} is not a Module subclass")
        if not isinstance(name, str):
            raise TypeError(f"module name should be a string. Got {typename(name)}")
        if hasattr(self, name) and name not in self._modules:
            raise KeyError(f"attribute '{name}' already exists")
        if "." in name:
            raise KeyError(f'module name can\'t contain ".", got: {name}')
        if name == "":
            raise KeyError('module name can\'t be empty string ""')
        self._modules[name] = _calling.registered(_calling.module_registration, self, name, module)

    def register_module(self, name, module):
        """The same as `add_module`."""
        self.add_module(name, module)

    def get_submodule(self, target):
        """The part at a dotted path; raises AttributeError."""
        found = self
        for item in target.split(".") if target else ():
            if not hasattr(found, item):
                raise AttributeError(f"{found._get_name()} has no attribute `{item}`")
            found = getattr(found, item)
            if not isinstance(found, Module):
                raise AttributeError(f"`{item}` is not an nn.Module")
        return found

    def set_submodule(self, target, module, strict=False):
        """Replace the part at a dotted path; `strict` refuses to add a new one."""
        if target == "":
            raise ValueError("Cannot set the submodule without a target name!")
        if not isinstance(module, Module):
            raise ValueError(f"`module` is not an nn.Module, found {type(module)}")
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        if hasattr(parent, name):
            if not isinstance(getattr(parent, name), Module):
                raise AttributeError(f"`{name}` is not an nn.Module")
        elif strict:
            raise AttributeError(f"{parent._get_name()} has no attribute `{name}`")
        setattr(parent, name, module)

    def _member(self, target):
        path, _, name = target.rpartition(".")
        owner = self.get_submodule(path)
        if not hasattr(owner, name):
            raise AttributeError(f"{owner._get_name()} has no attribute `{name}`")
        return owner, name, getattr(owner, name)

    def get_parameter(self, target):
        """The parameter at a dotted path; raises AttributeError."""
        _, name, found = self._member(target)
        if not isinstance(found, Parameter):
            raise AttributeError(f"`{name}` is not an nn.Parameter")
        return found

    def get_buffer(self, target):
        """The buffer at a dotted path; raises AttributeError."""
        owner, name, found = self._member(target)
        if name not in owner._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return found

    def _apply(self, fn, recurse=True):
        """Replace every parameter, gradient and buffer by what `fn` makes of it; parameters stay the same objects."""
        if recurse:
            for module in self.children():
                module._apply(fn)
        for param in self._parameters.values():
            if param is None:
                continue
            grad = param.grad
            with no_grad():
                applied = fn(param)
                applied_grad = None if grad is None else fn(grad)
            if applied is not param:
                param.data, param.grad = applied, applied_grad
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def apply(self, fn):
        """Call `fn` with every part, then with the module itself; returns the module."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def cuda(self, device=None):
        """Move to a CUDA device: there is none here."""
        return self._apply(lambda t: t.cuda(device))

    def cpu(self):
        """Move to the CPU, where everything is."""
        return self._apply(lambda t: t.cpu())

    def type(self, dst_type):
        """Convert all parameters and buffers to `dst_type`."""
        return self._apply(lambda t: t.type(dst_type))

    def float(self):
        """Convert floating point parameters and buffers to float32."""
        return self._apply(lambda t: t.float() if t.is_floating_point() else t)

    def double(self):
        """Convert floating point parameters and buffers to float64."""
        return self._apply(lambda t: t.double() if t.is_floating_point() else t)

    def half(self):
        """Convert floating point parameters and buffers to float16."""
        return self._apply(lambda t: t.half() if t.is_floating_point() else t)

    def bfloat16(self):
        """Convert floating point parameters and buffers to bfloat16."""
        return self._apply(lambda t: t.bfloat16() if t.is_floating_point() else t)

    def to_empty(self, *, device, recurse=True):
        """Give all parameters and buffers new storage without setting its values."""
        return self._apply(lambda t: t.new_empty(t.shape, device=device), recurse=recurse)

    def to(self, *args, **kwargs):
        """Move to a device, or convert floating point parameters and buffers: to(device, dtype), to(dtype), to(tensor)."""
        device, dtype = _Conversion.parse(args, kwargs)
        if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
            raise TypeError(
                f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}"
            )
        _types.require_cpu(device)
        return self if dtype is None else self._apply(_converted(dtype))

    def __getstate__(self):
        return self.__dict__.copy()

    def __setstate__(self, state):
        self.__dict__.update(state)
        fresh = {}
        self._start_hooks(fresh)
        for name, value in fresh.items():
            self.__dict__.setdefault(name, value)
        self.__dict__.setdefault("_non_persistent_buffers_set", set())

    def __getattr__(self, name):
        # Written out, since every use of a parameter comes by here.
        state = self.__dict__
        if "_modules" in state:  # the last to be made
            members = state["_parameters"]
            if name in members:
                return members[name]
            members = state["_modules"]
            if name in members:
                return members[name]
            members = state["_buffers"]
            if name in members:
                return members[name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def _make_room(self, name, *kinds):
        """Remove `name` from what it was before it became another kind of member."""
        state = self.__dict__
        state.pop(name, None)
        for kind in kinds:
            state[kind].pop(name, None)
        self._non_persistent_buffers_set.discard(name)

    def __setattr__(self, name, value):
        state = self.__dict__
        params, modules, buffers = state.get("_parameters"), state.get("_modules"), state.get("_buffers")
        is_tensor = isinstance(value, Tensor)  # asked first: asking for a Parameter or Buffer costs a call
        if is_tensor and isinstance(value, Parameter):
            if params is None:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            self._make_room(name, "_buffers", "_modules")
            self.register_parameter(name, value)
        elif params is not None and name in params:
            if value is not None:
                raise TypeError(
                    f"cannot assign '{typename(value)}' as parameter '{name}' (torch.nn.Parameter or None expected)"
                )
            self.register_parameter(name, value)
        elif isinstance(value, Module):
            if modules is None:
                raise AttributeError("cannot assign module before Module.__init__() call")
            self._make_room(name, "_parameters", "_buffers")
            modules[name] = _calling.registered(_calling.module_registration, self, name, value)
        elif modules is not None and name in modules:
            if value is not None:
                raise TypeError(
                    f"cannot assign '{typename(value)}' as child module '{name}' (torch.nn.Module or None expected)"
                )
            modules[name] = _calling.registered(_calling.module_registration, self, name, value)
        elif (buffers is not None and name in buffers) or (is_tensor and isinstance(value, Buffer)):
            if value is not None and not is_tensor:
                raise TypeError(
                    f"cannot assign '{typename(value)}' as buffer '{name}' "
                    "(torch.nn.Buffer, torch.Tensor or None expected)"
                )
            kept = value.persistent if isinstance(value, Buffer) else name not in self._non_persistent_buffers_set
            self.register_buffer(name, value, kept)
        else:
            _set(self, name, value)

    def __delattr__(self, name):
        if name in self._parameters:
            del self._parameters[name]
        elif name in self._buffers:
            del self._buffers[name]
            self._non_persistent_buffers_set.discard(name)
        elif name in self._modules:
            del self._modules[name]
        else:
            super().__delattr__(name)

    def _named_members(self, get_members_fn, prefix="", recurse=True, remove_duplicate=True):
        seen = set()
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, value in get_members_fn(module):
                if value is None or value in seen:
                    continue
                if remove_duplicate:
                    seen.add(value)
                yield f"{path}.{name}" if path else name, value

    def parameters(self, recurse=True):
        """All parameters, each once."""
        for _, param in self.named_parameters(recurse=recurse):
            yield param

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        """All parameters with their dotted names."""
        yield from self._named_members(lambda module: module._parameters.items(), prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        """All buffers, each once."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        """All buffers with their dotted names."""
        yield from self._named_members(lambda module: module._buffers.items(), prefix, recurse, remove_duplicate)

    def children(self):
        """The module's direct parts, each once."""
        for _, module in self.named_children():
            yield module

    def named_children(self):
        """The module's direct parts with their names."""
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def modules(self, remove_duplicate=True):
        """The module and all its parts, each once."""
        for _, module in self.named_modules(remove_duplicate=remove_duplicate):
            yield module

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """The module, named `prefix`, and all its parts with their dotted names."""
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, f"{prefix}.{name}" if prefix else name, remove_duplicate)

    def train(self, mode=True):
        """Switch the module and its parts to training mode, or out of it; returns the module."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        """Switch to evaluation mode; returns the module."""
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        """Set whether gradients are computed for all parameters; returns the module."""
        for param in self.parameters():
            param.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        """Drop all parameters' gradients, or fill them with zeros."""
        for param in self.parameters():
            if set_to_none:
                param.grad = None
            elif param.grad is not None:
                param.grad = param.grad.detach().zero_()

    def compile(self, *args, **kwargs):
        """Accepted as `torch.compile` is: the module runs as it did."""
        from ... import compile

        compile(self, *args, **kwargs)

    def share_memory(self):
        """Returns the module: there is one process here."""
        return self

    def _get_name(self):
        return type(self).__name__

    def extra_repr(self):
        """Override to say more in the module's repr."""
        return ""

    def __repr__(self):
        extra = self.extra_repr()
        own = extra.split("\n") if extra else []
        parts = [f"({name}): {indented(repr(module))}" for name, module in self._modules.items()]
        if not own and not parts:
            return f"{self._get_name()}()"
        if len(own) == 1 and not parts:
            return f"{self._get_name()}({own[0]})"
        lines = "\n  ".join(own + parts)
        return f"{self._get_name()}(\n  {lines}\n)"

    def __dir__(self):
        own = (self.__dict__, self._parameters, self._modules, self._buffers)
        names = dir(type(self)) + [name for members in own for name in members]
        return sorted(name for name in names if not name[0].isdigit())
