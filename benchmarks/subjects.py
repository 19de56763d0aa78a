"""The subjects of the measures: shipped rulesets, and rulesets made for comparison."""

from __future__ import annotations

from typing import Final

from hnefatafl import (
    Announcements,
    Berserk,
    Call,
    Consequence,
    EdgeCapture,
    Jump,
    Jumps,
    KingStrength,
    NoMove,
    PieceSet,
    Position,
    Region,
    Repetition,
    Ruleset,
    Shieldwall,
    Side,
    Speed,
    Zone,
    variants,
)
from hnefatafl.rules import Die

__all__ = ["EVERYTHING", "SUBJECTS", "start"]

_CAMP: Final = Region.of(
    "e1", "f1", "g1", "f2", "a5", "a6", "a7", "b6", "k5", "k6", "k7", "j6", "e11", "f11", "g11", "f10"
)

EVERYTHING: Final = Ruleset(
    name="everything",
    source="the benchmarks of this project",
    notes="Not a game that is played: every option that goes together with the others, but functions of one's own.",
    size=11,
    start="/3tctct3/5n5/5g5/t4C4t/c2GTNT3c/tnmMTKTMmnt/c3TNTG2c/t4C4t/5g5/5n5/3tctct3/",
    throne=Zone(name="throne", squares=Region.CENTRE, stop=PieceSet.KING, hostile_empty=PieceSet.ALL),
    corners=Zone(
        name="corners",
        squares=Region.CORNERS,
        stop=PieceSet.KING,
        cross=PieceSet.KING,
        hostile_empty=PieceSet.ALL,
        pierces=True,
    ),
    zones=(
        Zone(
            name="camps",
            squares=_CAMP,
            stop=PieceSet.ATTACKERS,
            enter=PieceSet.NONE,
            cross=PieceSet.NONE,
            hostile_always=PieceSet.KING,
        ),
    ),
    king=KingStrength.MIDDLEWEIGHT,
    edge_capture=EdgeCapture.DRAW,
    joint_capture=True,
    edge_hostile=PieceSet.MEN,
    jumps=Jumps(
        soldiers=Jump.RESTRICTED,
        commanders=Jump.OVER_ENEMIES,
        knights=Jump.CAPTURING,
        mercenaries=Jump.OVER_ANYBODY,
        guards=Jump.RESTRICTED,
        king=Jump.RESTRICTED,
    ),
    berserk=Berserk.MUST_CAPTURE,
    berserk_escape=True,
    shieldwall=Shieldwall(flanking=False),
    linnaean_capture=True,
    exit_fort=True,
    encirclement=True,
    secure_ring=True,
    speed=Speed(king=4, attacking_guards=3, defending_guards=3, attacking_mercenaries=5, defending_mercenaries=5),
    die=Die(),
    no_move=NoMove.PASS,
    fewest_attackers=3,
    quiet_limit=200,
    repetition=Repetition(consequence=Consequence.OFFENSIVE_DEVIATES, symmetric=True),
    announcements=Announcements(way_out=Call.MUST, raichi=True, binding=True),
    tuichu_wins=True,
)
"""All options that can be combined."""

_PLAIN: Final = variants.COPENHAGEN.evolve(
    name="copenhagen-plain",
    shieldwall=None,
    exit_fort=False,
    encirclement=False,
    repetition=Repetition(consequence=Consequence.IGNORED),
)
"""Copenhagen without its formations."""
_WIDE: Final = variants.COPENHAGEN.evolve(name="copenhagen-19", size=19, start=variants.ALEA_EVANGELII.start)
"""The rules of Copenhagen on a board of 19×19."""

SUBJECTS: Final[dict[str, Ruleset]] = {
    rules.name: rules
    for rules in (
        variants.COPENHAGEN,
        _PLAIN,
        _WIDE,
        variants.BRANDUBH,
        variants.TABLUT,
        variants.FOTEVIKEN_TABLUT,
        variants.ALEA_EVANGELII,
        EVERYTHING,
    )
}
"""The subjects by name."""


def start(name: str) -> Position:
    """Return the start of a game; the attackers move first if the rules leave it to a lot."""
    rules = SUBJECTS[name]
    return Position.initial(rules, rules.first or Side.ATTACKERS)
