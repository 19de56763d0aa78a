"""``summaries``: every public name of the modules whose pages the table of contents of this page lists, with a link and
the first sentence of its documentation."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

from docutils import nodes
from faces import constants, rooms
from rst import doc
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

PACKAGE = "hnefatafl"


def first_sentence(text: str) -> str:
    """Return the first sentence of a docstring, in one line."""
    paragraph = " ".join(text.strip().split("\n\n")[0].split())
    return re.split(r"(?<=[.!?]) (?=[A-Z])", paragraph, maxsplit=1)[0]


def listed(index: str | Path) -> list[str]:
    """Return the pages of modules in the table of contents of a page, except those that only contain other modules."""
    found = re.findall(r"^   ([a-z_.]+)$", Path(index).read_text("utf-8"), re.MULTILINE)
    return [page for page in found if page not in ("package", "notation", "render")]


def documented(module: ModuleType, elsewhere: set[str]) -> Iterator[tuple[str, str]]:
    """Yield the public names that a module documents, with the first sentences of their documentation."""
    told_of = constants(module)
    for room, names in rooms(module):
        told_of |= {name: lines for name, lines in constants(room).items() if name in names}
    for name in getattr(module, "__all__", ()):
        value = getattr(module, name)
        home = module.__name__ if name in told_of else getattr(value, "__module__", None) or module.__name__
        own = name in told_of or inspect.isclass(value) or inspect.isroutine(value)
        owners = [each for each in {*elsewhere, module.__name__} if home == each or home.startswith(f"{each}.")]
        if own and max(owners, key=len, default=module.__name__) == module.__name__:
            told = "\n".join(told_of.get(name, ())) or inspect.getdoc(value) or ""
            yield name, first_sentence(told)


class Summaries(SphinxDirective):
    """The names of the modules of a page, one list each."""

    def run(self) -> list[nodes.Node]:
        modules = {page: f"{PACKAGE}.{page}" for page in listed(self.env.doc2path(self.env.docname))}
        lines: list[str] = []
        for page, name in modules.items():
            module = import_module(name)
            self.env.note_dependency(str(module.__file__))
            found = list(documented(module, set(modules.values()) - {name}))
            if found:
                lines += [doc(page, name), "", f".. py:currentmodule:: {name}", ""]
                lines += [f"* :py:obj:`{each} <{name}.{each}>`: {told}" for each, told in found]
                lines.append("")
        return self.parse_text_to_nodes("\n".join(lines))


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_directive("summaries", Summaries)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
