"""Squares, moves, positions that play can reach, and records of games."""

from __future__ import annotations

from attrs import evolve
from hypothesis import strategies as st

from hnefatafl.board import Move, Side, Square
from hnefatafl.play import Position
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset
from hnefatafl.testing.strategies._drawing import chance, every_square
from hnefatafl.testing.strategies._planted import shuffling
from hnefatafl.testing.strategies._rulesets import rulesets


def squares(size: int) -> st.SearchStrategy[Square]:
    """Return a strategy for the squares of a board, the simplest in its middle.

    >>> from hypothesis import given
    >>> @given(squares(9))
    ... def check(square: Square) -> None:
    ...     assert square.on(9)
    >>> check()
    """
    return st.sampled_from(every_square(size))


def moves(size: int) -> st.SearchStrategy[Move]:
    """Return a strategy for moves along a file or rank of a board, legal or not.

    >>> from hypothesis import given
    >>> @given(moves(7))
    ... def check(move: Move) -> None:
    ...     assert Move.parse(str(move)) is move
    >>> check()
    """

    def from_there(origin: Square) -> st.SearchStrategy[Move]:
        straight = [s for s in every_square(size) if (s.file == origin.file) != (s.rank == origin.rank)]
        return st.sampled_from(straight).map(lambda target: Move.of(origin, target))

    return squares(size).flatmap(from_there)


@st.composite
def positions(draw: st.DrawFn, ruleset: Ruleset | None = None, plies: int = 12) -> Position:
    """Return a strategy for positions that are reached from the start layout, under any ruleset or the given one.

    Some of the moves go back and forth, so that positions recur; sometimes a way out is not announced.

    >>> from hypothesis import given, settings
    >>> from hnefatafl import variants
    >>> @settings(max_examples=10)
    ... @given(positions(variants.TABLUT))
    ... def check(position: Position) -> None:
    ...     assert all(position.is_legal(move) for move in position.legal_moves())
    >>> check()
    """
    position = _beginning(draw, ruleset or draw(rulesets()))
    return _line(draw, position, plies)


@st.composite
def games(draw: st.DrawFn, ruleset: Ruleset | None = None, plies: int = 12) -> Game:
    """Return a strategy for records of games, under any ruleset or the given one.

    They have the result if the game ends, the rolls of the die, and sometimes a way out that is not announced.

    >>> from hypothesis import given, settings
    >>> from hnefatafl import variants
    >>> @settings(max_examples=10)
    ... @given(games(variants.BRANDUBH))
    ... def check(game: Game) -> None:
    ...     assert game.replay().error is None
    >>> check()
    """
    game = Game.from_position(draw(positions(ruleset, plies)))
    return game if game.result else evolve(game, result="Ongoing")


def _beginning(draw: st.DrawFn, rules: Ruleset) -> Position:
    return Position.initial(rules, rules.first or draw(st.sampled_from(Side)))


def _line(draw: st.DrawFn, position: Position, plies: int) -> Position:
    """Draw a line of play and return its last position."""
    last: dict[Side, tuple[Square, Square]] = {}
    for _ in range(draw(st.integers(0, plies))):
        if position.can_roll and (not position.legal_moves() or chance(draw, 50)):
            position = position.roll(draw(st.integers(1, position.ruleset.faces)))
        moves = position.legal_moves()
        if not moves:
            break
        steps = [(move.origin, move.target) for move in moves]
        last[position.turn] = step = shuffling(draw, steps, last.get(position.turn))
        position = position.play(Move.of(*step), announce=not chance(draw, 30))
    return position
