"""Reads the arguments of the command. Only the module of the command that is asked for is loaded."""

from __future__ import annotations

import argparse
import platform
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NoReturn

from tafl.cli.console import CommandError

if TYPE_CHECKING:
    from tafl.cli.options import Command

COMMANDS: Final[Mapping[str, Mapping[str, str]]] = {
    "Play": {
        "play": "play a game on the terminal",
        "serve": "play and study in a browser",
        "site": "write the same pages for any web server",
        "bologna": "play in the Tablut Challenge, or referee it",
    },
    "Look": {
        "show": "draw a position",
        "analyse": "find the best moves of a position, or annotate a game",
        "solve": "prove who wins a position or a puzzle",
        "puzzles": "find puzzles in games, and solve them",
    },
    "Records": {
        "replay": "replay records under the rules",
        "convert": "write records in another dialect",
        "explore": "show which moves were played in a position",
        "infer": "infer the rules by which records were played",
    },
    "Rules": {
        "rules": "print the rules in words",
        "variants": "list, describe and compare rulesets",
        "check": "test rules by playing them",
    },
    "Engines": {
        "engine": "serve a player to another program",
        "conformance": "check a program by cases of the rules",
        "arena": "play a match of two players",
        "train": "train a player for a ruleset",
    },
    "Measure": {
        "perft": "count move sequences",
        "playouts": "play games of random moves",
        "study": "find out whether a ruleset is balanced, and how its games go",
        "evolve": "search for games that nobody has played",
    },
    "Help": {
        "help": "explain a command",
        "completion": "write a completion script for a shell",
    },
}
"""What each command does, by its group and its name; its module has the same name, with ``_`` for ``-``."""

_TOLD: Final = {name: told for group in COMMANDS.values() for name, told in group.items()}


class Parser(argparse.ArgumentParser):
    """A parser that suggests what may have been meant; what it cannot read is an error of the command."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **settings)

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Read arguments; options may stand between others.

        Raises:
            CommandError: they are not as expected.
        """
        options, strange = self.parse_known_intermixed_args(arguments)
        if strange:
            flags = [flag for action in self._actions for flag in action.option_strings if flag.startswith("--")]
            word = strange[0].partition("=")[0]
            suggestion = _suggest_word(word, flags) if word.startswith("-") else ""
            self.error(f"unrecognized arguments: {' '.join(strange)}{suggestion}")
        return options

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message += _suggest_word(str(value), [str(choice) for choice in action.choices or ()])
            raise

    def error(self, message: str) -> NoReturn:
        raise CommandError(f"{message} ({self.prog} --help explains)")


def _suggest_word(word: str, words: Sequence[str]) -> str:
    """Return what to add to an error about a word: the one that may have been meant."""
    from difflib import get_close_matches

    names = {candidate.lstrip("-"): candidate for candidate in words}
    near = get_close_matches(word.lstrip("-"), names, 1)
    return f"; did you mean {names[near[0]]}?" if near else ""


def find_command(name: str) -> Command:
    """Return the command of that name."""
    command: Command = import_module(f"tafl.cli.{name.replace('-', '_')}").run
    return command


def read(arguments: Sequence[str]) -> tuple[Command | None, argparse.Namespace]:
    """Return the command that is asked for, if any, and its options.

    Raises:
        CommandError: there is no such command or option.
    """
    outer = _make_outer_parser()
    outer.add_argument("command", nargs="?", help=argparse.SUPPRESS)
    outer.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    outer_options = outer.parse_args(arguments)
    if outer_options.command is None:
        return None, outer_options
    if outer_options.command not in _TOLD:
        outer.error(f"there is no command {outer_options.command!r}{_suggest_word(outer_options.command, list(_TOLD))}")
    command = find_command(outer_options.command)
    parser = Parser(prog=f"tafl {command.name}", description=command.description, epilog=command.more)
    command.add_to(parser)
    parser.set_defaults(command=command.name, verbose=outer_options.verbose)
    return command, parser.read(outer_options.rest)


def make_whole_parser() -> Parser:
    """Return the parser of all commands, from which shells learn to complete them."""
    parser = _make_outer_parser()
    commands = parser.add_subparsers(prog=parser.prog)
    for name, title in _TOLD.items():
        command = find_command(name)
        command.add_to(commands.add_parser(name, help=title, description=command.description, epilog=command.more))
    return parser


def _make_outer_parser() -> Parser:
    parser = Parser(
        prog="tafl",
        usage="tafl [--version] [--verbose] COMMAND ...",
        description="Rules, positions and records of the tafl board games.",
        epilog="\n\n".join(
            "\n".join((f"{group}:", *(f"  {name:14}{description}" for name, description in commands.items())))
            for group, commands in COMMANDS.items()
        )
        + "\n\ntafl help COMMAND explains a command.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version")
    parser.add_argument("--verbose", action="store_true", help="show on standard error what the library logs")
    return parser


_UNCOMPILED: Final = """\
Uncompiled it gives the same results, many times slower. With a C compiler and the headers of Python,
pip install --force-reinstall . in the folder of tafl's sources compiles it."""


class _Version(argparse.Action):
    """Shows the version."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from hnefatafl import COMPILED, __version__

        kernel = "compiled" if COMPILED else "uncompiled"
        print(f"tafl {__version__} ({kernel} kernel, Python {platform.python_version()})")
        if not COMPILED:
            print(_UNCOMPILED)
        parser.exit()
