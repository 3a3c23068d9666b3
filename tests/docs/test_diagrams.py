"""The pictures that a script draws are as it draws them, and what they say is so."""

from collections import defaultdict
from pathlib import Path

import pytest
from draw_diagrams import FEEDBACK, GUESSES, N_CANDIDATES, OPENER, PICTURES, bound_of

from wordle_runtime.feedback import feedback, marks
from wordle_trees import read_list

DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_that_of_the_script(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == PICTURES[name](), "run python scripts/draw_diagrams.py"


def shown(answer: str) -> str:
    """What an answer gives the opener."""
    return "".join("_yg"[mark] for mark in marks(feedback(OPENER, answer), len(OPENER)))


def cells(guess: str, candidates: list[str]) -> list[list[str]]:
    """The cells of a guess, the largest first; none holds the guess itself."""
    found = defaultdict(list)
    for candidate in candidates:
        found[feedback(guess, candidate)].append(candidate)
    return sorted(found.values(), key=len, reverse=True)


def test_the_search_in_the_picture_is_a_real_one() -> None:
    answers, allowed = (read_list(f"original-{name}").decode().split() for name in ("answers", "allowed"))
    candidates = [answer for answer in answers if shown(answer) == FEEDBACK]
    bounds = {guess: N_CANDIDATES + sum(map(bound_of, map(len, cells(guess, candidates)))) for guess in allowed}

    assert len(candidates) == N_CANDIDATES
    assert {guess for guess in set(allowed) - set(candidates) if bounds[guess] < 37} == {"thing", "touch"}
    assert min(bounds[guess] for guess in candidates) - 1 >= 37
    for guess, large, more, _ in GUESSES:
        first, *others = cells(guess, candidates)
        assert [size for size in map(len, (first, *others)) if size > 1] == list(large)
        # None of its answers tells the others apart, and some other guess tells all apart.
        assert not more or all(len(cells(answer, first)) < len(first) for answer in first)
        assert not more or any(len(cells(word, first)) == len(first) for word in allowed)
        assert bounds[guess] + more == 37
