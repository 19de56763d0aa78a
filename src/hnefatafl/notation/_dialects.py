"""How single dialects are read and written, and what they hold: :mod:`hnefatafl.notation.dialects` has the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from attrs import evolve

from hnefatafl import variants
from hnefatafl._start import told_start
from hnefatafl.board import Board
from hnefatafl.errors import NotationError, NotExpressibleError, RecordError, UnknownVariantError
from hnefatafl.game import Game
from hnefatafl.geometry import Square
from hnefatafl.notation import bologna, otn, taflzero
from hnefatafl.notation._jsontext import MAX_LENGTH
from hnefatafl.notation.moves import parse_token
from hnefatafl.notation.otn_game_format import note_text, says
from hnefatafl.pieces import Side
from hnefatafl.position import Position
from hnefatafl.records import Note, OddToken, RecordedMove
from hnefatafl.rules import Ruleset

__all__ = [
    "all_captures",
    "among",
    "archive_odd",
    "archive_tag",
    "begun",
    "board_of",
    "captures_but_king",
    "captures_once",
    "each",
    "every_note",
    "everything",
    "first_turn",
    "given",
    "known",
    "no_captures",
    "no_note",
    "nothing",
    "on_board",
    "otn_farewell",
    "otn_note",
    "otn_rules",
    "otn_tag",
    "plain",
    "read_setup",
    "read_state",
    "state_turn",
    "told_turn",
    "whole",
    "write_otn",
    "write_state",
]


def nothing(*_: object) -> bool:
    return False


def all_captures(move: RecordedMove) -> tuple[Square, ...]:
    return move.captures


def told_turn(game: Game, position: Position) -> Side:
    return position.turn


def first_turn(game: Game, position: Position) -> Side:
    return game.ruleset.first or Side.ATTACKERS


def no_note(note: Note) -> Note | None:
    return None


def every_note(note: Note) -> Note | None:
    return note


def everything(*_: object) -> bool:
    return True


def plain(rules: Ruleset) -> bool:
    """Whether the rules hold no functions, which nothing but Python can say."""
    return not rules.extra_captures and not rules.extra_endings


# Reading.


def _joined(lines: Iterable[str]) -> str:
    """The lines as one text, which must not be longer than any game is."""
    kept: list[str] = []
    length = 0
    for line in lines:
        kept.append(line.removesuffix("\n"))
        length += len(kept[-1]) + 1
        if length > MAX_LENGTH + 1:
            raise NotationError(f"a game of at most {MAX_LENGTH:,} characters was expected", line)
    return "\n".join(kept)


_Reader = Callable[[Iterable[str], Ruleset | None], Iterator[Game]]


def whole(parse: Callable[[str, Ruleset | None], Game]) -> _Reader:
    """Read all lines together, as one game."""

    def read(lines: Iterable[str], rules: Ruleset | None) -> Iterator[Game]:
        yield parse(_joined(lines), rules)

    return read


def each(parse: Callable[[str, Ruleset], Game]) -> _Reader:
    """Read a game a line; lines that are empty or begin with # are left out."""

    def read(lines: Iterable[str], rules: Ruleset | None) -> Iterator[Game]:
        for number, line in enumerate(lines, start=1):
            text = line.rstrip("\r\n")
            if not text.strip() or text.startswith("#"):
                continue
            try:
                game = parse(text, given(rules))
            except NotationError as error:
                raise NotationError(error.message, text, error.offset, number) from None
            yield evolve(game, line=number)

    return read


def given(rules: Ruleset | None) -> Ruleset:
    if rules is None:
        raise RecordError("the text does not say by which rules it is to be read: give a ruleset")
    return rules


def on_board(board: Board, rules: Ruleset, turn: Side | None = None, result: str = "") -> Game:
    """A game without moves that begins with that board."""
    position = Position.from_board(board, rules, turn or rules.first or Side.ATTACKERS)
    return evolve(begun(position), result=result)


def begun(position: Position) -> Game:
    """A game without moves that begins with that position."""
    return Game(ruleset=position.ruleset, start=told_start(position))


def read_setup(text: str, rules: Ruleset) -> Game:
    setup = taflzero.parse_setup(text)
    return on_board(setup.board, rules, setup.turn)


def read_state(text: str, rules: Ruleset | None) -> Game:
    state = bologna.parse_state(text)
    return on_board(state.board, given(rules), state.turn or _ON_MOVE.get(state.result), state.result)


# What single dialects hold, and how they are written.

_ON_MOVE: Final = {"White": Side.ATTACKERS, "Black": Side.DEFENDERS}
"""Who would have been on move when the game was over."""


def board_of(game: Game) -> Board:
    return game.beginning.board


def write_state(game: Game) -> str:
    begin = game.beginning
    turn = None if game.result in ("White", "Black", "Draw") else begin.turn
    return bologna.format_state(bologna.State(board=begin.board, turn=turn, result=game.result)) + "\n"


def state_turn(game: Game, position: Position) -> Side:
    if game.result in ("White", "Black", "Draw"):
        return _ON_MOVE.get(game.result) or first_turn(game, position)
    return position.turn


def captures_once(move: RecordedMove) -> tuple[Square, ...]:
    """The captures without the king's, each once."""
    return tuple(dict.fromkeys(captures_but_king(move)))


def captures_but_king(move: RecordedMove) -> tuple[Square, ...]:
    letters = (*move.capture_letters, *("" for _ in move.captures))
    return tuple(square for letter, square in zip(letters, move.captures, strict=False) if letter not in ("k", "K"))


def no_captures(move: RecordedMove) -> tuple[Square, ...]:
    return ()


def otn_note(note: Note) -> Note | None:
    """As much of a note as OTN says so that it is read again: a comment has no signs of the record in it, and does not
    look like a clock."""
    less = (note, evolve(note, clock=None), evolve(note, comment=""), Note(glyph=note.glyph))
    return next((kept for kept in less if note_text(kept) is not None), None)


def otn_farewell(note: Note) -> Note | None:
    """As much of a note on an ending as OTN says: a resignation has no glyph."""
    return otn_note(evolve(note, glyph=""))


def otn_tag(game: Game, name: str) -> bool:
    return says(name, game.tags[name])


def otn_rules(rules: Ruleset) -> bool:
    try:
        otn.format_rules(rules)
    except NotExpressibleError:
        return False
    return True


def write_otn(game: Game) -> str:
    return otn.format_game(game, rules=otn_rules(game.ruleset))


def _column(value: str, sign: str) -> bool:
    return not any(letter in value for letter in (sign, "\n", "\r"))


def _tabbed(game: Game) -> bool:
    """Whether the game is written with tabs: it has an identifier that can stand at the beginning of a line."""
    name = game.tags.get("id", "")
    return "id" in game.tags and _column(name, "\t") and not name.startswith(("#", "\N{ZERO WIDTH NO-BREAK SPACE}"))


def archive_tag(game: Game, name: str) -> bool:
    value = game.tags[name]
    if name in ("captured-by-black", "captured-by-white"):
        return _column(value, "\t" if _tabbed(game) else ",")
    return name in ("id", "end", "verdict") and _tabbed(game) and _column(value, "\t")


def archive_odd(game: Game, token: OddToken) -> bool:
    if token.text.split() != [token.text] or (not _tabbed(game) and ("," in token.text or token.text[0] == "#")):
        return False
    try:
        parse_token(token.text)
    except NotationError:
        return True
    return False


def known(rules: Ruleset) -> bool:
    """Whether the rules can be named."""
    try:
        return variants.get(rules.name) == rules
    except UnknownVariantError:
        return False


def among(*meant: Ruleset) -> Callable[[Ruleset], bool]:
    """Whether the rules are some of those."""
    return lambda rules: rules in meant
