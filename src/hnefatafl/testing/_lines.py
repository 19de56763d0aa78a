"""Lines of play: their start, their actions and their positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from hnefatafl._base.seal import frozen
from hnefatafl.board import Move, Side, Symmetry
from hnefatafl.notation import otn
from hnefatafl.play import Position
from hnefatafl.rules import Ruleset

if TYPE_CHECKING:
    from random import Random

Action: TypeAlias = int | tuple[Move, bool]
"""A roll, or a move and whether a way out that it leaves or opens is announced."""


@frozen
class Line:
    """A line of play."""

    positions: tuple[Position, ...]
    """The position at its start, and those after each action."""
    actions: tuple[Action, ...]
    """The actions."""

    @property
    def moves(self) -> int:
        """The number of its moves."""
        return sum(isinstance(action, tuple) for action in self.actions)


def act(position: Position, action: Action) -> Position:
    """Return the position after an action."""
    return position.roll(action) if isinstance(action, int) else position.play(*action)


def choose(position: Position, before: Move | None, dice: Random) -> Action | None:
    """Return the next action, or None if there is none.

    It is often the move that takes back the side's last one, so that positions recur.
    """
    moves = position.legal_moves()
    if position.can_roll and (not moves or dice.random() < 0.5):
        return dice.randint(1, position.ruleset.faces)
    if not moves:
        return None
    back = None if before is None else Move.of(before.target, before.origin)
    home = back is not None and back in moves and dice.random() < 0.4
    return (back if home and back is not None else dice.choice(moves)), dice.random() < 0.7


def turned(position: Position, move: Move, symmetry: Symmetry) -> Move:
    """Return the move on the rotated board; a pass is the same on all."""
    if move == Move.PASS and position.berserk_square is None:
        return move
    size = position.ruleset.size
    return Move.of(symmetry.apply(move.origin, size), symmetry.apply(move.target, size))


def beginning(rules: Ruleset, turn: Side) -> Position:
    """Return the start of a game; that side moves first if the rules leave it to a lot."""
    return Position.initial(rules, rules.first or turn)


def place(position: Position, action: Action | None = None) -> str:
    """Return a description of a position with which it can be set up again."""
    done = "" if action is None else f"roll {action} in " if isinstance(action, int) else f"{action[0]} in "
    return f"{done}{otn.format_board(position.board)}, {position.turn} to move"
