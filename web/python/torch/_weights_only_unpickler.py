"""A reader of pickles (protocol 2, as torch.save writes) that runs no code a file asks for.

A global is a name to be looked up in `Policy`; only what the policy calls safe is called, made or given a state.
"""

from collections import Counter, OrderedDict
from pickle import UnpicklingError, decode_long
from struct import unpack

_BLOCKED = ("sys", "os", "posix", "nt")
_BUILDABLE = (dict, OrderedDict, Counter)


class Policy:
    """What a file's globals stand for.

    safe     "module.name" to what may be called, made and given a state
    values   further names to what may only be an attribute or element, such as a function
    refuse   what is raised for another name: a function of the full path that returns the text
    """

    def __init__(self, safe, refuse):
        self.safe, self.refuse = safe, refuse
        self.allowed = {id(value) for value in safe.values()}

    def find(self, path):
        """What the name `path` stands for, or None; a subclass may add names."""
        return self.safe.get(path)

    def is_safe(self, value):
        """Whether `value` may be called, made or given a state."""
        return id(value) in self.allowed


def _global(readline):
    from _compat_pickle import IMPORT_MAPPING, NAME_MAPPING

    module, name = readline()[:-1].decode("utf-8"), readline()[:-1].decode("utf-8")
    if (module, name) in NAME_MAPPING:
        return NAME_MAPPING[module, name]
    return IMPORT_MAPPING.get(module, module), name


class Unpickler:
    """Reads one pickle from `file`; `persistent_load` makes a storage of its id."""

    def __init__(self, file, policy, persistent_load=None):
        self.read, self.readline = file.read, file.readline
        self.policy, self.persistent_load = policy, persistent_load
        self.memo, self.stack, self.marks = {}, [], []

    def load(self):
        """The object that was pickled. Raises UnpicklingError for what the policy refuses."""
        while True:
            key = self.read(1)
            if not key:
                raise EOFError
            if key == b".":
                return self.stack.pop()
            run = _OPCODES.get(key)
            if run is None:
                raise UnpicklingError(f"Unsupported operand {key[0]}")
            run(self)

    def number(self, form, size):
        """The number of `size` bytes that comes next."""
        return unpack(form, self.read(size))[0]

    def push(self, value):
        """Put a value on the stack."""
        self.stack.append(value)

    def pop_mark(self):
        """What was pushed since the last mark."""
        items, self.stack = self.stack, self.marks.pop()
        return items

    def mark(self):
        """Begin a group."""
        self.marks.append(self.stack)
        self.stack = []

    def global_(self):
        """A name of a module."""
        module, name = _global(self.readline)
        path = f"{module}.{name}"
        if module in _BLOCKED:
            raise UnpicklingError(f"Trying to load unsupported GLOBAL {path} whose module {module} is blocked.")
        found = self.policy.find(path)
        if found is None:
            raise UnpicklingError(self.policy.refuse(path))
        self.push(found)

    def new_object(self):
        """An object of a class, without its __init__."""
        args, cls = self.stack.pop(), self.stack.pop()
        if not self.policy.is_safe(cls) or not isinstance(cls, type):
            raise UnpicklingError(
                "Can only create new object for nn.Parameter or classes allowlisted via `add_safe_globals` but got "
                f"{cls}"
            )
        self.push(cls.__new__(cls, *args))

    def reduce(self):
        """A call."""
        args, function = self.stack.pop(), self.stack[-1]
        if not self.policy.is_safe(function):
            text = f"Trying to call reduce for unrecognized function {function}"
            if hasattr(function, "__self__"):
                text += f" which belongs to {function.__self__}"
            raise UnpicklingError(text)
        self.stack[-1] = function(*args)

    def build(self):
        """The state of an object."""
        state, made = self.stack.pop(), self.stack[-1]
        if not self.policy.is_safe(type(made)):
            raise UnpicklingError(
                "Can only build Tensor, Parameter, OrderedDict or types allowlisted via `add_safe_globals`, but got "
                f"{type(made)}"
            )
        if hasattr(made, "__setstate__"):
            made.__setstate__(state)
            return
        slots = None
        if isinstance(state, tuple) and len(state) == 2:
            state, slots = state
        if state:
            made.__dict__.update(state)
        for name, value in (slots or {}).items():
            setattr(made, name, value)

    def extend(self, items):
        """Add elements to a list."""
        target = self.stack[-1]
        if type(target) is not list and not (isinstance(target, list) and self.policy.is_safe(type(target))):
            raise UnpicklingError(f"Can only append to lists, but got {type(target)}")
        target.extend(items)

    def set_items(self, items, opcode):
        """Add keys and values to a dict."""
        target = self.stack[-1]
        if type(target) not in _BUILDABLE and not (isinstance(target, dict) and self.policy.is_safe(type(target))):
            raise UnpicklingError(
                f"Can only {opcode} for dict, collections.OrderedDict, collections.Counter, but got {type(target)}"
            )
        for i in range(0, len(items), 2):
            target[items[i]] = items[i + 1]

    def set_item(self):
        """Add one key and value to a dict."""
        value, key = self.stack.pop(), self.stack.pop()
        self.set_items([key, value], "SETITEM")

    def tuple(self, count):
        """A tuple of the last `count` values."""
        self.stack[-count:] = [tuple(self.stack[-count:])]

    def text(self):
        """Text after its length."""
        self.push(str(self.read(self.number("<I", 4)), "utf-8", "surrogatepass"))

    def short_string(self):
        """A string of Python 2."""
        self.push(self.read(self.number("B", 1)).decode("utf-8"))

    def persistent(self):
        """A storage."""
        key = self.stack.pop()
        if not isinstance(key, tuple) or not key or key[0] != "storage" or self.persistent_load is None:
            raise UnpicklingError(f"Only persistent_load of storage is allowed, but got {key!r:.60}")
        self.push(self.persistent_load(*key[1:]))

    def put(self, place):
        """Remember the last value."""
        self.memo[place] = self.stack[-1]


_OPCODES = {
    b"c": Unpickler.global_, b"\x81": Unpickler.new_object, b"R": Unpickler.reduce, b"b": Unpickler.build,
    b"(": Unpickler.mark, b"Q": Unpickler.persistent, b"X": Unpickler.text, b"U": Unpickler.short_string,
    b"s": Unpickler.set_item,
    b"a": lambda u: u.extend([u.stack.pop()]),
    b"e": lambda u: u.extend(u.pop_mark()),
    b"u": lambda u: u.set_items(u.pop_mark(), "SETITEMS"),
    b"t": lambda u: u.push(tuple(u.pop_mark())),
    b"\x85": lambda u: u.tuple(1),
    b"\x86": lambda u: u.tuple(2),
    b"\x87": lambda u: u.tuple(3),
    b"0": lambda u: u.stack.pop() if u.stack else u.pop_mark(),
    b"1": lambda u: u.pop_mark(),
    b"N": lambda u: u.push(None),
    b"\x88": lambda u: u.push(True),
    b"\x89": lambda u: u.push(False),
    b")": lambda u: u.push(()),
    b"]": lambda u: u.push([]),
    b"}": lambda u: u.push({}),
    b"\x8f": lambda u: u.push(set()),
    b"J": lambda u: u.push(u.number("<i", 4)),
    b"K": lambda u: u.push(u.number("B", 1)),
    b"M": lambda u: u.push(u.number("<H", 2)),
    b"G": lambda u: u.push(u.number(">d", 8)),
    b"\x8a": lambda u: u.push(decode_long(u.read(u.number("B", 1)))),
    b"\x8b": lambda u: u.push(decode_long(u.read(u.number("<i", 4)))),
    b"h": lambda u: u.push(u.memo[u.number("B", 1)]),
    b"j": lambda u: u.push(u.memo[u.number("<I", 4)]),
    b"q": lambda u: u.put(u.number("B", 1)),
    b"r": lambda u: u.put(u.number("<I", 4)),
    b"\x80": lambda u: u.protocol(u.number("B", 1)),
}  # fmt: skip


def _protocol(self, version):
    """The pickle's protocol, at its beginning."""
    if version != 2:
        import warnings

        warnings.warn(
            f"Detected pickle protocol {version} in the checkpoint, which was not the default pickle protocol used by "
            "`torch.load` (2). The weights_only Unpickler might not support all instructions implemented by this "
            "protocol, please file an issue for adding support if you encounter this.",
            stacklevel=5,
        )


Unpickler.protocol = _protocol
