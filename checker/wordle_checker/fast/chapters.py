"""Checks one chapter: alternates between the kernel that reads it and those that check its lemmas.

It does not check the claim to which the chapter belongs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordle_checker import limits
from wordle_checker.fast import faults, frames
from wordle_checker.fast.frames import enlarge, new_reading, read_items
from wordle_checker.fast.lemmas import NO_CLASSES, Goal
from wordle_checker.fast.reading import read_numbers
from wordle_checker.fast.symmetries import join_classes, settle_classes
from wordle_checker.statements import ChapterResult, located

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.lemmas import LemmaChecker
    from wordle_checker.fast.table import GameArrays
    from wordle_checker.game import Game


def check_chapter(
    game: Game,
    arrays: GameArrays,
    lemmas: LemmaChecker,
    number: int,
    content: bytes,
    limit: int,
    opener: int,
    most_kept: int,
) -> ChapterResult:
    """Checks every lemma of a chapter, and returns what it proves.

    `limit` is the number of guesses left in the outermost frame; `opener` is the one that the claim names, or -1;
    `most_kept` is how many members all lemmas that the chapter keeps may have together.

    Raises:
        CertificateError: The chapter is malformed, or a lemma does not follow.
    """
    data = np.frombuffer(content, dtype=np.uint8)
    reading = new_reading(arrays, limit, opener, most_kept)
    numbers, demands = reading.numbers, frames.new_demands(arrays, limit)
    no_demands = np.zeros(arrays.words.shape[1] + arrays.n_symbols, dtype=np.int32)
    classes: dict[int, NDArray[np.int32]] = {}
    while True:
        why = read_items(arrays, lemmas.stop, data, reading, demands)
        if why in (frames.ENDED, frames.WRONG):
            return _result(game, arrays, reading, number)
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
                return _result(game, arrays, reading, number)
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
            return _result(game, arrays, reading, number)


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


def _result(game: Game, arrays: GameArrays, reading: frames.Reading, number: int) -> ChapterResult:
    """Returns what a chapter proves.

    Raises:
        CertificateError: There is a fault.
    """
    numbers, turns, codes = reading.numbers, reading.turns, arrays.codes.tolist()
    depth, n_lemmas, fault = (int(numbers[i]) for i in (frames.DEPTH, frames.N_LEMMAS, frames.FAULT))
    # Nobody reads the result of a chapter that was stopped.
    if fault not in (faults.NONE, faults.STOPPED):
        n_of_part = int(turns[1, 1]) if depth > 0 and turns[1, 0] < 0 else 0
        path = [(guess, codes[feedback]) for guess, feedback in turns[2 if n_of_part > 0 else 1 : depth + 1].tolist()]
        raise located(faults.error_of(game, fault, reading.details.tolist(), n_of_part, path), number, n_lemmas)
    entries = reading.entries[: numbers[frames.N_ENTRIES]].tolist()
    return ChapterResult({(guess, codes[feedback]): bound for guess, feedback, bound in entries}, n_lemmas)
