"""Makes the table of openers that ships, trees/wordle_trees/openers.table, and its picture, docs/openers.svg.

`python scripts/build_openers.py FOLDER` takes hours. It keeps in FOLDER what is proven, a journal for each game, so it
may be stopped at any moment, and the same command goes on. An empty folder starts with what the shipped table says;
`--anew` proves everything again. Journals that other machines or `wordle-analyze openers --journal` filled may be put
beside them, under names such as today-any-2.db; what they prove is taken over.

Each game takes three steps:

1. a lower bound on the total of every opener, by its one-ply bound;
2. exact totals, those with the lowest bounds first: all of the classic game, and 2000 of today's, with the openers
   of the bundled trees among them;
3. proof that the best are the best, which settles their ranks, and the worst case of each of them.

`--exact N` ends the second step when there are N of them, so that the work can be done in pieces; `--pack` only
packs what FOLDER holds so far. FOLDER/log.csv says what each step took, in seconds of processor time, then of wall
time, and by which commit.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import wordle_trees
from wordle_compiler import Game, Rule, load_list, rank_openers
from wordle_compiler.export.histograms import LEFT, SOLVED, Panel
from wordle_compiler.export.histograms import draw as render
from wordle_compiler.game.lists import CLASSIC, TODAY
from wordle_compiler.machine.atomic import write_atomically
from wordle_compiler.machine.errors import CompilerError
from wordle_compiler.machine.workers import find_workers
from wordle_compiler.rankings.known_openers import KnownOpeners, load_known_openers, pack, proof_byte
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver.journal import Journal
from wordle_compiler.solver.leaderboard import OpenerResult
from wordle_compiler.solver.objective import Objective, Question
from wordle_compiler.solver.worker_threads import lay_out
from wordle_runtime.commit import commit

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "trees" / "wordle_trees" / "openers.table"
PICTURE = ROOT / "docs" / "openers.svg"
MAX_GUESSES = 6
PLAYED = {wordle_trees.opener(name) for name in wordle_trees.names()}
"""The openers of the bundled trees."""
BARS = 20
"""How many bars of the picture a whole guess of the mean has."""


@dataclass(frozen=True)
class Entry:
    """One game of the table.

    Attributes:
        name: How its files in the folder begin.
        lists: The lists of answers and of allowed words.
        rule: The rule.
        n_exact: How many openers get an exact total, those that promise most; None means all.
        n_best: How many of the best are proven to be so, and get a worst case; None means all.
    """

    name: str
    lists: tuple[str, str]
    rule: Rule
    n_exact: int | None
    n_best: int | None

    def game(self) -> Game:
        """Returns the game."""
        answers, allowed = map(load_list, self.lists)
        return Game(answers, allowed, self.rule)


ENTRIES = (
    Entry("original-any", CLASSIC, Rule.ANY, None, 100),
    Entry("original-candidates", (CLASSIC[0], CLASSIC[0]), Rule.CANDIDATES, None, None),
    Entry("today-any", TODAY, Rule.ANY, 2000, 25),
)


@contextmanager
def logged(folder: Path, entry: Entry, step: str) -> Iterator[None]:
    """Adds a line to the log when a step ends, however it does."""
    processor, wall = time.process_time(), time.perf_counter()
    try:
        yield
    finally:
        seconds = (time.process_time() - processor, time.perf_counter() - wall)
        today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
        with (folder / "log.csv").open("a", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerow(
                (today, entry.name, step, *(f"{s:.0f}" for s in seconds), commit())
            )
        print(f"{entry.name}: {step}: {seconds[0]:.0f} s of processor time, {seconds[1]:.0f} s", flush=True)


def settle(folder: Path, entry: Entry, n_workers: int) -> None:
    """Takes the three steps for one game, as far as they have not been taken.

    Raises:
        CompilerError: A journal cannot be used; the message says why.
    """
    game = entry.game()
    words = game.allowed.words
    journal = folder / f"{entry.name}.db"
    known = merge_journals(folder, entry, game)
    unknown = [opener for opener in range(len(words)) if opener not in known]
    if entry.rule == Rule.ANY and unknown:
        with logged(folder, entry, f"bounds of {len(unknown)} openers"):
            _, threads = lay_out(Question(game, MAX_GUESSES), None, n_workers)
            for opener, bound in threads.bound_openers(unknown, INFEASIBLE):
                known[opener] = OpenerResult(opener, bound, False)
            record(folder, entry, game, known)
    n_exact = sum(result.is_exact for result in known.values())
    rest = [opener for opener in range(len(words)) if opener not in known or not known[opener].is_exact]
    rest.sort(key=lambda opener: known[opener].total if opener in known else 0)
    wanted = len(words) if entry.n_exact is None else entry.n_exact
    # People ask for the openers that they play, whatever these promise.
    piece = {words[opener] for opener in rest[: max(0, wanted - n_exact)]}
    piece |= PLAYED.intersection(words[opener] for opener in rest)
    if piece:
        with logged(folder, entry, f"exact totals of {len(piece)} openers"):
            rank_openers(game, piece, max_guesses=MAX_GUESSES, n_workers=n_workers, journal=journal)
    n_best = entry.n_best or len(words)
    file = folder / f"{entry.name}.worst-cases.json"
    if not file.exists():
        with logged(folder, entry, f"proof and worst case of the best {n_best} openers"):
            table = rank_openers(game, n_best=n_best, max_guesses=MAX_GUESSES, n_workers=n_workers, journal=journal)
            worst_cases = {row.opener: row.worst_case for row in table.rows if row.worst_case is not None}
            write_atomically(file, json.dumps(worst_cases).encode())


def seed(folder: Path, entry: Entry, shipped: KnownOpeners) -> None:
    """Writes what the shipped table says of one game into the folder's journal and file of worst cases."""
    known = {
        opener: OpenerResult(opener, INFEASIBLE if row.total is None else row.total, row.proven != "at least")
        for opener, row in enumerate(map(shipped.find, shipped.openers))
        if row is not None
    }
    record(folder, entry, entry.game(), known)
    worst_cases = {row.opener: row.worst_case for row in shipped.rows if row.worst_case is not None}
    write_atomically(folder / f"{entry.name}.worst-cases.json", json.dumps(worst_cases).encode())


def merge_journals(folder: Path, entry: Entry, game: Game) -> dict[int, OpenerResult]:
    """Returns what all journals of one game have proven, and writes it into the one that the next step goes on with."""
    known: dict[int, OpenerResult] = {}
    for path in sorted(folder.glob(f"{entry.name}*.db")):
        with Journal(path, Question(game, MAX_GUESSES, Objective.TOTAL)) as journal:
            for opener, result in journal.known(MAX_GUESSES).items():
                other = known.get(opener, result)
                # An exact total says more than a bound, and of two bounds the higher one.
                known[opener] = max(result, other, key=lambda known: (known.is_exact, known.total))
    record(folder, entry, game, known)
    return known


def record(folder: Path, entry: Entry, game: Game, known: Mapping[int, OpenerResult]) -> None:
    """Writes into the journal of one game what it lacks."""
    with Journal(folder / f"{entry.name}.db", Question(game, MAX_GUESSES, Objective.TOTAL)) as journal:
        recorded = journal.known(MAX_GUESSES)
        for opener, result in known.items():
            if result != recorded.get(opener):
                journal.record(MAX_GUESSES, result)


def gather(folder: Path, entry: Entry) -> KnownOpeners:
    """Returns what the folder holds of one game."""
    game = entry.game()
    known = merge_journals(folder, entry, game)
    file = folder / f"{entry.name}.worst-cases.json"
    worst_cases = json.loads(file.read_bytes()) if file.exists() else {}
    totals, proofs = [], bytearray()
    for opener, word in enumerate(game.allowed.words):
        result = known.get(opener, OpenerResult(opener, 0, False))
        totals.append(result.total if result.is_feasible else 0)
        proofs.append(
            proof_byte(is_exact=result.is_exact, is_feasible=result.is_feasible, worst_case=worst_cases.get(word))
        )
    names = entry.lists
    openers, n_answers = game.allowed.words, len(game.answers)
    return KnownOpeners(*names, entry.rule.value, MAX_GUESSES, n_answers, openers, totals, bytes(proofs))


def draw(games: Sequence[KnownOpeners]) -> bytes:
    """Returns the picture: for each game how many openers have which mean, exact totals apart from lower bounds."""
    means = [[(row.total * BARS // game.n_answers, row.proven) for row in game.rows if row.total] for game in games]
    low, high = (edge(place for found in means for place, _ in found) for edge in (min, max))
    panels = []
    for game, found in zip(games, means, strict=True):
        n_without = len(game.openers) - len(found)
        for proven, colour, what in (("exact", SOLVED, "exact"), ("at least", LEFT, "lower bounds")):
            counts = Counter(place for place, how in found if how == proven)
            if not counts:
                continue
            note = f"{counts.total()} openers, {what}"
            note += f"; {n_without} have no tree within {game.max_guesses} guesses" if n_without else ""
            bars = {f"{place / BARS:.2f}": counts[place] for place in range(low, high + 1)}
            panels.append(Panel(f"{game.answers}, rule {game.rule}", note, bars, colour))
    legend = "3.40 stands for means from 3.40 to below 3.45; a mean that is a lower bound may be higher"
    return render(panels, legend, axis_names=("mean guesses", "openers"))


def describe(game: KnownOpeners) -> str:
    """Returns a line about what is known of a game."""
    kinds: Mapping[str, int] = {
        kind: sum(row.proven == kind for row in game.rows) for kind in ("exact", "at least", "no tree")
    }
    n_settled = sum(row.first_rank is not None and row.first_rank == row.last_rank for row in game.rows)
    counts = ", ".join(f"{count} {kind}" for kind, count in kinds.items() if count)
    return f"{game.answers}, rule {game.rule}: {counts}; {n_settled} ranks settled; best {game.best.opener}"


def main() -> int:
    """Proves, packs and draws; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the journals are kept")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only {', '.join(entry.name for entry in ENTRIES)}")
    parser.add_argument("--pack", action="store_true", help="prove nothing, pack what FOLDER holds")
    parser.add_argument("--anew", action="store_true", help="take nothing from the shipped table")
    parser.add_argument("--exact", type=int, metavar="N", help="no more than N exact totals a game")
    parser.add_argument("-j", "--workers", type=int, help="threads; one per processor by default")
    arguments = parser.parse_args()
    try:
        arguments.folder.mkdir(parents=True, exist_ok=True)
        if not arguments.anew and not any(arguments.folder.iterdir()):
            for entry, shipped in zip(ENTRIES, load_known_openers(), strict=True):
                seed(arguments.folder, entry, shipped)
        for entry in ENTRIES:
            if not arguments.pack and entry.name in (arguments.names or [entry.name]):
                piece = entry if arguments.exact is None else replace(entry, n_exact=arguments.exact)
                settle(arguments.folder, piece, find_workers(arguments.workers))
        write_atomically(TABLE, pack(gather(arguments.folder, entry) for entry in ENTRIES))
        games = load_known_openers()
        write_atomically(PICTURE, draw(games))
    except (CompilerError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped: the same command goes on", file=sys.stderr)
        return 130
    print("\n".join(map(describe, games)))
    print(f"{TABLE.name}: {TABLE.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
