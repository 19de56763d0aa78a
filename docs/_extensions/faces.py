"""``face``: the page of a public module. A package shows the names of its own modules, a section each: that module's
docstring, and the names that the package has of it. The option ``first`` names what stands in the first section.

The examples of the reference are not tested here: pytest runs them in the sources.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from rst import heading
from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata, OptionSpec

import hnefatafl
import tafl

LONGEST = 60
"""How many characters the value of a constant may have that is shown."""


def source_of(module: ModuleType) -> Path:
    """Return where the source of a module is; a compiled one has it beside it."""
    file = Path(str(module.__file__))
    source = file.parent / f"{module.__name__.rpartition('.')[2]}.py"
    return source if source.exists() else file


def rooms(module: ModuleType, first: str | None = None) -> Iterator[tuple[ModuleType, list[str]]]:
    """Yield the private modules whose names a module shows, and these names as they stand there, one of them first."""
    for node in ast.walk(ast.parse(source_of(module).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and "._" in (node.module or ""):
            room = import_module(str(node.module))
            names = [alias.name for alias in node.names if alias.name in getattr(module, "__all__", ())]
            shown = [name for name in names if public_name(getattr(room, name)) in ("", f"{module.__name__}.{name}")]
            if shown:
                yield room, sorted(shown, key=lambda name: (name != first, place_of(room, name), name))


def place_of(module: ModuleType, name: str) -> int:
    """Return in which line of its module a name is defined; constants stand where they are, too."""
    found = ModuleAnalyzer.for_file(source_of(module), module.__name__)
    found.analyze()
    return found.tagorder.get(name, -1)


def constants(module: ModuleType) -> dict[str, list[str]]:
    """Return the documentation of the constants of a module, in lines."""
    found = ModuleAnalyzer.for_file(source_of(module), module.__name__).find_attr_docs()
    return {name: lines for (holder, name), lines in found.items() if not holder}


def is_face_of(module: str, home: str) -> bool:
    """Return whether a module is public for what a module of that name defines."""
    return home == module or home.startswith(f"{module}._")


@cache
def public_names() -> dict[tuple[str, str], str]:
    """Return where users find classes and functions, by the module that defines them and their name there."""
    found: dict[tuple[str, str], str] = {}
    for each in (*walk_packages(hnefatafl.__path__, "hnefatafl."), *walk_packages(tafl.__path__, "tafl.")):
        if "._" not in each.name and not each.name.endswith("__main__"):
            module = import_module(each.name)
            for name in getattr(module, "__all__", ()):
                value = getattr(module, name)
                if not (inspect.isclass(value) or inspect.isroutine(value)):
                    continue
                home = str(getattr(value, "__module__", ""))
                if is_face_of(each.name, home) or (home, value.__name__) not in found:
                    found[home, value.__name__] = f"{each.name}.{name}"
    return found


def public_name(value: object) -> str:
    """Return where users find a class, a function or a method, in full; "" if they do not."""
    if not (inspect.isclass(value) or inspect.isroutine(value)):
        return ""
    # A function that a decorator has made is called after where it was made.
    first, dot, rest = getattr(value, "__qualname__", "").rpartition("<locals>.")[2].partition(".")
    found = public_names().get((str(getattr(value, "__module__", "")), first), "")
    return found and f"{found}{dot}{rest}"


def is_documented(module: ModuleType, name: str) -> bool:
    """Return whether a module itself defines what it shows under a name, so that it is documented with it."""
    return getattr(getattr(module, name), "__module__", "") == module.__name__ or name in constants(module)


def entry(face: str, room: ModuleType, name: str) -> Iterator[str]:
    """Yield the lines that document a name."""
    value = getattr(room, name)
    full = f"{face}.{name}"
    if told := constants(room).get(name):
        yield f".. py:data:: {full}"
        if len(repr(value)) <= LONGEST and not repr(value).startswith("<"):
            yield f"   :value: {value!r}"
        yield from ("", *(f"   {line}" for line in told), "")
    elif inspect.isclass(value):
        kind = "autoexception" if issubclass(value, Exception) else "autoclass"
        yield from (f".. {kind}:: {full}", "   :members:", "")
    else:
        yield from (f".. autofunction:: {full}", "")


class Face(SphinxDirective):
    """A public module."""

    required_arguments = 1
    option_spec: ClassVar[OptionSpec | None] = {"first": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        module = import_module(name)
        first = self.options.get("first")
        shown = sorted(rooms(module, first), key=lambda room: first not in room[1])
        elsewhere = {each for _, names in shown for each in names}
        own = [each for each in getattr(module, "__all__", ()) if each not in elsewhere and is_documented(module, each)]
        lines = [f".. automodule:: {name}", *([f"   :members: {', '.join(own)}"] if own else []), ""]
        for room, names in shown:
            self.env.note_dependency(str(source_of(room)))
            if not room.__name__.startswith(f"{name}."):
                lines += chain.from_iterable(entry(name, room, each) for each in names)
                continue
            title = room.__name__.rpartition("._")[2].replace("_", " ").capitalize()
            lines += [*heading(title), f".. py:currentmodule:: {name}", "", inspect.getdoc(room) or "", ""]
            lines += chain.from_iterable(entry(name, room, each) for each in names)
        return self.parse_text_to_nodes("\n".join(lines), allow_section_headings=True)


def show_examples(app: Sphinx, tree: nodes.document) -> None:
    """Leave the examples of the reference to pytest, which runs them in the sources."""
    if app.env.docname.startswith("reference/"):
        for block in list(tree.findall(nodes.doctest_block)):
            block.replace_self(nodes.literal_block(block.rawsource, block.astext(), language="pycon"))


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_directive("face", Face)
    app.connect("doctree-read", show_examples)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
