"""What a tree file says about itself, as values: its game, its strategy, its claim and its guarantee.

`Value`, their base, does what a frozen dataclass does; importing `dataclasses` would slow down the start of
`wordle-next`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self


class Value:
    """An immutable value whose fields are what its class annotates, given by name. Safe to share between threads."""

    def __init__(self, **fields: object) -> None:
        if fields.keys() != type(self).__annotations__.keys():
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(type(self).__annotations__)}")
        # What is put here beside the fields is computed from them: it does not count in comparisons.
        vars(self).update(fields)

    def _fields(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in type(self).__annotations__}

    def replace(self, **fields: object) -> "Self":
        """Returns the value with some fields replaced."""
        return type(self)(**self._fields() | fields)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((type(self), *self._fields().values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._fields().items())})"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: cannot set {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: cannot delete {name}")


class ListInfo(Value):
    """A word list that the tree was made for.

    Attributes:
        name: A display name; nothing depends on it. It is untrusted text: escape it for a terminal.
        count: The number of words in it.
        sha256: The SHA-256 of its text, 32 bytes, which identifies the list.
    """

    name: str
    count: int
    sha256: bytes


class GameInfo(Value):
    """The game that the tree plays.

    Attributes:
        kind: The feedback rule: `wordle` or `mastermind`.
        rule: Which guesses are legal: `any`, `hard` or `candidates`.
        length: The number of letters in every word.
        max_guesses: The limit that the tree was made for.
        answers: The list of possible answers.
        allowed: The list of the words that may be guessed.
        fingerprint: 32 bytes that are equal for equal games; they do not depend on the limit.
    """

    kind: str
    rule: str
    length: int
    max_guesses: int
    answers: ListInfo
    allowed: ListInfo
    fingerprint: bytes


class TreeInfo(Value):
    """The header of a tree file.

    Attributes:
        version: Major and minor version of the format.
        game: The game that the tree plays.
        strategy: The name of the strategy that built it. Untrusted text, as are the options.
        options: The strategy's options as (name, value) pairs, ascending; `dict(info.options)` is a mapping.
        status: The compiler's claim: `optimal`, `optimal below opener`, `upper bound` or `heuristic`. Not checked.
        objective: What the claim is about: `total`, `worst-case`, `total,worst-case`, `worst-case,total` or
            `unsolved,total`; prefixed with `likely ` if the claim is about the likely answers alone
            (`guarantee.likely`).
        checksum: The SHA-256 that ends the file, 32 bytes: equal for equal files.
    """

    version: tuple[int, int]
    game: GameInfo
    strategy: str
    options: tuple[tuple[str, str | int | bool | None], ...]
    status: str
    objective: str
    checksum: bytes


class WeightedTotal(Value):
    """The weighted total of a tree whose answers have weights.

    Attributes:
        name: The display name of the weights. Untrusted text.
        sha256: The SHA-256 of the weights' text, 32 bytes.
        solved: The sum of the weights of the solved answers.
        total: The sum, over the solved answers, of weight times guesses.
        values: The weights, in the order of the tree's table of answers (`tree.nodes.words`).
    """

    name: str
    sha256: bytes
    solved: int
    total: int
    values: tuple[int, ...]

    @property
    def mean(self) -> float:
        """The weighted mean of the guesses, as a float; 0.0 if no answer with a positive weight is solved."""
        return self.total / self.solved if self.solved else 0.0


class Solved(Value):
    """What follows from a histogram: its entry `i` is how many answers are solved with `i + 1` guesses."""

    histogram: tuple[int, ...]

    @property
    def n_solved(self) -> int:
        """How many answers are solved."""
        return sum(self.histogram)

    @property
    def total(self) -> int:
        """The sum, over the solved answers, of the guesses that each needs."""
        return sum(n_guesses * n for n_guesses, n in enumerate(self.histogram, 1))

    @property
    def worst_case(self) -> int:
        """The most guesses that a solved answer needs; 0 if none is solved."""
        return len(self.histogram)

    @property
    def mean(self) -> float:
        """The mean guesses of a solved answer, as a float, 0.0 if none is solved; exactly `total / n_solved`."""
        return self.total / self.n_solved if self.n_solved else 0.0


class LikelyAnswers(Solved):
    """The likely answers that a tree's claim is about, and their figures; the tree solves other answers as well.

    The reader has checked that the nodes add up to these numbers. An answer counts as solved here if the tree finds it
    within `max_guesses` of this value, which may be less than the game's.

    Attributes:
        name: The display name of the list of likely answers. Untrusted text.
        sha256: The SHA-256 of that list, 32 bytes.
        count: How many answers are likely.
        max_guesses: The limit for them; that of the game is for all answers.
        histogram: Entry `i` is how many likely answers need `i + 1` guesses, within the limit.
        unsolved: The likely answers that the tree does not find within the limit, ascending.
        members: A byte for each answer in the order of the tree's table (`tree.nodes.words`): 1 if it is likely, else
            0.
    """

    name: str
    sha256: bytes
    count: int
    max_guesses: int
    histogram: tuple[int, ...]
    unsolved: tuple[str, ...]
    members: bytes


class Guarantee(Solved):
    """What a tree guarantees, in exact integers. The reader has checked that the nodes add up to these numbers.

    Attributes:
        n_answers: The words that may be hidden.
        histogram: Entry `i` is how many answers need `i + 1` guesses.
        unsolved: The answers that the tree does not find, ascending.
        weights: The weighted figures; None if each answer counts once.
        likely: The figures of the likely answers; None if all answers are equally likely, or have weights.
    """

    n_answers: int
    histogram: tuple[int, ...]
    unsolved: tuple[str, ...]
    weights: WeightedTotal | None
    likely: LikelyAnswers | None
