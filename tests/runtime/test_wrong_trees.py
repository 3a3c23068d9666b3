"""Wrong trees, each rejected for the reason that it is wrong for."""

from __future__ import annotations

import pytest
from tree_changes import FIXTURES, LISTS, WrongTree
from wrong_trees import WRONG_TREES

from wordle_runtime import TreeError
from wordle_runtime.verification.verify import verify


def reasons(kind: WrongTree) -> tuple[str, ...]:
    """Why a file is refused by the reader, or what the verifier finds in it."""
    try:
        return verify(kind.pack(), **{**LISTS[kind.base], **kind.lists}).reasons
    except TreeError as error:
        return (str(error),)


@pytest.mark.parametrize("base", LISTS)
def test_what_the_kinds_are_made_from_holds(base: str) -> None:
    assert verify((FIXTURES / base).read_bytes(), **LISTS[base]).reasons == ()
    # Taken apart and put together, nothing changed: whatever is wrong with a kind is its own fault.
    assert reasons(WrongTree("nothing", base, {}, "")) == ()


@pytest.mark.parametrize("kind", WRONG_TREES, ids=lambda kind: kind.words)
def test_wrong_tree_is_rejected_with_the_reason(kind: WrongTree) -> None:
    found = reasons(kind)

    assert any(kind.reason in reason for reason in found), "\n".join(found) or "it holds"
    assert all(len(reason.splitlines()) == 1 for reason in found)
