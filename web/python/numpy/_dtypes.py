"""Data types: `dtype` objects, the promotion lattice, `finfo` and `iinfo`."""

import builtins

from sconce_face.formatting import format_scientific, scalar_text, to_half, to_single

from . import _scalars as scalars

_FACTS = {
    # name: engine code, kind, char, item size, type number, other spellings
    "float32": (0, "f", "f", 4, 11, ("single", "f4", "f")),
    "float64": (1, "f", "d", 8, 12, ("double", "float", "f8", "d")),
    "int64": (2, "i", "l", 8, 7, ("int", "int_", "long", "longlong", "intp", "i8", "l", "q", "p", "n")),
    "int32": (3, "i", "i", 4, 5, ("intc", "i4", "i")),
    "uint8": (4, "u", "B", 1, 2, ("ubyte", "u1", "B")),
    "bool": (5, "b", "?", 1, 0, ("bool_", "b1", "?")),
    "float16": (6, "f", "e", 2, 23, ("half", "f2", "e")),
    "int16": (8, "i", "h", 2, 3, ("short", "i2", "h")),
    "int8": (9, "i", "b", 1, 1, ("byte", "i1", "b")),
    "uint16": (12, "u", "H", 2, 4, ("ushort", "u2", "H")),
    "complex64": (10, "c", "F", 8, 14, ("csingle", "c8", "F")),
    "complex128": (11, "c", "D", 16, 15, ("cdouble", "complex", "c16", "D")),
}

_REAL_BUT_ABSENT = (
    "uint32 uint64 longdouble clongdouble object str bytes void datetime64 timedelta64 uintc uintp u4 u8 uint ulong "
    "ulonglong I L Q O U S"
).split()


class dtype:
    """The type of an array's elements.

    `dtype(x)` takes a dtype, a scalar type such as `numpy.float32`, one of Python's `bool`, `int`,
    `float` and `complex`, or a name such as "float64", "f8" or "<f8". There is one object per type.
    Raises TypeError for what names no type of this subset.
    """

    # `nearest` rounds a Python float to what a float, or a part of a complex number, of the type can hold; None is float64.
    __slots__ = ("char", "code", "itemsize", "kind", "name", "nearest", "num", "type")

    _by_name = {}
    _by_code = {}

    byteorder = property(lambda self: "|" if self.itemsize == 1 else "=")
    isnative = property(lambda self: True)
    isbuiltin = property(lambda self: 1)
    alignment = property(lambda self: self.itemsize)
    fields = names = subdtype = base_fields = property(lambda self: None)
    shape = property(lambda self: ())
    ndim = property(lambda self: 0)
    hasobject = property(lambda self: False)
    base = property(lambda self: self)
    str = property(lambda self: ("|" if self.itemsize == 1 else "<") + self.kind + builtins.str(self.itemsize))
    descr = property(lambda self: [("", self.str)])

    def __new__(cls, dtype, align=False, copy=False):
        return find(dtype)

    def __init_subclass__(cls):
        raise TypeError("type 'numpy.dtype' is not an acceptable base type in this course's NumPy subset")

    def newbyteorder(self, new_order="S", /):
        if new_order in ("=", "<", "little", "native", "|"):
            return self
        raise TypeError("only the native byte order is in this course's NumPy subset")

    def __repr__(self):
        return f"dtype('{self.name}')"

    def __str__(self):
        return self.name

    __hash__ = object.__hash__

    def __eq__(self, other):
        if isinstance(other, dtype):
            return self is other
        try:
            return self is find(other)
        except TypeError:
            return False

    def __reduce__(self):
        return dtype, (self.name,)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __bool__(self):
        return True


dtype.__module__ = "numpy"


def _make(name, code, kind, char, itemsize, num, others):
    new = object.__new__(dtype)
    new.name, new.code, new.kind, new.char, new.itemsize, new.num = name, code, kind, char, itemsize, num
    new.type = getattr(scalars, "bool_" if name == "bool" else name)
    new.type.dtype = new
    new.nearest = {"float32": to_single, "complex64": to_single, "float16": to_half}.get(name)
    dtype._by_code[code] = new
    for spelling in (name, *others):
        dtype._by_name[spelling] = dtype._by_name["<" + spelling] = dtype._by_name["=" + spelling] = new
    dtype._by_name["|" + others[-2]] = new
    return new


float32, float64, int64, int32, uint8, bool_, float16, int16, int8, uint16, complex64, complex128 = (
    _make(name, *facts) for name, facts in _FACTS.items()
)

by_code = dtype._by_code
_by_type = {found.type: found for found in by_code.values()}
_by_type.update({float: float64, int: int64, bool: bool_, complex: complex128})
_PARTS = {complex64: float32, complex128: float64}


def part_of(found):
    """The dtype of the parts of a complex number; a real dtype itself."""
    return _PARTS.get(found, found)


def complex_of(found):
    """The complex dtype that a complex number makes of a dtype."""
    return found if found.kind == "c" else complex64 if found in (float16, float32) else complex128


def find(spelling):
    """The dtype that `spelling` names (see `dtype`); None names float64. Raises TypeError."""
    if isinstance(spelling, dtype):
        return spelling
    if spelling is None:
        return float64
    if isinstance(spelling, type):
        found = _by_type.get(spelling)
        if found is not None:
            return found
        name = spelling.__name__
        if issubclass(spelling, scalars.generic):
            raise TypeError(f"Converting '{name}' to a NumPy dtype is not allowed")
        raise TypeError(f"the dtype of {name!r} values is not in this course's NumPy subset; it has {_listed()}")
    if isinstance(spelling, str):
        found = dtype._by_name.get(spelling)
        if found is not None:
            return found
        if spelling.lstrip("<>=|") in _REAL_BUT_ABSENT:
            raise TypeError(f"the dtype {spelling!r} is not in this course's NumPy subset; it has {_listed()}")
        raise TypeError(f"data type {spelling!r} not understood")
    inner = getattr(spelling, "dtype", None)
    if isinstance(inner, dtype):
        return inner
    raise TypeError(f"Cannot interpret '{spelling!r}' as a data type")


def _listed():
    return ", ".join(found.name for found in by_code.values())


_RANKS = {"b": 0, "u": 1, "i": 2, "f": 3, "c": 4}
_NEXT_SIGNED = {1: int16, 2: int32}


def floating_of(found):
    """The smallest float that holds the values of a real dtype; float64 for those that none holds."""
    return found if found.kind == "f" else {1: float16, 2: float32}.get(found.itemsize, float64)


def promote(a, b):
    """The smallest dtype both `a` and `b` can be cast to without loss, NumPy's `result_type` of two dtypes."""
    if a is b:
        return a
    low, high = (a, b) if _RANKS[a.kind] <= _RANKS[b.kind] else (b, a)
    if low.kind == "b":
        return high
    if high.kind == "c":
        return complex_of(promote(part_of(low), part_of(high)))
    if high.kind == "f":
        low = floating_of(low)
    elif low.kind != high.kind and low.itemsize >= high.itemsize:
        return _NEXT_SIGNED[low.itemsize]
    return low if low.itemsize > high.itemsize else high


def can_cast(source, target, casting="safe"):
    """Whether a value of dtype `source` may be cast to `target` under a casting rule."""
    if casting not in ("no", "equiv", "safe", "same_kind", "unsafe"):
        raise ValueError(f"casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe' (got '{casting}')")
    if source is target or casting == "unsafe":
        return True
    if casting in ("no", "equiv"):
        return False
    if promote(source, target) is target:
        return True
    if casting == "safe":
        return False
    return _RANKS[source.kind] <= _RANKS[target.kind]


class finfo:
    """Limits of a floating-point dtype: `bits`, `eps`, `max`, `min`, `tiny`, `precision`, `resolution` and others."""

    _cache = {}
    # Bits of the mantissa, the least exponent, bits of the exponent, digits that always hold.
    _facts = {float16: (10, -14, 5, 3), float32: (23, -126, 8, 6), float64: (52, -1022, 11, 15)}

    def __new__(cls, dtype):
        found = part_of(find(type(dtype) if isinstance(dtype, (float, complex)) else dtype))
        if found.kind != "f":
            raise ValueError(f"data type {found.type!r} not inexact")
        self = cls._cache.get(found)
        if self is None:
            self = cls._cache[found] = object.__new__(cls)
            self._fill(found)
        return self

    def _fill(self, found):
        mantissa, least, self.iexp, self.precision = self._facts[found]
        kind = found.type
        self.dtype, self.bits, self.nmant = found, found.itemsize * 8, mantissa
        self.nexp, self.machep, self.negep = self.iexp, -mantissa, -mantissa - 1
        self.minexp, self.maxexp = least, 2 - least
        self.eps, self.epsneg = kind(2.0**-mantissa), kind(2.0 ** (-mantissa - 1))
        self.max = kind((2 - 2.0**-mantissa) * 2.0 ** (1 - least))
        self.min = kind(-float(self.max))
        self.tiny = self.smallest_normal = kind(2.0**least)
        self.smallest_subnormal = kind(2.0 ** (least - mantissa))
        self.resolution = kind(10.0**-self.precision)

    def __repr__(self):
        if self.dtype is float16:
            # NumPy writes more digits here than the numbers have.
            low, high = (format_scientific(float(v), 5, unique=False) for v in (self.min, self.max))
        else:
            low, high = str(self.min), str(self.max)
        return f"finfo(resolution={str(self.resolution)}, min={low}, max={high}, dtype={self.dtype})"

    def __str__(self):
        def text(value):
            return scalar_text(float(value), self.dtype.nearest)

        return (
            f"Machine parameters for {self.dtype}\n{'-' * 63}\nprecision = {self.precision}   resolution = "
            f"{text(self.resolution)}\nmachep = {self.machep}   eps =        {text(self.eps)}\nnegep =  {self.negep}   "
            f"epsneg =     {text(self.epsneg)}\nminexp = {self.minexp}   tiny =       {text(self.tiny)}\nmaxexp = "
            f"{self.maxexp}   max =        {text(self.max)}\nnexp =   {self.nexp}   min =        -max\n"
            f"smallest_normal = {text(self.smallest_normal)}   smallest_subnormal = {text(self.smallest_subnormal)}\n"
            f"{'-' * 63}\n"
        )


class iinfo:
    """Limits of an integer dtype: `bits`, `min`, `max`."""

    def __init__(self, int_type):
        found = find(int_type if isinstance(int_type, (type, str, dtype)) else type(int_type))
        if found.kind not in "iu":
            raise ValueError(f"Invalid integer data type {found.kind!r}.")
        self.dtype, self.kind, self.bits = found, found.kind, found.itemsize * 8
        self.key = f"{self.kind}{self.bits}"
        self.min, self.max = limits(found)

    def __repr__(self):
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"


def limits(found):
    """Smallest and largest value of an integer dtype."""
    return scalars.limits[found.type]


finfo.__module__ = iinfo.__module__ = "numpy"
