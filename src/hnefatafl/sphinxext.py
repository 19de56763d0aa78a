"""A Sphinx extension: boards and rules in the pages and docstrings of any project.

In ``conf.py``::

    extensions = ["hnefatafl.sphinxext"]

Nothing else of the library needs Sphinx. Boards are SVG pictures in HTML, and become dark on dark pages where the theme
of the project says by ``data-theme`` which those are (as furo and pydata do). In other output they are texts.

``.. tafl-board:: [RECORD]``
    A board: a position record, or a picture below the directive, or else the start of the ruleset.

    .. code-block:: rst

       .. tafl-board:: /2t4/2T4/1t5/K6/7/7/7/
          :ruleset: brandubh
          :moves: b3-c3
          :caption: The man on c2 is taken between two enemies.

    ``:ruleset:``
        Whose zones are shown, and by whose rules is played: a name, or ``module:NAME`` for a ruleset of one's own.
    ``:turn:``
        ``attackers`` (unless the ruleset says otherwise) or ``defenders``.
    ``:moves:``
        Moves that are played, with spaces between; the last is shown with what it captured and who held it.
    ``:legal:``
        The square of a piece whose legal moves are shown.
    ``:arrows:``, ``:marks:``
        Arrows such as ``a1-a5``, and squares such as ``a1`` or ``a1:cross``, with spaces between.
    ``:orientation:``, ``:theme:``, ``:size:``, ``:title:``
        As of :func:`hnefatafl.render.svg.svg`; a symmetry is named as ``rotate-180``.
    ``:caption:``
        A line below the board.

``.. tafl-rules:: RULESET``
    The rules in words, as :meth:`Ruleset.describe <hnefatafl.rules.Ruleset.describe>` tells them; ``:lang:`` is ``en``,
    ``de`` or ``sv``.
"""

from __future__ import annotations

import pkgutil
import textwrap
from pathlib import Path
from typing import Any, ClassVar, Final, cast, final

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from hnefatafl import variants
from hnefatafl.board import Board
from hnefatafl.describe import describe
from hnefatafl.errors import HnefataflError, PictureError
from hnefatafl.geometry import Square, Symmetry
from hnefatafl.kernel import Move
from hnefatafl.pieces import Side
from hnefatafl.position import Position
from hnefatafl.render._paint import style_sheet
from hnefatafl.render.svg import Marking, Subject, svg
from hnefatafl.render.themes import DARK, LIGHT
from hnefatafl.rules import Ruleset

__all__ = ["TaflPicture", "picture", "setup"]

_BOTH: Final = "tafl-both"
_SHEET: Final = "tafl.css"


@final
class TaflPicture(nodes.General, nodes.Element):
    """A picture, which holds its drawing as text for those who cannot show SVG."""


def picture(drawn: str, text: str, *, both: bool = True) -> TaflPicture:
    """A picture for a page.

    Arguments:
        drawn: the picture, as :func:`~hnefatafl.render.svg.svg` draws it.
        text: what stands in its place where there are no pictures.
        both: whether it becomes dark on dark pages.
    """
    node = TaflPicture("", nodes.literal_block(text, text, language="none"))
    node["svg"] = drawn
    node["classes"] = ["tafl-picture", *([_BOTH] if both else [])]
    return node


@final
class _BoardDirective(SphinxDirective):
    """The directive ``tafl-board``."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[Any] = dict.fromkeys(
        ("ruleset", "turn", "moves", "legal", "arrows", "marks", "orientation", "theme", "title", "caption"),
        directives.unchanged_required,
    ) | {"size": directives.positive_int, "name": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """The picture, with its caption."""
        try:
            node = self._picture()
        except HnefataflError as error:
            raise self.error(f"tafl-board: {error}") from error
        figure = nodes.figure("", node, classes=["tafl"])
        if "caption" in self.options:
            words, messages = self.state.inline_text(self.options["caption"], self.lineno)
            figure += nodes.caption("", "", *words)
            figure += messages
        self.add_name(figure)
        return [figure]

    def _picture(self) -> TaflPicture:
        told = self.options
        text = "\n".join(self.content) or " ".join(self.arguments)
        rules = _ruleset(told["ruleset"]) if "ruleset" in told else None
        subject = _subject(text, rules, told.get("turn"), told.get("moves", "").split())
        bare = isinstance(subject, Board)
        drawn = svg(
            subject,
            ruleset=rules if bare else None,
            theme=told.get("theme", LIGHT),
            orientation=_symmetry(told.get("orientation", "identity")),
            size=told.get("size"),
            arrows=[Move.parse(arrow) for arrow in told.get("arrows", "").split()],
            marks=dict(_mark(mark) for mark in told.get("marks", "").split()),
            legal=Square.parse(told["legal"]) if "legal" in told else None,
            title=told.get("title"),
        )
        return picture(drawn, _text(subject), both="theme" not in told)


@final
class _RulesDirective(SphinxDirective):
    """The directive ``tafl-rules``."""

    required_arguments = 1
    option_spec: ClassVar[Any] = {"lang": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """The leaflet without its title: rubrics, paragraphs, and the board as it is drawn in it."""
        try:
            leaflet = describe(_ruleset(self.arguments[0]), self.options.get("lang", "en"))
        except HnefataflError as error:
            raise self.error(f"tafl-rules: {error}") from error
        box = nodes.container(classes=["tafl-rules"])
        for part in leaflet.split("\n\n")[1:]:
            first, _, below = part.partition("\n")
            if below and not below.strip("-"):
                box += nodes.rubric(text=first)
            elif part.startswith("    "):
                box += nodes.literal_block(text=textwrap.dedent(part), language="none")
            else:
                box += nodes.paragraph(text=" ".join(part.split()))
        return [box]


def _ruleset(name: str) -> Ruleset:
    """The ruleset of that name, or the one that a module of the project holds.

    Raises:
        UnknownVariantError: there is none of that name.
        PictureError: the module does not hold it.
    """
    if ":" not in name:
        return variants.get(name)
    try:
        found: object = pkgutil.resolve_name(name)
    except (ImportError, AttributeError, ValueError) as error:
        raise PictureError(f"{name}: {error}") from error
    if not isinstance(found, Ruleset):
        raise PictureError(f"{name} is no ruleset")
    return found


def _subject(text: str, rules: Ruleset | None, turn: str | None, moves: list[str]) -> Subject:
    """What is to be drawn.

    Raises:
        HnefataflError: it cannot be read, or not be played.
    """
    if rules is None:
        if not text or moves:
            raise PictureError("a board needs a record, a picture or a ruleset, and moves a ruleset")
        return Board.parse(text)
    sides = {side.value: side for side in Side}
    if turn is not None and turn not in sides:
        raise PictureError(f"attackers or defenders were expected, not {turn!r}")
    side = rules.first or Side.ATTACKERS if turn is None else sides[turn]
    position = Position.parse(text, rules, side) if text else Position.initial(rules, side)
    for move in moves[:-1]:
        position = position.play(Move.parse(move))
    return position.explain(Move.parse(moves[-1])) if moves else position


def _symmetry(name: str) -> Symmetry:
    names = {each.name.lower().replace("_", "-"): each for each in Symmetry}
    if name not in names:
        raise PictureError(f"a symmetry is one of {', '.join(names)}, not {name!r}")
    return names[name]


def _mark(text: str) -> tuple[Square, Marking]:
    square, _, marking = text.partition(":")
    return Square.parse(square), cast("Marking", marking or "circle")


def _text(subject: Subject) -> str:
    return str(getattr(subject, "after", subject))


def _draw(translator: Any, node: TaflPicture) -> None:
    translator.body.append(f'<div class="{" ".join(node["classes"])}">{node["svg"]}</div>')
    raise nodes.SkipNode


def _pass(translator: Any, node: TaflPicture) -> None:
    """What a picture holds is shown."""


def _write_sheet(app: Sphinx) -> None:
    """Puts the style sheet among the static files."""
    dark = style_sheet(DARK, f"[data-theme=dark] .{_BOTH}", colours_only=True)
    auto = style_sheet(DARK, f"[data-theme=auto] .{_BOTH}", colours_only=True)
    folder = Path(app.doctreedir) / "tafl"
    folder.mkdir(parents=True, exist_ok=True)
    sheet = (
        ".tafl-picture svg{max-width:100%;height:auto}"
        f"@media screen{{{dark}}}@media screen and (prefers-color-scheme:dark){{{auto}}}\n"
    )
    (folder / _SHEET).write_text(sheet, "utf-8")
    app.config.html_static_path.append(str(folder))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    shown = (_pass, _pass)
    app.add_node(TaflPicture, html=(_draw, _pass), latex=shown, text=shown, man=shown, texinfo=shown)
    app.add_directive("tafl-board", _BoardDirective)
    app.add_directive("tafl-rules", _RulesDirective)
    app.connect("builder-inited", _write_sheet)
    app.add_css_file(_SHEET)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
