"""A chapter as a kernel: reads its numbers, keeps a stack of frames, and checks each lemma at the end of its frame.

The same steps as `plain.py`, in the same order, so that both find the same thing wrong first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordle_checker import faults
from wordle_checker.compiling import compiled
from wordle_checker.covering import Entries, find_uncovered, legal_guesses
from wordle_checker.header import MOST_SYMMETRIES
from wordle_checker.passes import ANY, CANDIDATES, INFINITE, demands_after, is_legal, least
from wordle_checker.rounds import END, FIRST_STEP, KEPT_END, MOST_KEPT, SYMMETRIES
from wordle_checker.rules import LARGEST_BOUND
from wordle_checker.symmetries import join_classes, settle_classes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.passes import Work
    from wordle_checker.table import World

LONGEST_NUMBER = 9
N_DETAILS = 5


class Outcome(NamedTuple):
    """What became of a chapter.

    Attributes:
        fault: What is wrong, by its number in `faults.py`; 0 for nothing.
        details: Numbers that belong to it.
        turns: The guesses and feedbacks that lead to the frame with the fault.
        n_lemmas: How many lemmas ended before.
        entries: The entries of the outermost frame.
    """

    fault: int
    details: NDArray[np.int64]
    turns: NDArray[np.int64]
    n_lemmas: int
    entries: Entries


@compiled
def read_number(content: NDArray[np.uint8], at: int) -> tuple[int, int]:
    """Returns a number and where the next one begins; or a fault, and -1."""
    number = np.int64(0)
    for place in range(LONGEST_NUMBER):
        if at + place >= len(content):
            return np.int64(faults.CUT_OFF), np.int64(-1)
        byte = np.int64(content[at + place])
        number |= (byte & 0x7F) << (7 * place)
        if byte < 0x80:
            if byte == 0 and place > 0:
                return np.int64(faults.TOO_LONG), np.int64(-1)
            return number, np.int64(at + place + 1)
    return np.int64(faults.TOO_WIDE), np.int64(-1)


@compiled
def read_numbers(content: NDArray[np.uint8], at: int, numbers: NDArray[np.int64]) -> tuple[int, int]:
    """Fills an array with numbers; returns 0 and where the next one begins, or a fault and -1."""
    for i in range(len(numbers)):
        numbers[i], at = read_number(content, at)
        if at < 0:
            return numbers[i], at
    return np.int64(faults.NONE), at


@compiled
def cell_of(world: World, candidates: NDArray[np.int32], guess: int, feedback: int) -> NDArray[np.int32]:
    """Returns the candidates that give a guess a feedback, ascending."""
    size = 0
    for answer in candidates:
        size += world.table[answer, guess] == feedback
    cell = np.empty(size, dtype=np.int32)
    filled = 0
    for answer in candidates:
        if world.table[answer, guess] == feedback:
            cell[filled] = answer
            filled += 1
    return cell


@compiled
def is_part(part: NDArray[np.int32], whole: NDArray[np.int32]) -> bool:
    """Says whether each number of one ascending array is in another."""
    at = 0
    for number in part:
        while at < len(whole) and whole[at] < number:
            at += 1
        if at == len(whole) or whole[at] != number:
            return False
    return True


@compiled
def grown(array: NDArray[np.int64], needed: int) -> NDArray[np.int64]:
    """Returns an array with at least `needed` rows and the same content: itself where that is so."""
    if needed <= len(array):
        return array
    longer = np.empty((max(needed, 2 * len(array)), array.shape[1]), dtype=np.int64)
    longer[: len(array)] = array
    return longer


@compiled
def entries_from(rows: NDArray[np.int64]) -> Entries:
    """Returns entries from rows of guess, feedback and bound."""
    return Entries(rows[:, 0].astype(np.int32), rows[:, 1].astype(np.int32), rows[:, 2].copy())


@compiled
def check_chapter(
    world: World, work: Work, content: NDArray[np.uint8], limit: int, opener: int, everything: NDArray[np.int32]
) -> Outcome:
    """Checks every lemma of a chapter.

    Args:
        world: The game.
        work: Space; the flag in it ends the work.
        content: The chapter's content.
        limit: The guesses left in the outermost frame.
        opener: The opener that is named, or -1.
        everything: All answers.
    """
    n_guesses, length = world.words.shape
    nothing = np.empty(0, dtype=np.int32)
    # The open frames, outermost first.
    sets = [everything]
    demands = [np.zeros(length + world.n_symbols, dtype=np.int32)]
    legal = [legal_guesses(world, demands[0], everything, np.arange(n_guesses).astype(np.int32))]
    roots = [nothing]
    turns = np.zeros((1, 2), dtype=np.int64)
    # Of each open frame: the last entry's guess, 1 once anything has been read, and where its entries begin.
    states = np.zeros((16, 3), dtype=np.int64)
    entries = np.empty((16, 3), dtype=np.int64)
    n_entries = 0
    # The lemmas that are kept, and for each lemma its place among them, or -1.
    kept_sets = [nothing]
    kept_demands = [demands[0]]
    kept = np.empty((16, 2), dtype=np.int64)
    places_kept = np.empty((16, 1), dtype=np.int64)
    n_kept, n_kept_members, n_lemmas = 0, np.int64(0), 0
    details = np.zeros(N_DETAILS, dtype=np.int64)
    at = np.int64(0)
    fault = np.int64(faults.NONE)
    while fault == faults.NONE:
        depth = len(sets) - 1
        candidates = sets[depth]
        n, n_left = len(candidates), limit - depth
        if depth == 0 and at == len(content):
            break
        if work.stop[0] > 0:
            fault = np.int64(faults.STOPPED)
            break
        tag, at = read_number(content, at)
        if at < 0:
            fault = tag
            break
        if depth == 0 and tag < FIRST_STEP:
            fault = np.int64(faults.OUTERMOST)
            break

        if tag == END or tag == KEPT_END:
            value, at = read_number(content, at)
            if at < 0:
                fault = value
                break
            if value > LARGEST_BOUND:
                fault = np.int64(faults.WIDE_BOUND)
                break
            bound = 2 * n - 1 + value - 1 if value > 0 else INFINITE
            first_entry = states[depth, 2]
            if bound > least(n, n_left, world.n_branches):
                own = entries_from(entries[first_entry:n_entries])
                n_legal = n_guesses if world.rule == ANY else len(legal[depth])
                guess, known = find_uncovered(
                    world, work, candidates, n_left, demands[depth], legal[depth], 0, n_legal, roots[depth], own, bound
                )
                if work.stop[0] > 0:
                    fault = np.int64(faults.STOPPED)
                    break
                if guess >= 0:
                    fault = np.int64(faults.SHORTFALL)
                    details[0], details[1], details[2], details[3], details[4] = n, n_left, bound, guess, known
                    break
            places_kept = grown(places_kept, n_lemmas + 1)
            places_kept[n_lemmas, 0] = -1
            if tag == KEPT_END:
                n_kept_members += n
                if n_kept_members > MOST_KEPT:
                    fault = np.int64(faults.KEEPS_TOO_MUCH)
                    break
                kept = grown(kept, n_kept + 1)
                kept[n_kept, 0], kept[n_kept, 1] = n_left, bound
                kept_sets.append(candidates)
                kept_demands.append(demands[depth])
                places_kept[n_lemmas, 0] = n_kept
                n_kept += 1
            n_lemmas += 1
            sets.pop()
            demands.pop()
            legal.pop()
            roots.pop()
            entries[first_entry, 0], entries[first_entry, 1] = turns[depth, 0], turns[depth, 1]
            entries[first_entry, 2] = bound
            n_entries = first_entry + 1
            continue

        if tag == SYMMETRIES:
            if states[depth, 1] > 0:
                fault = np.int64(faults.LATE)
                break
            states[depth, 1] = 1
            n_symmetries, at = read_number(content, at)
            if at < 0:
                fault = n_symmetries
                break
            if n_symmetries < 1 or n_symmetries > MOST_SYMMETRIES:
                fault = np.int64(faults.HOW_MANY)
                details[0] = n_symmetries
                break
            places = np.empty(length, dtype=np.int64)
            symbols = np.empty(world.n_symbols, dtype=np.int64)
            classes = np.arange(n_guesses).astype(np.int32)
            for _ in range(n_symmetries):
                fault, at = read_numbers(content, at, places)
                if fault == faults.NONE:
                    fault, at = read_numbers(content, at, symbols)
                if fault == faults.NONE:
                    fault = np.int64(join_classes(world, candidates, places, symbols, classes))
                if fault != faults.NONE or work.stop[0] > 0:
                    break
            settle_classes(classes)
            roots[depth] = classes
            continue

        step, is_use = (tag - FIRST_STEP) // 2, (tag - FIRST_STEP) % 2
        states[depth, 1] = 1
        guess = states[depth, 0] + step
        states[depth, 0] = guess
        details[0] = guess
        if guess >= n_guesses:
            fault = np.int64(faults.NO_GUESS)
            break
        if not is_legal(world, demands[depth], candidates, guess):
            fault = np.int64(faults.ILLEGAL)
            break
        if depth == 0 and opener >= 0 and guess != opener:
            fault = np.int64(faults.NO_OPENER)
            break
        code, at = read_number(content, at)
        if at < 0:
            fault = code
            break
        details[1] = code
        if code == world.codes[0]:
            fault = np.int64(faults.WINS)
            break
        feedback = np.int64(world.feedback_of[code]) if code < len(world.feedback_of) else np.int64(-1)
        cell = cell_of(world, candidates, guess, feedback)
        if feedback < 0 or len(cell) == 0:
            fault = np.int64(faults.NO_CELL)
            break
        other = n_entries - 1
        while other >= states[depth, 2] and entries[other, 0] == guess:
            if entries[other, 1] == feedback:
                fault = np.int64(faults.SECOND)
            other -= 1
        if fault != faults.NONE:
            break
        cell_demands = np.empty_like(demands[depth])
        demands_after(world, demands[depth], guess, feedback, cell_demands)
        entries = grown(entries, n_entries + 1)
        if is_use:
            number, at = read_number(content, at)
            if at < 0:
                fault = number
                break
            place = places_kept[number, 0] if number < n_lemmas else np.int64(-1)
            if place < 0:
                fault = np.int64(faults.NOT_KEPT)
                details[0] = number
                break
            proven = kept_sets[place + 1]
            n_forgotten = len(cell) - len(proven)
            if n_left - 1 > kept[place, 0]:
                fault = np.int64(faults.OTHER_LIMIT)
                details[0], details[1] = kept[place, 0], n_left - 1
            elif not np.array_equal(cell_demands, kept_demands[place + 1]):
                fault = np.int64(faults.OTHER_DEMANDS)
            elif not is_part(proven, cell):
                fault = np.int64(faults.OTHER_SET if world.rule == CANDIDATES else faults.NO_PART)
            elif world.rule == CANDIDATES and n_forgotten > 0:
                fault = np.int64(faults.OTHER_SET)
            bound = kept[place, 1] + (2 * n_forgotten - 1 if n_forgotten > 0 else 0)
            entries[n_entries, 0], entries[n_entries, 1] = guess, feedback
            entries[n_entries, 2] = min(bound, INFINITE)
            n_entries += 1
            continue
        if n_left - 1 == 0:
            fault = np.int64(faults.TOO_DEEP)
            break
        turns = grown(turns, depth + 2)
        turns[depth + 1, 0], turns[depth + 1, 1] = guess, feedback
        states = grown(states, depth + 2)
        states[depth + 1, 0], states[depth + 1, 1], states[depth + 1, 2] = 0, 0, n_entries
        sets.append(cell)
        demands.append(cell_demands)
        legal.append(legal_guesses(world, cell_demands, cell, legal[depth]))
        roots.append(nothing)
    return Outcome(fault, details, turns[1 : len(sets)].copy(), n_lemmas, entries_from(entries[:n_entries]))
