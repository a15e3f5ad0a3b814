"""Indices made of indices: open meshes, walks over all places of an array."""

import itertools

from ._array import ndarray
from ._creation import asarray
from ._joining import stack
from ._ranges import range_of
from ._shaping import broadcast_to, tril_indices, triu_indices


def ix_(*args):
    """One array for each sequence, shaped so that together they index the rectangle of their places."""
    found = []
    for k, given in enumerate(args):
        places = asarray(given) if not isinstance(given, range) else asarray(list(given))
        if places.ndim != 1:
            raise ValueError("Cross index must be 1 dimensional")
        if places.size == 0:
            places = places.astype(int)
        if places.dtype.kind == "b":
            places = places.nonzero()[0]
        found.append(places.reshape((1,) * k + (-1,) + (1,) * (len(args) - k - 1)))
    return tuple(found)


class _Mesh:
    def __init__(self, sparse):
        self._sparse = sparse

    def __getitem__(self, key):
        if not isinstance(key, tuple):
            return range_of(key)
        lines = [range_of(part) for part in key]
        kind = sum(line[:1].sum() * 0 for line in lines)
        lines = [line + kind for line in lines]
        count = len(lines)
        opened = [line.reshape((1,) * k + (-1,) + (1,) * (count - k - 1)) for k, line in enumerate(lines)]
        if self._sparse:
            return tuple(opened)
        shape = tuple(len(line) for line in lines)
        return stack([broadcast_to(line, shape) for line in opened])


mgrid, ogrid = _Mesh(False), _Mesh(True)


class ndindex:
    """All places of an array of a shape, in C order."""

    def __init__(self, *shape):
        shape = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
        self._places = itertools.product(*map(range, shape))

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._places)


class ndenumerate:
    """Pairs of a place and the element there, in C order."""

    def __init__(self, arr):
        self._array = asarray(arr)
        self._places = ndindex(self._array.shape)

    def __iter__(self):
        return self

    def __next__(self):
        place = next(self._places)
        return place, self._array[place]


class nditer:
    """A walk over the elements of one array; with "multi_index" among the flags it knows the place."""

    def __init__(self, op, flags=None, op_flags=None, order="K", **options):
        if isinstance(op, (list, tuple)) and any(isinstance(part, ndarray) for part in op) or options:
            raise NotImplementedError("nditer over several arrays is not in this course's NumPy subset: use zip")
        self._array = op if isinstance(op, ndarray) else asarray(op)
        self._flags = tuple(flags or ())
        self._turned = order == "F"
        self.reset()

    def reset(self):
        """Go back to the first element."""
        self._places = iter(ndindex(self._array.shape[::-1] if self._turned else self._array.shape))
        self.iterindex, self.itersize, self.finished = -1, self._array.size, False
        self.iternext()

    def iternext(self):
        """Go on to the next element; whether there is one."""
        place = next(self._places, None)
        self.finished = place is None
        if not self.finished:
            self._place = place[::-1] if self._turned else place
            self.iterindex += 1
        return not self.finished

    @property
    def multi_index(self):
        """The place of the element the walk is at."""
        if "multi_index" not in self._flags:
            raise ValueError("Iterator is not tracking a multi-index")
        return self._place

    @property
    def index(self):
        """The number of the element the walk is at."""
        if not {"c_index", "f_index"} & set(self._flags):
            raise ValueError("Iterator does not have an index")
        return self.iterindex

    @property
    def value(self):
        """The element the walk is at, as an array that shares it."""
        return self._array[(*self._place, ...)]

    def __getitem__(self, i):
        if i != 0:
            raise IndexError(f"Iterator operand index {i} is out of bounds")
        return self.value

    def __setitem__(self, i, value):
        self._array[self._place] = value

    def __iter__(self):
        while not self.finished:
            yield self.value
            self.iternext()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


def diag_indices(n, ndim=2):
    """Indices of the main diagonal of an array of `ndim` dimensions of size n."""
    return (arange(n),) * ndim


def tril_indices_from(arr, k=0):
    """Indices of the lower triangle of a matrix."""
    return tril_indices(arr.shape[-2], k, arr.shape[-1])


def triu_indices_from(arr, k=0):
    """Indices of the upper triangle of a matrix."""
    return triu_indices(arr.shape[-2], k, arr.shape[-1])


def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    """The numbers, in C order, of places given by one index array for each dimension."""
    places = [asarray(part) for part in multi_index]
    if mode != "raise" or order != "C":
        raise NotImplementedError("ravel_multi_index: only mode='raise' and order='C' are in this course's NumPy subset")
    total = 0
    for part, extent in zip(places, dims):
        if ((part < 0) | (part >= extent)).any():
            raise ValueError("invalid entry in coordinates array")
        total = total * extent + part
    return total
