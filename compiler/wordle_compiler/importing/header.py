"""Parses the comment lines that `wordle_compiler.export.text` writes above a tree's text."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from wordle_compiler.compilation.writer import LikelyList
from wordle_compiler.export.text import COMMENT, FIRST_LINE, KEYS
from wordle_compiler.game.words import WordList
from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_compiler.game.game import Game
    from wordle_compiler.game.weights import Weights

_LARGEST = 1 << 63


@dataclass(frozen=True)
class TextHeader:
    """What the header of a text says about the exported tree. Its values have the right types, but are not verified.

    Attributes:
        lines: The header, unchanged.
        values: The value of each of `KEYS`.
    """

    lines: tuple[str, ...]
    values: dict[str, Any]

    def check_game(self, game: Game, weights: Weights | None, likely: WordList | None, label: str) -> None:
        """Raises `InputError` if the text is for another game, other weights or other likely answers.

        The message names the options to use.
        """
        for name, own in (("kind", game.kind), ("rule", game.rule.value)):
            if self.values[name] != own:
                option = "--game" if name == "kind" else "--rule"
                raise InputError(
                    f"{label} is for {name} {self.values[name]!a}, not {own}: say so with {option}, "
                    "or remove its comment lines"
                )
        for name, words in (("answers", game.answers), ("allowed", game.allowed)):
            said = self.values[name]
            if said["sha256"] != words.sha256.hex():
                raise InputError(
                    f"{label} is for other {name} than {words.name}: for the list {said['name']!a} with the sha256 "
                    f"{said['sha256'][:64]!a}; name it with --{name}, or remove the comment lines"
                )
        own_digest = None if weights is None else weights.sha256.hex()
        said = self.values["weights"]
        if said is not None and said["sha256"] != own_digest:
            raise InputError(
                f"{label} is for answers with the weights {said['name']!a}: give them with --weights, "
                "or remove its comment lines"
            )
        said = self.values["likely"]
        if said is not None and (likely is None or said["sha256"] != likely.sha256.hex()):
            raise InputError(
                f"{label} is for the likely answers {said['name']!a} with the sha256 "
                f"{said['sha256'][:64]!a}: give them with --likely, or remove its comment lines, and the tree "
                "tells no answers apart"
            )
        if said is None and likely is not None:
            raise InputError(f"{label} is of a tree without likely answers: leave out --likely")

    def named(self, game: Game) -> Game:
        """Returns the game with its lists renamed as in the tree; their words are the same."""
        answers, allowed = (
            WordList(self.values[name]["name"], words.words)
            for name, words in (("answers", game.answers), ("allowed", game.allowed))
        )
        return replace(game, answers=answers, allowed=allowed)

    def named_weights(self, weights: Weights | None) -> Weights | None:
        """Returns the weights, renamed as in the tree if they are the same."""
        said = self.values["weights"]
        if weights is None or said is None or said["sha256"] != weights.sha256.hex():
            return weights
        return replace(weights, name=said["name"])

    def named_likely(self, likely: WordList | None) -> LikelyList | None:
        """Returns the likely answers, renamed as in the tree, with the limit for them."""
        said = self.values["likely"]
        if likely is None or said is None:
            return None
        return LikelyList(WordList(said["name"], likely.words), said["max_guesses"])


def read_header(lines: Sequence[str], label: str) -> TextHeader | None:
    """Returns the header that a text begins with, or None if it has none.

    Raises:
        InputError: The text begins like a header, but not like one that `wordle-tree export` writes.
    """
    if not lines or lines[0].rstrip() != FIRST_LINE:
        return None
    found = tuple(line.rstrip() for line in lines[: len(KEYS) + 1])
    values: dict[str, Any] = {}
    for number, (line, key) in enumerate(zip(found[1:], KEYS, strict=False), 2):
        prefix = f"{COMMENT}{key} "
        try:
            values[key] = json.loads(line.removeprefix(prefix)) if line.startswith(prefix) else None
        except (ValueError, RecursionError):
            values[key] = None
        if not (line.startswith(prefix) and _IS_VALID[key](values[key])):
            raise InputError(
                f"{label}, line {number}: this is not a line {prefix.strip()!a} as exports have it: "
                "export the text again, or remove its comment lines"
            )
    if len(values) < len(KEYS):
        raise InputError(f"{label}: the comment lines are cut short: export the text again, or remove them")
    return TextHeader(found, values)


def _is_text(value: object) -> bool:
    # JSON can hold lone surrogates, which no file can.
    return isinstance(value, str) and not any("\ud800" <= character <= "\udfff" for character in value)


def _is_map(value: object, **is_valid: Callable[[object], bool]) -> bool:
    """Returns whether a value is a map with exactly these keys, in this order, each with a valid value."""
    return (
        isinstance(value, dict)
        and tuple(value) == tuple(is_valid)
        and all(is_one(value[key]) for key, is_one in is_valid.items())
    )


def _is_option(value: object) -> bool:
    return value is None or isinstance(value, bool) or _is_text(value) or _is_integer(value)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -_LARGEST <= value < _LARGEST


def _is_options(value: object) -> bool:
    return isinstance(value, dict) and all(_is_text(name) and _is_option(option) for name, option in value.items())


_is_list = partial(_is_map, name=_is_text, sha256=_is_text)
_is_likely = partial(_is_list, max_guesses=_is_integer)
_IS_VALID: dict[str, Callable[[Any], bool]] = {
    "kind": _is_text,
    "rule": _is_text,
    "max_guesses": lambda value: _is_integer(value) and 1 <= value <= 255,
    "answers": _is_list,
    "allowed": _is_list,
    "weights": lambda value: value is None or _is_list(value),
    "likely": lambda value: value is None or _is_likely(value),
    "strategy": partial(_is_map, name=_is_text, options=_is_options),
    "proof": partial(_is_map, status=_is_text, objective=_is_text),
    "sha256": _is_text,
}
