"""The options of `wordle-compile` that single heuristics take. A strategy refuses those that are not its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import click

from wordle_compiler.commands.usage import WholeNumber

if TYPE_CHECKING:
    from collections.abc import Callable

Function = TypeVar("Function", bound="Callable[..., object]")

_OPTIONS = (
    click.option(
        "--guess-from",
        type=click.Choice(["candidates", "allowed"]),
        help="What a heuristic may guess: only words still possible, or every word that the rule allows. "
        "[default: allowed]",
    ),
    click.option(
        "--seed",
        metavar="N",
        type=WholeNumber(0, (1 << 63) - 1),
        help="What strategy random and --sample draw; equal seeds give equal trees. [default: 0]",
    ),
    click.option(
        "--sample",
        metavar="N",
        type=WholeNumber(min=1),
        help="Judge guesses by N candidates drawn at random where more are left, on huge lists: expected-size, "
        "entropy, most-parts and minimax.",
    ),
    click.option(
        "--two-step-limit",
        metavar="N",
        type=WholeNumber(min=1),
        help="Strategy two-step looks one step ahead where N candidates or fewer are left. [default: 100]",
    ),
    click.option(
        "--shortlist-size", metavar="N", type=WholeNumber(min=1), help="How many guesses are shortlisted. [default: 50]"
    ),
    click.option(
        "--shortlist-by",
        metavar="NAME",
        help="The cheap strategy that ranks guesses for the shortlist. [default: letter-entropy]",
    ),
    click.option(
        "--shortlist-for",
        metavar="NAME",
        help="The expensive strategy that chooses from the shortlist. [default: expected-size]",
    ),
)
STRATEGY_OPTIONS = frozenset(
    {"guess_from", "seed", "sample", "two_step_limit", "shortlist_size", "shortlist_by", "shortlist_for"}
)
"""The names of the parameters that `strategy_options` adds."""


def strategy_options(function: Function) -> Function:
    """Adds the options to a command; it gets them as keyword arguments by the names that the strategies know."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function
