"""The Tablut Challenge over sockets: a player for the server, and a referee in the server's place.

:func:`play` plays one game on a server with any player. :func:`referee` waits for two players and referees their game.
Both are for ``asyncio``; what they send and decide is in :mod:`tafl.engine.bologna` and
:mod:`tafl.engine.bologna_referee`.

>>> import asyncio
>>> from hnefatafl import Side
>>> from tafl.engine import player
>>> async def practise():
...     opened = asyncio.get_running_loop().create_future()
...     game = asyncio.create_task(referee(ports=(0, 0), moves=4, opened=opened.set_result))
...     white, black = await opened
...     await asyncio.gather(
...         play(player("random:seed=1"), Side.DEFENDERS, name="Ann", port=white),
...         play(player("random:seed=2"), Side.ATTACKERS, name="Bo", port=black),
...     )
...     return await game
>>> print(asyncio.run(practise()))
a draw: 4 moves were played
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final, TypeAlias, TypeVar

from hnefatafl import variants
from hnefatafl.board import Move, Side
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError
from hnefatafl.notation.bologna import Action, GameState
from hnefatafl.play import Position
from hnefatafl.rules import RulesetLike, as_ruleset
from hnefatafl.search import Player
from hnefatafl.support.immutability import frozen
from hnefatafl.support.logs import logger
from tafl.engine._protocol import EngineDiedError, EngineRefusedError, EngineTimeoutError, ProtocolError
from tafl.engine.bologna import COLOURS, PORTS, Closed, Event, Name, Seat, Unparsed, Wire
from tafl.engine.bologna_referee import Referee, Ruling

__all__ = ["Chooser", "play", "referee"]


Chooser: TypeAlias = Player | Callable[[Position], Move | None]
"""What chooses moves: a player, or a function from a position to a move."""

_T = TypeVar("_T")
_LOG: Final = logger("tafl.engine")
_HOST: Final = "127.0.0.1"
_CHUNK: Final = 1 << 14
"""How many bytes are read at once."""
_RETRY: Final = 0.2
"""The number of seconds between two attempts to connect."""
_HOURS: Final = 11
"""After so many hours the server ends a game in a draw: it counts whole hours, and more than ten."""


class _Streams:
    """A connection with its streams; the name of the other side is for the log."""

    def __init__(self, name: str, connection: Wire, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._name = name
        self.connection = connection
        self._reader = reader
        self._writer = writer

    async def next_event(self) -> Event:
        """Wait for an event.

        Raises:
            ProtocolError: what comes is no message.
        """
        while (event := self.connection.next_event()) is None:
            try:
                data = await self._reader.read(_CHUNK)
            except OSError:
                # Reset by the other side, which is an end like another.
                data = b""
            self.connection.receive_data(data)
        _LOG.debug("%s: >> %r", self._name, event)
        return event

    async def send(self, message: Name | Action | GameState) -> None:
        """Send a message; if the other side has gone, the next event says so."""
        _LOG.debug("%s: << %r", self._name, message)
        self._writer.write(self.connection.send(message))
        with suppress(OSError):
            await self._writer.drain()

    async def close(self) -> None:
        """Close the connection."""
        self._writer.close()
        with suppress(OSError):
            await self._writer.wait_closed()


# A player.


async def play(
    player: Chooser,
    side: Side,
    *,
    name: str = "tafl",
    host: str = _HOST,
    port: int | None = None,
    wait: float = 10.0,
    ruleset: RulesetLike = variants.ASHTON_TABLUT,
    watch: Callable[[Seat], None] | None = None,
) -> Seat:
    """Play a game on a server, and return how it went.

    The player is asked in a thread, so that other tasks go on. What it chooses is sent as it is, legal or not.

    >>> import asyncio
    >>> from tafl.engine import player
    >>> try:
    ...     asyncio.run(play(player("greedy"), Side.ATTACKERS, name="Bo", port=1, wait=0))
    ... except EngineRefusedError as error:
    ...     print(error.command)
    a connection to 127.0.0.1, port 1

    Arguments:
        player: chooses the moves; it has no clock, so it has to know how long it may think.
        side: the side to play: White are the defenders, Black the attackers.
        name: the name of the team.
        host: where the server is.
        port: its port, or None for that of the side (:data:`~tafl.engine.bologna.PORTS`).
        wait: how many seconds to try again while no server listens there.
        ruleset: the rules by which the game is followed.
        watch: is called with the seat after each state, and at the end.

    Raises:
        ArgumentTypeError: the player has chosen what is no move.
        ArgumentValueError: the name is too long.
        EngineRefusedError: no server listens there.
        ProtocolError: what comes is no message of the server.
    """
    ruleset = as_ruleset(ruleset)
    choose = player.choose if isinstance(player, Player) else player
    connection, seat = Wire(side), Seat(side, ruleset)
    hello = Name(name)
    connection.send(hello)  # refuses a name before anything is connected
    line = _Streams("server", connection, *await _connect(host, PORTS[side] if port is None else port, wait))
    try:
        await line.send(hello)
        while True:
            event = await line.next_event()
            if isinstance(event, Closed):
                seat.close()
            elif isinstance(event, GameState):
                seat.see(event)
            elif isinstance(event, Unparsed):
                seat.pass_over(event)
            if watch is not None:
                watch(seat)
            if seat.ending is not None:
                return seat
            if seat.to_move:
                await line.send(seat.move(await asyncio.to_thread(_choose_move, choose, seat)))
    finally:
        await line.close()


def _choose_move(choose: Callable[[Position], object], seat: Seat) -> Move:
    """Return what the player chooses; instead of a move that the server has refused here, any other."""
    move = choose(seat.position)
    if not isinstance(move, Move):
        raise ArgumentTypeError(f"player: a Move was expected from it, not {move!r:.60}")
    if move not in seat.refused:
        return move
    return next((other for other in sorted(seat.position.legal_moves()) if other not in seat.refused), move)


async def _connect(host: str, port: int, wait: float) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    loop = asyncio.get_running_loop()
    end = loop.time() + wait
    while True:
        try:
            return await asyncio.open_connection(host, port)
        except OSError as error:
            if loop.time() >= end:
                reason = error.strerror or str(error)
                raise EngineRefusedError(f"a connection to {host}, port {port}", reason) from None
        except OverflowError:
            raise ArgumentValueError(f"port: a number from 0 to 65535 was expected, not {port}") from None
        await asyncio.sleep(_RETRY)


# A referee.


@frozen
class _PlayerPort:
    """Where one player comes in."""

    server: asyncio.Server
    arrived: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]]

    @staticmethod
    async def open(host: str, port: int) -> _PlayerPort:
        arrived: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]]
        arrived = asyncio.get_running_loop().create_future()

        def enter(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if arrived.done():
                writer.close()  # the server takes one connection for each side
            else:
                arrived.set_result((reader, writer))

        try:
            return _PlayerPort(await asyncio.start_server(enter, host, port), arrived)
        except OSError as error:
            raise EngineRefusedError(f"to listen on {host}, port {port}", error.strerror or str(error)) from None
        except OverflowError:
            raise ArgumentValueError(f"ports: numbers from 0 to 65535 were expected, not {port}") from None

    @property
    def port(self) -> int:
        return int(self.server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        self.server.close()
        if self.arrived.done() and not self.arrived.cancelled():
            _, writer = self.arrived.result()
            writer.close()


async def referee(
    *,
    host: str = _HOST,
    ports: tuple[int, int] = (5800, 5801),
    seconds: float = 60.0,
    patience: float = 300.0,
    errors: int = 0,
    repeated: int = 0,
    cache: int | None = None,
    moves: int | None = None,
    opened: Callable[[tuple[int, int]], None] | None = None,
    watch: Callable[[Referee], None] | None = None,
) -> Ruling:
    """Referee a game between two players who connect, as the server does, and return how it ended.

    A player that is not to move is not read: what it sends is its next move. Our reading: the server looks for a move
    once a second, and the referee at once.

    >>> import asyncio
    >>> asyncio.run(referee(ports=(0, 0), patience=0.01))
    Traceback (most recent call last):
        ...
    tafl.engine.EngineTimeoutError: no answer within 0.01 s: a connection of White was expected

    Arguments:
        host: the address to listen on; the server listens on all, ``0.0.0.0``.
        ports: those of White and of Black; 0 is any free port.
        seconds: the time for the name and for each move.
        patience: how long to wait for each player to connect.
        errors, repeated, cache, moves: as for :class:`~tafl.engine.bologna_referee.Referee`.
        opened: is called with both ports when players can connect.
        watch: is called with the referee at the start and after each move.

    Raises:
        ArgumentValueError: a number is out of range.
        EngineRefusedError: a port is taken.
        EngineTimeoutError: a player did not connect, or did not send its name, in time.
        EngineDiedError: a player closed the connection before it sent its name.
        ProtocolError: a player sent something else instead of its name.
    """
    begin = partial(Referee, errors=errors, repeated=repeated, cache=cache, moves=moves)
    begin("", "")  # refuses the numbers before anybody connects
    for parameter, number in (("seconds", seconds), ("patience", patience)):
        if not number > 0:
            raise ArgumentValueError(f"{parameter}: a number above 0 was expected, not {number}")
    doors: dict[Side, _PlayerPort] = {}
    try:
        for side, port in zip(PORTS, ports, strict=True):
            doors[side] = await _PlayerPort.open(host, port)
        if opened is not None:
            opened((doors[Side.DEFENDERS].port, doors[Side.ATTACKERS].port))
        lines: dict[Side, _Streams] = {}
        names: dict[Side, str] = {}
        for side, door in doors.items():  # White first, as the server
            lines[side], names[side] = await _await_name(door, side, seconds, patience)
        game = begin(names[Side.DEFENDERS], names[Side.ATTACKERS])
        return await _run_game(game, lines, seconds, watch or (lambda game: None))
    finally:
        for door in doors.values():
            await door.close()


async def _wait_for(work: Awaitable[_T], awaited: str, seconds: float) -> _T:
    """Wait for something, but no longer than that.

    Raises:
        EngineTimeoutError: it took longer.
    """
    try:
        async with asyncio.timeout(seconds):
            return await work
    except TimeoutError:
        raise EngineTimeoutError(awaited, seconds) from None


async def _await_name(door: _PlayerPort, side: Side, seconds: float, patience: float) -> tuple[_Streams, str]:
    """Wait for a player and its name."""
    colour = COLOURS[side]
    streams = await _wait_for(door.arrived, f"a connection of {colour}", patience)
    line = _Streams(colour, Wire(side, referee=True), *streams)
    event = await _wait_for(line.next_event(), f"the name of {colour}", seconds)
    if isinstance(event, Closed):
        raise EngineDiedError(f"the name of {colour}")
    if not isinstance(event, Name):
        reason = f": {event.reason}" if isinstance(event, Unparsed) else ""
        raise ProtocolError(f"a name was expected from {colour}{reason}")
    return line, event.text


async def _run_game(
    game: Referee, lines: dict[Side, _Streams], seconds: float, watch: Callable[[Referee], None]
) -> Ruling:
    loop = asyncio.get_running_loop()
    end = loop.time() + _HOURS * 3600
    watch(game)
    await _announce(game, lines, seconds)
    while game.verdict is None:
        line = lines[game.turn]
        try:
            game.take(await _wait_for(line.next_event(), "a move", seconds))
        except TimeoutError:
            game.time_out(seconds)
        except ProtocolError as error:
            game.take_garbage(str(error))
        if game.verdict is None and loop.time() > end:
            game.stop(f"it took {_HOURS} hours")
        watch(game)
        if game.verdict is None or game.verdict.is_sent:
            await _announce(game, lines, seconds)
    return game.verdict


async def _announce(game: Referee, lines: dict[Side, _Streams], seconds: float) -> None:
    """Send the state to both players; one that does not read cannot hold up the game for longer than a move."""
    for line in lines.values():
        with suppress(TimeoutError):
            await _wait_for(line.send(game.state), "reading of the state", seconds)
