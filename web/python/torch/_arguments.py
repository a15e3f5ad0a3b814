"""How torch reads its arguments: overloads, keyword names, conversions and the TypeErrors that name what did not fit.

A signature is written as torch's documentation writes it, for example
`(Tensor input, int[1]? dim, bool keepdim=False, *, Dtype? dtype=None, Tensor? out=None)`: `?` allows None, `int[1]`
takes one int for a list, a default makes a parameter optional, what follows `*` goes by keyword.

The order of the tests and the words of the errors are those that torch's own argument parser shows from outside.
"""

import re

from sconce_face import quick
from sconce_face.bridge import Owned

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
    if isinstance(value, type):
        return "type"
    package = (kind.__module__ or "").partition(".")[0]
    if package == "numpy" or (package == "torch" and kind.__name__ in ("dtype", "Size", "device", "layout", "finfo")):
        return f"{package}.{kind.__name__}"
    return kind.__name__


class _Seen:
    by_value = False


seen = _Seen()


def reject_value():
    """NO, for a value whose type alone would not have ruled it out."""
    seen.by_value = True
    return NO


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
        "aliases", "check", "default", "keyword_only", "name", "nullable", "optional", "printed", "shown", "type",
        "wide",
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
            return _checks["int"](value)  # the engine takes one int for a list
        return result


def _value(text):
    if text in _DEFAULTS:
        return _DEFAULTS[text]
    if text.startswith("'"):
        return text.strip("'")
    if text.startswith("("):
        return tuple(map(int, text[1:-1].split(",")))
    return float(text) if "." in text or "e" in text or "inf" in text else int(text)


class Signature:
    """One overload: its parameters, the place of `out` among them, and `run`, called with the others' values."""

    __slots__ = ("deprecated", "max_args", "max_positional", "min_args", "out", "params", "run", "text", "variadic")

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
        self.variadic = self.max_positional == 1 and self.params[0].type == "int[]" and not self.params[0].wide
        self.out = next((i for i, p in enumerate(self.params) if p.name == "out"), None)
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


_PLAIN = (int, float, bool, str, type(None))


class Plan:
    """How the arguments of one form of call become the values of an overload."""

    __slots__ = ("_checked", "_defaults", "_moves", "_sizes", "_variadic", "out", "run", "straight", "tail")

    def __init__(self, signature, args, kwargs):
        self.run, self.out = signature.run, signature.out
        params = signature.params
        self._variadic = signature.variadic and len(args) != 1 and bool(args)
        taken = 1 if self._variadic else len(args)
        names = {alias: i for i, p in enumerate(params) for alias in p.aliases}
        self._defaults = [p.default for p in params]
        self._moves = [(names[key], key) for key in kwargs]
        self._sizes = signature.variadic and bool(args) and all(type(size) is int for size in args)
        given = [] if self._variadic and self._sizes else list(enumerate(args))[:taken]
        given += [(i, kwargs[key]) for i, key in self._moves]
        self._checked = [(params[i], i) for i, value in given if not _is_itself(params[i], value)]
        self.tail = self._defaults[taken:]
        self.straight = not (self._variadic or self._moves or self._checked)
        if self.straight and self.out is not None:
            del self.tail[self.out - taken]

    def quicken(self, function, bound, args, kwargs):
        """Let further calls of this form skip `function`, where what they run is the engine's."""
        target, places = getattr(self.run, "target", None), [*range(len(args)), *(i for i, _ in self._moves)]
        if target is None or self.out in places or self._variadic and not self._sizes or self._sizes and kwargs:
            return
        sources, positional = self._defaults.copy(), len(args) + bound
        if self._sizes:
            sources[0], positional = quick.Argument(bound, rest=True), 1 + bound
        else:
            for at, (place, value) in enumerate(zip(places, (*args, *kwargs.values())), bound):
                sources[place] = quick.Argument(at, Owned if isinstance(value, Owned) else type(value))
        if self.out is not None:
            del sources[self.out]
        if bound:
            sources.insert(0, quick.Argument(0, Owned))
        sources[1:1] = getattr(self.run, "fixed", ())
        quick.add(function, target, sources, positional, tuple(kwargs))

    def values(self, args, kwargs):
        """The values of all parameters, or None when one of them no longer fits."""
        values = self._defaults.copy()
        if self._variadic:
            values[0] = args
        else:
            values[: len(args)] = args
        for i, key in self._moves:
            values[i] = kwargs[key]
        try:
            for p, i in self._checked:
                accepted = p.accept(values[i], i)
                if accepted is NO:
                    return None
                values[i] = accepted
        except NotInts:
            return None
        return values


def _is_itself(p, value):
    """Whether a parameter takes every value of this one's type just as it is."""
    by_type = isinstance(value, _PLAIN) or p.type in ("Tensor", "Operand", "Dtype", "object")
    return by_type and p.accept(value, 0) is value


class Parser:
    """The overloads of one function; the first that fits is taken, deprecated ones last.

    What fits mostly depends on the arguments' types alone, so a call's plan is kept under its types: later calls of
    the same form only look it up. A rejection that looked at a value (`by_value`) keeps the plan from being kept.
    """

    __slots__ = ("_overloads", "_signatures", "bound", "function", "name", "plans")

    def __init__(self, name, overloads):
        self.name, self._overloads, self._signatures, self.plans = name, overloads, None, {}
        self.function, self.bound = None, False

    @property
    def signatures(self):
        """The overloads, read when the first call needs them."""
        if self._signatures is None:
            self._signatures = sorted((Signature(*o) for o in self._overloads), key=lambda s: s.deprecated)
        return self._signatures

    def parse(self, args, kwargs, key):
        """The run of the overload that fits and its values; raises TypeError when none does.

        `key` is what the plan is kept under: the types of `args`, then the names and types of `kwargs`.
        """
        plan = self.plans.get(key)
        if plan is not None:
            values = plan.values(args, kwargs)
            if values is not None:
                return plan, values
        try:
            seen.by_value = False
            signature, values = self._match(args, kwargs)
        except NotInts as error:
            raise TypeError(f"{self.name}(): argument '{error.name}' failed to unpack the object {error}") from None
        plan = Plan(signature, args, kwargs)
        if not seen.by_value:
            self.plans[key] = plan
            if self.function is not None:
                plan.quicken(self.function, self.bound, args, kwargs)
        return plan, values

    def _match(self, args, kwargs):
        if len(self.signatures) == 1:
            signature = self.signatures[0]
            return signature, signature.match(args, kwargs, self.name)
        for signature in self.signatures:
            values = signature.match(args, kwargs)
            if values is not None:
                return signature, values
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
