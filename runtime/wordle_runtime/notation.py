"""Feedback as text: parses every notation in use, and writes the common ones."""

from wordle_runtime.errors import GameError, counted, quoted
from wordle_runtime.feedback import graphemes, marks
from wordle_runtime.layout import KINDS, MASTERMIND, MAX_LENGTH, ROWS, WORDLE, n_feedbacks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

GREY_MARKS = "bx×_.-0⬛⬜⚫⚪"
YELLOW_MARKS = "y1🟨🟦🟪"
GREEN_MARKS = "g2+🟩🟧"
MARKS = frozenset(f"{GREY_MARKS}{YELLOW_MARKS}{GREEN_MARKS}" + f"{GREY_MARKS}{YELLOW_MARKS}{GREEN_MARKS}".upper())
"""🟧 and 🟦 are the green and the yellow of the game's high-contrast mode, 🟪 is the yellow of equation games."""
PEGS = {**dict.fromkeys("●⚫🔴", "b"), **dict.fromkeys("○⚪", "w"), "➖": "."}
"""The pegs that the commands print and people have, and the letters that mean the same."""
_SIGNS = MARKS | frozenset("3456789acwACW,") | frozenset(PEGS)  # of feedbacks of either kind

_UNSEEN = [0xAD, 0x61C, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFE0E, 0xFE0F, 0xFEFF]
_PLAIN = str.maketrans('🟡🔵🟣🟢🟠"“”`[]({}|', "🟨🟦🟪🟩🟧" + 10 * " ", "".join(map(chr, _UNSEEN)))
_PLAIN |= {0xFEE0 + sign: sign for sign in range(33, 127)} | dict.fromkeys(range(0x2010, 0x2016), ord("-"))
"""Circles mean what squares do, wide signs what narrow ones do. What nobody sees, or stands around words, goes."""
_DIGITS: dict[int, str | None] = dict.fromkeys(map(ord, " \t\r\n\xa0,;'‘’)!"))
for _digit, _marks in (("0", GREY_MARKS), ("1", YELLOW_MARKS), ("2", GREEN_MARKS)):
    _DIGITS |= dict.fromkeys(map(ord, _marks + _marks.upper()), _digit)
_CLEAR = {mark: digit for mark, digit in _DIGITS.items() if chr(mark) not in "🟦+"}
"""The marks that mean one thing, whatever stands beside them."""
_ALL_MARKS = "b x _ . - 0 ⬛ ⬜ for grey, y 1 🟨 🟦 🟪 for yellow, g 2 + 🟩 🟧 for green"

_SQUARES = frozenset("⬛⬜🟨🟦🟪🟩🟧")
_DRAWN = _SQUARES.union(PEGS)
_PARTS = r"(?<!{0}){0}(?:\s+{0}(?!{0}))+|{0}+|(?:(?!{0})\S)+".replace("{0}", "[■-⯿🀀-🫿]")
"""Rows of drawn signs, known or not, which may have spaces between them; and words."""
_CHAT_NAMES = "black white yellow blue purple green orange black_circle white_circle red_circle heavy_minus_sign"
_NAMED = dict(zip(_CHAT_NAMES.split(), "⬛⬜🟨🟦🟪🟩🟧⚫⚪🔴➖", strict=True))  # other circles by their colours
_SCORE = r"(?i)(?<!\S)(\d\d?|[X?])/([5-9]|\d\d)\*?(?!\S)"
"""What ends a title, such as `Wordle 1,234 3/6*`; out of fewer it may be pegs, such as `2/1`."""
LOST_TITLE = r"(?i)(?<!\S)X/\d"
_TITLE = r"(?im)^[^\w\n]*wordle\W+\d"
SAYS_HARD = "the * after the score says hard mode: give --hard"
_SPOKEN = {"grey": "b", "gray": "b", "black": "b", "yellow": "y", "green": "g"}
PEG_WORDS = frozenset(["black", "blacks", "red", "reds", "white", "whites", "bull", "bulls", "cow", "cows", "and"])
_NAMES = dict.fromkeys(PEG_WORDS, "b") | _SPOKEN
AROUND_WORDS = ".,;:!?|*_~`'\"()[]{}<>“”‘’=-→"
_SPACED_SUM = r"(?<!\d)\d{1,9}(?: ?[-+*/×÷] ?\d{1,9}){1,6} ?= ?\d"
_NOT_PLAIN = (*"/=>,;*)\t", " : ", "- ", ". ", "1: ")
AROUND_TURNS = (
    r"(?m)^[ \t]*(?:(?:[-*>•]|/[a-z]+)\s+(?=\S\S)|(?:(?:(?i:guess|row|try) +\d\d?:)|\d\d?[.)])\s+(?=\S)"
    r"|\d\d?[,;\t ](?=(?!black|white|bull|cow|reds?\b)[^\W\d_]{3}))"
    r"|(?:(?<=[^\d\s_.-]\s)|(?<=\d\d\s|\S[_.-]\s))[1-9]\d?[.)]\s+(?=\w\w)|(?<=\d)[,;](?=[^\W\d_]{3}|\d[abAB])"
    r"|\A\W*(?i:(?:turn|guess|word|code|feedback|marks|colou?rs|pegs|result)(?:[^\w\n]+|$)){2,}(?=\n\s*\S)"
    r"|(?<=[^\W\d_])(?:[-=]?>|[=,;])(?=\S)|(?<=\S)[ \t]+(?:[-=]>[ \t]*|[-=>→:,][ \t]+)(?=\S\S)"
)
"""What begins a line of a list, heads a table, calls a bot, joins a word to its marks, or is between it and them."""
_PRINTED = (
    r"(?m)^(?: +((?:\S +)+?\S) {3,}(?:\S+ +)?(\S+)| +\d+ +(\S+) +(\S+) +\d+ +\d+ .*|position +(\S+ .*)"
    r"|turn (\d{1,3}): play .*)[ \r]*$"
)
"""A turn as tiles, a row of a game's table, a position, and the number of the next turn, as the commands print them."""
_SHAPES = (
    (r"(?:(?:wr)+|(?:rw)+)\n(?:ww+\n)*", "w(?=r)|(?<=r)w"),
    (r"(?:w+r)+w*\n", "w(?=r)"),
    (r"w*(?:rw+)+\n", "(?<=r)w"),
    (r"\A(?:(?:w\nr\n){2,}|(?:r\nw\n){2,}|(?:(?!ww\n)w+\n)+(?:r\n){2,}|(?:r\n){2,}(?:(?!ww\n)w+\n)+)\Z", "w"),
)
"""How words and rows may stand on lines, and which words are guesses: one beside each row, the one before it, the one
after it, and all on lines of their own, where a single one, or two on a line, may be chat."""

_STYLES = {"letters": "_yg", "digits": "012", "squares": "⬛🟨🟩"}


def parse_feedback(text: str, length: int, kind: str = WORDLE) -> int:
    """Returns the feedback that `text` denotes, as a base-3 number, most significant place first.

    White space, commas, quotes and brackets are ignored. Squares and pegs may also be written as chats name them,
    `:large_green_square:`, and marks as `grey`, `yellow` and `green`.

    A feedback of kind `mastermind` is numbers with letters, in either order and either case, one colour or both
    (`2b1w`, `B2W1`, `1w`, `4b`), as bulls and cows (`2A1B`, `2B1C`), or with the whole words (`2 bulls, 1 cow`); two
    numbers, black first (`2,1`, and `21` if neither can have two digits), or `0`; or one letter or sign per peg (`bbw`,
    ●●○, ⚫⚫⚪), with `.`, `_` or ➖ for no peg. The rest is about kind `wordle`.

    The marks are those of `GREY_MARKS`, `YELLOW_MARKS` and `GREEN_MARKS`, in either case and mixed, and circles of
    these colours. Two marks mean different things to different people, so they are refused where nothing tells which:
    🟦 without a grey mark or 🟧, and `-` beside `+`.

    Raises:
        GameError: The text has an unknown or ambiguous mark, or too many or few, or impossible pegs. It has no turn.
    """
    if kind == WORDLE and type(text) is str and type(length) is int:
        digits = text.translate(_CLEAR)
        # `int` alone would also take signs, white space and the digits of other scripts.
        if len(digits) == length and 0 < length <= MAX_LENGTH and not digits.strip("012"):
            return int(digits, 3)
    _check(length, kind)
    if not isinstance(text, str):
        raise GameError(f"a feedback is text, not {type(text).__name__}")
    plain = decoded(text)
    return _parse_marks(text, plain, length) if kind == WORDLE else _parse_pegs(text, plain, length)


def code_of(text: str, length: int, kind: str) -> int | None:
    """Returns what `parse_feedback` does, or None where it would raise `GameError`."""
    try:
        return parse_feedback(text, length, kind)
    except GameError:
        return None


def _parse_marks(text: str, plain: str, length: int) -> int:
    import re

    spoken = re.sub(rf"(?i)\band\b|{'|'.join(_SPOKEN)}", lambda name: _SPOKEN.get(name[0].lower(), ""), plain)
    digits = spoken.translate(_DIGITS)
    # A full stop may end what is said.
    digits = digits[:length] if len(digits) == length + 1 and spoken.rstrip().endswith(".") else digits
    sample = ("_y__g" + "_" * length)[:length]
    how = f"write one mark for each letter, without spaces, such as {sample}"
    if digits.strip("012"):
        place, mark = next((place, mark) for place, mark in enumerate(digits, 1) if mark not in "012")
        has = f"the unknown mark {quoted(mark)} at place {place}"
        raise GameError(f"feedback {quoted(text)} has {has}: {how}: {_ALL_MARKS}")
    if len(digits) != length:
        has = counted(len(digits), "mark")
        raise GameError(f"feedback {quoted(text)} has {has}, the words have {length} letters: {how}")
    if (is_blue := "🟦" in plain and "0" not in digits and "🟧" not in plain) or ("+" in plain and "-" in plain):
        unclear = "blue means" if is_blue else "- means beside +"
        lack = f"does not say what {unclear}, absent in one game and misplaced in another"
        how = f"write b for absent, y for misplaced and g for right, such as {sample}"
        raise GameError(f"feedback {quoted(text)} {lack}: {how}")
    return int(digits, 3)


def _parse_pegs(text: str, plain: str, length: int) -> int:
    # Imported here: games of kind `wordle` do without.
    import re

    spaced = re.sub(r"(?<=\d)\s+(?=\d)", ",", plain.casefold().strip())
    plain = "".join(PEGS.get(sign, sign) for sign in re.sub(r"[\s;'‘’)!]", "", spaced))
    are_bulls = not set("ac").isdisjoint(plain.replace("black", ""))
    if plain and not plain.strip("bw._"):
        if len(plain) > length:
            raise GameError(f"feedback {quoted(text)} has {len(plain)} pegs, the codes have {length} places")
        n_blacks, n_whites = plain.count("b"), plain.count("w")
    else:
        for pattern, sign in (("blacks?|bulls?|reds?", "B"), ("whites?|cows?", "W"), (",?and", ","), ("^0$", "0,0")):
            plain = re.sub(pattern, sign, plain)
        # In `2A1B` the B is a cow, in `2B1C` and `2b1w` it is black.
        plain = plain.rstrip(".").translate(str.maketrans("abcrw", "BWWBW" if "a" in plain else "BBWBW"))
        # Two digits side by side could also be one number, or a code of two places.
        between = "[,+/:-]?" if 2 < length < 10 else "[,+/:-]"
        plain = re.sub(rf"^(\d\d?){between}(\d\d?)$", r"\1B\2W", plain, flags=re.ASCII)
        forms, signs = r"\d\d?[BW](,?\d\d?[BW])?|[BW]\d\d?(,?[BW]\d\d?)?", re.findall("[BW]", plain)
        if not re.fullmatch(forms, plain, re.ASCII) or len(set(signs)) < len(signs):
            pegs = "bulls and the cows as" if are_bulls else "black and the white pegs (bulls and cows) as 2b1w,"
            raise GameError(f"feedback {quoted(text)} is not understood: write the {pegs} 2A1B or 2,1")
        counts = dict(zip(signs, map(int, re.findall(r"\d+", plain)), strict=True))
        n_blacks, n_whites = counts.get("B", 0), counts.get("W", 0)
    is_stuck = n_blacks == length - 1 and n_whites == 1
    if n_blacks + n_whites > length or is_stuck:
        why = ", where the last symbol has no other place to go" if is_stuck else ""
        bulls = f"{counted(n_blacks, 'bull')} and {counted(n_whites, 'cow')}"
        pegs = bulls if are_bulls else f"{n_blacks} black and {n_whites} white"
        raise GameError(f"feedback {quoted(text)} is impossible: {pegs} for {length} places{why}")
    return n_blacks * (length + 1) + n_whites


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
    code, most = int(feedback.__index__()), n_feedbacks(kind, length) - 1
    if not 0 <= code <= most:
        # Python writes no more than 4300 digits.
        shown = code if code.bit_length() <= 64 else "with more than 19 digits"
        raise GameError(f"feedback {shown} is not a code between 0 and {most}; give marks and digits as text", turn)
    return code


def _check(length: object, kind: object) -> None:
    """Raises `GameError` unless there are games of this length and kind."""
    if type(length) is not int or not 1 <= length <= MAX_LENGTH:
        raise GameError(f"the length of words must be an integer between 1 and {MAX_LENGTH}")
    if kind not in KINDS:
        raise GameError(f"the kind of game must be one of {', '.join(KINDS)}")


def format_feedback(code: int, length: int, style: str = "letters", kind: str = WORDLE) -> str:
    """Returns the feedback of a code, which is a base-3 number for kind `wordle`, to words of a length, as text.

    The style is `letters` (`__g_y`), `digits` (`00201`) or `squares` (⬛⬛🟩⬛🟨). For kind `mastermind` it is `pegs`
    (⚫⚫⚪➖), `bulls` (`2A1B`), or any other (`2b1w`).

    Raises:
        GameError: There is no such feedback, length, style or kind.
    """
    _check(length, kind)
    code = read_feedback(code, length, kind)
    if kind != WORDLE:
        n_blacks, n_whites = divmod(code, length + 1)
        if style == "pegs":
            return "⚫" * n_blacks + "⚪" * n_whites + "➖" * (length - n_blacks - n_whites)
        black, white = "AB" if style == "bulls" else "bw"
        return f"{n_blacks}{black}{n_whites}{white}"
    if style not in tuple(_STYLES):
        raise GameError(f"the style of a feedback must be one of {', '.join(_STYLES)}")
    return "".join(_STYLES[style][mark] for mark in marks(code, length))


def style_of(answers: str) -> str:
    """Returns the style in which a game writes its feedbacks, by the name of its answers."""
    return "bulls" if answers == "bulls-and-cows" else "letters"


def split_history(history: "str | Iterable[str]", first: int = 1, sample: str = "") -> list[tuple[str, str]]:
    """Returns the turns of a written or pasted history.

    That is `salet __y_g crony _____` or `salet:__y_g crony:_____`, with spaces between the marks of a feedback or not;
    or what a game gives to share, with each word beside its squares, or as many words as rows, two at least, on other
    lines; or what the commands print. Titles, such as `Wordle 1,234 3/6*`, prose, brackets, quotes, arrows and the
    signs of a list are ignored. It is one text, or several. `first` numbers its first turn; errors may name a `sample`.

    Raises:
        GameError: A guess has no feedback (the error names the turn), squares stand without words, or it is prose.
    """
    plain = decoded(history if isinstance(history, str) else " ".join([*history]))
    words = plain.split()
    is_plain = plain.isascii() and 1 not in map(len, words) and not any(sign in plain for sign in _NOT_PLAIN)
    return _alternating(words, first, sample) if is_plain else _read_paste(plain, first, sample)


def _alternating(words: "list[str]", first: int, sample: str) -> list[tuple[str, str]]:
    """Returns the turns of words that are guesses and feedbacks in turn; raises what `split_history` does."""
    how = f"write a guess, a space, its feedback, such as {sample or 'crane __y_g'}"
    if is_prose(words):
        raise GameError(f"{quoted(' '.join(words))} is no turn: {how}")
    turns: list[tuple[str, str]] = []
    prose: list[str] = []
    guess = ""
    for word in (*words, ""):
        before, colon, after = word.rpartition(":")
        is_slip = sum(sign not in MARKS for sign in word) == 1 or any(map(word.casefold().count, _SPOKEN))
        is_word = len(word) > 1 and word.rstrip(":").isalpha() and not (is_marks(word) or is_slip)
        if is_word and guess.rstrip(":").isalnum():
            prose.append(guess.rstrip(":"))
            guess = word
            continue
        played = prose[0] if prose else turns[-1][0] if turns and not guess else ""
        is_pegs = played.isalpha() and word[:1].isdigit() and word[-1:].isalpha()
        if is_pegs and not (turns and goes_on(*turns[-1], word)):
            raise GameError(f"{quoted(word)} has no code before it: codes are written as digits, such as 1122 2b1w")
        # Words of other lengths may stand before a guess as prose.
        if prose and (not word or any(len(one) == len(guess) or not one.isalpha() for one in prose)):
            said, is_word = [*prose, guess][1], prose[0].isalpha() and not (sample or guess == "pegs")
            lack = f"{quoted(said)} stands where the feedback to {quoted(prose[0])} belongs"
            how = f", with {_ALL_MARKS}" * (is_word and is_like_marks(said, len(prose[0])))
            sample = "crane __y_g" if is_word else sample or "1122 2b1w"
            raise GameError(f"{lack}: write each turn as {sample}{how}", len(turns) + first)
        if guess and word:
            turns.append((guess, word.rstrip(",;") or word))
            guess, prose = "", []
        elif word and turns and goes_on(*turns[-1], word):
            turns[-1] = (turns[-1][0], f"{turns[-1][1]} {word}")
        elif colon and before and after:
            turns.append((before, after))
        elif guess or not turns or word.isascii() or len(word) >= len(turns[-1][0]) or word.isalnum():
            # What else is short may be an emoji behind a turn.
            guess = guess or word
    if guess and any(word[0].isalpha() and len(said) < len(word) and not is_marks(said) for word, said in turns):
        raise GameError(f"{quoted(' '.join(words))} is no turn: {how}")
    if guess:
        is_code = turns and guess.isdigit() and len(guess) == len(turns[-1][0]) and guess.strip("012")
        is_said = is_marks(guess) and (turns or not guess.isalnum()) and not is_code
        lack = "is a feedback without a guess before it" if is_said else "has no feedback after it"
        raise GameError(f"{quoted(guess)} {lack}: write a guess, a space, its feedback", len(turns) + first)
    return turns


def is_prose(words: "list[str]") -> bool:
    """Returns whether words, none drawn, are a question, or three or more of several lengths, none like marks."""
    *_, end = "", *words[-1:]
    lengths = [*map(len, words)]
    if len(words) > 2 and all(map(str.isalpha, words)) and lengths.count(1) < 2 and len({*lengths}) > 1:
        return not any(is_like_marks(word, 0) for word in words if len(word) > 2)
    return end.strip("?").isalpha() and "?" in end and not (is_row("".join(words)) or (len(end) > 4 and is_marks(end)))


def is_like_marks(word: str, length: int) -> bool:
    """Returns whether a word may be meant as marks: one is named, at most one sign is unknown, or it has 3 signs."""
    is_close = sum(sign not in MARKS for sign in word) < 2 or (len(word) == length and len({*word.casefold()}) < 4)
    return is_close or word.casefold() in _NAMES


def is_marks(feedback: object) -> bool:
    """Returns whether this is text of what feedbacks are made of, such as marks or several names, and nothing else."""
    words = decoded(feedback).split() if isinstance(feedback, str) else []
    # One name alone is a word.
    words = [_NAMES.get(word.strip(",;.!?").casefold(), word) for word in words] if len(words) > 1 else words
    signs = "".join(words).strip("!?")
    return bool(signs) and _SIGNS.issuperset(signs)


def goes_on(guess: str, feedback: str, word: str) -> bool:
    """Returns whether a word continues the feedback to a guess: it is a mark's name, or too short for another guess."""
    if len(feedback) > 8 * MAX_LENGTH:
        return False
    parts = [part.strip(",;").casefold() for part in (*feedback.split(), word)]
    # Of pegs, two numbers and words, such as `2 bulls and 1 cow`.
    names = {part for part in parts if not part.isdigit()}
    if parts[0].isdigit() and names and not guess.isalpha() and PEG_WORDS.issuperset(names):
        return not word.isdigit() or (len(word) < len(guess) and sum(map(str.isdigit, parts)) == 2)
    signs = "".join(_SPOKEN.get(part, part) for part in parts if part != "and")
    is_name = parts[-1] in (*_SPOKEN, "and") and (len(parts[0]) == 1 or parts[0] in _SPOKEN)
    return (is_name or len(word) < len(guess)) and len(signs) <= len(guess) and is_marks(signs)


def decoded(text: str) -> str:
    """Returns a text with squares and pegs in place of their names in chats, without what nobody sees or is style."""
    text = text.translate(_PLAIN)
    if not ("=" in text or "*" in text or "~" in text or "_square:" in text or "_circle:" in text or "_sign:" in text):
        return text
    import re

    text = re.sub(_SPACED_SUM, lambda equation: equation[0].replace(" ", ""), text)
    text = re.sub(r"(?<!\S)[*~]+(?=\S)|(?<=\S)[*~]+(?!\S)", "", text)
    named = ":(?:large_)?([a-z_]+?)(?:_large)?(_square|_circle|_sign):"
    return re.sub(named, lambda name: _NAMED.get(name[1] + name[2]) or _NAMED.get(name[1], "🟥"), text)


def n_rows_after(line: str) -> int:
    """Returns how many rows at most follow the title of a shared game, and 0 after any other line."""
    import re

    score = re.search(_SCORE, line)
    is_title = not is_row(line) and (int(score[2]) < 99 if score else re.match(_TITLE, line))
    if not is_title or ends_with_turn(line) or (score and ends_with_turn(line[: score.start()])):
        return 0
    return int(score[1] if score[1].isdigit() else score[2]) if score else ROWS


def about_turns(text: str, turns: "Sequence[object]", *, is_any: bool) -> str:
    """Returns what to say: a turn is there twice; the title has other rows, unless `?/6`, or hard mode under any."""
    n_rows = max(map(n_rows_after, text.replace("?/", "").splitlines()), default=0) if "/" in text else 0
    said = [f"the title says {counted(n_rows, 'row')}, the paste has {len(turns)}"] * (n_rows not in (0, len(turns)))
    said += [f"turn {n + 1} repeats turn {n}" for n in range(1, len(turns)) if turns[n] == turns[n - 1]][:1]
    return "; ".join([SAYS_HARD] * (is_any and "/6*" in text) + said)


def is_row(line: str) -> bool:
    """Returns whether a line has squares or pegs."""
    return not _DRAWN.isdisjoint(decoded(line))


def ends_with_turn(text: str) -> bool:
    """Returns whether a text ends with a guess and its feedback, as a title with its number does not."""
    *_, before, said = ["", "", *text.replace(":", " ").split()]
    is_plain = said.strip("0123456789.,") or (before.isdigit() and len(before) >= len(said))
    is_turn = is_marks(said) and (is_plain or code_of(said, len(before), WORDLE) is not None)
    return bool(is_turn) or is_row(text) or said.casefold() in _NAMES


def _read_paste(text: str, first: int, sample: str) -> list[tuple[str, str]]:
    """Returns the turns of a text, as `split_history` does, which is faster for plain ones. Never invents a word."""
    import re

    plain = re.sub(AROUND_TURNS, " ", text).replace(")", " ")
    turns: list[str] = []
    for tiles, *said, number in re.findall(_PRINTED, plain):
        # What was taken back is gone.
        turns[int(number or 999) - 1 :] = [] if number else [f"{''.join(tiles.split())} {' '.join(said)}"]
    if turns:
        return _alternating(" ".join(turns).split(), first, sample)
    # One name before each row and its word is that of the player.
    names = re.findall(r"(?m)^[ \t]*([^\W\d_]+):(?=[ \t]+[■-⯿🀀-🫿][ \t■-⯿🀀-🫿]+[^\W\d_]+\s*$)", plain)
    plain = plain.replace(f"{names[0]}:", "") if len({*names}) == 1 < len(names) else plain
    # A word may be typed letter by letter, some of them of two signs.
    apart = r"(?<!\S)(?:[^\W\d_]{2}[ \t]+(?!\d))?[^\W_](?:[ \t]+(?:[^\W\d_]{2}[ \t]+(?!\d))?[^\W_](?!\S))+(?!\S)"
    plain = re.sub(apart, lambda tiles: "".join(tiles[0].split()), plain)
    *titled, plain = re.split(_SCORE, plain)[::3]
    for part in reversed(titled):
        # The line before a score is its title, unless it ends with a turn.
        above, newline, title = part.rpartition("\n")
        plain = f"{above}{newline}{title if ends_with_turn(title) else bool(title.strip()) * chr(12)} {plain}"
    if not (drawn_row := "".join(next(filter(is_row, re.findall(_PARTS, plain)), "").split())):
        return _alternating(plain.split() or [text.strip()] * bool(titled), first, sample)
    is_squares = not _SQUARES.isdisjoint(drawn_row)
    kind, style, size = (WORDLE, "squares", len(drawn_row)) if is_squares else (MASTERMIND, "pegs", MAX_LENGTH)

    def draw(said: "re.Match[str]") -> str:
        code = None if is_row(said[0]) else code_of(said[0], size, kind)
        return said[0] if code is None else format_feedback(code, size, style, kind).rstrip("➖") or "➖"

    # A row may be typed. A line of dashes divides, and 2.001 is the number of a game.
    mark = f"(?:{'|'.join([*_SPOKEN, *map(re.escape, MARKS)])})"
    form = rf"{mark}(?:[ \t,]*{mark}){{{size - 1}}}" if is_squares else r"[^\s:]+"
    plain = re.sub(rf"(?i)(?<![^\s:])(?!\d[.,]\d\d|[-.]+$){form}(?![^\s,.;:!])", draw, plain)
    # A game's rows stand below each other, or each alone; a blank line or prose divides those of two games.
    blocks = re.findall("r+", "".join(" r"[is_row(line)] for line in plain.splitlines()))
    n_games = max(sum(map(is_row, plain.split("\f"))), len(re.findall(_TITLE, text)))
    if n_games > 1 or len(blocks) > 1 < len(max(blocks)):
        raise GameError("the rows stand apart, as those of several games do: give one game, its rows below each other")
    # Other rows may show what a row of blue does not.
    plain = plain if {"🟧", "⬛", "⬜"}.isdisjoint(plain) else plain.replace("🟦", "🟨")
    found = (re.findall(_PARTS, line) for line in plain.splitlines())
    lines = [[*filter(None, ("".join(part.split()).strip(AROUND_WORDS) for part in parts))] for parts in found]
    rows = [part for parts in lines for part in parts if is_row(part)]
    noun, drawn, sample = ("word", "squares", "crane ⬛🟨⬛⬛🟩") if is_squares else ("code", "pegs", "1122 ⚫⚪➖➖")
    how = f"write each {noun} beside its row, such as {sample}"

    def is_guess(word: str) -> bool:
        is_long = len(word) > 1 and not is_row(word)
        return len(graphemes(word)) == len(rows[0]) and any(map(str.isalnum, word)) if is_squares else is_long

    parts: list[str] = []
    for line in lines:
        said = [part for part in line if is_row(part) or is_guess(part)]
        if any(map(is_row, said)) or all(is_guess(part) or is_marks(part) for part in line):
            parts += [*said, "\n"] * bool(said)
    shape = "".join("\n" if part == "\n" else "r" if is_row(part) else "w" for part in parts)
    words = [part for part, sign in zip(parts, shape, strict=True) if sign == "w"]
    # A line above the rows may be prose, and one below those of a game that is over.
    lines_below = r"(?:w+\n)*" * (not is_squares or len(rows) >= ROWS or {*rows[-1]}.issubset("🟩🟧"))
    fits = [which for form, which in _SHAPES if re.fullmatch(rf"(?:w+\n)*(?:{form})+{lines_below}", shape)]
    # With words on both sides of each row either may be prose.
    is_clear = len(fits) == 1 or fits[:1] == [_SHAPES[0][1]]
    guesses = [parts[found.start()] for found in re.finditer(fits[0], shape)] if is_clear else []
    if len(guesses) == len(rows):
        return list(zip(guesses, rows, strict=True))
    whole = [[part for line in lines for part in line]]
    beside = [sorted(line, key=is_row) for line in lines + whole * (len(whole[0]) == 2) if len(line) > 1]
    for *said, row in beside * is_squares:
        is_odd = is_row(row) and not is_row(said[-1]) and len(row) not in map(len, map(graphemes, said))
        if is_odd and len(said[-1]) > 1:
            lack = f"{row} has {counted(len(row), 'square')}, {quoted(said[-1])} has {len(graphemes(said[-1]))} letters"
            raise GameError(f"{lack}: {how}")
    if words:
        some = ", ".join([*map(quoted, words[:6]), "..."][: len(words)])
        raise GameError(f"{counted(len(words), noun)} ({some}) and {counted(len(rows), 'row')} of {drawn}: {how}")
    raise GameError(f"the {drawn} do not say which {noun}s were guessed: {how}")
