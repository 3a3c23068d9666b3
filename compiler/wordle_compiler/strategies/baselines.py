"""The strategies that every idea must beat: the first candidate, and any candidate."""

from __future__ import annotations

from collections.abc import Mapping

from wordle_compiler.strategies.heuristic import DecisionPoint, Heuristic, draw_number
from wordle_compiler.strategies.options import DEFAULT_SEED, SEED, read_whole
from wordle_compiler.strategies.strategy import OptionValue


class FirstCandidate(Heuristic):
    """Plays the first candidate in list order, which is alphabetical because every list is sorted when it is read.

    Source: the baseline of most published comparisons, such as bot1 of https://github.com/Nick-Chapman/wordle.
    """

    name = "first"
    summary = "the first candidate in list order"
    option_names = ()

    def choose(self, position: DecisionPoint) -> int:
        """Returns the guess."""
        return int(position.candidate_guesses[0])


class RandomCandidate(Heuristic):
    """Plays a candidate drawn uniformly at random: the baseline that every idea must beat.

    The draw depends only on option `seed` and the candidates (BLAKE2), so equal seeds give equal trees. With one or two
    candidates left, it plays the first, like every heuristic (see `heuristic`).

    Source: `RandomGuesser` of MorganR's rs-wordle-solver (https://github.com/MorganR/rs-wordle-solver), and every
    other study's control.
    """

    name = "random"
    summary = "a random candidate (seeded)"
    option_names = (SEED,)

    def check_options(self, options: Mapping[str, OptionValue]) -> None:
        """Raises `InputError` if the seed is not an integer."""
        read_whole(options, SEED, DEFAULT_SEED, least=0)

    def choose(self, position: DecisionPoint) -> int:
        """Returns the guess."""
        seed = read_whole(position.options, SEED, DEFAULT_SEED, least=0)
        guesses = position.candidate_guesses
        return int(guesses[draw_number(seed, position.candidates) % len(guesses)])
