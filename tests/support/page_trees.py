"""Trees whose pages the tests open: small ones with something special each, and the shipped ones."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from wordle_compiler import Game, Rule, Weights, WordList, compile_tree
from wordle_compiler.game.mastermind import mastermind
from wordle_runtime import Tree, load

FIVE = ("bumpy", "dumpy", "humpy", "jumpy", "kumpy")
# Nine code points each: an end of the script, a comment, a template's place, every quote, right to left, and emoji.
HOSTILE = ("</script>", "<!--x-->a", "{{tree}}a", "\"'\\`${}&<", "שלוםעלכםא", "🟩🟨⬛é한글abc")
# In letters that Python and JavaScript order differently: U+FF41 is below U+1D51E as a code point, not in UTF-16.
MIXED = ("ａｂ", "𝔞ｂ", "ａ𝔟", "ab")
# Letters of several code points, by marks and by joining, and a final sigma.
SEVERAL = ("l\u034fjubav", "kon\u034fjic", "ba\u0331tes", "λόγος", "σοφός")


def words(*entries: str) -> WordList:
    return WordList.from_words(entries, "words")


def compiled(*entries: str, rule: Rule = Rule.ANY, **arguments: Any) -> Tree:
    game = Game(words(*entries), words(*entries), rule)
    return load(compile_tree(game, arguments.pop("strategy", "minimax"), n_workers=1, **arguments).data)


def weighted() -> Tree:
    weights = Weights.of({word: number // 2 for number, word in enumerate(FIVE)}, words(*FIVE))
    return compiled(*FIVE, strategy="optimal", weights=weights)


def likely() -> Tree:
    """One answer after the other, of which the second is not likely."""
    return load((Path(__file__).parent.parent / "fixtures" / "format-1.2-likely.tree").read_bytes())


@cache
def ten_words() -> Tree:
    return compiled(
        "beech", "bench", "lunch", "leech", "peach", "perch", "poach", "pouch", "vouch", "which", opener="beech"
    )


@cache
def stuck() -> Tree:
    """BUMPY, DUMPY, HUMPY in turn; two answers are left when the guesses are used up."""
    return compiled(*FIVE, strategy="first", rule=Rule.CANDIDATES, max_guesses=3, allow_unsolved=True)


@cache
def codes() -> Tree:
    return load(compile_tree(mastermind(3, 4), "minimax", n_workers=1).data)


TREES: dict[str, Callable[[], Tree]] = {
    "salet": lambda: load("salet"),
    "nyt, 14855 answers": lambda: load("nyt"),
    "weights, version 1.1": weighted,
    "likely, version 1.2": likely,
    "unsolved": stuck,
    "mastermind": codes,
    "hostile": lambda: compiled(*HOSTILE),
    "order of code points": lambda: compiled(*MIXED),
    "letters of several code points": lambda: compiled(*SEVERAL),
    "12 letters, 4 bytes a feedback": lambda: compiled("abcdefghijkl", "abcdefghijkm", "mbcdefghijkl", "mlkjihgfedcb"),
}
