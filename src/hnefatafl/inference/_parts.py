"""A collection divided by the start layouts of its games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from attrs import evolve

from hnefatafl.board import Board, Kind, Piece, Side, Square
from hnefatafl.inference._ballots import against, ballot_of
from hnefatafl.inference._election import SIZES
from hnefatafl.inference._layouts import InferredLayout, _layouts
from hnefatafl.records import Game
from hnefatafl.variants import find

__all__ = ["Part", "divide"]


class Part(NamedTuple):
    """Games from one start layout."""

    start: Board
    """The layout."""
    layout: InferredLayout | None
    """What the moves show of it, or None where the games say themselves how they begin."""
    games: tuple[tuple[int, Game], ...]
    """The games with their numbers."""


def divide(games: Sequence[tuple[int, Game]], stated: bool = True) -> list[Part]:
    """Return the parts of a collection, the largest first.

    The layout of the games' own ruleset is kept where their moves do not contradict it, if the rulesets state layouts
    at all. Else a part has a layout that ships with the library, if it agrees with the moves, or the one that the moves
    show.
    """
    groups: dict[Board | None, list[tuple[int, Game]]] = {}
    for number, game in games:
        groups.setdefault(game.ruleset.start if stated else None, []).append((number, game))
    found: dict[Board, Part] = {}
    for own, members in groups.items():
        for part in _parts(own, members):
            before = found.get(part.start)
            if before is not None:
                layout = part.layout and before.layout
                part = part._replace(layout=layout, games=tuple(sorted((*before.games, *part.games), key=_number)))
            found[part.start] = part
    return sorted(found.values(), key=lambda part: (-len(part.games), part.games[0][0]))


def _number(numbered: tuple[int, Game]) -> int:
    return numbered[0]


def _parts(own: Board | None, members: Sequence[tuple[int, Game]]) -> Iterator[Part]:
    """Yield the parts of games whose rulesets have the same layout."""
    # A game that begins with a position of its own says nothing about the layout.
    moved = [each for each in members if each[1].start is None and each[1].moves]
    games = [game for _, game in moved]
    # What the ruleset says counts here only where boards of its size have no centre, and would not be tried.
    layouts = _layouts(games, SIZES if own is None or own.size in SIZES else (own.size, *SIZES))
    divided = [[moved[at] for at in layout.games] for layout in layouts]
    placed = {number for part in divided for number, _ in part}
    rest = [each for each in members if each[0] not in placed]
    if not layouts:
        yield Part(members[0][1].ruleset.start if own is None else own, None, tuple(members))
    for at, (layout, part) in enumerate(zip(layouts, divided, strict=True)):
        start, is_own = _start(own, layout, [game for _, game in part])
        whole = tuple(sorted((*part, *rest), key=_number)) if at == 0 else tuple(part)
        yield Part(start, None if is_own else evolve(layout, board=start), whole)


def _start(own: Board | None, layout: InferredLayout, games: Sequence[Game]) -> tuple[Board, bool]:
    """Return the layout of a part, and whether it is that of the games' rulesets."""
    shown = layout.board
    ballots = [ballot_of(game.moves) for game in games]
    wrong = against(ballots, shown)
    if own is not None:
        # As for dividing a collection: what differs on a square must be worth a vote, once for all that a symmetry
        # exchanges. Squares that no record speaks of differ in nothing.
        told = (square for square in {*own, *shown} if square.on(shown.size) and square not in layout.unseen)
        differing = sum(_side(own, square) is not _side(shown, square) for square in told)
        if against(ballots, own) - wrong <= 1 + differing / len(layout.symmetries):
            return own, True
    known = dict.fromkeys(_soldiers(rules.start) for rules in find(size=shown.size))
    agreeing = [board for board in known if against(ballots, board) <= wrong and not _moved_king(board, layout)]
    return min(agreeing, key=lambda board: (board != shown, len(board)), default=shown), False


def _side(board: Board, square: Square) -> Side | None:
    piece = board.get(square)
    return None if piece is None else piece.side


def _moved_king(board: Board, layout: InferredLayout) -> bool:
    """Whether the king of a board stands elsewhere than the moves show."""
    return "king" not in layout.assumed and board.king != layout.board.king


def _soldiers(board: Board) -> Board:
    """Return a layout with soldiers in place of all other men."""
    return Board(
        board.size,
        {at: piece if piece is Piece.KING else Piece(piece.side, Kind.SOLDIER) for at, piece in board.items()},
    )
