"""The position of a game, on or off the tree's path: the turns, and the answers that they leave.

A `Session` follows one tree. A `TreePosition` continues where the tree ends: with any legal guess, and any feedback
that some answer can give. This module finds no guesses. It is imported only off the tree, and for `--interactive`.
"""

from wordle_runtime.errors import GameError, NoCandidateError, OffTreeError, quoted
from wordle_runtime.feedback import rule_of, unmet_demand
from wordle_runtime.layout import HARD
from wordle_runtime.lists import words_allowed_in
from wordle_runtime.mistakes import find_word, game_is_over
from wordle_runtime.notation import format_feedback, read_feedback
from wordle_runtime.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordle_runtime.session import Session
    from wordle_runtime.tree import Tree

_CANDIDATES = "candidates"


class TreePosition(Value):
    """A position in a game. Immutable except for the session, which callers must not change.

    Attributes:
        tree: The tree that defines the game.
        turns: The turns so far: each guess as spelled in the lists, with the code of its feedback.
        candidates: The answers still possible, ascending; at least one.
        session: The game against the tree; None if the turns left the tree.
        departure: How the turns left the tree; None if they did not.
        is_beyond: Whether no answer of the tree fits; the candidates are then the other allowed words that fit.
    """

    __slots__ = ("candidates", "departure", "is_beyond", "session", "tree", "turns")
    tree: "Tree"
    turns: tuple[tuple[str, int], ...]
    candidates: tuple[str, ...]
    session: "Session | None"
    departure: "GameError | None"
    is_beyond: bool

    @property
    def is_solved(self) -> bool:
        """Whether the last feedback won the game."""
        return bool(self.turns) and self.turns[-1][1] == self.tree.nodes.all_green

    @property
    def likely(self) -> "frozenset[str]":
        """The likely answers of the game; all answers if the tree distinguishes none."""
        return frozenset(self.tree.likely_answers)

    @property
    def likely_left(self) -> int | None:
        """How many of the candidates are likely answers; None if the tree has no likely answers."""
        if self.tree.guarantee.likely is None:
            return None
        return len(frozenset(self.tree.likely_answers).intersection(self.candidates))

    @property
    def turn(self) -> int:
        """The number of the next guess, counted from 1; when solved, of the guess that solved the game."""
        return len(self.turns) + (not self.is_solved)


def position_after(
    tree: "Tree", history: "Iterable[tuple[str, str | int]]", known: "frozenset[str] | None" = None
) -> TreePosition:
    """Plays turns by the rules of a tree's game, following the tree as far as it goes.

    Where no answer of the tree fits, the other allowed words that fit become the candidates.

    Args:
        tree: The tree.
        history: Pairs of a guess and its feedback, as a code or as text in any notation.
        known: The allowed words; None means those of the tree or a bundled list. If they are unknown, any guess off
            the tree counts as allowed.

    Raises:
        GameError: A turn is impossible: the guess is not allowed or breaks the rule, or no candidate gives it this
            feedback. The error names the turn.
    """
    session: Session | None = tree.session()
    departure: GameError | None = None
    is_beyond = False
    candidates: list[str] = []
    turns: list[tuple[str, int]] = []
    game = tree.info.game
    allowed = words_allowed_in(game, tree.nodes) if known is None else known
    for turn, (guess, feedback) in enumerate(history, 1):
        if turns and turns[-1][1] == tree.nodes.all_green:
            raise game_is_over(turn - 1)
        if session is not None:
            word = session.guess or ""
            try:
                session.play(guess, feedback)
            except (OffTreeError, NoCandidateError) as error:
                # After a `NoCandidateError`, `_fitting` below finds no candidate either.
                candidates, session, departure = session.candidates(), None, error
            else:
                turns.append((word, read_feedback(feedback, game.length, game.kind, turn)))
                continue
        word = find_word(game, guess, turn, allowed)
        code = read_feedback(feedback, game.length, game.kind, turn)
        check_rule(tree, word, turns, candidates, turn)
        turns.append((word, code))
        try:
            candidates = _fitting(tree, word, code, candidates, turn)
        except NoCandidateError as error:
            if is_beyond or not (candidates := words_beyond(tree, turns, allowed)):
                raise departure if isinstance(departure, NoCandidateError) and not is_beyond else error from None
            is_beyond, departure = True, departure or error
    left = candidates if session is None else session.candidates()
    return TreePosition(
        tree=tree,
        turns=tuple(turns),
        candidates=tuple(left),
        session=session,
        departure=departure,
        is_beyond=is_beyond,
    )


def words_beyond(tree: "Tree", turns: "Sequence[tuple[str, int]]", allowed: "Iterable[str] | None") -> list[str]:
    """Returns the allowed words that fit all turns and are not answers of the tree, ascending.

    The list is empty if the allowed words are unknown.
    """
    feedback = rule_of(tree.nodes.kind)
    answers = frozenset(tree.nodes.words[: tree.nodes.n_answers])
    others = frozenset(allowed or ()) - answers
    return sorted(word for word in others if all(feedback(guess, word) == code for guess, code in turns))


def check_rule(
    tree: "Tree", word: str, turns: "Iterable[tuple[str, int]]", candidates: "Iterable[str]", turn: int
) -> None:
    """Raises `GameError` if a guess is not legal after some turns, by the rule of a tree's game."""
    rule = tree.info.game.rule
    if rule == _CANDIDATES and word not in candidates:
        raise GameError(f"{quoted(word)} is not legal under rule candidates: it cannot be the answer", turn)
    if rule == HARD and (demand := unmet_demand(word, turns)):
        raise GameError(f"{quoted(word)} is not legal under rule hard: it {demand}", turn)


def _fitting(tree: "Tree", word: str, code: int, candidates: list[str], turn: int) -> list[str]:
    feedback = rule_of(tree.nodes.kind)
    fitting = [answer for answer in candidates if feedback(word, answer) == code]
    if not fitting:
        marks = format_feedback(code, tree.length, kind=tree.nodes.kind)
        none = f"none of the {len(candidates)} candidates that were left gives"
        if len(candidates) == 1:
            none = "the only candidate that was left does not give"
        raise NoCandidateError(f"no answer fits: {none} {marks} to {quoted(word)}", turn)
    return fitting
