"""What the pages offer: rulesets, players, and the form in which rulesets are made."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib.resources import files
from random import Random
from typing import Any, Final

from hnefatafl.describe import summary
from hnefatafl.errors import HnefataflError
from hnefatafl.records import Game
from hnefatafl.render.page import thumbnail
from hnefatafl.rules import Ruleset
from hnefatafl.search import PLAYERS, built_in_player
from hnefatafl.support.json_text import is_list, is_table
from tafl.table import Table
from tafl.web._settings import Limits, Refused, Settings

_TEXT: Final = re.compile(r"([a-z]+)(?::([a-z]+=[0-9.]+(?:,[a-z]+=[0-9.]+)*))?", re.ASCII)
_LONGEST: Final = 200
_DEPTH: Final = 64
_MEMORY: Final = 16
_PLIES: Final = 2_000


def bound_player(text: str, settings: Settings, chance: Random) -> str:
    """Return a player that a visitor asks for, with all its bounds and a seed of its own.

    Raises:
        Refused: there is no such player, or it asks for more than the limits allow.
    """
    if text in settings.players:
        return text
    if len(text) > _LONGEST:
        raise Refused(f"a player of at most {_LONGEST} characters was expected")
    match = _TEXT.fullmatch(text.strip().lower().replace(" ", ""))
    if match is None or match[1] not in PLAYERS:
        raise Refused(f"a player was expected: {', '.join((*settings.players, *PLAYERS))}, with options as in level=3")
    name = match[1]
    options = dict(part.split("=", 1) for part in (match[2] or "").split(",") if part)
    most = _option_limits(settings.limits)
    for option, value in options.items():
        # What is not a number is refused below, in the words of the players.
        if option in most and value.replace(".", "", 1).isdigit() and float(value) > most[option]:
            raise Refused(f"{option}: at most {most[option]:,g} was expected, not {value:.30}")
    if name == "alphabeta":
        options.setdefault("seconds", f"{settings.limits.search_seconds:g}")
        if not {"level", "nodes", "depth"} & options.keys():
            options["nodes"] = f"{settings.limits.search_nodes}"
    elif name == "montecarlo":
        options.setdefault("playouts", f"{min(settings.limits.playouts, 1000)}")
    options.setdefault("seed", f"{chance.getrandbits(31)}")
    whole = f"{name}:{','.join(f'{option}={value}' for option, value in options.items())}"
    try:
        built_in_player(whole)
    except HnefataflError as error:
        raise Refused(str(error)) from None
    return whole


def _option_limits(limits: Limits) -> Mapping[str, float]:
    """Return the largest value of each option that costs something."""
    return {
        "nodes": limits.search_nodes,
        "seconds": limits.search_seconds,
        "depth": _DEPTH,
        "memory": _MEMORY,
        "jobs": 1,
        "playouts": limits.playouts,
        "limit": _PLIES,
    }


_TITLES: Final = {
    "S000": "hnefatafl on 13×13",
    "S001": "hnefatafl on 11×11",
    "S003": "tablut at Foteviken",
    "S004": "tablut by Madera",
}
"""The documents that docstrings cite by numbers."""
_BRACKETED: Final = re.compile(r" *\([^()]*\bS00\d[^()]*\)")
_CITED: Final = re.compile(r"\b(S00\d)\b(?: §[\d–]+(?:(?: and |, )§?[\d–]+)*)?")


FIRST_GAMES: Final = ("brandubh", "tablut", "copenhagen", "tawlbwrdd", "ard-ri", "alea-evangelii")
"""The games that a first page shows: that of the board on which one begins, and others that differ."""


def list_offers(settings: Settings) -> dict[str, Any]:
    """Return the rulesets, players and files of records that a page lists, and the first board that it shows."""
    rulesets = [
        {"name": name, "source": rules.source, **describe_ruleset(rules)} for name, rules in settings.rulesets.items()
    ]
    others = [name for name in FIRST_GAMES if name in settings.rulesets and name != settings.variant]
    lists = {"players": list(settings.players), "records": list(settings.records), "first": others[:5]}
    table = Table(Game(ruleset=settings.rulesets[settings.variant]), branching=False)
    door: dict[str, Any] = {"board": table.board(), "view": {**table.view(), "actions": []}}
    return {"variant": settings.variant, **lists, "rulesets": rulesets, "door": door}


def read_schema() -> dict[str, Any]:
    """Return the schema of rulesets, from which the form is made."""
    document: dict[str, Any] = json.loads(files("hnefatafl").joinpath("schema", "ruleset-1.json").read_text("utf-8"))
    return {name: _in_words(part) for name, part in document.items()}


def _in_words(value: Any) -> Any:
    """Return a schema whose descriptions cite no document by its number."""
    if is_table(value):
        descriptions = {
            name: _title_sources(text)
            for name, text in value.items()
            if name == "description" and isinstance(text, str)
        }
        return {name: descriptions.get(name, _in_words(part)) for name, part in value.items()}
    return [_in_words(part) for part in value] if is_list(value) else value


def _title_sources(text: str) -> str:
    """Return a description without what is in brackets for the documents' sake; elsewhere they have their titles."""
    return _CITED.sub(lambda cited: _TITLES[cited[1]], _BRACKETED.sub("", text))


def find_ruleset(rulesets: Mapping[str, Ruleset], name: object) -> Ruleset:
    """Return the ruleset that a page names.

    Raises:
        Refused: there is none of that name.
    """
    rules = rulesets.get(name) if isinstance(name, str) else None
    if rules is None:
        raise Refused(f"no ruleset is named {name!r:.60}")
    return rules


def describe_ruleset(rules: Ruleset) -> dict[str, Any]:
    """Return what a list of rulesets shows of one: a sentence, and what its picture is drawn from."""
    return {"about": summary(rules), "thumb": thumbnail(rules)}
