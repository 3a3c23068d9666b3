"""The feedback rules of every kind of game, and the legality rule of hard mode, in plain Python.

It shares no code with the compiler's kernels, so that a replay through it checks them.
"""

from wordle_runtime.errors import GameError, quoted
from wordle_runtime.layout import MAX_LENGTH, WORDLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

GREY, YELLOW, GREEN = 0, 1, 2
JOINER = "\u034f"
"""COMBINING GRAPHEME JOINER, which is invisible: the code points around it are one letter, such as a Croatian nj."""
KEPT = "\ufe00"
"""VARIATION SELECTOR 1, which is invisible: a final sigma before it is a letter of its own."""


def shown(text: str) -> str:
    """Returns text with words as people read them: without the marks that nobody sees, which tell letters apart."""
    return text if text.isascii() else text.replace(JOINER, "").replace(KEPT, "")


def graphemes(word: str) -> "Sequence[str]":
    """Returns a word's letters as spelled: each is a code point, with its combining marks and what it is joined to."""
    if word.isascii() or word.isalpha():
        return word
    # Imported here: most words need no table of code points.
    from unicodedata import category

    found: list[str] = []
    is_joined = False
    for point in word:
        if found and (is_joined or category(point)[0] == "M"):
            found[-1] += point
        else:
            found.append(point)
        is_joined = point == JOINER
    return found


def letters(word: str) -> "Sequence[str]":
    """Returns a word's letters as a feedback compares them: a `ς`, which ends Greek words, is a `σ`."""
    return ["σ" if letter == "ς" else letter for letter in graphemes(word)] if "ς" in word else graphemes(word)


def _letters_of(guess: object, answer: object) -> "tuple[Sequence[str], Sequence[str]]":
    """Returns the letters of two words.

    Raises:
        GameError: They are not words of one length.
    """
    if isinstance(guess, str) and isinstance(answer, str):
        pair = (guess, answer) if guess.isascii() and answer.isascii() else (letters(guess), letters(answer))
        if len(pair[0]) == len(pair[1]) <= MAX_LENGTH:
            return pair
    shown = ", ".join(quoted(word) if isinstance(word, str) else type(word).__name__ for word in (guess, answer))
    raise GameError(f"guess and answer must be words of one length, at most {MAX_LENGTH}, not {shown}")


def feedback(guess: str, answer: str) -> int:
    """Returns the feedback to a guess when `answer` is hidden, as a base-3 number, most significant place first.

    A letter in its place is green (2). Of the other letters of the guess, from the left, each that still has an
    unmatched copy in the answer is yellow (1). Each letter of the answer colours at most one letter of the guess. The
    rest are grey (0). So AAHED against AARGH is 22100 in base 3, that is 225; AARGH against AAHED is 22001.
    The comparison is case-sensitive.

    Raises:
        GameError: The words differ in length, or are no words.
    """
    played, hidden = _letters_of(guess, answer)
    pairs = [*zip(played, hidden)]  # noqa: B905 - of one length, and to ask for that takes a quarter of the time
    code = 0
    spare: list[str] = []
    for own, other in pairs:
        code *= 3
        if own == other:
            code += GREEN
        elif own in hidden and own in (spare := spare or ["" if mine == theirs else theirs for mine, theirs in pairs]):
            spare.remove(own)
            code += YELLOW
    return code


def pegs(guess: str, answer: str) -> int:
    """Returns the feedback of kind `mastermind` when `answer` is hidden: `blacks * (length + 1) + whites`.

    A black peg is a symbol in its place. Each other symbol of the guess that still has an unmatched copy in the answer
    is a white peg. Blacks and whites together sum, over the symbols, the lesser of its counts in guess and answer. So
    1122 against 2112 has 2 blacks and 2 whites, which is 12; against 1234 it has 1 and 1, which is 6. Guess and answer
    are interchangeable. All black is `length * (length + 1)`, the largest code.

    Raises:
        GameError: The codes differ in length, or are no codes.
    """
    played, hidden = _letters_of(guess, answer)
    n_blacks = sum(map(str.__eq__, played, hidden))
    return n_blacks * len(played) + sum(min(played.count(symbol), hidden.count(symbol)) for symbol in set(played))


def rule_of(kind: str) -> "Callable[[str, str], int]":
    """Returns the feedback function of a kind of game, which returns the code of a guess's feedback."""
    return feedback if kind == WORDLE else pegs


def marks(code: int, length: int) -> tuple[int, ...]:
    """Returns the colours of a feedback, one per place from the left: 0 grey, 1 yellow, 2 green."""
    return tuple(code // 3**place % 3 for place in reversed(range(length)))


def unmet_demand(word: str, history: "Iterable[tuple[str, int]]") -> str:
    """Returns the first demand of hard mode that `word` does not meet: `must have 'e' in place 5`, `must contain 'l'`.

    The text is empty if the word may be guessed after these guesses and their feedbacks. It must keep each green letter
    in its place, and have each letter at least as often as any one feedback showed it green or yellow. Grey letters may
    be used again, and a yellow letter may keep its place.
    """
    own = letters(word)
    for guess, code in history:
        seen: dict[str, int] = {}
        played = letters(guess)
        for place, (letter, mark) in enumerate(zip(played, marks(code, len(played)), strict=True)):
            if mark == GREEN and own[place] != letter:
                return f"must have {quoted(letter)} in place {place + 1}"
            if mark != GREY:
                seen[letter] = seen.get(letter, 0) + 1
        for letter, times in seen.items():
            if own.count(letter) < times:
                often = "" if times == 1 else " twice" if times == 2 else f" {times} times"
                return f"must contain {quoted(letter)}{often}"
    return ""
