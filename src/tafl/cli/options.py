"""The arguments of the commands: how they are declared, each described once, and read.

Only the module of the command that is asked for is loaded.
"""

# Argparse shows these types under private names only.
# pyright: reportPrivateUsage=false
from __future__ import annotations

import argparse
import os
import platform
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, TypeAlias, cast

from hnefatafl.support.texts import shortened
from tafl.cli.console import CommandError, any_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from hnefatafl.board import Region
    from tafl.cli.console import Console

_LAST_PORT = 65534
"""The next one is a port, too."""
_GREATEST: Final = 999_999_999
_LONGEST: Final = 10_000_000
"""Times are shorter than this."""
MOST_JOBS: Final = 60 if sys.platform == "win32" else 512
"""The maximum number of processes; Windows cannot wait for more."""


def _read_member(module: str, name: str, text: str) -> object:
    """Read a member of an enumeration of the library."""
    members = getattr(import_module(f"hnefatafl.{module}"), name)
    try:
        return members(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{any_of(map(str, members))} was expected") from None


def _read_region(text: str) -> Region:
    from hnefatafl.board import Region
    from hnefatafl.errors import NotationError

    try:
        return Region.parse(text)
    except NotationError as error:
        raise argparse.ArgumentTypeError(error.message) from None


def between(first: int, last: int) -> Callable[[str], int]:
    """Return what reads a number from the first to the last."""

    def read(text: str) -> int:
        digits = text.lstrip("0") or "0"
        if text.isascii() and text.isdigit() and len(digits) <= len(str(last)) and first <= int(digits) <= last:
            return int(digits)
        raise argparse.ArgumentTypeError(f"a number from {first} to {last} was expected, not {shortened(text, 30)}")

    return read


number: Final = between(0, _GREATEST)
positive: Final = between(1, _GREATEST)
port: Final = between(0, _LAST_PORT)
jobs: Final = between(0, MOST_JOBS)


def _read_time(unit: str, text: str) -> float:
    with suppress(ValueError):
        if text.isascii() and 0 < (number := float(text)) < _LONGEST:
            return number
    raise argparse.ArgumentTypeError(
        f"a number of {unit} was expected, above 0 and below {_LONGEST}, not {shortened(text, 30)}"
    )


seconds: Final = partial(_read_time, "seconds")


_SECONDS_TO_END: Final = 5.0


@contextmanager
def workers(jobs: int) -> Generator[Executor | None]:
    """Yield an executor with that many processes, or one per core for 0; None instead of a single process.

    However it is left, and when this process is told to end (SIGTERM), the processes have ended by then.

    Raises:
        CommandError: one of the processes was killed from outside.
    """
    with pools(jobs) as make:
        yield None if make is None else make()


@contextmanager
def pools(jobs: int) -> Generator[Callable[[], Executor] | None]:
    """Yield a function that makes an executor, as for :func:`workers`; the one that it made before is given up.

    Raises:
        CommandError: one of the processes was killed from outside.
    """
    jobs = number_of(jobs)
    if jobs == 1:
        yield None
        return
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
    from multiprocessing import active_children

    executors: list[ProcessPoolExecutor] = []
    own_process = os.getpid()
    threads, processes = set(threading.enumerate()), set(active_children())

    def make() -> Executor:
        executors.append(ProcessPoolExecutor(jobs, initializer=_begin))
        return executors[-1]

    def leave(number: int, frame: object) -> None:
        if os.getpid() != own_process:
            os._exit(128 + number)  # a forked process, before _begin
        sys.exit(128 + number)

    former = signal.signal(signal.SIGTERM, leave) if threading.current_thread() is threading.main_thread() else None
    try:
        yield make
    except BrokenExecutor:
        raise CommandError("a worker process was killed from outside") from None
    finally:
        # What was cancelled goes first: Python 3.11 fails all that a broken executor has, and cancelled work cannot.
        for pool in executors:
            pool.shutdown(wait=False, cancel_futures=True)
        # The compiled kernel does not check for interrupts, so nothing gentler stops it.
        started = set(active_children()) - processes
        for process in started:
            process.terminate()
        for process in started:
            process.join(_SECONDS_TO_END)
        # The executors' own threads, which must not end while the interpreter does.
        until = time.monotonic() + _SECONDS_TO_END
        while (remaining := set(threading.enumerate()) - threads) and time.monotonic() < until:
            for thread in remaining:
                if thread.is_alive():  # one that is only being started cannot be joined yet
                    thread.join(until - time.monotonic())
            time.sleep(0)
        if former is not None:
            signal.signal(signal.SIGTERM, former)


def number_of(jobs: int) -> int:
    """Return how many processes are meant by an option: 0 is one per core."""
    return jobs or min(cores(), MOST_JOBS)


def cores() -> int:
    """Return how many cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _begin() -> None:
    """Leave interrupts to the parent process, and end when it ends."""
    from hnefatafl.support.worker_pool import follow_parent

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    follow_parent()


Run: TypeAlias = "Callable[[argparse.Namespace, Console], int]"

_TYPES: Final[Mapping[str, Callable[[str], object]]] = {
    "K": positive,
    "N": number,
    "DEPTH": positive,
    "MB": positive,
    "M": partial(_read_time, "minutes"),
    "S": seconds,
    "SIDE": partial(_read_member, "board", "Side"),
    "REGION": _read_region,
    "STRENGTH": partial(_read_member, "rules", "KingStrength"),
}
"""What reads a value, by the word for it in the help; what is not here is a text."""


class Option(NamedTuple):
    """An option, or an argument without a name."""

    flags: Sequence[str]
    settings: Mapping[str, Any]
    """What :meth:`argparse.ArgumentParser.add_argument` takes."""

    def add(self, to: argparse._ActionsContainer) -> None:
        """Add it to a parser or a group; the help says what the default is."""
        keywords = dict(self.settings)
        if keywords.get("default") not in (None, ""):
            keywords["help"] += " (default: %(default)s)"
        to.add_argument(*self.flags, **keywords)


def option(usage: str, help_text: str, **settings: Any) -> Option:
    """Declare an option as its usage shows it, such as ``-o --output FILE``; without a value it is a flag."""
    flags = usage.split()
    if len(flags) > 1 and not flags[-1].startswith("-"):
        settings = {"metavar": flags[-1], "type": _TYPES.get(flags.pop()), **settings}
    elif not settings.keys() & {"action", "choices", "metavar"}:
        settings["action"] = "store_true"
    return Option(flags, {"help": help_text, **settings})


SHARED: Final[Mapping[str, Option]] = {
    declared.flags[-1]: declared
    for declared in (
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


def shared(name: str, help_text: str = "", **settings: Any) -> Option:
    """Return an option that several commands have, perhaps with other words or another default."""
    declared = SHARED[name]
    return declared._replace(settings={**declared.settings, **({"help": help_text} if help_text else {}), **settings})


class Group(NamedTuple):
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
    for option in options:
        (shared(option) if isinstance(option, str) else option).add(to)


JOBS: Final = ("--jobs", "--no-progress")
DRAWING: Final = (Group(("--ascii", "--unicode")), "--color")
POSITION: Final = ("what", "--variant", "--game", "--turn", "--moves", "--roll")


class Command(NamedTuple):
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


def command(name: str, help_text: str | None, *options: str | Option | Group) -> Callable[[Run], Command]:
    """Declare a command that runs the function: its module's docstring is the help, and it takes options that it
    declares and, by their names, those that it shares."""
    return lambda run: Command(name, (help_text or "").strip(), options, run)


# What is typed.

COMMANDS: Final[Mapping[str, Mapping[str, str]]] = {
    "Play": {
        "play": "play a game on the terminal",
        "serve": "play and study in a browser",
        "site": "write the same pages for any web server",
        "join": "play people on hnefatafl.org",
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
        "tables": "write rules for a module in WebAssembly",
    },
    "Engines": {
        "engine": "serve a player to another program",
        "conformance": "check a program by cases of the rules",
        "arena": "play a match of two players, or a tournament",
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
"""What each command does, by its group and its name."""
_MODULES: Final = {
    "check": "rules",
    "completion": "help",
    "engine": "evaluations",
    "perft": "counting",
    "playouts": "counting",
    "site": "serve",
    "tables": "rules",
    "train": "evaluations",
}
"""The module of a command that shares one, where it is declared as ``run_NAME``. Any other has a module of its name,
where it is ``run``."""

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
    shared_module = _MODULES.get(name)
    module = import_module(f"tafl.cli.{shared_module or name}")
    return cast("Command", getattr(module, f"run_{name}" if shared_module else "run"))


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
