"""`wordle-next --interactive`: plays a game with the user, on the tree and, if the compiler is installed, off it."""

from wordle_runtime.errors import GameError, SolveError, counted, printable
from wordle_runtime.layout import WORDLE
from wordle_runtime.next.screen import Painter, parse_line, read_line
from wordle_runtime.next.solve import RULE_OF_THUMB, decimal, facts, origin, suggested_first
from wordle_runtime.notation import split_history
from wordle_runtime.position import check_rule, find_word
from wordle_runtime.words import words_allowed_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from wordle_runtime.next.shipped import Shelf
    from wordle_runtime.next.solve import Answer, Solver, TreePosition

_ALTERNATIVES = 10
_SHOWN = 20
"""How many candidates `list` shows."""
_SHOWN_UNASKED = 10
_LINE_WIDTH = 76

_MARKS = "its colours, one mark per letter: b grey, y yellow, g green"
_PEGS = "its black and white pegs, such as 2b1w or 2,1"
_HELP = """\
Type what the guess got: {feedback}.
If you played another word, type it first: {example}.
Or type it alone, and its feedback at the next prompt.
  ?      the ten best guesses here, and what each costs
  list   the answers still possible; `list all` shows every one
  undo   takes the last turn back; u does too
  grid   the squares so far, to share
  play   as in `play {opener}`: takes a word as your guess even if it looks like something else
  new    starts a new game
  quit   ends the game; so do q and Ctrl-D
"""


def play(shelf: "Shelf", history: list[tuple[str, str]], stdin: "TextIO", stdout: "TextIO") -> None:
    """Asks for the feedback of each guess until the game is solved or the input ends.

    After invalid input it explains the error and asks again.

    Args:
        shelf: The source of the guesses.
        history: The turns played before.
        stdin: The player's input.
        stdout: The stream that shows the game.

    Raises:
        GameError: The history is impossible.
        SolveError: The history needs a search, but no search is possible.
        KeyboardInterrupt: At a question; during a search, Ctrl-C ends only the search.
    """
    _Table(shelf, shelf.choose_any(history), stdout).play(history, stdin)


class _Table:
    """A game in progress: the positions so far, the player's own guess if it differs from ours, and the screen."""

    def __init__(self, shelf: "Shelf", name: str, stdout: "TextIO") -> None:
        self._shelf = shelf
        self._first_name = name
        self._stdout = stdout
        self._painter = Painter(stdout)
        self._take_tree(name)

    def _take_tree(self, name: str) -> None:
        """Begins a game with a tree."""
        self._name = name
        self._solver: Solver = self._shelf.solver(name)
        start = self._solver.position_after([])
        self._positions = [start]
        self._own: str | None = None
        self._tree = start.tree
        self._kind = self._tree.nodes.kind
        self._answer: Answer = self._solver.answer(start)

    @property
    def _position(self) -> "TreePosition":
        return self._positions[-1]

    def play(self, history: list[tuple[str, str]], stdin: "TextIO") -> None:
        """Plays `history`, which may raise what `_go` raises, and then plays to the end."""
        game = self._tree.info.game
        likely = self._tree.guarantee.likely
        how_many = "" if likely is None else f" {likely.count} of them likely,"
        name = printable(self._name)
        self._tell(
            f"{name}: {game.answers.count} answers,{how_many} rule {game.rule}. Play each guess, then type\n"
            f"{_MARKS if self._kind == WORDLE else _PEGS}. `help` explains the rest."
        )
        self._go(history)
        while not self._position.is_solved:
            line = read_line(f"{self._guess}> ", stdin, self._stdout)
            if line is None:
                return
            try:
                if not self._obey(*parse_line(line, self._tree.length, self._kind)):
                    return
            except GameError as error:
                self._tell(str(error))
            except SolveError as error:
                self._tell(f"this needs a search: {error}")
        n_turns = len(self._position.turns)
        self._tell(f"solved with {counted(n_turns, 'guess')}: {self._painter.bold(self._guess)}")
        self._show_grid()

    @property
    def _guess(self) -> str:
        """The guess that the player is assumed to play; the answer, when solved."""
        return self._own or self._answer.guess or self._position.candidates[0]

    def _obey(self, command: str, words: list[str]) -> bool:
        """Executes a line, and returns whether the game continues."""
        if command == "play":
            self._take_guess(words[0])
        elif command == "feedback":
            self._go([(self._guess, words[0])])
        elif command == "turns":
            self._go(split_history(words))
        elif command == "list":
            self._list(shows_all=words == ["all"])
        elif command != "quit":
            {
                "help": self._help,
                "undo": self._undo,
                "new": self._begin_again,
                "grid": self._show_grid,
                "best": self._show_alternatives,
            }[command]()
        return command != "quit"

    def _go(self, turns: list[tuple[str, str]]) -> None:
        """Plays turns, and shows them and the next guess. A failure leaves the game unchanged.

        If another tree opens with the first guess, the game goes on with that one.

        Raises:
            GameError: The turns are impossible.
            SolveError: The turns leave the tree, and no search is possible.
        """
        name, own = self._name, self._own
        if not turns or len(self._positions) > 1 or (other := self._shelf.choose_any(turns)) == name:
            self._play_turns(turns)
            return
        self._take_tree(other)
        try:
            self._play_turns(turns)
        except (GameError, SolveError):
            self._take_tree(name)
            self._own = own
            raise

    def _play_turns(self, turns: list[tuple[str, str]]) -> None:
        """Does what `_go` does, with the tree that the game has."""
        before = self._position
        positions: list[TreePosition] = []
        for turn in turns:
            played: list[tuple[str, str | int]] = [*(positions[-1] if positions else before).turns, turn]
            positions.append(self._solver.position_after(played))
        after = positions[-1] if positions else before
        try:
            answer = self._solver.answer(after, quick_on_interrupt=True)
        except SolveError as error:
            raise GameError(f"{after.departure}; to go on from here, {error}") from None
        self._positions += positions
        for guess, code in after.turns[len(before.turns) :]:
            self._tell(f"  {self._painter.turn(guess, code, self._kind)}")
        if before.departure is None and after.departure is not None and not after.is_solved:
            self._tell(f"{after.departure}; {origin(answer)}")
        elif answer.source == RULE_OF_THUMB:
            self._tell(origin(answer))
        self._settle(answer)

    def _settle(self, answer: "Answer | None" = None) -> None:
        """Shows the next guess at the current position."""
        self._own = None
        self._answer = answer or self._solver.answer(self._position, quick_on_interrupt=True)
        if self._position.is_solved:
            return
        candidates = self._position.candidates
        known = facts(self._answer)[: None if len(candidates) > 1 else 1]
        guess = self._painter.bold(self._answer.guess or "")
        self._tell(f"turn {self._position.turn}: play {guess} ({', '.join(known)})")
        if 1 < len(candidates) <= _SHOWN_UNASKED:
            self._tell(self._painter.dim(f"  {' '.join(candidates)}"))

    def _begin_again(self) -> None:
        self._take_tree(self._first_name)
        self._settle()

    def _take_guess(self, text: str) -> None:
        """Takes a word that the player plays instead of ours; its feedback follows."""
        position = self._position
        game = self._tree.info.game
        known = self._solver.known or words_allowed_in(game, self._tree.nodes)
        word = find_word(game, text, position.turn, known)
        check_rule(game, word, position)
        self._own = word
        self._tell(f"you play {self._painter.bold(word)}: type its feedback, or `undo`")

    def _undo(self) -> None:
        if self._own is None:
            if len(self._positions) == 1:
                raise GameError("nothing to undo: no feedback has been given yet")
            self._positions.pop()
            if len(self._positions) == 1:
                self._take_tree(self._first_name)
        self._settle()

    def _list(self, *, shows_all: bool) -> None:
        words = self._position.likely_first
        shown = words if shows_all else words[:_SHOWN]
        in_line = max(1, _LINE_WIDTH // (self._tree.length + 1))
        for at in range(0, len(shown), in_line):
            self._tell(f"  {' '.join(shown[at : at + in_line])}")
        if len(shown) < len(words):
            self._tell(f"  and {len(words) - len(shown)} more: `list all` shows them")

    def _show_grid(self) -> None:
        turns = self._position.turns
        if not turns:
            raise GameError("there are no squares yet: no feedback has been given")
        n_turns = str(len(turns)) if self._position.is_solved else "?"
        likely = self._tree.guarantee.likely
        # The limit that the game itself has, unless it took more.
        limit = self._tree.info.game.max_guesses if likely is None else max(likely.max_guesses, len(turns))
        self._tell("")
        self._tell(f"wordle-tree {n_turns}/{limit}")
        for row in self._painter.grid(turns, self._kind):
            self._tell(row)

    def _show_alternatives(self) -> None:
        ranking = self._solver.alternatives(self._position, _ALTERNATIVES)
        if ranking is None:
            self._tell("the search was cut short: ask again when fewer candidates are left")
            return
        width = max(len("guess"), self._tree.length)
        self._tell(f"  {'guess':<{width}}  expected   costs")
        rows = suggested_first(ranking, self._answer)
        for row in rows:
            notes = [
                *(["may be the answer"] if row.is_candidate else []),
                *(["suggested"] if row.guess == self._answer.guess else []),
            ]
            numbers = "  does not solve every candidate within the limit"
            if row.expected is not None and row.cost is not None:
                numbers = f"  {decimal(row.expected, 4):>8}  {decimal(row.cost, 4):>6}"
            self._tell(f"  {row.guess:<{width}}{numbers}  {', '.join(notes)}".rstrip())
        if (n_known := self._solver.n_known) is not None:
            self._tell(f"  only the {n_known} words of the tree are ranked: name its allowed words with --allowed")
        elif all(row.guess != self._answer.guess for row in rows):
            self._tell(f"  {self._answer.guess} is not among these ten")

    def _help(self) -> None:
        is_wordle = self._kind == WORDLE
        opener = self._tree.opener
        # A word that is not the one suggested.
        other = next((word for word in self._position.candidates if word != self._guess), opener)
        example = f"{other} {'_' * self._tree.length if is_wordle else '1b2w'}"
        text = _HELP.format(feedback=_MARKS if is_wordle else _PEGS, example=example, opener=opener)
        self._tell(text.removesuffix("\n"))

    def _tell(self, line: str) -> None:
        self._stdout.write(f"{line}\n")
        self._stdout.flush()
