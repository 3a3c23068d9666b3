"""`wordle-analyze letters`: the table counted by hand, and its three forms."""

import csv
import io
import json
from functools import partial
from pathlib import Path

from command_runs import wordle_analyze

from wordle_compiler import WordList
from wordle_compiler.analysis.letter_statistics import LetterRow, LetterStatistics

WORDS = "ear eel ere tea"
# e: ear, eel, ere begin with it, eel and tea have it in place 2, ere in place 3; all four hold it.
ROWS = (
    LetterRow("e", (3, 2, 1), 6, 4),
    LetterRow("a", (0, 1, 1), 2, 2),
    LetterRow("r", (0, 1, 1), 2, 2),
    LetterRow("l", (0, 0, 1), 1, 1),
    LetterRow("t", (1, 0, 0), 1, 1),
)


run = partial(wordle_analyze, "letters")


def test_letters_are_counted_by_place_and_by_word() -> None:

    assert LetterStatistics(WordList.from_words(WORDS.split(), "four")).rows == ROWS


def test_the_three_forms_say_the_same(tmp_path: Path) -> None:
    text = run("-", "--csv", str(tmp_path / "letters.csv"), stdin=WORDS.replace(" ", "\n"))
    as_json = json.loads(run("-", "--json", stdin=WORDS.replace(" ", "\n")).stdout)

    assert text.stdout.splitlines() == [
        "letter  place 1  place 2  place 3  total  words",
        "e             3        2        1      6      4",
        "a             0        1        1      2      2",
        "r             0        1        1      2      2",
        "l             0        0        1      1      1",
        "t             1        0        0      1      1",
    ]
    table = list(csv.reader(io.StringIO((tmp_path / "letters.csv").read_text(encoding="utf-8"))))
    assert table[0] == ["letter", "place_1", "place_2", "place_3", "total", "words"]
    assert table[1:] == [[row.letter, *map(str, (*row.by_place, row.n_places, row.n_words))] for row in ROWS]
    assert (as_json["list"], as_json["n_words"]) == ("stdin", 4)
    assert as_json["letters"][1] == {"letter": "a", "by_place": [0, 1, 1], "n_places": 2, "n_words": 2}
