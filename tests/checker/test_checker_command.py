"""`wordle-check`: what it prints, its exit statuses, its lists, Ctrl-C, and that nothing but a line ever comes out."""

import hashlib
import os
import re
import signal
import subprocess
import sys
import time
import zlib
from functools import partial
from pathlib import Path

import msgpack  # type: ignore[import-untyped]
import pytest
from checker_writer import Case, Style, make_case
from hostile_files import Certificate, leb128
from next_runs import run_printing
from spoilt_certificates import FAMILY, GAME
from tiny_games import TinyGame
from waiting import SECONDS

import wordle_trees
from wordle_checker.program import entry
from wordle_checker.program.entry import OPTIONS, check_command
from wordle_runtime import load

RUN = "import sys\nfrom wordle_checker.program.entry import check_command\nsys.exit(check_command())"
PAGE = (Path(__file__).parent.parent.parent / "docs" / "options.md").read_text(encoding="utf-8")

FIRST_USE = "wordle-check: compiling kernels, kept for later checks ...\n"
"""What a check writes first where no kernels are kept yet; whichever test is the first one sees it."""

WARNING = (
    "wordle-check: checks of this size have taken {} s; this one may take longer, and ends after 14,400 s "
    "(--time-limit) or by Ctrl-C\n"
)


def made(tmp_path: Path, case: Case) -> list[str]:
    """Writes a tree, its certificate and its lists, and returns the arguments that name them."""
    case.write(tmp_path)
    names = ("t.tree", "t.proof", "--answers", "answers", "--allowed", "allowed")
    return [name if name.startswith("--") else str(tmp_path / name) for name in names]


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    return made(tmp_path, make_case(GAME, "total", 6))


run = partial(run_printing, check_command)
LEAST = "no tree{} has a total below {} (5 answers, 8 allowed words, rule any, at most {} guesses); the tree {}"
FASTEST = "no tree{} solves all 5 answers within {} guesses (8 allowed words, rule any); the tree needs {}"
LEAST_15 = LEAST.format("", 15, 6, "has 15")
BELOW = " that opens with azzzz"


@pytest.mark.parametrize("how", [[], ["--plain"], ["-j3"]], ids=str)
def test_proven(files: list[str], how: list[str]) -> None:
    result = run(*files, *how)

    assert (result.status, result.err.removeprefix(FIRST_USE)) == (0, "")
    sentence, counts = result.out.splitlines()
    assert sentence == f"proven: {LEAST_15}"
    n_bytes = Path(files[1]).stat().st_size
    assert re.fullmatch(rf"5 lemmas in {n_bytes} bytes, checked in \d+\.\d s", counts)


@pytest.mark.parametrize(
    ("objective", "opener", "claims"),
    [
        ("worst-case", None, [FASTEST.format("", 4, 5)]),
        ("total,worst-case", None, [LEAST_15, LEAST.format("", 16, 4, "needs 5")]),
        ("worst-case,total", None, [FASTEST.format("", 4, 5), LEAST.format("", 15, 5, "has 15")]),
        ("total", "azzzz", [LEAST.format(BELOW, 20, 6, "has 20")]),
        ("worst-case", "azzzz", [FASTEST.format(BELOW, 5, 6)]),
    ],
)
def test_sentence_says_what_is_claimed(tmp_path: Path, objective: str, opener: str | None, claims: list[str]) -> None:
    files = made(tmp_path, make_case(GAME, objective, 6, opener, Style()))

    assert run(*files, "--plain").out.splitlines()[0] == f"proven: {'; and '.join(claims)}"


def test_tree_for_one_answer_has_nothing_to_claim(tmp_path: Path) -> None:
    files = made(tmp_path, make_case(TinyGame("wordle", "any", ("ab",), ("ab", "ba")), "worst-case", 6))

    assert run(*files, "--plain").out.splitlines()[0] == (
        "proven: no tree solves the 1 answer within 0 guesses (2 allowed words, rule any); the tree needs 1"
    )


def test_lists_are_found_by_their_digests(tmp_path: Path) -> None:
    """A game whose answers are all its words needs no list."""
    files = made(tmp_path, make_case(TinyGame("wordle", "candidates", FAMILY, FAMILY), "total", 6))

    assert run(files[0], files[1], "--plain").status == 0


def test_list_that_is_not_at_hand_is_asked_for(files: list[str]) -> None:
    result = run(files[0], files[1])

    assert (result.status, result.out) == (2, "")
    assert result.err == ("wordle-check: no bundled list has the digest of the tree's allowed words: give --allowed\n")


def test_not_proven(files: list[str]) -> None:
    case = make_case(GAME, "total", 6)
    empty = Certificate(case.certificate.fingerprint, case.certificate.tree, [], case.certificate.claims)
    Path(files[1]).write_bytes(empty.encode())

    for how in ([], ["--plain"]):
        result = run(*files, *how)

        assert (result.status, result.out) == (1, "")
        assert result.err == (
            "wordle-check: not proven: claim 0: for 5 answers and 6 guesses it claims a total of at least 15; "
            "but the opener batch has a known cost of only 14\n"
        )


@pytest.mark.parametrize(
    ("options", "message"),
    [([], "not a certificate: the file is cut"), (["--answers", "nyt-2023-answers"], "the replay rejects the tree")],
    ids=["certificate", "lists"],
)
def test_what_proves_nothing_is_one_line(options: list[str], message: str) -> None:
    result = run("salet", os.devnull, *options)

    assert (result.status, result.out, result.err.count("\n")) == (1, "", 1)
    assert result.err.startswith(f"wordle-check: not proven: {message}")


def test_an_error_of_the_checker_is_not_blamed_on_the_certificate(
    files: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ValueError("cannot reshape array")

    monkeypatch.setattr(entry, "check", fail)
    monkeypatch.delenv("WORDLE_TREE_TRACEBACK", raising=False)
    result = run(*files, "--plain")

    assert (result.status, result.out) == (70, "")
    assert result.err.startswith("wordle-check: internal error, please report it: ValueError: cannot reshape array")


def long_work() -> bytes:
    """Returns a certificate for the tree salet that takes minutes to check, in either way.

    A lemma for each opener: the answers that share no letter with it, some hundreds, cost more than the least.
    """
    tree = wordle_trees.read("salet")
    info = load(tree)
    content = b"".join(leb128(4 + 2 * (number > 0)) + bytes([0, 0, 2]) for number in range(12_000))
    claims = [(info.info.game.max_guesses, info.guarantee.total)]
    made = Certificate(info.info.game.fingerprint, hashlib.sha256(tree).digest(), [], claims, n_lemmas=12_000)
    data = msgpack.packb(made.header()) + msgpack.packb([0, len(content), zlib.compress(content)])
    return bytes(data + msgpack.packb([None, hashlib.sha256(data).digest()]))


@pytest.mark.parametrize(("how", "estimate"), [([], "5 to 146"), (["--plain"], "361 to 14,418")], ids=["fast", "plain"])
def test_ctrl_c_or_sigterm_ends_at_once_with_one_line(tmp_path: Path, how: list[str], estimate: str) -> None:
    (tmp_path / "certificate").write_bytes(long_work())
    # A test run in the background has inherited that Ctrl-C is to be ignored.
    program = (
        "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from wordle_checker.program import checking\n"
        "work = checking._check_claims\n"
        "def tell_and_work(*terms): print('ready', flush=True); work(*terms)\n"
        "checking._check_claims = tell_and_work\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program + RUN, "salet", str(tmp_path / "certificate"), *how],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as checker:
        assert checker.stdout is not None
        assert checker.stdout.readline() == "ready\n"
        # The table of feedbacks is done: within 20 ms the first lemma is at work.
        time.sleep(0.3)
        assert checker.poll() is None
        checker.send_signal(signal.SIGTERM if how else signal.SIGINT)
        stdout, stderr = checker.communicate(timeout=SECONDS)

    # By itself it would end with another status, and later.
    assert (checker.returncode, stdout, stderr) == (130, "", f"{WARNING.format(estimate)}wordle-check: stopped\n")


def test_the_options_page_names_every_option_and_the_help_shows_an_example() -> None:
    section = PAGE.partition("Options of `wordle-check`")[2].partition("Exit status")[0]
    shown = run("--help").out

    assert [name for name in OPTIONS if f"--{name}" not in section and name != "help"] == []
    assert [name for name in OPTIONS if f"--{name}" not in shown] == []
    assert " wordle-check salet\n" in shown.partition("Examples:")[2]
    assert run("--completion", "bash").out.endswith("complete -o default -F _wordle_check wordle-check\n")
    assert run("--version").out.startswith("wordle-check ")
