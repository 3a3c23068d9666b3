"""Counts the fewest answers that stay unsolved within a limit of guesses, over all openers: a second program.

    python scripts/count_unsolved.py original-answers original-allowed hard 3

It proves again what `wordle-analyze openers all --objective unsolved,total` says, and shares no code with it:
feedbacks, legal guesses and the count are computed in another way, and nothing is estimated, remembered or shared by
openers. A list is one of trees/wordle_trees/lists or a file with a word a line, all of five letters from a to z. The
answers must be allowed, and the limit is at least three guesses.

With two guesses left a set has as many solved answers as the guess with the most feedbacks: each of its parts has one.
With more, the parts of a guess add up, and the best guess counts. A set of at most two answers is solved. Openers go in
the order of their feedbacks, the most first, and a set is given up once it leaves more than the best opener so far.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
from numba import njit

LISTS = Path(__file__).resolve().parent.parent / "trees" / "wordle_trees" / "lists"
RULES = ("any", "hard", "candidates")
ANY, HARD, CANDIDATES = range(3)
LENGTH, BLOCK, MOST_COMPARED = 5, 64, 200
SOLVED = 3**LENGTH - 1
NONE = 255


def read(name: str) -> np.ndarray:
    """Returns a list's words as letters from 0 to 25, uint8 (n, 5)."""
    bundled = LISTS / f"{name}.txt"
    words = (bundled if bundled.is_file() else Path(name)).read_text(encoding="ascii").split()
    return np.array([[ord(letter) - ord("a") for letter in word] for word in words], np.uint8)


@njit
def find_feedbacks(guesses, answers):
    """Returns feedbacks in base 3, the first letter counting most, uint8 (n guesses, n answers)."""
    codes = np.empty((len(guesses), len(answers)), np.uint8)
    for g in range(len(guesses)):
        for a in range(len(answers)):
            n_left = np.zeros(26, np.int64)
            for i in range(LENGTH):
                n_left[answers[a, i]] += guesses[g, i] != answers[a, i]
            code = 0
            for i in range(LENGTH):
                letter, mark = guesses[g, i], 2
                if letter != answers[a, i]:
                    mark = int(n_left[letter] > 0)
                    n_left[letter] -= mark
                code = 3 * code + mark
            codes[g, a] = code
    return codes


@njit
def demand(guess, code, green, need):
    """Returns what hard mode demands after one more feedback.

    The letter of each green place or NONE, and how often each letter must occur.
    """
    green, need, shown = green.copy(), need.copy(), np.zeros(26, np.uint8)
    for i in range(LENGTH - 1, -1, -1):
        code, mark = divmod(code, 3)
        shown[guess[i]] += mark > 0
        if mark == 2:
            green[i] = guess[i]
    return green, np.maximum(need, shown)


@njit
def tabulate(words):
    """Returns which words have a letter at a place, then which have it once, twice, ..., uint64 (260, n words / 64)."""
    tables = np.zeros((2 * LENGTH * 26, -(-len(words) // BLOCK)), np.uint64)
    for g in range(len(words)):
        bit, counts = np.uint64(1) << np.uint64(g % BLOCK), np.zeros(26, np.int64)
        for i in range(LENGTH):
            letter = words[g, i]
            tables[26 * i + letter, g // BLOCK] |= bit
            tables[26 * (LENGTH + counts[letter]) + letter, g // BLOCK] |= bit
            counts[letter] += 1
    return tables


@njit
def rows_of(green, need):
    """Returns the rows of the tables that the demands ask for."""
    rows = [26 * i + green[i] for i in range(LENGTH) if green[i] != NONE]
    return rows + [26 * (LENGTH + need[letter] - 1) + letter for letter in range(26) if need[letter]]


@njit
def find_legal(tables, asked, block):
    """Returns which guesses of a block are in each row that is asked for, as bits."""
    legal = ~np.uint64(0)
    for row in asked:
        legal &= tables[row, block]
    return legal


@njit
def most_feedbacks(board, rows, asked, floor):
    """Returns how many feedbacks the best legal guess has for these rows, or `floor` where none has more.

    A board has codes (n rows, n guesses), the guesses' tables, and how many feedbacks each has for all rows, which
    descend; the guesses are padded to a multiple of 64 by some without a feedback.
    """
    codes, tables, bounds = board
    n, best = len(rows), floor
    repeated, same, seen = np.empty(BLOCK, np.uint16), np.empty(BLOCK, np.uint8), np.empty((BLOCK, 256), np.uint8)
    for start in range(0, len(bounds), BLOCK):
        if bounds[start] <= best or best >= n:
            break
        legal = find_legal(tables, asked, start // BLOCK)
        if legal == 0:
            continue
        for q in range(BLOCK):
            is_legal = legal >> np.uint64(q) & np.uint64(1) and bounds[start + q]
            repeated[q] = 0 if is_legal else 2 * len(codes)
        if n > MOST_COMPARED:
            seen[:] = 0
            for row in rows:
                for q in range(BLOCK):
                    seen[q, codes[row, start + q]] = 1
            for q in range(BLOCK):
                repeated[q] += n - seen[q].sum()
        else:
            for j in range(1, n):
                same[:] = 0
                for i in range(j):
                    for q in range(BLOCK):
                        same[q] |= codes[rows[i], start + q] == codes[rows[j], start + q]
                for q in range(BLOCK):
                    repeated[q] += same[q]
                if j % 4 == 0 and repeated.min() >= n - best:
                    break
        best = max(best, n - int(repeated.min()))
    return best


@njit
def part(feedbacks, cell):
    """Returns the parts that a guess leaves of a cell, the largest first, without its own: codes, ends and places."""
    sizes = np.zeros(256, np.int64)
    for answer in cell:
        sizes[feedbacks[answer]] += 1
    sizes[SOLVED] = 0
    codes = np.argsort(-sizes, kind="mergesort")[: np.count_nonzero(sizes)]
    ends, at = np.cumsum(sizes[codes]), np.zeros(256, np.int64)
    for place, code in enumerate(codes):
        at[code] = ends[place] - sizes[code]
    places = np.empty(sizes.sum(), np.int64)
    for place, answer in enumerate(cell):
        code = feedbacks[answer]
        if code != SOLVED:
            places[at[code]] = place
            at[code] += 1
    return codes, ends, places


@njit
def count_feedbacks(feedbacks, cell):
    """Returns how many feedbacks a guess has for a cell."""
    seen = np.zeros(256, np.uint8)
    for answer in cell:
        seen[feedbacks[answer]] = 1
    return np.int64(seen.sum())


@njit
def find_guesses(whole, own, cell, asked, rule):
    """Returns the numbers of the legal guesses, ascending."""
    if rule == CANDIDATES:
        return own[cell]
    tables, bounds = whole[1], whole[2]
    found = [0 for _ in range(0)]
    for block in range(tables.shape[1]):
        legal = find_legal(tables, asked, block)
        if legal:
            for q in range(BLOCK):
                if legal >> np.uint64(q) & np.uint64(1) and bounds[BLOCK * block + q]:
                    found.append(BLOCK * block + q)  # noqa: PERF401
    return np.array(found)


@njit
def make_board(words, feedbacks, cell, guesses):
    """Returns the guesses in the order of their feedbacks, and their board."""
    counts = np.array([count_feedbacks(feedbacks[g], cell) for g in guesses])
    order = np.argsort(-counts, kind="mergesort")
    n = -(-len(order) // BLOCK) * BLOCK
    codes, bounds = np.zeros((len(cell), n), np.uint8), np.zeros(n, np.int64)
    for q, place in enumerate(order):
        g, bounds[q] = guesses[place], counts[place]
        for i, answer in enumerate(cell):
            codes[i, q] = feedbacks[g, answer]
    return guesses[order], (codes, tabulate(words[guesses[order]]), bounds)


@njit
def fewest(words, feedbacks, own, whole, rule, cell, green, need, left, bar):
    """Returns the fewest unsolved answers of a cell with `left` guesses, two or more, or `bar` where not fewer."""
    n = len(cell)
    if n <= 2 or bar <= 0:
        return 0
    asked = rows_of(green, need)
    if left == 2 and rule == ANY:
        return n - most_feedbacks(whole, cell, asked, max(n - bar, 0))
    guesses = find_guesses(whole, own, cell, asked, rule)
    if left == 2:
        most = 0
        for guess in guesses:
            most = max(most, count_feedbacks(feedbacks[guess], cell))
        return min(bar, n - most)
    guesses, board = make_board(words, feedbacks, cell, guesses)
    best, most = bar, board[2][0]
    for guess, count in zip(guesses, board[2]):  # noqa: B905
        if count == 1 or best == 0:
            break
        codes, ends, places = part(feedbacks[guess], cell)
        n_unsolved = start = 0
        if left == 3:
            for end in ends:
                n_unsolved += max(0, end - start - most)
                start = end
            if n_unsolved >= best:
                continue
            n_unsolved = start = 0
        for code, end in zip(codes, ends):  # noqa: B905
            size, spare = end - start, best - n_unsolved
            if size <= 2 or spare <= 0:
                break
            then = demand(words[guess], code, green, need) if rule == HARD else (green, need)
            if left == 3 and rule != CANDIDATES:
                floor = max(size - spare, 0)
                n_unsolved += size - most_feedbacks(board, places[start:end], rows_of(then[0], then[1]), floor)
            else:
                rest = cell[places[start:end]]
                n_unsolved += fewest(words, feedbacks, own, whole, rule, rest, then[0], then[1], left - 1, spare)
            start = end
        best = min(best, n_unsolved)
    return best


@njit
def fewest_below(words, feedbacks, own, whole, rule, opener, max_guesses, bar):
    """Returns the fewest unsolved answers below an opener, or `bar` where they are not fewer."""
    green, need = np.full(LENGTH, NONE, np.uint8), np.zeros(26, np.uint8)
    codes, ends, places = part(feedbacks[opener], np.arange(len(own)))
    starts, least = np.append(np.array([0]), ends[:-1]), np.zeros(len(codes), np.int64)
    keys = np.arange(len(codes)).astype(np.float64)
    for i in range(len(codes)):
        if rule == HARD:
            found = find_guesses(whole, own, places, rows_of(*demand(words[opener], codes[i], green, need)), rule)
            keys[i] = len(found) * (1 + 20 / (ends[i] - starts[i]))
        if max_guesses == 3:
            least[i] = max(0, ends[i] - starts[i] - whole[2][0])
    n_unsolved, ahead = 0, least.sum()
    for i in np.argsort(keys):
        if n_unsolved + ahead >= bar:
            return bar
        then = demand(words[opener], codes[i], green, need) if rule == HARD else (green, need)
        ahead -= least[i]
        spare, cell = bar - n_unsolved - ahead, places[starts[i] : ends[i]]
        n_unsolved += fewest(words, feedbacks, own, whole, rule, cell, then[0], then[1], max_guesses - 1, spare)
    return min(n_unsolved, bar)


def main(answers_name: str, allowed_name: str, rule_name: str, limit: str) -> None:
    """Tries each opener that the rule allows, and prints the fewest, and the openers that leave so few."""
    answers, words, rule = read(answers_name), read(allowed_name), RULES.index(rule_name)
    # Guesses are numbered by how many feedbacks they have, so that the first board has its guesses in order.
    words = words[make_board(words, find_feedbacks(words, answers), np.arange(len(answers)), np.arange(len(words)))[0]]
    number = {bytes(word): place for place, word in enumerate(words)}
    own, feedbacks = np.array([number[bytes(word)] for word in answers]), find_feedbacks(words, answers)
    whole = make_board(words, feedbacks, np.arange(len(answers)), np.arange(len(words)))[1]
    fewest_so_far, best = len(answers), []
    for opener in range(len(words)):
        if rule == CANDIDATES and opener not in own:
            continue
        found = fewest_below(words, feedbacks, own, whole, rule, opener, int(limit), fewest_so_far + 1)
        if found <= fewest_so_far:
            best = [*best, opener] if found == fewest_so_far else [opener]
            fewest_so_far = found
        if opener % 100 == 99:
            print(
                f"{opener + 1} of {len(words)} openers, fewest {fewest_so_far}, {time.process_time():.0f} s",
                file=sys.stderr,
            )
    names = " ".join("".join(chr(letter + ord("a")) for letter in words[opener]) for opener in best)
    found = f"{fewest_so_far} of {len(answers)} unsolved within {limit}, rule {rule_name}: {names}"
    print(f"{found}; {time.process_time():.1f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
