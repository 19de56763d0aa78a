"""The content of a picture of any value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias, cast

from attrs import evolve, field

from hnefatafl.board import Board, Kind, Move, Piece, PieceSet, Side, Square, as_move, as_square
from hnefatafl.errors import InvalidSetupError, PictureError
from hnefatafl.play import PlayedMove, Position, read_start, ruleset_named_in
from hnefatafl.records import Game, Shape, replays
from hnefatafl.render._moves import move_words
from hnefatafl.rules import Ruleset
from hnefatafl.support.arguments import as_tuple, refuse
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import counted

Subject: TypeAlias = Board | Ruleset | Position | PlayedMove | Game | str
"""Values to draw: a board, a ruleset (its layout), a position, a played move, a game (the last position); or the text
of a board or a position, or the name of a ruleset."""
Marking: TypeAlias = Literal["circle", "square", "triangle", "cross"]
"""The mark of a square."""

_MARKINGS: Final = ("circle", "square", "triangle", "cross")


@frozen(kw_only=True)
class Scene:
    """The checked content of a picture."""

    board: Board
    """The pieces on their squares."""
    rules: Ruleset | None = None
    """The ruleset whose zones are shown."""
    position: Position | None = None
    """The position whose legal moves are shown."""
    play: PlayedMove | None = None
    """The played move whose effects are shown."""
    moved: Move | None = None
    """The last move."""
    title: str = ""
    """The title of the picture."""
    arrows: tuple[Move, ...] = ()
    """The arrows, each from a square to a square."""
    marks: Mapping[Square, Marking] = field(factory=dict[Square, Marking])
    """The marks of squares."""
    shapes: tuple[Shape, ...] = ()
    """The arrows and circles of a note."""
    legal: Square | None = None
    """The square of the piece whose moves are shown."""
    targets: Mapping[Square, bool] = field(factory=dict[Square, bool])
    """The squares it may move to, and whether it captures there."""
    captured: Mapping[Piece, int] = field(factory=dict[Piece, int])
    """The pieces shown beside the board, with their numbers."""

    def with_signs(
        self,
        arrows: Iterable[Move | str],
        marks: Mapping[Square, Marking] | Mapping[str, Marking] | Iterable[Square | str],
        shapes: Iterable[Shape],
        legal: Square | str | None,
        captured: Iterable[Piece],
    ) -> Scene:
        """Return the scene with arrows, marks and so on.

        Raises:
            PictureError: a square is off the board, or there is no position to take moves from.
        """
        drawn = tuple(as_move(arrow) for arrow in arrows)
        markings = (
            cast("Mapping[Square | str, Marking]", marks) if isinstance(marks, Mapping) else _circle_squares(marks)
        )
        marked = {as_square(square): marking for square, marking in markings.items()}
        origin = None if legal is None else as_square(legal)
        for arrow in drawn:
            self._check_squares(arrow.origin, arrow.target)
            if arrow.origin == arrow.target:
                raise PictureError(f"an arrow leads from one square to another, not from {arrow.origin} to itself")
        self._check_squares(*marked, *(() if origin is None else (origin,)))
        noted = as_tuple("shapes", shapes, Shape)
        self._check_squares(*(square for shape in noted for square in shape.squares))
        strange = sorted({str(marking) for marking in marked.values()} - set(_MARKINGS))
        if strange:
            raise PictureError(f"a mark is one of {', '.join(_MARKINGS)}, not {strange[0]!r}")
        counts = Counter(captured) or self.captured
        return evolve(
            self,
            arrows=drawn,
            marks=marked,
            shapes=(*self.shapes, *noted),
            legal=origin,
            targets={} if origin is None else self._find_targets(origin),
            captured={piece: counts[piece] for piece in PieceSet.ALL.pieces if counts.get(piece)},
        )

    def _check_squares(self, *squares: Square) -> None:
        for square in squares:
            if not square.on(self.board.size):
                raise PictureError(f"{square} lies off a board of size {self.board.size}")

    def _find_targets(self, origin: Square) -> dict[Square, bool]:
        if self.position is None:
            raise PictureError("legal moves are those of a position, and this is a picture of something else")
        moves = [move for move in self.position.legal_moves() if move.origin == origin and not move.is_stop]
        return {move.target: self.position.play(move).plies_since_capture == 0 for move in sorted(moves)}


def _circle_squares(squares: Iterable[Square | str]) -> dict[Square | str, Marking]:
    return dict.fromkeys(squares, "circle")


def scene_of(subject: Subject, ruleset: Ruleset | None = None) -> Scene:
    """Return the content of a picture of a value.

    Raises:
        PictureError: the ruleset has another size, or is given for something that has one.
    """
    if isinstance(subject, str):
        subject = _read_subject(subject)
    if isinstance(subject, Board):
        if ruleset is not None and ruleset.size != subject.size:
            raise PictureError(f"{ruleset.name} is played on a board of size {ruleset.size}, not {subject.size}")
        name = "Tafl board" if ruleset is None else ruleset.name
        return Scene(board=subject, rules=ruleset, title=f"{name}, {subject.size}×{subject.size}")
    if ruleset is not None:
        raise PictureError("only a bare board is told its ruleset; everything else has one")
    if isinstance(subject, Ruleset):
        return Scene(board=subject.start, rules=subject, title=f"{subject.name}, the start")
    if isinstance(subject, Position):
        return _scene_of_position(subject)
    if isinstance(subject, PlayedMove):
        scene = _scene_of_position(subject.after)
        return evolve(
            scene, play=subject, moved=subject.move, title=f"{subject.before.ruleset.name}, {move_words(subject.move)}"
        )
    if not isinstance(subject, Game):
        refuse("subject", "a board, a ruleset, a position, a played move, a game, or the text of one", subject)
    return _scene_of_game(subject)


def _read_subject(text: str) -> Board | Ruleset | Position:
    is_board = ("/" in text or "\n" in text) and ruleset_named_in(text) is None
    return Board.parse(text) if is_board else read_start(text)


def _scene_of_position(position: Position) -> Scene:
    rules = position.ruleset
    when = f"after {counted(position.ply, 'ply')}" if position.ply else "a position"
    if not position.ply and position.board == rules.start:
        when = "the start"
    return Scene(
        board=position.board, rules=rules, position=position, moved=position.last_move, title=f"{rules.name}, {when}"
    )


def _scene_of_game(game: Game) -> Scene:
    try:
        replay = replays(game)[0]
    except InvalidSetupError:
        # The first move is by lot, so there is a layout but no position.
        return scene_of(game.ruleset)
    note = replay.recorded[len(replay.moves) - 1].note if replay.moves else game.note
    return evolve(
        _scene_of_position(replay.position),
        captured=Counter(missing(replay.start.board, replay.position.board)),
        shapes=() if note is None else note.shapes_on(game.ruleset.size),
    )


def missing(before: Board, after: Board) -> tuple[Piece, ...]:
    """Return the pieces of a board that are missing on a later one: those captured in between.

    A mercenary who has changed sides is not missing.

    >>> from hnefatafl import Board, Square
    >>> before = Board.parse("/5/1t1T1/1KT2/5/5/")
    >>> [str(piece) for piece in missing(before, before.put(Square.parse("b2"), None))]
    ['attacker']
    """
    old, new = Counter(before.values()), Counter(after.values())
    lost = old - new
    for side in Side:
        turned = Piece(side.opponent, Kind.MERCENARY)
        lost[Piece(side, Kind.MERCENARY)] -= max(0, new[turned] - old[turned])
    return tuple(piece for piece in PieceSet.ALL.pieces for _ in range(lost[piece]))
