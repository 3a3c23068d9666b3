"""Reads a chapter as a kernel: its numbers, and the stack of frames that they open and end.

It takes the same steps as `plain.py` in the same order, so both find the same fault first. It does not check lemmas:
the kernel returns at each lemma, at symmetries, at a fault and at the end. When called again, it continues there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from wordle_checker.fast import faults
from wordle_checker.fast.compiling import compiled, inner, int64
from wordle_checker.fast.costs import INFINITE, least
from wordle_checker.fast.legality import ANY, CANDIDATES, HARD, demands_after, holds, is_legal
from wordle_checker.fast.reading import read_demands, read_number, read_part
from wordle_checker.fast.uses import fill_cell, includes, use_fault
from wordle_checker.limits import END, FIRST_STEP, KEPT_END, LARGEST_BOUND, PART, SYMMETRIES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.table import GameArrays

N_DETAILS = 5
SET, LEFT, LEGAL, ENTRY, GUESS, READ, N_FIELDS = 0, 1, 2, 3, 4, 5, 6
NOTHING_YET, ENTRIES, WITH_SYMMETRIES = 0, 1, 2

AT, DEPTH, SET_END, LEGAL_END, N_ENTRIES, N_KEPT, N_KEPT_MEMBERS, N_LEMMAS = 0, 1, 2, 3, 4, 5, 6, 7
FAULT, BOUND, IS_KEPT, IS_CHECKED, LIMIT, OPENER, MOST_KEPT, N_NUMBERS = 8, 9, 10, 11, 12, 13, 14, 15
"""The indices of `Reading.numbers`."""

ENDED, LEMMA, SYMMETRY, NO_ROOM, WRONG = 0, 1, 2, 3, 4
"""Why the kernel returns: the chapter has ended; a lemma must be checked (the next call takes it as proven); symmetries
follow; an array must be enlarged; there is a fault."""


class Reading(NamedTuple):
    """A chapter that is being read.

    Attributes:
        numbers: The state: how much has been read, the depth of the stack, how much of each array below is in use.
        frames: The open frames, outermost first. Each has: where its set begins, its guesses left, where its legal
            guesses and its entries begin, the last entry's guess, and what has been read of it.
        turns: The guess and the feedback that lead to each frame; for a part, -1 and its size.
        sets: The candidates of the frames, frame after frame.
        legal: The legal guesses of the frames, frame after frame; under rule any, one list for all.
        entries: The entries of the frames: guess, feedback and bound.
        kept: For each kept lemma: its limit, its bound and where its set ends.
        kept_sets: The sets of the kept lemmas, lemma after lemma.
        places_kept: Each lemma's place among the kept ones, or -1.
        details: The numbers in a fault's message.
    """

    numbers: NDArray[np.int64]
    frames: NDArray[np.int64]
    turns: NDArray[np.int64]
    sets: NDArray[np.int32]
    legal: NDArray[np.int32]
    entries: NDArray[np.int64]
    kept: NDArray[np.int64]
    kept_sets: NDArray[np.int32]
    places_kept: NDArray[np.int64]
    details: NDArray[np.int64]


class Demands(NamedTuple):
    """The demands of rule hard.

    Attributes:
        of_frames: The demands in each frame; below the innermost one, those in the last cell that was read.
        of_kept: The demands of each kept lemma.
    """

    of_frames: NDArray[np.int32]
    of_kept: NDArray[np.int32]


def new_demands(arrays: GameArrays, limit: int) -> Demands | None:
    """Allocates the demands of a chapter; returns None under other rules, whose kernels contain no code for demands."""
    n_demands = arrays.words.shape[1] + arrays.n_symbols
    if arrays.rule != HARD:
        return None
    return Demands(np.zeros((limit + 2, n_demands), dtype=np.int32), np.zeros((16, n_demands), dtype=np.int32))


def new_reading(arrays: GameArrays, limit: int, opener: int, most_kept: int) -> Reading:
    """Allocates the state of a chapter, with the outermost frame open; the arguments are those of `check_chapter`."""
    n_answers, n_guesses, most_open = len(arrays.guess_of), len(arrays.words), limit + 2
    legal = arrays.guess_of if arrays.rule == CANDIDATES else np.arange(n_guesses, dtype=np.int32)
    numbers = np.zeros(N_NUMBERS, dtype=np.int64)
    numbers[SET_END], numbers[LEGAL_END] = n_answers, len(legal)
    numbers[LIMIT], numbers[OPENER], numbers[MOST_KEPT] = limit, opener, most_kept
    frames = np.zeros((most_open, N_FIELDS), dtype=np.int64)
    frames[0, LEFT] = limit
    return Reading(
        numbers=numbers,
        frames=frames,
        turns=np.zeros((most_open, 2), dtype=np.int64),
        sets=np.concatenate((np.arange(n_answers, dtype=np.int32), np.empty(n_answers, dtype=np.int32))),
        legal=np.concatenate((legal, np.empty(0 if arrays.rule == ANY else len(legal), dtype=np.int32))),
        entries=np.empty((16, 3), dtype=np.int64),
        kept=np.zeros((16, 3), dtype=np.int64),
        kept_sets=np.empty(n_answers, dtype=np.int32),
        places_kept=np.empty((16, 1), dtype=np.int64),
        details=np.zeros(N_DETAILS, dtype=np.int64),
    )


def enlarge(reading: Reading, demands: Demands | None) -> tuple[Reading, Demands | None]:
    """Returns the same state, with longer arrays in place of those that may be full."""
    numbers = reading.numbers
    n_members = numbers[SET_END] - reading.frames[numbers[DEPTH], SET]
    n_legal = numbers[LEGAL_END] - reading.frames[numbers[DEPTH], LEGAL]
    if demands is not None:
        demands = demands._replace(of_kept=_longer(demands.of_kept, numbers[N_KEPT] + 1))
    longer = reading._replace(
        sets=_longer(reading.sets, numbers[SET_END] + n_members),
        legal=_longer(reading.legal, numbers[LEGAL_END] + n_legal),
        entries=_longer(reading.entries, numbers[N_ENTRIES] + 1),
        kept=_longer(reading.kept, numbers[N_KEPT] + 1),
        kept_sets=_longer(reading.kept_sets, numbers[N_KEPT_MEMBERS] + n_members),
        places_kept=_longer(reading.places_kept, numbers[N_LEMMAS] + 1),
    )
    return longer, demands


def _longer(array: NDArray[Any], needed: int) -> NDArray[Any]:
    """Returns an array of at least `needed` rows with the same content; the array itself if it is long enough."""
    if needed <= len(array):
        return array
    more = np.zeros((max(needed - len(array), len(array)), *array.shape[1:]), dtype=array.dtype)
    return np.concatenate((array, more))


@compiled
def read_items(
    arrays: GameArrays,
    stop: NDArray[np.int64],
    content: NDArray[np.uint8],
    reading: Reading,
    demands: Demands | None,
) -> int:
    """Continues reading a chapter, and returns why it stops, such as `LEMMA`; only rule hard has demands."""
    numbers, frames, details = reading.numbers, reading.frames, reading.details
    n_guesses, n_answers = len(arrays.words), len(arrays.guess_of)
    while True:
        depth, set_end = numbers[DEPTH], numbers[SET_END]
        frame = frames[depth]
        n, n_left = set_end - frame[SET], frame[LEFT]
        candidates = reading.sets[frame[SET] : set_end]
        if numbers[IS_CHECKED] > 0:
            numbers[IS_CHECKED] = 0
            numbers[FAULT] = end_frame(arrays, reading, demands, candidates)
            if numbers[FAULT] != faults.NONE:
                return WRONG
            continue
        if depth == 0 and numbers[AT] == len(content):
            return ENDED
        if stop[0] > 0:
            return wrong(reading, faults.STOPPED)
        if is_full(arrays, reading, demands, n):
            return NO_ROOM
        tag, numbers[AT] = read_number(content, numbers[AT])
        if numbers[AT] < 0:
            return wrong(reading, tag)
        if depth == 0 and tag < PART:
            return wrong(reading, faults.OUTERMOST)

        # The end of a frame. Once its lemma is checked, the bound becomes an entry of the frame around it, except for a
        # part.
        if tag in (END, KEPT_END):
            value, numbers[AT] = read_number(content, numbers[AT])
            if numbers[AT] < 0:
                return wrong(reading, value)
            if value > LARGEST_BOUND:
                return wrong(reading, faults.WIDE_BOUND)
            numbers[BOUND] = 2 * n - 1 + value - 1 if value > 0 else INFINITE
            numbers[IS_KEPT] = tag == KEPT_END
            numbers[IS_CHECKED] = 1
            if numbers[BOUND] > least(n, n_left, arrays.n_branches):
                return LEMMA
            continue

        # Symmetries of the frame's set.
        if tag == SYMMETRIES:
            if frame[READ] != NOTHING_YET:
                return wrong(reading, faults.LATE)
            frame[READ] = WITH_SYMMETRIES
            return SYMMETRY

        free = reading.sets[set_end:]
        if tag == PART:
            # A part: some answers, under rule hard some demands, and a frame for the game that has no other answers.
            if depth > 0:
                return wrong(reading, faults.INNER_PART)
            fault, numbers[AT], n_left_below, size = read_part(
                content, numbers[AT], numbers[LIMIT], n_answers, free, details
            )
            if fault != faults.NONE:
                return wrong(reading, fault)
            guess, feedback = int64(-1), size
            if demands is not None:
                fault, numbers[AT] = read_demands(
                    content, numbers[AT], arrays.words.shape[1], demands.of_frames[1], details
                )
                if fault != faults.NONE:
                    return wrong(reading, fault)
                for answer in free[:size]:
                    if not is_legal(arrays, demands.of_frames[1], candidates, int64(arrays.guess_of[answer])):
                        return wrong(reading, faults.NOT_MET)
        else:
            # An entry: a cell of a guess, and a lemma or a frame that bounds it.
            step, is_use = (tag - FIRST_STEP) // 2, (tag - FIRST_STEP) % 2
            frame[READ] = max(frame[READ], int64(ENTRIES))
            guess = frame[GUESS] + step
            frame[GUESS] = guess
            details[0] = guess
            if guess >= n_guesses:
                return wrong(reading, faults.NO_GUESS)
            if demands is None:
                is_allowed = arrays.rule == ANY or holds(candidates, int64(arrays.answer_of[guess]))
            else:
                is_allowed = is_legal(arrays, demands.of_frames[depth], candidates, guess)
            if not is_allowed:
                return wrong(reading, faults.ILLEGAL)
            if depth == 0 and numbers[OPENER] >= 0 and guess != numbers[OPENER]:
                return wrong(reading, faults.NO_OPENER)
            code, numbers[AT] = read_number(content, numbers[AT])
            if numbers[AT] < 0:
                return wrong(reading, code)
            details[1] = code
            if code == arrays.codes[0]:
                return wrong(reading, faults.WINS)
            feedback = int64(arrays.feedback_of[code]) if code < len(arrays.feedback_of) else int64(-1)
            size = int64(0)
            if feedback >= 0:
                row = arrays.by_guess[guess * arrays.guess_step :: arrays.answer_step]
                size = fill_cell(row, candidates, feedback, free)
            if size == 0:
                return wrong(reading, faults.NO_CELL)
            if has_entry(reading, guess, feedback):
                return wrong(reading, faults.SECOND)
            if demands is not None:
                demands_after(arrays, demands.of_frames[depth], guess, feedback, demands.of_frames[depth + 1])
            n_left_below = n_left - 1
            if is_use:
                fault = use(arrays, content, reading, demands, guess, feedback, free[:size])
                if fault != faults.NONE:
                    return wrong(reading, fault)
                continue
            if n_left_below == 0:
                return wrong(reading, faults.TOO_DEEP)
        open_frame(arrays, reading, demands, guess, feedback, size, n_left_below)


@inner
def wrong(reading: Reading, fault: int) -> int:
    """Notes a fault; returns why reading stops."""
    reading.numbers[FAULT] = fault
    return int64(WRONG)


@inner
def is_full(arrays: GameArrays, reading: Reading, demands: Demands | None, n: int) -> bool:
    """Returns whether an array may be too short for the next item; a cell has no more members than its frame."""
    numbers = reading.numbers
    n_legal = numbers[LEGAL_END] - reading.frames[numbers[DEPTH], LEGAL]
    if demands is not None and numbers[N_KEPT] == len(demands.of_kept):
        return True
    return bool(
        len(reading.sets) - numbers[SET_END] < n
        or (arrays.rule != ANY and len(reading.legal) - numbers[LEGAL_END] < n_legal)
        or numbers[N_ENTRIES] == len(reading.entries)
        or numbers[N_KEPT] == len(reading.kept)
        or len(reading.kept_sets) - numbers[N_KEPT_MEMBERS] < n
        or numbers[N_LEMMAS] == len(reading.places_kept)
    )


@inner
def has_entry(reading: Reading, guess: int, feedback: int) -> bool:
    """Returns whether the frame has an entry for a cell; entries ascend by guess, so the last ones are compared."""
    first = reading.frames[reading.numbers[DEPTH], ENTRY]
    other = reading.numbers[N_ENTRIES] - 1
    while other >= first and reading.entries[other, 0] == guess:
        if reading.entries[other, 1] == feedback:
            return True
        other -= 1
    return False


@inner
def add_entry(reading: Reading, guess: int, feedback: int, bound: int) -> None:
    """Adds an entry to the innermost frame."""
    entry = reading.entries[reading.numbers[N_ENTRIES]]
    entry[0], entry[1], entry[2] = guess, feedback, bound
    reading.numbers[N_ENTRIES] += 1


@inner
def use(
    arrays: GameArrays,
    content: NDArray[np.uint8],
    reading: Reading,
    demands: Demands | None,
    guess: int,
    feedback: int,
    cell: NDArray[np.int32],
) -> int:
    """Reads which lemma an entry uses, and adds it; returns a fault or 0."""
    numbers = reading.numbers
    number, numbers[AT] = read_number(content, numbers[AT])
    if numbers[AT] < 0:
        return number
    place = reading.places_kept[number, 0] if number < numbers[N_LEMMAS] else int64(-1)
    if place < 0:
        reading.details[0] = number
        return int64(faults.NOT_KEPT)
    kept = reading.kept[place]
    proven = reading.kept_sets[reading.kept[place - 1, 2] if place > 0 else 0 : kept[2]]
    n_left = reading.frames[numbers[DEPTH], LEFT] - 1
    fault = use_fault(arrays, proven, kept[0], cell, n_left)
    if demands is not None and (fault in (faults.NONE, faults.NO_PART)):
        of_cell = demands.of_frames[numbers[DEPTH] + 1]
        if not includes(of_cell, demands.of_kept[place], arrays.words.shape[1]):
            fault = int64(faults.OTHER_DEMANDS)
    if fault != faults.NONE:
        reading.details[0], reading.details[1] = kept[0], n_left
        return fault
    n_forgotten = len(cell) - len(proven)
    bound = kept[1] + (2 * n_forgotten - 1 if n_forgotten > 0 else 0)
    add_entry(reading, guess, feedback, min(bound, INFINITE))
    return int64(faults.NONE)


@inner
def open_frame(
    arrays: GameArrays, reading: Reading, demands: Demands | None, guess: int, feedback: int, size: int, n_left: int
) -> None:
    """Opens a frame whose candidates have been written after those of the innermost frame."""
    numbers, depth = reading.numbers, reading.numbers[DEPTH] + 1
    before, frame = reading.frames[depth - 1], reading.frames[depth]
    numbers[DEPTH] = depth
    reading.turns[depth, 0], reading.turns[depth, 1] = guess, feedback
    frame[SET], frame[LEFT], frame[LEGAL], frame[ENTRY] = numbers[SET_END], n_left, before[LEGAL], numbers[N_ENTRIES]
    frame[GUESS], frame[READ] = 0, NOTHING_YET
    numbers[SET_END] += size
    if arrays.rule == ANY:
        # All frames share one list of legal guesses.
        return
    frame[LEGAL] = first = numbers[LEGAL_END]
    if demands is None:
        for i in range(size):
            reading.legal[first + i] = arrays.guess_of[reading.sets[frame[SET] + i]]
        numbers[LEGAL_END] += size
        return
    for i in range(before[LEGAL], first):
        reading.legal[i - before[LEGAL] + first] = reading.legal[i]
    numbers[LEGAL_END] += first - before[LEGAL]
    keep_legal(arrays, reading, demands.of_frames[depth])


@inner
def keep_legal(arrays: GameArrays, reading: Reading, demands: NDArray[np.int32]) -> None:
    """Removes the guesses that the demands forbid from the innermost frame's legal guesses, demand by demand."""
    length, legal = arrays.words.shape[1], reading.legal
    first, last = reading.frames[reading.numbers[DEPTH], LEGAL], reading.numbers[LEGAL_END]
    for place in range(length):
        if demands[place] > 0:
            filled = first
            for i in range(first, last):
                legal[filled] = legal[i]
                filled += arrays.words[legal[i], place] == demands[place] - 1
            last = filled
    for symbol in range(arrays.n_symbols):
        needed = demands[length + symbol]
        if needed > 0:
            filled = first
            for i in range(first, last):
                n_times = int64(0)
                for place in range(length):
                    n_times += arrays.words[legal[i], place] == symbol
                legal[filled] = legal[i]
                filled += n_times >= needed
            last = filled
    reading.numbers[LEGAL_END] = last


@inner
def end_frame(arrays: GameArrays, reading: Reading, demands: Demands | None, candidates: NDArray[np.int32]) -> int:
    """Ends the innermost frame, whose lemma holds; returns a fault or 0."""
    numbers, depth, n = reading.numbers, reading.numbers[DEPTH], len(candidates)
    frame = reading.frames[depth]
    reading.places_kept[numbers[N_LEMMAS], 0] = -1
    if numbers[IS_KEPT] > 0:
        if numbers[N_KEPT_MEMBERS] + n > numbers[MOST_KEPT]:
            return int64(faults.KEEPS_TOO_MUCH)
        for i in range(n):
            reading.kept_sets[numbers[N_KEPT_MEMBERS] + i] = candidates[i]
        numbers[N_KEPT_MEMBERS] += n
        kept = reading.kept[numbers[N_KEPT]]
        kept[0], kept[1], kept[2] = frame[LEFT], numbers[BOUND], numbers[N_KEPT_MEMBERS]
        if demands is not None:
            for i in range(demands.of_frames.shape[1]):
                demands.of_kept[numbers[N_KEPT], i] = demands.of_frames[depth, i]
        reading.places_kept[numbers[N_LEMMAS], 0] = numbers[N_KEPT]
        numbers[N_KEPT] += 1
    numbers[N_LEMMAS] += 1
    numbers[N_ENTRIES] = frame[ENTRY]
    numbers[SET_END] = frame[SET]
    if arrays.rule != ANY:
        numbers[LEGAL_END] = frame[LEGAL]
    numbers[DEPTH] = depth - 1
    if reading.turns[depth, 0] >= 0:
        add_entry(reading, reading.turns[depth, 0], reading.turns[depth, 1], numbers[BOUND])
    return int64(faults.NONE)
