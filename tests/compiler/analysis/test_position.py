"""Positions: the best next guess and the ranking against the reference, and what is said of histories that are none."""

import random
from fractions import Fraction
from pathlib import Path

import pytest
from command_runs import Run, left_in, wordle_analyze
from hand_openers import EXACT, NO_TREE
from reference_solver import NOTHING, Colours, Costs, Knowledge, Reference, code_of, colours_of, is_hard_legal, learn
from sampled import sampled
from small_games import GENEROUS, RULES, SmallGame, draw_weights, large_game, small_game

from wordle_compiler import Game, PositionAnalysis, Rule, Weights, WordList, analyse_position, load_list
from wordle_compiler.analysis import position_analysis
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError
from wordle_compiler.rankings.known_openers import KnownOpeners
from wordle_runtime.command_line import plain

pytestmark = pytest.mark.usefixtures("small_memo")

each_rule = pytest.mark.parametrize("rule", RULES, ids=str)
BLOCKS = [range(start, start + 4) for start in range(0, 80, 4)]

History = tuple[tuple[str, Colours], ...]


def random_history(small: SmallGame, rule: Rule, dice: random.Random, n_turns: int) -> tuple[History, frozenset[str]]:
    """Plays some legal guesses against an answer; returns the turns and the candidates that they leave."""
    answer = dice.choice(small.answers)
    candidates = frozenset(small.answers)
    history: History = ()
    for _ in range(n_turns):
        legal = [one for one in small.allowed if one != answer and (rule is not Rule.CANDIDATES or one in candidates)]
        legal = [one for one in legal if rule is not Rule.HARD or is_hard_legal(one, history)]
        if not legal:
            break
        guess = dice.choice(legal)
        colours = colours_of(guess, answer)
        history += ((guess, colours),)
        candidates = frozenset(word for word in candidates if colours_of(guess, word) == colours)
    return history, candidates


def expected_ranking(
    small: SmallGame,
    rule: Rule,
    history: History,
    candidates: frozenset[str],
    left: int,
    values: dict[str, int] | None = None,
) -> list[tuple[str, Costs | None]]:
    """Ranks every legal guess by brute force: costs, then candidates first, then the alphabet; None comes last."""
    reference = Reference(small.answers, small.allowed, rule.value, values)
    known: Knowledge = NOTHING
    for guess, colours in history if rule is Rule.HARD else ():
        known = learn(known, guess, colours)
    costs = {word: reference.costs_with(word, candidates, left, known) for word in reference.legal(candidates, known)}
    return sorted(costs.items(), key=lambda row: (row[1] is None, row[1] or (), row[0] not in candidates, row[0]))


def total_of(costs: Costs | None) -> int | None:
    return costs and costs[1]


def mean_of(costs: Costs | None, weight: int, n_candidates: int) -> Fraction | None:
    """Returns the weighted mean; the plain one where no candidate has a weight."""
    return costs and (Fraction(costs[0], weight) if weight else Fraction(costs[1], n_candidates))


def ranking_of(analysis: PositionAnalysis) -> list[tuple[str, int | None]]:
    return [(row.guess, row.total) for row in analysis.ranking]


@each_rule
@pytest.mark.parametrize("is_weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("seeds", sampled(BLOCKS, 1), ids=lambda seeds: f"games-{seeds.start}-{seeds.stop - 1}")
def test_ranking_is_the_reference_s(seeds: range, is_weighted: bool, rule: Rule) -> None:
    n_weightless = 0
    for seed in seeds:
        small = small_game(seed)
        dice = random.Random(f"position {seed}")
        values = draw_weights(small, seed) if is_weighted else None
        weights = values and Weights.of(values, small.under(rule).answers, "mine")
        for n_turns in (0, 1, 1, 2, 3):
            history, candidates = random_history(small, rule, dice, n_turns)
            left = dice.choice((1, 2, 3, 4, GENEROUS))
            legal = expected_ranking(small, rule, history, candidates, left, values)
            expected = [row for row in legal if row[0] not in dict(history)]
            weight = sum(values[word] for word in candidates) if values else 0
            n_weightless += not weight
            turns = [(guess, code_of(colours)) for guess, colours in history]
            n_best = dice.choice((1, 3, 10, None))
            where = f"{small} {rule} after {turns} within {len(history) + left}, {values}"
            how = {"max_guesses": len(history) + left, "n_alternatives": n_best, "n_workers": 1, "weights": weights}
            if (best := expected[0][1]) is None:
                with pytest.raises(UnmetGuaranteeError, match="proven"):
                    analyse_position(small.under(rule), turns, **how)  # type: ignore[arg-type]
                continue
            analysis = analyse_position(small.under(rule), turns, **how)  # type: ignore[arg-type]

            assert ranking_of(analysis) == [(word, total_of(costs)) for word, costs in expected[:n_best]], where
            assert (analysis.n_legal, analysis.candidates) == (len(legal), tuple(sorted(candidates))), where
            assert (analysis.guesses_left, analysis.weights) == (left, "mine" if is_weighted else None)
            for row, (_, costs) in zip(analysis.ranking, expected, strict=False):
                mean = mean_of(costs, weight, len(candidates))
                assert row.expected == mean, where
                assert mean is None or row.cost == mean - mean_of(best, weight, len(candidates)), where  # type: ignore[operator]
    # Sets of candidates without a weight come up, if not in each block.
    assert n_weightless > 0 or seeds.start > BLOCKS[0].start


@each_rule
@pytest.mark.parametrize("seed", sampled(range(3), 1))
def test_workers_do_not_change_the_ranking(seed: int, rule: Rule) -> None:
    # Many guesses share a total here, at the end of the ranking too.
    small = large_game(seed)
    game = small.under(rule)
    guess = small.answers[7]
    turns = [(guess, code_of(colours_of(guess, small.answers[20])))]
    analyses = [analyse_position(game, turns, max_guesses=12, n_workers=n) for n in (1, 2, 4, 4)]

    assert analyses[0] == analyses[1] == analyses[2] == analyses[3]
    assert len(analyses[0].ranking) == min(10, analyses[0].n_legal)


@pytest.fixture(scope="module")
def wordle() -> Game:
    return Game(load_list("original-answers"), load_list("original-allowed"))


@pytest.fixture(scope="module")
def answers_and_salet(wordle: Game) -> Game:
    """Wordle with SALET alone of the words that are not answers: what is asked does not depend on the others."""
    return Game(wordle.answers, WordList.from_words({"salet", *wordle.answers.words}, "some allowed"))


@pytest.mark.slow
def test_positions_after_plate_add_up_to_its_total() -> None:
    # One guess for each of the answers, and what follows. Published: 8227 where only candidates may be guessed.
    words = load_list("original-answers")
    game = Game(words, words, Rule.CANDIDATES)
    feedbacks = {code_of(colours_of("plate", word)) for word in words.words} - {game.n_feedbacks - 1}
    analyses = [analyse_position(game, [("plate", code)], n_alternatives=1, n_workers=1) for code in feedbacks]

    assert sum(len(analysis.candidates) for analysis in analyses) == len(words) - 1
    assert len(words) + sum(analysis.best.total or 0 for analysis in analyses) == 8227


def test_ranking_of_three_candidates_of_wordle(wordle: Game) -> None:
    # CEASE, CHAFE and CHASE are left. Each of them tells the other two apart (1 + 2 + 2); many other words tell the
    # three apart (2 + 2 + 2), and the first of these in the alphabet comes next.
    analysis = analyse_position(wordle, "plate:__g_g crave:g_g_g", n_alternatives=4)
    three = ("cease", "chafe", "chase")
    other = next(word for word in wordle.allowed.words if len({colours_of(word, answer) for answer in three}) == 3)

    assert analysis.candidates == three
    assert ranking_of(analysis) == [("cease", 5), ("chafe", 5), ("chase", 5), (other, 6)]


def test_expected_guesses_and_costs_are_exact_fractions() -> None:
    # BODGE tells the three apart: 2 + 2 + 2. BUMPY does not tell DUMPY from JUMPY: 1 + 2 + 3. So do the other two.
    game = Game(WordList("three", ("bumpy", "dumpy", "jumpy")), WordList("four", ("bodge", "bumpy", "dumpy", "jumpy")))
    analysis = analyse_position(game, "", n_workers=1)

    assert ranking_of(analysis) == [("bumpy", 6), ("dumpy", 6), ("jumpy", 6), ("bodge", 6)]
    assert {row.expected for row in analysis.ranking} == {Fraction(2)}

    # Without DUMPY and JUMPY in the list of guesses the costs differ: BUMPY's first, then BODGE.
    game = Game(WordList("two", ("bumpy", "dumpy")), WordList("three", ("bodge", "bumpy", "dumpy")))
    analysis = analyse_position(game, [], n_workers=1)

    assert [(row.guess, row.total, row.expected, row.cost) for row in analysis.ranking] == [
        ("bumpy", 3, Fraction(3, 2), Fraction(0)),
        ("dumpy", 3, Fraction(3, 2), Fraction(0)),
        ("bodge", 4, Fraction(2), Fraction(1, 2)),
    ]
    of_game = {"kind": "wordle", "rule": "any", "answers": "two", "n_answers": 2, "allowed": "three", "n_allowed": 3}
    of_position = {"turn": 1, "history": [], "guesses_left": 6, "n_candidates": 2, "candidates": ["bumpy", "dumpy"]}
    of_best = {"guess": "bumpy", "total": 3, "expected": Fraction(3, 2), "weights": None, "is_from_table": False}
    ranking = [
        {"guess": "bumpy", "is_candidate": True, "total": 3, "expected": Fraction(3, 2), "cost": 0},
        {"guess": "dumpy", "is_candidate": True, "total": 3, "expected": Fraction(3, 2), "cost": 0},
        {"guess": "bodge", "is_candidate": False, "total": 4, "expected": 2, "cost": Fraction(1, 2)},
    ]
    claim = "optimal (total, within 6 more guesses, rule any): the best 3 of 3 legal guesses, exact"
    told = of_game | of_position | of_best | {"n_legal": 3, "ranking": ranking, "objective": "total", "claim": claim}
    assert analysis.as_json() == plain(told)


def test_openers_of_a_known_game_are_read_from_the_table() -> None:
    """The best two totals are known values; CRATE and TRACE tie, and so do LEAST and SLART, of which one may win."""
    today = Game(load_list("nyt-2023-answers"), load_list("nyt-2022-allowed"), Rule.ANY)
    original = Game(load_list("original-answers"), load_list("original-allowed"), Rule.ANY)

    analysis = analyse_position(today, "", n_alternatives=17)
    of_original = analyse_position(original, [], n_alternatives=3)

    assert analysis.is_from_table
    assert (analysis.n_legal, len(analysis.candidates), analysis.guesses_left) == (14855, 3158, 6)
    assert ranking_of(analysis)[:2] == [("tarse", 11219), ("salet", 11235)]
    assert [(row.guess, row.is_candidate) for row in analysis.ranking[15:]] == [("least", True), ("slart", False)]
    assert analysis.ranking[1].cost == Fraction(16, 3158)
    assert ranking_of(of_original) == [("salet", 7920), ("reast", 7923), ("crate", 7926)]


@each_rule
def test_a_table_ranks_openers_as_brute_force_does(rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    n_read = 0
    for seed in range(12):
        small = small_game(seed)
        game = small.under(rule)
        limit = 2 + seed % 4
        everything = frozenset(small.answers)
        expected = [(word, total_of(costs)) for word, costs in expected_ranking(small, rule, (), everything, limit)]
        by_word = dict(sorted(expected))
        proofs = bytes(NO_TREE if total is None else EXACT for total in by_word.values())
        totals = [total or 0 for total in by_word.values()]
        table = KnownOpeners("a", "b", rule.value, limit, len(small.answers), tuple(by_word), totals, proofs)
        monkeypatch.setattr(position_analysis, "find_known_openers", lambda *_, table=table: table)
        n_solving = sum(total is not None for total in by_word.values())
        for n in range(1, n_solving + 1):
            analysis = analyse_position(game, "", max_guesses=limit, n_alternatives=n, n_workers=1)
            assert analysis.is_from_table
            assert ranking_of(analysis) == expected[:n]
            assert analysis.n_legal == len(expected)
            n_read += 1
        if 0 < n_solving < len(expected):
            analysis = analyse_position(game, "", max_guesses=limit, n_alternatives=None, n_workers=1)
            assert not analysis.is_from_table
            assert ranking_of(analysis) == expected
    assert n_read > 30


@pytest.mark.parametrize(
    ("rule", "history", "message"),
    [
        pytest.param("any", "plate:__g_g zzzzz:_____", "turn 2: 'zzzzz' is not in the list", id="not-allowed"),
        pytest.param("any", "plate:__g_g abc:___", "turn 2: 'abc' has 3 letters", id="too-short"),
        pytest.param("any", [("plate", 243)], "turn 1: feedback 243 is not a code", id="no-code"),
        pytest.param("any", "plate:__g_g plate:__g__", "turn 2: no candidate gives __g__", id="contradiction"),
        pytest.param("any", "salet:ggggg", "to salet; 1 other allowed word fits", id="solved-by-no-answer"),
        pytest.param("any", "plate:ggggg", "the game is solved at turn 1: there is no next guess", id="solved"),
        pytest.param("any", "plate:ggggg plate:ggggg", "turn 2: the game was solved at turn 1", id="after-the-end"),
        pytest.param(
            "hard",
            "plate:__g_g crime:____g",
            "turn 2: 'crime' is not legal under rule hard: it must have 'a' in place 3",
            id="hard",
        ),
        pytest.param("candidates", "salet:_____", "turn 1: 'salet' is not legal under rule candidates", id="no-answer"),
    ],
)
def test_what_is_no_position_is_said_in_one_line(
    answers_and_salet: Game, rule: str, history: str, message: str
) -> None:
    game = Game(answers_and_salet.answers, answers_and_salet.allowed, Rule(rule))

    with pytest.raises(InputError) as caught:
        analyse_position(game, history)

    assert str(caught.value).startswith(message) or message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_limit_that_no_guess_keeps_is_a_proof(answers_and_salet: Game) -> None:
    # 38 answers cannot be told apart by one guess and guessed by the next: no guess gives 38 feedbacks here.
    with pytest.raises(UnmetGuaranteeError, match=r"every one of the 38 answers within the 2 guesses left \(proven\)"):
        analyse_position(answers_and_salet, "plate:__g_g", max_guesses=3)


def test_no_alternative_at_all_is_refused(wordle: Game) -> None:
    with pytest.raises(InputError, match="must be"):
        analyse_position(wordle, "plate:__g_g", n_alternatives=0)


class TestCommand:
    """`wordle-analyze position`, in a folder with three answers and BODGE, which tells them apart."""

    @pytest.fixture
    def run(self, folder: Path) -> Run:
        del folder
        return lambda *args: wordle_analyze("position", *args, "--answers", "three", "--allowed", "four")

    def test_table(self, run: Run) -> None:
        result = run("bumpy:_gggg", "--top", "3")

        assert result.exit_code == 0
        assert result.stderr == ""
        assert result.stdout == (
            "game       3 answers (three), 4 allowed guesses (four)\n"
            "position   bumpy _gggg\n"
            "left       2 answers: dumpy, jumpy; 5 guesses\n"
            "best       dumpy, rule any\n"
            "expected   1.5000 more guesses, 3/2\n"
            "claimed    optimal (total, within 5 more guesses, rule any): the best 3 of 4 legal guesses, exact\n"
            "\n"
            "guess  total  expected   costs\n"
            "dumpy      3    1.5000  0.0000  candidate\n"
            "jumpy      3    1.5000  0.0000  candidate\n"
            "bodge      4    2.0000  0.5000\n"
        )
        assert left_in(Path()) == []

    def test_guesses_that_break_the_limit(self, run: Run) -> None:
        result = run("--max-guesses", "2", "--top", "all")

        assert result.stdout.splitlines()[1] == "position   the start"
        assert result.stdout.splitlines()[-5:] == [
            "bodge      6    2.0000  0.0000",
            *(f"{word}      -         -       -  candidate" for word in ("bumpy", "dumpy", "jumpy")),
            "- means that no play after the guess solves every candidate within the limit (proven)",
        ]

        result = run("bumpy:_gggg", "--max-guesses", "2")
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
        assert "within the 1 guess left (proven)" in result.stderr
