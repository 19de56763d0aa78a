"""Rulesets of one's own that are named like others: what is stored of them by name is not taken for the other's."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

import pytest

from hnefatafl import Move, Position, Region, Ruleset, variants
from hnefatafl.errors import InvalidSetupError, LossWarning, NotationError, UnknownVariantError
from hnefatafl.notation import json, toml
from hnefatafl.notation.convert import write_game
from hnefatafl.records import Game
from tafl.explorer import index_games

HOUSE: Final = variants.BRANDUBH.evolve(name="Brandubh", escape="edge")
SAME_NAME: Final = variants.BRANDUBH.evolve(name="brandubh", escape="edge")
OWN: Final = variants.BRANDUBH.evolve(name="House brandubh", escape="edge")


@pytest.mark.parametrize("rules", [HOUSE, SAME_NAME], ids=["in capitals", "exactly"])
def test_a_position_is_not_taken_for_one_of_the_shipped_ruleset(rules: Ruleset) -> None:
    """ "A ruleset of one's own named like a shipped one is stored as the shipped one": read back, it is refused."""
    after = Position.initial(rules).play(Move("d1-c1"))
    assert after.text == f"/2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ d moves=d1-c1 rules={rules.fingerprint}"
    told = (
        f"this is a position of another ruleset of that name: its options have the fingerprint {rules.fingerprint}, and"
        f" those of brandubh have {variants.BRANDUBH.fingerprint}"
    )
    with pytest.raises(InvalidSetupError) as caught:
        Position.parse(f"{rules.name} {after.text}")
    assert told in str(caught.value)
    with pytest.raises(InvalidSetupError) as caught:
        Position.parse(after.text, "brandubh")
    assert told in str(caught.value)
    assert Position.parse(after.text, rules) == after
    assert Position.parse(f"{rules.name} {after.text}", rules) == after


def test_only_a_name_that_is_taken_needs_the_fingerprint() -> None:
    for rules in (variants.BRANDUBH, variants.BRANDUBH.evolve(name="Brandubh"), OWN):
        assert Position.initial(rules).text == "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a"
    with pytest.raises(UnknownVariantError):
        Position.parse(f"{OWN.name} {Position.initial(OWN).text}")
    # An alias is a name, too.
    assert "rules=" in Position.initial(OWN.evolve(name="Historical Brandubh")).text


def test_the_fingerprint_may_always_stand_there() -> None:
    text = Position.initial("brandubh").text
    assert Position.parse(f"brandubh {text} rules={variants.BRANDUBH.fingerprint}") == Position.initial("brandubh")
    with pytest.raises(InvalidSetupError, match="another ruleset of that name"):
        Position.parse(f"brandubh {text} rules=00000000")
    for wrong in ("", "1", "ABCDEF01", "123456789"):
        with pytest.raises(NotationError, match="the fingerprint of a ruleset was expected, eight digits from 0 to f"):
            Position.parse(f"brandubh {text} rules={wrong}")


def test_fingerprints_are_those_of_the_play() -> None:
    """Equal rulesets have the same; all that ship, and every change of an option, have different ones."""
    found: dict[str, Ruleset] = {}
    for rules in variants.find():
        assert found.setdefault(rules.fingerprint, rules) == rules
    corners_too = variants.BRANDUBH.evolve(escape=Region.parse("edge - corners + corners"))
    assert OWN.fingerprint == HOUSE.fingerprint == corners_too.fingerprint
    assert len({variants.BRANDUBH.evolve(die=faces).fingerprint for faces in range(2, 9)}) == 7
    read = (toml.parse_rules(toml.format_rules(HOUSE)), json.parse_rules(json.format_rules(HOUSE)))
    assert {rules.fingerprint for rules in read} == {HOUSE.fingerprint}


@pytest.mark.needs_host
def test_fingerprints_do_not_depend_on_the_process() -> None:
    code = "from hnefatafl import variants; print(*(rules.fingerprint for rules in variants.find()))"
    told = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert told == [rules.fingerprint for rules in variants.find()]


@pytest.mark.parametrize("rules", [HOUSE, SAME_NAME], ids=["in capitals", "exactly"])
def test_documents_have_the_options(rules: Ruleset) -> None:
    """Documents and records have the whole ruleset where its name is another's."""
    game = Game.from_position(Position.initial(rules).play(Move("d1-c1")))
    position = game.replay().position
    assert json.parse_game(json.format_game(game)).ruleset == rules
    assert json.parse_position(json.format_position(position)).ruleset == rules
    with pytest.warns(LossWarning):
        written = write_game(game, "position")
    assert "brandubh" not in written.lower()
    told = index_games([game]).find(Position.initial(rules)).as_json()
    assert f"rules={rules.fingerprint}" in str(told["position"])
