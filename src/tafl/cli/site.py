"""Write a folder of pages that any static web server can show: play, study and make rules, without a server.

The library runs in the browser. For that the pages have Python in WebAssembly: the folder of
npm's package pyodide, which --pyodide names. Nothing is loaded from elsewhere.

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

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_STORED, ZipFile

from tafl.cli.console import CommandError, Console
from tafl.cli.files import naming, write_file
from tafl.cli.options import command, option
from tafl.cli.rulesets import find_rules


@command(
    "site",
    __doc__,
    option("folder DIR", "the folder to write"),
    option("--pyodide FOLDER", "the folder of npm's package pyodide", default="node_modules/pyodide"),
    option("--variant NAME|FILE", "a ruleset to offer first; may be repeated", action="append", type=str),
    "--force",
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Write the files."""
    # The pages are needed by no other command.
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
    compiler = _Compiler(source)
    content = make_site(pyodide, rulesets, compiled=compiler if compiler.how else None)
    for name, data in content.items():
        path = target / name
        with naming(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, data, force=True)
    size = sum(len(gzip.compress(data, mtime=0)) for data in content.values())
    console.line(f"{len(content)} files in {target}, {size / 1e6:.2f} MB with gzip.")
    if not compiler.how:
        console.line("The library is not compiled: there is no Node, and this is not the Python of the pages.")
    return 0


class _Compiler:
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
