"""The commands for the pages in the browser: one serves them, the other writes them for any web server."""

from __future__ import annotations

import argparse
import gzip
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from importlib.resources import as_file, files
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final
from zipfile import ZIP_STORED, ZipFile

from tafl.cli.console import CommandError, Console
from tafl.cli.files import naming, write_file
from tafl.cli.options import command, option, port, positive, seconds, shared

if TYPE_CHECKING:
    from hnefatafl.rules import Ruleset
    from tafl.cli.sources import Source

_LARGEST: Final = 1_000_000
"""The number of bytes of the records of a file, as for those that visitors open."""
_PORTS: Final = range(8000, 8100)
"""Where to listen if the options do not say it: the first that is free."""
_SERVE: Final = """\
Serve a page in the browser: play a person or the computer, study and explore records, and make
rules.

Only this machine can reach it, unless --host names another address, such as 0.0.0.0; then
the link that is printed has a key, and each side of a game has a link of its own.

----

The rulesets that are named are offered first, and records in files and folders are offered to
study and to explore, up to a million bytes each. --player takes any player of tafl play. The
games are kept in a file, by default in the folder for the state of programs, until they
have been unused for --days days. Without --port it is port 8000, or the next one that is free.
This needs the extra web.

  tafl serve --open
  tafl serve house.toml --player alphabeta:level=5
  tafl serve examples/games
  tafl serve --host 0.0.0.0 --port 8080 --hostname games.example.org
"""
_SITE: Final = """\
Write a folder of pages that any static web server can show: play, study and make rules, without a server.

Games, analyses and puzzles run in the browser as WebAssembly. Making rules, studies and files of
records load Python, also as WebAssembly, from the folder of npm's package pyodide, which
--pyodide names. Nothing is loaded from elsewhere.

----

The pages are those of tafl serve, for one visitor: against the computer, or two people at one
screen. Games and rules are kept in the browser, and shared by links. Rulesets of --variant are
offered first. If Node is found, the library is compiled for the pages, which then begin
sooner. To look at the folder, python -m http.server will do; from file:// browsers load no
scripts of this kind.

  npm install pyodide@314.0.7
  tafl site public --pyodide node_modules/pyodide
  tafl site public --pyodide node_modules/pyodide --variant house.toml
"""


@command(
    "serve",
    _SERVE,
    shared("name", "a ruleset to offer first, or records: a file, or a folder of them", nargs="*"),
    shared("--player", "a player to offer; may be repeated", action="append"),
    option("--open", "open the page in the browser"),
    option("--host HOST", "the address to listen on", default="127.0.0.1"),
    option("--port N", f"the port; 0: any free one (default: from {_PORTS[0]} on, the first free one)", type=port),
    option("--hostname HOSTNAME", "a name of this server in links; may be repeated", action="append"),
    option("--proxy ADDRESS", "a web server in front of this one; may be repeated", action="append"),
    option("--store FILE", "the file of the games; :memory: for none"),
    option("--days N", "delete games unused for N days", type=seconds, default="30"),
    shared("--seconds", "maximum seconds per search", default="10"),
    shared("--jobs", "the number of searching processes", type=positive, default=2),
    option("--cores N", "maximum cores per analysis", type=positive, default=1),
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Serve until an interrupt."""
    # The server belongs to an extra, and its help needs nothing of the library.
    from tafl.cli.recorded import is_record
    from tafl.web import LOOPBACK, Limits, Settings, serve

    records = {what for what in options.name if Path(what).is_dir() or is_record(what)}
    first, rulesets = _find_rulesets([what for what in options.name if what not in records])
    outside = options.host not in LOOPBACK
    names: list[str] = [options.host, *(options.hostname or [])]
    settings = Settings(
        database=_choose_database(options.store),
        rulesets=rulesets,
        variant=first,
        players=_find_players(options.player or []),
        records=_read_records([what for what in options.name if what in records]),
        key=secrets.token_urlsafe(16) if outside else None,
        proxies=frozenset(options.proxy or []),
        hosts=LOOPBACK | {name.lower() for name in names},
        limits=Limits(days=options.days, workers=options.jobs, search_seconds=options.seconds, cores=options.cores),
    )

    def tell(port: int) -> None:
        key = "" if settings.key is None else f"#key={settings.key}"
        link = console.serving("http", _reached_at(options.host), port, key)
        if options.open:
            webbrowser.open(link)

    serve(settings, host=options.host, port=_PORTS if options.port is None else options.port, started=tell)
    console.line("All games are saved." if settings.database != ":memory:" else "The games are gone.")
    return 0


def _find_rulesets(names: list[str]) -> tuple[str, dict[str, Ruleset]]:
    """Return the ruleset to offer first, and all that are offered: those that were named, then the built-in ones."""
    from hnefatafl import variants
    from hnefatafl.notation.json import format_rules
    from tafl.cli.rulesets import find_rules

    rulesets: dict[str, Ruleset] = {}
    for what in names:
        rules = find_rules(what)
        format_rules(rules)  # games are kept in this form
        rulesets[rules.name] = rules
    for name in variants.names():
        rulesets.setdefault(name, variants.get(name))
    return next(iter(rulesets)) if names else "brandubh", rulesets


def _read_records(names: list[str]) -> dict[str, str]:
    """Return the texts of files of records by their names, which within a folder begin there.

    Raises:
        CommandError: a file cannot be read, is too large, or has the name of another one.
    """
    from tafl.cli.sources import find_sources

    texts: dict[str, str] = {}
    for what in names:
        for source in find_sources(what):
            path = Path(source.name)
            name = path.relative_to(what).as_posix() if Path(what).is_dir() else path.name
            if name in texts:
                raise CommandError(f"{path}: another file is named {name}, too")
            texts[name] = _read_text(source)
    return texts


def _read_text(source: Source) -> str:
    """Return the text of a file, also of a packed one.

    Raises:
        CommandError: it cannot be read, or is too large.
    """
    from tafl.cli.sources import open_lines

    lines_read: list[str] = []
    bytes_left = _LARGEST
    with open_lines(source) as lines:
        for line in lines:
            bytes_left -= len(line.encode())
            if bytes_left < 0:
                raise CommandError(f"{source.name}: records of at most {_LARGEST:,} bytes were expected")
            lines_read.append(line)
    return "".join(lines_read)


def _find_players(texts: list[str]) -> dict[str, Mapping[str, object]]:
    """Return the players that are offered beside those of the library, with their evaluations."""
    # Pages without a server have no players of their own.
    from hnefatafl.search import AlphaBeta
    from tafl.cli.evaluations import read_player

    players: dict[str, Mapping[str, object]] = {}
    for text in texts:
        player_named = read_player(text)
        chosen = player_named.player()
        if isinstance(chosen, AlphaBeta) and chosen.searcher.jobs > 1:
            raise CommandError(f"{text}: each process of a server searches alone; --jobs is their number")
        players[player_named.text] = {} if player_named.evaluation is None else {"evaluation": player_named.evaluation}
    return players


def _choose_database(path_given: str | None) -> str:
    """Return the file of the games; its folder is made if it is the usual one.

    Raises:
        CommandError: the folder cannot be made.
    """
    if path_given is not None:
        return path_given
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        folder = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    path = folder / "tafl" / "games.sqlite3"
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"{path.parent}: {error.strerror or error} (--store names another file)") from None
    return str(path)


def _reached_at(host: str) -> str:
    """Return an address under which others reach a server that listens on all of them."""
    with suppress(ValueError):
        if not ip_address(host).is_unspecified:
            return host
        family, probe = (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as line:
            line.connect((probe, 9))  # nothing is sent; the system only chooses the address
            return str(line.getsockname()[0])
    return host


# Pages without a server.


@command(
    "site",
    _SITE,
    option("folder DIR", "the folder to write"),
    option("--pyodide FOLDER", "the folder of npm's package pyodide", default="node_modules/pyodide"),
    option("--variant NAME|FILE", "a ruleset to offer first; may be repeated", action="append", type=str),
    option("--root PATH", "the path under which the site is served, for the links of 404.html", default="/"),
    "--force",
)
def run_site(options: argparse.Namespace, console: Console) -> int:
    """Write the files."""
    # The pages are needed by no other command.
    from tafl.cli.rulesets import find_rules
    from tafl.web import make_site
    from tafl.web._site import PYODIDE

    target, source = Path(options.folder), Path(options.pyodide)
    with naming(target):
        if target.exists() and any(target.iterdir()) and not options.force:
            raise CommandError(f"{target}: the folder is not empty; --force writes into it")
    missing = [name for name in PYODIDE if not (source / name).is_file()]
    if missing:
        raise CommandError(f"{source}: not the folder of npm's package pyodide: {missing[0]} is missing")
    with naming(source):
        pyodide = {name: (source / name).read_bytes() for name in PYODIDE}
    ruleset_names: list[str] = options.variant or []
    rulesets = [find_rules(what) for what in ruleset_names]
    compiler = _BytecodeCompiler(source)
    content = make_site(pyodide, rulesets, root=options.root, compiled=compiler if compiler.how else None)
    for name, data in content.items():
        path = target / name
        with naming(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, data, force=True)
    size = sum(len(gzip.compress(data, mtime=0)) for data in content.values())
    console.line(f"{len(content)} files in {target}, {size / 1e6:.2f} MB with gzip.")
    if not any(name.startswith("rules/") for name in content):
        console.line("The rules in WebAssembly are not built: python tasks.py rules. Python plays all games.")
    if not compiler.how:
        console.line("The library is not compiled: there is no Node, and this is not the Python of the pages.")
    return 0


class _BytecodeCompiler:
    """Compiles sources for Pyodide: in this Python, if it is of the same version, or by Node."""

    def __init__(self, pyodide: Path) -> None:
        self._pyodide = pyodide
        try:
            lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
            theirs = str(lock["info"]["python"]).split(".")[:2]
        except (ValueError, LookupError, TypeError) as error:
            raise CommandError(f"{pyodide}: pyodide-lock.json does not say the version of Python: {error}") from None
        self.how = "here" if theirs == [*map(str, sys.version_info[:2])] else shutil.which("node")
        """``here``, or the path of Node; None if neither can be."""

    def __call__(self, sources: Mapping[str, bytes]) -> Mapping[str, bytes]:
        from tafl.web._compiling import compile_sources

        if self.how == "here":
            return compile_sources(sources)
        package = files("tafl.web")
        with TemporaryDirectory() as folder, as_file(package) as web:
            source, target = Path(folder, "sources.zip"), Path(folder, "compiled.zip")
            with ZipFile(source, "w", ZIP_STORED) as archive:
                for name, content in sources.items():
                    archive.writestr(name, content)
            words = [self.how, web / "site" / "compile.mjs", self._pyodide, web / "_compiling.py", source, target]
            process = subprocess.run([*map(str, words)], capture_output=True, check=False)
            if process.returncode:
                errors = process.stderr.decode(errors="replace").strip()[-300:]
                raise CommandError(f"the library cannot be compiled by Node: {errors}")
            with ZipFile(target) as archive:
                return {name: archive.read(name) for name in archive.namelist()}
