"""Trees that are optimal on the likely answers: what the likely ones cost, and that every other word is found."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count, product

import pytest
from command_runs import compile_lists
from reference_solver import NOTHING
from sampled import sampled
from small_games import SmallGame, family_game, mixed_game
from tiny_games import NEVER, BruteForce, TinyGame, brute_force_of, tiny_game

from wordle_compiler import Game, InputError, Rule, UnmetGuaranteeError, WordList, compile_tree
from wordle_compiler.game.mastermind import mastermind
from wordle_compiler.search.decision_tree import TreeNode
from wordle_runtime import load

LIMIT = 8


def family_of_others(seed: int) -> TinyGame:
    """Draws a game of one likely answer or two, and families among the other words."""
    small = family_game(seed)
    answers = small.allowed[seed % 5 :: 7][:2]
    return TinyGame("wordle", "any", answers, tuple(sorted({*answers, *small.answers[:9]})))


def others_of(small: SmallGame) -> WordList:
    return WordList("others", small.allowed)


@pytest.mark.parametrize(
    ("seed", "rule"), sampled(list(product(range(24), ["any", "hard"])), 6), ids=lambda value: str(value)
)
def test_likely_answers_cost_what_they_cost_alone(seed: int, rule: str) -> None:
    small = mixed_game(seed) if seed % 2 else family_game(seed)
    game = small.under(Rule(rule))
    alone = compile_tree(game, max_guesses=LIMIT).tree

    extended = compile_tree(game, others=others_of(small), max_guesses=LIMIT)
    tree = load(extended.data)

    assert tree.guarantee.likely is not None
    assert (tree.opener, tree.guarantee.likely.total) == (alone.opener, alone.guarantee.total)
    assert tree.guarantee.likely.unsolved == ()
    assert {word for word, _ in tree} == set(small.allowed)
    assert extended.data == compile_tree(game, others=others_of(small), max_guesses=LIMIT, n_workers=2).data


def cells_of_others(node: TreeNode, likely: set[str]) -> Iterator[tuple[TreeNode, list[tuple[str, int]]]]:
    """Yields the subtrees of cells without a likely answer, the largest ones, each with the turns that lead there."""
    for code, child in node.children.items():
        turn = node.guess, code
        if likely.isdisjoint(below.guess for _, below in child.walk() if below.solves):
            yield child, [turn]
        else:
            yield from ((cell, [turn, *turns]) for cell, turns in cells_of_others(child, likely))


def compare_cells_of_others(data: bytes, truth: BruteForce, likely: tuple[str, ...], limit: int) -> int:
    """Holds every cell of other words alone against brute force; returns how many miss the limit of the likely ones."""
    n_late = 0
    for cell, turns in cells_of_others(TreeNode.of(load(data).root), set(likely)):
        known, words = NOTHING, frozenset(node.guess for _, node in cell.walk() if node.solves)
        for guess, code in turns:
            known = truth.after(known, guess, code)
        first = max(limit - len(turns), 1)
        left = next(left for left in count(first) if truth.cost(words, left, known) < NEVER)

        assert (cell.total(), cell.worst_case() <= left) == (truth.cost(words, left, known), True), (
            f"{truth.game} {turns}"
        )

        n_late += left > first
    return n_late


@pytest.mark.parametrize("rule", ["any", "hard"])
@pytest.mark.parametrize("kind", [tiny_game, family_of_others], ids=["tiny", "family"])
@pytest.mark.parametrize("seeds", sampled([range(55, 70), range(100)], 1), ids=["some", "more"])
def test_cells_of_other_words_keep_the_smallest_limit_and_have_the_smallest_total(
    seeds: range, kind: Callable[[int], TinyGame], rule: str
) -> None:
    n_late = 0
    for seed in seeds:
        game = kind(seed)
        if game.kind == "wordle" and game.answers != game.allowed:
            truth = brute_force_of(TinyGame("wordle", rule, game.allowed, game.allowed))
            small = SmallGame(f"tiny-{seed}", game.answers, game.allowed)
            limit = 2 + seed % 3
            with suppress(UnmetGuaranteeError):
                compiled = compile_tree(small.under(Rule(rule)), others=others_of(small), max_guesses=limit)
                n_late += compare_cells_of_others(compiled.data, truth, game.answers, limit)

    assert n_late > 0


@pytest.mark.parametrize(
    ("n", "rule"), sampled([(21, "hard"), (60, "any"), *product((20, 26, 36), ("any", "hard"))], 2)
)
def test_limit_grows_with_the_list(n: int, rule: str) -> None:
    letters = [chr(ord("a") + i) for i in range(26)] + [chr(0x4E00 + i) for i in range(n - 26)]
    words = tuple(sorted("xy" + letter for letter in letters[:n]))
    small = SmallGame("rhymes", words[:1], words)

    tree = load(compile_tree(small.under(Rule(rule)), others=others_of(small)).data)

    assert tree.guarantee.worst_case == n
    assert tree.guarantee.total == n * (n + 1) // 2


@pytest.mark.parametrize(
    ("game", "others", "limit", "error", "said"),
    [
        (mixed_game(3).under(Rule.ANY), ("zzzz",), 6, InputError, "every word that may be hidden must be in --allowed"),
        (mixed_game(3).under(Rule.CANDIDATES), (), 6, InputError, "cannot be added under rule candidates"),
        (mastermind(2, 3), (), 6, InputError, "only be added to games of words"),
        (mixed_game(5).under(Rule.ANY), (), 1, UnmetGuaranteeError, "solves every answer within 1 guess"),
    ],
    ids=["not allowed", "rule candidates", "codes", "a limit that no tree keeps"],
)
def test_what_cannot_be_extended_is_refused(
    game: Game, others: tuple[str, ...], limit: int, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        compile_tree(game, others=WordList("more", others or game.allowed.words), max_guesses=limit)


@pytest.mark.usefixtures("folder")
def test_command_reports_both() -> None:
    done = compile_lists("--also", "four")

    assert done.exit_code == 0, done.output
    assert "likely     3 answers (three)" in done.stdout
    assert "others     1 word:" in done.stdout
    done = compile_lists("--also", "three", "--time-limit", "0.00001")
    assert "others     0 words, all are likely" in done.stdout
    assert done.stderr.endswith("since no such tree has a total below 6 for the likely answers\n")
