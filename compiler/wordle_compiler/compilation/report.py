"""The report on a tree: its figures, read from the tree itself, and how numbers are written as decimals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from operator import sub
from typing import Any

from wordle_compiler.game.words import name_some
from wordle_runtime import Tree
from wordle_runtime.command_line import plain
from wordle_runtime.errors import counted, printable
from wordle_runtime.header import Guarantee, Solved
from wordle_runtime.layout import LIKELY_PREFIX
from wordle_runtime.markup import table

UNKNOWN = "-"
"""What people are shown where nothing is known."""
_OF_PART = ("n_solved", "total", "worst_case")
_CLAIMS = {
    "optimal": "no other such tree {does_better}, whatever its opener",
    "optimal below opener": "no such tree that begins with {start} {does_better}",
    "upper bound": "the search was cut short; nothing beyond the numbers of this tree",
    "heuristic": "nothing beyond the numbers of this tree",
}


@dataclass(frozen=True)
class CompiledTree:
    """A checked tree, and the report on it: its figures, and what is claimed of them. Any loaded tree can be one."""

    tree: Tree  # Read from the bytes of its file, so that its guarantee is recounted.
    seconds: float | None = None  # How long compiling took; None if the tree was read from a file.

    @property
    def data(self) -> bytes:
        """The file's bytes, which `wordle_runtime.load` reads."""
        return self.tree.data

    @property
    def guarantee(self) -> Guarantee:
        """The figures."""
        return self.tree.guarantee

    @property
    def others(self) -> Solved | None:
        """The figures of the answers that are not likely, within the limit for all; None if no answers are likely."""
        if (likely := self.guarantee.likely) is None:
            return None
        histogram = list(map(sub, self.tree.nodes.by_level(0), self.tree.nodes.by_level(0, likely.members)))
        while histogram and not histogram[-1]:
            histogram.pop()
        return Solved(histogram=tuple(histogram))

    @property
    def max_guesses(self) -> int:
        """The limit of the claim: within how many guesses each answer, or each likely one, is to be found."""
        return (self.guarantee.likely or self.tree.info.game).max_guesses

    @property
    def openers(self) -> tuple[str, ...]:
        """The fixed first guesses, or the opener that the strategy chose."""
        return self.tree.fixed or (self.tree.opener,)

    @property
    def _objective(self) -> str:
        total = "total" if self.guarantee.weights is None else "weighted total"
        return self.tree.info.objective.replace("-", " ").replace("total", total)

    @property
    def head(self) -> str:
        """The claim in short: the status, and the objective, limit and rule that it is about."""
        objective = self._objective.replace(",", ", then ")
        info, limit = self.tree.info, counted(self.max_guesses, "guess")
        return f"{info.status} ({objective}, within {limit}, rule {info.game.rule})"

    @property
    def claim(self) -> str:
        """What is claimed of the tree: the head, and what no other such tree does."""
        of = LIKELY_PREFIX * (self.guarantee.likely is not None)
        first, _, second = self._objective.removeprefix(LIKELY_PREFIX).partition(",")
        does_better = f"has a smaller {of}{first}"
        if first == "unsolved":
            does_better = f"leaves fewer {of}answers unsolved, and none that leaves as few has a smaller {of}{second}"
        elif second:
            does_better += f", nor with this {of}{first} a smaller {of}{second}"
        start = " then ".join(map(printable, self.openers))
        return f"{self.head}: {_CLAIMS.get(self.tree.info.status, '').format(does_better=does_better, start=start)}"

    def rows(self) -> list[tuple[str, str]]:
        """Returns the figures and the claim as a person reads them, each with its label."""
        info, found, others = self.tree.info, self.guarantee, self.others
        likely, weights = found.likely, found.weights
        heuristic = dict(info.options).get("heuristic")
        found_by = "" if heuristic is None else f", the tree of {printable(str(heuristic))}"
        solved = f"{found.n_solved} of {counted(found.n_answers, 'answer' if likely is None else 'word')}"
        rows = [
            ("opener", ", then ".join(map(printable, self.openers))),
            ("strategy", f"{printable(info.strategy)}{found_by}, rule {info.game.rule}"),
            ("solved", f"{solved}, {counted(info.game.allowed.count, 'allowed guess')}"),
        ]
        if likely is not None and others is not None:
            # The two rows say the worst case of words that differ in what the player cares for.
            missed = f", {len(likely.unsolved)} not solved" if likely.unsolved else ""
            within = f"within {counted(likely.max_guesses, 'guess')}{missed}"
            shown = f"mean {decimal(likely.mean)}, total {likely.total}, {within}"
            rows.append(("likely", f"{counted(likely.count, 'answer')} ({printable(likely.name)}): {shown}"))
            rows.append(("others", _others(others, found.n_answers - likely.count, likely.max_guesses)))
        rows.append(("total", str(found.total)))
        if weights is not None:
            rows += [("weighted", f"mean {decimal(weights.mean)}, total {weights.total} by {printable(weights.name)}")]
        rows.append(("mean", decimal(found.mean)))
        if likely is None:
            rows.append(("worst case", counted(found.worst_case, "guess")))
        if found.unsolved:
            rows.append(("unsolved", f"{len(found.unsolved)}: {name_some(found.unsolved, ', and {} more')}"))
        return [*rows, ("claimed", self.claim)]

    @property
    def histogram(self) -> dict[int, int]:
        """How many answers need each number of guesses; numbers that no answer needs are omitted."""
        return {n_guesses: count for n_guesses, count in enumerate(self.guarantee.histogram, 1) if count}

    def _repr_html_(self) -> str:
        """Returns what a notebook shows: the figures, and the answers by the guesses they need."""
        rows: list[tuple[str, int]] = [(str(n_guesses), count) for n_guesses, count in self.histogram.items()]
        if self.guarantee.unsolved:
            rows.append(("unsolved", len(self.guarantee.unsolved)))
        caption = ", ".join(" ".join(row) for row in self.rows())
        return table(("guesses", "answers"), rows, caption=caption, bars=[count for _, count in rows])

    def as_json(self, file: str | None) -> dict[str, Any]:
        """Returns the report as the commands' JSON object; `file` is the tree's file, or None."""
        info, found, others = self.tree.info, self.guarantee, self.others
        weights, likely = found.weights, found.likely
        return {
            **{name: getattr(self.tree, name) for name in ("opener", "fixed")},
            **{name: getattr(found, name) for name in ("n_answers", "total", "worst_case", "unsolved")},
            **{name: getattr(self, name) for name in ("histogram", "claim")},
            **{name: getattr(info.game, name) for name in ("kind", "rule", "max_guesses")},
            **{name: getattr(info, name) for name in ("status", "strategy", "objective")},
            **{name: getattr(info.game, name).name for name in ("answers", "allowed")},
            **{f"{name}_sha256": getattr(info.game, name).sha256.hex() for name in ("answers", "allowed")},
            "n_allowed": info.game.allowed.count,
            "options": [f"{name}={value}" for name, value in info.options],
            **plain({"mean": Fraction(found.total, found.n_solved) if found.n_solved else None}),
            "weights": weights and weights.name,
            "weighted_total": weights and weights.total,
            **plain({"weighted_mean": Fraction(weights.total, weights.solved) if weights and weights.solved else None}),
            "likely": likely
            and {
                **{name: getattr(likely, name) for name in ("name", "max_guesses", *_OF_PART, "unsolved")},
                **plain({"mean": Fraction(likely.total, likely.n_solved) if likely.n_solved else None}),
                "n_answers": likely.count,
            },
            "others": likely
            and others
            and {
                "n_answers": found.n_answers - likely.count,
                "n_within": sum(others.histogram[: likely.max_guesses]),
                **{name: getattr(others, name) for name in _OF_PART},
                **plain({"mean": Fraction(others.total, others.n_solved) if others.n_solved else None}),
            },
            "file": file,
            "n_bytes": len(self.data),
            "checksum": info.checksum.hex(),
            "seconds": self.seconds,
        }


def decimal(value: Fraction | float | None, *, signed: bool = False, is_bound: bool = False) -> str:
    """Returns a number with 4 decimals, rounded half to even, a lower bound down; `signed` also shows a plus sign."""
    if value is None:
        return UNKNOWN
    exact = value if isinstance(value, Fraction) else Fraction(value).limit_denominator(10**7)
    rounded = exact * 10**4 // 1 / 10**4 if is_bound else float(round(exact, 4))
    return f"{rounded:{'+' if signed and value else ''}.4f}"


def header_rows(tree: Tree) -> list[tuple[str, str]]:
    """Returns the rest of a tree's header: the list digests, the limit, the strategy's options, the format."""
    info, likely = tree.info, tree.guarantee.likely
    lists: list[tuple[str, Any]] = [("answers", info.game.answers), *([] if likely is None else [("likely", likely)])]
    limit = counted(info.game.max_guesses if likely is None else likely.max_guesses, "guess")
    if likely is not None:
        limit += f" for the likely answers, {info.game.max_guesses} for other words"
    return [
        ("limit", limit),
        *(
            (label, f"{printable(words.name)}, {counted(words.count, 'word')}, sha256 {words.sha256.hex()}")
            for label, words in (*lists, ("allowed", info.game.allowed))
        ),
        ("options", ", ".join(printable("{}={}".format(*one)) for one in info.options if one[1] is not None) or "none"),
        ("format", ".".join(map(str, info.version))),
        ("checksum", info.checksum.hex()),
    ]


def _others(others: Solved, n_answers: int, max_guesses: int) -> str:
    """Returns the mean of a tree over its other answers; `max_guesses` is the limit for the likely answers."""
    text = counted(n_answers, "word")
    if not others.n_solved:
        return f"{text}, {'none of them solved' if n_answers else 'all are likely'}"
    n_within, n_lost = sum(others.histogram[:max_guesses]), n_answers - others.n_solved
    n_late = others.n_solved - n_within
    rest = f", {'the rest' if not n_lost else n_late} within {others.worst_case}" if n_late else ""
    most = f", {n_within} of them within {counted(max_guesses, 'guess')}{rest}"
    return f"{text}: mean {decimal(others.mean)}{most}" + (f", {n_lost} not solved" if n_lost else "")
