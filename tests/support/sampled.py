"""Exhaustive ranges, of which the default run takes a sample and `pytest -m slow` the rest."""

from collections.abc import Sequence
from typing import Any

import pytest


def sampled(values: Sequence[Any], n: int) -> list[Any]:
    """Returns parameters of which all but the first `n` are slow; a tuple is several."""
    rest = [value if isinstance(value, tuple) else (value,) for value in values[n:]]
    return [*values[:n], *(pytest.param(*value, marks=pytest.mark.slow) for value in rest)]


def sampled_seeds(n: int, n_all: int, first: int = 0) -> pytest.MarkDecorator:
    """Parametrises a test with `seeds`, ranges from `first`: `n` by default, and the rest of `n_all` as slow."""
    sample, rest = range(first, first + n), range(first + n, first + n_all)
    return pytest.mark.parametrize("seeds", sampled([sample, rest], 1), ids=lambda seeds: f"{seeds.start}-{seeds[-1]}")
