"""What the values of the command line's options are read by; each refuses what it cannot read."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hnefatafl.board import Region, Side
    from hnefatafl.rules import KingStrength

__all__ = [
    "MOST_JOBS",
    "address",
    "games",
    "jobs",
    "level",
    "number",
    "port",
    "positive",
    "region",
    "seconds",
    "side",
    "strength",
]

_LAST_PORT = 65534
"""The next one is a port, too."""
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


def number(text: str) -> int:
    """Read a number from 0 on."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise argparse.ArgumentTypeError("a number was expected")
    return int(text)


def address(text: str) -> tuple[str, int]:
    """Read where to listen: a port, or an address and a port."""
    host, _, last = text.rpartition(":")
    return host.strip("[]") or "127.0.0.1", port(last)


def positive(text: str) -> int:
    """Read a number from 1 on."""
    found = number(text)
    if found == 0:
        raise argparse.ArgumentTypeError("a number of at least 1 was expected")
    return found


def port(text: str) -> int:
    """Read the number of a port; 0 stands for any."""
    found = number(text)
    if found > _LAST_PORT:
        raise argparse.ArgumentTypeError(f"a number of at most {_LAST_PORT} was expected")
    return found


def level(text: str) -> int:
    """Read the level of a player."""
    from hnefatafl.search import LEVELS

    found = number(text)
    if found not in LEVELS:
        raise argparse.ArgumentTypeError(f"a number from {min(LEVELS)} to {max(LEVELS)} was expected")
    return found


def seconds(text: str) -> float:
    """Read a number of seconds."""
    with suppress(ValueError):
        if text.isascii() and 0 < (found := float(text)) < 1e7:
            return found
    raise argparse.ArgumentTypeError("a number of seconds was expected")


def games(text: str) -> int:
    """Read a number of games of a match; one is no match."""
    from hnefatafl.records import MAX_GAMES

    found = number(text)
    if not 1 <= found <= MAX_GAMES:
        raise argparse.ArgumentTypeError(f"a number from 1 to {MAX_GAMES} was expected")
    return found


def jobs(text: str) -> int:
    """Read a number of processes."""
    found = number(text)
    if found > MOST_JOBS:
        raise argparse.ArgumentTypeError(f"a number of at most {MOST_JOBS} was expected")
    return found
