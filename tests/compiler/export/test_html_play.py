"""Games played on the exported page by click, touch, keyboard and paste, with mistakes and what is said of them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from page_browser import PHONE, be_patient, choose_pegs, click_marks, enter, guess_of, opened, paste
from page_trees import FIVE, codes, stuck
from playwright.sync_api import Browser, Page, expect
from sampled import sampled

from wordle_compiler.export.html import to_html
from wordle_runtime import Tree, format_feedback, load
from wordle_runtime.feedback import feedback, rule_of


@pytest.mark.parametrize("step", sampled([1158, 193], 1))
def test_games_by_click(page: Page, salet: Tree, step: int) -> None:
    for answer, guesses in list(salet)[7::step]:
        for turn, guess in enumerate(guesses, 1):
            expect(page.locator("#question")).to_have_text(f"Guess {turn}: play {guess}")
            click_marks(page, feedback(guess, answer))
            page.get_by_role("button", name="Next guess").click()
        expect(page.locator("#left")).to_have_text(
            f"Found with {len(guesses)} guess{'es' if len(guesses) > 1 else ''}."
        )
        page.get_by_role("button", name="New game").click()
    assert guess_of(page) == "salet"


@pytest.mark.parametrize("step", sampled([1543, 97], 1))
@pytest.mark.parametrize("style", ["letters", "digits"])
def test_games_by_keyboard_alone(page: Page, salet: Tree, style: str, step: int) -> None:
    for answer, guesses in list(salet)[11::step]:
        for guess in guesses:
            assert guess_of(page) == guess
            enter(page, format_feedback(feedback(guess, answer), 5, style))
        expect(page.locator("#question")).to_have_text("Solved")
        # An Enter too many begins no other game.
        page.keyboard.press("Enter")
        page.get_by_role("button", name="New game").press("Enter")


def test_keys_move_among_the_tiles_and_change_them(page: Page) -> None:
    tiles = page.locator(".current .tile")
    for key, place in (("End", 4), ("ArrowLeft", 3), ("Home", 0), ("ArrowRight", 1), ("Backspace", 0), ("g", 1)):
        page.keyboard.press(key)
        expect(tiles.nth(place)).to_be_focused()
    page.keyboard.press("Space")

    assert [tile.get_attribute("data-mark") for tile in tiles.all()] == ["green", "yellow", "plain", "plain", "plain"]


def test_impossible_feedback_is_told_and_nothing_changes(page: Page) -> None:
    """No word has all letters of SALET but one in their places, and that one elsewhere; nor is SALET an answer."""
    enter(page, "gggg" + "y")
    expect(page.locator("#message")).to_have_text(
        "No word that is left gives this to salet. Check it, and the rows above."
    )
    page.get_by_role("button", name="Solved").click()
    expect(page.locator("#message")).to_contain_text("No word that is left gives this to salet.")
    assert guess_of(page) == "salet"
    expect(page.get_by_role("button", name="Back")).to_be_disabled()


def test_back_undoes_a_mistake_and_restart_all(page: Page, salet: Tree) -> None:
    enter(page, "____g")
    wrong = guess_of(page)
    assert wrong == salet.next_guess("salet ____g")
    page.get_by_role("button", name="Back").click()
    assert guess_of(page) == "salet"
    expect(page.locator("#message")).to_be_empty()

    enter(page, "____y")
    right = guess_of(page)
    assert right == salet.next_guess("salet ____y") != wrong
    code, third = next(iter(salet.root.children[1].children.items()))
    enter(page, format_feedback(code, 5))
    assert guess_of(page) == third.guess
    page.get_by_role("button", name="Back").click()
    assert guess_of(page) == right
    page.get_by_role("button", name="Restart").click()
    assert guess_of(page) == "salet"
    expect(page.locator(".turn.known")).to_have_count(0)


def test_verdict_that_comes_after_the_game_was_taken_back_is_not_shown(browser: Browser, tmp_path: Path) -> None:
    judged = "[{before: 1, after: 0, best: 'plate', cost: 0, skill: 99, skillShare: 1, luck: 50, luckShare: 0.5}]"
    with opened(browser, load("plate"), tmp_path) as page:
        page.evaluate("() => { Oracle.prototype.ask = () => new Promise((answer) => { window.answer = answer; }); }")
        page.get_by_role("button", name="Solved").click()
        expect(page.locator("#left")).to_have_text("Found with 1 guess.")
        page.get_by_role("button", name="Back").click()

        # In the page's own event loop, so that an error of the verdict is heard.
        page.evaluate(f"() => new Promise((resolve) => {{ answer({judged}); setTimeout(resolve); }})")

        assert guess_of(page) == "plate"
        expect(page.locator("#verdict")).to_be_hidden()


def test_what_is_left_is_listed_and_what_is_not_found_is_named(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, stuck(), tmp_path) as page:
        page.locator("#candidates summary").click()
        expect(page.locator("#candidates bdi")).to_have_text(list(FIVE))
        expect(page.locator("#left")).to_have_text(
            "5 answers left, 2.00 guesses on average; 2 of them are not found in time, the rest within 3"
        )
        click_marks(page, 80)
        page.get_by_role("button", name="Next guess").click()
        expect(page.locator("#candidates bdi")).to_have_text(["dumpy", "humpy", "jumpy", "kumpy"])
        be_patient(page)
        for _ in FIVE[:2]:
            # Four greens are certain from the first turn on: the answers differ in one letter.
            page.keyboard.press("Enter")
        expect(page.locator("#trap")).to_contain_text("The plan ends here, and gives up jumpy, kumpy.")
        expect(page.locator("#question")).to_have_text("Lost: the rows are used up.")
        expect(page.locator("#left")).to_contain_text("It may have been jumpy (1 other fits). Back takes")
        page.keyboard.type("j")
        expect(page.locator("#message")).to_have_text("This game is over: start a new one.")


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
            page.get_by_role("button", name="New game").press("Enter")
        choose_pegs(page, 3, 1)
        page.keyboard.press("Enter")
        expect(page.locator("#message")).to_have_text(
            "Black and white pegs add up to at most 3, and 2 black with 1 white cannot be."
        )
        paste(page, "1119 1b1w\n112 2b")
        expect(page.locator("#message")).to_have_text("1119 is no code: write 3 of 1 2 3 4.")


def test_bulls_and_cows_are_digits_and_as_many_rows_as_guesses(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, load("bulls-and-cows"), tmp_path) as page:
        expect(page.locator("#turns .turn")).to_have_count(7)
        for name in ("Bulls", "Cows"):
            page.get_by_role("group", name=name).get_by_role("radio", name="1", exact=True).check()
        page.keyboard.press("Enter")

        expect(page.locator(".turn.known .pegs")).to_have_text("1A1B")
        expect(page.locator(".turn.known .heard")).to_have_text("0123: 1 bull, 1 cow")
        expect(page.locator("[data-hue]")).to_have_count(0)
        expect(page.locator("#message")).to_have_attribute("data-hint", "Choose how many bulls and cows it got.")


def test_what_is_typed_with_an_accent_or_a_slip_is_understood(browser: Browser, salet: Tree, tmp_path: Path) -> None:
    with opened(browser, salet, tmp_path) as page:
        for letter in "crâné":
            page.evaluate(
                "key => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))", letter
            )
        page.keyboard.press("Enter")
        expect(page.locator("#question")).to_have_text("Guess 1: crane")
        page.keyboard.press("Escape")
        enter(page, "crnae")
        expect(page.locator("#message")).to_contain_text("is it crane? If it is newer, press Enter again.")
        enter(page, "", "__y_g")
        expect(page.locator("#question")).to_contain_text("Guess 2: ")
        page.reload()
        expect(page.locator(".turn.known")).to_have_count(1)
        paste(page, "crane __y_g\nSlotth _____")
        expect(page.locator("#message")).to_have_text("slotth has 6 letters, the game's words have 5: is it sloth?")
        enter(page, "zzaqq", "", "ggggg")  # Newer than the list.
        expect(page.locator("#left")).to_have_text("Found with 2 guesses.")
        # Another tree at the same address.
        (tmp_path / "page.html").write_text(to_html(load("mastermind")), encoding="utf-8")
        page.reload()
        expect(page.locator("#question")).to_contain_text("Guess 1: play ")


def test_game_by_touch(browser: Browser, salet: Tree, tmp_path: Path) -> None:
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "reduced_motion": "no-preference"}
    with opened(browser, salet, tmp_path, **phone) as page:
        guesses = dict(salet)["crane"]
        for guess in guesses:
            click_marks(page, feedback(guess, "crane"))
            page.get_by_role("button", name="Next guess").tap()
        expect(page.locator("#left")).to_have_text(f"Found with {len(guesses)} guesses.")


def test_letters_that_are_a_word_are_no_marks(page: Page) -> None:
    """BUGGY has a U; YBBBG is five marks and no word; the B of BRING is grey until its R shows that a word is typed."""
    paste(page, "buggy")
    expect(page.locator(".current")).to_contain_text("typed: buggy")
    page.keyboard.press("Escape")
    paste(page, "ybbbg")

    shown = page.locator(".current .tile").evaluate_all("tiles => tiles.map((tile) => tile.dataset.mark)")
    assert shown == ["yellow", "grey", "grey", "grey", "green"]
    page.keyboard.press("Escape")
    page.keyboard.type("b")
    expect(page.locator(".current .tile").first).to_have_attribute("data-mark", "grey")
    page.keyboard.type("ring")
    expect(page.locator(".current")).to_contain_text("typed: bring")


def test_word_typed_after_a_refusal(page: Page) -> None:
    """The marks that were refused are letters, too, and are not the beginning of the next word."""
    enter(page, "ggggy")
    expect(page.locator("#message")).to_contain_text("No word that is left")
    page.keyboard.type("crane")
    expect(page.locator(".current")).to_contain_text("typed: crane")

    page.keyboard.press("Escape")
    page.keyboard.type("gybbgcrane")
    expect(page.locator(".current")).to_contain_text("typed: crane")
    # A word that is not in the list is played by a second Enter alone, and never where the page hides one of the list.
    for tab, key in (("Solve", "-"), ("Practise", "\n")):
        page.get_by_role("tab", name=tab).click()
        page.keyboard.type(f"crnae\n{key}")
        expect(page.locator("#message")).to_contain_text("crnae is not in the list of allowed words: is it crane?")
        enter(page, "slate")
        expect(page.locator(".turn.known, .current").first).to_contain_text("slate")


def test_back_of_the_browser_returns_to_the_view_before(page: Page) -> None:
    page.get_by_role("tab", name="Practise").click()
    enter(page, "crane")
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
    for address in ("practise=12345678", "practise=abc", "practise"):
        page.evaluate("(address) => { location.hash = address; }", address)
        expect(page.locator("#left")).to_contain_text("Puzzle ")

        expect(page.locator("#left")).to_contain_text("Puzzle " + page.evaluate("location.hash.split('=')[1] + ': '"))
        page.evaluate("location.hash = 'solve'")
        expect(page.locator("#question")).to_contain_text("play salet")


def test_storage_may_be_forbidden(browser: Browser, ten: Tree, tmp_path: Path) -> None:
    with opened(browser, ten, tmp_path) as page:
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
        assert guess_of(page) == "beech"
        page.close()


@pytest.mark.parametrize("make_tree", [lambda: load("salet"), codes], ids=["salet", "codes"])
def test_rows_stand_below_each_other(browser: Browser, tmp_path: Path, make_tree: Callable[[], Tree]) -> None:
    """Pegs beside a row that was played do not move its code."""
    with opened(browser, make_tree(), tmp_path, viewport=PHONE) as page:
        page.get_by_role("button", name="Next guess").dblclick()
        expect(page.locator(".turn.known")).to_have_count(1)
        edges = page.locator("#turns .word").evaluate_all("all => all.map((word) => word.getBoundingClientRect().x)")

        assert max(edges) - min(edges) < 1


def test_the_worker_has_ranked_before_anybody_asks(page: Page) -> None:
    """The browser compiles the engine then, and the first word that is off the tree takes no longer than the second."""
    assert page.evaluate("ready.then((tree) => tree.oracle.nAsked)") == 2
