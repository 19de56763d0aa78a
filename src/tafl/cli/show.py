"""Draw a position: the start layout of a ruleset, a position record, or the last position of a
recorded game, with the side to move and the outcome.

The throne is in [ ], corners are in < >, camps and other zones in ( ). With -o it also
writes a picture (.svg, or .png with the extra png), an animated picture of the last moves
(.apng, with the same extra), or a page for browsers that replays the game (.html); -o may be
repeated.

----

examples:
  tafl show copenhagen
  tafl show brandubh --moves "d1-c1 d3-g3"
  tafl show /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ --variant brandubh --turn defenders
  tafl show copenhagen -o copenhagen.svg --theme print
  tafl show examples/games/brandubh.csv --game 2 -o game.html
  tafl show examples/games/brandubh.csv --game 2 -o game.apng --last 6
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final, cast

from hnefatafl.board import Board, Move
from hnefatafl.play import PlayedMove, Position
from hnefatafl.render.text import format_board, format_legend
from hnefatafl.render.themes import THEMES
from hnefatafl.rules import Berserk, Ruleset
from hnefatafl.support.texts import counted, printable
from tafl.cli.console import Color, Console
from tafl.cli.files import check_target, write_file
from tafl.cli.options import DRAWING, POSITION, command, option, shared
from tafl.cli.subject import Subject, find_subject, position_of

_SUFFIXES: Final = (".svg", ".png", ".apng", ".html")


def _make_file(suffix: str, subject: Subject, options: argparse.Namespace) -> bytes:
    """Return the content of a picture or a page.

    Raises:
        CommandError: moves are requested of a layout.
        MissingExtraError: a PNG is requested and the extra ``png`` is not installed.
    """
    if suffix == ".apng":
        position_of(subject)  # moves need a first side
        from hnefatafl.render.png import animation
        from hnefatafl.render.svg import move_pictures

        theme = options.theme or "light"
        return animation(move_pictures(subject.game, last=options.last, theme=theme, size=options.size))
    if suffix == ".html":
        position_of(subject)  # a page replays a game, which has a first side
        from hnefatafl.render.page import html_replay

        return html_replay(subject.game, light=options.theme or "light", dark=options.theme or "dark").encode()
    picture = _draw_picture(subject, options)
    if suffix == ".svg":
        return picture.encode()
    from hnefatafl.render.png import png

    return png(picture)


def _draw_picture(subject: Subject, options: argparse.Namespace) -> str:
    from hnefatafl.render.svg import missing, svg

    theme = options.theme or "light"
    if subject.position is None:
        return svg(subject.ruleset, theme=theme, size=options.size)
    played = subject.played
    # A roll after the last move belongs to the position, not to the move.
    shown: Position | PlayedMove = subject.position if played is None or played.after != subject.position else played
    captured = missing(subject.game.initial_position.board, subject.position.board)
    return svg(shown, theme=theme, size=options.size, captured=captured)


@command(
    "show",
    __doc__,
    *POSITION,
    shared("--output", "the file to write: .svg, .png, .apng or .html; may be repeated", action="append"),
    option("--theme", "the theme (default: light; for pages also dark)", choices=tuple(THEMES)),
    option("--size N", "the width of the picture in pixels"),
    option("--last N", "how many of the last moves an animated picture shows", default=10),
    "--force",
    *DRAWING,
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Draw the position with its last move and its state, and write the requested pictures."""
    paths: list[str] = options.output or []
    suffixes = [check_target(path, _SUFFIXES, "a picture", force=options.force) for path in paths]
    subject = find_subject(options)
    if subject.comment:
        console.line(f"{subject.comment}\n")
    if subject.position is None:
        _draw_layout(subject.ruleset, options, console)
    else:
        draw(subject.position, subject.played, options, console)
    if subject.fault is not None:
        console.line(f"the record goes on with {printable(subject.fault.text)}: {subject.fault.message}")
    for path, suffix in zip(paths, suffixes, strict=True):
        write_file(Path(path), _make_file(suffix, subject, options), force=options.force)
        console.line(f"written: {path}")
    return 0 if subject.fault is None else 1


def draw(position: Position, play: PlayedMove | None, options: argparse.Namespace, console: Console) -> None:
    """Draw a position with the move that led to it and its state."""
    moved = None if play is None else play.move
    _draw_board(_make_title(position), position.board, position.ruleset, moved, options, console)
    for text in () if play is None else play.sentences:
        console.line(text)
    console.line(_describe_standing(position))


def _draw_layout(rules: Ruleset, options: argparse.Namespace, console: Console) -> None:
    _draw_board(rules.name, rules.start, rules, None, options, console)
    console.line("first move by lot")


def _draw_board(
    title: str, board: Board, rules: Ruleset, moved: Move | None, options: argparse.Namespace, console: Console
) -> None:
    glyphs = console.glyphs(options.glyphs)
    color = console.color(cast("Color", options.color))
    console.line(title)
    console.line()
    console.raw(format_board(board, rules, glyphs=glyphs, color=color, last_move=moved))
    console.line()
    console.line(format_legend(board, rules, glyphs=glyphs))


def _make_title(position: Position) -> str:
    last = position.last_move
    if position.ply == 0:
        return position.ruleset.name
    title = f"{position.ruleset.name}, after {counted(position.ply, 'ply')}"
    if last is None:
        return title
    from hnefatafl.render.alt import move_words  # which loads records

    return f"{title}: {move_words(last)}"


def _describe_standing(position: Position) -> str:
    outcome = position.outcome
    if outcome is not None:
        return str(outcome)
    moves = len(position.legal_moves())
    again = f"; the position has occurred {position.repetitions} times" if position.repetitions > 1 else ""
    goes_on = "goes on or stops" if position.ruleset.berserk is Berserk.MAY_CAPTURE else "goes on"
    bound = "" if position.berserk_square is None else f"; the piece on {position.berserk_square} {goes_on}"
    bound += "" if position.roll_pending is None else f"; the die shows {position.roll_pending}"
    bound += "; the die may be rolled" if position.can_roll else ""
    return f"{position.turn} to move, {counted(moves, 'legal move')}{bound}{again}"
