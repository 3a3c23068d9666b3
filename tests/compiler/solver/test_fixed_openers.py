"""Fixed first guesses: what is played, that the tree below is optimal, and what is refused."""

import itertools
import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import pytest
from command_runs import wordle_compile
from reference_solver import IllegalFixedGuessError, Reference, replay
from sampled import sampled, sampled_seeds
from small_games import GENEROUS, RULES, SmallGame, small_game

from wordle_compiler import Game, InputError, Rule, UnmetGuaranteeError, WordList, compile_tree, load_list
from wordle_compiler.compilation.compiled_tree import find_openers
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.strategies import Order, Status, get_strategy, strategy_names
from wordle_runtime import load

pytestmark = pytest.mark.usefixtures("small_memo")

each_rule = pytest.mark.parametrize("rule", RULES, ids=str)
BLOCKS = [range(start, start + 10) for start in range(0, 80, 10)]

# No word tells two of the others apart, so that the n-th guess solves the n-th word.
CHAIN = ("bumpy", "cumpy", "dumpy", "fumpy", "gumpy", "humpy")


# Every strategy plays the same games.
@lru_cache(maxsize=128)
def matrix_of(game: Game) -> FeedbackMatrix:
    return FeedbackMatrix.of(game)


def order_for(small: SmallGame, rule: Rule, limit: int, fixed: Sequence[str], n_workers: int = 1) -> Order:
    game = small.under(rule)
    return Order(game, matrix_of(game), tuple(small.allowed.index(word) for word in fixed), limit, n_workers)


def choices_of(small: SmallGame, rule: Rule) -> list[list[str]]:
    """Picks two pairs and three fixed guesses."""
    dice = random.Random(small.name)
    pool = small.answers if rule is Rule.CANDIDATES else small.allowed
    return [dice.sample(pool, min(n, len(pool))) for n in (2, 2, 3)]


@each_rule
@pytest.mark.parametrize("seeds", sampled(BLOCKS, 1), ids=lambda seeds: f"games-{seeds.start}-{seeds.stop - 1}")
def test_optimal_below_fixed_guesses_is_the_brute_force_optimum(seeds: range, rule: Rule) -> None:
    for seed in seeds:
        small = small_game(seed)
        reference = Reference(small.answers, small.allowed, rule.value)
        for limit in (2, 3, 4, GENEROUS):
            for fixed in choices_of(small, rule):
                name = f"{small.name} {rule} within {limit} after {fixed}"
                order = order_for(small, rule, limit, fixed)
                try:
                    expected = reference.below_fixed(fixed, limit)
                except IllegalFixedGuessError:
                    with pytest.raises(InputError, match="is not legal under rule"):
                        get_strategy("optimal").build(order)
                    continue
                if expected is None:
                    with pytest.raises(UnmetGuaranteeError, match=f"opens with {', '.join(fixed)} "):
                        get_strategy("optimal").build(order)
                    continue
                root, claim = get_strategy("optimal").build(order)
                n_guesses = replay(root, small.answers, small.allowed, rule.value, limit)

                assert sum(count or GENEROUS * 99 for count in n_guesses.values()) == expected, name
                assert claim is Status.OPTIMAL_BELOW_OPENER


@pytest.mark.parametrize("rule", [Rule.ANY, Rule.HARD], ids=str)
@pytest.mark.parametrize("name", strategy_names())
@sampled_seeds(42, 126)
def test_fixed_guesses_are_played_until_one_candidate_is_left(seeds: range, name: str, rule: Rule) -> None:
    n_second = n_settled = 0
    for seed in seeds:
        small = small_game(seed)
        first, second, third = choices_of(small, rule)[2]
        try:
            root, _ = get_strategy(name).build(order_for(small, rule, GENEROUS, (first, second, third)))
        except InputError:
            continue

        assert root.guess == first

        for child in root.children.values():
            if child.solves and not child.children:
                n_settled += 1
                continue
            n_second += 1

            assert child.guess == second

            for grandchild in child.children.values():
                assert grandchild.guess == third or (grandchild.solves and not grandchild.children)

    assert n_second > 10
    assert n_settled > 10


def test_a_heuristic_leaves_what_fixed_guesses_do_not_reach_unsolved() -> None:
    # Two of the six are guessed; the other four need a third guess, which the limit forbids.
    words = WordList("chain", CHAIN)
    tree = compile_tree(
        Game(words, words), "minimax", opener="bumpy,cumpy,dumpy", max_guesses=2, allow_unsolved=True, n_workers=1
    )

    assert tree.histogram == {1: 1, 2: 1}
    assert tree.guarantee.unsolved == CHAIN[2:]


@pytest.mark.parametrize("opener", ["dumpy,bumpy", " Dumpy , BUMPY", ["dumpy", "bumpy"], ("dumpy", "bumpy")], ids=repr)
def test_the_header_names_the_fixed_guesses(opener: str | Sequence[str]) -> None:
    # DUMPY leaves five, of which BUMPY is one; after it 3, 4, 5, 6 guesses: 1 + 2 + 3 + 4 + 5 + 6.
    words = WordList("chain", CHAIN)
    tree = compile_tree(Game(words, words), opener=opener, n_workers=1)
    loaded = load(tree.data)

    assert dict(loaded.info.options)["opener"] == "dumpy,bumpy"
    assert loaded.info.status == "optimal below opener"
    assert loaded.next_guess("dumpy _gggg") == "bumpy"
    assert (tree.tree.opener, tree.guarantee.total) == ("dumpy", 21)
    assert tree.tree.fixed == ("dumpy", "bumpy")
    assert tree.as_json(None)["fixed"] == ("dumpy", "bumpy")


@pytest.mark.parametrize(
    ("rule", "opener", "message"),
    [
        pytest.param("any", "bumpy,bumpy", "the opener 'bumpy' is named twice", id="twice"),
        pytest.param("any", "bumpy,", "the opener", id="nothing-after-the-comma"),
        pytest.param("any", "bumpy,zzzzz", "'zzzzz' is not among the 8 allowed", id="not-allowed"),
        pytest.param("any", [], "no opener is named", id="none"),
        pytest.param("candidates", "bumpy,bodge", "'bodge' is not an answer", id="no-answer"),
        # DUMPY leaves the other five together:
        # they show _gggg, and BODGE has no letter of these in its place.
        pytest.param("hard", "dumpy,bodge", "'bodge' is not legal under rule hard after dumpy _gggg", id="hard"),
    ],
)
def test_what_cannot_be_fixed_is_refused(rule: str, opener: str | Sequence[str], message: str) -> None:
    game = Game(WordList("chain", CHAIN), WordList("allowed", tuple(sorted((*CHAIN, "bodge", "cross")))), Rule(rule))

    with pytest.raises(InputError, match=message):
        compile_tree(game, opener=opener, n_workers=1)


def test_rule_candidates_wants_a_candidate() -> None:
    words = WordList.from_words(["bb", "ab", "ba", "cc", "cd"], "mine")

    # After CC, CD shows g_ and is alone, so it is guessed; the other three show nothing, and CD is not one of them.
    with pytest.raises(InputError, match="'cd' is not legal under rule candidates after cc __"):
        compile_tree(Game(words, words, Rule.CANDIDATES), opener="cc,cd", n_workers=1)


def test_a_word_with_a_comma_is_one_word() -> None:
    game = Game(words := WordList.from_words(["a,b", "abc", "cde"], "commas"), words)

    assert find_openers(game, "A,B") == (0,)
    assert find_openers(game, ["a,b", "cde"]) == (0, 2)


def test_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("chain").write_text("\n".join(CHAIN))
    result = wordle_compile("--answers", "chain", "--allowed", "chain", "--start", "dumpy,bumpy")

    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[0] == "opener     dumpy, then bumpy"
    # Not "no tree with this opener": DUMPY followed by what the feedback says may do better.
    assert (
        "claimed    optimal below opener (total, within 6 guesses, rule any): no such tree that begins with "
        "dumpy then bumpy has a smaller total\n" in result.stdout
    )
    assert load("dumpy-bumpy.optimal.any.chain.tree").next_guess("dumpy _gggg") == "bumpy"


@pytest.mark.parametrize("n_workers", [1, 2])
def test_small_cells_come_first_since_they_show_most_often_that_no_tree_exists(n_workers: int) -> None:
    answers = load_list("original-answers")
    game = Game(WordList("some", answers.words[::5]), answers)
    done = []
    solver = ExactSolver(game, None, 6, n_workers=n_workers, progress=lambda n, _all, _note: done.append(n))
    assert solver.solve_below(answers.words.index("fuzzy")) is not None

    # Two workers may finish in another order than they began.
    sizes = [after - before for before, after in itertools.pairwise(done) if after > before]
    assert max(sizes) > 32
    assert n_workers > 1 or sizes == sorted(sizes, key=lambda size: (size > 32, -size))
    assert min(sizes[-2:]) > 8
