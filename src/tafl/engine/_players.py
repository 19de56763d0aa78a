"""Engines as players of :mod:`hnefatafl.search`.

>>> import sys
>>> from hnefatafl import Position, variants
>>> from hnefatafl.search import Limit
>>> position = Position.initial(variants.BRANDUBH)
>>> with EnginePlayer([sys.executable, "-m", "tafl", "engine"], limit=Limit(nodes=100)) as engine:
...     position.is_legal(engine.choose(position))
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Final, final

from hnefatafl.board import Move
from hnefatafl.errors import ArgumentValueError
from hnefatafl.play import Position
from hnefatafl.search import Limit, Player, built_in_player
from hnefatafl.support.texts import shortened
from tafl.engine._dialects import HOSTS
from tafl.engine._processes import PATIENCE, SimpleEngine
from tafl.engine._protocol import EngineResignedError

_LIMIT: Final = Limit(seconds=1)
"""The limit of a move if no other is given."""


@final
class EnginePlayer:
    """A player that asks an engine. The process is started with the first move, and once more if it has ended.

    Copies and pickles of a player have the same command and options, and start a process of their own.

    >>> engine = EnginePlayer("taflzero --threads 2", dialect="uci")
    >>> engine.command, engine.dialect
    ('taflzero --threads 2', 'uci')
    """

    __slots__ = ("_engine", "command", "dialect", "limit", "options", "patience")

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        dialect: str = "ugi",
        limit: Limit = _LIMIT,
        patience: float = PATIENCE,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """Make a player.

        Arguments:
            command, dialect, patience, options: as for
                :meth:`Engine.open <tafl.engine.Engine.open>`.
            limit: the limit of each move.

        Raises:
            ArgumentValueError: there is no such dialect, or the limit has none.
        """
        if dialect not in HOSTS:
            raise ArgumentValueError(f"dialect: one of {', '.join(HOSTS)} was expected, not {dialect!r:.60}")
        if limit == Limit():
            raise ArgumentValueError("limit: a limit of seconds, clocks, nodes or depth was expected")
        self.command: Final = command if isinstance(command, str) else tuple(command)
        """The program and its arguments."""
        self.dialect: Final = dialect
        """The protocol that it speaks."""
        self.limit: Final = limit
        """The limit of each move."""
        self.patience: Final = patience
        """How many seconds it may take for an answer, beside the time of the limit."""
        self.options: Final = dict(options or {})
        """Options of the engine."""
        self._engine: SimpleEngine | None = None

    def choose(self, position: Position) -> Move | None:
        """Return the engine's move, which is legal.

        >>> from hnefatafl import Position, variants
        >>> EnginePlayer("no-such-program-anywhere").choose(Position.initial(variants.BRANDUBH))
        Traceback (most recent call last):
            ...
        tafl.engine.EngineDiedError: the other side closed the connection before it started; its last lines:
            no-such-program-anywhere: No such file or directory

        Raises:
            EngineMoveError: the engine plays an illegal move.
            EngineResignedError: it resigns.
            EngineError: it fails in another way.
            NotExpressibleError: its protocol cannot tell of the position.
            ArgumentValueError: the game is over.
        """
        if self._engine is None or not self._engine.is_alive:
            self.close()
            self._engine = SimpleEngine(
                self.command, dialect=self.dialect, patience=self.patience, options=self.options
            )
        result = self._engine.play(position, self.limit)
        if result.move is None:
            raise EngineResignedError("resigns", "a player cannot resign")
        return result.move

    def close(self) -> None:
        """End the process, if there is one. The next move starts another."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def __enter__(self) -> EnginePlayer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[object, ...]:
        return _make, (self.command, self.dialect, self.limit, self.patience, self.options)

    def __repr__(self) -> str:
        return shortened(f"EnginePlayer({self.command!r}, dialect={self.dialect!r}, limit={self.limit})")


def _make(
    command: str | Sequence[str], dialect: str, limit: Limit, patience: float, options: Mapping[str, str]
) -> EnginePlayer:
    return EnginePlayer(command, dialect=dialect, limit=limit, patience=patience, options=options)


def is_engine(text: str) -> bool:
    """Return whether the text of a player names an engine: a protocol and a colon stand before a command."""
    name, colon, _ = text.strip().partition(":")
    return bool(colon) and name.lower() in HOSTS


def player(text: str, *, limit: Limit | None = None, **options: Any) -> Player:
    """Make a player by its name: an engine as ``PROTOCOL:COMMAND``, or one of the library.

    >>> player("uci:taflzero --threads 2").command
    'taflzero --threads 2'
    >>> player("alphabeta:nodes=500")
    AlphaBeta(Limit(nodes=500), noise=0, seed=0)

    Arguments:
        text: a protocol of :data:`~tafl.engine.HOSTS`, a colon and the command of an engine; or what
            :func:`hnefatafl.search.built_in_player` takes.
        limit: the limit of each move of an engine; None for a second.
        options: options of :func:`hnefatafl.search.built_in_player`.

    Raises:
        ArgumentValueError: there is no such player or option, or the command is missing.
    """
    if not is_engine(text):
        return built_in_player(text, **options)
    name, _, command = text.strip().partition(":")
    if not command.strip():
        raise ArgumentValueError(f"{name}: the command of an engine was expected behind the colon")
    if options:
        raise ArgumentValueError(f"an engine has no option {next(iter(options))!r:.60}")
    return EnginePlayer(command.strip(), dialect=name.lower(), limit=_LIMIT if limit is None else limit)
