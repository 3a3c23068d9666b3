"""The report on a tree: its figures, read from the tree itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from operator import sub
from typing import Any

from wordle_compiler.game.words import name_some
from wordle_compiler.machine.errors import UnmetGuaranteeError
from wordle_runtime import Tree
from wordle_runtime.errors import counted, printable
from wordle_runtime.feedback import graphemes
from wordle_runtime.header import Solved, WeightedTotal
from wordle_runtime.layout import LIKELY_PREFIX
from wordle_runtime.markup import table

_IN_JSON = (
    *("opener", "fixed", "max_guesses", "n_answers", "total", "worst_case", "histogram", "unsolved"),
    *("status", "claim"),
)
"""The figures that JSON objects have under their own names."""
_OF_PART = ("n_solved", "total", "worst_case")
_CLAIMS = {
    "optimal": "no other such tree {does_better}, whatever its opener",
    "optimal below opener": "no such tree that begins with {start} {does_better}",
    "upper bound": "the search was cut short; {better} may exist",
    "heuristic": "nothing beyond the numbers of this tree",
}


class OtherFigures(Solved):
    """The figures of a tree with likely answers over its other answers, within its limit for all answers."""

    n_answers: int
    """How many other answers there are."""
    n_within: int
    """How many of them it finds within the limit for the likely ones."""
    histogram: tuple[int, ...]

    @classmethod
    def of_tree(cls, tree: Tree) -> OtherFigures | None:
        """Returns the figures of a loaded tree; None if it has no likely answers."""
        if (likely := tree.guarantee.likely) is None:
            return None
        histogram = list(map(sub, tree.nodes.by_level(0), tree.nodes.by_level(0, likely.members)))
        while histogram and not histogram[-1]:
            histogram.pop()
        n_answers, n_within = tree.guarantee.n_answers - likely.count, sum(histogram[: likely.max_guesses])
        return cls(n_answers=n_answers, n_within=n_within, histogram=tuple(histogram))


@dataclass(frozen=True)
class Report:
    """What a tree guarantees and what is claimed of it."""

    tree: Tree = field(repr=False)  # The tree, which has the rest.
    opener: str
    fixed: tuple[str, ...]  # The fixed first guesses, below which the status holds; empty if the strategy chose.
    max_guesses: int  # The limit of the claim: within how many guesses each answer, or each likely one, is to be found.
    n_answers: int
    total: int  # The sum of guesses over the solved answers.
    mean: float  # `total` divided by the number of solved answers; 0 if none is solved.
    worst_case: int  # The most guesses that a solved answer needs.
    histogram: dict[int, int]  # How many answers need each number of guesses; numbers that no answer needs are omitted.
    unsolved: tuple[str, ...]  # The answers that the tree does not reach within its limit, ascending.
    status: str  # What is claimed: `optimal`, `optimal below opener`, `upper bound` or `heuristic`.
    weights: WeightedTotal | None = field(default=None, repr=False)  # None if each answer counts once.
    seconds: float | None = None  # How long compiling took; None if the tree was read from a file.

    @classmethod
    def of_tree(cls, tree: Tree, *, seconds: float | None = None) -> Report:
        """Returns the report on a loaded tree."""
        info, guarantee = tree.info, tree.guarantee
        return cls(
            tree=tree,
            opener=tree.opener,
            fixed=_fixed_openers(tree),
            max_guesses=(guarantee.likely or info.game).max_guesses,
            n_answers=info.game.answers.count,
            total=guarantee.total,
            mean=guarantee.mean,
            worst_case=guarantee.worst_case,
            histogram={i + 1: count for i, count in enumerate(guarantee.histogram) if count},
            unsolved=tuple(guarantee.unsolved),
            status=info.status,
            weights=guarantee.weights,
            seconds=seconds,
        )

    @property
    def _objective(self) -> str:
        total = "total" if self.weights is None else "weighted total"
        return self.tree.info.objective.replace("-", " ").replace("total", total)

    @property
    def head(self) -> str:
        """The claim in short: the status, and the objective, limit and rule that it is about."""
        objective = self._objective.replace(",", ", then ")
        return (
            f"{self.status} ({objective}, within {counted(self.max_guesses, 'guess')}, rule {self.tree.info.game.rule})"
        )

    @property
    def claim(self) -> str:
        """What is claimed of the tree: the head, and what no other such tree does, or what may exist."""
        first, _, second = self._objective.removeprefix(LIKELY_PREFIX).partition(",")
        does_better, better = f"has a smaller {first}", f"a smaller {first}"
        if first == "unsolved":
            does_better = f"leaves fewer answers unsolved, and none that leaves as few has a smaller {second}"
            better = f"a tree with fewer unsolved answers, or with as few and a smaller {second},"
        elif second:
            does_better += f", nor with this {first} a smaller {second}"
            better += f", or with this {first} a smaller {second},"
        start = " then ".join(map(printable, self.fixed or (self.opener,)))
        said = _CLAIMS.get(self.status, "").format(does_better=does_better, better=better, start=start)
        return f"{self.head}: {said}"

    def rows(self) -> list[tuple[str, str]]:
        """Returns the figures and the claim as a person reads them, each with its label."""
        info, likely, others = self.tree.info, self.tree.guarantee.likely, OtherFigures.of_tree(self.tree)
        n_solved = self.n_answers - len(self.unsolved)
        solved = f"{n_solved} of {counted(self.n_answers, 'answer' if likely is None else 'word')}"
        rows = [
            ("opener", ", then ".join(map(printable, self.fixed or (self.opener,)))),
            ("strategy", f"{printable(info.strategy)}, rule {info.game.rule}"),
            ("solved", f"{solved}, {counted(info.game.allowed.count, 'allowed guess')}"),
        ]
        if likely is not None and others is not None:
            # The two rows say the worst case of words that differ in what the player cares for.
            missed = f", {len(likely.unsolved)} not solved" if likely.unsolved else ""
            within = f"within {counted(likely.max_guesses, 'guess')}{missed}"
            shown = f"mean {likely.mean:.4f}, total {likely.total}, {within}"
            rows.append(("likely", f"{counted(likely.count, 'answer')} ({printable(likely.name)}): {shown}"))
            rows.append(("others", _others(others, likely.max_guesses)))
        rows.append(("total", str(self.total)))
        if (weights := self.weights) is not None:
            shown = f"mean {weights.mean:.4f}, total {weights.total} by {printable(weights.name)}"
            rows.append(("weighted", shown))
        rows.append(("mean", f"{self.mean:.4f}"))
        if likely is None:
            rows.append(("worst case", counted(self.worst_case, "guess")))
        if self.unsolved:
            rows.append(("unsolved", f"{len(self.unsolved)}: {name_some(self.unsolved, ', and {} more')}"))
        return [*rows, ("claimed", self.claim)]

    def _repr_html_(self) -> str:
        """Returns what a notebook shows: the figures, and the answers by the guesses they need."""
        rows: list[tuple[str, int]] = [(str(n_guesses), count) for n_guesses, count in self.histogram.items()]
        if self.unsolved:
            rows.append(("unsolved", len(self.unsolved)))
        caption = ", ".join(" ".join(row) for row in self.rows())
        return table(("guesses", "answers"), rows, caption=caption, bars=[count for _, count in rows])

    def as_json(self, file: str | None) -> dict[str, Any]:
        """Returns the report as the commands' JSON object; `file` is the tree's file, or None."""
        info, weights, likely = self.tree.info, self.weights, self.tree.guarantee.likely
        others = OtherFigures.of_tree(self.tree)
        return {
            **{name: getattr(self, name) for name in _IN_JSON},
            "strategy": info.strategy,
            "rule": info.game.rule,
            "objective": info.objective,
            "n_allowed": info.game.allowed.count,
            "mean": Fraction(self.total, max(1, self.n_answers - len(self.unsolved))),
            "weights": weights and weights.name,
            "weighted_total": weights and weights.total,
            "weighted_mean": weights and Fraction(weights.total, weights.solved or 1),
            "likely": likely
            and {
                **{name: getattr(likely, name) for name in ("name", "max_guesses", *_OF_PART, "unsolved")},
                "mean": Fraction(likely.total, likely.n_solved or 1),
                "n_answers": likely.count,
            },
            "others": others
            and {
                **{name: getattr(others, name) for name in ("n_answers", "n_within", *_OF_PART)},
                "mean": Fraction(others.total, others.n_solved or 1),
            },
            "file": file,
            "n_bytes": len(self.tree.data),
            "seconds": self.seconds,
        }


class ShortfallError(UnmetGuaranteeError):
    """A tree was built, but it does not keep the requested guarantee; `report` has its figures."""

    def __init__(self, message: str, report: Report) -> None:
        super().__init__(message)
        self.report = report


def _fixed_openers(tree: Tree) -> tuple[str, ...]:
    """Reads the fixed first guesses from the option `opener`: words of one length, separated by commas."""
    text = dict(tree.info.options).get("opener")
    if not isinstance(text, str):
        return ()
    # Cut by length, because a word may itself contain a comma.
    step = tree.length + 1
    letters = graphemes(text)
    return tuple("".join(letters[start : start + tree.length]) for start in range(0, len(letters), step))


def header_rows(tree: Tree) -> list[tuple[str, str]]:
    """Returns the rest of a tree's header: the list digests, the limit, the strategy's options, the format."""
    info, likely = tree.info, tree.guarantee.likely
    lists: list[tuple[str, Any]] = [("answers", info.game.answers), *([] if likely is None else [("likely", likely)])]
    return [
        ("limit", counted(info.game.max_guesses, "guess")),
        *(
            (label, f"{printable(words.name)}, {counted(words.count, 'word')}, sha256 {words.sha256.hex()}")
            for label, words in (*lists, ("allowed", info.game.allowed))
        ),
        ("options", ", ".join(printable(f"{name}={value}") for name, value in info.options) or "none"),
        ("format", ".".join(map(str, info.version))),
        ("checksum", info.checksum.hex()),
    ]


def _others(others: OtherFigures, max_guesses: int) -> str:
    """Returns the mean of a tree over the other answers; `max_guesses` is the limit for the likely answers."""
    text = counted(others.n_answers, "word")
    if not others.n_solved:
        return f"{text}, {'none of them solved' if others.n_answers else 'all are likely'}"
    n_lost, n_late = others.n_answers - others.n_solved, others.n_solved - others.n_within
    rest = f", {'the rest' if not n_lost else n_late} within {others.worst_case}" if n_late else ""
    most = f", {others.n_within} of them within {counted(max_guesses, 'guess')}{rest}"
    return f"{text}: mean {others.mean:.4f}{most}" + (f", {n_lost} not solved" if n_lost else "")


def labelled(rows: Iterable[tuple[str, str]]) -> list[str]:
    """Returns lines of text, each a label and its value."""
    return [f"{label:<11}{value}" for label, value in rows]
