"""Interactive HTML replays: one self-contained file per game.

A page shows the last position as a picture, also without JavaScript. With it there is a board: its buttons, the arrow
keys, Home and End, a click on a move in the list, or a piece that is dragged or clicked with the square it goes to,
step through the game; ``f`` flips the board. Each move, with its captures and their rules, is announced to screen
readers. The page is light or dark like the reader's system.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Any, Final

from attrs import field

from hnefatafl.board import Board, PieceSet, Square, Symmetry
from hnefatafl.play import PlayedMove
from hnefatafl.records import Game, Note, RecordedMove, Replay, replays
from hnefatafl.render._component import (
    BOARD_SCRIPTS,
    board_message,
    bundle_scripts,
    changes,
    component_file,
    component_style,
    draw_position,
    escaped_json,
    move_attributes,
)
from hnefatafl.render._scene import consequences, fallen, move_words, scene_of, state
from hnefatafl.render.svg import svg
from hnefatafl.render.themes import Theme, find_theme
from hnefatafl.rules import RulesetLike, as_ruleset
from hnefatafl.support.arguments import check
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import shortened

__all__ = [
    "BOARD_SCRIPTS",
    "board_message",
    "bundle_scripts",
    "component_file",
    "component_style",
    "draw_position",
    "html_games",
    "html_replay",
    "thumbnail",
]


_COMMENT: Final = 2000
"""How many characters of a comment are shown."""
_MOST_SIZE: Final = 4_000_000
"""How many characters the moves on a page of several games may have."""


def html_replay(
    game: Game,
    *,
    light: Theme | str = "light",
    dark: Theme | str = "dark",
    orientation: Symmetry | str = Symmetry.IDENTITY,
    title: str | None = None,
) -> str:
    """Return a page that replays a game, including its variations, as far as the record is legal.

    The comment, the arrows and the circles of a place are shown there. A reader can draw more with the right mouse
    button, until the page is left.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> game, = archive.parse_games(["d1-c1 c4-c2 g4-g2,0,0,Ongoing"], variants.BRANDUBH)
    >>> page = html_replay(game)
    >>> page[:15], "<svg" in page, "d1-c1</a>" in page
    ('<!doctype html>', True, True)

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
    check("game", game, Game)
    main, moves = _list_moves(game, 'id="moves"')
    picture = svg(main.position, theme=light, orientation=orientation, shapes=scene_of(game).shapes)
    told, count = escape(_describe_last_move(main)), _count_men(main.position.board)
    return _write_page(
        _make_title(game) if title is None else title,
        f'<div id="board">{picture}\n<p>{told}</p>\n<p>{count}</p>\n{moves}</div>',
        (find_theme(light), find_theme(dark)),
        board_message(game.ruleset, orientation=orientation, start=main.start.board),
        "page.js",
    )


def html_games(
    games: Iterable[tuple[str, Game]],
    ruleset: RulesetLike,
    *,
    title: str,
    head: str = "",
    most: int = _MOST_SIZE,
    light: Theme | str = "light",
    dark: Theme | str = "dark",
) -> str:
    """Return a page that replays any of several games: each opens at a click on its line, and has its place in the
    address, from ``#game-0`` on.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> games = archive.parse_games(["d1-c1 c4-c2", "d1-e1"], variants.BRANDUBH)
    >>> page = html_games(zip(["first", "second"], games), variants.BRANDUBH, title="Two games")
    >>> page.count("<details"), "d1-e1</a>" in page
    (2, True)

    Arguments:
        games: the games, each with what its line says.
        ruleset: their ruleset.
        title: the title of the page.
        head: what stands before the games, in HTML: texts in it have to be escaped.
        most: how many characters the moves may have together. The games after these are counted only.
        light: the colours for light systems.
        dark: the colours for dark systems.

    Raises:
        InvalidSetupError: the ruleset leaves the first move to the lot, and a record has no start position.
        PictureError: there is no such theme.
    """
    parts: list[str] = []
    left_out = size = 0
    for number, (line, game) in enumerate(games):
        if size >= most:
            left_out += 1
            continue
        _, moves = _list_moves(game, 'class="game-moves"')
        summary = f"<summary>{escape(shortened(line, _COMMENT))}</summary>"
        parts.append(f'<details class="game" id="game-{number}">{summary}<div>{moves}</div></details>\n')
        size += len(parts[-1])
    rest = _format_paragraph(f"{left_out:,} more games are not shown, to keep this page small." if left_out else "")
    return _write_page(
        title,
        f"{head}<h2>Games</h2>\n{''.join(parts)}{rest}",
        (find_theme(light), find_theme(dark)),
        board_message(as_ruleset(ruleset)),
        "games.js",
    )


def _list_moves(game: Game, attribute: str) -> tuple[Replay, str]:
    """Return the main line of a game, and the list of all its moves in HTML, in an element with that attribute."""
    lines = _Lines(game)
    main, *others = replays(game)
    moves = "".join(lines.items(main))
    last = lines.last
    variations = "".join(lines.variation(replay) for replay in others)
    more = f"<h2>Variations</h2>{variations}" if variations else ""
    end = _format_paragraph(_describe_end(main))
    return main, f'<div {attribute} data-shown="{last}"><h2>Moves</h2>{moves}{end}{more}</div>'


def _write_page(title: str, body: str, themes: tuple[Theme, Theme], message: dict[str, Any], script: str) -> str:
    return _PAGE.format(
        title=escape(shortened(title)),
        style=_style_page(*themes) + component_file("page.css") + component_style({"own": themes}),
        body=body,
        data=escaped_json(message),
        script=bundle_scripts("replay.js", script),
    )


@frozen
class _Lines:
    """The moves of a game as lists, each with its changes on the board."""

    game: Game
    ids: dict[tuple[int, int], int] = field(factory=dict[tuple[int, int], int], init=False)

    @property
    def last(self) -> int:
        """The number of the last move that has been listed; that of the start is 0."""
        return len(self.ids)

    def items(self, replay: Replay) -> Iterator[str]:
        """Return the list of a line: in the main line the start comes first."""
        board = replay.start.board
        if replay.line == 0:
            attributes = f' data-changes="{changes(Board(board.size), board)}"{self._attribute(self.game.note)}'
            begun = f'<a href="#0" data-node="0"{attributes}>Start</a>'
            yield f'<ol class="line" start="0"><li>{begun}{_format_note(self.game.note)}</li>'
            before = 0
        else:
            before = self._find_parent(replay.line)
            yield f'<ol class="line" start="{replay.start.ply + 1}">'
        for index, (play, recorded) in enumerate(zip(replay.each_played_move(), replay.recorded, strict=False)):
            self.ids[replay.line, index] = self.last + 1
            yield self._format_item(self.last, before, play, recorded)
            before = self.last
        yield "</ol>"

    def variation(self, replay: Replay) -> str:
        """Return a variation, with what it replaces."""
        place = self.game.variations[replay.line - 1]
        replaced = self.game.line_moves(place.line)[place.at : place.at + 1]
        instead = f"{replay.start.ply + 1}. {move_words(replaced[0].move)}" if replaced else "the end of the line"
        return f"<h3>Instead of {instead}</h3>{''.join(self.items(replay))}{_format_paragraph(_explain_stop(replay))}"

    def _find_parent(self, line: int) -> int:
        """Return the move that a variation continues from."""
        while line:
            place = self.game.variations[line - 1]
            if place.at:
                return self.ids[place.line, place.at - 1]
            line = place.line
        return 0

    def _format_item(self, number: int, before: int, play: PlayedMove, recorded: RecordedMove) -> str:
        roll = "" if recorded.roll is None else f"Roll {recorded.roll}: "
        attributes = move_attributes(number, before, play) + self._attribute(recorded.note)
        remarks = _format_remarks(play, recorded)
        return f'<li>{roll}<a href="#{number}"{attributes}>{move_words(play.move)}</a>{remarks}</li>'

    def _attribute(self, note: Note | None) -> str:
        """Return the attribute with the arrows and circles of a note, if it has any."""
        shapes = () if note is None else note.shapes_on(self.game.ruleset.size)
        return f' data-shapes="{",".join(map(str, shapes))}"' if shapes else ""


def _format_remarks(play: PlayedMove, recorded: RecordedMove) -> str:
    """Return the remarks about a move, in HTML."""
    captured = fallen(play)
    sentences = (f" captures {captured}." if captured else "") + consequences(play)
    if play.after.outcome is not None:
        sentences += f" {state(play.after)}"
    return escape(sentences if not sentences or captured else f".{sentences}") + _format_note(recorded.note)


def _format_note(note: Note | None) -> str:
    """Return the glyph and the comment of a note, in HTML."""
    glyph = f" {escape(shortened(note.glyph))}" if note and note.glyph else ""
    return glyph + (f" <q>{escape(shortened(note.comment, _COMMENT))}</q>" if note and note.comment else "")


def _make_title(game: Game) -> str:
    tags = {name.lower(): value for name, value in game.tags.items()}
    players = [tags[name] for name in ("attackers", "defenders") if tags.get(name)]
    parts = [tags.get("event") or "", " – ".join(players), game.ruleset.name]
    return ", ".join(part for part in parts if part)


def _style_page(light: Theme, dark: Theme) -> str:
    def variables(theme: Theme) -> str:
        return f":root{{--page:{theme.page};--text:{theme.text};--link:{theme.sign}}}"

    return f"{variables(light)}@media(prefers-color-scheme:dark){{{variables(dark)}}}"


def _describe_last_move(replay: Replay) -> str:
    if not replay.moves:
        return "Start" if replay.position.roll_pending is None else f"Start. {state(replay.position)}"
    return f"{replay.position.ply}. {move_words(replay.moves[-1])}. {state(replay.position)}"


def _count_men(board: Board) -> str:
    attackers, defenders = board.count(PieceSet.ATTACKERS), board.count(PieceSet.DEFENDING_MEN)
    king = " and the king" if board.count(PieceSet.KING) else ""
    return f"Attackers: {attackers}. Defenders: {defenders}{king}."


def _describe_end(replay: Replay) -> str:
    """Return how the record ends, if the board does not show it."""
    ending = _explain_stop(replay)
    if not ending and replay.outcome is None:
        game = replay.game
        result = shortened(game.result) if game.winner is None else f"the {game.winner} win"
        parts = [f"{game.ending}" if game.ending else "", f"result: {result}" if result else ""]
        ending = "The record says: " + ", ".join(filter(None, parts)) + "." if any(parts) else ""
    closing_comment = replay.game.closing_comment
    return f"{ending} {shortened(closing_comment.comment, _COMMENT)}".strip() if closing_comment is not None else ending


def _explain_stop(replay: Replay) -> str:
    if replay.error is None:
        last = replay.position.roll_pending if replay.moves else None
        return "" if last is None else f"Then the die showed {last}."
    stop = replay.findings[0]
    return f"The record goes on with {shortened(stop.text)}, which cannot be played: {stop.message}."


def _format_paragraph(text: str) -> str:
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
{body}
</main>
<script type="application/json" id="data">{data}</script>
<script type="module">{script}</script>
</body></html>
"""


def thumbnail(rules: RulesetLike, board: Board | None = None) -> dict[str, Any]:
    """Return a board, by default that of the start, and the squares that have colours of their own.

    >>> from hnefatafl import variants
    >>> thumbnail(variants.BRANDUBH)["throne"]
    'd4'
    """
    check("board", board, Board, optional=True)
    rules = as_ruleset(rules, "rules")
    size = rules.size
    places = {"throne": [rules.throne], "corners": [rules.corners], "zones": rules.zones}
    special = {
        name: _list_names(s for z in zones if z for s in z.squares.squares(size)) for name, zones in places.items()
    }
    return {"size": size, "board": (rules.start if board is None else board).record, **special}


def _list_names(squares: Iterable[Square]) -> str:
    return " ".join(square.name for square in sorted(set(squares)))
