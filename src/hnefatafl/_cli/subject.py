"""What a command is about: a ruleset, a position or a record, with the moves that the options add."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from attrs import evolve, frozen

from hnefatafl._cli.console import CommandError
from hnefatafl._cli.rulesets import find_rules, is_file
from hnefatafl._cli.sources import SUFFIXES, Source, look, open_records, read_input, rules_of
from hnefatafl.board import Side
from hnefatafl.errors import HnefataflError, IllegalMoveError, IllegalRollError, InvalidSetupError, NotationError
from hnefatafl.notation.detection import detect
from hnefatafl.notation.dialects import read_games
from hnefatafl.notation.moves import parse_move
from hnefatafl.play import PlayedMove, Position
from hnefatafl.records import Finding, Game
from hnefatafl.render._scene import replays
from hnefatafl.rules import Ruleset

__all__ = ["Subject", "find_position", "find_record", "find_subject", "is_ruleset", "refuse_additions", "subject_of"]


@frozen(kw_only=True)
class Subject:
    """A position, and how it came about."""

    game: Game
    """The record, or one of the moves that were given."""
    position: Position
    played: PlayedMove | None
    """The last move before the position."""
    fault: Finding | None = None
    """Why a record is followed no further than to the position."""


def is_ruleset(what: str) -> bool:
    """Return whether this names a ruleset, and neither a position nor a record."""
    return what != "-" and (is_file(what) or "/" not in what) and not _is_record(what)


def find_subject(options: argparse.Namespace) -> Subject:
    """Return the position that the options name, after the moves that they add.

    Raises:
        NotationError: a text is no board or no move.
        CommandError: nothing is named, it cannot be read or played, or a move is illegal.
    """
    return subject_of(*find_record(options), options)


def subject_of(typed: str | None, record: Game | None, options: argparse.Namespace) -> Subject:
    """Return the position that follows from what was found, after the moves that the options add.

    Raises:
        NotationError: as :func:`find_subject`.
        CommandError: as :func:`find_subject`.
    """
    if record is None:
        begun = _start(options, typed)
        found = Subject(game=Game(ruleset=begun.ruleset, start=begun), position=begun, played=None)
    else:
        found = _followed(_turned(record, options))
    if not (options.moves or options.roll is not None):
        return found
    if found.fault is not None:
        raise _illegal(options.what, found.fault)
    position, played = _play_moves(found.position, options.moves, options.roll)
    moves = (parse_move(token) for token in options.moves.split())
    game = found.game.add(moves, after=found.game.find(found.game.moves))
    game = evolve(game, roll_pending=position.roll_pending)
    return Subject(game=game, position=position, played=played or found.played)


def find_position(options: argparse.Namespace) -> tuple[Position, PlayedMove | None]:
    """Return the position that the options name and the last move before it; a record has to be legal.

    Raises:
        NotationError: as :func:`find_subject`.
        CommandError: as :func:`find_subject`, or the record has an illegal move.
    """
    found = find_subject(options)
    if found.fault is not None:
        raise _illegal(options.what, found.fault)
    return found.position, found.played


def _illegal(what: str, fault: Finding) -> CommandError:
    return CommandError(f"{what}: the record goes on with {fault.text}: {fault.message}", status=1)


def _turned(record: Game, options: argparse.Namespace) -> Game:
    """Return a record, or the one of a mere position in which the side is to move that the options name.

    Raises:
        CommandError: the record has moves, so it says itself who is to move.
    """
    if options.turn is None:
        return record
    if record.moves or record.variations or record.ending is not None:
        raise CommandError(f"{options.what}: a record has its own start: --turn cannot be used with it")
    begun = _read_board(record.initial_position.board.record, record.ruleset, options.turn)
    return Game(ruleset=record.ruleset, start=begun)


def _followed(record: Game) -> Subject:
    replay = replays(record)[0]
    return Subject(
        game=record,
        position=replay.position,
        played=replay.played_moves[-1] if replay.played_moves else None,
        fault=None if replay.error is None else replay.findings[0],
    )


def refuse_additions(options: argparse.Namespace) -> None:
    """Check that the options add nothing to a record.

    Raises:
        CommandError: there are options that say more about a position.
    """
    if options.moves or options.roll is not None or options.turn is not None:
        raise CommandError(
            f"{options.what}: a record has its own moves and start: --moves, --roll and --turn cannot be used with it"
        )


# A record.


def _is_record(what: str) -> bool:
    """Return whether this is a file of records or positions, by its name or by its text."""
    if what.lower().endswith(SUFFIXES):
        return True
    try:
        return what != "-" and Path(what).is_file() and look(Source(Path(what))) is not None
    except (CommandError, ValueError):
        return False


def find_record(options: argparse.Namespace) -> tuple[str | None, Game | None]:
    """Return the text of standard input, if the options ask for it, and the game that they name: in it or in a file.

    Raises:
        CommandError: it cannot be read, or there are fewer games.
    """
    what, number = options.what, options.game or 1
    if what == "-":
        typed = read_input()
        return typed, _find_typed_game(typed, number, options.variant)
    if what is None or not _is_record(what):
        return None, None
    source = Source(Path(what))
    given = None if options.variant is None else find_rules(options.variant)
    with open_records(source) as records:
        games = read_games(records.lines, records.dialect, records.ruleset(source, given))
        return None, _numbered(games, number, what)


def _find_typed_game(text: str, number: int, variant: str | None) -> Game | None:
    """Return the game of that number in a text from standard input, or None if the text is only a board.

    Raises:
        CommandError: it cannot be read, or has fewer games.
    """
    detected = detect(text)
    found = detected.dialect
    if found is None or not (found.capabilities.moves or found.tells_rules):
        return None
    source = Source(None)
    given = None if variant is None else find_rules(variant)
    rules = rules_of(source, found, given, detected, "Give --variant NAME")
    return _numbered(read_games(detected.lines, found, rules), number, source.name)


def _numbered(games: Iterator[Game], number: int, name: str) -> Game:
    found = 0
    try:
        for found, game in enumerate(games, start=1):
            if found == number:
                return game
    except HnefataflError as error:
        raise CommandError(f"{name}: {error}") from None
    raise CommandError(f"{name}: there is no game {number}, only {found}")


# A ruleset or a position.


def _start(options: argparse.Namespace, typed: str | None) -> Position:
    """Return the position that the options name: the start of a ruleset, or in a text that was typed or given.

    Raises:
        NotationError: the text is no board.
        CommandError: nothing is named, or the position cannot be played.
    """
    what: str | None = options.what
    variant: str | None = options.variant
    if what is None:
        raise CommandError(f"name a ruleset, as in: tafl {options.command} brandubh (tafl variants lists the names)")
    if not (what == "-" or ("/" in what and not is_file(what))):
        if variant is not None:
            raise CommandError(
                f"{what!r} is no position, and two rulesets are named; a position has ranks with / between"
            )
        return _initial(find_rules(what), options.turn)
    if variant is None:
        raise CommandError("a position needs --variant NAME, the rules it is played by (tafl variants lists the names)")
    return _read_board(what if typed is None else typed, find_rules(variant), options.turn)


def _initial(rules: Ruleset, turn: Side | None) -> Position:
    if turn is None and rules.first is None:
        raise CommandError(
            f"in {rules.name} the first side is chosen by lot: give --turn attackers or --turn defenders"
        )
    return Position.initial(rules, turn)


def _read_board(text: str, rules: Ruleset, turn: Side | None) -> Position:
    """Return the position of a text; by default the side to move is the one that moves first in the game.

    Raises:
        NotationError: the text is not a board.
        CommandError: it cannot be played under the rules.
    """
    try:
        return Position.parse(text, rules, turn or rules.first or Side.ATTACKERS)
    except InvalidSetupError as error:
        raise CommandError(f"this position cannot be played in {rules.name}: {error}") from None


# The moves after it.


def _play_moves(position: Position, moves: str, roll: int | None = None) -> tuple[Position, PlayedMove | None]:
    """Play the moves of a text, then roll the die; return the position after it, and the last move.

    Raises:
        NotationError: a word of the text is no move.
        CommandError: a move or the roll is illegal.
    """
    play: PlayedMove | None = None
    for number, token in enumerate(re.finditer(r"\S+", moves), start=1):
        try:
            play = position.explain(parse_move(token[0]).move)
        except NotationError as error:
            raise NotationError(error.message, moves, token.start() + error.offset) from None
        except IllegalMoveError as error:
            over = "" if position.outcome is None else f": {position.outcome}"
            raise CommandError(f"move {number}, {token[0]}: {error.reason.sentence}{over}", status=1) from None
        position = play.after
    return position if roll is None else _rolled(position, roll), play


def _rolled(position: Position, roll: int) -> Position:
    """Return the position in which the die shows a number."""
    rules = position.ruleset
    if rules.king_die is None:
        raise CommandError(f"--roll: {rules.name} has no die")
    try:
        return position.roll(roll)
    except IllegalRollError as error:
        raise CommandError(f"--roll: {error}") from None
