"""Functions whose gradient the program itself computes."""

import warnings

from .._arguments import typename
from .._define import unary
from .._tensor import Tensor, describe, face
from . import _walks, grad_mode

__all__ = ["Function", "FunctionCtx", "InplaceFunction", "once_differentiable"]

_call = face.operation
_outside_node, _tie, _zeros = _call("outside_node"), _call("tie_to_walk"), _call("zeros")
_FREED = (
    "Trying to backward through the graph a second time (or directly access saved tensors after they have already been "
    "freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify "
    "retain_graph=True if you need to backward through the graph a second time or if you need to access saved tensors after "
    "calling backward."
)


class FunctionCtx:
    """What `forward` leaves for `backward`: the `ctx` of both, and the step of the graph that the call made."""

    materialize_grads = True
    _to_save, _dirty, _plain, _saved, _freed, _answering = (), (), (), (), False, False

    def save_for_backward(self, *tensors):
        """Keep tensors (or None) for `saved_tensors` in backward."""
        for i, tensor in enumerate(tensors):
            if tensor is not None and not isinstance(tensor, Tensor):
                raise TypeError(
                    f"save_for_backward can only save variables, but argument {i} is of type {typename(tensor)}"
                )
        self._to_save = tensors

    def save_for_forward(self, *tensors):
        """Accepted; there is no forward mode here that would read them."""

    def mark_dirty(self, *args):
        """Say which inputs `forward` wrote in place."""
        self._dirty = args

    def mark_non_differentiable(self, *args):
        """Say which outputs have no gradient."""
        self._plain = args

    def set_materialize_grads(self, value):
        """Whether backward gets zeros (the default) or None for outputs that no gradient reached."""
        self.materialize_grads = value

    @property
    def saved_tensors(self):
        """The tensors that `save_for_backward` kept. Raises RuntimeError once they are freed or were written to."""
        if self._freed:
            raise RuntimeError(_FREED)
        return tuple(saved.read(self) if saved is not None else None for saved in self._saved)

    saved_variables = saved_tensors

    def name(self):
        """The name of this step of the graph."""
        return type(self).__name__

    def __repr__(self):
        return f"<torch.autograd.function.{type(self).__name__} object at {id(self):#x}>"

    def answer(self, grads, retain_graph):
        """The gradients of the inputs, from those of the differentiable outputs."""
        flowing = iter(grads)
        given = []
        for meta in self._outputs:
            grad = next(flowing) if meta is not None and meta[2] else None
            if grad is None and meta is not None and self.materialize_grads:
                grad = _zeros(*meta[:2])
            given.append(grad)
        self._answering = True
        try:
            found = self._function._run_backward(self, given)
        finally:
            self._answering = False
        if not retain_graph and self._saved:
            self._saved, self._freed = (), True
        return self._checked(found if isinstance(found, tuple) else (found,))

    def _checked(self, grads):
        name, count = self.name(), len(self._inputs)
        if len(grads) > count and all(grad is None for grad in grads[count:]):
            grads = grads[:count]
        if len(grads) != count:
            raise RuntimeError(
                f"function {name} returned an incorrect number of gradients (expected {count}, got {len(grads)})"
            )
        answers = []
        for i, (shape, grad) in enumerate(zip(self._inputs, grads)):
            if shape is None:
                if grad is not None:
                    raise RuntimeError(
                        f"function {name} returned a gradient different than None at position {i + 1}, but the "
                        "corresponding forward input was not a Variable"
                    )
                continue
            if grad is not None:
                if not isinstance(grad, Tensor):
                    raise RuntimeError(f"expected Variable or None (got {typename(grad)})")
                if not _sums_to(grad.shape, shape):
                    raise RuntimeError(
                        f"Function {name} returned an invalid gradient at index {i} - got {list(grad.shape)} but "
                        f"expected shape compatible with {list(shape)}"
                    )
            answers.append(grad)
        return answers


def _sums_to(grad, shape):
    tail = grad[len(grad) - len(shape) :]
    return len(grad) >= len(shape) and all(a in (1, b) for a, b in zip(shape, tail))


class _Saved:
    """A tensor kept for backward, and its version then."""

    def __init__(self, tensor, output):
        # An output is kept without its history: the step would own what owns the step.
        self.tensor = tensor if output is None else unary("detach")(tensor)
        self.output, self.version = output, describe(tensor).version

    def read(self, ctx):
        tensor = self.tensor
        version = describe(tensor).version
        if version != self.version:
            made_by = ""
            if self.output is not None:
                made_by = f", which is output {self.output} of {ctx.name().removesuffix('Backward')},"
            elif tensor.grad_fn is not None:
                made_by = f", which is output 0 of {tensor.grad_fn.name().partition('Backward')[0]},"
            raise RuntimeError(
                "one of the variables needed for gradient computation has been modified by an inplace operation: "
                f"[{tensor.type()} {list(tensor.shape)}]{made_by} is at version {version}; expected version "
                f"{self.version} instead. Hint: enable anomaly detection to find the operation that failed to compute "
                "its gradient, with torch.autograd.set_detect_anomaly(True, check_nan=False)."
            )
        # Only within its backward can an output be differentiated again.
        return _tie(tensor, self.output) if self.output is not None and ctx._answering else tensor


class Function:
    """Base of functions with a gradient of their own.

    A subclass gives static methods `forward(ctx, *args)`, or `forward(*args)` with `setup_context(ctx, inputs, output)`,
    and `backward(ctx, *grads)`: one gradient, or None, for each argument of forward. It is called as `Sub.apply(*args)`.
    """

    generate_vmap_rule = False
    # The name of torch's own step, where the class stands for one.
    _node = None

    def __init__(self, *args, **kwargs):
        warnings.warn(
            f"{type(self)} should not be instantiated. Methods on autograd functions are all static, so you should invoke "
            "them on the class itself. Instantiating an autograd function will raise an error in a future version of "
            "PyTorch.",
            DeprecationWarning,
            stacklevel=2,
        )

    @staticmethod
    def forward(*args, **kwargs):
        """The value, computed without recording."""
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx, inputs, output):
        """Keep in `ctx` what backward needs."""
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx, *grad_outputs):
        """The gradients of forward's arguments from those of its outputs."""
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom autograd.Function to use it with "
            "backward mode AD."
        )

    vjp = backward

    @classmethod
    def _run_backward(cls, ctx, grads):
        if cls.backward is not Function.backward and cls.vjp is not Function.vjp:
            raise RuntimeError(
                "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only implement "
                "one of them."
            )
        return (cls.vjp if cls.vjp is not Function.vjp else cls.backward)(ctx, *grads)

    @classmethod
    def _context(cls):
        made = cls.__dict__.get("_backward_cls")
        if made is None:
            made = cls._backward_cls = type(cls._node or cls.__name__ + "Backward", (FunctionCtx,), {"__module__": __name__})
        ctx = made()
        ctx._function = cls
        return ctx

    @classmethod
    def apply(cls, *args, **kwargs):
        """The value of the function on `args`, recorded with this class's gradient."""
        ctx = cls._context()
        tensors = [a for a in args if isinstance(a, Tensor)]
        ctx.needs_input_grad = tuple(isinstance(a, Tensor) and a.requires_grad for a in args)
        recording = any(ctx.needs_input_grad) and grad_mode.is_grad_enabled()
        with grad_mode.no_grad():
            if cls.setup_context is Function.setup_context:
                output = cls.forward(ctx, *args, **kwargs)
            else:
                output = cls.forward(*args, **kwargs)
                cls.setup_context(ctx, args, output)
            outputs = [_apart(value, tensors, ctx) for value in (output if isinstance(output, tuple) else (output,))]
        ctx._inputs = [a.shape if isinstance(a, Tensor) else None for a in args]
        if recording:
            ctx._record(outputs, tensors)
        return tuple(outputs) if isinstance(output, tuple) else outputs[0]

    @staticmethod
    def jvp(ctx, *grad_inputs):
        """Forward mode, which this subset lacks."""
        raise NotImplementedError("forward-mode differentiation is not in this course's PyTorch subset")


def _is_in(value, tensors):
    return any(value is tensor for tensor in tensors)


def _apart(value, tensors, ctx):
    """An output; an input that was returned as it came is another tensor on the same elements."""
    if isinstance(value, Tensor) and _is_in(value, tensors) and not _is_in(value, ctx._dirty):
        return unary("alias")(value)
    return value


def _record(self, outputs, tensors):
    self._outputs = []
    flowing = []
    for value in outputs:
        if not isinstance(value, Tensor):
            self._outputs.append(None)
            continue
        differentiable = value.dtype._has_gradient and not _is_in(value, self._plain)
        self._outputs.append((value.shape, value.dtype, differentiable))
        if differentiable:
            flowing.append(value)
    places = {id(value): i for i, value in enumerate(flowing)}
    self._saved = tuple(t if t is None else _Saved(t, places.get(id(t))) for t in self._to_save)
    self._to_save = self._dirty = self._plain = ()
    if flowing:
        _walks.keep(_outside_node(flowing, tensors), self, flowing)


FunctionCtx._record = _record
BackwardCFunction = FunctionCtx


class InplaceFunction(Function):
    """The base of old functions that may write in place."""


class _Once(Function):
    """Gradients that cannot be differentiated again."""

    @staticmethod
    def forward(ctx, *grads):
        return tuple(grad if grad is None else unary("alias")(grad) for grad in grads)

    @staticmethod
    def backward(ctx, *grads):
        raise RuntimeError(
            "trying to differentiate twice a function that was marked with @once_differentiable"
        )


def once_differentiable(fn):
    """A decorator of `backward` for one that is not made of differentiable operations."""
    from functools import wraps

    @wraps(fn)
    def wrapper(ctx, *args):
        with grad_mode.no_grad():
            outputs = fn(ctx, *args)
        if not grad_mode.is_grad_enabled() or not any(isinstance(a, Tensor) and a.requires_grad for a in args):
            return outputs
        found = outputs if isinstance(outputs, tuple) else (outputs,)
        tied = _Once.apply(*(g if g is None else g.detach().requires_grad_() for g in found))
        return tied if isinstance(outputs, tuple) else tied[0]

    return wrapper
