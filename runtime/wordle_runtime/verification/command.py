"""`wordle-tree verify` and its lists, and the same without the compiler: `python -m wordle_runtime.verification`."""

import json
from math import lcm

from wordle_runtime.command_line import DONE, Console, UsageError, answer_about, parse_options
from wordle_runtime.errors import counted, printable, quoted
from wordle_runtime.tree import load
from wordle_runtime.verification.verify import Verification, verify
from wordle_runtime.words import ListError, parse_weights, read_lines, read_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

_NAME = "python -m wordle_runtime.verification"
_DOES_NOT_HOLD = 1

OPTIONS = {
    "answers": ("LIST", "what the answers should be: a name, a file, or -"),
    "allowed": ("LIST", "what the allowed guesses should be: a name, a file, or -"),
    "weights": ("FILE", "what the weights should be: a file, or -"),
    "likely": ("LIST", "what the likely answers should be: a name, a file, or -"),
    "json": ("", "print the result as one JSON object"),
    "help": ("", "print this help; -h does too"),
}
_HELP = """\
Usage: python -m wordle_runtime.verification [OPTIONS] FILE

Replays every answer through a tree file, the name of a bundled tree or a path; needs no compiler.

Options:
{options}

Exit status: 0 the tree holds; 1 it does not; 2 the input is invalid; 130 stopped by Ctrl-C; 141 nobody reads the
output.
"""


def main(argv: "Sequence[str]", console: Console | None = None) -> int:
    """Runs the command and returns its exit status, as in the help; `argv` are the arguments after its name."""
    console = console or Console(_NAME)
    return console.run(lambda: _run(argv, console))


def _run(argv: "Sequence[str]", console: Console) -> int:
    line = parse_options(OPTIONS, argv)
    if (answer := answer_about(_NAME, line, OPTIONS, _HELP)) is not None:
        console.write(answer)
        return DONE
    if len(line.words) != 1:
        found = f"these are {len(line.words)}: {quoted(' '.join(line.words))}" if line.words else "none is given"
        raise UsageError(f"give one FILE, {found}; --help lists the options")
    (file,) = line.words
    answers, allowed, weights, likely = map(line.value, ("answers", "allowed", "weights", "likely"))
    result = check(file, answers, allowed, weights, likely)
    console.write(f"{describe(file, result, as_json=line.has('json'))}\n")
    return DONE if result.holds else _DOES_NOT_HOLD


def read_weights(spec: str, answers: "Collection[str]") -> dict[str, int]:
    """Returns the weights of answers by a file, or `-`, scaled by the smallest factor that makes all of them integers.

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
        told = {"file": file, "holds": result.holds, "reasons": list(result.reasons)}
        return json.dumps({**told, "is_allowed_known": result.is_allowed_known})
    if not result.holds:
        return "\n".join(map(printable, result.reasons))
    found = result.counted
    said = [f"{printable(file)} holds: {found.n_solved} of {counted(found.n_answers, 'answer')} solved"]
    said.append(f"total {found.total}")
    if found.weights is not None:
        said.append(f"weighted total {found.weights.total}")
    if (likely := found.likely) is not None:
        within = f"{likely.n_solved} of {likely.count} within {likely.max_guesses}"
        said.append(f"likely total {likely.total} ({within})")
    said.append(f"worst case {found.worst_case}")
    unchecked = "" if result.is_allowed_known else " (give --allowed to check that its guesses are allowed words)"
    return ", ".join(said) + unchecked
