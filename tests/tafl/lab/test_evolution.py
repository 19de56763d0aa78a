"""The search for games: mutations, cells and quality, going on, and the folder that the command writes."""

from __future__ import annotations

import multiprocessing
import pickle
import re
import shutil
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hnefatafl import Position, Region, Side, Symmetry, variants
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, HnefataflError, NotationError
from hnefatafl.notation import toml
from hnefatafl.rules import Ruleset
from hnefatafl.support import json_text as jsontext
from tafl.arena import Points
from tafl.cli import main
from tafl.lab import Cell, Evolution, EvolvedRuleset, _observation, evolve, explore, gallery, mutated

pytestmark = pytest.mark.slow_uncompiled

QUICK: Final[dict[str, Any]] = {"nodes": 20, "games": 2, "plies": 40, "seed": 1}
GOOD: Final = EvolvedRuleset(
    number=4,
    ruleset=variants.BRANDUBH.evolve(name="good"),
    attackers=Points(won=5, lost=5),
    length=45,
    lead_changes=20,
    endings={"king-escaped": 6, "king-captured": 4},
    captures={"custodial": 30, "shieldwall": 31},
)


@given(name=st.sampled_from([*variants.names()]), seed=st.integers(0, 10**6))
def test_what_is_mutated_can_be_played_on_all_sides_alike(name: str, seed: int) -> None:
    rules = variants.get(name)
    made = mutated(rules, Random(seed))
    assert made == mutated(rules, Random(seed))
    assert len(made.diff(rules)) <= 8
    Position.initial(made, made.first or Side.ATTACKERS)
    if made.start != rules.start and all(rules.start.transform(each) == rules.start for each in Symmetry):
        assert all(made.start.transform(each) == made.start for each in Symmetry)


def test_mutations_differ() -> None:
    made = [mutated("brandubh", Random(seed)) for seed in range(60)]
    changed = {option for each in made for option in each.diff("brandubh")}
    assert len(changed) > 8
    assert {"start", "king"} <= changed


def test_a_cell_says_what_kind_of_game_it_is() -> None:
    assert GOOD.cell == Cell(size=7, length=40, ending="king-escaped", capture="shieldwall")
    assert EvolvedRuleset(number=0, ruleset=variants.BRANDUBH).cell == Cell(7, 0, "none", "none")


@pytest.mark.parametrize(
    ("change", "quality"),
    [
        ({}, 1.0),
        ({"attackers": Points(won=10)}, 0.0),
        ({"attackers": Points(won=3, lost=1), "lead_changes": 8}, 0.5),
        ({"attackers": Points(won=4, lost=4, drawn=2)}, 0.8),
        ({"lead_changes": 0}, 0.5),
        ({"lead_changes": 10}, 0.75),
        ({"unable": ("attackers",)}, 0.0),
        ({"attackers": Points()}, 0.0),
    ],
)
def test_quality(change: dict[str, Any], quality: float) -> None:
    values: dict[str, Any] = {
        "number": 0,
        "ruleset": GOOD.ruleset,
        "attackers": GOOD.attackers,
        "lead_changes": 20,
    } | change
    assert EvolvedRuleset(**values).quality == pytest.approx(quality)


def test_the_best_of_each_kind_is_kept_and_those_that_cannot_be_judged_are_marked() -> None:
    def one(number: int, **values: Any) -> EvolvedRuleset:
        values = {"attackers": Points(won=5, lost=5), **values}
        return EvolvedRuleset(number=number, ruleset=GOOD.ruleset, **values)

    worse, better, other = one(0, attackers=Points(won=7, lost=3)), one(1), one(2, length=50, lead_changes=9)
    weak, hopeless = one(3, unable=("attackers",), lead_changes=20), one(4, attackers=Points(won=9), length=90)
    found = Evolution(candidates=[worse, better, other, weak, hopeless])
    assert found.best == (other, better)
    assert found.unable == (weak,)


@pytest.mark.needs_host
def test_a_search_goes_on_where_it_was_left() -> None:
    """Also from within a generation, and with any executor."""
    seen: list[int] = []
    whole = evolve("brandubh", candidates=20, progress=lambda each: seen.append(each.number), **QUICK)
    assert seen == [*range(20)]
    part = [EvolvedRuleset.parse(each.text) for each in whole.candidates[:7]]
    with ThreadPoolExecutor(2) as executor:
        again = evolve("brandubh", candidates=20, known=part, executor=executor, **QUICK)
    assert again == whole
    assert whole.candidates[0].ruleset.diff("brandubh") == {}
    assert all(each.ruleset.diff("brandubh") for each in whole.candidates[1:])
    assert any(each.parent is not None for each in whole.candidates[16:]) or not whole.best


def test_a_ruleset_whose_games_are_over_at_once_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its games end within the random moves that open them, so none can be played."""
    hopeless, sound = (variants.BRANDUBH.evolve(quiet_limit=limit) for limit in (1, 50))
    made = [hopeless, hopeless, sound]

    def mutate(rules: Ruleset, chance: Random) -> Ruleset:
        return made.pop(0)

    monkeypatch.setattr("tafl.lab._exploration.mutated", mutate)
    found = evolve("brandubh", candidates=2, **QUICK)
    assert found.candidates[1].ruleset == sound
    assert not made


def interrupt(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Let Ctrl-C come in place of a game, after so many."""
    played = 0

    def interrupted(*arguments: Any) -> object:
        nonlocal played
        played += 1
        if played == after + 1:
            raise KeyboardInterrupt
        return real(*arguments)

    real: Callable[..., object] = _observation._play_game
    monkeypatch.setattr(_observation, "_play_game", interrupted)


@pytest.mark.parametrize("after", [2, 3])
def test_an_interrupt_ends_the_search_with_what_is_complete(after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two candidates and within one, which plays two games."""
    whole = evolve("brandubh", candidates=3, **QUICK)
    interrupt(monkeypatch, after)
    part = evolve("brandubh", candidates=3, **QUICK)
    assert (part.whole, part.candidates) == (False, whole.candidates[:1])
    assert evolve("brandubh", candidates=3, known=part.candidates, **QUICK) == whole


def test_an_interrupt_before_the_first_candidate_is_complete_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt(monkeypatch, 1)
    with pytest.raises(KeyboardInterrupt):
        evolve("brandubh", candidates=3, **QUICK)


def test_a_search_may_begin_with_any_ruleset_that_ships() -> None:
    found = evolve(candidates=6, **QUICK).candidates
    assert len({each.ruleset.size for each in found}) > 1


def test_candidates_are_read_back() -> None:
    assert EvolvedRuleset.parse(GOOD.text) == GOOD == pickle.loads(pickle.dumps(GOOD))
    assert hash(GOOD) == hash(EvolvedRuleset.parse(GOOD.text))


@given(cut=st.integers(0, len(GOOD.text) - 1), more=st.text(max_size=4))
def test_any_text_is_read_or_refused(cut: int, more: str) -> None:
    text = GOOD.text[:cut] + more
    if text != GOOD.text:
        with pytest.raises(HnefataflError):
            EvolvedRuleset.parse(text)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("number", "x", "number: a whole number was expected, not 'x'"),
        ("number", -1, "number: a number from 0 on was expected, not -1"),
        ("parent", [1], "parent: a whole number or None was expected, not [1]"),
        ("length", 1.5, "length: a whole number was expected, not 1.5"),
        ("lead_changes", None, "lead_changes: a whole number was expected, not None"),
        ("endings", {"king-escaped": "b"}, "endings: a whole number was expected, not 'b'"),
        ("captures", {"custodial": -2}, "captures: a number from 0 on was expected, not -2"),
        ("captures", [["custodial", 1]], "captures: a mapping was expected, not [['custodial', 1]]"),
        ("unable", ["both"], "unable: attackers or defenders were expected, not ('both',)"),
        ("attackers", "x", "attackers: a list was expected"),
        ("attackers", [1, 2], "attackers: three numbers were expected"),
        ("attackers", [1.5, 2, 3], "won: a whole number was expected, not 1.5"),
    ],
)
def test_a_candidate_with_nonsense_is_refused_at_its_place(key: str, value: object, message: str) -> None:
    text = jsontext.dump({**jsontext.load(GOOD.text), key: value})
    with pytest.raises(NotationError) as caught:
        EvolvedRuleset.parse(text)
    told, _, picture = str(caught.value).partition("\n")
    assert told == f"{message} (line 1, column {text.index(key)})"
    assert len(picture.splitlines()) == 2, "one text, and a mark below it"


@pytest.mark.parametrize("name", ["candidates", "nodes", "games", "plies"])
def test_numbers_are_checked(name: str) -> None:
    most = 10_000 if name == "plies" else 1_000_000
    for wrong in (0, most + 1):
        values: dict[str, Any] = {name: wrong}
        with pytest.raises(ArgumentValueError, match=f"{name}: a number from 1 to {most} was expected, not {wrong}"):
            evolve("brandubh", **values)
    values = {name: 2.5}
    with pytest.raises(ArgumentTypeError, match=rf"{name}: a whole number was expected, not 2\.5"):
        evolve("brandubh", **values)


def test_what_is_known_are_the_first_candidates() -> None:
    with pytest.raises(ArgumentValueError, match="known: the candidates 0, 1, 2 and so on were expected"):
        evolve("brandubh", known=[GOOD], **QUICK)
    nonsense: Any = ["x"]
    with pytest.raises(ArgumentTypeError, match="known: an EvolvedRuleset was expected, not 'x'"):
        evolve("brandubh", known=nonsense, **QUICK)


def test_each_candidate_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it is the best of its cell; not again for each generation."""
    looked: Counter[int] = Counter()

    def cell(each: EvolvedRuleset) -> Cell:
        looked[each.number] += 1
        return Cell(each.ruleset.size, 0, "none", "none")

    monkeypatch.setattr(EvolvedRuleset, "cell", property(cell))
    evolve("brandubh", candidates=50, nodes=1, games=1, plies=4)
    assert looked == Counter(range(48))


@pytest.mark.needs_host
def test_a_function_makes_the_executor_once() -> None:
    """And not for each generation of candidates, or each round of a race."""
    with ThreadPoolExecutor(2) as pool:
        made: list[ThreadPoolExecutor] = []

        def make() -> ThreadPoolExecutor:
            made.append(pool)
            return pool

        found = evolve("brandubh", candidates=18, executor=make, **QUICK)
        assert len(made) == 1
        changes = {"edge": variants.BRANDUBH.evolve(escape=Region.EDGE)}
        race = explore("brandubh", changes, strength="random", games=120, executor=make)
        assert len(made) == 2
    assert found == evolve("brandubh", candidates=18, **QUICK)
    assert race == explore("brandubh", changes, strength="random", games=120)


def test_the_page_tells_what_differs() -> None:
    page = gallery(Evolution(candidates=[GOOD]), {})
    assert "It plays as brandubh does." in page
    assert "50.0 % [23.7, 76.3] of the points in 10 games;" in page


# --------------------------------------------------------------------------------------------------------- the command

WORDS: Final = (
    "evolve", "brandubh",
    "--nodes", "20", "--games", "2", "--plies", "40", "--seed", "4", "--shown", "1", "--no-progress",
)  # fmt: skip


@pytest.fixture(autouse=True)
def short_studies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafl.cli.evolve._FRESH", 2)


def test_the_command_writes_a_folder_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "found"
    assert main([*WORDS, "--candidates", "8", "-o", str(folder)]) == 0
    whole = (folder / "candidates.jsonl").read_text("utf-8")
    assert len(whole.splitlines()) == 9
    (name,) = [each.stem for each in folder.glob("*.toml")]
    rules = toml.parse_rules((folder / f"{name}.toml").read_text("utf-8"))
    assert (folder / f"{name}.de.txt").read_text("utf-8") == rules.describe("de") + "\n"
    index = (folder / "index.html").read_text("utf-8")
    assert f"href='{name}.html'" in index
    assert "2 games that played no part in the choice" in index
    # It is cut off within a line, and goes on to the same end.
    (folder / "candidates.jsonl").write_text(whole[: whole.index("\n", 200) + 90], "utf-8")
    assert main([*WORDS, "--candidates", "8", "-o", str(folder)]) == 0
    assert (folder / "candidates.jsonl").read_text("utf-8") == whole
    capsys.readouterr()
    for change, words in (
        (["--seed", "2"], "with --seed 4, not 2"),
        (["--nodes", "30", "--plies", "50"], "with --nodes 20, not 30 and --plies 40, not 50"),
    ):
        assert main([*WORDS, "--candidates", "8", *change, "-o", str(folder)]) == 2
        assert f"this folder has another search, {words}" in capsys.readouterr().err
    assert main(["evolve", *WORDS[2:], "-o", str(folder)]) == 2
    assert "with the ruleset brandubh, not any" in capsys.readouterr().err
    (folder / "candidates.jsonl").write_text("# hnefatafl evolution 0 x\n", "utf-8")
    assert main([*WORDS, "-o", str(folder)]) == 2
    assert "another search, of another version: 'hnefatafl evolution 0 x'" in capsys.readouterr().err


def test_files_of_what_is_not_shown_any_more_are_removed(tmp_path: Path) -> None:
    words = [*WORDS, "-o", str(tmp_path)]
    assert main([*words, "--candidates", "8", "--shown", "3"]) == 0
    first = {each.stem for each in tmp_path.glob("*.toml")}
    (tmp_path / "own-99.toml").touch()
    for candidates in ("4", "12"):
        assert main([*words, "--candidates", candidates]) == 0
        shown = {each.name for each in tmp_path.iterdir()} - {"index.html", "candidates.jsonl", "own-99.toml"}
        assert len(first) > 1
        assert len({name.partition(".")[0] for name in shown}) == 1
        assert len(shown) == 5


@pytest.mark.needs_host
@pytest.mark.long
def test_the_command_goes_on_when_a_worker_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And when several are, with nothing in between, the same command goes on."""

    def killing(*arguments: Any, progress: Callable[[EvolvedRuleset], object], **more: Any) -> Evolution:
        def told(each: EvolvedRuleset) -> None:
            progress(each)
            if each.number in {2, 5}:
                multiprocessing.active_children()[0].kill()

        return evolve(*arguments, progress=told, **more)

    words = [*WORDS, "--candidates", "20", "-o"]
    assert main([*words, str(tmp_path / "whole")]) == 0
    whole = (tmp_path / "whole" / "candidates.jsonl").read_text("utf-8")
    with monkeypatch.context() as patched:
        patched.setattr("tafl.cli.evolve.evolve", killing)
        assert main([*words, str(tmp_path / "one"), "--jobs", "2"]) == 0
        patched.setattr("hnefatafl.support.executors._LOST", 0)
        capsys.readouterr()
        assert main([*words, str(tmp_path / "two"), "--jobs", "2"]) == 2
    assert "a worker process was killed from outside" in capsys.readouterr().err
    part = (tmp_path / "two" / "candidates.jsonl").read_text("utf-8")
    assert whole.startswith(part)
    assert len(part.splitlines()) > 3
    assert main([*words, str(tmp_path / "two"), "--jobs", "2"]) == 0
    for name in ("one", "two"):
        assert (tmp_path / name / "candidates.jsonl").read_text("utf-8") == whole


@pytest.mark.parametrize("after", [1, 5, 17])
def test_the_command_goes_on_after_an_interrupt(after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within the first candidate, within a later one, and within the study of the best."""
    words = [*WORDS, "--candidates", "8", "-o"]
    assert main([*words, str(tmp_path / "whole")]) == 0
    with monkeypatch.context() as patched:
        interrupt(patched, after)
        assert main([*words, str(tmp_path / "part")]) == 130
    kept = (tmp_path / "part" / "candidates.jsonl").read_text("utf-8")
    assert len(kept.splitlines()) == 1 + min(after // 2, 8)
    assert not [*(tmp_path / "part").glob("*.toml")]
    assert main([*words, str(tmp_path / "part")]) == 0
    whole, part = (
        {each.name: each.read_text("utf-8") for each in (tmp_path / name).iterdir()} for name in ("whole", "part")
    )
    assert whole == part


def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    """Nor does one run as a script where the page links to its files."""
    rules = tmp_path / "rules.toml"
    folder = tmp_path / "in" / "found"
    for name in ("../escaped", "javascript:alert(1)//", "a/../../b", "index"):
        rules.write_text(toml.format_rules(variants.BRANDUBH.evolve(name=name)), "utf-8")
        words = ["evolve", str(rules), *WORDS[2:], "--candidates", "1"]
        assert main([*words, "-o", str(folder)]) == 0
        stem = "index-0" if name == "index" else "game-0"
        written = {str(each.relative_to(tmp_path)) for each in tmp_path.rglob("*") if each.is_file()}
        endings = (".html", ".toml", ".en.txt", ".de.txt", ".sv.txt")
        files = ["index.html", "candidates.jsonl", *(f"{stem}{ending}" for ending in endings)]
        assert written == {"rules.toml", *(f"in/found/{each}" for each in files)}
        page = (folder / "index.html").read_text("utf-8")
        assert re.findall(r"href=['\"]?([^'\">]*)", page) == [f"{stem}.html", f"{stem}.toml"]
        shutil.rmtree(folder)


def test_a_long_search_goes_on(tmp_path: Path) -> None:
    """A file of more than a megabyte is that of some three thousand candidates."""
    kept = tmp_path / "candidates.jsonl"
    assert main([*WORDS, "--candidates", "4", "-o", str(tmp_path)]) == 0
    head, *lines = kept.read_text("utf-8").splitlines()
    kept.write_text("\n".join([head, *(line.ljust(300_000) for line in lines), ""]), "utf-8")
    assert kept.stat().st_size > 1 << 20
    assert main([*WORDS, "--candidates", "5", "-o", str(tmp_path)]) == 0
    assert len(kept.read_text("utf-8").splitlines()) == 6


def test_a_file_that_was_changed_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "candidates.jsonl"
    kept.write_text("# hnefatafl evolution 1 brandubh 20 2 40 4\n{}\n", "utf-8")
    assert main([*WORDS, "-o", str(tmp_path)]) == 2
    assert "candidates.jsonl, line 2: the key 'ruleset' was expected" in capsys.readouterr().err
