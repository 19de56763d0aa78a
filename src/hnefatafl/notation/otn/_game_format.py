"""The writer of OTN's game records. The public module is :mod:`hnefatafl.notation.otn`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, Literal

from hnefatafl.errors import InvalidSetupError, NotationError, NotExpressibleError, RecordError
from hnefatafl.notation._ranks import MovePlace, begins_second, line_places, places_of
from hnefatafl.notation.moves import RESIGNATION, format_move
from hnefatafl.notation.otn._format import write_nearest, write_rules
from hnefatafl.notation.otn._game import (
    MAX_DEPTH,
    MAX_LENGTH,
    RESERVED,
    RESULTS,
    START_COMMENT,
    TAG_NAME,
    puzzle,
    read_note,
    read_start_comment,
    split_signs,
)
from hnefatafl.play import Position
from hnefatafl.records import Ending, Game, Note, RecordedMove, Shape, branches
from hnefatafl.support.arguments import check

_PADDING: Final = "....."
_WRITTEN: Final = {ours: otn for otn, ours in RESULTS.items()} | {"Ongoing": "?"}


def format_game(game: Game, *, rules: bool | Literal["nearest"] = True) -> str:
    """Write a game record: the tags in their order, ``rules`` as the last, then the turns, with the variations of each
    turn after it.

    What is written reads back as an equal game, but that the result ``Ongoing`` becomes ``?``.

    >>> from hnefatafl import Move, variants
    >>> from hnefatafl.records import Game
    >>> from hnefatafl.notation import otn
    >>> game = Game(ruleset=variants.BRANDUBH, tags={"event": "Cup"}).add(map(Move.parse, ["d1-c1", "c4-c2"]))
    >>> print(otn.format_game(game, rules=False).rstrip())
    [event:Cup]
    <BLANKLINE>
    1. d1-c1 c4-c2
    [|]

    Arguments:
        game: the game.
        rules: whether to write the rules; without them only those who know the rules can read the record. With
            ``"nearest"`` what OTN cannot say of them is written as :func:`~hnefatafl.notation.otn.nearest_rules` does.

    Raises:
        NotExpressibleError: OTN cannot say the rules; or a comment, a tag or the name of the rules has a bracket, or a
            comment a stroke or what would be read as a clock or shapes; or a puzzle begins at a move that is not there;
            or the game ended by ``timeout``, has unparsed tokens or moves without a dash, starts from a position with
            more to it than the board and the side to move, or is too long or too deep.
    """
    check("game", game, Game)
    parts = [*_format_header(game, rules), "\n"]
    length = sum(map(len, parts))
    for part in _format_turns(game):
        length += len(part)
        if length > MAX_LENGTH:
            raise NotExpressibleError("OTN", [f"games of more than {MAX_LENGTH:,} characters"])
        parts.append(part)
    return "".join(parts)


def _format_header(game: Game, with_rules: bool | Literal["nearest"]) -> Iterator[str]:
    lost: list[str] = []
    if game.unparsed:
        lost.append("unparsed tokens")
    if game.result not in ("", *_WRITTEN):
        lost.append("result")
    for name, value in game.tags.items():
        if not says(name, value):
            lost.append(f"the tag {name}")
    opening = None if game.note is None else start_comment_text(game.note)
    if game.note is not None and opening is None:
        lost.append("comments")
    board = None if game.start is None else game.start.board
    if with_rules == "nearest":
        rules, _ = write_nearest(game.ruleset, board)
    else:
        rules = write_rules(game.ruleset, board) if with_rules else ""
    if "]" in rules:
        lost.append("the name of the rules")
    try:
        puzzle(game)
    except NotationError as error:
        lost.append(f"the tag {error.message.partition(':')[0]}")
    if game.start is not None and not _is_bare_start(game.start, game):
        lost.append("start")
    if lost:
        raise NotExpressibleError("OTN", lost)
    for name, value in game.tags.items():
        yield f"[{name}:{value}]\n"
    if opening:
        yield f"[{START_COMMENT}:{opening}]\n"
    if game.result:
        yield f"[result:{_WRITTEN[game.result]}]\n"
    if game.start is not None:
        yield f"[position:{game.start.board.record}]\n"
    if with_rules:
        yield f"[rules:{rules}]\n"


def says(name: str, value: str) -> bool:
    """Return whether a record can have a tag, with that value."""
    return TAG_NAME.fullmatch(name) is not None and name not in RESERVED and "]" not in value


def _is_bare_start(start: Position, game: Game) -> bool:
    """Return whether a position consists only of a board and a side to move."""
    try:
        return Position.from_board(start.board, game.ruleset, start.turn) == start
    except InvalidSetupError:
        return False


def _format_turns(game: Game) -> Iterator[str]:
    """Yield the turns of all lines, each followed by the variations that replace its moves."""
    variations_at = branches(game.variations)
    places = list(line_places(game))
    if not places[0] and (begins_second(game) or game.roll_pending is not None):
        roll = _format_signs(game.roll_pending, True)
        yield f"1.{f' {_PADDING}' if begins_second(game) else ''}\n" + (f"[{roll}]\n" if roll else "")
    stack: list[tuple[int, str, int, int]] = [(0, "", 0, 0)]
    while stack:
        line, prefix, depth, index = stack.pop()
        if index == len(places[line]):
            continue
        first = places[line][index]
        end = index + 1
        while end < len(places[line]) and places[line][end].turn == first.turn:
            end += 1
        moves, notes = _format_turn(game, line, index, end)
        padding = f" {_PADDING}" * first.index
        yield f"{prefix}{first.turn}{'a' if prefix else ''}.{padding} {' '.join(moves)}\n[{'|'.join(notes)}]\n\n"
        stack.append((line, prefix, depth, end))
        for index_replaced in reversed(range(index, end)):
            numbers = variations_at.get((line, index_replaced), ())
            if numbers and depth == MAX_DEPTH:
                raise NotExpressibleError("OTN", [f"variations nested more than {MAX_DEPTH} deep"])
            for nth, number in reversed(list(enumerate(numbers, start=1))):
                stack.append(
                    (number, f"{prefix}{_branch_prefix(places[line], line, index_replaced)}.{nth}.", depth + 1, 0)
                )


def _branch_prefix(places: list[MovePlace], line: int, index: int) -> str:
    """Return the prefix of the addresses of the variations that replace a move: in the main line the move itself, in a
    variation the move before it."""
    return places[index - 1 if line else index].name


def _format_turn(game: Game, line: int, index: int, end: int) -> tuple[list[str], list[str]]:
    """Return the text of some moves of a line and their comments."""
    source = game.variations[line - 1] if line else game
    moves: tuple[RecordedMove, ...] = source.moves
    ending: Ending | None = source.ending
    if ending == "timeout" or (source.closing_comment and not ending):
        raise NotExpressibleError("OTN", ["ending" if ending else "closing comment"])
    written = [_format_move(move) for move in moves[index:end]]
    notes = [_format_note(move.note, _format_signs(move.roll, move.announced)) for move in moves[index:end]]
    pending = _format_signs(source.roll_pending, True)
    if end == len(moves) and ending is None and pending:
        notes.append(pending)
    if end > len(moves):
        written.append(RESIGNATION)
        notes.append(_format_note(source.closing_comment, pending))
        if source.closing_comment and source.closing_comment.glyph:
            raise NotExpressibleError("OTN", ["closing comment"])
    return written, notes


def _format_move(move: RecordedMove) -> str:
    if not move.sign:
        raise NotExpressibleError("OTN", ["moves without a dash"])
    return format_move(move) + (move.note.glyph if move.note else "")


def _format_signs(roll: int | None, announced: bool) -> str:
    """Return the signs of the move itself, at the beginning of a comment."""
    signs = () if roll is None else (f"%roll {roll}",)
    return " ".join(signs if announced else (*signs, "%unannounced"))


def _format_note(note: Note | None, signs: str) -> str:
    text = "" if note is None else note_text(note)
    if note is not None and text is None:
        raise NotExpressibleError("OTN", ["comments" if note.clock is None else "clocks"])
    return " ".join(part for part in (signs, text) if part)


def note_text(note: Note) -> str | None:
    """Return the half of a comment that reads back as the note, or None if there is none."""
    clock = "" if note.clock is None else str(note.clock)
    text = " ".join(filter(None, (_format_shapes(note.shapes), clock, note.comment)))
    if "|" in text or "]" in text or split_signs(text)[2] != text:
        return None
    return text if read_note(text, note.glyph) == note else None


def start_comment_text(note: Note) -> str | None:
    """Return the comment before the first move that reads back as the note, or None if there is none."""
    text = " ".join(filter(None, (_format_shapes(note.shapes), note.comment)))
    return text if "]" not in text and read_start_comment(text) == note else None


def _format_shapes(shapes: Sequence[Shape]) -> str:
    """Return shapes in their order, as lichess writes them, but for its brackets, which end a comment here."""
    runs = groupby(shapes, lambda shape: "%csl" if shape.target is None else "%cal")
    return " ".join(f"{sign} {','.join(map(str, run))}" for sign, run in runs)


def address(game: Game, line: int, index: int) -> str:
    """Return the address of a move of a line: ``7a``, or ``7a.1.3b`` in the first variation that replaces ``7a``.

    The variations that replace the move after ``7a.1.3b`` are ``7a.1.3b.1`` and so on, as in OpenTafl.

    >>> from hnefatafl import Move, variants
    >>> from hnefatafl.records import Game
    >>> game = Game(ruleset=variants.BRANDUBH).add(map(Move.parse, ["d1-c1", "c4-c2"])).add([Move.parse("d1-e1")])
    >>> address(game, 0, 1), address(game, 1, 0)
    ('1b', '1a.1.1a')

    The ending of a line has an address, too: that of the move after its last one.

    Raises:
        RecordError: the game does not have that move.
        NotExpressibleError: the alphabet has not enough letters for the moves of a berserk turn.
    """
    check("game", game, Game)
    moves = game.line_moves(line)
    ended = (game.variations[line - 1] if line else game).ending is not None
    if not 0 <= index < len(moves) + ended:
        raise RecordError(f"there is no move {index} in line {line}")
    variations_at = branches(game.variations)
    steps = [(line, index)]
    while line:
        variation = game.variations[line - 1]
        steps.append((variation.line, variation.at))
        line = variation.line
    parts: list[str] = []
    places: list[MovePlace] = []
    above, rules, second = 0, game.ruleset, begins_second(game)
    for number, (line, _) in enumerate(reversed(steps)):
        before = None
        if number:
            start = game.variations[line - 1].at
            parts += [_branch_prefix(places, above, start), str(variations_at[above, start].index(line) + 1)]
            before = (places[start - 1], game.line_moves(above)[start - 1]) if start else None
        ended = (game.variations[line - 1] if line else game).ending is not None
        places = places_of(game.line_moves(line), ended, before, rules, second)
        above = line
    return ".".join([*parts, places[index].name])
