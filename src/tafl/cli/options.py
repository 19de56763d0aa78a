"""The declarations of the commands: their options, each declared and described once, and their help."""

# Argparse shows these types under private names only.
# pyright: reportPrivateUsage=false
from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from attrs import evolve

from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import shortened
from tafl.cli.console import CommandError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from hnefatafl.board import Region, Side
    from hnefatafl.rules import KingStrength
    from tafl.cli.console import Console

_LAST_PORT = 65534
"""The next one is a port, too."""
_GREATEST: Final = 999_999_999
_LONGEST: Final = 10_000_000
"""Times are shorter than this."""
MOST_JOBS: Final = 60 if sys.platform == "win32" else 512
"""The maximum number of processes; Windows cannot wait for more."""


def side(text: str) -> Side:
    """Read a side."""
    from hnefatafl.board import Side

    try:
        return Side(text)
    except ValueError:
        raise argparse.ArgumentTypeError("attackers or defenders was expected") from None


def region(text: str) -> Region:
    """Read a region."""
    from hnefatafl.board import Region
    from hnefatafl.errors import NotationError

    try:
        return Region.parse(text)
    except NotationError as error:
        raise argparse.ArgumentTypeError(error.message) from None


def strength(text: str) -> KingStrength:
    """Read how strong the king is."""
    from hnefatafl.rules import KingStrength

    try:
        return KingStrength(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"one of {', '.join(map(str, KingStrength))} was expected") from None


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


def address(text: str) -> tuple[str, int]:
    """Read where to listen: a port, or an address and a port."""
    host, _, last = text.rpartition(":")
    return host.strip("[]") or "127.0.0.1", port(last)


def level(text: str) -> int:
    """Read the level of a player."""
    from hnefatafl.search import LEVELS

    return between(min(LEVELS), max(LEVELS))(text)


def seconds(text: str) -> float:
    """Read a number of seconds."""
    return _parse_time(text, "seconds")


def minutes(text: str) -> float:
    """Read a number of minutes."""
    return _parse_time(text, "minutes")


def _parse_time(text: str, unit: str) -> float:
    with suppress(ValueError):
        if text.isascii() and 0 < (number := float(text)) < _LONGEST:
            return number
    raise argparse.ArgumentTypeError(
        f"a number of {unit} was expected, above 0 and below {_LONGEST}, not {shortened(text, 30)}"
    )


def games(text: str) -> int:
    """Read a number of games of a match; one is no match."""
    from hnefatafl.records import MAX_GAMES

    return between(1, MAX_GAMES)(text)


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
    return evolve(declared, settings={**declared.settings, **({"help": help_text} if help_text else {}), **settings})


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
    for option in options:
        (shared(option) if isinstance(option, str) else option).add(to)


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


def command(name: str, help_text: str | None, *options: str | Option | Group) -> Callable[[Run], Command]:
    """Declare a command that runs the function: its module's docstring is the help, and it takes options that it
    declares and, by their names, those that it shares."""
    return lambda run: Command(name, cleandoc(help_text or ""), options, run)
