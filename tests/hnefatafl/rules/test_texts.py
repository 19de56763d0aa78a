"""Texts in place of the values of options, and names in place of rulesets."""

from __future__ import annotations

from typing import Any

import pytest

from hnefatafl import (
    Board,
    Consequence,
    Game,
    Jump,
    Jumps,
    KingStrength,
    PieceSet,
    Position,
    Region,
    Repetition,
    Ruleset,
    Setup,
    Side,
    Zone,
    variants,
)
from hnefatafl.errors import ArgumentTypeError, RulesetError, UnknownVariantError
from hnefatafl.records import Match
from hnefatafl.support.enums import fields, kinds
from hnefatafl.support.words import name_of
from tafl import arena, lab

BRANDUBH = variants.BRANDUBH
# Type checkers know the texts of rulesets only.
LOOSE: Any = BRANDUBH
MADE: dict[str, Any] = {"zone": Zone, "jumps": Jumps, "repetition": Repetition}


def members(kind: type) -> list[Any]:
    """What a choice or a set of pieces can be; a few regions."""
    if kind is Region:
        return [Region.EDGE, Region.parse("corners + (d1, d2)"), Region.NONE]
    return list(getattr(kind, "__members__", {}).values())


@pytest.mark.parametrize("field", fields(Ruleset), ids=lambda field: field.name)
def test_every_value_can_be_written_as_a_text(field: Any) -> None:
    """ "Regions, sides, pieces and choices may be written as texts, as in files"."""
    for kind in kinds(field.type):
        for value in members(kind):
            text = str(value) if kind is Region else name_of(value)
            try:
                expected = LOOSE.evolve(**{field.name: value})
            except RulesetError:
                continue  # it contradicts the other options, as its text must
            assert getattr(LOOSE.evolve(**{field.name: text}), field.name) == getattr(expected, field.name)


def test_options_with_fields_take_texts() -> None:
    zone = MADE["zone"](name="moat", squares="edge", stop="king")
    assert (zone.squares, zone.stop) == (Region.EDGE, PieceSet.KING)
    assert MADE["jumps"](king="capturing").king is Jump.CAPTURING
    repetition = MADE["repetition"](consequence="mover-loses", by="attackers")
    assert (repetition.consequence, repetition.by) == (Consequence.MOVER_LOSES, Side.ATTACKERS)
    assert MADE["repetition"](by="none").by is None


def test_several_pieces() -> None:
    assert BRANDUBH.evolve(hammer=["attackers", "king"]).hammer == PieceSet.ATTACKERS | PieceSet.KING
    assert BRANDUBH.evolve(hammer=[]).hammer is PieceSet.NONE


@pytest.mark.parametrize(
    ("option", "text", "said"),
    [
        ("king", "week", "king: one of strong, "),
        ("king", "week", "; did you mean weak?"),
        ("hammer", "mens", "hammer: the name of a set of pieces was expected, not 'mens'; did you mean men?"),
        ("escape", "edgy", "escape: a square or one of "),
        (
            "first",
            "attacker",
            "first: one of attackers, defenders or \"none\" was expected, not 'attacker'; did you mean attackers?",
        ),
        ("size", "seven", "size: int was expected, not 'seven'"),
        ("throne", "centre", "throne: Zone or None was expected, not 'centre'"),
    ],
)
def test_what_is_no_such_text_is_named(option: str, text: str, said: str) -> None:
    with pytest.raises(RulesetError) as caught:
        LOOSE.evolve(**{option: text})
    assert said in str(caught.value)


def test_filters_take_texts() -> None:
    assert variants.find(king="weak", size=9) == variants.find(king=KingStrength.WEAK, size=9) != ()
    with pytest.raises(RulesetError, match="did you mean weak"):
        variants.find(king="week")  # type: ignore[arg-type]


def test_a_ruleset_is_given_by_its_name() -> None:
    start = Position.initial(BRANDUBH)
    setup = Setup(BRANDUBH.start, Side.ATTACKERS)
    found = (
        Position.initial("Brandubh"),
        Position.parse(BRANDUBH.start.record, "brandubh", Side.ATTACKERS),
        Position.from_board(Board.parse(BRANDUBH.start.record), "brandubh", Side.ATTACKERS),
        Position.from_setup(setup, "brandubh"),
    )
    assert all(position == start and position.ruleset is BRANDUBH for position in found)
    assert Game(ruleset="brandubh").ruleset is BRANDUBH
    assert Match(ruleset="brandubh", players=("Ann", "Bob")).ruleset is BRANDUBH
    assert arena.play_match("random", "random", "brandubh", games=2).contest.ruleset is BRANDUBH
    assert lab.study("brandubh", strengths=["random"], games=2).ruleset is BRANDUBH


def test_a_name_that_is_none() -> None:
    with pytest.raises(UnknownVariantError, match="did you mean brandubh"):
        Position.initial("brandub7")
    loose: Any = Position
    with pytest.raises(ArgumentTypeError, match="ruleset: a Ruleset or its name was expected, not 7"):
        loose.initial(7)
