"""The faults that kernels report, as numbers, and the errors that describe them in the words of `plain.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_checker import limits
from wordle_checker.errors import CertificateError, Reason
from wordle_checker.rules import Shortfall
from wordle_checker.statements import describe_lemma

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_checker.game import Game

NONE = 0
STOPPED = 1
CUT_OFF, TOO_LONG, TOO_WIDE, WIDE_BOUND = 2, 3, 4, 5
OUTERMOST, NO_GUESS, ILLEGAL, NO_OPENER, WINS, NO_CELL, SECOND, TOO_DEEP = 6, 7, 8, 9, 10, 11, 12, 13
NOT_KEPT, OTHER_LIMIT, OTHER_DEMANDS, OTHER_SET, NO_PART = 14, 15, 16, 17, 18
LATE, HOW_MANY, NO_SYMMETRY, NO_PLACES, NO_SYMBOLS, NOT_THE_LIST, NOT_THE_SET = 19, 20, 21, 22, 23, 24, 25
SHORTFALL, KEEPS_TOO_MUCH = 26, 27
INNER_PART, PART_LIMIT, PART_SIZE, NOT_ASCENDING, NO_ANSWER = 28, 29, 30, 31, 32
NO_SYMBOL, MANY_COPIES, NOT_MET = 33, 34, 35


def error_of(
    game: Game, fault: int, details: Sequence[int], n_of_part: int = 0, turns: Sequence[tuple[int, int]] = ()
) -> CertificateError:
    """Returns the error for a fault.

    Args:
        game: The game.
        fault: The fault's number.
        details: The numbers in the message, as the kernel reports them.
        n_of_part: The size of the part that contains the frame; 0 if it is not in a part.
        turns: The guesses, by their places in the allowed list, and the codes that lead to the frame.
    """
    if fault == SHORTFALL:
        path = [(game.allowed[guess], feedback) for guess, feedback in turns]
        n, n_left, bound, guess, known = details[:5]
        shortfall = Shortfall(game.allowed[guess], known)
        return CertificateError(Reason.LEMMA, describe_lemma(game, n_of_part, path, n, n_left, bound, shortfall))
    number, feedback = details[0], details[1]
    guess_word = game.allowed[number] if 0 <= number < len(game.allowed) else ""
    reason, message = {
        CUT_OFF: (Reason.FILE, "a number is cut off"),
        TOO_LONG: (Reason.FILE, "a number is longer than it needs to be"),
        TOO_WIDE: (Reason.FILE, "a number has more than 9 bytes"),
        WIDE_BOUND: (Reason.FILE, "a bound has more than 32 bits"),
        OUTERMOST: (Reason.ENTRY, "the outermost frame may contain only entries and parts"),
        NO_GUESS: (Reason.ENTRY, f"there is no guess {number}"),
        ILLEGAL: (Reason.ENTRY, f"{guess_word} is not legal there"),
        NO_OPENER: (Reason.ENTRY, f"{guess_word} is not the opener"),
        WINS: (Reason.ENTRY, f"nothing is left to prove where {guess_word} wins"),
        NO_CELL: (Reason.ENTRY, f"no candidate gives {guess_word} the feedback {feedback}"),
        SECOND: (Reason.ENTRY, f"a second entry for {guess_word} {game.show(feedback)}"),
        TOO_DEEP: (Reason.ENTRY, "frames are nested deeper than guesses are left"),
        INNER_PART: (Reason.ENTRY, "a part is not in the outermost frame"),
        PART_LIMIT: (Reason.ENTRY, f"a part has {number} guesses left, not 1 to {feedback}"),
        PART_SIZE: (Reason.ENTRY, f"a part has {number} answers, not 1 to {feedback}"),
        NOT_ASCENDING: (Reason.ENTRY, "the answers of a part do not ascend"),
        NO_ANSWER: (Reason.ENTRY, "a part has an answer that does not exist"),
        NO_SYMBOL: (Reason.ENTRY, "a part demands a symbol that does not exist"),
        MANY_COPIES: (Reason.ENTRY, f"a part demands a symbol {number} times, not 0 to {feedback} times"),
        NOT_MET: (Reason.ENTRY, "an answer of a part does not meet its demands"),
        NOT_KEPT: (Reason.USE, f"lemma {number} was not kept before"),
        OTHER_LIMIT: (Reason.USE, f"the lemma is for {number} guesses left, but the cell has {feedback}"),
        OTHER_DEMANDS: (Reason.USE, "the lemma was proven with demands that the cell does not make"),
        OTHER_SET: (Reason.USE, "the lemma's set is not the cell, but rule candidates requires it to be"),
        NO_PART: (Reason.USE, "the lemma's set is neither the cell nor a subset of it"),
        LATE: (Reason.SYMMETRY, "symmetries may occur only once, before all entries"),
        HOW_MANY: (Reason.SYMMETRY, f"a frame has {number} symmetries, not 1 to {limits.MOST_SYMMETRIES}"),
        NO_SYMMETRY: (Reason.SYMMETRY, f"games of kind {game.kind} have no symmetries"),
        NO_PLACES: (Reason.SYMMETRY, "the places of a symmetry are not a permutation"),
        NO_SYMBOLS: (Reason.SYMMETRY, "the symbols of a symmetry are not a permutation"),
        NOT_THE_LIST: (Reason.SYMMETRY, "a symmetry does not map the list of codes onto itself"),
        NOT_THE_SET: (Reason.SYMMETRY, "a symmetry does not map the candidates onto themselves"),
        KEEPS_TOO_MUCH: (Reason.COUNT, f"the kept lemmas have more than {limits.MOST_KEPT} members"),
    }[fault]
    return CertificateError(reason, message)
