"""``tafl show``: draw a position.

Draw the start layout of a variant, a position, or the last position of a recorded game,
with the side to move and the outcome. The throne is in [ ], corners are in < >,
camps and other zones in ( ). --svg and --png write a picture, --html a page for
browsers that replays the game.

----

examples:
  tafl show copenhagen
  tafl show brandubh --moves "d1-c1 d3-g3"
  tafl show /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ --variant brandubh --turn defenders
  tafl show copenhagen --svg copenhagen.svg --theme print
  tafl show examples/games/brandubh.csv --game 2 --html game.html
"""

from __future__ import annotations

import argparse
import re
from typing import cast

from attrs import evolve

from hnefatafl._base.printable import printable
from hnefatafl._cli.console import Color, CommandError, Console
from hnefatafl._cli.options import DRAWING, POSITION, command, option
from hnefatafl._cli.pictures import find_subject, write_pictures
from hnefatafl._cli.rulesets import find_rules, is_file
from hnefatafl.board import Side
from hnefatafl.errors import IllegalMoveError, IllegalRollError, InvalidSetupError, NotationError
from hnefatafl.notation.moves import parse_move
from hnefatafl.play import PlayedMove, Position
from hnefatafl.records import Game
from hnefatafl.render._scene import move_words, replays
from hnefatafl.render.text import Glyphs, format_board, format_legend
from hnefatafl.render.themes import THEMES
from hnefatafl.rules import Berserk, Ruleset

__all__ = ["draw", "find_position", "play_moves", "read_position", "refuse_additions", "run", "start"]


@command(
    "show",
    __doc__,
    *POSITION,
    "--game",
    option("--svg FILE", "write the picture as SVG"),
    option("--png FILE", "write the picture as PNG (needs the extra png)"),
    option("--html FILE", "write a page that replays the game"),
    option("--theme", "the theme (default: light; for pages also dark)", choices=tuple(THEMES)),
    option("--size N", "the width of the picture in pixels"),
    "--force",
    *DRAWING,
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Draw the position with its last move and its state, and write the requested pictures."""
    what: str | None = options.what
    typed, game = find_subject(what, options.game, options.variant)
    if what is not None and game is not None:
        if game.moves or game.variations or game.ending is not None or not _adds(options):
            return _show_record(what, game, options, console)
        begun = (
            start(game.ruleset, options.turn, game.initial_position.board.record)
            if options.turn
            else game.initial_position
        )
    else:
        begun = find_position(options, typed)
    moves: str = options.moves
    position, play = play_moves(begun, moves, options.roll)
    draw(position, play, options, console)
    game = Game(ruleset=begun.ruleset, start=begun).add(parse_move(token) for token in moves.split())
    game = evolve(game, roll_pending=position.roll_pending)
    # A roll after the last move belongs to the position, not to the move.
    write_pictures(options, game, position if play is None or options.roll is not None else play, console)
    return 0


def _show_record(what: str, game: Game, options: argparse.Namespace, console: Console) -> int:
    """Draw the last position of a record."""
    refuse_additions(options, what)
    replay = replays(game)[0]
    play = replay.played_moves[-1] if replay.played_moves else None
    draw(replay.position, play, options, console)
    if replay.error is not None:
        stop = replay.findings[0]
        console.line(f"the record goes on with {printable(stop.text)}: {stop.message}")
    # A roll after the last move belongs to the position, not to the move.
    shown = replay.position if play is None or play.after != replay.position else play
    write_pictures(options, game, shown, console)
    return 0 if replay.error is None else 1


def refuse_additions(options: argparse.Namespace, what: str) -> None:
    """Check that nothing is added to a record, which has moves of its own.

    Raises:
        CommandError: there are options that say more about a position.
    """
    if _adds(options):
        raise CommandError(
            f"{what}: a record has its own moves and start: --moves, --roll and --turn cannot be used with it"
        )


def _adds(options: argparse.Namespace) -> bool:
    """Return whether the options say more about a position than what was named."""
    return bool(options.moves) or options.roll is not None or options.turn is not None


def draw(position: Position, play: PlayedMove | None, options: argparse.Namespace, console: Console) -> None:
    """Draw a position with the move that led to it and its state."""
    glyphs: Glyphs = console.glyphs(options.glyphs)
    rules = position.ruleset
    color = console.color(cast("Color", options.color))
    console.line(_title(position))
    console.line()
    console.raw(
        format_board(position.board, rules, glyphs=glyphs, color=color, last_move=None if play is None else play.move)
    )
    console.line()
    console.line(format_legend(position.board, rules, glyphs=glyphs))
    for text in () if play is None else play.sentences:
        console.line(text)
    console.line(_standing(position))


def find_position(options: argparse.Namespace, typed: str | None) -> Position:
    """Return the position that the options name: of a variant, or in a text that was typed or given.

    Raises:
        NotationError: the text is no board.
        CommandError: nothing is named, or the position cannot be played.
    """
    what: str | None = options.what
    variant: str | None = options.variant
    turn: Side | None = options.turn
    if what is not None and (what == "-" or ("/" in what and not is_file(what))):
        if variant is None:
            raise CommandError(
                "a position needs --variant NAME, the rules it is played by (tafl variants lists the names)"
            )
        rules = find_rules(variant)
        return read_position(what if typed is None else typed, rules, turn)
    if what is not None and variant is not None:
        raise CommandError(f"{what!r} is no position, and two variants are named; a position has ranks with / between")
    name = what if what is not None else variant
    if name is None:
        raise CommandError(f"name a variant, as in: tafl {options.command} brandubh (tafl variants lists the names)")
    return start(find_rules(name), turn)


def read_position(text: str, rules: Ruleset, turn: Side | None) -> Position:
    """Return the position of a text; by default the side to move is the one that moves first in the game.

    Raises:
        NotationError: the text is not a board.
        CommandError: it cannot be played under the rules.
    """
    try:
        return Position.parse(text, rules, turn or rules.first or Side.ATTACKERS)
    except InvalidSetupError as error:
        raise CommandError(f"this position cannot be played in {rules.name}: {error}") from None


def start(rules: Ruleset, turn: Side | None, position: str | None = None) -> Position:
    """Return the start of the game, or the position to begin with instead.

    Raises:
        NotationError: the position is not a board.
        CommandError: it cannot be played under the rules, or the first move is by lot and the side is not given.
    """
    if position is not None:
        return read_position(position, rules, turn)
    if turn is None and rules.first is None:
        raise CommandError(
            f"in {rules.name} the first side is chosen by lot: give --turn attackers or --turn defenders"
        )
    return Position.initial(rules, turn)


def play_moves(position: Position, moves: str, roll: int | None = None) -> tuple[Position, PlayedMove | None]:
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


def _title(position: Position) -> str:
    last = position.last_move
    if position.ply == 0:
        return position.ruleset.name
    return f"{position.ruleset.name}, after {position.ply} {'ply' if position.ply == 1 else 'plies'}" + (
        "" if last is None else f": {move_words(last)}"
    )


def _standing(position: Position) -> str:
    outcome = position.outcome
    if outcome is not None:
        return str(outcome)
    moves = len(position.legal_moves())
    again = f"; the position has occurred {position.repetitions} times" if position.repetitions > 1 else ""
    goes_on = "goes on or stops" if position.ruleset.berserk is Berserk.MAY_CAPTURE else "goes on"
    bound = "" if position.berserk_square is None else f"; the piece on {position.berserk_square} {goes_on}"
    bound += "" if position.roll_pending is None else f"; the die shows {position.roll_pending}"
    bound += "; the king may be rolled for" if position.can_roll else ""
    return f"{position.turn} to move, {moves} legal {'move' if moves == 1 else 'moves'}{bound}{again}"
