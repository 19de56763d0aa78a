"""What the pages offer: rulesets, players, and the form in which rulesets are made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from hnefatafl.describe import summary
from hnefatafl.render._thumbnail import thumbnail
from hnefatafl.rules import Ruleset
from hnefatafl.web._errors import Refused
from hnefatafl.web._settings import Settings

__all__ = ["named", "offers", "schema", "told"]


def offers(settings: Settings) -> dict[str, Any]:
    """Return the rulesets and players that a page lists."""
    rulesets = [{"name": name, "source": each.source, **told(each)} for name, each in settings.rulesets.items()]
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


def told(rules: Ruleset) -> dict[str, Any]:
    """Return what a list of rulesets shows of one: a sentence, and what its picture is drawn from."""
    return {"about": summary(rules), "thumb": thumbnail(rules)}
