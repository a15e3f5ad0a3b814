"""torch.save and torch.load: the zip files of real PyTorch, both ways.

A file is an archive of `data.pkl`, a pickle in which tensors name their storages, and `data/KEY`, the bytes of each
storage. Loading never runs code of the file: see `_weights_only_unpickler`.
"""

import io
import os
import pickle
import sys
from collections import Counter, OrderedDict
from contextlib import contextmanager

from . import _types, _utils, storage
from ._tensor import Tensor, describe
from ._weights_only_unpickler import Policy, Unpickler

__all__ = [
    "add_safe_globals", "clear_safe_globals", "get_safe_globals", "load", "safe_globals", "save",
]  # fmt: skip

DEFAULT_PROTOCOL = 2
_ALIGNMENT = 64
_MAGIC_NUMBER = 0x1950A86A20F9469CFC6C
_PROTOCOL_VERSION = 1001
_UNSAFE = (
    "In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from `False` to `True`. "
    "Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can result in arbitrary code "
    "execution. Do it only if you got the file from a trusted source."
)
_DOCS = (
    "\n\nCheck the documentation of torch.load to learn more about types accepted by default with weights_only "
    "https://pytorch.org/docs/stable/generated/torch.load.html."
)


class _Pickler(pickle.Pickler):
    """Pickles tensors as real PyTorch does, noting which storages they lie in: a tensor of each, by its number there."""

    def __init__(self, file, protocol):
        super().__init__(file, protocol)
        self.numbers, self.owners = {}, {}

    def persistent_id(self, value):
        """The id of a storage, which is a tuple, or None for any other object."""
        if not isinstance(value, _StorageOf):
            return None
        kind = storage.classes[value.dtype]
        return "storage", kind, value.number, "cpu", value.count

    def reducer_override(self, value):
        """How tensors and torch's small values are taken apart."""
        if isinstance(value, Tensor):
            return self._tensor(value)
        if type(value) is _types.Size:
            return _types.Size, (tuple(value),)
        if type(value) is _types.device:
            return _types.device, (value.type,) if value.index is None else (value.type, value.index)
        return NotImplemented

    def _tensor(self, value):
        from .nn import Parameter

        if type(value) is Parameter:
            data = value.detach()
            return _utils._rebuild_parameter, (data, value.requires_grad, OrderedDict())
        about = describe(value)
        args = self._held(value, about), about.storage_offset, tuple(about.shape), about.strides, value.requires_grad
        return _utils._rebuild_tensor_v2, (*args, OrderedDict())

    def _held(self, value, about):
        # A storage without elements is nobody else's.
        key = about.storage if about.storage_bytes else ("empty", len(self.numbers))
        number = self.numbers.setdefault(key, str(len(self.numbers)))
        owner = self.owners.setdefault(number, value)
        if owner.dtype is not value.dtype:
            raise RuntimeError("Cannot save multiple tensors or storages that view the same data as different types")
        return _StorageOf(number, value.dtype, about.storage_bytes // value.itemsize)


class _StorageOf:
    """Stands for a storage while its tensor is pickled."""

    __slots__ = ("count", "dtype", "number")

    def __init__(self, number, dtype, count):
        self.number, self.dtype, self.count = number, dtype, count


def save(
    obj, f, pickle_module=pickle, pickle_protocol=DEFAULT_PROTOCOL, _use_new_zipfile_serialization=True,
    _disable_byteorder_record=False,
):  # fmt: skip
    """Write an object - a tensor, a state dict, nested containers, a module - to a path or a binary file."""
    path = isinstance(f, (str, os.PathLike))
    if not path and not hasattr(f, "write"):
        raise AttributeError("expected 'f' to be string, path, or a file-like object with a 'write' attribute")
    if not _use_new_zipfile_serialization:
        raise NotImplementedError(
            "_use_new_zipfile_serialization=False is not in this course's PyTorch subset: files are written as zip archives"
        )
    text = io.BytesIO()
    pickler = _Pickler(text, pickle_protocol)
    pickler.dump(obj)
    records = [("data.pkl", text.getvalue()), (".format_version", b"1"), (".storage_alignment", b"%d" % _ALIGNMENT)]
    if not _disable_byteorder_record:
        records.append(("byteorder", sys.byteorder.encode()))
    for number, owner in pickler.owners.items():
        records.append((f"data/{number}", storage.content(owner)))
    records.append(("version", b"3\n"))
    name = os.path.splitext(os.path.basename(os.fspath(f)))[0] if path else "archive"
    if path:
        with open(f, "wb") as file:
            _write_archive(file, name or "archive", records)
    else:
        _write_archive(f, "archive", records)


def _write_archive(file, name, records):
    from zipfile import ZIP_STORED, ZipFile, ZipInfo
    from zlib import crc32

    names = crc32("".join(key for key, _ in records).encode())
    contents = 0
    for _, data in records:
        contents = crc32(data, contents)
    records.append((".data/serialization_id", f"{names:020d}{contents:020d}".encode()))
    with ZipFile(file, "w", ZIP_STORED) as archive:
        for key, data in records:
            info = ZipInfo(f"{name}/{key}")
            # Readers map storages into memory, so each begins at a multiple of the alignment: an extra field fills up.
            start = archive.fp.tell() + 30 + len(info.filename.encode()) + 4
            fill = -start % _ALIGNMENT
            info.extra = b"FB" + fill.to_bytes(2, "little") + b"Z" * fill
            archive.writestr(info, bytes(data))
            info.extra = b""


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args):
    """Read what torch.save wrote, here or with real PyTorch, from a path or a binary file.

    weights_only  False also admits classes of torch and of the program itself, such as a whole module. Nothing else is
                  ever made or called. Raises pickle.UnpicklingError for what is refused.
    map_location  where storages go; there is the CPU alone
    """
    weights_only = pickle_module is None if weights_only is None else weights_only
    if weights_only and pickle_module is not None:
        raise RuntimeError("Can not safely load weights when explicit pickle_module is specified")
    if mmap and not isinstance(f, (str, os.PathLike)):
        raise ValueError("f must be a file path in order to use the mmap argument")
    policy = _Weights() if weights_only else _Program()
    try:
        if isinstance(f, (str, os.PathLike)):
            with open(f, "rb") as file:
                return _load_file(file, map_location, policy)
        _require_seekable(f)
        return _load_file(f, map_location, policy)
    except pickle.UnpicklingError as error:
        if not weights_only:
            raise
        raise pickle.UnpicklingError(_weights_only_text(str(error))) from None


def _require_seekable(f):
    try:
        f.seek(f.tell()) if hasattr(f, "seek") else f.seek
    except (io.UnsupportedOperation, AttributeError) as error:
        raise type(error)(
            f"{error}. You can only torch.load from a file that is seekable. Please pre-load the data into a buffer like "
            "io.BytesIO and try to load from it instead."
        ) from None


def _weights_only_text(text):
    if "was not an allowed global by default" in text:
        return (
            "Weights only load failed. This file can still be loaded, to do so you have two options, \033[1mdo those steps "
            f"only if you trust the source of the checkpoint\033[0m. \n\t(1) {_UNSAFE}\n\t(2) Alternatively, to load with "
            "`weights_only=True` please check the recommended steps in the following error message.\n\tWeightsUnpickler "
            f"error: {text}{_DOCS}"
        )
    please = (
        ""
        if " is blocked." in text
        else "Please file an issue with the following so that we can make `weights_only=True` compatible with your use case: "
        "WeightsUnpickler error: "
    )
    return f"Weights only load failed. {_UNSAFE}\n{please}\n\n{text}{_DOCS}"


def _load_file(file, map_location, policy):
    start = file.tell()
    zipped = file.read(4) == b"PK\x03\x04"
    file.seek(start)
    if not zipped:
        return _load_legacy(file, map_location, policy)
    from zipfile import ZipFile

    with ZipFile(file) as archive:
        prefix = archive.namelist()[0].partition("/")[0]
        names = set(archive.namelist())
        if f"{prefix}/constants.pkl" in names:
            raise NotImplementedError("TorchScript archives are not in this course's PyTorch subset")
        if f"{prefix}/byteorder" in names and archive.read(f"{prefix}/byteorder") != b"little":
            raise NotImplementedError("files of big-endian machines are not in this course's PyTorch subset")
        made = {}

        def persistent_load(kind, key, location, count):
            if key not in made:
                _restore(kind, location, map_location)
                made[key] = kind(count)
                made[key].fill(archive.read(f"{prefix}/data/{key}"))
            return made[key]

        return Unpickler(io.BytesIO(archive.read(f"{prefix}/data.pkl")), policy, persistent_load).load()


def _load_legacy(file, map_location, policy):
    """A file of PyTorch before 1.6: pickles one after the other, then the storages."""
    if Unpickler(file, policy).load() != _MAGIC_NUMBER:
        raise RuntimeError("Invalid magic number; corrupt file?")
    version = Unpickler(file, policy).load()
    if version != _PROTOCOL_VERSION:
        raise RuntimeError(f"Invalid protocol version: {version}")
    Unpickler(file, policy).load()
    made = {}

    def persistent_load(kind, key, location, count, view):
        if view is not None:
            raise NotImplementedError("storages that view others are not in this course's PyTorch subset")
        if key not in made:
            _restore(kind, location, map_location)
            made[key] = kind(count)
        return made[key]

    found = Unpickler(file, policy, persistent_load).load()
    for key in Unpickler(file, policy).load():
        count = int.from_bytes(file.read(8), "little")
        made[key].fill(file.read(count * made[key].dtype.itemsize))
    return found


def _restore(kind, location, map_location):
    """Raise, in torch's words, unless a storage saved at `location` may be put on the CPU."""
    if isinstance(map_location, dict):
        location = map_location.get(location, location)
    elif isinstance(map_location, (str, _types.device)):
        location = str(map_location)
    elif map_location is not None and map_location(kind(0), location) is not None:
        return
    name = location.partition(":")[0]
    if name == "cpu":
        return
    if name in ("cuda", "mps", "xpu"):
        raise RuntimeError(
            f"Attempting to deserialize object on a {name.upper()} device but torch.{name}.is_available() is False. If you "
            "are running on a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your "
            "storages to the CPU."
        )
    raise RuntimeError(
        f"don't know how to restore data location of torch.storage.UntypedStorage (tagged with {location})"
    )


_user_globals = {}


def _path(value):
    return f"{value.__module__}.{value.__qualname__}"


def add_safe_globals(safe_globals):
    """Let torch.load make these classes, or (class, "module.name") pairs, with weights_only=True."""
    for entry in safe_globals:
        value, path = entry if isinstance(entry, tuple) else (entry, _path(entry))
        _user_globals[path] = value


def get_safe_globals():
    """The classes added by `add_safe_globals`."""
    return list(_user_globals.values())


def clear_safe_globals():
    """Forget the classes added by `add_safe_globals`."""
    _user_globals.clear()


@contextmanager
def safe_globals(safe_globals):
    """A block in which these classes are added as `add_safe_globals` does."""
    before = dict(_user_globals)
    add_safe_globals(safe_globals)
    try:
        yield
    finally:
        _user_globals.clear()
        _user_globals.update(before)


def _get_layout(name):
    return _types.strided if name == "torch.strided" else None


def _encode(text, encoding="latin1"):
    # How protocol 2 writes bytes.
    return text.encode("latin1")


def _always():
    from .nn import Parameter

    functions = ("_rebuild_tensor", "_rebuild_tensor_v2", "_rebuild_parameter", "_rebuild_parameter_with_state")
    return {
        "collections.OrderedDict": OrderedDict, "collections.Counter": Counter, "builtins.set": set,
        "builtins.bytearray": bytearray, "builtins.complex": complex, "_codecs.encode": _encode,
        "torch.Size": _types.Size, "torch.device": _types.device, "torch.Tensor": Tensor,
        "torch.nn.parameter.Parameter": Parameter, "torch.serialization._get_layout": _get_layout,
        **{f"torch.{name}": made for name, made in storage.by_name.items()},
        **{f"torch.{dtype._name}": dtype for dtype in _types.dtypes},
        **{f"torch._utils.{name}": getattr(_utils, name) for name in functions},
    }  # fmt: skip


class _Weights(Policy):
    """Tensors, containers and what the program added."""

    def __init__(self):
        super().__init__(_always() | _user_globals, self._refused)

    def find(self, path):
        """What a file's name stands for, or None."""
        found = super().find(path)
        _refuse_dtype(path, found)
        return found

    @staticmethod
    def _refused(path):
        path = path.removeprefix("builtins.")
        return (
            f"Unsupported global: GLOBAL {path} was not an allowed global by default. Please use "
            f"`torch.serialization.add_safe_globals([{path}])` or the `torch.serialization.safe_globals([{path}])` context "
            "manager to allowlist this global if you trust this class/function."
        )


def _refuse_dtype(path, found):
    if found is None and path.startswith("torch.") and path.endswith("Storage"):
        raise NotImplementedError(f"{path}, and so its dtype, is not in this course's PyTorch subset")


class _Program(Policy):
    """Besides weights, classes of torch and of the program, and its functions as values that are never called."""

    _ROOTS = ("torch", "__main__", "collections")
    _BUILTINS = ("list", "dict", "tuple", "frozenset", "int", "float", "bool", "str", "bytes", "slice", "range", "object")

    def __init__(self):
        super().__init__(_always() | _user_globals, self._refused)

    def find(self, path):
        """What a file's name stands for, or None."""
        found = super().find(path)
        if found is not None:
            return found
        _refuse_dtype(path, found)
        module, _, name = path.rpartition(".")
        if module == "builtins":
            import builtins

            found = getattr(builtins, name) if name in self._BUILTINS else None
        elif module.partition(".")[0] in self._ROOTS or self._is_own(sys.modules.get(module)):
            found = vars(self._module(module)).get(name)
            # A name that the module only imported, such as subprocess.Popen, is not its own.
            if getattr(found, "__module__", "").partition(".")[0] != module.partition(".")[0]:
                found = None
        if isinstance(found, type):
            self.allowed.add(id(found))
        return found

    @staticmethod
    def _module(name):
        """The module a file names; one of torch may not have been needed before."""
        from importlib import import_module

        try:
            return import_module(name)
        except ModuleNotFoundError as error:
            raise pickle.UnpicklingError(str(error)) from None

    @staticmethod
    def _is_own(module):
        """Whether a module is a file beside the program."""
        return (getattr(module, "__file__", None) or "").startswith(os.getcwd() + os.sep)

    @staticmethod
    def _refused(path):
        return (
            f"{path} is refused: with weights_only=False, torch.load makes classes of torch and of the program itself, but "
            "in this course it never runs other code that a file names."
        )
