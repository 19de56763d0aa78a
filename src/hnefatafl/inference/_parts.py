"""A collection divided by the start layouts of its games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from attrs import evolve

from hnefatafl.board import Board, Kind, Piece, Side, Square, SquareSet, Symmetry
from hnefatafl.inference._ballots import against, ballot_of, square_at
from hnefatafl.inference._bases import first_mover
from hnefatafl.inference._counting import orbits_of
from hnefatafl.inference._election import SIZES
from hnefatafl.inference._layouts import InferredLayout, _layouts
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset
from hnefatafl.variants import find


class Part(NamedTuple):
    """Games from one start layout."""

    start: Board
    """The layout."""
    layout: InferredLayout | None
    """What the moves show of it, or None where the games say themselves how they begin."""
    games: tuple[tuple[int, Game], ...]
    """The games with their numbers."""


def divide(games: Sequence[tuple[int, Game]], stated: bool = True, bases: Iterable[Ruleset] = ()) -> list[Part]:
    """Return the parts of a collection, the largest first.

    The layout of the games' own ruleset is kept where their moves do not contradict it, if the rulesets state layouts
    at all. Else a part has the layout of a base or of a shipped ruleset, on a board of any size, if the moves
    contradict it no more than the one that they show themselves, and else that one.
    """
    given = tuple(_soldiers(rules.start) for rules in bases)
    groups: dict[Board | None, list[tuple[int, Game]]] = {}
    for number, game in games:
        groups.setdefault(game.ruleset.start if stated else None, []).append((number, game))
    found: dict[Board, Part] = {}
    for own, members in groups.items():
        for part in _parts(own, members, given):
            before = found.get(part.start)
            if before is not None:
                layout = part.layout and before.layout
                part = part._replace(layout=layout, games=tuple(sorted((*before.games, *part.games), key=_number)))
            found[part.start] = part
    return sorted(found.values(), key=lambda part: (-len(part.games), part.games[0][0]))


def _number(numbered: tuple[int, Game]) -> int:
    return numbered[0]


def _parts(own: Board | None, members: Sequence[tuple[int, Game]], given: Sequence[Board]) -> Iterator[Part]:
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
        start, shown = _start(own, layout, part, given)
        whole = tuple(sorted((*part, *rest), key=_number)) if at == 0 else tuple(part)
        yield Part(start, shown, whole)


def _start(
    own: Board | None, layout: InferredLayout, games: Sequence[tuple[int, Game]], given: Sequence[Board]
) -> tuple[Board, InferredLayout | None]:
    """Return the layout of a part, and what the moves show of it if it is not that of the games' rulesets."""
    shown = layout.board
    ballots = [ballot_of(game.moves) for _, game in games]
    wrong = against(ballots, shown)
    if own is not None:
        # As for dividing a collection: what differs on a square must be worth a vote, once for all that a symmetry
        # exchanges. Squares that no record speaks of differ in nothing.
        told = (square for square in {*own, *shown} if square.on(shown.size) and square not in layout.unseen)
        differing = sum(_side(own, square) is not _side(shown, square) for square in told)
        if against(ballots, own) - wrong <= 1 + differing / len(layout.symmetries):
            return own, None
    known = dict.fromkeys((*given, *map(_soldiers, {rules.start: None for rules in find()})))
    if shown in known:
        return shown, layout
    counts = {board: against(ballots, board) for board in known if not _moved_king(board, layout)}
    agreeing = [board for board, count in counts.items() if count <= wrong]
    if not agreeing:
        return shown, layout
    best = min(agreeing, key=lambda board: (counts[board], board not in given, board.size, len(board)))
    orbits = orbits_of(best)
    touched = (orbits.get(square_at(at), ()) for ballot in ballots for at in ballot.labels)
    return best, evolve(
        layout,
        board=best,
        first=first_mover(games, best) or layout.first,
        symmetries=tuple(each for each in Symmetry if best.transform(each) == best),
        against=counts[best],
        unseen=SquareSet(orbits) - {square for orbit in touched for square in orbit},
    )


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
