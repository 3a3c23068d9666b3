"""`wordle-analyze game`: what it prints, what it searches for, and what it refuses."""

import json
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from command_runs import wordle_analyze

from wordle_compiler import Game, WordList, compile_tree
from wordle_compiler.rankings import opener_table as ranking_module

pytestmark = pytest.mark.usefixtures("small_memo")

RHYMES = WordList("rhymes", ("bat", "cat", "hat"))
WITH_TEST = WordList("with-test", ("bat", "bch", "cat", "hat"))


run = partial(wordle_analyze, "game")


def test_command_names_at_most_ten_words() -> None:
    told = run("crane", "smirk", "snafu", "-j", "1").stdout

    assert "   1  crane  again, gnash, inapt, plain, slain, snafu, snail, snaky, spawn, stain and 2 more\n" in told


def lists(folder: Path) -> list[str]:
    (folder / "answers.txt").write_text("bat\ncat\nhat\n")
    (folder / "allowed.txt").write_text("bat\nbch\ncat\nhat\n")
    return ["--answers", str(folder / "answers.txt"), "--allowed", str(folder / "allowed.txt"), "-j", "1"]


def test_command_prints_the_verdict(tmp_path: Path) -> None:
    result = run("bat,", "bch;", "hat", *lists(tmp_path))
    unjudged = run("bat", "bch", "hat", "--skip-opener", *lists(tmp_path))
    short = run("bat", "hat", "--max-guesses", "2", *lists(tmp_path)).stdout

    assert "\nbest  bch    keeps bat, cat, hat apart\n   2  hat    solved\n\nplayed" in short
    assert "\nrisked     turn 1: bat may not find the answer within 2 guesses, bch will\n" in short
    assert "guesses with the best play after the first turn, which is not judged\n" in unjudged.stdout
    assert result.exit_code == 0, result.output
    assert result.stdout == (
        "turn  guess  feedback  before  after  best  leaves  expected    costs   chance  skill  luck\n"
        "   1  bat    _gg            3      2  bat        2    2.0000   0.0000  +0.5000     99    33\n"
        "   2  bch    __y            2      1  cat        1    1.5000  +0.5000   0.0000     49    50\n"
        "   3  hat    ggg            1      1  hat        1    1.0000   0.0000   0.0000     99    50\n"
        "\n"
        "turn  guess  left\n"
        "   1  bat    cat, hat\n"
        "   2  bch    hat\n"
        "best  cat    hat\n"
        "\n"
        "played     3 guesses, solved\n"
        "expected   2.0000 guesses with the best play\n"
        "costs      +0.5000 guesses\n"
        "chance     +0.5000 guesses\n"
        "skill      82 of 99\n"
        "luck       44 of 99, 50 is neutral\n"
        "judged     exact, within 6 guesses, rule any\n"
        "to share   ⬛🟩🟩 ⬛⬛🟨 🟩🟩🟩\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        "bat _ g g bch x x y hat 2 2 2",
        "bat grey; green; green; bch grey, grey, yellow hat",
        "My 1,234 3/6*\n\n⬛🟩🟩 BAT\n⬛⬛🟨 bch\n🟩🟩🟩 hat",
        "bat ⬛🟩🟩 bch hat",
        "bat=_gg bch:__y\nhat",
        "1. bat _gg\n2. bch > hat!",
        "⬛🟩🟩 bat\n⬛⬛🟨 bch\nhat",
    ],
)
def test_a_game_is_read_as_it_was_pasted(tmp_path: Path, words: str) -> None:
    typed = run("bat", "bch", "hat", *lists(tmp_path))

    assert run(words, *lists(tmp_path)).stdout == typed.stdout
    assert run(*lists(tmp_path), stdin=words).stdout == typed.stdout


@pytest.mark.parametrize("words", ["crane" + 5 * " bloop", "⬛⬛⬛⬛⬛ crane\n" + 5 * "⬛⬛🟩🟩⬛ bloop\n"])
def test_the_answer_after_six_misses_is_no_guess(words: str) -> None:
    result = run(f"{words} stood", "-j", "1")

    assert "\nplayed     6 guesses, not solved, 3 answers left; it was stood\n" in result.stdout


def test_the_asterisk_of_hard_mode_is_told() -> None:
    shared = "Wordle 1,234 3/6*\n⬛⬛🟩⬛🟩 crane\n🟩🟩🟩⬛🟩 shade\n🟩🟩🟩🟩🟩 shake\nSkill 94/99\nLuck 60/99"
    told = [run(shared, "--skip-opener", "--quiet", *options).stderr for options in ((), ("--hard",))]
    fewer = run("Wordle 1,234 X/6\n⬛⬛🟨⬛🟩 crane\n⬛⬛🟨⬛🟩 crane", "blits", "false", "--skip-opener", "--quiet")

    assert told == ["wordle-analyze game: the * after the score says hard mode: give --hard\n", ""]
    assert "it was false" in fewer.stdout
    assert fewer.stderr == "wordle-analyze game: the title says 6 rows, the paste has 3; turn 2 repeats turn 1\n"


def test_squares_alone_are_asked_about(tmp_path: Path) -> None:
    result = run("My 1,234 2/6\n\n⬛🟩🟩\n🟩🟩🟩", *lists(tmp_path))

    assert (result.exit_code, result.stdout) == (2, "")
    assert "the squares do not say which words were guessed: write each word beside its row" in result.stderr


def test_command_prints_json(tmp_path: Path) -> None:

    found = json.loads(run("bat", "--answer", "hat", "--json", *lists(tmp_path)).stdout)
    judged = ("answer", "is_solved", "n_guesses", "expected", "cost_exact", "chance_exact", "skill", "luck")
    assert [found[key] for key in judged] == ["hat", False, 1, 2.0, "0", "1/2", 99, 33]
    assert (found["expected_left"], found["expected_left_exact"]) == (1.5, "3/2")
    (turn,) = found["turns"]
    assert list(turn.items()) == [
        *(("turn", 1), ("guess", "bat"), ("feedback", "_gg"), ("n_candidates", 3), ("n_after", 2)),
        *(("best", "bat"), ("n_best_after", 2), ("expected", 2.0), ("expected_exact", "2"), ("cost", 0.0)),
        *(("cost_exact", "0"), ("chance", 0.5), ("chance_exact", "1/2"), ("skill", 99), ("luck", 33)),
        *(
            ("words_after", ["cat", "hat"]),
            ("best_words_after", ["cat", "hat"]),
            ("is_risky", False),
            ("is_of_tree", False),
        ),
    ]


def test_command_judges_by_weights(tmp_path: Path) -> None:
    """See `test_weights_by_hand`; a word without a weight cannot be hidden."""
    (tmp_path / "weights.txt").write_text("bat 2\ncat 1\nhat 1\n")
    page, options = tmp_path / "page.html", [*lists(tmp_path), "--weights", str(tmp_path / "weights.txt")]
    judged = json.loads(run("cat", "bat", "hat", *options, "--json", "--html", str(page)).stdout)

    assert (judged["weights"], judged["expected_exact"], judged["cost_exact"]) == ("weights.txt", "7/4", "1/4")
    assert "<dd>exact, within 6 guesses, rule any, weighted by weights.txt</dd>" in page.read_text()
    assert "rule any, weighted by weights.txt\n" in run("cat", "bat", "hat", *options).stdout
    assert "has no weight for" in run("crane", "snafu", "--weights", str(tmp_path / "weights.txt")).stderr


def test_command_takes_the_game_of_a_tree(tmp_path: Path) -> None:
    """The tree's file does not hold the allowed words: they are asked for."""
    file = tmp_path / "rhymes.tree"
    file.write_bytes(compile_tree(Game(RHYMES, WITH_TEST), "first", opener="bat").data)
    own = lists(tmp_path)

    unknown = run("bat", "cat", "--tree", str(file))
    searched = run("bat", "cat", "--tree", str(file), *own[2:])

    assert (unknown.exit_code, unknown.stderr.count("\n")) == (2, 1)
    assert "name that list with --allowed" in unknown.stderr
    assert "exact, within 6 guesses, rule any" in searched.stdout


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
    assert (first["n_candidates"], first["best"], judged["expected_exact"]) == (3158, "tarse", "11219/3158")
    assert Fraction(first["cost_exact"]) == Fraction(11309 - 11219, 3158)
    assert not judged["starts_later"]
    assert Fraction(judged["expected_exact"]) + Fraction(judged["cost_exact"]) + Fraction(judged["chance_exact"]) == 3


@pytest.mark.usefixtures("no_ranking")
@pytest.mark.parametrize(
    ("game", "best", "cost"),
    [
        # Published: CARLE takes 7937 guesses, SALET 7920.
        ("carle smirk shark", "salet", str(Fraction(7937 - 7920, 2315))),
        # No tree that opens with HOUSE solves every answer within six guesses.
        ("house mouse --rule candidates", "plate", None),
    ],
)
def test_openers_of_no_bundled_tree_are_known_from_the_table(game: str, best: str, cost: str | None) -> None:
    result = run(*game.split(), "--answers", "original-answers", "--json", "-j", "1")

    assert result.exit_code == 0, result.output
    first = json.loads(result.stdout)["turns"][0]
    assert (first["best"], first["cost_exact"]) == (best, cost)


@pytest.mark.usefixtures("no_ranking")
@pytest.mark.parametrize(("words", "best"), [("fuzzy smirk snafu", "tarse"), ("crane snafu --rule candidates", None)])
def test_first_guess_that_nobody_knows_is_left_out_of_the_judgement(words: str, best: str | None) -> None:
    judged = json.loads(run(*words.split(), "--json", "-j", "1").stdout)

    first, second = judged["turns"][:2]
    assert (first["n_candidates"], first["best"], first["cost"], first["chance"]) == (3158, best, None, None)
    assert judged["starts_later"]
    assert Fraction(judged["expected_exact"]) == 1 + Fraction(second["expected_exact"])
    taken = judged["n_guesses"] + Fraction(judged["expected_left_exact"])
    assert taken == sum(Fraction(judged[f"{what}_exact"]) for what in ("expected", "cost", "chance"))


@pytest.mark.usefixtures("no_ranking")
@pytest.mark.parametrize("last", ["mutti", "mutti:ggggg", "--answer mutti", "mutti --tree nyt"])
def test_all_words_count_once_no_likely_one_fits_as_on_the_page(last: str) -> None:
    """MUTTI is allowed and not likely. The page gives these words 99 and 31."""
    judged = json.loads(run(*f"tarse point width mufti mukti {last}".split(), "--json", "-j", "1").stdout)

    assert [turn["n_candidates"] for turn in judged["turns"]] == [3158, 93, 13, 4, 2, 1][: judged["n_guesses"]]
    assert (judged["skill"], judged["luck"]) == (99, 31 if judged["is_solved"] else 27)
    taken = judged["n_guesses"] + Fraction(judged["expected_left_exact"])
    assert taken == sum(Fraction(judged[f"{what}_exact"]) for what in ("expected", "cost", "chance"))


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["--search-opener"], id="asked for"),
        pytest.param(["--answers", "original-answers", "--allowed", "original-answers"], id="another game"),
    ],
)
@pytest.mark.usefixtures("no_ranking")
def test_first_guess_is_searched_for_where_that_is_asked(arguments: list[str]) -> None:
    result = run("house", "smirk", "shark", *arguments, "-j", "1")

    assert (type(result.exception), str(result.exception)) == (AssertionError, NO_OPENERS)


BULLS = ["position", "0123:1b1w", "--game", "bulls-and-cows"]
LONG = "can take minutes or hours; quicker: "
TOO_LITTLE = ["--memory-limit", "200M"]
"""Memory, so that no search begins."""


@pytest.mark.usefixtures("no_ranking")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["position", "qajaq:_____", *TOO_LITTLE], f"14855 guesses for 1891 answers {LONG}`wordle-next`"),
        (["position", "--hard", "--top", "5", *TOO_LITTLE], f"14855 guesses for 3158 answers {LONG}name a turn"),
        (["openers", "all", "--top", "50"], f"12972 guesses for 2315 answers {LONG}a LIST"),
        (["position", "--hard", *TOO_LITTLE], "\ntarse  11627    3.6818  0.0000"),
        ([*BULLS, *TOO_LITTLE], "\n0245    2992    4.1556  0.0000  candidate"),
        ([*BULLS, "--time-limit", "0.001"], "cut short after 0.001 s; the best guesses so far: "),
    ],
)
def test_what_may_take_long_says_so_first_with_what_is_quicker(arguments: list[str], said: str) -> None:
    assert said in wordle_analyze(*arguments).output


@pytest.mark.parametrize(
    ("game", "skill"),
    [
        pytest.param("fuzzy smirk snafu", "- of 99\n", id="words"),
        # The tree knows the best second guess, and what 4567 costs is searched for.
        pytest.param("0123 4567 7391 --game bulls-and-cows", "99 of 99 over the 1 guess judged\n", id="codes"),
    ],
)
def test_what_is_not_found_in_time_is_not_judged(game: str, skill: str) -> None:
    result = run(*game.split(), "--time-limit", "0.01", "--quiet", "-j", "1")

    assert result.exit_code == 0, result.output
    # Cost, chance and skill.
    assert result.stdout.splitlines()[2].split()[8:11] == ["-", "-", "-"]
    assert "; - means not known, or not found in time (--time-limit)\n" in result.stdout
    assert f"\nskill      {skill}luck" in result.stdout


@pytest.mark.usefixtures("no_ranking")
def test_the_hard_rule_judges_by_the_bundled_hard_trees() -> None:
    """TARSE takes 11627 guesses, the fewest; the tree of CRANE needs seven for some words, so it is not sure of six."""
    judged = json.loads(run("crane", "snaky", "snafu", "--hard", "--json", "-j", "1").stdout)
    first = judged["turns"][0]

    assert (judged["rule"], judged["expected_exact"], first["best"]) == ("hard", "11627/3158", "tarse")
    assert (first["is_risky"], first["cost_exact"]) == (True, str(Fraction(11700 - 11627, 3158)))
    told = run("salet", "snaky", "--hard", "-j", "1").stdout
    assert told.splitlines()[1].split()[7:9] == ["3.6818", "late"]
    assert "within 6 guesses, tarse will; it needs 0.0130 guesses fewer than tarse on average\n" in told
