"""The rulesets that are known only from the archive of aagenielsen.dk: other rulesets on other layouts, with changes.

``archive.tsv`` has the evidence: the name and the number of each type in the archive; how many of the games in one half
of it agree with the ruleset, and how many of those have an unexplained end; whether the other games are slips of the
record; and what the games say about each point. ``=4``: they settle it, and 4 of them speak against the nearest other
answer. ``/4``: they exclude some answers, with the same number. ``?``: they leave it open. Nothing: the point does not
arise. The last column is a remark on the games, or on a reading of ours.
"""

from __future__ import annotations

from typing import Any, Final

import attrs

from hnefatafl.board import Board, PieceSet, Region, Side
from hnefatafl.rules import KingStrength, Repetition, Ruleset, Speed
from hnefatafl.support.texts import read_rows
from hnefatafl.variants import layouts
from hnefatafl.variants._corner_games import BRANDUBH, BRANDUBH_WALKER, COPENHAGEN, FETLAR, MAGPIE, OLD_HNEFATAFL, SKALK
from hnefatafl.variants._edge_games import ARD_RI_CROSS, ASHTON_TABLUT, SAAMI_TABLUT, SEA_BATTLE_11, SIMPLE_TAFL, TABLUT
from hnefatafl.variants._parts import (
    ATTACKERS_WON_REPETITIONS,
    BLOCKED,
    DEFENDERS_BREAK,
    DEFENDERS_DEVIATE,
    DRAWN,
    HOSTILE_CORNERS,
    NO_MEN,
    compose,
    throne,
)

_HEAD, *_LINES = read_rows(__name__, "archive.tsv")
_EVIDENCE: Final = {line[0]: dict(zip(_HEAD, line, strict=True)) for line in _LINES}
_POINTS: Final = _HEAD[_HEAD.index("slips") + 1 : -1]

_FRIENDLY_THRONE: Final = throne(hostile=PieceSet.NONE)
_RECORDS: Final = "The games are those of github.com/NeuroTafl/OpenTafl-Python, commit 37dd6c1, up to 2022."
_FITTED: Final = "Our reading (all): the whole ruleset is fitted to the games of the archive."
_SLIPS: Final = "The others have captures that were not made or a move of the wrong side: slips of the record."
_REPETITIONS: Final = {
    Repetition(): DRAWN,
    DEFENDERS_BREAK: ATTACKERS_WON_REPETITIONS,
    DEFENDERS_DEVIATE: (
        "Our reading (repetition): the defenders lose when a position occurs for the third time by a move of theirs "
        "(as in AbstractPlay)."
    ),
}


def _make_archived(base: Ruleset, name: str, start: Board, **changes: Any) -> Ruleset:
    """Return the ruleset of a type of the archive: another ruleset on this layout, with some changes."""
    row = _EVIDENCE[name]
    changed = ", ".join(field.name for field in attrs.fields(Ruleset) if field.name in changes)
    likeness = f"The rules are those of {base.name}"
    likeness += "" if start == base.start else " on another layout"
    likeness += f", but for {changed}." if changed else "."
    ends = f", {row['unexplained']} with an unexplained end" if row["unexplained"] else ""
    excluded = _list_points(row, "/")
    notes = (
        f"In half of the games of the archive, {row['agree']} of {row['games']} agree{ends}.",
        _SLIPS if row["slips"] else "",
        f"They settle (in brackets: how many speak against the nearest other answer) {_list_points(row, '=')}.",
        f"They exclude some answers about {excluded}." if excluded else "",
        f"They leave open {_list_points(row, '?')}, and the rules named as our reading.",
        row["remark"],
        likeness,
        *(_RECORDS, _FITTED, _REPETITIONS[changes.get("repetition", base.repetition)], BLOCKED, NO_MEN),
    )
    return base.evolve(
        name=name,
        source=f'"{row["title"]}", type {row["type"]} of the archive of aagenielsen.dk',
        notes=compose(*filter(None, notes)),
        size=start.size,
        start=start,
        **changes,
    )


def _list_points(row: dict[str, str], mark: str) -> str:
    """Return the points with that mark, each with its number of games."""
    marked = {point: row[point][1:].replace("+", " or more") for point in _POINTS if row[point].startswith(mark)}
    return ", ".join(f"{point} ({games})" if games else point for point, games in marked.items())


RULESETS: Final[tuple[Ruleset, ...]] = (
    _make_archived(BRANDUBH, "brandubh-39", layouts.ARD_RI_39_7),
    _make_archived(BRANDUBH, "brandubh-circle", layouts.BALLINDERRY_III_7),
    _make_archived(BRANDUBH, "brandubh-line", layouts.BALLINDERRY_II_7),
    _make_archived(BRANDUBH, "brandubh-noreturn", layouts.CROSS_7, throne=throne(stop=PieceSet.NONE)),
    _make_archived(BRANDUBH, "brandubh-weak-throne", layouts.CROSS_7, king=KingStrength.STRONG_ON_THRONE),
    _make_archived(BRANDUBH_WALKER, "brandubh-throneless-line", layouts.BALLINDERRY_II_7),
    _make_archived(SKALK, "skalk-9", layouts.CROSS_9, corners=HOSTILE_CORNERS),
    _make_archived(SKALK, "skalk-9-w", layouts.CROSS_9, corners=HOSTILE_CORNERS, first=Side.DEFENDERS),
    _make_archived(SKALK, "skalk-lewis-diamond", layouts.LEWIS_DIAMOND_11),
    _make_archived(MAGPIE, "magpie-circle", layouts.BALLINDERRY_III_7),
    _make_archived(MAGPIE, "magpie-line", layouts.BALLINDERRY_II_7),
    _make_archived(FETLAR, "old-magpie", layouts.CROSS_7, speed=Speed(king=1)),
    _make_archived(OLD_HNEFATAFL, "old-hnefatafl-9", layouts.CROSS_9, repetition=DEFENDERS_BREAK),
    _make_archived(OLD_HNEFATAFL, "old-hnefatafl-13", layouts.GOKSTAD_III_13, encirclement=True),
    _make_archived(COPENHAGEN, "copenhagen-13", layouts.GOKSTAD_III_13),
    _make_archived(FETLAR, "fetlar-13", layouts.GOKSTAD_III_13, encirclement=True),
    _make_archived(FETLAR, "history-craft", layouts.DIAMOND_11, throne=throne(hostile=PieceSet.KING)),
    _make_archived(COPENHAGEN, "plantagenet", layouts.DIAMOND_11, throne=throne(hostile=PieceSet.KING)),
    _make_archived(FETLAR, "unst-king-hammer-only-cross", layouts.SERIF_CROSS_11, anvil=PieceSet.MEN),
    _make_archived(SEA_BATTLE_11, "sea-battle-1571", layouts.SEA_BATTLE_1571_9),
    _make_archived(SEA_BATTLE_11, "sea-battle-1606", layouts.SEA_BATTLE_1606_9),
    _make_archived(SEA_BATTLE_11, "sea-battle-2542", layouts.SEA_BATTLE_2542_9),
    _make_archived(SEA_BATTLE_11, "sea-battle-circle", layouts.JARLSHOF_9),
    _make_archived(SEA_BATTLE_11, "sea-battle-line", layouts.LINE_9),
    _make_archived(SEA_BATTLE_11, "sea-battle-square", layouts.PAPILLON_9),
    _make_archived(SEA_BATTLE_11, "sea-battle-204577", layouts.SEA_BATTLE_204577_11),
    _make_archived(SEA_BATTLE_11, "sea-battle-204577-w", layouts.SEA_BATTLE_204577_11, first=Side.DEFENDERS),
    _make_archived(SEA_BATTLE_11, "sea-battle-lewis-diamond", layouts.LEWIS_DIAMOND_11),
    _make_archived(SEA_BATTLE_11, "sea-battle-t-circle", layouts.T_CIRCLE_11),
    _make_archived(SEA_BATTLE_11, "sea-battle-13-nielsen", layouts.NIELSEN_13),
    _make_archived(SEA_BATTLE_11, "sea-battle-13-nielsen-2", layouts.NIELSEN_II_13),
    _make_archived(SEA_BATTLE_11, "sea-battle-13-parlett-2", layouts.PARLETT_II_13),
    _make_archived(SIMPLE_TAFL, "simple-tafl-9-w", layouts.CROSS_9, first=Side.DEFENDERS),
    _make_archived(SIMPLE_TAFL, "tawlbwrdd-throneless-bell", layouts.BELL_11),
    _make_archived(SIMPLE_TAFL, "tawlbwrdd-throneless-lewis-diamond", layouts.LEWIS_DIAMOND_11),
    _make_archived(SIMPLE_TAFL, "tawlbwrdd-throneless-t-cross", layouts.SERIF_CROSS_11),
    _make_archived(SIMPLE_TAFL, "tawlbwrdd-throneless-t-diamond", layouts.DIAMOND_11),
    _make_archived(
        SIMPLE_TAFL, "fidchell-weak-king", layouts.BALLINDERRY_VII_7, encirclement=False, repetition=Repetition()
    ),
    _make_archived(FETLAR, "fidchell-armed", layouts.BALLINDERRY_VII_7, throne=None, corners=None, escape=Region.EDGE),
    _make_archived(
        SEA_BATTLE_11,
        "ard-ri-friendly-throne-unarmed-circle",
        layouts.BALLINDERRY_III_7,
        throne=_FRIENDLY_THRONE,
        repetition=Repetition(),
    ),
    _make_archived(
        SEA_BATTLE_11,
        "ard-ri-friendly-throne-unarmed-cross",
        layouts.CROSS_7,
        throne=_FRIENDLY_THRONE,
        repetition=Repetition(),
    ),
    _make_archived(
        ARD_RI_CROSS, "ard-ri-throneless-unarmed-cross", layouts.CROSS_7, hammer=PieceSet.MEN, anvil=PieceSet.MEN
    ),
    _make_archived(TABLUT, "tablut-13", layouts.PARLETT_II_13),
    _make_archived(TABLUT, "historical-13-modif-parlett", layouts.NIELSEN_13),
    _make_archived(TABLUT, "historical-13-nielsen", layouts.GOKSTAD_IV_13),
    _make_archived(TABLUT, "historical-13-w", layouts.PARLETT_13, first=Side.DEFENDERS),
    _make_archived(TABLUT, "historical-15", layouts.COPPERGATE_II_15),
    _make_archived(TABLUT, "historical-15-nielsen", layouts.NIELSEN_15),
    _make_archived(TABLUT, "tawlbwrdd-lewis-diamond", layouts.LEWIS_DIAMOND_11),
    _make_archived(TABLUT, "tawlbwrdd-t-cross", layouts.SERIF_CROSS_11),
    _make_archived(SAAMI_TABLUT, "ard-ri-1", layouts.CROSS_7, speed=Speed(king=1)),
    _make_archived(
        SAAMI_TABLUT, "ard-ri-1-friendly-throne", layouts.CROSS_7, throne=_FRIENDLY_THRONE, speed=Speed(king=1)
    ),
    _make_archived(
        SAAMI_TABLUT,
        "ard-ri-1-white-friendly-pass",
        layouts.CROSS_7,
        throne=throne(hostile=PieceSet.ATTACKERS | PieceSet.KING, cross=PieceSet.DEFENDERS),
        speed=Speed(king=1),
    ),
    _make_archived(SAAMI_TABLUT, "ard-ri-unarmed-cross", layouts.CROSS_7, hammer=PieceSet.MEN, anvil=PieceSet.MEN),
    _make_archived(
        ASHTON_TABLUT,
        "ashton-tablut-aagenielsen",
        layouts.CROSS_9,
        throne=throne(stop=PieceSet.NONE, cross=PieceSet.NONE),
        fewest_attackers=1,
        repetition=Repetition(),
    ),
    _make_archived(
        FETLAR, "king-anvil-only-edge", layouts.DIAMOND_11, corners=None, escape=Region.EDGE, hammer=PieceSet.MEN
    ),
)
"""All rulesets of this module."""
