"""Checks one chapter: alternates between the kernel that reads it and those that check its lemmas.

It does not check the claim to which the chapter belongs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordle_checker import limits
from wordle_checker.fast import faults, frames
from wordle_checker.fast.frames import enlarge, new_reading, read_items
from wordle_checker.fast.lemmas import NO_CLASSES, Goal
from wordle_checker.fast.reading import read_numbers
from wordle_checker.fast.symmetries import join_classes, settle_classes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.lemmas import LemmaChecker
    from wordle_checker.fast.table import GameArrays


class Outcome(NamedTuple):
    """The result of checking a chapter.

    Attributes:
        fault: What is wrong, by its number in `faults.py`; 0 if nothing is.
        details: The numbers in the fault's message.
        n_of_part: The size of the part that contains the faulty frame; 0 if it is not in a part.
        turns: The guesses and feedbacks that lead to that frame.
        n_lemmas: How many lemmas hold before the fault.
        entries: The entries of the outermost frame: guess, feedback and bound.
    """

    fault: int
    details: list[int]
    n_of_part: int
    turns: list[list[int]]
    n_lemmas: int
    entries: NDArray[np.int64]


def check_chapter(
    arrays: GameArrays, lemmas: LemmaChecker, content: bytes, limit: int, opener: int, most_kept: int
) -> Outcome:
    """Checks every lemma of a chapter.

    `limit` is the number of guesses left in the outermost frame; `opener` is the one that the claim names, or -1;
    `most_kept` is how many members all lemmas that the chapter keeps may have together.
    """
    data = np.frombuffer(content, dtype=np.uint8)
    reading = new_reading(arrays, limit, opener, most_kept)
    numbers, demands = reading.numbers, frames.new_demands(arrays, limit)
    no_demands = np.zeros(arrays.words.shape[1] + arrays.n_symbols, dtype=np.int32)
    classes: dict[int, NDArray[np.int32]] = {}
    while True:
        why = read_items(arrays, lemmas.stop, data, reading, demands)
        if why in (frames.ENDED, frames.WRONG):
            return _outcome(reading)
        if why == frames.NO_ROOM:
            reading, demands = enlarge(reading, demands)
            continue
        depth = int(numbers[frames.DEPTH])
        frame = reading.frames[depth]
        candidates = reading.sets[frame[frames.SET] : numbers[frames.SET_END]]
        if why == frames.SYMMETRY:
            classes[depth] = np.arange(len(arrays.words), dtype=np.int32)
            numbers[frames.FAULT] = _read_symmetries(arrays, lemmas.stop, data, reading, candidates, classes[depth])
            if numbers[frames.FAULT] != faults.NONE:
                return _outcome(reading)
            continue
        goal = Goal(
            candidates,
            int(frame[frames.LEFT]),
            no_demands if demands is None else demands.of_frames[depth],
            reading.legal[frame[frames.LEGAL] : numbers[frames.LEGAL_END]],
            classes[depth] if frame[frames.READ] == frames.WITH_SYMMETRIES else NO_CLASSES,
            int(numbers[frames.BOUND]),
        )
        entries = reading.entries[frame[frames.ENTRY] : numbers[frames.N_ENTRIES]]
        guess, known = lemmas.find_shortfall(goal, entries)
        if lemmas.stop[0] > 0:
            numbers[frames.FAULT] = faults.STOPPED
        elif guess >= 0:
            numbers[frames.FAULT] = faults.SHORTFALL
            reading.details[:] = len(candidates), frame[frames.LEFT], numbers[frames.BOUND], guess, known
        if numbers[frames.FAULT] != faults.NONE:
            return _outcome(reading)


def _read_symmetries(
    arrays: GameArrays,
    stop: NDArray[np.int64],
    content: NDArray[np.uint8],
    reading: frames.Reading,
    candidates: NDArray[np.int32],
    roots: NDArray[np.int32],
) -> int:
    """Reads the symmetries of a frame and writes the classes that they generate; returns a fault or 0."""
    length = arrays.words.shape[1]
    n_symmetries = np.empty(1, dtype=np.int64)
    fault, at = read_numbers(content, int(reading.numbers[frames.AT]), n_symmetries)
    if fault == faults.NONE and not 1 <= n_symmetries[0] <= limits.MOST_SYMMETRIES:
        reading.details[0] = n_symmetries[0]
        fault = faults.HOW_MANY
    given = np.empty(length + arrays.n_symbols, dtype=np.int64)
    for _ in range(n_symmetries[0] if fault == faults.NONE else 0):
        fault, at = read_numbers(content, at, given)
        if fault == faults.NONE:
            fault = join_classes(arrays, candidates, given[:length], given[length:], roots)
        if fault == faults.NONE and stop[0] > 0:
            fault = faults.STOPPED
        if fault != faults.NONE:
            return int(fault)
    reading.numbers[frames.AT] = at
    if fault == faults.NONE:
        settle_classes(roots)
    return int(fault)


def _outcome(reading: frames.Reading) -> Outcome:
    numbers, turns = reading.numbers, reading.turns
    depth = int(numbers[frames.DEPTH])
    n_of_part = int(turns[1, 1]) if depth > 0 and turns[1, 0] < 0 else 0
    return Outcome(
        fault=int(numbers[frames.FAULT]),
        details=reading.details.tolist(),
        n_of_part=n_of_part,
        turns=turns[2 if n_of_part > 0 else 1 : depth + 1].tolist(),
        n_lemmas=int(numbers[frames.N_LEMMAS]),
        entries=reading.entries[: numbers[frames.N_ENTRIES]],
    )
