"""The position of a game on a tree's path or off it: goes on where the tree ends. Finds no guesses.

A `Session` follows one tree. `follow` continues with any legal guess, and any feedback that some answer can give.
"""

from wordle_runtime.errors import GameError, NoCandidateError, OffTreeError
from wordle_runtime.feedback import rule_of
from wordle_runtime.notation import read_feedback
from wordle_runtime.position import Position, find_word, play_turn
from wordle_runtime.words import words_allowed_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordle_runtime.session import Session
    from wordle_runtime.tree import Tree


class TreePosition(Position):
    """A position in a tree's game. Immutable except for the session, which callers must not change.

    Attributes:
        tree: The tree that defines the game.
        session: The game against the tree; None if the turns left the tree.
        departure: How the turns left the tree; None if they did not.
        is_beyond: Whether no answer of the tree fits; the candidates are then the other allowed words that fit.
    """

    __slots__ = (*Position.__slots__, "departure", "is_beyond", "session", "tree")
    tree: "Tree"
    session: "Session | None"
    departure: "GameError | None"
    is_beyond: bool

    @property
    def is_solved(self) -> bool:
        """Whether the last feedback won the game."""
        return bool(self.turns) and self.turns[-1][1] == self.tree.nodes.all_green

    @property
    def turn(self) -> int:
        """The number of the next guess, counted from 1; when solved, of the guess that solved the game."""
        return len(self.turns) + (not self.is_solved)

    @property
    def likely(self) -> frozenset[str]:
        """The likely answers of the game; all answers if the tree distinguishes none."""
        return frozenset(self.tree.likely_answers)

    @property
    def likely_first(self) -> list[str]:
        """The candidates, the likely ones first, both ascending."""
        known = self.likely
        return sorted(self.candidates, key=lambda word: (word not in known, word))

    @property
    def likely_left(self) -> int | None:
        """How many of the candidates are likely answers; None if the tree has no likely answers."""
        return None if self.tree.guarantee.likely is None else len(self.likely.intersection(self.candidates))


def follow(
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
    position = Position(turns=(), candidates=())
    game = tree.info.game
    allowed = words_allowed_in(game, tree.nodes) if known is None else known
    for turn, (guess, feedback) in enumerate(history, 1):
        if session is not None:
            word = session.guess or ""
            try:
                session.play(guess, feedback)
            except (OffTreeError, NoCandidateError) as error:
                # After a `NoCandidateError`, `play_turn` finds no candidate either.
                position = Position(turns=position.turns, candidates=tuple(session.candidates()))
                session, departure = None, error
            else:
                code = read_feedback(feedback, game.length, game.kind)
                position = Position(turns=(*position.turns, (word, code)), candidates=())
                continue
        try:
            position = play_turn(game, allowed, position, guess, feedback)
        except NoCandidateError as error:
            code = read_feedback(feedback, game.length, game.kind)
            turns = (*position.turns, (find_word(game, guess, turn, allowed), code))
            if is_beyond or not (others := words_beyond(tree, turns, allowed)):
                raise departure if isinstance(departure, NoCandidateError) and not is_beyond else error from None
            position, is_beyond, departure = Position(turns=turns, candidates=tuple(others)), True, departure or error
    return TreePosition(
        tree=tree,
        turns=position.turns,
        candidates=position.candidates if session is None else tuple(session.candidates()),
        session=session,
        departure=departure,
        is_beyond=is_beyond,
    )


def words_beyond(tree: "Tree", turns: "Sequence[tuple[str, int]]", allowed: "Iterable[str] | None") -> list[str]:
    """Returns the allowed words that fit all turns and are not answers of the tree, ascending.

    The list is empty if the allowed words are unknown.
    """
    rule = rule_of(tree.nodes.kind)
    others = frozenset(allowed or ()).difference(tree.nodes.words[: tree.nodes.n_answers])
    return sorted(word for word in others if all(rule(guess, word) == code for guess, code in turns))
