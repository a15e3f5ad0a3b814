"""What a distribution demands of its parameters and of the values it is asked about."""


class Constraint:
    """A region of values; `check` gives, element by element (or vector by vector), whether they lie in it."""

    def check(self, value):
        raise NotImplementedError

    def __repr__(self):
        inner = ", ".join(f"{name}={value}" for name, value in vars(self).items())
        return f"{type(self).__name__.lstrip('_')}({inner})"


def _named(name):
    def decorate(cls):
        cls.__name__ = cls.__qualname__ = name
        return cls

    return decorate


@_named("Real")
class _Real(Constraint):
    def check(self, value):
        return value == value


@_named("IndependentConstraint(Real(), 1)")
class _RealVector(Constraint):
    def check(self, value):
        return (value == value).all(-1)

    def __repr__(self):
        return type(self).__name__


@_named("Simplex")
class _Simplex(Constraint):
    def check(self, value):
        return (value >= 0).all(-1) & ((value.sum(-1) - 1).abs() < 1e-6)


@_named("Boolean")
class _Boolean(Constraint):
    def check(self, value):
        return (value == 0) | (value == 1)


class _Bounded(Constraint):
    def __init__(self, **bounds):
        vars(self).update(bounds)


@_named("GreaterThan")
class _GreaterThan(_Bounded):
    def check(self, value):
        return value > self.lower_bound


@_named("GreaterThanEq")
class _GreaterThanEq(_Bounded):
    def check(self, value):
        return value >= self.lower_bound


@_named("LessThan")
class _LessThan(_Bounded):
    def check(self, value):
        return value < self.upper_bound


@_named("Interval")
class _Interval(_Bounded):
    def check(self, value):
        return (value >= self.lower_bound) & (value <= self.upper_bound)


@_named("IntegerInterval")
class _IntegerInterval(_Bounded):
    def check(self, value):
        return (value % 1 == 0) & (value >= self.lower_bound) & (value <= self.upper_bound)


class _Matrix(Constraint):
    def check(self, value):
        return (value == value).all(-1).all(-1)


matrix = _Matrix()
real, real_vector, simplex, boolean = _Real(), _RealVector(), _Simplex(), _Boolean()
positive, nonnegative = _GreaterThan(lower_bound=0.0), _GreaterThanEq(lower_bound=0.0)
nonnegative_integer = _IntegerInterval(lower_bound=0, upper_bound=float("inf"))
unit_interval = _Interval(lower_bound=0.0, upper_bound=1.0)


def greater_than(lower_bound):
    """The numbers above a bound."""
    return _GreaterThan(lower_bound=lower_bound)


def less_than(upper_bound):
    """The numbers under a bound."""
    return _LessThan(upper_bound=upper_bound)


def interval(lower_bound, upper_bound):
    """The numbers between two bounds."""
    return _Interval(lower_bound=lower_bound, upper_bound=upper_bound)


def integer_interval(lower_bound, upper_bound):
    """The integers between two bounds."""
    return _IntegerInterval(lower_bound=lower_bound, upper_bound=upper_bound)
