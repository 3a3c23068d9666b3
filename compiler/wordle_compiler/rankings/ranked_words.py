"""What all rankings share: the words to rank, each an opener that the rule allows, and the game's description."""

from __future__ import annotations

from collections.abc import Iterable

from wordle_compiler.compilation.compiled_tree import find_opener
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.machine.errors import InputError


def find_words_to_rank(game: Game, words: Iterable[str] | None, *, in_pairs: bool = False) -> list[int]:
    """Returns the numbers of words among the allowed, ascending; None means every word that may open.

    Raises:
        InputError: No word is given, or with `in_pairs` fewer than two, or one is not an opener (see `find_opener`).
    """
    # The sets answer for most words at once; `find_opener` normalises the rest, or says what is wrong with them.
    legal = frozenset(game.answers.words if game.rule == Rule.CANDIDATES else game.allowed.words)
    number_of = {word: number for number, word in enumerate(game.allowed.words)}
    numbers = sorted(
        {number_of[word] if word in legal else find_opener(game, word) for word in (legal if words is None else words)}
    )
    if in_pairs and len(numbers) < 2:
        raise InputError(f"a pair takes two different words, and there {'is 1' if numbers else 'are 0'}")
    if not numbers:
        raise InputError("there is no opener to rank: name at least one")
    return numbers


def describe_game(game: Game, max_guesses: int) -> str:
    """Returns what the rows of a ranking have in common."""
    return f"{len(game.answers)} answers, {len(game.allowed)} allowed, rule {game.rule}, within {max_guesses} guesses"
