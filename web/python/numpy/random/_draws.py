"""What the two kinds of generator share: sizes, parameters, and choosing and shuffling by positions."""

import math
import operator

from .. import _dtypes
from .._array import ndarray, size_of
from .._creation import asarray
from .._engine import ops
from .._scalars import generic


def shape_of(size):
    """A `size` argument as a tuple; None (a single draw) and () give no dimensions."""
    if size is None:
        return ()
    if not isinstance(size, (tuple, list, ndarray)):
        size = (operator.index(size),)
    return size_of(tuple(map(operator.index, size)))


def drawn(result, size):
    """A drawn array, or the Python number when no size was asked for and there are no dimensions."""
    return ops.item(result) if size is None and not result.shape else result


def parameter(value):
    """A distribution's parameter as the engine takes it: a Python number or an array."""
    if isinstance(value, (bool, int, float)):
        return float(value)
    if isinstance(value, generic):
        return float(value._value)
    array = asarray(value)
    return array if array.ndim else float(array.item())


def whole_words(value):
    """An integer of any size as 32-bit words, least significant first."""
    if value < 0:
        raise ValueError("expected non-negative integer")
    words = [value & 0xFFFFFFFF]
    while value := value >> 32:
        words.append(value & 0xFFFFFFFF)
    return words


def integers_in(low, high, size, dtype, endpoint, draw):
    """Random integers, each with its own bounds where these are arrays."""
    found = _dtypes.find(dtype)
    alone = high is None
    if alone:
        low, high = 0, low
    bounds = [bound if isinstance(bound, ndarray) else asarray(bound) for bound in (low, high)]
    if alone and not endpoint and any(high <= 0 for high in bounds[1].reshape(-1).tolist()):
        raise ValueError("high <= 0")
    if not any(bound.ndim for bound in bounds):
        return draw(int(bounds[0].item()), int(bounds[1].item()), size, found)
    from .._shaping import broadcast_arrays

    lows, highs = broadcast_arrays(*bounds)
    shape = lows.shape if size is None else size_of(size)
    pairs = zip(*(asarray(side + asarray([0]).reshape((1,) * side.ndim))._flat_values() for side in (lows, highs)))
    flat = [ops.item(draw(int(a), int(b), (), found)) for a, b in pairs]
    return asarray(flat, found).reshape(shape)


def population(a):
    """The things to choose from: their number, and a function from positions to them."""
    if isinstance(a, (int, generic)) and not isinstance(a, bool):
        count = operator.index(a)
        return count, None
    things = asarray(a)
    return None, things


def check_probabilities(p, count, texts):
    """Probabilities as an array of `count` numbers. Raises ValueError, in the generator's words, when they are none."""
    weights = asarray(p, float)
    if weights.ndim != 1:
        raise ValueError(texts.flat)
    if weights.shape[0] != count:
        raise ValueError(texts.sizes)
    values = weights.tolist()
    if any(v != v for v in values):
        raise ValueError(texts.nan)
    if any(v < 0 for v in values):
        raise ValueError(texts.negative)
    if abs(math.fsum(values) - 1.0) > math.sqrt(2.0**-52):
        raise ValueError(texts.total)
    return weights


def choose(a, size, replace, p, axis, shuffle, source):
    """`choice` of either generator; `source` draws positions."""
    count, things = population(a)
    if things is not None:
        if not things.ndim:
            raise ValueError("a must be a sequence or an integer, not " + str(type(a)))
        count = things.shape[axis]
    elif count <= 0 and size not in (0, (0,)):
        raise ValueError(source.no_population)
    if count == 0 and size not in (0, (0,)):
        raise ValueError(source.empty)
    shape = shape_of(size)
    wanted = math.prod(shape)
    weights = None if p is None else check_probabilities(p, count, source)
    if replace:
        places = source.with_replacement(count, wanted, weights)
    else:
        if wanted > count:
            raise ValueError(source.too_many)
        if weights is not None and sum(v > 0 for v in weights.tolist()) < wanted:
            raise ValueError("Fewer non-zero entries in p than size")
        places = source.without_replacement(count, wanted, weights, shuffle)
    places = places.reshape(shape)
    if things is None:
        return drawn(places, size)
    return things[(*(slice(None),) * axis, places[()] if not shape else places)]


def permuted(x, axis, positions):
    """A shuffled copy of a sequence, or of the range of an integer; `positions(n)` draws an order."""
    if isinstance(x, (int, generic)) and not isinstance(x, bool):
        return positions(operator.index(x))
    things = asarray(x)
    if not things.ndim:
        raise TypeError(f"'{type(x).__name__}' object cannot be interpreted as an integer")
    axis = axis % things.ndim
    return things[(*(slice(None),) * axis, positions(things.shape[axis]))]


def shuffle_in_place(x, axis, positions):
    """Shuffle an array along an axis, or any mutable sequence, in place."""
    if isinstance(x, ndarray):
        axis = axis % x.ndim
        x[...] = x[(*(slice(None),) * axis, positions(x.shape[axis]))]
        return
    if not hasattr(x, "__len__"):
        raise TypeError(f"object of type '{type(x).__name__}' has no len()")
    if axis:
        raise NotImplementedError("Axis argument is only supported on ndarray objects")
    order = positions(len(x)).tolist()
    x[:] = [x[i] for i in order]
