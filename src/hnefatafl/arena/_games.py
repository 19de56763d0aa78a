"""One game of two players.

>>> from hnefatafl import Position, variants
>>> from hnefatafl.search import Greedy, Random
>>> found = play(Random(), Greedy(), Position.initial(variants.BRANDUBH))
>>> print(found.position.outcome, "after", found.position.ply, "plies")
the defenders win: the king has escaped after 34 plies
"""

from __future__ import annotations

import random
from typing import Final, Literal, TypeAlias, final

from hnefatafl._base.arguments import check_number
from hnefatafl._base.brief import brief
from hnefatafl._base.seal import frozen
from hnefatafl.board import Move, Side
from hnefatafl.engine import (
    EngineDiedError,
    EngineError,
    EngineRefusedError,
    EngineResignedError,
    EngineTimeoutError,
    ProtocolError,
)
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, IllegalMoveError, IllegalRollError
from hnefatafl.play import Position
from hnefatafl.records._rolls import thrown
from hnefatafl.search import Limit, Player, Verdict, solve

Ending: TypeAlias = Literal["rules", "solved", "plies", "forfeit"]
"""What ended a game: the rules; a proof that a side wins; the limit of plies, which is a draw; or a player
that forfeits the game, which loses."""

Cause: TypeAlias = Literal["illegal", "timeout", "died", "refused", "protocol", "resigned"]
"""Why a player forfeited a game: it chose an illegal move or roll, it did not answer in time, it ended, it refused a
command or reported an error, it broke the protocol; or it resigned, which is no failure."""

_CAUSES: Final[tuple[tuple[type[Exception], Cause], ...]] = (
    (EngineResignedError, "resigned"),
    (EngineTimeoutError, "timeout"),
    (EngineDiedError, "died"),
    (EngineRefusedError, "refused"),
    (ProtocolError, "protocol"),
)

MOST_PLIES: Final = 100_000
"""The maximum limit of plies."""
_REASON: Final = 300
"""How many characters of the reason are kept."""


@final
@frozen(kw_only=True)
class Played:
    """A game that was played.

    >>> from hnefatafl import Position, Side, variants
    >>> position = Position.initial(variants.BRANDUBH)
    >>> Played(position=position, ending="solved", winner=Side.DEFENDERS).winner
    Side.DEFENDERS
    """

    __repr__ = brief

    position: Position
    """The last position; :meth:`Game.from_position <hnefatafl.records.Game.from_position>` makes a record of it."""
    ending: Ending
    """What ended the game."""
    winner: Side | None = None
    """The side that won, or None for a draw."""
    cause: Cause | None = None
    """Why a player forfeited the game, if one did."""
    reason: str = ""
    """How it did, in words."""


def play(
    attackers: Player,
    defenders: Player,
    position: Position,
    *,
    plies: int = 500,
    solving: int = 0,
    seed: int = 0,
) -> Played:
    """Play a game to its end.

    A player that chooses an illegal move forfeits the game, and so does an engine that dies, resigns or does not answer
    in time.

    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.search import Random
    >>> play(Random(seed=1), Random(seed=2), Position.initial(variants.BRANDUBH), plies=6).ending
    'plies'

    Arguments:
        attackers, defenders: the players.
        position: where to begin.
        plies: after how many plies from there the game is a draw.
        solving: how many nodes to search before each move for a proof that a side wins, which ends the game; 0 for
            none.
        seed: what rolls the die.

    Raises:
        ArgumentValueError: a number is out of range, or the game is over already.
        ArgumentTypeError: something is of another type; or a player chooses what is neither a move nor None, such as
            a text.
    """
    check_number("plies", plies, 1, MOST_PLIES)
    check_number("solving", solving, 0)
    if position.outcome is not None:
        raise ArgumentValueError("position: the game is over")
    chance = random.Random(seed)
    last = position.ply + plies
    while position.outcome is None:
        if position.ply >= last:
            return Played(position=position, ending="plies")
        if solving and (winner := _proven(position, solving)) is not None:
            return Played(position=position, ending="solved", winner=winner)
        side = position.turn
        try:
            position = _next(position, (attackers if side is Side.ATTACKERS else defenders).choose(position), chance)
        except (EngineError, IllegalMoveError, IllegalRollError) as error:
            return Played(
                position=position,
                ending="forfeit",
                winner=side.opponent,
                cause=_cause_of(error),
                reason=" ".join(f"{error}".split())[:_REASON],
            )
    return Played(position=position, ending="rules", winner=position.outcome.winner)


def _cause_of(error: Exception) -> Cause:
    for kind, cause in _CAUSES:
        if isinstance(error, kind):
            return cause
    return "illegal"


def _next(position: Position, move: Move | None, chance: random.Random) -> Position:
    """The position after a move, or a roll of the die."""
    if move is None:
        return thrown(position, chance)
    if not isinstance(move, Move):
        raise ArgumentTypeError(f"choose: Move or None was expected, not {move!r:.60}")
    return position.play(move)


def _proven(position: Position, nodes: int) -> Side | None:
    """The side for which a win is proven, if that is so."""
    for side in (position.turn, position.turn.opponent):
        if solve(position, side, Limit(nodes=nodes), memory=1).verdict is Verdict.WON:
            return side
    return None
