"""The certificates that the compiler writes, held against the checkers, which import nothing of it."""

import io
import random
import zlib
from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import msgpack
import pytest
from reference_solver import Reference, colours_of
from sampled import sampled, sampled_seeds
from small_games import RULES, SmallGame, families_game, family_game, large_game, small_game
from tiny_games import tiny_game

from wordle_checker import Proof, check
from wordle_compiler import CompiledTree, Game, Rule, Weights, WordList, compile_tree, load_list
from wordle_compiler.certificate import certify as certify_module
from wordle_compiler.certificate import chapters as parts_module
from wordle_compiler.certificate import lemmas
from wordle_compiler.certificate import relaxed as relaxed_module
from wordle_compiler.certificate.certify import CertificateClaim, certify, claims_of
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.mastermind import mastermind
from wordle_compiler.machine.errors import CompilerError, InputError, UnmetGuaranteeError
from wordle_compiler.search.extract import CandidateSet
from wordle_compiler.search.problem import EVERY_GUESS, make_problem
from wordle_compiler.solver.objective import Objective
from wordle_compiler.solver.refutation.parts import Part
from wordle_compiler.solver.refutation.refuter import Refutation, refute
from wordle_compiler.solver.relaxation import Relaxation
from wordle_compiler.strategies import optimal as optimal_module
from wordle_compiler.strategies.strategy import Facts

pytestmark = pytest.mark.usefixtures("small_memo")


def checked(game: Game, tree: CompiledTree, certificate: bytes) -> Proof:
    return check(tree.data, io.BytesIO(certificate), game.answers.words, game.allowed.words, plain=True)


def certified(game: Game, **options: object) -> tuple[CompiledTree, bytes, Proof]:
    tree = compile_tree(game, "optimal", n_workers=1, **options)  # type: ignore[arg-type]
    certificate = certify(game, tree.data, n_workers=1)
    return tree, certificate, checked(game, tree, certificate)


def entries_of(certificate: bytes) -> list[object]:
    return list(msgpack.Unpacker(io.BytesIO(certificate)))


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("objective", list(Objective))
@sampled_seeds(1, 16)
def test_small_games_of_every_rule_and_objective_are_certified(seeds: range, rule: Rule, objective: Objective) -> None:
    n_certified = n_lemmas = 0
    for seed in seeds:
        game = small_game(seed).under(rule)
        dice = random.Random(f"{seed} {rule} {objective}")
        opener = dice.choice((None, None, game.answers.words[0]))
        try:
            _, _, proof = certified(game, max_guesses=dice.choice((3, 4, 6)), objective=objective, opener=opener)
        except UnmetGuaranteeError:
            continue
        n_certified += 1
        n_lemmas += proof.n_lemmas
    assert n_certified > len(seeds) // 3


def test_mastermind_is_certified_with_its_symmetry() -> None:

    _, certificate, proof = certified(mastermind(3, 4))

    header = entries_of(certificate)[0]
    assert isinstance(header, dict)
    assert header["symmetries"], "without them every opener would need a proof"
    assert proof.n_lemmas == header["lemmas"]


def test_the_bytes_do_not_depend_on_the_number_of_workers() -> None:
    game = large_game(4, n_answers=(50, 60), n_allowed=(100, 150)).under(Rule.ANY)
    tree = compile_tree(game, "optimal", max_guesses=8, n_workers=1)

    one = certify(game, tree.data, n_workers=1)

    assert certify(game, tree.data, n_workers=2) == one
    assert certify(game, tree.data, n_workers=3) == one


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    "objective", [objective for objective in Objective if objective is not Objective.UNSOLVED_THEN_TOTAL]
)
@sampled_seeds(1, 12)
def test_the_bytes_do_not_depend_on_what_the_search_hands_on(
    seeds: range, rule: Rule, objective: Objective, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optimal_module, "_MANY_ANSWERS", 2)
    n_refutations = 0
    for seed in seeds:
        game = large_game(seed, n_answers=(20, 26), n_allowed=(30, 45)).under(rule)
        facts = Facts()
        try:
            tree = compile_tree(game, objective=objective, max_guesses=8, n_workers=2, facts=facts)
        except UnmetGuaranteeError:
            continue
        n_refutations += len(facts.refutations)

        handed_on = certify(game, tree.data, n_workers=1, facts=facts)

        assert handed_on == certify(game, tree.data, n_workers=1)
        checked(game, tree, handed_on)
    # Under rule hard, what refutes a worst case is not handed on.
    is_hard = rule is Rule.HARD and objective in (Objective.WORST_CASE, Objective.WORST_CASE_THEN_TOTAL)
    assert n_refutations or rule is Rule.CANDIDATES or objective is Objective.TOTAL or is_hard


@pytest.mark.parametrize("kind", [families_game, family_game])
@pytest.mark.parametrize("seeds", sampled([range(6, 8), range(6), range(8, 200)], 1), ids=str)
def test_relaxed_proofs_are_accepted_where_the_limit_bites(
    seeds: range, kind: Callable[[int], SmallGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With no node for the plain proof, each cell is proven by relaxation, within every limit that a tree keeps."""
    monkeypatch.setattr(certify_module, "MOST_NODES", 0)
    relaxed = 0
    for seed in seeds:
        small = kind(seed)
        game = small.under(Rule.ANY)
        reference = Reference(small.answers, small.allowed, "any")
        opener = small.allowed[seed % len(small.allowed)]
        for limit in range(2, 9):
            total = reference.below(opener, limit)
            if total is None:
                continue
            tree = compile_tree(game, "optimal", max_guesses=limit, opener=opener, n_workers=1)
            proof = checked(game, tree, certify(game, tree.data, n_workers=2))
            assert f"that opens with {opener} has a total below {total} (" in proof.sentence
            relaxed += proof.n_lemmas
    assert relaxed > len(seeds)


def test_relaxed_proofs_use_every_kind_of_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planner is told too little about totals without a limit, so that it plans cells and parts at many guesses."""
    reasons: Counter[str] = Counter()

    class Forgetful(RelaxationSpy):
        def relaxed_total(self, cell: CandidateSet, beta: int, guess: int = EVERY_GUESS) -> int:
            if zlib.crc32(cell.answers.tobytes() + bytes([guess & 255])) % 3:
                return 2 * len(cell) - 1
            return self.relaxation.relaxed_total(cell, beta, guess)

    class Writer(relaxed_module.ChapterWriter):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            self._relaxation = Forgetful(self._relaxation)  # type: ignore[assignment]

        def _plan(self, cell: CandidateSet, limit: int, bound: int) -> relaxed_module.Plan:
            plan = super()._plan(cell, limit, bound)
            for reason in (plan.by_guess or {}).values():
                reasons[f"part {reason.limit}" if isinstance(reason, Part) else f"{min(len(reason), 1)} cells"] += 1
            return plan

    monkeypatch.setattr(certify_module, "MOST_NODES", 0)
    monkeypatch.setattr(relaxed_module, "ChapterWriter", Writer)
    for seed, limit in ((12, 6), (13, 8), (20, 7)):
        small = many_families(seed)
        game = small.under(Rule.ANY)
        opener = small.allowed[seed % len(small.allowed)]
        asked = {"max_guesses": limit, "opener": opener, "objective": "total,worst-case", "n_workers": 1}
        tree = compile_tree(game, "optimal", **asked)
        checked(game, tree, certify(game, tree.data, n_workers=1))
    assert min(reasons[kind] for kind in ("0 cells", "1 cells", "part 3", "part 4")) > 50, reasons


def test_relaxed_proofs_of_several_chapters_do_not_depend_on_the_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certify_module, "MOST_NODES", 0)
    monkeypatch.setattr(relaxed_module, "ANSWERS_A_CHAPTER", 8)
    game = many_families(12).under(Rule.ANY)
    tree = compile_tree(game, "optimal", max_guesses=7, opener=game.allowed.words[5], n_workers=1)

    one, *others = (certify(game, tree.data, n_workers=n) for n in (1, 2, 3))

    assert others == [one, one]
    assert len(entries_of(one)) > 4
    checked(game, tree, one)


def test_a_worst_case_below_an_opener_is_proven_by_a_cell_that_cannot_be_solved_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(certify_module, "MOST_NODES", 0)
    words = tuple(letter + "ats" for letter in "bcfhmpr")
    game = SmallGame("family", words, (*words, "zzzz")).under(Rule.ANY)

    for opener, worst_case in (("bats", 7), ("zzzz", 8)):
        _, _, proof = certified(game, max_guesses=12, objective=Objective.WORST_CASE, opener=opener)
        assert f"that opens with {opener} solves all 7 answers within {worst_case - 1} guesses" in proof.sentence


@pytest.mark.parametrize("size", [20, 40])
def test_a_chapter_that_is_too_long_is_said_to_be(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certify_module, "MOST_NODES", 0)
    monkeypatch.setattr(lemmas, "LARGEST_TAPE", size)
    game = many_families(12).under(Rule.ANY)
    tree = compile_tree(game, "optimal", max_guesses=7, opener=game.allowed.words[5], n_workers=1)

    with pytest.raises(CompilerError, match=r"chapter of more than|too long"):
        certify(game, tree.data, n_workers=1)


def many_families(seed: int) -> SmallGame:
    """Makes a game of some 50 words in families of 5 to 9 that differ in one letter, with few words to test them."""
    dice = random.Random(f"many families {seed}")
    answers: set[str] = set()
    for _ in range(dice.randint(5, 9)):
        tail, place = "".join(dice.choices("vwxyz", k=4)), dice.randrange(5)
        answers |= {tail[:place] + letter + tail[place:] for letter in dice.sample("abcdefghijkl", dice.randint(5, 9))}
    testers = {"".join(dice.choices("abcdefghijkl", k=5)) for _ in range(dice.choice((2, 4, 8, 14)))}
    return SmallGame(f"many families {seed}", tuple(sorted(answers)), tuple(sorted(answers | testers)))


class RelaxationSpy:
    """Passes everything on to a relaxation."""

    def __init__(self, relaxation: Relaxation) -> None:
        self.relaxation = relaxation

    def __getattr__(self, name: str) -> Any:
        return getattr(self.relaxation, name)


def test_no_tree_within_five_guesses_is_proven_by_parts_of_parts() -> None:
    words = ("bat", "cat", "hat", "mat", "rat", "sat")
    game = SmallGame("family", words, words).under(Rule.ANY)

    _, _, proof = certified(game, max_guesses=9, objective=Objective.WORST_CASE)

    about = "no tree solves all 6 answers within 5 guesses (6 allowed words, rule any); the tree needs 6"
    assert about in proof.sentence
    # The five words that an opener leaves are a part within 4 guesses, any four of them one within 3.
    assert proof.n_lemmas == 6 + 15


def test_the_claims_are_those_of_the_objective() -> None:
    assert claims_of(Objective.TOTAL, 6, 20, 4) == [CertificateClaim(6, 20)]
    assert claims_of(Objective.WORST_CASE, 6, 20, 4) == [CertificateClaim(3, None)]
    assert claims_of(Objective.TOTAL_THEN_WORST_CASE, 6, 20, 4) == [CertificateClaim(6, 20), CertificateClaim(3, 21)]
    assert claims_of(Objective.WORST_CASE_THEN_TOTAL, 6, 20, 4) == [CertificateClaim(3, None), CertificateClaim(4, 20)]
    assert claims_of(Objective.WORST_CASE, 6, 1, 1) == []


def test_trees_of_which_nothing_is_proven_have_no_certificate() -> None:
    game = small_game(5).under(Rule.ANY)
    words = game.answers.words
    minimax = compile_tree(game, "minimax", n_workers=1)
    two = compile_tree(game, "optimal", opener=f"{words[0]},{words[1]}", max_guesses=9, n_workers=1)
    weights = Weights.of({word: 1 + place for place, word in enumerate(words)}, game.answers)
    weighted = compile_tree(game, "optimal", weights=weights, max_guesses=9, n_workers=1)

    for tree, reason in ((minimax, "nothing can be certified"), (two, "several fixed"), (weighted, "weights")):
        with pytest.raises(InputError, match=reason):
            certify(game, tree.data)


def test_a_tree_of_another_game_is_refused() -> None:
    game = small_game(5).under(Rule.ANY)
    tree = compile_tree(game, "optimal", max_guesses=9, n_workers=1)

    with pytest.raises(InputError, match="another game"):
        certify(small_game(5).under(Rule.CANDIDATES), tree.data)


FAMILY = ("bally", "dally", "gally", "pally", "rally", "sally", "tally", "wally")
"""Once _ALLY is green, each guess is one of these and solves no other."""


def game_of(answers: tuple[str, ...], allowed: tuple[str, ...]) -> Game:
    return Game(WordList("answers", tuple(sorted(answers))), WordList("allowed", tuple(sorted(allowed))), Rule.HARD)


def compiled(game: Game, opener: str | None = None, max_guesses: int = 12) -> CompiledTree:
    return compile_tree(
        game, "optimal", objective=Objective.WORST_CASE, max_guesses=max_guesses, opener=opener, n_workers=1
    )


def proof_of(game: Game, tree: CompiledTree) -> Proof:
    """Certifies a tree and returns what both checkers say."""
    data = certify(game, tree.data, n_workers=1)
    plain, fast = (
        check(tree.data, io.BytesIO(data), game.answers.words, game.allowed.words, plain=is_plain)
        for is_plain in (True, False)
    )
    assert (plain.sentence, plain.n_lemmas) == (fast.sentence, fast.n_lemmas)
    return plain


def families(seed: int) -> Game:
    """Returns a game of a few real families and other words."""
    dice = random.Random(seed)
    words = load_list("original-allowed").words
    tails = dice.sample(["ight", "atch", "ound", "ills", "ocks", "umps", "ines", "ater"], 2)
    answers = {word for word in words if word.endswith(tuple(tails))} | {*dice.sample(words, 8)}
    return game_of(tuple(dice.sample(sorted(answers), 20)), tuple({*answers, *dice.sample(words, 20)}))


def test_family_is_proven_by_parts_of_parts() -> None:
    game = game_of(FAMILY, (*FAMILY, "fully"))

    proof = proof_of(game, compiled(game, "bally"))

    assert proof.sentence == (
        "proven: no tree that opens with bally solves all 8 answers within 7 guesses (9 allowed words, rule hard); "
        "the tree needs 8"
    )
    # What BALLY leaves within 6 guesses, any six of the seven within 5, any five within 4, any four within 3.
    assert proof.n_lemmas == 1 + 7 + 21 + 35


def test_one_guess_that_separates_many_answers_is_certified_with_what_the_search_found() -> None:
    """Within one guess there is no part to find, however many answers there are."""
    by_feedback = {colours_of("abcde", word): word for word in map("".join, product("abcdex", repeat=5))}
    # Above the number from which the search's refutation is handed on.
    words = tuple(by_feedback.values())[:130]
    game = game_of(words, words)
    facts = Facts()
    tree = compile_tree(game, "optimal", objective=Objective.WORST_CASE, max_guesses=6, n_workers=1, facts=facts)

    data = certify(game, tree.data, n_workers=1, facts=facts)

    assert len(words) > optimal_module._MANY_ANSWERS
    assert data == certify(game, tree.data, n_workers=1)
    proof = check(tree.data, io.BytesIO(data), game.answers.words, game.allowed.words)
    assert proof.sentence == (
        "proven: no tree solves all 130 answers within 1 guess (130 allowed words, rule hard); the tree needs 2"
    )


@pytest.mark.parametrize("seed", sampled(range(24), 1))
def test_real_families_are_certified_for_one_opener_and_for_all(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts_module, "PARTS_A_CHAPTER", 2)
    game = families(seed)
    for opener in (None, game.allowed.words[seed], game.answers.words[-1]):
        tree = compiled(game, opener, 20)

        assert f" within {tree.guarantee.worst_case - 1} guesses (" in proof_of(game, tree).sentence


@sampled_seeds(12, 210)
def test_tiny_games_are_certified(seeds: range) -> None:
    n_lemmas = n_games = 0
    for seed in seeds:
        tiny = tiny_game(seed)
        if tiny.rule != "hard" or len(tiny.answers) < 4:
            continue
        game = game_of(tiny.answers, tiny.allowed)
        n_lemmas += proof_of(game, compiled(game)).n_lemmas
        n_games += 1
    assert n_games > len(seeds) // 8
    assert n_lemmas > len(seeds) // 2


def test_bytes_do_not_depend_on_the_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts_module, "PARTS_A_CHAPTER", 1)
    game = families(5)
    tree = compiled(game)

    one = certify(game, tree.data, n_workers=1)

    assert all(certify(game, tree.data, n_workers=n) == one for n in (2, 4))


def test_a_few_words_show_that_salet_needs_seven_guesses_today() -> None:
    game = Game(load_list("nyt-2023-answers"), load_list("nyt-2022-allowed"), Rule.HARD)

    refutation = refute(make_problem(game, FeedbackMatrix.of(game)), 6, [game.allowed.words.index("salet")])

    assert isinstance(refutation, Refutation)
    (part,) = refutation.parts
    words = [game.answers.words[member] for member in part.members]
    assert len({colours_of("salet", word) for word in words}) == 1
    assert 6 <= len(words) < 16
