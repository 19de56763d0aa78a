"""The content of a picture of any value, and the words for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, TypeAlias, cast

from attrs import evolve, field

from hnefatafl.board import Board, CaptureKind, Kind, Move, Piece, PieceSet, Side, Square, as_move, as_square
from hnefatafl.errors import InvalidSetupError, PictureError
from hnefatafl.play import Capture, PlayedMove, Position, PositionLike, as_position, read_start, ruleset_named_in
from hnefatafl.records import Game, Shape, replays
from hnefatafl.render._picture import missing
from hnefatafl.rules import Ruleset
from hnefatafl.support.arguments import as_tuple, check, refuse
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import counted, plural, shortened

Subject: TypeAlias = Board | Ruleset | Position | PlayedMove | Game | str
"""Values to draw: a board, a ruleset (its layout), a position, a played move, a game (the last position); or the text
of a board or a position, or the name of a ruleset."""
Marking: TypeAlias = Literal["circle", "square", "triangle", "cross"]
"""The mark of a square."""

_MARKINGS: Final = ("circle", "square", "triangle", "cross")
_FEW: Final = 8
"""How many escape squares are named; if there are more, they are described."""


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


def move_words(move: Move | str) -> str:
    """Return a move as text for readers.

    >>> move_words("d1-d3"), move_words("pass")
    ('d1-d3', 'passes')
    """
    if (move := as_move(move)) == Move.PASS:
        return "passes"
    return f"stops on {move.origin}" if move.is_stop else str(move)


def effects(play: PlayedMove) -> str:
    """Return what a move did, and why.

    >>> from hnefatafl import Move, Position, Side, variants
    >>> rules = variants.BRANDUBH
    >>> position = Position.parse("/2t4/2T4/1t5/K6/7/7/7/", rules, Side.ATTACKERS)
    >>> effects(position.explain(Move.parse("b3-c3")))
    'b3-c3 captures the defender on c2: between two enemies (c1, c3).'
    """
    check("play", play, PlayedMove)
    captured = f"{play.move} captures {fallen(play)}" if play.captures else move_words(play.move)
    return f"{captured}.{consequences(play)}"


def brief_captures(play: PlayedMove) -> str:
    """Return the same for a list of moves.

    >>> from hnefatafl import Position, Side, variants
    >>> position = Position.parse("/2t4/2T4/1t5/K6/7/7/7/", variants.BRANDUBH, Side.ATTACKERS)
    >>> brief_captures(position.explain("b3-c3"))
    '×c2 between two enemies'
    """
    check("play", play, PlayedMove)
    return "; ".join(
        f"{' '.join(f'×{capture.square}' for capture in captures)} {rule.sentence}"
        for rule, captures in _group_captures(play).items()
    )


def fallen(play: PlayedMove) -> str:
    """Return what a move captured, and by which rules; an empty text if it captured nothing."""
    return "; and ".join(_by_rule(rule, captures) for rule, captures in _group_captures(play).items())


def _group_captures(play: PlayedMove) -> dict[CaptureKind, list[Capture]]:
    by_rule: dict[CaptureKind, list[Capture]] = {}
    for capture in play.captures:
        by_rule.setdefault(capture.rule, []).append(capture)
    return by_rule


def consequences(play: PlayedMove) -> str:
    """Return the other effects of a move: sentences with a space before each."""
    text = f" On {_join_names(play.turned)} a mercenary changes sides." if play.turned else ""
    return text + "".join(f" {said[0].upper()}{said[1:]}." for said in play.announcement_sentences)


def _by_rule(rule: CaptureKind, captures: list[Capture]) -> str:
    captors = {captor for capture in captures for captor in capture.captors}
    taken = ", ".join(f"the {capture.piece} on {capture.square}" for capture in captures)
    return f"{taken}: {rule.sentence}" + (f" ({_join_names(captors)})" if captors else "")


def describe_scene(scene: Scene) -> str:
    """Return everything that a picture shows, in words."""
    return " ".join([*_describe_men(scene), *_describe_zones(scene), *_describe_state(scene), *_describe_signs(scene)])


def _describe_men(scene: Scene) -> Iterator[str]:
    board = scene.board
    yield f"A board of {board.size} files and {board.size} ranks."
    for side in Side:
        pieces = [piece for piece in PieceSet.ALL.pieces if piece.side is side]
        groups = [
            _describe_group(piece, board) for piece in sorted(pieces, key=lambda piece: piece.kind is not Kind.KING)
        ]
        yield f"{side.value.capitalize()}: {'; '.join(filter(None, groups)) or 'none'}."


def _describe_group(piece: Piece, board: Board) -> str:
    squares = [square for square, standing in board.items() if standing == piece]
    if not squares:
        return ""
    if piece.kind is Kind.KING:
        return f"the king on {_join_names(squares)}"
    return f"{len(squares)} {plural(piece.kind.value, len(squares))} on {_join_names(squares)}"


def _describe_zones(scene: Scene) -> Iterator[str]:
    rules = scene.rules
    if rules is None:
        return
    for zone in (rules.throne, rules.corners, *rules.zones):
        if zone is not None:
            name = shortened(zone.name)
            yield f"{name[:1].upper()}{name[1:]}: {_join_names(zone.squares.squares(rules.size)) or 'no square'}."
    ways = rules.escape.squares(rules.size)
    yield f"The king escapes on {_join_names(ways) if len(ways) <= _FEW else shortened(str(rules.escape))}."


def _describe_state(scene: Scene) -> Iterator[str]:
    if scene.play is not None:
        verb = "move" if scene.play.captures or scene.play.move.is_stop else "last move was"
        yield f"The {verb} {effects(scene.play)}"
    elif scene.moved is not None:
        yield f"The last move {'' if scene.moved.is_stop else 'was '}{move_words(scene.moved)}."
    if scene.position is not None:
        yield state(scene.position)


def state(position: PositionLike) -> str:
    """Return who has won, or who is to move and what binds the move.

    >>> from hnefatafl import Position, variants
    >>> state(Position.initial(variants.BRANDUBH))
    'The attackers are to move.'
    """
    position = as_position(position)
    if position.outcome is not None:
        text = str(position.outcome)
        return f"{text[0].upper()}{text[1:]}."
    text = f"The {position.turn} are to move"
    if position.roll_pending is not None:
        text += f", by a roll of {position.roll_pending}"
    if position.berserk_square is not None:
        text += f", and the piece on {position.berserk_square} goes on"
    return f"{text}."


def _describe_signs(scene: Scene) -> Iterator[str]:
    if scene.arrows:
        yield f"Arrows: {', '.join(f'{arrow.origin} to {arrow.target}' for arrow in scene.arrows)}."
    if scene.marks:
        yield f"Marked: {', '.join(f'{square} ({marking})' for square, marking in sorted(scene.marks.items()))}."
    if scene.shapes:
        yield f"Drawn: {', '.join(map(_describe_shape, scene.shapes))}."
    if scene.legal is not None:
        targets = [f"{square}{' (capturing)' if takes else ''}" for square, takes in scene.targets.items()]
        yield (
            f"From {scene.legal} the legal moves are to {', '.join(targets)}."
            if targets
            else (f"From {scene.legal} there is no legal move.")
        )
    if scene.captured:
        counts = (f"{count} {plural(str(piece), count)}" for piece, count in scene.captured.items())
        yield f"Captured: {', '.join(counts)}."


def _describe_shape(shape: Shape) -> str:
    if shape.target is None:
        return f"a {shape.colour} circle around {shape.origin}"
    return f"a {shape.colour} arrow from {shape.origin} to {shape.target}"


def _join_names(squares: Iterable[Square]) -> str:
    return ", ".join(square.name for square in sorted(squares))
