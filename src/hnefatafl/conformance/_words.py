"""The words that a suite counts, and those that a ruleset cannot bring about.

The words are read off the closed lists of the library. One that :data:`_BOUND` does not bind to an option is expected
of every ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from hnefatafl.board import Announcement, CaptureKind, Illegality, Piece, PieceSet, Region, Side, Termination
from hnefatafl.rules import (
    Berserk,
    Call,
    Consequence,
    EdgeCapture,
    GuardCapture,
    Jump,
    KingStrength,
    Passing,
    Roll,
    Ruleset,
)

Word = Termination | CaptureKind | Illegality | Announcement

LISTS: Final[Mapping[str, type[Word]]] = {
    "captures": CaptureKind,
    "endings": Termination,
    "refusals": Illegality,
    "announcements": Announcement,
}
"""The lists of words, by the key under which they are counted."""

_SOLID: Final = frozenset({KingStrength.STRONG, KingStrength.STRONG_NEAR_THRONE, KingStrength.STRONG_ON_THRONE})


def _hostile_squares(rules: Ruleset) -> bool:
    solid = rules.king in (KingStrength.STRONG, KingStrength.MIDDLEWEIGHT, KingStrength.THREE)
    victims = rules.pieces & ~PieceSet.KING if solid else rules.pieces
    return any((zone.hostile_empty | zone.hostile_always) & victims for zone in rules.all_zones)


def _three_sides(rules: Ruleset) -> bool:
    return rules.king is KingStrength.THREE or bool(rules.three_captors & rules.pieces)


def _surrounded(rules: Ruleset) -> bool:
    guards = rules.guard_capture is GuardCapture.SURROUNDED and PieceSet.GUARDS & rules.pieces
    return bool(guards) or rules.king not in (KingStrength.WEAK, KingStrength.THREE)


def _pierced(rules: Ruleset) -> bool:
    return rules.king in _SOLID and bool(rules.piercing & rules.pieces)


def _jump(rules: Ruleset, piece: Piece) -> Jump:
    kind = piece.kind.value
    names = {"king": "king", "mercenary": "mercenaries"}
    found: Jump = getattr(rules.jumps, names.get(kind, f"{kind}s"))
    return found


def _jumped(rules: Ruleset) -> bool:
    return any(_jump(rules, piece) is Jump.CAPTURING for piece in rules.pieces.pieces)


def _barred(rules: Ruleset) -> bool:
    corners = Region.CORNERS.squares(rules.size)  # which nobody crosses
    barred = [zone for zone in rules.all_zones if not zone.squares.squares(rules.size) <= corners]
    return any(rules.pieces not in zone.cross for zone in barred)


def _closed(rules: Ruleset) -> bool:
    return any(rules.pieces not in zone.stop & zone.enter for zone in rules.all_zones)


def _limits(rules: Ruleset) -> bool:
    """Return whether a roll limits how far pieces move."""
    return rules.die is not None and rules.die.allows is Roll.AT_MOST


def _repetition_ends(rules: Ruleset) -> bool:
    return rules.repetition.consequence not in (Consequence.IGNORED, Consequence.FORBIDDEN)


def _repetition_forbids(rules: Ruleset) -> bool:
    return rules.repetition.consequence in (Consequence.FORBIDDEN, Consequence.OFFENSIVE_DEVIATES)


_BOUND: Final[Mapping[Word, Callable[[Ruleset], bool]]] = {
    CaptureKind.HOSTILE_SQUARE: _hostile_squares,
    CaptureKind.HOSTILE_EDGE: lambda rules: bool(rules.edge_hostile),
    CaptureKind.THREE_SIDES: _three_sides,
    CaptureKind.LINNAEAN: lambda rules: rules.linnaean_capture,
    CaptureKind.SHIELDWALL: lambda rules: rules.shieldwall is not None,
    CaptureKind.SURROUNDED: _surrounded,
    CaptureKind.PIERCED: _pierced,
    CaptureKind.JUMPED: _jumped,
    CaptureKind.JOINT: lambda rules: rules.joint_capture,
    CaptureKind.WALKED_IN: lambda rules: bool(rules.walk_in),
    CaptureKind.LINE: lambda rules: rules.line_capture or rules.king_line_capture,
    CaptureKind.EXTRA: lambda rules: bool(rules.extra_captures),
    Termination.KING_CAPTURED_ON_EDGE: lambda rules: rules.edge_capture is EdgeCapture.DRAW,
    Termination.KING_IMMOBILE: lambda rules: rules.immobile_king,
    Termination.ALL_CAPTURED: lambda rules: rules.fewest_attackers > 0,
    Termination.TOO_FEW_ATTACKERS: lambda rules: rules.fewest_attackers > 1,
    Termination.TOO_FEW_DEFENDERS: lambda rules: rules.fewest_defenders > 0,
    Termination.TUICHU: lambda rules: rules.tuichu_wins,
    Termination.ENCIRCLEMENT: lambda rules: rules.encirclement,
    Termination.EXIT_FORT: lambda rules: rules.exit_fort,
    Termination.EXTRA: lambda rules: bool(rules.extra_endings),
    Termination.REPETITION: _repetition_ends,
    Termination.QUIET_LIMIT: lambda rules: rules.quiet_limit is not None,
    Termination.MOVE_LIMIT: lambda rules: rules.move_limit is not None,
    Termination.NO_ESCAPE: lambda rules: rules.no_escape,
    Termination.NO_LEGAL_MOVE: lambda rules: rules.may_pass is not Passing.BOTH,
    Illegality.NO_STOPPING: _closed,
    Illegality.NO_CROSSING: _barred,
    Illegality.TOO_FAR: lambda rules: _limits(rules) or rules.speed != type(rules.speed)(),
    Illegality.WALK_IN: lambda rules: bool(rules.no_walk_in),
    Illegality.MUST_GO_ON: lambda rules: rules.berserk is not Berserk.NONE,
    Illegality.MUST_CAPTURE: lambda rules: rules.berserk is not Berserk.NONE,
    Illegality.NOT_BY_ROLL: lambda rules: rules.die is not None and not _limits(rules),
    Illegality.MUST_ROLL: lambda rules: rules.die is not None,
    Illegality.MUST_USE_ROLL: lambda rules: rules.die is not None and not all(map(rules.die.binds_all, Side)),
    Illegality.NO_PASSING: lambda rules: rules.may_pass is not Passing.BOTH,
    Illegality.FORCED_CAPTURE: lambda rules: rules.forced_capture,
    Illegality.UNANNOUNCED: lambda rules: rules.announcements.binding,
    Illegality.REPETITION: _repetition_forbids,
    Announcement.RAICHI: lambda rules: rules.announcements.raichi,
    Announcement.TUICHU: lambda rules: rules.announcements.raichi,
    Announcement.WAY_OUT: lambda rules: rules.announcements.way_out is not Call.NONE and not rules.announcements.raichi,
    Announcement.THREAT: lambda rules: rules.announcements.threat is not Call.NONE,
}
"""Which rulesets can bring a word about. What a word needs beside that, boards decide."""


def missing(met: Mapping[str, Mapping[str, int]], rules: Ruleset, often: int = 1) -> dict[str, list[str]]:
    """Return the words that the ruleset has and that were met less often, by their lists; lists without any are left
    out."""
    found = {
        key: [
            word.value
            for word in words
            if met.get(key, {}).get(word.value, 0) < often and (word not in _BOUND or _BOUND[word](rules))
        ]
        for key, words in LISTS.items()
    }
    return {key: words for key, words in found.items() if words}
