"""The ranking of openers against the reference: totals, with weights and without, bounds, order, any workers."""

import itertools
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from reference_solver import Reference
from sampled import sampled, sampled_seeds
from small_games import GENEROUS, RULES, SmallGame, draw_weights, families_game, large_game, small_game

from wordle_compiler import Deadline, Game, InputError, Rule, Weights, WordList, compile_tree, rank_openers
from wordle_compiler.commands.openers import render_ranking
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver.journal import Journal, read_journal
from wordle_compiler.solver.leaderboard import Leaderboard, OpenerResult
from wordle_compiler.solver.objective import Objective, Question
from wordle_compiler.solver.openers import beside_anagrams
from wordle_compiler.solver.solver import ExactSolver

pytestmark = pytest.mark.usefixtures("small_memo")

each_rule = pytest.mark.parametrize("rule", RULES, ids=str)
each_range = sampled_seeds(4, 40)
LIMITS = (2, 3, 4, 6)


def solver_of(game: Game, limit: int, n_workers: int = 1) -> ExactSolver:
    return ExactSolver(game, FeedbackMatrix.of(game), limit, n_workers=n_workers)


def reference_ranking(small: SmallGame, rule: Rule, limit: int) -> tuple[list[tuple[int, str]], list[str]]:
    """The openers that solve the game, best first, and those that do not, alphabetically."""
    reference = Reference(small.answers, small.allowed, rule.value)
    legal = small.answers if rule is Rule.CANDIDATES else small.allowed
    totals = {word: reference.below(word, limit) for word in legal}
    return sorted((total, word) for word, total in totals.items() if total is not None), [
        word for word, total in totals.items() if total is None
    ]


@each_rule
@pytest.mark.parametrize("n_best", [1, 2, 5, None])
@each_range
def test_the_best_are_exact_and_the_others_no_better(seeds: range, n_best: int | None, rule: Rule) -> None:
    for seed in seeds:
        small = small_game(seed)
        limit = LIMITS[(seed + seed // 4) % len(LIMITS)]
        feasible, infeasible = reference_ranking(small, rule, limit)
        solver = solver_of(small.under(rule), limit)
        results = solver.rank_openers(solver.legal_openers(), n_best=n_best)
        best, others = results[:n_best], results[len(results) if n_best is None else n_best :]

        named = [(result.total, small.allowed[result.opener]) for result in best if result.is_feasible]
        assert named == feasible[:n_best], f"{small} within {limit}"
        if n_best is not None and len(feasible) >= n_best:
            assert all(result == OpenerResult(result.opener, best[-1].total, False) for result in others)
            assert [result.opener for result in others] == sorted(result.opener for result in others)
        else:
            assert [small.allowed[r.opener] for r in results if not r.is_feasible] == infeasible
            assert all(result.is_exact for result in results)
            assert all(result.total == INFEASIBLE for result in results[len(feasible) :])


@each_rule
@pytest.mark.parametrize("n_best", [None, 2])
@each_range
def test_below_a_total_openers_are_ranked_and_the_others_have_no_such_tree(
    seeds: range, n_best: int | None, rule: Rule
) -> None:
    n_ranked = n_bounded = 0
    for seed in seeds:
        small = small_game(seed)
        limit = LIMITS[(seed + seed // 4) % len(LIMITS)]
        feasible, _ = reference_ranking(small, rule, limit)
        if not feasible:
            continue
        below = feasible[seed % len(feasible)][0] + seed % 2
        expected = [(total, word) for total, word in feasible if total < below][:n_best]
        bound = expected[-1][0] if len(expected) == n_best else below
        solver = solver_of(small.under(rule), limit, n_workers=1 + seed % 2)

        results = solver.rank_openers(solver.legal_openers(), n_best=n_best, below=below)

        best, others = results[: len(expected)], results[len(expected) :]
        assert [(result.total, small.allowed[result.opener]) for result in best if result.is_exact] == expected
        assert others == [OpenerResult(number, bound, False) for number in sorted(r.opener for r in others)]
        n_ranked += len(best)
        n_bounded += len(others)
    assert n_ranked
    assert n_bounded


@each_rule
@pytest.mark.parametrize("seed", sampled(range(3), 1))
def test_workers_do_not_change_the_ranking(seed: int, rule: Rule) -> None:
    # Many openers of a small game share a total, so the last place is taken by the alphabet, whoever comes first.
    for small in (small_game(seed), families_game(seed), large_game(seed, n_answers=(25, 40), n_allowed=(60, 90))):
        game = small.under(rule)
        for n_best in (1, 3, None):
            found = []
            for n_workers in (1, 2, 4, 4):
                solver = solver_of(game, 6, n_workers)
                found.append(solver.rank_openers(solver.legal_openers(), n_best=n_best))

            assert found == [found[0]] * 4, small.name


@each_rule
@each_range
def test_bounds_are_never_above_the_totals(seeds: range, rule: Rule) -> None:
    n_useful = 0
    for seed in seeds:
        small = small_game(seed)
        limit = LIMITS[(seed + seed // 4) % len(LIMITS)]
        feasible, _ = reference_ranking(small, rule, limit)
        threads = solver_of(small.under(rule), limit)._threads
        # With pairs of letter sets and without; left at the first stage, or driven to the last.
        for least_for_pairs, target in itertools.product((0, 1 << 20), (2 * len(small.answers), INFEASIBLE)):
            sets = threads.letter_sets(1, least_for_pairs)
            for total, word in feasible:
                bound = threads.worker().bound_below(small.allowed.index(word), sets, target)
                assert bound <= total, f"{small} within {limit} from {word}"
                n_useful += bound >= 2 * len(small.answers) - 1
    # Under rule candidates, and within two guesses, nothing is bounded.
    assert (n_useful > 0) == (rule is not Rule.CANDIDATES)


@each_rule
@each_range
def test_what_is_recorded_is_true_and_what_is_known_changes_nothing(tmp_path: Path, seeds: range, rule: Rule) -> None:
    for seed in seeds:
        small = small_game(seed)
        reference = Reference(small.answers, small.allowed, rule.value)
        solver = solver_of(small.under(rule), 6)
        openers, question = solver.legal_openers(), Question(small.under(rule), 6, Objective.TOTAL)
        with Journal(tmp_path / f"{seed}.db", question) as journal:
            ranking = solver.rank_openers(openers, n_best=2, journal=journal)
        with Journal(tmp_path / f"{seed}.db", question) as journal:
            told = journal.known(6)

        assert set(told) == set(openers)
        for opener, result in told.items():
            total = reference.below(small.allowed[opener], 6)
            if result.is_exact:
                assert result.total == (INFEASIBLE if total is None else total)
            else:
                assert total is None or result.total <= total

        for step in (1, 2, 3):
            with Journal(tmp_path / f"{seed} {step}.db", question) as journal:
                for result in list(told.values())[::step]:
                    journal.record(6, result)
            with Journal(tmp_path / f"{seed} {step}.db", question) as journal:
                assert solver.rank_openers(openers, n_best=2, journal=journal) == ranking


def test_an_opener_on_the_last_place_gives_way_to_one_before_it_in_the_alphabet_only() -> None:
    board = Leaderboard(2)
    assert board.cutoff(7) == INFEASIBLE
    board.enter(100, 5)
    board.enter(90, 9)

    assert (board.cutoff(4), board.cutoff(6)) == (101, 100)

    board.enter(100, 4)
    board.enter(INFEASIBLE, 2)

    assert board.best() == [(90, 9), (100, 4)]


def test_anagrams_are_tried_one_after_another() -> None:
    words = WordList("words", ("act", "arc", "car", "cat", "dog", "god", "tac"))
    problem = solver_of(Game(words, words, Rule.ANY), 6)._problem
    order = [words.words.index(word) for word in ("car", "god", "cat", "arc", "dog", "act")]

    assert [words.words[i] for i in beside_anagrams(problem, order)] == ["car", "arc", "god", "dog", "cat", "act"]


@each_rule
@sampled_seeds(5, 28)
def test_a_table_of_openers_is_the_reference_s(seeds: range, rule: Rule) -> None:
    for seed in seeds:
        small = small_game(seed)
        game = small.under(rule)
        values = draw_weights(small, seed)
        reference = Reference(small.answers, small.allowed, rule.value, values)
        limit = (*LIMITS, GENEROUS)[seed % 5]
        weight = sum(values.values())
        costs = {word: reference.costs_below(word, limit) for word in reference.legal(reference.answers)}
        ranked = sorted((found, word) for word, found in costs.items() if found)
        for n_best in (1, 4, None):
            table = rank_openers(
                game,
                n_best=n_best,
                max_guesses=limit,
                n_workers=1 + seed % 2,
                weights=Weights.of(values, game.answers, "mine"),
            )
            exact = [row for row in table.rows if row.proven == "exact"]
            where = f"{small} {rule} within {limit} {values}"

            with_ties = [one for one in ranked if n_best is None or one[0] <= ranked[:n_best][-1][0]]
            assert [((row.weighted_total, row.total), row.opener) for row in exact] == with_ties, where
            assert sorted(row.opener for row in table.rows) == sorted(costs)
            for row in table.rows:
                found = costs[row.opener]
                if row.proven == "no tree":
                    assert found is None
                    assert (row.total, row.weighted_total, row.weighted_mean) == (None, None, None)
                elif row.proven == "at least":
                    assert found is None or (row.weighted_total or 0) <= found[0], where
                    assert row.total is None
                if row.weighted_mean is not None:
                    assert row.weighted_mean == Fraction(row.weighted_total or 0, weight)
            assert render_ranking(table)
            assert table.to_csv().splitlines()[0].startswith("opener,total,")
        every = {n: {word: reference.costs_below(word, n) for word in costs} for n in range(1, limit + 1)}
        if kept := next((found for found in every.values() if any(found.values())), None):
            mine = Weights.of(values, game.answers, "mine")
            table = rank_openers(game, max_guesses=limit, weights=mine, objective="worst-case,total")
            exact = [((row.weighted_total, row.total), row.opener) for row in table.rows if row.proven == "exact"]
            assert exact == sorted((found, word) for word, found in kept.items() if found), f"{small} {rule} {values}"


@each_rule
@each_range
def test_other_objectives_rank_as_the_reference_does(seeds: range, rule: Rule, tmp_path: Path) -> None:
    for seed in seeds:
        small, most = small_game(seed), 4
        game, where = small.under(rule), f"{small} {rule}"
        within = {limit: dict(map(reversed, reference_ranking(small, rule, limit)[0])) for limit in range(1, most + 1)}
        totals = within[most]
        if not totals:
            continue
        least = {word: min(n for n in within if within[n].get(word) == total) for word, total in totals.items()}
        table = rank_openers(game, max_guesses=most, objective="total,worst-case")
        exact = [(row.total, row.worst_case, row.opener) for row in table.rows if row.proven == "exact"]
        assert exact == sorted((total, least[word], word) for word, total in totals.items()), where

        below = sorted(totals.values())[len(totals) // 2]
        table = rank_openers(game, max_guesses=most, objective="total,worst-case", below=below)
        found = [(row.total, row.worst_case, row.opener) for row in table.rows if row.proven == "exact"]
        assert found == [one for one in exact if (one[0] or 0) < below], where

        smallest = min(limit for limit in within if within[limit])
        kept = {"objective": ("worst-case,total", "worst-case")[seed % 2], "journal": tmp_path / f"{seed}.db"}
        table = rank_openers(game, n_best=1, max_guesses=most, **kept)
        refuted = {one.word for one in read_journal(kept["journal"]).openers() if one.limit < smallest}
        legal = game.answers if rule is Rule.CANDIDATES else game.allowed
        assert refuted == set(legal.words if smallest > 1 else ()), where
        best = min(within[smallest].values())
        tied = sorted(word for word, total in within[smallest].items() if total == best)
        assert [row.opener for row in table.rows if row.proven == "exact"] == tied, where
        assert (table.max_guesses, table.rows[0].total, table.rows[0].worst_case) == (smallest, best, smallest), where
        assert {row.total for row in table.rows if row.proven == "at least"} <= {best + 1}


@each_rule
def test_all_openers_that_leave_the_fewest_unsolved_are_ranked(rule: Rule) -> None:
    for seed in range(2):
        game = small_game(seed).under(rule)
        trees = {
            word: compile_tree(game, opener=word, max_guesses=2, objective="unsolved,total").guarantee
            for word in (game.answers if rule is Rule.CANDIDATES else game.allowed).words
        }
        figures = sorted((len(found.unsolved), found.total, word) for word, found in trees.items())
        fewest = figures[0][0]
        table = rank_openers(game, max_guesses=2, objective="unsolved,total")

        if fewest:
            found = [(row.n_unsolved, row.total, row.opener) for row in table.rows if row.proven == "exact"]
            assert found == [one for one in figures if one[0] == fewest]
            assert all(row.n_unsolved == fewest + 1 for row in table.rows[len(found) :])
            assert f" {fewest + 1} unsolved each" in render_ranking(table) or len(found) == len(trees)
        else:
            assert [row.total for row in table.rows[:1]] == [figures[0][1]]


def test_a_time_limit_leaves_what_is_proven() -> None:
    game = small_game(5).under(Rule.ANY)
    every = {row.opener: row.total for row in rank_openers(game).rows}
    table = rank_openers(game, deadline=Deadline(12, itertools.count().__next__))

    exact = [row for row in table.rows if row.proven == "exact"]
    assert 0 < len(exact) < len(every)
    assert not table.is_complete
    assert all(row.total == every[row.opener] for row in exact)
    assert all((row.total or 0) <= (every[row.opener] or INFEASIBLE) for row in table.rows)
    assert f"cut the search short: {len(exact)} of {len(every)} are settled" in render_ranking(table)


@pytest.mark.parametrize("n_looks", [-1, 5, 17], ids=["before the count", "in it", "after it"])
def test_a_time_limit_leaves_a_bound_of_unsolved_answers(n_looks: int) -> None:
    search = {"n_workers": 1, "deadline": Deadline(n_looks, itertools.count().__next__)}
    asked = {"max_guesses": 2, "objective": "unsolved,total"}
    table, whole = (rank_openers(small_game(5).under(Rule.ANY), **asked, **more) for more in (search, {}))

    assert (len(table.rows), table.is_complete) == (len(small_game(5).allowed), False)
    of_whole = {row.opener: row for row in whole.rows}
    assert min(row.n_unsolved or 0 for row in table.rows) == whole.rows[0].n_unsolved
    assert all(row == of_whole[row.opener] for row in table.rows if row.proven == "exact")
    assert " at least 2 unsolved each within 2 guesses, rule any\n" in render_ranking(table)


def test_progress_with_weights_is_a_mean() -> None:
    small = small_game(5)
    game, notes = small.under(Rule.ANY), []
    weights = Weights.of(draw_weights(small, 5), game.answers, "mine")
    best = rank_openers(game, n_best=1, weights=weights, progress=lambda *told: notes.append(told[2])).rows[0]

    assert f"best {best.opener} mean {float(best.weighted_mean or 0):.4f}" in " ".join(notes)


HEAVY = Weights.of(draw_weights(small_game(5), 5), small_game(5).under(Rule.ANY).answers, "mine")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"objective": "worst-case", "below": 9}, "cannot be combined with worst-case,total: --top K ranks"),
        ({"objective": "unsolved,total", "below": 9}, "cannot be combined with unsolved,total: --top K ranks"),
        ({"weights": HEAVY, "below": 9}, "cannot be combined with weights: --top K ranks"),
        (
            {"weights": HEAVY, "objective": "total,worst-case"},
            "by weights and total,worst-case: leave one out; `wordle-compile` takes",
        ),
    ],
    ids=str,
)
def test_combinations_that_rank_nothing_name_what_does(more: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        rank_openers(small_game(5).under(Rule.ANY), **more)
