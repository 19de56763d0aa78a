"""Readers and writers of single dialects: :mod:`hnefatafl.notation.dialects` has the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import evolve

from hnefatafl.board import Board, Side
from hnefatafl.errors import NotationError, RecordError
from hnefatafl.notation import bologna, otn, taflzero
from hnefatafl.notation._dialect_capabilities import BOLOGNA, ON_MOVE, otn_losses
from hnefatafl.notation._limits import MAX_LENGTH, check_length
from hnefatafl.play import Position
from hnefatafl.records import Game
from hnefatafl.records._starts import explicit_start
from hnefatafl.rules import Ruleset
from hnefatafl.rules._given import is_known

_Reader = Callable[[Iterable[str], Ruleset | None], Iterator[Game]]


def _joined(lines: Iterable[str]) -> str:
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

    def read(lines: Iterable[str], rules: Ruleset | None) -> Iterator[Game]:
        yield parse(_joined(lines), rules)

    return read


def several(parse: Callable[[str], Iterable[Game]]) -> _Reader:
    """Read all lines together, as games."""

    def read(lines: Iterable[str], rules: Ruleset | None) -> Iterator[Game]:
        yield from parse(_joined(lines))

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
