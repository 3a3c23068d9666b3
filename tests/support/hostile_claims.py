"""Claims about drawn games, true and false, by an author who proves what is true, and lies where that is not enough.

A *claim* is a tree, a certificate and two lists. `claims_of` yields all that are drawn for a game by its number; the
same number gives the same claims. What changes a true certificate stands in `CHANGES`.
"""

import copy
import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from checker_writer import Author, Style
from hostile_files import OBJECTIVES, Certificate, Entry, Frame, Judge, TreeFile
from hostile_games import draw_game
from reference_solver import NOTHING
from tiny_games import NEVER, BruteForce, TinyGame


@dataclass(frozen=True)
class Claim:
    """What a checker is asked, and what it must say: a claim with nothing wrong and not `is_true` may be refused."""

    name: str
    tree: bytes
    certificate: bytes
    answers: tuple[str, ...]
    allowed: tuple[str, ...]
    is_true: bool
    wrong: tuple[str, ...]
    n_codes: int


CHANGES = (
    *("raise a bound", "lower a bound", "drop or repeat a chapter", "put a frame into itself", "drop an entry"),
    *("double an entry", "swap frames", "use another lemma", "say that nothing is left", "change a feedback"),
    *("change a guess", "leave a guess out", "make up symmetries", "spoil symmetries", "change a part"),
    *("change a claim", "move chapters", "change the header"),
)


def spoil(what: str, made: Certificate, game: TinyGame, dice: random.Random) -> None:
    """Changes a certificate in one place.

    Raises:
        IndexError: There is nothing of that kind to change.
    """

    def some_frame() -> Frame:
        return dice.choice(made.frames())

    def some_entries() -> list[Entry]:
        return dice.choice(made.all_entries())

    match what:
        case "raise a bound":
            frame = some_frame()
            frame.bound = min(NEVER, dice.choice((frame.bound + 1, frame.bound + 2, frame.bound + 255, NEVER)))
        case "lower a bound":
            frame = dice.choice([frame for frame in made.frames() if frame.bound < NEVER])
            frame.bound = max(2 * frame.n - 1, frame.bound - 1)
        case "drop or repeat a chapter":
            made.chapters.insert(0, copy.deepcopy(dice.choice(made.chapters)))
            made.chapters[:] = made.chapters[dice.choice((0, 2)) :]
        case "put a frame into itself":
            frame = dice.choice([frame for frame in made.frames() if frame.entries])
            dice.choice(frame.entries).proof = copy.deepcopy(frame)
        case "drop an entry":
            entries = some_entries()
            entries.pop(dice.randrange(len(entries)))
        case "double an entry":
            entries = some_entries()
            entries.append(copy.deepcopy(dice.choice(entries)))
        case "swap frames":
            one, other = (dice.choice(some_entries()) for _ in range(2))
            one.proof, one.is_use, other.proof, other.is_use = other.proof, other.is_use, one.proof, one.is_use
        case "use another lemma":
            entry = dice.choice(some_entries())
            entry.proof, entry.is_use = some_frame(), True
            entry.proof.kept = entry.proof.kept or dice.random() < 0.9
        case "say that nothing is left":
            # The proof of a lemma is gone, and its bound stays.
            some_frame().entries.clear()
        case "change a feedback":
            entry = dice.choice(some_entries())
            # Some that are the same in the lowest byte or two.
            code = entry.feedback
            entry.feedback = dice.choice((0, code + 256, code + 65536, code ^ 1, game.winning))
        case "change a guess":
            dice.choice(some_entries()).guess = dice.randrange(len(game.allowed) + 1)
        case "leave a guess out":
            entries = some_entries()
            guess = dice.choice(entries).guess
            entries[:] = [entry for entry in entries if entry.guess != guess]
        case "make up symmetries":
            # Of a random kind, some of them none; and a guess is left out.
            places, symbols = (dice.sample(range(n), n) for n in (game.length, len(game.symbols)))
            holder = dice.choice([made, *made.frames()])
            holder.symmetries = [*holder.symmetries, (tuple(places), tuple(symbols))]
            spoil("leave a guess out", made, game, dice)
        case "spoil symmetries":
            frame = some_frame()
            places, symbols = ([dice.randrange(n + 1) for _ in range(n)] for n in (game.length, len(game.symbols)))
            frame.symmetries = [(tuple(places), tuple(symbols))]
        case "change a part":
            part = dice.choice([part for chapter in made.chapters for part in chapter.parts])
            # Only rule hard writes demands down.
            match dice.randrange(4 if game.rule == "hard" else 3):
                case 0:
                    part.n_left += dice.choice((-1, 1, 255))
                case 1:
                    part.answers = dice.sample(range(len(game.answers) + 1), dice.randint(0, len(game.answers)))
                case 2:
                    part.answers.sort()
                    part.answers.pop()
                case 3:
                    part.known = part.known[0], frozenset({(dice.choice(game.symbols), 1)})
        case "change a claim":
            at = dice.randrange(len(made.claims))
            limit, bound = made.claims[at]
            limits = [(limit + 1, bound), (max(1, limit - 1), bound)]
            limit, bound = dice.choice([*limits, (limit, bound + 1), (limit, bound - 1), (limit, NEVER)])
            made.claims[at] = limit, min(NEVER, bound)
        case "move chapters":
            dice.choice(made.chapters).claim = dice.choice((0, 1, 2))
            dice.shuffle(made.chapters)
        case "change the header":
            match dice.randrange(5):
                case 0:
                    made.n_lemmas = max(0, len(made.frames()) + dice.choice((-1, 1, 256)))
                case 1:
                    made.openers = [dice.randrange(len(game.allowed) + 1)]
                case 2:
                    made.openers = []
                case 3:
                    made.fingerprint = bytes(32)
                case 4:
                    made.tree = bytes(32)


def claims_of(number: int, n_spoilt: int = 40, game: TinyGame | None = None) -> Iterator[Claim]:
    """Yields a true claim about a game, some false ones of better trees than there are, and `n_spoilt` spoilt ones."""
    game = game or draw_game(number)
    # Certificates of many words are long, and each is judged lemma by lemma.
    n_spoilt = n_spoilt if len(game.allowed) < 40 else max(8, n_spoilt // 10)
    dice = random.Random(f"hostile claims {number}")
    oracle = BruteForce(game)
    for number_of_tree in range(2):
        tree = draw_tree(oracle, dice, is_best=True)
        if tree is None:
            continue
        author = Author(oracle, draw_style(dice), dice)
        honest = author.certificate(tree)
        yield _claim("true", oracle, tree, honest, is_true=True)
        if number_of_tree == 0:
            yield from _other_games(oracle, tree, honest, dice)
        # Where a certificate has no lemma, there is little to spoil.
        for _ in range(n_spoilt // 4 if honest.frames() else 2):
            yield from _spoilt(oracle, tree, honest, dice)
        for _ in range(n_spoilt // 4):
            worse = draw_tree(oracle, dice, is_best=False)
            if worse is not None:
                lie = Author(oracle, draw_style(dice), dice).certificate(worse)
                yield _claim("lie", oracle, worse, lie, is_true=True)
                if lie.frames() and dice.random() < 0.5:
                    yield from _spoilt(oracle, worse, lie, dice)


def draw_style(dice: random.Random) -> Style:
    keeps, length = dice.choice((0.0, 0.5, 1.0)), dice.choice((1, 3, 10, 1000))
    return Style(dice.random() < 0.3, dice.random() < 0.7, keeps, length)


def draw_tree(oracle: BruteForce, dice: random.Random, *, is_best: bool) -> TreeFile | None:
    """Draws an objective, a limit, a status and a tree that reaches the best, or any tree that solves the game."""
    game = oracle.game
    objective = dice.choice(OBJECTIVES)
    limit = dice.choice((1, 2, 3, 3, 4, 4, 5, 6, len(game.answers), 40, 255))
    if oracle.cost(oracle.everything, limit) >= NEVER:
        return None
    is_below = dice.random() < 0.3
    opener = dice.choice(game.allowed if game.rule != "candidates" else game.answers) if is_below else ""
    if not is_best and not opener:
        opener = dice.choice(oracle.legal(oracle.everything, NOTHING))

    depth = oracle.depth(objective, limit, opener)
    if depth is None:
        return None
    depth = depth if is_best else limit
    root = oracle.tree(depth, opener, unlikely=frozenset(game.unlikely))
    if max(root.depths().values()) > 255:
        return None
    status = "optimal below opener" if is_below else "optimal"
    found = TreeFile(game, root, status, objective, limit, opener if is_below else None)
    if dice.random() < 0.05:
        return replace(found, status=dice.choice(("upper bound", "heuristic", "optimal")))
    if dice.random() < 0.02 and not game.unlikely:
        return replace(found, weights=tuple(dice.randint(1, 5) for _ in game.answers))
    return found


def _claim(name: str, oracle: BruteForce, tree: TreeFile, certificate: Certificate, *, is_true: bool = False) -> Claim:
    """Writes a claim down; one that is true, if nothing is wrong in it, must be accepted."""
    game, wrong = oracle.game, tuple(Judge(oracle, tree, certificate).wrong)
    is_true = is_true and not wrong
    return Claim(name, tree.encode(), certificate.encode(), game.answers, game.allowed, is_true, wrong, oracle.n_codes)


def _spoilt(oracle: BruteForce, tree: TreeFile, good: Certificate, dice: random.Random) -> Iterator[Claim]:
    made = copy.deepcopy(good)
    names = []
    for change in dice.sample(CHANGES, dice.choice((1, 1, 2, 3))):
        try:
            spoil(change, made, oracle.game, dice)
        except (IndexError, ValueError):
            # There is nothing of that kind to change.
            continue
        names.append(change)
    if names:
        yield _claim(", ".join(names), oracle, tree, made)


def _other_games(oracle: BruteForce, tree: TreeFile, good: Certificate, dice: random.Random) -> Iterator[Claim]:
    """Yields the true claim with other lists, and with other trees' files."""
    claim = _claim("", oracle, tree, good)
    answers, allowed = claim.answers, claim.allowed
    lists = {
        "an answer fewer": (answers[1:], allowed),
        "a guess fewer": (answers, tuple(word for word in allowed if word != dice.choice(allowed))),
        "all are answers": (allowed, allowed),
    }
    for name, (fewer, others) in lists.items():
        if (fewer, others) != (answers, allowed) and fewer and set(fewer) <= set(others):
            yield replace(claim, name=name, answers=fewer, allowed=others, wrong=("another list",))
    for other in (replace(tree, limit=tree.limit + 1), replace(tree, objective=dice.choice(OBJECTIVES))):
        if other.limit < 256 and other != tree:
            yield _claim("another tree's file", oracle, other, good)
            made = copy.deepcopy(good)
            made.tree = hashlib.sha256(other.encode()).digest()
            yield _claim("another tree's digest", oracle, other, made)
            made.claims = other.claims()
            yield _claim("another tree's claims", oracle, other, made)
