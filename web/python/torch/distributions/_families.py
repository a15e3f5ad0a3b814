"""Further distributions, loaded when first asked for."""

import math
from functools import cached_property

import torch

from .._rejection import standard_cauchy
from . import Categorical, Distribution, Normal, _numbers, _together, constraints

__all__ = [
    "Beta", "Cauchy", "Chi2", "Dirichlet", "Gamma", "Geometric", "Gumbel", "HalfNormal", "Laplace", "LogNormal",
    "MixtureSameFamily", "MultivariateNormal", "Poisson", "StudentT",
]  # fmt: skip

_EULER = 0.57721566490153286060


class _LocScale(Distribution):
    """A distribution moved by `loc` and stretched by `scale`."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support, has_rsample = constraints.real, True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = _together(loc, scale)
        super().__init__(torch.Size() if _numbers(loc, scale) else self.loc.size(), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        """The distribution with its parameters expanded to a batch shape."""
        return type(self)(self.loc.expand(batch_shape), self.scale.expand(batch_shape), validate_args=False)

    def _standard(self, value):
        self._validate_sample(value)
        return (value - self.loc) / self.scale


class Laplace(_LocScale):
    """The double exponential distribution."""

    mean = mode = property(lambda self: self.loc)
    variance = property(lambda self: 2 * self.scale.pow(2))
    stddev = property(lambda self: 2**0.5 * self.scale)

    def rsample(self, sample_shape=torch.Size()):
        """Values through which gradients reach the parameters."""
        low = torch.finfo(self.loc.dtype).eps - 1
        u = self.loc.new_empty(self._extended_shape(sample_shape)).uniform_(low, 1)
        return self.loc - self.scale * u.sign() * torch.log1p(-u.abs())

    def log_prob(self, value):
        """The logarithms of the densities."""
        self._validate_sample(value)
        return -torch.log(2 * self.scale) - torch.abs(value - self.loc) / self.scale

    def cdf(self, value):
        """The probabilities of values up to the given ones."""
        self._validate_sample(value)
        off = value - self.loc
        return 0.5 - 0.5 * off.sign() * torch.expm1(-off.abs() / self.scale)

    def icdf(self, value):
        """The inverse of `cdf`."""
        off = value - 0.5
        return self.loc - self.scale * off.sign() * torch.log1p(-2 * off.abs())

    def entropy(self):
        """The entropy, in nats."""
        return 1 + torch.log(2 * self.scale)


class Cauchy(_LocScale):
    """The Lorentz distribution, which has no mean."""

    mode = property(lambda self: self.loc)
    mean = property(lambda self: torch.full(self._extended_shape(), math.nan, dtype=self.loc.dtype))
    variance = property(lambda self: torch.full(self._extended_shape(), math.inf, dtype=self.loc.dtype))

    def rsample(self, sample_shape=torch.Size()):
        """Values through which gradients reach the parameters."""
        return self.loc + standard_cauchy(self.loc.new_empty(self._extended_shape(sample_shape))) * self.scale

    def log_prob(self, value):
        """The logarithms of the densities."""
        return -math.log(math.pi) - self.scale.log() - (self._standard(value) ** 2).log1p()

    def cdf(self, value):
        """The probabilities of values up to the given ones."""
        return torch.atan(self._standard(value)) / math.pi + 0.5

    def icdf(self, value):
        """The inverse of `cdf`."""
        return torch.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self):
        """The entropy, in nats."""
        return math.log(4 * math.pi) + self.scale.log()


class Gumbel(_LocScale):
    """The distribution of extreme values."""

    mode = property(lambda self: self.loc)
    mean = property(lambda self: self.loc + self.scale * _EULER)
    stddev = property(lambda self: math.pi / math.sqrt(6) * self.scale)
    variance = property(lambda self: self.stddev.pow(2))

    def rsample(self, sample_shape=torch.Size()):
        """Values through which gradients reach the parameters."""
        limits = torch.finfo(self.loc.dtype)
        drawn = torch.rand(self._extended_shape(sample_shape), dtype=self.loc.dtype)
        u = limits.tiny + drawn * (1 - limits.eps - limits.tiny)
        return self.loc + -self.scale * (-u.log()).log()

    def log_prob(self, value):
        """The logarithms of the densities."""
        self._validate_sample(value)
        y = (self.loc - value) / self.scale
        return (y - y.exp()) - self.scale.log()

    def entropy(self):
        """The entropy, in nats."""
        return self.scale.log() + (1 + _EULER)


class LogNormal(_LocScale):
    """The distribution of numbers whose logarithms are normal."""

    support = constraints.positive
    mean = property(lambda self: (self.loc + self.scale.pow(2) / 2).exp())
    mode = property(lambda self: (self.loc - self.scale.square()).exp())
    variance = property(lambda self: self.scale.pow(2).expm1() * (2 * self.loc + self.scale.pow(2)).exp())

    def __init__(self, loc, scale, validate_args=None):
        self._base = Normal(loc, scale, validate_args=validate_args)
        super().__init__(loc, scale, validate_args)

    def sample(self, sample_shape=torch.Size()):
        """exp of normal values."""
        with torch.no_grad():
            return self._base.sample(sample_shape).exp()

    def rsample(self, sample_shape=torch.Size()):
        """Values through which gradients reach the parameters."""
        return self._base.rsample(sample_shape).exp()

    def log_prob(self, value):
        """The logarithms of the densities."""
        self._validate_sample(value)
        logarithm = value.log()
        return self._base.log_prob(logarithm) - logarithm

    def cdf(self, value):
        """The probabilities of values up to the given ones."""
        return self._base.cdf(value.log())

    def entropy(self):
        """The entropy, in nats."""
        return self._base.entropy() + self.loc

    def __repr__(self):
        return "LogNormal()"


class HalfNormal(Distribution):
    """The distribution of the absolute value of a normal number of mean 0."""

    arg_constraints, support, has_rsample = {"scale": constraints.positive}, constraints.nonnegative, True

    def __init__(self, scale, validate_args=None):
        self._base = Normal(0, scale, validate_args=False)
        super().__init__(self._base.batch_shape, validate_args=validate_args)

    scale = property(lambda self: self._base.scale)
    mean = property(lambda self: self.scale * math.sqrt(2 / math.pi))
    mode = property(lambda self: torch.zeros_like(self.scale))
    variance = property(lambda self: self.scale.pow(2) * (1 - 2 / math.pi))

    def sample(self, sample_shape=torch.Size()):
        """The sizes of normal values."""
        with torch.no_grad():
            return self._base.sample(sample_shape).abs()

    def rsample(self, sample_shape=torch.Size()):
        """Values through which gradients reach the parameters."""
        return self._base.rsample(sample_shape).abs()

    def log_prob(self, value):
        """The logarithms of the densities."""
        self._validate_sample(value)
        return torch.where(value >= 0, self._base.log_prob(value) + math.log(2), -math.inf)

    def cdf(self, value):
        """The probabilities of values up to the given ones."""
        self._validate_sample(value)
        return 2 * self._base.cdf(value) - 1

    def icdf(self, value):
        """The inverse of `cdf`."""
        return self._base.icdf((value + 1) / 2)

    def entropy(self):
        """The entropy, in nats."""
        return self._base.entropy() - math.log(2)

    def __repr__(self):
        return "HalfNormal()"


class Gamma(Distribution):
    """The gamma distribution of a concentration (shape) and a rate."""

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.nonnegative

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = _together(concentration, rate)
        shape = torch.Size() if _numbers(concentration, rate) else self.concentration.size()
        super().__init__(shape, validate_args=validate_args)

    mean = property(lambda self: self.concentration / self.rate)
    mode = property(lambda self: ((self.concentration - 1) / self.rate).clamp(min=0))
    variance = property(lambda self: self.concentration / self.rate.pow(2))

    def rsample(self, sample_shape=torch.Size()):
        """Values; gradients reach the rate alone."""
        shape = self._extended_shape(sample_shape)
        if self.concentration.requires_grad and torch.is_grad_enabled():
            raise NotImplementedError("Gamma.rsample: gradients of concentration are not in this course's PyTorch subset")
        drawn = torch._standard_gamma(self.concentration.expand(shape)) / self.rate.expand(shape)
        return drawn.clamp(min=torch.finfo(drawn.dtype).tiny)

    def log_prob(self, value):
        """The logarithms of the densities."""
        value = torch.as_tensor(value, dtype=self.rate.dtype)
        self._validate_sample(value)
        return (
            torch.xlogy(self.concentration, self.rate) + torch.xlogy(self.concentration - 1, value) - self.rate * value
            - torch.lgamma(self.concentration)
        )  # fmt: skip

    def entropy(self):
        """The entropy, in nats."""
        return (
            self.concentration - torch.log(self.rate) + torch.lgamma(self.concentration)
            + (1.0 - self.concentration) * torch.digamma(self.concentration)
        )  # fmt: skip


class Chi2(Gamma):
    """The distribution of the sum of `df` squared standard normal numbers."""

    arg_constraints = {"df": constraints.positive}

    def __init__(self, df, validate_args=None):
        half = 0.5 * df if isinstance(df, torch.Tensor) else torch.tensor(0.5 * df)
        super().__init__(half, half.new_tensor(0.5) if half.ndim == 0 else torch.full_like(half, 0.5), validate_args=False)

    df = property(lambda self: self.concentration * 2)

    def __repr__(self):
        return "Chi2()"


class Dirichlet(Distribution):
    """The distribution of probabilities that sum to 1."""

    arg_constraints, support = {"concentration": constraints.positive}, constraints.simplex

    def __init__(self, concentration, validate_args=None):
        if concentration.dim() < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args=validate_args)

    mean = property(lambda self: self.concentration / self.concentration.sum(-1, True))

    @property
    def mode(self):
        """The most likely value."""
        above = (self.concentration - 1).clamp(min=0.0)
        found = above / above.sum(-1, True)
        corners = torch.nn.functional.one_hot(found.argmax(-1), found.shape[-1]).to(found)
        return torch.where((self.concentration < 1).all(-1, keepdim=True), corners, found)

    @property
    def variance(self):
        """The variance."""
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape=torch.Size()):
        """Values; no gradient reaches the concentration."""
        if self.concentration.requires_grad and torch.is_grad_enabled():
            raise NotImplementedError("Dirichlet.rsample: gradients are not in this course's PyTorch subset")
        drawn = torch._standard_gamma(self.concentration.expand(self._extended_shape(sample_shape)).double())
        limits = torch.finfo(self.concentration.dtype)
        return (drawn / drawn.sum(-1, True)).to(self.concentration.dtype).clamp(limits.tiny, 1 - limits.eps / 2)

    def log_prob(self, value):
        """The logarithms of the densities."""
        self._validate_sample(value)
        a = self.concentration
        return torch.xlogy(a - 1.0, value).sum(-1) + torch.lgamma(a.sum(-1)) - torch.lgamma(a).sum(-1)

    def entropy(self):
        """The entropy, in nats."""
        a = self.concentration
        count, total = a.size(-1), a.sum(-1)
        return (
            torch.lgamma(a).sum(-1) - torch.lgamma(total) - (count - total) * torch.digamma(total)
            - ((a - 1.0) * torch.digamma(a)).sum(-1)
        )  # fmt: skip


class Beta(Distribution):
    """The distribution of a probability, after concentration1 - 1 successes and concentration0 - 1 failures."""

    arg_constraints = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support = constraints.unit_interval

    def __init__(self, concentration1, concentration0, validate_args=None):
        if _numbers(concentration1, concentration0):
            both = torch.tensor([float(concentration1), float(concentration0)])
        else:
            both = torch.stack(_together(concentration1, concentration0), -1)
        self._dirichlet = Dirichlet(both, validate_args=validate_args)
        super().__init__(self._dirichlet.batch_shape, validate_args=validate_args)

    concentration1 = property(lambda self: self._dirichlet.concentration[..., 0])
    concentration0 = property(lambda self: self._dirichlet.concentration[..., 1])
    mean = property(lambda self: self.concentration1 / (self.concentration1 + self.concentration0))
    mode = property(lambda self: self._dirichlet.mode[..., 0])

    @property
    def variance(self):
        """The variance."""
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape=torch.Size()):
        """Values; no gradient reaches the concentrations."""
        return self._dirichlet.rsample(sample_shape).select(-1, 0)

    def log_prob(self, value):
        """The logarithms of the densities."""
        self._validate_sample(value)
        return self._dirichlet.log_prob(torch.stack([value, 1.0 - value], -1))

    def entropy(self):
        """The entropy, in nats."""
        return self._dirichlet.entropy()

    def __repr__(self):
        return "Beta()"


class Poisson(Distribution):
    """How many events of a rate happen in one unit of time."""

    arg_constraints = {"rate": constraints.nonnegative}
    support = constraints.nonnegative_integer

    def __init__(self, rate, validate_args=None):
        (self.rate,) = _together(rate)
        super().__init__(torch.Size() if _numbers(rate) else self.rate.size(), validate_args=validate_args)

    mean = variance = property(lambda self: self.rate)
    mode = property(lambda self: self.rate.floor())

    def sample(self, sample_shape=torch.Size()):
        """Values drawn by torch.poisson."""
        with torch.no_grad():
            return torch.poisson(self.rate.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        """The logarithms of the probabilities."""
        self._validate_sample(value)
        rate, value = _together(self.rate, value)
        return value.xlogy(rate) - rate - (value + 1).lgamma()


class Geometric(Distribution):
    """How many failures come before the first success."""

    arg_constraints, support = {"probs": constraints.unit_interval}, constraints.nonnegative_integer

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        given = probs if probs is not None else logits
        (value,) = _together(given)
        self.probs, self.logits = value if probs is not None else value.sigmoid(), value
        if probs is not None:
            clamped = value.clamp(torch.finfo(value.dtype).eps, 1 - torch.finfo(value.dtype).eps)
            self.logits = torch.log(clamped) - torch.log1p(-clamped)
        super().__init__(torch.Size() if _numbers(given) else value.size(), validate_args=validate_args)
        if self._validate_args and probs is not None and bool((value <= 0).any()):
            raise ValueError(
                f"Expected parameter probs ({type(value).__name__} of shape {tuple(value.shape)}) of distribution {self!r} to "
                f"be positive but found invalid values:\n{value}"
            )

    mean = property(lambda self: 1.0 / self.probs - 1.0)
    mode = property(lambda self: torch.zeros_like(self.probs))
    variance = property(lambda self: (1.0 / self.probs - 1.0) / self.probs)

    def sample(self, sample_shape=torch.Size()):
        """Values by the inverse of the distribution function."""
        with torch.no_grad():
            u = self.probs.new_empty(self._extended_shape(sample_shape)).uniform_(torch.finfo(self.probs.dtype).tiny, 1)
            return (u.log() / (-self.probs).log1p()).floor()

    def log_prob(self, value):
        """The logarithms of the probabilities."""
        self._validate_sample(value)
        value, probs = _together(value, self.probs)
        probs = probs.masked_fill((probs == 1) & (value == 0), 0)
        return value * (-probs).log1p() + self.probs.log()

    def entropy(self):
        """The entropy, in nats."""
        losses = torch.nn.functional.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")
        return losses / self.probs


class StudentT(Distribution):
    """Student's distribution of `df` degrees of freedom, moved and stretched."""

    arg_constraints = {"df": constraints.positive, "loc": constraints.real, "scale": constraints.positive}
    support, has_rsample = constraints.real, True

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = _together(df, loc, scale)
        self._chi2 = Chi2(self.df)
        super().__init__(self.df.size(), validate_args=validate_args)

    mode = property(lambda self: self.loc)
    mean = property(lambda self: self.loc.masked_fill(self.df <= 1, math.nan))

    @property
    def variance(self):
        """The variance: infinite up to two degrees of freedom, undefined up to one."""
        found = self.scale.pow(2) * self.df / (self.df - 2)
        return found.masked_fill(self.df <= 2, math.inf).masked_fill(self.df <= 1, math.nan)

    def rsample(self, sample_shape=torch.Size()):
        """Values through which gradients reach loc and scale."""
        x = torch.empty(self._extended_shape(sample_shape), dtype=self.df.dtype).normal_()
        return self.loc + self.scale * (x * torch.rsqrt(self._chi2.rsample(sample_shape) / self.df))

    def log_prob(self, value):
        """The logarithms of the densities."""
        self._validate_sample(value)
        y = (value - self.loc) / self.scale
        size = (
            self.scale.log() + 0.5 * self.df.log() + 0.5 * math.log(math.pi) + torch.lgamma(0.5 * self.df)
            - torch.lgamma(0.5 * (self.df + 1.0))
        )  # fmt: skip
        return -0.5 * (self.df + 1.0) * torch.log1p(y**2.0 / self.df) - size

    def entropy(self):
        """The entropy, in nats."""
        half, next_half = 0.5 * self.df, 0.5 * (self.df + 1)
        beta = torch.lgamma(half) + math.lgamma(0.5) - torch.lgamma(next_half)
        slope = torch.digamma(next_half) - torch.digamma(half)
        return self.scale.log() + next_half * slope + 0.5 * self.df.log() + beta


class MultivariateNormal(Distribution):
    """The normal distribution of vectors, given by its covariance, the inverse of that, or its lower triangular root."""

    arg_constraints = {
        "loc": constraints.real_vector, "covariance_matrix": constraints.matrix, "precision_matrix": constraints.matrix,
        "scale_tril": constraints.matrix,
    }  # fmt: skip
    support, has_rsample = constraints.real_vector, True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        given = {"covariance_matrix": covariance_matrix, "precision_matrix": precision_matrix, "scale_tril": scale_tril}
        given = {name: value for name, value in given.items() if value is not None}
        if len(given) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        ((name, matrix),) = given.items()
        if matrix.dim() < 2:
            raise ValueError(f"{name} must be at least two-dimensional, with optional leading batch dimensions")
        batch = torch.broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        self.loc = loc.expand(batch + (loc.shape[-1],))
        self.__dict__[name] = matrix.expand(batch + matrix.shape[-2:])
        super().__init__(batch, self.loc.shape[-1:], validate_args=validate_args)
        if name == "scale_tril":
            self._root = matrix
        elif name == "covariance_matrix":
            self._root = torch.linalg.cholesky(matrix)
        else:
            self._root = torch.linalg.cholesky(torch.linalg.inv(matrix))

    def _whole(self, matrix):
        return matrix.expand(self.batch_shape + self.event_shape + self.event_shape)

    @cached_property
    def scale_tril(self):
        """The lower triangular root of the covariance."""
        return self._whole(self._root)

    @cached_property
    def covariance_matrix(self):
        """The covariance."""
        return self._whole(self._root @ self._root.mT)

    @cached_property
    def precision_matrix(self):
        """The inverse of the covariance."""
        return torch.linalg.inv(self.covariance_matrix)

    mean = mode = property(lambda self: self.loc)
    variance = property(lambda self: self._root.pow(2).sum(-1).expand(self.batch_shape + self.event_shape))

    def rsample(self, sample_shape=torch.Size()):
        """Values through which gradients reach the parameters."""
        drawn = torch.empty(self._extended_shape(sample_shape), dtype=self.loc.dtype).normal_()
        return self.loc + (self._root @ drawn.unsqueeze(-1)).squeeze(-1)

    def log_prob(self, value):
        """The logarithms of the densities."""
        self._validate_sample(value)
        solved = torch.linalg.solve_triangular(self._root, (value - self.loc).unsqueeze(-1), upper=False)
        distance = solved.squeeze(-1).pow(2).sum(-1)
        half_log = self._root.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        return -0.5 * (self.event_shape[0] * math.log(2 * math.pi) + distance) - half_log

    def entropy(self):
        """The entropy, in nats."""
        half_log = self._root.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        found = 0.5 * self.event_shape[0] * (1.0 + math.log(2 * math.pi)) + half_log
        return found.expand(self.batch_shape) if self.batch_shape else found


class MixtureSameFamily(Distribution):
    """A mixture: a Categorical chooses among the last batch dimension of another distribution."""

    arg_constraints = {}

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError(" The Mixture distribution needs to be an  instance of torch.distributions.Categorical")
        if not isinstance(component_distribution, Distribution):
            raise ValueError("The Component distribution need to be an instance of torch.distributions.Distribution")
        self.mixture_distribution, self.component_distribution = mixture_distribution, component_distribution
        self._events = len(component_distribution.event_shape)
        super().__init__(component_distribution.batch_shape[:-1], component_distribution.event_shape, validate_args=False)

    def _weights(self):
        return self.mixture_distribution.probs.reshape(self.mixture_distribution.probs.shape + (1,) * self._events)

    @property
    def mean(self):
        """The mean."""
        return torch.sum(self._weights() * self.component_distribution.mean, dim=-1 - self._events)

    @property
    def variance(self):
        """The variance."""
        place, weights = -1 - self._events, self._weights()
        within = torch.sum(weights * self.component_distribution.variance, dim=place)
        off = self.component_distribution.mean - self.mean.unsqueeze(place)
        return within + torch.sum(weights * off.pow(2.0), dim=place)

    def log_prob(self, value):
        """The logarithms of the densities."""
        logs = self.component_distribution.log_prob(value.unsqueeze(-1 - self._events))
        return torch.logsumexp(logs + torch.log_softmax(self.mixture_distribution.logits, dim=-1), dim=-1)

    def cdf(self, value):
        """The probabilities of values up to the given ones."""
        parts = self.component_distribution.cdf(value.unsqueeze(-1 - self._events))
        return torch.sum(parts * self.mixture_distribution.probs, dim=-1)

    def sample(self, sample_shape=torch.Size()):
        """Values of the components that were drawn."""
        with torch.no_grad():
            chosen = self.mixture_distribution.sample(sample_shape)
            values = self.component_distribution.sample(sample_shape)
            place = chosen.dim()
            index = chosen.reshape(chosen.shape + (1,) * (self._events + 1))
            index = index.expand(chosen.shape + (1,) + tuple(self.event_shape))
            return torch.gather(values, place, index).squeeze(place)

    def __repr__(self):
        return f"MixtureSameFamily(\n  {self.mixture_distribution},\n  {self.component_distribution})"
