"""The directive that draws boards in pages made by Sphinx."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

from hnefatafl import Move, Position, Square, Symmetry, variants
from hnefatafl.render.svg import svg

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("sphinx")]

PAGE = """\
Boards
======

.. tafl-board:: Brandubh
   :moves: d1-c1 d3-b3
   :legal: c1
   :arrows: a1-c4
   :marks: a1 b2=cross
   :theme: print
   :size: 320
   :orientation: rotate-180
   :no-coordinates:

   After two *moves*.

.. tafl-board:: tablut
   :position: /4k4/9/9/9/9/9/9/9/9/

.. tafl-board:: brandubh
   :moves: d1-d7

.. tafl-board:: brandhub

.. tafl-board:: magpie
"""


HOUSE = '''
"""Somebody's rules.

.. tafl-board:: somebodys:HOUSE
   :legal: d1
"""

from hnefatafl import Region, variants

HOUSE = variants.BRANDUBH.evolve(name="somebody's brandubh", escape=Region.EDGE)
'''


def build(tmp_path: Path, builder: str, source: str = PAGE) -> tuple[str, str]:
    """The page that is made, and what is told about it."""
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace

    (tmp_path / "index.rst").write_text(source, "utf-8")
    told = io.StringIO()
    settings = {"extensions": ["hnefatafl.sphinxext", "sphinx.ext.autodoc"], "html_theme": "basic"}
    out = tmp_path / builder
    with docutils_namespace():
        Sphinx(tmp_path, None, out, out / "trees", builder, settings, status=None, warning=told).build()
    (page,) = out.glob("index.*")
    return page.read_text("utf-8"), re.sub(r"\x1b\[[\d;]*m", "", told.getvalue())


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")
def test_boards_in_pages(tmp_path: Path) -> None:
    page, told = build(tmp_path, "html")
    play = Position.initial(variants.BRANDUBH).play(Move.parse("d1-c1")).explain(Move.parse("d3-b3"))
    assert (
        svg(
            play,
            legal=Square.parse("c1"),
            arrows=[Move.parse("a1-c4")],
            marks={Square.parse("a1"): "circle", Square.parse("b2"): "cross"},
            theme="print",
            size=320,
            orientation=Symmetry.ROTATE_180,
            coordinates=False,
        )
        in page
    )
    assert "After two <em>moves</em>." in page
    assert page.count("<svg") == 2
    assert page.count("<figcaption>") == page.count("</figcaption>") == 1
    assert "one of tcnmg" in told
    assert "illegal move d1-d7: another piece stands in the way (d2)" in told
    assert "no ruleset is named 'brandhub'; did you mean brandubh?" in told
    text, _ = build(tmp_path, "text")
    assert "7 <.> .  .  t  .  . <.>" in text
    assert "<svg" not in text


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")
def test_docstrings_show_rulesets_of_the_project_in_the_light_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "somebodys.py").write_text(HOUSE)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    page, told = build(tmp_path, "html", "House\n=====\n\n.. automodule:: somebodys\n\n.. tafl-board:: nowhere:X\n")
    sys.modules.pop("somebodys", None)
    assert "no ruleset is named 'nowhere:X'" in told
    assert told.count("ERROR") == 1
    assert "<title>somebody&#x27;s brandubh, the start</title>" in page
    assert page.count("tafl-adapts") == 1
    dark, auto = (tmp_path / "html/_static/tafl.css").read_text("utf-8").split("@media screen and (")
    assert "@media screen{[data-theme=dark] .tafl-adapts .page{fill:#" in dark
    assert auto.startswith("prefers-color-scheme:dark){[data-theme=auto] .tafl-adapts .page{fill:#")


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")
def test_rules_in_words(tmp_path: Path) -> None:
    source = "Rules\n=====\n\n.. tafl-rules:: tablut\n   :lang: sv\n\n.. tafl-rules:: tablut\n   :lang: is\n"
    page, told = build(tmp_path, "html", source)
    assert '<p class="rubric">Spelets mål</p>' in page
    assert "9 . . . t t t . . ." in page
    assert told.count("ERROR") == 1
    assert "'is'" in told
