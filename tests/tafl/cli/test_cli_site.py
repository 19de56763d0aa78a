"""``tafl site``: the files that it writes, and what it refuses. ``test_site_browser.py`` tries the pages."""

from __future__ import annotations

import json
import lzma
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from webpages import stub_pyodide

from hnefatafl import variants
from hnefatafl.notation import json as documents
from hnefatafl.notation import toml
from tafl.cli import main
from tafl.web._site import make_site, read_rules

HOUSE = 'name = "House brandubh"\nbase = "brandubh"\nescape = "edge"\n'


@pytest.fixture
def pyodide(tmp_path: Path) -> str:
    folder = tmp_path / "pyodide"
    stub_pyodide(folder)
    return str(folder)


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The arguments for a site with own rules."""
    folder = tmp_path_factory.mktemp("parts")
    stub_pyodide(folder / "pyodide")
    (folder / "house.toml").write_text(HOUSE)
    return ["--pyodide", str(folder / "pyodide"), "--variant", str(folder / "house.toml")]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, parts: list[str]) -> Path:
    """A site with own rules, which takes seconds to write: no test may change it."""
    folder = tmp_path_factory.mktemp("sites") / "site"
    assert main(["site", str(folder), *parts]) == 0
    return folder


def test_all_links_of_the_pages_lead_to_files_beside_them(site: Path) -> None:
    pages = [*site.glob("*.html")]
    assert len(pages) == 7
    for page in pages:
        links = re.findall(r'(?:href|src)="([^"#]+)"', page.read_text("utf-8"))
        assert ("/" if page.name == "404.html" else "") + "static/site.css" in links
        for link in links:
            local = link.removeprefix("/") if page.name == "404.html" else link
            assert link == "data:," or (site / ("index.html" if local in ("./", "") else local)).is_file(), link
    for script in site.glob("static/*.js"):
        for name in re.findall(r'from "\./([\w.]+)"', script.read_text("utf-8")):
            assert (site / "static" / name).is_file(), name


def test_the_header_of_each_page_marks_where_one_is(site: Path) -> None:
    marked = {
        page.name: re.findall(r'<a href="([^"]+)" aria-current="page">', page.read_text("utf-8"))
        for page in site.glob("*.html")
    }
    alone = {name: [name] for name in ("study.html", "rules.html", "explore.html", "puzzles.html")}
    assert marked == {"index.html": ["./"], "game.html": [], "404.html": [], **alone}


def test_own_rules_are_offered_first(site: Path) -> None:
    described = json.loads((site / "site.json").read_text("utf-8"))
    assert described["offers"]["variant"] == "House brandubh"
    assert described["offers"]["rulesets"][0]["name"] == "House brandubh"
    assert list(map(toml.parse_rules, described["own"])) == [toml.parse_rules(HOUSE)]


def test_what_is_played_without_python(site: Path) -> None:
    """The rulesets of the library are those of ``tafl-rules``; of others the site has the tables."""
    played = json.loads((site / "rulesets.json").read_text("utf-8"))
    assert played["dialects"][0] == "json"  # which pages write without Python
    if not read_rules():
        assert played["rulesets"] == {}
        return
    assert "tables" not in played["rulesets"]["copenhagen"]
    record = played["rulesets"]["copenhagen"]["record"]
    assert documents.parse_game(json.dumps(record)).ruleset == variants.COPENHAGEN
    tables = json.loads((site / played["rulesets"]["House brandubh"]["tables"]).read_text("utf-8"))
    assert tables["board"]["name"] == tables["ruleset"]["name"] == "House brandubh"
    assert tables["evaluation"]


def test_the_page_of_a_game_loads_early_what_it_imports(site: Path) -> None:
    page = (site / "game.html").read_text("utf-8")
    early = re.findall(r'rel="modulepreload" href="([^"]+)"', page)
    if not read_rules():
        assert early == []
        return
    assert {"static/game.js", "static/board.js", "rules/table.js", "rules/tables.js"} <= {*early}
    assert page.index("charset") < page.index("modulepreload")  # which is to be among the first bytes


def test_the_service_worker_knows_every_other_file(site: Path) -> None:
    first = (site / "service.js").read_text("utf-8").splitlines()[0]
    known = json.loads(first.removeprefix("const SITE = ").removesuffix(";"))
    written = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert sorted(known["pages"] + known["python"]) == sorted(written - {"service.js"})
    assert "library.zip.xz" in known["python"]  # which is kept only by those who have loaded it


@pytest.mark.needs_host
def test_the_packed_library_plays_alone(site: Path, tmp_path: Path) -> None:
    """It stands on nothing but itself and the standard library, and its sources are compiled."""
    archive = tmp_path / "library.zip"
    archive.write_bytes(lzma.decompress((site / "library.zip.xz").read_bytes()))
    with ZipFile(BytesIO(archive.read_bytes())) as zipped:
        assert not [name for name in zipped.namelist() if name.endswith(".py")]
    code = f"""
import json, sys
sys.path.insert(0, {str(archive)!r})
from tafl.web._host import Host
heard = []
host = Host([], lambda text: heard.append(json.loads(text)))
seats = dict.fromkeys(("attackers", "defenders"), "screen")
body = {{"rules": {{"base": "brandubh"}}, "seats": seats}}
host.take(json.dumps({{"type": "ask", "path": "/api/games", "body": body}}))
made = heard.pop()["found"]
host.take(json.dumps({{"type": "join", "description": made["description"], "steps": [], "token": "both"}}))
host.take(json.dumps({{"type": "play", "move": "d1-c1"}}))
print([each["type"] for each in heard])
"""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    expected = "['joined', 'board', 'view', 'answer', 'step', 'view', 'answer']"
    assert done.stdout.strip() == expected, done.stderr


@pytest.mark.long
@pytest.mark.slow_uncompiled
def test_a_site_is_the_same_each_time_and_a_folder_that_is_not_empty_is_left_alone(
    site: Path, tmp_path: Path, parts: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "note.txt").write_text("mine")
    (tmp_path / "index.html").write_text("old")
    assert main(["site", str(tmp_path), *parts]) == 2
    assert "the folder is not empty; --force writes into it" in capsys.readouterr().err
    assert {path.name for path in tmp_path.iterdir()} == {"note.txt", "index.html"}
    assert main(["site", str(tmp_path), *parts, "--force"]) == 0
    assert re.search(r"\d+ files in .*, \d\.\d\d MB with gzip", capsys.readouterr().out)
    for path in site.rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (tmp_path / path.relative_to(site)).read_bytes(), path


def test_links_of_the_page_for_unknown_addresses_begin_with_the_root(tmp_path: Path, pyodide: str) -> None:
    content = {file.name: file.read_bytes() for file in Path(pyodide).iterdir()}
    page = make_site(content, root="/tafl/")["404.html"].decode()
    links = re.findall(r'(?:href|src)="([^"#]+)"', page)
    assert {"/tafl/", "/tafl/static/site.css", "/tafl/puzzles.html"} <= {*links}
    assert all(link.startswith("/tafl/") for link in links)


@pytest.mark.parametrize("root", ["", "tafl/", "/tafl", "//host/", '/"/'])
def test_a_root_that_is_no_path_is_refused(
    tmp_path: Path, pyodide: str, root: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["site", str(tmp_path / "site"), "--pyodide", pyodide, "--root", root]) == 2
    assert "root: a path that begins and ends with / was expected" in capsys.readouterr().err


def test_a_folder_that_is_not_pyodide_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["site", str(tmp_path / "site"), "--pyodide", str(tmp_path)]) == 2
    assert "not the folder of npm's package pyodide: pyodide.mjs is missing" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()


def test_a_version_of_pyodide_that_says_no_python_is_refused(
    tmp_path: Path, pyodide: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(pyodide, "pyodide-lock.json").write_text("[]")
    assert main(["site", str(tmp_path / "site"), "--pyodide", pyodide]) == 2
    assert "pyodide-lock.json" in capsys.readouterr().err


@pytest.mark.slow_uncompiled
def test_without_node_the_sources_are_packed(
    tmp_path: Path, pyodide: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(pyodide, "pyodide-lock.json").write_text('{"info": {"python": "4.0.0"}}')

    def find_nothing(name: str) -> None: ...

    monkeypatch.setattr("shutil.which", find_nothing)
    assert main(["site", str(tmp_path / "site"), "--pyodide", pyodide]) == 0
    assert "The library is not compiled" in capsys.readouterr().out
    with ZipFile(BytesIO(lzma.decompress((tmp_path / "site" / "library.zip.xz").read_bytes()))) as zipped:
        assert "tafl/web/_host.py" in zipped.namelist()
