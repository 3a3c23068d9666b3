"""Judges a game turn by turn: what each guess cost, and what chance added.

E(P) is the mean number of guesses that best play still needs at position P, over equally likely candidates or by
weights; it is 0 when the game is solved. E(P, g) is the same mean if g is guessed next and best play follows, including
g itself. Both are exact fractions: a smallest total divided by the number of candidates, or by the sum of weights.

- The **cost** of guessing g at P is E(P, g) - E(P). It is 0 for a best guess.
- The **chance** of the feedback that leads from P to Q is 1 + E(Q) - E(P, g): the guesses expected with the feedback,
  less those expected before it was known. It is negative after lucky feedback, and its mean over the candidates is 0.

Both count guesses, so a game that starts at S and ends at T after n guesses satisfies n + E(T) = E(S) + all costs + all
chances: a solved game took the guesses that best play expects, those that its guesses cost, and what chance added.

An example by hand: the answers are bat, cat and hat, and only these are allowed. Any guess wins for 1 answer of 3, and
otherwise leaves two that cannot be told apart, so E(S) = (1 + 2 + 3) / 3 = 2 and no guess costs anything. If bat is
wrong, (1 + 2) / 2 = 3/2 more guesses are needed on average, where 2 - 1 = 1 was expected: chance 1/2. If cat is then
wrong, 1 more guess is needed, where 1/2 was expected: chance 1/2 again. The last guess is certain: chance 0. And
3 = 2 + 0 + 1.

All play keeps the limit of guesses. Where none can any more, E is that within the smallest limit that some play keeps.
A guess is **risky** if no play after it is sure to keep the limit, and another guess at P has such a play. At least one
candidate is then lost, though the cost may be small, even negative. Where a tree with the smallest total plays it, the
cost is at most 0, and no skill is lost.

On the last row of a game of words the cost goes by the chance to win: a word that may be the answer costs nothing, and
any other the whole guess. With weights, a word costs the share of the best chance that it gives away.

Skill and luck are whole numbers between 0 and 99, of one turn and of a whole game; exact, without floats:

- **Skill** of a turn is floor(99 * max(0, 1 - cost)), where cost is how many more guesses the guess needs on average
  than the best one, at least 0; a risky guess that no tree plays counts as one guess more for one of the candidates. So
  a guess that costs nothing has 99, and nothing else has, and a guess that costs a whole guess has none.
- **Luck** of a turn counts the candidates before the guess. A feedback leaves the candidates of its cell, and none if
  it wins. Luck is floor(100 * (W + T / 2) / n): of the n candidates, W would have left more candidates than the hidden
  word did, and T as many, itself included. So 50 is neutral, and so is a feedback that was certain.
- A whole game has the floor of the means of these values before they are rounded. Turns of unknown cost are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import Any

from wordle_compiler.analysis.judges import Expectation, Judge, game_of_tree
from wordle_compiler.analysis.position_analysis import begin_search, complete_turns, replay_turns, words_that_fit
from wordle_compiler.game.game import Game
from wordle_compiler.game.weights import Weights
from wordle_compiler.game.words import MOST_NAMED, WordList
from wordle_compiler.machine.errors import InputError
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.machine.workers import find_workers
from wordle_compiler.rankings.table import DataTable, Tabular
from wordle_compiler.search.stopping import NEVER, Deadline, StoppedError
from wordle_runtime import Tree
from wordle_runtime.command_line import plain
from wordle_runtime.feedback import rule_of
from wordle_runtime.notation import format_feedback, style_of

_MOST_SKILL = 99
_JUDGED = ("expected", "cost", "chance", "skill", "luck")
"""What JSON has of a game and of each turn."""
_OF_GAME = ("is_solved", *_JUDGED, "expected_left", "starts_later", "weights")


@dataclass(frozen=True)
class JudgedTurn:
    """A turn of the game. A number is None if the judge does not know it."""

    guess: str
    """The guess."""
    feedback: int
    """The code of its feedback."""
    before: tuple[str, ...]
    """The candidates before the guess."""
    after: tuple[str, ...]
    """The candidates after its feedback; when solved, the answer."""
    best: str | None
    """The judge's best guess; others may be equally good. None if the judge did not look for it."""
    best_after: tuple[str, ...] | None
    """The candidates that the best guess would have left; None if it or the answer is not known."""
    expected: Fraction | None
    """E(P), the mean guesses needed before the turn."""
    cost: Fraction | None
    """The cost of the guess, as defined above."""
    chance: Fraction | None
    """The chance of the feedback, as defined above."""
    is_risky: bool
    """Whether the guess is not sure to keep the limit where another one is."""
    is_of_tree: bool
    """Whether it may exceed the limit, but is what a tree with the smallest total plays: none is better on average."""
    is_told_apart: bool
    """Whether the best guess tells all candidates apart, three to ten, and the guess played does not."""
    exact_luck: Fraction
    """The luck of the feedback before it is rounded."""

    @property
    def exact_skill(self) -> Fraction | None:
        """The skill of the guess before it is rounded; None if its cost is not known."""
        if self.cost is None:
            return None
        cost = max(self.cost, Fraction(0)) + Fraction(self.is_risky and not self.is_of_tree, len(self.before))
        return _MOST_SKILL * max(Fraction(0), 1 - cost)

    @property
    def skill(self) -> int | None:
        """The skill of the guess, 0 to 99; None if its cost is not known."""
        return mean_score([self.exact_skill])

    @property
    def luck(self) -> int:
        """The luck of the feedback, 0 to 99; 50 is neutral."""
        return floor(self.exact_luck)


@dataclass(frozen=True)
class GameAnalysis(Tabular[JudgedTurn]):
    """A judged game."""

    _ROWS = "turns"
    game: Game
    """The game."""
    max_guesses: int
    """The limit of guesses, which all expectations respect while it can be kept."""
    turns: tuple[JudgedTurn, ...]
    """The turns."""
    answer: str | None
    """The hidden word, if known."""
    is_solved: bool
    """Whether the last feedback won."""
    expected_left: Fraction | None
    """E(T), the mean guesses still needed at the end; 0 when solved."""
    starts_later: bool = False
    """Whether the judgement starts after the first guess, because what that is worth was neither known nor searched."""
    weights: str | None = None
    """The name of the weights used for the means; None if each answer counts once."""

    @property
    def expected(self) -> Fraction | None:
        """E(S): the mean guesses of best play; with the first guess as it was, where that is not judged.

        Where the judgement starts later, S is the position after the first feedback, and the first guess counts as one.
        """
        if not self.starts_later:
            return self.turns[0].expected
        after = self.turns[1].expected if len(self.turns) > 1 else self.expected_left
        return None if after is None else 1 + after

    @property
    def cost(self) -> Fraction | None:
        """The sum of all costs; None if one is unknown. An unjudged first guess is left out."""
        first = self.turns[0]
        is_judged = not self.starts_later and (first.best is not None or first.expected is None)
        return _sum([turn.cost for turn in (self.turns if is_judged else self.turns[1:])])

    @property
    def chance(self) -> Fraction | None:
        """The sum of all chances; None if one is unknown. That of an unjudged first turn is left out."""
        return _sum([turn.chance for turn in (self.turns[1:] if self.starts_later else self.turns)])

    @property
    def skill(self) -> int | None:
        """The skill of the whole game, 0 to 99; None if no turn has one."""
        return mean_score([turn.exact_skill for turn in self.turns])

    @property
    def luck(self) -> int:
        """The luck of the whole game, 0 to 99; 50 is neutral."""
        return floor(sum((turn.exact_luck for turn in self.turns), Fraction(0)) / len(self.turns))

    def _figures(self, style: str) -> list[dict[str, Any]]:
        """Returns the figures of each turn, as JSON names them, with the candidates counted."""
        return [
            {
                "turn": number,
                "guess": turn.guess,
                "feedback": format_feedback(turn.feedback, self.game.length, style, self.game.kind),
                "n_candidates": len(turn.before),
                "n_after": len(turn.after),
                "best": turn.best,
                "n_best_after": None if turn.best_after is None else len(turn.best_after),
                **{name: getattr(turn, name) for name in _JUDGED},
            }
            for number, turn in enumerate(self.turns, 1)
        ]

    def table(self) -> DataTable:
        """Returns the turns, with the candidates counted."""
        titles = ("turn", "guess", "feedback", "before", "after", "best", "leaves", "expected", "costs", "chance")
        rows = [[*figures.values()] for figures in self._figures(style_of(self.game.answers.name))]
        return DataTable(f"a game of {self.turns[0].guess}", (*titles, "skill", "luck"), rows)

    def as_json(self) -> dict[str, Any]:
        """Returns the analysis as the command's JSON object."""
        return {
            **self.game.as_json(),
            "max_guesses": self.max_guesses,
            "answer": self.answer,
            "n_guesses": len(self.turns),
            **plain({name: getattr(self, name) for name in _OF_GAME}),
            "turns": [
                {
                    **plain(figures),
                    "words_after": list(turn.after[:MOST_NAMED]),
                    "best_words_after": None if turn.best_after is None else list(turn.best_after[:MOST_NAMED]),
                    **{name: getattr(turn, name) for name in ("is_risky", "is_of_tree")},
                }
                for figures, turn in zip(self._figures("letters"), self.turns, strict=True)
            ],
        }


def analyse_game(
    game: Game,
    words: str | Sequence[str],
    *,
    answer: str | None = None,
    max_guesses: int | None = None,
    tree: Tree | None = None,
    judge_opener: bool = True,
    search_opener: bool = True,
    takes_any: bool = False,
    n_workers: int | None = None,
    weights: Weights | None = None,
    deadline: Deadline = NEVER,
    time_limit: float = 0.0,
    progress: Progress = ignore_progress,
) -> GameAnalysis:
    """Judges a game, exactly.

    If a tree claims the best opener, the judge trusts that claim; the bundled trees make one for their games. The table
    of openers has others. Where neither has the best opener, the search for it takes as long as `rank_openers`.

    Args:
        game: The game.
        words: `GUESS:FEEDBACK` turns and bare words, in order, or as one text. A bare word is a guess whose feedback
            is computed. Without an `answer`, a bare last word is both the last guess and the answer.
        answer: The hidden word, if it was not guessed, or to check the feedbacks.
        max_guesses: The limit; None means that of the tree, or 6.
        tree: A tree of this game. Its claim saves the search for the best opener.
        judge_opener: Whether to find out what the first guess cost.
        search_opener: Whether to search for what the first guess is worth where neither a tree at hand nor the table of
            openers knows it. If not, and neither does, the judgement starts after it.
        takes_any: Whether any allowed word may be hidden: once no answer fits, all allowed words that fit count.
        n_workers: How many threads; None: one for each processor. The result does not depend on it.
        weights: How much each answer counts; None means once. All means are then weighted.
        deadline: When the search ends; what is not found by then is not judged. `Deadline.cancel` ends it at once.
        time_limit: In place of a deadline, the seconds that the search may take once it is prepared; 0 means any.
        progress: Told how far the work is, from this thread.

    Raises:
        InputError: A turn is impossible (the message names it), or an argument is invalid.
        KeyboardInterrupt: Promptly, on an interrupt.
    """
    if tree is not None and max_guesses is None:
        max_guesses = (tree.guarantee.likely or tree.info.game).max_guesses
    limit, workers = game.limit(max_guesses), find_workers(n_workers)
    turns, hidden = complete_turns(game, words, answer, takes_any=takes_any)
    if len(turns) == limit + 1 and answer is None and turns[-1][0] == hidden:
        # After the last guess of a lost game, the answer was no guess.
        turns = turns[:-1]
    positions = list(replay_turns(game, turns, takes_any=takes_any))
    if len(turns) > limit:
        raise InputError(f"the game has {len(turns)} guesses, the limit is {limit}: give --max-guesses {len(turns)}")
    if tree is not None and game_of_tree(tree, game.allowed.words)[0].fingerprint != game.fingerprint:
        raise InputError("the tree is for another game")
    if time_limit:
        deadline = begin_search(game, weights, time_limit)
    judge = Judge(game, limit, workers, progress, tree, search_opener, deadline, weights)
    judges, answers = [judge] * len(positions), frozenset(game.answers.words)
    if others := [at.candidates for at in positions if at.candidates[0] not in answers]:
        rest = Game(WordList(game.answers.name, others[0]), game.allowed, game.rule, game.kind)
        judges[-len(others) :] = [Judge(rest, limit, workers, progress, deadline=deadline)] * len(others)

    def found(search: Callable[..., Expectation | None], *where: Any) -> Expectation | None:
        with suppress(StoppedError):
            return search(*where)
        return None

    is_solved = turns[-1][1] == game.n_feedbacks - 1
    hidden = turns[-1][0] if is_solved else hidden
    feedback_of = rule_of(game.kind)
    judged: list[JudgedTurn] = []
    best = None if is_solved else found(judges[-1].best, positions[-1])
    expected_left = expected_after = Fraction(0) if is_solved else best and best.mean
    # The last first: the earlier, the longer a search takes.
    for number, (before, after) in reversed([*enumerate(pairwise(positions))]):
        guess, feedback = after.turns[-1]
        judge = judges[number]
        best = found(judge.best, before) if number or judge_opener else None
        own = best if best is not None and best.guess == guess else found(judge.expected_with, before, guess)
        is_last = bool(judge.odds(before))
        if own and best and (is_last or number + 1 == limit):
            # Nothing is better than the answer, likely or not.
            own = best._replace(guess=guess) if feedback == game.n_feedbacks - 1 else own
            best = own if own.mean == best.mean else best
        best_after = None
        if best is not None and hidden is not None:
            right = feedback_of(best.guess, hidden)
            best_after = tuple(left for left in before.candidates if feedback_of(best.guess, left) == right)
            best_after = best_after or words_that_fit(game, (*before.turns, (best.guess, right)))
        few = before.candidates if 2 < len(before.candidates) <= MOST_NAMED and not is_last else ()
        parts = [len({feedback_of(one, word) for word in few}) for one in (guess, best.guess if best else guess)]
        is_told_apart = parts[0] < parts[1] == len(few)
        with_guess, expected = own and own.mean, best and best.mean
        # Where no likely word fits any more, chance chose among all words.
        among = before.candidates if judges[number + 1] is judge else words_that_fit(game, before.turns)
        is_of_tree = own is not None and not own.is_sure and judge.is_of_tree(before, guess)
        if is_of_tree and with_guess is not None and expected is not None:
            with_guess = min(with_guess, expected)
        judged.append(
            JudgedTurn(
                guess,
                feedback,
                before.candidates,
                after.candidates,
                best and best.guess,
                best_after,
                with_guess if number == 0 and not judge_opener else expected,
                _less(with_guess, expected),
                _less(expected_after, _less(with_guess, Fraction(1))),
                best is not None and own is not None and best.is_sure and not own.is_sure,
                is_of_tree,
                is_told_apart,
                exact_luck([feedback_of(guess, one) for one in among], feedback, game.n_feedbacks - 1),
            )
        )
        expected_after = expected
    judged.reverse()
    starts_later = not search_opener and judged[0].chance is None and judged[0].cost is None
    return GameAnalysis(
        *(game, limit, tuple(judged), hidden, is_solved, expected_left, starts_later),
        weights=None if weights is None else weights.name,
    )


def _sum(values: Sequence[Fraction | None]) -> Fraction | None:
    known = [value for value in values if value is not None]
    return sum(known, Fraction(0)) if len(known) == len(values) else None


def _less(value: Fraction | None, other: Fraction | None) -> Fraction | None:
    return None if value is None or other is None else value - other


def exact_luck(codes: Sequence[int], code: int, win: int) -> Fraction:
    """Returns the luck of a feedback before it is rounded; `codes` are those of all candidates, and `win` wins."""
    n_left = Counter(codes)
    n_left[win] = 0
    left = [n_left[other] for other in codes]
    n_worse, n_equal = sum(n > n_left[code] for n in left), left.count(n_left[code])
    return Fraction(100 * (2 * n_worse + n_equal), 2 * len(codes))


def mean_score(values: Sequence[Fraction | None]) -> int | None:
    """Returns the floor of the mean of the known values; None if there are none."""
    known = [value for value in values if value is not None]
    return floor(sum(known, Fraction(0)) / len(known)) if known else None
