"""Reads a tree file (FORMAT.md): any bytes give a valid tree or a `TreeError`, within the limits of the format.

All work over words and nodes uses the interpreter's built-in loops (slices, sets, `map`): Python's would be slow.
"""

import os
import sys
import zlib
from itertools import accumulate, compress
from operator import ge, lt, not_

from wordle_runtime import layout
from wordle_runtime.errors import TreeError, counted, quoted
from wordle_runtime.feedback import JOINER
from wordle_runtime.fields import check_counts, check_fields, check_printable, unpack
from wordle_runtime.header import GameInfo, Guarantee, LikelyAnswers, ListInfo, TreeInfo, WeightedTotal
from wordle_runtime.layout import sha256
from wordle_runtime.nodes import Nodes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_DIGIT_VALUES = bytes.maketrans(b"01", b"\0\1")
_MAGIC = layout.MAGIC.encode("ascii")
_HEAD_BYTES = 64
"""Within these the magic ends, however a writer encodes the lengths before it."""
_CONTINUATIONS = bytes(range(0x80, 0xC0))
"""The bytes of UTF-8 that begin no code point."""


def read_tree(data: bytes) -> tuple[TreeInfo, Guarantee, Nodes]:
    """Reads the bytes of a tree file.

    Time is linear in the number of words and nodes. Memory is at most 300 bytes for each (FORMAT.md has the formula);
    nothing is inflated beyond the size that the declared counts require.

    Raises:
        TreeError: FORMAT.md requires a reader to reject these bytes. The message says where and why.
    """
    if len(data) > layout.MAX_FILE_BYTES:
        raise TreeError(f"more than {layout.MAX_FILE_BYTES // 1024**2} MiB, which no tree file has")
    try:
        entries = unpack(data)
    except TreeError as error:
        # The magic comes first: bytes without it are not a damaged tree, but something else.
        if data and _MAGIC not in data[:_HEAD_BYTES]:
            how = "`wordle-compile --answers FILE` makes one of a list of words"
            how = "it is a page, as `wordle-tree export` makes one of a tree" if b"<html" in data[:99].lower() else how
            raise TreeError(f"not a tree file: {how}") from error
        raise
    if not isinstance(entries, dict) or entries.get("magic") != layout.MAGIC:
        raise TreeError("not a tree file")
    found = entries.get("version")
    if not isinstance(found, list) or len(found) != 2 or any(type(part) is not int or part < 0 for part in found):
        raise TreeError("the version is not an array of two non-negative integers")
    version = major, minor = tuple(found)
    if major != layout.VERSION[0]:
        raise TreeError(f"version {major}.{minor} of the format; this reader knows {layout.VERSION[0]}.x")
    # Before the rest, so that damage is reported as damage, whatever it hit.
    if data[-layout.CHECKSUM_BYTES : -layout.DIGEST_BYTES] != layout.CHECKSUM_HEAD or [*entries][-1] != "checksum":
        raise TreeError("the file does not end with its checksum")
    if sha256(data[: -layout.CHECKSUM_BYTES]).digest() != entries["checksum"]:
        raise TreeError("damaged: the checksum differs")
    has_weights = not (is_first := version == layout.FIRST_VERSION) and "weights" in entries
    has_likely = version > layout.SECOND_VERSION and "likely" in entries
    if has_weights and has_likely:
        raise TreeError("the file has both weights and likely answers")
    objectives = layout.LIKELY_OBJECTIVES if has_likely else layout.OBJECTIVES
    if version <= layout.SECOND_VERSION:
        objectives = objectives[: objectives.index(layout.UNSOLVED_TOTAL)]
    is_there = {"weights": has_weights, "likely": has_likely}
    kinds: dict[str, Any] = {key: kind for key, kind in layout.FILE.items() if is_there.get(key, True)}
    kinds["game"] = {**layout.GAME, "kind": layout.KINDS[:1] if is_first else layout.KINDS}
    kinds["proof"] = {**layout.PROOF, "objective": objectives}
    file = check_fields(entries, kinds, may_hold_more=version > layout.VERSION)
    game = _read_game(file["game"])
    nodes = _read_nodes(file["nodes"], file["words"], game)
    weights = _read_weights(file["weights"], nodes) if has_weights else None
    likely = _read_likely(file["likely"], game, nodes) if has_likely else None
    guarantee = _read_guarantee(file["guarantee"], game, nodes, weights, likely)
    named = {"strategy": file["strategy"]["name"], "options": _read_options(file["strategy"]["options"])}
    return TreeInfo(version=version, game=game, **named, **file["proof"], checksum=file["checksum"]), guarantee, nodes


def _read_game(game: "dict[str, Any]") -> GameInfo:
    info = GameInfo(**{**game, "answers": ListInfo(**game["answers"]), "allowed": ListInfo(**game["allowed"])})
    if info.rule == layout.HARD and info.kind != layout.WORDLE:
        raise TreeError(f"game.rule is {info.rule}, which kind {info.kind} does not have")
    lists = info.answers.sha256.hex(), info.allowed.sha256.hex()
    if layout.digest_of(("wordle-tree game 1", info.kind, info.rule, str(info.length), *lists)) != info.fingerprint:
        raise TreeError("game.fingerprint is not that of the game")
    return info


def _read_options(value: "dict[str, Any]") -> tuple[tuple[str, str | int | bool | None], ...]:
    if list(value) != sorted(value):
        raise TreeError("strategy.options does not ascend")
    for name, option in value.items():
        check_printable(name, "an option's name")
        if isinstance(option, str):
            check_printable(option, "an option's value")
        elif option is not None and not isinstance(option, int):
            raise TreeError(f"the option {quoted(name)} is not text, an integer, a boolean or nil")
    return tuple(value.items())


def _read_nodes(entry: "dict[str, Any]", text: "dict[str, bytes]", game: GameInfo) -> Nodes:
    """Reads the words and the nodes, and checks all but the numbers of the guarantee."""
    count, width = entry["count"], layout.feedback_width(game.kind, game.length)
    all_green = layout.n_feedbacks(game.kind, game.length) - 1
    feedback = _inflate_uints(entry["feedback"], count - 1, width, "nodes.feedback")
    children = _inflate_uints(entry["children"], count, width, "nodes.children")
    first_child = _number_children(children, feedback, all_green)

    n_answers = game.answers.count
    answers = _inflate_words(text["answers"], n_answers, n_answers, game.length, "words.answers")
    # Each of the others is the guess of a node: there are no more of them than nodes.
    others = _inflate_words(text["others"], 0, count, game.length, "words.others")
    words = answers + others
    if len(set(words)) != len(words):
        raise TreeError("words: a word stands twice")
    if not all(map(lt, others, others[1:])):
        raise TreeError("words.others does not ascend")

    guess = _inflate_uints(entry["guess"], count, layout.guess_width(len(words)), "nodes.guess")
    if max(guess) > len(words):
        raise TreeError(f"nodes.guess calls for word {max(guess)} of {len(words)}")
    rank = tuple(accumulate(map(not_, guess), initial=0))
    if rank[-1] > len(answers):
        raise TreeError(f"nodes.guess solves {rank[-1]} answers of {len(answers)}")
    if not all(map(lt, answers[rank[-1] :], answers[rank[-1] + 1 :])):
        raise TreeError("words.answers: the unsolved answers do not ascend")
    shape = {"first_child": first_child, "feedback": feedback, "guess": guess, "rank": rank, "all_green": all_green}
    return Nodes(kind=game.kind, words=words, n_answers=len(answers), n_solved=rank[-1], **shape)


def _number_children(children: "Sequence[int]", feedback: "Sequence[int]", all_green: int) -> tuple[int, ...]:
    """Returns the first child of each node, after checking that the counts and feedbacks form a tree."""
    count, first_child = len(children), tuple(accumulate(children, initial=1))
    # Each level ends where the children of the next begin. First children never descend, so if every level is followed
    # by nodes of its own, every node stands after its parent.
    end = 0
    while first_child[-1] == count and end < first_child[end]:
        end = first_child[end]
        if end == count:
            break
    else:
        raise TreeError("nodes.children does not number every node once, each after its parent")
    if feedback and max(feedback) >= all_green:
        raise TreeError(f"nodes.feedback has {max(feedback)}, but below {all_green} are all that lead on")
    # Where feedbacks do not ascend from node `i` to node `i + 1`, another node's children must begin.
    breaks = compress(range(2, count), map(ge, feedback, feedback[1:]))
    if not set(first_child).issuperset(breaks):
        raise TreeError("nodes.feedback does not ascend among the children of a node")
    return first_child


def _read_guarantee(
    claimed: "dict[str, Any]", game: GameInfo, nodes: Nodes, weights: WeightedTotal | None, likely: LikelyAnswers | None
) -> Guarantee:
    """Reads the guarantee, and checks it and the depth against the nodes."""
    levels, histogram = list(nodes.levels(0)), nodes.by_level(0)
    if len(histogram) > game.max_guesses:
        raise TreeError(f"a node lies deeper than max_guesses, {game.max_guesses}")
    n_turns = sum(turn * (end - start) for turn, (start, end) in enumerate(levels, 1))
    n_turns += len(levels) * (nodes.n_answers - nodes.n_solved)
    if n_turns > layout.MAX_TURNS:
        raise TreeError(f"its nodes and unsolved answers take {n_turns} turns, more than {layout.MAX_TURNS}")
    while histogram and not histogram[-1]:
        histogram.pop()
    lost = nodes.words[nodes.n_solved : nodes.n_answers]
    parts = {"histogram": tuple(histogram), "unsolved": lost, "weights": weights, "likely": likely}
    guarantee = Guarantee(n_answers=nodes.n_answers, **parts)
    counts = {"total": guarantee.total, "worst_case": guarantee.worst_case, "histogram": guarantee.histogram}
    check_counts("guarantee", claimed, "the nodes", {**counts, "unsolved": len(guarantee.unsolved)})
    return guarantee


def _read_weights(entry: "dict[str, Any]", nodes: Nodes) -> WeightedTotal:
    """Reads the weights of the answers, and checks their figures."""
    values = tuple(_inflate_uints(entry["values"], nodes.n_answers, layout.WEIGHT_WIDTH, "weights.values"))
    if not 0 < sum(values) <= layout.MAX_WEIGHT:
        raise TreeError(f"weights.values add up to {sum(values)}, not to 1 to {layout.MAX_WEIGHT}")
    # Not a list: a million lines take 150 MB.
    lines = (f"{word} {weight}" for word, weight in sorted(zip(nodes.words, values, strict=False)))
    if layout.digest_of(lines) != entry["sha256"]:
        raise TreeError("weights.sha256 is not that of the weights")
    by_level = nodes.by_level(0, values)
    solved, total = sum(by_level), sum(n_guesses * weight for n_guesses, weight in enumerate(by_level, 1))
    check_counts("weights", entry, "the nodes", {"solved": solved, "total": total})
    return WeightedTotal(**{**entry, "values": values})


def _read_likely(entry: "dict[str, Any]", game: GameInfo, nodes: Nodes) -> LikelyAnswers:
    """Reads which answers are likely, and checks their figures."""
    if game.rule == layout.CANDIDATES:
        raise TreeError(f"game.rule is {game.rule}, which a file with likely answers cannot have")
    number = int.from_bytes(_inflate_uints(entry["members"], -(-nodes.n_answers // 8), 1, "likely.members"), "little")
    if number >> nodes.n_answers:
        raise TreeError("likely.members has a bit beyond the last answer")
    # A byte for each answer, 1 or 0; the number's binary digits begin with the last answer's.
    members = f"{number:0{nodes.n_answers}b}"[::-1].encode().translate(_DIGIT_VALUES)
    words = sorted(compress(nodes.words, members))
    if layout.list_digest(words) != entry["sha256"]:
        raise TreeError("likely.sha256 is not that of the likely answers")
    if (limit := entry["max_guesses"]) > game.max_guesses:
        raise TreeError(f"likely.max_guesses is {limit}, not from 1 to {game.max_guesses}")
    histogram, n_found = nodes.by_level(0, members)[:limit], sum(nodes.by_level(0)[:limit])
    while histogram and not histogram[-1]:
        histogram.pop()
    lost = tuple(sorted(compress(nodes.words[n_found:], members[n_found:])))
    named = {key: entry[key] for key in ("name", "sha256", "max_guesses")}
    likely = LikelyAnswers(**named, count=len(words), histogram=tuple(histogram), unsolved=lost, members=members)
    counts = {"count": likely.count, "total": likely.total, "histogram": likely.histogram}
    check_counts("likely", entry, "nodes and members", {**counts, "unsolved": len(likely.unsolved)})
    if not words:
        raise TreeError("likely.members says that no answer is likely")
    return likely


def _inflate(stream: bytes, most: int, where: str) -> bytes:
    """Inflates a stream, and no more than one byte beyond `most`."""
    inflater = zlib.decompressobj()
    try:
        data = inflater.decompress(stream, most + 1)
    except zlib.error:
        raise TreeError(f"{where} is not a zlib stream") from None
    if len(data) > most:
        raise TreeError(f"{where} inflates to more than the {most} bytes that the counts call for")
    if not inflater.eof:
        raise TreeError(f"{where} is a zlib stream without an end")
    if inflater.unused_data:
        raise TreeError(f"{where} goes on after its zlib stream")
    return data


def _inflate_uints(stream: bytes, count: int, width: int, where: str) -> "Sequence[int]":
    data = _inflate(stream, count * width, where)
    if len(data) != count * width:
        raise TreeError(f"{where} inflates to {len(data)} bytes, not {count * width}")
    if width == 1:
        return data
    if sys.byteorder == "big":
        # Read from the end, the bytes of each entry stand the other way round.
        data = data[::-1]
    values = tuple(memoryview(data).cast("H" if width == 2 else "I"))
    return values if sys.byteorder == "little" else values[::-1]


def _inflate_words(stream: bytes, fewest: int, most: int, length: int, where: str) -> tuple[str, ...]:
    """Inflates a table of words, stored by column."""
    most_points = layout.MAX_POINTS * most * length
    # A code point takes at most 4 bytes.
    data = _inflate(stream, most_points * 4, where)
    # Counted before it is decoded where it may be too much: one rare symbol makes every code point of a text 4 bytes.
    n_letters = len(data.translate(None, _CONTINUATIONS)) if len(data) > most_points else 0
    ends = None
    if n_letters <= most_points:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise TreeError(f"{where} is not UTF-8") from None
        ends = None if text.isascii() else _ends_of_letters(text)
        n_letters = len(text) if ends is None else len(ends) - 1
    n_words, rest = divmod(n_letters, length)
    if rest or not fewest <= n_words <= most:
        wanted = f"{fewest} to {most} words of {length}"
        raise TreeError(f"{where} inflates to {counted(n_letters, 'letter')}, which are not {wanted}")
    check_printable(text, where)
    if not text.isascii():
        starts = range(0, n_letters, n_words)
        if ends is None:
            return tuple(map("".join, zip(*(text[at : at + n_words] for at in starts), strict=True)))
        columns = (map(slice, ends[at : at + n_words], ends[at + 1 : at + n_words + 1]) for at in starts)
        return tuple(map("".join, zip(*(map(text.__getitem__, column) for column in columns), strict=True)))
    # Half the time: bytes can be put side by side by slices, and no word holds the line feed between them.
    lines = bytearray(b"\n" * (n_words * (length + 1)))
    for place in range(length):
        lines[place :: length + 1] = data[place * n_words : (place + 1) * n_words]
    return tuple(lines.decode().split("\n")[:n_words])


def _ends_of_letters(text: str) -> "Sequence[int] | None":
    """Returns 0 and where each letter of a text ends; None where each code point is a letter.

    The letters are those of `feedback.graphemes`, which takes ten times as long.
    """
    import re
    from array import array
    from unicodedata import category

    if not (marks := "".join(point for point in set(text) if category(point)[0] == "M")):
        return None
    # Possessive: a run of a million marks must not be remembered mark by mark.
    letter, ends = re.compile(f".(?:{JOINER}.|[{re.escape(marks)}])*+", re.DOTALL), array("I", [0])
    ends.extend(map(re.Match.end, letter.finditer(text)))
    return ends


def read_file(path: str) -> bytes:
    """Reads a file or a pipe, but stops just beyond the largest size of a tree file, even if it never ends."""
    with open(path, "rb", opener=_open_now) as file:
        # Importing pathlib would cost more than the reading; asking for the whole limit would reserve it.
        return file.read(min(os.fstat(file.fileno()).st_size or layout.MAX_FILE_BYTES, layout.MAX_FILE_BYTES) + 1)


def _open_now(path: str, flags: int) -> int:
    """Opens a file or a pipe for reading; a pipe without a writer counts as empty, so that nothing waits for it."""
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if hasattr(os, "set_blocking"):
        # With a writer, wait for the data still to come.
        os.set_blocking(descriptor, True)
    return descriptor
