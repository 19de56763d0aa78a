"""Interactive HTML replays: one self-contained file per game.

A page shows the last position as a picture, also without JavaScript. Buttons, the arrow keys, Home and End, and a click
on a move step through the game. Each move, with its captures and their rules, is announced to screen readers. The page
is light or dark like the reader's system.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Final

from attrs import field, frozen

from hnefatafl._arguments import checked
from hnefatafl.board import Board
from hnefatafl.game import Game
from hnefatafl.geometry import Symmetry
from hnefatafl.pieces import Kind, Piece, Side
from hnefatafl.played_move import PlayedMove
from hnefatafl.records import RecordedMove
from hnefatafl.render import _shapes
from hnefatafl.render._paint import style_sheet
from hnefatafl.render._scene import clean, move_words, replays
from hnefatafl.render._script import SCRIPT, STYLE
from hnefatafl.render._words import consequences, fallen, plural, state
from hnefatafl.render.svg import svg
from hnefatafl.render.themes import Theme, find_theme
from hnefatafl.replay import Replay

__all__ = ["html_replay"]


def __dir__() -> list[str]:
    return __all__


_COMMENT: Final = 2000
"""How many characters of a comment are shown."""
_DRAWN: Final = (
    "moved", "brackets", "attackers", "attackers-emblems", "defenders", "defenders-emblems",
    "lost", "lost-emblems", "halo", "crosses", "marks",
)  # fmt: skip
"""The parts of a picture that the script draws for each move."""


@checked
def html_replay(
    game: Game,
    *,
    light: Theme | str = "light",
    dark: Theme | str = "dark",
    orientation: Symmetry = Symmetry.IDENTITY,
    title: str | None = None,
) -> str:
    """Return a page that replays a game, including its variations, as far as the record is legal.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> game, = archive.parse_games(["d1-c1 c4-c2 g4-g2,0,0,Ongoing"], variants.BRANDUBH)
    >>> page = html_replay(game)
    >>> page[:15], page.count("<svg"), "http://www.w3.org/2000/svg" in page
    ('<!doctype html>', 1, True)

    Arguments:
        game: the game.
        light: the colours for light systems.
        dark: the colours for dark systems.
        orientation: the rotation or mirroring of the board.
        title: the title, instead of the event, the players and the ruleset.

    Raises:
        InvalidSetupError: the ruleset leaves the first move to the lot, and the record has no start position.
        PictureError: there is no such theme.
    """
    lines = _Lines(game)
    main, *others = replays(game)
    moves = "".join(lines.items(main))
    last = lines.last
    variations = "".join(lines.variation(replay) for replay in others)
    data = {
        "name": clean(game.ruleset.name),
        "size": game.ruleset.size,
        "turn": orientation.value,
        "first": "0",
        "last": str(last),
        "drawn": _DRAWN,
        "square": _shapes.SQUARE,
        "brackets": _shapes.BRACKETS,
        "crosses": [_shapes.CROSS, _shapes.OPEN_CROSS],
        "circle": _shapes.MARKS["circle"],
        "pieces": {piece.symbol: _piece(piece) for piece in sorted(lines.pieces, key=lambda piece: piece.symbol)},
    }
    return _PAGE.format(
        title=escape(clean(_title(game) if title is None else title)),
        style=STYLE + _painted(find_theme(light), find_theme(dark)),
        picture=svg(main.position, theme=light, orientation=orientation),
        told=escape(_told_last(main)),
        count=_count(main.position.board),
        moves=moves,
        end=_paragraph(_end(main)),
        variations=f"<h2>Variations</h2>{variations}" if variations else "",
        # HTML does not escape text within a script; the script's own language has to.
        data=json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
        script=SCRIPT,
    )


@frozen
class _Lines:
    """The moves of a game as lists, each with its changes on the board."""

    game: Game
    ids: dict[tuple[int, int], int] = field(factory=dict[tuple[int, int], int], init=False)
    pieces: set[Piece] = field(factory=set[Piece], init=False)

    @property
    def last(self) -> int:
        """The number of the last move that has been listed; that of the start is 0."""
        return len(self.ids)

    def items(self, replay: Replay) -> Iterator[str]:
        """Return the list of a line: in the main line the start comes first."""
        board = replay.start.board
        self.pieces.update(board.values())
        if replay.line == 0:
            begun = f'<a href="#0" data-i="0" data-d="{_changes(Board(board.size), board)}">Start</a>'
            yield f'<ol class="line" start="0"><li>{begun}</li>'
            before = 0
        else:
            before = self._before(replay.line)
            yield f'<ol class="line" start="{replay.start.ply + 1}">'
        for index, (play, recorded) in enumerate(zip(replay.each_played_move(), replay.recorded, strict=False)):
            self.ids[replay.line, index] = self.last + 1
            yield self._item(self.last, before, play, recorded)
            before = self.last
        yield "</ol>"

    def variation(self, replay: Replay) -> str:
        """Return a variation, with what it replaces."""
        place = self.game.variations[replay.line - 1]
        replaced = self.game.line_moves(place.line)[place.at : place.at + 1]
        instead = f"{replay.start.ply + 1}. {move_words(replaced[0].move)}" if replaced else "the end of the line"
        return f"<h3>Instead of {instead}</h3>{''.join(self.items(replay))}{_paragraph(_stopped(replay))}"

    def _before(self, line: int) -> int:
        """Return the move that a variation continues from."""
        while line:
            place = self.game.variations[line - 1]
            if place.at:
                return self.ids[place.line, place.at - 1]
            line = place.line
        return 0

    def _item(self, number: int, before: int, play: PlayedMove, recorded: RecordedMove) -> str:
        self.pieces.update(play.after.board.values())
        taken = ",".join(square.name for square in sorted(play.captured))
        who = f"{play.before.ply + 1}. {'Attackers' if play.before.turn is Side.ATTACKERS else 'Defenders'}:"
        attributes = f'href="#{number}" data-i="{number}" data-p="{before}" data-m="{play.move}" data-n="{who}"'
        attributes += f' data-d="{_changes(play.before.board, play.after.board)}"' + (
            f' data-x="{taken}"' if taken else ""
        )
        roll = "" if recorded.roll is None else f"Roll {recorded.roll}: "
        return f"<li>{roll}<a {attributes}>{move_words(play.move)}</a>{_remarks(play, recorded)}</li>"


def _remarks(play: PlayedMove, recorded: RecordedMove) -> str:
    """Return the remarks about a move, in HTML."""
    captured = fallen(play)
    told = (f" captures {captured}." if captured else "") + consequences(play)
    if play.after.outcome is not None:
        told += f" {state(play.after)}"
    text = escape(told if not told or captured else f".{told}")
    if recorded.note is not None:
        text += f" {escape(clean(recorded.note.glyph))}" if recorded.note.glyph else ""
        text += f" <q>{escape(clean(recorded.note.comment, _COMMENT))}</q>" if recorded.note.comment else ""
    return text


def _changes(before: Board, after: Board) -> str:
    """Return the new contents of the squares that differ: the letter of a piece, or a dot for none."""
    squares = [square for square in sorted({*before, *after}) if before.get(square) != after.get(square)]
    return "".join(f"{square}{after[square].symbol if square in after else '.'}" for square in squares)


def _piece(piece: Piece) -> list[str]:
    """Return a piece for the script: its side, its outline, its emblem and its plural."""
    called = str(piece) if piece.kind is Kind.KING else plural(str(piece), 2)
    return [piece.side.value, _shapes.body(piece), _shapes.EMBLEMS.get(piece.kind, ""), called]


def _title(game: Game) -> str:
    tags = {name.lower(): value for name, value in game.tags.items()}
    players = [tags[name] for name in ("attackers", "defenders") if tags.get(name)]
    parts = [tags.get("event") or "", " – ".join(players), game.ruleset.name]
    return ", ".join(part for part in parts if part)


def _painted(light: Theme, dark: Theme) -> str:
    def variables(theme: Theme) -> str:
        return f":root{{--page:{theme.page};--text:{theme.text};--link:{theme.sign}}}"

    night = f"{variables(dark)}{style_sheet(dark, '.board', colours_only=True)}"
    return f"{variables(light)}{style_sheet(light, '.board')}@media(prefers-color-scheme:dark){{{night}}}"


def _told_last(replay: Replay) -> str:
    if not replay.moves:
        return "Start" if replay.position.roll_pending is None else f"Start. {state(replay.position)}"
    return f"{replay.position.ply}. {move_words(replay.moves[-1])}. {state(replay.position)}"


def _count(board: Board) -> str:
    counts = {side: sum(piece.side is side for piece in board.values()) for side in Side}
    return f"Attackers: {counts[Side.ATTACKERS]}. Defenders: {counts[Side.DEFENDERS]}."


def _end(replay: Replay) -> str:
    """Return how the record ends, if the board does not show it."""
    told = _stopped(replay)
    if not told and replay.outcome is None:
        game = replay.game
        parts = [f"{game.ending}" if game.ending else "", f"result: {clean(game.result)}" if game.result else ""]
        told = "The record says: " + ", ".join(filter(None, parts)) + "." if any(parts) else ""
    closing_comment = replay.game.closing_comment
    return f"{told} {clean(closing_comment.comment, _COMMENT)}".strip() if closing_comment is not None else told


def _stopped(replay: Replay) -> str:
    if replay.error is None:
        last = replay.position.roll_pending if replay.moves else None
        return "" if last is None else f"Then the die showed {last}."
    stop = replay.findings[0]
    return f"The record goes on with {clean(stop.text)}, which cannot be played: {stop.message}."


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>" if text else ""


_PAGE: Final = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
script-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>{style}</style></head>
<body><main><h1>{title}</h1>
<div class="view"><div class="board">{picture}
<nav aria-label="Moves" hidden><button id="first" type="button">First</button>\
<button id="back" type="button">Back</button><button id="play" type="button">Play</button>\
<button id="next" type="button">Forward</button><button id="last" type="button">Last</button></nav>
<p class="told" id="told" role="status" aria-live="polite">{told}</p>
<p id="count">{count}</p></div>
<div class="moves"><h2>Moves</h2>{moves}{end}{variations}</div></div>
</main>
<script type="application/json" id="data">{data}</script>
<script>{script}</script>
</body></html>
"""
