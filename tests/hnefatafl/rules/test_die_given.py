"""A die by the number of its faces: in Python, in files, in filters."""

from __future__ import annotations

from typing import Any

import pytest

from hnefatafl import Die, PieceSet, Ruleset, variants
from hnefatafl.errors import RulesetError, StructureError
from hnefatafl.notation import json, toml
from hnefatafl.rules import Roll

FOUR = Die(faces=4, pieces=PieceSet.KING, allows=Roll.AT_MOST)


def test_a_number_is_a_die_of_so_many_faces() -> None:
    """ "`die=4`, TOML `die = 4` and `Die(4)` work, as `escape="edge"` does." """
    assert Die(4) == FOUR
    own = variants.BRANDUBH.evolve(name="own", die=4)
    assert own.die == FOUR
    assert own == variants.BRANDUBH.evolve(die=FOUR)
    assert Ruleset(name="own", size=7, start=variants.BRANDUBH.start, die=4).die == FOUR
    assert toml.parse_rules("name = 'own'\nbase = 'brandubh'\ndie = 4\n") == own
    assert json.parse_rules('{"name": "own", "base": "brandubh", "die": 4}') == own
    for notation in (toml, json):
        assert notation.parse_rules(notation.format_rules(own)) == own
    assert variants.BRANDUBH.evolve(die=None).die is None
    assert toml.parse_rules("name = 'own'\nbase = 'hnefatafl-11-dice'\ndie = 'none'\n").die is None


def test_rulesets_are_found_by_a_number() -> None:
    assert variants.find(die=6) == variants.find(die=Die())
    assert "hnefatafl-11-dice" in {rules.name for rules in variants.find(die=6)}
    assert variants.find(die=5) == ()
    assert set(variants.find(die=6)) <= set(variants.find(die=True))


def test_with_a_number_the_other_fields_go_by_name() -> None:
    assert Die(4, pieces=PieceSet.ALL) == Die(faces=4, pieces=PieceSet.ALL)
    with pytest.raises(TypeError):
        Die(4, PieceSet.ALL)  # type: ignore[call-arg]  # pyright: ignore


@pytest.mark.parametrize(
    ("die", "told"),
    [
        (True, "die: Die or None was expected, not True"),
        ("four", "die: Die or None was expected, not 'four'"),
        (0, "die.faces is at least 1, not 0"),
    ],
)
def test_what_is_no_die(die: Any, told: str) -> None:
    with pytest.raises(RulesetError, match=told):
        variants.BRANDUBH.evolve(die=die)


@pytest.mark.parametrize("die", ["true", "'four'", "4.5", "[4]"])
def test_what_is_no_die_in_a_file(die: str) -> None:
    with pytest.raises(StructureError, match='die: the number of faces, or names with their values, or "none" was'):
        toml.parse_rules(f"name = 'own'\nbase = 'brandubh'\ndie = {die}\n")
