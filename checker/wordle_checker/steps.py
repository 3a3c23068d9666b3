"""The steps of a proof that are computed: what `chapters.py` asks for, and the answers in plain Python.

`PlainSteps` uses the rules of `rules.py`; `fast/kernel_steps.py` overrides each step with kernels. Steps decide
nothing, word no message and read no file. Guesses are given by their places in the allowed list, which `chapters.py`
has checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from wordle_checker import rules
from wordle_checker.rules import Candidates, Classes, Position, Shortfall

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from wordle_checker.game import Game

    Report = Callable[[int, int], None]

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


class Goal(NamedTuple):
    """What a lemma says: no legal guess at a position costs less than a bound, which exceeds rule *size*.

    Attributes:
        position: The position.
        bound: The bound.
        bounds: For a guess and a feedback, the least cost of that cell by an earlier lemma; ascending by guess.
        classes: The classes of guesses under the symmetries of the position, as `join_classes` makes them; empty
            without.
        opener: If it is not None, the only guess, which is considered even if it does not split the candidates.
    """

    position: Position
    bound: int
    bounds: Mapping[tuple[int, int], int]
    classes: Classes
    opener: int | None = None


class PlainSteps:
    """The steps in plain Python, one after another: slow, but easy to read.

    Sets of candidates and divisions are values that only the steps look into.
    """

    def __init__(self, game: Game, watch: Callable[[], None] = lambda: None) -> None:
        self._game = game
        self._watch = watch

    def each(self, task: Callable[[_Item], _Result], items: Iterable[_Item]) -> Iterator[_Result]:
        """Yields what a task returns for each item, in their order; as kernels, several are at work at once.

        It raises what the items or a task raise, in the order of the items.
        """
        return map(task, items)

    def n_branches(self) -> int:
        """Returns how many different feedbacks, except the winning one, any allowed guess gets from any answer."""
        return self._game.n_branches

    def everything(self) -> Candidates:
        """Returns the set of all answers."""
        return frozenset(self._game.answers)

    def select(self, places: Sequence[int]) -> Candidates:
        """Returns a set of answers by their places in the answer list, ascending."""
        return frozenset(self._game.answers[place] for place in places)

    def words(self, candidates: Candidates) -> frozenset[str]:
        """Returns the candidates themselves."""
        return candidates  # type: ignore[no-any-return]

    def contains(self, candidates: Candidates, guess: int) -> bool:
        """Returns whether a guess is one of the candidates."""
        return self._game.allowed[guess] in candidates

    def is_part(self, part: Candidates, whole: Candidates) -> bool:
        """Returns whether all answers of one set are in another."""
        return bool(part <= whole)

    def divide(self, candidates: Candidates, guess: int) -> Any:
        """Returns how a guess divides candidates, for `cell`."""
        return rules.divide(self._game, self._game.allowed[guess], candidates)

    def cell(self, _candidates: Candidates, division: Any, feedback: int) -> Candidates:
        """Returns the candidates that give a guess a feedback, which may be any number; empty if none does."""
        return division.get(feedback, frozenset())

    def shortfall(self, goal: Goal, _report: Report | None = None) -> Shortfall | None:
        """Returns the first legal guess that may cost less than the bound; None if there is none: rule *lemma*.

        With a callback for how many guesses were compared, and of how many, several threads may share the work.
        """
        allowed = self._game.allowed
        bounds = {(allowed[guess], feedback): bound for (guess, feedback), bound in goal.bounds.items()}
        terms = (self._game, goal.position, goal.bound, bounds, goal.classes, self._watch)
        return rules.lemma(*terms, None if goal.opener is None else allowed[goal.opener])
