"""What all protocols share: errors, requests and results.

What goes wrong with an engine or a server is an :class:`EngineError`, which is a
:class:`~hnefatafl.errors.HnefataflError`: no answer, death, an illegal move, a refusal. The other side is a program of
somebody else, so none of these errors is the caller's fault.

A :class:`Search` is what a host asks of an engine, as the engine's side of a protocol understands it; a
:class:`PlayResult` is what an engine answers, with what it says about it.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from hnefatafl.board import Move
from hnefatafl.errors import HnefataflError
from hnefatafl.play import Position
from hnefatafl.search import Limit, Score
from hnefatafl.support.arguments import as_tuple
from hnefatafl.support.immutability import frozen

__all__ = [
    "EngineDiedError",
    "EngineError",
    "EngineMoveError",
    "EngineNotStartedError",
    "EngineRefusedError",
    "EngineResignedError",
    "EngineTimeoutError",
    "ProtocolError",
]

_LAST = 20
"""How many of the last lines an error keeps."""


def _keep_last(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(lines)[-_LAST:]


class EngineError(HnefataflError, RuntimeError):
    """An engine or a server failed.

    >>> try:
    ...     raise EngineTimeoutError("uciok", 5.0)
    ... except EngineError as error:
    ...     print(error)
    no answer within 5 s: uciok was expected
    """


@define(slots=False, eq=False, repr=False)
class EngineTimeoutError(EngineError, TimeoutError):
    """The other side did not answer in time.

    >>> print(EngineTimeoutError("bestmove", 0.5))
    no answer within 0.5 s: bestmove was expected
    """

    awaited: str
    """What was expected."""
    seconds: float
    """How long it was waited for."""
    hint: str = ""
    """What may be the cause; empty if nothing is known of it."""

    def _make_message(self) -> str:
        hint = f"; {self.hint}" if self.hint else ""
        return f"no answer within {self.seconds:g} s: {self.awaited} was expected{hint}"


@define(slots=False, eq=False, repr=False)
class EngineDiedError(EngineError):
    """The other side has ended, closed its output or closed the connection.

    >>> print(EngineDiedError("bestmove", 3, ["info depth 1", "Segmentation fault"]))
    the engine ended with exit status 3 before bestmove; its last lines:
        info depth 1
        Segmentation fault
    """

    awaited: str = ""
    """What was expected; empty if nothing was."""
    status: int | None = None
    """The exit status of the process, below 0 for the number of a signal; None if it is not known, as for a
    connection."""
    lines: tuple[str, ...] = field(default=(), converter=_keep_last)
    """The last lines that it wrote, standard error among them."""

    def _make_message(self) -> str:
        if self.status is None:
            ended = "the other side closed the connection"
        elif self.status < 0:
            ended = f"the engine was ended by signal {-self.status}"
        else:
            ended = f"the engine ended with exit status {self.status}"
        before = f" before {self.awaited}" if self.awaited else ""
        if not self.lines:
            return f"{ended}{before}; it wrote nothing"
        return "\n    ".join([f"{ended}{before}; its last lines:", *self.lines])


class EngineNotStartedError(EngineError):
    """This machine lacks what it takes to start an engine, such as memory or open files. That is no failure of the
    engine.

    >>> print(EngineNotStartedError("this machine could not start python3: Too many open files"))
    this machine could not start python3: Too many open files
    """


@define(slots=False, eq=False, repr=False)
class EngineMoveError(EngineError):
    """The other side played a move that is illegal by the rules, or that is no move.

    >>> print(EngineMoveError("d1-d4", "another piece stands in the way (d2)"))
    the engine played d1-d4: another piece stands in the way (d2)
    """

    text: str
    """The move as it was written."""
    reason: str
    """Why it cannot be played."""

    def _make_message(self) -> str:
        return f"the engine played {self.text}: {self.reason}"


class EngineResignedError(EngineMoveError):
    """The other side resigned where a move was expected.

    >>> print(EngineResignedError("resigns", "a player cannot resign"))
    the engine played resigns: a player cannot resign
    """


@define(slots=False, eq=False, repr=False)
class EngineRefusedError(EngineError):
    """The other side refused a command, or reported an error.

    >>> print(EngineRefusedError("board_size 21", "invalid board size"))
    the engine refused board_size 21: invalid board size
    """

    command: str
    """What was sent; empty if it is not known which command is meant."""
    reason: str
    """What the other side answered."""

    def _make_message(self) -> str:
        what = f"refused {self.command}" if self.command else "reported an error"
        return f"the engine {what}: {self.reason}"


class ProtocolError(EngineError):
    """The other side wrote something that the protocol does not allow, and that cannot be passed over.

    Unknown lines are kept and never raise this error.

    >>> print(ProtocolError("a line is longer than 65536 bytes"))
    a line is longer than 65536 bytes
    """


for _name in __all__:
    globals()[_name].__module__ = "tafl.engine"  # where users find it


@frozen(kw_only=True)
class Search:
    """The host asks for a move, or for an analysis.

    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.search import Limit
    >>> Search(position=Position.initial(variants.BRANDUBH), limit=Limit(depth=4), lines=3).analysis
    False
    """

    position: Position
    """The position."""
    limit: Limit
    """How long the engine may search; without any limit, as long as it likes."""
    lines: int = 1
    """How many of the best moves the host wants to know about."""
    infinite: bool = False
    """Whether to search until the host says stop."""
    analysis: bool = False
    """Whether only an analysis is wanted, and no move is played."""


@frozen(kw_only=True)
class Reply:
    """What an engine does about a line of the host.

    >>> Reply(data=b"readyok\\n").data
    b'readyok\\n'
    """

    data: bytes = b""
    """What it writes at once."""
    search: Search | None = None
    """The search that it begins."""
    stop: bool = False
    """Whether it ends the search that is going on, and answers it."""
    quit: bool = False
    """Whether it ends."""


def _as_moves(pv: Iterable[Move]) -> tuple[Move, ...]:
    return as_tuple("pv", pv)


def _as_lines(lines: Iterable[str]) -> tuple[str, ...]:
    return as_tuple("lines", lines)


@frozen(kw_only=True)
class Info:
    """What an engine said about a position; each field is None, or empty, where it said nothing.

    >>> Info(depth=3, nodes=2000).score
    """

    score: Score | None = None
    """What the position is worth, relative to a side. The scale of an engine need not be that of the library."""
    rank: int = 1
    """Which of the best lines this is about, from 1 on."""
    evaluation: float | None = None
    """The engine's own number, where neither its scale nor its side is known."""
    depth: int | None = None
    """How many plies deep it searched."""
    nodes: int | None = None
    """How many positions it searched."""
    seconds: float | None = None
    """How long it took, as the engine says."""
    pv: tuple[Move, ...] = field(default=(), converter=_as_moves)
    """The moves that it expects, as far as they are legal."""
    text: str = ""
    """What it said in words."""
    lines: tuple[str, ...] = field(default=(), converter=_as_lines)
    """The last lines that it wrote meanwhile and that the protocol does not know, as they are."""


@frozen(kw_only=True)
class PlayResult:
    """The move that an engine chose. It is legal by our rules.

    >>> from hnefatafl import Move, Side
    >>> from hnefatafl.search import Score
    >>> info = Info(score=Score(side=Side.ATTACKERS, value=35), depth=4, pv=[Move.parse("d1-d3")])
    >>> PlayResult(move=Move.parse("d1-d3"), info=info).info.score.value
    35
    """

    move: Move | None
    """The move; None if the engine resigned."""
    info: Info = Info()
    """What it said about the move."""
    resigned: bool = False
    """Whether it resigned."""
