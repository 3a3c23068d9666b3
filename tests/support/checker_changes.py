"""Ways to spoil a certificate, for the checker's tests: each changes one thing, at a place that dice choose."""

from __future__ import annotations

import pickle
import random
from copy import deepcopy
from dataclasses import dataclass

from checker_writer import Certificate, Entry, Frame, Part
from reference_solver import NOTHING, Knowledge
from tiny_games import NEVER, BruteForce


def spoil(certificate: Certificate, dice: random.Random) -> tuple[str, Certificate]:
    """Returns the name of a change and a changed copy; what cannot be changed so stays as it is."""
    # As deepcopy, in a fraction of the time.
    copy = pickle.loads(pickle.dumps(certificate))
    change = dice.choice(CHANGES)
    change(copy, dice)
    return change.__name__, copy


def lists_of(certificate: Certificate) -> list[list[Entry]]:
    """Returns the entries of each frame, the outermost ones first."""
    return [entries for _, entries in certificate.chapters] + [frame.entries for frame in certificate.frames()]


def one_of(certificate: Certificate, dice: random.Random) -> tuple[list[Entry], int] | None:
    """Returns the entries of a frame that has some, and the place of one of them."""
    filled = [entries for entries in lists_of(certificate) if entries]
    if not filled:
        return None
    entries = dice.choice(filled)
    return entries, dice.randrange(len(entries))


def raise_a_lemma(certificate: Certificate, dice: random.Random) -> None:
    if frames := certificate.frames():
        frame = dice.choice(frames)
        frame.bound = dice.choice((frame.bound + 1, frame.bound + 2, NEVER))


def lower_a_lemma(certificate: Certificate, dice: random.Random) -> None:
    frames = [frame for frame in certificate.frames() if frame.bound > 2 * frame.n - 1]
    if frames:
        frame = dice.choice(frames)
        frame.bound = 2 * frame.n - 1 if frame.bound >= NEVER else frame.bound - 1


def raise_a_claim(certificate: Certificate, dice: random.Random) -> None:
    if certificate.claims:
        place = dice.randrange(len(certificate.claims))
        limit, bound = certificate.claims[place]
        certificate.claims[place] = (limit, dice.choice((bound + 1, NEVER)))


def move_a_limit(certificate: Certificate, dice: random.Random) -> None:
    if certificate.claims:
        place = dice.randrange(len(certificate.claims))
        limit, bound = certificate.claims[place]
        certificate.claims[place] = (limit + dice.choice((-1, 1)), bound)


def drop_an_entry(certificate: Certificate, dice: random.Random) -> None:
    if found := one_of(certificate, dice):
        entries, place = found
        del entries[place]
        certificate.chapters = [chapter for chapter in certificate.chapters if chapter[1]]


def drop_all_entries_of_a_guess(certificate: Certificate, dice: random.Random) -> None:
    if found := one_of(certificate, dice):
        entries, place = found
        guess = entries[place].guess
        entries[:] = [entry for entry in entries if entry.guess != guess]
        certificate.chapters = [chapter for chapter in certificate.chapters if chapter[1]]


def repeat_an_entry(certificate: Certificate, dice: random.Random) -> None:
    if found := one_of(certificate, dice):
        entries, place = found
        entries.insert(place, deepcopy(entries[place]))


def swap_two_proofs(certificate: Certificate, dice: random.Random) -> None:
    first, second = one_of(certificate, dice), one_of(certificate, dice)
    if first and second:
        (some, i), (others, j) = first, second
        nested = [entry for entry in frames_within(some[i]) if entry is others[j]]
        if not nested and others[j] not in frames_within(some[i]) and some[i] not in frames_within(others[j]):
            some[i].proof, others[j].proof = others[j].proof, some[i].proof


def frames_within(entry: Entry) -> list[Entry]:
    """Returns an entry and all entries below it."""
    below = entry.proof.entries if isinstance(entry.proof, Frame) else []
    return [entry, *(inner for each in below for inner in frames_within(each))]


def merge_cells(certificate: Certificate, dice: random.Random) -> None:
    """Lets one entry speak of another's cell."""
    if found := one_of(certificate, dice):
        entries, place = found
        entries[place].feedback = dice.choice(entries).feedback


def change_a_feedback(certificate: Certificate, dice: random.Random) -> None:
    if found := one_of(certificate, dice):
        entries, place = found
        entries[place].feedback = dice.choice((0, entries[place].feedback + 1, 3, 8, 10**6, 10**18))


def change_a_guess(certificate: Certificate, dice: random.Random) -> None:
    if found := one_of(certificate, dice):
        entries, place = found
        most = entries[place + 1].guess if place + 1 < len(entries) else 16
        entries[place].guess = dice.randint(entries[place - 1].guess if place else 0, most)


def use_another_lemma(certificate: Certificate, dice: random.Random) -> None:
    uses = [entry for entries in lists_of(certificate) for entry in entries if isinstance(entry.proof, int)]
    if uses:
        dice.choice(uses).proof = dice.randint(0, len(certificate.frames()))


def use_instead_of_a_frame(certificate: Certificate, dice: random.Random) -> None:
    if found := one_of(certificate, dice):
        entries, place = found
        entries[place].proof = dice.randint(0, len(certificate.frames()))


def keep_or_forget_a_lemma(certificate: Certificate, dice: random.Random) -> None:
    if frames := certificate.frames():
        frame = dice.choice(frames)
        frame.kept = 1 - frame.kept


def part_of(certificate: Certificate, dice: random.Random) -> tuple[list[Part], int] | None:
    """Returns the parts of a chapter that has some, and the place of one of them."""
    filled = [parts for parts in certificate.parts.values() if parts]
    if not filled:
        return None
    parts = dice.choice(filled)
    return parts, dice.randrange(len(parts))


def drop_a_part(certificate: Certificate, dice: random.Random) -> None:
    if found := part_of(certificate, dice):
        parts, place = found
        del parts[place]


def repeat_a_part(certificate: Certificate, dice: random.Random) -> None:
    if found := part_of(certificate, dice):
        parts, place = found
        parts.insert(dice.randint(0, len(parts)), deepcopy(parts[place]))


def change_guesses_left_in_a_part(certificate: Certificate, dice: random.Random) -> None:
    if found := part_of(certificate, dice):
        parts, place = found
        parts[place].n_left = dice.choice((0, max(0, parts[place].n_left - 1), parts[place].n_left + 1, 10**17))


def change_the_answers_of_a_part(certificate: Certificate, dice: random.Random) -> None:
    """Leaves out one or all, repeats one, or adds one, which may be one that does not exist."""
    if found := part_of(certificate, dice):
        parts, place = found
        answers = parts[place].answers
        action = dice.randrange(5)
        if action == 0:
            parts[place].answers = []
        elif action == 1 and answers:
            del answers[dice.randrange(len(answers))]
        elif action == 2 and answers:
            answers.append(answers[-1])
        else:
            parts[place].answers = sorted({*answers, dice.choice((0, 1, 2, 3, 4, 9, 10**17))})


def change_the_demands_of_a_part(certificate: Certificate, dice: random.Random) -> None:
    """Drops a demand, or demands a letter in a place, or a letter more often; changes nothing under other rules."""
    if (found := part_of(certificate, dice)) and certificate.hard_words:
        parts, place = found
        greens, times = (dict(each) for each in parts[place].known)
        letter = dice.choice(dice.choice(certificate.hard_words))
        action = dice.randrange(4)
        if action == 0 and greens:
            del greens[dice.choice(sorted(greens))]
        elif action == 1 and times:
            del times[dice.choice(sorted(times))]
        elif action == 2:
            greens[dice.randrange(len(certificate.hard_words[0]))] = letter
        else:
            times[letter] = times.get(letter, 0) + 1
        parts[place].known = frozenset(greens.items()), frozenset(times.items())


def exchange_chapters(certificate: Certificate, dice: random.Random) -> None:
    if len(certificate.chapters) > 1:
        i, j = dice.sample(range(len(certificate.chapters)), 2)
        chapters = certificate.chapters
        (claim, entries), (other_claim, other_entries) = chapters[i], chapters[j]
        chapters[i], chapters[j] = (claim, other_entries), (other_claim, entries)


def move_a_chapter_to_another_claim(certificate: Certificate, dice: random.Random) -> None:
    if certificate.chapters:
        place = dice.randrange(len(certificate.chapters))
        claim, entries = certificate.chapters[place]
        certificate.chapters[place] = (claim + dice.choice((-1, 1)) if claim else 1, entries)


def drop_a_chapter(certificate: Certificate, dice: random.Random) -> None:
    if certificate.chapters:
        del certificate.chapters[dice.randrange(len(certificate.chapters))]


def repeat_a_chapter(certificate: Certificate, dice: random.Random) -> None:
    if certificate.chapters:
        place = dice.randrange(len(certificate.chapters))
        certificate.chapters.insert(place, deepcopy(certificate.chapters[place]))


def put_a_frame_into_itself(certificate: Certificate, dice: random.Random) -> None:
    """Nests a copy of a frame one deeper."""
    if found := one_of(certificate, dice):
        entries, place = found
        proof = entries[place].proof
        if isinstance(proof, Frame):
            proof.entries.append(deepcopy(entries[place]))
            proof.entries.sort(key=lambda entry: entry.guess)


def change_the_count(certificate: Certificate, dice: random.Random) -> None:
    certificate.n_lemmas = len(certificate.frames()) + dice.choice((-1, 1)) if certificate.frames() else 1


def change_the_opener(certificate: Certificate, dice: random.Random) -> None:
    certificate.openers = dice.choice(([], [0], [1], [2], [99]))


def change_symmetries(certificate: Certificate, dice: random.Random) -> None:
    """Changes, drops or moves symmetries, or puts some where none are."""
    holders = [certificate, *certificate.frames()]
    given = [holder for holder in holders if holder.symmetries]
    holder = dice.choice(given or holders)
    length, n_symbols = dice.choice(((2, 3), (3, 2), (2, 4), (3, 3)))
    if given:
        places, symbols = dice.choice(holder.symmetries)
        length, n_symbols = len(places), len(symbols)
    made = tuple(dice.sample(range(length), length)), tuple(dice.sample(range(n_symbols), n_symbols))
    odd = tuple(dice.choices(range(length + 1), k=length)), tuple(dice.choices(range(n_symbols + 1), k=n_symbols))
    action = dice.randrange(5)
    if action == 0:
        holder.symmetries = []
    elif action == 1:
        holder.symmetries = [*holder.symmetries, odd]
    elif action == 2:
        dice.choice(holders).symmetries = list(holder.symmetries)
    else:
        holder.symmetries = [*holder.symmetries, made]


def change_the_game(certificate: Certificate, dice: random.Random) -> None:
    name = dice.choice(("fingerprint", "tree"))
    value = bytearray(getattr(certificate, name))
    value[dice.randrange(32)] ^= 1 << dice.randrange(8)
    setattr(certificate, name, bytes(value))


CHANGES = (
    raise_a_lemma,
    lower_a_lemma,
    raise_a_claim,
    move_a_limit,
    drop_an_entry,
    drop_all_entries_of_a_guess,
    repeat_an_entry,
    swap_two_proofs,
    merge_cells,
    change_a_feedback,
    change_a_guess,
    use_another_lemma,
    use_instead_of_a_frame,
    keep_or_forget_a_lemma,
    drop_a_part,
    repeat_a_part,
    change_guesses_left_in_a_part,
    change_the_answers_of_a_part,
    change_the_demands_of_a_part,
    exchange_chapters,
    move_a_chapter_to_another_claim,
    drop_a_chapter,
    repeat_a_chapter,
    put_a_frame_into_itself,
    change_the_count,
    change_the_opener,
    change_symmetries,
    change_the_game,
)


@dataclass
class Excess:
    """A lemma that says more than is true."""

    bound: int
    cost: int


def find_excess(brute: BruteForce, certificate: Certificate) -> Excess | None:
    """Returns a lemma of a certificate that is not true by brute force, or None."""
    for place, (claim, entries) in enumerate(certificate.chapters):
        limit = certificate.claims[claim][0]
        for part in certificate.parts.get(place, []):
            members = frozenset(brute.game.answers[number] for number in part.answers)
            if excess := _excess_of(brute, part.frame, members, part.n_left, part.known):
                return excess
        if excess := _excess_in(brute, entries, brute.everything, limit, NOTHING):
            return excess
    return None


def _excess_in(
    brute: BruteForce, entries: list[Entry], candidates: frozenset[str], n_left: int, known: Knowledge
) -> Excess | None:
    for entry in entries:
        if isinstance(entry.proof, int):
            continue
        guess = brute.game.allowed[entry.guess]
        cell = brute.cells(guess, candidates)[entry.feedback]
        after = brute.after(known, guess, entry.feedback)
        if excess := _excess_of(brute, entry.proof, cell, n_left - 1, after):
            return excess
    return None


def _excess_of(
    brute: BruteForce, frame: Frame, candidates: frozenset[str], n_left: int, known: Knowledge
) -> Excess | None:
    cost = brute.cost(candidates, n_left, known)
    # What is written down is how far it is above twice the size, and the size may not be the cell's any more.
    more = frame.bound - (2 * frame.n - 1)
    bound = NEVER if frame.bound >= NEVER else 2 * len(candidates) - 1 + more
    if bound > cost:
        return Excess(bound, cost)
    return _excess_in(brute, frame.entries, candidates, n_left, known)
