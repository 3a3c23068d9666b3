"""The exported page in Firefox: games on the tree and off it, with the worker, under its own policy, from disk."""

from collections.abc import Iterator

import pytest
from firefox import Firefox, firefox
from sampled import sampled

from wordle_compiler.export.html import to_html
from wordle_runtime import Tree, format_feedback
from wordle_runtime.feedback import feedback

pytestmark = pytest.mark.variant

WAIT = """
    for (let i = 0; i < 4000 && !(%s); i++) await new Promise((resolve) => setTimeout(resolve, 50));
"""


@pytest.fixture(scope="module")
def window(salet: Tree, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    folder = tmp_path_factory.mktemp("firefox")
    file = folder / "page.html"
    # A script of the test's own would be against the policy, so what goes wrong is gathered by the driver.
    file.write_text(to_html(salet), encoding="utf-8")
    with firefox(folder / "profile") as started:
        started.open(file.as_uri())
        started.run(
            WAIT % "!document.getElementById('main').hidden"
            + """window.faults = [];
            for (const name of ["error", "unhandledrejection", "securitypolicyviolation"]) {
                addEventListener(name, () => window.faults.push(name));
            }"""
        )
        yield started
        assert started.run("return window.faults;") == []


def question(window: Firefox) -> str:
    return str(window.run("return document.getElementById('question').textContent;"))


@pytest.mark.parametrize("step", sampled([1543, 11], 1))
def test_games_in_firefox(window: Firefox, salet: Tree, step: int) -> None:
    for answer, guesses in list(salet)[5::step]:
        for turn, guess in enumerate(guesses, 1):
            assert question(window) == f"Guess {turn}: play {guess}"
            window.type(format_feedback(feedback(guess, answer), 5) + "\n")
        assert question(window) == "Solved"
        window.run("document.getElementById('restart').click();")


def test_word_of_ones_own_in_firefox(window: Firefox) -> None:
    """The worker is made of a blob, under the page's policy, from disk."""
    window.type("crane\n")
    window.type("_____\n")
    source = window.run(
        WAIT % "document.getElementById('source').textContent.startsWith('A rule')"
        + "return document.getElementById('source').textContent;"
    )

    assert source.startswith("A rule of thumb: of all 12972 words, it leaves the fewest on average.")
    worked = window.run(
        """return new Promise((resolve) => {
            const worker = new Worker(URL.createObjectURL(new Blob([document.getElementById("engine").textContent])));
            worker.onmessage = ({ data }) => resolve(data.answer.exact.value);
            worker.onerror = () => resolve("no worker");
            worker.postMessage({ kind: "wordle", rule: "any", limit: 6, length: 3, words: ["bat", "cat", "hat"],
                nAnswers: 3, likely: null, weights: null, replies: [], isComplete: true });
            worker.postMessage({ id: 0, question: "rank", turns: [], patience: 60000 });
        });"""
    )
    assert worked == 6
    window.run("document.getElementById('restart').click();")


def test_review_in_firefox(window: Firefox) -> None:
    window.run("document.getElementById('review-tab').click();")
    window.type("crane\n")
    window.type("light\n")
    window.run("document.getElementById('judge').click();")
    judged = window.run(
        WAIT % "document.querySelectorAll('.judged li').length"
        + "return document.querySelectorAll('.judged li').length;"
    )

    assert judged == 2
    window.run("document.getElementById('solve-tab').click();")
