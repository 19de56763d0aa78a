"""Squares, moves and positions: of boards on which something is about to happen, of games of any length, and of sides
that go to and fro."""

from __future__ import annotations

from typing import Final

from hnefatafl.board import Move, Outcome, Side, Square
from hnefatafl.play import Position
from hnefatafl.rules import Announcements, Ruleset
from hnefatafl.testing._plants import generators as st
from hnefatafl.testing._plants.drawing import chance, every_square
from hnefatafl.testing._plants.planted import planted, suitable
from hnefatafl.testing._plants.rulesets import rulesets

LONGEST: Final = 200
"""After how many plies a game is left off, unless the caller says otherwise."""
AHEAD: Final = 3
"""How many plies are played from a planted board at most."""
BOARDS: Final = 3
"""How many planted boards are tried for one on which a move ends the game."""
BACK: Final = 85
"""In how many of a hundred moves a side that goes to and fro takes its last move back."""


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
        return play_ahead(draw, set_up(draw, ruleset), min(AHEAD, plies))
    rules = ruleset or draw(rulesets())
    position = Position.initial(rules, rules.first or draw(st.sampled_from(Side)))
    if kind < 9:
        return play_on(draw, position, draw.integer(0, plies))
    position = play_on(draw, position, draw.integer(0, min(plies, 4)))
    return go_to_and_fro(draw, position, draw.integer(0, max(0, plies - position.ply)))


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


def play_ahead(draw: st.DrawFn, position: Position, most: int) -> Position:
    """Play a few plies: mostly moves that end the game, or else capture, as far as there are any."""
    for _ in range(draw.integer(0, most)):
        position = roll(draw, position)
        legal = position.legal_moves()
        if not legal:
            break
        if chance(draw, 80):
            # First the ending, then the move: many moves may lead to the one, and a single one to another.
            ends = find_ends(position)
            legal = draw(st.sampled_from(list(ends.values()))) if ends else position.legal_captures() or legal
        position = play(draw, position, draw(st.sampled_from(legal)))
    return position


def play_on(draw: st.DrawFn, position: Position, plies: int) -> Position:
    """Play so many plies, or up to the end of the game; every second move is a capture, if there is one."""
    for _ in range(plies):
        position = roll(draw, position)
        legal = position.legal_moves()
        if not legal:
            break
        captures = position.legal_captures() if chance(draw, 50) else []
        position = play(draw, position, draw(st.sampled_from(captures or legal)))
    return position


def go_to_and_fro(draw: st.DrawFn, position: Position, plies: int) -> Position:
    """Play so many plies, or up to the end of the game; mostly a move is the side's last one taken back."""
    last: dict[Side, Move] = {}
    for _ in range(plies):
        position = roll(draw, position)
        legal = position.legal_moves()
        if not legal:
            break
        before = last.get(position.turn)
        back = [] if before is None else [Move.of(before.target, before.origin)]
        usual = [move for move in back if move in legal and chance(draw, BACK)]
        move = draw(st.sampled_from(usual or legal))
        last[position.turn] = move
        position = play(draw, position, move)
    return position


def roll(draw: st.DrawFn, position: Position) -> Position:
    """Roll the die if only that is possible, or in half of the cases in which it is."""
    if position.can_roll and (not position.legal_moves() or chance(draw, 50)):
        return position.roll(draw.integer(1, position.ruleset.faces))
    return position


def play(draw: st.DrawFn, position: Position, move: Move) -> Position:
    """Play a move; where the rules know announcements, sometimes without announcing a way out."""
    silent = position.ruleset.announcements != Announcements() and chance(draw, 30)
    return position.play(move, announce=not silent)
