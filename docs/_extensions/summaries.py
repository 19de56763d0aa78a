"""``summaries``: every public name of the modules whose pages the tables of contents of this page list, with a link and
the first sentence of its documentation; and a table of the members at the head of each class."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

from docutils import nodes
from faces import constants, public_name, rooms, source_of
from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

PACKAGE = r"(?:hnefatafl|tafl)"
FEWEST = 4
"""So many members of a class are listed at its head; fewer can be seen at once."""


def first_sentence(text: str) -> str:
    """Return the first sentence of a docstring, in one line."""
    paragraph = " ".join(text.strip().split("\n\n")[0].split())
    return re.split(r"(?<=[.!?]) (?=[A-Z])", paragraph, maxsplit=1)[0]


def listed(index: str | Path) -> dict[str, str]:
    """Return the modules whose pages stand in the tables of contents of a page, each with its page."""
    pages = re.findall(r"^   ([a-z_.]+)$", Path(index).read_text("utf-8"), re.MULTILINE)
    return {
        module: page
        for page in pages
        for module in re.findall(
            rf"^\.\. (?:automodule|face):: ({PACKAGE}\..+)$",
            Path(index).with_name(f"{page}.rst").read_text("utf-8"),
            re.MULTILINE,
        )
    }


def documented(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Yield the public names that a module documents, with the first sentences of their documentation."""
    told_of = constants(module)
    for room, names in rooms(module):
        told_of |= {name: lines for name, lines in constants(room).items() if name in names}
    for name in getattr(module, "__all__", ()):
        value = getattr(module, name)
        if name in told_of or public_name(value) == f"{module.__name__}.{name}":
            told = "\n".join(told_of.get(name, ())) or inspect.getdoc(value) or ""
            yield name, first_sentence(told)


class Summaries(SphinxDirective):
    """The names of the modules of a page, one list each."""

    def run(self) -> list[nodes.Node]:
        modules = listed(self.env.doc2path(self.env.docname))
        lines: list[str] = []
        for name in modules:
            module = import_module(name)
            self.env.note_dependency(str(module.__file__))
            found = list(documented(module))
            if found:
                lines += [f":mod:`{name}`", "", f".. py:currentmodule:: {name}", ""]
                lines += [f"* :py:obj:`{each} <{name}.{each}>`: {told}" for each, told in found]
                lines.append("")
        return self.parse_text_to_nodes("\n".join(lines))


def members(cls: type) -> Iterator[tuple[str, str]]:
    """Yield the documented members of a class in the order of its source, with the first sentences about them."""
    module = import_module(cls.__module__)
    analyzer = ModuleAnalyzer.for_file(source_of(module), module.__name__)
    attributes = analyzer.find_attr_docs()
    found: list[tuple[int, str, str]] = []
    for name in {*vars(cls), *(name for owner, name in attributes if owner == cls.__qualname__)}:
        told = attributes.get((cls.__qualname__, name), ())
        value = getattr(cls, name, None)
        text = "\n".join(told) or (inspect.getdoc(value) if inspect.isroutine(value) or is_property(value) else "")
        if text and not name.startswith("_"):
            called = f"{name}()" if inspect.isroutine(value) else name
            place = analyzer.tagorder.get(f"{cls.__qualname__}.{name}", 0)
            found.append((place, f":py:obj:`{called} <{public_name(cls)}.{name}>`", first_sentence(text)))
    yield from (each[1:] for each in sorted(found))


def is_property(value: object) -> bool:
    return isinstance(value, property | functools.cached_property) or inspect.isgetsetdescriptor(value)


def _list_members(app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Adds the table of its members to what is said of a class, if they are more than can be seen at once."""
    if inspect.isclass(value) and public_name(value) == name and len(found := list(members(value))) >= FEWEST:
        lines += ["", ".. list-table::", "   :class: members", "   :widths: auto", ""]
        for each in found:
            lines += [f"   * - {each[0]}", f"     - {each[1]}"]
        lines.append("")


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_directive("summaries", Summaries)
    app.connect("autodoc-process-docstring", _list_members, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
