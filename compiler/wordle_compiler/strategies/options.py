"""The options that strategies share, and functions that read and check the value of any option."""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping, Sequence

from wordle_compiler.machine.errors import InputError
from wordle_compiler.strategies.strategy import OptionValue

GUESS_FROM = "guess_from"
SAMPLE = "sample"
SEED = "seed"

DEFAULT_SEED = 0
LARGEST_NUMBER = (1 << 63) - 1
"""The largest integer in a tree file that every language can read."""


_SECONDS = re.compile(r"\d{1,18}(\.\d{1,18})?", re.ASCII)


class GuessFrom(enum.StrEnum):
    """Which of the legal guesses a heuristic considers."""

    CANDIDATES = "candidates"
    """Only words that are still possible."""
    ALLOWED = "allowed"
    """Every word that the rule allows."""


def read_whole(options: Mapping[str, OptionValue], name: str, default: int, *, least: int = 1) -> int:
    """Returns the value of an integer option, or `default` if it is not given or None.

    Raises:
        InputError: The value is not an integer, or it is out of range.
    """
    value = options.get(name)
    if value is None:
        return default
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= LARGEST_NUMBER:
        raise InputError(f"the option {name} must be a whole number, at least {least}, not {value!a}")
    return value


def read_seconds(options: Mapping[str, OptionValue], name: str) -> float:
    """Returns the value of an option in seconds, a whole number or a decimal number as text; 0 if it is not given.

    Raises:
        InputError: The value is not a number of seconds above 0.
    """
    value = options.get(name)
    if value is None:
        return 0.0
    text = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
    seconds = float(text) if _SECONDS.fullmatch(text) else 0.0
    if seconds <= 0:
        raise InputError(f"the option {name} must be a number of seconds above 0, such as 60 or 0.5, not {value!a}")
    return seconds


def read_choice(options: Mapping[str, OptionValue], name: str, default: str, choices: Sequence[str]) -> str:
    """Returns the value of an option with fixed `choices`, or `default` if it is not given or None.

    Raises:
        InputError: The value is not one of the choices.
    """
    value = options.get(name)
    if value is None:
        return default
    if not isinstance(value, str) or value not in choices:
        raise InputError(f"the option {name} must be one of {', '.join(choices)}, not {value!a}")
    return value


def read_guess_from(options: Mapping[str, OptionValue]) -> GuessFrom:
    """Returns which guesses to consider; the default is all legal guesses.

    Raises:
        InputError: The value is not one of the choices.
    """
    return GuessFrom(read_choice(options, GUESS_FROM, GuessFrom.ALLOWED, list(GuessFrom)))


def read_sample(options: Mapping[str, OptionValue]) -> tuple[int, int]:
    """Returns how many candidates to draw at random if more remain (0 means to use all), and the seed.

    Raises:
        InputError: A value is not an integer, or a seed is given without a sample.
    """
    n_drawn = read_whole(options, SAMPLE, 0)
    seed = read_whole(options, SEED, DEFAULT_SEED, least=0)
    if not n_drawn and options.get(SEED) is not None:
        raise InputError("the option seed is for a sample: give sample too, or leave seed out")
    return n_drawn, seed
