"""The words of pictures and pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from hnefatafl.board import Board, CaptureKind, Kind, Piece, PieceSet, Side, Square
from hnefatafl.play import Capture, PlayedMove, PositionLike, as_position
from hnefatafl.records import Shape
from hnefatafl.render._moves import move_words
from hnefatafl.render._scene import Scene
from hnefatafl.support.texts import plural, shortened

_FEW: Final = 8
"""How many escape squares are named; if there are more, they are described."""


def effects(play: PlayedMove) -> str:
    """Return what a move did, and why.

    >>> from hnefatafl import Move, Position, Side, variants
    >>> rules = variants.BRANDUBH
    >>> position = Position.parse("/2t4/2T4/1t5/K6/7/7/7/", rules, Side.ATTACKERS)
    >>> effects(position.explain(Move.parse("b3-c3")))
    'b3-c3 captures the defender on c2: between two enemies (c1, c3).'
    """
    captured = f"{play.move} captures {fallen(play)}" if play.captures else move_words(play.move)
    return f"{captured}.{consequences(play)}"


def brief_captures(play: PlayedMove) -> str:
    """Return the same for a list of moves.

    >>> from hnefatafl import Position, Side, variants
    >>> position = Position.parse("/2t4/2T4/1t5/K6/7/7/7/", variants.BRANDUBH, Side.ATTACKERS)
    >>> brief_captures(position.explain("b3-c3"))
    '×c2 between two enemies'
    """
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
