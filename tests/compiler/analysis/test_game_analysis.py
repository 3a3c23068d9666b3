"""Games judged for skill and luck: by hand, and against brute force."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from reference_solver import NOTHING, Reference, colours_of, learn
from sampled import sampled_seeds
from small_games import GENEROUS, RULES, draw_weights, small_game

from wordle_compiler import Game, InputError, Rule, Weights, WordList, analyse_position, compile_tree
from wordle_compiler.analysis.game_analysis import GameAnalysis, analyse_game, exact_luck
from wordle_compiler.game.lists import TODAY, load_list
from wordle_compiler.game.mastermind import mastermind
from wordle_compiler.rankings import opener_table as ranking_module
from wordle_runtime import load
from wordle_runtime.feedback import feedback

pytestmark = pytest.mark.usefixtures("small_memo")

RHYMES = WordList("rhymes", ("bat", "cat", "hat"))
WITH_TEST = WordList("with-test", ("bat", "bch", "cat", "hat"))
HALF = Fraction(1, 2)


def costs_and_chances(analysis: GameAnalysis) -> list[tuple[Fraction | None, Fraction | None]]:
    return [(turn.cost, turn.chance) for turn in analysis.turns]


def test_luck_without_skill_by_hand() -> None:
    """The example of the module: any guess is as good as another, and all of it is luck.

    Of three rhymes one wins and two stay: luck (0 + 2 / 2) / 3; then (0 + 1 / 2) / 2, and 1/2.
    """
    analysis = analyse_game(Game(RHYMES, RHYMES), "bat cat hat")

    assert [turn.expected for turn in analysis.turns] == [2, Fraction(3, 2), 1]
    assert costs_and_chances(analysis) == [(0, HALF), (0, HALF), (0, 0)]
    assert (analysis.expected, analysis.cost, analysis.chance, analysis.expected_left) == (2, 0, 1, 0)
    assert [(turn.skill, turn.luck) for turn in analysis.turns] == [(99, 33), (99, 25), (99, 50)]
    assert (analysis.skill, analysis.luck) == (99, 36)


def test_skill_by_hand() -> None:
    """`bch` tells the three rhymes apart: (2 + 2 + 2) / 3 = 2, as good as a rhyme. After bat two are left.

    There `bch` needs 2 guesses where cat or hat need 3/2: it costs 1/2, and what it tells was certain.
    """
    analysis = analyse_game(Game(RHYMES, WITH_TEST), "bat bch hat")

    assert [turn.expected for turn in analysis.turns] == [2, Fraction(3, 2), 1]
    assert [turn.best for turn in analysis.turns] == ["bat", "cat", "hat"]
    assert (analysis.turns[1].after, analysis.turns[1].best_after) == (("hat",), ("hat",))
    assert costs_and_chances(analysis) == [(0, HALF), (HALF, 0), (0, 0)]
    assert [(len(turn.before), len(turn.after)) for turn in analysis.turns] == [(3, 2), (2, 1), (1, 1)]
    assert (analysis.cost, analysis.chance) == (HALF, HALF)


def test_weights_by_hand() -> None:
    """BAT is hidden twice as often: 1 for it, then 2 and 3, so (2 + 2 + 3) / 4. CAT first costs (1 + 4 + 3) / 4 - 7/4.

    After CAT, BAT takes 1 and HAT 2: (2 + 2) / 3.
    """
    weights = Weights.of({"bat": 2, "cat": 1, "hat": 1}, RHYMES)
    analysis = analyse_game(Game(RHYMES, RHYMES), "cat bat hat", weights=weights)

    assert [(turn.best, turn.expected) for turn in analysis.turns] == [
        *(("bat", Fraction(7, 4)), ("bat", Fraction(4, 3)), ("hat", 1))
    ]
    assert costs_and_chances(analysis) == [(Fraction(1, 4), Fraction(1, 3)), (0, Fraction(2, 3)), (0, 0)]


@pytest.mark.parametrize("has_weights", [False, True])
@pytest.mark.parametrize("rule", RULES, ids=str)
@sampled_seeds(3, 12)
def test_every_number_against_brute_force(seeds: range, rule: Rule, has_weights: bool) -> None:
    """Totals by the reference; and what was played is what was expected, plus costs and chances."""
    n_turns = 0
    for seed in seeds:
        small = small_game(seed)
        dice = random.Random(f"analyze {seed}")
        game = small.under(rule)
        values = draw_weights(small, seed) if has_weights else dict.fromkeys(small.answers, 0)
        reference = Reference(small.answers, small.allowed, rule.value, values)
        answer = dice.choice(small.answers)
        candidates, known, words = frozenset(small.answers), NOTHING, []
        expected: list[tuple[Fraction, Fraction]] = []
        while answer not in words and len(words) < 4:
            guess = dice.choice(reference.legal(candidates, known))
            best = reference.costs(candidates, GENEROUS - len(words), known)
            played = reference.costs_with(guess, candidates, GENEROUS - len(words), known)
            assert best is not None
            assert played is not None
            # Candidates that are never hidden count once.
            weight = sum(values[word] for word in candidates)
            which, n = (0, weight) if weight else (1, len(candidates))
            expected.append((Fraction(best[which], n), Fraction(played[which] - best[which], n)))
            colours = colours_of(guess, answer)
            candidates = frozenset(word for word in candidates if colours_of(guess, word) == colours)
            known = learn(known, guess, colours) if rule is Rule.HARD else NOTHING
            words.append(guess)

        weights = Weights.of(values, game.answers) if has_weights else None
        analysis = analyse_game(game, words, answer=answer, max_guesses=GENEROUS, n_workers=1, weights=weights)

        assert [(turn.expected, turn.cost) for turn in analysis.turns] == expected
        assert None not in (analysis.expected, analysis.cost, analysis.chance, analysis.expected_left)
        assert len(words) + analysis.expected_left == analysis.expected + analysis.cost + analysis.chance  # type: ignore[operator]
        n_turns += len(words)
    assert n_turns >= 2 * len(seeds)


def test_a_win_is_the_best_luck() -> None:
    """BAT wins for 1 of 3, which leaves nothing; the other 2 would have left 2 each: (2 + 1 / 2) / 3."""
    assert analyse_game(Game(RHYMES, RHYMES), "bat bat").luck == 83


@pytest.mark.parametrize(
    ("cost", "skill"), [(Fraction(0), 99), (Fraction(1, 1000), 98), (HALF, 49), (Fraction(1), 0), (Fraction(7, 3), 0)]
)
def test_skill_of_a_cost(cost: Fraction, skill: int) -> None:
    turn = analyse_game(Game(RHYMES, RHYMES), "bat cat").turns[0]

    assert replace(turn, cost=cost).skill == skill


def test_luck_is_even_over_all_answers() -> None:
    """The mean luck of a guess over its candidates is 50, whatever its cells are: worse and better ones pair off."""
    for codes in ([0, 0, 0, 8], [1, 2, 3], [0, 0, 1, 1, 2, 8], [8]):
        assert sum(exact_luck(codes, code, win=8) for code in codes) == 50 * len(codes)


def test_words_left_by_the_best_guess_are_unknown_without_an_answer() -> None:
    unknown = analyse_game(Game(RHYMES, WITH_TEST), "bat:_gg bch:__y").turns[1]

    assert (unknown.after, unknown.best, unknown.best_after) == (("hat",), "cat", None)


def test_the_shipped_claim_saves_the_search_for_the_opener(monkeypatch: pytest.MonkeyPatch) -> None:
    """5625 guesses over 1296 codes is the published optimum of Mastermind (Koyama and Lai)."""
    monkeypatch.setattr("wordle_compiler.rankings.opener_table.rank_openers", None)

    analysis = analyse_game(mastermind(), "1123:4b0w")

    assert analysis.expected == Fraction(5625, 1296)
    assert costs_and_chances(analysis) == [(0, 1 - Fraction(5625, 1296))]


def test_a_tree_of_another_game_claims_nothing() -> None:
    """The same words under rule candidates: that tree is refused, and no claim of it is used."""
    other = load(compile_tree(Game(RHYMES, RHYMES, Rule.CANDIDATES)).data)

    with pytest.raises(InputError, match=r"^the tree is for another game$"):
        analyse_game(Game(RHYMES, WITH_TEST), "bat hat", tree=other)


def test_the_claim_of_a_given_tree_is_used_where_its_play_keeps_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = load(compile_tree(Game(RHYMES, WITH_TEST)).data)
    asked: list[object] = []
    ranked = ranking_module.rank_openers
    monkeypatch.setattr(
        ranking_module, "rank_openers", lambda *args, **kw: asked.append(args[1]) or ranked(*args, **kw)
    )

    by_claim = analyse_game(Game(RHYMES, WITH_TEST), [tree.opener, "hat"], tree=tree)
    assert asked == []
    by_search = analyse_game(Game(RHYMES, WITH_TEST), [tree.opener, "hat"], tree=tree, max_guesses=2)
    assert asked[0] is None
    assert by_claim.expected == by_search.expected == 2


def test_a_claim_holds_all_the_way_down() -> None:
    """The second guess of the shipped tree of Mastermind is the best by search as well."""
    game = mastermind()
    by_claim = analyse_game(game, "1123:1b1w 1344:0b1w")
    turn = by_claim.turns[1]

    searched = analyse_position(game, "1123:1b1w", n_alternatives=1, n_workers=1).best
    assert (turn.expected, by_claim.turns[0].chance) == (
        searched.expected,
        1 + (searched.expected or 0) - Fraction(5625, 1296),
    )


def test_a_lost_game_is_judged_to_its_end() -> None:
    """Six turns of Mastermind that leave one code: a seventh guess would have found it."""
    analysis = analyse_game(mastermind(), "1123 1145 1456 2345 3456 4561", answer="6541")

    assert not analysis.is_solved
    assert analysis.expected_left == 1
    assert analysis.expected + analysis.cost + analysis.chance == 6 + 1  # type: ignore[operator]


def test_without_a_judge_for_the_opener() -> None:
    """The first guess counts as it was: `bch` and then a sure guess, 2 in all."""
    analysis = analyse_game(Game(RHYMES, WITH_TEST), "bch hat", judge_opener=False)

    assert (analysis.turns[0].best, analysis.turns[0].cost) == (None, None)
    assert (analysis.expected, analysis.cost, analysis.chance) == (2, 0, 0)


def test_a_guess_that_risks_the_limit_loses_skill() -> None:
    """With two guesses, bat leaves two rhymes and one guess, which may be lost. `bch` is sure.

    Both need two guesses on average, (1 + 2 + 3) / 3 and (2 + 2 + 2) / 3; but bat loses one word of three.
    """
    analysis = analyse_game(Game(RHYMES, WITH_TEST), "bat hat", max_guesses=2)
    first, second = analysis.turns

    assert (first.best, first.expected, first.is_risky, first.skill) == ("bch", 2, True, 66)
    assert costs_and_chances(analysis) == [(0, HALF), (0, -HALF)]
    assert (second.is_risky, second.skill) == (False, 99)


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        # Within 10 guesses 30 are enough for 12 answers, of which some may come at turn 7; within 6, 33.
        pytest.param("slate guild lowly holly", ("whelm", Fraction(-1, 4), True, True, 99), id="fewer on average"),
        # PAVER and VAPER need as many guesses, and PAVER may be too late: then the tree plays VAPER.
        pytest.param("stare racer lager faker vaper waver", ("vaper", 0, False, False, 99), id="the safe one"),
        pytest.param("stare racer lager faker paver waver", ("vaper", 0, True, False, 79), id="the other"),
    ],
)
def test_what_the_tree_plays_is_not_criticised(words: str, verdict: tuple[object, ...]) -> None:
    turn = analyse_game(Game(*map(load_list, TODAY), Rule.HARD), words, judge_opener=False).turns[-2]

    assert (turn.best, turn.cost, turn.is_risky, turn.is_of_tree, turn.skill) == verdict


def test_the_last_of_several_rhymes_is_judged_for_what_it_is() -> None:
    """With two guesses BCH finds each of four. BAT needs (1 + 3 + 3 + 3) / 4, with BCH next, and loses."""
    rhymes = WordList("rhymes", ("bat", "cat", "hat", "rat"))
    allowed = WordList("with-test", ("bat", "bch", "cat", "hat", "rat"))
    turn, last = analyse_game(Game(rhymes, allowed), "bat rat", max_guesses=2)
    _, wasted = analyse_game(Game(rhymes, allowed), "bat bch", answer="rat", max_guesses=2)

    assert [(one.best, one.cost, one.skill) for one in (last, wasted)] == [("rat", 0, 99), ("cat", 1, 0)]
    assert (turn.best, turn.expected, turn.cost, turn.is_risky, turn.is_told_apart) == ("bch", 2, HALF, True, True)
    assert turn.skill == 99 * (4 - 2 - 1) // 4


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        pytest.param("bat:_gg cat:_gg hat:ggg", None, id="all feedbacks"),
        pytest.param("bat cat hat", None, id="guesses, the last one the answer"),
        pytest.param("bat cat hat hat", None, id="the answer after the winning guess"),
        pytest.param("bat cat hat", "hat", id="an answer by name"),
        pytest.param("BAT:022 cat hat:GGG", "Hat", id="some feedbacks, in any notation"),
        pytest.param("bat:_gg cat:_gg hat", None, id="the last one without a feedback"),
        pytest.param("bat _gg cat _gg hat ggg", None, id="feedbacks as words"),
        pytest.param("bat 022 cat:_gg hat", None, id="feedbacks as words, colons, and the answer"),
    ],
)
def test_the_ways_to_tell_a_game(words: str, answer: str | None) -> None:
    analysis = analyse_game(Game(RHYMES, RHYMES), words, answer=answer)

    assert [(turn.guess, turn.feedback) for turn in analysis.turns] == [("bat", 8), ("cat", 8), ("hat", 26)]
    assert (analysis.answer, analysis.is_solved) == ("hat", True)
    assert feedback("bat", "hat") == 8


@pytest.mark.parametrize(
    ("rule", "words", "answer", "message"),
    [
        ("any", "", None, "no guess is given"),
        ("any", "bat:_g", None, "turn 1: feedback '_g' has 2 marks"),
        ("any", "bat:yyy", None, "turn 1: no candidate gives yyy to bat: check the feedback of the turn"),
        (
            "any",
            "bat:g__",
            None,
            "turn 1: no candidate gives g__ to bat; 1 other allowed word fits: `wordle-next --top 5` ranks them",
        ),
        ("any", "bch:__g hat", None, "turn 1: 'bch' gets __y if 'hat' is hidden, not '__g'"),
        ("any", "dog hat", None, "turn 1: 'dog' is not in the list"),
        ("any", "bat:yyy hat", None, "turn 1: 'bat' gets _gg if 'hat' is hidden, not 'yyy'"),
        ("any", "bat bch", None, "'bch' is not among the 3 answers: it cannot be hidden"),
        ("any", "bat hat:_gg", None, "turn 1: 'bat' has no feedback: write guess:feedback, or give the answer"),
        ("any", "bat _gg cat", "bch", "'bch' is not among the 3 answers"),
        ("any", "_gg bat", None, "turn 1: '_gg' is a feedback: the guess comes first"),
        ("any", "hat bat", "hat", "turn 2: the game was solved at turn 1: give one game at a time"),
        ("any", "bath", "hat", "turn 1: 'bath' has 4 letters, the game's words have 3"),
        ("hard", "bat bch hat", None, "turn 2: 'bch' is not legal under rule hard"),
        ("candidates", "bat bch hat", None, "turn 2: 'bch' is not legal under rule candidates"),
        (
            "any",
            "bat bat bat bat bat bat bat hat",
            None,
            "the game has 8 guesses, the limit is 6: give --max-guesses 8",
        ),
    ],
)
def test_a_game_that_cannot_be(rule: str, words: str, answer: str | None, message: str) -> None:
    with pytest.raises(InputError, match=r"^.*$") as caught:
        analyse_game(Game(RHYMES, WITH_TEST, Rule(rule)), words, answer=answer)

    assert message in str(caught.value)


def test_tree_that_is_optimal_below_its_opener_judges_that_opener_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """BAT first takes 1 + 2 + 3 guesses, and so does BCH with 2 each; but the tree of BAT knows that of BAT alone."""
    game = Game(RHYMES, WITH_TEST)
    tree = load(compile_tree(game, opener="bat").data)
    monkeypatch.setattr(ranking_module, "rank_openers", None)
    assert tree.info.status == "optimal below opener"

    own = analyse_game(game, "bat hat", tree=tree, search_opener=False)
    other = analyse_game(game, "bch hat", tree=tree, search_opener=False)

    assert (own.turns[0].best, own.turns[0].chance, own.starts_later) == (None, 1 + Fraction(3, 2) - 2, False)
    assert (other.turns[0].chance, other.starts_later, other.expected) == (None, True, 2)
