"""What a command is about: a ruleset, a position or a record, with the moves that the options add."""

from __future__ import annotations

import argparse
import os
import re
from typing import TYPE_CHECKING

from attrs import evolve

from hnefatafl.board import Side
from hnefatafl.errors import IllegalMoveError, IllegalRollError, InvalidSetupError, NotationError
from hnefatafl.play import PlayedMove, Position, ruleset_named_in
from hnefatafl.rules import Ruleset
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import printable
from tafl.cli.console import CommandError
from tafl.cli.rulesets import find_rules, is_file

if TYPE_CHECKING:
    from hnefatafl.records import Finding, Game


@frozen(kw_only=True)
class Subject:
    """A position, and how it came about."""

    begun: Position | Game
    """The position that was named, or the record."""
    moves: str
    """The moves that were added to it."""
    position: Position | None
    """The position after them; None for the start layout of a ruleset whose first move is by lot."""
    played: PlayedMove | None
    """The last move before the position."""
    fault: Finding | None = None
    """Why a record is followed no further than to the position."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules."""
        return self.begun.ruleset

    @property
    def comment(self) -> str:
        """The comment of the record before the first move, to be shown."""
        note = None if isinstance(self.begun, Position) else self.begun.note
        return "" if note is None else printable(note.comment, "\n")

    @property
    def game(self) -> Game:
        """The record with the moves that were added, or one of these alone."""
        from hnefatafl.notation.moves import parse_move
        from hnefatafl.records import Game

        begun = self.begun
        game = begun if isinstance(begun, Game) else Game(ruleset=begun.ruleset, start=begun)
        if self.fault is not None or self.position is None:
            return game
        moves = (parse_move(token) for token in self.moves.split())
        return evolve(game.add(moves, after=game.last), roll_pending=self.position.roll_pending)


def is_ruleset(what: str) -> bool:
    """Return whether this names a ruleset, and neither a position nor a record."""
    return what != "-" and (is_file(what) or "/" not in what) and not _may_be_record(what)


def _may_be_record(what: str) -> bool:
    """Return whether this names a file of records; most names of rulesets cannot, so that nothing has to be loaded."""
    if "." not in what and not os.path.exists(what):
        return False
    from tafl.cli.recorded import is_record

    return is_record(what)


def find_subject(options: argparse.Namespace) -> Subject:
    """Return what the options name: a position after the moves that they add, or a layout whose first move is by lot.

    Raises:
        NotationError: a text is no board or no move.
        CommandError: nothing is named, it cannot be read or played, or a move is illegal.
    """
    return subject_of(*find_named(options), options)


def find_named(options: argparse.Namespace) -> tuple[str | None, Game | None]:
    """Return the text of standard input, if the options ask for it, and the game that they name: in it or in a file.

    Raises:
        CommandError: it cannot be read, or there are fewer games.
    """
    if options.what is None or not (options.what == "-" or _may_be_record(options.what)):
        return None, None
    from tafl.cli.recorded import find_record

    return find_record(options)


def subject_of(typed: str | None, record: Game | None, options: argparse.Namespace) -> Subject:
    """Return what follows from what was found, after the moves that the options add.

    Raises:
        NotationError: as :func:`find_subject`.
        CommandError: as :func:`find_subject`.
    """
    begun: Position | Game
    position: Position | None
    played, fault = None, None
    if record is None:
        begun = _find_start(options, typed)
        position = begun if isinstance(begun, Position) else None
    else:
        from hnefatafl.records import replays

        begun = _set_turn(record, options)
        replay = replays(begun)[0]
        position = replay.position
        played = replay.played_moves[-1] if replay.played_moves else None
        fault = None if replay.error is None else replay.findings[0]
    subject = Subject(begun=begun, moves=options.moves, position=position, played=played, fault=fault)
    if options.moves or options.roll is not None:
        position, last = play_moves(_legal_position_of(subject, options), options.moves, options.roll)
        return evolve(subject, position=position, played=last or played)
    return subject


def find_position(options: argparse.Namespace) -> tuple[Position, Subject]:
    """Return the position that the options name, and how it came about; a record has to be legal.

    Raises:
        NotationError: as :func:`find_subject`.
        CommandError: as :func:`find_subject`, or the record has an illegal move, or the first side is not known.
    """
    subject = find_subject(options)
    return _legal_position_of(subject, options), subject


def _legal_position_of(subject: Subject, options: argparse.Namespace) -> Position:
    """Return the position, as :func:`position_of`; if it is that of a record, the record has to be legal."""
    fault = subject.fault
    if fault is not None:
        raise CommandError(f"{options.what}: the record goes on with {fault.text}: {fault.message}", status=1)
    return position_of(subject)


def position_of(subject: Subject) -> Position:
    """Return the position.

    Raises:
        CommandError: the first move is by lot, and the options do not say which side has it.
    """
    return subject.position or start_of(subject.ruleset, None)


def start_of(rules: Ruleset, turn: Side | None) -> Position:
    """Return the position at the start of a game, in which the side is to move that is given or that the rules say.

    Raises:
        CommandError: the first move is by lot, and no side is given.
    """
    if (turn or rules.first) is None:
        raise CommandError(
            f"in {rules.name} the first side is chosen by lot: give --turn attackers or --turn defenders"
        )
    return Position.initial(rules, turn)


def _set_turn(record: Game, options: argparse.Namespace) -> Game:
    """Return a record, or the one of a mere position in which the side is to move that the options name.

    Raises:
        CommandError: the record has moves, so it says itself who is to move.
    """
    if options.turn is None:
        return record
    if record.moves or record.variations or record.ending is not None:
        raise CommandError(f"{options.what}: a record has its own start: --turn cannot be used with it")
    from hnefatafl.records import Game

    begun = read_board(record.initial_position.board.record, record.ruleset, options.turn)
    return Game(ruleset=record.ruleset, start=begun)


def refuse_additions(options: argparse.Namespace) -> None:
    """Check that the options add nothing to a record.

    Raises:
        CommandError: there are options that say more about a position.
    """
    if options.moves or options.roll is not None or options.turn is not None:
        raise CommandError(
            f"{options.what}: a record has its own moves and start: --moves, --roll and --turn cannot be used with it"
        )


# A ruleset or a position.


def _find_start(options: argparse.Namespace, typed: str | None) -> Position | Game:
    """Return the position that the options name: the start of a ruleset, or in a text that was typed or given; or a
    game without a start, if the first move is by lot and the options do not say whose it is.

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
        rules = find_rules(what)
        if options.turn or rules.first:
            return start_of(rules, options.turn)
        from hnefatafl.records import Game

        return Game(ruleset=rules)
    text = what if typed is None else typed
    name_in_text = ruleset_named_in(text)
    name = variant or name_in_text
    if not name:
        raise CommandError(
            "a position needs its rules: their name in front of it, or --variant NAME (tafl variants lists the names)"
        )
    if name_in_text is not None and options.turn is None:
        return Position.parse(text, find_rules(name))
    return read_board(text, find_rules(name), options.turn)


def read_board(text: str, rules: Ruleset, turn: Side | None) -> Position:
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


def play_moves(position: Position, moves: str, roll: int | None = None) -> tuple[Position, PlayedMove | None]:
    """Play the moves of a text, then roll the die; return the position after it, and the last move.

    Raises:
        NotationError: a word of the text is no move.
        CommandError: a move or the roll is illegal.
    """
    from hnefatafl.notation.moves import parse_move

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
    return position if roll is None else _roll_die(position, roll), play


def _roll_die(position: Position, roll: int) -> Position:
    """Return the position in which the die shows a number."""
    rules = position.ruleset
    if rules.die is None:
        raise CommandError(f"--roll: {rules.name} has no die")
    try:
        return position.roll(roll)
    except IllegalRollError as error:
        raise CommandError(f"--roll: {error}") from None
