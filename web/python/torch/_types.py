"""torch's small value types: dtypes, devices, layouts, memory formats, Size, finfo and iinfo."""



class dtype:
    """The type of a tensor's elements. `code` is the engine's number for it."""

    __slots__ = (
        "_has_gradient", "_legacy", "_name", "_noun", "code", "is_complex", "is_floating_point", "is_signed", "itemsize",
    )  # fmt: skip

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'torch.dtype' instances")

    def __repr__(self):
        return f"torch.{self._name}"

    def __reduce__(self):
        return self._name

    def to_complex(self):
        """The complex dtype whose parts have this one."""
        return self if self.is_complex else complex128 if self is float64 else complex64

    def to_real(self):
        """The dtype of the parts of a complex number; a real dtype itself."""
        return parts.get(self, self)


def _make_dtype(name, code, itemsize, noun, legacy, *, floating=False, signed=True, complex=False):
    made = object.__new__(dtype)
    made._name, made.code, made.itemsize, made._noun, made._legacy = name, code, itemsize, noun, legacy
    made.is_floating_point, made.is_signed, made.is_complex = floating, signed, complex
    made._has_gradient = floating or complex
    return made


float32 = _make_dtype("float32", 0, 4, "Float", "FloatTensor", floating=True)
float64 = _make_dtype("float64", 1, 8, "Double", "DoubleTensor", floating=True)
int64 = _make_dtype("int64", 2, 8, "Long", "LongTensor")
int32 = _make_dtype("int32", 3, 4, "Int", "IntTensor")
uint8 = _make_dtype("uint8", 4, 1, "Byte", "ByteTensor", signed=False)
bool_ = _make_dtype("bool", 5, 1, "Bool", "BoolTensor", signed=False)
float16 = _make_dtype("float16", 6, 2, "Half", "HalfTensor", floating=True)
bfloat16 = _make_dtype("bfloat16", 7, 2, "BFloat16", "BFloat16Tensor", floating=True)
int16 = _make_dtype("int16", 8, 2, "Short", "ShortTensor")
int8 = _make_dtype("int8", 9, 1, "Char", "CharTensor")
uint16 = _make_dtype("uint16", 12, 2, "UInt16", "UInt16Tensor", signed=False)
complex64 = _make_dtype("complex64", 10, 8, "ComplexFloat", "ComplexFloatTensor", complex=True)
complex128 = _make_dtype("complex128", 11, 16, "ComplexDouble", "ComplexDoubleTensor", complex=True)

dtypes = (float32, float64, int64, int32, uint8, bool_, float16, bfloat16, int16, int8, uint16, complex64, complex128)
# What the real and the imaginary part of these are.
parts = {complex64: float32, complex128: float64}
# What the engine computes these in, and what their elements travel as.
wide = {float16: float32, bfloat16: float32, int16: int32, int8: int32, uint16: int32}
by_code = {t.code: t for t in dtypes}
by_name = {t._name: t for t in dtypes}
aliases = {
    "float": float32, "double": float64, "long": int64, "int": int32, "half": float16, "short": int16, "cfloat": complex64,
    "cdouble": complex128,
}  # fmt: skip
python_types = {float: float64, int: int64, bool: bool_, complex: complex128}

_default = float32


def get_default_dtype():
    """The floating point dtype that new tensors of Python floats take."""
    return _default


def remember_default_dtype(value):
    """Keep what `torch.set_default_dtype` set; the engine is told by its caller."""
    global _default
    _default = value


class _Named:
    """A constant that is only its name, such as torch.strided."""

    __slots__ = ("_name",)

    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return f"torch.{self._name}"


class layout(_Named):
    """How a tensor's elements lie in memory."""

    __slots__ = ()


class memory_format(_Named):
    """The order of a tensor's dimensions in memory."""

    __slots__ = ()


strided = layout("strided")
contiguous_format, preserve_format = memory_format("contiguous_format"), memory_format("preserve_format")

_DEVICE_TYPES = (
    "cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, mps, meta, hpu, mtia, "
    "privateuseone"
)


class device:
    """Where a tensor's elements are: a type such as "cpu" and perhaps an index."""

    __slots__ = ("index", "type")

    def __init__(self, *args, **kwargs):
        given = dict(zip(("type", "index"), args)) | {("type" if k == "device" else k): v for k, v in kwargs.items()}
        kind, index = given.get("type"), given.get("index")
        if isinstance(kind, device):
            kind, index = kind.type, kind.index
        elif isinstance(kind, int):
            raise RuntimeError("Cannot access accelerator device when none is available.")
        elif not isinstance(kind, str):
            described = ", ".join(type(value).__name__ for value in args)
            raise TypeError(
                f"device() received an invalid combination of arguments - got ({described}), but expected one of:\n"
                " * (torch.device device)\n * (str type, int index = -1)\n"
            )
        else:
            kind, colon, number = kind.partition(":")
            if kind not in _DEVICE_TYPES.split(", "):
                raise RuntimeError(
                    f"Expected one of {_DEVICE_TYPES} device type at start of device string: {kind}"
                )
            if colon:
                if not number.isdigit():
                    raise RuntimeError(f"Invalid device string: '{kind}:{number}'")
                index = int(number)
        self.type, self.index = kind, index

    def __repr__(self):
        return f"device(type='{self.type}'" + ("" if self.index is None else f", index={self.index}") + ")"

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other):
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self):
        return hash((self.type, self.index))


cpu = device("cpu")


def require_cpu(where):
    """Raise, in torch's words, unless `where` (None, a string or a device) is the CPU."""
    if where is None or where is cpu:
        return
    where = where if isinstance(where, device) else device(where)
    if where.type == "cuda":
        raise AssertionError("Torch not compiled with CUDA enabled")
    if where.type == "xpu":
        raise AssertionError("Torch not compiled with XPU enabled")
    if where.type not in ("cpu", "meta"):
        raise RuntimeError(f"PyTorch is not linked with support for {where.type} devices")
    if where.type == "meta":
        raise NotImplementedError("the device 'meta' is not in this course's PyTorch subset: use 'cpu'")


class _FullName(type):
    """Metaclass of classes that Python's own error texts show with their module, as those of torch's C types do."""

    _full_name = type.__dict__["__name__"]

    def __new__(meta, name, bases, namespace):
        return super().__new__(meta, f"torch.{name}", bases, namespace)

    @property
    def __name__(cls):
        return _FullName._full_name.__get__(cls).rpartition(".")[2]


class Size(tuple, metaclass=_FullName):
    """The shape of a tensor: a tuple of int."""

    __slots__ = ()

    def __new__(cls, sizes=()):
        items = tuple(sizes)
        for i, item in enumerate(items):
            if not hasattr(item, "__index__"):
                kind = type(item).__name__
                raise TypeError(f"torch.Size() takes an iterable of 'int' (item {i} is '{kind}')")
        return tuple.__new__(cls, items)

    def numel(self):
        """The number of elements a tensor of this shape has."""
        product = 1
        for size in self:
            product *= size
        return product

    def __repr__(self):
        return f"torch.Size([{', '.join(map(repr, self))}])"

    __str__ = __repr__

    def __getitem__(self, key):
        found = tuple.__getitem__(self, key)
        return Size(found) if isinstance(key, slice) else found

    def __add__(self, other):
        return Size(tuple.__add__(self, other)) if isinstance(other, tuple) else NotImplemented

    def __radd__(self, other):
        return Size(other + tuple(self)) if isinstance(other, tuple) else NotImplemented

    def __mul__(self, count):
        return Size(tuple.__mul__(self, count))

    __rmul__ = __mul__


# Digits of the mantissa, largest exponent, decimal resolution.
_FLOATS = {float64: (52, 1023, 1e-15), float32: (23, 127, 1e-6), float16: (10, 15, 1e-3), bfloat16: (7, 127, 1e-2)}


class finfo:
    """Numerical limits of a floating point dtype."""

    __slots__ = ("bits", "dtype", "eps", "max", "min", "resolution", "smallest_normal", "tiny")

    def __init__(self, type=None):
        type = (type or get_default_dtype()).to_real()
        if not type.is_floating_point:
            raise TypeError(
                "torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'"
            )
        self.bits, self.dtype = type.itemsize * 8, type._name
        digits, exponent, self.resolution = _FLOATS[type]
        self.eps = 2.0**-digits
        self.max = (2.0 - self.eps) * 2.0**exponent
        self.min = -self.max
        self.tiny = self.smallest_normal = 2.0 ** (1 - exponent)

    def __repr__(self):
        return (
            f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, eps={self.eps:g}, "
            f"smallest_normal={self.smallest_normal:g}, tiny={self.tiny:g}, dtype={self.dtype})"
        )


class iinfo:
    """Numerical limits of an integer dtype."""

    __slots__ = ("bits", "dtype", "max", "min")

    def __init__(self, type):
        if type.is_floating_point:
            raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
        if type is bool_:
            raise TypeError("torch.bool is not supported by torch.iinfo")
        self.bits, self.dtype = type.itemsize * 8, type._name
        span = self.bits - type.is_signed
        self.max = (1 << span) - 1
        self.min = -(1 << span) if type.is_signed else 0

    def __repr__(self):
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"


for _class in (dtype, layout, memory_format, device, Size, finfo, iinfo):
    _class.__module__ = "torch"
