"""Text of arrays: `array2string`, `array_repr`, `array_str` and the print options.

An array prints in columns: a first pass over the elements that will be shown finds one common layout
(fixed or scientific, digits either side of the point), a second one writes them, breaking lines at the
line width. Arrays above the threshold show only the corners.
"""

import contextlib
import math
import operator
import sys

from sconce_face import formatting

from . import _dtypes
from ._scalars import make

_FLOAT_MODES = ("fixed", "unique", "maxprec", "maxprec_equal")
_DEFAULTS = {
    "edgeitems": 3, "threshold": 1000, "floatmode": "maxprec", "precision": 8, "suppress": False, "linewidth": 75,
    "nanstr": "nan", "infstr": "inf", "sign": "-", "formatter": None, "legacy": False, "override_repr": None,
}  # fmt: skip
_options = dict(_DEFAULTS)


def _checked(**given):
    if given.get("legacy"):
        raise NotImplementedError("legacy print modes are not in this course's NumPy subset")
    chosen = {name: value for name, value in given.items() if value is not None}
    if chosen.get("floatmode", "fixed") not in _FLOAT_MODES:
        raise ValueError("floatmode option must be one of " + ", ".join(f'"{mode}"' for mode in _FLOAT_MODES))
    if chosen.get("sign", "-") not in ("-", "+", " "):
        raise ValueError("sign option must be one of ' ', '+', or '-'")
    threshold = chosen.get("threshold", 0)
    if not isinstance(threshold, (int, float)) and not hasattr(threshold, "__float__"):
        raise TypeError("threshold must be numeric")
    if math.isnan(threshold):
        raise ValueError("threshold must be non-NAN, try sys.maxsize for untruncated representation")
    if "precision" in chosen:
        try:
            chosen["precision"] = operator.index(chosen["precision"])
        except TypeError:
            raise TypeError("precision must be an integer") from None
        if chosen["precision"] < 0:
            raise ValueError("precision must be >= 0")
    if "suppress" in chosen:
        chosen["suppress"] = bool(chosen["suppress"])
    return chosen


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, nanstr=None,
                     infstr=None, formatter=None, sign=None, floatmode=None, *, legacy=None, override_repr=None):
    """Set how arrays print; what is left None stays as it is, `formatter` and `override_repr` are always reset.

    precision: most digits after the point; threshold: element count above which only corners show;
    edgeitems: elements shown at each end then; linewidth: characters in a line; suppress: never use an
    exponent for small numbers; nanstr, infstr: text of NaN and infinity; sign: "-", "+" or " ";
    floatmode: "fixed", "unique", "maxprec" or "maxprec_equal"; formatter: functions by kind of type.
    Raises ValueError or TypeError for a value outside these.
    """
    _options.update(
        _checked(
            precision=precision, threshold=threshold, edgeitems=edgeitems, linewidth=linewidth, suppress=suppress,
            nanstr=nanstr, infstr=infstr, sign=sign, floatmode=floatmode, legacy=legacy,
        )
    )  # fmt: skip
    _options["formatter"] = formatter
    _options["override_repr"] = override_repr


def get_printoptions():
    """The print options, as a dict with the names `set_printoptions` takes."""
    return dict(_options)


@contextlib.contextmanager
def printoptions(*args, **kwargs):
    """Context manager: print options as in `set_printoptions`, put back at the end of the block."""
    saved = dict(_options)
    set_printoptions(*args, **kwargs)
    try:
        yield get_printoptions()
    finally:
        _options.update(saved)


# Elements -----------------------------------------------------------------------------------------------------------


class _FloatFormat:
    def __init__(self, values, dtype, options):
        self.nearest, self.sign, mode = dtype.nearest, options["sign"], options["floatmode"]
        precision = None if mode == "unique" else options["precision"]
        finite = [v for v in values if math.isfinite(v)]
        magnitudes = [abs(v) for v in finite if v != 0]
        self.scientific = False
        if magnitudes:
            largest, smallest = max(magnitudes), min(magnitudes)
            ratio = largest / smallest if largest < smallest * sys.float_info.max else math.inf
            if self.nearest:
                ratio = self.nearest(ratio)
            self.scientific = largest >= 10.0 ** min(8, _dtypes.finfo(dtype).precision) or (
                not options["suppress"] and (smallest < 0.0001 or ratio > 1000.0)
            )
        self.unique = mode != "fixed"
        self.layout = self._scientific_layout if self.scientific else self._positional_layout
        self.pad_left = self.pad_right = 0
        if finite:
            self.layout(finite, precision, mode)
        if self.sign == " " and not any(math.copysign(1.0, v) < 0 for v in finite):
            self.pad_left += 1
        if len(finite) != len(values):
            signed = self.sign != "-" or -math.inf in values
            room = self.pad_right + 1
            self.pad_left = max(
                self.pad_left, len(_options["nanstr"]) - room, len(_options["infstr"]) + signed - room
            )

    def _first_pass(self, write, values, precision):
        trim = formatting.TRIM_ZEROS if self.unique else formatting.TRIM_KEEP
        return [write(v, precision, self.unique, trim, self.sign == "+", nearest=self.nearest) for v in values]

    def _scientific_layout(self, values, precision, mode):
        texts = self._first_pass(formatting.format_scientific, values, precision)
        mantissas, exponents = zip(*(text.split("e") for text in texts))
        wholes, fractions = zip(*(mantissa.split(".") for mantissa in mantissas))
        self.exp_digits = max(map(len, exponents)) - 1
        self.precision = self.min_digits = max(map(len, fractions))
        self.trim = formatting.TRIM_KEEP
        self.pad_left = max(map(len, wholes))
        self.pad_right = self.exp_digits + 2 + self.precision

    def _positional_layout(self, values, precision, mode):
        texts = self._first_pass(formatting.format_positional, values, precision)
        wholes, fractions = zip(*(text.split(".") for text in texts))
        self.pad_left, self.pad_right = max(map(len, wholes)), max(map(len, fractions))
        if mode in ("fixed", "maxprec_equal"):
            self.precision = self.min_digits = self.pad_right
            self.trim = formatting.TRIM_KEEP
        else:
            self.precision, self.min_digits, self.trim = precision, 0, formatting.TRIM_ZEROS

    def __call__(self, value):
        plus = self.sign == "+"
        if not math.isfinite(value):
            if value != value:
                text = "+" * plus + _options["nanstr"]
            else:
                text = ("-" if value < 0 else "+" * plus) + _options["infstr"]
            return text.rjust(self.pad_left + self.pad_right + 1)
        if self.scientific:
            return formatting.format_scientific(
                value, self.precision, self.unique, self.trim, plus, self.pad_left, self.exp_digits, self.min_digits,
                self.nearest,
            )  # fmt: skip
        return formatting.format_positional(
            value, self.precision, self.unique, self.trim, plus, self.pad_left, self.pad_right, self.min_digits,
            self.nearest,
        )  # fmt: skip


class _ComplexFormat:
    def __init__(self, values, dtype, options):
        self.real = _FloatFormat([z.real for z in values], dtype, options)
        self.imag = _FloatFormat([z.imag for z in values], dtype, {**options, "sign": "+"})

    def __call__(self, value):
        imag = self.imag(value.imag)
        digits = imag.rstrip()
        return f"{self.real(value.real)}{digits}j{imag[len(digits):]}"


class _IntegerFormat:
    def __init__(self, values, options):
        sign, width = options["sign"], 0
        if values:
            largest, smallest = max(values), min(values)
            if sign == " " and smallest < 0:
                sign = "-"
            width = max(len(str(largest)) + (largest >= 0 and sign in "+ "), len(str(smallest)))
        self.spec = f"{sign}{width}d"

    def __call__(self, value):
        return format(value, self.spec)


def _element_format(values, dtype, shape, options):
    custom = _custom_format(dtype, options["formatter"])
    if custom is not None:
        return lambda value: custom(make(dtype.type, value))
    if dtype.kind == "b":
        return lambda value: ("True" if shape == () else " True") if value else "False"
    if dtype.kind in "iu":
        return _IntegerFormat(values, options)
    if dtype.kind == "c":
        return _ComplexFormat(values, dtype, options)
    return _FloatFormat(values, dtype, options)


def _custom_format(dtype, formatter):
    if not formatter:
        return None
    kind = {"b": "bool", "i": "int", "u": "int", "f": "float", "c": "complexfloat"}[dtype.kind]
    for key in (kind, kind + "_kind", "all"):
        if formatter.get(key) is not None:
            return formatter[key]
    return None


# Layout -------------------------------------------------------------------------------------------------------------


def _leaves(nested, depth):
    if depth == 0:
        return [nested]
    flat = nested
    for _ in range(depth - 1):
        flat = [item for part in flat for item in part]
    return flat


class _Layout:
    """Writes nested lists of elements as nested brackets, breaking rows at the line width."""

    def __init__(self, element, separator, cut_axes, edge):
        self.element, self.separator, self.cut_axes, self.edge = element, separator, cut_axes, edge
        self.bare_separator = separator.rstrip()

    def write(self, nested, depth, indent, width):
        if depth == 0:
            return self.element(nested)
        items = list(nested)
        cut = self.edge if self.cut_axes[-depth] else None
        if depth == 1:
            body = self._row(items, cut, indent, width)
        else:
            body = self._stack(items, cut, depth, indent, width)
        return f"[{body}]"

    def _row(self, items, cut, indent, width):
        room = width - max(len(self.bare_separator), 1)
        words = [self.element(item) for item in items]
        if cut is not None:
            words.insert(cut, "...")
        lines, line = [], indent
        for position, word in enumerate(words):
            first, *rest = word.splitlines() or [""]
            if rest:
                line = self._tall_word(lines, line, first, rest, indent, room)
            else:
                if len(line) + len(word) > room and len(line) > len(indent):
                    lines.append(line.rstrip())
                    line = indent
                line += word
            if position < len(words) - 1:
                line += self.separator
        lines.append(line)
        return "\n".join(lines)[len(indent) :]

    def _tall_word(self, lines, line, first, rest, indent, room):
        widest = max(map(len, (first, *rest)))
        if len(line) + widest > room and len(line) > len(indent):
            lines.append(line.rstrip())
            line = indent
        margin = " " * len(line)
        line += first
        for part in rest:
            lines.append(line.rstrip())
            line = margin + part
        return line + " " * (widest - len(rest[-1]))

    def _stack(self, items, cut, depth, indent, width):
        parts = [indent + self.write(item, depth - 1, indent + " ", width - 1) for item in items]
        if cut is not None:
            parts.insert(cut, indent + "...")
        return (self.bare_separator + "\n" * (depth - 1)).join(parts)[len(indent) :]


def _text(array, options, separator, prefix):
    if array.size == 0:
        return "[]"
    shape, edge = array.shape, options["edgeitems"]
    if array.size > options["threshold"]:
        cut_axes = [length > 2 * edge for length in shape]
        nested = array._corners(edge).tolist()
    else:
        cut_axes = [False] * len(shape)
        nested = array.tolist()
    element = _element_format(_leaves(nested, len(shape)), array.dtype, shape, options)
    indent = " " * (len(prefix) + 1)
    return _Layout(element, separator, cut_axes, edge).write(nested, len(shape), indent, options["linewidth"])


def array2string(a, max_line_width=None, precision=None, suppress_small=None, separator=" ", prefix="", *,
                 formatter=None, threshold=None, edgeitems=None, sign=None, floatmode=None, suffix="", legacy=None):
    """Text of an array in brackets; options not given are the print options.

    `prefix` and `suffix` are text the caller will put around: lines are indented and broken to leave
    room for them. Raises as `set_printoptions` does.
    """
    chosen = _checked(
        precision=precision, threshold=threshold, edgeitems=edgeitems, linewidth=max_line_width,
        suppress=suppress_small, sign=sign, formatter=formatter, floatmode=floatmode, legacy=legacy,
    )  # fmt: skip
    options = {**_options, **chosen}
    options["linewidth"] -= len(suffix)
    return _text(a, options, separator, prefix)


def _implied(dtype):
    return dtype in (_dtypes.int64, _dtypes.float64, _dtypes.bool_, _dtypes.complex128)


def array_repr(arr, max_line_width=None, precision=None, suppress_small=None):
    """Text of an array as `repr` gives it: `array(...)`, with the dtype and the shape where they do not show."""
    if _options["override_repr"] is not None:
        return _options["override_repr"](arr)
    width = _options["linewidth"] if max_line_width is None else max_line_width
    prefix = "array("
    body = array2string(arr, width, precision, suppress_small, ", ", prefix, suffix=")")
    extras = []
    if (arr.size == 0 and arr.shape != (0,)) or arr.size > _options["threshold"]:
        extras.append(f"shape={arr.shape}")
    if not _implied(arr.dtype) or arr.size == 0:
        extras.append(f"dtype={arr.dtype}")
    if not extras:
        return f"{prefix}{body})"
    text, tail = f"{prefix}{body},", ", ".join(extras) + ")"
    last_line = len(text) - (text.rfind("\n") + 1)
    if last_line + len(tail) + 1 > width:
        return f"{text}\n{' ' * len(prefix)}{tail}"
    return f"{text} {tail}"


def array_str(a, max_line_width=None, precision=None, suppress_small=None):
    """Text of an array as `str` gives it; an array of no dimensions prints as its scalar does."""
    if a.shape == ():
        return str(a[()])
    return array2string(a, max_line_width, precision, suppress_small, " ", "")


def _float_of(x):
    value = x.item() if hasattr(x, "item") else x
    return float(value), getattr(getattr(x, "dtype", None), "nearest", None)


def format_float_positional(x, precision=None, unique=True, fractional=True, trim="k", sign=False, pad_left=None,
                            pad_right=None, min_digits=None):
    """Decimal text of a number without an exponent; see `sconce_face.formatting.format_positional`."""
    value, nearest = _float_of(x)
    if not fractional and precision == 0:
        raise ValueError("precision must be greater than 0 if fractional=False")
    return formatting.format_positional(
        value, precision, unique, trim, sign, pad_left or 0, pad_right or 0, min_digits or 0, nearest, fractional
    )


def format_float_scientific(x, precision=None, unique=True, trim="k", sign=False, pad_left=None, exp_digits=None,
                            min_digits=None):
    """Decimal text of a number with an exponent; see `sconce_face.formatting.format_scientific`."""
    value, nearest = _float_of(x)
    return formatting.format_scientific(
        value, precision, unique, trim, sign, pad_left or 0, 2 if exp_digits is None else exp_digits, min_digits or 0,
        nearest,
    )  # fmt: skip
