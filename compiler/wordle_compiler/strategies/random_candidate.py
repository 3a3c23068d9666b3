"""Strategy `random`: any candidate."""

from __future__ import annotations

from collections.abc import Mapping

from wordle_compiler.strategies.heuristic import DecisionPoint, Heuristic
from wordle_compiler.strategies.options import DEFAULT_SEED, SEED, read_whole
from wordle_compiler.strategies.sampling import draw_number
from wordle_compiler.strategies.strategy import OptionValue


class RandomCandidate(Heuristic):
    """Plays a candidate drawn at random, each as likely as any other: the baseline that every idea must beat.

    The draw depends on option `seed` and on the candidates alone (BLAKE2), so equal seeds give equal trees. With one or
    two candidates left the first is played, as everywhere (see `heuristic`).

    Source: `RandomGuesser` of MorganR's rs-wordle-solver (https://github.com/MorganR/rs-wordle-solver), and every
    other study's control.
    """

    name = "random"
    summary = "a random candidate (seeded)"
    option_names = (SEED,)

    def check_options(self, options: Mapping[str, OptionValue]) -> None:
        """Raises `InputError` where the seed is no whole number."""
        read_whole(options, SEED, DEFAULT_SEED, least=0)

    def choose(self, position: DecisionPoint) -> int:
        """Returns the guess."""
        seed = read_whole(position.options, SEED, DEFAULT_SEED, least=0)
        guesses = position.candidate_guesses
        return int(guesses[draw_number(seed, position.candidates) % len(guesses)])
