"""Corrects the HTML of Sphinx for screen readers and narrow screens; ``_static/pages.js`` does the rest."""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

_TITLE = re.compile(r"(?<=<h1>)hnefatafl\.[\w.]+")
_PARAMETERS = '<dl>\n<dd><em class="sig-param">'


def _mend(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Adds the level of headings over links, and marks that the lines of a signature are not a list of terms."""
    for name, written, meant in (
        ("furo_navigation_tree", 'role="heading"', 'role="heading" aria-level="2"'),
        ("body", 'role="heading"', 'role="heading" aria-level="2"'),
        ("body", _PARAMETERS, _PARAMETERS.replace("<dl>", '<dl role="none">')),
    ):
        if context.get(name):
            context[name] = context[name].replace(written, meant)
    if context.get("body"):
        # The name of a module is broken at its dots.
        context["body"] = _TITLE.sub(lambda title: title[0].replace(".", ".<wbr>"), context["body"])


def setup(app: Sphinx) -> ExtensionMetadata:
    app.connect("html-page-context", _mend, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
