"""Arrays in files: NumPy's own `.npy`, and `.npz`, which is a zip of them. A page's files last as long as the page."""

import ast
import io
import os
from collections.abc import Mapping
from contextlib import contextmanager, nullcontext

from . import _dtypes
from ._creation import asarray, frombuffer

_MAGIC = b"\x93NUMPY"
_PICKLED = (
    "This file contains pickled (object) data. If you trust the file you can load it unsafely using the `allow_pickle=` "
    "keyword argument or `pickle.load()`."
)


@contextmanager
def opened(file, mode, ending=""):
    """A file to read or write: `file` itself, or the one it names, whose name gets `ending` if it lacks it."""
    if hasattr(file, "read" if "r" in mode else "write"):
        yield file
        return
    path = os.fspath(file)
    with open(path if path.endswith(ending) else path + ending, mode) as stream:
        yield stream


def _write(stream, array):
    fortran = array.ndim > 1 and array.T.flags.c_contiguous and not array.flags.c_contiguous
    header = repr({"descr": array.dtype.str, "fortran_order": fortran, "shape": array.shape})[:-1] + ", }"
    # The elements begin at a multiple of 64 bytes.
    header += " " * (-(len(header) + 11) % 64) + "\n"
    stream.write(_MAGIC + b"\x01\x00" + len(header).to_bytes(2, "little") + header.encode("latin1"))
    stream.write((array.T if fortran else array).tobytes())


def _read(stream):
    version = stream.read(2)
    size = int.from_bytes(stream.read(2 if version[:1] == b"\x01" else 4), "little")
    header = ast.literal_eval(stream.read(size).decode("latin1"))
    if "O" in str(header["descr"]):
        raise ValueError("Object arrays cannot be loaded when allow_pickle=False")
    dtype, shape = _dtypes.find(header["descr"]), header["shape"]
    count = 1
    for extent in shape:
        count *= extent
    content = stream.read(count * dtype.itemsize)
    if len(content) < count * dtype.itemsize:
        if not isinstance(stream, io.BufferedReader):
            raise ValueError(
                f"EOF: reading array data, expected {count * dtype.itemsize} bytes got {len(content)}"
            )
        raise ValueError(
            f"Failed to read all data for array. Expected {shape} = {count} elements, could only read "
            f"{len(content) // dtype.itemsize} elements. (file seems not fully written?)"
        )
    flat = frombuffer(content, dtype)
    return flat.reshape(shape[::-1]).T if header["fortran_order"] else flat.reshape(shape)


def save(file, arr, allow_pickle=True):
    """Write an array to a file in NumPy's format; a name without ".npy" gets it."""
    with opened(file, "wb", ".npy") as stream:
        _write(stream, asarray(arr))


def _save_zip(file, args, kwds, packed):
    from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

    named = dict(kwds)
    for i, value in enumerate(args):
        if f"arr_{i}" in named:
            raise ValueError(f"Cannot use un-named variables and keyword arr_{i}")
        named[f"arr_{i}"] = value
    with opened(file, "wb", ".npz") as stream, ZipFile(stream, "w", ZIP_DEFLATED if packed else ZIP_STORED) as archive:
        for name, value in named.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                _write(member, asarray(value))


def savez(file, *args, allow_pickle=True, **kwds):
    """Write several arrays to one `.npz` file, under their keywords or as arr_0, arr_1, ..."""
    _save_zip(file, args, kwds, False)


def savez_compressed(file, *args, allow_pickle=True, **kwds):
    """As `savez`, compressed."""
    _save_zip(file, args, kwds, True)


class _Attributes:
    """The arrays of an NpzFile as attributes."""

    def __init__(self, archive):
        self._archive = archive

    def __getattribute__(self, key):
        try:
            return object.__getattribute__(self, "_archive")[key]
        except KeyError:
            raise AttributeError(key) from None


class NpzFile(Mapping):
    """The arrays of an `.npz` file by name, each read when asked for."""

    def __init__(self, stream, owns):
        from zipfile import ZipFile

        self.zip, self.fid = ZipFile(stream), stream if owns else None
        self._name = getattr(stream, "name", "object")
        self.files = [name.removesuffix(".npy") for name in self.zip.namelist()]
        self.f = _Attributes(self)

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.close()

    def close(self):
        """Let go of the file."""
        self.zip.close()
        if self.fid is not None:
            self.fid.close()

    def __iter__(self):
        return iter(self.files)

    def __len__(self):
        return len(self.files)

    def __contains__(self, key):
        return key in self.files

    def __getitem__(self, key):
        if key.removesuffix(".npy") not in self.files:
            raise KeyError(f"{key} is not a file in the archive")
        with self.zip.open(f"{key.removesuffix('.npy')}.npy") as member:
            member.read(len(_MAGIC))
            return _read(member)

    def __repr__(self):
        names = ", ".join(self.files[:5]) + ("..." if len(self.files) > 5 else "")
        return f"NpzFile {self._name!r} with keys: {names}"


NpzFile.__module__ = "numpy.lib.npyio"


def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding="ASCII", *, max_header_size=10000):
    """The array of an `.npy` file, or the arrays of an `.npz` file by name. Pickles are refused: they run code."""
    if mmap_mode is not None:
        raise NotImplementedError("load: mmap_mode is not in this course's NumPy subset")
    owns = not hasattr(file, "read")
    stream = open(os.fspath(file), "rb") if owns else file
    start = stream.read(len(_MAGIC))
    if start.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        stream.seek(-len(start), os.SEEK_CUR)
        return NpzFile(stream, owns)
    with stream if owns else nullcontext():
        if not start:
            raise EOFError("No data left in file")
        if start != _MAGIC:
            raise ValueError(_PICKLED)
        return _read(stream)
