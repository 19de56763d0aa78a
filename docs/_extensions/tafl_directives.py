"""The directives of these pages.

``rulesets``
    Shipped rulesets with their pictures, sources, readings and options.
``picture``
    Python code, and the picture that it draws: what ``picture`` is assigned to in it, while the page is built.
"""

from __future__ import annotations

from fnmatch import fnmatchcase

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from hnefatafl import variants
from hnefatafl._words import members, words
from hnefatafl.board import Board
from hnefatafl.render.svg import svg
from hnefatafl.rules import Ruleset
from hnefatafl.variants import layouts

LAYOUTS = {board: name for name, board in vars(layouts).items() if isinstance(board, Board)}
CONSTANTS = {getattr(variants, name).name: name for name in variants.__all__ if name.isupper()}


class Picture(SphinxDirective):
    """A piece of code, and the picture that it draws; the names of one page are known to all its pieces."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        code = "\n".join(self.content)
        names = self.env.temp_data.setdefault("tafl names", {})
        exec(code, names)  # the code of these pages, and no other
        return [nodes.literal_block(text=code, language="python"), _drawn(names["picture"])]


class Rulesets(SphinxDirective):
    """A section for every shipped ruleset that one of the patterns fits, such as ``brandubh*``."""

    required_arguments = 1
    optional_arguments = 100

    def run(self) -> list[nodes.Node]:
        patterns = self.arguments
        names = [name for name in variants.names() if any(fnmatchcase(name, pattern) for pattern in patterns)]
        names.sort(key=lambda name: name not in CONSTANTS)
        return [self._section(variants.get(name)) for name in names]

    def _section(self, rules: Ruleset) -> nodes.section:
        section = nodes.section(ids=[nodes.make_id(f"ruleset {rules.name}")], names=[rules.name])
        section += nodes.title(text=rules.name)
        section += nodes.paragraph(text=f"Source: {rules.source}")
        if rules.aliases:
            section += nodes.paragraph(text=f"Also found as: {', '.join(rules.aliases)}.")
        if rules.name in CONSTANTS:
            section += self._parse(f"Constant: :data:`hnefatafl.variants.{CONSTANTS[rules.name]}`.")
            section += _drawn(svg(rules, size=24 * rules.size + 24))
            section += nodes.literal_block(text=str(rules.start), language="none")
        else:
            layout = LAYOUTS[rules.start]
            section += self._parse(f"Start layout: :data:`~hnefatafl.variants.layouts.{layout}`.")
        section += self._options(rules)
        section += nodes.rubric(text="Notes")
        notes = nodes.bullet_list()
        for note in rules.notes.splitlines():
            notes += nodes.list_item("", nodes.paragraph(text=note))
        section += notes
        return section

    def _options(self, rules: Ruleset) -> nodes.Node:
        plain = Ruleset(name="plain", size=rules.size, start=rules.start)
        diff = rules.diff(plain)
        if not diff:
            return nodes.paragraph(text="All options have their defaults.")
        rows = [
            f"* :attr:`~hnefatafl.rules.Ruleset.{option}`: {_words(option, value)}"
            for option, (value, _) in diff.items()
        ]
        box = nodes.container()
        box += nodes.paragraph(text="Options other than the defaults:")
        box += self._parse("\n".join(rows))
        return box

    def _parse(self, text: str) -> list[nodes.Node]:
        return self.parse_text_to_nodes(text)


def _drawn(picture: str) -> nodes.Node:
    return nodes.raw(text=f'<p class="picture">{picture}</p>', format="html")


def _words(option: str, value: object) -> str:
    several = members(value) if option == "zones" else ()
    return "".join(f"\n\n  * {words(each)}" for each in several) or words(value)


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_directive("picture", Picture)
    app.add_directive("rulesets", Rulesets)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
