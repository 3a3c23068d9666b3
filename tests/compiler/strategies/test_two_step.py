"""Two steps ahead, and shortlists: choices by hand, and whole trees against the definitions, played plainly."""

import pytest
from plain_player import Choose, Moment, cells_of, histogram, legal_words, lowest, play, sizes_of
from product_tree import build
from sampled import sampled_seeds
from small_games import RULES, SmallGame, large_game, small_game
from test_letter_strategies import FORMULAS

from wordle_compiler.game.game import Rule

LARGE = large_game(5, n_answers=(30, 30), n_allowed=(45, 45))


def squares(word: str, candidates: list[str]) -> int:
    return sum(size**2 for size in sizes_of(word, candidates))


def two_step(small: SmallGame, rule: str, guess_from: str, limit: int) -> Choose:
    def score(word: str, moment: Moment) -> int:
        if len(moment.candidates) <= limit:
            return squares(word, moment.candidates)
        total = 0
        for colours, cell in cells_of(word, moment.candidates).items():
            turns = (*moment.turns, (word, colours))
            seconds = cell if guess_from == "candidates" else legal_words(small.allowed, rule, cell, turns)
            total += min(squares(second, cell) for second in seconds)
        return total

    return lowest(score)


@pytest.mark.parametrize("guess_from", ["candidates", "allowed"])
@pytest.mark.parametrize("rule", RULES, ids=str)
@sampled_seeds(4, 24)
def test_trees_are_those_of_the_definition_played_plainly(seeds: range, rule: Rule, guess_from: str) -> None:
    games = [small_game(seed) for seed in seeds] + [LARGE]
    for i, small in enumerate(games):
        limit = (2, 4)[i % 2]
        choose = two_step(small, rule.value, guess_from, limit)
        expected = play(small.answers, small.allowed, choose, rule=rule.value, guess_from=guess_from)
        tree = build("two-step", small, rule, two_step_limit=limit, guess_from=guess_from)

        assert tree == expected, f"{small} {rule}"


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_the_opener_does_not_depend_on_the_workers(rule: Rule) -> None:
    small = large_game(8, n_answers=(60, 60), n_allowed=(100, 100))
    trees = [build("two-step", small, rule, n_workers=n, two_step_limit=5) for n in (1, 2, 4)]

    assert trees[0] == trees[1] == trees[2]


def test_two_steps_by_hand() -> None:
    # Six candidates differ in one place. PQ1 tells p and q from each other and from the rest (green in place 1, yellow
    # in place 2), RS1 r and s, XY1 x and y.
    answers = ("pzz", "qzz", "rzz", "szz", "xzz", "yzz")
    family = SmallGame("family", answers, tuple(sorted((*answers, "pq1", "rs1", "xy1"))))

    # All six. After PQ1 RS1 makes 1 + 1 + 4 of the other four: 1 + 1 + 6 = 8, RS1 and XY1 the same. After a candidate
    # RS1 or another makes 1 + 1 + 9 of five: 1 + 11 = 12.
    # r, s, x, y. After RS1 one of x and y tells them apart: 1 + 1 + 2 = 4. After RZZ XY1 tells s, x and y apart:
    # 1 + 3 = 4, as good, and RZZ is a candidate. One step alone says RS1: 1 + 1 + 4 against 1 + 9.
    # s, x, y. Two steps: SZZ, then XZZ or YZZ, 1 + 2 = 3. One step: XY1, 1 + 1 + 1.
    assert build("two-step", family, two_step_limit=2)[0] == "pq1"
    assert histogram(build("two-step", family, two_step_limit=2)) == {2: 3, 3: 1, 4: 1, 5: 1}
    assert histogram(build("two-step", family, two_step_limit=3)) == {2: 3, 4: 3}
    assert histogram(build("two-step", family, two_step_limit=4)) == {2: 2, 3: 3, 4: 1}


def shortlist(cheap: str, size: int, expensive: str) -> Choose:
    def cost(word: str, moment: Moment) -> object:
        if cheap == "minimax":
            return max(sizes_of(word, moment.candidates))
        return word in moment.guessed, -FORMULAS[cheap](word, moment)

    def value(word: str, moment: Moment) -> int:
        return {"expected-size": squares, "most-parts": lambda w, c: -len(sizes_of(w, c))}[expensive](
            word, moment.candidates
        )

    def choose(moment: Moment) -> str:
        ranked = sorted(moment.options, key=lambda word: (cost(word, moment), word not in moment.candidates, word))
        return lowest(value)(Moment(moment.candidates, sorted(ranked[:size]), moment.turns))

    return choose


@pytest.mark.parametrize("guess_from", ["candidates", "allowed"])
@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize(
    ("cheap", "size", "expensive"),
    [("letter-entropy", 3, "expected-size"), ("minimax", 5, "most-parts"), ("letter-frequency", 1, "expected-size")],
)
def test_shortlists_are_those_played_plainly(
    cheap: str, size: int, expensive: str, rule: Rule, guess_from: str
) -> None:
    for small in [*(small_game(seed) for seed in range(8)), LARGE]:
        expected = play(
            small.answers, small.allowed, shortlist(cheap, size, expensive), rule=rule.value, guess_from=guess_from
        )
        options = {"shortlist_size": size, "shortlist_by": cheap, "shortlist_for": expensive, "guess_from": guess_from}

        assert build("shortlist", small, rule, 6, **options) == expected, f"{small}"  # type: ignore[arg-type]


def test_a_shortlist_holds_fifty_words_by_default() -> None:
    # 45 words are fewer: all of them are shortlisted.
    assert build("shortlist", LARGE) == build("expected-size", LARGE)
