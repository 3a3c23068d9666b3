"""The exported page for somebody who does the unexpected: pastes a history, goes back, types half a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from page_browser import PHONE, guess_of, opened, paste
from page_trees import codes, stuck
from playwright.sync_api import Browser, Page, expect

from wordle_runtime import Tree

HISTORIES = {
    "letters": "crane __y__\ntidal yg_gg",
    "colons": "crane:__y__ tidal:yg-gg",
    "digits": "CRANE 00100, TIDAL 12022",
    "a command": "$ wordle-next crane bbybb tidal ygbgg",
    "squares": "crane ⬛⬛🟨⬛⬛\r\ntidal 🟦🟧⬜🟧🟧",
}


@pytest.mark.parametrize("text", HISTORIES.values(), ids=HISTORIES)
def test_history_is_read_in_every_notation_of_the_command(page: Page, text: str) -> None:
    paste(page, text)

    # VITAL, for one.
    marks = page.locator(".turn.known .tile").evaluate_all("tiles => tiles.map((tile) => tile.dataset.mark)")
    assert "".join({"grey": "_", "yellow": "y", "green": "g"}[mark] for mark in marks) == "__y__yg_gg"


def test_letters_that_are_a_word_are_no_marks(page: Page) -> None:
    """BUGGY has a U; YBBBG is five marks and no word."""
    paste(page, "buggy")
    expect(page.locator(".current")).to_contain_text("typed: buggy")
    page.keyboard.press("Escape")
    paste(page, "ybbbg")

    shown = page.locator(".current .tile").evaluate_all("tiles => tiles.map((tile) => tile.dataset.mark)")
    assert shown == ["yellow", "grey", "grey", "grey", "green"]


def test_history_of_pegs_is_reviewed(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, codes(), tmp_path) as page:
        page.evaluate("location.hash = 'review'")
        expect(page.locator("#question")).to_have_text("Enter your game")
        paste(page, "112 0b2w 241 3b0w")

        expect(page.locator(".judged li")).to_contain_text(["112: 0 black, 2 white", "241: 3 black, 0 white"])
        expect(page.locator(".judged li").first).to_contain_text("codes left")


def test_text_without_a_game_is_told(page: Page) -> None:
    paste(page, "Have you seen it?")
    expect(page.get_by_role("alert")).to_have_text("The pasted text has no word of length 5 and no feedback to one.")
    paste(page, "zzzzz ⬛⬛⬛⬛⬛")
    expect(page.get_by_role("alert")).to_have_text("zzzzz is not in the list of allowed words.")

    assert guess_of(page) == "salet"
    expect(page.locator(".turn.known")).to_have_count(0)


def test_word_typed_after_a_refusal(page: Page) -> None:
    """The marks that were refused are letters, too, and are not the beginning of the next word."""
    page.keyboard.type("ggggy")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("No answer that is left")
    page.keyboard.type("crane")
    expect(page.locator(".current")).to_contain_text("typed: crane")

    page.keyboard.press("Escape")
    page.keyboard.type("gybbg")
    page.keyboard.type("crane")
    expect(page.locator(".current")).to_contain_text("typed: crane")


def test_back_of_the_browser_returns_to_the_view_before(page: Page) -> None:
    page.get_by_role("tab", name="Practise").click()
    page.keyboard.type("crane")
    page.keyboard.press("Enter")
    word = page.locator("#left").text_content()
    page.get_by_role("tab", name="Review").click()
    page.go_back()

    expect(page.get_by_role("tabpanel", name="Practise")).to_be_visible()
    expect(page.locator("#left")).to_have_text(word or "")
    expect(page.locator(".turn.known")).to_have_count(1)
    page.go_back()
    expect(page.locator("#question")).to_contain_text("play salet")


def test_address_names_the_word_that_is_hidden(page: Page) -> None:
    """A number that is too large, or none, would hide another word from each who opens the address."""
    for address in ("practise=12345678", "practise=-1", "practise"):
        page.evaluate("(address) => { location.hash = address; }", address)
        expect(page.locator("#left")).to_contain_text("is hidden")

        seed = page.evaluate("location.hash.split('=')[1]")
        expect(page.locator("#left")).to_contain_text(f"Word {seed} is hidden")
        page.evaluate("location.hash = 'solve'")
        expect(page.locator("#question")).to_contain_text("play salet")


def test_storage_may_be_forbidden(browser: Browser, salet: Tree, tmp_path: Path) -> None:
    with opened(browser, salet, tmp_path) as page:
        page.add_init_script(
            """Object.defineProperty(window, "localStorage", {
                get() { throw new DOMException("no", "SecurityError"); },
            });"""
        )
        page.goto(page.url.split("#")[0] + "?")
        page.locator("#main").wait_for()
        page.get_by_role("button", name="Colours").click()
        page.locator("#theme").select_option("dark")
        page.get_by_role("button", name="Done").click()

        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        assert guess_of(page) == "salet"
        page.close()


@pytest.mark.parametrize("name", ["salet", "codes"])
def test_rows_stand_below_each_other(browser: Browser, salet: Tree, tmp_path: Path, name: str) -> None:
    """Pegs beside a row that was played do not move its code."""
    with opened(browser, salet if name == "salet" else codes(), tmp_path, viewport=PHONE) as page:
        page.get_by_role("button", name="Next guess").click()
        expect(page.locator(".turn.known")).to_have_count(1)
        edges = page.locator("#turns .word").evaluate_all(
            "words => words.map((word) => word.getBoundingClientRect().x)"
        )

        assert max(edges) - min(edges) < 1


def test_paper_shows_every_cell_that_is_browsed(page: Page, salet: Tree) -> None:
    page.get_by_role("tab", name="Browse").click()
    page.emulate_media(media="print")

    assert page.locator("#cells > .cell:visible").count() == len(salet.root.children) + salet.root.solves
    page.close()


def test_unsolved_answers_may_be_two(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, stuck(), tmp_path) as page:
        for _ in range(3):
            page.keyboard.press("Enter")

        expect(page.locator("#source")).to_contain_text(
            "It finds both within 2 more guesses; no play is sure to do it with the guesses that are left."
        )


def test_the_worker_has_ranked_before_anybody_asks(page: Page) -> None:
    """The browser compiles the engine then, and the first word that is off the tree takes no longer than the second."""
    assert page.evaluate("ready.then((tree) => tree.oracle.nAsked)") == 2
