"""The special squares of a board in words, for its legend and for those who hear it."""

from __future__ import annotations

from typing import Any

from hnefatafl.board import PieceSet
from hnefatafl.render._canvas import zone_signs
from hnefatafl.render._scene import clean
from hnefatafl.rules import Ruleset, Zone


def special_squares(rules: Ruleset) -> list[dict[str, Any]]:
    """Return the zones, and where the king escapes: each with its name, its rule for moves and its squares.

    >>> from hnefatafl import variants
    >>> for each in special_squares(variants.BRANDUBH):
    ...     print(each["name"], each["rule"], each["more"] or "-", sep="; ")
    throne; only the king may stop here; hostile to all pieces while empty
    corner; only the king may stop here; hostile to all pieces while empty
    way out; the king escapes here; -
    """
    found: list[dict[str, Any]] = []
    for kind, zone, sign in reversed(zone_signs(rules)):
        name = "corner" if kind == "corners" else clean(zone.name) or kind
        rule, more = _rule(zone, rules, crosses=kind != "corners"), _hostility(zone, rules)
        squares = sorted(square.name for square in zone.squares.squares(rules.size))
        found.append({"kind": kind, "name": name, "rule": rule, "more": more, "sign": sign, "squares": squares})
    ways = sorted(square.name for square in rules.escape.squares(rules.size))
    if ways:
        told = {"name": "way out", "rule": "the king escapes here", "more": "", "sign": "h20"}
        found.append({"kind": "way-out", **told, "squares": ways})
    return found


def _rule(zone: Zone, rules: Ruleset, *, crosses: bool) -> str:
    """Return who may stop, enter and cross, as far as not everybody may."""
    stop, enter, cross = (_who(pieces, rules) for pieces in (zone.stop, zone.stop & zone.enter, zone.cross))
    several = len(zone.squares.squares(rules.size)) > 1
    told: list[str] = []
    if stop != "all pieces":
        told.append(f"only {stop} may stop here" if stop else "no piece may stop here")
    if enter != stop and (several or not stop):
        told.append(f"only {enter} may enter" if enter else "no piece may enter")
    if crosses and cross != "all pieces":
        told.append(f"only {cross} may cross" if cross else "no piece may cross")
    return ", ".join(told)


def _hostility(zone: Zone, rules: Ruleset) -> str:
    always, empty = _who(zone.hostile_always, rules), _who(zone.hostile_empty & ~zone.hostile_always, rules)
    told = [f"hostile to {always}"] if always else []
    return ", ".join([*told, *([f"hostile to {empty} while empty"] if empty else [])])


def _who(pieces: PieceSet, rules: Ruleset) -> str:
    """Return pieces of the game in words; an empty text for none."""
    names = {
        "all pieces": PieceSet.ALL,
        "the king": PieceSet.KING,
        "the attackers": PieceSet.ATTACKERS,
        "the defenders": PieceSet.DEFENDERS,
        "the men": PieceSet.MEN,
    }
    meant = pieces & rules.pieces
    if not meant:
        return ""
    fitting = (name for name, those in names.items() if meant == those & rules.pieces)
    return next(fitting, ", ".join(f"the {piece}s" for piece in meant.pieces))
