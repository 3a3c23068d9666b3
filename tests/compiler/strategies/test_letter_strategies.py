"""The strategies that count letters: choices worked out by hand, and trees against the formulas played plainly."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from plain_player import Moment, histogram, lowest, play
from product_tree import build
from sampled import sampled_seeds
from small_games import RULES, SmallGame, large_game, small_game

from wordle_compiler import Rule, get_strategy
from wordle_compiler.game.feedback_matrix import FeedbackMatrix, letter_codes, letter_counts_of
from wordle_compiler.strategies.heuristic import DecisionPoint, Heuristic, slots_of
from wordle_compiler.strategies.letter_scores import LetterCounts
from wordle_compiler.strategies.letter_scores import approx_eliminations as values_of


def here(letter: str, place: int, candidates: list[str]) -> int:
    return sum(word[place] == letter for word in candidates)


def holding(letter: str, candidates: list[str]) -> int:
    return sum(letter in word for word in candidates)


def elsewhere(letter: str, place: int, candidates: list[str]) -> int:
    return sum(letter in word[:place] + word[place + 1 :] for word in candidates)


def letter_frequency(word: str, moment: Moment) -> int:
    return sum(holding(letter, moment.candidates) for letter in set(word) - set("".join(moment.guessed)))


def positional_frequency(word: str, moment: Moment) -> int:
    return sum(here(letter, place, moment.candidates) for place, letter in enumerate(word))


def located_letters(word: str, moment: Moment) -> int:
    points = 0
    for place, letter in enumerate(word):
        if letter not in "".join(moment.guessed):
            points += here(letter, place, moment.candidates)
            if letter not in word[:place]:
                points += elsewhere(letter, place, moment.candidates)
    return points


def letter_entropy(word: str, moment: Moment) -> Fraction:
    n = len(moment.candidates)
    in_place = [Fraction(here(letter, place, moment.candidates), n) for place, letter in enumerate(word)]
    anywhere = [Fraction(holding(letter, moment.candidates), n) for letter in set(word)]
    return (sum(p * (1 - p) for p in in_place) + sum(p * (1 - p) for p in anywhere)) / Fraction(2)


def approx_eliminations(word: str, moment: Moment) -> Fraction:
    n = len(moment.candidates)
    expected = Fraction(0)
    for place, letter in enumerate(word):
        green = here(letter, place, moment.candidates)
        yellow = holding(letter, moment.candidates) - green
        grey = n - green - yellow
        counted = [green, yellow] if letter in word[:place] else [green, yellow, grey]
        expected += sum(Fraction(count, n) * (n - count) for count in counted)
    return expected


FORMULAS: dict[str, Callable[[str, Moment], int | Fraction]] = {
    "letter-frequency": letter_frequency,
    "positional-frequency": positional_frequency,
    "located-letters": located_letters,
    "letter-entropy": letter_entropy,
    "approx-eliminations": approx_eliminations,
}
"""What each strategy makes large."""

each = pytest.mark.parametrize("name", FORMULAS)


def plain(name: str, small: SmallGame, **how: object) -> tuple[str, bool, dict[int, object]]:
    def score(word: str, moment: Moment) -> tuple[bool, int | Fraction]:
        # What was guessed before comes last.
        return word in moment.guessed, -FORMULAS[name](word, moment)

    return play(small.answers, small.allowed, lowest(score), **how)  # type: ignore[arg-type]


@each
@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize("guess_from", ["candidates", "allowed"])
@sampled_seeds(5, 32)
def test_trees_are_those_of_the_formula_played_plainly(seeds: range, rule: Rule, guess_from: str, name: str) -> None:
    games = [small_game(seed) for seed in seeds] + [large_game(3, n_answers=(40, 50), n_allowed=(60, 80)), FAMILIES]
    for i, small in enumerate(games):
        limit = (3, 6)[i % 2]
        opener = small.answers[-1] if i % 3 == 0 else None
        expected = plain(name, small, rule=rule.value, limit=limit, guess_from=guess_from, opener=opener)

        assert build(name, small, rule, limit, opener, guess_from=guess_from) == expected, f"{small} {rule}"


ANSWERS = (
    "batch catch hatch latch match patch watch bound found hound mound pound round sound wound fight light might night "
    "right sight tight eight dance digit drape elate fella flash forty gauge grace hairy booby brush cabin"
)
OTHERS = "blimp champ clips downs flown grasp humps lares nymph roate salet serai soare trace unlit womby"
FAMILIES = SmallGame("families", tuple(sorted(ANSWERS.split())), tuple(sorted(f"{ANSWERS} {OTHERS}".split())))

HAND_MADE = SmallGame("hand-made", ("ear", "eel", "ere", "tea"), ("ale", "ear", "eel", "ere", "tar", "tea", "tee"))

# Here: e 3 times in place 1, 2 times in 2, once in 3; a once in 2 and once in 3; r once in 2 and once in 3; l once in
# 3; t once in 1. Holding: e 4, a 2, r 2, l 1, t 1. Elsewhere: e 3, 3, 4 for places 1, 2, 3; a 2, 1, 1; r 2, 1, 1;
# l 1, 1, 0; t 0, 1, 1. The sums, with TAR left out:
#
#                            ale          ear          eel          ere          tea          tee
# letter-frequency           2+1+4= 7     4+2+2= 8     4+1  = 5     4+2  = 6     1+4+2= 7     1+4  = 5
#   t, a and r guessed       1+4  = 5     4            4+1  = 5     4            4            4
# positional-frequency       0+0+1= 1     3+1+1= 5     3+2+1= 6     3+1+1= 5     1+2+1= 4     1+2+1= 4
# located-letters            2+1+5= 8     6+2+2=10     6+2+1= 9     6+2+1= 9     1+5+2= 8     1+5+1= 7
#   t, a and r guessed       1+5  = 6     6            6+2+1= 9     6+1  = 7     5            5+1  = 6
# letter-entropy, times 32: c(4 - c) is 3 for c = 1 or 3, 4 for c = 2, 0 for c = 4
#   places                   0+0+3        3+3+3        3+4+3        3+3+3        3+4+3        3+4+3
#   letters                  4+3+0=10     0+4+4=17     0+3  =13     0+4  =13     3+0+4=17     3+0  =13
# approx-eliminations, times 4: green and yellow and grey
#   first letter             0+4+4        3+3+0        3+3+0        3+3+0        3+0+3        3+0+3
#   second                   0+3+3        3+3+4        4+4          3+3+4        4+4+0        4+4+0
#   third                    3+3+0=20     3+3+4=26     3+0+3=20     3+3  =22     3+3+4=24     3+3  =20
CHOICES = {
    # Of EAR and TEA, which are equal, the first; of ALE and EEL the one that is a candidate.
    "letter-frequency": {"": "ear", "tar": "eel"},
    "positional-frequency": {"": "eel", "eel": "ear"},
    "located-letters": {"": "ear", "tar": "eel"},
    "letter-entropy": {"": "ear", "ear": "tea"},
    "approx-eliminations": {"": "ear", "ear": "tea"},
}


@pytest.mark.parametrize(("name", "guessed"), [(name, guessed) for name in CHOICES for guessed in CHOICES[name]])
def test_choices_by_hand(name: str, guessed: str) -> None:
    game = HAND_MADE.under(Rule.ANY)
    matrix = FeedbackMatrix.of(game)
    words = game.allowed.words
    letters = letter_codes(tuple(words))
    strategy = get_strategy(name)
    assert isinstance(strategy, Heuristic)
    position = DecisionPoint(
        matrix,
        np.arange(4, dtype=np.int32),
        matrix.answer_as_guess,
        np.array([row for row, word in enumerate(words) if word != "tar"], np.int32),
        guessed=(words.index(guessed),) if guessed else (),
        letters=letters,
        letter_counts=letter_counts_of(letters),
        slots=slots_of(letters, letter_counts_of(letters)),
    )

    assert words[strategy.choose(position)] == CHOICES[name][guessed]


def test_approximate_eliminations_are_those_of_the_published_example() -> None:
    # rs-wordle-solver's README: the letter c of COULD, when COULD, MATCH and COAST are left, is worth
    # 1 * 2/3 (green: MATCH goes) + 2 * 1/3 (yellow: two go) + 3 * 0/3 (grey); times 3 that is 4.
    game = SmallGame("published", ("coast", "could", "match"), ("coast", "could", "match")).under(Rule.ANY)
    matrix = FeedbackMatrix.of(game)
    letters = letter_codes(game.allowed.words)
    everything = np.arange(3, dtype=np.int32)
    n_times = letter_counts_of(letters)
    slots = slots_of(letters, n_times)
    counts = LetterCounts.of(DecisionPoint(matrix, everything, everything, everything, (), letters, n_times, slots))

    first, _ = values_of(counts)

    assert first[letters[1, 0], 0] == 4


def test_first_plays_the_first_candidate() -> None:
    def first(moment: Moment) -> str:
        return moment.candidates[0]

    assert build("first", FAMILIES) == play(FAMILIES.answers, FAMILIES.allowed, first)
    assert histogram(build("first", HAND_MADE)) == {1: 1, 2: 3}
