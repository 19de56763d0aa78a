"""Kings who can no longer escape, as hnefatafl.org judges them: the list in the docstring of Ruleset.no_escape."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import cast

from hnefatafl.board import Board, PieceSet, Side, Square
from hnefatafl.rules import Ruleset
from hnefatafl.testing.reference._captures import edges
from hnefatafl.testing.reference._formations import flood, rim, squares_on
from hnefatafl.testing.reference._moves import length
from hnefatafl.testing.reference._state import beyond, men_on, neighbours


def cannot_escape(rules: Ruleset, board: Board) -> bool:
    """Return whether the king can no longer escape (Ruleset.no_escape; hnefatafl.org, rule 10).

    "Where the corners are the squares of escape." "One of these must hold."

    >>> from hnefatafl import Board, variants
    >>> board = Board.parse("/1tK1t2/3tt2/3tt2/7/7/7/3T3/")
    >>> cannot_escape(variants.BRANDUBH.evolve(no_escape=True), board)
    False
    """
    if not rules.no_escape:
        return False
    corners = [square for square in rim(board.size) if len({n for n in neighbours(square) if n.on(board.size)}) == 2]
    if {*rules.escape.squares(board.size)} != {*corners}:
        return False
    return is_shut_in(board, set(corners)) or is_kept_from(board, corners)


def is_shut_in(board: Board, corners: Set[Square]) -> bool:
    """Return whether "the king is shut in at the edge, though not beside a corner"."""
    king = cast(Square, board.king)
    attackers = {*board.squares(PieceSet.ATTACKERS)}
    off = [near for near in neighbours(king) if not near.on(board.size)]
    if len(off) != 1 or any(near in corners for near in neighbours(king)):
        return False
    inward = beyond(off[0], king)
    hands = [near for near in neighbours(king) if near.on(board.size) and near != inward]

    def held_before(square: Square) -> bool:
        """Whether attackers hold the two squares before that one."""
        x, y = inward.file - king.file, inward.rank - king.rank
        return square.offset(x, y) in attackers and square.offset(2 * x, 2 * y) in attackers

    seconds = [beyond(king, hand) for hand in hands]
    if not attackers.issuperset(hands) or not all(square in attackers | corners for square in seconds):
        return False
    strength = len(attackers) + sum(square in corners for square in seconds)
    if board.count(PieceSet.DEFENDING_MEN) <= 1:
        return strength <= 5 or held_before(king)
    return strength >= 8 and held_before(king) and any(held_before(hand) for hand in hands)


def is_kept_from(board: Board, corners: Iterable[Square]) -> bool:
    """Return whether "all corners are closed", with too few men for a fort or too few free squares."""
    attackers = {*board.squares(PieceSet.ATTACKERS)}
    held: set[Square] = set()
    for corner in corners:
        around = surroundings(board, corner)
        if around is None:
            return False
        held |= around
    men = board.count(PieceSet.DEFENDING_MEN)
    if men <= 3 and len(attackers) >= 13:
        return True
    free = [[square for square in edge if square not in attackers | held] for edge, _ in edges(board.size)]
    if any(length(side[0], side[-1]) >= len(side) for side in free if side):
        return False  # "the free squares of a side lie beside one another"
    return max(map(len, free)) <= (3 if men <= 5 else 2)


def surroundings(board: Board, corner: Square) -> set[Square] | None:
    """Return the squares that keep a corner closed, or None if it is open."""
    attackers = {*board.squares(PieceSet.ATTACKERS)}
    beside = [near for near in neighbours(corner) if near.on(board.size)]
    pairs = {*beside, *(beyond(corner, near) for near in beside)}
    if pairs <= attackers:
        return {corner, *pairs}
    men = men_on(board)
    empty = squares_on(board.size) - men.keys()
    # "The two squares beside the corner count as empty if attackers stand on them."
    open_squares = {near for near in beside if near in empty or near in attackers}
    around = flood(open_squares, (empty - {*beside, corner}) | open_squares)
    near = {square for at in around for square in neighbours(at)} - {*beside}
    if any(men[square].side is Side.DEFENDERS for square in near & men.keys()):
        return None
    return around | {corner}
