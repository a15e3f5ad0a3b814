"""Random numbers: `default_rng` and its `Generator`, and the older functions with one state for all."""

from ._generator import PCG64, Generator, SeedSequence, default_rng
from ._legacy import (
    RandomState, choice, exponential, get_state, normal, permutation, rand, randint, randn, random, random_sample,
    ranf, sample, seed, set_state, shuffle, standard_exponential, standard_normal, uniform,
)  # fmt: skip

BitGenerator = PCG64

__all__ = [
    "BitGenerator", "Generator", "PCG64", "RandomState", "SeedSequence", "choice", "default_rng", "exponential",
    "get_state", "normal", "permutation", "rand", "randint", "randn", "random", "random_sample", "ranf", "sample", "seed",
    "set_state", "shuffle", "standard_exponential", "standard_normal", "uniform",
]  # fmt: skip
