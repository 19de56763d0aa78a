"""The directives of these pages.

``rulesets``
    Every shipped ruleset with its picture, its source, its readings and its options.
``picture``
    Python code, and the picture that it draws: what ``picture`` is assigned to in it, while the page is built.
"""

from __future__ import annotations

import attrs
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from hnefatafl import variants
from hnefatafl.board import Board
from hnefatafl.geometry import Region
from hnefatafl.options import Jumps, Repetition, Shieldwall, Speed, Zone
from hnefatafl.pieces import PieceSet
from hnefatafl.render.svg import svg
from hnefatafl.rules import Ruleset


class Picture(SphinxDirective):
    """A piece of code, and the picture that it draws; the names of one page are known to all its pieces."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        code = "\n".join(self.content)
        names = self.env.temp_data.setdefault("tafl names", {})
        exec(code, names)  # the code of these pages, and no other
        return [nodes.literal_block(text=code, language="python"), _drawn(names["picture"])]


class Rulesets(SphinxDirective):
    """A section for every shipped ruleset."""

    def run(self) -> list[nodes.Node]:
        constants = [value for value in vars(variants).values() if isinstance(value, Ruleset)]
        return [self._section(rules) for rules in constants]

    def _section(self, rules: Ruleset) -> nodes.section:
        section = nodes.section(ids=[nodes.make_id(f"ruleset {rules.name}")], names=[rules.name])
        section += nodes.title(text=rules.name)
        constant = rules.name.upper().replace("-", "_")
        section += self._parse(f"Constant: :data:`hnefatafl.variants.{constant}`.")
        also = ", ".join(rules.aliases)
        section += nodes.paragraph(text=f"Also found as: {also}.")
        section += nodes.paragraph(text=f"Source: {rules.source}")
        section += _drawn(svg(rules, size=24 * rules.size + 24))
        section += nodes.literal_block(text=str(rules.start), language="none")
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
        rows = [f"* :attr:`~hnefatafl.rules.Ruleset.{option}`: {_words(value)}" for option, (value, _) in diff.items()]
        box = nodes.container()
        box += nodes.paragraph(text="Options other than the defaults:")
        box += self._parse("\n".join(rows))
        return box

    def _parse(self, text: str) -> list[nodes.Node]:
        return self.parse_text_to_nodes(text)


def _drawn(picture: str) -> nodes.Node:
    return nodes.raw(text=f'<p class="picture">{picture}</p>', format="html")


def _words(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Board | Region):
        return str(value)
    if isinstance(value, PieceSet):
        parts = [str(part.name).lower().replace("_", " ") for part in value.parts]
        return "everybody" if value == PieceSet.ALL else ", ".join(parts) or "nobody"
    if isinstance(value, tuple):
        return "".join(f"\n\n  * {_words(each)}" for each in value)
    if isinstance(value, Zone | Speed | Jumps | Shieldwall | Repetition):
        changed = [
            f"{each.name.replace('_', ' ')}: {_words(getattr(value, each.name))}"
            for each in attrs.fields(type(value))
            if each.name != "name" and getattr(value, each.name) != each.default
        ]
        name = f"{value.name}, " if isinstance(value, Zone) and value.name not in ("throne", "corners") else ""
        return name + ("; ".join(changed) or "yes")
    return str(value)


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_directive("picture", Picture)
    app.add_directive("rulesets", Rulesets)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
