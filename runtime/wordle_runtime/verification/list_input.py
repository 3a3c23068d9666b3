"""Finds the word lists and weights that `wordle-tree verify` is given, without the compiler."""

from wordle_runtime.lists import words_of
from wordle_runtime.words import ListError, parse_words, read_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection


def read_words(spec: str) -> tuple[str, ...]:
    """Returns the words of a list, ascending: an embedded one by its name, else a file, else standard input for `-`.

    Raises:
        ListError: It cannot be read, or is not a list. The message says where.
    """
    import wordle_trees

    names = wordle_trees.list_names()
    if spec in names:
        embedded = words_of(wordle_trees.list_sha256(spec))
        if embedded is None:
            raise ListError(f"the embedded list {spec} is missing or altered: reinstall wordle-tree")
        return tuple(sorted(embedded))
    label, _, lines = read_lines(spec, names)
    return parse_words(lines, label, "line")


def read_weights(spec: str, answers: "Collection[str]") -> dict[str, int]:
    """Returns the weight of each answer, decimals multiplied by the smallest number that makes all of them whole.

    Args:
        spec: A path, or `-` for standard input.
        answers: The words that need a weight.

    Raises:
        ListError: It cannot be read, a line is not a word and its weight, or an answer has no weight or two.
    """
    from math import lcm

    from wordle_runtime.words import parse_weights

    label, _, lines = read_lines(spec, ())
    exact = parse_weights(lines, label, answers)
    missing = sorted(frozenset(answers).difference(exact))
    if missing:
        raise ListError(f"{label} has no weight for {len(missing)} answers, such as {missing[0]!a}")
    factor = lcm(*(weight.denominator for weight in exact.values()))
    return {word: int(weight * factor) for word, weight in exact.items()}
