"""`wordle-next --interactive`: plays a game with the user, on the tree and, if the compiler is installed, off it.

It reads and parses a player's lines, and draws turns: as coloured tiles with their marks beside them, or as the grid of
squares to share. Colours never carry information alone: brackets replace them on streams without colours, and the
marks, as typed, serve people who cannot tell the colours apart.
"""

import os
import sys
import textwrap
from contextlib import suppress

from wordle_runtime import notation
from wordle_runtime.errors import GameError, SolveError, counted, printable, quoted
from wordle_runtime.feedback import GREEN, GREY, YELLOW, graphemes, marks, shown
from wordle_runtime.layout import HARD, MASTERMIND, ROWS, WORDLE
from wordle_runtime.next.solve import decimal, how_many
from wordle_runtime.notation import SAYS_HARD, ends_with_turn, format_feedback, is_marks, is_row, n_rows_after, style_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TextIO

    from wordle_runtime.next.solve import Solver
    from wordle_runtime.session import Session
    from wordle_runtime.tree import History

_ALTERNATIVES, _LINE_WIDTH = 10, 76
_SHOWN, _SHOWN_UNASKED = 20, 10  # by `list`, and below a turn

_ASKED = {
    WORDLE: "its colours, one mark per letter: b grey, y yellow, g green",
    MASTERMIND: "its black and white pegs, such as 2b1w or 2,1",
    "bulls": "its bulls and cows, such as 1A2B or 1,2",
}
_HOW = " (`?` ranks guesses, `list` names the answers left, `won` is a win; `help` explains the rest)"
_HELP = """\
Type what the guess got: {feedback}.
If you played another one, type it first: {example}.
Or type it alone, and its feedback at the next prompt. `won` is a win.
  ?      the ten best guesses here, and what each costs
  list   the answers still possible; `list all` shows every one
  undo   takes the last turn back, `undo 2` two turns; u does too
  grid   the rows so far, to share
  new    starts a new game
  quit   ends the game; so do q and Ctrl-D"""


class Table:
    """A game in progress: the session, the player's own guess if it differs from ours, and the screen."""

    def __init__(
        self, name: str, begin: "Callable[[History], Session]", solver: "Solver", stdin: "TextIO", stdout: "TextIO"
    ) -> None:
        """Takes the tree's name, what plays turns on it, and what answers off it; and where the game is played."""
        self._name, self._begin, self._solver = name, begin, solver
        self._stdin, self._stdout = stdin, stdout
        self._painter, self._game = Painter(stdout), begin([])
        self._own: str | None = None
        self._tree, self._waiting = self._game.tree, ""
        self._kind = self._tree.nodes.kind
        self._rows: list[str] = []
        """The rows of a game that was pasted without its guesses, which are then typed."""
        self._style = style_of(self._tree.info.game.answers.name)
        self._asked = _ASKED.get(self._style, _ASKED[self._kind])
        self._told = format_feedback(0 if self._kind == WORDLE else 2, self._tree.length, self._style, self._kind)

    def play(self, history: list[tuple[str, str]]) -> None:
        """Plays some turns, and asks for the feedback of each guess until the input ends or the player quits.

        After invalid input it explains the error and asks again; a solved game can be taken back or begun again.

        Raises:
            GameError: The history is impossible.
            KeyboardInterrupt: At a question; during a search, Ctrl-C ends only the search.
        """
        (counts, _), n_unsolved = how_many(self._game), len(self._tree.guarantee.unsolved)
        counts += f", {n_unsolved} of them not found in time" if n_unsolved else ""
        self._tell(
            f"{printable(self._name)}: {counts}, rule {self._tree.info.game.rule}. Play each guess, then type\n"
            f"{self._asked}. `help` explains the rest."
        )
        self._go(history)
        while (line := self._read()) is not None:
            if not line.strip() and (self._waiting_rows or self._game.is_solved):
                continue
            try:
                command, words = parse_line(line, self._tree.length, self._kind)
                if not self._obey(command, words):
                    return
            except (GameError, SolveError) as error:
                is_known = all(is_marks(said) or len(graphemes(said)) == self._tree.length for said in line.split())
                self._tell(f"{error}{_HOW if command in ('play', 'turns') and not is_known else ''}")

    def _read(self) -> str | None:
        """Asks for a line, and returns it, or None at the end of the input.

        A pasted game, `Wordle 1,234 3/6`, if that is there, and its rows, is one text. A title alone is dropped.

        On a terminal, if Python has `readline`, the player can edit the line and recall earlier lines with the arrow
        keys. Elsewhere there is no prompt, which would only clutter the output.
        """
        is_own = self._stdin is sys.stdin and self._stdout is sys.stdout
        if is_asked := is_own and sys.stdin.isatty() and sys.stdout.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401 - importing it makes `input` edit lines
        prompt = shown(f"{[*self._waiting_rows, 'undo, new or quit' if self._game.is_solved else self._guess][0]}> ")
        text, line, left, has_rows = "", "", 1, False
        # Blank lines may follow the title; one below the rows ends them, which may be fewer than the title says.
        while left > 0 and not (has_rows and not line.strip()):
            try:
                line = self._waiting or (f"{input(prompt)}\n" if is_asked else self._stdin.readline())
            except (EOFError, KeyboardInterrupt) as error:
                self._stdout.write("\n" * is_asked)
                if isinstance(error, KeyboardInterrupt):
                    raise
                line = ""
            if not line:
                break
            self._waiting = ""
            n_rows, command = n_rows_after(line), parse_line(line, self._tree.length, self._kind)[0]
            told = line.split() if n_rows == self._game.turn and self._kind == WORDLE and not has_rows else []
            if len(told) == 2 and told[1][0].isdigit():
                # A win told with its score, such as `speak 3/6`.
                with suppress(GameError):
                    return f"{self._game.check_guess(told[0])} {'g' * self._tree.length}"
            is_said = n_rows or ends_with_turn(line) or command not in ("play", "turns", "help")
            if text and not is_row(line) and line.strip() and is_said:
                if has_rows:
                    self._waiting = line
                    break
                text = ""
            is_first = is_said and is_row(line) and not (text or self._game.turns or self._own or self._waiting_rows)
            n_rows = n_rows or ROWS * (is_first and self._kind == WORDLE)
            if n_rows:
                hard = f"{SAYS_HARD}\n" * ("/6*" in line and self._tree.info.game.rule != HARD)
                self._tell(f"{hard}{'more' if is_first else 'its'} rows next, with their words; a blank line ends them")
            left, has_rows = (left if text else n_rows) - is_row(line), has_rows or is_row(line)
            text, prompt = text + line, shown("rows> ")
        if has_rows and (said := notation.about_turns(text, range(sum(map(is_row, text.splitlines()))), is_any=False)):
            self._tell(said)
        return text or None

    @property
    def _guess(self) -> str:
        """The guess that the player is assumed to play; the answer, when solved."""
        return self._own or self._game.guess or self._game.turns[-1][0]

    @property
    def _waiting_rows(self) -> list[str]:
        return self._rows[len(self._game.turns) :]

    def _obey(self, command: str, words: list[str]) -> bool:
        """Executes a line, and returns whether the game continues."""
        if self._game.turns and (command == "rows" or (command == "turns" and n_rows_after(words[0].split("\n")[0]))):
            self._tell("another title, another game: it begins anew")
            self._game = self._begin([])
        if command in ("play", "feedback", "turns", "best") and self._game.is_solved:
            raise GameError("the game is solved: type `new` for another, or `undo` to take the last turn back")
        typed = words[0].split() if command in ("play", "turns") else []
        if 0 < len(typed) <= len(self._waiting_rows) and not any(map(is_marks, typed)):
            self._go([*zip(typed, self._waiting_rows, strict=False)])
            return True
        said = " ".join(typed).casefold()
        if said.strip(".!") in ("lost", "i lost", "give up", "i give up") and len(typed[0]) != self._tree.length:
            raise GameError("`new` starts another game, `undo` takes the last turn back, `quit` ends this one")
        is_wordless = self._kind != WORDLE and " " in said and said.replace(" ", "").isalpha()
        if is_wordless or notation.is_prose(typed) or (said in ("none", "nothing") and len(said) != self._tree.length):
            how = f": type {self._asked}" * (is_wordless or said[:2] == "no")
            raise GameError(f"{quoted(' '.join(typed))} is no guess and no feedback{how}")
        if command in ("rows", "feedback", "turns", "new"):
            self._rows = words if command == "rows" else []
        if command == "rows":
            self._tell(f"what was guessed in these rows? Type {counted(len(words), 'guess')}, the first first")
        elif command == "play":
            try:
                self._own = self._game.check_guess(words[0])
            except GameError:
                is_like = {*words[0]} & notation.MARKS and notation.is_like_marks(words[0], self._tree.length)
                if is_like if self._kind == WORDLE else not words[0].isdigit():
                    self._go([(self._guess, words[0])])
                raise
            self._tell(f"you play {self._painter.styled(self._own, BOLD)}: type its feedback, or `undo`")
        elif command == "feedback":
            self._go([(self._guess, words[0])])
        elif command == "turns":
            sample = f"{self._tree.opener} {self._told}" * (self._kind != WORDLE)
            self._go(notation.split_history(words, len(self._game.turns) + 1, sample))
        elif command != "quit":
            getattr(self, f"_{command}")(*words)
        return command != "quit"

    def _go(self, turns: list[tuple[str, str]]) -> None:
        """Plays turns, and shows them and, unless rows follow, the next guess. A failure leaves the game unchanged.

        Raises:
            GameError: A turn is impossible.
        """
        n_before = len(self._game.turns)
        self._game = self._begin([*self._game.turns, *turns])
        for guess, code in self._game.turns[n_before:]:
            self._tell(f"  {self._painter.turn(guess, code, self._kind, self._style)}")
        if turns and self._game.turns[-2:-1] == self._game.turns[-1:]:
            self._tell("that is the turn before again: `undo` takes it back")
        if not self._waiting_rows:
            self._settle()

    def _settle(self) -> None:
        """Shows the next guess at the current position, or the end of the game."""
        self._own = None
        self._solver.improve(self._game, quick_on_interrupt=True)
        guess = self._painter.styled(self._guess, BOLD)
        if self._game.is_solved:
            self._tell(f"solved with {counted(len(self._game.turns), 'guess')}: {guess}")
            self._grid()
            return
        another = "; `new` starts another game" * self._game.is_lost
        told = f"turn {self._game.turn}: play {guess} ({self._solver.explain(self._game)}){another}"
        self._tell(textwrap.fill(told, _LINE_WIDTH + 4, subsequent_indent="  ", break_on_hyphens=False))
        if 1 < self._game.candidates_left <= _SHOWN_UNASKED and not self._game.is_lost:
            self._tell(self._painter.styled(f"  {' '.join(self._game.candidates())}", DIM))

    def _new(self) -> None:
        self._game = self._begin([])
        self._settle()

    def _undo(self, count: str = "") -> None:
        is_own = self._own is not None
        for _ in range(min(int(count[:9]) if count.isdecimal() else 1, len(self._game.turns) + is_own or 1) - is_own):
            self._game.back()
        self._go([])

    def _list(self, extent: str = "") -> None:
        words = self._game.likely_first()
        shown = words[: None if extent == "all" else int(extent[:9]) if extent.isdecimal() else _SHOWN]
        told = textwrap.wrap(" ".join(shown), _LINE_WIDTH, break_long_words=False, break_on_hyphens=False)
        self._tell("\n".join(f"  {line}" for line in told))
        if len(shown) < len(words):
            self._tell(f"  and {len(words) - len(shown)} more: `list all` shows them")

    def _grid(self) -> None:
        if not (turns := self._game.turns):
            raise GameError("there are no squares yet: no feedback has been given")
        n_turns = "X" if self._game.turn > self._tree.rows else len(turns) if self._game.is_solved else "?"
        self._tell(f"\nwordle-tree {n_turns}/{self._tree.rows}")
        self._tell("\n".join(self._painter.grid(turns[: self._tree.rows], self._kind, self._style)))

    def _best(self) -> None:
        if (ranking := self._solver.alternatives(self._game, _ALTERNATIVES)) is None:
            self._tell(self._solver.cut_short)
            return
        width = max(len("guess"), self._tree.length)
        self._tell(f"  {'guess':<{width}}  expected   costs")
        # The suggested guess comes before its equals.
        rows = sorted(ranking, key=lambda row: (row.cost is None, row.cost or 0, row.guess != self._game.guess))
        pool = self._game.pool() if self._game.is_late else []
        for row in rows:
            notes = ["may be the answer"] * row.is_candidate + ["suggested"] * (row.guess == self._game.guess)
            chance = (f"wins for 1 of {how_many(self._game)[1]}" if row.guess in pool else "less likely") * bool(pool)
            numbers = f"  {chance or f'may not find the answer within {self._solver.limit} guesses'}"
            if row.expected is not None and row.cost is not None:
                numbers = f"  {decimal(row.expected, 4):>8}  {decimal(row.cost, 4):>6}"
            self._tell(f"  {row.guess:<{width}}{numbers}  {', '.join(notes)}".rstrip())
        if self._game.allowed is None:
            self._tell(f"  only the tree's {len(self._tree.nodes.words)} words are ranked: name all with --allowed")

    def _help(self) -> None:
        # A word that is not the one suggested, and a feedback that is not the win.
        other = next((word for word in self._game.likely_first() if word != self._guess), self._tree.opener)
        self._tell(_HELP.format(feedback=self._asked, example=f"{other} {self._told}"))

    def _tell(self, line: str) -> None:
        self._stdout.write(shown(f"{line}\n"))
        self._stdout.flush()


_ALONE = {
    name: names.split()[0]
    for names in ("help h", "quit q exit stop", "undo u back", "best ? ?? top", "list l", "grid", "new restart")
    for name in names.split()
}
"""Commands that stand alone on their line. They are short, since players' words usually have five letters."""
_TOLD = dict.fromkeys(("won", "i won", "solved", "got it", "all green"), "g") | {"all grey": "_", "all black": "b"}
_COUNTS = {"no": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}


def parse_line(text: str, length: int, kind: str) -> tuple[str, list[str]]:
    """Returns the command of a line, and its arguments.

    That is a value of `_ALONE`, `list` perhaps with `all` or a number, `undo` with one; `play` with the guess;
    `feedback` with the feedback; `rows` with feedbacks below a title; or `turns` with their words.

    A single word is a command, a turn `GUESS:FEEDBACK`, a feedback or else a guess; several are a feedback or turns.
    """
    said = [_COUNTS.get(word, word) for word in text.casefold().split() if word != "and"]
    if kind != WORDLE and "?" not in text and not any(map({*said}.isdisjoint, (notation.PEG_WORDS, _COUNTS.values()))):
        # Beside pegs and numbers, other words are prose.
        text = " ".join(word for word in said if word in notation.PEG_WORDS or not word.isalpha())
    if not (words := (plain := notation.decoded(text)).split()):
        return "help", []
    row, _, score = text.strip().rpartition(" ")
    if notation.code_of(alone := row if n_rows_after(score) and is_row(row) else text, length, kind) is not None:
        return "feedback", [alone.strip()]
    if kind == WORDLE and max(map(len, words)) < 3 and [*map(len, words)].count(1) > 1:
        words = ["".join(words)]
    rows = [line.strip() for line in plain.splitlines() if line.strip() and not n_rows_after(line)]
    if rows and all(notation.code_of(row, length, kind) is not None for row in rows):
        return "rows", rows
    if (mark := _TOLD.get(plain.strip(" .!\n").casefold().replace("gray", "grey"))) and len(words[0]) != length:
        return "feedback", [mark * length if kind == WORDLE else f"{length * (mark != '_')},0"]
    first = words[0].casefold().lstrip("/").rstrip(".!")
    rest = [word.casefold() for word in words[1:] if not (word.isdecimal() and len(word) < length)]
    if first in _ALONE and all(map(str.isalpha, rest)) and notation.code_of(" ".join(rest), length, kind) is None:
        command = "new" if rest == ["all"] and _ALONE[first] == "undo" else _ALONE[first]
        return command, [word.casefold() for word in words[1:2]] * (command in ("list", "undo"))
    if len(words) > 1 or ":" in words[0][1:-1] or words[0][length : length + 1] in {*"=,;"}:
        return "turns", [text]
    return "feedback" if "_" in first else "play", words


BOLD, DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_COLOURS = {GREY: "231;48;5;240", YELLOW: "16;48;5;178", GREEN: "16;48;5;71"}
"""White on grey, black on yellow and on green, of the 256 colours that do not depend on the terminal's theme: of the
sixteen that do, some themes make pairs that nobody can read."""
_COLOURED = {mark: f"\x1b[38;5;{colour}m{BOLD} {{}} {_PLAIN}" for mark, colour in _COLOURS.items()}
_BRACKETS = {GREY: " {} ", YELLOW: "({})", GREEN: "[{}]"}
_PEGS = str.maketrans("⚫⚪", "●○", "➖")
"""Pegs beside a code, and those to share."""


class Painter:
    """Draws for one stream, with colours if it is a terminal that supports and permits them."""

    def __init__(self, stream: "TextIO") -> None:
        # NO_COLOR: https://no-color.org. Windows' old console shows the codes as text; its newer one names itself.
        can_show = os.name != "nt" or any(name in os.environ for name in ("WT_SESSION", "ANSICON", "TERM"))
        is_wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self._is_coloured = is_wanted and can_show and stream.isatty()
        self._encoding = getattr(stream, "encoding", None) or "utf-8"

    def styled(self, text: str, style: str) -> str:
        """Returns a text in bold or faint type."""
        return f"{style}{text}{_PLAIN}" if self._is_coloured else text

    def turn(self, guess: str, code: int, kind: str, style: str = "letters") -> str:
        """Returns a guess as tiles, and its feedback as typed; the tiles of a code have no colours, nor bulls pegs."""
        letters = graphemes(guess)
        text = format_feedback(code, len(letters), style, kind)
        if kind != WORDLE:
            pegs = format_feedback(code, len(letters), "pegs", kind).translate(_PEGS)
            shown = f"{pegs:<{len(letters)}}  {text}" if style != "bulls" and pegs and self._can_show(pegs) else text
            return f"{self.styled(' '.join(letters), BOLD)}   {shown}"
        forms = _COLOURED if self._is_coloured else _BRACKETS
        return f"{''.join(map(str.format, map(forms.__getitem__, marks(code, len(letters))), letters))}   {text}"

    def grid(self, turns: "Iterable[tuple[str, int]]", kind: str, style: str = "letters") -> list[str]:
        """Returns the feedbacks as lines of squares, which reveal no word, or as marks if squares cannot be shown."""
        names = "squares" if kind == WORDLE else "bulls" if style == "bulls" else "pegs", style
        rows = ([format_feedback(code, len(graphemes(guess)), name, kind) for name in names] for guess, code in turns)
        return [drawn if self._can_show(drawn) else plain for drawn, plain in rows]

    def _can_show(self, text: str) -> bool:
        with suppress(UnicodeError, LookupError):
            return text.encode(self._encoding) is not None
        return False
