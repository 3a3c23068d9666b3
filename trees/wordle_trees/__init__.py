"""The bundled trees and word lists, by name, and the table of openers.

This package holds only data; `wordle_runtime` reads trees, and the compiler the table. Every function raises `KeyError`
(`UnknownNameError`) for a name that is not there, and `OSError` for a file that cannot be read.
"""

import os


class UnknownNameError(ValueError, KeyError):
    """No tree or list has this name."""

    __str__ = Exception.__str__


# The openers of today's game that people play most. The trees are nyt-OPENER, and of the first 12 nyt-hard-OPENER.
_PLAYED = (
    "slate crane crate trace raise stare adieu audio soare salet plate tarns arise irate roate raile least steal tears "
    "train heart great roast stair saint later alert arose canoe stale share learn trice"
)

# Name of a tree -> its opener; the file is NAME.tree. Written here, so that the names cost no look at the disk.
# Of several trees with one opener the first is the one that `wordle-next` picks.
_OPENERS = {
    "nyt": "tarse",
    "nyt-hard": "tarse",
    **{f"nyt-{word}": word for word in _PLAYED.split()},
    **{f"nyt-hard-{word}": word for word in _PLAYED.split()[:12]},
    "plate": "plate",
    "salet": "salet",
    "salet-worst-case": "salet",
    "salet-hard": "salet",
    "tarns": "tarns",
    "mastermind": "1123",
    "mastermind-within-5": "1123",
    "bulls-and-cows": "0123",
}

TODAY, HARD = "nyt", "nyt-hard"
"""The trees of today's game with the best opener, under rules any and hard."""

# The trees whose certificate ships beside them, as NAME.proof; see CERTIFICATE.md.
_CERTIFIED = frozenset(
    {"nyt", "plate", "salet", "salet-worst-case", "salet-hard", "tarns", "mastermind", "mastermind-within-5"}
)

# Name of a list -> the SHA-256 of its text; the file is lists/NAME.txt.
_LISTS = {
    "original-answers": "f40e47975cf360ff9febe7d49c8e285054d8fa3fb9644cea575922060951d6ee",
    "original-allowed": "feacc549249b5dcb43e2799fbbcda14ebc33d55904fb15d043779104e60c1579",
    "nyt-2022-answers": "c495f6cbc36475358a89e30ac16bd5c0c05073c8c7647bb6c35dd01f7bae6e32",
    "nyt-2022-allowed": "ba86911aea83d038d53c0999fe6cbe310c8f59d2b79626c73bd0cd0773adc320",
    "nyt-2023-answers": "3e443482b78dee0f6f8de4f74dbb67537db781524279b1d40ca3353c592b03ce",
}

_FOLDER = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - importing pathlib takes milliseconds


def names() -> tuple[str, ...]:
    """Returns the names of the trees."""
    return tuple(_OPENERS)


def opener(name: str) -> str:
    """Returns the first guess of a tree without reading it."""
    return _OPENERS[_known(name, _OPENERS)]


def name_for(first_guess: str, *, hard: bool = False) -> str:
    """Returns the name of the first tree that opens with a word; if none does, the name of today's best tree.

    With `hard`, only trees of today's game under the hard rule count.
    """
    word = first_guess.casefold()
    for name, opens in _OPENERS.items():
        if opens == word and (not hard or name.startswith(HARD)):
            return name
    return HARD if hard else TODAY


def path(name: str) -> str:
    """Returns the path of a tree's file."""
    return os.path.join(_FOLDER, f"{_known(name, _OPENERS)}.tree")  # noqa: PTH118


def certificate_path(name: str) -> str | None:
    """Returns the path of the certificate that proves a tree optimal; None if it is not bundled."""
    tree = path(name)
    return f"{tree.removesuffix('.tree')}.proof" if name in _CERTIFIED else None


def read(name: str) -> bytes:
    """Returns the bytes of a tree's file."""
    with open(path(name), "rb") as file:  # noqa: PTH123
        return file.read()


def read_openers() -> bytes:
    """Returns the bytes of the table of openers; see OPENERS.md."""
    with open(os.path.join(_FOLDER, "openers.table"), "rb") as file:  # noqa: PTH118, PTH123
        return file.read()


def list_names() -> tuple[str, ...]:
    """Returns the names of the word lists."""
    return tuple(_LISTS)


def list_sha256(name: str) -> bytes:
    """Returns the SHA-256 that a word list's text should have, 32 bytes."""
    return bytes.fromhex(_LISTS[_known(name, _LISTS)])


def read_list(name: str) -> bytes:
    """Returns the text of a word list: UTF-8, ascending, one word per line."""
    with open(os.path.join(_FOLDER, "lists", f"{_known(name, _LISTS)}.txt"), "rb") as file:  # noqa: PTH118, PTH123
        return file.read()


def read_provenance(name: str) -> bytes:
    """Returns the JSON text that says of a word list where its words come from, and under which licence."""
    with open(os.path.join(_FOLDER, "lists", f"{_known(name, _LISTS)}.json"), "rb") as file:  # noqa: PTH118, PTH123
        return file.read()


def _known(name: str, table: dict[str, str]) -> str:
    if not isinstance(name, str) or name not in table:
        shown = ascii(name[:40]) if isinstance(name, str) else type(name).__name__
        raise UnknownNameError(f"{shown} is none of {', '.join(table)}")
    return name
