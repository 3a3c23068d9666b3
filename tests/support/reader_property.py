"""What must hold of the reader for any bytes at all, as one function that fuzzers and tests call.

Either `TreeError` with one harmless line; or a tree in which every lookup ends, says a word of the tree, and agrees
with the nodes. Where `verify` finds no fault in it, a player with other feedback rules must find the header true.
"""

import signal
from collections import Counter
from collections.abc import Collection
from pathlib import Path
from types import FrameType

from reference_solver import feedback_of
from tree_model import histogram

from wordle_runtime import GameError, LikelyAnswers, Tree, TreeError, load
from wordle_runtime.verification import verify

MOST_NODES = 400
"""In a larger tree only the first nodes are looked up: a few bytes can make a tree of a million."""
LONGEST_MESSAGE = 1000
MOST_SECONDS = 10
"""Of processor time, for one file of a few hundred bytes; the slowest takes milliseconds."""


def check_bytes(data: bytes, sites: Counter[str] | None = None) -> str:
    """Checks the property; returns `refused`, `wrong` (verify says why) or `holds`.

    Args:
        data: The bytes.
        sites: Counts at which lines of the reader files were refused, where it is given.

    Raises:
        AssertionError: It does not hold.
        Exception: Anything that is not `TreeError` came out of the reader, which is as bad.
    """
    tree = _load_or_refuse(data, sites)
    if tree is None:
        return "refused"
    _check_lookups(tree)
    found = verify(data)
    assert all(map(is_one_line, found.reasons)), found.reasons
    if not found.holds:
        return "wrong"
    assert replayed(tree) == (tree.guarantee.total, tree.guarantee.histogram, tree.guarantee.unsolved)
    likely = tree.guarantee.likely
    if likely is not None:
        assert replayed_likely(tree, likely) == (likely.total, likely.histogram, likely.unsolved)
        assert likely.count == sum(likely.histogram) + len(likely.unsolved) == len(tree.likely_answers)
    return "holds"


def check_in_time(data: bytes, sites: Counter[str] | None = None) -> str:
    """Does what `check_bytes` does, and raises `AssertionError` where it takes `MOST_SECONDS` of processor time.

    Not of time as it passes: a busy machine is no fault of the reader's. Unix only, in the main thread.
    """
    signal.signal(signal.SIGPROF, _too_slow)
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    try:
        return check_bytes(data, sites)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _too_slow(_signal: int, _frame: FrameType | None) -> None:
    raise AssertionError(f"longer than {MOST_SECONDS} s")


def is_one_line(message: str) -> bool:
    """Whether a message is one line of a length to read, that cannot drive a terminal."""
    return 0 < len(message) <= LONGEST_MESSAGE and not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in message)


def _load_or_refuse(data: bytes, sites: Counter[str] | None) -> Tree | None:
    refusal: BaseException | None = None
    try:
        return load(data)
    except TreeError as error:
        refusal = error
    message = str(refusal)
    assert is_one_line(message), message
    # The error was raised again with a longer message on its way: each place counts.
    while sites is not None and refusal is not None and refusal.__traceback__ is not None:
        trace = refusal.__traceback__
        while trace.tb_next is not None:
            trace = trace.tb_next
        sites[f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"] += 1
        refusal = refusal.__context__
    return None


def _check_lookups(tree: Tree) -> None:
    words = {*tree.nodes.words}
    nodes = tree.nodes
    assert tree.opener in words
    assert sum(end - start for start, end in nodes.levels(0)) == len(nodes.guess)
    for number in range(min(len(nodes.guess), MOST_NODES)):
        history = nodes.path(number)
        assert len(history) < tree.info.game.max_guesses
        assert tree.next_guess(history) == nodes.word(number)
        assert nodes.word(number) in words
        children = [nodes.child(number, nodes.feedback[child - 1]) for child in nodes.children(number)]
        assert children == list(nodes.children(number))
        assert tree.get([*history, (nodes.word(number), nodes.all_green)]) is None
    assert tree.get([("no word", 0)], "default") == "default"
    assert is_one_line(_refusal_of_a_turn(tree))
    if len(nodes.guess) <= MOST_NODES and len(tree.answers) <= MOST_NODES:
        assert sorted(tree.root.candidates()) == sorted({word for word, _ in tree} | set(tree.guarantee.unsolved))


def _refusal_of_a_turn(tree: Tree) -> str:
    """What a tree says of a feedback that is none."""
    try:
        tree.next_guess([(tree.opener, "?")])
    except GameError as error:
        return str(error)
    return ""


def replayed(tree: Tree) -> tuple[int, tuple[int, ...], tuple[str, ...]]:
    """Plays every answer by asking the tree, with the reference's feedbacks: total, histogram, unsolved."""
    return _figures(tree.answers, _turns(tree), tree.info.game.max_guesses)


def replayed_likely(tree: Tree, likely: LikelyAnswers) -> tuple[int, tuple[int, ...], tuple[str, ...]]:
    """The same of the likely answers, within the limit for them."""
    words = [word for word, bit in zip(tree.nodes.words, likely.members, strict=False) if bit]
    return _figures(sorted(words), _turns(tree), likely.max_guesses)


def _turns(tree: Tree) -> dict[str, int]:
    """How many guesses each answer takes that is found at all."""
    kind, length = tree.info.game.kind, tree.info.game.length
    won = 3**length - 1 if kind == "wordle" else length * (length + 1)
    turns = {}
    for answer in tree.answers:
        history: list[tuple[str, int]] = []
        while True:
            try:
                guess = tree.next_guess(history)
            except GameError:
                break
            assert guess is not None
            history.append((guess, feedback_of(kind, guess, answer)))
            if history[-1][1] == won:
                turns[answer] = len(history)
                break
    return turns


def _figures(words: Collection[str], turns: dict[str, int], limit: int) -> tuple[int, tuple[int, ...], tuple[str, ...]]:
    found = [turns[word] for word in words if turns.get(word, limit + 1) <= limit]
    unsolved = tuple(word for word in words if turns.get(word, limit + 1) > limit)
    return sum(found), tuple(histogram(found)), unsolved
