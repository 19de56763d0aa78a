"""The computer's players that visitors may ask for, within the limits of the server."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Final

from hnefatafl.errors import HnefataflError
from hnefatafl.search import PLAYERS, built_in_player
from hnefatafl.web._errors import Refused
from hnefatafl.web._settings import Limits, Settings

_TEXT: Final = re.compile(r"([a-z]+)(?::([a-z]+=[0-9.]+(?:,[a-z]+=[0-9.]+)*))?", re.ASCII)
_LONGEST: Final = 200
_DEPTH: Final = 64
_MEMORY: Final = 16
_PLIES: Final = 2_000


def bounded(text: str, settings: Settings, chance: Random) -> str:
    """Return a player that a visitor asks for, with all its bounds and a seed of its own.

    Raises:
        Refused: there is no such player, or it asks for more than the limits allow.
    """
    if text in settings.players:
        return text
    if len(text) > _LONGEST:
        raise Refused(f"a player of at most {_LONGEST} characters was expected")
    found = _TEXT.fullmatch(text.strip().lower().replace(" ", ""))
    if found is None or found[1] not in PLAYERS:
        raise Refused(f"a player was expected: {', '.join((*settings.players, *PLAYERS))}, with options as in level=3")
    name = found[1]
    options = dict(part.split("=", 1) for part in (found[2] or "").split(",") if part)
    most = _most(settings.limits)
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


def _most(limits: Limits) -> Mapping[str, float]:
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
