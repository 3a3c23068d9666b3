"""Lists in Spanish and French without their accents: what is folded, and where a user may type them."""

import io
import json
import unicodedata
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from wordle_compiler import InputError, WordList
from wordle_compiler.commands.analyze import analyze_command
from wordle_compiler.commands.compile import compile_command
from wordle_runtime import load
from wordle_runtime.next.command import main as next_main
from wordle_runtime.words import fold_accents

WORDS = ("côte", "coté", "forê", "años", "anos")
"""Four words without accents: COTE, FORE, AÑOS and ANOS."""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # One of them is written with a combining mark.
    Path("mots").write_text("\n".join([unicodedata.normalize("NFD", WORDS[0]), *WORDS[1:]]), encoding="utf-8")


def run(*arguments: str) -> Result:
    command = compile_command if arguments[0] == "compile" else analyze_command
    rest = arguments[1:] if arguments[0] == "compile" else arguments
    return CliRunner().invoke(command, [*rest, "--answers", "mots", "--allowed", "mots", "-j", "1", "--quiet"])


@pytest.mark.parametrize(
    ("word", "plain"),
    [
        ("été", "ete"),
        ("où", "ou"),
        ("forêt", "foret"),
        ("naïve", "naive"),
        ("leçon", "lecon"),
        ("corazón", "corazon"),
        ("pingüino", "pinguino"),
        ("año", "año"),
        ("ångström", "angstrom"),
        ("São", "Sao"),
        ("việt", "viet"),
        ("kůň", "kun"),
        ("ŝaŭ", "sau"),
        ("ΆΡΗΣ", "ΑΡΗΣ"),
        ("чёй", "чей"),
        ("łoś", "łos"),
        ("œuvre", "œuvre"),
        ("crane:⬛🟩", "crane:⬛🟩"),
    ],
)
def test_what_is_folded(word: str, plain: str) -> None:
    assert fold_accents(word) == fold_accents(unicodedata.normalize("NFD", word)) == plain


def test_words_that_become_equal_are_one() -> None:
    words = WordList.from_words(WORDS, "mots").without_accents()

    assert (words.name, words.words) == ("mots", ("anos", "años", "cote", "fore"))


def test_word_whose_length_changes_is_refused() -> None:
    """No letter has x with a circumflex in one code point."""
    with pytest.raises(InputError, match="letters"):
        WordList("odd", ("ax\u0302", "été")).without_accents()


def test_accents_count_without_the_option() -> None:
    plain = json.loads(run("compile", "--start", "anos", "--json", "-o", "plain.tree").stdout)
    folded = json.loads(run("compile", "--start", "côté", "--json", "-o", "folded.tree", "--fold-accents").stdout)
    out = io.StringIO()
    next_main(["--tree", "folded.tree", "cote", "_g_g"], None, out, io.StringIO())

    assert (plain["n_answers"], folded["n_answers"], folded["opener"]) == (5, 4, "cote")
    assert load("folded.tree").answers == ("anos", "años", "cote", "fore")
    assert out.getvalue() == "fore\n"


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["game", "coté", "forê"], id="game"),
        pytest.param(["game", "coté", "--answer", "forê"], id="answer"),
        pytest.param(["position", "coté:_g_g"], id="position"),
        pytest.param(["openers", "mots"], id="openers"),
        pytest.param(["pairs", "mots"], id="pairs"),
    ],
)
def test_words_may_be_typed_with_accents(arguments: list[str]) -> None:
    assert run(*arguments, "--fold-accents").exit_code == 0
    assert run(*arguments, "--fold-accents", "--game", "mastermind").exit_code == 2
