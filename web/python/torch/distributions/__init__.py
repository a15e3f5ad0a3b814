"""torch.distributions: those of teaching code, with real PyTorch's draws from the random stream."""

import math
import warnings
from functools import cached_property
from numbers import Number as _Number

import torch

from . import constraints

__all__ = [
    "Bernoulli", "Categorical", "Distribution", "Exponential", "Independent", "Normal", "OneHotCategorical", "Uniform",
    "constraints", "kl_divergence",
]  # fmt: skip


def _together(*values):
    """The parameters as tensors of one shape; numbers take the dtype of the first tensor."""
    for value in values:
        if not isinstance(value, (torch.Tensor, _Number)):
            raise ValueError(
                "Input arguments must all be instances of Number, torch.Tensor or objects implementing __torch_function__."
            )
    dtype = next((v.dtype for v in values if isinstance(v, torch.Tensor)), torch.get_default_dtype())
    return torch.broadcast_tensors(*(v if isinstance(v, torch.Tensor) else torch.tensor(v, dtype=dtype) for v in values))


def _numbers(*values):
    return all(isinstance(value, _Number) for value in values)


def _clamped(probs):
    eps = torch.finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


class Distribution:
    """Base class: batches of distributions over values of one shape."""

    has_rsample = has_enumerate_support = False
    arg_constraints, _validate_args = {}, True

    @staticmethod
    def set_default_validate_args(value):
        """Whether parameters and values are checked."""
        if value not in (True, False):
            raise ValueError
        Distribution._validate_args = value

    def __init__(self, batch_shape=torch.Size(), event_shape=torch.Size(), validate_args=None):
        self._batch_shape, self._event_shape = batch_shape, event_shape
        if validate_args is not None:
            self._validate_args = validate_args
        if not self._validate_args:
            return
        for name, constraint in self.arg_constraints.items():
            if name not in self.__dict__ and isinstance(getattr(type(self), name, None), cached_property):
                continue  # the other parameter was given
            value = getattr(self, name)
            if not bool(constraint.check(value).all()):
                raise ValueError(
                    f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of distribution "
                    f"{self!r} to satisfy the constraint {constraint!r}, but found invalid values:\n{value}"
                )

    @property
    def batch_shape(self):
        """The shape of the batch of distributions."""
        return self._batch_shape

    @property
    def event_shape(self):
        """The shape of one value."""
        return self._event_shape

    @property
    def support(self):
        """The region of possible values."""
        raise NotImplementedError

    @property
    def mean(self):
        """The mean."""
        raise NotImplementedError

    @property
    def mode(self):
        """The most likely value."""
        raise NotImplementedError(f"{self.__class__} does not implement mode")

    @property
    def variance(self):
        """The variance."""
        raise NotImplementedError

    @property
    def stddev(self):
        """The standard deviation."""
        return self.variance.sqrt()

    def sample(self, sample_shape=torch.Size()):
        """Values, of shape sample_shape + batch_shape + event_shape, without gradients."""
        with torch.no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape=torch.Size()):
        """Values through which gradients reach the parameters."""
        raise NotImplementedError

    def sample_n(self, n):
        """Deprecated: `sample((n,))`."""
        warnings.warn(
            "`sample_n(n)` will be deprecated. Use `sample((n,))` instead.", category=FutureWarning, stacklevel=2
        )
        return self.sample(torch.Size((n,)))

    def log_prob(self, value):
        """The logarithm of the probability (density) of values."""
        raise NotImplementedError

    def cdf(self, value):
        """The probability of values up to the given ones."""
        raise NotImplementedError

    def icdf(self, value):
        """The inverse of `cdf`."""
        raise NotImplementedError

    def enumerate_support(self, expand=True):
        """All possible values along dimension 0."""
        raise NotImplementedError

    def entropy(self):
        """The entropy, in nats."""
        raise NotImplementedError

    def perplexity(self):
        """exp(entropy)."""
        return torch.exp(self.entropy())

    def expand(self, batch_shape, _instance=None):
        """The distribution with its parameters expanded to a batch shape."""
        raise NotImplementedError(f"{type(self).__name__}.expand is not in this course's PyTorch subset")

    def _extended_shape(self, sample_shape=torch.Size()):
        return torch.Size(tuple(sample_shape) + tuple(self._batch_shape) + tuple(self._event_shape))

    def _validate_sample(self, value):
        if not self._validate_args:
            return
        if not isinstance(value, torch.Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        start = value.ndim - len(self._event_shape)
        if tuple(value.shape[start:]) != tuple(self._event_shape):
            raise ValueError(
                f"The right-most size of value must match event_shape: {value.size()} vs {self._event_shape}."
            )
        expected = self._batch_shape + self._event_shape
        for i, j in zip(reversed(value.shape), reversed(expected)):
            if 1 not in (i, j) and i != j:
                raise ValueError(
                    f"Value is not broadcastable with batch_shape+event_shape: {value.size()} vs {expected}."
                )
        if not bool(self.support.check(value).all()):
            raise ValueError(
                f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be within the support "
                f"({self.support!r}) of the distribution {self!r}, but found invalid values:\n{value}"
            )

    def __repr__(self):
        shown = [
            f"{name}: {value if value.numel() == 1 else value.size()}"
            for name, value in ((name, self.__dict__[name]) for name in self.arg_constraints if name in self.__dict__)
        ]
        return f"{type(self).__name__}({', '.join(shown)})"


class _FromOdds(Distribution):
    """A discrete distribution given by `probs` or by `logits`; the other follows when asked for."""

    has_enumerate_support = True

    @staticmethod
    def _one(probs, logits):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        return probs is not None

    @property
    def param_shape(self):
        """The shape of the parameter."""
        return self._param.size()


class Categorical(_FromOdds):
    """Integers 0 .. K-1 with the probabilities that the last dimension's weights (or logits) stand for."""

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}

    def __init__(self, probs=None, logits=None, validate_args=None):
        name = "probs" if self._one(probs, logits) else "logits"
        given = probs if name == "probs" else logits
        if given.dim() < 1:
            raise ValueError(f"`{name}` parameter must be at least one-dimensional.")
        if name == "probs":
            self.probs = self._param = probs / probs.sum(-1, keepdim=True)
        else:
            self.logits = self._param = logits - logits.logsumexp(-1, keepdim=True)
        self._num_events = self._param.size()[-1]
        super().__init__(self._param.size()[:-1], validate_args=validate_args)

    @cached_property
    def logits(self):
        """The logarithms of the probabilities."""
        return _clamped(self.probs).log()

    @cached_property
    def probs(self):
        """The probabilities."""
        return self.logits.softmax(-1)

    @property
    def support(self):
        """The integers 0 .. K-1."""
        return constraints.integer_interval(0, self._num_events - 1)

    @property
    def mean(self):
        """NaN: the categories have no order."""
        return torch.full(self._extended_shape(), math.nan, dtype=self.probs.dtype)

    variance = mean

    @property
    def mode(self):
        """The most likely category."""
        return self.probs.argmax(dim=-1)

    def sample(self, sample_shape=torch.Size()):
        """Categories drawn by torch.multinomial."""
        sample_shape = torch.Size(sample_shape)
        drawn = torch.multinomial(self.probs.reshape(-1, self._num_events), sample_shape.numel(), True).T
        return drawn.reshape(self._extended_shape(sample_shape))

    def log_prob(self, value):
        """The logarithms of the categories' probabilities."""
        self._validate_sample(value)
        value, logs = torch.broadcast_tensors(value.long().unsqueeze(-1), self.logits)
        return logs.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self):
        """The entropy, in nats."""
        logits = self.logits.clamp(min=torch.finfo(self.logits.dtype).min)
        return -(logits * self.probs).sum(-1)

    def enumerate_support(self, expand=True):
        """All categories along dimension 0."""
        values = torch.arange(self._num_events).view((-1,) + (1,) * len(self._batch_shape))
        return values.expand((-1, *self._batch_shape)) if expand else values


class OneHotCategorical(_FromOdds):
    """As Categorical, with vectors that have a 1 at the category for values."""

    arg_constraints = Categorical.arg_constraints

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._categorical = Categorical(probs, logits, validate_args)
        shape = self._categorical.param_shape
        super().__init__(shape[:-1], shape[-1:], validate_args=False)

    probs = property(lambda self: self._categorical.probs)
    logits = property(lambda self: self._categorical.logits)
    _param = property(lambda self: self._categorical._param)
    mean = property(lambda self: self._categorical.probs)
    variance = property(lambda self: self.probs * (1 - self.probs))

    def sample(self, sample_shape=torch.Size()):
        """Vectors with a 1 at the category drawn."""
        return torch.nn.functional.one_hot(self._categorical.sample(sample_shape), self._event_shape[0]).to(self.probs)

    def log_prob(self, value):
        """The logarithms of the categories' probabilities."""
        return self._categorical.log_prob(value.max(-1)[1])

    def entropy(self):
        """The entropy, in nats."""
        return self._categorical.entropy()

    def __repr__(self):
        return "OneHotCategorical()"


class Bernoulli(_FromOdds):
    """1 with probability `probs` (or sigmoid(logits)), else 0."""

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.boolean

    def __init__(self, probs=None, logits=None, validate_args=None):
        if self._one(probs, logits):
            (self.probs,) = _together(probs)
            self._param = self.probs
        else:
            (self.logits,) = _together(logits)
            self._param = self.logits
        single = _numbers(probs if probs is not None else logits)
        super().__init__(torch.Size() if single else self._param.size(), validate_args=validate_args)

    @cached_property
    def logits(self):
        """The logarithms of the odds."""
        clamped = _clamped(self.probs)
        return clamped.log() - (-clamped).log1p()

    @cached_property
    def probs(self):
        """The probabilities of 1."""
        return self.logits.sigmoid()

    mean = property(lambda self: self.probs)
    variance = property(lambda self: self.probs * (1 - self.probs))

    @property
    def mode(self):
        """The more likely value, NaN where both are equally likely."""
        return (self.probs >= 0.5).to(self.probs).masked_fill(self.probs == 0.5, math.nan)

    def sample(self, sample_shape=torch.Size()):
        """Zeros and ones drawn by torch.bernoulli."""
        with torch.no_grad():
            return torch.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def _cross_entropy(self, value):
        logits, value = _together(self.logits, value)
        return (1 - value) * logits + (-logits.abs()).exp().log1p() + (-logits).clamp(min=0)

    def log_prob(self, value):
        """The logarithms of the values' probabilities."""
        self._validate_sample(value)
        return -self._cross_entropy(value)

    def entropy(self):
        """The entropy, in nats."""
        return self._cross_entropy(self.probs)

    def enumerate_support(self, expand=True):
        """0 and 1 along dimension 0."""
        values = torch.arange(2, dtype=self._param.dtype).view((-1,) + (1,) * len(self._batch_shape))
        return values.expand((-1, *self._batch_shape)) if expand else values


class Normal(Distribution):
    """The normal distribution of mean `loc` and standard deviation `scale`."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support, has_rsample = constraints.real, True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = _together(loc, scale)
        super().__init__(torch.Size() if _numbers(loc, scale) else self.loc.size(), validate_args=validate_args)

    mean = mode = property(lambda self: self.loc)
    stddev = property(lambda self: self.scale)
    variance = property(lambda self: self.scale.pow(2))

    def expand(self, batch_shape, _instance=None):
        """The distribution with its parameters expanded to a batch shape."""
        return Normal(self.loc.expand(batch_shape), self.scale.expand(batch_shape), validate_args=False)

    def sample(self, sample_shape=torch.Size()):
        """Values drawn by torch.normal."""
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=torch.Size()):
        """loc + scale * standard normal values."""
        drawn = torch.empty(self._extended_shape(sample_shape), dtype=self.loc.dtype).normal_()
        return self.loc + drawn * self.scale

    def log_prob(self, value):
        """The logarithms of the densities."""
        self._validate_sample(value)
        return -((value - self.loc) ** 2) / (2 * self.scale**2) - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value):
        """The probabilities of values up to the given ones."""
        self._validate_sample(value)
        return 0.5 * (1 + torch.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def icdf(self, value):
        """The inverse of `cdf`."""
        return self.loc + self.scale * torch.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self):
        """The entropy, in nats."""
        return 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(self.scale)


class Uniform(Distribution):
    """Numbers of [low, high), each as likely."""

    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = _together(low, high)
        super().__init__(torch.Size() if _numbers(low, high) else self.low.size(), validate_args=validate_args)

    @property
    def arg_constraints(self):
        """low < high."""
        return {"low": constraints.less_than(self.high), "high": constraints.greater_than(self.low)}

    support = property(lambda self: constraints.interval(self.low, self.high))
    mean = property(lambda self: (self.high + self.low) / 2)
    mode = property(lambda self: math.nan * self.high)
    stddev = property(lambda self: (self.high - self.low) / 12**0.5)
    variance = property(lambda self: (self.high - self.low).pow(2) / 12)

    def rsample(self, sample_shape=torch.Size()):
        """low + (high - low) * uniform numbers of [0, 1)."""
        drawn = torch.rand(self._extended_shape(sample_shape), dtype=self.low.dtype)
        return self.low + drawn * (self.high - self.low)

    def log_prob(self, value):
        """The logarithms of the densities."""
        self._validate_sample(value)
        inside = self.low.le(value).type_as(self.low).mul(self.high.gt(value).type_as(self.low))
        return torch.log(inside) - torch.log(self.high - self.low)

    def cdf(self, value):
        """The probabilities of values up to the given ones."""
        self._validate_sample(value)
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def icdf(self, value):
        """The inverse of `cdf`."""
        return value * (self.high - self.low) + self.low

    def entropy(self):
        """The entropy, in nats."""
        return torch.log(self.high - self.low)


class Exponential(Distribution):
    """Waiting times of events that come `rate` times in a unit."""

    arg_constraints = {"rate": constraints.positive}
    support, has_rsample = constraints.nonnegative, True

    def __init__(self, rate, validate_args=None):
        (self.rate,) = _together(rate)
        super().__init__(torch.Size() if _numbers(rate) else self.rate.size(), validate_args=validate_args)

    mean = stddev = property(lambda self: self.rate.reciprocal())
    mode = property(lambda self: torch.zeros_like(self.rate))
    variance = property(lambda self: self.rate.pow(-2))

    def rsample(self, sample_shape=torch.Size()):
        """Exponential numbers of rate 1, divided by the rate."""
        return torch.empty(self._extended_shape(sample_shape), dtype=self.rate.dtype).exponential_() / self.rate

    def log_prob(self, value):
        """The logarithms of the densities."""
        self._validate_sample(value)
        return self.rate.log() - self.rate * value

    def cdf(self, value):
        """The probabilities of values up to the given ones."""
        self._validate_sample(value)
        return 1 - torch.exp(-self.rate * value)

    def icdf(self, value):
        """The inverse of `cdf`."""
        return -torch.log1p(-value) / self.rate

    def entropy(self):
        """The entropy, in nats."""
        return 1.0 - torch.log(self.rate)


class Independent(Distribution):
    """A distribution whose last `reinterpreted_batch_ndims` batch dimensions are part of one value."""

    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        count, batch = reinterpreted_batch_ndims, base_distribution.batch_shape
        if count > len(batch):
            raise ValueError(
                "Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), actual "
                f"{count} vs {len(batch)}"
            )
        self.base_dist, self.reinterpreted_batch_ndims = base_distribution, count
        cut = len(batch) - count
        super().__init__(batch[:cut], batch[cut:] + base_distribution.event_shape, validate_args=validate_args)

    mean = property(lambda self: self.base_dist.mean)
    variance = property(lambda self: self.base_dist.variance)

    def sample(self, sample_shape=torch.Size()):
        """Values of the base distribution."""
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=torch.Size()):
        """Values of the base distribution, with gradients."""
        return self.base_dist.rsample(sample_shape)

    def _summed(self, value):
        count = self.reinterpreted_batch_ndims
        return value.sum(tuple(range(-count, 0))) if count else value

    def log_prob(self, value):
        """The sums of the parts' logarithms."""
        return self._summed(self.base_dist.log_prob(value))

    def entropy(self):
        """The sums of the parts' entropies."""
        return self._summed(self.base_dist.entropy())

    def __repr__(self):
        return f"Independent({self.base_dist}, {self.reinterpreted_batch_ndims})"


def _kl_normal(p, q):
    ratio = (p.scale / q.scale).pow(2)
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())


def _kl_categorical(p, q):
    terms = p.probs * (p.logits - q.logits)
    terms = terms.masked_fill((q.probs == 0).expand_as(terms), math.inf)
    return terms.masked_fill((p.probs == 0).expand_as(terms), 0).sum(-1)


def _kl_bernoulli(p, q):
    def excess(x, y):
        """x * log(x / y), with its limits at zeros."""
        return (x * (x / y).log()).masked_fill(x == 0, 0)

    return excess(p.probs, q.probs) + excess(1 - p.probs, 1 - q.probs)


def _kl_uniform(p, q):
    outside = (q.low > p.low) | (q.high < p.high)
    return ((q.high - q.low) / (p.high - p.low)).log().masked_fill(outside, math.inf)


def _kl_exponential(p, q):
    ratio = q.rate / p.rate
    return ratio - 1 - ratio.log()


_DIVERGENCES = {
    Normal: _kl_normal, Categorical: _kl_categorical, Bernoulli: _kl_bernoulli, Uniform: _kl_uniform,
    Exponential: _kl_exponential,
}  # fmt: skip


def kl_divergence(p, q):
    """The Kullback-Leibler divergence of `q` from `p`, two distributions of one kind."""
    for kind, divergence in _DIVERGENCES.items():
        if isinstance(p, kind) and isinstance(q, kind):
            return divergence(p, q)
    raise NotImplementedError(
        f"No KL(p || q) is implemented for p type {p.__class__.__name__} and q type {q.__class__.__name__}"
    )


_LATE = (
    "Beta", "Cauchy", "Chi2", "Dirichlet", "Gamma", "Geometric", "Gumbel", "HalfNormal", "Laplace", "LogNormal",
    "MixtureSameFamily", "MultivariateNormal", "Poisson", "StudentT",
)  # fmt: skip
__all__ += _LATE


def __getattr__(name):
    if name in _LATE:
        from . import _families

        return getattr(_families, name)
    raise AttributeError(name)
