"""The games that follow a game: a rematch, and one that goes on from a position of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from attrs import evolve

from hnefatafl._base.seal import frozen
from hnefatafl.board import Side
from hnefatafl.errors import HnefataflError
from hnefatafl.notation import json as notation
from hnefatafl.records import Game
from hnefatafl.table import Table
from hnefatafl.web._clock import Pace
from hnefatafl.web._errors import Refused
from hnefatafl.web._opening import LINK, SCREEN, Description, Role
from hnefatafl.web._roles import computers, people

_SEED: Final = re.compile(r",?seed=\d+")
_OPPONENT: Final = "alphabeta:level=5"
"""Who plays on from a position of a game that had no player of the computer."""


@frozen(kw_only=True)
class Successor:
    """What a game that follows begins with."""

    game: Game
    title: str
    seats: dict[Side, str]
    own: Role
    """The role of the visitor who begins it."""
    pace: Pace | None = None

    @property
    def roles(self) -> list[Role]:
        """The roles that people have in it."""
        return people(self.seats)


def swapped(role: Role) -> Role:
    """Return the role of the other side; that of both sides and that of spectators stay."""
    return Role(Side(role.value).opponent.value) if role in (Role.ATTACKERS, Role.DEFENDERS) else role


def _fresh(seats: dict[Side, str], player: Callable[[str], str]) -> dict[Side, str]:
    """Return seats whose players of the computer play with other seeds."""
    return {
        side: seat if seat in (SCREEN, LINK) else player(_SEED.sub("", seat).replace(":,", ":").rstrip(":"))
        for side, seat in seats.items()
    }


def rematch(description: Description, role: Role, swaps: bool, player: Callable[[str], str]) -> Successor:
    """Return a game by the same rules, between the same players.

    Arguments:
        description: the game.
        role: the role of the visitor who begins it.
        swaps: whether the players have the other sides.
        player: what returns a player of the computer as it is kept.

    Raises:
        Refused: it is a study, or damaged.
    """
    try:
        game = notation.parse_game(description.record)
    except HnefataflError as error:
        raise Refused(str(error)) from None
    if game.moves:
        game = evolve(game, moves=(), variations=(), roll_pending=None)
    seats = description.seats
    if swaps:
        seats = {side: seats[side.opponent] for side in Side}
    return Successor(
        game=game,
        title=description.title,
        seats=_fresh(seats, player),
        own=swapped(role) if swaps else role,
        pace=description.pace,
    )


def continuation(description: Description, table: Table, node: object, player: Callable[[str], str]) -> Successor:
    """Return a game that goes on from a position: with the same players, or, where people played, with the computer
    for the side that is not to move.

    Arguments:
        description: the game.
        table: the game as it was played.
        node: the number of the position, whatever was sent.
        player: what returns a player of the computer as it is kept.

    Raises:
        TableError: there is no such position.
        Refused: the game is over there, or two people play it and are not done.
    """
    if description.is_shared and not table.is_over:
        raise Refused("the game is not over")
    if not table.can_go_on(node):
        raise Refused("node: the number of a move was expected after which the game goes on")
    turn = table.position_at(node).turn
    seats = description.seats
    if not computers(seats) or LINK not in seats.values():
        seats = {turn: LINK, turn.opponent: _OPPONENT}
    (own,) = people(seats)
    return Successor(game=table.line_to(node), title=description.title, seats=_fresh(seats, player), own=own)


def told(made: dict[str, Any], role: Role) -> dict[str, Any]:
    """Return the message that tells somebody in that role of a game that follows."""
    tokens = {name: token for name, token in made["tokens"].items() if name in (role.value, Role.WATCH.value)}
    return {"type": "made", "game": {**made, "tokens": tokens, "mine": role.value}}
