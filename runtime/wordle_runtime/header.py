"""What a tree file says about itself, as values: its game, its strategy, its claim and its guarantee.

`Value`, their base, does what a frozen dataclass does; `wordle-next` starts faster without `dataclasses`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self


class Value:
    """An immutable value whose fields are what its class annotates, given by name. Safe to share between threads."""

    def __init__(self, **fields: object) -> None:
        if fields.keys() != type(self).__annotations__.keys():
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(type(self).__annotations__)}")
        for name, value in fields.items():
            # One by one: attributes of a dictionary that is filled at once take longer to read.
            object.__setattr__(self, name, value)

    def _fields(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in type(self).__annotations__}

    def replace(self, **fields: object) -> "Self":
        """Returns the value with some fields replaced."""
        return type(self)(**self._fields() | fields)

    def __eq__(self, other: object) -> bool:
        return self._fields() == other._fields() if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self), *self._fields().values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r:.300}' for name, value in self._fields().items())})"

    def __setattr__(self, name: str, *_: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: cannot set or delete {name}")

    __delattr__ = __setattr__


class ListInfo(Value):
    """A word list that the tree was made for."""

    name: str
    """A display name; nothing depends on it. It is untrusted text: escape it for a terminal."""
    count: int
    """The number of words in it."""
    sha256: bytes
    """The SHA-256 of its text, 32 bytes, which identifies the list."""


class GameInfo(Value):
    """The game that the tree plays."""

    kind: str
    """The feedback rule: `wordle` or `mastermind`."""
    rule: str
    """Which guesses are legal: `any`, `hard` or `candidates`."""
    length: int
    """The number of letters in every word."""
    max_guesses: int
    """The limit that the tree was made for."""
    answers: ListInfo
    """The list of possible answers."""
    allowed: ListInfo
    """The list of the words that may be guessed."""
    fingerprint: bytes
    """32 bytes that are equal for equal games; they do not depend on the limit."""


class TreeInfo(Value):
    """The header of a tree file."""

    version: tuple[int, int]
    """Major and minor version of the format."""
    game: GameInfo
    """The game that the tree plays."""
    strategy: str
    """The name of the strategy that built it. Untrusted text, as are the options."""
    options: tuple[tuple[str, str | int | bool | None], ...]
    """The strategy's options as (name, value) pairs, ascending; `dict(info.options)` is a mapping."""
    status: str
    """The compiler's claim: `optimal`, `optimal below opener`, `upper bound` or `heuristic`. Not checked."""
    objective: str
    """What the claim is about: `total`, `worst-case`, `total,worst-case`, `worst-case,total` or `unsolved,total`;
    prefixed with `likely ` if the claim is about the likely answers alone (`guarantee.likely`)."""
    checksum: bytes
    """The SHA-256 that ends the file, 32 bytes: equal for equal files."""


class WeightedTotal(Value):
    """The weighted total of a tree whose answers have weights."""

    name: str
    """The display name of the weights. Untrusted text."""
    sha256: bytes
    """The SHA-256 of the weights' text, 32 bytes."""
    solved: int
    """The sum of the weights of the solved answers."""
    total: int
    """The sum, over the solved answers, of weight times guesses."""
    values: tuple[int, ...]
    """The weights, in the order of the tree's table of answers (`tree.nodes.words`)."""

    @property
    def mean(self) -> float | None:
        """The weighted mean of the guesses, as a float; None if no answer with a positive weight is solved."""
        return self.total / self.solved if self.solved else None


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
    def mean(self) -> float | None:
        """The mean guesses of a solved answer, as a float, None if none is solved; exactly `total / n_solved`."""
        return self.total / self.n_solved if self.n_solved else None


class LikelyAnswers(Solved):
    """The likely answers that a tree's claim is about, and their figures; the tree solves other answers as well.

    The reader has checked that the nodes add up to these numbers. An answer counts as solved here if the tree finds it
    within `max_guesses` of this value, which may be less than the game's.
    """

    name: str
    """The display name of the list of likely answers. Untrusted text."""
    sha256: bytes
    """The SHA-256 of that list, 32 bytes."""
    count: int
    """How many answers are likely."""
    max_guesses: int
    """The limit for them; that of the game is for all answers."""
    histogram: tuple[int, ...]
    """Entry `i` is how many likely answers need `i + 1` guesses, within the limit."""
    unsolved: tuple[str, ...]
    """The likely answers that the tree does not find within the limit, ascending."""
    members: bytes
    """A byte for each answer in the order of the tree's table (`tree.nodes.words`): 1 if it is likely, else 0."""


class Guarantee(Solved):
    """What a tree guarantees, in exact integers. The reader has checked that the nodes add up to these numbers."""

    n_answers: int
    """The words that may be hidden."""
    histogram: tuple[int, ...]
    """Entry `i` is how many answers need `i + 1` guesses."""
    unsolved: tuple[str, ...]
    """The answers that the tree does not find, ascending."""
    weights: WeightedTotal | None
    """The weighted figures; None if each answer counts once."""
    likely: LikelyAnswers | None
    """The figures of the likely answers; None if all answers are equally likely, or have weights."""
