"""Small games to hold the engine against the reference, seeded.

Few letters and short words, so that letters repeat and many guesses split the candidates alike. Half of the games hold
families of words that differ in one place, where the limit on guesses bites.
"""

import itertools
import random
from dataclasses import dataclass

from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.words import WordList

RULES = tuple(Rule)
GENEROUS = 24
"""A limit above what any of the small games needs."""


@dataclass(frozen=True)
class SmallGame:
    """Answers and allowed words, both ascending, and a name for messages."""

    name: str
    answers: tuple[str, ...]
    allowed: tuple[str, ...]

    def under(self, rule: Rule) -> Game:
        """Makes the product's game."""
        return Game(WordList("answers", self.answers), WordList("allowed", self.allowed), rule)


def _game(name: str, answers: set[str], others: set[str]) -> SmallGame:
    return SmallGame(name, tuple(sorted(answers)), tuple(sorted(answers | others)))


def mixed_game(seed: int) -> SmallGame:
    """Makes a game of 3 to 14 answers and 5 to 40 allowed words: 2 to 4 of 2 to 6 letters each."""
    dice = random.Random(f"mixed {seed}")
    length = dice.randint(2, 4)
    n_letters = dice.choice((3, 4, 5, 6) if length == 2 else (2, 2, 3, 3, 4, 5, 6))
    words = ["".join(word) for word in itertools.product("abcdef"[:n_letters], repeat=length)]
    dice.shuffle(words)
    n_allowed = min(len(words), dice.randint(5, 40))
    n_answers = min(n_allowed, dice.randint(3, 14))
    return _game(f"mixed-{seed}", set(words[:n_answers]), set(words[n_answers:n_allowed]))


def family_game(seed: int) -> SmallGame:
    """Makes a game with a family such as `_ill`, some strangers, and a few words that test several letters at once."""
    dice = random.Random(f"family {seed}")
    length = dice.randint(3, 4)
    letters = "abcdefghij"[: dice.randint(5, 10)]
    place = dice.randrange(length)
    tail = dice.choices("xy" + letters[:1], k=length - 1)
    family = {"".join(tail[:place]) + letter + "".join(tail[place:]) for letter in letters}
    strangers = {"".join(dice.choices(letters + "xy", k=length)) for _ in range(dice.randint(1, 4))}
    testers = {"".join(dice.choices(letters, k=length)) for _ in range(dice.choice((0, 1, 3, 6, 12, 25)))}
    return _game(f"family-{seed}", family | strangers, testers)


def families_game(seed: int) -> SmallGame:
    """Makes a game with two or three families and few words to test them: deeper trees may have smaller totals."""
    dice = random.Random(f"families {seed}")
    answers: set[str] = set()
    for _ in range(dice.randint(2, 3)):
        tail = dice.choices("xyz", k=3)
        place = dice.randrange(4)
        for letter in dice.sample("abcdefghij", dice.randint(3, 6)):
            answers.add("".join(tail[:place]) + letter + "".join(tail[place:]))
    strangers = {"".join(dice.choices("abcdefghijxyz", k=4)) for _ in range(dice.randint(0, 3))}
    testers = {"".join(dice.choices("abcdefghij", k=4)) for _ in range(dice.choice((0, 2, 4, 8)))}
    return _game(f"families-{seed}", answers | strangers, testers)


def long_game(seed: int) -> SmallGame:
    """Makes a game of words of 6 to 12 letters, whose feedbacks do not fit in a byte."""
    dice = random.Random(f"long {seed}")
    length = 6 + seed % 7
    stem = dice.choices("abcxyz", k=length)
    words: set[str] = set()
    while len(words) < 25:
        word = list(stem)
        for _ in range(dice.randint(1, 3)):
            word[dice.randrange(length)] = dice.choice("abcdef")
        words.add("".join(word))
    order = sorted(words)
    dice.shuffle(order)
    return _game(f"long-{seed}", set(order[:11]), set(order[11:]))


def small_game(seed: int) -> SmallGame:
    """Makes a small game of one of the three kinds."""
    return (mixed_game, family_game, mixed_game, families_game)[seed % 4](seed)


def large_game(
    seed: int, *, n_answers: tuple[int, int] = (40, 120), n_allowed: tuple[int, int] = (100, 400)
) -> SmallGame:
    """Makes a game large enough for the code that only large nodes reach: words of consonants and vowels in turn."""
    dice = random.Random(f"large {seed}")
    length = dice.randint(3, 5)
    kinds = dice.choice((("bcdlnrst", "aeio"), ("bcde", "aeiost"), ("abc", "abd")))
    words: set[str] = set()
    wanted = dice.randint(*n_allowed)
    for _ in range(40 * wanted):
        words.add("".join(dice.choice(kinds[(place + dice.randint(0, 5) // 5) % 2]) for place in range(length)))
        if len(words) == wanted:
            break
    order = sorted(words)
    dice.shuffle(order)
    count = min(len(order), dice.randint(*n_answers))
    return _game(f"large-{seed}", set(order[:count]), set(order[count:]))


WEIGHT_KINDS = ("ones", "zeros", "steep", "pairs", "random", "one", "equal")


def draw_weights(small: SmallGame, seed: int) -> dict[str, int]:
    """Draws a weight for each answer, of the kind that is next: with zeros, with huge ratios, with equal ones, ..."""
    dice = random.Random(f"weights {small.name} {seed}")
    n = len(small.answers)
    values = {
        "ones": [1] * n,
        "zeros": [dice.choice((0, 0, 1, 2, 5)) for _ in range(n)],
        "steep": [dice.choice((0, 1, 10, 1000, 1_000_000)) for _ in range(n)],
        "pairs": [1 + (i // 2) % 3 for i in range(n)],
        "random": [dice.randint(1, 50) for _ in range(n)],
        "one": [0] * n,
        "equal": [7] * n,
    }[WEIGHT_KINDS[seed % len(WEIGHT_KINDS)]]
    if not any(values):
        values[dice.randrange(n)] = 3
    return dict(zip(small.answers, values, strict=True))
