"""The older random functions: `RandomState` (MT19937) and the one behind `numpy.random.seed`, `rand`, `randn`."""

import operator
import os

from .. import _dtypes
from .._array import ndarray, size_of
from .._engine import ops
from .._scalars import generic
from . import _draws
from ._draws import drawn, parameter, shape_of

_retired = []


def _seed_words(seed):
    """A seed as words, and whether it is a list of them."""
    if seed is None:
        words = memoryview(os.urandom(4 * 624)).cast("I").tolist()
        return words, True
    if isinstance(seed, (int, generic)):
        number = operator.index(seed)
        if not 0 <= number <= 0xFFFFFFFF:
            raise ValueError("Seed must be between 0 and 2**32 - 1")
        return [number], False
    if isinstance(seed, (float, str)):
        raise TypeError(f"Cannot cast scalar from {_described(seed)} to dtype('int64') according to the rule 'safe'")
    words = seed.tolist() if isinstance(seed, ndarray) else [operator.index(item) for item in seed]
    if not words:
        raise ValueError("Seed must be non-empty")
    if not all(0 <= word <= 0xFFFFFFFF for word in words):
        raise ValueError("Seed values must be between 0 and 2**32 - 1")
    return words, True


def _described(seed):
    return "dtype('float64')" if isinstance(seed, float) else f"dtype('<U{len(seed)}')"


class RandomState:
    """A stream of random numbers as NumPy drew them before 1.17: its values never change."""

    def __init__(self, seed=None):
        self._words = _seed_words(seed)
        self._made = None

    @property
    def _number(self):
        # Made when first drawn from: the stream of the module itself must not exist before a snapshot is taken.
        if self._made is None:
            while _retired:
                ops.np_legacy_free(_retired.pop())
            self._made = ops.np_legacy_new(*self._words)
        return self._made

    def __del__(self, _retire=_retired.append):
        made = getattr(self, "_made", None)
        if made is not None:
            _retire(made)

    def __repr__(self):
        return f"{self} at 0x{id(self):X}"

    def __str__(self):
        return "RandomState(MT19937)"

    def seed(self, seed=None):
        """Start the stream anew from an integer of 32 bits, a sequence of them, or the system's entropy."""
        ops.np_legacy_seed(self._number, *_seed_words(seed))

    def rand(self, *args):
        """Uniform numbers of [0, 1), an array with these lengths; one number without."""
        return self.random_sample(args or None)

    def random_sample(self, size=None):
        """Uniform numbers of [0, 1)."""
        return drawn(ops.np_legacy_rand(self._number, shape_of(size)), size)

    def random(self, size=None):
        """Uniform numbers of [0, 1)."""
        return self.random_sample(size)

    def randn(self, *args):
        """Normal numbers of mean 0 and standard deviation 1, an array with these lengths; one number without."""
        return self.standard_normal(args or None)

    def standard_normal(self, size=None):
        """Normal numbers of mean 0 and standard deviation 1."""
        return drawn(ops.np_legacy_randn(self._number, shape_of(size)), size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        """Normal numbers of mean `loc` and standard deviation `scale`. Raises ValueError when it is negative."""
        return drawn(ops.np_legacy_normal(self._number, parameter(loc), parameter(scale), shape_of(size)), size)

    def uniform(self, low=0.0, high=1.0, size=None):
        """Uniform numbers of [low, high)."""
        return drawn(ops.np_legacy_uniform(self._number, parameter(low), parameter(high), shape_of(size)), size)

    def standard_exponential(self, size=None):
        """Exponential numbers of mean 1, by the inverse of the distribution."""
        uniform = ops.np_legacy_rand(self._number, shape_of(size))
        return drawn(ops.neg(ops.log(ops.sub(1.0, uniform))), size)

    def exponential(self, scale=1.0, size=None):
        """Exponential numbers of mean `scale`."""
        scale = parameter(scale)
        if isinstance(scale, ndarray):
            return scale * self.standard_exponential(scale.shape if size is None else size_of(size))
        if scale < 0:
            raise ValueError("scale < 0")
        return self.standard_exponential(size) * scale

    def randint(self, low, high=None, size=None, dtype=int):
        """Integers of [low, high), or of [0, low) without `high`."""
        def draw(first, last, shape, found):
            return ops.np_legacy_randint(self._number, first, last, shape_of(shape), found)

        result = _draws.integers_in(low, high, size, dtype, False, draw)
        if size is not None or result.shape:
            return result
        return ops.item(result) if dtype is int else result[()]

    def choice(self, a, size=None, replace=True, p=None):
        """Elements of `a` (or integers below it) at random, with or without replacement, with probabilities `p`."""
        if isinstance(a, ndarray) and a.ndim > 1:
            raise ValueError("a must be 1-dimensional")
        return _draws.choose(a, size, replace, p, 0, True, _Positions(self))

    def permutation(self, x):
        """A shuffled copy of a sequence, or of the integers below `x`."""
        return _draws.permuted(x, 0, self._order)

    def shuffle(self, x):
        """Shuffle an array along its first axis, or a list, in place."""
        _draws.shuffle_in_place(x, 0, self._order)

    def _order(self, count):
        return ops.np_legacy_permutation(self._number, count)

    def get_state(self, legacy=True):
        """Not in the subset; raises NotImplementedError."""
        raise NotImplementedError("RandomState.get_state is not in this course's NumPy subset; use seed()")

    def set_state(self, state):
        """Not in the subset; raises NotImplementedError."""
        raise NotImplementedError("RandomState.set_state is not in this course's NumPy subset; use seed()")


class _Positions:
    """How a RandomState draws the positions for `choice`."""

    no_population = "a must be greater than 0 unless no samples are taken"
    empty = "'a' cannot be empty unless no samples are taken"
    flat = "'p' must be 1-dimensional"
    sizes = "'a' and 'p' must have same size"
    nan = "probabilities contain NaN"
    negative = "probabilities are not non-negative"
    total = "probabilities do not sum to 1"
    too_many = "Cannot take a larger sample than population when 'replace=False'"

    def __init__(self, state):
        self._state = state

    def with_replacement(self, count, wanted, weights):
        if weights is None:
            return ops.np_legacy_randint(self._state._number, 0, count, (wanted,), _dtypes.int64)
        return ops.np_legacy_choose_weighted(self._state._number, weights, wanted, True)

    def without_replacement(self, count, wanted, weights, shuffle):
        if weights is None:
            return self._state._order(count)[:wanted]
        return ops.np_legacy_choose_weighted(self._state._number, weights, wanted, False)


class _SharedState(RandomState):
    """The state of the module's functions, seeded by the system when first drawn from."""

    def __init__(self):
        self._made = None

    @property
    def _words(self):
        return _seed_words(None)


RandomState.__module__ = "numpy.random"
_shared = _SharedState()
(
    choice, exponential, get_state, normal, permutation, rand, randint, randn, random, random_sample, seed, set_state,
    shuffle, standard_exponential, standard_normal, uniform,
) = (
    getattr(_shared, name)
    for name in (
        "choice exponential get_state normal permutation rand randint randn random random_sample seed set_state shuffle "
        "standard_exponential standard_normal uniform"
    ).split()
)  # fmt: skip
ranf = sample = random_sample
