"""Functions and methods made from torch's own signatures.

`define("sum", ("(Tensor input, *, Dtype? dtype=None)", run), ...)` gives `torch.sum` and `Tensor.sum`: one overload a
pair, `run` is called with the parameters' values in order (without `out`). A method is the same signature without its
first parameter. Names that torch gives one overload need no `define`: `define_rest` takes them from the schema.
"""

import inspect
import keyword
import warnings

from sconce_face import quick, schema
from sconce_face.bridge import Owned

from . import _types
from ._arguments import NO, NotInts, Parser, check, reject_value
from ._tensor import Tensor, face

functions, functional, handmade = {}, {}, set()


@check("Tensor")
def _tensor(value):
    return value if isinstance(value, Tensor) else NO


@check("Number")
def _number(value):
    if isinstance(value, (int, float, complex)):
        return value
    if isinstance(value, Tensor):
        return value.item() if value.ndim == 0 and not value.requires_grad else reject_value()
    if not isinstance(value, Owned) and hasattr(value, "item"):
        return value.item()
    return NO


@check("Operand")
def _operand(value):
    return value if isinstance(value, Tensor) else _number(value)


@check("int")
def _int(value):
    if type(value) is int:
        return value
    if isinstance(value, (bool, float, Owned)) or not hasattr(value, "__index__"):
        return _whole(value) if isinstance(value, Tensor) else NO
    return value.__index__()


def _whole(tensor):
    if tensor.ndim == 0 and not tensor.dtype._has_gradient and tensor.dtype is not _types.bool_:
        return tensor.item()
    return reject_value()


@check("float")
def _float(value):
    return NO if isinstance(value, (bool, complex)) else _number(value)


@check("bool")
def _bool(value):
    if isinstance(value, bool):
        return value
    return bool(value) if type(value).__module__ == "numpy" and type(value).__name__.startswith("bool") else NO


@check("int[]")
def _ints(value):
    if not isinstance(value, (tuple, list)):
        return NO
    if value and _int(value[0]) is NO:
        return reject_value()
    read = []
    for i, item in enumerate(value):
        number = int(item) if isinstance(item, bool) else _int(item)
        if number is NO:
            raise NotInts(i, item)
        read.append(number)
    return read


@check("float[]")
def _floats(value):
    return [float(item) for item in value] if isinstance(value, (tuple, list)) else NO


@check("Tensor[]")
def _tensors(value, position):
    if not isinstance(value, (tuple, list)):
        return NO
    for i, item in enumerate(value):
        if not isinstance(item, Tensor):
            raise TypeError(f"expected Tensor as element {i} in argument {position}, but got {type(item).__name__}")
    return value


@check("Dtype")
def _dtype(value):
    if isinstance(value, _types.dtype):
        return value
    return _types.python_types.get(value, NO) if isinstance(value, type) else NO


@check("Device")
def _device(value):
    if isinstance(value, _types.device):
        return value
    return _types.device(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else NO


@check("Layout")
def _layout(value):
    return value if isinstance(value, _types.layout) else NO


@check("MemoryFormat")
def _memory_format(value):
    return value if isinstance(value, _types.memory_format) else NO


@check("str")
def _str(value):
    return value if isinstance(value, str) else NO


@check("Generator")
def _generator(value):
    return value if type(value).__name__ == "Generator" else NO


@check("object")
def _object(value):
    return value


def _runner(run, in_place=False, step=None):
    if isinstance(run, tuple):
        run = run[in_place]
    if isinstance(run, str):
        return face.operation(run, in_place)
    return run if step is None else named(step, run)


def fixed(name, *values):
    """Operation `name` with these values for the parameters that follow its first."""
    operation = face.operation(name)

    def run(first, *rest):
        return operation(first, *values, *rest)

    run.target, run.fixed = operation.target, values
    return run


def _category(dtype):
    return 2 if dtype.is_complex else 1 if dtype.is_floating_point else 0


def into(out, result):
    """Write `result` into `out` as torch's `out=` does, and return `out`."""
    if isinstance(result, tuple):
        for target, part in zip(out, result):
            into(target, part)
        return type(result)(out)
    if _category(result.dtype) > _category(out.dtype):
        names = result.dtype._noun, out.dtype._noun
        raise RuntimeError(f"result type {names[0]} can't be cast to the desired output type {names[1]}")
    if out.shape != result.shape:
        if out.shape.numel():
            warnings.warn(
                f"An output with one or more elements was resized since it had shape {list(out.shape)}, which does not match "
                f"the required output shape {list(result.shape)}. This behavior is deprecated, and in a future PyTorch "
                "release outputs will not be resized unless they have zero elements. You can explicitly reuse an out tensor "
                "t by resizing it, inplace, to zero elements with t.resize_(0).",
                stacklevel=4,
            )
        fresh = result.to(out.dtype).clone()
        out._handle, fresh._handle = fresh._handle, out._handle
        out._meta = fresh._meta = None
        return out
    return out.copy_(result)


def without_gradient(result, *inputs):
    """`result`, through which those of `inputs` that require gradients get zeros."""
    for tensor in inputs:
        if isinstance(tensor, Tensor) and tensor.requires_grad:
            everywhere = face.operation("ones")(result.shape, _types.bool_)
            result = face.operation("where")(everywhere, result, tensor)
    return result


# By function name: a check of (out, *the other arguments' values) in that function's own words.
out_checks = {}


def _check_out(name, out, values):
    if isinstance(out, Tensor):
        if any(size > 1 and not stride for size, stride in zip(out.shape, out.stride())):
            raise RuntimeError(
                "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
                "Please clone() the tensor before performing the operation."
            )
        if name in out_checks:
            out_checks[name](out, *values)


_name_step = face.operation("name_step")


def as_step(name, result):
    """`result`, which several steps of the graph computed here, as computed by torch's one: "FmaxBackward0" say."""
    for part in result if isinstance(result, tuple) else (result,):
        _name_step(part, name.encode())
    return result


def named(step, run):
    """`run`, a composition, whose result is computed by one step in torch."""
    return lambda *values: as_step(step, run(*values))


def both(run):
    """A composed function and its in-place form, as `define` takes them."""

    def in_place(self, *values):
        result = run(self, *values)
        if result.shape != self.shape:
            raise RuntimeError(
                f"output with shape {list(self.shape)} doesn't match the broadcast shape {list(result.shape)}"
            )
        return into(self, result)

    return run, in_place


def make_function(name, overloads, doc="", module="torch"):
    """A function that reads its arguments as torch does and runs the overload that fits.

    An overload is (signature, run[, deprecated]), `run` a callable.
    """
    parser = Parser(name, overloads)
    plans, parse = parser.plans, parser.parse

    def function(*args, **kwargs):
        key = tuple(map(type, args))
        if kwargs:
            key += (*kwargs, *map(type, kwargs.values()))
        plan = plans.get(key)
        if plan is not None and plan.straight:
            return plan.run(*args, *plan.tail)
        plan, values = parse(args, kwargs, key)
        if plan.out is not None:
            out = values.pop(plan.out)
            if out is not None:
                _check_out(name, out, values)
                return into(out, plan.run(*values))
        return plan.run(*values)

    return _dressed(function, name, module, doc, parser, overloads)


def make_plain_method(name, run, doc=""):
    """`Tensor.NAME()`, which takes nothing."""
    target = getattr(run, "target", None)

    def method(self, *args, **kwargs):
        if args or kwargs:
            given = "keyword arguments" if kwargs else f"arguments ({len(args)} given)"
            raise TypeError(f"TensorBase.{name}() takes no {given}")
        if target is not None:
            quick.add(method, target, (quick.Argument(0, Owned), *getattr(run, "fixed", ())), 1)
        return run(self)

    return _dressed(method, name, "torch", doc, Parser(name, [("()", run)]), [("()", run)], bound=True)


def make_method(name, overloads, doc=""):
    """As `make_function`, with `self` as the first argument of every overload."""
    if len(overloads) == 1 and overloads[0][0] == "()":
        return make_plain_method(name, overloads[0][1], doc)
    parser = Parser(name, overloads)
    plans, parse = parser.plans, parser.parse

    def method(self, *args, **kwargs):
        key = tuple(map(type, args))
        if kwargs:
            key += (*kwargs, *map(type, kwargs.values()))
        plan = plans.get(key)
        if plan is not None and plan.straight:
            return plan.run(self, *args, *plan.tail)
        plan, values = parse(args, kwargs, key)
        return plan.run(self, *values)

    return _dressed(method, name, "torch", doc, parser, overloads, bound=True)


def _untyped(text):
    """A signature's text without the types."""
    return f"({', '.join([part.rpartition(' ')[2] for part in text[1:-1].split(', ')])})"


def _dressed(function, name, module, doc, parser, overloads, bound=False):
    function.__name__ = name
    function.__qualname__ = f"Tensor.{name}" if bound else name
    function.__module__ = module
    texts = "\n".join(name + _untyped(text) for text, *_ in overloads)
    function.__doc__ = f"{texts}\n\n{doc}" if doc else texts
    function.__wrapped__ = _Described(parser, bound)
    parser.function, parser.bound = function, bound
    return function


class _Described:
    """What `inspect` finds under a function: its signature, built only when help() or completion asks."""

    __slots__ = ("_bound", "parser")

    def __init__(self, parser, bound):
        self.parser, self._bound = parser, bound

    def __call__(self, *args, **kwargs):
        raise TypeError("this only describes a function")

    @property
    def __signature__(self):
        return _signature(max(self.parser.signatures, key=lambda s: s.max_args), self._bound)


def _signature(signature, bound):
    kinds = inspect.Parameter
    made = [kinds("self", kinds.POSITIONAL_ONLY)] if bound else []
    optional = False
    for p in signature.params:
        optional = (optional or p.optional) and not p.keyword_only
        default = p.default if p.optional or optional else kinds.empty
        name = p.name + "_" if keyword.iskeyword(p.name) else p.name
        made.append(kinds(name, kinds.KEYWORD_ONLY if p.keyword_only else kinds.POSITIONAL_OR_KEYWORD, default=default))
    return inspect.Signature(made)


def _method_text(text):
    """A function's signature as the method's: without the first parameter and without `out`."""
    parts = [part for part in text[1:-1].split(", ") if not part.endswith(" out=None")][1:]
    return f"({', '.join(parts[:-1] if parts and parts[-1] == '*' else parts)})"


def define(
    name, *overloads, doc="", function=True, method=True, in_place=False, module="torch", aliases=(), step=None
):  # fmt: skip
    """Make `torch.NAME`, `Tensor.NAME` and `Tensor.NAME_`; an overload is (signature, run[, deprecated]).

    `run` is an engine operation's name, a callable, or a pair (out of place, in place) of either. `step` names the step
    of the graph that torch makes of what callables compose.
    """
    doc = doc or (schema.operations()[name].doc if name in schema.operations() else "")
    for called in (name, *aliases):
        handmade.add(called)
        if function:
            made = [(text, _runner(run, False, step), *rest) for text, run, *rest in overloads]
            functions[called] = make_function(called, made, doc, module)
        if method:
            made = [(_method_text(text), _runner(run, False, step), *rest) for text, run, *rest in overloads]
            setattr(Tensor, called, make_method(called, made, doc))
        if in_place:
            made = [(_method_text(text), _runner(run, True, step), *rest) for text, run, *rest in overloads]
            setattr(Tensor, called + "_", make_method(called + "_", made, doc))


def defines(name, text, **options):
    """`define` as a decorator, for one overload written as a Python function."""

    def decorate(run):
        define(name, (text, run), doc=inspect.getdoc(run) or "", **options)
        return run

    return decorate


def method(name, *texts):
    """A decorator that makes `Tensor.NAME` alone, from signatures without `self`."""

    def decorate(run):
        made = [(text, run) for text in texts]
        setattr(Tensor, name, make_method(name, made, inspect.getdoc(run) or ""))
        return run

    return decorate


_TYPES = {"Scalar": "Number", "Scalar?": "Number?", "Operand": "Tensor"}


def _signature_text(entry):
    parts, starred = [], False
    for i, p in enumerate(entry.params):
        if p.keyword_only and not starred:
            parts.append("*")
            starred = True
        name = "input" if i == 0 and p.name == "self" else p.name
        default = "" if p.default is schema.REQUIRED else f"={p.default!r}"
        parts.append(f"{_TYPES.get(p.type, p.type)} {name}{default}")
    return f"({', '.join(parts)})"


def define_rest():
    """Take from the schema every name it lists for torch that no family has defined by hand."""
    for entry in schema.operations().values():
        places = {}
        for qualified in entry.names:
            owner, _, name = qualified.rpartition(".")
            places.setdefault(owner, []).append(name)
        if not {"torch", "Tensor", "F"} & places.keys() or any(p.type == "Index[]" for p in entry.params):
            continue
        text = _signature_text(entry)
        run = face.operation(entry.name)
        for name in places.get("torch", ()):
            if name not in handmade and name not in functions:
                functions[name] = make_function(name, [(text, run)], entry.doc)
        for name in places.get("F", ()):
            if name not in functional:
                made = [(text, run)]
                functional[name] = make_function(name, made, entry.doc, "torch.nn.functional")
        for name in places.get("Tensor", ()):
            if name in handmade or name in Tensor.__dict__:
                continue
            inner = _method_text(text)
            setattr(Tensor, name, make_method(name, [(inner, run)], entry.doc))
            if entry.in_place:
                made = [(inner, face.operation(entry.name, in_place=True))]
                setattr(Tensor, name + "_", make_method(name + "_", made, entry.doc))


def unary(name):
    """The callable of an operation `(Tensor self) -> Tensor`."""
    return face.operation(name)
