"""Games, trees and tree files for the tests: hand-made ones and random ones."""

import random
from collections.abc import Collection, Mapping
from typing import Any

from hypothesis import strategies as st
from reference_solver import code_of, colours_of

from wordle_compiler.compilation.writer import LikelyList, encode_tree
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.lists import load_list
from wordle_compiler.game.weights import Weights
from wordle_compiler.game.words import WordList
from wordle_compiler.search.decision_tree import TreeNode


def colour(guess: str, answer: str) -> int:
    return code_of(colours_of(guess, answer))


def make_game(answers: str, others: str = "", rule: str = "any") -> Game:
    """A game from words in one text each; the allowed guesses are both."""
    return Game(
        WordList.from_words(answers.split(), "some-answers"),
        WordList.from_words([*answers.split(), *others.split()], "some-allowed"),
        Rule(rule),
    )


def encode(game: Game, root: TreeNode, *, max_guesses: int = 6, status: str = "heuristic", **options: Any) -> bytes:
    """The bytes of a tree, with a strategy named `test`."""
    claims = {"objective": "total", "status": status, "max_guesses": max_guesses}
    more = {name: options.pop(name) for name in ("likely", "weights") if name in options}
    return encode_tree(game, root, strategy="test", options=options, **claims, **more)


def likely_file(game: Game, root: TreeNode, words: Collection[str], limit: int, **claims: Any) -> bytes:
    """The bytes of a tree whose claim is about some words, within a limit of their own."""
    return encode(game, root, likely=LikelyList(WordList.from_words(words, "some-likely"), limit), **claims)


def weighted_file(game: Game, root: TreeNode, values: Mapping[str, int], **claims: Any) -> bytes:
    """The bytes of a tree whose answers have weights."""
    return encode(game, root, weights=Weights.of(values, game.answers, "mine"), **claims)


def original_game() -> Game:
    """The default game, on the embedded lists."""
    return Game(load_list("original-answers"), load_list("original-allowed"))


def outside_game() -> Game:
    return make_game("bumpy dumpy jumpy", "bodge")


def outside_tree() -> TreeNode:
    """Opens with a word that is not an answer and tells the three answers apart: 2 + 2 + 2 guesses.

    b is green for bumpy only (20000 = 162), d is yellow for dumpy only (00100 = 9).
    """
    return TreeNode(
        "bodge", False, {0: TreeNode("jumpy", True), 9: TreeNode("dumpy", True), 162: TreeNode("bumpy", True)}
    )


def chain_game(rule: str = "any") -> Game:
    return make_game("bumpy dumpy jumpy", "bodge", rule)


def chain_of(*words: str) -> TreeNode:
    """Tries one answer after the other; they differ in their first letters, so each gets `_gggg`: 02222 = 80."""
    return TreeNode(words[0], True, {80: chain_of(*words[1:])} if words[1:] else {})


def chain_tree() -> TreeNode:
    """Three answers with 1 + 2 + 3 guesses."""
    return chain_of("bumpy", "dumpy", "jumpy")


def grow_tree(game: Game, seed: int, max_guesses: int) -> TreeNode:
    """A random tree of a game: any legal guess at each node, useless ones too. Not all answers need be solved."""
    chance = random.Random(seed)

    def grow(candidates: list[str], depth: int) -> TreeNode:
        # A candidate is legal under every rule.
        pool = candidates if game.rule is not Rule.ANY or chance.random() < 0.6 else game.allowed.words
        guess = chance.choice(pool)
        cells: dict[int, list[str]] = {}
        for answer in candidates:
            if answer != guess:
                cells.setdefault(colour(guess, answer), []).append(answer)
        children = {code: grow(cells[code], depth + 1) for code in sorted(cells)} if depth < max_guesses else {}
        return TreeNode(guess, guess in candidates, children)

    return grow(list(game.answers.words), 1)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Small games: 1 to 25 words of 2 to 6 letters out of a few, some beyond ASCII, some only guesses."""
    alphabet = draw(st.sampled_from(["ab", "abc", "aét", "абв", "ab\U00010428"]))
    length = draw(st.integers(2, 6))
    words = st.text(alphabet, min_size=length, max_size=length)
    answers = draw(st.sets(words, min_size=1, max_size=15))
    others = draw(st.sets(words, max_size=10))
    rule = draw(st.sampled_from(list(Rule)))
    return Game(WordList.from_words(answers, "answers"), WordList.from_words(answers | others, "allowed"), rule)


@st.composite
def grown_trees(draw: st.DrawFn) -> tuple[Game, TreeNode, int]:
    """A game, a random tree of it, and its limit."""
    game = draw(games())
    max_guesses = draw(st.integers(1, 8))
    return game, grow_tree(game, draw(st.integers(0, 2**32)), max_guesses), max_guesses
