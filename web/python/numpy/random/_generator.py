"""`default_rng`: PCG64 streams seeded through SeedSequence, drawn by the engine."""

import os

from .. import _dtypes
from .._array import ndarray, size_of
from .._creation import asarray
from .._engine import ops
from .._scalars import generic
from . import _draws
from ._draws import drawn, parameter, shape_of, whole_words

_retired = []


def _fresh(words):
    while _retired:
        ops.np_generator_free(_retired.pop())
    return ops.np_generator_new(words)


def _words_of(seed):
    """A seed as NumPy's SeedSequence reads it: 32-bit words, least significant first, element by element."""
    if seed is None:
        return whole_words(int.from_bytes(os.urandom(16), "little"))
    if isinstance(seed, (bool, float)) or isinstance(seed, str):
        raise TypeError(f"SeedSequence expects int or sequence of ints for entropy not {seed}")
    if isinstance(seed, generic):
        seed = seed.item()
    if isinstance(seed, int):
        return whole_words(seed)
    items = seed.tolist() if isinstance(seed, ndarray) else list(seed)
    return [word for item in items for word in _words_of(item)]


class SeedSequence:
    """Entropy for a generator: an integer of any size or a sequence of them, fresh from the system unless given."""

    def __init__(self, entropy=None, *, spawn_key=(), pool_size=4, n_children_spawned=0):
        self.entropy = int.from_bytes(os.urandom(16), "little") if entropy is None else entropy
        self.spawn_key, self.pool_size, self.n_children_spawned = tuple(spawn_key), pool_size, n_children_spawned

    def _words(self):
        words = _words_of(self.entropy)
        if self.spawn_key:
            words += [0] * (self.pool_size - len(words))
            for key in self.spawn_key:
                words += whole_words(key)
        return words

    def spawn(self, n_children):
        """New seed sequences for independent generators."""
        first = self.n_children_spawned
        self.n_children_spawned += n_children
        return [SeedSequence(self.entropy, spawn_key=(*self.spawn_key, i)) for i in range(first, first + n_children)]

    def __repr__(self):
        text = f"SeedSequence(\n    entropy={self.entropy},\n"
        if self.spawn_key:
            text += f"    spawn_key={self.spawn_key},\n"
        if self.n_children_spawned:
            text += f"    n_children_spawned={self.n_children_spawned},\n"
        return text + ")"


class PCG64:
    """The bit generator of `default_rng` (PCG XSL RR 128/64; O'Neill 2014)."""

    def __init__(self, seed=None):
        self.seed_seq = seed if isinstance(seed, SeedSequence) else SeedSequence(seed)


class Generator:
    """A stream of random numbers. Draws without a size give a number, with a size an array of that shape."""

    def __init__(self, bit_generator):
        if not isinstance(bit_generator, PCG64):
            raise NotImplementedError("Generator: only the PCG64 bit generator is in this course's NumPy subset")
        self.bit_generator = bit_generator
        self._number = _fresh(bit_generator.seed_seq._words())

    def __del__(self, _retire=_retired.append):
        try:
            _retire(self._number)
        except AttributeError:
            pass

    def __repr__(self):
        return f"{self} at 0x{id(self):X}"

    def __str__(self):
        return "Generator(PCG64)"

    def spawn(self, n_children):
        """New generators whose streams are independent of this one's and of each other's."""
        seeds = self.bit_generator.seed_seq.spawn(n_children)
        return [Generator(PCG64(seed)) for seed in seeds]

    def _floats(self, draw, size, dtype, out, name):
        found = _dtypes.find(dtype)
        if found.kind != "f" or found.itemsize < 4:
            raise TypeError(f"Unsupported dtype {found!r} for {name}")
        if out is not None:
            out[...] = draw(self._number, out.shape, found)
            return out
        return drawn(draw(self._number, shape_of(size), found), size)

    def random(self, size=None, dtype=float, out=None):
        """Uniform numbers of [0, 1)."""
        return self._floats(ops.np_random, size, dtype, out, "random")

    def standard_normal(self, size=None, dtype=float, out=None):
        """Normal numbers of mean 0 and standard deviation 1."""
        return self._floats(ops.np_standard_normal, size, dtype, out, "standard_normal")

    def standard_exponential(self, size=None, dtype=float, method="zig", out=None):
        """Exponential numbers of mean 1."""
        if method != "zig":
            raise NotImplementedError("standard_exponential: only method='zig' is in this course's NumPy subset")
        return self._floats(ops.np_standard_exponential, size, dtype, out, "standard_exponential")

    def exponential(self, scale=1.0, size=None):
        """Exponential numbers of mean `scale`."""
        scale = parameter(scale)
        if isinstance(scale, ndarray):
            shape = scale.shape if size is None else size_of(size)
            return scale * self.standard_exponential(shape)
        if scale < 0:
            raise ValueError("scale < 0")
        return self.standard_exponential(size) * scale

    def normal(self, loc=0.0, scale=1.0, size=None):
        """Normal numbers of mean `loc` and standard deviation `scale`. Raises ValueError when it is negative."""
        return drawn(ops.np_normal(self._number, parameter(loc), parameter(scale), shape_of(size)), size)

    def uniform(self, low=0.0, high=1.0, size=None):
        """Uniform numbers of [low, high)."""
        return drawn(ops.np_uniform(self._number, parameter(low), parameter(high), shape_of(size)), size)

    def integers(self, low, high=None, size=None, dtype=int, endpoint=False):
        """Integers of [low, high), or of [0, low) without `high`; with `endpoint` the upper bound is included."""
        def draw(first, last, shape, found):
            return ops.np_integers(self._number, first, last, shape_of(shape), found, endpoint)

        result = _draws.integers_in(low, high, size, dtype, endpoint, draw)
        if result.dtype is _dtypes.bool_:
            return drawn(result, size)
        return result[()] if size is None and not result.shape else result

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        """Elements of `a` (or integers below it) at random, with or without replacement, with probabilities `p`."""
        return _draws.choose(a, size, replace, p, axis, shuffle, _Positions(self))

    def permutation(self, x, axis=0):
        """A shuffled copy of a sequence, or of the integers below `x`."""
        return _draws.permuted(x, axis, self._order)

    def permuted(self, x, *, axis=None, out=None):
        """A copy whose lines along an axis are each shuffled on their own."""
        things = asarray(x)
        if out is not None:
            raise NotImplementedError("permuted: out= is not in this course's NumPy subset")
        if axis is None:
            return things.reshape(-1)[self._order(things.size)].reshape(things.shape)
        from .._shaping import moveaxis

        lines = moveaxis(things, axis, -1)
        flat = lines.reshape(-1, lines.shape[-1])
        shuffled = ops.stack([line[self._order(line.shape[0])] for line in flat], 0).reshape(lines.shape)
        return moveaxis(shuffled, -1, axis)

    def shuffle(self, x, axis=0):
        """Shuffle an array along an axis, or a list, in place."""
        _draws.shuffle_in_place(x, axis, self._order)

    def _order(self, count):
        return ops.np_permutation(self._number, count)


class _Positions:
    """How a Generator draws the positions for `choice`."""

    no_population = "a must be a positive integer unless no samples are taken"
    empty = "a cannot be empty unless no samples are taken"
    flat = "p must be 1-dimensional"
    sizes = "a and p must have same size"
    nan = "Probabilities contain NaN"
    negative = "Probabilities are not non-negative"
    total = "Probabilities do not sum to 1. See Notes section of docstring for more information."
    too_many = "Cannot take a larger sample than population when replace is False"

    def __init__(self, generator):
        self._number = generator._number

    def with_replacement(self, count, wanted, weights):
        if weights is None:
            return ops.np_integers(self._number, 0, count, (wanted,), _dtypes.int64, False)
        return ops.np_choose_weighted(self._number, weights, wanted, True)

    def without_replacement(self, count, wanted, weights, shuffle):
        if weights is None:
            return ops.np_choose(self._number, count, wanted, shuffle)
        return ops.np_choose_weighted(self._number, weights, wanted, False)


def default_rng(seed=None):
    """A new Generator (PCG64) seeded with an integer of any size, a sequence of them, or from the system.

    A Generator passes through unchanged. Raises ValueError for a negative seed.
    """
    if isinstance(seed, Generator):
        return seed
    return Generator(seed if isinstance(seed, PCG64) else PCG64(seed))


for _class in (SeedSequence, Generator):
    _class.__module__ = "numpy.random"
