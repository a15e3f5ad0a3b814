"""New tensors: constants, ranges, random numbers."""

from sconce_face import bridge

from . import _types
from ._data import build, finish
from ._define import define, make_method
from ._tensor import Tensor, face
from .random import number

_call = face.operation
_OPTIONS = (
    "Dtype? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False, bool? requires_grad=False"
)
_REST = f"*, Tensor? out=None, {_OPTIONS}"
_FORMAT = "MemoryFormat? memory_format=None"


def _created(make, arguments=0):
    """The run of a creation function: `make(*arguments, dtype)` with torch's common options after them."""

    def run(*values):
        dtype, _layout, device, _pin, requires_grad = values[arguments:]
        _types.require_cpu(device)
        return finish(make(*values[:arguments], dtype), requires_grad)

    return run


def _define(name, *overloads, doc=""):
    """Overloads of (parameters, how many, make), each with the common options."""
    define(
        name, *((f"({params}, {_REST})", _created(make, count)) for params, count, make in overloads),
        method=False, doc=doc,
    )  # fmt: skip


for _name in ("zeros", "ones", "empty"):
    _define(_name, ("int[] size", 1, _call(_name)))

_full = _call("full")
_define("full", ("int[] size, Number fill_value", 2, _full))
_define("scalar_tensor", ("Number s", 1, lambda value, dtype: _full((), value, dtype or _types.get_default_dtype())))


def _range(start, end, step, dtype):
    return _call("arange")(start, end, step, dtype)


define(
    "arange",
    (f"(Number end, {_REST})", _created(lambda end, dtype: _range(0, end, 1, dtype), 1)),
    (f"(Number start, Number end, *, {_OPTIONS})", _created(lambda start, end, dtype: _range(start, end, 1, dtype), 2)),
    (f"(Number start, Number end, Number step=1, {_REST})", _created(_range, 3)),
    method=False,
)


def _ends(name, start, end):
    """The numbers that `start` and `end` are; each may be a tensor without dimensions."""
    ndims = [bound.ndim if isinstance(bound, Tensor) else 0 for bound in (start, end)]
    if any(ndims):
        raise RuntimeError(
            f"{name} only supports 0-dimensional start and end tensors, but got start with {ndims[0]} dimension(s) and "
            f"end with {ndims[1]} dimension(s)."
        )
    return (bound.item() if isinstance(bound, Tensor) else bound for bound in (start, end))


def _linspace(start, end, steps, dtype, name="linspace"):
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    return _call("linspace")(*_ends(name, start, end), steps, dtype)


def _logspace(start, end, steps, base, dtype):
    return _call("pow")(base, _linspace(start, end, steps, dtype, "logspace"))


_KINDS = [(a, b) for b in ("Tensor", "Number") for a in ("Tensor", "Number")]
_define("linspace", *((f"{a} start, {b} end, int steps", 3, _linspace) for a, b in _KINDS))
_define(
    "logspace", *((f"{a} start, {b} end, int steps, float base=10.0", 4, _logspace) for a, b in _KINDS),
    doc="`steps` numbers whose logarithms to `base` are evenly spaced.",
)  # fmt: skip


def _eye(n, m, dtype):
    for letter, extent in (("n", n), ("m", m)):
        if extent < 0:
            raise RuntimeError(f"{letter} must be greater or equal to 0, got {extent}")
    return _call("eye")(n, m, dtype)


_define(
    "eye",
    ("int n", 1, lambda n, dtype: _eye(n, n, dtype)),
    ("int n, int m", 2, _eye),
)


def _define_random(name, *overloads, doc=""):
    """As `_define`, in torch's two forms: with a generator, whose number `make` takes last, and without."""
    made = []
    for params, count, make in overloads:
        drawing = f"({params}, *, Generator? generator, {_REST.removeprefix('*, ')})"
        made += [(drawing, _drawn(make, count)), (f"({params}, {_REST})", _created(make, count))]
    define(name, *made, method=False, doc=doc)


def _drawn(make, count):
    def run(*values):
        drawing = number(values[count])
        return _created(lambda *given: make(*given, drawing), count)(*values[:count], *values[count + 1 :])

    return run


def _randint(low, high, size, dtype, generator=0):
    if low >= high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    return _call("randint")(low, high, size, dtype or _types.int64, generator)


_define_random("rand", ("int[] size", 1, _call("rand")))
_define_random("randn", ("int[] size", 1, _call("randn")))
_define_random("randperm", ("int n", 1, _call("randperm")))
_define_random(
    "randint",
    ("int high, int[] size", 2, lambda high, size, *rest: _randint(0, high, size, *rest)),
    ("int low, int high, int[] size", 3, _randint),
)


def _like(name, make, extra=""):
    """`NAME_like(input, ...)`: the shape and, unless given, the dtype of `input`."""
    params = f"Tensor input{', ' + extra if extra else ''}"
    count = 1 + bool(extra)

    def run(*values):
        a, given = values[0], values[1:count]
        _format, dtype, _layout, device, _pin, requires_grad = values[count:]
        _types.require_cpu(device)
        return finish(make(a.shape, *given, dtype or a.dtype), requires_grad)

    define(f"{name}_like", (f"({params}, *, {_FORMAT}, {_OPTIONS})", run), method=False,
           doc=f"A tensor of `input`'s shape and dtype, made as `torch.{name}` makes it.")  # fmt: skip


for _name in ("zeros", "ones", "empty", "rand", "randn"):
    _like(_name, _call(_name))
_like("full", _full, "Number fill_value")
define(
    "randint_like",
    (f"(Tensor input, int low, int high, *, {_FORMAT}, {_OPTIONS})",
     lambda a, low, high, _f, dtype, *rest: _randint(low, high, a.shape, dtype or a.dtype)),
    (f"(Tensor input, int high, *, {_FORMAT}, {_OPTIONS})",
     lambda a, high, _f, dtype, *rest: _randint(0, high, a.shape, dtype or a.dtype)),
    method=False, doc="Random integers in the shape and dtype of `input`.",
)  # fmt: skip


def _new(name, params, count, make):
    def run(self, *values):
        given = values[:count]
        dtype, device, requires_grad, *_ = values[count:]
        _types.require_cpu(device)
        return finish(make(*given, dtype or self.dtype), requires_grad)

    text = (
        f"({params}, *, Dtype? dtype=None, Device? device=None, bool? requires_grad=False, Layout? layout=None, "
        "bool? pin_memory=False)"
    )
    doc = f"As torch.{name.removeprefix('new_')}, with the dtype of this tensor."
    setattr(Tensor, name, make_method(name, [(text, run)], doc))


for _name in ("zeros", "ones", "empty"):
    # torch.zeros has words of its own for sizes below 0, new_zeros those of torch.empty.
    _new(f"new_{_name}", "int[] size", 1, _call("empty" if _name == "zeros" else _name))
_new("new_full", "int[] size, Number fill_value", 2, _full)


_new("new_tensor", "object data", 1, build)


def _constructor(name, dtype):
    """The legacy constructors `torch.FloatTensor(...)`: sizes make an uninitialised tensor, a sequence its values."""

    def create(cls, *args, device=None):
        _types.require_cpu(device)
        kind = dtype or _types.get_default_dtype()
        if len(args) == 1 and isinstance(args[0], Tensor):
            if args[0].dtype is not kind:
                raise TypeError(
                    f"expected a tensor of dtype {kind}, but got {args[0].dtype}: convert it with .to({kind})"
                )
            return args[0].detach()
        if len(args) == 1 and isinstance(args[0], (list, tuple, str, bridge.Owned)):
            return build(list(args[0]) if isinstance(args[0], _types.Size) else args[0], kind)
        if not args:
            return _call("empty")((0,), kind)
        for value in args:
            if isinstance(value, float):
                raise TypeError(f"new(): data must be a sequence (got {type(value).__name__})")
        return _call("empty")(args, kind)

    return create


Tensor.__new__ = staticmethod(_constructor("Tensor", None))


class _Legacy(type):
    def __instancecheck__(cls, value):
        return isinstance(value, Tensor) and value.dtype is cls._torch_dtype


legacy = {}
for _dtype in [t for t in _types.dtypes if not t.is_complex]:
    legacy[_dtype._legacy] = _Legacy(
        _dtype._legacy, (),
        {"__new__": _constructor(_dtype._legacy, _dtype), "_torch_dtype": _dtype, "__module__": "torch",
         "__doc__": f"A tensor of {_dtype}; `torch.tensor` is the way to make one."},
    )  # fmt: skip
