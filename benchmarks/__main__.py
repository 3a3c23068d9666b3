"""Runs a measurement by its name: `python -m benchmarks NAME`, in the root of the clone; `list` shows all names."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import click

MEASUREMENTS = Path(__file__).parent / "measurements"


class Measurements(click.Group):
    """The measurements by name. A file is imported if its measurement is run: what all import would count as memory."""

    def list_commands(self, _context: click.Context) -> list[str]:
        """Returns all names."""
        return sorted(path.stem for path in MEASUREMENTS.glob("[!_]*.py"))

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Returns the measurement of a name."""
        if name not in self.list_commands(context):
            return super().get_command(context, name)
        command: click.Command = importlib.import_module(f"benchmarks.measurements.{name}").measure
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the list of measurements."""
        with formatter.section("Measurements"):
            formatter.write_dl([(name, first_line(name)) for name in self.list_commands(context)])


def first_line(name: str) -> str:
    """Returns what a measurement's docstring begins with, without importing it."""
    tree = ast.parse((MEASUREMENTS / f"{name}.py").read_text(encoding="utf-8"))
    return (ast.get_docstring(tree) or "").partition("\n")[0]


@click.group(cls=Measurements)
def main() -> None:
    """Measures what the project claims."""


@main.command("list")
def list_measurements() -> None:
    """Shows each measurement with a line about it."""
    names = main.list_commands(click.Context(main))
    width = max(map(len, names))
    for name in names:
        click.echo(f"{name:<{width}}  {first_line(name)}")


if __name__ == "__main__":
    main(prog_name="python -m benchmarks")
