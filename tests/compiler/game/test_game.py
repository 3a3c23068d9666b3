"""Games: what makes one, what is refused, the games that a rule makes, and games of any length and alphabet, played."""

import hashlib
import io
import itertools
import re
from fractions import Fraction
from pathlib import Path

import pytest
from command_runs import wordle_compile, wordle_tree
from reference_solver import Reference, colours_of
from sampled import sampled

from wordle_compiler import Game, InputError, Rule, WordList, load_list
from wordle_compiler.game.lists import GENERATED, list_words
from wordle_compiler.game.mastermind import bulls_and_cows, mastermind
from wordle_runtime import load
from wordle_runtime.next.command import main

ANSWERS = WordList("answers", ("abbey", "crane"))
ALLOWED = WordList("allowed", ("abbey", "crane", "slate"))


def test_fingerprint_is_the_digest_of_the_written_description() -> None:
    # FORMAT.md: six lines, each ended by a line feed; a list's digest is that of its words, one a line.
    answers = hashlib.sha256(b"abbey\ncrane\n").hexdigest()
    allowed = hashlib.sha256(b"abbey\ncrane\nslate\n").hexdigest()
    text = f"wordle-tree game 1\nwordle\nhard\n5\n{answers}\n{allowed}\n"

    assert Game(ANSWERS, ALLOWED, Rule.HARD).fingerprint == hashlib.sha256(text.encode("ascii")).digest()


def test_there_are_three_rules_which_may_be_given_by_name() -> None:
    assert [str(rule) for rule in Rule] == ["any", "hard", "candidates"]
    for rule in Rule:
        assert Game(ANSWERS, ALLOWED, str(rule)) == Game(ANSWERS, ALLOWED, rule)  # type: ignore[arg-type]
        assert Game(ANSWERS, ALLOWED, str(rule)).rule is rule  # type: ignore[arg-type]
    with pytest.raises(InputError, match="there is no rule 'easy': choose one of any, hard, candidates"):
        Game(ANSWERS, ALLOWED, "easy")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="there is no kind of game 'chess': choose one of wordle, mastermind"):
        Game(ANSWERS, ALLOWED, kind="chess")


def test_games_are_equal_exactly_when_their_fingerprints_are() -> None:
    other = WordList("other", ("abbey", "slate"))
    games = [
        Game(answers, allowed, rule)
        for answers in (ANSWERS, other, ALLOWED)
        for allowed in (ALLOWED, WordList("more", (*ALLOWED.words, "trace")))
        for rule in Rule
    ]
    renamed = Game(WordList("x", ANSWERS.words), WordList("y", ALLOWED.words))

    assert len(set(games)) == len({game.fingerprint for game in games}) == 18
    assert renamed == games[0]
    assert renamed.fingerprint == games[0].fingerprint
    assert hash(renamed) == hash(games[0])


def test_answers_that_could_never_be_guessed_are_named() -> None:
    answers = WordList("mine", ("abbey", "cigar", "crane"))

    with pytest.raises(InputError) as caught:
        Game(answers, ALLOWED)
    assert str(caught.value) == (
        "1 of the 3 answers in mine is not in allowed (cigar) and could never be guessed: "
        "name other answers, or a list of allowed words that has them, such as the answers"
    )
    # No more than ten of them.
    answers = WordList.from_words([2 * letter for letter in "abcdefghijkl"], "pairs")

    with pytest.raises(InputError, match=r"^11 of the 12 answers in pairs .* \(aa, bb, .*, ii, jj, \.\.\.\)"):
        Game(answers, WordList("few", ("ll",)))
    with pytest.raises(InputError, match=r"^10 of the 12 answers in pairs .* \(aa, bb, .*, ii, jj\)"):
        Game(answers, WordList("few", ("kk", "ll")))


def test_lists_of_two_lengths_are_refused() -> None:
    with pytest.raises(InputError) as caught:
        Game(ANSWERS, WordList("pairs", ("ab",)))
    assert str(caught.value) == (
        "the answers in answers have 5 letters, the allowed words in pairs have 2: use lists of one length"
    )


LISTS = {
    "four letters": "game gate gaze maze lame tame same sale male",
    "six letters": "dinner winner sinner manner banner hammer letter better",
    "seven letters": "morning warning evening opening painter pointer printer",
    "eight letters": "sunlight daylight moonbeam eyesight starlit1 teaspoon keyboard",
    "accents": "école élève forêt hôtel début légal métro août1",
    "Cyrillic": "слово книга земля весна осень город школа ветер",
    "Greek": "λόγου κόσμο δρόμο γάτα1 νερό1 φωτιά θεοί1 μήνα1",
}


@pytest.mark.parametrize(
    ("name", "strategy"),
    sampled([*((name, "optimal") for name in LISTS), *((name, "expected-size") for name in reversed(LISTS))], 8),
)
def test_word_games_of_any_length_and_alphabet(tmp_path: Path, name: str, strategy: str) -> None:
    words = tmp_path / "words.txt"
    # Upper case, and a line of white space: a list is brought into one form.
    words.write_text("\n \n".join(LISTS[name].upper().split()), encoding="utf-8")
    file = str(tmp_path / "words.tree")
    arguments = ["--answers", str(words), "--allowed", str(words), "--strategy", strategy, "-o", file, "--quiet"]

    result = wordle_compile(*arguments)

    assert result.exit_code == 0, result.stderr
    tree = load(file)
    assert tree.answers == tuple(sorted(LISTS[name].split()))
    reference = Reference(tree.answers, tree.answers, "any")
    best = reference.total(reference.answers, 6)
    assert best is not None
    assert tree.guarantee.total == best if strategy == "optimal" else tree.guarantee.total >= best
    for answer in tree.answers:
        assert play(file, answer) <= tree.guarantee.worst_case
    assert wordle_tree("verify", file, "--allowed", str(words)).exit_code == 0


def play(file: str, answer: str) -> int:
    """Plays one answer through `wordle-next`, and returns how many guesses it took."""
    history: list[str] = []
    while True:
        output, errors = io.StringIO(), io.StringIO()
        assert main(["--tree", file, *history], io.StringIO(), output, errors) == 0
        guess = output.getvalue().strip()
        if not guess:
            assert history[-2] == answer
            return len(history) // 2
        history += [guess, "".join(map(str, colours_of(guess, answer)))]


@pytest.mark.parametrize(
    ("words", "name", "n_codes", "first", "last"),
    [
        (bulls_and_cows().answers, "bulls-and-cows", 10 * 9 * 8 * 7, "0123", "9876"),
        (mastermind(4, 6).answers, "mastermind-4x6", 1296, "1111", "6666"),
        (mastermind(5, 8).answers, "mastermind-5x8", 32_768, "11111", "88888"),
        (mastermind(4, 6, repeats=False).answers, "mastermind-4x6-no-repeats", 360, "1234", "6543"),
        (mastermind(3, 12).answers, "mastermind-3x12", 1728, "111", "ccc"),
        (mastermind(2, 35, repeats=False).answers, "mastermind-2x35-no-repeats", 1190, "12", "zy"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_codes(words: WordList, name: str, n_codes: int, first: str, last: str) -> None:
    assert (words.name, len(words), words.words[0], words.words[-1]) == (name, n_codes, first, last)
    has_repeats = name.removeprefix("mastermind-") in ("4x6", "5x8", "3x12")
    assert has_repeats or all(len(set(code)) == len(code) for code in words.words)


@pytest.mark.parametrize(
    ("name", "count", "first", "last"),
    # pi(10,000), pi(100,000) and pi(1,000,000).
    [("primes-5", 9592 - 1229, "10007", "99991"), ("primes-6", 78_498 - 9592, "100003", "999983")],
)
def test_primes_are_those_of_so_many_digits(name: str, count: int, first: str, last: str) -> None:
    words = load_list(name).words

    assert (len(words), words[0], words[-1]) == (count, first, last)
    assert not any(int(word) % divisor == 0 for word in words[::211] for divisor in range(2, 1000))


def value_of(left: str) -> Fraction | None:
    """The value of a left side, worked out by splitting at the weakest operator; None where it divides by zero."""
    for operators in ("+-", "*/"):
        place = max(left.rfind(operator) for operator in operators)
        if place >= 0:
            before, after = value_of(left[:place]), value_of(left[place + 1 :])
            if before is None or after is None or (left[place] == "/" and after == 0):
                return None
            return {"+": before + after, "-": before - after, "*": before * after}.get(
                left[place], before / after if after else None
            )
    return Fraction(int(left))


@pytest.mark.parametrize(
    ("name", "step"),
    [("equations-7", 7), ("equations-8", 17), pytest.param("equations-10", 997, marks=pytest.mark.slow)],
)
def test_equations_hold(name: str, step: int) -> None:
    form = re.compile(r"[1-9]\d*([-+*/][1-9]\d*)+=(0|[1-9]\d*)")
    words = list_words(name)
    # A program in another language, which tries every left side, counted as many of ten characters.
    assert (len(words), len(set(words))) == (GENERATED[name],) * 2
    assert {len(equation) for equation in words} == {int(name.partition("-")[2])}
    # Halves that add up to an integer fit in no fewer than nine characters.
    assert name != "equations-10" or {"1/2+11/2=6", "19/2-1/2=9"} <= set(words)
    for equation in words[::step]:
        left, _, right = equation.partition("=")

        assert form.fullmatch(equation)
        assert value_of(left) == int(right)


def test_equations_by_hand() -> None:
    listed = set(load_list("equations-8").words)
    others = {"9/3/3*1=", "0+5+4=09", "10+0*5=0", "0*123=0", "05+12=17", "12=12+00", "1-2+3=02", "10=5+3+2"}
    others |= {"3-12=-09", "11/2=5.5", "12345678"}

    assert {"12+46=58", "46+12=58", "12-3*4=0", "3/6*18=9", "18*3/6=9", "2*3+4=10"} <= listed
    assert not others & listed


@pytest.mark.parametrize(
    ("name", "n_left"),
    [
        *(("equations-6", 3), ("equations-6", 4), ("equations-7", 4), ("equations-8", 4)),
        pytest.param("equations-7", 5, marks=pytest.mark.slow),
    ],
)
def test_every_equation_with_a_short_left_side_is_found(name: str, n_left: int) -> None:
    """All left sides of so many characters, one by one."""
    number = re.compile(r"[1-9]\d*")
    n_right = int(name.partition("-")[2]) - 1 - n_left
    expected = set()
    for left in map("".join, itertools.product("0123456789+-*/", repeat=n_left)):
        parts = re.split(r"[-+*/]", left)
        if len(parts) > 1 and all(number.fullmatch(part) for part in parts):
            value = value_of(left)
            if value is not None and value.denominator == 1 and value >= 0 and len(str(value)) == n_right:
                expected.add(f"{left}={value}")

    assert expected == {equation for equation in load_list(name).words if equation.index("=") == n_left}
    assert len(expected) > 50


@pytest.mark.parametrize("name", [name for name in GENERATED if name != "equations-10"])
def test_generated_lists_are_named_like_embedded_ones(name: str) -> None:
    assert (load_list(name).name, len(load_list(name))) == (name, GENERATED[name])
    assert load_list(name).words is load_list(name).words


def test_a_list_that_is_too_long_for_a_game_is_refused_before_it_is_computed() -> None:
    with pytest.raises(InputError, match=r"^equations-10 has 1,404,041 words, .* list --words equations-10 prints all"):
        load_list("equations-10")
