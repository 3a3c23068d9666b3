"""Finds the words to rank: each must be an opener that the rule allows."""

from __future__ import annotations

from collections.abc import Iterable

from wordle_compiler.compilation.compiled_tree import find_opener
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.machine.errors import InputError


def find_openers_to_rank(game: Game, words: Iterable[str] | None) -> list[int]:
    """Returns the numbers of words among the allowed, ascending; None means every word that may open.

    Raises:
        InputError: No word is given, or one is not an opener (see `find_opener`).
    """
    numbers = _find_words(game, words)
    if not numbers:
        raise InputError("there is no opener to rank: name at least one")
    return numbers


def find_words_to_pair(game: Game, words: Iterable[str] | None) -> list[int]:
    """Returns the numbers of the words to make pairs of, as `find_openers_to_rank` does.

    Raises:
        InputError: There are fewer than two words, or one is not an opener (see `find_opener`).
    """
    numbers = _find_words(game, words)
    if len(numbers) < 2:
        raise InputError(f"a pair takes two different words, and there {'is 1' if numbers else 'are 0'}")
    return numbers


def _find_words(game: Game, words: Iterable[str] | None) -> list[int]:
    # The sets answer for most words at once; `find_opener` normalises the rest, or says what is wrong with them.
    legal = frozenset(game.answers.words if game.rule == Rule.CANDIDATES else game.allowed.words)
    number_of = {word: number for number, word in enumerate(game.allowed.words)}
    return sorted(
        {number_of[word] if word in legal else find_opener(game, word) for word in (legal if words is None else words)}
    )
