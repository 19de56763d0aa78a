"""What is written about the library: examples that are true, nothing left out, no wrong command."""

from __future__ import annotations

import contextlib
import doctest
import pkgutil
import re
import runpy
import shlex
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import attrs
import pytest
from conftest import Register
from inferred import infer_sets_once
from webpages import stub_pyodide

import hnefatafl
import tafl
from hnefatafl import Game, Move, Position, Region, SearchBoard, Side, perft, variants
from hnefatafl.errors import MissingExtraError
from hnefatafl.notation import json, otn, toml
from hnefatafl.rules import Repetition, Ruleset, Shieldwall, Zone
from hnefatafl.search import TrainedEvaluation
from hnefatafl.search._core.byhand import NAMES
from tafl.cli import main

ROOT = Path(__file__).parents[1]
TRAINED = TrainedEvaluation(
    ruleset=variants.BRANDUBH,
    weights=[0] * len(NAMES),
    pieces=[100] * 49 + [-200] * 49 + [0] * 49,
    men=[100, 200],
    biases=[],
    hidden=[],
    outputs=[],
)
"""An evaluation for the examples that need one."""
DOCS = ROOT / "docs"
MADE = {DOCS / "options", DOCS / "variants", DOCS / "_build"}
"""What is made while the pages are built."""
PAGES = sorted(path for path in DOCS.rglob("*.rst") if not MADE & set(path.parents))
MARKDOWN = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]

INNER = re.compile(r"\w+\.(.*\._.*|_.*|.*__main__|support\b.*|cli\b.*)")
"""Modules that are for the library's own use."""


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def code_blocks(path: Path) -> Iterator[tuple[str, str]]:
    """The pieces of code in a text, each with its language."""
    text = path.read_text("utf-8")
    if path.suffix == ".md":
        yield from re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        return
    pattern = r"^\.\. (?:code-block:: (\w+)|picture::)\n(?:   :.*\n)*\n((?:   .*\n|\n)+)"
    for language, code in re.findall(pattern, text, re.MULTILINE):
        yield language or "python", re.sub("^   ", "", code, flags=re.MULTILINE)


def every_block(language: str) -> list[tuple[str, str]]:
    """The pieces of code in that language in all texts, each with its place."""
    paths = [*PAGES, *(ROOT / name for name in MARKDOWN)]
    return [(name_of(path), code) for path in paths for lang, code in code_blocks(path) if lang == language]


# ----------------------------------------------------------------------------------------------------- nothing left out


def public_modules() -> set[str]:
    library = pkgutil.walk_packages(hnefatafl.__path__, "hnefatafl.")
    walked = (*library, *pkgutil.walk_packages(tafl.__path__, "tafl."))
    return {module.name for module in walked if not INNER.fullmatch(module.name)}


def documented_modules() -> dict[str, str]:
    """The page of the reference on which each module stands."""
    return {
        module: page.stem
        for page in (DOCS / "reference").glob("*.rst")
        for module in re.findall(
            r"^\.\. (?:automodule|face):: ((?:hnefatafl|tafl)\.\S+)$", page.read_text("utf-8"), re.MULTILINE
        )
    }


@pytest.mark.extra("web")
@pytest.mark.needs_host
def test_every_public_module_has_its_page() -> None:
    documented = documented_modules()
    assert {*documented} == public_modules()
    index = (DOCS / "reference" / "index.rst").read_text("utf-8")
    assert set(documented.values()) <= set(re.findall(r"^   (\S+)$", index, re.MULTILINE))


@pytest.mark.parametrize("options", [Ruleset, Zone, Shieldwall, Repetition], ids=lambda c: c.__name__)
def test_every_option_is_explained(options: type) -> None:
    text = (DOCS / "rules.rst").read_text("utf-8")
    explained = set(re.findall(rf"{options.__name__}\.(\w+)[`>]", text))
    labels = Ruleset.LABELS | {"squares"}
    assert {field.name for field in attrs.fields(options)} - labels <= explained


def test_every_ruleset_is_listed_once() -> None:
    text = (DOCS / "variants.rst").read_text("utf-8")
    patterns = [p for line in re.findall(r"^\.\. rulesets:: (.+)$", text, re.MULTILINE) for p in line.split()]
    for name in variants.names():
        assert len([pattern for pattern in patterns if fnmatchcase(name, pattern)]) == 1, name


# ----------------------------------------------------------------------------------------------- the pages made by code


PAGES_BY_CODE: Final = (("options", "option_pages", "rules.rst"), ("variants", "variant_pages", "_data/perft.tsv"))


@pytest.fixture(scope="module")
def made() -> Iterator[dict[str, str]]:
    """The pages of options and rulesets, by their addresses: made once, which takes seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(DOCS / "_extensions"), *sys.path])
        yield {
            f"{folder}/{name}": text
            for folder, module, source in PAGES_BY_CODE
            for name, text in import_module(module).pages(DOCS / source)
        }
    made_by = ("option_pages", "variant_pages", "option_boards", "option_examples", "ruleset_titles", "archive_tables")
    for module in (*made_by, "rst"):
        sys.modules.pop(module, None)


@pytest.mark.extra("sphinx")
@pytest.mark.needs_host
def test_every_option_and_every_ruleset_has_a_whole_page(made: dict[str, str]) -> None:
    for name in variants.names():
        page = made[f"variants/{name}"]
        parts = ["The rules in words", "How it differs", "Sources", "Our readings", "Perft figures"]
        assert [part for part in parts if f"\n{part}\n---" not in page] == [], name
        assert f".. first-moves:: {name}\n" in page
        assert f"   tafl play {name}\n" in page
        # What the leaflet says is not said again.
        leaflet = " ".join(variants.get(name).describe().split()).casefold()
        assert [
            r.text for r in variants.get(name).readings if r.text.casefold().rstrip(".") in leaflet and r.text in page
        ] == []
    fields = {field.name for field in attrs.fields(Ruleset)} - Ruleset.LABELS
    for owner in (Zone, Shieldwall, Repetition):
        fields |= {f"{owner.__name__.lower()}.{f.name}" for f in attrs.fields(owner) if f.name != "name"}
    for name in fields:
        page = made[f"options/{name}"]
        parts = ["Values", "Default", "Sources", "Which rulesets use it"]
        assert [part for part in parts if f"\n{part}\n---" not in page] == [], name
        assert f".. option-board:: {name}\n" in page
    # Only the commonest value may be left without names.
    assert all(page.count("All that are not named below.") <= 1 for page in made.values())
    assert "rulesets of one's own" not in made["options/anvil"]
    assert ":doc:`magpie </variants/magpie>`" in made["options/king"]
    assert ":doc:`king </options/king>`: middleweight instead of" in made["variants/magpie"]


@pytest.mark.extra("sphinx")
@pytest.mark.needs_host
def test_options_are_written_alike_in_python_and_in_files(made: dict[str, str]) -> None:
    """The examples on the pages of the options: what Python makes, the file makes, and the option has changed."""
    examples = import_module("option_examples")
    for option in examples.EXAMPLES:
        page = made[f"options/{option}"]
        python, file = (
            "\n".join(
                line[3:] for line in re.findall(rf"code-block:: {language}\n\n((?:   .*\n|\n)+)", page)[0].split("\n")
            )
            for language in ("python", "toml")
        )
        names: dict[str, Any] = {}
        exec(python, names)
        assert toml.parse_rules(file) == names["rules"], option
        assert names["rules"] != examples.BASE, option
        assert f"{option.rpartition('.')[2]} = " in file or f"[{option}]" in file, option
    for option, words in {
        "hammer": "king armed",
        "die": "würfel",
        "announcements": "ansage",
        "edge_capture": "patt",
        "zones": "lägerrutor",
        "throne": "borgen",
    }.items():
        assert f"single: {words}\n" in made[f"options/{option}"]


@pytest.mark.extra("sphinx")
@pytest.mark.needs_host
def test_a_shipped_ruleset_changes_each_option_or_its_page_says_why_none_does(made: dict[str, str]) -> None:
    pages = import_module("option_pages")
    shipped = [variants.get(name) for name in variants.names()]

    def changed(option: str, rules: Ruleset) -> bool:
        owner, _, name = option.rpartition(".")
        field = pages.declared(option)[1]
        holders = rules.all_zones if owner == "zone" else [getattr(rules, owner) if owner else rules]
        return any(holder is not None and getattr(holder, name) != field.default for holder in holders)

    unchanged = {option for option in pages.OPTIONS if not any(changed(option, rules) for rules in shipped)}
    assert unchanged == set(pages.UNSHIPPED)
    assert all(reason in made[f"options/{option}"] for option, reason in pages.UNSHIPPED.items())


@pytest.mark.extra("sphinx")
@pytest.mark.needs_host
def test_the_pages_of_rulesets_have_titles_of_their_own(made: dict[str, str]) -> None:
    titles = {name: re.findall(r"^(.+)\n=+$", made[f"variants/{name}"], re.M)[0] for name in variants.names()}
    assert len(set(titles.values())) == len(titles)
    assert titles["brandubh"] == "Brandubh (7×7)"
    assert titles["copenhagen-hnefatafl-org-13"] == "Copenhagen hnefatafl (hnefatafl.org, 13×13)"
    assert titles["hnefatafl-11-dice"] == "Hnefatafl (king limited by a die, 11×11)"
    assert ".. option-board:: shieldwall\n" in made["variants/copenhagen"]
    assert ".. option-board:: shieldwall\n" not in made["variants/fetlar"]
    assert "     - 328\n     - 653\n     - 4\n     - 34%" in made["variants/brandubh"]


@pytest.mark.extra("sphinx")
@pytest.mark.needs_host
def test_registered_rulesets_are_on_no_page(made: dict[str, str], register: Register) -> None:
    register(house=variants.BRANDUBH.evolve(name="brandubh house", escape=Region.EDGE))
    assert "brandubh house" in variants.names()
    for folder, module, source in PAGES_BY_CODE:
        again = import_module(module).pages(DOCS / source)
        assert all(made[f"{folder}/{name}"] == text for name, text in again)


def test_the_perft_figures_are_those_of_the_rulesets() -> None:
    lines = (DOCS / "_data" / "perft.tsv").read_text("utf-8").splitlines()[1:]
    rows = {name: (int(version), [int(n) for n in counts]) for name, version, *counts in map(str.split, lines)}
    assert {name: version for name, (version, _) in rows.items()} == {
        name: variants.get(name).version for name in variants.names()
    }
    for name, (_, counts) in rows.items():
        rules = variants.get(name)
        start = Position.initial(rules, rules.first or Side.ATTACKERS)
        assert [perft(start, depth) for depth in (1, 2)] == counts[:2], name


# ------------------------------------------------------------------------------------------------------------- examples


MARKS: Final = {
    **dict.fromkeys(
        ("howto/conformance", "howto/engines", "howto/service", "howto/validate"), (pytest.mark.needs_host,)
    ),
    "howto/learning": (pytest.mark.needs_host, pytest.mark.extra("rl"), pytest.mark.extra("openspiel")),
    "howto/serve": (pytest.mark.needs_host, pytest.mark.extra("web")),
    "howto/tables": (pytest.mark.needs_host, pytest.mark.extra("pandas")),
    "howto/web": (pytest.mark.needs_host, pytest.mark.extra("frameworks")),
    "howto/parallel": (pytest.mark.needs_host, pytest.mark.slow_uncompiled),
    "howto/infer": (pytest.mark.slow_uncompiled,),
    "tutorial/rules": (pytest.mark.slow_uncompiled,),
}
"""The pages whose examples start processes or servers, need the packages of an extra, or take long."""


NO_FAULT: Final = pytest.mark.filterwarnings("ignore::hnefatafl.errors.LossWarning")


def public() -> dict[str, Any]:
    """What ``from hnefatafl import *`` imports."""
    return {name: getattr(hnefatafl, name) for name in hnefatafl.__all__}


@NO_FAULT
@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=MARKS.get(page.relative_to(DOCS).with_suffix("").as_posix(), ())) for page in PAGES],
    ids=name_of,
)
def test_the_examples_of_a_page_are_true(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = public() if page.name == "rules.rst" else {}
    assert doctest.testfile(str(page), module_relative=False, encoding="utf-8", globs=names).failed == 0
    if page.parent.name == "tutorial" and page.stem != "index":
        assert doctest.DocTestParser().get_examples(page.read_text("utf-8"))


@NO_FAULT
def test_the_examples_of_the_readme_are_true() -> None:
    examples = "\n".join(code for language, code in code_blocks(ROOT / "README.md") if language == "pycon")
    found = doctest.DocTestParser().get_doctest(examples, {}, "README.md", "README.md", 0)
    assert len(found.examples) > 5
    assert doctest.DocTestRunner().run(found).failed == 0


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that examples speak of."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    games = (ROOT / "examples" / "games" / "brandubh.csv").read_text("utf-8")
    (tmp_path / "games.csv").write_text(games)
    record = "[rules:dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n1. d1-c1 c4-c2\n"
    assert otn.parse_game(record).moves
    (tmp_path / "game.otg").write_text(record)
    (tmp_path / "house.toml").write_text('name = "House brandubh"\nbase = "brandubh"\n')
    (tmp_path / "trained.json").write_text(TRAINED.text)
    stub_pyodide(tmp_path / "node_modules" / "pyodide")
    monkeypatch.setattr("tafl.cli.infer.infer_sets", infer_sets_once)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))

    def end_at_once(*arguments: object, **options: object) -> None: ...

    def open_nothing(address: str) -> bool:
        return True

    monkeypatch.setattr("webbrowser.open", open_nothing)
    if find_spec("uvicorn"):
        monkeypatch.setattr("uvicorn.Server.run", end_at_once)  # a server would never end
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.extra("notebook")
@pytest.mark.needs_host
def test_the_python_of_the_pages_runs(workplace: Path) -> None:
    names: dict[str, dict[str, object]] = {}
    blocks = every_block("python")
    assert len(blocks) > 10
    for place, code in blocks:
        with contextlib.suppress(MissingExtraError):
            exec(compile(code, place, "exec"), names.setdefault(place, {}))
    assert (workplace / "game.html").exists()


def test_the_toml_of_the_texts_is_read() -> None:
    for place, text in every_block("toml"):
        if "[project." not in text:
            assert toml.parse_rules(text).name, place


LINES = [
    (place, line.strip())
    for place, code in every_block("sh")
    for line in code.replace("\\\n", " ").splitlines()
    if line.strip()
]
COMMANDS = [(place, line) for place, line in LINES if re.match(r"(tafl|python -c) ", line)]
ELSEWHERE = re.compile(
    r"python -m venv .venv|.venv/bin/python -m pip install|python tasks\.py setup"  # .ci/run installs, and tests there
    r"|python tasks\.py (board|rules)"  # their files are tested elsewhere
    r"|git clone|git -C|npm install"  # of other people's programs
)
"""Commands of the texts that need the network, and are not run here."""


def test_every_other_command_is_for_installing() -> None:
    assert [line for place, line in LINES if (place, line) not in COMMANDS and not ELSEWHERE.match(line)] == []


EXTRAS: Final = {"tafl serve": "web", "tafl train": "train", ".png": "png", ".apng": "png"}
"""What commands need an extra, by what stands in them."""


def with_marks(command: tuple[str, str]) -> Any:
    """A command as a parameter of a test, with the extras that it needs."""
    return pytest.param(*command, marks=[pytest.mark.extra(EXTRAS[word]) for word in EXTRAS if word in command[1]])


@pytest.mark.long
@pytest.mark.parametrize(("place", "line"), [*map(with_marks, COMMANDS)], ids=lambda text: str(text)[:60])
def test_the_commands_of_the_texts_work(
    place: str, line: str, workplace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command, *arguments = shlex.split(line, comments=True)
    monkeypatch.setattr(sys, "stdin", StringIO("quit\n"))
    if command == "python":
        exec(compile(arguments[1], place, "exec"), {})
        return
    status = main(arguments)
    told = capsys.readouterr()
    assert status == 0 or (status == 1 and "--strict" in line), told.err
    assert told.out or told.err or list(workplace.iterdir())


def test_there_are_no_other_kinds_of_code() -> None:
    known = {"python", "pycon", "sh", "toml", "json", "rst", "text"}
    for path in (*PAGES, *(ROOT / name for name in MARKDOWN)):
        assert {language for language, _ in code_blocks(path)} <= known, path
        text = path.read_text("utf-8")
        assert text.count("```") == 2 * len(re.findall(r"^```\w+$", text, re.MULTILINE)), path
        if path.suffix == ".rst":
            other = r"^(?!\.\. ).*::$|^ *\.\. (?:code|highlight|parsed-literal|prompt|sourcecode|testcode)::|^ *::"
            assert re.findall(other, text, re.MULTILINE) == [], path


def test_markup_that_is_shown_is_built_too() -> None:
    for place, code in every_block("rst"):
        assert f"\n{code.rstrip()}\n" in (ROOT / place).read_text("utf-8")


# ------------------------------------------------------------------------------------------------------------- commands


@pytest.mark.parametrize("name", [*MARKDOWN, *map(name_of, PAGES)])
def test_nobody_is_told_to_install_the_wrong_distribution(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert not re.search(r"(install|add|require)\b[^\n`]*\bhnefatafl\b", text, re.IGNORECASE)


def test_the_readme_gives_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    head = "\n".join(text.splitlines()[:30])
    install = "python -m venv .venv && .venv/bin/python -m pip install"
    assert f"\n{install} . && .venv/bin/tafl replay examples/games\n" in head
    assert f"\n{install} -e '.[test]' && .venv/bin/python -m pytest -n 2\n" in head


def test_the_readme_is_a_page_of_a_package_index_too() -> None:
    """Its links lead to pages that exist: here into this folder, and there to the published documentation."""
    pytest.importorskip("setuptools")
    link = re.compile(r'(?<=\]\()[^)]+|(?<=src=")[^"]+')
    here = link.findall((ROOT / "README.md").read_text("utf-8"))
    assert len(here) > 8
    assert [name for name in here if not (ROOT / name).is_file()] == []
    there = link.findall(runpy.run_path(str(ROOT / "setup.py"))["description"]())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert "readme" in project["dynamic"]
    home = project["urls"]["Documentation"]
    assert re.fullmatch("https://.+/", home)
    pages = [name.removeprefix("docs/").replace(".rst", ".html") for name in here]
    assert there == [f"{home}{page}" for page in pages]


# --------------------------------------------------------------------------------------------------- what is looked for


@pytest.mark.parametrize("word", ["undo", "FEN", "PGN", "save", "load"])
def test_words_of_chess_programs_are_in_the_glossary_and_the_index(word: str) -> None:
    assert f"\n   {word}\n      " in (DOCS / "glossary.rst").read_text("utf-8")
    pages = (DOCS / "reference").glob("*.rst")
    assert any(re.search(rf"^   (! )?single: {word}$", page.read_text("utf-8"), re.M) for page in pages)


@pytest.mark.extra("notebook")
@pytest.mark.extra("sphinx")
@pytest.mark.extra("web")
@pytest.mark.needs_host
def test_the_reference_sums_up_every_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(DOCS / "_extensions"), *sys.path])
    summaries = import_module("summaries")
    modules = set(summaries.listed(DOCS / "reference" / "index.rst"))
    assert len(modules) > 40
    found = {m: dict(summaries.documented(import_module(m))) for m in modules}
    assert all(re.search(r"\w.*[.:]\"?$", told) for names in found.values() for told in names.values())
    public = {name: getattr(import_module(m), name) for m in modules for name in import_module(m).__all__}
    told = {name for names in found.values() for name in names}
    missing = {name for name, value in public.items() if name not in told and not isinstance(value, ModuleType)}
    # Types for annotations, and what the strategies are made of, have no page.
    assert missing <= {"Marking", "Subject", "PLANTS", "Plant", "Planted"}
    sys.modules.pop("summaries", None)


@pytest.mark.extra("sphinx")
@pytest.mark.needs_host
def test_the_head_of_a_class_lists_its_members(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(DOCS / "_extensions"), *sys.path])
    summaries = import_module("summaries")
    listed = dict(summaries.members(Position))
    assert ":py:obj:`play() <hnefatafl.play.Position.play>`" in listed
    assert ":py:obj:`outcome <hnefatafl.play.Position.outcome>`" in listed
    assert list(dict(summaries.members(Side))) == [
        ":py:obj:`ATTACKERS <hnefatafl.board.Side.ATTACKERS>`",
        ":py:obj:`DEFENDERS <hnefatafl.board.Side.DEFENDERS>`",
        ":py:obj:`opponent <hnefatafl.board.Side.opponent>`",
    ]
    for cls in (Position, Move, Ruleset, Game):
        assert len(list(summaries.members(cls))) >= summaries.FEWEST
        assert all(re.search(r"\w.*[.:]\"?$", told) for _, told in summaries.members(cls))
    sys.modules.pop("summaries", None)


def test_the_hint_for_a_missing_extra_works_in_the_sources() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    texts = [ROOT / "README.md", *DOCS.rglob("*.rst"), *(ROOT / "src").rglob("*.py"), *(ROOT / "examples").glob("*.py")]
    hints = {hint for text in texts for hint in re.findall(r"pip install [^`)]*\[(\w+)\]", text.read_text("utf-8"))}
    assert hints <= set(extras)
    # The distribution is on no index, so its name installs nothing, or something else.
    assert [text for text in texts if re.search(r"pip install \S*tafl\[", text.read_text("utf-8"))] == []
    used = {name for text in texts for name in re.findall(r"\bextra\(\"(\w+)\"\)", text.read_text("utf-8"))}
    assert used
    assert used <= set(extras)
    for name in used:
        assert f'pip install ".[{name}]"' in str(MissingExtraError(name, "package"))


def test_the_tables_of_the_archive_link_to_shipped_rulesets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(DOCS / "_extensions"), *sys.path])
    tables = import_module("archive_tables")
    page = (DOCS / "explanation" / "measurements.rst").read_text("utf-8")
    assert re.findall(r"^\.\. archive:: (\w+)$", page, re.M) == list(tables.TABLES)
    settled = tables.settled(DOCS / "_data" / "archive.json")
    text = "\n".join(line for table in tables.TABLES.values() for line in table(settled))
    linked = set(re.findall(r"</variants/([\w-]+)>", text))
    assert len(linked) > 70
    assert linked <= set(variants.names())


def rows(page: Path) -> Iterator[list[str]]:
    """The rows of the tables of a page, without their heads."""
    for table in page.read_text("utf-8").split(".. list-table::")[1:]:
        yield from (re.split(r"\n     -", row) for row in table.split("\n   * -")[2:])


def test_what_stands_beside_python_chess_can_be_pasted(capsys: pytest.CaptureFixture[str]) -> None:
    """Each piece of code in the column of this library, run after those before it in its row."""
    position = Position.initial("copenhagen").play("h1-h3").play("f4-g4")
    game = attrs.evolve(Game.from_position(position), tags={"defenders": "Ann"})
    page = DOCS / "howto" / "from_python_chess.rst"
    examples = [re.findall("``(.+?)``", row[2]) for row in rows(page) if len(row) > 2]
    assert len(examples) > 40
    for module in ("hnefatafl.notation.json", "hnefatafl.notation.otn", "hnefatafl.render.svg", "tafl.engine"):
        import_module(module)
    for row in examples:
        names: dict[str, Any] = public() | {"hnefatafl": hnefatafl, "tafl": tafl, "position": position, "game": game}
        names |= {"move": position.legal_moves()[0], "square": "e4", "board": SearchBoard(position)}
        names["text"] = json.format_game(game) if "parse_game" in row[0] else position.text
        for code in row:
            if "engine" not in code and "otn.parse_game" not in code and ".winner" not in code:
                exec(code, names)
    assert "Ann" in capsys.readouterr().out
