"""How tensors print: torch's choice of digits, widths, line breaks and what follows the numbers."""

import contextlib
import math

from . import _types
from ._data import flat_values
from ._define import unary
from ._tensor import Tensor, describe, face


class _Options:
    __slots__ = ("edgeitems", "linewidth", "precision", "sci_mode", "threshold")

    def __init__(self):
        self.precision, self.threshold, self.edgeitems, self.linewidth, self.sci_mode = 4, 1000, 3, 80, None


options = _Options()
_PROFILES = {
    "default": (4, 1000, 3, 80),
    "short": (2, 1000, 2, 80),
    "full": (4, math.inf, 3, 80),
}


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    """Set how tensors print.

    precision  digits after the point (4)          threshold  more elements than this are summarized (1000)
    edgeitems  elements kept at each end (3)       linewidth  characters a line (80)
    profile    "default", "short" or "full"        sci_mode   True, False, or None to let the values decide
    """
    if profile is not None:
        options.precision, options.threshold, options.edgeitems, options.linewidth = _PROFILES[profile]
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth}
    for name, value in given.items():
        if value is not None:
            setattr(options, name, value)
    options.sci_mode = sci_mode


def get_printoptions():
    """The current options, as keyword arguments of `set_printoptions`."""
    return {name: getattr(options, name) for name in ("precision", "threshold", "edgeitems", "linewidth", "sci_mode")}


@contextlib.contextmanager
def printoptions(**kwargs):
    """Set print options within a `with` block."""
    before = get_printoptions()
    set_printoptions(**kwargs)
    try:
        yield
    finally:
        set_printoptions(**before)


class Format:
    """How the numbers of one tensor are written, chosen from all the values that will show."""

    __slots__ = ("floating", "scientific", "whole", "width")

    def __init__(self, values, floating):
        self.floating, self.whole, self.scientific, self.width = floating, True, False, 1
        if not floating:
            self.width = max([1, *(len(str(value)) for value in values)])
            return
        finite = [value for value in values if value and math.isfinite(value)]
        if not finite:
            return
        least, most = min(map(abs, finite)), max(map(abs, finite))
        self.whole = all(value == math.floor(value) for value in finite)
        wide = most / least > 1000 or most > 1e8 or least < 1e-4
        self.scientific = wide if options.sci_mode is None else options.sci_mode
        self.width = max([1, *(len(self._digits(value)) for value in finite)])

    def _digits(self, value):
        if self.scientific:
            return f"{value:.{options.precision}e}"
        if self.whole:
            return f"{value:.0f}" + ("." if math.isfinite(value) else "")
        return f"{value:.{options.precision}f}"

    def __call__(self, value):
        return (self._digits(value) if self.floating else str(value)).rjust(self.width)


class ComplexFormat:
    """How complex numbers are written: the real parts alike, and the imaginary parts alike."""

    __slots__ = ("imag", "real", "width")

    def __init__(self, values):
        self.real, self.imag = Format([z.real for z in values], True), Format([z.imag for z in values], True)
        self.width = self.real.width + self.imag.width + 1

    def __call__(self, value):
        imag = self.imag(value.imag).lstrip()
        return f"{self.real(value.real)}{'' if imag[0] in '+-' else '+'}{imag}j"


def _edges(tensor):
    """The tensor without what a summary leaves out, and for each dimension whether something is left out."""
    narrow, cat = face.operation("narrow"), face.operation("cat")
    keep, cut = options.edgeitems, []
    for dim, size in enumerate(tensor.shape):
        cut.append(size > 2 * keep)
        if cut[-1]:
            tensor = cat([narrow(tensor, dim, 0, keep), narrow(tensor, dim, size - keep, keep)], dim)
    return tensor, cut


def _numbers(values, write, indent):
    per_line = max(1, (options.linewidth - indent) // (write.width + 2))
    lines = [", ".join(values[i : i + per_line]) for i in range(0, len(values), per_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"


def _nested(values, shape, cut, write, indent):
    """The text of `values`, the elements of a tensor of `shape` in order."""
    if not shape:
        return write(values[0])
    half = shape[0] // 2
    if len(shape) == 1:
        shown = [write(value) for value in values]
        if cut[0]:
            shown[half:half] = [" ..."] if options.edgeitems else ["..."]
        return _numbers(shown, write, indent)
    step = len(values) // shape[0] if shape[0] else 0
    parts = [
        _nested(values[i * step : (i + 1) * step], shape[1:], cut[1:], write, indent + 1) for i in range(shape[0])
    ]
    if cut[0]:
        parts[half:half] = ["..."]
    return "[" + ("," + "\n" * (len(shape) - 1) + " " * (indent + 1)).join(parts) + "]"


def _contents(tensor, indent):
    tensor = unary("detach")(tensor)
    shape, cut = tensor.shape, [False] * len(tensor.shape)
    if shape.numel() > options.threshold:
        tensor, cut = _edges(tensor)
        shape = tensor.shape
    values = flat_values(tensor)
    dtype = tensor.dtype
    write = ComplexFormat(values) if dtype.is_complex else Format(values, dtype.is_floating_point)
    return _nested(values, shape, cut, write, indent)


def _suffixes(tensor, described):
    default = _types.get_default_dtype()
    if tensor.shape.numel() == 0:
        if len(tensor.shape) != 1:
            yield f"size={tuple(tensor.shape)}"
        if tensor.dtype is not default:
            yield f"dtype={tensor.dtype}"
    else:
        if not options.edgeitems:
            yield f"size={tuple(tensor.shape)}"
        if tensor.dtype not in (default, default.to_complex(), _types.int64, _types.bool_):
            yield f"dtype={tensor.dtype}"
    if described.requires_grad and not described.is_leaf:
        yield f"grad_fn=<{type(tensor.grad_fn).__name__}>"
    elif described.requires_grad:
        yield "requires_grad=True"


def text(tensor):
    """The repr of a tensor."""
    prefix = "tensor("
    indent = len(prefix)
    written = prefix + (_contents(tensor, indent) if tensor.shape.numel() else "[]")
    last = len(written) - written.rfind("\n") + 1
    for suffix in _suffixes(tensor, describe(tensor)):
        if last + len(suffix) + 2 > options.linewidth:
            written += ",\n" + " " * indent + suffix
            last = indent + len(suffix)
        else:
            written += ", " + suffix
            last += len(suffix) + 2
    return written + ")"


def _repr(self, *, tensor_contents=None):
    return text(self)


Tensor.__repr__, Tensor.__str__ = _repr, _repr
