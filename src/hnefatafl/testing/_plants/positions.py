"""Squares, moves and positions: of boards on which something is about to happen, of games of any length, and of sides
that go to and fro."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from hnefatafl.board import Move, Outcome, Side, Square
from hnefatafl.play import Position
from hnefatafl.rules import Announcements, Ruleset
from hnefatafl.testing._plants import generators as st
from hnefatafl.testing._plants import turns, walls
from hnefatafl.testing._plants.drawing import Planted, chance, every_square
from hnefatafl.testing._plants.planting import Plant
from hnefatafl.testing._plants.rulesets import rulesets

LONGEST: Final = 200
"""After how many plies a game is left off, unless the caller says otherwise."""
AHEAD: Final = 3
"""How many plies are played from a planted board at most."""
BOARDS: Final = 3
"""How many planted boards are tried for one on which a move ends the game."""
BACK: Final = 85
"""In how many of a hundred moves a side that goes to and fro takes its last move back."""


PLANTS: Final[Mapping[str, Plant]] = {
    name: value for module in (walls, turns) for name, value in vars(module).items() if isinstance(value, Plant)
}
"""All plants by name."""


@lru_cache(maxsize=32)
def suitable(ruleset: Ruleset) -> st.Generator[Planted]:
    """Return a generator of planted boards, most of them for rules that the ruleset has."""
    fitting = st.one_of(*[plant(ruleset) for plant in PLANTS.values() if plant.needs(ruleset)])
    return st.one_of(fitting, fitting, fitting, planted(ruleset))


def planted(ruleset: Ruleset | None = None) -> st.Generator[Planted]:
    """Return a generator of any of the planted boards, under drawn rulesets or under the given one."""
    return st.one_of(*[plant(ruleset) for plant in PLANTS.values()])


def shuffling(
    draw: st.DrawFn, moves: Collection[tuple[Square, Square]], own_last: tuple[Square, Square] | None
) -> tuple[Square, Square]:
    """Choose a move, mostly the one that takes the side's last move back, so that positions recur."""
    if own_last is not None and own_last[::-1] in moves and chance(draw, 75):
        return own_last[1], own_last[0]
    return draw(st.sampled_from(sorted(moves)))


def squares(size: int) -> st.Generator[Square]:
    """Return a generator of the squares of a board, the simplest in its middle."""
    return st.sampled_from(every_square(size))


def moves(size: int) -> st.Generator[Move]:
    """Return a generator of moves along a file or rank of a board, legal or not."""

    def from_there(origin: Square) -> st.Generator[Move]:
        straight = [s for s in every_square(size) if (s.file == origin.file) != (s.rank == origin.rank)]
        return st.sampled_from(straight).map(lambda target: Move.of(origin, target))

    return squares(size).flatmap(from_there)


@st.composite
def positions(draw: st.DrawFn, ruleset: Ruleset | None, plies: int, reachable: bool) -> Position:
    """Draw a position: half of them from planted boards, a tenth from sides that go to and fro, and the rest from
    random games."""
    kind = draw.integer(5 if reachable else 0, 9)
    if kind < 5:
        return play(draw, set_up(draw, ruleset), draw.integer(0, min(AHEAD, plies)), ending(draw))
    rules = ruleset or draw(rulesets())
    position = Position.initial(rules, rules.first or draw(st.sampled_from(Side)))
    if kind < 9:
        return play(draw, position, draw.integer(0, plies), capturing(draw))
    position = play(draw, position, draw.integer(0, min(plies, 4)), capturing(draw))
    return play(draw, position, draw.integer(0, max(0, plies - position.ply)), taking_back(draw))


def set_up(draw: st.DrawFn, ruleset: Ruleset | None) -> Position:
    """Return a planted board: the first of a few on which a move ends the game, or the last of them."""
    boards = planted() if ruleset is None else suitable(ruleset)
    position = None
    for _ in range(BOARDS):
        try:
            rules, board, turn = draw(boards)
        except st.Unfit:
            continue
        position = Position.from_board(board, rules, turn)
        if find_ends(position):
            return position
    return position or st.reject()


def find_ends(position: Position) -> dict[Outcome, list[Move]]:
    """Return the moves that end the game, by how they end it."""
    ends: dict[Outcome, list[Move]] = {}
    for move in position.legal_moves():
        outcome = position.play(move).outcome
        if outcome is not None:
            ends.setdefault(outcome, []).append(move)
    return ends


Action: TypeAlias = int | tuple[Move, bool]
"""A roll, or a move and whether a way out that it leaves or opens is announced."""
Pick: TypeAlias = Callable[[Position, list[Move]], list[Move]]
"""What returns those of the legal moves from which one is drawn."""


def act(position: Position, action: Action) -> Position:
    """Return the position after an action."""
    return position.roll(action) if isinstance(action, int) else position.play(action[0], announce=action[1])


def go_on(draw: st.DrawFn, position: Position, most: int, pick: Pick) -> Iterator[tuple[Action, Position]]:
    """Yield so many actions with the positions after them, or fewer up to the end of the game.

    The die is rolled if only that is possible, or in half of the cases in which it is. Where the rules know
    announcements, a way out is sometimes not announced.
    """
    for _ in range(most):
        legal = position.legal_moves()
        action: Action
        if position.can_roll and (not legal or chance(draw, 50)):
            action = draw.integer(1, position.ruleset.faces)
        elif legal:
            move = draw(st.sampled_from(pick(position, legal)))
            action = move, position.ruleset.announcements == Announcements() or not chance(draw, 30)
        else:
            return
        position = act(position, action)
        yield action, position


def play(draw: st.DrawFn, position: Position, most: int, pick: Pick) -> Position:
    """Return the last position of :func:`go_on`."""
    last = position
    for _, after in go_on(draw, position, most, pick):
        last = after
    return last


def ending(draw: st.DrawFn) -> Pick:
    """Pick mostly moves that end the game, or else capture, as far as there are any."""

    def pick(position: Position, legal: list[Move]) -> list[Move]:
        if not chance(draw, 80):
            return legal
        # First the ending, then the move: many moves may lead to the one, and a single one to another.
        ends = find_ends(position)
        return draw(st.sampled_from(list(ends.values()))) if ends else position.legal_captures() or legal

    return pick


def capturing(draw: st.DrawFn) -> Pick:
    """Pick a capture every second time, if there is one."""
    return lambda position, legal: (position.legal_captures() if chance(draw, 50) else []) or legal


def taking_back(draw: st.DrawFn) -> Pick:
    """Pick mostly the side's last move taken back, so that positions recur."""
    seen: list[Position] = []

    def pick(position: Position, legal: list[Move]) -> list[Move]:
        own = seen[-1].last_move if seen else None
        seen.append(position)
        back = None if own is None else Move.of(own.target, own.origin)
        return [back] if back is not None and back in legal and chance(draw, BACK) else legal

    return pick
