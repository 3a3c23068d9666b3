"""Reads the word lists and weights given to `wordle-tree verify`, without the compiler."""

from wordle_runtime.lists import words_of
from wordle_runtime.words import ListError, parse_words, read_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection


def read_words(spec: str) -> tuple[str, ...]:
    """Returns the words of a list, ascending: an embedded one by its name, else a file, else standard input for `-`.

    Raises:
        ListError: The list cannot be read, or is not a list. The message says where.
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
    """Returns the weight of each answer, scaled by the smallest factor that makes all weights integers.

    Args:
        spec: A path, or `-` for standard input.
        answers: The words that need a weight.

    Raises:
        ListError: The file cannot be read, a line is not a word and its weight, or an answer has no weight or two.
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
