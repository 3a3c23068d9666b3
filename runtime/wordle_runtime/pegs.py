"""Kind `mastermind`: its feedback rule, and its feedback as text. Imported only for a tree of that kind.

Like `feedback`, it shares no code with the compiler's kernels.
"""

from functools import lru_cache

from wordle_runtime.errors import GameError, quoted, unlike
from wordle_runtime.layout import MAX_LENGTH

_BLACK, _WHITE = "b", "w"
_NO_PEG = "._"
_DIGITS = "0123456789"
_MOST_DIGITS = 2
_HELP = "write the black and the white pegs as 2b1w, B2W1 or 2,1"


def pegs(guess: str, answer: str) -> int:
    """Returns the feedback to a guess when `answer` is hidden: `blacks * (length + 1) + whites`.

    A black peg is a symbol in its place. Each other symbol of the guess that still has an unmatched copy in the answer
    is a white peg. Blacks and whites together sum, over the symbols, the lesser of its counts in guess and answer. So
    1122 against 2112 has 2 blacks and 2 whites, which is 12; against 1234 it has 1 and 1, which is 6. Guess and answer
    are interchangeable. All black is `length * (length + 1)`, the largest code.

    Raises:
        GameError: The codes differ in length, or are no codes.
    """
    if not (isinstance(guess, str) and isinstance(answer, str) and len(guess) == len(answer) <= MAX_LENGTH):
        raise unlike(guess, answer)
    n_blacks = sum(map(str.__eq__, guess, answer))
    n_pegs = sum(min(guess.count(symbol), answer.count(symbol)) for symbol in set(guess))
    return n_blacks * (len(guess) + 1) + n_pegs - n_blacks


def format_pegs(code: int, length: int) -> str:
    """Returns a feedback as text: `2b1w`."""
    n_blacks, n_whites = divmod(code, length + 1)
    return f"{n_blacks}{_BLACK}{n_whites}{_WHITE}"


@lru_cache(maxsize=1 << 10)
def parse_pegs(text: str, length: int) -> int:
    """Returns the feedback that `text` denotes.

    Text is numbers with letters, in either order and either case, one colour or both (`2b1w`, `B2W1`, `1w`, `4b`); two
    numbers with a comma, black first (`2,1`); or one letter per peg (`bbw`), with `.` or `_` for no peg.

    Raises:
        GameError: It is none of these, or no guess of `length` symbols can get it. The error has no turn.
    """
    plain = text.casefold()
    if plain and not plain.strip(_BLACK + _WHITE + _NO_PEG):
        if len(plain) > length:
            raise GameError(f"feedback {quoted(text)} has {len(plain)} pegs, the codes have {length} places")
        counts = {_BLACK: plain.count(_BLACK), _WHITE: plain.count(_WHITE)}
    else:
        counts = _numbers_in(plain)
        if not counts:
            raise GameError(f"feedback {quoted(text)} is not understood: {_HELP}")
    n_blacks, n_whites = counts.get(_BLACK, 0), counts.get(_WHITE, 0)
    # With all pegs but one black, the last symbol has no other place to go.
    if n_blacks + n_whites > length or (n_blacks == length - 1 and n_whites):
        raise GameError(
            f"feedback {quoted(text)} is impossible: {n_blacks} black and {n_whites} white for {length} places"
        )
    return n_blacks * (length + 1) + n_whites


def _numbers_in(plain: str) -> dict[str, int]:
    """Returns how many pegs of each colour a text gives by numbers; empty if it has another form."""
    if "," in plain:
        parts = plain.split(",")
        pairs = list(zip((_BLACK, _WHITE), parts, strict=True)) if len(parts) == 2 else []
    else:
        runs = _runs(plain)
        if runs and runs[0][0] in _DIGITS:
            runs = [run for i in range(0, len(runs), 2) for run in reversed(runs[i : i + 2])]
        pairs = list(zip(runs[::2], runs[1::2], strict=False)) if len(runs) % 2 == 0 else []
    counts = {}
    for colour, number in pairs:
        is_number = 0 < len(number) <= _MOST_DIGITS and not number.strip(_DIGITS)
        if colour not in (_BLACK, _WHITE) or colour in counts or not is_number:
            return {}
        counts[colour] = int(number)
    return counts


def _runs(plain: str) -> list[str]:
    """Cuts a text into numbers and single other characters."""
    runs: list[str] = []
    for character in plain:
        if runs and character in _DIGITS and runs[-1][-1] in _DIGITS:
            runs[-1] += character
        else:
            runs.append(character)
    return runs
