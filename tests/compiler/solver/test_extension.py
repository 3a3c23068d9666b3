"""Trees that are optimal on the likely answers: what the likely ones cost, and that every other word is found."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from sampled import sampled
from small_games import SmallGame, family_game, mixed_game

from wordle_compiler import InputError, UnmetGuaranteeError, compile_tree
from wordle_compiler.commands.compile import compile_command
from wordle_compiler.compilation.extended_tree import compile_extended
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.words import WordList
from wordle_runtime import load
from wordle_runtime.feedback import feedback

LIMIT = 8


def others_of(small: SmallGame) -> WordList:
    return WordList("others", small.allowed)


@pytest.mark.parametrize(
    ("seed", "rule"), sampled(list(product(range(24), ["any", "hard"])), 12), ids=lambda value: str(value)
)
def test_likely_answers_cost_what_they_cost_alone(seed: int, rule: str) -> None:
    small = mixed_game(seed) if seed % 2 else family_game(seed)
    game = small.under(Rule(rule))
    alone = compile_tree(game, max_guesses=LIMIT).report

    extended = compile_extended(game, others_of(small), max_guesses=LIMIT)
    tree = load(extended.data)

    assert tree.guarantee.likely is not None
    assert (tree.opener, tree.guarantee.likely.total) == (alone.opener, alone.total)
    assert tree.guarantee.likely.unsolved == ()
    assert {word for word, _ in tree} == set(small.allowed)
    assert extended.data == compile_extended(game, others_of(small), max_guesses=LIMIT, n_workers=2).data


def best_for_others(small: SmallGame, opener: str, limit: int) -> tuple[int, int]:
    """Returns what the others cost at best among all trees that are optimal on the likely answers, by brute force."""
    likely = frozenset(small.answers)

    def solve(words: frozenset[str], left: int) -> tuple[int, int, int]:
        """Returns the smallest (likely total, late others, total of others) within the guesses left."""
        if not words:
            return 0, 0, 0
        return min(cost for guess in small.allowed if (cost := play(guess, words, left)) is not None)

    known: dict[tuple[frozenset[str], int], tuple[int, int, int]] = {}

    def play(guess: str, words: frozenset[str], left: int) -> tuple[int, int, int] | None:
        cells: dict[int, set[str]] = {}
        for word in words:
            if word != guess:
                cells.setdefault(feedback(guess, word), set()).add(word)
        if guess not in words and len(cells) == 1:
            return None
        n_likely = len(words & likely)
        total, late, others = n_likely, int(left < 1 and guess in words and guess not in likely), len(words) - n_likely
        for cell in map(frozenset, cells.values()):
            if cell & likely and left <= 1:
                return None
            key = cell, left - 1
            if key not in known:
                known[key] = solve(cell, left - 1)
            total, late, others = (a + b for a, b in zip((total, late, others), known[key], strict=True))
        return total, late, others

    found = play(opener, frozenset(small.allowed), limit)
    assert found is not None
    return found[1], found[2]


@pytest.mark.parametrize("seed", range(5))
def test_others_are_never_better_than_brute_force_and_seldom_worse(seed: int) -> None:
    letters = "abc"
    words = sorted("".join(word) for word in product(letters, repeat=3))[seed :: 3 + seed % 2]
    small = SmallGame(f"tiny-{seed}", tuple(words[::2]), tuple(words))
    tree = load(compile_extended(small.under(Rule.ANY), others_of(small), max_guesses=6).data)
    likely = set(small.answers)
    lengths = [len(path) for word, path in tree if word not in likely]

    assert (sum(n > 6 for n in lengths), sum(lengths)) == best_for_others(small, tree.opener, 6)


def test_words_that_are_not_allowed_are_refused() -> None:
    small = mixed_game(3)

    with pytest.raises(InputError, match="every word that may be hidden must be in --allowed"):
        compile_extended(small.under(Rule.ANY), WordList("more", tuple(sorted({*small.allowed, "z" * 4}))[-1:]))


def test_a_limit_that_no_tree_keeps_is_a_proof() -> None:
    small = mixed_game(5)

    with pytest.raises(UnmetGuaranteeError, match="likely answers within 1 guess"):
        compile_extended(small.under(Rule.ANY), others_of(small), max_guesses=1)


@pytest.mark.parametrize(
    "options",
    [("--objective", "worst-case"), ("--strategy", "entropy"), ("--require-mean", "3.4")],
    ids=lambda options: options[0],
)
def test_options_without_use_are_refused(options: tuple[str, str], tmp_path: Path) -> None:
    output = tmp_path / "x.tree"

    done = CliRunner().invoke(compile_command, ["--also", "original-allowed", "-o", str(output), *options])

    assert done.exit_code == 2
    assert "--also" in done.stderr
    assert not output.exists()


def test_command_reports_both(tmp_path: Path) -> None:
    small = mixed_game(7)
    (tmp_path / "answers").write_text("\n".join(small.answers))
    (tmp_path / "allowed").write_text("\n".join(small.allowed))
    lists = ["--answers", str(tmp_path / "answers"), "--allowed", str(tmp_path / "allowed")]
    also = ["--also", str(tmp_path / "allowed"), "-o", str(tmp_path / "x.tree"), "--max-guesses", "9"]

    done = CliRunner().invoke(compile_command, [*lists, *also])

    assert done.exit_code == 0, done.output
    assert f"likely     {len(small.answers)} answers (answers)" in done.stdout
    assert f"others     {len(small.allowed) - len(small.answers)} answers" in done.stdout


def test_rule_candidates_has_no_other_words() -> None:
    small = mixed_game(3)

    with pytest.raises(InputError, match="cannot be added under rule candidates"):
        compile_extended(small.under(Rule.CANDIDATES), others_of(small))


def test_game_of_codes_has_no_other_words() -> None:
    from wordle_compiler.game.mastermind import mastermind

    game: Game = mastermind(2, 3)

    with pytest.raises(InputError, match="only be added to games of words"):
        compile_extended(game, game.allowed)
