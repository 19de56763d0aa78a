"""Engines checked by a suite: good ones, one with a wrong rule, and bad ones."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from hnefatafl import Position, variants
from hnefatafl.errors import ArgumentValueError
from tafl.cli import main
from tafl.conformance import Chapter, Conformity, Difference, check_engine, make_chapter, suite_lines
from tafl.engine import EngineDiedError, EngineTimeoutError, ProtocolError

pytestmark = [pytest.mark.needs_host, pytest.mark.slow_uncompiled]

OURS: Final = [sys.executable, "-m", "tafl", "conformance", "--serve"]
UGI: Final = [sys.executable, "-m", "tafl", "engine"]
EXAMPLES: Final = Path(__file__).resolve().parents[3] / "examples" / "conformance"

_WRONG: Final = """
import json, sys
from tafl.conformance import Responder
responder = Responder()
for line in sys.stdin:
    found = json.loads(line)
    if "options" in found:
        found["options"].update({CHANGES})
    print(responder.reply(json.dumps(found)), flush=True)
"""
_WRONG_UGI: Final = """
from hnefatafl import variants
from tafl.engine import serve, ugi
get = variants.get
ugi.variants = type("wrong", (), {"get": lambda name: get(name).evolve(CHANGES), "COPENHAGEN": variants.COPENHAGEN})
serve(None, "ugi")
"""
_STUB: Final = """
import json, os, sys, time
count = 0
for line in sys.stdin:
    found = json.loads(line)
    count += 1
    if "options" in found:
        print(json.dumps({"ruleset": found["ruleset"]}), flush=True)
        continue
    BEHAVIOUR
"""
BAD: Final = {
    "dying": ("print('no', file=sys.stderr, flush=True); sys.exit(3)", EngineDiedError, r"exit status 3"),
    "silent": ("time.sleep(60)", EngineTimeoutError, r"no answer within 0.5 s: an answer to brandubh/1 was expected"),
    "closing": ("os.close(1); time.sleep(60)", EngineDiedError, r"before an answer to brandubh/1"),
    "prose": ("print('I think so', flush=True)", ProtocolError, r"answer to brandubh/1 is no object of JSON"),
    "list": ("print('[]', flush=True)", ProtocolError, r"a JSON object was expected"),
    "deep": ("print('[' * 100000, flush=True)", ProtocolError, r"at most 32 levels"),
    "endless": ("while True: sys.stdout.write('{' * 9999)", ProtocolError, r"a line is longer than"),
    "other": (
        'print(\'{"id": "tablut/9"}\', flush=True)',
        ProtocolError,
        r"to brandubh/1 was expected, not to 'tablut",
    ),
}


@cache
def chapter_of(name: str, cases: int = 25) -> Chapter:
    """The chapter of a ruleset, which is made once."""
    return make_chapter(name, cases=cases)


@pytest.fixture
def chapter() -> Chapter:
    return chapter_of("brandubh")


def program(text: str, folder: Path, **changes: object) -> list[str]:
    """The command of a program that is written into the folder."""
    path = folder / "engine.py"
    told = ", ".join(f"{name!r}: {value!r}" for name, value in changes.items())
    given = ", ".join(f"{name}={value!r}" for name, value in changes.items())
    path.write_text(text.replace("{CHANGES}", f"{{{told}}}").replace("CHANGES", given), "utf-8")
    return [sys.executable, str(path)]


@pytest.mark.long
@pytest.mark.parametrize("name", ["brandubh", "berserk", "hnefatafl-11-dice", "foteviken-tablut"])
def test_our_own_answers_agree(name: str) -> None:
    found = check_engine([chapter_of(name)], OURS)
    assert (found.agrees, found.wrong, found.unanswered, found.declined) == (True, {}, {}, {})
    assert found.cases >= 25


def test_our_own_engine_agrees_by_ugi() -> None:
    names = ("brandubh", "hnefatafl-11-dice", "foteviken-tablut", "berserk")
    found = check_engine(list(map(chapter_of, names)), UGI, protocol="ugi")
    assert (found.agrees, found.wrong) == (True, {})
    assert set(found.answered) == {"gameover", "p1turn", "result", "bestmove"}
    assert found.declined == {"hnefatafl-11-dice": "UGI cannot tell of dice"}


@pytest.mark.long
@pytest.mark.parametrize(
    ("changes", "kinds"),
    [
        ({"king": "weak"}, {"captures", "outcome", "position"}),
        ({"escape": "edge"}, {"outcome", "legal", "refused"}),
        ({"encirclement": False}, {"outcome"}),
        ({"speed": {"king": 1}}, {"legal", "refused"}),
    ],
)
def test_one_wrong_rule_is_found(tmp_path: Path, changes: dict[str, object], kinds: set[str]) -> None:
    """What differs is a case that shows it again when it is pasted."""
    found = check_engine([chapter_of("brandubh", 120)], program(_WRONG, tmp_path, **changes))
    assert not found.agrees
    assert found.wrong.keys() & kinds
    for difference in found.differences[:20]:
        space: dict[str, Any] = {"Position": Position}
        exec(difference.as_json()["python"], space)
        assert difference.case.question == {
            key: value for key, value in difference.as_json()["case"].items() if key != "answer"
        }


def test_one_wrong_rule_is_found_by_ugi(tmp_path: Path) -> None:
    found = check_engine([chapter_of("brandubh", 120)], program(_WRONG_UGI, tmp_path, escape="edge"), protocol="ugi")
    assert found.wrong.keys() & {"gameover", "result"}
    assert not found.agrees


@pytest.mark.long
@pytest.mark.parametrize("name", BAD)
def test_a_bad_engine_is_a_declared_error(tmp_path: Path, chapter: Chapter, name: str) -> None:
    behaviour, kind, reason = BAD[name]
    found = check_engine([chapter], program(_STUB.replace("BEHAVIOUR", behaviour), tmp_path), patience=0.5)
    assert isinstance(found.failure, kind)
    assert re.search(reason, str(found.failure))
    assert (found.agrees, found.cases, found.failed) == (False, 0, chapter.cases[0])
    assert "the check ended early at brandubh/1: " in str(found)
    assert found.as_json()["failed"] == chapter.cases[0].question


def test_what_cannot_be_asked() -> None:
    with pytest.raises(EngineDiedError, match="no-such-program"):
        check_engine([], "no-such-program")
    with pytest.raises(ArgumentValueError, match="protocol: one of json, ugi was expected, not 'uci'"):
        check_engine([], "x", protocol="uci")
    with pytest.raises(ArgumentValueError, match="patience"):
        check_engine([], "x", patience=0)
    with pytest.raises(ArgumentValueError, match="command: a program and its arguments were expected"):
        check_engine([], [])
    with pytest.raises(EngineTimeoutError):
        check_engine([], [sys.executable, "-c", "import time; time.sleep(60)"], protocol="ugi", patience=0.5)


ANSWERS: Final = {
    "nothing": ("{'id': found['id']}", "not answered"),
    "reordered": (
        "{'legal': ANSWER['legal'][::-1], 'tries': {m: PARTS(t) for m, t in ANSWER['tries'].items()}}",
        "agree",
    ),
    "an error": ("{'error': 'I am tired'}", 'error: null was expected, not "I am tired"'),
    "a wrong kind": ("{'legal': 7, 'tries': 3, 'can_roll': 0}", "can_roll: false was expected, not 0"),
    "a move twice": ("{'legal': ANSWER['legal'] + ANSWER['legal'][:1]}", "legal: ["),
    "null": ("{'tries': {m: None for m in found['tries']}}", "not null"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_of_all_kinds(tmp_path: Path, chapter: Chapter, name: str) -> None:
    """What is left out is no difference; squares alone and reasons left out are answers; other values differ."""
    given, told = ANSWERS[name]
    text = _STUB.replace("BEHAVIOUR", f"print(json.dumps({given}), flush=True)")
    text = text.replace("import json", "from tafl.conformance import Responder\nimport json", 1)
    text = text.replace("count = 0", "responder = Responder()\ncount = 0").replace(
        "    count += 1\n",
        "    ANSWER = json.loads(responder.reply(line))\n"
        "    TRIES = found.get('tries')\n"
        "    PARTS = lambda t: {'refused': True} if 'refused' in t else {'captures': list(t['captures'])}\n",
    )
    found = check_engine([chapter], program(text, tmp_path))
    shown = "\n".join([*map(str, found.differences), str(found)])
    assert told in shown
    assert found.agrees is (name == "reordered")
    assert found.failure is None


def test_a_report_keeps_the_differences_of_as_many_cases_as_it_may(tmp_path: Path, chapter: Chapter) -> None:
    found = check_engine([chapter], program(_WRONG, tmp_path, escape="edge"), most=2)
    assert len({difference.case.id for difference in found.differences}) == 2 < found.differing
    assert found.as_json()["differing"] == found.differing <= found.cases
    assert isinstance(found.differences[0], Difference)
    assert not Conformity().agrees


# ------------------------------------------------------------------------------------------------------------- command


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


@pytest.mark.long
def test_the_command_writes_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ("brandubh", "hnefatafl-11-dice")
    assert main(["conformance", *names, "-o", "suite.jsonl", "--cases", "12"]) == 0
    assert re.match(r"2 rulesets, \d+ cases, [\d,]+ legal moves, \d+ actions tried, ", capsys.readouterr().out)
    assert main(["conformance", *names, "--write", "one.jsonl.gz", "--cases", "12", "--jobs", "2"]) == 0
    packed = (tmp_path / "one.jsonl.gz").read_bytes()
    assert gzip.decompress(packed) == (tmp_path / "suite.jsonl").read_bytes()
    assert (packed[3], packed[4:8]) == (0, bytes(4)), "neither a name nor a time, so that the same bytes come each time"
    capsys.readouterr()
    ours = " ".join(OURS)
    assert main(["conformance", "one.jsonl.gz", "--check", ours]) == 0
    assert re.fullmatch(r"\d+ cases, [\d,]+ answers agree, 0 differ\n", capsys.readouterr().out)
    assert main(["conformance", "suite.jsonl", "hnefatafl-11-dice", "--check", ours, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["wrong"] == {}
    assert main(["conformance", "brandubh", "--cases", "3", "--check", ours]) == 0


def test_the_command_shows_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = program(_WRONG, tmp_path, escape="edge")
    assert main(["conformance", "brandubh", "--cases", "30", "--check", " ".join(words), "--most", "1"]) == 1
    first, case, python, *rest = capsys.readouterr().out.splitlines()
    assert re.match(r"brandubh/\d+, .*: .* was expected, not ", first)
    assert json.loads(case)["ruleset"] == "brandubh"
    assert python.startswith("position = Position.parse('brandubh /")
    assert re.search(r"\d+ differ in \d+ cases\ndifferences: ", "\n".join(rest))


def test_the_command_shows_a_case_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With all that differs in it; ``--most`` and the report count cases."""
    text = _STUB.replace("BEHAVIOUR", "print(json.dumps({'can_roll': 7, 'legal': 8, 'tries': 9}), flush=True)")
    words = ["conformance", "brandubh", "--cases", "6", "--check", " ".join(program(text, tmp_path))]
    assert main([*words, "--most", "2"]) == 1
    shown = capsys.readouterr().out
    cases = [json.loads(line) for line in shown.splitlines() if line.startswith("{")]
    assert [case["id"] for case in cases] == ["brandubh/1", "brandubh/2"]
    assert re.findall(r"^(brandubh/\d+), (.+?): ", shown, re.MULTILINE) == [
        (case["id"], part)
        for case in cases
        for part in ("can_roll", "legal", *(f"{action} tries" for action in case["tries"]))
    ]
    assert re.search(r"^(\d+) cases, 0 answers agree, \d+ differ in \1 cases$", shown, re.MULTILINE)


def test_the_command_names_a_damaged_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], chapter: Chapter) -> None:
    lines = list(suite_lines([variants.BRANDUBH], [chapter]))
    lines[5] = lines[5].replace('"tries":[', '"tries":[7,')
    (tmp_path / "suite.jsonl").write_text("\n".join(lines), "utf-8")
    assert main(["conformance", "suite.jsonl", "--check", " ".join(OURS)]) == 2
    assert "suite.jsonl: line 6: tries: a list of texts was expected" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["-o", "suite.txt"], "a file of a suite ends in .jsonl or .jsonl.gz"),
        (["brandubh"], "one of the arguments"),
        (["-o", "a.jsonl", "--serve"], "not allowed with argument"),
        (["a.jsonl", "b.jsonl", "--check", "x"], "one suite was expected, not several"),
        (["none.jsonl", "--check", "x"], "none.jsonl"),
        (["nothing", "-o", "a.jsonl"], "nothing"),
        (["brandubh", "--check", "no-such-program", "--cases", "1"], "no-such-program"),
    ],
)
def test_faults_of_the_command(capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str) -> None:
    assert main(["conformance", *arguments]) == 2
    assert reason in capsys.readouterr().err


# ------------------------------------------------------------------------------------------------------------- example

NODE: Final = shutil.which("node") or shutil.which("nodejs") or ""


@pytest.mark.long
@pytest.mark.skipif(not NODE, reason="node is not installed")
def test_the_example_in_another_language_runs(tmp_path: Path) -> None:
    """It reads a suite by itself, and is asked line by line; a fault planted in it is found by both."""
    names = ("brandubh", "tablut", "copenhagen")
    chapters = [make_chapter(name, cases=60) for name in names]
    (tmp_path / "suite.jsonl").write_text(
        "\n".join(suite_lines([each.ruleset for each in chapters], chapters)) + "\n", "utf-8"
    )

    def run(folder: Path) -> tuple[int, list[str]]:
        done = subprocess.run(
            [NODE, str(folder / "runner.mjs"), "suite.jsonl"],
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        assert done.stderr == ""
        return done.returncode, done.stdout.splitlines()

    status, (told,) = run(EXAMPLES)
    counts = json.loads(told)
    assert (status, counts["different"]) == (0, 0)
    assert counts["answered"] > 40
    assert counts["declined"] == len(chapters[2].cases)
    found = check_engine(chapters, [NODE, str(EXAMPLES / "runner.mjs")])
    assert found.agrees
    assert found.declined == {"copenhagen": "does not know shieldwall"}
    assert {"legal", "captures", "refused", "position"} <= set(found.answered)

    for name in ("runner.mjs", "tiny.mjs"):
        text = (EXAMPLES / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace("sideOf(partner) === state.side ||", ""), "utf-8")
    status, lines = run(tmp_path)
    assert status == 1
    assert json.loads(lines[-1])["different"] > 0
    assert check_engine(chapters, [NODE, str(tmp_path / "runner.mjs")]).wrong["captures"] > 0


def test_the_runner_is_short() -> None:
    assert len((EXAMPLES / "runner.mjs").read_text("utf-8").splitlines()) <= 62


def test_a_report_agrees_if_all_that_was_answered_is_right() -> None:
    answered = {"outcome": 3}
    assert Conformity(cases=3, answered=answered).agrees
    assert not Conformity(cases=3).agrees, "nothing was answered"
    assert not Conformity(cases=3, answered=answered, wrong={"outcome": 1}).agrees
    assert not Conformity(cases=3, answered=answered, failure=ProtocolError("it is silent")).agrees
    told = str(Conformity(cases=3, answered=answered, wrong={"outcome": 1}))
    assert told.splitlines()[0] == "3 cases, 2 answers agree, 1 differ"


def test_a_report_names_rulesets_that_are_not_played() -> None:
    """The first five of them."""
    for count, told in ((1, "a"), (5, "a, b, c, d, e"), (6, "a, b, c, d, e and 1 more")):
        declined = dict.fromkeys("abcdef"[:count], "unknown")
        assert str(Conformity(declined=declined)).splitlines()[-1] == f"not played: {told} (unknown)"
