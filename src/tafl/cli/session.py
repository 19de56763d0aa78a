"""A game in progress: its commands and their answers, without input and output."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Final

from hnefatafl.board import Kind, Move, Side, Square
from hnefatafl.errors import TableError
from hnefatafl.notation.moves import parse_move
from hnefatafl.play import PlayedMove, Position
from hnefatafl.records import Game
from hnefatafl.search import Player
from tafl.table import Table

_SQUARES: Final = re.compile(r"\s*([a-u][0-9]{1,2})\s+([a-u][0-9]{1,2})\s*", re.ASCII)


def read_move(text: str) -> Move:
    """Return a move as people type it: ``d1-d3``, ``d1 d3``, or as records have it.

    Raises:
        NotationError: the text is not a move.
    """
    squares = _SQUARES.fullmatch(text)
    return parse_move(text if squares is None else f"{squares[1]}-{squares[2]}").move


class Session:
    """A game between people and the computer.

    Arguments:
        start: where it begins.
        computers: the players of the sides that the computer plays.
        chance: what rolls the die.
    """

    def __init__(self, start: Position, computers: Mapping[Side, Player], chance: Random) -> None:
        self._table = Table(Game.from_position(start), chance=chance, branching=False)
        self._computers = computers

    @property
    def position(self) -> Position:
        """The current position."""
        return self._table.position

    @property
    def last(self) -> PlayedMove | None:
        """The last move, if nothing has happened since."""
        return self._table.last

    @property
    def waiting(self) -> bool:
        """Whether it is the computer's turn."""
        return self.position.outcome is None and self.position.turn in self._computers

    @property
    def alone(self) -> bool:
        """Whether the computer plays both sides."""
        return len(self._computers) == len(Side)

    @property
    def game(self) -> Game:
        """The record of the game so far."""
        return self._table.game

    def play(self, move: Move, *, announce: bool = True) -> None:
        """Play a move, if requested without announcing a way out for the king.

        Raises:
            IllegalMoveError: it is not legal.
        """
        self._table.play(move, announce=announce)

    def keep_silent(self) -> None:
        """Do not announce the way out that the last move opened for the king of a human player.

        Raises:
            TableError: there is no way out to announce.
        """
        if self.position.turn in self._computers:
            raise TableError("there is no way out to keep silent about")
        self._table.keep_silent()

    def stop(self) -> None:
        """End a berserk turn that could continue.

        Raises:
            TableError: there is none.
        """
        self._table.stop()

    def roll(self) -> str:
        """Roll the die for the king, and return what it shows in words.

        Raises:
            IllegalRollError: nothing may be rolled here.
        """
        self._table.roll()
        board = self.position.board
        free = any(board[move.origin].kind is Kind.KING for move in self.position.legal_moves())
        return f"the die shows {self.position.roll_pending}" + (
            "" if free else ": too little for the king, so the men move as usual"
        )

    def answer(self) -> str:
        """Let the computer move or roll, and return what it did in words."""
        side = self.position.turn
        move = self._computers[side].choose(self.position)
        if move is None:
            return f"the {side} roll: {self.roll()}"
        self.play(move)
        if move == Move.PASS:
            return f"the {side} pass"
        return f"the {side} " + (f"stop on {move.origin}" if move.is_stop else f"play {move}")

    def undo(self) -> None:
        """Take back the last move of a person, with the roll before it and the answers to it.

        Raises:
            TableError: there is nothing to take back.
        """
        self._table.take_back(past=self._computers)

    def why(self, move: Move) -> str:
        """Return why a move is illegal, or what it would do."""
        illegality = self.position.illegality(move)
        if illegality is not None:
            return f"{move} is not legal: {illegality}"
        captured = self.position.explain(move).sentences
        return "\n".join([f"{move} is legal", *captured])

    def moves(self, origin: Square | None) -> str:
        """Return the legal moves, from one square or all, a line for each piece."""
        targets: dict[Square, list[str]] = {}
        for move in sorted(self.position.legal_moves()):
            if origin is None or move.origin == origin:
                targets.setdefault(move.origin, []).append(_format_target(move))
        if not targets:
            where = "" if origin is None else f" from {origin}"
            return f"there is no legal move{where}"
        return "\n".join(f"{square}: {' '.join(names)}" for square, names in targets.items())


def _format_target(move: Move) -> str:
    """Return where a move leads, for a list."""
    return str(move) if move == Move.PASS else "stop" if move.is_stop else move.target.name
