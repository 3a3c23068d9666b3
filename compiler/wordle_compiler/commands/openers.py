"""`wordle-analyze opener`, `openers` and `pairs`: first guesses by exact total, from the bundled table or anew."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from wordle_compiler.commands import shared_options as shared
from wordle_compiler.commands.report_output import render_report
from wordle_compiler.commands.usage import STANDARD_STREAM, OneLineCommand, option, say, tell, tell_long, write_output
from wordle_compiler.compilation.report import CompiledTree, decimal
from wordle_compiler.game.lists import TODAY, load_list
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError
from wordle_compiler.machine.progress import progress_bar
from wordle_compiler.rankings.table import DataTable
from wordle_runtime import load
from wordle_runtime.command_line import json_text
from wordle_runtime.errors import counted, printable, quoted
from wordle_runtime.position import nearest
from wordle_runtime.words import spelled
from wordle_trees import HARD, name_for, names, opener

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_compiler.rankings.known_openers import KnownOpeners, RankedOpener
    from wordle_compiler.rankings.opener_table import OpenerTable
    from wordle_compiler.rankings.table import Cell

_KNOWN = ("answers", "rule", "opener", "rank", "of", "total", "mean", "worst_case", "costs")
_FIGURES = ("opener", "first_rank", "last_rank", "total", "mean", "worst_case", "proven")
_KNOWN_CSV = ("answers", "rule", *_FIGURES, "allowed", "objective", "max_guesses")
_GROUPS = {
    "Game": "--answers --allowed --weights --rule --hard --game --pegs --colours --no-repeats --fold-accents",
    "Ranking": "--objective --max-guesses --top --below",
    "Search": "--workers --time-limit --journal --cluster --memory-limit",
    "Output": "--csv --output --json --quiet --help",
}
_ranking_options = shared.together(
    shared.game_options(),
    shared.max_guesses_option("Every answer must be solved within N guesses. [default: 6 for words]"),
    shared.csv_option,
    shared.output_option("Write the tree of the best row to FILE; - writes it to standard output."),
    shared.search_options,
)


@click.command("opener", cls=OneLineCommand)
@click.argument("words", metavar="[WORD]...", nargs=-1)
@option("--top K", "Also print a table of the K best openers; with --hard, the K best of those that a tree has.")
@option("--all-games", "Print a table for every game and rule that is known, also the original game.")
@option("--hard", "By the hard rule: from a bundled tree that opens with the word, or else by a search.")
@option("--time-limit S", "Stop the search of --hard after S seconds, and print what is proven by then.")
@shared.csv_option
@shared.json_option
def opener_command(
    *,
    words: tuple[str, ...],
    top: int | None,
    all_games: bool,
    hard: bool,
    time_limit: str | None,
    csv_file: str | None,
    as_json: bool,
) -> None:
    """Tells how good an opener is in today's game: guesses on average, compared with the best, and its rank.

    The answer comes from a table that ships with the program, for today's game under rule any and for the original game
    under rules any and candidates. Of one that was not searched to the end, a bound is given. The CSV file
    has every row of that table.

    \b
    Examples:
      wordle-analyze opener crane
      wordle-analyze opener crane slate adieu --all-games
      wordle-analyze opener --top 25
      wordle-analyze opener --csv openers.csv
    """  # noqa: D301 - click wants the character backspace itself
    if not words and top is None and csv_file is None:
        raise InputError("name a word, or ask for --top or --csv")
    from wordle_compiler.rankings.known_openers import load_known_openers

    if hard and (bool(words) == (top is not None) or all_games or csv_file is not None):
        raise InputError("--hard takes words or --top, and cannot be combined with --all-games or --csv")
    if time_limit is not None and not hard:
        raise InputError("--time-limit is for the search of --hard: name both, or leave it out")
    games = [game for game in load_known_openers() if all_games or (game.answers, game.allowed) == TODAY]
    openers = set(load_list(TODAY[1]).words) if hard else {word for game in games for word in game.openers}
    words = tuple(spelled(word, openers) for word in words)
    if unknown := [word for word in words if word not in openers]:
        where = "any game in the table" if all_games else "today's game; --all-games has others"
        meant = nearest(unknown[0], openers) or "; `wordle-analyze openers FILE` ranks the words of a file, in any game"
        odd = f" ({counted(len(unknown[0]), 'letter')})" * (len(unknown[0]) != len(min(openers)))
        raise InputError(f"{quoted(unknown[0])}{odd} is not an opener of {where}{meant}")
    chosen = _find_hard(words, top, time_limit) if hard else []
    for game in games if not hard else ():
        named = [row for word in words if (row := game.find(word)) is not None]
        chosen += [(game, row) for row in (*named, *(game.rows[:top] if top else ()))]
    if csv_file is not None:
        records = (_record(game, row) for game in load_known_openers() for row in game.rows)
        rows = [[record[title] for title in _KNOWN_CSV] for record in records]
        write_output(csv_file, DataTable("", _KNOWN_CSV, rows).csv())
    found = [_record(game, row) for game, row in chosen]
    if as_json:
        say(json_text({"openers": found}))
        return
    n_named = len(found) if hard else 0 if all_games else len(words)
    lines = list(map(_sentence, found[:n_named]))
    if rows := list(map(_cells, found[n_named:])):
        lines += [*[""][:n_named], DataTable("", _KNOWN, rows).text(left={0, 1, 2})]
    if lines:
        say("\n".join(lines))


def _find_hard(
    words: tuple[str, ...], top: int | None, time_limit: str | None
) -> list[tuple[KnownOpeners, RankedOpener]]:
    """Returns what is proven under rule hard, in today's game, of words, or of the best openers of bundled trees."""
    from wordle_compiler.game.game import Game, Rule
    from wordle_compiler.rankings.known_openers import KnownOpeners, RankedOpener, proof_byte
    from wordle_compiler.rankings.opener_table import rank_openers
    from wordle_compiler.strategies.strategy import read_seconds

    seconds = read_seconds("time_limit", time_limit)
    game, rows = Game(load_list(TODAY[0]), load_list(TODAY[1]), Rule.HARD), {}
    trees = [HARD, *(name_for(word, hard=True) for word in words or map(opener, names()))]
    for tree in map(load, dict.fromkeys(trees)):
        found = tree.guarantee.likely or tree.guarantee
        rows[tree.opener] = RankedOpener(
            *(tree.opener, found.total, Fraction(found.total, found.n_solved), found.worst_case, "exact"),
            max_guesses=CompiledTree(tree).max_guesses,
        )
    # The first tree is optimal, so no opener has a smaller total.
    best, openers = next(iter(rows.values())), game.allowed.words
    proofs = bytes(proof_byte(is_exact=word == best.opener, is_feasible=True, worst_case=None) for word in openers)
    totals = [best.total or 0] * len(openers)
    known = KnownOpeners(*TODAY, "hard", game.usual_limit, len(game.answers), openers, totals, proofs)
    if top:
        tell("these are the openers that a bundled tree has; name others, and they are searched")
        words = tuple(sorted(rows, key=lambda word: (rows[word].max_guesses, rows[word].total))[:top])
    if missing := [word for word in words if word not in rows]:
        takes = "a search takes seconds to many minutes for each; --time-limit S ends it with a bound"
        tell(f"no bundled tree opens with {', '.join(missing)}: {takes}")
        with progress_bar(quiet=False) as progress:
            rows |= {row.opener: row for row in rank_openers(game, missing, progress=progress, time_limit=seconds).rows}
    return [(known, rows[word]) for word in words]


def _record(game: KnownOpeners, row: RankedOpener) -> dict[str, Any]:
    """Returns what is known of an opener, with exact fractions; None is unknown."""
    best = game.best
    costs = None if row.total is None or best.total is None else row.total - best.total
    if costs is not None and row.proven == "at least":
        costs = max(costs, 0)  # A bound below the best tells nothing.
    return {
        **{name: getattr(game, name) for name in ("answers", "allowed", "rule", "n_answers")},
        "objective": "total",
        "max_guesses": row.max_guesses or game.max_guesses,
        "n_openers": len(game.openers),
        **{title: getattr(row, title) for title in _FIGURES},
        "best": best.opener,
        "best_total": best.total,
        "best_max_guesses": game.max_guesses,
        "cost": None if costs is None else Fraction(costs, game.n_answers),
    }


def _cells(record: dict[str, Any]) -> list[Cell]:
    """Returns the row of an opener in the table for people."""
    first, last = record["first_rank"], record["last_rank"]
    shown = {"rank": first if first == last else f"{first}-{last}", "of": record["n_openers"], "costs": record["cost"]}
    if record["proven"] == "no tree":
        shown |= {"total": "no tree"}
    elif record["proven"] == "at least":
        bounds = ("mean", Fraction(record["total"], record["n_answers"])), ("costs", record["cost"])
        shown |= {title: f">= {decimal(value, is_bound=True)}" for title, value in bounds}
        shown |= {"total": f">= {record['total']}"}
    elif record["worst_case"] is None:
        shown |= {"worst_case": f"up to {record['max_guesses']}"}
    return [(record | shown)[title] for title in _KNOWN]


def _sentence(record: dict[str, Any]) -> str:
    """Returns what is known of an opener of today's game, for a player."""
    word, costs, first = record["opener"].upper(), record["cost"], record["first_rank"]
    game = f"today's game under rule {record['rule']}"
    if record["proven"] == "no tree":
        limit = counted(record["max_guesses"], "guess")
        return f"{word}: no play after it finds every answer of {game} within {limit}."
    at_least = "at least " * (record["proven"] == "at least")
    mean = decimal(Fraction(record["total"], record["n_answers"]), is_bound=bool(at_least))
    more = "the fewest of all"
    if at_least and costs <= 0:
        # A search that was cut short.
        more = f"as proven so far; {record['best'].upper()} is the best"
    elif costs:
        amount = decimal(costs, is_bound=True) if at_least else f"{abs(float(costs)):.2g}"
        # A tree with a larger limit may take fewer on average.
        more = f"{at_least}{amount} {'fewer' if costs < 0 else 'more'} than {record['best'].upper()}, the best"
    more += f" within {record['best_max_guesses']} guesses"
    if (record["worst_case"] or 0) > record["best_max_guesses"]:
        more += f"; some answers need up to {record['worst_case']}"
    # A bound is below what it bounds, and must not read as the better figure beside an exact one.
    mean = f"not searched to the end: {mean} guesses or more on average" if at_least else f"{mean} guesses on average"
    text = f"{word}: {mean} in {game}, {more}."
    if first is None or (at_least and first == 1):
        return text
    rank = f"Rank {first}{'' if first == record['last_rank'] else ' at best'}"
    return f"{text} {f'Not among the best {first - 1}' if at_least else rank} of {record['n_openers']:,}."


@click.command("openers", cls=OneLineCommand, groups=_GROUPS)
@click.argument("words", metavar="LIST")
@option("--top K", "Rank only the K best, which is much faster. [default: all]")
@shared.objective_option(
    "What openers are ranked by, as for wordle-compile; of two separated by a comma, by the first and then the second. "
    "worst-case is worst-case,total."
)
@shared.weights_option
@option("--time-limit S", "Stop after S seconds, and print what is proven by then.")
@shared.journal_option
@option("--below TOTAL", "Rank only openers with a tree of a smaller total, and prove that the others have none.")
@shared.cluster_option
@_ranking_options
@click.pass_context
def openers_command(ctx: click.Context, /, **given: Any) -> None:
    """Ranks openers: the words of LIST, or all that the rule allows.

    LIST is the name of a bundled list, a file, - for standard input, or all. Each total is proven. For openers below
    the best K of --top, and those that tie with the last of them, it proves only a bound.

    \b
    Examples:
      wordle-analyze openers all --top 10 --rule candidates --allowed original-answers --csv openers.csv
      wordle-analyze openers words.txt --max-guesses 5
      wordle-analyze openers all --top 1 --journal openers.db
      wordle-analyze openers words.txt --below 7926 --journal openers.db
    """  # noqa: D301 - click wants the character backspace itself
    from wordle_compiler.rankings.opener_table import rank_openers
    from wordle_compiler.strategies.strategy import read_seconds

    options = {name: given[name] for name in ("objective", "below", "journal")}
    below, options["time_limit"] = given["below"], read_seconds("time_limit", given["time_limit"])
    aim = "can solve every answer within the limit" if below is None else f"has a tree with a total below {below}"
    _rank(ctx, rank_openers, f"no opener {aim} (proven)", **options)


@click.command("pairs", cls=OneLineCommand, groups=_GROUPS)
@click.argument("words", metavar="LIST")
@option("--top K", "How many pairs to rank.", default=10)
@shared.weights_option
@_ranking_options
@click.pass_context
def pairs_command(ctx: click.Context, /, **_shared: Any) -> None:
    """Finds the best pairs of fixed first guesses among the words of LIST.

    LIST is the name of a bundled list, a file, - for standard input, or all. The second word of a pair is played
    whatever the feedback to the first.

    \b
    Examples:
      wordle-analyze pairs original-answers --top 3
      wordle-analyze pairs words.txt -o pair.tree
    """  # noqa: D301 - click wants the character backspace itself
    from wordle_compiler.rankings.opener_table import rank_pairs

    _rank(ctx, rank_pairs, "no pair can solve every answer within the limit (proven)")


def render_ranking(table: OpenerTable) -> str:
    """Returns the table as lines of text. What shares one bound shares one line."""
    limit = f"{counted(table.max_guesses, 'guess')}, rule {table.game.rule}"
    what, n_all = ("opener", len(table.rows)) if table.n_pairs is None else ("pair", table.n_pairs)
    exact = [row for row in table.rows if row.proven == "exact"]
    name = "total" if table.weights is None else "weighted_total"
    if is_counted := bool(table.rows) and table.rows[0].n_unsolved is not None:
        name = "n_unsolved"
    bounds = [getattr(row, name) for row in table.rows if row.proven == "at least"]
    n_others, bound = len(bounds), min((bound or 0 for bound in bounds), default=0)
    if table.n_pairs is not None and len(exact) >= (table.n_best or 0):
        # The table holds the best pairs alone, with all that tie.
        n_others, bound = table.n_pairs - len(exact), (getattr(exact[-1], name) or 0) + (table.weights is None)
    lines = []
    if exact:
        caption, titles, rows = table.table()
        numbered = [(rank, *row) for rank, row in enumerate(rows[: len(exact)], 1)]
        left = {place for place, title in enumerate(titles, 1) if title in ("opener", "first", "second", "proven")}
        lines.append(DataTable(caption, ("rank", *titles), numbered).text(left))
    if n_others:
        others = counted(n_others, f"other {what}" if exact else what)
        each = f"{name.replace('_', ' ')} at least {bound} each, or no tree within {limit}"
        lines.append(f"{others}: at least {bound} unsolved each within {limit}" if is_counted else f"{others}: {each}")
    lines += [f"{printable(row.opener)}  no tree within {limit}" for row in table.rows if row.proven == "no tree"]
    if not n_others and not is_counted:
        summary = f"{len(exact)} of {counted(n_all, what)} can solve every answer within {limit}"
        lines += ["", summary] if lines else [summary]
    if not table.is_complete:
        n_settled = sum(row.proven != "at least" for row in table.rows)
        lines.append(f"the time limit cut the search short: {n_settled} of {n_all} are settled, others may be better")
    if table.n_illegal:
        why = f"whose second word is illegal under rule {table.game.rule} after some feedback"
        lines.append(f"left out: {counted(table.n_illegal, 'pair')} {why}")
    return "\n".join(lines)


def _rank(ctx: click.Context, rank: Callable[..., OpenerTable], unmet: str, **options: Any) -> None:
    """Ranks what a command's options name, prints and writes the table, and writes the tree of the best row.

    `options` are more arguments of `rank`, and `unmet` is the reason to give if a tree is asked for, and there is none.
    """
    given, game = ctx.params, shared.load_game(ctx)
    output = given["output"]
    words = None if given["words"] == "all" else shared.load_words(ctx, given["words"]).words
    search: dict[str, Any] = {"max_guesses": given["max_guesses"], "n_workers": given["workers"]}
    n_openers = len(game.allowed if words is None else words)
    quicker = "a LIST of fewer words, or `wordle-analyze opener --top K`, a table"
    tell_long(n_openers, len(game.answers), quicker, game.kind)
    if "weights" in given:
        search["weights"] = shared.load_weighting(given["weights"], game)
    shared.tell_of_journal(given.get("journal"), game, search.get("weights"))
    tree = None
    with (
        progress_bar(quiet=given["quiet"]) as search["progress"],
        shared.cluster_of(given.get("cluster"), objective=given.get("objective", "total")) as cluster,
    ):
        if cluster is not None:
            search["cluster"] = cluster
        table = rank(game, words, n_best=given["top"], **options, **search)
        if output is not None and table.best is not None:
            from wordle_compiler.compilation.compiled_tree import compile_tree

            # Ties go to the first, as in `wordle-compile`.
            tree = compile_tree(game, opener=table.best, objective=table.objective.value, **search)
    write_output(given["csv_file"], table.to_csv())
    if tree is not None:
        write_output(output, tree.data)
    # Standard output is reserved for the tree, even if no tree results.
    is_err = output == STANDARD_STREAM
    if given["as_json"]:
        say(json_text(table.as_json() | {"report": tree and tree.as_json(output)}), err=is_err)
    else:
        say("\n\n".join([render_ranking(table), *([render_report(tree, output)] if tree else [])]), err=is_err)
    if output is not None and tree is None:
        raise UnmetGuaranteeError(f"no tree was written: {unmet}")
