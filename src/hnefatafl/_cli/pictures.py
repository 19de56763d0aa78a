"""The pictures and pages that the command writes to files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from hnefatafl._cli.console import Console
from hnefatafl._cli.files import check_free, suffix_of, write_file
from hnefatafl._cli.subject import Subject, position_of
from hnefatafl.play import PlayedMove, Position

_SUFFIXES: Final = (".svg", ".png", ".apng", ".html")


def check_pictures(options: argparse.Namespace) -> None:
    """Check that the requested files can be written.

    Raises:
        CommandError: a file exists already, or its suffix is that of no picture.
    """
    for path in options.output or ():
        suffix_of(path, _SUFFIXES, "a picture")
        check_free(Path(path), options.force)


def write_pictures(options: argparse.Namespace, subject: Subject, console: Console) -> None:
    """Write the requested files.

    Raises:
        CommandError: a file cannot be written, or exists already, or moves are requested of a layout.
        MissingExtraError: a PNG is requested and the extra ``png`` is not installed.
    """
    for path in options.output or ():
        content = _made(suffix_of(path, _SUFFIXES, "a picture"), subject, options)
        write_file(Path(path), content, options.force)
        console.line(f"written: {path}")


def _made(suffix: str, subject: Subject, options: argparse.Namespace) -> bytes:
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
    picture = _drawn(subject, options)
    if suffix == ".svg":
        return picture.encode()
    from hnefatafl.render.png import png

    return png(picture)


def _drawn(subject: Subject, options: argparse.Namespace) -> str:
    from hnefatafl.render._scene import missing
    from hnefatafl.render.svg import svg

    theme = options.theme or "light"
    if subject.position is None:
        return svg(subject.ruleset, theme=theme, size=options.size)
    played = subject.played
    # A roll after the last move belongs to the position, not to the move.
    shown: Position | PlayedMove = subject.position if played is None or played.after != subject.position else played
    captured = missing(subject.game.initial_position.board, subject.position.board)
    return svg(shown, theme=theme, size=options.size, captured=captured)
