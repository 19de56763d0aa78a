"""What the pages offer: rulesets, players, and the form in which rulesets are made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from hnefatafl.board import PieceSet
from hnefatafl.rules import Ruleset
from hnefatafl.web._errors import Refused
from hnefatafl.web._settings import Settings

__all__ = ["named", "offers", "schema"]


def offers(settings: Settings) -> dict[str, Any]:
    """Return the rulesets and players that a page lists."""
    rulesets = [{"name": name, "size": each.size, "about": _about(each)} for name, each in settings.rulesets.items()]
    return {"variant": settings.variant, "players": list(settings.players), "rulesets": rulesets}


def schema() -> dict[str, Any]:
    """Return the schema of rulesets, from which the form is made."""
    found: dict[str, Any] = json.loads(files("hnefatafl").joinpath("schema", "ruleset-1.json").read_text("utf-8"))
    return found


def named(rulesets: Mapping[str, Ruleset], name: object) -> Ruleset:
    """Return the ruleset that a page names.

    Raises:
        Refused: there is none of that name.
    """
    rules = rulesets.get(name) if isinstance(name, str) else None
    if rules is None:
        raise Refused(f"no ruleset is named {name!r:.60}")
    return rules


def _about(rules: Ruleset) -> str:
    """Return a line about a ruleset."""
    counts = (rules.start.count(PieceSet.ATTACKERS), rules.start.count(PieceSet.DEFENDING_MEN))
    return f"{counts[0]} attackers against {counts[1]} defenders and the king. {rules.source}".strip()
