"""Samples from distributions: multinomial, normal, bernoulli, and the methods that fill a tensor."""

import math
from array import array
from bisect import bisect_left

from . import _types
from ._data import finish, flat_values, from_flat
from ._define import as_step, define, defines, method, named, out_checks, without_gradient
from ._tensor import Tensor, face
from .random import number

_call = face.operation
_rand, _randint, _empty, _normal, _bernoulli = (
    _call(name) for name in ("rand", "randint", "empty", "normal_fill", "bernoulli")
)


def _exponentials(shape, rate, generator):
    """Exponential numbers of float64: -log(1 - u) / rate."""
    return (-_rand(shape, _types.float64, number(generator))).log1p() / -rate


def _with_replacement(rows, count, single, generator):
    """For each row of weights, `count` places found by uniform numbers in its running sum, kept in the row's precision."""
    places = []
    for row in rows:
        total, sums = 0.0, array("f" if single else "d", bytes((4 if single else 8) * len(row)))
        for i, weight in enumerate(row):
            if not weight >= 0:
                raise RuntimeError("invalid multinomial distribution (encountering probability entry < 0)")
            if not math.isfinite(weight):
                raise RuntimeError("invalid multinomial distribution (encountering probability entry = infinity or NaN)")
            sums[i] = total + weight
            total = sums[i]
        if not total > 0:
            raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")
        for i, value in enumerate(sums):
            sums[i] = value / total
        sums[-1] = 1.0
        drawn = flat_values(_rand((count,), _types.float64, number(generator)))
        places += [bisect_left(sums, value) for value in drawn]
    return places


@defines(
    "multinomial",
    "(Tensor input, int num_samples, bool replacement=False, *, Generator? generator=None, Tensor? out=None)",
)
def multinomial(weights, num_samples, replacement, generator):
    """Indices drawn with the probabilities that each row's weights stand for.  Shapes: (N,) or (B, N) to (..., num_samples)."""
    if weights.ndim not in (1, 2):
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if not weights.dtype.is_floating_point:
        raise RuntimeError(f"multinomial only supports floating-point dtypes for input, got: {weights.dtype._noun}")
    if num_samples <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if not replacement and num_samples > weights.shape[-1]:
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
    weights = weights.detach()
    if replacement and num_samples > 1:
        rows = weights.tolist() if weights.ndim == 2 else [weights.tolist()]
        single = weights.dtype is not _types.float64
        places = _with_replacement(rows, num_samples, single, generator)
        return from_flat(places, (*weights.shape[:-1], num_samples), _types.int64)
    if not bool(weights.isfinite().all()) or bool(weights.lt(0).any()):
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
    if bool(weights.sum(-1).eq(0).any()):
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")
    race = weights / _exponentials(weights.shape, 1.0, generator).to(weights.dtype)
    return race.argmax(-1, keepdim=True) if num_samples == 1 else race.topk(num_samples, -1)[1]


def _check_places(out, *_):
    if out.dtype is not _types.int64:
        raise RuntimeError(f"multinomial expects Long tensor out, got: {out.dtype._noun}")


out_checks["multinomial"] = _check_places


def _checked_std(std):
    if isinstance(std, Tensor):
        if std.shape.numel() and bool(std.lt(0).any()):
            raise RuntimeError("normal expects all elements of std >= 0.0")
    elif std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")


def _filled(shape, dtype, mean, std, generator):
    made = _empty(shape, dtype)
    _normal(made, mean, std, number(generator))
    return made


def _normal_around(mean, std, generator):
    """Normal numbers around a tensor of means, or of standard deviations, or both."""
    _checked_std(std)
    tensors = [value.detach() for value in (mean, std) if isinstance(value, Tensor)]
    if len(tensors) == 2:
        shape = (tensors[0] + tensors[1]).shape
    else:
        shape = tensors[0].shape
    dtype = tensors[0].dtype
    if not isinstance(std, Tensor):
        drawn = _filled(shape, dtype, 0.0, std, generator)
        result = drawn + tensors[0]
    else:
        drawn = _filled(shape, dtype, 0.0, 1.0, generator) * tensors[-1]
        result = drawn + (mean.detach() if isinstance(mean, Tensor) else mean)
    return without_gradient(result, mean, std)


def _normal_sized(mean, std, size, generator, dtype, _layout, device, _pin, requires_grad):
    _types.require_cpu(device)
    _checked_std(std)
    return finish(_filled(size, dtype or _types.get_default_dtype(), mean, std, generator), requires_grad)


_DRAW = "*, Generator? generator=None, Tensor? out=None"
define(
    "normal",
    (f"(Tensor mean, Tensor std, {_DRAW})", _normal_around),
    (f"(Tensor mean, float std=1, {_DRAW})", _normal_around),
    (f"(float mean, Tensor std, {_DRAW})", _normal_around),
    (
        f"(float mean, float std, int[] size, {_DRAW}, Dtype? dtype=None, Layout? layout=None, Device? device=None, "
        "bool? pin_memory=False, bool? requires_grad=False)",
        _normal_sized,
    ),
    method=False, doc="Normal random numbers with the given means and standard deviations.",
)  # fmt: skip


def _check_probability(p):
    if not 0 <= p <= 1:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")


def _bernoulli_each(a, generator):
    if not a.dtype.is_floating_point:
        raise NotImplementedError(f"\"bernoulli_tensor_cpu_p_\" not implemented for '{a.dtype._noun}'")
    given = a.detach()
    if not bool(given.ge(0).logical_and(given.le(1)).all()):
        raise RuntimeError(
            "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  If so, "
            "please report an enhancement request to PyTorch.)"
        )
    return without_gradient(_bernoulli(given, number(generator)), a)


def _bernoulli_one(a, p, generator):
    _check_probability(p)
    drawn = _empty(a.shape, a.dtype)
    _call("bernoulli_fill")(drawn, p, number(generator))
    return without_gradient(drawn, a)


_GENERATOR = "*, Generator? generator=None"
define(
    "bernoulli", (f"(Tensor input, {_GENERATOR}, Tensor? out=None)", named("BernoulliBackward0", _bernoulli_each)),
    (f"(Tensor input, float p, {_GENERATOR})", named("BernoulliBackward1", _bernoulli_one)),
    doc="Ones, each with the probability its element gives (or `p` for all), and zeros.",
)  # fmt: skip


@method("bernoulli_", f"(Tensor p, {_GENERATOR})", f"(float p=0.5, {_GENERATOR})")
def bernoulli_(self, p, generator):
    """Fill with ones, each with probability p, and zeros; returns the tensor."""
    if isinstance(p, Tensor):
        drawn = _bernoulli_each(p.detach().expand(self.shape).contiguous(), generator)
        return as_step("BernoulliBackward1", self.copy_(drawn))
    _check_probability(p)
    _call("bernoulli_fill")(self, p, number(generator))
    return as_step("BernoulliBackward2", self)


def _continuous(self, name):
    if not self.dtype.is_floating_point:
        raise RuntimeError(
            f"{name} distribution is a continuous probability distribution. dtype must be a floating point but you "
            f"specified {self.dtype._noun}"
        )


@method("exponential_", f"(float lambd=1, {_GENERATOR})")
def exponential_(self, lambd, generator):
    """Fill with exponential random numbers of rate `lambd`; returns the tensor."""
    _continuous(self, "Exponential")
    if lambd <= 0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={lambd:g}")
    return as_step("ExponentialBackward0", self.copy_(_exponentials(self.shape, lambd, generator)))


@method("geometric_", f"(float p, {_GENERATOR})")
def geometric_(self, p, generator):
    """Fill with the number of trials up to the first success, each of probability p; returns the tensor."""
    if not 0 < p < 1:
        raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p:g}")
    return self.copy_((_rand(self.shape, _types.float64, number(generator)).log() / math.log1p(-p)).ceil())


@method("log_normal_", f"(float mean=1, float std=2, {_GENERATOR})")
def log_normal_(self, mean, std, generator):
    """Fill with numbers whose logarithms are normal; returns the tensor."""
    _continuous(self, "log_normal_")
    if std <= 0:
        raise RuntimeError(f"log_normal_ expects std > 0.0, but found std={std:g}")
    # One number at a time: a fill of 16 or more would draw from the stream in another order.
    drawn = [_filled((), _types.float64, 0.0, 1.0, generator).item() for _ in range(self.shape.numel())]
    return self.copy_((from_flat(drawn, self.shape, _types.float64) * std + mean).exp())


def _uniform_integers(self, low, high, generator):
    return self.copy_(_randint(low, high, self.shape, self.dtype, number(generator)))


def _any_integers(self, generator):
    if self.dtype is _types.int64:
        half = 1 << 62  # the whole range of 2^63 numbers does not fit an int64 from 0
        drawn = _randint(-half, half, self.shape, _types.int64, number(generator))
        return self.copy_(drawn + half)
    if self.dtype is _types.int32:
        raise NotImplementedError("random_() of an int32 tensor without a range is not in this course's PyTorch subset")
    if self.dtype is _types.bool_:
        return _uniform_integers(self, 0, 2, generator)
    if self.dtype.is_floating_point:
        digits = 1 - int(math.log2(_types.finfo(self.dtype).eps))
        return _uniform_integers(self, 0, (1 << digits) + 1, generator)
    return _uniform_integers(self, 0, _types.iinfo(self.dtype).max + 1, generator)


def _integers_below(self, high, generator):
    return _integers_between(self, 0, high, generator)


def _integers_between(self, low, high, generator):
    if high is None:
        high = _types.iinfo(self.dtype).max + 1
    if low >= high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    return _uniform_integers(self, low, high, generator)


define(
    "random_", (f"(Tensor input, {_GENERATOR})", _any_integers),
    (f"(Tensor input, int from, int? to, {_GENERATOR})", _integers_between),
    (f"(Tensor input, int to, {_GENERATOR})", _integers_below), function=False,
    doc="Fill with integers of a range, or with all that the dtype holds exactly; returns the tensor.",
)  # fmt: skip
