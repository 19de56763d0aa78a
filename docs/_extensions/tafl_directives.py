"""The directives of these pages beside those of ``hnefatafl.sphinxext``, and the pages that are made while building.

``rulesets``
    Links to shipped rulesets, with where they come from.
``option-board``
    The board that shows an option.
``commands``
    A section for each command of ``tafl``.
``archive``
    A table of what the games of the archive settle: ``rulesets``, ``unknown`` or ``turns``.
``figures``
    A table of what the benchmarks have measured: ``machine``, ``targets`` or ``ratios``.
``studies``
    A table of the studies of the laboratory: ``machine``, ``balance``, ``course``, ``idle`` or ``planted``.
``picture``
    Python code, and the picture that it draws: what ``picture`` is assigned to in it, while the page is built.
"""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path

import archive_tables
import command_lines
import figure_tables
import option_pages
import study_tables
import variant_pages
from docutils import nodes
from live_pages import placed_board
from option_boards import BOARDS
from rst import doc, escaped
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from hnefatafl import variants
from hnefatafl.sphinxext import picture


class Picture(SphinxDirective):
    """A piece of code, and the picture that it draws; all pieces of a page share their names."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        code = "\n".join(self.content)
        names = self.env.temp_data.setdefault("tafl names", {})
        exec(code, names)  # the code of these pages, and no other
        drawn = names["picture"]
        return [nodes.literal_block(text=code, language="python"), picture(drawn, "", adapts="tafl light" in drawn)]


class OptionBoard(SphinxDirective):
    """The board that shows an option."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        shown = BOARDS[self.arguments[0]]
        figure = nodes.figure("", picture(shown.drawn(), str(shown.position)), classes=["tafl"])
        figure += nodes.caption(text=shown.caption)
        return [figure, *placed_board(shown.position)]


class Rulesets(SphinxDirective):
    """The shipped rulesets that match one of the patterns, such as ``brandubh*``."""

    required_arguments = 1
    optional_arguments = 100

    def run(self) -> list[nodes.Node]:
        found = [r for r in variants._list_shipped() if any(fnmatchcase(r.name, pattern) for pattern in self.arguments)]
        found.sort(key=lambda rules: (rules.name not in variant_pages.CONSTANTS, rules.name))
        lines = []
        for rules in found:
            lines += [
                doc(f"/variants/{rules.name}", rules.name),
                f"   {rules.size}×{rules.size}. {escaped(rules.source)}",
                "",
            ]
        return self.parse_text_to_nodes("\n".join(lines))


class Commands(SphinxDirective):
    """A section for each command."""

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes("\n".join(command_lines.lines()), allow_section_headings=True)


class Figures(SphinxDirective):
    """The results of the benchmarks as a table."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        file = Path(self.env.srcdir) / "_data" / "figures.json"
        self.env.note_dependency(str(file))
        lines = figure_tables.TABLES[self.arguments[0]](figure_tables.measured(file))
        return self.parse_text_to_nodes("\n".join(lines))


class Studies(SphinxDirective):
    """The studies of the laboratory as a table."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        file = Path(self.env.srcdir) / "_data" / "studies.json"
        self.env.note_dependency(str(file))
        return self.parse_text_to_nodes("\n".join(study_tables.TABLES[self.arguments[0]](study_tables.studied(file))))


class Archive(SphinxDirective):
    """What the games of the archive settle, as tables."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        file = Path(self.env.srcdir) / "_data" / "archive.json"
        self.env.note_dependency(str(file))
        lines = archive_tables.TABLES[self.arguments[0]](archive_tables.settled(file))
        return self.parse_text_to_nodes("\n".join(lines))


def _write(folder: Path, pages: Iterable[tuple[str, str]]) -> None:
    """Writes pages that have changed, and removes those that no longer exist."""
    folder.mkdir(exist_ok=True)
    old = set(folder.glob("*.rst"))
    for name, text in pages:
        path = folder / f"{name}.rst"
        old.discard(path)
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
    for path in old:
        path.unlink()


def _make_pages(app: Sphinx) -> None:
    source = Path(app.srcdir)
    _write(source / "options", option_pages.pages(source / "rules.rst"))
    _write(source / "variants", variant_pages.pages(source / "_data" / "perft.tsv"))


def setup(app: Sphinx) -> ExtensionMetadata:
    app.connect("builder-inited", _make_pages)
    app.add_directive("archive", Archive)
    app.add_directive("commands", Commands)
    app.add_directive("figures", Figures)
    app.add_directive("studies", Studies)
    app.add_directive("picture", Picture)
    app.add_directive("option-board", OptionBoard)
    app.add_directive("rulesets", Rulesets)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
