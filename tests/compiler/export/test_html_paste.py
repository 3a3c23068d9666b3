"""What is pasted into the page means what the shared table of pastes says; games without words are asked about."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_browser import enter, opened, paste
from page_trees import FIVE, compiled
from playwright.sync_api import Browser, Page, expect

TABLE = json.loads((Path(__file__).parents[2] / "support" / "pastes.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def reader(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Any page: what it reads does not depend on its tree."""
    with opened(browser, compiled(*FIVE), tmp_path_factory.mktemp("paste")) as page:
        page.evaluate(
            """() => {
                window.said = ({ text, kind, length }) => {
                    const isLetter = (sign) => (kind === "wordle" ? /[\\p{L}\\p{N}+=]/u : /\\d/u).test(sign);
                    const alphabet = lettersOf(plain(text)).filter(isLetter);
                    const game = { kind, length, alphabet, isWord: () => false };
                    const meant = (code) => (kind === "wordle" ? marksOf(code, length).join("") : pegsOf(code, length));
                    try {
                        const { turns, codes } = readShared(text, game);
                        if (turns.length) return turns.map(({ guess, code }) => [guess, meant(code)]);
                        return codes.length ? "asked for its words" : "nothing";
                    } catch (error) {
                        if (!(error instanceof Refusal)) throw error;
                        return "refused";
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
    """Where the commands refuse a text, the page has no game either: it refuses it, or asks for the words."""
    games: list[dict[str, Any]] = TABLE["games"]

    seen = reader.evaluate("(asked) => asked.map(said)", games)

    for game, answer in zip(games, seen, strict=True):
        if "turns" in game:
            assert answer == [[guess.lower(), means] for guess, means in game["turns"]], game["about"]
        else:
            assert isinstance(answer, str), game["about"]


@pytest.mark.parametrize("tab", ["Solve", "Review"])
def test_squares_without_words_are_never_made_a_game(page: Page, tab: str) -> None:
    page.get_by_role("tab", name=tab).click()
    paste(page, "Wordle 1,234 3/6\n\n⬛⬛🟨⬛🟩\n⬛⬛⬛🟩🟩\n🟩🟩🟩🟩🟩")
    expect(page.locator("#message")).to_have_text("The rows lack their words: type them one by one.")
    expect(page.locator(".turn.known, .judged li")).to_have_count(0)
    expect(page.locator(".current .tile").nth(2)).to_have_attribute("data-mark", "yellow")

    enter(page, "salet")
    expect(page.locator(".turn.known")).to_have_count(1)
    expect(page.locator(".current .tile").nth(3)).to_have_attribute("data-mark", "green")
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
    expect(page.locator("#unread")).to_have_text("The text has no word of 5 letters and no feedback to one.")
    expect(field).to_have_value("nothing of a game")
