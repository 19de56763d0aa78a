"""Play people, and other programs, on a server of hnefatafl.org: offer games, take the
challenges of others, and let a player or an engine choose the moves. No server is
contacted but the one that is named.

The password is read from the environment variable TAFL_PASSWORD, or asked for. The server
has no encryption: use a password that you use nowhere else, and an account that nobody else
plays with, since all of its games that still run are played on. Programs there have names
that begin with ai-.

----

examples:
  tafl join hnefatafl.org --name ai-raven
  tafl join hnefatafl.org --name ai-raven --role defender --size 13 --time 30+20
  tafl join hnefatafl.org --name ai-raven --player "uci:taflzero" --games 0 --at-once 2
  tafl join hnefatafl.org --name ai-raven --challenge 4711 --player alphabeta:seconds=10
  tafl join localhost --name ai-test --create-account

Players are those of tafl play. A search and an engine keep to the clock, with two seconds
and the time of the network in reserve; other players take the time that they need.

A draw is accepted only as --draws says. An engine that resigns does so there; any other
player only with --resign.

A lost connection is made again: after 1, 2, 4 and so on up to 60 seconds, 20 times. A move
is sent again only if it is missing in the record of the server.

Ctrl-C withdraws what is offered; games that run are played to their end. Ctrl-C once more
leaves them: they stay on the server, where the clock of the side to move runs on, and the
same command goes on with them.

The exit status is 1 if a game could not be followed, or a challenge was not accepted; 2 if
the server cannot be reached, refuses the account, or is lost; and 130 after an interrupt.
"""

from __future__ import annotations

import argparse
import asyncio
import getpass
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final, get_args

from hnefatafl.board import Side
from hnefatafl.support.texts import counted
from tafl.cli.console import CommandError, Console
from tafl.cli.evaluations import read_player
from tafl.cli.options import between, command, number, option, port, shared
from tafl.engine.hnefatafl_org import MAX_GAMES, PORT, VERSION_ID, Account, Draws, Terms
from tafl.engine.hnefatafl_org_sockets import Client

_PASSWORD: Final = "TAFL_PASSWORD"
_ROLES: Final = {"attacker": Side.ATTACKERS, "defender": Side.DEFENDERS}
_PLAYER: Final = "alphabeta:seconds=4"
_DAY: Final = 24 * 60
_MOST_MINUTES: Final = 100 * _DAY


def _read_time(text: str) -> tuple[int | None, int]:
    """Return the seconds at the start, None without clocks, and those that a move adds."""
    if text == "untimed":
        return None, 0
    minutes, plus, added = text.partition("+")
    if not plus:
        raise argparse.ArgumentTypeError(f"MINUTES+SECONDS or untimed was expected, not {text:.30}")
    return between(1, _MOST_MINUTES)(minutes) * 60, between(0, _MOST_MINUTES)(added)


@command(
    "join",
    __doc__,
    option("host HOST", "the server, such as hnefatafl.org; no other is contacted"),
    option("--name NAME", "the name of the account", required=True),
    option("--create-account", "create the account first"),
    option("--role", "the side to offer games for", choices=tuple(_ROLES), default="attacker"),
    option("--size N", "the size of the board: 11 or 13", default=11),
    option(
        "--time TIME", "minutes at the start and seconds for each move, or untimed", type=_read_time, default="15+10"
    ),
    option("--unrated", "offer games that do not count for the ratings"),
    shared("--games", "how many games to play; 0: until Ctrl-C", type=number, default=1),
    option("--at-once K", "how many games at the same time", type=between(1, MAX_GAMES), default=1),
    option("--challenge ID", "challenge the player who offers this game, and offer none"),
    shared("--player", "who chooses the moves", default=_PLAYER),
    "--evaluation",
    option(
        "--draws",
        "when to accept a draw; level: if the search sees no advantage",
        choices=get_args(Draws),
        default="never",
    ),
    option("--resign", "resign once the search has proved a loss"),
    option("--port N", "the port of the server", type=port, default=PORT),
    option("--protocol-version ID", "the version of the protocol that the server expects", default=VERSION_ID),
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Play until all games are over; return 1 if one could not be followed."""
    seconds, increment = options.time

    def tell(text: str) -> None:
        console.line(text)
        console.out.flush()

    terms = Terms(
        side=_ROLES[options.role], size=options.size, seconds=seconds, increment=increment, rated=not options.unrated
    )
    account = Account(
        options.name,
        terms,
        clock=time.monotonic,
        games=options.games,
        at_once=options.at_once,
        challenge=options.challenge,
        draws=options.draws,
        tell=tell,
    )
    player = read_player(options.player, options.evaluation).player()
    password = _read_password()
    if not options.name.startswith("ai-"):
        console.error("warning: the names of programs on hnefatafl.org begin with ai-")
    console.error(f"warning: {options.host} is asked without encryption: the password can be read on the way")
    client = Client(
        account,
        player,
        host=options.host,
        port=options.port,
        password=password,
        create=options.create_account,
        version=options.protocol_version,
        resign=options.resign,
        tell=tell,
        clock=time.monotonic,
    )
    asyncio.run(_play(client, account, console))
    console.line(f"{counted(len(account.finished), 'game')} played, {len(account.left) + len(account.running)} left")
    if account.is_stopping:
        return 130
    return 1 if account.left else 0


def _read_password() -> str:
    password = os.environ.get(_PASSWORD)
    if password is not None:
        return password
    if sys.stdin is None or not sys.stdin.isatty():
        raise CommandError(f"set {_PASSWORD} to the password of the account, or run this on a terminal")
    return getpass.getpass("password: ")


async def _play(client: Client, account: Account, console: Console) -> None:
    loop = asyncio.get_running_loop()

    def stop() -> None:
        running = ", ".join(account.running)
        if client.stop():
            goes_on = f"; game {running} goes on. Ctrl-C once more leaves it on the server" if running else ""
            console.error(f"no new games{goes_on}")

    try:
        with _interrupts(lambda: loop.call_soon_threadsafe(stop)):
            await client.run()
    finally:
        for number in account.running:
            console.error(f"game {number} stays on the server, where the clocks run on; the same command continues it")


@contextmanager
def _interrupts(take: Callable[[], object]) -> Generator[None]:
    """Call a function at an interrupt, where the main thread takes them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def heed(number: int, frame: object) -> None:
        take()

    before = signal.signal(signal.SIGINT, heed)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
