"""The rules of proof, in plain Python; CERTIFICATE.md states and proves each of them under the same name.

Bounds are integers. `INFINITE` exceeds every sum of finite bounds. A sum that reaches it is cut back to it, so that
infinite bounds are equal.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from wordle_checker.errors import CertificateError
from wordle_checker.game import CANDIDATES, MASTERMIND, Demands, Game, letters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

INFINITE = 1 << 60
"""The bound of "no strategy": above the sum of 32-bit bounds for a million cells."""

Candidates = Any
"""A set of answers with a length: here a frozen set of words, in kernels their places, ascending."""

Cells = dict[int, frozenset[str]]
"""The answers that give each feedback."""

Bounds = dict[tuple[str, int], int]
"""For a guess and a feedback, the least cost of that cell by an earlier lemma."""

Classes = dict[str, list[str]]
"""For each code, the codes of its class under symmetries, one list for all of them; empty without symmetries."""


class Position(NamedTuple):
    """The position that a lemma is about.

    Attributes:
        candidates: The answers still possible.
        n_left: How many guesses are left.
        demands: What rule `hard` demands of the next guess.
    """

    candidates: Candidates
    n_left: int
    demands: Demands


class Shortfall(NamedTuple):
    """A guess that may cost less than a bound.

    Attributes:
        guess: The guess.
        known: The guess's known cost, which is less than the bound.
    """

    guess: str
    known: int


def legal(game: Game, position: Position) -> list[str]:
    """Returns the legal guesses, ascending."""
    return [guess for guess in game.allowed if game.is_legal(guess, position.candidates, position.demands)]


def divide(game: Game, guess: str, candidates: Iterable[str]) -> Cells:
    """Returns the cells of a guess, including that of the winning feedback."""
    cells: dict[int, set[str]] = {}
    for answer in candidates:
        cells.setdefault(game.feedback(guess, answer), set()).add(answer)
    return {feedback: frozenset(cell) for feedback, cell in cells.items()}


@lru_cache(maxsize=1 << 16)
def least(n_branches: int, n: int, n_left: int) -> int:
    """Rule *size*: returns the least cost of any `n` answers within `n_left` guesses.

    `n_branches` is the number of feedbacks that occur in the game, without the winning one.
    """
    total = n_solved = 0
    width = 1
    for turn in range(1, n_left + 1):
        n_now = min(width, n - n_solved)
        total += turn * n_now
        n_solved += n_now
        if n_solved == n:
            return total
        width *= n_branches
    return INFINITE


def splits(game: Game, cells: Cells) -> bool:
    """Rule *guesses that tell nothing*: returns whether a guess with these cells must be considered."""
    return len(cells) > 1 or game.winning in cells


@lru_cache(maxsize=1 << 16)
def one_guess(game: Game, position: Position) -> int:
    """Rule *one guess*: returns the least cost of a position if its best guess's cells cost what rule *size* says."""
    n = len(position.candidates)
    by_size = least(game.n_branches, n, position.n_left)
    if n == 1 or by_size == INFINITE:
        return by_size
    best = INFINITE
    for guess in legal(game, position):
        cells = divide(game, guess, position.candidates)
        if splits(game, cells):
            sizes = (len(cell) for feedback, cell in cells.items() if feedback != game.winning)
            best = min(best, n + sum(least(game.n_branches, size, position.n_left - 1) for size in sizes))
    return max(by_size, best)


def known_cost(game: Game, position: Position, guess: str, cells: Cells, bounds: Bounds) -> int:
    """Returns a lower bound for the cost of every strategy for a position that opens with a guess."""
    total = len(position.candidates)
    for feedback, cell in cells.items():
        if feedback != game.winning:
            by_lemma = bounds.get((guess, feedback), 0)
            demands = game.demands_after(position.demands, guess, feedback)
            total += max(by_lemma, one_guess(game, Position(cell, position.n_left - 1, demands)))
    return min(total, INFINITE)


def lemma(
    game: Game,
    position: Position,
    bound: int,
    bounds: Bounds,
    classes: Classes,
    watch: Callable[[], None],
    opener: str | None = None,
) -> Shortfall | None:
    """Rule *lemma*: returns None if a position costs at least `bound`, else the first guess that may cost less.

    `classes` are those of the guesses under the symmetries of the position; `watch` is called before every guess.
    An `opener` is the only guess, and considered even if it does not split the answers: no other may replace it.
    """
    if bound <= least(game.n_branches, len(position.candidates), position.n_left):
        return None

    def known(guess: str) -> int:
        watch()
        cells = divide(game, guess, position.candidates)
        is_needed = opener is not None or splits(game, cells)
        return known_cost(game, position, guess, cells, bounds) if is_needed else INFINITE

    guesses = orbits(legal(game, position), classes) if opener is None else [[opener]]
    return first_shortfall(guesses, bound, known)


def first_shortfall(classes: Iterable[list[str]], bound: int, known: Callable[[str], int]) -> Shortfall | None:
    """Returns the best guess of the first class in which no guess is known to cost at least `bound`, or None."""
    for guesses in classes:
        found = []
        for guess in guesses:
            cost = known(guess)
            if cost >= bound:
                break
            found.append(Shortfall(guess, cost))
        else:
            return max(found, key=lambda each: each.known)
    return None


def includes(demands: Demands, others: Demands) -> bool:
    """Returns whether demands include others: the same letters in the same places, and each letter as often."""
    places = zip_longest(demands.letters, others.letters, fillvalue="")
    counts = dict(demands.counts)
    return all(other in ("", letter) for letter, other in places) and all(
        counts.get(letter, 0) >= times for letter, times in others.counts
    )


def use(
    game: Game, proven: Position, bound: int, cell: Position, is_part: Callable[[Candidates, Candidates], bool]
) -> int:
    """Rule *use*: returns the bound that a lemma for one position gives for another.

    `is_part` says whether the first set is a part of the second, or equal to it.

    Raises:
        CertificateError: The lemma gives no bound for it.
    """
    if cell.n_left > proven.n_left:
        raise CertificateError(f"the lemma is for {proven.n_left} guesses left, but the cell has {cell.n_left}")
    if cell.demands != proven.demands and not includes(cell.demands, proven.demands):
        raise CertificateError("the lemma was proven with demands that the cell does not make")
    n_forgotten = len(cell.candidates) - len(proven.candidates)
    if game.rule == CANDIDATES and n_forgotten:
        raise CertificateError("the lemma's set is not the cell, but rule candidates requires it to be")
    if not is_part(proven.candidates, cell.candidates):
        raise CertificateError("the lemma's set is neither the cell nor a subset of it")
    return min(bound + 2 * n_forgotten - 1, INFINITE) if n_forgotten else bound


def join_classes(
    game: Game, places: Sequence[int], symbols: Sequence[int], candidates: frozenset[str], classes: Classes
) -> None:
    """Rule *symmetry*: joins the classes of each code and its image under one more symmetry of a set of candidates.

    Args:
        game: The game.
        places: For each place of the image, the place of the code whose symbol goes there.
        symbols: For each symbol, its replacement in the image.
        candidates: The set.
        classes: The classes by the symmetries so far; empty before the first one.

    Raises:
        CertificateError: The permutations are not a symmetry.
    """
    if game.kind != MASTERMIND:
        raise CertificateError(f"games of kind {game.kind} have no symmetries")
    if sorted(places) != list(range(game.length)):
        raise CertificateError("the places of a symmetry are not a permutation")
    if sorted(symbols) != list(range(len(game.symbols))):
        raise CertificateError("the symbols of a symmetry are not a permutation")
    stands_for = {symbol: game.symbols[image] for symbol, image in zip(game.symbols, symbols, strict=True)}
    columns = list(zip(*map(letters, game.allowed), strict=True))
    moved = ([stands_for[letter] for letter in columns[place]] for place in places)
    images = dict(zip(game.allowed, map("".join, zip(*moved, strict=True)), strict=True))
    if set(images.values()) != images.keys():
        raise CertificateError("a symmetry does not map the list of codes onto itself")
    if {images[code] for code in candidates} != candidates:
        raise CertificateError("a symmetry does not map the candidates onto themselves")
    for code, image in images.items():
        one, other = classes.setdefault(code, [code]), classes.setdefault(image, [image])
        if one is not other:
            fewer, more = sorted((one, other), key=len)
            more.extend(fewer)
            classes.update(dict.fromkeys(fewer, more))


def orbits(guesses: Sequence[str], classes: Classes) -> list[list[str]]:
    """Divides guesses into their classes, in the order of their first guess; without symmetries, each is its own."""
    members: dict[str, list[str]] = {}
    for guess in guesses:
        members.setdefault(classes[guess][0] if classes else guess, []).append(guess)
    return list(members.values())
