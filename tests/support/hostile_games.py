"""Games of every kind, drawn by number, for claims that a checker is asked about."""

import random
import string

from tiny_games import TinyGame

SYMBOLS = string.ascii_lowercase + string.digits + "äéöü"
"""40 symbols, each in its normal form."""


def draw_game(number: int) -> TinyGame:
    """Draws a game; the number goes through the lengths 2 to 12, the kinds, the rules and the likely answers."""
    dice = random.Random(f"hostile game {number}")
    length = 2 + number % 11
    kind = "mastermind" if number // 11 % 4 == 3 else "wordle"
    rule = ("any", "hard", "candidates")[number // 44 % 3] if kind == "wordle" else ("any", "candidates")[number % 2]
    # One game of ten has many words, so that some 256 codes occur. They are long and of few symbols: nearly every guess
    # tells the answers apart, and the oracle's work, which is exponential in those it does not tell apart, stays small.
    has_many = number % 10 == 0 and length > 5
    n_symbols = dice.choice((3, 4, 5) if has_many else (2, 2, 3, 3, 4, 5, 8, 12, 26, 33, 40))
    symbols = sorted(dice.sample(SYMBOLS, n_symbols))
    n_words = dice.choice((60, 90)) if has_many else dice.choice((3, 5, 7, 9, 12))
    words = draw_words(dice, length, symbols, n_words, is_code=kind == "mastermind")
    n_answers = min(8, len(words)) if has_many else dice.randint(1, min(7, len(words)))
    answers = sorted(dice.sample(words, n_answers))
    unlikely: list[str] = []
    if rule != "candidates" and dice.random() < 0.25:
        unlikely = sorted(dice.sample(sorted(set(words) - set(answers)), dice.randint(0, len(words) - n_answers)))
    return TinyGame(kind, rule, tuple(answers), tuple(sorted(words)), tuple(unlikely))


def draw_words(dice: random.Random, length: int, symbols: list[str], n_words: int, *, is_code: bool) -> list[str]:
    """Draws words at random, families that differ in one place, or codes that renamings map onto each other."""
    found: set[str] = set()
    stem = dice.choices(symbols, k=length)
    styles = ("random", "family", "family", "near")
    style = dice.choice((*styles, "turned", "turned") if is_code else styles)
    style = style if n_words < 60 else "random"
    for _ in range(20 * n_words):
        word = list(stem)
        if style == "random":
            word = dice.choices(symbols, k=length)
        elif style == "turned":
            word = stem[(turn := dice.randrange(length)) :] + stem[:turn]
        else:
            for _ in range(1 if style == "family" and dice.random() < 0.8 else dice.randint(1, 3)):
                place = 0 if style == "family" and dice.random() < 0.8 else dice.randrange(length)
                word[place] = dice.choice(symbols)
        found.add("".join(word))
        if len(found) == n_words:
            break
    return sorted(found)
