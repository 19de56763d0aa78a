"""Rulesets with functions that another distribution registers: written and read by name, wherever files are kept."""

from __future__ import annotations

import json as plain
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module, invalidate_caches, metadata
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest
from conftest import Register
from writing import written

import hnefatafl
from hnefatafl import Board, Game, Move, Outcome, PieceSet, Position, Ruleset, Side, Termination, variants
from hnefatafl.errors import NotExpressibleError, RecordError, RulesetError, StructureError, UnknownVariantError
from hnefatafl.notation import json, otn, toml
from hnefatafl.notation.convert import losses
from hnefatafl.notation.dialects import read_games as read_records
from hnefatafl.records import Match
from tafl.arena import Contest, play_match, read_games, write_contest, write_game
from tafl.cli import main

REFERENCE: Final = {"name": "lonely king", "version": 2}


def alone(board: Board, turn: Side, position: Position) -> Outcome | None:
    """The attackers win when the king has no men left."""
    left = board.count(PieceSet.DEFENDING_MEN)
    return None if left else Outcome(Side.ATTACKERS, Termination.EXTRA)


def lonely(version: int = 2, **options: Any) -> Ruleset:
    return variants.BRANDUBH.evolve(name="lonely king", version=version, extra_endings=[alone], **options)


@pytest.fixture
def offer(register: Register) -> Register:
    """Pretends that a distribution with such entry points is installed instead of the one before."""

    def pretend(**offered: object) -> None:
        register(**offered)
        vars(variants)["_list_registered"].cache_clear()

    return pretend


@pytest.fixture
def rules(offer: Register) -> Ruleset:
    found = lonely()
    offer(lonely=found)
    return found


def ended(rules: Ruleset) -> Game:
    """A game that only the function ends."""
    position = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", rules, Side.ATTACKERS)
    return Game.from_position(position.play("e3-e4"))


def referred(text: str) -> bool:
    """Whether the ruleset of a document is only named."""
    data: Any = plain.loads(text)
    found = data.get("ruleset", data)
    return {name: found[name] for name in found if name != "format"} == REFERENCE


# --------------------------------------------------------------------------------------------------- written and read


def test_a_ruleset_is_its_name_and_version(rules: Ruleset) -> None:
    text = json.format_rules(rules)
    assert plain.loads(text) == {"format": "hnefatafl ruleset 1", **REFERENCE}
    assert json.parse_rules(text) is rules
    assert toml.format_rules(rules).splitlines() == [
        'format = "hnefatafl ruleset 1"',
        'name = "lonely king"',
        "version = 2",
    ]
    assert toml.parse_rules(toml.format_rules(rules)) is rules
    assert json.parse_rules('{"name": "Lonely King", "version": 2}') is rules
    assert json.parse_rules('{"name": "brandubh", "version": 2}') is variants.BRANDUBH


def test_positions_games_and_matches_refer_to_it(rules: Ruleset) -> None:
    game = ended(rules)
    position = game.replay().position
    assert str(position.outcome) == "the attackers win: a rule of the ruleset's own has ended the game"
    for text, back, value in (
        (json.format_position(position), json.parse_position, position),
        (json.format_game(game), json.parse_game, game),
    ):
        assert referred(text)
        assert back(text) == value
    assert json.parse_game(json.format_game(game)).replay().position.outcome == position.outcome
    played = Match(ruleset=rules, players=("Ann", "Bo")).add(Game(ruleset=rules, result="White"))
    text = json.format_match(played)
    assert referred(text)
    assert "ruleset" not in plain.loads(text)["games"][0]
    assert json.parse_match(text) == played


def test_every_dialect_that_holds_rules_has_it(rules: Ruleset) -> None:
    game = Game(ruleset=rules).add([Move.parse("d1-c1")])
    assert losses(game, "json") == ()
    assert next(iter(read_records(written(game, "json"), "json"))) == game
    assert [loss.what for loss in losses(game, "otn")] == ["rules"]
    assert otn.parse_game(written(game, "otn")) == game


def test_a_changed_label_does_not_change_the_reference(rules: Ruleset) -> None:
    """What is equal to the registered ruleset is written as that one."""
    assert plain.loads(json.format_rules(rules.evolve(version=7))) == {"format": "hnefatafl ruleset 1", **REFERENCE}


READERS: Final[dict[str, tuple[Callable[[str], object], str]]] = {
    "ruleset": (json.parse_rules, '{"name": "lonely king", "version": 2}'),
    "toml": (toml.parse_rules, 'name = "lonely king"\nversion = 2\n'),
    "game": (json.parse_game, '{"ruleset": {"name": "lonely king", "version": 2}}'),
    "match": (json.parse_match, '{"ruleset": {"name": "lonely king", "version": 2}, "players": ["Ann", "Bo"]}'),
    "position": (
        json.parse_position,
        '{"ruleset": {"version": 2, "name": "lonely king"}, "setup": {"board": "t5/6/6/3K2/6/6", "turn": "attackers"}}',
    ),
}


@pytest.mark.parametrize("kind", READERS)
def test_another_version_and_a_missing_ruleset_are_faults(kind: str, offer: Register) -> None:
    read, text = READERS[kind]
    with pytest.raises(StructureError) as found:
        read(text)
    missing = "no ruleset is named 'lonely king'; a distribution that registers it must be installed"
    assert str(found.value).removeprefix("ruleset: ") == missing
    offer(lonely=lonely(version=3))
    with pytest.raises(StructureError) as found:
        read(text)
    other = "lonely king is installed in version 3, and version 2 was expected"
    assert str(found.value).removeprefix("ruleset: ") == other


def test_a_reference_has_a_name_and_a_number(rules: Ruleset) -> None:
    with pytest.raises(StructureError) as found:
        json.parse_rules('{"name": 7, "version": "two"}')
    assert found.value.reasons == (
        "name: a text was expected, not 7",
        "version: a whole number was expected, not 'two'",
    )
    with pytest.raises(StructureError, match=r"^size: is missing; start: is missing$"):
        json.parse_rules('{"name": "lonely king"}')


def test_what_is_not_registered_is_refused_with_advice(rules: Ruleset, offer: Register) -> None:
    advice = "register the ruleset as an entry point (group hnefatafl.rulesets) to write its name"
    taken = "another ruleset is registered as 'lonely king'"
    for other, words in (
        (rules.evolve(name="house"), advice),
        (rules.evolve(escape="edge"), advice),
        (rules.evolve(name="lonely king", escape="edge"), taken),
    ):
        writers: list[tuple[str, Callable[[Ruleset], str]]] = [
            ("JSON", json.format_rules),
            ("TOML", toml.format_rules),
            ("JSON", lambda one: json.format_game(Game(ruleset=one))),
        ]
        for notation, write in writers:
            with pytest.raises(NotExpressibleError) as found:
                write(other)
            assert str(found.value) == f"{notation} cannot express: extra_endings; {words}"
            assert str(pickle.loads(pickle.dumps(found.value))) == str(found.value)
    offer()
    with pytest.raises(NotExpressibleError, match=r"to write its name$"):
        json.format_rules(rules)


def test_the_schemas_know_references(rules: Ruleset) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    folder = Path(hnefatafl.__file__).parent / "schema"
    schema = plain.loads((folder / "ruleset-1.json").read_text("utf-8"))
    check = jsonschema.Draft202012Validator(schema)
    assert check.is_valid(plain.loads(json.format_rules(rules)))
    assert check.is_valid(REFERENCE)
    for wrong in (
        {"name": "lonely king"},
        {"version": 2},
        {**REFERENCE, "king": "weak"},
        {**REFERENCE, "version": "2"},
    ):
        assert not check.is_valid(wrong), wrong


def test_it_is_pickled_by_its_name(offer: Register) -> None:
    """So its functions may be of any kind."""
    closure = variants.BRANDUBH.evolve(
        name="closed", extra_endings=[lambda board, turn, position: alone(board, turn, position)]
    )
    with pytest.raises(Exception, match="pickle"):
        pickle.dumps(closure)
    offer(closed=closure)
    kept = pickle.dumps(Position.initial(closure))
    assert pickle.loads(kept).ruleset is closure
    assert pickle.loads(pickle.dumps(lonely())) == lonely(), "by its fields"
    offer(closed=closure.evolve(name="closed", version=4))
    with pytest.raises(RulesetError, match="closed is version 4 here, and version 1 where it was pickled"):
        pickle.loads(kept)
    offer()
    with pytest.raises(UnknownVariantError):
        pickle.loads(kept)


# ------------------------------------------------------------------------------------------------ arena, server, widget


def test_a_match_in_the_arena_goes_on_from_its_file(rules: Ruleset, offer: Register) -> None:
    contest = Contest(players=("greedy", "random"), ruleset="lonely king", games=2, plies=40)
    lines = [write_contest(contest), *map(write_game, contest.play())]
    assert referred(lines[0])
    assert len(read_games(lines, contest)) == 2
    assert play_match("greedy", "random", "lonely king", games=2, plies=4).contest.ruleset is rules
    offer(lonely=lonely(version=3))
    with pytest.raises(RecordError, match=r'the file is of other games: ruleset is .*"version": 2'):
        read_games(lines, Contest(players=("greedy", "random"), ruleset="lonely king", games=2, plies=40))


@pytest.mark.needs_host
@pytest.mark.extra("web")
def test_a_server_keeps_its_games(rules: Ruleset, tmp_path: Path) -> None:
    from visiting import serving

    from tafl.web import Settings

    settings = Settings(database=str(tmp_path / "games.sqlite3"))
    with serving(settings) as server:
        assert "lonely king" in [each["name"] for each in server.client.get("/api/offers").json()["rulesets"]]
        form = server.client.get("/api/rulesets/lonely king").json()
        assert (form["name"], form["options"]["size"]) == ("lonely king", 7)
        made = server.game(base="lonely king")
        with server.seat(made, "attackers") as ann:
            assert ann.do(type="play", move="d1-c1")["type"] == "view"
        # The form begins with all options; unchanged, they are the ruleset.
        whole = {"base": "lonely king", "name": "", "options": form["options"]}
        found = server.post("/api/rules/examine", whole)
        assert (found["reasons"], found["same"]) == ([], True)
        assert referred(found["files"]["json"])
        changed = {**whole, "options": {**form["options"], "escape": "edge"}}
        (reason,) = server.post("/api/rules/examine", changed)["reasons"]
        assert "register the ruleset as an entry point" in reason
        seats = {"attackers": "screen", "defenders": "screen"}
        assert "cannot express" in server.post("/api/games", {"rules": changed, "seats": seats}, 400)["refused"]
    with serving(settings) as server, server.seat(made, "defenders") as bo:
        assert bo.do(type="play", move="d3-c3")["type"] == "view"
        record = server.post(f"/api/records/{made['id']}", {"token": made["tokens"]["watch"], "dialect": "json"})
        assert referred(record["text"])
        assert json.parse_game(record["text"]).ruleset is rules


@pytest.mark.needs_host
@pytest.mark.extra("notebook")
def test_the_widget_copies_its_record(rules: Ruleset) -> None:
    from tafl.table.widget import BoardWidget

    board = BoardWidget(ended(rules))
    assert json.parse_game(json.format_game(board.game)) == board.game


# ------------------------------------------------------------------------------------------------ in other processes

MODULE: Final = '''
"""A house rule."""
from hnefatafl import Outcome, PieceSet, Side, Termination, variants

def alone(board, turn, position):
    """The attackers win when the king has no men left."""
    left = board.count(PieceSet.DEFENDING_MEN)
    return None if left else Outcome(Side.ATTACKERS, Termination.EXTRA)

RULES = variants.BRANDUBH.evolve(name="lonely king", version=2, extra_endings=[alone])
'''


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ruleset]:
    """The ruleset of a distribution that is installed, in other processes too."""
    site = tmp_path / "site"
    (site / "lonely_king-1.0.dist-info").mkdir(parents=True)
    (site / "lonely_king.py").write_text(MODULE, "utf-8")
    about = site / "lonely_king-1.0.dist-info"
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: lonely-king\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[hnefatafl.rulesets]\nlonely = lonely_king:RULES\n", "utf-8")
    monkeypatch.setattr(sys, "path", [str(site), *sys.path])
    invalidate_caches()
    sources = str(Path(hnefatafl.__file__).resolve().parents[1])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(site), sources]))
    monkeypatch.chdir(tmp_path)
    ask: Any = metadata.entry_points  # which in tests leaves out what other distributions register
    monkeypatch.setattr(metadata, "entry_points", ask.__kwdefaults__["found"])
    registered: Any = vars(variants)["_list_registered"]
    registered.cache_clear()
    module: ModuleType = import_module("lonely_king")
    yield module.RULES
    registered.cache_clear()
    monkeypatch.delitem(sys.modules, "lonely_king")


def tafl(*arguments: str) -> str:
    """What the command prints, in a process of its own."""
    done = subprocess.run([sys.executable, "-m", "tafl", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done
    return done.stdout


@pytest.mark.long
@pytest.mark.needs_host
def test_the_commands_take_it(installed: Ruleset) -> None:
    assert variants.get("lonely king") is installed
    tafl("play", "lonely king", "--side", "none", "--player", "random", "-o", "game.json")
    game = json.parse_game(Path("game.json").read_text("utf-8"))
    assert game.ruleset is installed
    assert referred(Path("game.json").read_text("utf-8"))
    assert "1 game, " in tafl("replay", "game.json")
    arena = ("arena", "lonely king", "greedy", "random", "--jobs", "2", "-o", "match.jsonl")
    for games in ("4", "6"):
        assert f"{games} games" in tafl(*arena, "--games", games)


@pytest.mark.needs_host
def test_the_command_tells_where_it_is_not_installed(
    offer: Register, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_text(
        '{"format": "hnefatafl game 1", "ruleset": {"name": "lonely king", "version": 2}, "moves": ["d1-c1"]}', "utf-8"
    )
    assert main(["replay", str(path)]) == 2
    assert "'lonely king'; a distribution that registers it must be installed" in capsys.readouterr().err


@pytest.mark.needs_host
@pytest.mark.extra("web")
def test_processes_of_a_server_find_it(installed: Ruleset, tmp_path: Path) -> None:
    from hnefatafl.support.worker_pool import Process
    from tafl.web._workers import choose

    process = Process(print)
    try:
        text = process.do(json.format_game, (ended(installed),), {})
        assert referred(text)
        assert process.do(choose, ("greedy", Position.initial(installed)), {})
    finally:
        process.kill()
