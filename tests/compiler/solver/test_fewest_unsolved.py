"""The fewest unsolved answers, and then the smallest total, against brute force in tiny games that no tree solves."""

import random
from collections import Counter
from itertools import count
from pathlib import Path

import count_unsolved
import pytest
from command_runs import wordle_compile
from reference_solver import NOTHING, Knowledge, replay
from sampled import sampled_seeds
from tiny_games import BruteForce, TinyGame, tiny_game

from wordle_compiler import (
    Deadline,
    Game,
    InputError,
    Rule,
    StoppedError,
    Weights,
    WordList,
    compile_tree,
    load_list,
    rank_openers,
)
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.solver.fewest_unsolved import FewestUnsolved, bound_unsolved
from wordle_compiler.solver.leaderboard import OpenerResult
from wordle_compiler.solver.objective import Objective
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.strategies import Order, get_strategy
from wordle_runtime import load
from wordle_runtime.verification import verify

pytestmark = pytest.mark.usefixtures("small_memo")

FAMILY = tuple(f"{letter}ill" for letter in "abcdefgh")
"""Each guess solves its own word and tells no others apart."""


MISSED = 10**6
"""What an unsolved answer costs: more than all guesses of a game."""


class Unsolved(BruteForce):
    """Costs of the fewest unsolved answers, and then of the smallest total over the others."""

    def __init__(self, game: TinyGame, limit: int) -> None:
        super().__init__(game)
        self.limit = limit

    def cost(self, candidates: frozenset[str], n_left: int, known: Knowledge = NOTHING) -> int:
        # Its guesses so far are counted, as if it were solved.
        return super().cost(candidates, n_left, known) if n_left else len(candidates) * (MISSED - self.limit)


@sampled_seeds(30, 2000)
def test_against_brute_force(seeds: range) -> None:
    """In every rule, and in games of codes; within limits that most of the games do not keep."""
    missed = Counter[str]()
    for seed in seeds:
        tiny, limit = tiny_game(seed), 1 + seed % 3
        brute = Unsolved(tiny, limit)
        opener = tiny.answers[seed % len(tiny.answers)] if seed % 3 == 0 else None
        game = tiny.product()
        openers = () if opener is None else (game.allowed.words.index(opener),)
        order = Order(game, FeedbackMatrix.of(game), openers, limit, objective=Objective.UNSOLVED_THEN_TOTAL)
        root, status = get_strategy("optimal").build(order)

        best = brute.cost_with(opener, brute.everything, limit) if opener else brute.cost(brute.everything, limit)
        n_unsolved = len(tiny.answers) - root.n_solved()
        assert (n_unsolved, root.total()) == divmod(best, MISSED), tiny
        assert status == ("optimal below opener" if opener else "optimal")
        missed[tiny.kind if tiny.kind == "mastermind" else tiny.rule] += n_unsolved > 0
        if tiny.kind == "wordle":
            replay(root, tiny.answers, tiny.allowed, tiny.rule, limit)
    assert min(missed[name] for name in ("any", "hard", "candidates", "mastermind")) > 1, missed


@pytest.mark.parametrize("rule", ["any", "hard", "candidates"])
@sampled_seeds(4, 400)
def test_three_guesses_against_brute_force(rule: str, seeds: range) -> None:
    """Sets of rhymes, of which four guesses leave many; every cutoff gives the count or itself, and openers tie."""
    n_missed = 0
    for seed in seeds:
        chance = random.Random(f"rhymes {seed}")
        words = sorted({chance.choice("abcdefgh") + chance.choice("ai") + "l" for _ in range(20)})
        allowed = sorted({*words, *("".join(chance.choices("abcdefghln", k=3)) for _ in range(8))})
        tiny = TinyGame("wordle", rule, tuple(words), tuple(allowed))
        solver = ExactSolver(tiny.product(), None, 3)
        worker = solver._threads.worker()
        brute, everything = Unsolved(tiny, 3), worker.everything()
        expected = brute.cost(brute.everything, 3) // MISSED
        finder = FewestUnsolved(worker)
        for cutoff in range(1, len(words) + 1):
            assert finder.count([everything], 3, cutoff) == min(expected, cutoff), tiny
        # Twice the same cells, as if an opener had left them.
        assert finder.count([everything, everything], 3, 100) == 2 * expected
        legal = brute.legal(brute.everything, NOTHING)
        counts = [brute.cost_with(word, brute.everything, 3) // MISSED for word in legal]
        numbers = list(map(allowed.index, legal))
        leaders = [number for number, n in zip(numbers, counts, strict=True) if n == min(counts)]
        bounds = bound_unsolved(solver._problem, numbers, 3)
        assert all(bounds[number] <= n for number, n in zip(numbers, counts, strict=True)), tiny
        assert solver.openers_that_leave_fewest() == (expected, leaders)
        n_missed += expected > 0
    assert n_missed > len(seeds) // 2


@pytest.mark.parametrize("n_first", [0, 2])
@pytest.mark.parametrize("n_openers", [1, 60])
def test_a_time_limit_leaves_a_bound_that_holds(n_openers: int, n_first: int) -> None:
    """However early the search ends, no opener leaves fewer answers than the bound, and in time the result is exact."""
    words = WordList("rhymes", tuple(sorted(first + vowel + "l" for first in "abcdefgh" for vowel in "ai")))
    game = Game(words, words)
    openers = [*range(len(words))][:n_openers]
    fewest = ExactSolver(game, None, 3).openers_that_leave_fewest(among=openers)
    assert fewest[0] > 1
    bounds, least = set[int](), min(bound_unsolved(ExactSolver(game, None, 3)._problem, openers, 3).values())
    for n_looks in (1, 2, 4, 8, 16, 32, 64, 128, 10_000):
        moments, known = count(), dict[int, OpenerResult]()
        solver = ExactSolver(game, None, 3, deadline=Deadline(n_looks, lambda moments=moments: float(next(moments))))
        try:
            assert solver.openers_that_leave_fewest(among=openers, n_first=n_first, known=known) == fewest
        except StoppedError:
            bounds.add(min(one.total for one in known.values()))
    assert least == min(bounds) <= max(bounds) <= fewest[0]
    assert min(one.total for one in known.values()) == fewest[0]


def test_of_a_short_list_few_openers_are_counted_before_all_get_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    cutoffs, plain = list[int](), FewestUnsolved.count
    monkeypatch.setattr(FewestUnsolved, "count", lambda *told: cutoffs.append(told[3]) or plain(*told))
    words = WordList("rhymes", tuple(sorted(first + vowel + "l" for first in "abcdefgh" for vowel in "ai")))

    assert ExactSolver(Game(words, words), None, 3, deadline=Deadline(1e9)).openers_that_leave_fewest()[0] == 9
    # What the second of two is asked depends on whether the first is told in time.
    assert (cutoffs[0], sorted(set(cutoffs[2:]))) == (17, [4, 8, 10])


def test_no_more_guesses_are_tried_than_are_legal() -> None:
    """Beyond them lies memory that is not theirs."""
    words = WordList("family", FAMILY)
    worker = ExactSolver(Game(words, words, Rule.CANDIDATES), None, 3)._threads.worker()
    counter = FewestUnsolved(worker)._counter(worker.everything())

    assert counter.count(len(FAMILY), 1 << 40) == counter.count(len(FAMILY)) == len(FAMILY) - 3


@pytest.mark.slow
@pytest.mark.parametrize("rule", [Rule.ANY, Rule.HARD, Rule.CANDIDATES])
def test_the_second_program_finds_the_same_openers(
    rule: Rule, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    everything = [word for word in load_list("original-allowed") if word.endswith("es")]
    for seed, (n_answers, n_allowed, limit) in enumerate([(150, 150, 3), (200, 400, 3), (300, 300, 4)] * 2):
        allowed = random.Random(seed).sample(everything, n_allowed)
        game = Game(WordList.from_words(allowed[:n_answers], "a"), WordList.from_words(allowed, "b"), rule)
        (tmp_path / "answers").write_text("\n".join(game.answers))
        (tmp_path / "allowed").write_text("\n".join(game.allowed))

        count_unsolved.main(str(tmp_path / "answers"), str(tmp_path / "allowed"), str(rule), str(limit))

        rows = rank_openers(game, max_guesses=limit, objective="unsolved,total").rows
        fewest, openers = rows[0].n_unsolved, sorted(row.opener for row in rows if row.proven == "exact")
        said, found = capsys.readouterr().out.rstrip().split("; ")[0].split(": ")
        assert said == f"{fewest} of {n_answers} unsolved within {limit}, rule {rule}"
        assert sorted(found.split()) == openers


def test_several_openers_and_workers() -> None:
    """Of eight words that no guess tells apart, four guesses solve four, whichever come first."""
    words = WordList("family", FAMILY)
    trees = [
        compile_tree(
            Game(words, words), opener="bill,cill", max_guesses=4, objective="unsolved,total", n_workers=n_workers
        )
        for n_workers in (1, 2)
    ]

    assert trees[0].data == trees[1].data
    found = trees[0].guarantee
    assert (trees[0].tree.fixed, len(found.unsolved), found.total) == (("bill", "cill"), 4, 10)


def test_tree_is_verified_and_its_claim_is_not_refuted(tmp_path: Path) -> None:
    (tmp_path / "family").write_text("\n".join(FAMILY))
    lists = ["--answers", str(tmp_path / "family"), "--allowed", str(tmp_path / "family"), "-j", "1"]
    ask = ["--max-guesses", "3", "--objective", "unsolved,total", *lists]

    made = wordle_compile(*ask, "-o", str(tmp_path / "x.tree"))
    proof = wordle_compile(*ask, "--certificate", str(tmp_path / "x.proof"), "-o", "-")

    assert made.exit_code == 0, made.output
    assert "solved     3 of 8 answers" in made.stdout
    assert (
        "no other such tree leaves fewer answers unsolved, and none that leaves as few has a smaller total"
        in made.stdout
    )
    assert verify((tmp_path / "x.tree").read_bytes()).holds
    assert load(tmp_path / "x.tree").info.objective == "unsolved,total"
    assert proof.exit_code == 1
    assert "a certificate is for trees that solve every answer, but this one leaves 5 unsolved" in proof.stderr


def test_weights_are_refused_where_answers_are_missed() -> None:
    words = WordList("family", FAMILY)
    game = Game(words, words)
    weights = Weights.of(dict.fromkeys(FAMILY, 1), words, "even")

    with pytest.raises(InputError, match="leave out the weights"):
        compile_tree(game, max_guesses=3, objective="unsolved,total", weights=weights)
