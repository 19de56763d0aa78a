"""The declarations of the commands: their options, each declared and described once, and their help."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from attrs import evolve

from hnefatafl._base.seal import frozen
from hnefatafl._cli.values import jobs, minutes, number, positive, region, seconds, side, strength

if TYPE_CHECKING:
    from hnefatafl._cli.console import Console

Run: TypeAlias = "Callable[[argparse.Namespace, Console], int]"

_TYPES: Final[Mapping[str, Callable[[str], object]]] = {
    "K": positive,
    "N": number,
    "DEPTH": positive,
    "MB": positive,
    "M": minutes,
    "S": seconds,
    "SIDE": side,
    "REGION": region,
    "STRENGTH": strength,
}
"""What reads a value, by the word for it in the help; what is not here is a text."""


@frozen
class Option:
    """An option, or an argument without a name."""

    flags: Sequence[str]
    settings: Mapping[str, Any]
    """What :meth:`argparse.ArgumentParser.add_argument` takes."""

    def add(self, to: argparse._ActionsContainer) -> None:
        """Add it to a parser or a group; the help says what the default is."""
        told = dict(self.settings)
        if told.get("default") not in (None, ""):
            told["help"] += " (default: %(default)s)"
        to.add_argument(*self.flags, **told)


def option(usage: str, told: str, **settings: Any) -> Option:
    """Declare an option as its usage shows it, such as ``-o --output FILE``; without a value it is a flag."""
    flags = usage.split()
    if len(flags) > 1 and not flags[-1].startswith("-"):
        settings = {"metavar": flags[-1], "type": _TYPES.get(flags.pop()), **settings}
    elif not settings.keys() & {"action", "choices", "metavar"}:
        settings["action"] = "store_true"
    return Option(flags, {"help": told, **settings})


SHARED: Final[Mapping[str, Option]] = {
    each.flags[-1]: each
    for each in (
        option("files FILE", "a file, a folder, or - for standard input", nargs="*"),
        option("name NAME|FILE", "a ruleset: its name, or a file of rules"),
        option("what NAME|FILE|POSITION", "a ruleset, a position, a record, or - to read one", nargs="?"),
        option("--ascii", "draw with letters", dest="glyphs", action="store_const", const="letters"),
        option("--unicode", "draw with discs", dest="glyphs", action="store_const", const="discs"),
        option("--color", "when to use colours", choices=("auto", "always", "never"), default="auto"),
        option("--depth N", "how many plies ahead to search", type=positive),
        option("--evaluation FILE", "a trained evaluation to search with (see tafl train)"),
        option("--force", "overwrite existing files"),
        option("--game K", "which game of a file (default: the first)"),
        option("--games N", "how many games", type=positive),
        option("--from DIALECT", "the dialect of all files", dest="source"),
        option("--jobs N", "the number of processes; 0: one per core", type=jobs, default=1),
        option("--json", "write JSON"),
        option("--memory MB", "the size of the table", default=64),
        option("--moves MOVES", 'moves to play first, such as "d1-c1 d3-g3"', default=""),
        option("--no-progress", "show no progress, even on a terminal", dest="progress", action="store_false"),
        option("-o --output FILE", "the file to write"),
        option("--player PLAYER", "who chooses the moves"),
        option("--plies N", "maximum plies of a game", type=positive),
        option("--roll N", "what the die shows, where the rules have one"),
        option("--seconds S", "the time of a search"),
        option("--nodes N", "how many positions to search", type=positive),
        option("--seed N", "the seed of the games", default=0),
        option("--to DIALECT", "the dialect to write", dest="target"),
        option("--turn SIDE", "who is to move: attackers or defenders"),
        option("--variant NAME|FILE", "the rules of positions and records that name none"),
    )
}


def shared(name: str, told: str = "", **settings: Any) -> Option:
    """Return an option that several commands have, perhaps with other words or another default."""
    found = SHARED[name]
    return evolve(found, settings={**found.settings, **({"help": told} if told else {}), **settings})


@frozen
class Group:
    """Options with a title of their own; without one, options of which only one may be given."""

    options: Sequence[str | Option]
    title: str | None = None
    required: bool = False

    def add(self, to: argparse._ActionsContainer) -> None:
        """Add it to a parser."""
        group = (
            to.add_mutually_exclusive_group(required=self.required)
            if self.title is None
            else to.add_argument_group(self.title)
        )
        _add_all(self.options, group)


def _add_all(options: Sequence[str | Option | Group], to: argparse._ActionsContainer) -> None:
    for each in options:
        (shared(each) if isinstance(each, str) else each).add(to)


JOBS: Final = ("--jobs", "--no-progress")
DRAWING: Final = (Group(("--ascii", "--unicode")), "--color")
POSITION: Final = ("what", "--variant", "--game", "--turn", "--moves", "--roll")


@frozen
class Command:
    """A command: its name, its help, its options and what it runs."""

    name: str
    help: str
    """The docstring of its module: the description, and after ``----`` what follows the list of the options. Under
    ``python -OO`` there is none."""
    options: Sequence[str | Option | Group]
    run: Run

    @property
    def description(self) -> str:
        """What the help says before the list of the options."""
        return self.help.partition("\n\n----\n\n")[0]

    @property
    def more(self) -> str:
        """What the help says after it."""
        return self.help.partition("\n\n----\n\n")[2]

    def add_to(self, parser: argparse.ArgumentParser) -> None:
        """Add its options to a parser."""
        _add_all(self.options, parser)


def command(name: str, told: str | None, *options: str | Option | Group) -> Callable[[Run], Command]:
    """Declare a command that runs the function: its module's docstring is the help, and it takes options that it
    declares and, by their names, those that it shares."""
    return lambda run: Command(name, cleandoc(told or ""), options, run)
