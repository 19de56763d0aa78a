"""Sphinx configuration: ``python -m sphinx -n -W -b html docs docs/_build/html`` from the project's root.

The pages are built from the sources as they lie in ``src``, never from an
installed or compiled copy, and without the network.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import pkgutil
import re
import sys
import weakref
import zlib
from collections.abc import Callable
from importlib import import_module
from importlib.machinery import FileFinder, SourceFileLoader
from inspect import Signature
from pathlib import Path
from typing import Any, Generic, get_origin

from docutils import nodes
from sphinx import addnodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.inspect import stringify_signature
from traitlets import HasTraits

_HERE = Path(__file__).parent
_SOURCES = (_HERE.parent / "src").resolve()


def _uncompiled(path: str) -> FileFinder:
    """Find only sources below ``src``, not what an editable installation compiles there: that has no docstrings."""
    if not Path(path).resolve().is_relative_to(_SOURCES):
        raise ImportError(path)
    return FileFinder(path, (SourceFileLoader, [".py"]))


sys.path_hooks.insert(0, _uncompiled)
sys.path_importer_cache.clear()
sys.path[:0] = [str(_HERE.parent / "src"), str(_HERE / "_extensions")]


def _keep_values(compute: Callable[[Any], Any]) -> property:
    """Return a property that computes its value once for an object, which it does not keep alive."""
    values: dict[int, Any] = {}

    @functools.wraps(compute)
    def find_value(owner: Any) -> Any:
        if id(owner) not in values:
            values[id(owner)] = compute(owner)
            weakref.finalize(owner, values.pop, id(owner), None)
        return values[id(owner)]

    return property(find_value)


def _document_cached_properties() -> None:
    """Import the documented modules with properties in place of cached ones.

    attrs turns the cached properties of a class with slots into slots, which have no docstrings.
    """
    cached, functools.cached_property = functools.cached_property, _keep_values  # type: ignore[assignment,misc]
    try:
        for name in ("rules", "play", "records"):
            import_module(f"hnefatafl.{name}")
    finally:
        functools.cached_property = cached  # type: ignore[misc]


# Imported before, so that only the library's own modules get plain properties.
for _name in ("attrs", "cattrs.gen", "concurrent.futures", "decimal", "json", "tomllib"):
    import_module(_name)
_document_cached_properties()
public_name = import_module("faces").public_name

project = "hnefatafl"
author = "the hnefatafl authors"
copyright = "the hnefatafl authors"
version = release = import_module("hnefatafl").__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "myst_parser",
    "hnefatafl.sphinxext",
    "tafl_directives",
    "first_moves",
    "live_pages",
    "accessible_pages",
    "broken_links",
    "summaries",
    "faces",
]
exclude_patterns = ["_build"]
nitpicky = True
nitpick_ignore_regex = [
    # Named in docstrings for those who read the source; what they hold is for the library's own use.
    ("py:mod", r"(hnefatafl|tafl)\.(_kernel\.\w+|cli\.\w+|notation\.otn\._\w+)"),
    # What Sphinx hands to its extensions.
    ("py:class", r"(sphinx|docutils)\..*|Sphinx|ExtensionMetadata"),
    # What writes planes, for the program, is compiled with the kernel; what writes plain data is of cattrs.
    ("py:class", r"hnefatafl\._kernel\.tables\.Tables|vec|i16|cattrs\..*"),
    # The application that another server runs.
    ("py:class", r"starlette\..*"),
    # Arrays of numpy.
    ("py:class", r"NDArray|numpy\..*|float32|int8"),
    # What draws widgets.
    ("py:class", r"(anywidget|traitlets)\..*|t\.Any"),
    # What Hypothesis draws from, and with.
    ("py:class", r"hypothesis\..*"),
    # A function without arguments, as Sphinx reads it.
    ("py:class", r"collections\.abc\.Callable\[\[\]"),
    # The settings of a match and of a training by their names, which the docstrings list.
    ("py:class", r"_ContestSettings|_Options"),
    # What a search board returns for a block of moves without a turn: nothing that has a use.
    ("py:class", r"hnefatafl\.play\._searchboard\._Skipped"),
    # Variables for types.
    (r"py:(class|obj)", r"((hnefatafl|tafl)\..*\.)?_T"),
    # Private fields of replays and of indices, which their signatures show.
    ("py:class", "Difference"),
    ("py:class", r"tafl\.explorer\._PositionTable"),
    # What a function of the caller's own returns.
    ("py:class", r"hnefatafl\.notation\.archive\._T"),
]
default_role = None

html_theme = "furo"
html_title = f"hnefatafl {release}"
html_copy_source = False
html_static_path = ["_static"]
templates_path = ["_templates"]
html_sidebars = {
    "**": [
        *(f"sidebar/{part}.html" for part in ("brand", "search", "scroll-start", "play", "navigation")),
        *(f"sidebar/{part}.html" for part in ("ethical-ads", "scroll-end", "variant-selector")),
    ]
}
html_search_scorer = str(_HERE / "_extensions" / "search_scorer.js")
html_css_files = ["pages.css"]
html_js_files = [("pages.js", {"defer": "defer"})]

autodoc_default_options = {"show-inheritance": True}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_rtype = False


def _inventory() -> str:
    """Packs the names of the standard library that the pages link to, so that no inventory is fetched.

    Sphinx asks for an ``objects.inv``; ``python.txt`` holds the few entries of
    Python's that are needed, a name, a role and an address each.
    """
    entries = []
    for line in (_HERE / "python.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            name, role, uri = line.split()
            entries.append(f"{name} {role} 1 {uri} -\n")
    packed = _HERE / "_build" / "python.inv"
    packed.parent.mkdir(exist_ok=True)
    head = b"# Sphinx inventory version 2\n# Project: Python\n# Version: 3\n# The rest is compressed using zlib.\n"
    packed.write_bytes(head + zlib.compress("".join(entries).encode()))
    return str(packed)


intersphinx_mapping = {"python": ("https://docs.python.org/3", _inventory())}


def _plain_attributes(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Keeps napoleon from taking what stands before a colon in an attribute's docstring for its type."""
    if what in ("attribute", "data", "property"):
        lines[:0] = ["..", ""]


def _arguments(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Adds what a class says of its arguments where they are taken."""
    made = inspect.getdoc(vars(obj).get("__init__")) if what == "class" and isinstance(obj, type) else None
    if made and "Arguments:" in made:
        lines += ["", *made[made.index("Arguments:") :].splitlines(), ""]


def _is_private(base: type) -> bool:
    """Whether a class of the library is none that users find."""
    return base.__module__.startswith(("hnefatafl.", "tafl.")) and not public_name(base)


def _public_bases(app: Sphinx, name: str, obj: type, options: object, bases: list[type]) -> None:
    """Shows, instead of a private base class, the bases of that class."""
    while any(map(_is_private, bases)):
        # A base class may be written with a type in brackets.
        parts = [(get_origin(base) or base).__bases__ if _is_private(base) else (base,) for base in bases]
        bases[:] = [each for part in parts for each in part if each not in (object, Generic)]


def _plain_signature(
    app: Sphinx, what: str, name: str, obj: object, options: object, signature: str | None, returns: str | None
) -> tuple[str | None, str | None]:
    """Leaves out how the library itself makes objects that have class methods for everybody else.

    Functions that are defaults are no Python as they are printed; a signature that is none cannot be read.
    """
    made = getattr(obj, "__init__", None).__doc__ if what == "class" else None
    if made and made.startswith("For the library's own use"):
        return "", returns
    if isinstance(obj, type) and issubclass(obj, HasTraits):
        # Its base class takes anything when an object is made, and leaves it to __init__.
        signature = stringify_signature(inspect.signature(obj.__init__).replace(return_annotation=Signature.empty))
        signature = signature.replace("self, ", "", 1)
    return signature and re.sub(r"<function [\w.]*(<lambda>)?>", "...", signature), returns


def _short_values(app: Sphinx, domain: str, objtype: str, content: nodes.Element) -> None:
    """Leaves out the values of constants that are longer than a line or two, and the end of defaults that are."""
    for value in list(content.parent.findall(addnodes.desc_annotation)):
        if value.astext().lstrip().startswith("=") and len(value.astext()) > 200:
            value.parent.remove(value)
    for default in list(content.parent.findall(nodes.inline)):
        if "default_value" in default["classes"] and len(default.astext()) > 200:
            shortened = f"{default.astext()[:40].rpartition(',')[0]}, …)"
            default.clear()
            default += nodes.Text(shortened)


def _by_last_name(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, text: nodes.TextElement
) -> nodes.Element | None:
    """Finds what is named without its module, or by the module that defines it rather than the public one.

    Names that are imported for type checkers only stand so in signatures.
    """
    domain = env.domains.python_domain
    target = str(node.get("reftarget", ""))
    last = target.rpartition(".")[2]
    homes = [full for full in domain.objects if full.endswith(f".{last}") and "._" not in full]
    if len(homes) > 1 and target.startswith(("hnefatafl.", "tafl.")):
        with contextlib.suppress(AttributeError, ImportError):
            named = pkgutil.resolve_name(target)
            homes = [full for full in homes if full == public_name(named)]
    if node.get("refdomain") != "py" or len(homes) != 1:
        return None
    return domain.resolve_xref(env, node["refdoc"], app.builder, domain.objects[homes[0]].objtype, homes[0], node, text)


def _listings(app: Sphinx) -> list[object]:
    """Links the listings of the sources to where each name is documented, which some are in two modules.

    What has no source gets no listing.
    """
    listings = getattr(app.env, "_viewcode_modules", {})
    documented = app.env.domains.python_domain.objects
    for module in [module for module, listing in listings.items() if not listing]:
        del listings[module]
    for _, _, used, module in listings.values():
        for name in used:
            with contextlib.suppress(AttributeError, ImportError):
                full = public_name(pkgutil.resolve_name(f"{module}.{name}"))
                used.update({name: documented[full].docname} if full in documented else {})
    return []  # no pages: viewcode makes them, after this


def _list_titles(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Writes the sidebar of a page from the titles of all pages, in half the time of a build.

    Sphinx copies their headings and members for every page, and then takes only the titles.
    """
    list_pages = context["toctree"]

    def toctree(**options: Any) -> str:
        contents, app.env.tocs = app.env.tocs, _titles(app.env)
        try:
            return list_pages(**options)
        finally:
            app.env.tocs = contents

    context["toctree"] = toctree


@functools.cache
def _titles(env: BuildEnvironment) -> dict[str, nodes.bullet_list]:
    """Return the contents of each page without headings and members: its title, and the lists of pages below it."""
    titles = {name: contents.deepcopy() for name, contents in env.tocs.items()}
    for contents in titles.values():
        for item in contents.findall(nodes.list_item):
            if item.parent is contents and len(item) > 1:
                item[1:] = [nodes.bullet_list("", *item.findall(addnodes.toctree))]
    return titles


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", _list_titles, priority=400)  # before the theme asks
    app.connect("autodoc-process-docstring", _plain_attributes, priority=400)
    app.connect("autodoc-process-docstring", _arguments, priority=400)
    app.connect("autodoc-process-bases", _public_bases)
    app.connect("autodoc-process-signature", _plain_signature)
    app.connect("object-description-transform", _short_values)
    app.connect("missing-reference", _by_last_name)
    app.connect("html-collect-pages", _listings, priority=400)
