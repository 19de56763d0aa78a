"""Every command that reads files reads every dialect, by what the text looks like."""

from __future__ import annotations

import io
import json as plain_json
from collections.abc import Callable
from pathlib import Path

import pytest
from writing import written

from hnefatafl import Game, Move, Position, Side, variants
from hnefatafl.notation import json
from hnefatafl.notation.dialects import DIALECTS, Dialect, dialect, guess
from hnefatafl.rules import Die
from tafl.cli import main

Tafl = Callable[..., tuple[int, str, str]]

RULES = {"otn": variants.BRANDUBH, "bologna": variants.ASHTON_TABLUT, "bologna-state": variants.ASHTON_TABLUT}
NEAREST = (
    "tafl: warning: the rules of the record are the nearest that OTN has to brandubh, and are played; they have "
    "repetition.consequence: mover-loses instead of defenders-lose\n"
)
"""What is said of the game in OTN."""
DICE = variants.BRANDUBH.evolve(name="dice", die=Die())


def game_for(one: Dialect) -> Game:
    rules = RULES.get(one.name, variants.COPENHAGEN)
    position = Position.initial(rules)
    for _ in range(4):
        position = position.play(min(position.legal_moves()))
    return Game.from_position(position)


def sides(one: Dialect) -> tuple[str, ...]:
    """What the dialect does not say."""
    return () if one.tells_rules or one.ruleset is not None else ("--variant", "copenhagen")


@pytest.fixture
def tafl(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tafl:
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(list(arguments))
        out = capsys.readouterr()
        return status, out.out, out.err

    return run


@pytest.mark.parametrize("one", DIALECTS, ids=lambda one: one.name)
@pytest.mark.parametrize("suffix", ["", "first"])
def test_every_dialect_is_read(one: Dialect, suffix: str, tafl: Tafl, tmp_path: Path) -> None:
    game = game_for(one)
    name = "games" + (one.suffixes[0] if suffix else "")
    (tmp_path / name).write_text(written(game, one), "utf-8")
    status, out, err = tafl("replay", name, *sides(one))
    told = {"otn": NEAREST, "freeform": f"tafl: {name}: numbered moves\n"}.get(one.name, "")
    assert (status, err) == (0, told)
    plies = 4 if one.capabilities.moves else 0
    assert f"1 game, {plies} plies: all agree" in out
    status, out, err = tafl("show", name, *sides(one))
    assert (status, err) == (0, told if one.name == "otn" else "")
    assert out
    status, out, err = tafl("convert", name, "--to", "json", *sides(one))
    assert status == 0
    assert one.name == "otn" or json.parse_game(out).ruleset == game.ruleset


def test_what_play_records_is_read_without_naming_the_rules(tafl: Tafl, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("x.json", "x.otg", "x"):
        if name != "x":
            status, _, _ = tafl("play", "brandubh", "--side", "none", "--player", "random", "-o", name)
            assert status == 0
        else:
            Path("x").write_text(Path("x.json").read_text("utf-8"), "utf-8")
        status, out, err = tafl("replay", name)
        assert (status, err) == (0, NEAREST if name == "x.otg" else "")
        assert "1 game, " in out
        assert "all agree" in out
        status, out, _ = tafl("show", name)
        assert status == 0
        assert " win: " in out or "draw" in out


def test_games_with_a_die_are_replayed_and_shown(tafl: Tafl, tmp_path: Path) -> None:
    start = Position.parse("/7/7/2t4/3K3/7/7/7/", DICE, Side.DEFENDERS)
    game = Game.from_position(start.roll(3).play(Move.parse("d4-g4")))
    (tmp_path / "dice.json").write_text(json.format_game(game), "utf-8")
    assert tafl("replay", "dice.json")[0] == 0
    out = tafl("show", "dice.json", "-o", "dice.html")[1]
    assert "the die showed 3\n" in out
    assert "Roll 3: " in (tmp_path / "dice.html").read_text("utf-8")
    wrong = plain_json.loads(json.format_game(game))
    wrong["moves"][0]["roll"] = 7
    (tmp_path / "wrong.json").write_text(plain_json.dumps(wrong), "utf-8")
    status, out, _ = tafl("replay", "wrong.json")
    assert status == 1
    assert "wrong.json: illegal: ply 1 the roll of 7: a die of 6 faces cannot show 7" in out
    out = tafl("show", "wrong.json")[1]
    assert out.endswith("the record goes on with the roll of 7: a die of 6 faces cannot show 7\n")


def test_folders_are_searched_for_games_and_nothing_else(tafl: Tafl, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    for one in DIALECTS:
        if one.capabilities.moves and one.name != "archive":
            (folder / f"{one.name}{one.suffixes[0]}").write_text(written(game_for(one), one), "utf-8")
    (folder / "copenhagen.csv").write_text(written(game_for(dialect("archive")), dialect("archive")), "utf-8")
    (folder / "rules.json").write_text(json.format_rules(variants.BRANDUBH), "utf-8")
    (folder / "package.json").write_text('{"name": "x", "attackers": 1}', "utf-8")
    (folder / "README.txt").write_text("Games of last winter.\n", "utf-8")
    (folder / "damaged.txt").write_bytes(b"\xff\xfe\xff")
    status, out, err = tafl("replay", "games")
    assert (status, err) == (0, f"tafl: games/freeform.txt: numbered moves\n{NEAREST}")
    count = sum(one.capabilities.moves for one in DIALECTS)
    assert f"total: {count} files, {count} games" in out


def test_json_is_told_apart() -> None:
    named = Game(ruleset=variants.BRANDUBH, tags={"attackers": "Ann", "dim": "7"})
    cases = {
        json.format_game(named): "json",
        '{"ruleset": "brandubh", "moves": ["d1-c1"]}': "json",
        '{"moves": [], "ruleset": "brandubh"}': "json",
        '{"ruleset": "brandubh", "setup": {"board": "/7/"}}': "json-position",
        json.format_position(Position.initial(variants.BRANDUBH)): "json-position",
    }
    for text, name in cases.items():
        found = guess(text)
        assert found is not None
        assert found.name == name
    assert guess(json.format_rules(variants.MAGPIE)) is None
    assert guess('{"name": "x", "base": "brandubh", "speed": {"attackers": 1}}') is None


def test_standard_input_is_read_alike(tafl: Tafl, monkeypatch: pytest.MonkeyPatch) -> None:
    def typed(text: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(text))

    one = game_for(dialect("json"))
    for name in ("json", "archive", "taflzero"):
        for command in ("replay", "show"):
            typed(dialect(name).head(one.ruleset) + written(one, dialect(name)))
            status, out, err = tafl(command, "-")
            assert (status, err) == (0, "")
            assert "copenhagen" in out
    typed(str(variants.BRANDUBH.start))
    assert tafl("show", "-", "--variant", "brandubh")[0] == 0
    typed("d1-c1 e4-c2,0,0,\n")
    status, _, err = tafl("show", "-")
    assert status == 2
    assert "which rules?" in err
