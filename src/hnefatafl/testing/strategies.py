"""Hypothesis strategies: squares, moves, rulesets, boards, positions, games, and *planted* boards, on which a rare rule
is about to apply.

Random play hardly ever leads to a shieldwall, a fort or a Linnaean capture. Each planted strategy draws a ruleset, a
board and the side to move such that the rule is decided at once or by one move, sometimes with a defect (a gap, a
leak, a man too many), so that both answers occur.

Everything that is drawn can be played. A ruleset that is passed to a strategy stays fixed; without one, a valid ruleset
is drawn too.

>>> from hypothesis import given, settings
>>> from hnefatafl import Position, variants
>>> HOUSE = variants.BRANDUBH.evolve(name="House brandubh", exit_fort=True)
>>> @settings(max_examples=10)
... @given(PLANTS["exit_forts"](HOUSE))
... def check(planted: Planted) -> None:
...     rules, board, turn = planted
...     assert Position.from_board(board, rules, turn).board == board
>>> check()
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final, Protocol

from attrs import evolve

from hnefatafl.board import Board, Move, Square
from hnefatafl.play import Position
from hnefatafl.records import Game
from hnefatafl.rules import Repetition, Ruleset, RulesetLike, as_ruleset, optional_ruleset
from hnefatafl.support.extras import extra
from hnefatafl.testing._hypothesis import strategy_of
from hnefatafl.testing._plants import drawing as _drawing
from hnefatafl.testing._plants import planting as _planting
from hnefatafl.testing._plants import positions as _positions
from hnefatafl.testing._plants import rulesets as _rulesets
from hnefatafl.testing._plants import turns as _turns
from hnefatafl.testing._plants.drawing import Planted
from hnefatafl.testing._plants.generators import DrawFn

with extra("testing"):
    from hypothesis import strategies as st

__all__ = [
    "PLANTS",
    "Plant",
    "Planted",
    "boards",
    "games",
    "moves",
    "near_repetitions",
    "planted",
    "positions",
    "rulesets",
    "shuffling",
    "squares",
]


class Plant(Protocol):
    """A strategy for boards on which a rule is decided at once or by one move.

    It draws a ruleset too, unless one is given: then the pieces are placed as for the rule, whether the ruleset has it
    or not.

    >>> from hypothesis import given, settings
    >>> from hnefatafl import variants
    >>> from hnefatafl.testing.strategies import PLANTS
    >>> shieldwalls: Plant = PLANTS["shieldwalls"]
    >>> @settings(max_examples=10)
    ... @given(shieldwalls(variants.COPENHAGEN))
    ... def check(planted: Planted) -> None:
    ...     rules, board, turn = planted
    ...     assert rules is variants.COPENHAGEN and board.king is not None
    >>> check()
    """

    def __call__(self, ruleset: Ruleset | None = None) -> st.SearchStrategy[Planted]: ...


def _strategy(plant: _planting.Plant) -> Plant:
    def strategy(ruleset: Ruleset | None = None) -> st.SearchStrategy[Planted]:
        return strategy_of(plant(ruleset))

    return strategy


PLANTS: Final[Mapping[str, Plant]] = {name: _strategy(plant) for name, plant in _positions.PLANTS.items()}
"""All planted strategies by name."""


def planted(ruleset: RulesetLike | None = None) -> st.SearchStrategy[Planted]:
    """Return a strategy for any of the planted boards, under drawn rulesets or under the given one.

    >>> from hypothesis import given, settings
    >>> from hnefatafl import Position, variants
    >>> @settings(max_examples=10)
    ... @given(planted(variants.BRANDUBH))
    ... def check(found: Planted) -> None:
    ...     rules, board, turn = found
    ...     for move in Position.from_board(board, rules, turn).legal_moves():
    ...         assert move.target not in board
    >>> check()
    """
    return strategy_of(_positions.planted(optional_ruleset(ruleset)))


def near_repetitions(
    ruleset: RulesetLike | None = None, repetition: Repetition | None = None
) -> st.SearchStrategy[Planted]:
    """Return a strategy for a few pieces on a small board under a repetition rule with a small count: see
    :func:`shuffling`.

    >>> from hypothesis import given, settings
    >>> from hnefatafl import Repetition
    >>> @settings(max_examples=10)
    ... @given(near_repetitions(repetition=Repetition(count=2)))
    ... def check(planted: Planted) -> None:
    ...     rules, board, turn = planted
    ...     assert rules.repetition.count == 2
    >>> check()
    """
    return strategy_of(_turns.near_repetitions_under(repetition)(optional_ruleset(ruleset)))


def shuffling(
    draw: st.DrawFn, moves: Collection[tuple[Square, Square]], own_last: tuple[Square, Square] | None
) -> tuple[Square, Square]:
    """Choose a move, mostly the one that takes the side's last move back, so that positions recur.

    >>> from hypothesis import given, settings
    >>> from hypothesis import strategies as st
    >>> from hnefatafl import Position, variants
    >>> legal = {(move.origin, move.target) for move in Position.initial(variants.BRANDUBH).legal_moves()}
    >>> @settings(max_examples=10)
    ... @given(st.data())
    ... def check(data: st.DataObject) -> None:
    ...     assert shuffling(data.draw, legal, None) in legal
    >>> check()
    """
    return _positions.shuffling(DrawFn(lambda least, most: draw(st.integers(least, most))), moves, own_last)


def rulesets(size: int | None = None, **fixed: Any) -> st.SearchStrategy[Ruleset]:
    """Return a strategy for valid rulesets over all options; any option can be fixed.

    >>> from hypothesis import given, settings
    >>> from hnefatafl import Ruleset
    >>> @settings(max_examples=10)
    ... @given(rulesets(size=7, exit_fort=True))
    ... def check(rules: Ruleset) -> None:
    ...     assert rules.size == 7 and rules.exit_fort
    >>> check()
    """
    return strategy_of(_rulesets.rulesets(size, **fixed))


def boards(ruleset: RulesetLike) -> st.SearchStrategy[Board]:
    """Return a strategy for playable boards: one king who has not escaped, and no piece where it may not stop.

    >>> from hypothesis import given, settings
    >>> from hnefatafl import Board, PieceSet, variants
    >>> @settings(max_examples=10)
    ... @given(boards(variants.BRANDUBH))
    ... def check(board: Board) -> None:
    ...     assert board.count(PieceSet.KING) == 1
    >>> check()
    """
    return strategy_of(_drawing.boards(as_ruleset(ruleset)))


def squares(size: int) -> st.SearchStrategy[Square]:
    """Return a strategy for the squares of a board, the simplest in its middle.

    >>> from hypothesis import given
    >>> @given(squares(9))
    ... def check(square: Square) -> None:
    ...     assert square.on(9)
    >>> check()
    """
    return strategy_of(_positions.squares(size))


def moves(size: int) -> st.SearchStrategy[Move]:
    """Return a strategy for moves along a file or rank of a board, legal or not.

    >>> from hypothesis import given
    >>> @given(moves(7))
    ... def check(move: Move) -> None:
    ...     assert Move.parse(str(move)) is move
    >>> check()
    """
    return strategy_of(_positions.moves(size))


def positions(
    ruleset: RulesetLike | None = None, plies: int = _positions.LONGEST, *, reachable: bool = False
) -> st.SearchStrategy[Position]:
    """Return a strategy for positions, in play or at the end of a game, under any ruleset or the given one.

    Half of them are planted boards, up to three plies later. Most others are random games of any length, in which
    captures are frequent; in a tenth of all the sides go to and fro, so that positions recur. Examples shrink towards
    planted boards and short games.

    >>> from hypothesis import given, settings
    >>> from hnefatafl import variants
    >>> @settings(max_examples=10)
    ... @given(positions(variants.TABLUT))
    ... def check(position: Position) -> None:
    ...     assert all(position.is_legal(move) for move in position.legal_moves())
    >>> check()

    Arguments:
        ruleset: the ruleset, or None for any.
        plies: the maximum number of plies of a game.
        reachable: leave out planted boards: all positions are then reached from the start layout.
    """
    return strategy_of(_positions.positions(optional_ruleset(ruleset), plies, reachable))


def games(
    ruleset: RulesetLike | None = None, plies: int = _positions.LONGEST, *, reachable: bool = False
) -> st.SearchStrategy[Game]:
    """Return a strategy for records of games, which lead to such positions as :func:`positions` has.

    They have the result if the game ends, the rolls of the die, and sometimes a way out that is not announced. Half of
    them begin with a planted board.

    >>> from hypothesis import given, settings
    >>> from hnefatafl import variants
    >>> @settings(max_examples=10)
    ... @given(games(variants.BRANDUBH))
    ... def check(game: Game) -> None:
    ...     assert game.replay().error is None
    >>> check()

    Arguments:
        ruleset: the ruleset, or None for any.
        plies: the maximum number of plies of a game.
        reachable: leave out planted boards: all games then begin with the start layout.
    """

    def record(position: Position) -> Game:
        game = Game.from_position(position)
        return game if game.result else evolve(game, result="Ongoing")

    return positions(ruleset, plies, reachable=reachable).map(record)
