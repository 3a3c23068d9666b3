"""`wordle-tree verify` and its lists, and the same without the compiler: `python -m wordle_runtime.verification`."""

import argparse
import json
import os
import sys
from math import lcm

import wordle_trees
from wordle_runtime.errors import TreeError, counted, printable
from wordle_runtime.lists import words_of
from wordle_runtime.tree import load
from wordle_runtime.verification.verify import Verification, verify
from wordle_runtime.words import ListError, parse_weights, parse_words, read_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from typing import NoReturn

_NAME = "python -m wordle_runtime.verification"
_DONE = 0
_DOES_NOT_HOLD = 1
_WRONG_INPUT = 2
_INTERRUPTED = 130
_NOBODY_READS = 141
"""The exit status that a shell reports for a program that writes to a closed pipe."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> "NoReturn":
        """Exits with one line, without the usage that argparse would print first."""
        self.exit(_WRONG_INPUT, f"{_NAME}: {message}; --help lists the options\n")


def main(argv: "Sequence[str] | None" = None) -> int:
    """Runs the command and returns its exit status: 0 the tree holds, 1 it does not, 2 wrong input, 130 Ctrl-C.

    It is 141 if nobody reads the output any more.

    Args:
        argv: The arguments after the command's name; None means those of the process.
    """
    parser = _Parser(prog=_NAME, description="Replays every answer through a tree file; needs no compiler.")
    parser.add_argument("file", metavar="FILE", help="the name of a bundled tree, or a file")
    parser.add_argument("--answers", metavar="LIST", help="what the answers should be: a name, a file, or -")
    parser.add_argument("--allowed", metavar="LIST", help="what the allowed guesses should be: a name, a file, or -")
    parser.add_argument("--weights", metavar="FILE", help="what the weights should be: a file, or -")
    parser.add_argument("--likely", metavar="LIST", help="what the likely answers should be: a name, a file, or -")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            # Whoever started the process closed this stream; the null device takes what is written to it.
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        elif hasattr(stream, "reconfigure"):
            # A tree may hold words that the terminal cannot encode.
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            request = parser.parse_args(argv)
            result = check(request.file, request.answers, request.allowed, request.weights, request.likely)
            sys.stdout.write(f"{describe(request.file, result, as_json=request.json)}\n")
        finally:
            # The help, too, must fail here, where it can be reported.
            sys.stdout.flush()
    except BrokenPipeError:
        sys.stdout = None
        return _NOBODY_READS
    except (TreeError, ListError, OSError) as error:
        sys.stderr.write(f"{_NAME}: {error}\n")
        return _WRONG_INPUT
    except MemoryError:
        sys.stderr.write(f"{_NAME}: not enough memory for a tree and lists of this size\n")
        return _WRONG_INPUT
    except KeyboardInterrupt:
        sys.stderr.write(f"{_NAME}: stopped\n")
        return _INTERRUPTED
    return _DONE if result.holds else _DOES_NOT_HOLD


def read_words(spec: str) -> tuple[str, ...]:
    """Returns the words of a list, ascending: an embedded one by its name, else a file, else standard input for `-`.

    Raises:
        ListError: The list cannot be read, or is not a list. The message says where.
    """
    names = wordle_trees.list_names()
    if spec in names:
        embedded = words_of(wordle_trees.list_sha256(spec))
        if embedded is None:
            raise ListError(f"the bundled list {spec} is missing or altered: reinstall wordle-tree")
        return tuple(sorted(embedded))
    label, _, lines = read_lines(spec, names)
    return parse_words(lines, label, "line")


def read_weights(spec: str, answers: "Collection[str]") -> dict[str, int]:
    """Returns the weight of each answer, scaled by the smallest factor that makes all weights integers.

    Args:
        spec: A path, or `-` for standard input.
        answers: The words that need a weight.

    Raises:
        ListError: The file cannot be read, a line is not a word and its weight, or an answer has no weight or two.
    """
    label, _, lines = read_lines(spec)
    exact = parse_weights(lines, label, answers)
    missing = sorted(frozenset(answers).difference(exact))
    if missing:
        raise ListError(f"{label} has no weight for {len(missing)} answers, such as {missing[0]!a}")
    factor = lcm(*(weight.denominator for weight in exact.values()))
    return {word: int(weight * factor) for word, weight in exact.items()}


def check(
    file: str,
    answers: str | None,
    allowed: str | None,
    weights: str | None,
    likely: str | None = None,
    read: "Callable[[str], tuple[str, ...]]" = read_words,
) -> Verification:
    """Verifies a tree against the named lists and weights; `read` returns a list's words by its name or path.

    Raises:
        TreeError: `file` does not name a valid tree file.
        ListError: A list or the weights cannot be read.
    """
    tree = load(file)
    # Standard input can be read only once; options with the same name mean one list.
    lists = {spec: read(spec) for spec in dict.fromkeys((answers, allowed, likely)) if spec is not None}
    answer_words = None if answers is None else lists[answers]
    return verify(
        tree,
        answers=answer_words,
        allowed=None if allowed is None else lists[allowed],
        weights=None if weights is None else read_weights(weights, answer_words or tree.answers),
        likely=None if likely is None else lists[likely],
    )


def describe(file: str, result: Verification, *, as_json: bool) -> str:
    """Returns what the command prints: one line, one reason per line, or one JSON object."""
    if as_json:
        return json.dumps(
            {
                "file": file,
                "holds": result.holds,
                "reasons": list(result.reasons),
                "is_allowed_known": result.is_allowed_known,
            }
        )
    if not result.holds:
        return "\n".join(map(printable, result.reasons))
    found = result.counted
    weighted = "" if found.weights is None else f"weighted total {found.weights.total}, "
    likely = ""
    if found.likely is not None:
        likely = (
            f"likely total {found.likely.total} "
            f"({found.likely.n_solved} of {found.likely.count} within {found.likely.max_guesses}), "
        )
    unchecked = "" if result.is_allowed_known else " (give --allowed to check that its guesses are allowed words)"
    return (
        f"{file} holds: {found.n_solved} of {counted(found.n_answers, 'answer')} solved, "
        f"total {found.total}, {weighted}{likely}worst case {found.worst_case}{unchecked}"
    )
