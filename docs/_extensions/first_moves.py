"""A board on which the first moves of a game are made by clicks, without a server.

``.. first-moves:: RULESET`` shows the start. Every first move can be made, and a line of more moves is followed:
that of ``openings.tsv``. Pages that are not HTML, and browsers without scripts, get the picture of the start. The
content is the caption. With ``now``, a game begins with the page where ``live_pages`` has the site.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import ClassVar, Final

from docutils import nodes
from docutils.parsers.rst import directives
from live_pages import PYODIDE, plays_without_python
from ruleset_lines import ruleset_lines
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from hnefatafl import Board, Move, Position, Ruleset, Side, variants
from hnefatafl.play import PlayedMove
from hnefatafl.render._component import changes, escaped_json, move_attributes
from hnefatafl.render._scene import consequences, fallen, move_words, state
from hnefatafl.render.page import board_message, bundle_scripts, component_style
from hnefatafl.render.svg import svg
from hnefatafl.sphinxext import picture

SCRIPT: Final = "first_moves.js"
STYLE: Final = "first_moves.css"
END: Final = (
    "Play it here goes on with whole games."
    if PYODIDE.exists()
    else "No more moves are kept here; tafl serve plays whole games."
)


def line_of(rules: Ruleset, file: Path) -> list[PlayedMove]:
    """Return the line of a ruleset.

    Raises:
        ValueError: the table has none, or one of another behaviour version.
    """
    version, moves = ruleset_lines(file).get(rules.name, (0, [""]))
    if version != rules.version:
        raise ValueError(f"{rules.name}: {file.name} is of version {version}; run scripts/make_openings.py --missing")
    position = Position.initial(rules, rules.first or Side.ATTACKERS)
    found: list[PlayedMove] = []
    for move in map(Move.parse, moves[0].split()):
        found.append(position.explain(move))
        position = found[-1].after
    return found


def tree(rules: Ruleset, line: list[PlayedMove]) -> Iterator[str]:
    """Yield the moves as items of a list: the start, the line, and the other first moves."""
    start = Position.initial(rules, rules.first or Side.ATTACKERS)
    standing = changes(Board(rules.size), start.board)
    yield f'<li><button type="button" data-node="0" data-changes="{standing}">Start</button>. {state(start)}</li>'
    for number, play in enumerate(line, start=1):
        yield item(number, number - 1, play)
    others = sorted(set(start.legal_moves()) - {line[0].move} if line else start.legal_moves())
    for number, move in enumerate(others, start=len(line) + 1):
        yield item(number, 0, start.explain(move))


def item(number: int, before: int, play: PlayedMove) -> str:
    """Return a move, with what it does."""
    told = (f" captures {fallen(play)}." if play.captures else ".") + consequences(play)
    move = f'<button type="button"{move_attributes(number, before, play)}>{move_words(play.move)}</button>'
    return f"<li>{move}{escape(told)} {escape(state(play.after))}</li>"


class FirstMoves(SphinxDirective):
    """The board of a ruleset."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {"now": directives.flag}

    def run(self) -> list[nodes.Node]:
        rules = variants.get(self.arguments[0])
        file = Path(self.env.srcdir) / "_data" / "openings.tsv"
        self.env.note_dependency(str(file))
        start = Position.initial(rules, rules.first or Side.ATTACKERS)
        figure = nodes.figure("", picture(svg(start), str(start)), classes=["tafl", "first-moves"])
        if self.content:
            figure += nodes.caption("", "", *self.parse_inline(" ".join(self.content))[0])
        items = "".join(tree(rules, line_of(rules, file)))
        listed = (
            f'<details class="first-moves-list" data-rules="{rules.name}" data-end="{END}"'
            f"{' data-now' if 'now' in self.options and plays_without_python() else ''}>"
            "<summary>The first moves as a list</summary>"
            f'<ol start="0">{items}</ol></details>'
            f'<script type="application/json">{escaped_json(board_message(rules))}</script>'
        )
        return [figure, nodes.raw(text=listed, format="html")]


def _write(app: Sphinx) -> None:
    """Writes the script and the style sheet, which are those of the package."""
    folder = Path(app.outdir) / "_first_moves"
    folder.mkdir(parents=True, exist_ok=True)
    own = Path(__file__).with_suffix(".js").read_text("utf-8")
    # A classic script works in files, too, where browsers load no modules.
    (folder / SCRIPT).write_text(f"(() => {{\n{bundle_scripts('replay.js')}{own}}})();\n", "utf-8")
    (folder / STYLE).write_text(component_style(), "utf-8")
    app.config.html_static_path.append(str(folder))


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_directive("first-moves", FirstMoves)
    app.connect("builder-inited", _write)
    app.add_css_file(STYLE)
    app.add_js_file(SCRIPT, defer="defer")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
