"""Games: what makes one, what is refused, and the fingerprint against FORMAT.md."""

import hashlib

import pytest

from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.words import WordList
from wordle_compiler.machine.errors import InputError

ANSWERS = WordList("answers", ("abbey", "crane"))
ALLOWED = WordList("allowed", ("abbey", "crane", "slate"))


def test_fingerprint_is_the_digest_of_the_written_description() -> None:
    # FORMAT.md: six lines, each ended by a line feed; a list's digest is that of its words, one a line.
    answers = hashlib.sha256(b"abbey\ncrane\n").hexdigest()
    allowed = hashlib.sha256(b"abbey\ncrane\nslate\n").hexdigest()
    text = f"wordle-tree game 1\nwordle\nhard\n5\n{answers}\n{allowed}\n"

    assert Game(ANSWERS, ALLOWED, Rule.HARD).fingerprint == hashlib.sha256(text.encode("ascii")).digest()


def test_there_are_three_rules_which_may_be_given_by_name() -> None:
    assert [str(rule) for rule in Rule] == ["any", "hard", "candidates"]
    for rule in Rule:
        assert Game(ANSWERS, ALLOWED, str(rule)) == Game(ANSWERS, ALLOWED, rule)  # type: ignore[arg-type]
        assert Game(ANSWERS, ALLOWED, str(rule)).rule is rule  # type: ignore[arg-type]
    with pytest.raises(InputError, match="there is no rule 'easy': choose one of any, hard, candidates"):
        Game(ANSWERS, ALLOWED, "easy")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="there is no kind of game 'chess': choose one of wordle, mastermind"):
        Game(ANSWERS, ALLOWED, kind="chess")


def test_games_are_equal_exactly_when_their_fingerprints_are() -> None:
    other = WordList("other", ("abbey", "slate"))
    games = [
        Game(answers, allowed, rule)
        for answers in (ANSWERS, other, ALLOWED)
        for allowed in (ALLOWED, WordList("more", (*ALLOWED.words, "trace")))
        for rule in Rule
    ]
    renamed = Game(WordList("x", ANSWERS.words), WordList("y", ALLOWED.words))

    assert len(set(games)) == len({game.fingerprint for game in games}) == 18
    assert renamed == games[0]
    assert renamed.fingerprint == games[0].fingerprint
    assert hash(renamed) == hash(games[0])


def test_answers_that_could_never_be_guessed_are_named() -> None:
    answers = WordList("mine", ("abbey", "cigar", "crane"))

    with pytest.raises(InputError) as caught:
        Game(answers, ALLOWED)
    assert str(caught.value) == (
        "1 of the 3 answers in mine is not in allowed (cigar) and could never be guessed: "
        "name a list of allowed words that has them, such as the answers themselves"
    )
    # No more than ten of them.
    answers = WordList.from_words([2 * letter for letter in "abcdefghijkl"], "pairs")

    with pytest.raises(InputError, match=r"^11 of the 12 answers in pairs .* \(aa, bb, .*, ii, jj, \.\.\.\)"):
        Game(answers, WordList("few", ("ll",)))
    with pytest.raises(InputError, match=r"^10 of the 12 answers in pairs .* \(aa, bb, .*, ii, jj\)"):
        Game(answers, WordList("few", ("kk", "ll")))


def test_lists_of_two_lengths_are_refused() -> None:
    with pytest.raises(InputError) as caught:
        Game(ANSWERS, WordList("pairs", ("ab",)))
    assert str(caught.value) == (
        "the answers in answers have 5 letters, the allowed words in pairs have 2: use lists of one length"
    )
