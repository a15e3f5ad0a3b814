"""Tables of numbers in text files."""

import os
import warnings

from . import _dtypes
from ._creation import array, asarray, empty
from ._files import opened


def _lines(source):
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        if not os.path.exists(path):
            raise FileNotFoundError(f"{path} not found.")
        with open(path, encoding="utf-8") as stream:
            return stream.read().splitlines()
    return [line.decode("latin1") if isinstance(line, bytes) else line for line in source]


def _split(line, comments, delimiter):
    """The fields of a line without its comment; none where nothing is left."""
    for mark in comments:
        line = line.partition(mark)[0]
    line = line.strip("\r\n")
    if not line.strip():
        return []
    return line.split(delimiter) if delimiter is not None else line.split()


def _marks(comments):
    return [comments] if isinstance(comments, str) else list(comments or ())


def _columns(usecols):
    return [usecols] if hasattr(usecols, "__index__") else list(usecols)


def _shaped(rows, dtype, ndmin, unpack):
    """The rows as an array without axes of length 1, of at least `ndmin` dimensions; columns first with `unpack`."""
    result = array(rows, dtype) if rows else empty((0,), dtype)
    if result.ndim > ndmin:
        result = result.squeeze() if ndmin == 0 else result.squeeze(tuple(
            axis for axis in (0, 1) if result.shape[axis] == 1
        )[: result.ndim - ndmin])  # fmt: skip
    elif ndmin == 2 and result.ndim == 1:
        result = result[None]
    return result.T if unpack else result


def loadtxt(
    fname, dtype=float, comments="#", delimiter=None, converters=None, skiprows=0, usecols=None, unpack=False, ndmin=0,
    encoding=None, max_rows=None, *, quotechar=None, like=None,
):  # fmt: skip
    """The numbers of a text file (a name, an open file or lines) whose rows have equally many columns.

    Raises ValueError for a field that is no number; `genfromtxt` makes that NaN.
    """
    found, rows, width = _dtypes.find(dtype), [], None
    convert = int if found.kind in "iu" else float
    for line in _lines(fname)[skiprows:]:
        if max_rows is not None and len(rows) >= max_rows:
            break
        fields = _split(line, _marks(comments), delimiter)
        if not fields:
            continue
        place, total = len(rows), len(fields)
        if usecols is None and width is not None and total != width:
            raise ValueError(
                f"the number of columns changed from {width} to {total} at row {place + 1}; use `usecols` to select a subset "
                "and avoid this error"
            )
        width = total
        columns = range(total) if usecols is None else _columns(usecols)
        row = []
        for column in columns:
            if not -total <= column < total:
                raise ValueError(f"invalid column index {column} at row {place + 1} with {total} columns")
            text = fields[column]
            special = converters.get(column) if isinstance(converters, dict) else converters
            try:
                row.append(special(text) if special else convert(text))
            except ValueError:
                if special:
                    raise
                raise ValueError(
                    f"could not convert string {text!r} to {found.name} at row {place}, column {column % total + 1}."
                ) from None
        rows.append(row)
    if not rows:
        warnings.warn(f'loadtxt: input contained no data: "{fname}"', UserWarning, stacklevel=2)
    return _shaped(rows, found, ndmin, unpack)


def savetxt(
    fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# ", encoding=None
):
    """Write an array of one or two dimensions as text, a row a line; `fmt` is a format, one a column, or a whole line."""
    table = asarray(X)
    if table.ndim not in (1, 2):
        raise ValueError(f"Expected 1D or 2D array, got {table.ndim}D array instead")
    if table.ndim == 1:
        table = table[:, None]
    columns = table.shape[1]
    if isinstance(fmt, (list, tuple)):
        if len(fmt) != columns:
            raise AttributeError(f"fmt has wrong shape.  {fmt}")
        form = delimiter.join(fmt)
    elif fmt.count("%") == 1:
        form = delimiter.join([fmt] * columns)
    elif fmt.count("%") == columns:
        form = fmt
    else:
        raise ValueError(f"fmt has wrong number of % formats:  {fmt}")
    text = "".join(f"{form % tuple(row)}{newline}" for row in table.tolist())
    if header:
        text = comments + header.replace("\n", f"\n{comments}") + newline + text
    if footer:
        text += comments + footer.replace("\n", f"\n{comments}") + newline
    with opened(fname, "w") as stream:
        try:
            stream.write(text)
        except TypeError:
            stream.write(text.encode("latin1"))


def genfromtxt(
    fname, dtype=float, comments="#", delimiter=None, skip_header=0, skip_footer=0, converters=None, missing_values=None,
    filling_values=None, usecols=None, names=None, **options,
):  # fmt: skip
    """The numbers of a text file; a field that is missing or no number is `filling_values`, NaN unless given.

    Of NumPy's further options `unpack`, `max_rows` and `ndmin` are here.
    """
    unpack, limit, ndmin = options.pop("unpack", False), options.pop("max_rows", None), options.pop("ndmin", 0)
    others = [name for name, value in {"names": names, "missing_values": missing_values, **options}.items() if value]
    if others or dtype is None:
        raise NotImplementedError(f"genfromtxt: {', '.join(others) or 'dtype=None'} is not in this course's NumPy subset")
    found = _dtypes.find(dtype)
    convert, fill = (int, -1) if found.kind in "iu" else (float, float("nan"))
    fill = fill if filling_values is None else filling_values

    def number(text, column):
        special = (converters or {}).get(column)
        if special:
            return special(text)
        try:
            return convert(text)
        except ValueError:
            return fill

    rows = [_split(line, _marks(comments), delimiter) for line in _lines(fname)[skip_header:]]
    rows = [row for row in rows if row]
    rows = rows[: len(rows) - skip_footer][:limit]
    if not rows:
        warnings.warn(f'genfromtxt: Empty input file: "{fname}"', UserWarning, stacklevel=2)
    wrong = [(i, len(row)) for i, row in enumerate(rows, skip_header + 1) if len(row) != len(rows[0])]
    if wrong and usecols is None:
        told = "\n".join(f"    Line #{i} (got {count} columns instead of {len(rows[0])})" for i, count in wrong)
        raise ValueError(f"Some errors were detected !\n{told}")
    columns = None if usecols is None else _columns(usecols)
    table = [[number(row[j], j) for j in (range(len(row)) if columns is None else columns)] for row in rows]
    return _shaped(table, found, ndmin, unpack)


def fromstring(string, dtype=float, count=-1, *, sep):
    """The numbers of a text between separators."""
    if sep == "":
        raise ValueError("The binary mode of fromstring is removed, use frombuffer instead")
    parts = [part for part in string.split(None if sep == " " else sep) if part.strip()]
    dtype = _dtypes.find(dtype)
    values = [(float if dtype.kind == "f" else int)(part) for part in parts]
    return asarray(values if count < 0 else values[:count], dtype)
