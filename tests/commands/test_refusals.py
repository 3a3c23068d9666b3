"""What the commands refuse: each in one line that begins as said here, with status 2, and no file is written."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from compile_runs import THREE

from wordle_compiler import Game, WordList, compile_tree
from wordle_compiler.commands.analyze import analyze_command
from wordle_compiler.commands.compile import compile_command
from wordle_compiler.commands.tree import tree_command

COMMANDS = {"wordle-compile": compile_command, "wordle-analyze": analyze_command, "wordle-tree": tree_command}
HELP = "; --help lists the options\n"

# In a folder with the lists `three` and `four`, a tree of them, two files that are not trees, and a folder.
ARGUMENTS = """
wordle-compile --max-guesses 0       Invalid value for '--max-guesses': must be a whole number, 1 to 255, not '0'
wordle-compile --max-guesses 256     Invalid value for '--max-guesses': must be a whole number, 1 to 255, not '256'
wordle-compile --max-guesses six     Invalid value for '--max-guesses': must be a whole number, 1 to 255, not 'six'
wordle-compile -j 0                  Invalid value for '-j' / '--workers': must be a whole number, at least 1, not '0'
wordle-compile --require-mean nan    Invalid value for '--require-mean': 'nan' is not a decimal number such as 3.42
wordle-compile --require-mean 3,42   Invalid value for '--require-mean': '3,42' is not a decimal number such as 3.42
wordle-compile --require-mean 1e9    Invalid value for '--require-mean': '1e9' is not a decimal number such as 3.42
wordle-compile --rule hrad           Invalid value for '--rule': 'hrad' is not one of 'any', 'hard', 'candidates'
wordle-compile --start               Option '--start' requires an argument
wordle-compile --nonsense            No such option '--nonsense'
wordle-compile bumpy                 Got unexpected extra argument (bumpy)
wordle-tree show                     No such command 'show'
wordle-tree --nope                   No such option '--nope'
wordle-tree list nyt                 Got unexpected extra argument (nyt)
wordle-tree info bodge.tree y        Got unexpected extra argument (y)
wordle-tree verify x --answers       Option '--answers' requires an argument
wordle-tree export                   Missing argument 'TREE'
wordle-tree export x --depth 0       Invalid value for '--depth': must be a whole number, at least 1, not '0'
wordle-tree export x --format gif    Invalid value for '--format': 'gif'
wordle-analyze ranking               No such command 'ranking'
wordle-analyze letters               Missing argument 'LIST'
wordle-analyze pairs all --openers   No such option '--openers'
wordle-analyze position --top 0      Invalid value for '--top': must be a whole number, at least 1, not '0'
wordle-analyze opener --top 0        Invalid value for '--top': must be a whole number, at least 1, not '0'
wordle-analyze game                  Missing argument 'TURN... [ANSWER]'
wordle-analyze game bumpy --no-serch  No such option '--no-serch'
"""
VALUES = """
wordle-compile LISTS --start zzzzz            the opener 'zzzzz' is not among the 4 allowed words
wordle-compile LISTS --start abc              the opener 'abc' is not among the 4 allowed words
wordle-compile LISTS --strategy luck          there is no strategy 'luck': choose one of optimal, expected-size,
wordle-compile LISTS --strategy entropy:bumpy  --strategy takes no opener: leave out ':bumpy'
wordle-compile LISTS --strategy entropy:      'entropy:' ends with a colon: name an opener after it, or leave it out
wordle-compile LISTS --strategy optimal@effort=3 --effort 3  --effort is given both as a flag and in --strategy
wordle-compile LISTS --strategy optimal@time-limit=3 --time-limit 5  --time-limit is given both as a flag and in
wordle-compile LISTS --strategy entropy@depth=3  'entropy@depth=3': 'depth=3' is not an option of strategy entropy
wordle-compile LISTS --strategy minimax --effort 3  strategy minimax has no option 'effort'
wordle-compile LISTS -o nowhere/x.tree        there is no folder nowhere: create it first
wordle-compile LISTS -o .                     . is a folder: give -o the name of a file in it
wordle-compile LISTS -o /dev/null             /dev/null is not a file: -o - writes to standard output
wordle-compile --answers nowhere.txt          nowhere.txt is neither a list's name nor a file: use one of
wordle-compile --answers folder               folder is a directory: name a file
wordle-compile --answers four --allowed three  1 of the 4 answers in four is not in three (bodge)
wordle-compile --memory-limit 200M --quiet    this takes about
wordle-compile --strategy minimax --memory-limit 200M --quiet  this takes about
wordle-analyze openers all --top 2 --memory-limit 200M --quiet  this takes about
wordle-analyze pairs all --memory-limit 200M --quiet  this takes about
wordle-analyze position salet:__y_g --memory-limit 200M --quiet  this takes about
wordle-tree info damaged                      damaged: not a tree file
wordle-tree info empty                        empty: truncated: the value at byte 0 goes on beyond the end of the file
wordle-tree info folder                       folder: Is a directory
wordle-tree info nowhere.tree                 nowhere.tree: no such file; the bundled trees are nyt, nyt-hard,
wordle-tree verify damaged                    damaged: not a tree file
wordle-tree export damaged                    damaged: not a tree file
wordle-tree export bodge.tree --path bodge            turn 1: 'bodge' has no feedback after it
wordle-tree export bodge.tree --path bumpy:_____      turn 1: the tree plays bodge here, not 'bumpy'
wordle-tree export bodge.tree --path bodge:____x      turn 1: feedback '____x' has the unknown mark 'x' at place 5
wordle-tree export bodge.tree --path bodge:ygggg      turn 1: no candidate gives ygggg to bodge
wordle-tree export bodge.tree --format text --path bodge:ygggg  turn 1: no candidate gives ygggg to bodge
wordle-tree export bodge.tree --format csv --path bodge:ygggg  turn 1: no candidate gives ygggg to bodge
wordle-tree export bodge.tree --format markdown --path bodge:ygggg  turn 1: no candidate gives ygggg to bodge
wordle-tree export bodge.tree --format c -o bodge.rs  -o bodge.rs names a file of format rust, but --format says c
wordle-tree export bodge.tree --depth 2 -o bodge.h    --depth is not an option of format c: use it with dot, svg,
wordle-tree export bodge.tree --format csv --depth 2  --depth is not an option of format csv: use it with dot, svg,
wordle-tree export bodge.tree --format markdown --full  --full is not an option of format markdown: use it with text
wordle-tree export bodge.tree -o nowhere/x.dot        there is no folder nowhere: create it first
wordle-tree export bodge.tree -o bodge.tex            no format has the suffix .tex: use one of .dot, .gv, .svg,
wordle-tree play bodge.tree                           give exactly one of --answer WORD, --adversarial or --worst-case
wordle-analyze opener                                 name a word, or ask for --top or --csv
wordle-analyze opener salet qwert                     'qwert' is not an opener of any game in the table:
wordle-analyze opener salet --csv nowhere/x.csv       there is no folder nowhere: create it first
wordle-analyze game crane --no-search                 without a search a tree must be the judge: name one
wordle-analyze game plate --tree plate --rule any     --rule cannot be combined with --tree, which defines the game
wordle-analyze game plate --tree plate --allowed original-allowed  original-allowed is not the tree's list of allowed
wordle-analyze game crane --game mastermind           'crane' is not among the 1296 answers: it cannot be hidden
wordle-analyze game crane zzzzz                       'zzzzz' is not among the 3158 answers: it cannot be hidden
wordle-analyze game house snafu --search-opener --skip-opener  --search-opener cannot be combined with --skip-opener
wordle-analyze game bumpy --gg LISTS                  turn 1: feedback '--gg' has 4 marks, the words have 5 letters
"""
ROWS = [
    (*line.split("  ", 1), end)
    for table, end in ((ARGUMENTS, HELP), (VALUES, "\n"))
    for line in table.strip().splitlines()
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("refusals")
    lists = [WordList.from_words(words, name) for name, words in (("three", THREE), ("four", (*THREE, "bodge")))]
    for words in lists:
        (folder / words.name).write_text("\n".join(words.words))
    (folder / "bodge.tree").write_bytes(compile_tree(Game(*lists), opener="bodge", n_workers=1).data)
    (folder / "damaged").write_bytes(b"\xffdamaged")
    (folder / "empty").touch()
    (folder / "folder").mkdir()
    return folder


@pytest.mark.parametrize(("typed", "said", "end"), ROWS, ids=[row[0] for row in ROWS])
def test_refusal_is_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch, typed: str, said: str, end: str) -> None:
    monkeypatch.chdir(folder)
    before = sorted(folder.iterdir())
    name, *arguments = shlex.split(typed.replace("LISTS", "--answers three --allowed four"))

    result = CliRunner().invoke(COMMANDS[name], arguments, prog_name=name)

    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    # The part of a group names itself.
    begins = {f"{name}: {said.strip()}", f"{name} {arguments[0]}: {said.strip()}"}
    assert any(map(result.stderr.startswith, begins)), result.stderr
    assert result.stderr.endswith(end)
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    ("name", "example"), [("wordle-tree", "verify plate.optimal"), ("wordle-analyze", "pairs ori")]
)
def test_without_a_command_the_help_is_shown(name: str, example: str) -> None:
    result = CliRunner().invoke(COMMANDS[name], [], prog_name=name)

    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{name} {example}" in result.stderr
