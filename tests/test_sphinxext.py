"""The Sphinx extension, in a project of somebody else's."""

from __future__ import annotations

import sys
from io import StringIO
from pathlib import Path

import pytest
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from hnefatafl.sphinxext import TaflPicture

HOUSE = '''
"""Somebody's rules.

.. tafl-board::
   :ruleset: somebodys:HOUSE
   :legal: d1
"""

from hnefatafl import Region, variants

HOUSE = variants.BRANDUBH.evolve(name="somebody's brandubh", escape=Region.EDGE)
'''


def build(folder: Path, page: str, builder: str = "html") -> tuple[Sphinx, str]:
    """The project, built, and what Sphinx had to complain of."""
    (folder / "conf.py").write_text('extensions = ["hnefatafl.sphinxext", "sphinx.ext.autodoc"]\n')
    (folder / "index.rst").write_text(f"Boards\n======\n\n{page}\n", encoding="utf-8")
    out, warnings = folder / "out", StringIO()
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            folder, folder, out, folder / "trees", builder, status=None, warning=warnings, verbosity=-1, freshenv=True
        )
        app.build()
    return app, warnings.getvalue()


def test_boards_stand_in_pages_and_docstrings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "somebodys.py").write_text(HOUSE)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    page = """
.. automodule:: somebodys

.. tafl-board:: /2t4/2T4/1t5/K6/7/7/7/
   :ruleset: Brandubh
   :moves: b3-c3
   :name: taken
   :caption: The man on *c2* is taken.

.. tafl-board::
   :theme: print
   :orientation: rotate-90
   :marks: a1 b2:cross
   :arrows: c1-c5

   . . . . .
   . . t . .
   . T K T .
   . . T . .
   . . . . .
"""
    app, warnings = build(tmp_path, page)
    assert warnings == ""
    html = (tmp_path / "out" / "index.html").read_text("utf-8")
    assert html.count('<svg xmlns="http://www.w3.org/2000/svg" class="tafl light"') == 2
    assert html.count('class="tafl print"') == 1
    assert html.count("tafl-both") == 2
    assert "<title>somebody&#x27;s brandubh, the start</title>" in html
    assert 'class="crosses"' in html
    assert "The man on <em>c2</em> is taken." in html
    assert 'id="taken"' in html
    sheet = (tmp_path / "out" / "_static" / "tafl.css").read_text("utf-8")
    dark, auto = sheet.split("@media screen and (prefers-color-scheme:dark)")
    assert "@media screen{[data-theme=dark] .tafl-both .page{fill:#" in dark
    assert auto.startswith("{[data-theme=auto] .tafl-both .page{fill:#")
    assert len(list(app.env.get_doctree("index").findall(TaflPicture))) == 3
    sys.modules.pop("somebodys", None)


def test_rules_in_words(tmp_path: Path) -> None:
    app, warnings = build(tmp_path, ".. tafl-rules:: tablut\n   :lang: sv")
    assert warnings == ""
    tree = app.env.get_doctree("index")
    assert "Spelets mål" in [rubric.astext() for rubric in tree.findall(nodes.rubric)]
    assert [block.astext()[:5] for block in tree.findall(nodes.literal_block)] == ["9 . ."]


def test_where_there_are_no_pictures_boards_are_text(tmp_path: Path) -> None:
    _, warnings = build(tmp_path, ".. tafl-board::\n   :ruleset: brandubh\n   :moves: d1-c1", "text")
    assert warnings == ""
    assert "1 . . t . . . ." in (tmp_path / "out" / "index.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("directive", "message"),
    [
        (".. tafl-board::", "a board needs a record, a picture or a ruleset"),
        (".. tafl-board:: /7/", "5 to 21 ranks were expected"),
        (".. tafl-board::\n   :ruleset: branduhb", "did you mean brandubh"),
        (".. tafl-board::\n   :ruleset: nowhere:HOUSE", "No module named"),
        (".. tafl-board::\n   :ruleset: hnefatafl:Move", "hnefatafl:Move is no ruleset"),
        (".. tafl-board::\n   :ruleset: brandubh\n   :turn: white", "attackers or defenders were expected"),
        (".. tafl-board::\n   :ruleset: brandubh\n   :moves: d1-d4", "another piece stands in the way (d2)"),
        (".. tafl-board::\n   :ruleset: brandubh\n   :marks: a1:star", "a mark is one of"),
        (".. tafl-board::\n   :ruleset: brandubh\n   :orientation: upside-down", "a symmetry is one of"),
        (".. tafl-rules:: chess", "no ruleset is named"),
        (".. tafl-rules:: tablut\n   :lang: is", "'is'"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, directive: str, message: str) -> None:
    _, warnings = build(tmp_path, directive)
    assert "index.rst:4: ERROR" in warnings
    assert message in warnings
