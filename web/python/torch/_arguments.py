"""How torch reads its arguments: overloads, keyword names, conversions and the TypeErrors that name what did not fit.

A signature is written as torch's documentation writes it, for example
`(Tensor input, int[1]? dim, bool keepdim=False, *, Dtype? dtype=None, Tensor? out=None)`: `?` allows None, `int[1]`
takes one int for a list, a default makes a parameter optional, what follows `*` goes by keyword.

The order of the tests and the words of the errors are those that torch's own argument parser shows from outside.
"""

import re

NO = object()  # a value that does not fit its parameter

_ALIASES = {"dim": ("axis",), "keepdim": ("keepdims",), "input": ("x", "a", "x1"), "other": ("x2",)}

_PRINTED_TYPES = {
    "Tensor": "Tensor", "Operand": "Tensor", "Tensor[]": "tuple of Tensors", "Number": "Number", "int": "int",
    "float": "float", "bool": "bool", "int[]": "tuple of ints", "float[]": "tuple of floats", "str": "str",
    "Dtype": "torch.dtype", "Layout": "torch.layout", "Device": "torch.device", "Generator": "torch.Generator",
    "MemoryFormat": "torch.memory_format", "object": "object",
}  # fmt: skip

_PART = re.compile(r"([A-Za-z]+(?:\[(\d*)\])?)(\?)? (\w+)(?:=(.+))?")
_DEFAULTS = {"None": None, "True": True, "False": False, "()": ()}

_checks = {}


def check(type_name):
    """Register the test of one parameter type: it returns the value as the engine wants it, or NO."""

    def register(function):
        _checks[type_name] = function
        return function

    return register


def typename(value):
    """The type of `value` as torch's errors write it."""
    kind = type(value)
    package = (kind.__module__ or "").partition(".")[0]
    if package == "numpy" or (package == "torch" and kind.__name__ in ("dtype", "Size", "device", "layout", "finfo")):
        return f"{package}.{kind.__name__}"
    return kind.__name__


class NotInts(Exception):
    """An item of a list of ints that is none; torch looks past the first item only when it reads the list."""

    def __init__(self, position, value):
        super().__init__(
            f'at pos {position + 1} with error "type must be tuple of ints,but got {typename(value)}"'
        )
        self.name = None


class Parameter:
    """One parameter of a signature."""

    __slots__ = (
        "aliases", "check", "default", "keyword_only", "name", "nullable", "optional", "printed", "shown", "type", "wide",
    )  # fmt: skip

    def __init__(self, text, keyword_only):
        matched = _PART.fullmatch(text)
        self.type, width, nullable, self.name, default = matched.groups()
        self.wide = bool(width)
        if self.wide:
            self.type = self.type.replace(width, "")
        self.nullable, self.optional, self.keyword_only = bool(nullable), default is not None, keyword_only
        self.shown, self.printed = default, _PRINTED_TYPES[self.type]
        self.default = _value(default) if self.optional else None
        self.aliases = (self.name, *_ALIASES.get(self.name, ()))
        self.check = _checks[self.type]

    def accept(self, value, position):
        """The value to hand on, or NO."""
        if value is None and self.nullable:
            return None
        if self.type == "Tensor[]":
            return self.check(value, position)
        try:
            result = self.check(value)
        except NotInts as error:
            error.name = self.name
            raise
        if result is NO and self.wide:
            result = _checks["int"](value)
            return NO if result is NO else (result,)
        return result


def _value(text):
    if text in _DEFAULTS:
        return _DEFAULTS[text]
    if text.startswith("'"):
        return text.strip("'")
    return float(text) if "." in text or "e" in text or "inf" in text else int(text)


class Signature:
    """One overload: its parameters, and `run`, called with their values in order (without `out`)."""

    __slots__ = ("deprecated", "has_out", "max_args", "max_positional", "min_args", "params", "run", "text", "variadic")

    def __init__(self, text, run, deprecated=False):
        self.run, self.deprecated = run, deprecated
        self.params, keyword_only = [], False
        for part in filter(None, text[1:-1].split(", ")):
            if part == "*":
                keyword_only = True
            else:
                self.params.append(Parameter(part, keyword_only))
        self.max_args = len(self.params)
        self.min_args = sum(not p.optional for p in self.params)
        self.max_positional = sum(not p.keyword_only for p in self.params)
        self.variadic = self.max_positional == 1 and self.params[0].type == "int[]"
        self.has_out = any(p.name == "out" for p in self.params)
        self.text = self._printed()

    def _printed(self):
        parts, starred = [], False
        for p in self.params:
            if p.keyword_only and not starred:
                parts.append("*")
                starred = True
            parts.append(f"{p.printed} {p.name}" + (f" = {p.shown}" if p.optional else ""))
        return f"({', '.join(parts)})"

    def match(self, args, kwargs, name=None):
        """The values of all parameters, or None; with `name` given, a mismatch raises the TypeError that says it."""
        given, position, left, values = len(args), 0, len(kwargs), []
        if given > self.max_positional and not self.variadic:
            return self._extra_positional(name, given) if name else None
        for i, p in enumerate(self.params):
            by_keyword = False
            if position < given:
                if p.keyword_only:
                    return self._extra_positional(name, given) if name else None
                value = args[position]
            else:
                value = NO
                if left:
                    for alias in p.aliases:
                        if alias in kwargs:
                            value, by_keyword = kwargs[alias], True
                            break
                if value is NO:
                    if p.optional:
                        values.append(p.default)
                        continue
                    return self._missing(name, i) if name else None
            accepted = p.accept(value, position)
            if accepted is NO:
                if self.variadic and position == 0 and not by_keyword and _checks["int"](value) is not NO:
                    values.append(p.accept(args, 0))
                    position = given
                    continue
                return self._mismatch(name, p, value, position, by_keyword) if name else None
            values.append(accepted)
            if by_keyword:
                left -= 1
            else:
                position += 1
        if left:
            return self._extra_keyword(name, kwargs, given) if name else None
        return values

    def _extra_positional(self, name, given):
        most, least = self.max_positional, self.min_args
        if least != most:
            raise TypeError(f"{name}() takes from {least} to {most} positional arguments but {given} were given")
        raise TypeError(
            f"{name}() takes {most} positional argument{'' if most == 1 else 's'} "
            f"but {given} {'was' if given == 1 else 'were'} given"
        )

    def _missing(self, name, start):
        names = [f'"{p.name}"' for p in self.params[start:] if not p.optional]
        plural = "s" if len(names) == 1 else ""  # torch has it this way round
        raise TypeError(f"{name}() missing {len(names)} required positional argument{plural}: {', '.join(names)}")

    def _mismatch(self, name, p, value, position, by_keyword):
        if by_keyword:
            raise TypeError(f"{name}(): argument '{p.name}' must be {p.printed}, not {typename(value)}")
        where = f"{name}(): argument '{p.name}' (position {position + 1}) must be {p.printed}"
        if p.type == "int[]" and isinstance(value, (tuple, list)):
            raise TypeError(f"{where}, but found element of type {typename(value[0])} at pos 0")
        raise TypeError(f"{where}, not {typename(value)}")

    def _extra_keyword(self, name, kwargs, given):
        names = {alias: i for i, p in enumerate(self.params) for alias in p.aliases}
        for key in kwargs:
            if key not in names:
                raise TypeError(f"{name}() got an unexpected keyword argument '{key}'")
            if names[key] < given:
                raise TypeError(f"{name}() got multiple values for argument '{key}'")
        raise TypeError("invalid keyword arguments")


class Parser:
    """The overloads of one function; the first that fits is taken, deprecated ones last."""

    __slots__ = ("name", "signatures")

    def __init__(self, name, signatures):
        self.name, self.signatures = name, sorted(signatures, key=lambda s: s.deprecated)

    def parse(self, args, kwargs):
        """The overload that fits and the values of its parameters; raises TypeError when none does."""
        try:
            if len(self.signatures) == 1:
                signature = self.signatures[0]
                return signature, signature.match(args, kwargs, self.name)
            for signature in self.signatures:
                values = signature.match(args, kwargs)
                if values is not None:
                    return signature, values
        except NotInts as error:
            raise TypeError(f"{self.name}(): argument '{error.name}' failed to unpack the object {error}") from None
        raise self._no_fit(args, kwargs)

    def _no_fit(self, args, kwargs):
        count = len(args) + len(kwargs)
        shown = [s for s in self.signatures if not s.deprecated]
        plausible = [s for s in shown if s.min_args <= count <= s.max_args]
        if len(plausible) == 1:
            plausible[0].match(args, kwargs, self.name)
        opening = f"{self.name}() received an invalid combination of arguments - got {_described(args, kwargs)}"
        if len(shown) == 1:
            return TypeError(f"{opening}, but expected {shown[0].text}")
        lines = [f"{opening}, but expected one of:\n"]
        for signature in shown:
            lines.append(f" * {signature.text}\n")
            words = signature.text[1:-1].split(", ")
            if len(words) == count:
                lines.append(_why(words, args, kwargs))
        return TypeError("".join(lines))


def _described(args, kwargs):
    shown = [typename(a) for a in args] + [f"{key}={typename(value)}" for key, value in kwargs.items()]
    text = ", ".join(shown)
    return f"({text})" if args or not kwargs else f"({text}, )"


def _why(words, args, kwargs):
    """Which arguments of an overload of the right length have the wrong type, the wrong ones between `!`.

    torch compares the printed type with the type's name here, so that `Number` never fits an int; the `*` of a
    signature counts as a word.
    """
    typed = [(word.rpartition(" ")[0] or word, word.rpartition(" ")[2]) for word in words]
    names = [name for _, name in typed]
    unknown = [key for key in kwargs if key not in names]
    if unknown:
        return f"      didn't match because some of the keywords were incorrect: {', '.join(unknown)}\n"
    parts = []
    for i, (kind, name) in enumerate(typed):
        value = args[i] if i < len(args) else kwargs[name]
        accepted = {"float": ("float", "int"), "int": ("int",)}.get(kind, (kind,))
        text = typename(value)
        fits = text in accepted
        if isinstance(value, (tuple, list)):
            inner = ", ".join(typename(item) for item in value)
            if isinstance(value, tuple):
                text += f" of ({inner}{',' if len(value) == 1 else ''})"
            else:
                text += f" of [{inner}]"
        if i >= len(args):
            text = f"{name}={text}"
        parts.append(text if fits else f"!{text}!")
    return f"      didn't match because some of the arguments have invalid types: ({', '.join(parts)})\n"
