"""The page on every screen, what its tiles and headings say, and what is pasted: as the shared table of pastes says."""

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from page_browser import PHONE, enter, give_up, opened, paste, practise
from page_trees import FIVE, codes, compiled
from playwright.sync_api import Browser, Page, expect

from wordle_compiler import compile_tree
from wordle_compiler.game.mastermind import mastermind
from wordle_runtime import Tree, load

SCREENS = {"upright": {"width": 360, "height": 740}, "lying": {"width": 740, "height": 360}}


def spanish() -> Tree:
    return compiled("niños", "señal", "baños", "cañón", "queso", "tizas", "lujar", "fumar", "doble", "mayor")


TREES = {"nyt": lambda: load("nyt"), "letters": spanish, "pegs": lambda: load("mastermind")}
TREES["bulls"] = lambda: load("bulls-and-cows")


@pytest.mark.parametrize("name", TREES)
def test_a_phone_shows_the_board_and_the_whole_keyboard(browser: Browser, tmp_path: Path, name: str) -> None:
    with opened(browser, TREES[name](), tmp_path, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        for tab, size in product(("Solve", "Practise", "Review", "Solve"), SCREENS.values()):
            page.set_viewport_size(size)
            page.get_by_role("tab", name=tab).tap()
            if tab == "Review":
                # Rows that lack their words.
                row = {"pegs": "⚫⚪➖➖", "bulls": "1A1B"}.get(name, "⬛⬛🟨⬛🟩")
                paste(page, f"{row}\n{row}")
                expect(page.locator(".current :is(.pegs, [data-mark=green])")).to_have_count(1)
            for part in ("#turns", "#next", "#keyboard .keys:last-child"):
                box = page.locator(part).bounding_box()
                assert box is not None
                assert box["y"] >= 0
                assert box["y"] + box["height"] <= size["height"], (tab, part, box)
                assert box["x"] + box["width"] <= size["width"], (tab, part, box)
        page.set_viewport_size(PHONE)


def test_five_pegs_fit_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    tree = load(compile_tree(mastermind(5, 2), "minimax", n_workers=1).data)
    with opened(browser, tree, tmp_path, viewport=SCREENS["upright"]) as page:
        page.get_by_role("tab", name="Practise").click()
        enter(page, "11111")
        right = page.locator(".turn.known .pegs").evaluate("pegs => pegs.getBoundingClientRect().right")
        assert right <= SCREENS["upright"]["width"]


def test_letters_stand_where_their_keyboards_have_them(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, spanish(), tmp_path) as page:
        rows = page.locator("#keyboard .keys").evaluate_all(
            "rows => rows.map((row) => [...row.querySelectorAll('[data-hue]')].map((key) => key.dataset.key).join(''))"
        )
    assert len(rows) == 3
    assert rows[1].endswith("lñ")
    assert "oó" in rows[0]


def test_dotless_i_is_a_key_of_its_own(browser: Browser, tmp_path: Path) -> None:
    """`İ` is the large i of Turkish, `I` that of its dotless ı, and in what is pasted of i where that makes a word."""
    with opened(browser, compiled("kırık", "kilim", "sınır"), tmp_path) as page:
        page.get_by_role("tab", name="Review").click()
        for sign, word in (("I", "ı"), ("İ", "i")):
            page.evaluate(
                "(key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))", sign
            )
            expect(page.locator(".current .heard")).to_have_text(f"typed: {word}")
            page.keyboard.press("Escape")
        paste(page, "KILIM 🟩⬛⬛⬛⬛\nKIRIK 🟩🟩🟩🟩🟩")
        expect(page.locator(".judged .heard")).to_contain_text(["kilim", "kırık"])


def test_heading_is_about_the_word_in_the_row(page: Page) -> None:
    expect(page.locator("#question")).to_have_text("Guess 1: play salet")
    expect(page.locator("#left")).to_contain_text("2315 answers left,\n3.42 guesses on average")
    page.keyboard.type("cran")
    expect(page.locator("#question")).to_have_text("Guess 1: your own word")
    page.keyboard.type("e")
    expect(page.locator("#question")).to_have_text("Guess 1: crane")
    expect(page.locator("#left")).to_have_text("2315 answers left")
    page.keyboard.press("Enter")
    expect(page.locator("#question")).to_have_text("Guess 1: crane")
    page.keyboard.press("Escape")
    expect(page.locator("#question")).to_have_text("Guess 1: play salet")
    expect(page.get_by_role("heading", level=1)).to_have_text("The original Wordle")
    for tab in ("Practise", "Browse"):
        page.get_by_role("tab", name=tab).click()
        expect(page).to_have_title(f"{tab} · The original Wordle")


def test_tiles_without_a_colour_look_like_none_and_are_not_taken_for_grey_without_a_word(page: Page) -> None:
    page.keyboard.type("cra")
    page.get_by_role("button", name="Solved").click()
    expect(page.locator("#message")).to_have_text("A word has 5 letters.")
    page.keyboard.press("Escape")
    expect(page.locator(".current .tile").first).to_have_attribute("data-mark", "plain")
    page.get_by_role("button", name="Next guess").click()
    expect(page.locator("#message")).to_have_text("No tile of salet has a colour. If all are grey, go on.")
    expect(page.locator("#message bdi")).to_have_css("text-transform", "uppercase")
    expect(page.locator(".turn.known")).to_have_count(0)
    page.get_by_role("button", name="Next guess").click()
    expect(page.locator(".turn.known .tile[data-mark=grey]")).to_have_count(5)


def test_a_tap_before_enter_keeps_its_colour(page: Page) -> None:
    page.keyboard.type("crane")
    page.locator(".current .tile").nth(2).click()
    expect(page.locator(".current .tile").nth(2)).to_have_attribute("data-mark", "yellow")


def test_best_guess_stands_first_and_what_each_needs_beside_it(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, load("nyt"), tmp_path) as page:
        page.locator("#others summary").click()
        rows = page.locator("#others tbody tr")
        # The openers of the bundled trees by their totals, of 3158 words.
        expect(rows.nth(0)).to_have_text(re.compile(r"tarse3\.55"))
        expect(rows.nth(1)).to_have_text(re.compile(r"3\.5[5-9]"))
        expect(rows).to_have_count(10)
        enter(page, "crane", "__y_g")
        expect(rows.nth(0)).to_have_text(re.compile(r"blits2\.65"))
        expect(page.locator("#others thead")).to_contain_text("guesses needed")


def test_one_feedback_has_one_number_everywhere(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, load("nyt"), tmp_path, viewport=SCREENS["upright"]) as page:
        count = page.locator("#split button.split .count").first.text_content()
        expect(page.locator("#split p.split")).to_have_text("if it getsleftchance")
        page.get_by_role("tab", name="Browse").click()
        expect(page.locator("#cells .outcome strong").first).to_have_text(f"{count} likely")
        assert page.evaluate("document.documentElement.scrollHeight") < 1500
        assert page.evaluate("[rounded(3.225), rounded(3.235), rounded(483 / 160, 4)]") == ["3.22", "3.24", "3.0188"]
        page.get_by_role("button", name="Show all").click()
        expect(page.locator("#cells > .cell:visible")).to_have_count(page.locator("#cells > .cell").count())


def test_practice_can_be_taken_back_and_counts_games(page: Page) -> None:
    practise(page, 7)
    answer = give_up(page)
    expect(page.locator("#statistics")).to_be_hidden()
    for seed in (8, 7):
        practise(page, seed)
    enter(page, "salet")
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".turn.known")).to_have_count(0)
    enter(page, answer)
    # Taken back: not counted.
    expect(page.locator("#question")).to_have_text("Found with 1 guess")
    expect(page.locator("#statistics")).to_be_hidden()
    for seed, played in ((8, 0), (7, 1), (8, 1), (7, 1)):
        practise(page, seed)
        if seed == 7:
            enter(page, answer)
            expect(page.locator(".figures .value")).to_have_text([f"{played}", "100 %", "1", "1"])
            expect(page.locator(".histogram .now")).to_have_count(1)


def test_verdict_has_room_for_its_words(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, codes(), tmp_path, viewport=SCREENS["upright"]) as page:
        page.get_by_role("tab", name="Review").click()
        paste(page, "112 0b2w 241 3b0w")
        expect(page.locator(".judged li")).to_contain_text(["112: 0 black, 2 white", "241: 3 black, 0 white"])
        expect(page.locator(".judged li").first).to_contain_text("codes left")
        assert max(page.locator(".score .name").evaluate_all("names => names.map((name) => name.clientHeight)")) < 40
        for text, turn in (("112 0b2w 241", "Turn 2: 241"), ("112 241 3b0w", "Turn 1: 112")):
            paste(page, text)
            expect(page.locator("#message")).to_have_text(f"{turn} has no feedback.")


TABLE = json.loads((Path(__file__).parents[2] / "support" / "pastes.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def reader(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Any page: what it reads does not depend on its tree."""
    with opened(browser, compiled(*FIVE), tmp_path_factory.mktemp("paste")) as page:
        page.evaluate(
            """() => {
                window.said = ({ text, kind, length }) => {
                    const isLetter = (sign) => (kind === "wordle" ? /[\\p{L}\\p{N}+=*]/u : /\\d/u).test(sign);
                    const alphabet = lettersOf(plain(text, { alphabet: [] })).filter(isLetter);
                    const game = { kind, length, noun: "word", alphabet, isWord: () => false };
                    const meant = (code) => (kind === "wordle" ? marksOf(code, length).join("") : pegsOf(code, length));
                    try {
                        const { turns, codes, lacking } = readShared(text, game);
                        if (lacking) return "a turn lacks its feedback";
                        if (turns.length) return turns.map(({ guess, code }) => [guess, meant(code)]);
                        return codes.length ? "asked for its words" : "nothing";
                    } catch (error) {
                        if (!(error instanceof Refusal)) throw error;
                        return error.message;
                    }
                };
            }"""
        )
        yield page


def test_rows_mean_what_the_table_says(reader: Page) -> None:
    """Each beside a word."""
    rows: list[dict[str, Any]] = TABLE["rows"]
    words = {"mastermind": "1122", "wordle": "zzzzzzzzzzzz"}

    seen = reader.evaluate(
        "(asked) => asked.map(said)",
        [row | {"text": f"{words[row['kind']][: row['length']]} {row['text']}"} for row in rows],
    )

    for row, answer in zip(rows, seen, strict=True):
        assert (answer[0][1] if isinstance(answer, list) else None) == row.get("means"), row


def test_games_mean_what_the_table_says(reader: Page) -> None:
    """Where the commands refuse a text, the page has no whole game either: it refuses it, or asks for what it lacks."""
    games: list[dict[str, Any]] = TABLE["games"] + TABLE["page"]
    assert reader.evaluate("plain('4 × 8÷2 = 16', { alphabet: '/*' })") == "4*8/2=16"

    seen = reader.evaluate("(asked) => asked.map(said)", games)

    for game, answer in zip(games, seen, strict=True):
        if "turns" in game:
            assert answer == [[guess.lower(), means] for guess, means in game["turns"]], game["about"]
        else:
            assert answer == game.get("page", f"{answer}"), game["about"]


@pytest.mark.parametrize("tab", ["Solve", "Review"])
def test_squares_without_words_are_never_made_a_game(page: Page, tab: str) -> None:
    page.get_by_role("tab", name=tab).click()
    paste(page, "Wordle 1,234 3/6\n\n⬛⬛🟨⬛🟩\n⬛⬛⬛🟩🟩\n🟩🟩🟩🟩🟩")
    expect(page.locator("#message")).to_have_text("The rows lack their words: type them.")
    expect(page.locator(".turn.known, .judged li")).to_have_count(0)
    for word in ("crane", "salet"):
        expect(page.locator(".current .tile").nth(2)).to_have_attribute("data-mark", "yellow")
        enter(page, word)
        expect(page.locator(".current .tile").nth(3)).to_have_attribute("data-mark", "green")
        page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="Restart" if tab == "Solve" else "Clear").click()
    expect(page.locator(".current .tile[data-mark=green]")).to_have_count(0)


def test_field_can_be_typed_into_and_has_an_example(page: Page) -> None:
    page.locator("#shared summary").click()
    field = page.get_by_label("What the game gives you to share")
    assert "salet\n" in (field.get_attribute("placeholder") or "")
    field.press_sequentially("crane _____")
    expect(field).to_have_value("crane _____")
    page.get_by_role("button", name="Read it").click()

    expect(page.locator(".turn.known")).to_have_count(1)
    field.fill("nothing of a game")
    page.get_by_role("button", name="Read it").click()
    expect(page.locator("#unread")).to_contain_text("The text has no words of 5 letters with their feedback, such as")
    expect(field).to_have_value("nothing of a game")
