"""The review of a game as a web page: what it says, that nothing in it is markup by accident, and how it looks."""

from pathlib import Path

from command_runs import wordle_analyze
from page_browser import PHONE, chromium

from wordle_compiler import Game, WordList
from wordle_compiler.analysis.game_analysis import analyse_game
from wordle_compiler.analysis.game_review import review_as_page
from wordle_compiler.game.mastermind import mastermind

RHYMES = WordList("rhymes", ("bat", "cat", "hat"))
WITH_TEST = WordList("with-test", ("bat", "bch", "cat", "hat"))
WEAK_GAME = "bat bch hat"
"""BCH costs half a guess where CAT, which would have left the same word, costs nothing."""


def test_page_loads_nothing_and_runs_nothing() -> None:
    page = review_as_page(analyse_game(Game(RHYMES, WITH_TEST), WEAK_GAME))

    assert "default-src 'none'" in page
    assert not any(tag in page for tag in ("<script", "<link", "<img", "http://", "https://", "url(", "{{"))


def test_words_are_never_markup() -> None:
    words = WordList("hostile", ("&lt", "<b>", "<i>"))

    page = review_as_page(analyse_game(Game(words, words), "<b> <i>"))

    assert "<b>" not in page
    assert "<i>" not in page
    assert "a game of &lt;b&gt;" in page
    assert ">&lt;i&gt;</td>" in page
    # Its tiles are green, grey and green.
    assert page.count("background:#6aaa64") == 2 + 3


def test_page_of_codes_shows_pegs() -> None:
    assert ">1b1w</td>" in review_as_page(analyse_game(mastermind(), "1123:1b1w", judge_opener=False))


def test_command_writes_the_page(tmp_path: Path) -> None:
    file = tmp_path / "review.html"
    answers, allowed = tmp_path / "answers.txt", tmp_path / "allowed.txt"
    answers.write_text("bat\ncat\nhat\n")
    allowed.write_text("bat\nbch\ncat\nhat\n")
    lists = ["--answers", str(answers), "--allowed", str(allowed), "-j", "1"]

    written = wordle_analyze("game", *WEAK_GAME.split(), *lists, "--html", str(file))
    refused = wordle_analyze("game", *WEAK_GAME.split(), *lists, "--html", str(tmp_path))

    assert written.exit_code == 0, written.output
    assert file.read_text() == review_as_page(analyse_game(Game(RHYMES, WITH_TEST), WEAK_GAME))
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "is a folder: give --html the name of a file in it" in refused.stderr


def test_page_in_a_browser(tmp_path: Path) -> None:
    file = tmp_path / "review.html"
    file.write_text(review_as_page(analyse_game(Game(RHYMES, WITH_TEST), WEAK_GAME)), encoding="utf-8")

    with chromium().new_context(offline=True, viewport=PHONE, color_scheme="light") as context:
        page = context.new_page()
        errors: list[str] = []
        page.on("console", lambda message: errors.append(message.text))
        page.goto(file.as_uri())
        # On a phone, names stand above the figures.
        rows = [row.locator("td").all_inner_texts() for row in page.locator("table").first.locator("tr").all()]
        width = page.evaluate("document.documentElement.scrollWidth")
        papers = []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            papers.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    assert errors == []
    assert rows[2] == [*("2", "bch", "__y", "2", "1", "cat", "1"), *("1.5000", "+0.5000", "0.0000", "49", "50")]
    assert width == PHONE["width"]
    assert papers == ["rgb(255, 255, 255)", "rgb(22, 23, 26)"]
