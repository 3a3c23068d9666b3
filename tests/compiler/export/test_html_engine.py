"""The page's engine off the tree: feedbacks, ranking and exact search against plain Python; skill and luck by hand."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from page_browser import opened
from page_trees import compiled
from playwright.sync_api import Browser, Page
from reference_solver import Reference
from sampled import sampled

from wordle_compiler import Rule
from wordle_runtime import Tree, load
from wordle_runtime.feedback import feedback, rule_of
from wordle_runtime.layout import KINDS
from wordle_trees import read_list


@pytest.fixture(scope="module")
def engine(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The page of today's tree, whose engine the tests ask."""
    with opened(browser, load("nyt"), tmp_path_factory.mktemp("engine")) as page:
        page.evaluate(
            """() => {
                const usual = { kind: "wordle", rule: "any", limit: 6, likely: null, weights: null, isComplete: true };
                window.engineFor = (words, details) => new Engine(
                    { ...usual, replies: [], words, nAnswers: words.length, length: words[0].length, ...details });
            }"""
        )
        yield page


def random_words(source: random.Random, count: int, length: int) -> tuple[str, ...]:
    words: set[str] = set()
    while len(words) < count:
        words.add("".join(source.choice("abc") for _ in range(length)))
    return tuple(sorted(words))


@pytest.mark.parametrize("rule", ["any", "hard", "candidates"])
@pytest.mark.parametrize("seeds", sampled([range(15), range(15, 400)], 1), ids=lambda seeds: f"{seeds.start}-")
def test_search_finds_the_smallest_total(engine: Page, seeds: range, rule: str) -> None:
    """Against a solver that tries everything: with weights and without, within limits that may be too small."""
    asked, expected = [], []
    for seed in seeds:
        source = random.Random(seed)
        allowed = random_words(source, source.randint(5, 12), source.choice([3, 4]))
        candidates = tuple(sorted(source.sample(allowed, source.randint(2, min(7, len(allowed))))))
        limit = source.randint(1, 5)
        weights = {word: source.randint(1, 9) for word in candidates}
        weighted = Reference(candidates, allowed, rule, weights).costs(frozenset(candidates), limit)
        expected.append(
            [Reference(candidates, allowed, rule).total(frozenset(candidates), limit), weighted and weighted[0]]
        )
        asked.append(
            [rule, allowed, [allowed.index(word) for word in candidates], limit, [weights[word] for word in candidates]]
        )

    seen = engine.evaluate(
        """(asked) => asked.map(([rule, words, candidates, limit, weights]) => {
            const engine = engineFor(words, { rule });
            const isLegal = rule === "candidates" ? Uint8Array.from(words, (_, i) => candidates.includes(i)) : null;
            return [null, weights].map((weights) => (
                engine.search(Int32Array.from(candidates), isLegal, 60000, weights).best(limit)?.value ?? null));
        })""",
        asked,
    )

    assert seen == expected
    assert [None, None] in expected


def test_word_that_tells_all_apart_needs_no_search(engine: Page) -> None:
    """What is said without a search, and what a search says, is the smallest total within the least limit.

    Among equals it is a candidate, and then the first of the alphabet, as in the commands.
    """
    asked, expected = [], []
    for seed in range(60):
        source = random.Random(seed)
        rule = source.choice(["any", "hard"])
        words = random_words(source, 10, 3)
        n_answers = source.randint(1, 9)
        answers = tuple(source.sample(words, n_answers))
        words = (*answers, *sorted(set(words) - set(answers)))
        reference = Reference(answers, words, rule)
        limit = next(limit for limit in range(6, 20) if reference.total(frozenset(answers), limit))
        totals = {word: total for word in words if (total := reference.below(word, limit))}
        expected.append(min((total, word not in answers, word) for word, total in totals.items())[::2])
        asked.append([rule, words, n_answers])

    seen = engine.evaluate(
        """(asked) => asked.map(([rule, words, nAnswers]) => {
            const engine = engineFor(words, { rule, nAnswers });
            const { value, word } = engine.rank([], 60000).exact;
            return [engine.evident([], engine.answers.candidates, null) !== null, value, word];
        })""",
        asked,
    )

    assert [(value, word) for _, value, word in seen] == expected
    assert {is_evident for is_evident, *_ in seen} == {True, False}


@pytest.mark.parametrize("make_rule", KINDS)
def test_terms_add_up_to_the_feedback(engine: Page, make_rule: str) -> None:
    rule: Callable[[str, str], int] = rule_of(make_rule)
    source = random.Random(4)
    for length in (2, 5, 9):
        words = random_words(source, 7, length) if length > 2 else ("aa", "ab", "ba", "bb", "ac", "ca", "cc")
        seen = engine.evaluate(
            """([kind, words]) => {
                const lexicon = new Lexicon(KINDS[kind], words[0].length, words);
                const cells = new Cells(lexicon, Int32Array.from(words.keys()));
                const feedback = (guess) => words.map((answer) => KINDS[kind].feedback(guess, answer));
                return [words.map((word) => Array.from(cells.codes(word))), words.map(feedback)];
            }""",
            [make_rule, words],
        )

        assert seen == [[[rule(guess, answer) for answer in words] for guess in words]] * 2


def expected_sizes(guesses: list[str], candidates: list[str], rule: Any) -> dict[str, int]:
    """Sums of squares of cells, the winning one left out."""
    return {
        guess: sum(
            count**2 for code, count in Counter(rule(guess, answer) for answer in candidates).items()
            if rule(guess, guess) != code
        )
        for guess in guesses
    }  # fmt: skip


@pytest.mark.parametrize(("guess", "code"), [("crone", 0), ("fuzzy", 0)])
def test_ranking_is_by_expected_size(engine: Page, guess: str, code: int) -> None:
    """CRONE leaves 377 likely words, all compared; FUZZY 1842, where the shortlist is by a sample."""
    left = [word for word in read_list("nyt-2023-answers").decode().split() if feedback(guess, word) == code]
    shown = engine.evaluate(
        "([guess, code]) => ready.then((tree) => tree.engine.rank([{ guess, code }], 0))", [guess, code]
    )

    assert shown["exact"] is None
    assert shown["nCounting"] == len(left)
    words = [entry["word"] for entry in shown["ranked"]]
    sizes = expected_sizes(words, left, feedback)
    assert [entry["squares"] for entry in shown["ranked"]] == [sizes[word] for word in words]
    assert list(sizes.values()) == sorted(sizes.values())
    if len(left) < 500:
        others = read_list("nyt-2022-allowed").decode().split()[::40]
        assert min(expected_sizes(others, left, feedback).values()) >= sizes[words[0]]


def test_hard_rule_by_a_table(engine: Page) -> None:
    table = [
        # guess, feedback, next word, what is wrong
        ("crane", "g____", "brick", "letter 1 must be c"),
        ("crane", "g____", "child", ""),
        ("crane", "_y___", "light", "must use r"),
        ("crane", "_y___", "grist", ""),
        ("eerie", "yy___", "angel", "must use e 2 times"),
        ("eerie", "yy___", "tepee", ""),
        ("eerie", "y____", "angel", ""),
    ]
    for guess, marks, word, wrong in table:
        code = sum({"_": 0, "y": 1, "g": 2}[mark] * 3 ** (4 - place) for place, mark in enumerate(marks))
        seen = engine.evaluate(
            "([guess, code, word]) => whyIllegal({ rule: 'hard', length: 5 }, [{ guess, code }], word, true)",
            [guess, code, word],
        ).replace("\t", "")

        assert wrong in seen
        assert bool(wrong) == bool(seen)


@pytest.mark.parametrize("rule", list(Rule))
def test_words_that_may_be_typed(browser: Browser, tmp_path: Path, rule: Rule) -> None:
    """After BUMPY with nothing but its B grey: UMPY is green."""
    tree: Tree = compiled("bumpy", "dumpy", "humpy", "jumpy", "solid", rule=rule)
    expected = {
        "any": ["", "", "", "brown is not in the list of allowed words."],
        "hard": ["", "The hard rule: letter 2 must be u, which was green in bumpy."],
        "candidates": ["", "The rule allows only words that are still possible, and solid is not."],
    }[rule]
    with opened(browser, tree, tmp_path) as page:
        seen = page.evaluate(
            """() => ready.then((tree) => ["jumpy", "solid", "bumpy", "brown"]
                .map((word) => tree.engine.whyNot([{ guess: "bumpy", code: 80 }], word).replaceAll("\\t", "")))"""
        )

    assert seen[: len(expected)] == expected
