"""The review of a game as a web page: what it says, that nothing in it is markup by accident, and how it looks."""

from pathlib import Path

import pytest
from command_runs import wordle_analyze
from page_browser import PHONE, chromium

from wordle_compiler import Game, WordList
from wordle_compiler.analysis.game_analysis import analyse_game
from wordle_compiler.analysis.game_page import game_page
from wordle_compiler.game.mastermind import mastermind

RHYMES = WordList("rhymes", ("bat", "cat", "hat"))
WITH_TEST = WordList("with-test", ("bat", "bch", "cat", "hat"))
WEAK_GAME = "bat bch hat"
"""BCH costs half a guess where CAT, which would have left the same word, costs nothing."""


def test_page_loads_nothing_and_runs_nothing() -> None:
    page = game_page(analyse_game(Game(RHYMES, WITH_TEST), WEAK_GAME))

    assert "default-src 'none'" in page
    assert not any(tag in page for tag in ("<script", "<link", "<img", "http://", "https://", "url(", "{{"))


def test_words_are_never_markup() -> None:
    words = WordList("hostile", ("&lt", "<b>", "<i>"))

    page = game_page(analyse_game(Game(words, words), "<b> <i>"))

    assert "<b>" not in page
    assert "<i>" not in page
    assert 'aria-label="&lt;b&gt;: green, grey, green"' in page
    assert "<bdi>&lt;i&gt;</bdi>" in page


@pytest.mark.parametrize(
    ("words", "tile", "language"),
    [(("große", "größe", "grüße"), "ẞ", "en"), (("kızıl", "kılıç", "kalın"), "ı", "tr"), (("crane",), "c", "en")],
)
def test_capitals_have_as_many_letters_as_the_word(words: tuple[str, ...], tile: str, language: str) -> None:
    game = Game(*2 * [WordList.from_words(words, "mine")])
    page = game_page(analyse_game(game, " ".join(words)))

    assert f'<ol lang="{language}">' in page
    assert f">{tile}</span>" in page
    assert page.count('<span class="tile') == 5 * len(words)


def test_page_of_codes_shows_pegs() -> None:
    page = game_page(analyse_game(mastermind(), "1123:1b1w", judge_opener=False))

    assert 'aria-label="1123: 1b1w"' in page
    assert '<span class="pegs">1b1w</span>' in page


def test_command_writes_the_page(tmp_path: Path) -> None:
    file = tmp_path / "review.html"
    answers, allowed = tmp_path / "answers.txt", tmp_path / "allowed.txt"
    answers.write_text("bat\ncat\nhat\n")
    allowed.write_text("bat\nbch\ncat\nhat\n")
    lists = ["--answers", str(answers), "--allowed", str(allowed), "-j", "1"]

    written = wordle_analyze("game", *WEAK_GAME.split(), *lists, "--html", str(file))
    refused = wordle_analyze("game", *WEAK_GAME.split(), *lists, "--html", str(tmp_path))

    assert written.exit_code == 0, written.output
    assert file.read_text() == game_page(analyse_game(Game(RHYMES, WITH_TEST), WEAK_GAME))
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "is a folder: give --html the name of a file in it" in refused.stderr


def test_page_in_a_browser(tmp_path: Path) -> None:
    file = tmp_path / "review.html"
    file.write_text(game_page(analyse_game(Game(RHYMES, WITH_TEST), WEAK_GAME)), encoding="utf-8")

    with chromium().new_context(offline=True, viewport=PHONE, color_scheme="light") as context:
        page = context.new_page()
        errors: list[str] = []
        page.on("console", lambda message: errors.append(message.text))
        page.goto(file.as_uri())
        second = page.locator("li").nth(1).inner_text().splitlines()
        tiles = page.locator("li").nth(1).locator(".tile").evaluate_all("all => all.map(tile => tile.className)")
        width = page.evaluate("document.documentElement.scrollWidth")
        papers = []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            papers.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    assert errors == []
    assert tiles == ["tile grey", "tile grey", "tile yellow"]
    assert [line for line in second if line] == [
        *("B", "C", "H", "2 → 1 candidate; skill 49, luck 50.", "HAT"),
        *("Best: CAT, by 0.50 guesses; it would have left 1 candidate.", "HAT"),
    ]
    assert width == PHONE["width"]
    assert papers == ["rgb(255, 255, 255)", "rgb(22, 23, 26)"]
