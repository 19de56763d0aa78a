"""What the values of the command line's options are read by; each refuses what it cannot read."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from hnefatafl._base.printable import shortened

if TYPE_CHECKING:
    from hnefatafl.board import Region, Side
    from hnefatafl.rules import KingStrength

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
    return _time(text, "seconds")


def minutes(text: str) -> float:
    """Read a number of minutes."""
    return _time(text, "minutes")


def _time(text: str, unit: str) -> float:
    with suppress(ValueError):
        if text.isascii() and 0 < (found := float(text)) < _LONGEST:
            return found
    raise argparse.ArgumentTypeError(
        f"a number of {unit} was expected, above 0 and below {_LONGEST}, not {shortened(text, 30)}"
    )


def games(text: str) -> int:
    """Read a number of games of a match; one is no match."""
    from hnefatafl.records import MAX_GAMES

    return between(1, MAX_GAMES)(text)
