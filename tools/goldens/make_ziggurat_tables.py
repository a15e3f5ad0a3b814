"""Write engine/random/ziggurat_tables.hpp: the 256 layers of NumPy's normal and exponential generators.

usage: python3 tools/goldens/make_ziggurat_tables.py > engine/random/ziggurat_tables.hpp

G. Marsaglia, W. W. Tsang, "The ziggurat method for generating random variables", Journal of Statistical Software 5 (2000).
Layers of equal area v lie under a falling density f, f(0) = 1. Layer i ends at x[i]; x[255] is where the tail begins, and
x[0] = v / f(x[255]) is the width of a rectangle with the area of the bottom strip and its tail.

NumPy's two sets of tables have different histories, and its streams repeat them to the last bit: the normal one was computed
in double precision with an area a few places low, the exponential one in high precision and then cut to 52 bits.
"""

from decimal import Decimal
import math
import struct

from high_precision import array, header

LAYERS = 256


def rounded_log(x):
    return float(Decimal(x).ln())


def rounded_exp(x):
    return float(Decimal(x).exp())


def normal_layers():
    """x and f(x) as doubles, from the tail inwards, one rounding an operation."""
    area = float.fromhex("0x1.43016a5a4372ep-8")
    x, f = [0.0] * LAYERS, [1.0] * LAYERS
    x[255] = 3.6541528853610088
    f[255] = rounded_exp(-0.5 * x[255] * x[255])
    for i in range(254, 0, -1):
        x[i] = math.sqrt(-2.0 * rounded_log(area / x[i + 1] + f[i + 1]))
        f[i] = rounded_exp(-0.5 * x[i] * x[i])
        if i == 38:
            # The C library of that day rounded this one exponential the other way, and the layers above inherit it.
            f[i] = math.nextafter(f[i], 1.0)
    x[0] = area / f[255]
    return x, f


def exponential_layers():
    """x and f(x) as Decimals. The tail's start is the one for which the top layer ends at f(0) = 1."""

    def inwards(start):
        area = (start + 1) * (-start).exp()
        x = [start]
        for _ in range(LAYERS - 2):
            height = area / x[-1] + (-x[-1]).exp()
            if height >= 1:
                return None, None, -1
            x.append(-height.ln())
        return area, x[::-1], 1 - (area / x[-1] + (-x[-1]).exp())

    low, high = Decimal("7.6"), Decimal("7.8")
    while high - low > Decimal(10) ** -40:
        middle = (low + high) / 2
        low, high = (low, middle) if inwards(middle)[2] > 0 else (middle, high)
    area, x, _ = inwards(high)
    return [area / (-x[-1]).exp()] + x, [Decimal(1)] + [(-end).exp() for end in x]


def narrow(x):
    return struct.unpack("<f", struct.pack("<f", x))[0].hex() + "f"


def nine_digits(x):
    """x as the float that a literal of nine digits gives, which is not always the nearest one to x."""
    return narrow(float(f"{x:.8e}"))


def tables(name, x, f, wide_bits, wide_inside, narrow):
    """The C++ arrays of one density.

    wide_bits is the size of the integer that the double generator scales into a layer, wide_inside rounds the ratio of two
    layers to such an integer, narrow writes a float.
    """
    ratios = [x[255] / x[0], 0] + [x[i - 1] / x[i] for i in range(2, LAYERS)]
    under = "Below these, a {}-bit integer of layer i lies wholly under the curve."
    out = [f"inline constexpr double {name}_tail_start = {float(x[255])!r};",
           f"inline constexpr double {name}_tail_start_inverse = {float(1 / Decimal(x[255]))!r};\n"]
    out.append(array("std::uint64_t", f"{name}_inside_double", [hex(wide_inside(q)) for q in ratios], under.format(wide_bits)))
    out.append(array("double", f"{name}_width_double", [float(end / 2**wide_bits).hex() for end in x], f"x[i] / 2^{wide_bits}."))
    out.append(array("double", f"{name}_height_double", [float(y).hex() for y in f], "f(x[i])."))
    out.append(array("std::uint32_t", f"{name}_inside_float", [hex(round(q * 2**23)) for q in ratios], under.format(23)))
    out.append(array("float", f"{name}_width_float", [narrow(end / 2**23) for end in x], "x[i] / 2^23."))
    out.append(array("float", f"{name}_height_float", [narrow(y) for y in f], "f(x[i])."))
    return out


if __name__ == "__main__":
    body = tables("normal", *normal_layers(), 52, lambda q: round(q * 2**52), narrow)
    body += tables("exponential", *exponential_layers(), 53, lambda q: 2 * int(q * 2**52), nine_digits)
    print(header("make_ziggurat_tables.py", "The layers of the ziggurat generators in numpy_generator.cpp.", body), end="")
