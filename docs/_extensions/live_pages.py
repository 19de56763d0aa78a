"""Pages that run the library in the reader's browser, where Pyodide's folder is there while they are built.

The pages of ``tafl site`` are then part of the documentation, in the folder ``play``. On the page of a ruleset one can
play against the computer, and from that of every other board with both sides; the examples of the tutorials run,
and ``.. live-links::`` links to the pages. ``live.js`` loads nothing of all that before a click, but for the board on
the first page. Without Pyodide (``python tasks.py pyodide`` installs it) the pages are as always.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from shutil import copyfile, copytree
from typing import Any, Final

from docutils import nodes
from option_boards import BOARDS
from rst import table
from ruleset_titles import title
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from hnefatafl import Position, Ruleset, variants
from hnefatafl.describe import summary
from hnefatafl.notation import json as documents
from hnefatafl.notation.data import format_tables
from hnefatafl.records import Game
from hnefatafl.render._component import escaped_json
from hnefatafl.render.page import board_message
from hnefatafl.sphinxext import _TaflBoard
from tafl.cli import main
from tafl.web._offers import FIRST_GAMES
from tafl.web._site import read_rules

ROOT: Final = Path(__file__).parents[2]
PYODIDE: Final = ROOT / ".pythons" / "3.14" / "node_modules" / "pyodide"
SCRIPT: Final = "live.js"
SITE: Final = "play"
TABLES_FOLDER: Final = "boards"
WHAT: Final = {
    "first visit": "first visit, until one's own first move",
    "later visit": "later visit, until one's own first move",
    "slow visit": "first visit at 10 Mbit/s, 40 ms away, by a processor slowed four times",
    "rules of one's own": "first visit to make rules, until Python has read some",
}
LINKS: Final = (
    ("index", "Play any ruleset"), ("puzzles", "Solve puzzles"), ("rules", "Make your own rules"),
    ("study", "Study a record"),
)  # fmt: skip


class PageFigures(SphinxDirective):
    """What ``benchmarks/page.py`` has measured: the ``sizes`` of the parts of the site, or ``seconds``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        file = Path(self.env.srcdir) / "_data" / "page.json"
        self.env.note_dependency(str(file))
        measured = json.loads(file.read_text("utf-8"))
        return self.parse_text_to_nodes("\n".join(TABLES[self.arguments[0]](measured)))


def sizes(measured: dict[str, Any]) -> Iterator[str]:
    """Yield the table of the sizes."""
    parts = {**measured["sizes"]}
    parts["together"] = {unit: sum(each[unit] for each in parts.values()) for unit in ("bytes", "gzip")}
    rows = ([name, *(f"{each[unit] / 1e6:.2f}" for unit in ("bytes", "gzip"))] for name, each in parts.items())
    yield from table(["Part", "MB", "MB with gzip"], rows)
    yield f"A first game of brandubh against the computer loads {measured['loaded'] / 1000:.0f} kB of it, with gzip."
    yield ""


def seconds(measured: dict[str, Any]) -> Iterator[str]:
    """Yield the table of the times, and where they were measured."""
    found = measured["seconds"].items()
    rows = ([WHAT.get(name, name), *(f"{each[kind]:.1f}" for kind in ("processor", "clock"))] for name, each in found)
    yield from table(["What", "Processor", "Clock"], rows)
    told = measured["machine"]
    where = f"{told['browser']} on {told['system']}, {told['cores']} cores at a load of {told['load']}"
    yield f"Rounds: {measured['rounds']}. Measured with {where}."
    yield ""
    speeds = measured["search"].items()
    searched = ([name, *(f"{each[key]}" for key in ("browser", "python", "ratio"))] for name, each in speeds)
    yield "The search, in thousands of positions a second, in turns in the browser and in the compiled library:"
    yield ""
    yield from table(["Ruleset", "Browser", "Library", "Ratio"], searched)


TABLES: Final[Mapping[str, Callable[[dict[str, Any]], Iterator[str]]]] = {"sizes": sizes, "seconds": seconds}


def plays_without_python() -> bool:
    """Return whether the pages have the kernel in WebAssembly (``python tasks.py rules``)."""
    return PYODIDE.exists() and bool(read_rules())


def played_rules(rules: Ruleset) -> str | None:
    """Return what the site knows a ruleset by: its name, or the file of its tables; None if it does not play it."""
    if rules.extra_captures or rules.extra_endings:
        return None
    if rules.name in variants.names() and variants.get(rules.name) == rules:
        return rules.name
    return f"{TABLES_FOLDER}/{rules.fingerprint}.json"


def placed_board(position: Position) -> list[nodes.Node]:
    """Return what ``live.js`` needs to play on from the board that stands before it; nothing where that cannot be."""
    rules = played_rules(position.ruleset)
    if rules is None or position.outcome is not None or not plays_without_python():
        return []
    record = json.loads(documents.format_game(Game.from_position(position)))
    told = escaped_json({"rules": rules, "record": record})
    return [nodes.raw(text=f'<script type="application/json" class="placed-board">{told}</script>', format="html")]


class PlayedBoard(_TaflBoard):
    """A board as everywhere, from which one can play on."""

    def run(self) -> list[nodes.Node]:
        shown = self._read_subject()
        position = shown if isinstance(shown, Position) else shown.after
        return [*super().run(), *placed_board(position)]


def _write_tables(site: Path) -> None:
    """Write the tables of the rulesets of the options' boards that do not ship."""
    for shown in BOARDS.values():
        name = played_rules(shown.ruleset)
        if name is not None and name.endswith(".json"):
            file = site / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(format_tables(shown.ruleset, board=board_message(shown.ruleset)), "utf-8")


class FirstGames(SphinxDirective):
    """The games that the first page of the site shows beside its board, as cards that link to their pages; and a card
    that links to the site, with the content instead of the links where the site is not there."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        [cards] = self.parse_text_to_nodes("\n".join(_list_cards()))
        assert isinstance(cards, nodes.Element)
        cards += nodes.container("", *_site_links(self), classes=["card"])
        return [cards]


def _list_cards() -> Iterator[str]:
    """Yield the cards, with the sentence that the site has of each game."""
    yield ".. container:: cards"
    for name in FIRST_GAMES[1:]:
        rules = variants.get(name)
        yield from ("", "   .. container:: card", "", f"      .. tafl-board:: {name}", "         :no-coordinates:", "")
        yield from (f"      :doc:`{title(rules)} <variants/{name}>`", "", f"      {summary(rules)}")


class LiveLinks(SphinxDirective):
    """Links to the pages of the site; the content stands instead of them where it is not there."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        return _site_links(self)


def _site_links(directive: SphinxDirective) -> list[nodes.Node]:
    """Return the links to the pages of the site, or the content of the directive where the site is not there."""
    if not PYODIDE.exists():
        return directive.parse_content_to_nodes()
    up = "../" * directive.env.docname.count("/")
    items = "".join(f'<li><a href="{up}{SITE}/{name}.html">{words}</a></li>' for name, words in LINKS)
    return [nodes.raw(text=f"<ul>{items}</ul>", format="html")]


def _write(app: Sphinx) -> None:
    """Write the site beside the pages, with the files that examples open."""
    if app.builder.format != "html" or not PYODIDE.exists():
        return
    site, told = Path(app.outdir) / SITE, io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
        status = main(["site", str(site), "--pyodide", str(PYODIDE), "--force"])
    if status:
        raise RuntimeError(told.getvalue())
    (site / "404.html").unlink()  # hosts look for it at their root, which is not the site's
    _write_tables(site)
    copytree(ROOT / "examples" / "games", site / "examples" / "games", dirs_exist_ok=True)
    folder = Path(app.outdir) / "_live"
    folder.mkdir(parents=True, exist_ok=True)
    copyfile(Path(__file__).with_name(SCRIPT), folder / SCRIPT)
    app.config.html_static_path.append(str(folder))


def _add(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Add the script, and the link to the site."""
    context["plays"] = PYODIDE.exists()
    if PYODIDE.exists():
        app.add_js_file(SCRIPT, defer="defer")


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_directive("first-games", FirstGames)
    app.add_directive("live-links", LiveLinks)
    app.add_directive("tafl-board", PlayedBoard, override=True)
    app.add_directive("page-figures", PageFigures)
    app.connect("builder-inited", _write)
    app.connect("html-page-context", _add)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
