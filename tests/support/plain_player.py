"""Plays any greedy idea out into a tree, plainly: the heuristics' frame once more. Imports nothing of the product."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from reference_solver import Colours, code_of, colours_of, is_hard_legal

Nested = tuple[str, bool, dict[int, object]]
"""A node: its guess, whether it solves an answer, its children by feedback."""


@dataclass(frozen=True)
class Moment:
    """What a player sees: candidates and guesses that may be chosen, both alphabetical, and the turns so far."""

    candidates: list[str]
    options: list[str]
    turns: tuple[tuple[str, Colours], ...]

    @property
    def guessed(self) -> list[str]:
        return [guess for guess, _ in self.turns]


Choose = Callable[[Moment], str]
Score = Callable[[str, Moment], object]


def lowest(score: Score) -> Choose:
    """The guess with the lowest score; of equal ones a candidate, then the first by the alphabet."""

    def choose(moment: Moment) -> str:
        return min(moment.options, key=lambda word: (score(word, moment), word not in moment.candidates, word))

    return choose


def cells_of(guess: str, candidates: list[str]) -> dict[Colours, list[str]]:
    cells: dict[Colours, list[str]] = {}
    for answer in candidates:
        cells.setdefault(colours_of(guess, answer), []).append(answer)
    return cells


def sizes_of(guess: str, candidates: list[str]) -> list[int]:
    return [len(cell) for cell in cells_of(guess, candidates).values()]


def legal_words(
    allowed: tuple[str, ...], rule: str, candidates: list[str], turns: tuple[tuple[str, Colours], ...]
) -> list[str]:
    if rule == "candidates":
        return candidates
    return [word for word in allowed if rule != "hard" or is_hard_legal(word, turns)]


def play(
    answers: tuple[str, ...],
    allowed: tuple[str, ...],
    choose: Choose,
    *,
    rule: str = "any",
    limit: int = 6,
    guess_from: str = "allowed",
    opener: str | None = None,
) -> Nested:
    """Plays `choose` out. With one or two candidates, or one guess left, the first candidate is played."""

    def below(candidates: list[str], turns: tuple[tuple[str, Colours], ...], fixed: str | None) -> Nested:
        left = limit - len(turns)
        if fixed is not None:
            guess = fixed
        elif len(candidates) <= 2 or left == 1:
            guess = candidates[0]
        else:
            options = candidates if guess_from == "candidates" else legal_words(allowed, rule, candidates, turns)
            guess = choose(Moment(candidates, options, turns))
        children: dict[int, object] = {}
        for colours, cell in cells_of(guess, candidates).items():
            if cell != [guess] and left > 1:
                children[code_of(colours)] = below(cell, (*turns, (guess, colours)), None)
        return guess, guess in candidates, children

    return below(list(answers), (), opener)


def histogram(tree: Nested) -> dict[int, int]:
    """How many answers need each number of guesses."""
    counts: Counter[int] = Counter()

    def walk(node: Nested, depth: int) -> None:
        counts[depth] += node[1]
        for child in node[2].values():
            walk(child, depth + 1)  # type: ignore[arg-type]

    walk(tree, 1)
    return {depth: count for depth, count in sorted(counts.items()) if count}
