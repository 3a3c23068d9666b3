"""Games played on the exported page, by click, by touch and by keyboard, with mistakes and what is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from page_browser import PHONE, be_patient, choose_pegs, click_marks, guess_of, opened, paste
from page_trees import FIVE, codes, stuck
from playwright.sync_api import Browser, Page, expect
from sampled import sampled

from wordle_runtime import Tree, format_feedback, load
from wordle_runtime.feedback import feedback, rule_of


@pytest.mark.parametrize("step", sampled([579, 193], 1))
def test_games_by_click(page: Page, salet: Tree, step: int) -> None:
    for answer, guesses in list(salet)[7::step]:
        for turn, guess in enumerate(guesses, 1):
            expect(page.locator("#question")).to_have_text(f"Guess {turn}: play {guess}")
            click_marks(page, feedback(guess, answer))
            page.get_by_role("button", name="Next guess").click()
        expect(page.locator("#left")).to_have_text(
            f"Found with {len(guesses)} guess{'es' if len(guesses) > 1 else ''}."
        )
        page.get_by_role("button", name="Restart").click()
    assert guess_of(page) == "salet"


@pytest.mark.parametrize("step", sampled([385, 97], 1))
@pytest.mark.parametrize("style", ["letters", "digits"])
def test_games_by_keyboard_alone(page: Page, salet: Tree, style: str, step: int) -> None:
    for answer, guesses in list(salet)[11::step]:
        for guess in guesses:
            assert guess_of(page) == guess
            page.keyboard.type(format_feedback(feedback(guess, answer), 5, style))
            page.keyboard.press("Enter")
        expect(page.locator("#question")).to_have_text("Solved")
        # The focus is on Restart.
        page.keyboard.press("Enter")


def test_keys_move_among_the_tiles_and_change_them(page: Page) -> None:
    tiles = page.locator(".current .tile")
    for key, place in (("End", 4), ("ArrowLeft", 3), ("Home", 0), ("ArrowRight", 1), ("Backspace", 0), ("g", 1)):
        page.keyboard.press(key)
        expect(tiles.nth(place)).to_be_focused()
    page.keyboard.press("Space")

    assert [tile.get_attribute("data-mark") for tile in tiles.all()] == ["green", "yellow", "grey", "grey", "grey"]


def test_squares_can_be_pasted(page: Page) -> None:
    paste(page, "⬛️🟨⬛⬜🟩\n")

    marks = [tile.get_attribute("data-mark") for tile in page.locator(".current .tile").all()]
    assert marks == ["grey", "yellow", "grey", "grey", "green"]


def test_impossible_feedback_is_told_and_nothing_changes(page: Page) -> None:
    """No word has all letters of SALET but one in their places, and that one elsewhere."""
    page.keyboard.type("gggg" + "y")
    page.keyboard.press("Enter")

    expect(page.get_by_role("alert")).to_contain_text(
        "No answer that is left gives green, green, green, green, yellow to salet"
    )
    assert guess_of(page) == "salet"
    expect(page.get_by_role("button", name="Back")).to_be_disabled()


def test_back_undoes_a_mistake_and_restart_all(page: Page, salet: Tree) -> None:
    def play(code: str) -> None:
        page.keyboard.type(code)
        page.keyboard.press("Enter")

    play("____g")
    wrong = guess_of(page)
    assert wrong == salet.next_guess("salet ____g")
    page.get_by_role("button", name="Back").click()
    assert guess_of(page) == "salet"
    expect(page.locator("#message")).to_be_empty()

    play("____y")
    right = guess_of(page)
    assert right == salet.next_guess("salet ____y") != wrong
    code, third = next(iter(salet.root.children[1].children.items()))
    play(format_feedback(code, 5))
    assert guess_of(page) == third.guess
    page.get_by_role("button", name="Back").click()
    assert guess_of(page) == right
    page.get_by_role("button", name="Restart").click()
    assert guess_of(page) == "salet"
    expect(page.locator(".turn.known")).to_have_count(0)


def test_solved_game_can_be_taken_back(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, load("plate"), tmp_path) as page:
        page.get_by_role("button", name="Solved").click()
        expect(page.locator("#left")).to_have_text("Found with 1 guess.")

        page.get_by_role("button", name="Back").click()

        assert guess_of(page) == "plate"


def test_verdict_that_comes_after_the_game_was_taken_back_is_not_shown(browser: Browser, tmp_path: Path) -> None:
    judged = "[{before: 1, after: 0, best: 'plate', cost: 0, skill: 99, skillShare: 1, luck: 50, luckShare: 0.5}]"
    with opened(browser, load("plate"), tmp_path) as page:
        page.evaluate("() => { Oracle.prototype.ask = () => new Promise((answer) => { window.answer = answer; }); }")
        page.get_by_role("button", name="Solved").click()
        page.get_by_role("button", name="Back").click()

        # In the page's own event loop, so that an error of the verdict is heard.
        page.evaluate(f"() => new Promise((resolve) => {{ answer({judged}); setTimeout(resolve); }})")

        assert guess_of(page) == "plate"
        expect(page.locator("#verdict")).to_be_hidden()


def test_guess_that_is_no_answer_cannot_be_right(page: Page) -> None:
    """SALET is not an answer of the original list."""
    page.get_by_role("button", name="Solved").click()

    expect(page.get_by_role("alert")).to_contain_text("No answer that is left gives green, green, green, green, green")


def test_what_is_left_is_listed(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, stuck(), tmp_path) as page:
        page.locator("#candidates summary").click()
        expect(page.locator("#candidates bdi")).to_have_text(list(FIVE))
        expect(page.locator("#left")).to_have_text(
            "5 answers left, 2.00 guesses expected, at most 3; 2 of them the tree does not solve"
        )
        click_marks(page, 80)
        page.get_by_role("button", name="Next guess").click()
        expect(page.locator("#candidates bdi")).to_have_text(["dumpy", "humpy", "jumpy", "kumpy"])


def test_unsolved_answers_are_named(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, stuck(), tmp_path) as page:
        be_patient(page)
        for _ in FIVE[:3]:
            # Four greens are certain from the first turn on: the answers differ in one letter.
            page.keyboard.press("Enter")
        expect(page.locator("#trap")).to_contain_text(
            "The tree ends here: it has no guess left, and gives up jumpy, kumpy."
        )
        expect(page.locator("#source")).to_contain_text(
            "Off the tree. Exact search: jumpy needs 1.50 guesses on average"
        )


@pytest.mark.parametrize("step", sampled([23, 9], 1))
def test_codes_are_played_with_two_numbers(browser: Browser, tmp_path: Path, step: int) -> None:
    tree = codes()
    rule = rule_of("mastermind")
    with opened(browser, tree, tmp_path) as page:
        for answer, guesses in list(tree)[::step]:
            for guess in guesses:
                assert guess_of(page) == guess
                blacks, whites = divmod(rule(guess, answer), 4)
                choose_pegs(page, blacks, whites)
                page.keyboard.press("Enter")
            expect(page.locator("#question")).to_have_text("Solved")
            page.keyboard.press("Enter")
        choose_pegs(page, 3, 1)
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("together at most 3")


def test_game_by_touch(browser: Browser, salet: Tree, tmp_path: Path) -> None:
    with opened(browser, salet, tmp_path, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        guesses = dict(salet)["crane"]
        for guess in guesses:
            click_marks(page, feedback(guess, "crane"))
            page.get_by_role("button", name="Next guess").tap()
        expect(page.locator("#left")).to_have_text(f"Found with {len(guesses)} guesses.")
