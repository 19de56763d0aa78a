"""Play a game on the server of the Tablut Challenge of the University of Bologna, with any
player; or take the server's place, for practice: two players connect, and the referee
checks their moves by the rules ashton-tablut, keeps their time, and writes the server's
log into a folder.

White are the defenders and begin; Black are the attackers.

----

examples:
  tafl bologna --side white --name Ravens --host 192.168.1.7
  tafl bologna --side black --player alphabeta:nodes=20000
  tafl bologna --referee
  tafl bologna --referee --seconds 10 --plies 200 --logs practice

The exit status is 1 if the connection was closed without a result or the server refused
the last move; with --referee, if a player lost on time, by an illegal move or by an error.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from hnefatafl.play import Position
from hnefatafl.search import Player
from tafl.cli.console import CommandError, Console, interruptible
from tafl.cli.evaluations import read_player
from tafl.cli.files import naming, write_file
from tafl.cli.options import Group, command, number, option, port, shared
from tafl.engine.bologna import COLOURS, PORTS, Ending, Seat
from tafl.engine.bologna_referee import Cause, Referee
from tafl.engine.bologna_sockets import play, referee

_SIDES: Final = {COLOURS[side].lower(): side for side in PORTS}
"""The sides, as the server calls them."""
_PLAYING: Final[Mapping[str, Any]] = {
    "player": "alphabeta",
    "name": "tafl",
    "evaluation": None,
    "wait": 10,
}
"""The options that only a player has, and their defaults."""
_REFEREEING: Final[Mapping[str, Any]] = {
    "errors": 0,
    "repeated": 0,
    "cache": None,
    "plies": None,
    "logs": "logs",
}
"""The options that only the referee has, and their defaults."""
_SECONDS: Final = 55.0
"""The time of a search that nothing else limits: the server allows 60 seconds, and looks for a move once a second."""
_ALLOWED: Final = 60.0
"""The time that the referee allows for a move, as the server does."""
_LIMITS: Final = ("seconds", "nodes", "depth", "level")
_REGULAR: Final = (Cause.RULES, Cause.REPETITION, Cause.LIMIT)
_HOST: Final = "127.0.0.1"


@command(
    "bologna",
    __doc__,
    Group(
        (
            option("--side", "play this side on a server", choices=tuple(_SIDES)),
            option("--referee", "referee a game between two players who connect"),
        ),
        required=True,
    ),
    option("--host HOST", "where the server is, or listens (default: 127.0.0.1)"),
    option(
        "--port N",
        "the port of the side (default: 5800 for white, 5801 for black); with --referee the port of white, before "
        "that of black, or 0 for any two",
        type=port,
    ),
    shared("--seconds", "the time for a move (default: 55; with --referee 60, as the server allows)"),
    Group(
        (
            shared("--player", "who chooses the moves (default: alphabeta)"),
            option("--name NAME", "the name of the team (default: tafl)"),
            "--evaluation",
            option("--wait S", "how long to wait for a server (default: 10)", type=number),
        ),
        "playing",
    ),
    Group(
        (
            option("--errors N", "illegal moves that are allowed (default: 0)"),
            option("--repeated N", "how often a position may come back before a draw (default: 0)"),
            option("--cache N", "positions remembered for that (default: all)"),
            shared("--plies", "a draw after so many plies (default: never)"),
            option("--logs FOLDER", "the folder for the log of the game (default: logs)"),
        ),
        "refereeing",
    ),
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Play a game on a server, or referee one; return 1 if it did not end on the board."""
    mine, others = (_REFEREEING, _PLAYING) if options.referee else (_PLAYING, _REFEREEING)
    for name in others:
        if getattr(options, name) is not None:
            raise CommandError(f"--{name} goes with {'--side' if options.referee else '--referee'}")
    for name, default in mine.items():
        if getattr(options, name) is None:
            setattr(options, name, default)
    options.host = options.host or _HOST
    return _run_referee(options, console) if options.referee else _play_game(options, console)


# A player.


def _play_game(options: argparse.Namespace, console: Console) -> int:
    side = _SIDES[options.side]
    chooser = _make_player(options)
    shown = 0

    def watch(seat: Seat) -> None:
        nonlocal shown
        shown = _show_moves(seat.position, shown, console)

    with interruptible():
        seat = asyncio.run(
            play(
                chooser,
                side,
                name=options.name,
                host=options.host,
                port=options.port,
                wait=options.wait,
                watch=watch,
            )
        )
    result = {Ending.DRAWN: "a draw", Ending.CLOSED: "no result"}.get(seat.ending or Ending.CLOSED, str(seat.ending))
    outcome = seat.position.outcome
    console.line(f"{options.name}, {COLOURS[side]}: {result}" + ("" if outcome is None else f" ({outcome})"))
    for note in seat.notes:
        console.line(f"note: {note}")
    return 1 if seat.ending is Ending.CLOSED or seat.refused else 0


def _make_player(options: argparse.Namespace) -> Player:
    player_named = read_player(options.player, options.evaluation)
    player_options: dict[str, Any] = {}
    name, _, rest = player_named.text.partition(":")
    limited = any(part.strip().startswith(_LIMITS) for part in rest.split(","))
    if options.seconds is not None or (name.strip().lower() == "alphabeta" and not limited):
        player_options["seconds"] = options.seconds or _SECONDS
    return player_named.player(**player_options)


def _show_moves(position: Position, shown: int, console: Console) -> int:
    """Write the moves since the last time; return how many there are."""
    if position.ply < shown:
        shown = 0  # the game goes on from a board that our rules did not expect
    for position_reached in position.history()[shown + 1 :]:
        console.line(f"{position_reached.ply}. {COLOURS[position_reached.turn.opponent]} {position_reached.last_move}")
    console.out.flush()
    return position.ply


# The referee.


class _Log:
    """The file with the log of a game, named as the server names it."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        self._path: Path | None = None
        self._lines: list[str] = []

    def take(self, game: Referee) -> None:
        now = datetime.now().astimezone()
        if self._path is None:
            number = int(now.timestamp() * 1000)
            self._path = self._folder / f"{game.white}_vs_{game.black}_{number}_gameLog.txt"
        date = f"{now:%b %d, %Y} {now.hour % 12 or 12}:{now:%M:%S %p}"
        self._lines += [f"{message.dated(date)}\n" for message in game.read_log()]

    def write(self) -> Path | None:
        if self._path is not None:
            with naming(self._folder):
                self._folder.mkdir(parents=True, exist_ok=True)
            write_file(self._path, "".join(self._lines).encode(), force=False)
        return self._path


def _run_referee(options: argparse.Namespace, console: Console) -> int:
    log, shown = _Log(options.logs), 0

    def opened(ports: tuple[int, int]) -> None:
        white, black = ports
        console.line(f"waiting for White on port {white}, and for Black on port {black}")
        console.out.flush()

    def watch(game: Referee) -> None:
        nonlocal shown
        if game.position.ply == 0:
            console.line(f"White: {game.white}, Black: {game.black}")
        log.take(game)
        shown = _show_moves(game.position, shown, console)

    first = PORTS[_SIDES["white"]] if options.port is None else options.port
    try:
        verdict = asyncio.run(
            referee(
                host=options.host,
                ports=(first, first and first + 1),
                seconds=options.seconds or _ALLOWED,
                errors=options.errors,
                repeated=options.repeated,
                cache=options.cache,
                moves=options.plies,
                opened=opened,
                watch=watch,
            )
        )
    finally:
        path = log.write()
    console.line(f"{verdict}")
    if not verdict.is_sent:
        console.line("note: the connections were closed without a last state, as the server does")
    console.line(f"log: {path}")
    return 0 if verdict.cause in _REGULAR else 1
