"""A game in progress: the word to play, the feedback so far, and the candidates, on a tree and off it."""

from functools import cached_property, lru_cache

from wordle_runtime import position as rules
from wordle_runtime.errors import GameError, NoCandidateError, OffTreeError
from wordle_runtime.feedback import rule_of
from wordle_runtime.layout import WORDLE
from wordle_runtime.nodes import Node, Nodes
from wordle_runtime.notation import format_feedback, read_feedback, style_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction
    from typing import Any

    Words = Iterable[str]
    Tree = Any
    """That of `wordle_runtime.tree`, which imports this file."""

TREE, SEARCH, RULE_OF_THUMB = "tree", "search", "rule of thumb"
"""The sources of a guess."""

_NAMED = 5
_PLAYS = "the tree plays {} here, not {!r}"


@lru_cache(1024)
def _fitting(tree: "Tree", turns: tuple[tuple[str, int], ...]) -> list[str]:
    """Returns the answers of a tree that fit some turns, ascending."""
    if not turns:
        return list(tree.answers)
    rule, (guess, code) = rule_of(tree.info.game.kind), turns[-1]
    return [answer for answer in _fitting(tree, turns[:-1]) if rule(guess, answer) == code]


class Session:
    """One game. It changes with every step, so each thread needs its own; threads may share its tree.

    The player may play any word that the game allows. While the words are the tree's, so are the guesses. A first
    guess that opens another bundled tree of the same game continues on that tree. Otherwise the guess comes from a rule
    of thumb: the word, of those that may be the answer, with the smallest expected cell, or the first on the last row.
    Where no answer of the tree fits the feedback, the other allowed words that fit become the candidates.

    A failed `step` or `play` raises `GameError` and leaves the session as it was. `Tree.session` starts one.
    """

    def __init__(
        self, tree: "Tree", allowed: "Words | None" = None, include: "Words" = (), exclude: "Words" = ()
    ) -> None:
        self._start, self._more, self._fewer = tree, frozenset(include), frozenset(exclude)
        self._allowed = None if allowed is None else frozenset(allowed)
        self._begin(tree)

    def _begin(self, tree: "Tree") -> None:
        """Stands at the opener of a tree, before the first turn."""
        self.tree = tree
        """The tree that the game follows, or followed until it left it."""
        self._nodes: Nodes = tree.nodes
        self._length = tree.length
        self._node = 0
        """The node of the current guess, or of the guess that solved the game."""
        self._off: rules.Position | None = None
        """The position, where the tree was left, or the answers differ."""
        self.departure: GameError | None = None
        """How the game left the tree that it began with; None if it did not."""
        self.is_solved = False
        """Whether the last feedback won the game: all green, or all black."""
        self._is_on = True
        """Whether the game goes on at the node: it is neither solved nor off the tree."""
        self._chosen: tuple[str | None, str, Fraction | int | None, int | None] | None = None
        """What `guess`, `source`, `expected` and `max_guesses_left` are off the tree, once one of them is asked for."""
        if self._more or self._fewer:
            answers = rules.changed_answers(tree.answers, self._more, self._fewer)
            self._off = rules.Position(turns=(), candidates=tuple(sorted(answers)))
            self._is_on = False

    def __repr__(self) -> str:
        state = "solved" if self.is_solved else f"guess {self.guess!r}"
        return f"<Session turn {self.turn}, {state}, {self.candidates_left} candidates>"

    @property
    def guess(self) -> str | None:
        """The word to play now; None when the game is solved."""
        return self._nodes.word(self._node) if self._is_on else self._choose()[0]

    @property
    def source(self) -> str:
        """Where the guess is from: `tree`, `rule of thumb`, or `search` where the rule's guess is provably best.

        A guess of the rule is provably best where it may be the answer and tells all others apart.
        """
        return TREE if self._is_on else self._choose()[1]

    @property
    def turns(self) -> tuple[tuple[str, int], ...]:
        """The turns so far, which `Tree.replay` takes: each guess as spelled in the lists, and its feedback's code."""
        if self._off:
            return self._off.turns
        won = [(self._nodes.word(self._node), self._nodes.all_green)] * self.is_solved
        return (*self._nodes.path(self._node), *won)

    @property
    def turn(self) -> int:
        """The number of the current guess, counted from 1; when solved, of the guess that solved the game."""
        return len(self.turns) + (not self.is_solved)

    @property
    def is_lost(self) -> bool:
        """Whether the rows of a game of words are used up, and it is not solved; it can still be played on."""
        return self._nodes.kind == WORDLE and self.turn > self.tree.rows and not self.is_solved

    @property
    def is_late(self) -> bool:
        """Whether a game of words gives no more guesses than one, so that only the answer is worth a guess."""
        return self._nodes.kind == WORDLE and self.turn >= self.tree.rows and not self.is_solved

    @property
    def is_last_row(self) -> bool:
        """Whether a game of words gives one more guess, and several words of the `pool` may be the answer."""
        return self.is_late and not self.is_lost and len(self.pool()) > 1

    @property
    def candidates_left(self) -> int:
        """How many answers are still possible, including those that the tree does not solve; 1 when solved."""
        return len(self.candidates())

    @cached_property
    def likely(self) -> frozenset[str]:
        """The likely answers of the game; all answers if the tree distinguishes none."""
        return frozenset(self._start.likely_answers).difference(self._fewer) | self._more

    @property
    def likely_left(self) -> int | None:
        """How many of the answers still possible are likely ones, 1 or 0 when solved; None if the game has none."""
        return len(self.likely.intersection(self.candidates())) if self._start.guarantee.likely else None

    @property
    def max_guesses_left(self) -> int | None:
        """The most guesses that the play still takes, including the current one; 0 when solved; None if unknown.

        It is about the likely answers, where the tree, or a search, is about these alone.
        """
        return len(self._nodes.by_level(self._node)) if self._is_on else self._choose()[3]

    @property
    def within_likely(self) -> tuple[int, int] | None:
        """The most guesses for a likely answer, and how many other words are found in so many; None if none is left."""
        likely = self.tree.guarantee.likely
        counts = self._nodes.by_level(self._node, likely.members) if likely is not None and self._is_on else []
        most = max((n_guesses for n_guesses, count in enumerate(counts, 1) if count), default=0)
        return (most, sum(self._nodes.by_level(self._node)[:most]) - sum(counts)) if most else None

    @property
    def n_late(self) -> int:
        """How many of the likely answers the tree finds only after the last row of the game; 0 off the tree."""
        likely, first = self.tree.guarantee.likely, max(self.tree.rows + 1 - self.turn, 0)
        return sum(self._nodes.by_level(self._node, likely and likely.members)[first:]) if self._is_on else 0

    @property
    def expected(self) -> "Fraction | None":
        """The guesses that the play still needs on average, this one included; 0 when solved. Exact; None if unknown.

        Where the tree has weights the mean is weighted, unless all candidates left weigh nothing. Where it has likely
        answers the mean is that of the likely ones while some are left. None where the tree does not solve all
        candidates that the mean is about, or the guess follows a rule of thumb.
        """
        from fractions import Fraction

        if not self._is_on:
            expected = self._choose()[2]
            return None if expected is None else Fraction(expected)
        nodes, likely, weights = self._nodes, self.tree.guarantee.likely, self.tree.guarantee.weights
        if likely is not None and (n_likely := self.likely_left):
            counts = nodes.by_level(self._node, likely.members)
            if sum(counts) < n_likely:
                return None
        elif nodes.unsolved(self._node):
            return None
        else:
            weighted = [] if weights is None else nodes.by_level(self._node, weights.values)
            counts = weighted if any(weighted) else nodes.by_level(self._node)
        return Fraction(sum(depth * count for depth, count in enumerate(counts, 1)), sum(counts))

    def candidates(self) -> list[str]:
        """Returns the answers that are still possible, ascending; when solved, the answer."""
        if self._off:
            return list(self._position.candidates)
        if self.is_solved or self.tree is self._start:
            here = Node(_nodes=self._nodes, _number=self._node)
            return [here.guess] if self.is_solved else here.candidates()
        # The tree that the game goes on with may find the likely answers alone.
        return [*_fitting(self._start, self.turns)]

    def likely_first(self) -> list[str]:
        """Returns the candidates, the likely ones first, both ascending."""
        return sorted(self.candidates(), key=lambda word: (word not in self.likely, word))

    def pool(self) -> list[str]:
        """Returns the candidates that count, ascending: the likely ones, or all if none of those is left."""
        return self.likely_first()[: self.likely_left or None]

    @property
    def allowed(self) -> frozenset[str] | None:
        """The words that may be guessed; None if their list is unknown, and any word may."""
        from wordle_runtime.words import words_allowed_in

        known = self._allowed or words_allowed_in(self.tree.info.game, self._nodes)
        return known and known | self._more

    def step(self, feedback: str | int) -> str | None:
        """Takes the feedback to the current guess, and returns the next guess, or None if the game is solved.

        The feedback is a code (see `wordle_runtime.feedback`) or text in any notation.

        Raises:
            GameError: The game is already solved, the feedback is malformed, or no word can give it
                (`NoCandidateError`). The error names the turn.
        """
        nodes, node = self._nodes, self._node
        try:
            code = feedback if type(feedback) is int else read_feedback(feedback, self._length, nodes.kind)
        except GameError as error:
            # Asking for the turn takes longer than the rest.
            raise GameError(error.reason, len(self.turns) + 1) from None
        # A code out of range leads nowhere, so it needs no check before.
        child = nodes.child(node, code)
        if child and self._is_on:
            self._node = child
            return nodes.word(child)
        if code == nodes.all_green and self._is_on and not nodes.guess[node]:
            self.is_solved = True
            self._is_on = False
            return None
        self._go_on(self.guess or "", feedback)
        return self.guess

    def play(self, guess: str, feedback: str | int) -> str | None:
        """Takes a guess, which may be any allowed word, and its feedback; returns what `step` does.

        Raises:
            GameError: As for `step`; or the guess is not allowed or breaks the rule. The error names the turn.
        """
        self.take(guess, feedback)
        return self.guess

    def take(self, guess: str, feedback: str | int) -> None:
        """Does what `play` does without choosing the next guess, which off the tree can take a tenth of a second."""
        here = self._nodes.word(self._node) if self._is_on else None
        if guess == here or (word := self.check_guess(guess)) == here:
            self.step(feedback)
        elif here is None or self._node or (other := self.tree.sibling(word)) is None:
            self._go_on(word, feedback)
        else:
            self._begin(other)
            self.departure = OffTreeError(_PLAYS.format(here, word), 1)
            try:
                self.step(feedback)
            except GameError:
                self._begin(self._start)
                raise

    def check_guess(self, guess: str) -> str:
        """Returns a word that the player may guess now, as spelled in the lists.

        Raises:
            GameError: The game is solved, the word is not allowed, or it breaks the rule. The error names the turn.
        """
        if self.is_solved:
            raise GameError(f"the game was solved at turn {self.turn}: give one game at a time", self.turn + 1)
        word = rules.find_word(self.tree.info.game, guess, self.turn, self.allowed, self._nodes.words)
        if not self._is_on or word != self._nodes.word(self._node):
            rules.check_rule(self.tree.info.game, word, self._position)
        return word

    def check_against_win(self, turns: "Sequence[tuple[str, str | int]]") -> None:
        """Raises `GameError` for the first of all turns that does not fit the last guess, if that wins."""
        game, allowed = self.tree.info.game, self.allowed
        words = [rules.find_word(game, guess, turn, allowed) for turn, (guess, _) in enumerate(turns, 1)]
        codes = [read_feedback(said, game.length, game.kind, turn) for turn, (_, said) in enumerate(turns, 1)]
        for turn, (word, code) in enumerate(zip(words, codes, strict=True), 1):
            right = rule_of(game.kind)(word, words[-1])
            if right != code and codes[-1] == self._nodes.all_green:
                style = style_of(game.answers.name)
                due, told = (format_feedback(one, game.length, style, game.kind) for one in (right, code))
                raise NoCandidateError(f"{word} gets {due} if {words[-1]} is the answer, not {told}", turn)

    def back(self) -> None:
        """Undoes the last feedback.

        Raises:
            GameError: No feedback was given yet.
        """
        if not (turns := self.turns):
            raise GameError("nothing to undo: no feedback has been given yet")
        self._begin(self._start)
        for guess, code in turns[:-1]:
            self.take(guess, code)

    @property
    def _position(self) -> rules.Position:
        return self._off or rules.Position(turns=self.turns, candidates=tuple(self.candidates()))

    def _go_on(self, guess: str, feedback: str | int) -> None:
        """Plays a turn by the rules of the game alone."""
        nodes, game, before, allowed = self._nodes, self.tree.info.game, self._position, self.allowed
        try:
            after = rules.play_turn(game, allowed, before, guess, feedback)
            departure = self._how_left(guess, after)
        except NoCandidateError as error:
            departure = error
            turns = (*before.turns, (guess, read_feedback(feedback, game.length, nodes.kind, self.turn)))
            answers = rules.changed_answers(self._start.answers, self._more, self._fewer)
            others, rule = (allowed or frozenset()).difference(answers), rule_of(nodes.kind)
            fitting = sorted(word for word in others if all(rule(played, word) == code for played, code in turns))
            if not fitting:
                raise rules.with_suspect(error, (answers, others), turns, nodes.kind) from None
            after = rules.Position(turns=turns, candidates=tuple(fitting))
        self._off, self._is_on, self._chosen = after, False, None
        self.departure = self.departure or departure
        self.is_solved = after.turns[-1][1] == nodes.all_green

    def _how_left(self, guess: str, after: rules.Position) -> GameError:
        """Returns the error for a turn for which the tree has no guess."""
        if self._more or self._fewer:
            return OffTreeError("words were included or excluded, so the answers are not the tree's", 1)
        expected = self._nodes.word(self._node)
        if guess != expected:
            return OffTreeError(_PLAYS.format(expected, guess), self.turn)
        shown = format_feedback(after.turns[-1][1], self.tree.length, kind=self._nodes.kind)
        named = ", ".join(after.candidates[:_NAMED]) + (", ..." if len(after.candidates) > _NAMED else "")
        return OffTreeError(f"the tree has no guess left after {guess} {shown}; it does not solve {named}", self.turn)

    def heed_rows(self) -> "Session":
        """Leaves the tree on the last row, for a word that may be the answer, where the tree's word may not."""
        if self._is_on and self.is_last_row and (guess := self.guess) not in self.pool():
            self.departure = OffTreeError(f"{guess} cannot win on the last row", self.turn)
            self._off, self._is_on = self._position, False
        return self

    def prefer(self, guess: str, expected: "Fraction", max_guesses_left: int) -> None:
        """Takes a guess that a search found best here, off the tree, in place of that of the rule of thumb."""
        self._chosen = guess, SEARCH, expected, max_guesses_left

    def _choose(self) -> "tuple[str | None, str, Fraction | int | None, int | None]":
        if self._chosen is None:
            if self.is_solved:
                self._chosen = None, SEARCH if self._off else TREE, 0, 0
            elif not self._position.turns and len(self._position.candidates) > 2:
                self._chosen = self._nodes.word(0), TREE, None, None
            else:
                from fractions import Fraction

                n_words = len(words := self.pool())
                ranked, is_best = rules.rule_of_thumb(words, self._nodes.kind)
                # On the last row all of them win for one answer, and the first is as good as any.
                guess = min(ranked) if self.is_last_row else ranked[0]
                self._chosen = guess, RULE_OF_THUMB, None, None
                if is_best and (n_words == 1 or self.tree.guarantee.weights is None):
                    most = min(2, n_words) if n_words == self.candidates_left else None
                    self._chosen = guess, SEARCH, Fraction(2 * n_words - 1, n_words), most
        return self._chosen
