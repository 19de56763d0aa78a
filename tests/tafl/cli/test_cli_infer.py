"""``tafl infer``: files of all kinds, the report, the file of rules, interrupts."""

from __future__ import annotations

import gzip
import io
import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from conftest import data_path
from inferred import infer_sets_once
from test_cli_process import TAFL, environment, heed_interrupts, posix

from hnefatafl import Move, variants
from hnefatafl.notation import archive, otn, toml
from hnefatafl.notation import json as json_notation
from hnefatafl.records import Game
from tafl.cli import main
from tafl.inference import Premises

pytestmark = pytest.mark.slow_uncompiled

EXAMPLES: Final = Path(__file__).parents[3] / "examples" / "games"
MAGPIE: Final = str(EXAMPLES / "magpie.csv")
FEW: Final = "d1-c1 c4-c2 g4-g2\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


@pytest.fixture
def tafl(infer: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The command, which does not infer again what another test has asked for."""
    monkeypatch.setattr("tafl.cli.infer.infer_sets", infer_sets_once)
    return infer


@pytest.fixture
def infer(capsys: pytest.CaptureFixture[str]) -> Any:
    """The command as it is."""

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(["infer", *arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def objects(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def moves_only(name: str) -> str:
    """The moves of an example, and nothing else."""
    lines = (EXAMPLES / f"{name}.csv").read_text("utf-8").splitlines()
    return "".join(f"{line.split(',')[0]}\n" for line in lines if not line.startswith("#"))


# ---------------------------------------------------------------------------------------------------------- the report


@pytest.mark.long
def test_the_rules_of_an_example(infer: Any) -> None:
    status, out, err = infer(MAGPIE, "--ascii")
    assert (status, err) == (0, "")
    board, summary, *_ = out.split("\n\n")
    assert board.splitlines()[3] == "4  t  t  T [K] T  t  t"
    assert summary == "Best ruleset: magpie, cost 0; all 24 games agree.\nFound from magpie, unchanged."
    with open(MAGPIE, encoding="utf-8") as lines:
        games = list(archive.parse_games(lines, variants.MAGPIE))
    (inference,) = infer_sets_once(games, Premises(more_bases=[variants.MAGPIE]))
    words = re.sub(
        r"\bgame ([0-9]+)(?=[,:])", lambda at: f"{MAGPIE}:{games[int(at[1]) - 1].line}", inference.describe()
    )
    assert out.endswith(f"{words}\n")


@pytest.mark.long
def test_several_processes_find_the_same(infer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    together = infer(MAGPIE, "--base", "magpie", "--jobs", "2")
    monkeypatch.setattr("tafl.cli.infer.infer_sets", infer_sets_once)
    assert infer(MAGPIE, "--base", "magpie") == together


def test_games_that_are_not_explained_give_status_1(tafl: Any, here: Path) -> None:
    (here / "brandubh.csv").write_text(FEW * 3 + "d1-c1 c4-a1\n" * 2)
    status, out, _ = tafl("brandubh.csv")
    assert status == 1
    assert "3 of 5 games agree (60.0%)" in out
    assert "  brandubh.csv:4, after 1 ply: illegal@1" in out


# ----------------------------------------------------------------------------------------------------------- the files


@pytest.mark.long
@pytest.mark.parametrize("name", ["magpie", "tawlbwrdd"])
def test_moves_alone_are_enough(tafl: Any, here: Path, name: str) -> None:
    (here / "unknown.txt").write_text(moves_only(name))
    status, out, _ = tafl("unknown.txt", "--json", "--base", name)
    found = objects(out)[0]
    rules = json_notation.parse_rules(json.dumps(found["candidates"][0]["ruleset"]))
    assert (status, rules.start) == (0, variants.get(name).start)
    assert found["candidates"][0]["contradictions"] == 0
    assert found["layout"]["board"] == rules.start.record


def test_records_come_by_standard_input(tafl: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(moves_only("magpie")))
    status, out, _ = tafl("--base", "magpie")
    assert status == 0
    assert "Best ruleset: magpie, cost 0; all 24 games agree." in out
    assert "(<stdin>:" in out


def test_games_in_otn_begin_with_the_rules_that_they_state(tafl: Any, here: Path) -> None:
    """Nothing shows the fort, but the record names the ruleset, which explains it as well as any other."""
    rules = otn.parse_rules(f"dim:7 name:House ks:w efe:y start:{variants.BRANDUBH.start.record}")
    assert rules.exit_fort
    for number in range(3):
        game = Game(ruleset=rules).add([Move.parse("d1-c1"), Move.parse("c4-c2")])
        (here / f"{number}.otg").write_text(otn.format_game(game))
    status, out, _ = tafl(str(here), "--json")
    best = objects(out)[0]["candidates"][0]
    assert (status, best["games"], best["ruleset"]["name"], best["steps"]) == (0, 3, "House", [])


def test_the_named_ruleset_is_not_believed(tafl: Any, here: Path) -> None:
    (here / "games.csv").write_text("# variant: tablut\n" + moves_only("magpie"))
    status, out, _ = tafl("games.csv", "--base", "magpie")
    assert status == 0
    assert "Best ruleset: magpie, cost 0; all 24 games agree." in out
    assert "The start layout was inferred from the moves: 756 votes, none against it." in out


def test_a_ruleset_that_nobody_knows_may_be_named(tafl: Any, here: Path) -> None:
    (here / "games.csv").write_text("# variant: what we played\n" + moves_only("magpie"))
    assert "Best ruleset: magpie, cost 0" in tafl("games.csv", "--base", "magpie")[1]


@pytest.mark.long
def test_the_archive_of_aagenielsen_dk(tafl: Any) -> None:
    status, out, _ = tafl(str(data_path("aage-archive", "sea-battle-9.tsv.gz")), "--json", "--base", "tablut")
    found = objects(out)[0]
    best = found["candidates"][0]
    assert (status, best["base"], found["games"]) == (0, "tablut", 134)
    assert best["agrees"] >= 132
    examples = [rival["example"] for each in found["evidence"] for rival in each["rivals"] if rival["example"]]
    assert all(example["id"].startswith("22-") for example in examples)


def test_the_bases_can_be_given(tafl: Any, here: Path) -> None:
    (here / "house.toml").write_text(toml.format_rules(variants.MAGPIE.evolve(name="House", exit_fort=True)))
    out = tafl(MAGPIE, "--base", "brandubh", "--base", "house.toml", "--json")[1]
    assert {each["base"] for each in objects(out)[0]["candidates"]} <= {"House", "brandubh"}


def test_the_dialect_can_be_given(tafl: Any, here: Path) -> None:
    (here / "games").write_text("position startpos moves d1d3 f4g4\n" * 3)
    assert "Best ruleset: copenhagen, cost 0; all 3 games agree." in tafl("games", "--from", "taflzero")[1]
    assert tafl("games", "--from", "archive")[0] == 1
    status, _, err = tafl("games", "--from", "nothing")
    assert status == 2
    assert "no dialect is named 'nothing'" in err


def test_a_layout_that_no_ruleset_can_have(tafl: Any, here: Path) -> None:
    (here / "games").write_text("d4-d7\n")
    status, out, err = tafl("games")
    assert (status, out) == (2, "")
    assert "none of them fits the start layout /7/7/7/3K3/7/7/7/" in err


def test_files_that_cannot_be_read_are_named(tafl: Any, here: Path) -> None:
    with gzip.open(here / "cut.tsv.gz", "wt") as out:
        out.write(FEW * 100)
    (here / "cut.tsv.gz").write_bytes((here / "cut.tsv.gz").read_bytes()[:-20])
    (here / "bad.otg").write_text("[rules:dim:7 name:Brandub surf:n ks:w start:/3t3/")
    (here / "board.txt").write_text("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/\n")
    status, text, err = tafl("cut.tsv.gz", "bad.otg", "board.txt", "nowhere", MAGPIE, "--json", "--base", "magpie")
    assert status == 2
    found = objects(text)
    assert [(each["type"], each.get("file")) for each in found] == [
        *(("error", name) for name in ("cut.tsv.gz", "bad.otg", "board.txt", "nowhere")),
        ("inference", None),
        ("total", None),
    ]
    assert (found[-1]["files"], found[-1]["games"], found[-1]["parts"]) == (1, 24, 1)
    assert err.count("tafl: ") == 4
    assert "positions say nothing about the rules" in err


def test_without_games_there_is_nothing_to_infer(tafl: Any, here: Path) -> None:
    (here / "brandubh.csv").write_text("# variant: brandubh\n")
    status, out, err = tafl("brandubh.csv")
    assert (status, out) == (2, "")
    assert err == "tafl: brandubh.csv: no record was found: the text is empty (tafl infer --help explains)\n"


# --------------------------------------------------------------------------------------------------- parts of the games


@pytest.mark.long
def test_a_collection_that_mixes_layouts_is_divided(tafl: Any, here: Path) -> None:
    (here / "mixed.txt").write_text(moves_only("copenhagen") + moves_only("tawlbwrdd"))
    status, out, _ = tafl("mixed.txt", "--base", "copenhagen", "--base", "tawlbwrdd", "-o", "house.toml")
    assert status == 0
    assert "27 of 51 games, from the same start layout:\n" in out
    assert "24 of 51 games, from the same start layout:\n" in out
    assert "Best ruleset: tawlbwrdd, cost 0; all 24 games agree." in out
    assert re.search(r"\(mixed.txt:(2[89]|[34][0-9]|5[01]), after", out)
    assert toml.parse_rules(Path("house.toml").read_text("utf-8")).start == variants.COPENHAGEN.start
    assert toml.parse_rules(Path("house-2.toml").read_text("utf-8")) == variants.TAWLBWRDD


@pytest.mark.long
def test_each_file_can_be_a_collection(tafl: Any) -> None:
    names = [str(EXAMPLES / f"{name}.csv") for name in ("magpie", "brandubh")]
    bases = ("--base", "magpie", "--base", "brandubh")
    status, out, _ = tafl(*names, "--each", "--json", *bases)
    assert status == 0
    assert [(each["file"], each["part"], each["candidates"][0]["ruleset"]["name"]) for each in objects(out)[:-1]] == [
        (names[0], 1, "magpie"),
        (names[1], 2, "brandubh"),
    ]
    (together, _) = objects(tafl(*names, "--json", *bases)[1])
    assert together["games"] == 48


# ---------------------------------------------------------------------------------------------------- the file of rules


def test_the_best_ruleset_is_written_with_its_evidence(tafl: Any, here: Path) -> None:
    status, out, _ = tafl(MAGPIE, "-o", "house.toml")
    assert status == 0
    assert out.endswith("\nwritten: house.toml\n")
    text = Path("house.toml").read_text("utf-8")
    assert toml.parse_rules(text) == variants.MAGPIE
    comments = [line for line in text.splitlines() if line.startswith("#")]
    assert comments[0] == "# Inferred by tafl infer from 24 games."
    assert "#   goal: corners" in comments[comments.index("# Settled:") : comments.index("# Leaning:")]
    assert "#   king: middleweight (not excluded: strong)" in comments[comments.index("# Open:") :]
    assert main(["playouts", "house.toml", "--games", "2"]) == 0


def test_a_ruleset_of_its_own_is_named_after_the_file(tafl: Any, here: Path) -> None:
    (here / "games.csv").write_text("d1-c1 c4-c3 c1-b1 d4-c4 b1-b2 c4-c7,0,0,White\n" * 3)
    assert tafl("games.csv", "--base", "brandubh", "-o", "Our house.toml")[0] == 0
    rules = toml.parse_rules(Path("Our house.toml").read_text("utf-8"))
    assert (rules.name, rules.source) == ("Our house", "Inferred from 3 games by tafl infer.")
    assert str(rules.escape) == "edge"


def test_no_file_is_overwritten_unasked(tafl: Any, here: Path) -> None:
    (here / "house.toml").write_text("mine")
    status, out, err = tafl(MAGPIE, "-o", "house.toml")
    assert (status, out) == (2, "")
    assert "house.toml: the file exists; --force overwrites it" in err
    assert tafl(MAGPIE, "--base", "magpie", "-o", "house.toml", "--force")[0] == 0
    assert (here / "house.toml").read_text("utf-8").startswith("# Inferred")


def test_rules_are_written_in_toml_only(tafl: Any) -> None:
    status, _, err = tafl(MAGPIE, "-o", "house.json")
    assert status == 2
    assert "house.json: a file of inferred rules ends in .toml" in err


# --------------------------------------------------------------------------------------------- terminals and interrupts


@pytest.mark.long
def test_a_terminal_shows_the_progress(infer: Any, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    ticks = iter(range(1_000_000))
    monkeypatch.setattr("time.monotonic", lambda: float(next(ticks)))
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert infer(MAGPIE, "--base", "magpie")[0] == 0
    shown = terminal.getvalue()
    assert "24 games (" in shown
    assert "\x1b[Kbases: " in shown or "]   0%  bases: " in shown
    assert "%  evidence: " in shown
    assert " replays, cost 0" in shown
    assert "tafl: 24 games in " in shown
    before = len(shown)
    (here / "brandubh.csv").write_text(FEW)
    assert infer("brandubh.csv", "--base", "brandubh", "--no-progress")[0] == 0
    assert "replays" not in terminal.getvalue()[before:]


@posix
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_keeps_what_was_found(here: Path, jobs: str) -> None:
    """Once the first ruleset has been found; a long search goes on from there."""
    lines = (EXAMPLES / "copenhagen.csv").read_text("utf-8").splitlines()[2:]
    (here / "games.csv").write_text("".join(f"{line}\n" for line in lines * 40))
    script = """
import os, signal, sys
from tafl.cli import infer, main
inner = infer._InferenceReport.progress
def progress(self, progress):
    inner(self, progress)
    if progress.stage == "evidence":
        os.kill(os.getpid(), signal.SIGINT)
infer._InferenceReport.progress = progress
sys.exit(main(sys.argv[1:]))
"""
    with subprocess.Popen(
        [TAFL[0], "-c", script, "infer", "games.csv", "--base", "copenhagen", "--jobs", jobs, "-o", "house.toml"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        preexec_fn=heed_interrupts,
    ) as process:
        out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (130, b"tafl: interrupted: the search had not ended\n")
    assert b"Best ruleset: copenhagen, cost 0" in out
    assert b"The search was interrupted; this is what it had found." in out
    assert "# The search was interrupted" in Path("house.toml").read_text("utf-8")


def test_an_interrupt_before_anything_was_found_is_said(infer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tafl.inference._inference.rank_bases", interrupted)
    before = signal.getsignal(signal.SIGINT)
    status, out, err = infer(MAGPIE)
    assert (status, out) == (130, "")
    assert err == "tafl: interrupted before a ruleset was found\n"
    assert signal.getsignal(signal.SIGINT) == before


def test_files_without_any_move_say_so(tafl: Any, here: Path) -> None:
    (here / "hello.csv").write_text("hello world\n")
    status, out, err = tafl("hello.csv")
    assert (status, out) == (2, "")
    assert "no record was found: none of 2 words is a move" in err
