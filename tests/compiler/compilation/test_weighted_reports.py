"""Positions, rankings of openers and journals with weights, against the reference."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest
from reference_solver import NOTHING, Costs, WeightedReference, code_of, colours_of, learn
from sampled import sampled_seeds
from small_games import GENEROUS, RULES, SmallGame, draw_weights, small_game

from wordle_compiler import analyse_position, compile_tree, rank_openers
from wordle_compiler.commands.openers import render_ranking
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.weights import Weights
from wordle_compiler.game.words import WordList
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError

pytestmark = pytest.mark.usefixtures("small_memo")

LIMITS = (2, 3, 4, 6, GENEROUS)

each_rule = pytest.mark.parametrize("rule", RULES, ids=str)


def reference_of(small: SmallGame, rule: Rule, values: dict[str, int]) -> WeightedReference:
    return WeightedReference(small.answers, small.allowed, rule.value, values)


@each_rule
@sampled_seeds(7, 49)
def test_a_position_is_ranked_as_the_reference_ranks_it(seeds: range, rule: Rule) -> None:
    n_weightless = 0
    for seed in seeds:
        small = small_game(seed)
        game = small.under(rule)
        values = draw_weights(small, seed)
        reference = reference_of(small, rule, values)
        dice = random.Random(seed)
        answer = dice.choice(small.answers)
        guess = dice.choice([word for word in reference.legal(frozenset(small.answers)) if word != answer])
        colours = colours_of(guess, answer)
        for turns in ([], [(guess, code_of(colours))]):
            candidates = frozenset(small.answers)
            known = NOTHING
            if turns:
                candidates = frozenset(word for word in candidates if colours_of(guess, word) == colours)
                known = learn(known, guess, colours) if rule is Rule.HARD else known
            left = LIMITS[seed % len(LIMITS)]
            costs = {
                word: reference.costs_with(word, candidates, left, known) for word in reference.legal(candidates, known)
            }
            weight = sum(values[word] for word in candidates)
            n_weightless += not weight
            expected = sorted(costs, key=lambda word: (costs[word] or (10**9, 0), word not in candidates, word))
            best = costs[expected[0]]
            n_best = dice.choice((1, 3, None))
            arguments = {"max_guesses": left + len(turns), "n_alternatives": n_best, "n_workers": 1}
            arguments["weights"] = Weights.of(values, game.answers, "mine")
            if best is None:
                with pytest.raises(UnmetGuaranteeError, match="proven"):
                    analyse_position(game, turns, **arguments)  # type: ignore[arg-type]
                continue
            analysis = analyse_position(game, turns, **arguments)  # type: ignore[arg-type]
            where = f"{small} {rule} after {turns} within {left} {values}"

            assert [row.guess for row in analysis.ranking] == expected[:n_best], where
            assert analysis.candidates == tuple(sorted(candidates)), where
            assert analysis.weights == "mine"
            for row in analysis.ranking:
                found = costs[row.guess]
                assert row.total == (found and found[1]), where
                assert row.expected == mean_of(found, weight, len(candidates)), where
                if found is not None:
                    assert row.cost == row.expected - mean_of(best, weight, len(candidates)), where  # type: ignore[operator]

    assert n_weightless > 0


def mean_of(costs: Costs | None, weight: int, n_candidates: int) -> Fraction | None:
    """Returns the weighted mean; the plain one where no candidate has a weight."""
    if costs is None:
        return None
    return Fraction(costs[0], weight) if weight else Fraction(costs[1], n_candidates)


@each_rule
@sampled_seeds(7, 28)
def test_a_table_of_openers_is_the_reference_s(seeds: range, rule: Rule) -> None:
    for seed in seeds:
        small = small_game(seed)
        game = small.under(rule)
        values = draw_weights(small, seed)
        reference = reference_of(small, rule, values)
        limit = LIMITS[seed % len(LIMITS)]
        weight = sum(values.values())
        costs = {word: reference.below(word, limit) for word in reference.legal(reference.answers)}
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

            assert [((row.weighted_total, row.total), row.opener) for row in exact] == ranked[: n_best or None], where
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
                    assert row.weighted_mean == (row.weighted_total or 0) / weight
            assert render_ranking(table)
            assert table.to_csv().splitlines()[0].startswith("opener,total,")


@pytest.mark.parametrize("n_answers", [1, 2])
def test_a_guess_that_tells_nothing_costs_one_more_of_everything(n_answers: int) -> None:
    # The smallest games, where the plain total comes closest to the unit of the weights.
    answers = WordList("few", ("bumpy", "dumpy")[:n_answers])
    game = Game(answers, WordList("more", (*answers.words, "fffff")))
    weights = Weights("w", answers.words, (3, 1)[:n_answers])
    # bumpy in 2 and dumpy in 3 guesses.
    weighted, plain = (3 * 2 + 1 * 3, 2 + 3) if n_answers == 2 else (3 * 2, 2)

    row = next(row for row in rank_openers(game, weights=weights).rows if row.opener == "fffff")
    assert (row.weighted_total, row.total, row.worst_case) == (weighted, plain, n_answers + 1)
    ranked = next(row for row in analyse_position(game, [], weights=weights).ranking if row.guess == "fffff")
    assert (ranked.expected, ranked.total) == (Fraction(weighted, weights.total), plain)
    report = compile_tree(game, opener="fffff", weights=weights).report
    assert report.weights is not None
    assert (report.weights.total, report.total) == (weighted, plain)


def test_a_journal_belongs_to_its_weights(tmp_path: Path) -> None:
    small = small_game(3)
    game = small.under(Rule.ANY)
    path = tmp_path / "proof.db"
    values = draw_weights(small, 4)
    weights = Weights.of(values, game.answers, "mine")
    rank_openers(game, n_best=2, weights=weights, journal=path)
    before = path.read_bytes()

    others = [None, Weights.of(draw_weights(small, 1), game.answers)]
    others.append(Weights.of({word: 2 * value for word, value in values.items()}, game.answers))
    for other in others:
        with pytest.raises(InputError, match="it is the journal of") as caught:
            rank_openers(game, n_best=2, weights=other, journal=path)
        assert len(str(caught.value).splitlines()) == 1
        assert path.read_bytes() == before

    # By what they are, not by their name; halves and wholes are told apart by what they become.
    again = Weights.of({word: Fraction(value) for word, value in values.items()}, game.answers, "yours")
    assert rank_openers(game, n_best=2, weights=again, journal=path).rows

    plain = tmp_path / "plain.db"
    rank_openers(game, n_best=2, journal=plain)
    with pytest.raises(InputError, match="it is the journal of"):
        rank_openers(game, n_best=2, weights=weights, journal=plain)
