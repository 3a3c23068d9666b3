"""Games judged for skill and luck: by hand, against brute force, and as the command prints them."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from math import floor
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from reference_solver import NOTHING, Reference, colours_of, learn
from small_games import GENEROUS, RULES, small_game

from wordle_compiler import Game, InputError, Rule, WordList, analyse_position, compile_tree
from wordle_compiler.analysis.game_analysis import GameAnalysis, analyse_game
from wordle_compiler.analysis.skill_and_luck import exact_luck, exact_skill
from wordle_compiler.commands.analyze import analyze_command
from wordle_compiler.game.mastermind import mastermind
from wordle_compiler.rankings import opener_table as ranking_module
from wordle_compiler.solver import planning
from wordle_runtime import load
from wordle_runtime.feedback import feedback

RHYMES = WordList("rhymes", ("bat", "cat", "hat"))
WITH_TEST = WordList("with-test", ("bat", "bch", "cat", "hat"))
HALF = Fraction(1, 2)


@pytest.fixture(autouse=True)
def _small_memo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allocating the memo would cost more than these searches."""
    monkeypatch.setattr(planning, "MEMO_SLOTS", 1 << 13)
    monkeypatch.setattr(planning, "MEMO_POOL", 1 << 17)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(analyze_command, ["game", *arguments], prog_name="wordle-analyze")


def costs_and_gains(analysis: GameAnalysis) -> list[tuple[Fraction | None, Fraction | None]]:
    return [(turn.cost, turn.gain) for turn in analysis.turns]


def test_luck_without_skill_by_hand() -> None:
    """The example of the module: any guess is as good as another, and all of it is luck."""
    analysis = analyse_game(Game(RHYMES, RHYMES), "bat cat hat")

    assert [turn.expected for turn in analysis.turns] == [2, Fraction(3, 2), 1]
    assert costs_and_gains(analysis) == [(0, -HALF), (0, -HALF), (0, 0)]
    assert (analysis.expected, analysis.cost, analysis.gain, analysis.expected_left) == (2, 0, -1, 0)


def test_skill_by_hand() -> None:
    """`bch` tells the three rhymes apart: (2 + 2 + 2) / 3 = 2, as good as a rhyme. After bat two are left.

    There `bch` needs 2 guesses where cat or hat need 3/2: it costs 1/2, and what it tells was certain.
    """
    analysis = analyse_game(Game(RHYMES, WITH_TEST), "bat bch hat")

    assert [turn.expected for turn in analysis.turns] == [2, Fraction(3, 2), 1]
    assert [turn.best for turn in analysis.turns] == ["bat", "cat", "hat"]
    assert costs_and_gains(analysis) == [(0, -HALF), (HALF, 0), (0, 0)]
    assert [(len(turn.before), len(turn.after)) for turn in analysis.turns] == [(3, 2), (2, 1), (1, 1)]
    assert (analysis.cost, analysis.gain) == (HALF, -HALF)


def test_an_unfinished_game_by_hand() -> None:
    analysis = analyse_game(Game(RHYMES, RHYMES), "bat:_gg")

    assert (analysis.is_solved, analysis.answer, analysis.expected_left) == (False, None, Fraction(3, 2))


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_every_number_against_brute_force(rule: Rule) -> None:
    """Totals by the reference; and what was played is what was expected, plus costs, less gains."""
    n_turns = 0
    for seed in range(12):
        small = small_game(seed)
        dice = random.Random(f"analyze {seed}")
        reference = Reference(small.answers, small.allowed, rule.value)
        answer = dice.choice(small.answers)
        candidates, known, words = frozenset(small.answers), NOTHING, []
        expected: list[tuple[Fraction, Fraction]] = []
        while answer not in words and len(words) < 4:
            guess = dice.choice(reference.legal(candidates, known))
            best = reference.total(candidates, GENEROUS - len(words), known)
            played = reference.total_with(guess, candidates, GENEROUS - len(words), known)
            assert best is not None
            assert played is not None
            expected.append((Fraction(best, len(candidates)), Fraction(played - best, len(candidates))))
            colours = colours_of(guess, answer)
            candidates = frozenset(word for word in candidates if colours_of(guess, word) == colours)
            known = learn(known, guess, colours) if rule is Rule.HARD else NOTHING
            words.append(guess)

        analysis = analyse_game(small.under(rule), words, answer=answer, max_guesses=GENEROUS, n_workers=1)

        assert [(turn.expected, turn.cost) for turn in analysis.turns] == expected
        assert None not in (analysis.expected, analysis.cost, analysis.gain, analysis.expected_left)
        assert len(words) + analysis.expected_left == analysis.expected + analysis.cost - analysis.gain  # type: ignore[operator]
        n_turns += len(words)
    assert n_turns > 24


def test_gains_are_fair() -> None:
    """Over all answers the gain of one guess adds up to nothing."""
    game = small_game(3).under(Rule.ANY)
    guess = game.allowed.words[2]
    gains = []
    for answer in game.answers.words:
        analysis = analyse_game(game, [guess], answer=answer, max_guesses=GENEROUS, n_workers=1)
        gains.append(analysis.turns[0].gain or Fraction(0))

    assert sum(gains) == 0
    assert any(gains)


def test_skill_and_luck_from_0_to_99_by_hand() -> None:
    """Of three rhymes one wins and two stay: luck (0 + 2 / 2) / 3; then (0 + 1 / 2) / 2, and 1/2."""
    analysis = analyse_game(Game(RHYMES, RHYMES), "bat cat hat")

    assert [(turn.skill, turn.luck) for turn in analysis.turns] == [(99, 33), (99, 25), (99, 50)]
    assert (analysis.skill, analysis.luck) == (99, 36)


def test_a_win_is_the_best_luck() -> None:
    """BAT wins for 1 of 3, which leaves nothing; the other 2 would have left 2 each: (2 + 1 / 2) / 3."""
    assert analyse_game(Game(RHYMES, RHYMES), "bat").luck == 83


@pytest.mark.parametrize(
    ("cost", "skill"),
    [(Fraction(0), 99), (Fraction(1, 1000), 98), (HALF, 49), (Fraction(1), 0), (Fraction(7, 3), 0)],
)
def test_skill_of_a_cost(cost: Fraction, skill: int) -> None:
    assert floor(exact_skill(cost)) == skill


def test_luck_is_even_over_all_answers() -> None:
    """The mean luck of a guess over its candidates is 50, whatever its cells are: worse and better ones pair off."""
    for codes in ([0, 0, 0, 8], [1, 2, 3], [0, 0, 1, 1, 2, 8], [8]):
        assert sum(exact_luck(codes, code, win=8) for code in codes) == 50 * len(codes)


def test_words_left_by_the_best_guess() -> None:
    """Without an answer nobody knows what another guess would have left."""
    known = analyse_game(Game(RHYMES, WITH_TEST), "bat bch hat").turns[1]
    unknown = analyse_game(Game(RHYMES, WITH_TEST), "bat:_gg bch:__y").turns[1]

    assert (known.after, known.best, known.best_after) == (("hat",), "cat", ("hat",))
    assert (unknown.after, unknown.best, unknown.best_after) == (("hat",), "cat", None)


def test_command_names_at_most_ten_words() -> None:
    result = run("crane", "smirk", "snafu", "-j", "1")

    assert (
        "   1  crane  again, gnash, inapt, plain, slain, snafu, snail, snaky, spawn, stain and 2 more\n"
        in result.stdout
    )


def test_the_shipped_claim_saves_the_search_for_the_opener(monkeypatch: pytest.MonkeyPatch) -> None:
    """5625 guesses over 1296 codes is the published optimum of Mastermind (Koyama and Lai)."""
    monkeypatch.setattr("wordle_compiler.rankings.opener_table.rank_openers", None)

    analysis = analyse_game(mastermind(), "1123:4b0w")

    assert analysis.expected == Fraction(5625, 1296)
    assert costs_and_gains(analysis) == [(0, Fraction(5625, 1296) - 1)]


def test_a_tree_of_another_game_claims_nothing() -> None:
    """The same words under rule candidates: that tree is refused, and no claim of it is used."""
    other = load(compile_tree(Game(RHYMES, RHYMES, Rule.CANDIDATES)).data)

    with pytest.raises(InputError, match=r"^the tree is for another game$"):
        analyse_game(Game(RHYMES, WITH_TEST), "bat hat", tree=other)


def test_the_claim_of_a_given_tree_is_used_where_its_limit_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = load(compile_tree(Game(RHYMES, WITH_TEST)).data)
    asked: list[object] = []
    ranked = ranking_module.rank_openers
    monkeypatch.setattr(
        ranking_module, "rank_openers", lambda *args, **kw: asked.append(args[1]) or ranked(*args, **kw)
    )

    by_claim = analyse_game(Game(RHYMES, WITH_TEST), [tree.opener, "hat"], tree=tree)
    assert asked == []
    by_search = analyse_game(Game(RHYMES, WITH_TEST), [tree.opener, "hat"], tree=tree, max_guesses=5)
    assert asked[0] is None
    assert by_claim.expected == by_search.expected == 2


def test_a_claim_holds_all_the_way_down() -> None:
    """The second guess of the shipped tree of Mastermind is the best by search as well."""
    game = mastermind()
    by_claim = analyse_game(game, "1123:1b1w 1344:0b1w")
    turn = by_claim.turns[1]

    searched = analyse_position(game, "1123:1b1w", n_alternatives=1, n_workers=1).best
    assert (turn.expected, by_claim.turns[0].gain) == (
        searched.expected,
        Fraction(5625, 1296) - 1 - (searched.expected or 0),
    )


def test_no_guess_is_left_after_a_lost_game() -> None:
    """Six turns of Mastermind that leave one code: a claim of a tree says nothing beyond the limit."""
    analysis = analyse_game(mastermind(), "1123 1145 1456 2345 3456 4561", answer="6541")

    assert not analysis.is_solved
    assert analysis.expected_left is None
    assert analysis.gain is None


def test_without_a_judge_for_the_opener() -> None:
    """The first guess counts as it was: `bch` and then a sure guess, 2 in all."""
    analysis = analyse_game(Game(RHYMES, WITH_TEST), "bch hat", judge_opener=False)

    assert (analysis.turns[0].best, analysis.turns[0].cost) == (None, None)
    assert (analysis.expected, analysis.cost, analysis.gain) == (2, 0, 0)


def test_the_tree_as_the_judge() -> None:
    """The tree plays first:bat, cat, hat; a guess that is not its own is not judged, what is sure again is."""
    game = Game(RHYMES, WITH_TEST)
    tree = load(compile_tree(game, "first", opener="bat").data)

    on_path = analyse_game(game, "bat cat hat", tree=tree, search=False)
    off_path = analyse_game(game, "bat bch hat", tree=tree, search=False)

    assert (on_path.judged_by, on_path.expected, on_path.cost, on_path.gain) == ("tree", 2, 0, -1)
    assert costs_and_gains(off_path) == [(0, -HALF), (None, None), (0, 0)]
    assert off_path.cost is None


def test_a_guess_that_risks_the_limit_has_no_cost() -> None:
    """With two guesses, bat may leave two rhymes and one guess: there is no mean. `bch` is sure."""
    analysis = analyse_game(Game(RHYMES, WITH_TEST), "bat hat", max_guesses=2)

    assert (analysis.turns[0].best, analysis.turns[0].expected) == ("bch", 2)
    assert costs_and_gains(analysis)[0] == (None, None)
    assert analysis.cost is None


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        pytest.param("bat:_gg cat:_gg hat:ggg", None, id="all feedbacks"),
        pytest.param("bat cat hat", None, id="guesses, the last one the answer"),
        pytest.param("bat cat hat hat", None, id="the answer after the winning guess"),
        pytest.param("bat cat hat", "hat", id="an answer by name"),
        pytest.param("BAT:022 cat hat:GGG", "Hat", id="some feedbacks, in any notation"),
        pytest.param("bat:_gg cat:_gg hat", None, id="the last one without a feedback"),
        pytest.param("bat _gg cat _gg hat ggg", None, id="feedbacks as words"),
        pytest.param("bat 022 cat:_gg hat", None, id="feedbacks as words, colons, and the answer"),
    ],
)
def test_the_ways_to_tell_a_game(words: str, answer: str | None) -> None:
    analysis = analyse_game(Game(RHYMES, RHYMES), words, answer=answer)

    assert [(turn.guess, turn.feedback) for turn in analysis.turns] == [("bat", 8), ("cat", 8), ("hat", 26)]
    assert (analysis.answer, analysis.is_solved) == ("hat", True)
    assert feedback("bat", "hat") == 8


@pytest.mark.parametrize(
    ("rule", "words", "answer", "message"),
    [
        ("any", "", None, "no guess is given"),
        ("any", "bat:_g", None, "turn 1: feedback '_g' has 2 marks"),
        ("any", "bat:yyy", None, "turn 1: no answer fits: none of the 3 that were left gives yyy"),
        ("any", "bch:__g hat", None, "turn 1: 'bch' gets __y if 'hat' is hidden, not '__g'"),
        ("any", "dog hat", None, "turn 1: 'dog' is not among the 4 allowed words"),
        ("any", "bat:yyy hat", None, "turn 1: 'bat' gets _gg if 'hat' is hidden, not 'yyy'"),
        ("any", "bat bch", None, "'bch' is not among the 3 answers: it cannot be hidden"),
        ("any", "bat hat:ggg", None, "turn 1: 'bat' has no feedback: write guess:feedback, or give the answer"),
        ("any", "bat _gg cat", "bch", "'bch' is not among the 3 answers"),
        ("any", "_gg bat", None, "turn 1: '_gg' is not"),
        ("any", "hat bat", "hat", "turn 2: the game was solved at turn 1"),
        ("any", "bath", "hat", "turn 1: 'bath' has 4 letters, the game's words have 3"),
        ("hard", "bat bch hat", None, "turn 2: 'bch' is not legal under rule hard"),
        ("candidates", "bat bch hat", None, "turn 2: 'bch' is not legal under rule candidates"),
        ("any", "bat bat bat bat bat bat hat", None, "the game has 7 guesses, the limit is 6"),
    ],
)
def test_a_game_that_cannot_be(rule: str, words: str, answer: str | None, message: str) -> None:
    with pytest.raises(InputError, match=r"^.*$") as caught:
        analyse_game(Game(RHYMES, WITH_TEST, Rule(rule)), words, answer=answer)

    assert message in str(caught.value)


def lists(folder: Path) -> list[str]:
    (folder / "answers.txt").write_text("bat\ncat\nhat\n")
    (folder / "allowed.txt").write_text("bat\nbch\ncat\nhat\n")
    return ["--answers", str(folder / "answers.txt"), "--allowed", str(folder / "allowed.txt"), "-j", "1"]


def test_command_prints_the_verdict(tmp_path: Path) -> None:
    result = run("bat", "bch", "hat", *lists(tmp_path))

    assert result.exit_code == 0, result.output
    assert result.stdout == (
        "turn  guess  feedback  before  after  best  leaves  expected   costs    gains  skill  luck\n"
        "   1  bat    _gg            3      2  bat        2    2.0000  0.0000  -0.5000     99    33\n"
        "   2  bch    __y            2      1  cat        1    1.5000  0.5000   0.0000     49    50\n"
        "   3  hat    ggg            1      1  hat        1    1.0000  0.0000   0.0000     99    50\n"
        "\n"
        "turn  guess  left\n"
        "   1  bat    cat, hat\n"
        "   2  bch    hat\n"
        "best  cat    hat\n"
        "\n"
        "played     3 guesses, solved\n"
        "expected   2.0000 guesses with the best play\n"
        "costs      0.5000 guesses\n"
        "gains      -0.5000 guesses\n"
        "skill      82 of 99\n"
        "luck       44 of 99, 50 is neutral\n"
        "judged     exact, within 6 guesses\n"
    )


def test_command_prints_json(tmp_path: Path) -> None:
    result = run("bat", "--answer", "hat", "--json", *lists(tmp_path))

    found = json.loads(result.stdout)
    assert {
        key: found[key]
        for key in ("answer", "solved", "guesses", "expected", "cost", "gain", "skill", "luck", "expected_left")
    } == {
        "answer": "hat",
        "solved": False,
        "guesses": 1,
        "expected": "2",
        "cost": "0",
        "gain": "-1/2",
        "skill": 99,
        "luck": 33,
        "expected_left": "3/2",
    }
    assert found["turns"] == [
        {
            "turn": 1,
            "guess": "bat",
            "feedback": "_gg",
            "candidates_before": 3,
            "candidates_after": 2,
            "words_after": ["cat", "hat"],
            "best": "bat",
            "best_after": 2,
            "best_words_after": ["cat", "hat"],
            "expected": "2",
            "cost": "0",
            "gain": "-1/2",
            "skill": 99,
            "luck": 33,
        }
    ]


def test_command_takes_the_game_of_a_tree(tmp_path: Path) -> None:
    """The tree's file does not hold the allowed words: they are asked for, unless the tree alone is the judge."""
    file = tmp_path / "rhymes.tree"
    file.write_bytes(compile_tree(Game(RHYMES, WITH_TEST), "first", opener="bat").data)
    own = lists(tmp_path)

    unknown = run("bat", "cat", "--tree", str(file))
    searched = run("bat", "cat", "--tree", str(file), *own[2:])
    by_tree = run("bat", "cat", "--tree", str(file), "--no-search")

    assert (unknown.exit_code, unknown.stderr.count("\n")) == (2, 1)
    assert "name that list with --allowed" in unknown.stderr
    assert "exact, within 6 guesses" in searched.stdout
    assert "measured against the tree's play" in by_tree.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["crane", "--no-search"], "without a search a tree must be the judge"),
        (["plate", "--tree", "plate", "--rule", "any"], "--rule cannot be combined with --tree"),
        (["plate", "--tree", "plate", "--allowed", "original-allowed"], "is not the tree's list of allowed words"),
        (["crane", "--game", "mastermind"], "'crane' is not among the 1296 answers"),
        ([], "Missing argument"),
    ],
)
def test_command_refuses_in_one_line(arguments: list[str], message: str) -> None:
    result = run(*arguments)

    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert message in result.stderr


NO_OPENERS = "an opener is ranked"


@pytest.fixture
def no_ranking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets no search for an opener begin."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError(NO_OPENERS)

    monkeypatch.setattr(ranking_module, "rank_openers", refuse)


@pytest.mark.usefixtures("no_ranking")
def test_todays_game_is_the_default_and_its_openers_are_known() -> None:
    result = run("crane", "smirk", "snafu", "--json", "-j", "1")

    assert result.exit_code == 0, result.output
    judged = json.loads(result.stdout)
    first = judged["turns"][0]
    # TARSE takes 11219 guesses for the 3158 likely answers, CRANE 11309; the bundled trees say so.
    assert (first["candidates_before"], first["best"], judged["expected"]) == (3158, "tarse", "11219/3158")
    assert Fraction(first["cost"]) == Fraction(11309 - 11219, 3158)
    assert not judged["starts_later"]
    assert Fraction(judged["expected"]) + Fraction(judged["cost"]) - Fraction(judged["gain"]) == 3


@pytest.mark.usefixtures("no_ranking")
@pytest.mark.parametrize(
    ("words", "n_answers", "best"),
    [
        pytest.param(["house", "smirk", "snafu"], 3158, "tarse", id="an opener of no bundled tree"),
        # AAHED is allowed and not among the likely answers.
        pytest.param(["crane", "aahed"], 3159, None, id="an unlikely answer"),
        pytest.param(["crane", "stead", "--answer", "aahed"], 3159, None, id="an unlikely answer by name"),
        pytest.param(["crane:__y_y", "aahed:ggggg"], 3159, None, id="an unlikely answer by its feedback"),
        pytest.param(["crane", "snafu", "--rule", "candidates"], 3158, None, id="another rule"),
    ],
)
def test_first_guess_that_nobody_knows_is_left_out_of_the_judgement(
    words: list[str], n_answers: int, best: str | None
) -> None:
    result = run(*words, "--json", "-j", "1")

    assert result.exit_code == 0, result.output
    judged = json.loads(result.stdout)
    first, second = judged["turns"][:2]
    assert (first["candidates_before"], first["best"], first["cost"], first["gain"]) == (n_answers, best, None, None)
    assert judged["starts_later"]
    assert Fraction(judged["expected"]) == 1 + Fraction(second["expected"])
    taken = judged["guesses"] + Fraction(judged["expected_left"])
    assert taken == Fraction(judged["expected"]) + Fraction(judged["cost"]) - Fraction(judged["gain"])


@pytest.mark.usefixtures("no_ranking")
def test_verdict_says_that_the_first_turn_is_not_judged() -> None:
    result = run("house", "smirk", "snafu", "-j", "1")

    assert "guesses with the best play after the first turn, which is not judged\n" in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["--search-opener"], id="asked for"),
        pytest.param(["--answers", "original-answers", "--allowed", "original-allowed"], id="another game"),
    ],
)
@pytest.mark.usefixtures("no_ranking")
def test_first_guess_is_searched_for_where_that_is_asked(arguments: list[str]) -> None:
    result = run("house", "smirk", "shark", *arguments, "-j", "1")

    assert (type(result.exception), str(result.exception)) == (AssertionError, NO_OPENERS)


def test_search_and_skip_are_one_or_the_other() -> None:
    result = run("house", "snafu", "--search-opener", "--skip-opener")

    assert (result.exit_code, result.stdout) == (2, "")
    assert (
        result.stderr
        == "wordle-analyze game: --search-opener cannot be combined with --skip-opener: leave one of them out\n"
    )


def test_word_that_is_not_allowed_cannot_be_hidden() -> None:
    result = run("crane", "zzzzz")

    assert result.exit_code == 2
    assert "'zzzzz' is not among the 3158 answers: it cannot be hidden" in result.stderr


@pytest.mark.usefixtures("no_ranking")
def test_tree_that_is_optimal_below_its_opener_judges_that_opener_and_no_other() -> None:
    """BAT first takes 1 + 2 + 3 guesses, and so does BCH with 2 each; but the tree of BAT knows that of BAT alone."""
    game = Game(RHYMES, WITH_TEST)
    tree = load(compile_tree(game, opener="bat").data)
    assert tree.info.status == "optimal below opener"

    own = analyse_game(game, "bat hat", tree=tree, search_opener=False)
    other = analyse_game(game, "bch hat", tree=tree, search_opener=False)

    assert (own.turns[0].best, own.turns[0].gain, own.starts_later) == (None, 2 - 1 - Fraction(3, 2), False)
    assert (other.turns[0].gain, other.starts_later, other.expected) == (None, True, 2)
