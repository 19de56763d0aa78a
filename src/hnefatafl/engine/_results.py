"""What engines answer: moves, and what they say about them.

>>> from hnefatafl import Move, Side
>>> from hnefatafl.search import Score
>>> info = Info(score=Score(side=Side.ATTACKERS, value=35), depth=4, pv=[Move.parse("d1-d3")])
>>> PlayResult(move=Move.parse("d1-d3"), info=info).info.score.value
35
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import field

from hnefatafl._base.arguments import as_tuple
from hnefatafl._base.brief import brief
from hnefatafl._base.seal import frozen
from hnefatafl.board import Move
from hnefatafl.search import Score


def _moves(pv: Iterable[Move]) -> tuple[Move, ...]:
    return as_tuple("pv", pv)


def _lines(lines: Iterable[str]) -> tuple[str, ...]:
    return as_tuple("lines", lines)


@frozen(kw_only=True)
class Info:
    """What an engine said about a position; each field is None, or empty, where it said nothing.

    >>> Info(depth=3, nodes=2000).score
    """

    __repr__ = brief

    score: Score | None = None
    """What the position is worth, relative to a side. The scale of an engine need not be that of the library."""
    evaluation: float | None = None
    """The engine's own number, where neither its scale nor its side is known."""
    depth: int | None = None
    """How many plies deep it searched."""
    nodes: int | None = None
    """How many positions it searched."""
    seconds: float | None = None
    """How long it took, as the engine says."""
    pv: tuple[Move, ...] = field(default=(), converter=_moves)
    """The moves that it expects, as far as they are legal."""
    text: str = ""
    """What it said in words."""
    lines: tuple[str, ...] = field(default=(), converter=_lines)
    """The last lines that it wrote meanwhile and that the protocol does not know, as they are."""


@frozen(kw_only=True)
class PlayResult:
    """The move that an engine chose. It is legal by our rules.

    >>> PlayResult(move=None, resigned=True).resigned
    True
    """

    __repr__ = brief

    move: Move | None
    """The move; None if the engine resigned."""
    info: Info = Info()
    """What it said about the move."""
    resigned: bool = False
    """Whether it resigned."""
