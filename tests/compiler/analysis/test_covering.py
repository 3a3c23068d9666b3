"""The openers that cover the most frequent letters: by hand, against every choice of words, and as the command."""

from __future__ import annotations

import csv
import io
import itertools
import json
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sampled import sampled, sampled_seeds

from wordle_compiler import InputError, WordList, load_list
from wordle_compiler.analysis.covering import CoverTable
from wordle_compiler.commands.analyze import analyze_command

Ranked = list[tuple[int, int, tuple[str, ...]]]


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(analyze_command, ["letters", *arguments], input=stdin, prog_name="wordle-analyze")


def every_cover(words: Sequence[str], allowed: Sequence[str], n_openers: int) -> Ranked:
    """All words that share no letter, the slow and obvious way, best first."""
    found = []
    for openers in itertools.combinations(allowed, n_openers):
        letters = [letter for word in openers for letter in set(word)]
        if len(letters) == len(set(letters)):
            score = sum(sum(letter in word for word in words) for letter in letters)
            in_place = sum(word[i] == opener[i] for opener in openers for word in words for i in range(len(opener)))
            found.append((-score, -in_place, openers))
    return sorted(found)


def ranked(table: CoverTable) -> Ranked:
    return [(-row.score, -row.in_place, row.openers) for row in table.rows]


def draw_words(dice: random.Random) -> list[str]:
    alphabet = "abcdefghijkl"[: dice.randint(4, 12)]
    length = dice.randint(2, 4)
    return sorted({"".join(dice.choices(alphabet, k=length)) for _ in range(dice.randint(2, 40))})


def test_covers_by_hand() -> None:
    # a is held by ab, ac, ad; b by ab, bc; c by ac, bc, cd; d by ad, cd. So ab 5, ac 6, ad 5, bc 5, cd 5.
    words = WordList.from_words(["ab", "ac", "ad", "bc", "cd"], "five")
    # Disjoint are ab and cd, ad and bc: 10 both. In place: a 3 times first, b once; b once second; c once first and
    # twice second; d twice second. ab 3 + 1, cd 1 + 2; ad 3 + 2, bc 1 + 2.
    assert ranked(CoverTable.of(words)) == [(-10, -8, ("ad", "bc")), (-10, -7, ("ab", "cd"))]
    assert CoverTable.of(words).is_all
    assert not CoverTable.of(words, n_best=1).is_all
    assert CoverTable.of(words, n_openers=3).rows == ()


def test_a_letter_twice_in_a_word_counts_once() -> None:
    # a is held by aa and ab, b by ab and bb, c by cc: aa with bb 4, ab with cc 5.
    table = CoverTable.of(WordList.from_words(["aa", "ab", "bb", "cc"], "four"))

    assert [(row.openers, row.score) for row in table.rows][:2] == [(("ab", "cc"), 5), (("aa", "bb"), 4)]


@pytest.mark.parametrize("n_openers", [1, 2, 3])
@sampled_seeds(20, 60)
def test_the_best_covers_are_those_of_all(seeds: range, n_openers: int) -> None:
    n_found = 0
    for seed in seeds:
        dice = random.Random(f"cover {seed}")
        words = draw_words(dice)
        counted = [word for word in words if dice.random() < 0.7] or words[:1]
        expected = every_cover(counted, words, n_openers)
        n_found += len(expected)
        lists = WordList("counted", tuple(counted)), WordList("allowed", tuple(words))
        for n_best in (1, 3, 10_000):
            table = CoverTable.of(*lists, n_openers=n_openers, n_best=n_best)

            assert ranked(table) == expected[:n_best], f"{seed} {n_best}"
            assert table.is_all == (len(expected) <= n_best)
    assert n_found > 200


@pytest.mark.parametrize("n_openers", sampled([2, 3], 1))
def test_the_original_lists_have_covers_of_the_most_frequent_letters(n_openers: int) -> None:
    answers = load_list("original-answers")
    holding = Counter(letter for word in answers.words for letter in set(word))
    most = sum(count for _, count in holding.most_common(5 * n_openers))
    table = CoverTable.of(answers, load_list("original-allowed"), n_openers=n_openers, n_best=4)

    # No choice can do better than the letters that most words hold.
    assert [row.score for row in table.rows] == [most] * 4
    assert all(len(set("".join(row.openers))) == 5 * n_openers for row in table.rows)


def test_the_three_forms_say_the_same(tmp_path: Path) -> None:
    words = "ab\nac\nad\nbc\ncd\n"
    text = run("-", "--cover", "2", "--top", "1", "--csv", str(tmp_path / "covers.csv"), stdin=words)
    as_json = json.loads(run("-", "--cover", "2", "--top", "1", "--json", stdin=words).stdout)

    assert text.stdout.splitlines() == [
        "list       stdin, 5 words",
        "",
        " rank  openers    score  in place",
        "    1  ad bc         10         8",
        "no others are better",
    ]
    assert list(csv.reader(io.StringIO((tmp_path / "covers.csv").read_text(encoding="utf-8")))) == [
        ["opener_1", "opener_2", "score", "in_place"],
        ["ad", "bc", "10", "8"],
    ]
    assert as_json["covers"] == [{"openers": ["ad", "bc"], "score": 10, "in_place": 8}]
    assert run("-", "--cover", "2", stdin=words).stdout.endswith("there are no others\n")
    assert run("-", "--cover", "3", stdin=words).stdout.endswith("any 3 words have a letter in common\n")


def test_the_words_may_be_chosen_from_another_list(tmp_path: Path) -> None:
    (tmp_path / "allowed").write_text("ab\nxy\n", encoding="utf-8")
    result = run("-", "--cover", "2", "--allowed", str(tmp_path / "allowed"), stdin="ab\nac\n")

    # a 2, b 1; no word holds x or y.
    assert result.stdout.splitlines()[3] == "    1  ab xy          3         3"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["original-answers", "--cover", "4"], "4"),
        (["original-answers", "--cover", "1"], "1"),
        (["original-answers", "--top", "3"], "--top needs --cover: add --cover 2 or --cover 3"),
        (["original-answers", "--allowed", "original-allowed"], "--allowed needs --cover: add --cover 2 or --cover 3"),
        (["original-answers", "--cover", "2", "--top", "0"], "0"),
        (["original-answers", "--cover", "2", "--allowed", "-"], "use lists of one length"),
        (["no-such-list", "--cover", "2"], "no-such-list is neither"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_faults_are_one_line(arguments: list[str], said: str) -> None:
    result = run(*arguments, stdin="ab\ncd\n")

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert said in result.stderr


@pytest.mark.parametrize("arguments", [{"n_openers": 0}, {"n_openers": 4}, {"n_best": 0}], ids=str)
def test_arguments_out_of_range_are_input_errors(arguments: dict[str, int]) -> None:
    with pytest.raises(InputError):
        CoverTable.of(WordList.from_words(["ab", "cd"], "two"), **arguments)
