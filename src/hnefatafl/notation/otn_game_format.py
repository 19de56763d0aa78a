"""Writing OTN's game records. The public face is :mod:`hnefatafl.notation.otn`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hnefatafl._tree import branches
from hnefatafl.errors import InvalidSetupError, NotExpressibleError
from hnefatafl.game import Game
from hnefatafl.notation.moves import RESIGNATION, format_move
from hnefatafl.notation.otn_format import format_rules
from hnefatafl.notation.otn_game import MAX_DEPTH, MAX_LENGTH, RESERVED, RESULTS, TAG_NAME, read_note
from hnefatafl.pieces import Side
from hnefatafl.position import Position
from hnefatafl.records import Ending, Note, RecordedMove

__all__ = ["address", "format_game"]

_PADDING: Final = "....."
_WRITTEN: Final = {ours: otn for otn, ours in RESULTS.items()} | {"Ongoing": "?"}


def format_game(game: Game, *, rules: bool = True) -> str:
    """Write a game record: the tags in their order, ``rules`` as the last, then the turns, with the variations of each
    turn after it.

    What is written reads back as an equal game, but that the result ``Ongoing`` becomes ``?``.

    Arguments:
        game: the game.
        rules: whether to write the rules; without them only those who know the rules can read the record.

    Raises:
        NotExpressibleError: OTN cannot say the rules; or a comment or tag has a bracket, or a comment a stroke or what
            would be read as a clock; or the game ended by ``timeout``, has odd tokens or moves without a dash, starts
            from a position with more to it than the board and the side to move, or is too long or too deep.
    """
    parts = [*_header(game, rules), "\n"]
    length = sum(map(len, parts))
    for part in _turns(game):
        length += len(part)
        if length > MAX_LENGTH:
            raise NotExpressibleError("OTN", [f"games of more than {MAX_LENGTH:,} characters"])
        parts.append(part)
    return "".join(parts)


def _header(game: Game, with_rules: bool) -> Iterator[str]:
    lost: list[str] = []
    if game.odd:
        lost.append("odd tokens")
    if game.result not in ("", *_WRITTEN):
        lost.append("result")
    for name, value in game.tags.items():
        if not TAG_NAME.fullmatch(name) or name in RESERVED or "]" in value:
            lost.append(f"the tag {name}")
    rules = format_rules(game.ruleset) if with_rules else ""
    if game.start is not None and not _plain(game.start, game):
        lost.append("start")
    if lost:
        raise NotExpressibleError("OTN", lost)
    for name, value in game.tags.items():
        yield f"[{name}:{value}]\n"
    if game.result:
        yield f"[result:{_WRITTEN[game.result]}]\n"
    if game.start is not None:
        yield f"[position:{game.start.board.record}]\n"
    if with_rules:
        yield f"[rules:{rules}]\n"


def _plain(start: Position, game: Game) -> bool:
    """Whether a position is nothing but a board and a side to move."""
    try:
        return Position.from_board(start.board, game.ruleset, start.turn) == start
    except InvalidSetupError:
        return False


def _first(game: Game) -> int:
    """Which half of the first turn the game begins with."""
    return int(game.start is not None and game.start.turn is not (game.ruleset.first or Side.ATTACKERS))


def _turns(game: Game) -> Iterator[str]:
    """The turns of all lines, each followed by the variations that replace its moves."""
    found = branches(game.variations)
    first = _first(game)
    if first and not game.moves and not game.ending:
        yield f"1. {_PADDING}\n"
    stack: list[tuple[int, str, int, int, int]] = [(0, "", 0, 0, first)]
    while stack:
        line, prefix, depth, index, slot = stack.pop()
        halves, notes = _halves(game, line, index, 2 - slot % 2)
        if not halves:
            continue
        turn = slot // 2 + 1
        padding = f" {_PADDING}" if slot % 2 else ""
        yield f"{prefix}{turn}{'a' if prefix else ''}.{padding} {' '.join(halves)}\n[{'|'.join(notes)}]\n\n"
        stack.append((line, prefix, depth, index + len(halves), slot + len(halves)))
        for at in reversed(range(len(halves))):
            numbers = found.get((line, index + at), ())
            if numbers and depth == MAX_DEPTH:
                raise NotExpressibleError("OTN", [f"variations nested more than {MAX_DEPTH} deep"])
            half = (slot + at) % 2
            for nth, number in reversed(list(enumerate(numbers, start=1))):
                stack.append((number, f"{prefix}{turn}{'ab'[half]}.{nth}.", depth + 1, 0, half))


def _halves(game: Game, line: int, index: int, most: int) -> tuple[list[str], list[str]]:
    """The next moves of a line, at most so many, and their comments."""
    source = game.variations[line - 1] if line else game
    moves: tuple[RecordedMove, ...] = source.moves
    ending: Ending | None = source.ending
    if ending == "timeout" or (source.farewell and not ending):
        raise NotExpressibleError("OTN", ["ending" if ending else "farewell"])
    halves = [_move(move) for move in moves[index : index + most]]
    notes = [_note(move.note) for move in moves[index : index + most]]
    if ending and len(halves) < most and index <= len(moves):
        halves.append(RESIGNATION)
        notes.append(_note(source.farewell))
        if source.farewell and source.farewell.glyph:
            raise NotExpressibleError("OTN", ["farewell"])
    return halves, notes


def _move(move: RecordedMove) -> str:
    if not move.sign:
        raise NotExpressibleError("OTN", ["moves without a dash"])
    return format_move(move) + (move.note.glyph if move.note else "")


def _note(note: Note | None) -> str:
    """One half of a comment, if it reads back as what it says."""
    if note is None:
        return ""
    clock = "" if note.clock is None else str(note.clock)
    text = clock + (" " if clock and note.comment else "") + note.comment
    if "|" in text or "]" in text or read_note(text, note.glyph) != note:
        raise NotExpressibleError("OTN", ["clocks" if clock else "comments"])
    return text


def address(game: Game, line: int, index: int) -> str:
    """The address of a move of a line: ``7a``, or ``7a.1.3b`` in the first variation that replaces ``7a``.

    >>> from hnefatafl import Move, variants
    >>> from hnefatafl.game import Game
    >>> game = Game(ruleset=variants.BRANDUBH).add(map(Move.parse, ["d1-c1", "c4-c2"])).add([Move.parse("d1-e1")])
    >>> address(game, 0, 1), address(game, 1, 0)
    ('1b', '1a.1.1a')

    Raises:
        RecordError: the game does not have that line.
    """
    game.line_moves(line)
    found = branches(game.variations)
    steps = [(line, index)]
    while line:
        variation = game.variations[line - 1]
        steps.append((variation.line, variation.at))
        line = variation.line
    first = _first(game)
    parts: list[str] = []
    for number, (line, index) in enumerate(reversed(steps)):
        if number:
            parts.append(str(found[game.variations[line - 1].line, game.variations[line - 1].at].index(line) + 1))
        slot = first + index
        parts.append(f"{slot // 2 + 1}{'ab'[slot % 2]}")
        first = slot % 2
    return ".".join(parts)
