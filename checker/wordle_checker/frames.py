"""A chapter as a kernel: reads its numbers, keeps a stack of frames, and checks each lemma at the end of its frame.

The same steps as `plain.py`, in the same order, so that both find the same thing wrong first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordle_checker import faults
from wordle_checker.compiling import compiled, int64
from wordle_checker.covering import find_uncovered, legal_guesses
from wordle_checker.leb128 import read_number, read_numbers
from wordle_checker.limits import END, FIRST_STEP, KEPT_END, LARGEST_BOUND, MOST_SYMMETRIES, PART, SYMMETRIES
from wordle_checker.outcomes import Outcome, entries_from
from wordle_checker.parts import read_part
from wordle_checker.passes import ANY, HARD, INFINITE, demands_after, is_legal, least
from wordle_checker.sets import count_cell, fill_cell, longer, with_rows
from wordle_checker.symmetries import join_classes, settle_classes
from wordle_checker.uses import why_unfit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.passes import Work
    from wordle_checker.table import World

N_DETAILS = 5
SET, LEFT, LEGAL, ENTRY, GUESS, READ, N_FIELDS = 0, 1, 2, 3, 4, 5, 6
NOTHING_YET, ENTRIES, WITH_SYMMETRIES = 0, 1, 2


@compiled
def check_chapter(
    world: World,
    work: Work,
    content: NDArray[np.uint8],
    limit: int,
    opener: int,
    everything: NDArray[np.int32],
    most_kept: int,
) -> Outcome:
    """Checks every lemma of a chapter.

    Args:
        world: The game.
        work: Space; the flag in it ends the work.
        content: The chapter's content.
        limit: The guesses left in the outermost frame.
        opener: The opener that is named, or -1.
        everything: All answers.
        most_kept: How many members the lemmas that it keeps may have in all.
    """
    n_guesses, length = world.words.shape
    n_demands = length + world.n_symbols
    nothing = np.empty(0, dtype=np.int32)
    # The open frames, outermost first: it, then those with all guesses left down to those with one, and a row for the
    # demands on a cell with none. Of each: where its set begins, its guesses left, where its legal guesses and its
    # entries begin, the last entry's guess, and what has been read of it. A part's turn is -1 and its size.
    most_open = limit + 2
    frames = np.zeros((most_open, N_FIELDS), dtype=np.int64)
    frames[0, LEFT] = limit
    turns = np.zeros((most_open, 2), dtype=np.int64)
    demands = np.zeros((most_open, n_demands), dtype=np.int32)
    roots = np.empty((most_open if world.is_mastermind else 1, n_guesses), dtype=np.int32)
    sets = everything.copy()
    legal = legal_guesses(world, demands[0], everything, np.arange(n_guesses).astype(np.int32)).copy()
    entries = np.empty((16, 3), dtype=np.int64)
    n_entries, set_end, legal_end = int64(0), int64(len(sets)), int64(len(legal))
    depth = int64(0)
    # The lemmas that are kept: of each its limit, its bound and where its set ends; and the place of each lemma or -1.
    kept_sets = np.empty(1024, dtype=np.int32)
    kept = np.zeros((16, 3), dtype=np.int64)
    kept_demands = np.zeros((16, n_demands), dtype=np.int64)
    places_kept = np.empty((16, 1), dtype=np.int64)
    n_kept, n_kept_members, n_lemmas = int64(0), int64(0), int64(0)
    details = np.zeros(N_DETAILS, dtype=np.int64)
    at = int64(0)
    fault = int64(faults.NONE)
    while fault == faults.NONE:
        candidates = sets[frames[depth, SET] : set_end]
        guesses = legal[frames[depth, LEGAL] : legal_end]
        n, n_left = set_end - frames[depth, SET], frames[depth, LEFT]
        if depth == 0 and at == len(content):
            break
        if work.stop[0] > 0:
            fault = int64(faults.STOPPED)
            break
        tag, at = read_number(content, at)
        if at < 0:
            fault = tag
            break
        if depth == 0 and tag < PART:
            fault = int64(faults.OUTERMOST)
            break

        # The end of a frame: its lemma is checked. But for a part its bound becomes an entry of the frame around it.
        if tag in (END, KEPT_END):
            value, at = read_number(content, at)
            if at < 0:
                fault = value
                break
            if value > LARGEST_BOUND:
                fault = int64(faults.WIDE_BOUND)
                break
            bound = 2 * n - 1 + value - 1 if value > 0 else INFINITE
            first_entry = frames[depth, ENTRY]
            if bound > least(n, n_left, world.n_branches):
                own = entries_from(entries, first_entry, n_entries)
                classes = roots[depth] if frames[depth, READ] == WITH_SYMMETRIES else nothing
                guess, known = find_uncovered(
                    *(world, work, candidates, n_left, demands[depth], guesses),
                    *(int64(0), int64(len(guesses)), classes, own, bound),
                )
                if work.stop[0] > 0:
                    fault = int64(faults.STOPPED)
                    break
                if guess >= 0:
                    fault = int64(faults.SHORTFALL)
                    details[0], details[1], details[2], details[3], details[4] = n, n_left, bound, guess, known
                    break
            places_kept = with_rows(places_kept, n_lemmas + 1)
            places_kept[n_lemmas, 0] = -1
            if tag == KEPT_END:
                n_kept_members += n
                if n_kept_members > most_kept:
                    fault = int64(faults.KEEPS_TOO_MUCH)
                    break
                kept = with_rows(kept, n_kept + 1)
                kept[n_kept, 0], kept[n_kept, 1], kept[n_kept, 2] = n_left, bound, n_kept_members
                kept_sets = longer(kept_sets, n_kept_members)
                for i in range(n):
                    kept_sets[n_kept_members - n + i] = candidates[i]
                if world.rule == HARD:
                    kept_demands = with_rows(kept_demands, n_kept + 1)
                    kept_demands[n_kept] = demands[depth]
                places_kept[n_lemmas, 0] = n_kept
                n_kept += 1
            n_lemmas += 1
            n_entries = first_entry
            if turns[depth, 0] >= 0:
                entries[n_entries, 0], entries[n_entries, 1] = turns[depth, 0], turns[depth, 1]
                entries[n_entries, 2] = bound
                n_entries += 1
            set_end = frames[depth, SET]
            if world.rule != ANY:
                legal_end = frames[depth, LEGAL]
            depth -= 1
            continue

        # Symmetries of the frame's set: the classes of guesses of which one is enough.
        if tag == SYMMETRIES:
            if frames[depth, READ] != NOTHING_YET:
                fault = int64(faults.LATE)
                break
            frames[depth, READ] = WITH_SYMMETRIES
            n_symmetries, at = read_number(content, at)
            if at < 0:
                fault = n_symmetries
                break
            if n_symmetries < 1 or n_symmetries > MOST_SYMMETRIES:
                fault = int64(faults.HOW_MANY)
                details[0] = n_symmetries
                break
            places = np.empty(length, dtype=np.int64)
            symbols = np.empty(world.n_symbols, dtype=np.int64)
            classes = roots[min(depth, len(roots) - 1)]
            for guess in range(n_guesses):
                classes[guess] = guess
            for _ in range(n_symmetries):
                fault, at = read_numbers(content, at, places)
                if fault == faults.NONE:
                    fault, at = read_numbers(content, at, symbols)
                if fault == faults.NONE:
                    fault = int64(join_classes(world, candidates, places, symbols, classes))
                if fault != faults.NONE or work.stop[0] > 0:
                    break
            settle_classes(classes)
            continue

        # A part: any answers, for a frame that is about them alone.
        if tag == PART:
            if depth > 0:
                fault = int64(faults.INNER_PART)
                break
            fault, at, n_left_below, answers = read_part(content, at, limit, len(everything), details)
            if fault != faults.NONE:
                break
            guess, feedback, size = int64(-1), int64(len(answers)), int64(len(answers))
            sets = longer(sets, set_end + size)
            cell = sets[set_end : set_end + size]
            cell[:] = answers
            demands[depth + 1] = 0
        else:
            # An entry: a cell of a guess, and a lemma or a frame that proves something of it.
            step, is_use = (tag - FIRST_STEP) // 2, (tag - FIRST_STEP) % 2
            frames[depth, READ] = max(frames[depth, READ], ENTRIES)
            guess = frames[depth, GUESS] + step
            frames[depth, GUESS] = guess
            details[0] = guess
            if guess >= n_guesses:
                fault = int64(faults.NO_GUESS)
                break
            if not is_legal(world, demands[depth], candidates, guess):
                fault = int64(faults.ILLEGAL)
                break
            if depth == 0 and opener >= 0 and guess != opener:
                fault = int64(faults.NO_OPENER)
                break
            code, at = read_number(content, at)
            if at < 0:
                fault = code
                break
            details[1] = code
            if code == world.codes[0]:
                fault = int64(faults.WINS)
                break
            feedback = int64(world.feedback_of[code]) if code < len(world.feedback_of) else int64(-1)
            size = count_cell(world, candidates, guess, feedback) if feedback >= 0 else int64(0)
            if size == 0:
                fault = int64(faults.NO_CELL)
                break
            other = n_entries - 1
            while other >= frames[depth, ENTRY] and entries[other, 0] == guess:
                if entries[other, 1] == feedback:
                    fault = int64(faults.SECOND)
                other -= 1
            if fault != faults.NONE:
                break
            # The frame that may be opened below: what is written past the ends of the pools counts only then.
            sets = longer(sets, set_end + size)
            cell = sets[set_end : set_end + size]
            fill_cell(world, candidates, guess, feedback, cell)
            demands_after(world, demands[depth], guess, feedback, demands[depth + 1])
            entries = with_rows(entries, n_entries + 1)
            n_left_below = n_left - 1
            if is_use:
                number, at = read_number(content, at)
                if at < 0:
                    fault = number
                    break
                place = places_kept[number, 0] if number < n_lemmas else int64(-1)
                if place < 0:
                    fault = int64(faults.NOT_KEPT)
                    details[0] = number
                    break
                proven = kept_sets[kept[place - 1, 2] if place > 0 else 0 : kept[place, 2]]
                n_forgotten = size - len(proven)
                of_proof = kept_demands[place if world.rule == HARD else 0]
                fault = why_unfit(world, proven, kept[place, 0], of_proof, cell, n_left_below, demands[depth + 1])
                if fault != faults.NONE:
                    details[0], details[1] = kept[place, 0], n_left_below
                    break
                bound = kept[place, 1] + (2 * n_forgotten - 1 if n_forgotten > 0 else 0)
                entries[n_entries, 0], entries[n_entries, 1] = guess, feedback
                entries[n_entries, 2] = min(bound, INFINITE)
                n_entries += 1
                continue
            if n_left_below == 0:
                fault = int64(faults.TOO_DEEP)
                break
        depth += 1
        turns[depth, 0], turns[depth, 1] = guess, feedback
        frames[depth, SET], frames[depth, LEGAL], frames[depth, ENTRY] = set_end, legal_end, n_entries
        frames[depth, LEFT] = n_left_below
        frames[depth, GUESS], frames[depth, READ] = 0, NOTHING_YET
        set_end += size
        if world.rule == ANY:
            # They are the same in every frame.
            frames[depth, LEGAL] = 0
            continue
        own_legal = legal_guesses(world, demands[depth], cell, guesses)
        legal = longer(legal, legal_end + len(own_legal))
        for i in range(len(own_legal)):
            legal[legal_end + i] = own_legal[i]
        legal_end += len(own_legal)
    n_of_part = turns[1, 1] if depth > 0 and turns[1, 0] < 0 else int64(0)
    path = turns[2 if n_of_part > 0 else 1 : depth + 1].copy()
    return Outcome(fault, details, n_of_part, path, n_lemmas, entries_from(entries, int64(0), n_entries))
