"""Arrays in files: NumPy's own format, zip archives of it, and text."""

import ast
import io
import math
import os
import zipfile

from ._creation import asarray, frombuffer
from ._dtypes import find

_MAGIC = b"\x93NUMPY"


def _name(file, ending):
    name = os.fspath(file)
    return name if name.endswith(ending) else name + ending


def _packed(arr):
    arr = asarray(arr)
    shape = f"({arr.shape[0]},)" if arr.ndim == 1 else repr(tuple(arr.shape))
    header = f"{{'descr': '{arr.dtype.str}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (63 - (len(_MAGIC) + 4 + len(header)) % 64) + "\n"
    return _MAGIC + b"\x01\x00" + len(header).to_bytes(2, "little") + header.encode("latin1") + arr.tobytes()


def _unpacked(data):
    if not data:
        raise EOFError("No data left in file")
    if not data.startswith(_MAGIC):
        raise ValueError("This file contains pickled (object) data, which is not in this course's NumPy subset")
    width = 2 if data[6] == 1 else 4
    start = 8 + width + int.from_bytes(data[8 : 8 + width], "little")
    described = ast.literal_eval(data[8 + width : start].decode("latin1"))
    dtype, shape = find(described["descr"]), described["shape"]
    size = math.prod(shape) * dtype.itemsize
    flat = frombuffer(data[start : start + size], dtype=dtype).copy() if size else asarray([], dtype)
    return flat.reshape(shape[::-1]).T.copy() if described["fortran_order"] else flat.reshape(shape)


def save(file, arr, allow_pickle=True):
    """Write an array to a file (of a name, or open) in NumPy's format."""
    if hasattr(file, "write"):
        file.write(_packed(arr))
        return
    with open(_name(file, ".npy"), "wb") as opened:
        opened.write(_packed(arr))


def _save_archive(file, args, kwds, compression):
    for i, arr in enumerate(args):
        if f"arr_{i}" in kwds:
            raise ValueError(f"Cannot use un-named variables and keyword arr_{i}")
        kwds[f"arr_{i}"] = arr
    with zipfile.ZipFile(file if hasattr(file, "write") else _name(file, ".npz"), "w", compression) as archive:
        for name, arr in kwds.items():
            archive.writestr(f"{name}.npy", _packed(arr))


def savez(file, *args, allow_pickle=True, **kwds):
    """Write several arrays to one file, under the names of the keywords or arr_0, arr_1, ..."""
    _save_archive(file, args, kwds, zipfile.ZIP_STORED)


def savez_compressed(file, *args, allow_pickle=True, **kwds):
    """As `savez`, compressed."""
    _save_archive(file, args, kwds, zipfile.ZIP_DEFLATED)


class NpzFile:
    """The arrays of an archive by name, each read when asked for."""

    def __init__(self, data, shown):
        self._archive, self._shown = zipfile.ZipFile(io.BytesIO(data)), shown
        self.files = [name.removesuffix(".npy") for name in self._archive.namelist()]

    def __getitem__(self, key):
        if key not in self.files:
            raise KeyError(f"{key} is not a file in the archive")
        return _unpacked(self._archive.read(f"{key}.npy"))

    def __iter__(self):
        return iter(self.files)

    def __len__(self):
        return len(self.files)

    def __contains__(self, key):
        return key in self.files

    def keys(self):
        """The names."""
        return self.files

    def values(self):
        """The arrays."""
        return [self[name] for name in self.files]

    def items(self):
        """The names with their arrays."""
        return [(name, self[name]) for name in self.files]

    def close(self):
        """Let go of the file."""
        self._archive.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __repr__(self):
        return f"NpzFile {self._shown!r} with keys: {', '.join(self.files)}"


NpzFile.__module__ = "numpy.lib.npyio"


def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding="ASCII"):
    """The array of a file that `save` wrote, or the arrays of an archive."""
    if hasattr(file, "read"):
        data, shown = file.read(), "object"
        if not data.startswith((_MAGIC, b"PK")) or data.startswith(b"PK"):
            return NpzFile(data, shown) if data.startswith(b"PK") else _unpacked(data)
        result = _unpacked(data)
        # One file may hold several arrays, one after the other.
        if file.seekable():
            file.seek(len(_packed(result)) - len(data), 1)
        return result
    with open(os.fspath(file), "rb") as opened:
        data = opened.read()
    return NpzFile(data, os.fspath(file)) if data.startswith(b"PK") else _unpacked(data)


def _lines(fname):
    if hasattr(fname, "read"):
        text = fname.read()
        return (text.decode() if isinstance(text, bytes) else text).splitlines()
    if isinstance(fname, (list, tuple)):
        return list(fname)
    with open(os.fspath(fname)) as opened:
        return opened.read().splitlines()


def loadtxt(
    fname, dtype=float, comments="#", delimiter=None, converters=None, skiprows=0, usecols=None, unpack=False, ndmin=0,
    encoding=None, max_rows=None,
):  # fmt: skip
    """The numbers of a text file, one row a line."""
    rows = []
    kind = find(dtype)
    number = float if kind.kind == "f" else int
    for row, line in enumerate(_lines(fname)[skiprows:]):
        line = line.split(comments, 1)[0].strip() if comments else line.strip()
        if not line:
            continue
        if max_rows is not None and len(rows) == max_rows:
            break
        parts = line.split(delimiter)
        if usecols is not None:
            parts = [parts[i] for i in ([usecols] if isinstance(usecols, int) else usecols)]
        values = []
        for column, part in enumerate(parts):
            try:
                values.append((converters or {}).get(column, number)(part))
            except ValueError:
                raise ValueError(
                    f"could not convert string {part.strip()!r} to {kind.name} at row {row}, column {column + 1}."
                ) from None
        if rows and len(values) != len(rows[0]):
            raise ValueError(
                f"the number of columns changed from {len(rows[0])} to {len(values)} at row {row + 1}; use `usecols` to select "
                "a subset and avoid this error"
            )
        rows.append(values)
    found = asarray(rows, kind)
    if ndmin < 2:
        found = found.reshape(tuple(extent for extent in found.shape if extent != 1)) if ndmin == 0 else found.reshape(-1)
    return found.T if unpack else found


def genfromtxt(fname, dtype=float, comments="#", delimiter=None, skip_header=0, filling_values=None, **options):
    """As `loadtxt`, with nan for what is no number."""
    given = {key: value for key, value in options.items() if value is not None}
    if given:
        raise NotImplementedError(f"genfromtxt: {next(iter(given))} is not in this course's NumPy subset")
    filled = math.nan if filling_values is None else filling_values

    def number(part):
        try:
            return float(part) if find(dtype).kind == "f" else int(part)
        except ValueError:
            return filled if find(dtype).kind == "f" else -1

    lines = [line.split(comments, 1)[0].strip() for line in _lines(fname)[skip_header:]]
    rows = [[number(part) for part in line.split(delimiter)] for line in lines if line]
    found = asarray(rows, find(dtype))
    return found.reshape(tuple(extent for extent in found.shape if extent != 1))


def savetxt(fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# ", encoding=None):
    """Write an array of one or two dimensions as text."""
    X = asarray(X)
    if X.ndim not in (1, 2):
        raise ValueError(f"Expected 1D or 2D array, got {X.ndim}D array instead")
    rows = X.reshape(-1, 1).tolist() if X.ndim == 1 else X.tolist()
    formats = fmt if isinstance(fmt, (list, tuple)) else None
    lines = [comments + line for line in header.split("\n")] if header else []
    for row in rows:
        if formats is None and fmt.count("%") > 1:
            lines.append(fmt % tuple(row))
        else:
            lines.append(delimiter.join(f % value for f, value in zip(formats or [fmt] * len(row), row)))
    lines += [comments + line for line in footer.split("\n")] if footer else []
    text = "".join(line + newline for line in lines)
    if not hasattr(fname, "write"):
        with open(os.fspath(fname), "w") as opened:
            opened.write(text)
    elif isinstance(fname, io.BytesIO) or "b" in getattr(fname, "mode", ""):
        fname.write(text.encode("latin1"))
    else:
        fname.write(text)


def fromstring(string, dtype=float, count=-1, *, sep):
    """The numbers of a text between separators."""
    if sep == "":
        raise ValueError("The binary mode of fromstring is removed, use frombuffer instead")
    parts = [part for part in string.split(None if sep == " " else sep) if part.strip()]
    values = [(float if find(dtype).kind == "f" else int)(part) for part in parts]
    return asarray(values if count < 0 else values[:count], find(dtype))
