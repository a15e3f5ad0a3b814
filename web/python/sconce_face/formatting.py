"""Decimal text of binary floating-point numbers, shared by the printers of both faces.

Python's own `repr` and `%` operators already give correctly rounded decimals of float64 values. What
they lack, and what this module adds: the shortest digits of smaller formats, layouts that pad both sides
of the decimal point, and the trimming rules array printers need. Shortest means the fewest digits
that read back as the same number (Steele and White 1990; Gay 1990), nearest first among those.

Every function takes a Python float; `nearest` is the function that rounds to the format whose value it holds, `to_single` or
`to_half`, and None for a float64.
"""

from array import array
from math import copysign, frexp, inf, isfinite
from struct import pack, unpack

_single = array("f", [0.0])

TRIM_KEEP = "k"
"""Keep trailing zeros and the decimal point."""
TRIM_ZEROS = "."
"""Drop trailing zeros, keep the decimal point."""
TRIM_ONE_ZERO = "0"
"""Drop trailing zeros but one directly after the point."""
TRIM_POINT = "-"
"""Drop trailing zeros and a bare decimal point."""


def to_single(value):
    """The float32 nearest to `value`, as a Python float; out of range gives an infinity."""
    _single[0] = value
    return _single[0]


def to_half(value):
    """The float16 nearest to `value`, as a Python float; out of range gives an infinity."""
    try:
        return unpack("e", pack("e", value))[0]
    except OverflowError:
        return copysign(inf, value)


# Where the search for the shortest digits begins, in digits after the first; and from where a number alone has an exponent.
_DIGITS = {to_single: 7, to_half: 3}
_TALL = {None: 1e16, to_single: 1e6, to_half: 1e3}


def shortest_digits(value, nearest=None):
    """Shortest decimal digits that read back as `abs(value)`.

    Returns `(digits, exponent)` with value = d.ddd * 10**exponent, no trailing zeros ("0", 0 for zero).
    """
    value = abs(value)
    if not value:
        return "0", 0
    text = _shortest_text(value, nearest) if nearest else float.__repr__(value)
    mantissa, _, exponent = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    power = int(exponent or 0) + len(whole) - 1
    digits = whole + fraction
    stripped = digits.lstrip("0")
    return stripped.rstrip("0") or "0", power - (len(digits) - len(stripped))


def _shortest_text(value, nearest):
    # A p-digit decimal that reads back implies that the nearest one of p + 1 digits does too, so the
    # search may go either way from a guess. Most float32 values of real data need 7 or 8 digits.
    after_point = _DIGITS[nearest]
    text = "%.*e" % (after_point, value)
    if nearest(float(text)) == value:
        while after_point and nearest(float(shorter := "%.*e" % (after_point - 1, value))) == value:
            text, after_point = shorter, after_point - 1
    else:
        text = "%.*e" % (after_point + 1, value)
    if frexp(value)[0] == 0.5:
        text = _shortest_power_of_two(value, text, nearest)
    return text


def _shortest_power_of_two(value, found, nearest):
    # Below a power of two the neighbours are twice as close, so a decimal just above it may be
    # shorter than every nearest decimal that reads back.
    mantissa = found.partition("e")[0]
    for after_point in range(len(mantissa) - 2):
        head, _, exponent = ("%.*e" % (after_point, value)).partition("e")
        above = int(head.replace(".", "")) + 1
        text = f"{above}e{int(exponent) - after_point}"
        if nearest(float(text)) == value:
            return text
    return found


def _rounded_down(text, exponent, value):
    numerator, denominator = abs(value).as_integer_ratio()
    scaled = int(text.replace(".", "")) * denominator
    if exponent < 0:
        return scaled < numerator * 10**-exponent
    return scaled * 10**exponent < numerator


def _cut(text, exponent, value):
    # Digit generation stops where the value ends, and a carry shortens the digits before it; only
    # rounding down leaves the zeros it met.
    if text[-1] == "0" and "." in text and not _rounded_down(text, exponent, value):
        return text.rstrip("0")
    return text


def _trim(fraction, trim):
    """Apply a trim rule to the digits after the point; returns them with the point."""
    if trim == TRIM_KEEP:
        return "." + fraction
    fraction = fraction.rstrip("0")
    if fraction:
        return "." + fraction
    return {TRIM_ZEROS: ".", TRIM_ONE_ZERO: ".0", TRIM_POINT: ""}[trim]


def _sign_of(value, sign):
    if copysign(1.0, value) < 0:
        return "-"
    return "+" if sign else ""


def _special(value, sign):
    if value != value:
        return "nan"
    return "-inf" if value < 0 else "+inf" if sign else "inf"


def _require_precision(unique, precision):
    if not unique and precision is None:
        raise ValueError("in non-unique mode `precision` must be supplied")


def _significant(magnitude, precision, unique, min_digits, nearest):
    """Digits d.ddd and exponent of a number, `precision` and `min_digits` counted after the first digit."""
    digits, exponent = shortest_digits(magnitude, nearest)
    shown = len(digits) - 1
    if not unique or (precision is not None and shown > max(precision, min_digits)):
        count = precision
    elif min_digits > shown:
        count = min_digits
    else:
        return digits, exponent
    mantissa, _, power = ("%.*e" % (count, magnitude)).partition("e")
    exponent = int(power)
    return _cut(mantissa, exponent - count, magnitude).replace(".", ""), exponent


def _place(digits, exponent):
    if exponent < 0:
        return "0", "0" * (-exponent - 1) + digits
    return digits[: exponent + 1].ljust(exponent + 1, "0"), digits[exponent + 1 :]


def format_positional(value, precision=None, unique=True, trim=TRIM_KEEP, sign=False, pad_left=0, pad_right=0,
                      min_digits=0, nearest=None, fractional=True):
    """Decimal text without an exponent, such as "-12.5".

    `unique` prints the shortest digits, at most `precision` and at least `min_digits` of them after the
    point; otherwise exactly `precision` digits of the number's exact value. With `fractional=False`
    the two count significant digits. `pad_left` and `pad_right` give the least width either side of
    the point, filled with spaces. Raises ValueError when `unique` is false and `precision` is None.
    """
    if not isfinite(value):
        return _special(value, sign)
    _require_precision(unique, precision)
    magnitude = abs(value)
    least = min_digits if unique else precision
    if fractional:
        digits, exponent = shortest_digits(value, nearest)
        shown = max(0, len(digits) - 1 - exponent) if digits != "0" else 0
        count = None
        if not unique or (precision is not None and shown > max(precision, min_digits)):
            count = precision
        elif min_digits > shown:
            count = min_digits
        if count is None:
            whole, fraction = _place(digits, exponent) if digits != "0" else ("0", "")
        else:
            text = "%.*f" % (count, magnitude)
            whole, _, fraction = (_cut(text, -count, magnitude) if unique else text).partition(".")
    else:
        limit = None if precision is None else precision - 1
        whole, fraction = _place(*_significant(magnitude, limit, unique, max(0, min_digits - 1), nearest))
        least -= len(whole)
    fraction = _trim(fraction.ljust(least, "0") if trim == TRIM_KEEP else fraction, trim)
    if trim == TRIM_POINT and not fraction and pad_right:
        fraction = " "
    return (_sign_of(value, sign) + whole).rjust(pad_left) + fraction.ljust(pad_right + 1 if pad_right else 0)


def format_scientific(value, precision=None, unique=True, trim=TRIM_KEEP, sign=False, pad_left=0, exp_digits=2,
                      min_digits=0, nearest=None):
    """Decimal text with an exponent, such as "1.25e-05".

    `precision`, `unique`, `trim` and `min_digits` as in `format_positional`, for the digits after the
    point of the mantissa. The exponent has a sign and at least `exp_digits` digits.
    """
    if not isfinite(value):
        return _special(value, sign)
    _require_precision(unique, precision)
    digits, exponent = _significant(abs(value), precision, unique, min_digits, nearest)
    fraction = digits[1:].ljust(min_digits if unique else precision, "0") if trim == TRIM_KEEP else digits[1:]
    head = (_sign_of(value, sign) + digits[0]).rjust(pad_left)
    return f"{head}{_trim(fraction, trim)}e{'-' if exponent < 0 else '+'}{abs(exponent):0{exp_digits}d}"


def scalar_text(value, nearest=None):
    """A number on its own: shortest digits, with an exponent where they would need too many zeros.

    The exponent begins below 1e-4, and at 1e16 for float64, 1e6 for float32 and 1e3 for float16, beyond which the zeros
    after the shortest digits would look like digits of the value.
    """
    if value != value or value == 0 or 1e-4 <= abs(value) < _TALL[nearest]:
        return format_positional(value, trim=TRIM_ONE_ZERO, nearest=nearest)
    return format_scientific(value, trim=TRIM_POINT, nearest=nearest)
