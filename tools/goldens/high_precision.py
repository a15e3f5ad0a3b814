"""Sixty-digit elementary functions and C++ table output, shared by the scripts that write engine/random's tables."""

from decimal import Decimal, getcontext

getcontext().prec = 60


def sin_cos(x):
    """(sin x, cos x) of a Decimal in [0, 1], by their Taylor series."""
    sums = [Decimal(0), Decimal(0)]
    term, n = Decimal(1), 0
    while abs(term) > Decimal(10) ** -58:
        sums[(n + 1) % 2] += term if n % 4 < 2 else -term
        n += 1
        term = term * x / n
    return sums[0], sums[1]


def split(x, parts=2):
    """x as a sum of doubles, each the rounded value of what the ones before it leave over."""
    out = []
    for _ in range(parts):
        head = float(x)
        out.append(head)
        x -= Decimal(head)
    return out


def array(kind, name, values, note, extent=""):
    """A constexpr C++ array with a comment line above; values are strings."""
    lines = [f"// {note}", f"inline constexpr {kind} {name}[{len(values)}]{extent} = {{", "   "]
    for value in values:
        if len(lines[-1]) + len(value) + 2 > 120:
            lines.append("   ")
        lines[-1] += f" {value},"
    return "\n".join(lines + ["};", ""])


def header(script, purpose, body):
    """A whole header file."""
    return (
        f"// {purpose}\n// Written by tools/goldens/{script}; edit that, not this.\n#pragma once\n\n#include <cstdint>\n\n"
        + "namespace sconce::tables {\n\n// clang-format off\n"
        + "\n".join(body)
        + "// clang-format on\n\n}  // namespace sconce::tables\n"
    )
