"""The pages without a server: all their files, for any static web server.

Games are played by npm's package ``tafl-rules``, the kernel and the search in WebAssembly, which ``python tasks.py
rules`` builds into the folder ``rules``. For the rest, and for everything where that is not built, the library runs in
the browser, by Pyodide: CPython in WebAssembly. Its files come from npm's package ``pyodide``; the library and the
packages that it needs, from where they are installed.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from posixpath import normpath
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from attrs import evolve

from hnefatafl import variants
from hnefatafl.errors import ArgumentValueError
from hnefatafl.notation import json as documents
from hnefatafl.notation import toml
from hnefatafl.notation.data import format_tables
from hnefatafl.notation.dialects import DIALECTS
from hnefatafl.records import Game
from hnefatafl.render.page import board_message
from hnefatafl.rules import Ruleset, RulesetLike, as_rulesets
from hnefatafl.search import pack_evaluation
from tafl.web._offers import list_offers, read_schema
from tafl.web._pages import PAGES, read_page, read_scripts
from tafl.web._puzzles import list_shipped
from tafl.web._settings import Settings
from tafl.web._workshop import describe_maker

PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of npm's package ``pyodide`` that are needed."""
_PACKAGES: Final = ("hnefatafl", "tafl", "attr", "attrs", "cattrs", "tomli_w")
_MODULES: Final = ("mypy_extensions", "typing_extensions")
"""The packages and modules that the library needs, and itself."""
_ABSENT: Final = (
    "cattrs/preconf",
    "cattrs/strategies",
    "hnefatafl/render/png.py",
    "hnefatafl/schema",
    "hnefatafl/search/_fitting.py",
    "hnefatafl/search/_selfplay.py",
    "hnefatafl/search/train.py",
    "hnefatafl/sphinxext.py",
    "hnefatafl/support/shares.py",
    "hnefatafl/support/worker_pool.py",
    "hnefatafl/testing",
    "tafl/arena",
    "tafl/cli",
    "tafl/conformance",
    "tafl/engine",
    "tafl/lab",
    "tafl/learning",
    "tafl/service",
    "tafl/table/widget.py",
    "tafl/web/_app.py",
    "tafl/web/_fairness.py",
    "tafl/web/_http.py",
    "tafl/web/_lobby.py",
    "tafl/web/_room.py",
    "tafl/web/_server.py",
    "tafl/web/_store.py",
    "tafl/web/_workers.py",
    "tafl/web/rules",
    "tafl/web/site",
    "tafl/web/static",
)
"""What of the library cannot run in a browser, where there are no processes and no extras, or is of no use there."""
_SUFFIXES: Final = (".py", ".json", ".tsv", ".js", ".css")
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The time of all files, so that the same library makes the same archive."""
_LOADED: Final = (".js", ".json", ".wasm", ".bin")
"""How the files of ``tafl-rules`` end that pages load."""
_OF_PYTHON: Final = ("pyodide/", "library.zip.xz")
"""How the names of the files begin that only what Python does needs."""
_EARLY: Final = {
    "index.html": (("static/start.js",), ("site.json",)),
    "game.html": (
        ("static/game.js", "static/playing.js", "rules/data/boards.js"),
        ("rulesets.json", "rules/rules.wasm", "rules/boards/brandubh.json"),
    ),
    "puzzles.html": (
        ("static/puzzles.js", "static/trainer.js"),
        ("rulesets.json", "puzzles.json", "rules/search.wasm"),
    ),
}
"""What pages load early: modules, with all that they import, and files."""
_IMPORTED: Final = re.compile(r'(?:from|import) "(\.{1,2}/[\w./]+)"')
_ROOT: Final = re.compile(r"/([\w.~-]+/)*", re.ASCII)
_LINK: Final = re.compile(r'(href|src)="/(static/)?([\w.]*)(#[\w=]*)?"')
_POLICY: Final = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
)


def make_site(
    pyodide: Mapping[str, bytes],
    rulesets: Iterable[RulesetLike] = (),
    *,
    root: str = "/",
    compiled: Callable[[Mapping[str, bytes]], Mapping[str, bytes]] | None = None,
) -> dict[str, bytes]:
    """Return the files of the site by their names.

    >>> make_site({})
    Traceback (most recent call last):
        ...
    hnefatafl.errors.ArgumentValueError: pyodide: pyodide.mjs is missing

    Arguments:
        pyodide: the files of npm's package ``pyodide`` by their names; those that are not needed are left out.
        rulesets: rulesets to offer beside those of the library, the first of them first.
        root: the path under which the site is served, such as ``/tafl/``. Only ``404.html`` rests on it, since hosts
            show that page at any address; all other links are relative.
        compiled: what compiles the sources of the library for Pyodide, so that its pages begin sooner: it takes
            sources by their names, and returns files ``.pyc`` by theirs.

    Raises:
        ArgumentValueError: a file of Pyodide is missing, or ``root`` is no path that begins and ends with ``/``.
        NotExpressibleError: a ruleset cannot be written in TOML.
    """
    for name in PYODIDE:
        if name not in pyodide:
            raise ArgumentValueError(f"pyodide: {name} is missing")
    if not _ROOT.fullmatch(root):
        raise ArgumentValueError(f"root: a path that begins and ends with / was expected, not {root!r}")
    offered = {rules.name: rules for rules in as_rulesets(rulesets)}
    shipped = {name: variants.get(name) for name in variants.names() if name not in offered}
    settings = Settings(database="", rulesets={**offered, **shipped}, variant=next(iter(offered), "brandubh"))
    offered_json = {"offers": list_offers(settings), "own": [toml.format_rules(rules) for rules in offered.values()]}
    site_files = {f"pyodide/{name}": pyodide[name] for name in PYODIDE}
    site_files |= {f"static/{name}": content for name, content in read_scripts().items()}
    own_scripts = files("tafl.web").joinpath("site")
    site_files |= {
        f"static/{script.name}": script.read_bytes()
        for script in own_scripts.iterdir()
        if script.name.endswith(".js") and script.name != "service.js"
    }
    rules_files = read_rules()
    site_files |= rules_files
    site_files |= _describe_played({**offered, **shipped} if rules_files else {})
    site_files["site.json"] = json.dumps(offered_json).encode()
    site_files["schema.json"] = json.dumps(read_schema()).encode()
    site_files["maker.json"] = json.dumps(describe_maker()).encode()
    site_files["puzzles.json"] = json.dumps(list_shipped()).encode()
    site_files |= {name: _adapt_page(read_page(name), _link_early(name, site_files)) for name in PAGES.values()}
    unknown = read_page("error.html").replace("{words}", "There is no page at this address.")
    site_files["404.html"] = _adapt_page(unknown, root=root)
    sources = read_library()
    code = {name: content for name, content in sources.items() if name.endswith(".py")}
    code_files = code if compiled is None else compiled(code)
    site_files["library.zip.xz"] = _pack_files(
        {**{name: sources[name] for name in sources.keys() - code.keys()}, **code_files}
    )
    version = sha256(b"".join(f"{name}\0".encode() + site_files[name] for name in sorted(site_files))).hexdigest()[:16]
    python = [name for name in sorted(site_files) if name.startswith(_OF_PYTHON)]
    site = json.dumps({"version": version, "pages": sorted(site_files.keys() - {*python}), "python": python})
    site_files["service.js"] = f"const SITE = {site};\n".encode() + own_scripts.joinpath("service.js").read_bytes()
    return site_files


def read_rules() -> dict[str, bytes]:
    """Return the files of npm's package ``tafl-rules`` that pages load; none where it is not built."""
    folder = files("tafl.web").joinpath("rules")
    if not folder.is_dir():
        return {}
    return {name: file.read_bytes() for name, file in _walk_files(folder, "rules", _LOADED)}


def _describe_played(rulesets: Mapping[str, Ruleset]) -> dict[str, bytes]:
    """Return what a page has to know of rulesets that it plays without Python: records, all in one file since they
    resemble each other, and the tables of those that ``tafl-rules`` does not have.
    """
    described: dict[str, dict[str, object]] = {}
    tables: dict[str, bytes] = {}
    for name, rules in rulesets.items():
        described[name] = {"record": json.loads(documents.format_game(Game(ruleset=evolve(rules, notes=""))))}
        if name not in variants.names() or variants.get(name) != rules:
            file = f"tables/{len(tables)}.json"
            described[name]["tables"] = file
            tables[file] = format_tables(rules, evaluation=pack_evaluation(rules), board=board_message(rules)).encode()
    dialects = ["json", *(dialect.name for dialect in DIALECTS if dialect.name != "json")]  # that which needs no Python
    played = {"dialects": dialects, "rulesets": described}
    return {"rulesets.json": json.dumps(played, separators=(",", ":")).encode(), **tables}


def read_library() -> dict[str, bytes]:
    """Return the files of the library that a browser needs, and of the packages that it stands on, by their names."""
    sources: dict[str, bytes] = {}
    for package in _PACKAGES:
        for name, file in _walk_files(files(package), package):
            if not name.startswith(_ABSENT):
                sources[name] = file.read_bytes()
    for module in _MODULES:
        # A module of one file lies beside the packages.
        module_file = files("attrs").joinpath("..", f"{module}.py")
        sources[f"{module}.py"] = module_file.read_bytes()
    return sources


def _walk_files(
    folder: Traversable, path: str, suffixes: tuple[str, ...] = _SUFFIXES
) -> Iterator[tuple[str, Traversable]]:
    for item in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if item.is_dir():
            yield from _walk_files(item, f"{path}/{item.name}", suffixes)
        elif item.name.endswith(suffixes):
            yield f"{path}/{item.name}", item


def _pack_files(content: Mapping[str, bytes]) -> bytes:
    """Return files as a ZIP archive that is compressed as a whole, which makes it a quarter smaller."""
    archive = BytesIO()
    with ZipFile(archive, "w", ZIP_STORED) as zipped:
        for name in sorted(content):
            zipped.writestr(ZipInfo(name, _EPOCH), content[name])
    texts = {"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 4, "lp": 0, "pb": 0}
    return lzma.compress(archive.getvalue(), filters=[texts])


def _link_early(page: str, site_files: Mapping[str, bytes]) -> str:
    """Return links by which a page loads at once what it would find one after the other; the first page also what a
    game needs, when it has nothing else to do.
    """
    modules, fetched = _list_early(page, site_files)
    links = [f'<link rel="modulepreload" href="{name}">\n' for name in modules]
    links += (f'<link rel="preload" href="{name}" as="fetch" crossorigin>\n' for name in fetched)
    if page == "index.html":
        later = [name for names in _list_early("game.html", site_files) for name in names if name not in modules]
        links += (f'<link rel="prefetch" href="{name}">\n' for name in later)
    return "".join(links)


def _list_early(page: str, site_files: Mapping[str, bytes]) -> tuple[list[str], Sequence[str]]:
    """Return the modules of a page, with all that they import, and the files that it fetches; nothing where Python
    plays.
    """
    roots, fetched = _EARLY.get(page, ((), ()))
    if not all(name in site_files for name in (*roots, *fetched)):
        return [], ()
    modules = [*roots]
    for name in modules:
        for target in _IMPORTED.findall(site_files[name].decode()):
            module = normpath(f"{name}/../{target}")
            if module in site_files and module not in modules:
                modules.append(module)
    return modules, fetched


def _adapt_page(text: str, links: str = "", root: str = "") -> bytes:
    """Return a page of the server as one of the site: its links are relative, or below a root, and nothing foreign is
    loaded.
    """

    def local(match: re.Match[str]) -> str:
        attribute, folder, name, place = match.groups(default="")
        if folder:
            return f'{attribute}="{root}static/{name}"'
        return f'{attribute}="{f"{root}{name}.html" if name else root or "./"}{place}"'

    policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    adapted = _LINK.sub(local, text).replace("<head>", f"<head>\n{policy}", 1)
    return adapted.replace("</head>", f"{links}</head>", 1).encode()
