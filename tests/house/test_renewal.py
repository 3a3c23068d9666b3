"""`scripts/renew_lists.py`: the register's digests, and which trees and tables a changed list makes outdated."""

import pytest
import renew_lists

import wordle_trees

REGISTER = renew_lists.REGISTER.read_text(encoding="utf-8")
OF_TODAY = [name for name in wordle_trees.names() if name.startswith("nyt")]


def test_the_register_has_the_digests_of_the_recipes() -> None:
    assert renew_lists.renew_digests(REGISTER, renew_lists.read_digests()) == REGISTER


def test_renewing_changes_the_digests_and_nothing_else() -> None:
    renewed = renew_lists.renew_digests(REGISTER, {"original-answers": "ab" * 32, "nyt-2031-answers": "cd" * 32})
    scope: dict[str, object] = {"__file__": "register.py"}
    exec(renewed, scope)

    assert scope["_LISTS"] == {"original-answers": "ab" * 32, "nyt-2031-answers": "cd" * 32}
    assert scope["_OPENERS"] == wordle_trees._OPENERS
    assert renew_lists.renew_digests(renewed, renew_lists.read_digests()) == REGISTER


def test_nothing_is_outdated() -> None:
    assert renew_lists.find_outdated() == []
    assert not renew_lists.is_table_outdated()


@pytest.mark.parametrize(
    ("name", "outdated"),
    [
        ("nyt-2023-answers", OF_TODAY),
        ("original-answers", ["plate", "salet", "salet-worst-case", "salet-hard"]),
        ("nyt-2022-answers", []),
    ],
)
def test_a_changed_list_makes_its_trees_outdated(
    monkeypatch: pytest.MonkeyPatch, name: str, outdated: list[str]
) -> None:
    monkeypatch.setitem(wordle_trees._LISTS, name, "00" * 32)

    assert renew_lists.find_outdated() == outdated
    assert renew_lists.is_table_outdated() == bool(outdated)
