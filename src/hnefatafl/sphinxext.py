"""Sphinx directives that draw boards and print rules.

Add ``hnefatafl.sphinxext`` to the extensions in ``conf.py``. This directive, in a page or a docstring, draws
the start of a game::

    .. tafl-board:: copenhagen

The argument names a ruleset. The content is the caption. The options are:

``position``
    A position record, as in ``/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/``, instead of the start.
``turn``
    The side to move, ``attackers`` or ``defenders``; by default the first side, or the attackers if the lot decides.
``moves``
    Moves to play, as in ``d1-c1 d3-b3``; the last one is shown with its effects.
``legal``
    The square of a piece whose moves are shown.
``arrows``
    Arrows, as in ``a1-c4 b1-b5``.
``marks``
    Squares to mark, as in ``a1 b2=cross``: with a ``circle`` by default, or a ``square``, ``triangle`` or ``cross``.
``theme``, ``size``
    As for :func:`~hnefatafl.render.svg.svg`.
``orientation``
    The rotation or mirroring: the name of a :class:`~hnefatafl.board.Symmetry` in lower case, as in ``rotate-180``.
``no-coordinates``
    Leaves out the names of files and ranks.

``.. tafl-rules:: RULESET`` prints the rules in words (:meth:`~hnefatafl.rules.Ruleset.describe`); its option
``lang`` is ``en``, ``de`` or ``sv``.

A ruleset is named as for :func:`hnefatafl.variants.get`, or as ``module:NAME`` if the project defines it. Pictures
without a ``theme`` are dark on dark pages if the Sphinx theme marks these with ``data-theme``, as furo and pydata do.
Pages that are not HTML get the board as text. A fault in a directive is an error of the page.
"""

from __future__ import annotations

import pkgutil
import textwrap
from pathlib import Path
from typing import Any, ClassVar, Final, cast, final

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata, OptionSpec

from hnefatafl import variants
from hnefatafl._version import __version__
from hnefatafl.board import Move, Side, Square, Symmetry
from hnefatafl.describe import describe
from hnefatafl.errors import HnefataflError, UnknownVariantError
from hnefatafl.play import PlayedMove, Position
from hnefatafl.render.svg import Marking, style_sheet, svg
from hnefatafl.render.text import ASCII, format_board
from hnefatafl.render.themes import DARK
from hnefatafl.rules import Ruleset

__all__ = ["picture", "setup"]


_SHEET: Final = "tafl.css"
_ORIENTATIONS: Final = {symmetry.name.lower().replace("_", "-"): symmetry for symmetry in Symmetry}


def picture(drawn: str, text: str, *, adapts: bool = True) -> nodes.Element:
    """Return a picture for a page.

    >>> from hnefatafl import variants
    >>> from hnefatafl.render.svg import svg
    >>> picture(svg(variants.BRANDUBH), str(variants.BRANDUBH.start))["classes"]
    ['tafl-picture', 'tafl-adapts']

    Arguments:
        drawn: the picture, as :func:`~hnefatafl.render.svg.svg` draws it.
        text: the text for outputs without pictures.
        adapts: whether it is dark on dark pages.
    """
    shown = addnodes.only(expr="html")
    shown += nodes.raw(text=drawn, format="html")
    written = addnodes.only(expr="not html")
    written += nodes.literal_block(text=text, language="none")
    # Sphinx takes a second part of a figure for its legend.
    return nodes.container("", shown, written, classes=["tafl-picture", *(["tafl-adapts"] if adapts else [])])


def _find_ruleset(name: str) -> Ruleset:
    """The ruleset of that name, or the one that a module of the project holds.

    Raises:
        UnknownVariantError: there is none.
    """
    if ":" not in name:
        return variants.get(name)
    try:
        value: object = pkgutil.resolve_name(name)
    except (ImportError, AttributeError, ValueError):
        value = None
    if not isinstance(value, Ruleset):
        raise UnknownVariantError(name, ())
    return value


def _read_side(text: str) -> Side:
    return Side(directives.choice(text, [side.value for side in Side]))


def _read_orientation(text: str) -> Symmetry:
    return _ORIENTATIONS[directives.choice(text, tuple(_ORIENTATIONS))]


class _TaflBoard(SphinxDirective):
    """The directive ``tafl-board``."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[OptionSpec | None] = {
        "position": directives.unchanged_required,
        "turn": _read_side,
        "moves": directives.unchanged,
        "legal": directives.unchanged_required,
        "arrows": directives.unchanged,
        "marks": directives.unchanged,
        "theme": directives.unchanged_required,
        "size": directives.nonnegative_int,
        "orientation": _read_orientation,
        "no-coordinates": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Return the picture for HTML, the text for everything else, and the caption."""
        try:
            shown = self._read_subject()
            drawn = svg(shown, **self._read_look())
        except HnefataflError as error:
            raise self.error(str(error)) from error
        after = shown.after if isinstance(shown, PlayedMove) else shown
        text = format_board(after.board, after.ruleset, glyphs=ASCII)
        figure = nodes.figure("", picture(drawn, text, adapts="theme" not in self.options), classes=["tafl-board"])
        if self.content:
            caption = nodes.caption()
            caption += self.parse_inline(" ".join(self.content), lineno=self.content_offset)[0]
            figure += caption
        return [figure]

    def _read_subject(self) -> Position | PlayedMove:
        rules = _find_ruleset(self.arguments[0])
        turn: Side = self.options.get("turn") or rules.first or Side.ATTACKERS
        position = (
            Position.parse(self.options["position"], rules, turn)
            if "position" in self.options
            else Position.from_board(rules.start, rules, turn)
        )
        shown: Position | PlayedMove = position
        for word in self.options.get("moves", "").split():
            shown = position.explain(Move.parse(word))
            position = shown.after
        return shown

    def _read_look(self) -> dict[str, Any]:
        marks: dict[Square, Marking] = {}
        for word in self.options.get("marks", "").split():
            square, _, marking = word.partition("=")
            marks[Square.parse(square)] = cast("Marking", marking or "circle")
        legal: str | None = self.options.get("legal")
        return {
            "marks": marks,
            "arrows": [Move.parse(word) for word in self.options.get("arrows", "").split()],
            "legal": None if legal is None else Square.parse(legal),
            "coordinates": "no-coordinates" not in self.options,
            **{name: self.options[name] for name in ("theme", "size", "orientation") if name in self.options},
        }


@final
class _TaflRules(SphinxDirective):
    """The directive ``tafl-rules``."""

    required_arguments = 1
    option_spec: ClassVar[OptionSpec | None] = {"lang": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Return the leaflet without its title: rubrics, paragraphs, and the board as it is drawn in it."""
        try:
            leaflet = describe(_find_ruleset(self.arguments[0]), self.options.get("lang", "en"))
        except HnefataflError as error:
            raise self.error(str(error)) from error
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


def _write_sheet(app: Sphinx) -> None:
    """Puts the style sheet among the static files."""
    dark = style_sheet(DARK, "[data-theme=dark] .tafl-adapts", colours_only=True)
    auto = style_sheet(DARK, "[data-theme=auto] .tafl-adapts", colours_only=True)
    folder = Path(app.doctreedir) / "tafl"
    folder.mkdir(parents=True, exist_ok=True)
    sheet = (
        ".tafl-picture svg{max-width:100%;height:auto}"
        f"@media screen{{{dark}}}@media screen and (prefers-color-scheme:dark){{{auto}}}\n"
    )
    (folder / _SHEET).write_text(sheet, "utf-8")
    app.config.html_static_path.append(str(folder))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directives; Sphinx calls this.

    >>> extensions = ["hnefatafl.sphinxext"]  # in conf.py
    """
    app.add_directive("tafl-board", _TaflBoard)
    app.add_directive("tafl-rules", _TaflRules)
    app.connect("builder-inited", _write_sheet)
    app.add_css_file(_SHEET)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
