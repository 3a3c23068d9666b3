"""The exported page off the tree, in practice and in review: typed words, pasted games, verdicts, settings."""

import random
from collections import Counter
from pathlib import Path

import pytest
from page_browser import be_patient, enter, give_up, guess_of, opened, paste, practise
from page_trees import compiled, weighted
from playwright.sync_api import Browser, Page, expect
from sampled import sampled

from wordle_compiler import Rule
from wordle_runtime import Tree, format_feedback, load
from wordle_runtime.feedback import feedback, graphemes


def wait_for_worker(page: Page) -> None:
    """Until the page asks nothing more: an exact search may put a better word into an untouched row."""
    page.evaluate(
        """async () => {
            const { oracle } = await ready;
            while (oracle.asked.size) await new Promise((resolve) => setTimeout(resolve, 20));
        }"""
    )


def choose(page: Page, tab: str) -> None:
    page.get_by_role("tab", name=tab).click()


@pytest.mark.parametrize("seeds", sampled([range(4), range(4, 200)], 1), ids=lambda seeds: f"{seeds.start}-")
def test_games_that_leave_the_tree(page: Page, salet: Tree, seeds: range) -> None:
    """A word of the player's first, then whatever the page says, until the answer is found."""
    for seed in seeds:
        source = random.Random(seed)
        answer, opener = source.sample(salet.answers, 2)
        enter(page, opener, format_feedback(feedback(opener, answer), 5))
        for turn in range(2, 9):
            expect(page.locator("#question bdi")).to_have_count(1)
            expect(page.locator("#question")).to_contain_text(f"Guess {turn}: play ")
            expect(page.locator("#source")).not_to_be_empty()
            wait_for_worker(page)
            guess = guess_of(page)
            enter(page, format_feedback(feedback(guess, answer), 5))
            if guess == answer:
                break
        expect(page.locator("#question")).to_have_text("Solved")
        page.get_by_role("button", name="New game").click()


def test_a_claim_names_what_no_other_word_does_better(browser: Browser, tmp_path: Path) -> None:
    few = ("fight", "light", "might", "night", "sight", "sloth")
    for tree, said in (
        (weighted(), "needs fewer guesses on average by weight"),
        (compiled(*few, strategy="optimal", max_guesses=2, objective="unsolved,total"), "leaves fewer unsolved"),
        (compiled(*few, strategy="optimal", objective="worst-case"), "has a better worst case"),
    ):
        with opened(browser, tree, tmp_path) as page:
            expect(page.locator("#source")).to_contain_text(f" is proven: no other word {said}.")


def test_the_tree_an_exact_search_and_the_rule_of_thumb_say_so(page: Page, salet: Tree) -> None:
    """CRANE grey but a green N leaves 15 words of the list; BOOZY then 1 word less than few."""
    enter(page, "salet", "____y")
    best = salet.next_guess("salet ____y")
    assert guess_of(page) == best
    expect(page.locator("#source")).to_have_text(f"{best} is proven: no other word needs fewer guesses on average.")
    page.get_by_role("button", name="Restart").click()
    be_patient(page)
    enter(page, "crane", "_____")
    expect(page.locator("#source")).to_have_text(
        "A rule of thumb: of all 12972 words, it leaves the fewest on average. It is not proven to be the best."
    )
    enter(page, "sloth", "____y")
    expect(page.locator("#source")).to_contain_text("Proven: ")
    expect(page.locator("#source")).to_contain_text("and no other word needs fewer")


def test_word_that_was_typed_before_the_ranking_came_is_still_the_one_that_is_shown(page: Page) -> None:
    """The player leaves the tree and is quicker than the page: says what was played next before the page has a word."""
    page.evaluate(
        """() => {
            const { ask } = Oracle.prototype;
            window.held = [];
            Oracle.prototype.ask = function (...question) {
                return new Promise((answer) => { held.push(() => ask.apply(this, question).then(answer)); });
            };
        }"""
    )
    enter(page, "crane", "_____")
    enter(page, "sloth")
    expect(page.locator("#split")).to_contain_text("sloth gives one of")

    page.evaluate("async () => { while (held.length) await held.shift()(); }")

    expect(page.locator("#source")).to_contain_text("A rule of thumb")
    expect(page.locator("#split")).to_contain_text("sloth gives one of")
    assert "".join(tile.text_content() or "" for tile in page.locator(".current .tile").all()) == "sloth"


def test_ranking_is_shown_when_asked_for_and_a_word_chosen_from_it(page: Page) -> None:
    assert page.locator("#others .choice").count() == 0
    enter(page, "crane", "__y__")
    page.locator("#others summary").click()
    chosen = page.locator("#others .choice").nth(2)
    word = chosen.text_content() or ""
    chosen.click()

    expect(page.locator("#split")).to_contain_text(f"{word} gives one of")
    assert "".join(tile.text_content() or "" for tile in page.locator(".current .tile").all()) == word


def test_bars_are_the_cells_and_colour_the_row(page: Page, salet: Tree) -> None:
    bars = page.locator("#split button.split")
    expect(bars).to_have_count(10)
    page.get_by_role("button", name="Show all").click()
    counts = [child.n_candidates for child in salet.root.children.values()]
    expect(bars).to_have_count(len(counts))
    expect(page.locator("#split .count")).to_have_text([str(count) for count in sorted(counts, reverse=True)])
    bars.first.click()

    code = max(salet.root.children, key=lambda code: salet.root.children[code].n_candidates)
    shown = [tile.get_attribute("data-mark") for tile in page.locator(".current .tile").all()]
    assert shown == [("grey", "yellow", "green")[code // 3 ** (4 - place) % 3] for place in range(5)]


def test_likely_answers_stand_first_with_their_chances(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, load("nyt"), tmp_path) as page:
        enter(page, "crane", "ggg_g")
        page.locator("#candidates summary").click()

        expect(page.locator("#candidates .note")).to_have_text(
            "3 likely answers, 33.3 % each. The 4 others are allowed, but the game has hardly ever hidden such a word."
        )
        expect(page.locator("#candidates li.likely")).to_have_text(["crate", "crave", "craze"])
        expect(page.locator("#candidates li:not(.likely)")).to_have_text(["crake", "crame", "crape", "crare"])


def test_six_rows_are_judged_as_lost(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, load("nyt"), tmp_path) as page:
        paste(page, "stare bbyyy racer bgbgg lager bgbgg faker bgbgg wafer bgbgg")
        expect(page.locator("#question, #source")).to_contain_text(["play paper", "wins for 1 of 3 likely answers"])
        for row, left in (("", "been stood (8 others fit)."), ("shook ggggg", "X/6: it was shook, guess 7.")):
            paste(page, f"Wordle 1,234 X/6*\ncrane _____\n{5 * 'bloop __gg_ '}\n{row}")
            expect(page.locator("#question")).to_have_text("Lost: the rows are used up.")
            expect(page.locator("#left, #message")).to_contain_text([left, "The * says hard mode: this page"])
            expect(page.locator(".judged li")).to_have_count(6)


def test_weights_are_chances(browser: Browser, tmp_path: Path) -> None:
    """BUMPY to KUMPY weigh 0, 0, 1, 1, 2."""
    with opened(browser, weighted(), tmp_path) as page:
        page.locator("#candidates summary").click()
        expect(page.locator("#candidates li")).to_have_text(
            ["kumpy 50.0 %", "humpy 25.0 %", "jumpy 25.0 %", "bumpy 0.0 %", "dumpy 0.0 %"]
        )
        enter(page, *["_gggg"] * 3)
        expect(page.locator("#left")).to_have_text("2 answers left,\n1.50 more guesses on average, all by guess 5")


def test_words_that_cannot_be_played(page: Page) -> None:
    for word, reason in (("zzzzz", "zzzzz is not in the list of allowed words."), ("sal", "A word has 5 letters.")):
        enter(page, word)
        expect(page.locator("#message")).to_contain_text(reason)
        page.keyboard.press("Escape")

        assert guess_of(page) == "salet"
        expect(page.locator(".current .tile").first).to_have_text("s")


def test_hard_rule_refuses_and_explains_dead_ends(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, load("nyt-hard"), tmp_path) as page:
        enter(page, "tarse", "y____")
        enter(page, "crane")
        expect(page.locator("#message")).to_have_text("The hard rule: crane must use t, which tarse has shown.")
        enter(page, "might", "_gggg")
        expect(page.locator("#trap")).to_contain_text("A dead end of the hard rule: the 9 answers left are all _IGHT")
        for tab in ("Solve", "Review"):
            choose(page, tab)
            paste(page, "Wordle 1,234 3/6*\n\ntarse __y__\ncodon _g__g\nrobin ggggg")
            expect(page.locator("#message")).to_contain_text("Row 2: The hard rule: codon must use r")


def test_screen_keyboard_types_and_shows_what_is_known(page: Page) -> None:
    for key in ("c", "r", "a", "n", "x"):
        page.locator(f"[data-key={key}]").click()
    page.locator("[data-key=Backspace]").click()
    page.locator("[data-key=e]").click()
    page.locator("[data-key=Enter]").click()
    page.keyboard.type("_y_g_")
    page.locator("[data-key=Enter]").click()

    for key, mark in {"c": "grey", "r": "yellow", "n": "green", "z": None}.items():
        assert page.locator(f"[data-key={key}]").get_attribute("data-mark") == mark


def test_whole_games_are_pasted_and_words_asked_for_where_they_are_missing(page: Page, salet: Tree) -> None:
    guesses = dict(salet)["light"]
    squares = "\n".join(format_feedback(feedback(guess, "light"), 5, "squares") for guess in guesses)
    paste(page, f"Wordle 1,234 {len(guesses)}/6\n\n{squares}")
    expect(page.locator("#message")).to_have_text("The rows lack their words: type them.")
    # No advice is given for a game that was played elsewhere, nor asked if a row won.
    expect(page.get_by_role("button", name="Solved")).to_be_hidden()
    assert page.locator("#advice").inner_text().strip() == "Paste a shared game"
    expect(page.locator(".turn.known")).to_have_count(0)
    enter(page, *guesses)
    expect(page.locator("#question")).to_have_text("Solved")

    page.get_by_role("button", name="New game").click()
    paste(page, "crane ⬛⬛⬛⬛⬛\npilot ⬛🟦🟦⬛🟧")
    expect(page.locator(".turn.known")).to_have_count(2)

    paste(page, "salet 🟩🟩🟩🟩🟨\nlight 🟩🟩🟩🟩⬛")
    expect(page.locator("#message")).to_contain_text("Row 1: No word that is left gives")


def test_practice_hides_the_word_of_its_number_and_judges_at_the_end(page: Page, salet: Tree) -> None:
    """Hints are given only when they are asked for."""
    practise(page, 7)
    answer = give_up(page)
    practise(page, 8)
    assert len({answer, give_up(page)} & set(salet.answers)) == 2
    practise(page, 7)
    expect(page.locator("#advice details[open]:visible")).to_have_count(0)
    expect(page.locator("#play .bars, #play .words, #play table")).to_have_count(0)
    be_patient(page)
    enter(page, "salet", answer)

    expect(page.locator("#question")).to_have_text("Found with 2 guesses")
    expect(page.locator(".judged li")).to_have_count(2)
    expect(page.locator(".judged li").first).to_contain_text("skill 99")
    expect(page.get_by_label("The game as squares")).to_have_value(
        "wordle-tree 7 2/6\n" + format_feedback(feedback("salet", answer), 5, "squares") + "\n🟩🟩🟩🟩🟩"
    )


def test_practice_ends_with_the_last_guess(browser: Browser, tmp_path: Path) -> None:
    tree = compiled("bat", "cat", "hat", strategy="first", rule=Rule.CANDIDATES, max_guesses=2, allow_unsolved=True)
    with opened(browser, tree, tmp_path) as page:
        practise(page, 7)
        wrong = sorted({"bat", "cat", "hat"} - {give_up(page)})
        page.evaluate("location.hash = 'solve'")
        practise(page, 7)
        enter(page, *wrong)

        expect(page.locator("#question")).to_contain_text("It was ")


def test_review_of_typed_words(page: Page) -> None:
    choose(page, "Review")
    enter(page, "crane", "pilot", "light")
    page.get_by_role("button", name="Review", exact=True).click()

    shown = page.locator(".judged li")
    expect(shown).to_have_count(3)
    # Of the words without a letter of CRANE, PILOT hits one of the larger cells.
    expect(shown.nth(2)).to_contain_text("light: green, green, green, green, green")
    expect(page.locator(".score").nth(0)).to_contain_text("Skill")
    expect(page.locator(".score .value").nth(1)).to_have_text(str(luck_of(["crane", "pilot", "light"])))


def luck_of(game: list[str]) -> int:
    """The mean luck of a game on the list of original answers, from its definition."""
    left = list(load("salet").answers)
    shares = []
    for guess in game:
        code = feedback(guess, game[-1])
        counts = Counter(feedback(guess, word) for word in left)
        sizes = {word: 0 if word == guess else counts[feedback(guess, word)] for word in left}
        more = sum(size > sizes[game[-1]] for size in sizes.values())
        shares.append((2 * more + sum(size == sizes[game[-1]] for size in sizes.values())) / (2 * len(left)))
        left = [word for word in left if feedback(guess, word) == code]
    return int(100 * sum(shares) / len(shares))


def test_review_of_a_lost_game_needs_the_answer(page: Page) -> None:
    choose(page, "Review")
    paste(page, "salet ⬛⬛⬛⬛🟩")
    expect(page.locator(".judged li")).to_have_count(1)
    page.get_by_role("button", name="Clear").click()
    enter(page, "salet")
    page.get_by_role("button", name="Review", exact=True).click()
    expect(page.locator("#message")).to_contain_text("salet is not one of the answers")
    page.get_by_label("The answer").fill("light")
    page.keyboard.press("Enter")

    expect(page.locator(".judged li")).to_contain_text(["salet: grey, grey, yellow, grey, green"])


def test_review_refuses_what_it_cannot_judge(page: Page) -> None:
    choose(page, "Review")
    for text, message in (
        ("crane ⬛⬛⬛⬛🟩\n⬛⬛⬛⬛⬛", "The rows lack their words"),
        ("crane __y_", "__y_ has 4 marks; a word has 5 letters."),
        ("crane 회회노회초", "The text has no words of 5 letters with their feedback, such as ⬛⬛"),
        ("crane crane", "The row that wins is the last."),
        ("zzzzz ⬛⬛⬛⬛🟩", "zzzzz is not in the list of allowed words."),
        ("cr4ne ⬛⬛⬛⬛🟩", "cr4ne is not understood."),
        ("salet 🟩🟩🟩🟩🟨", "Turn 1 is impossible"),
        ("crane ⬛🟨🟨⬛🟩\nfalse 🟩🟩🟩🟩🟩", "Row 1: crane gets grey, grey, yellow, grey, green if"),
    ):
        paste(page, text)

        expect(page.locator("#message")).to_contain_text(message)


def test_nothing_that_is_pasted_is_dropped_without_a_word(page: Page) -> None:
    one_word = "Only crane is taken: one word at a time, or each with its feedback."
    marks = "b x × _ . - 0 ⬛ ⬜ for grey, y 1 🟨 🟦 🟪 for yellow, g 2 + 🟩 🟧 for green"
    for text, message, n_turns in (
        ("crane slate", one_word, 0),
        ("slate RYYRR", f"ryyrr is no feedback: write {marks}.", 0),
        ("⬛🟨⬛⬛🟨\ntough", "Write the word beside its row.", 0),
        ("tribes 🟨🟨⬛🟨⬛", "A row has no word of 5 letters beside it.", 0),
        ("Sarah: ⬛🟨⬛⬛🟩 crane\n🟨🟨⬛🟨⬛", "The rows lack their words: type them.", 1),
        ("x" * 10_000, "A game has at most 255 turns.", 1),
        ("crane ⬛⬛🟨⬛🟩\n" * 2000, "A game has at most 255 turns.", 1),
        ("crane __y_g tidal", "Turn 2: tidal has no feedback.", 1),
        ("Wordle 1 3/6\n" + "crane __y_g " * 2, "The title says 3 rows, the paste has 2. Turn 2 repeats turn 1.", 2),
        ("crane _____\npilot __yyg\nlight", "Turn 3: light has no feedback.", 2),
        ("flout ggggg", "", 3),
        ("crane ⬛⬛🟨⬛🟩 today tidal ⬛⬛⬛⬛⬛", "Turn 2: today has no feedback.", 1),
    ):
        paste(page, text)

        expect(page.locator("#message")).to_have_text(message)
        expect(page.locator(".turn.known")).to_have_count(n_turns)


def test_words_of_digits_are_numbers(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, compiled("101", "103", "107", "109", "113"), tmp_path) as page:
        enter(page, "10")
        expect(page.locator("#message")).to_have_text("A number has 3 places.")
        page.keyboard.press("Escape")
        enter(page, "137")
        expect(page.locator("#message")).to_have_text("137 is not in the list of allowed numbers: is it 107?")


def test_page_answers_without_a_worker(browser: Browser, salet: Tree, tmp_path: Path) -> None:
    """Where a browser gives a page from disk no worker, the page's own engine answers."""
    with opened(browser, salet, tmp_path) as page:
        page.add_init_script("window.Worker = class { constructor() { throw new Error('none'); } };")
        page.goto(page.url.split("#")[0] + "?")
        page.locator("#main").wait_for()
        enter(page, "crane", "_____")
        expect(page.locator("#source")).to_contain_text("A rule of thumb")
        # The next page would have no worker, either.
        page.close()


def test_settings_are_kept(small_page: Page) -> None:
    page, settings = small_page, {"theme": "dark", "colours": "contrast"}
    # A busy Chromium now and then gives a page from disk an empty storage when it is loaded again.
    for _ in range(20):
        page.get_by_role("button", name="Colours").click()
        for setting, value in settings.items():
            page.locator(f"#{setting}").select_option(value)
        page.get_by_role("button", name="Done").click()
        for setting, value in settings.items():
            expect(page.locator("html")).to_have_attribute(f"data-{setting}", value)
        page.reload()
        if page.evaluate("localStorage.length"):
            break

    for setting, value in settings.items():
        expect(page.locator("html")).to_have_attribute(f"data-{setting}", value)


def test_system_settings_are_honoured(browser: Browser, ten: Tree, tmp_path: Path) -> None:
    with opened(browser, ten, tmp_path, contrast="more", reduced_motion="reduce") as page:
        expect(page.locator("html")).to_have_attribute("data-colours", "contrast")
        enter(page, "_gggg")

        assert page.evaluate("document.getAnimations().length") == 0


def test_print_leaves_out_what_paper_cannot_do_and_shows_every_cell(small_page: Page, ten: Tree) -> None:
    page = small_page
    page.emulate_media(media="print")

    expect(page.locator("#keyboard")).to_be_hidden()
    expect(page.locator("#turns")).to_be_visible()
    page.evaluate("location.hash = 'browse'")
    expect(page.locator("#cells > .cell:visible")).to_have_count(len(ten.root.children) + ten.root.solves)
    page.close()


def test_nothing_is_wider_than_the_window(page: Page) -> None:
    for width in (320, 375, 768, 1024, 1440, 2560):
        page.set_viewport_size({"width": width, "height": 700})
        for tab in ("Solve", "Practise", "Review", "Browse"):
            choose(page, tab)
            assert page.evaluate("[innerWidth, document.documentElement.scrollWidth <= innerWidth]") == [width, True]
    # Its size would stay.
    page.close()


def test_list_of_allowed_words_that_is_not_known(browser: Browser, tmp_path: Path) -> None:
    """Any word may then be typed, and nothing is called exact."""
    with opened(browser, compiled_with_hidden_list(), tmp_path) as page:
        enter(page, "jump" if guess_of(page) == "dump" else "dump", "_ggg")
        expect(page.locator("#source")).to_contain_text("A rule of thumb")


def compiled_with_hidden_list() -> Tree:
    """Answers with other allowed words that no file of the package has."""
    from wordle_compiler import Game, WordList, compile_tree

    answers = WordList.from_words(("bump", "dump", "jump", "lump"), "answers")
    allowed = WordList.from_words((*answers.words, "blud", "plum", "hump"), "allowed")
    return load(compile_tree(Game(answers, allowed, Rule.ANY), "minimax", n_workers=1).data)


@pytest.mark.parametrize(
    ("words", "keys", "shown"),
    [
        pytest.param(("große", "größe", "grüße", "blöße"), "blöße", "BLÖẞE", id="German"),
        pytest.param(("l\u034fjubav", "kon\u034fjic", "jelen"), "konjic", "KON\u034fJIC", id="Croatian"),
        pytest.param(("λόγος", "νόμος", "σοφία", "σοφός"), "νόμοσ", "ΝΌΜΟΣ", id="Greek"),
        pytest.param(("ㅅㅏㄹㅏㅁ", "ㅂㅏㄹㅏㅁ", "ㅅㅏㄹㅏㅇ", "ㄴㅏㅁㅜㄹ"), "ㅅㅏㄹㅏㅁ", "ㅅㅏㄹㅏㅁ", id="jamo"),
        pytest.param(("kızıl", "kılıç", "kilim", "izmir"), "kilim", "KİLİM", id="Turkish"),
    ],
)
def test_a_word_is_typed_letter_by_letter_and_shown_with_as_many(
    browser: Browser, tmp_path: Path, words: tuple[str, ...], keys: str, shown: str
) -> None:
    with opened(browser, compiled(*words), tmp_path) as page:
        for key in keys:
            page.locator(f'[data-key="{key}"]').click()
        expect(page.locator("#message")).to_have_text("")
        assert page.locator("#question").inner_text() == f"Guess 1: {shown}".replace("\u034f", "")
        page.locator('[data-key="Enter"]').click()
        letters = [letter.replace("\u034f", "") for letter in graphemes(shown)]
        assert page.locator(".current .tile").all_inner_texts() == letters
        paste(page, f"{' '.join(letters).replace('ㅅ ㅏ ㄹ ㅏ ㅁ', '사람')} ggggg")
        expect(page.locator("#question")).to_have_text("Solved")
