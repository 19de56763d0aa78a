"""A position, or what stands for one, where a game begins."""

from __future__ import annotations

from typing import TypeAlias

from hnefatafl.board import Side
from hnefatafl.play._position import Position
from hnefatafl.rules import Ruleset, as_ruleset
from hnefatafl.support.arguments import refuse

PositionLike: TypeAlias = Position | Ruleset | str
"""A position or its text; or a ruleset or its name, each of which stands for the start of a game."""


def read_start(text: str) -> Position | Ruleset:
    """Return the position of a text, or the ruleset of a name.

    >>> read_start("brandubh").name, read_start("brandubh /2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ d").turn
    ('brandubh', Side.DEFENDERS)

    Raises:
        HnefataflError: as :func:`as_position`.
    """
    return Position.parse(text) if "/" in text or "\n" in text else as_ruleset(text)


def as_position(position: PositionLike, parameter: str = "position", *, by_lot: Side | None = None) -> Position:
    """Return the position that the caller gave, by its text, or as the start of a game by its ruleset.

    >>> from hnefatafl import variants
    >>> start = as_position("brandubh")
    >>> start == as_position(variants.BRANDUBH) == as_position(start) == as_position(f"brandubh {start.text}")
    True

    Arguments:
        position: a position; the line of its :attr:`~hnefatafl.play.Position.text` after the name of its ruleset; a
            ruleset; or the name of one.
        parameter: what the caller calls it, for the error.
        by_lot: the side that begins where the ruleset leaves that to the lot; None to refuse such a ruleset.

    Raises:
        ArgumentTypeError: it is none of these.
        UnknownVariantError: no ruleset has that name.
        NotationError: the text is not a position.
        ArgumentValueError: the text does not begin with the name of its ruleset.
        InvalidSetupError: the board cannot be played under the ruleset, or the first side is chosen by lot.
    """
    start = read_start(position) if isinstance(position, str) else position
    if isinstance(start, Ruleset):
        return Position.initial(start, by_lot if start.first is None else None)
    if not isinstance(start, Position):
        refuse(parameter, "a Position, a Ruleset, or the text or name of one", position)
    return start
