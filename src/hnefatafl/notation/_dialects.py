"""What the notations can express, and their texts, as :mod:`hnefatafl.notation.dialects` offers them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from attrs import evolve

from hnefatafl.board import Board, Side, Square
from hnefatafl.errors import NotationError, NotExpressibleError, RecordError
from hnefatafl.notation import bologna, otn, taflzero
from hnefatafl.notation.archive import is_about_result
from hnefatafl.notation.moves import parse_token
from hnefatafl.notation.otn._game_format import note_text, says, start_comment_text
from hnefatafl.play import Position
from hnefatafl.records import Game, Note, RecordedMove, UnparsedToken, explicit_start
from hnefatafl.rules import Ruleset, is_known
from hnefatafl.support.json_text import MAX_LENGTH, check_length

BOLOGNA: Final = ("White", "Black", "Draw")
"""The results that the Tablut Challenge's server knows."""
ON_MOVE: Final = {"White": Side.ATTACKERS, "Black": Side.DEFENDERS}
"""The side that would have been to move at the end of the game."""


def captures_but_king(move: RecordedMove) -> tuple[Square, ...]:
    letters = (*move.capture_letters, *("" for _ in move.captures))
    return tuple(square for letter, square in zip(letters, move.captures, strict=False) if letter not in ("k", "K"))


def captures_once(move: RecordedMove) -> tuple[Square, ...]:
    """Return the captures except the king's, each once."""
    return tuple(dict.fromkeys(captures_but_king(move)))


def otn_note(note: Note) -> Note | None:
    """Return the part of a note that OTN can express and read again: a comment without signs of the record that does
    not look like a clock or shapes."""
    less = (note, evolve(note, clock=None), evolve(note, comment=""), evolve(note, clock=None, comment=""))
    return next((kept for kept in less if note_text(kept) is not None), None)


def otn_root_note(note: Note) -> Note | None:
    """Return the part of the note on the start of a game that OTN can express: it has no clock and no glyph."""
    bare = evolve(note, clock=None, glyph="")
    return next((kept for kept in (bare, evolve(bare, comment="")) if start_comment_text(kept) is not None), None)


def otn_closing_comment(note: Note) -> Note | None:
    """Return the part of a note on an ending that OTN can express: a resignation has no glyph."""
    return otn_note(evolve(note, glyph=""))


def otn_tag(game: Game, name: str) -> bool:
    return says(name, game.tags[name])


def _column(value: str, sign: str) -> bool:
    return not any(letter in value for letter in (sign, "\n", "\r"))


def _is_tabbed(game: Game) -> bool:
    """Return whether the game is written with tabs: it has an identifier that can start a line."""
    name = game.tags.get("id", "")
    return "id" in game.tags and _column(name, "\t") and not name.startswith(("#", "\N{ZERO WIDTH NO-BREAK SPACE}"))


def archive_tag(game: Game, name: str) -> bool:
    value = game.tags[name]
    if name in ("captured-by-black", "captured-by-white"):
        return value == value.strip() and (not value or value.isdecimal())
    return name in ("id", "end", "verdict") and _is_tabbed(game) and _column(value, "\t")


def archive_unparsed(game: Game, token: UnparsedToken) -> bool:
    if is_about_result(game, token):
        return False
    if token.text.endswith(":") and token.text[:-1].isdecimal():
        return False  # at the end of a line this would be a roll
    if token.text.split() != [token.text] or (not _is_tabbed(game) and ("," in token.text or token.text[0] == "#")):
        return False
    try:
        parse_token(token.text)
    except NotationError:
        return True
    return False


def first_turn(game: Game, position: Position) -> Side:
    return game.ruleset.first or Side.ATTACKERS


def state_turn(game: Game, position: Position) -> Side:
    if game.result in BOLOGNA:
        return ON_MOVE.get(game.result) or first_turn(game, position)
    return position.turn


def among(*meant: Ruleset) -> Callable[[Ruleset], bool]:
    """Return whether the rules are among the given ones."""
    return lambda rules: rules in meant


def json_rules(rules: Ruleset) -> bool:
    """Return whether the rules contain no functions, which only Python can express, or can be named."""
    return not (rules.extra_captures or rules.extra_endings) or is_known(rules)


def otn_losses(rules: Ruleset) -> tuple[str, ...] | None:
    try:
        return tuple(map(str, otn.nearest_rules(rules)[1]))
    except NotExpressibleError:
        return None


_Reader = Callable[[Iterable[str], Ruleset | None], Iterator[Game]]


def join_lines(lines: Iterable[str]) -> str:
    """Return the lines as one text, of at most the maximum length of a game."""
    kept: list[str] = []
    length = 0
    for line in lines:
        kept.append(line.removesuffix("\n"))
        length += len(kept[-1]) + 1
        if length > MAX_LENGTH + 1:
            check_length("\n".join(kept), "a game")
    return "\n".join(kept)


def whole(parse: Callable[[str, Ruleset | None], Game]) -> _Reader:
    """Read all lines together, as one game."""
    return several(lambda text, rules: (parse(text, rules),))


def several(parse: Callable[[str, Ruleset | None], Iterable[Game]]) -> _Reader:
    """Read all lines together, as games."""

    def read(lines: Iterable[str], rules: Ruleset | None) -> Iterator[Game]:
        yield from parse(join_lines(lines), rules)

    return read


def each(parse: Callable[[str, Ruleset | None], Game]) -> _Reader:
    """Read a game from each line; lines that are empty or begin with # are skipped."""

    def read(lines: Iterable[str], rules: Ruleset | None) -> Iterator[Game]:
        for number, line in enumerate(lines, start=1):
            text = line.rstrip("\r\n")
            if not text.strip() or text.startswith("#"):
                continue
            try:
                game = parse(text, rules)
            except NotationError as error:
                raise NotationError(error.message, text, error.offset, number) from None
            yield evolve(game, line=number)

    return read


def given(rules: Ruleset | None) -> Ruleset:
    if rules is None:
        raise RecordError("the text does not say by which rules it is to be read: give a ruleset")
    return rules


def begun(position: Position) -> Game:
    """Return a game without moves that starts with that position."""
    return Game(ruleset=position.ruleset, start=explicit_start(position))


def on_board(board: Board, rules: Ruleset | None, turn: Side | None = None, result: str = "") -> Game:
    """Return a game without moves that starts with that board."""
    rules = given(rules)
    position = Position.from_board(board, rules, turn or rules.first or Side.ATTACKERS)
    return evolve(begun(position), result=result)


def read_setup(text: str, rules: Ruleset | None) -> Game:
    setup = taflzero.parse_setup(text)
    return on_board(setup.board, rules, setup.turn)


def read_state(text: str, rules: Ruleset | None) -> Game:
    state = bologna.parse_state(text)
    return on_board(state.board, rules, state.turn or ON_MOVE.get(state.result), state.result)


def write_state(game: Game) -> str:
    begin = game.initial_position
    turn = None if game.result in BOLOGNA else begin.turn
    return bologna.format_state(bologna.GameState(board=begin.board, turn=turn, result=game.result)) + "\n"


def write_position(game: Game) -> str:
    """Write the position that a game begins with, after the name of its ruleset if that is enough to find it."""
    name = f"{game.ruleset.name} " if is_known(game.ruleset) else ""
    return f"{name}{game.initial_position.text}\n"


def write_otn(game: Game) -> str:
    return otn.format_game(game, rules=otn_losses(game.ruleset) is not None and "nearest")
