"""A program on the server of hnefatafl.org: a connection that is made again when it is lost, and a player that thinks.

What is said is decided by an :class:`~tafl.engine.hnefatafl_org.Account`; here lines are carried to and fro.

* A lost connection is made again after 1, 2, 4 and so on up to 60 seconds; after 20 failures in a row the client gives
  up. Connections that last less than a minute count as failures. The first connection is tried once.
* When nothing has come for a minute, the server is asked for a sign of life, and has another minute for it.
* The games share the player, which thinks about one at a time: the one with the least time first. It goes on while the
  connection is lost.
* A player that fails is asked once more, an engine in a new process; after that the client ends with its error, and
  the games stay where they are.
* An engine that resigns does so on the server. Other players never resign, unless they are told to once their search
  has proved a loss.

The logger ``tafl.engine`` has the lines (DEBUG) without the password, ``<<`` before what is sent and ``>>`` before what
comes.

>>> import asyncio
>>> from tafl.engine import player
>>> account = Account("ai-raven", clock=lambda: 0.0)
>>> client = Client(account, player("greedy"), host="127.0.0.1", port=1, password="secret")
>>> asyncio.run(client.run())
Traceback (most recent call last):
    ...
tafl.engine.EngineRefusedError: the engine refused a connection to 127.0.0.1, port 1: ...
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeAlias, final

from attrs import evolve

from hnefatafl.board import Move
from hnefatafl.errors import ArgumentValueError
from hnefatafl.search import Limit, Player, Score, Searcher
from hnefatafl.support.logs import logger
from hnefatafl.support.texts import counted
from tafl.engine._processes import Engine, EnginePlayer
from tafl.engine._protocol import EngineError, EngineRefusedError, Search
from tafl.engine._serving import Chooser, make_thinker
from tafl.engine.hnefatafl_org import PORT, VERSION_ID, Account, Turn

__all__ = ["ATTEMPTS", "Client", "Connect"]


Connect: TypeAlias = Callable[[str, int], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]
"""What connects to a host and a port."""

ATTEMPTS: Final = 20
"""After so many failures in a row the connection is not made again."""
_LONGEST_PAUSE: Final = 60
"""The most seconds between two attempts."""
_STEADY: Final = 60.0
"""A connection that has lasted so many seconds was a good one."""
_PATIENCE: Final = 30.0
"""How many seconds an attempt to connect may take."""
_CHUNK: Final = 1 << 14
_LOG: Final = logger("tafl.engine")
_OTHER: Final = Limit(nodes=2000)
"""The search for another move than one that the server has refused."""


@final
class Client:
    """A player on the server, for ``asyncio``.

    >>> from tafl.engine import player
    >>> account = Account("ai-raven", clock=lambda: 0.0)
    >>> client = Client(account, player("greedy"), host="hnefatafl.org", password="secret")
    >>> client.stop(), account.is_done
    (False, True)

    Arguments:
        account: its account.
        player: chooses the moves: a player, an engine as one, a function of a position and a limit, or a searcher. A
            search and an engine keep to the clock; other players take the time that they need.
        host: where the server is.
        port: its port.
        password: the password of the account; it is written nowhere but to the server.
        create: whether to create the account first.
        version: the version of the protocol.
        resign: whether to resign once a search has proved a loss.
        tell: takes a text about each thing that happens with the connection.
        connect: connects.
        pause: waits for so many seconds.
        clock: tells the time in seconds: that of the account.
        quiet: after so many seconds without a line the server is asked for a sign of life.
    """

    __slots__ = (
        "_account",
        "_address",
        "_asker",
        "_changed",
        "_clock",
        "_connect",
        "_create",
        "_password",
        "_pause",
        "_quiet",
        "_resign",
        "_talking",
        "_tell",
        "_version",
        "_was_in",
        "_writer",
    )

    def __init__(
        self,
        account: Account,
        player: Player | Chooser | Searcher,
        *,
        host: str,
        port: int = PORT,
        password: str,
        create: bool = False,
        version: str = VERSION_ID,
        resign: bool = False,
        tell: Callable[[str], object] = lambda text: None,
        connect: Connect = asyncio.open_connection,
        pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
        clock: Callable[[], float] | None = None,
        quiet: float = 60.0,
    ) -> None:
        self._account = account
        self._asker = _Asker(player)
        self._address: Final = (host, port)
        self._password, self._version, self._create = password, version, create
        self._resign, self._tell = resign, tell
        self._connect, self._pause, self._quiet = connect, pause, quiet
        self._clock = clock or (lambda: asyncio.get_running_loop().time())
        self._writer: asyncio.StreamWriter | None = None
        self._talking: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._was_in = False

    async def run(self) -> None:
        """Play until the account is done, or until the second :meth:`stop`.

        >>> import asyncio
        >>> from tafl.engine import player
        >>> client = Client(Account("ai-x", clock=lambda: 0.0), player("random"), host="127.0.0.1", password="a  b")
        >>> asyncio.run(client.run())
        Traceback (most recent call last):
            ...
        hnefatafl.errors.ArgumentValueError: password: at most 32 bytes were expected, with single spaces inside it ...

        Raises:
            ArgumentValueError: the password cannot be sent.
            EngineRefusedError: there is no server, it does not let the account in, or the connection is lost for good.
            ProtocolError: the server writes endless lines.
            HnefataflError: the player fails.
        """
        self._talking = asyncio.create_task(self._keep_talking())
        thinking = asyncio.create_task(self._keep_thinking())
        try:
            await asyncio.wait([self._talking, thinking], return_when=asyncio.FIRST_COMPLETED)
            for task in (self._talking, thinking):
                if task.done() and not task.cancelled():
                    task.result()
        finally:
            for task in (self._talking, thinking):
                task.cancel()
            await asyncio.gather(self._talking, thinking, return_exceptions=True)
            await self._asker.close()

    def stop(self) -> bool:
        """Begin no new games, and return whether games that run are played on; the second time leave them as they are.
        They stay on the server, where the clocks run on, and the next client goes on with them.

        >>> from tafl.engine import player
        >>> account = Account("ai-raven", clock=lambda: 0.0)
        >>> Client(account, player("random"), host="hnefatafl.org", password="secret").stop()
        False
        """
        if not self._account.is_stopping:
            self._send(self._account.stop())
            if not self._account.is_done:
                return True
        if self._talking is not None:
            self._talking.cancel()
        return False

    # Talking.

    async def _keep_talking(self) -> None:
        failures = 0
        while not self._account.is_done:
            began = self._clock()
            try:
                await self._talk()
            except EngineRefusedError as error:
                if not self._was_in or error.command != "login":
                    raise
                # After a lost connection the server may take a while to see that the account has gone.
                self._tell(f"not let in: {error.reason}")
            except OSError as error:
                reason = str(error) or type(error).__name__
                if not self._was_in:
                    raise EngineRefusedError(self._describe_address(), error.strerror or reason) from None
                self._tell(f"no connection: {reason}")
            if self._account.is_done:
                return
            failures = 1 if self._clock() - began >= _STEADY else failures + 1
            if failures > ATTEMPTS:
                raise EngineRefusedError(self._describe_address(), f"{counted(ATTEMPTS, 'attempt')} failed in a row")
            pause = min(_LONGEST_PAUSE, 1 << (failures - 1))
            self._tell(f"connection lost; again in {pause} s (attempt {failures} of {ATTEMPTS})")
            await self._pause(pause)

    def _describe_address(self) -> str:
        return "a connection to {}, port {}".format(*self._address)

    async def _talk(self) -> None:
        """Connect, and talk until the connection is closed or the account is done."""
        account = self._account
        hello = account.log_in(self._password, create=self._create, version=self._version)
        try:
            async with asyncio.timeout(_PATIENCE):
                reader, self._writer = await self._connect(*self._address)
        except OverflowError:
            raise ArgumentValueError(f"port: a number from 0 to 65535 was expected, not {self._address[1]}") from None
        try:
            _LOG.info("%s, port %s: connected", *self._address)
            self._writer.write(hello)  # not by _send, which logs it
            while not account.is_done:
                data = await self._read(reader)
                self._send(account.receive_data(data))
                if account.is_in:
                    self._was_in, self._create = True, False
                self._changed.set()
                if not data:
                    break
            with suppress(OSError):
                await self._writer.drain()
        finally:
            writer, self._writer = self._writer, None
            account.hang_up()
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _read(self, reader: asyncio.StreamReader) -> bytes:
        """Return what comes next; nothing if the connection is lost."""
        for is_asked in (False, True):
            try:
                async with asyncio.timeout(self._quiet):
                    data = await reader.read(_CHUNK)
            except TimeoutError:
                if not is_asked:
                    self._send(self._account.ping())
                continue
            except OSError:
                return b""
            self._log(">>", data)
            return data
        return b""

    def _send(self, data: bytes) -> None:
        """Send lines; if the connection is lost, the next record shows what has not arrived."""
        if data and self._writer is not None:
            self._log("<<", data)
            self._writer.write(data)

    def _log(self, sign: str, data: bytes) -> None:
        for line in data.decode("utf-8", "replace").splitlines():
            _LOG.debug("server: %s %s", sign, self._account.mask(line))

    # Thinking.

    async def _keep_thinking(self) -> None:
        account = self._account
        while True:
            turns = [turn for turn in account.turns if account.is_owed(turn)]
            if not turns:
                self._changed.clear()
                await self._changed.wait()
                continue
            turn = turns[0]
            limit = turn.limit(self._clock(), len(turns))
            move, score = await self._choose(turn, limit)
            is_lost = self._resign and score is not None and score.pov(turn.position.turn).is_loss
            self._send(account.resign(turn) if move is None or is_lost else account.move(turn, move, score))

    async def _choose(self, turn: Turn, limit: Limit) -> tuple[Move | None, Score | None]:
        def is_idle() -> bool:
            return not self._account.is_owed(turn)

        try:
            return await self._asker.choose(turn, limit, is_idle)
        except EngineError as error:
            self._tell(f"game {turn.game}: the player failed, and is asked again: {error}")
        await self._asker.close()
        return await self._asker.choose(turn, limit, is_idle)


class _Asker:
    """A player that is asked for one move at a time, without holding up other tasks."""

    def __init__(self, player: Player | Chooser | Searcher) -> None:
        self._player = player
        self._think = None if isinstance(player, EnginePlayer) else make_thinker(player)
        self._engine: Engine | None = None
        self._is_closed = False

    async def choose(self, turn: Turn, limit: Limit, stop: Callable[[], bool]) -> tuple[Move | None, Score | None]:
        """Return the player's move, None if it resigns, and the score of the position if it has one."""
        player, think = self._player, self._think
        self._is_closed = False
        if isinstance(player, EnginePlayer):
            move, score = await self._ask_engine(player, turn, limit)
        else:
            assert think is not None
            search = Search(position=turn.position, limit=limit)
            move, analysis = await asyncio.to_thread(think, search, lambda: stop() or self._is_closed, lambda _: None)
            score = None if analysis is None else analysis.score
        if move in turn.refused:
            move = await asyncio.to_thread(_choose_other, turn, move)
        return move, score

    async def _ask_engine(self, player: EnginePlayer, turn: Turn, limit: Limit) -> tuple[Move | None, Score | None]:
        if self._engine is None or not self._engine.is_alive:
            self._engine = await Engine.popen(
                player.command, dialect=player.dialect, patience=player.patience, options=player.options
            )
        seconds = [each.seconds for each in (player.limit, limit) if each.seconds is not None]
        result = await self._engine.play(turn.position, evolve(player.limit, seconds=min(seconds, default=None)))
        return result.move, result.info.score

    async def close(self) -> None:
        """End the engine, or the search."""
        self._is_closed = self._think is not None
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.quit()


def _choose_other(turn: Turn, move: Move | None) -> Move | None:
    """Return the best move that the server has not refused; the move itself if there is no other."""
    lines = Searcher().analyse(turn.position, _OTHER, len(turn.refused) + 1).lines
    return next((line.moves[0] for line in lines if line.moves and line.moves[0] not in turn.refused), move)
