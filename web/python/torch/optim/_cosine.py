"""A correctly rounded cosine.

The C library under Python here rounds about 3 in 100 cosines otherwise than the one real PyTorch runs on, and a learning
rate printed with all its digits would show it.
"""

_BITS = 160
_ONE = 1 << _BITS
# round(pi / 2 * 2**_BITS)
_QUARTER = 2295721403524109460692402599871655564227077512209
_LARGEST = 1e6


def cos(x):
    """The cosine of a float, for |x| up to 1e6: a Taylor series in fixed point after reduction to [-pi/4, pi/4]."""
    if not abs(x) <= _LARGEST:
        raise ValueError(f"the cosine of {x} is out of range")
    numerator, denominator = float(x).as_integer_ratio()
    fixed = (numerator << _BITS) // denominator
    quarters = (2 * fixed + _QUARTER) // (2 * _QUARTER)
    rest = fixed - quarters * _QUARTER
    square = rest * rest >> _BITS
    odd = quarters % 2
    term = rest if odd else _ONE
    total, n = term, 1 + odd
    while term:
        term = -(term * square >> _BITS) // (n * (n + 1))
        total += term
        n += 2
    return (-total if quarters % 4 in (1, 2) else total) / _ONE
