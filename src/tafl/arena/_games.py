"""One game of two players.

>>> from hnefatafl import Position, variants
>>> from hnefatafl.search import Greedy, Random
>>> found = play(Random(), Greedy(), Position.initial(variants.BRANDUBH))
>>> print(found.position.outcome, "after", found.position.ply, "plies")
the defenders win: the king has escaped after 34 plies
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias, final

from hnefatafl.board import Board, Move, Side
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, IllegalMoveError, IllegalRollError
from hnefatafl.play import Position
from hnefatafl.records import draw_first, throw_die
from hnefatafl.rules import Ruleset, as_ruleset
from hnefatafl.search import Limit, Player, Verdict, solve
from hnefatafl.support.arguments import check_number
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import brief
from tafl.engine import (
    EngineDiedError,
    EngineError,
    EngineRefusedError,
    EngineResignedError,
    EngineTimeoutError,
    ProtocolError,
)

MOST_OPENING_PLIES: Final = 1000
"""The maximum number of random moves of an opening."""
_TRIES: Final = 100
"""How many games of random moves are begun for an opening that differs from those before it."""


def openings(ruleset: Ruleset | str | Position, plies: int = 4, seed: int = 0) -> Iterator[Position]:
    """Yield positions after random moves, without end.

    All differ, as long as there are others; where there are few, they come again. None is decided. The die
    is rolled where chance says so, and the side that begins is drawn where the rules leave it to the lot.

    >>> from itertools import islice
    >>> from hnefatafl import Game, variants
    >>> for position in islice(openings(variants.BRANDUBH, plies=2, seed=1), 3):
    ...     print(*(each.move for each in Game.from_position(position).moves))
    b4-b6 d5-g5
    b4-b1 d3-b3
    b4-b5 d5-f5

    Arguments:
        ruleset: the rules, or a position to begin with.
        plies: how many random moves.
        seed: what decides them.

    Raises:
        ArgumentValueError: the number of plies is out of range, or all games of so many random moves are over.
    """
    check_number("plies", plies, 0, MOST_OPENING_PLIES)
    return _openings(ruleset if isinstance(ruleset, Position) else as_ruleset(ruleset), plies, random.Random(seed))


def _openings(begun: Ruleset | Position, plies: int, chance: random.Random) -> Iterator[Position]:
    seen: set[tuple[Board, Side]] = set()
    fresh = True
    while True:
        opening: Position | None = None
        for _ in range(_TRIES if fresh else 1):
            start = Position.initial(begun, draw_first(begun, chance)) if isinstance(begun, Ruleset) else begun
            position = after_random(start, plies, chance)
            if position is None:
                continue
            opening = position
            if (key := (position.board, position.turn)) not in seen:
                seen.add(key)
                break
        else:
            fresh = False  # all have been met, as far as one can tell
        if opening is not None:
            yield opening
        elif not seen:
            raise ArgumentValueError(f"plies: after {plies} random moves the game is always over")


def after_random(start: Position, plies: int, chance: random.Random) -> Position | None:
    """The position after random moves, or None if the game is over by then."""
    position = start
    last = start.ply + plies
    while position.outcome is None and (position.ply < last or position.roll_pending is not None):
        choices = sorted(position.legal_moves())
        number = chance.randrange(len(choices) + position.can_roll)  # the last one is the roll
        position = throw_die(position, chance) if number == len(choices) else position.play(choices[number])
    return None if position.outcome is not None else position


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
    (Exception, "illegal"),
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
        if solving and (winner := _find_proven_winner(position, solving)) is not None:
            return Played(position=position, ending="solved", winner=winner)
        side = position.turn
        player = attackers if side is Side.ATTACKERS else defenders
        try:
            move = player.choose(position)
            if move is not None and not isinstance(move, Move):
                raise ArgumentTypeError(f"choose: Move or None was expected, not {move!r:.60}")
            position = throw_die(position, chance) if move is None else position.play(move)
        except (EngineError, IllegalMoveError, IllegalRollError) as error:
            return Played(
                position=position,
                ending="forfeit",
                winner=side.opponent,
                cause=next(cause for kind, cause in _CAUSES if isinstance(error, kind)),
                reason=" ".join(f"{error}".split())[:_REASON],
            )
    return Played(position=position, ending="rules", winner=position.outcome.winner)


def _find_proven_winner(position: Position, nodes: int) -> Side | None:
    """The side for which a win is proven, if that is so."""
    sides = (position.turn, position.turn.opponent)
    limit = Limit(nodes=nodes)
    return next((side for side in sides if solve(position, side, limit, memory=1).verdict is Verdict.WON), None)
