"""What a record writes about a move beside its squares, and whether what is written is right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hnefatafl.board import Kind, Move, Piece, Side, Square, Termination
from hnefatafl.play import PlayedMove, Position
from hnefatafl.records._moves import Mark, RecordedMove, Sign

KING_CAPTURED: Final = (Termination.KING_CAPTURED, Termination.KING_CAPTURED_ON_EDGE)
"""How games end by the king's capture."""


def sign_of(before: Position, move: Move) -> Sign:
    """The sign of a move between its squares, as OTN writes it.

    >>> from hnefatafl import Side, variants
    >>> rules = variants.BRANDUBH.evolve(start="/7/3t3/3N3/ttTKTtt/3T3/3t3/3t3/")
    >>> sign_of(Position.initial(rules, Side.DEFENDERS), Move.parse("d3-d1"))
    '^'
    """
    origin, target = move.origin, move.target
    middle = Square((origin.file + target.file) // 2, (origin.rank + target.rank) // 2)
    apart = abs(origin.file - target.file) + abs(origin.rank - target.rank)
    jump = apart == 2 and middle not in (origin, target) and middle in before.board
    if before.berserk_square is None:
        return "^" if jump else "-"
    return "^=" if jump else "="


def wrong_marks(recorded: RecordedMove, before: Position) -> Iterator[tuple[str, str]]:
    """The marks of a legal move that are wrong, each with the right one."""
    board = before.board
    letters = [(recorded.letter, recorded.origin)]
    letters += zip(recorded.capture_letters, recorded.captures, strict=False)
    for letter, square in letters:
        piece = board.get(square)
        if letter and piece is not None and letter != piece.symbol:
            yield letter, "" if piece.kind is Kind.SOLDIER else piece.symbol
    if recorded.sign not in ("-", ""):
        right = sign_of(before, recorded.move)
        if not set(recorded.sign) <= set(right):
            yield recorded.sign, right
    if recorded.info:
        play = before.explain(recorded.move)
        if not _is_right(recorded.info, play):
            yield recorded.info, mark_of(play)


_SYMBOLS: Final[dict[Termination, Mark]] = {
    Termination.KING_CAPTURED: "++",
    Termination.KING_CAPTURED_ON_EDGE: "++",
    Termination.KING_ESCAPED: "--",
}


def mark_of(play: PlayedMove) -> Mark:
    """The info symbol of a move.

    After a move of the defenders ``-`` says that the king has a way out, after
    one of the attackers ``+`` that he can be captured next: each side's move
    shows that side's own threat. Other ends than the king's capture or escape
    have no symbol.

    >>> from hnefatafl import Side, variants
    >>> position = Position.parse("/3t3/7/7/t1tK3/7/3t3/7/", variants.BRANDUBH, Side.DEFENDERS)
    >>> mark_of(position.explain(Move.parse("d4-g4"))), mark_of(position.explain(Move.parse("d4-d3")))
    ('-', '')
    """
    outcome = play.after.outcome
    if outcome is not None:
        return _SYMBOLS.get(outcome.termination, "")
    if play.after.berserk_square is not None:
        return ""
    if play.before.turn is Side.ATTACKERS:
        return "+" if play.after.king_in_danger else ""
    return "-" if play.after.ways_out else ""


def _is_right(mark: Mark, play: PlayedMove) -> bool:
    """Whether an info symbol says what is so."""
    right = mark_of(play)
    if mark == right or (right and mark == "+" * len(right)):
        return True
    if len(mark) == 2 or play.after.outcome is not None:
        return False
    ends = KING_CAPTURED if mark == "+" else (Termination.KING_ESCAPED,)
    outcomes = (play.after.as_lenient().play(move).outcome for move in play.after.legal_moves())
    return any(outcome is not None and outcome.termination in ends for outcome in outcomes)


def record_move(play: PlayedMove) -> RecordedMove:
    """The record of a move that was played: its captures, the letters and marks of OTN, the roll before it, and whether
    an announcement was kept back.

    Its sign and its info symbol are those of :func:`~hnefatafl.records.sign_of` and
    :func:`~hnefatafl.records.mark_of`. A mercenary who has changed sides is written as captured.

    >>> from hnefatafl import Move, Position, Side, variants
    >>> p = Position.parse("/3t3/7/7/t1tK3/7/3t3/7/", variants.BRANDUBH, Side.DEFENDERS)
    >>> move = record_move(p.explain(Move.parse("d4-g4")))
    >>> move.letter, move.info
    ('K', '-')
    """
    move = play.move
    letters = tuple(_letter_of(capture.piece) for capture in play.captures)
    before = play.before
    return RecordedMove(
        origin=move.origin,
        target=move.target,
        captures=tuple(capture.square for capture in play.captures),
        letter="" if move == Move.PASS else _letter_of(before.board[move.origin]),
        capture_letters=letters if any(letters) else (),
        sign=sign_of(before, move),
        info=mark_of(play),
        # In a berserk turn the roll that began it is still pending.
        roll=before.roll_pending if before.berserk_square is None else None,
        announced=play.after.announced or not before.play(move).announced,
    )


def _letter_of(piece: Piece) -> str:
    return "" if piece.kind is Kind.SOLDIER else piece.symbol
