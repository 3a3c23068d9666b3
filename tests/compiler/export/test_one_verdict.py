"""The page, `wordle-next`, `wordle-analyze position`, `game` and Python give one verdict, on the tree and off it."""

import json
import random
from collections.abc import Iterator
from contextlib import ExitStack
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from next_runs import run
from page_browser import opened
from playwright.sync_api import Browser, Page
from sampled import sampled

import wordle_trees
from wordle_compiler import Game, Rule, analyse_position, load_list
from wordle_compiler.analysis.game_analysis import analyse_game
from wordle_compiler.analysis.judges import Judge
from wordle_compiler.game.lists import TODAY
from wordle_compiler.game.mastermind import mastermind
from wordle_compiler.machine.errors import UnmetGuaranteeError
from wordle_compiler.machine.progress import ignore_progress
from wordle_runtime import format_feedback, load
from wordle_runtime.feedback import feedback, rule_of, unmet_demand
from wordle_runtime.layout import ROWS
from wordle_runtime.position import Position

N_ASKED = 2
"""How many positions `position` is asked, which takes a second for each."""
MOST_JUDGED = 10

Turns = tuple[tuple[str, int], ...]


TREE = {Rule.ANY: "nyt", Rule.HARD: "nyt-hard"}
"""The tree of the page; those with other openers are called NAME-OPENER."""
PAGES = {**TREE, None: "mastermind"}


@cache
def game_of(rule: Rule | None) -> Game:
    return mastermind() if rule is None else Game(*map(load_list, TODAY), rule)


@pytest.fixture(scope="module")
def pages(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[Rule | None, Page]]:
    with ExitStack() as stack:
        folder = tmp_path_factory.mktemp("verdict")
        yield {rule: stack.enter_context(opened(browser, load(tree), folder)) for rule, tree in PAGES.items()}


def is_legal(game: Game, guess: str, turns: Turns) -> bool:
    return game.rule is Rule.ANY or not unmet_demand(guess, turns)


def drawn(game: Game, n_positions: int) -> dict[Turns, tuple[str, ...]]:
    """Positions and what is left there, after an opener that people play or any word, then the tree's or one's own."""
    source = random.Random(7)
    names = [f"{TREE[game.rule]}-{wordle_trees.opener(name)}" for name in wordle_trees.names()]
    trees = [load(name) for name in wordle_trees.names() if name == TREE[game.rule] or name in names]
    found: dict[Turns, tuple[str, ...]] = {}
    while len(found) < n_positions:
        left = game.answers.words
        answer = source.choice(left)
        node = source.choice(trees).root
        turns: Turns = ()
        for _ in range(source.randint(1, 3)):
            own = source.choice([source.choice(left), source.choice(game.allowed.words)])
            guess = own if source.random() < 0.25 and is_legal(game, own, turns) else node.guess
            if not is_legal(game, guess, turns):
                break
            code = feedback(guess, answer)
            left = tuple(word for word in left if feedback(guess, word) == code)
            turns += ((guess, code),)
            # After a word of one's own, the node's word is one's own as well.
            node = node.children.get(code, node) if guess == node.guess else node
        if source.random() < 0.25:
            # On the last row, after a guess that told nothing any more.
            turns += (ROWS - 1 - len(turns)) * turns[-1:]
        if turns and answer not in dict(turns):
            found[turns] = left
    return found


def said_by_page(page: Page, positions: list[Turns], played: list[str | None]) -> list[dict[str, Any]]:
    """What the page advises at each position, and how it judges a word that is played there, if one is."""
    said: list[dict[str, Any]] = page.evaluate(
        """async ([positions, played]) => {
            const tree = await ready;
            // A clock that counts how often it is asked: what the page finds in time does not depend on the machine.
            let nAsked = 0;
            performance.now = () => { nAsked += 1; return nAsked; };
            const judge = new Judge(tree.engine, PATIENCE);
            return positions.map((position, i) => {
                const turns = position.map(([guess, code]) => ({ guess, code }));
                const known = bestOfTree(tree, turns);
                const { word, value, isLate } = known ?? tree.engine.exact(turns, PATIENCE, null) ?? {};
                const { before, cost, skill, isRisky } = judge.skill(turns, played[i] ?? word, known);
                return { word, value, isLate, before, cost, skill, isRisky, last: tree.engine.lastWords(turns) };
            });
        }""".replace("PATIENCE", "40"),
        [positions, played],
    )
    return said


@pytest.mark.parametrize("n_positions", sampled([20, 200], 1))
@pytest.mark.parametrize("rule", TREE)
def test_the_page_says_what_the_commands_say(pages: dict[Rule | None, Page], rule: Rule, n_positions: int) -> None:
    page, today = pages[rule], game_of(rule)
    positions = drawn(today, n_positions)
    source = random.Random(8)
    # What any word costs takes the page long where much is left.
    played = [source.choice(left) if len(left) <= MOST_JUDGED else None for left in positions.values()]
    judge = Judge(today, 6, 1, ignore_progress)
    said = said_by_page(page, list(positions), played)
    known, judged, asked = 0, 0, 0
    told: dict[Turns, str] = {}
    for (turns, left), guess, shown in zip(positions.items(), played, said, strict=True):
        assert shown["before"] == len(left)
        position = Position(turns=turns, candidates=left)
        history = [part for word, code in turns for part in (word, format_feedback(code, 5))]
        hard = ["--hard"] * (today.rule is Rule.HARD)
        if len(last := shown["last"]) > 1:
            known += 1
            # Only what may be the answer is advised, and costs nothing.
            ranked = json.loads(run("--json", "--top=999", *hard, *history).out)
            assert [row["guess"] for row in ranked][: len(last)] == last[:999] == sorted(left)[:999]
            if guess is not None:
                judged += 1
                assert (len(turns), shown["skill"]) == (ROWS - 1, 99)
                assert judge.best(position) == (last[0], _mean(judge, position, guess), False)
                with pytest.raises(UnmetGuaranteeError, match=f"{', '.join(last)} each win for 1 of {len(left)} answ"):
                    analyse_position(today, turns)
            continue
        if _is_on_a_tree(turns, TREE[today.rule]):
            told[turns] = json.loads(run("--json", *hard, *history).out)["guess"]
        if shown.get("word") is None:
            # A rule of thumb, which advises and criticises nothing.
            assert (shown["cost"], shown["skill"]) == (None, None)
            continue
        known += 1
        if shown["isLate"]:
            # The tree's word, which may come too late, and what another costs is not known.
            assert today.rule is Rule.HARD
            assert shown["word"] == told[turns]
            assert shown["skill"] == (99 if guess in (None, told[turns]) else None)
            continue
        best = judge.best(position)
        assert best is not None
        assert Fraction(shown["value"], len(left)) == best.mean == _mean(judge, position, shown["word"]), turns
        if guess is not None and shown["cost"] is not None:
            judged += 1
            expected = _mean(judge, position, guess)
            assert expected is not None, (turns, guess)
            assert best.mean is not None
            assert shown["cost"] == pytest.approx(float(expected - best.mean)), (turns, guess)
        if turns not in told:
            continue
        is_late = today.rule is Rule.HARD and judge.is_of_tree(position, told[turns])
        assert is_late or _mean(judge, position, told[turns]) == best.mean
        if asked < N_ASKED:
            asked += 1
            assert analyse_position(today, turns, n_alternatives=1).best.expected == best.mean
    # What the command plays costs nothing on the page, which knows fewer trees.
    assert {shown["skill"] for shown in said_by_page(page, list(told), list(told.values()))} <= {99, None}
    assert known >= 0.7 * n_positions
    assert judged >= 0.3 * n_positions
    assert asked == N_ASKED


def _mean(judge: Judge, position: Position, guess: str) -> Fraction | None:
    found = judge.expected_with(position, guess)
    return None if found is None else found.mean


def _is_on_a_tree(turns: Turns, best: str) -> bool:
    opener = turns[0][0]
    name = best if opener == wordle_trees.opener(best) else f"{best}-{opener}"
    node = load(name).root if name in wordle_trees.names() else None
    for guess, code in turns:
        if node is None or node.guess != guess:
            return False
        node = node.children.get(code)
    return node is not None


GAMES = ["crane blits false", "slate crane grove", "adieu sport north", "salet batch hatch match patch"]
"""In the last one there are guesses that may not find the answer in time."""
LOST = ["stare racer lager faker wafer amply paper", "stare racer lager faker wafer payer paper"]
"""On the last row PAPER, PAVER and PAYER are left."""
GAMES_APART = ["crane house slate false", "crane slate shave false", "crane shade shave shame shake"]
"""In these a best guess tells all that is left apart."""
HARD = ["stare racer lager faker waver paver"]
"""WAVER may come too late, and the page does not know whether the tree with this opener plays it."""
JUDGED = {Rule.ANY: GAMES + LOST + GAMES_APART, Rule.HARD: HARD, None: ["1123 1123 1123 1123 1123 1124"]}
"""The last guess of the game of codes wins, where none was sure to."""


@pytest.mark.parametrize(("rule", "words"), [(rule, words) for rule in JUDGED for words in JUDGED[rule]])
def test_a_game_is_judged_alike(pages: dict[Rule | None, Page], rule: Rule | None, words: str) -> None:
    page, today, game = pages[rule], game_of(rule), words.split()
    turns = [{"guess": guess, "code": rule_of(today.kind)(guess, game[-1])} for guess in game[:ROWS]]
    expected = analyse_game(today, game)

    judged, means, said = page.evaluate(
        """async (turns) => {
            const tree = await ready;
            const known = turns.map((turn, i) => bestOfTree(tree, turns.slice(0, i)));
            const judged = new Judge(tree.engine, 1e6).judge(turns, known);
            return [judged.map(({ skill, luck, apart }) => [skill, luck, apart ?? []]),
                [meanOf(judged.map((turn) => turn.skillShare), 99), meanOf(judged.map((turn) => turn.luckShare), 100)],
                turns.map((turn, i) => judgedTurn(tree, turn, judged[i]).textContent.includes(" keeps "))];
        }""",
        turns,
    )

    # Below another opener the page judges no word by its risk alone.
    is_open = [turn.is_risky and number > 1 and words in HARD for number, turn in enumerate(expected.turns, 1)]
    apart = [sorted(turn.before) if turn.is_told_apart else [] for turn in expected.turns]
    verdicts = [
        [None, turn.luck, []] if is_unknown else [turn.skill, turn.luck, own]
        for is_unknown, turn, own in zip(is_open, expected.turns, apart, strict=True)
    ]
    assert judged == verdicts
    assert any(is_open) or means == [expected.skill, expected.luck]
    # A guess that costs no more is worse only in that it may come too late.
    assert said == [bool(own and turn.cost) for own, turn in zip(apart, expected.turns, strict=True)]
    assert any(apart) or words not in GAMES_APART
