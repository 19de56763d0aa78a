"""The rulesets that the data sets of real games and counts go by, built from the options that were fitted to them."""

from __future__ import annotations

import json
from functools import cache

from conftest import data_path

from hnefatafl import KingStrength, PieceSet, Region, Ruleset, Shieldwall, Zone

_PIECES = {"A": PieceSet.ATTACKERS, "D": PieceSet.DEFENDING_MEN, "K": PieceSet.KING}
_STRENGTHS = {
    "strong": KingStrength.STRONG,
    "throne": KingStrength.STRONG_NEAR_THRONE,
    "weak": KingStrength.WEAK,
    "middle": KingStrength.MIDDLEWEIGHT,
}
MENDED = {
    "brandubh-2": {"king", "throne"},
    "david-brown-11": {"encirclement"},
    "historical-13": {"encirclement"},
    "old-hnefatafl-11": {"corners"},
    "sea-battle-11": {"encirclement"},
    "sea-battle-2526-9": {"encirclement"},
    "simple-tafl-11": {"encirclement"},
    "tawlbwrdd-t-diamond-11": {"encirclement"},
}
"""The options in which shipped rulesets differ from the fitted ones, since they explain ends that those do not."""


def pieces(letters: str) -> PieceSet:
    """The set of pieces written by letters, such as ``ADK``."""
    found = PieceSet.NONE
    for letter in letters:
        found |= _PIECES[letter]
    return found


@cache
def fitted(name: str) -> Ruleset:
    """The ruleset of that name in ``aage-archive/variants.json``."""
    facts = json.loads(data_path("aage-archive", "variants.json").read_text())[name]
    hostile = "".join(letter for letter in "ADK" if facts[f"throne_host_{letter.lower()}"])
    throne = Zone(
        name="throne",
        squares=Region.CENTRE,
        stop=pieces(facts["throne_stop"]),
        cross=pieces(facts["throne_pass"]),
        hostile_empty=pieces(hostile),
    )
    corners = Zone(
        name="corners",
        squares=Region.CORNERS,
        stop=PieceSet.KING,
        cross=PieceSet.KING,
        hostile_empty=pieces(facts["corner_host"]),
    )
    armed = PieceSet.ALL if facts["king_armed"] else PieceSet.MEN
    return Ruleset(
        name=name,
        size=facts["n"],
        start=facts["start"],
        throne=throne if facts["throne"] else None,
        corners=corners if facts["corners"] else None,
        escape=Region.CORNERS if facts["escape"] == "corner" else Region.EDGE,
        king=_STRENGTHS[facts["king"]],
        hammer=armed,
        anvil=armed,
        shieldwall=Shieldwall() if facts["sw"] else None,
        exit_fort=facts["fort"],
        encirclement=facts["surround"] == "ring",
    )
