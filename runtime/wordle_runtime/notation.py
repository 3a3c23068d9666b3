"""Feedback as text: parses every notation in use, and writes the common ones."""

from wordle_runtime.errors import GameError, brief, counted, quoted
from wordle_runtime.feedback import marks
from wordle_runtime.layout import KINDS, MAX_LENGTH, WORDLE, n_feedbacks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

GREY_MARKS = "b_.-0⬛⬜"
YELLOW_MARKS = "y1🟨🟦"
GREEN_MARKS = "g2🟩🟧"
MARKS = frozenset(f"{GREY_MARKS}{YELLOW_MARKS}{GREEN_MARKS}" + f"{GREY_MARKS}{YELLOW_MARKS}{GREEN_MARKS}".upper())
"""🟧 and 🟦 are the green and the yellow of the game's high-contrast mode."""

MARKS_HELP = "use b _ . - 0 ⬛ ⬜ for grey, y 1 🟨 🟦 for yellow, g 2 🟩 🟧 for green"

_DIGITS: dict[int, str | None] = {
    # Some keyboards and copied texts put a variation selector after a square.
    0xFE0E: None,
    0xFE0F: None,
}
for _digit, _marks in (("0", GREY_MARKS), ("1", YELLOW_MARKS), ("2", GREEN_MARKS)):
    _DIGITS |= dict.fromkeys(map(ord, _marks + _marks.upper()), _digit)

_BLACK, _WHITE = "b", "w"
_PEGS_HELP = "write the black and the white pegs as 2b1w, B2W1 or 2,1"

_STYLES = {"letters": "_yg", "digits": "012", "squares": "⬛🟨🟩"}


def parse_feedback(text: str, length: int, kind: str = WORDLE) -> int:
    """Returns the feedback that `text` denotes, as a base-3 number, most significant place first.

    A feedback of kind `mastermind` is numbers with letters, in either order and either case, one colour or both
    (`2b1w`, `B2W1`, `1w`, `4b`); two numbers with a comma, black first (`2,1`); or one letter per peg (`bbw`), with `.`
    or `_` for no peg. The rest is about kind `wordle`.

    Grey is `b` (black), `_`, `.`, `-`, `0`, ⬛ or ⬜; yellow `y`, `1`, 🟨 or 🟦; green `g`, `2`, 🟩 or 🟧. Either case
    is read, and the notations may be mixed: no mark has two meanings.

    Raises:
        GameError: The text has an unknown mark, or does not have `length` marks, or no guess can get these pegs. The
            error has no turn.
    """
    _check(length, kind)
    if not isinstance(text, str):
        raise GameError(f"a feedback is text, not {type(text).__name__}")
    if kind != WORDLE:
        return _parse_pegs(text, length)
    digits = text.translate(_DIGITS)
    # `int` alone would also take signs, white space and the digits of other scripts.
    if digits.strip("012"):
        place, mark = next((place, mark) for place, mark in enumerate(digits, 1) if mark not in "012")
        raise GameError(f"feedback {quoted(text)} has the unknown mark {quoted(mark)} at place {place}: {MARKS_HELP}")
    if len(digits) != length:
        raise GameError(f"feedback {quoted(text)} has {counted(len(digits), 'mark')}, the words have {length} letters")
    return int(digits, 3)


def _parse_pegs(text: str, length: int) -> int:
    plain = text.casefold()
    if plain and not plain.strip("bw._"):
        if len(plain) > length:
            raise GameError(f"feedback {quoted(text)} has {len(plain)} pegs, the codes have {length} places")
        counts = {_BLACK: plain.count(_BLACK), _WHITE: plain.count(_WHITE)}
    elif not (counts := _numbers_of_pegs(plain)):
        raise GameError(f"feedback {quoted(text)} is not understood: {_PEGS_HELP}")
    n_blacks, n_whites = counts.get(_BLACK, 0), counts.get(_WHITE, 0)
    # With all pegs but one black, the last symbol has no other place to go.
    if n_blacks + n_whites > length or (n_blacks == length - 1 and n_whites):
        raise GameError(
            f"feedback {quoted(text)} is impossible: {n_blacks} black and {n_whites} white for {length} places"
        )
    return n_blacks * (length + 1) + n_whites


def _numbers_of_pegs(plain: str) -> dict[str, int]:
    """Returns how many pegs of each colour a text gives by numbers; empty if it has another form."""
    if "," in plain:
        plain = f"{plain.replace(',', _BLACK, 1)}{_WHITE}"
    # With the letter after its number, or else before it. Imported here: games of kind `wordle` do without.
    import re

    for pattern, number, colour in ((r"(\d\d?)([bw])", 0, 1), (r"([bw])(\d\d?)", 1, 0)):
        pairs = re.findall(pattern, plain, re.ASCII)
        counts = {pair[colour]: int(pair[number]) for pair in pairs}
        if "".join(map("".join, pairs)) == plain and len(counts) == len(pairs):
            return counts
    return {}


def read_feedback(feedback: object, length: int, kind: str = WORDLE, turn: int | None = None) -> int:
    """Returns a feedback as its code, whether it is given as text or as the code itself.

    Raises:
        GameError: It is text but not a feedback, an integer but not a code, or something else. It names the `turn`.
    """
    if isinstance(feedback, str):
        try:
            return parse_feedback(feedback, length, kind)
        except GameError as error:
            raise GameError(error.reason, turn) from None
    if isinstance(feedback, bool) or not hasattr(feedback, "__index__"):
        raise GameError(f"a feedback is text or an integer, not {type(feedback).__name__}", turn)
    code = int(feedback.__index__())
    most = n_feedbacks(kind, length) - 1
    if not 0 <= code <= most:
        raise GameError(
            f"feedback {brief(code)} is not a code between 0 and {most}; give marks and digits as text", turn
        )
    return code


def _check(length: object, kind: object) -> None:
    """Raises `GameError` unless there are games of this length and kind."""
    if type(length) is not int or not 1 <= length <= MAX_LENGTH:
        raise GameError(f"the length of words must be an integer between 1 and {MAX_LENGTH}")
    if kind not in KINDS:
        raise GameError(f"the kind of game must be one of {', '.join(KINDS)}")


def format_feedback(code: int, length: int, style: str = "letters", kind: str = WORDLE) -> str:
    """Returns a feedback as text.

    Args:
        code: The feedback as a code: a base-3 number for kind `wordle`.
        length: The number of letters in every word.
        style: `letters` (`__g_y`), `digits` (`00201`) or `squares` (⬛⬛🟩⬛🟨); kind `mastermind` has only `2b1w`.
        kind: The feedback rule.

    Raises:
        GameError: There is no such feedback, length, style or kind.
    """
    _check(length, kind)
    if isinstance(code, str):
        raise GameError("the code of a feedback is an integer, not text")
    code = read_feedback(code, length, kind)
    if kind != WORDLE:
        n_blacks, n_whites = divmod(code, length + 1)
        return f"{n_blacks}{_BLACK}{n_whites}{_WHITE}"
    if style not in tuple(_STYLES):
        raise GameError(f"the style of a feedback must be one of {', '.join(_STYLES)}")
    signs = _STYLES[style]
    return "".join(signs[mark] for mark in marks(code, length))


def split_history(history: "str | Iterable[str]") -> list[tuple[str, str]]:
    """Returns the turns of a written history: `salet __y_g crony _____`, or `salet:__y_g crony:_____`.

    Args:
        history: The words, or one text with white space between them.

    Raises:
        GameError: A guess has no feedback. The error names the turn.
    """
    turns: list[tuple[str, str]] = []
    guess = ""
    for word in history.split() if isinstance(history, str) else history:
        before, colon, after = word.rpartition(":")
        if guess:
            turns.append((guess, word))
            guess = ""
        elif colon and before and after:
            turns.append((before, after))
        else:
            guess = word
    if guess:
        raise GameError(f"{quoted(guess)} has no feedback after it", len(turns) + 1)
    return turns


def awaits_feedback(words: "Iterable[str]") -> bool:
    """Returns whether the last word of a history is a guess without its feedback."""
    try:
        split_history(words)
    except GameError:
        return True
    return False
